//! Decodes the parser's events.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use termina::Event;
use termina::escape::csi::{Csi, Cursor, Device};
use termina::event::{self as seen, KeyEventKind};

use super::Typed;
use crate::app::{MouseEvent, MouseKind};

/// What an event means to the program; most answers of the terminal mean
/// nothing.
pub(super) fn decode(event: &Event) -> Option<Typed> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            let code = code(key.code)?;
            Some(Typed::Key(KeyEvent::new(code, modifiers(key.modifiers))))
        }
        Event::Mouse(event) => mouse(*event).map(Typed::Mouse),
        Event::Csi(Csi::Cursor(Cursor::ActivePositionReport { col, .. })) => {
            Some(Typed::Position { column: col.get() })
        }
        Event::Csi(Csi::Device(Device::DeviceAttributes(()))) => Some(Typed::Attributes),
        _ => None,
    }
}

/// Decodes a string sequence, given without its terminator.
pub(super) fn string(bytes: &[u8]) -> Option<Typed> {
    let color = std::str::from_utf8(bytes.strip_prefix(b"\x1b]11;")?).ok()?;
    let channels = color.strip_prefix("rgb:").or_else(|| color.strip_prefix("rgba:"))?;
    let mut channels = channels.split('/').map(channel);
    let mut next = || channels.next().flatten();
    Some(Typed::Background([next()?, next()?, next()?]))
}

/// Scales one to four hexadecimal digits to a byte.
fn channel(digits: &str) -> Option<u8> {
    let most = 16_u32.checked_pow(u32::try_from(digits.len()).ok()?)?.checked_sub(1)?;
    let value = u32::from_str_radix(digits, 16).ok().filter(|_| most > 0 && digits.len() <= 4)?;
    u8::try_from(value * 255 / most).ok()
}

fn mouse(event: seen::MouseEvent) -> Option<MouseEvent> {
    let kind = match event.kind {
        seen::MouseEventKind::Down(seen::MouseButton::Left) => MouseKind::Press,
        seen::MouseEventKind::Drag(seen::MouseButton::Left) => MouseKind::Drag,
        seen::MouseEventKind::Up(_) => MouseKind::Release,
        seen::MouseEventKind::ScrollUp => MouseKind::WheelUp,
        seen::MouseEventKind::ScrollDown => MouseKind::WheelDown,
        _ => return None,
    };
    Some(MouseEvent { kind, col: event.column, row: event.row })
}

fn code(code: seen::KeyCode) -> Option<KeyCode> {
    Some(match code {
        seen::KeyCode::Char(c) => KeyCode::Char(c),
        seen::KeyCode::Enter => KeyCode::Enter,
        seen::KeyCode::Backspace => KeyCode::Backspace,
        seen::KeyCode::Tab => KeyCode::Tab,
        seen::KeyCode::Escape => KeyCode::Esc,
        seen::KeyCode::Left => KeyCode::Left,
        seen::KeyCode::Right => KeyCode::Right,
        seen::KeyCode::Up => KeyCode::Up,
        seen::KeyCode::Down => KeyCode::Down,
        seen::KeyCode::Home => KeyCode::Home,
        seen::KeyCode::End => KeyCode::End,
        seen::KeyCode::BackTab => KeyCode::BackTab,
        seen::KeyCode::PageUp => KeyCode::PageUp,
        seen::KeyCode::PageDown => KeyCode::PageDown,
        seen::KeyCode::Insert => KeyCode::Insert,
        seen::KeyCode::Delete => KeyCode::Delete,
        seen::KeyCode::Function(number) => KeyCode::F(number),
        // We bind none of these, and no plain terminal sends them.
        _ => return None,
    })
}

fn modifiers(held: seen::Modifiers) -> KeyModifiers {
    [
        (seen::Modifiers::SHIFT, KeyModifiers::SHIFT),
        (seen::Modifiers::CONTROL, KeyModifiers::CONTROL),
        (seen::Modifiers::ALT, KeyModifiers::ALT),
        (seen::Modifiers::SUPER, KeyModifiers::SUPER),
        (seen::Modifiers::HYPER, KeyModifiers::HYPER),
        (seen::Modifiers::META, KeyModifiers::META),
    ]
    .into_iter()
    .filter(|(one, _)| held.contains(*one))
    .map(|(_, one)| one)
    .collect()
}
