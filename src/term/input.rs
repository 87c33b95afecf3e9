//! Turns bytes from the keyboard into keys and pastes.
//!
//! Terminals send a function key as several bytes that start with Esc, and slow lines split them,
//! so the rest of a sequence gets a little time to arrive. Not here: what keys do.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `queue` | queued input: bounded, with nothing dropped from the middle |
//! | `tests` | what terminals send, whole and split, and the keys it decodes to |
//!
//! This file reads and decodes; its caller puts what was typed into the queue.

mod queue;

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};
use std::{io, mem};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use termina::escape::csi::{Csi, Cursor, Device};
use termina::event::KeyEventKind;
use termina::{Event, Parser, event as seen};

pub(super) use queue::Queue;
pub use queue::{BACKLOG_TIME, MAX_QUEUED_KEYS, MOST_TYPED_AHEAD};

use super::terminal_io::{self, Read, Ready, Source, Wakers};
use crate::app::{MAX_LINE_BYTES, MouseEvent, MouseKind};

/// Input from the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// A key.
    Key(KeyEvent),
    /// Pasted text.
    Paste(Pasted),
    /// A mouse event.
    Mouse(MouseEvent),
    /// The answer to a cursor position query.
    Position {
        /// The column, from 1.
        column: u16,
    },
    /// The answer to a background query: red, green and blue.
    Background([u8; 3]),
    /// The answer to a device attributes query.
    Attributes,
}

impl Typed {
    /// Whether this is an answer from the terminal, not something typed.
    const fn is_answer(&self) -> bool {
        matches!(self, Self::Position { .. } | Self::Background(_) | Self::Attributes)
    }
}

/// How long a lone Esc may still begin a sequence: enough for two packets of a
/// line, too short to notice.
const ESCAPE_TIME: Duration = Duration::from_millis(40);
/// How long a sequence may take from its first byte on, and how long a longer one may pause. After
/// that it is dropped, so that the keyboard never hangs.
pub const SEQUENCE_TIME: Duration = Duration::from_secs(1);
/// How long a paste may pause, since it arrives in many packets. After that it counts as
/// unfinished.
pub const PASTE_TIME: Duration = Duration::from_secs(10);
/// After this pause in a paste, Ctrl-C or Ctrl-L alone counts as a key: the end of the paste may be
/// lost for good, for example when it was pasted into a suspended program. So does any control
/// character alone after this pause in a string sequence.
const TORN_KEY_TIME: Duration = Duration::from_millis(200);

/// The most bytes to read at a time. Between two portions, input is handled, signals are obeyed and
/// the screen is drawn.
const PORTION_BYTES: usize = 16 << 10;
/// The longest sequence that can mean anything. Of a longer one the rest is not stored, and all of
/// it is dropped up to its end.
pub const MAX_SEQUENCE_BYTES: usize = 4096;

const ESCAPE: u8 = 0x1b;
/// Ends a string sequence of the terminal, as Esc `\` does.
const BELL: u8 = 0x07;
/// Ctrl-C.
const INTERRUPT: u8 = 0x03;
/// Ctrl-L.
const REPAINT: u8 = 0x0c;

impl Decoder {
    /// Waits for input, a request, or the end of `time`. Never waits forever in
    /// the middle of a sequence, because the pause itself may make it a key.
    pub(super) fn wait(
        &mut self,
        source: &Source,
        wakers: Wakers<'_>,
        time: Option<Duration>,
        typed: &mut Vec<Typed>,
    ) -> io::Result<Ready> {
        let patience = self.patience(Instant::now());
        let time = [patience, time].into_iter().flatten().min();
        let ready = terminal_io::wait_for_any(source, wakers, time)?;
        if !ready.keyboard && self.patience(Instant::now()) == Some(Duration::ZERO) {
            self.pause(typed);
        }
        Ok(ready)
    }

    /// Whether a paste has begun and not ended.
    pub(super) const fn is_pasting(&self) -> bool {
        self.paste.is_some()
    }

    /// Reads a portion of what has arrived, or all of it. Returns whether the keyboard is gone.
    pub(super) fn drain(
        &mut self,
        source: &Source,
        requests: BorrowedFd<'_>,
        typed: &mut Vec<Typed>,
    ) -> io::Result<bool> {
        let mut room = [0; 4096];
        let mut portion = 0;
        while portion < PORTION_BYTES {
            match terminal_io::read(source, &mut room)? {
                Read::Gone => return Ok(true),
                Read::Nothing => return Ok(false),
                Read::Bytes(count) => {
                    portion += count;
                    self.feed(&room[..count], Instant::now(), typed);
                }
            }
            let now = Some(Duration::ZERO);
            if !terminal_io::wait_for_any(source, Wakers::requests(requests), now)?.keyboard {
                break;
            }
        }
        Ok(false)
    }
}

/// Turns bytes into keys, however they are split.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    parser: Parser,
    /// The bytes since the last event, up to [`MAX_SEQUENCE_BYTES`]; the parser may be in the middle
    /// of them, unless they are a string sequence, which it never sees.
    begun: Vec<u8>,
    /// When the first of them came.
    since: Option<Instant>,
    /// When the last byte came.
    last: Option<Instant>,
    /// The paste that has begun, if any.
    paste: Option<Paste>,
    lone_escape: LoneEscape,
    /// Whether the Esc that has just arrived ended a string sequence: then a following `\` belongs
    /// to it.
    has_ended_a_string: bool,
}

/// What became of a lone Esc: a slow line may have split a sequence there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LoneEscape {
    /// There was none recently.
    #[default]
    None,
    /// It counted as the key, and nothing has followed yet.
    Key,
    /// It counted as the key, but the next byte continued a sequence.
    GoesOn,
}

impl Decoder {
    fn feed(&mut self, bytes: &[u8], now: Instant, typed: &mut Vec<Typed>) {
        let is_key = self.is_key_after_a_pause(bytes, now);
        if is_key {
            let ends_a_paste = self.paste.is_some();
            self.pause(typed);
            if ends_a_paste && bytes == [INTERRUPT] {
                // It has done what it was pressed for; elsewhere it would leave the program.
                return;
            }
        } else if is_string(&self.begun) && self.continues(bytes, now) {
            self.since = Some(now);
        }
        self.last = Some(now);
        for &byte in bytes {
            if let Some(paste) = &mut self.paste {
                if let Some(pasted) = paste.take(byte) {
                    self.paste = None;
                    typed.push(Typed::Paste(pasted));
                }
            } else if !self.ends_a_string(byte, typed) {
                self.take_byte(byte, now, typed);
            }
        }
    }

    /// Whether this byte ends a string sequence; then its answer is in `typed`.
    fn ends_a_string(&mut self, byte: u8, typed: &mut Vec<Typed>) -> bool {
        let ends_it = match byte {
            b'\\' => mem::take(&mut self.has_ended_a_string),
            BELL => is_string(&self.begun),
            _ => false,
        };
        if ends_it {
            typed.extend(self.string());
            self.forget_begun();
        }
        ends_it
    }

    /// What the string sequence means, if it was stored whole.
    fn string(&self) -> Option<Typed> {
        string(&self.begun).filter(|_| self.begun.len() < MAX_SEQUENCE_BYTES)
    }

    fn take_byte(&mut self, byte: u8, now: Instant, typed: &mut Vec<Typed>) {
        if self.is_cut_short_by(byte) {
            let was_string = is_string(&self.begun);
            if byte == ESCAPE {
                typed.extend(self.string());
            }
            self.pause(typed);
            self.has_ended_a_string = was_string && byte == ESCAPE;
        } else {
            self.has_ended_a_string = false;
        }
        if self.begun.len() >= MAX_SEQUENCE_BYTES {
            if !is_string(&self.begun) && matches!(byte, 0x40..=0x7e) {
                self.forget_begun();
            }
            return;
        }
        if self.begun.is_empty() {
            self.since = Some(now);
        }
        // Neither is a key of ours, so it may be the rest of a sequence.
        if mem::take(&mut self.lone_escape) == LoneEscape::Key && matches!(byte, b'[' | b'O') {
            self.parse(ESCAPE);
            self.lone_escape = LoneEscape::GoesOn;
        }
        if is_string(&self.begun) || (*self.begun == [ESCAPE] && STRINGS.contains(&byte)) {
            // The parser still holds the Esc.
            self.parser = Parser::default();
            self.begun.push(byte);
            return;
        }
        self.parse(byte);
        self.take(typed);
        if self.begun == BEGIN {
            self.paste = Some(Paste::default());
            self.forget_begun();
        } else if self.begun.len() == MAX_SEQUENCE_BYTES {
            self.parser = Parser::default();
        }
    }

    /// Whether these bytes are a key in the middle of a paste or of a string sequence, whose end may
    /// be lost: a control character that comes alone after a pause.
    fn is_key_after_a_pause(&self, bytes: &[u8], now: Instant) -> bool {
        let &[byte] = bytes else { return false };
        let is_key = match &self.paste {
            Some(_) => matches!(byte, INTERRUPT | REPAINT),
            None => is_string(&self.begun) && byte.is_ascii_control() && byte != BELL,
        };
        let paused = |last| now.saturating_duration_since(last) >= TORN_KEY_TIME;
        is_key && self.last.is_some_and(paused)
    }

    /// Whether these bytes go on with a string sequence: nobody types that many so soon.
    fn continues(&self, bytes: &[u8], now: Instant) -> bool {
        let soon = |last| now.saturating_duration_since(last) < ESCAPE_TIME;
        bytes.len() > 1 || self.last.is_some_and(soon)
    }

    fn forget_begun(&mut self) {
        self.parser = Parser::default();
        self.begun.clear();
    }

    fn parse(&mut self, byte: u8) {
        self.begun.push(byte);
        self.parser.parse(&[byte], true);
    }

    /// Whether this byte begins another key, so that the unfinished sequence is abandoned: no
    /// sequence contains Esc, and only a string contains other control characters, after its
    /// introducer.
    fn is_cut_short_by(&self, byte: u8) -> bool {
        match self.begun.as_slice() {
            [ESCAPE] => byte == ESCAPE,
            begun if is_string(begun) => {
                byte == ESCAPE || (begun.len() == 2 && byte.is_ascii_control())
            }
            [ESCAPE, b'[' | b'O', ..] => byte.is_ascii_control(),
            // A multi-byte character.
            [ESCAPE, first, ..] | [first, ..] if !first.is_ascii() => !matches!(byte, 0x80..=0xbf),
            _ => false,
        }
    }

    fn take(&mut self, typed: &mut Vec<Typed>) {
        while let Some(event) = self.parser.pop() {
            let begun = mem::take(&mut self.begun);
            match decode(&event) {
                Some(Typed::Key(key)) if is_two_keys(&begun, key) => {
                    typed.push(Typed::Key(KeyEvent::from(KeyCode::Esc)));
                    let modifiers = key.modifiers - KeyModifiers::ALT;
                    typed.push(Typed::Key(KeyEvent::new(key.code, modifiers)));
                }
                Some(Typed::Mouse(event)) => push_mouse(event, typed),
                meant => typed.extend(meant),
            }
        }
    }

    /// How long to keep waiting for the rest of a sequence, if one has begun.
    fn patience(&self, now: Instant) -> Option<Duration> {
        let (since, time) = match self.begun.as_slice() {
            _ if self.paste.is_some() => (self.last, PASTE_TIME),
            [] => return None,
            [ESCAPE] => (self.since, ESCAPE_TIME),
            [ESCAPE, _] if self.lone_escape == LoneEscape::GoesOn => (self.since, ESCAPE_TIME),
            _ => (self.since, SEQUENCE_TIME),
        };
        let waited = since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        Some(time.saturating_sub(waited))
    }

    /// Handles the end of the wait.
    fn pause(&mut self, typed: &mut Vec<Typed>) {
        if self.paste.take().is_some() {
            typed.push(Typed::Paste(Pasted::Unfinished));
            return;
        }
        match (mem::take(&mut self.lone_escape), self.begun.as_slice()) {
            (_, [ESCAPE]) => self.lone_escape = LoneEscape::Key,
            (LoneEscape::GoesOn, &[ESCAPE, byte]) => {
                // Nothing continues it: the user typed it.
                self.forget_begun();
                self.parse(byte);
            }
            // No terminal stops a string sequence after its introducer: these are two keys.
            (_, &[ESCAPE, byte]) if STRINGS.contains(&byte) => {
                typed.push(Typed::Key(KeyEvent::from(KeyCode::Esc)));
                self.forget_begun();
                self.parse(byte);
            }
            _ => {}
        }
        self.parser.parse(&[], false);
        self.take(typed);
        if !mem::take(&mut self.begun).is_empty() {
            self.parser = Parser::default();
        }
    }
}

/// What follows Esc in a string sequence: OSC, DCS, SOS, PM and APC.
const STRINGS: &[u8] = b"]PX^_";

/// Whether these bytes begin a string sequence, in which terminals answer queries of other
/// programs.
fn is_string(begun: &[u8]) -> bool {
    matches!(begun, [ESCAPE, byte, ..] if STRINGS.contains(byte))
}

/// Only the last position of a drag matters if it is reported faster than
/// drawn.
fn push_mouse(event: MouseEvent, typed: &mut Vec<Typed>) {
    let is_drag = |event: &MouseEvent| event.kind == MouseKind::Drag;
    match typed.last_mut() {
        Some(Typed::Mouse(last)) if is_drag(last) && is_drag(&event) => *last = event,
        _ => typed.push(Typed::Mouse(event)),
    }
}

/// Whether these bytes are Esc and another key in quick succession, which looks like Alt and that
/// key. We do not use Alt, but many people press Esc and the next key at once, and slow lines
/// deliver both in one packet. Only Esc with Tab has its own meaning.
fn is_two_keys(bytes: &[u8], key: KeyEvent) -> bool {
    matches!(bytes, [ESCAPE, second, ..] if !matches!(second, b'[' | b'O'))
        && key.modifiers.contains(KeyModifiers::ALT)
        && key.code != KeyCode::Tab
}

/// What a terminal sends before pasted text.
const BEGIN: &[u8] = b"\x1b[200~";
/// What it sends after it.
const END: &[u8] = b"\x1b[201~";

/// The result of a paste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pasted {
    /// Its text.
    Text(String),
    /// More bytes than any line holds. They are counted, not stored.
    TooLong(usize),
    /// Its end never came.
    Unfinished,
}

/// A paste in progress.
#[derive(Debug, Default)]
struct Paste {
    text: Vec<u8>,
    /// The bytes so far, stored or not.
    length: usize,
    /// How much of the end mark has come.
    matched: usize,
}

impl Paste {
    /// Takes the next byte; returns the paste once it is complete.
    fn take(&mut self, byte: u8) -> Option<Pasted> {
        if byte != END[self.matched] {
            // Esc occurs only at the start of the end mark, so only this byte can begin it again.
            for &other in &END[..std::mem::take(&mut self.matched)] {
                self.store(other);
            }
        }
        if byte != END[self.matched] {
            self.store(byte);
            return None;
        }
        self.matched += 1;
        (self.matched == END.len()).then(|| self.finish())
    }

    fn store(&mut self, byte: u8) {
        self.length += 1;
        if self.length <= MAX_LINE_BYTES {
            self.text.push(byte);
        } else {
            self.text = Vec::new();
        }
    }

    fn finish(&mut self) -> Pasted {
        let Self { text, length, .. } = std::mem::take(self);
        if length > MAX_LINE_BYTES {
            Pasted::TooLong(length)
        } else {
            Pasted::Text(String::from_utf8_lossy(&text).into_owned())
        }
    }
}

/// What an event means to the program; most answers of the terminal mean
/// nothing.
fn decode(event: &Event) -> Option<Typed> {
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
fn string(bytes: &[u8]) -> Option<Typed> {
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

#[cfg(test)]
mod tests;

#[cfg(test)]
mod paste_tests {
    use super::*;

    fn pasted(bytes: &[u8]) -> Option<Pasted> {
        let mut paste = Paste::default();
        let mut all = bytes.iter().filter_map(|&byte| paste.take(byte)).collect::<Vec<_>>();
        all.pop()
    }

    #[test]
    fn text_ends_at_its_mark_alone() {
        let text = |text: &str| Some(Pasted::Text(text.to_owned()));
        assert_eq!(pasted(b"move A\x1b[201~"), text("move A"));
        assert_eq!(pasted(b"a\x1b[20\x1b\x1b[201~"), text("a\x1b[20\x1b"));
        assert_eq!(pasted(b"a\x1b[200~b"), None);
    }

    #[test]
    fn text_longer_than_any_line_is_counted_and_not_stored() {
        let mut paste = Paste::default();
        for _ in 0..MAX_LINE_BYTES + 5 {
            assert_eq!(paste.take(b'x'), None);
        }
        assert_eq!(paste.text.capacity(), 0);
        let whole = END.iter().find_map(|&byte| paste.take(byte));
        assert_eq!(whole, Some(Pasted::TooLong(MAX_LINE_BYTES + 5)));
        let longest = [vec![b'x'; MAX_LINE_BYTES], END.to_vec()].concat();
        assert!(
            matches!(pasted(&longest), Some(Pasted::Text(text)) if text.len() == MAX_LINE_BYTES)
        );
    }
}
