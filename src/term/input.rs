//! Bytes from the keyboard, made into keys and pastes.
//!
//! Terminals send a function key as several bytes that begin with the byte of
//! the Esc key, and slow lines tear them apart: so a sequence that has begun is
//! waited for a little. What the keys do does not live here.

use std::io::{self, Stdin};
use std::mem;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use termina::escape::csi::{Csi, Cursor};
use termina::event::{self as seen, KeyEventKind};
use termina::{Event, Parser};

use super::wire::{self, Read, Ready};
use crate::app::{MouseEvent, MouseKind};

/// What came from the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// A key.
    Key(KeyEvent),
    /// Text that was pasted, all of it.
    Paste(String),
    /// What was done with the mouse.
    Mouse(MouseEvent),
    /// No key: the terminal has answered where its cursor is.
    Position {
        /// Its column, counted from 1.
        column: u16,
    },
}

/// How the reading of everything that waited ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drained {
    /// Nothing waits any more.
    Empty,
    /// The keyboard has gone.
    Gone,
}

/// How long the Esc byte alone may still become the first of a sequence.
/// Long enough for two packets of a line, too short to be felt.
const ESCAPE_TIME: Duration = Duration::from_millis(40);
/// How long the rest of a sequence that has begun may take. Then the beginning
/// is dropped, so that a keyboard cannot be dead for ever.
const SEQUENCE_TIME: Duration = Duration::from_secs(1);
/// How long the rest of a paste may take; it comes in many packets.
const PASTE_TIME: Duration = Duration::from_secs(10);

const ESCAPE: u8 = 0x1b;
const PASTE_BEGINS: &[u8] = b"\x1b[200~";

/// The keyboard.
#[derive(Debug)]
pub(super) struct Keyboard {
    stdin: Stdin,
    decoder: Decoder,
    last_byte: Instant,
}

impl Keyboard {
    pub(super) fn new() -> Self {
        Self { stdin: io::stdin(), decoder: Decoder::default(), last_byte: Instant::now() }
    }

    /// Waits for the keyboard or a signal, and for `time` if there is one; not
    /// for ever while a sequence has begun, because then the pause itself may
    /// mean a key.
    pub(super) fn wait(
        &mut self,
        signals: BorrowedFd<'_>,
        time: Option<Duration>,
        typed: &mut Vec<Typed>,
    ) -> io::Result<Ready> {
        let patience = self.patience_left();
        let time = [patience, time].into_iter().flatten().min();
        let ready = wire::wait_for_either(&self.stdin, signals, time)?;
        if !ready.keyboard && self.patience_left() == Some(Duration::ZERO) {
            self.decoder.pause(typed);
        }
        Ok(ready)
    }

    fn patience_left(&self) -> Option<Duration> {
        let patience = self.decoder.patience()?;
        Some(patience.saturating_sub(self.last_byte.elapsed()))
    }

    /// Takes everything that waits.
    pub(super) fn drain(
        &mut self,
        signals: BorrowedFd<'_>,
        typed: &mut Vec<Typed>,
    ) -> io::Result<Drained> {
        let mut room = [0; 4096];
        loop {
            match wire::read(&self.stdin, &mut room)? {
                Read::Gone => return Ok(Drained::Gone),
                Read::Nothing => return Ok(Drained::Empty),
                Read::Bytes(count) => {
                    self.decoder.feed(&room[..count], typed);
                    self.last_byte = Instant::now();
                }
            }
            let now = Some(Duration::ZERO);
            if !wire::wait_for_either(&self.stdin, signals, now)?.keyboard {
                return Ok(Drained::Empty);
            }
        }
    }
}

/// Makes keys of bytes, whatever way the bytes are cut.
#[derive(Debug, Default)]
struct Decoder {
    parser: Parser,
    /// The bytes since the last event: the parser may be in their midst.
    begun: Vec<u8>,
}

impl Decoder {
    fn feed(&mut self, bytes: &[u8], typed: &mut Vec<Typed>) {
        for &byte in bytes {
            if byte == ESCAPE && self.is_cut_short_by_escape() {
                self.pause(typed);
            }
            self.begun.push(byte);
            self.parser.parse(&[byte], true);
            self.take(typed);
        }
    }

    /// No key has an Esc byte in its midst: one that comes begins another.
    fn is_cut_short_by_escape(&self) -> bool {
        match self.begun.as_slice() {
            [ESCAPE] => true,
            [ESCAPE, b'[' | b'O', ..] => !self.begun.starts_with(PASTE_BEGINS),
            _ => false,
        }
    }

    fn take(&mut self, typed: &mut Vec<Typed>) {
        while let Some(event) = self.parser.pop() {
            let begun = mem::take(&mut self.begun);
            match meaning(event) {
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

    /// How long to wait for what is missing; nothing is missing mostly.
    fn patience(&self) -> Option<Duration> {
        match self.begun.as_slice() {
            [] => None,
            [ESCAPE] => Some(ESCAPE_TIME),
            begun if begun.starts_with(PASTE_BEGINS) => Some(PASTE_TIME),
            _ => Some(SEQUENCE_TIME),
        }
    }

    /// Nothing came for as long as there was patience.
    fn pause(&mut self, typed: &mut Vec<Typed>) {
        self.parser.parse(&[], false);
        self.take(typed);
        if !mem::take(&mut self.begun).is_empty() {
            self.parser = Parser::default();
        }
    }
}

/// Of a drag that is reported faster than it is drawn only the last place counts.
fn push_mouse(event: MouseEvent, typed: &mut Vec<Typed>) {
    let is_drag = |event: &MouseEvent| event.kind == MouseKind::Drag;
    match typed.last_mut() {
        Some(Typed::Mouse(last)) if is_drag(last) && is_drag(&event) => *last = event,
        _ => typed.push(Typed::Mouse(event)),
    }
}

/// Whether these bytes are Esc and another key in quick succession, which look
/// like one key with Alt. No key of ours has Alt; but people who press Esc and
/// go on at once are many, and slow lines bring both in one packet. Only Esc
/// and Tab together have a meaning of their own.
fn is_two_keys(bytes: &[u8], key: KeyEvent) -> bool {
    matches!(bytes, [ESCAPE, second, ..] if !matches!(second, b'[' | b'O'))
        && key.modifiers.contains(KeyModifiers::ALT)
        && key.code != KeyCode::Tab
}

/// What an event is to the program; most answers of the terminal are nothing to
/// it.
fn meaning(event: Event) -> Option<Typed> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            let code = code(key.code)?;
            Some(Typed::Key(KeyEvent::new(code, modifiers(key.modifiers))))
        }
        Event::Paste(text) => Some(Typed::Paste(text)),
        Event::Mouse(event) => mouse(event).map(Typed::Mouse),
        Event::Csi(Csi::Cursor(Cursor::ActivePositionReport { col, .. })) => {
            Some(Typed::Position { column: col.get() })
        }
        _ => None,
    }
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
        // No key of ours, and none that a plain terminal sends.
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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key(code: KeyCode, modifiers: KeyModifiers) -> Typed {
        Typed::Key(KeyEvent::new(code, modifiers))
    }

    fn plain(code: KeyCode) -> Typed {
        key(code, KeyModifiers::NONE)
    }

    /// What is typed when the bytes come in these pieces, with a pause at the end.
    fn typed_in<'b>(pieces: impl IntoIterator<Item = &'b [u8]>) -> Vec<Typed> {
        let mut decoder = Decoder::default();
        let mut typed = Vec::new();
        for piece in pieces {
            decoder.feed(piece, &mut typed);
        }
        while decoder.patience().is_some() {
            decoder.pause(&mut typed);
        }
        typed
    }

    #[test]
    fn the_keys_of_the_table_are_known_as_terminals_send_them() {
        for (bytes, expected) in [
            (&b"\x1b[A"[..], plain(KeyCode::Up)),
            (b"\x1bOA", plain(KeyCode::Up)),
            (b"\x1b[1;2C", key(KeyCode::Right, KeyModifiers::SHIFT)),
            (b"\x1b[5~", plain(KeyCode::PageUp)),
            (b"\x1b[H", plain(KeyCode::Home)),
            (b"\x1b[1~", plain(KeyCode::Home)),
            (b"\x1b[4~", plain(KeyCode::End)),
            (b"\x1b[Z", key(KeyCode::BackTab, KeyModifiers::SHIFT)),
            (b"\x1b\t", key(KeyCode::Tab, KeyModifiers::ALT)),
            (b"\x1bOP", plain(KeyCode::F(1))),
            (b"\x1b[[A", plain(KeyCode::F(1))),
            (b"\x03", key(KeyCode::Char('c'), KeyModifiers::CONTROL)),
            (b"\x1a", key(KeyCode::Char('z'), KeyModifiers::CONTROL)),
            (b"\x7f", plain(KeyCode::Backspace)),
            (b"\r", plain(KeyCode::Enter)),
            (b"\x1b", plain(KeyCode::Esc)),
            (b"N", key(KeyCode::Char('N'), KeyModifiers::SHIFT)),
            ("ｗ".as_bytes(), plain(KeyCode::Char('ｗ'))),
        ] {
            assert_eq!(typed_in([bytes]), [expected], "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn a_sequence_torn_anywhere_is_one_key_all_the_same() {
        for bytes in [&b"\x1b[A"[..], b"\x1bOA", b"\x1b[1;2C", b"\x1b[15~", "ｗ".as_bytes()] {
            let whole = typed_in([bytes]);
            for cut in 1..bytes.len() {
                let (head, tail) = bytes.split_at(cut);
                assert_eq!(typed_in([head, tail]), whole, "{}", bytes.escape_ascii());
            }
        }
    }

    #[test]
    fn keys_that_wait_together_stay_apart() {
        let expected = [KeyCode::Right, KeyCode::Char('u'), KeyCode::Esc].map(plain);
        assert_eq!(typed_in([&b"\x1b[Cu\x1b"[..]]), expected);
    }

    #[test]
    fn esc_and_a_key_right_after_it_are_two_keys() {
        let esc = || plain(KeyCode::Esc);
        assert_eq!(typed_in([&b"\x1bu"[..]]), [esc(), plain(KeyCode::Char('u'))]);
        assert_eq!(typed_in([&b"\x1b\x1b"[..]]), [esc(), esc()]);
        assert_eq!(typed_in([&b"\x1b\x1b[A"[..]]), [esc(), plain(KeyCode::Up)]);
        assert_eq!(typed_in([&b"\x1b\r"[..]]), [esc(), plain(KeyCode::Enter)]);
        let interrupt = key(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(typed_in([&b"\x1b\x03"[..]]), [esc(), interrupt]);
        assert_eq!(typed_in(["\x1bé".as_bytes()]), [esc(), plain(KeyCode::Char('é'))]);
    }

    #[test]
    fn a_sequence_that_was_broken_off_does_not_spoil_the_next() {
        assert_eq!(typed_in([&b"\x1b[1;\x1b[B"[..]]), [plain(KeyCode::Down)]);
    }

    #[test]
    fn a_paste_is_one_piece_however_it_is_cut() {
        let bytes = "\x1b[200~:box é 1\r\nq\x1b[201~".as_bytes();
        let expected = [Typed::Paste(":box é 1\r\nq".to_owned())];
        for cut in 1..bytes.len() {
            let (head, tail) = bytes.split_at(cut);
            assert_eq!(typed_in([head, tail]), expected, "cut at {cut}");
        }
    }

    #[test]
    fn what_the_mouse_does_is_known_and_of_a_drag_the_last_place() {
        let event = |kind, col, row| Typed::Mouse(MouseEvent { kind, col, row });
        let bytes =
            b"\x1b[<0;12;7M\x1b[<32;13;7M\x1b[<32;20;9M\x1b[<0;20;9m\x1b[<64;1;1M\x1b[<35;4;4M";
        let expected = [
            event(MouseKind::Press, 11, 6),
            event(MouseKind::Drag, 19, 8),
            event(MouseKind::Release, 19, 8),
            event(MouseKind::WheelUp, 0, 0),
        ];
        assert_eq!(typed_in([&bytes[..]]), expected);
        for cut in 1..bytes.len() {
            let (head, tail) = bytes.split_at(cut);
            assert_eq!(typed_in([head, tail]), expected, "cut at {cut}");
        }
    }

    #[test]
    fn the_answers_of_a_terminal_are_no_keys() {
        assert_eq!(typed_in([&b"\x1b[12;40R"[..]]), [Typed::Position { column: 40 }]);
        assert_eq!(typed_in([&b"\x1b[?62;22c"[..]]), []);
    }

    #[test]
    fn nothing_is_waited_for_when_nothing_has_begun() {
        let mut decoder = Decoder::default();
        let mut typed = Vec::new();
        assert_eq!(decoder.patience(), None);
        decoder.feed(b"\x1b[A", &mut typed);
        assert_eq!(decoder.patience(), None);
        decoder.feed(b"\x1b", &mut typed);
        assert_eq!(decoder.patience(), Some(ESCAPE_TIME));
    }

    #[test]
    fn a_sequence_without_an_end_does_not_swallow_what_follows_a_pause() {
        for begun in [&b"\x1b["[..], b"\x1b]0;title", b"\x1b[?25h", b"\x1b[200~lost", b"\xe7"] {
            let mut decoder = Decoder::default();
            let mut typed = Vec::new();
            decoder.feed(begun, &mut typed);
            decoder.pause(&mut typed);
            typed.clear();
            decoder.feed(b"q", &mut typed);
            assert_eq!(typed, [plain(KeyCode::Char('q'))], "{}", begun.escape_ascii());
        }
    }

    /// What is typed, each with the bytes that terminals send for it. The Esc key
    /// comes last: what follows it in the same breath may belong to it.
    fn pieces() -> impl Strategy<Value = (Vec<u8>, Typed)> {
        let paste = "[a-zé:. 0-9]{0,8}".prop_map(|text| {
            (format!("\x1b[200~{text}\x1b[201~").into_bytes(), Typed::Paste(text))
        });
        let answer = (2_u16..200, 1_u16..300).prop_map(|(row, column)| {
            (format!("\x1b[{row};{column}R").into_bytes(), Typed::Position { column })
        });
        let known = proptest::sample::select(vec![
            (&b"\x1b[A"[..], plain(KeyCode::Up)),
            (b"\x1bOB", plain(KeyCode::Down)),
            (b"\x1b[1;2C", key(KeyCode::Right, KeyModifiers::SHIFT)),
            (b"\x1b[6~", plain(KeyCode::PageDown)),
            (b"\x1b\t", key(KeyCode::Tab, KeyModifiers::ALT)),
            (b"\t", plain(KeyCode::Tab)),
            (b"q", plain(KeyCode::Char('q'))),
            (b"\x12", key(KeyCode::Char('r'), KeyModifiers::CONTROL)),
            ("ｈ".as_bytes(), plain(KeyCode::Char('ｈ'))),
        ]);
        let known = known.prop_map(|(bytes, typed)| (bytes.to_vec(), typed));
        prop_oneof![6 => known, 1 => paste, 2 => answer]
    }

    proptest! {
        #[test]
        fn no_key_is_lost_or_torn_however_the_bytes_are_cut(
            sent in proptest::collection::vec(pieces(), 0..12),
            cuts in proptest::collection::vec(1_usize..7, 0..40),
        ) {
            let bytes: Vec<u8> = sent.iter().flat_map(|(bytes, _)| bytes.clone()).collect();
            let mut rest = bytes.as_slice();
            let mut cut = Vec::new();
            for length in cuts {
                let (piece, after) = rest.split_at(length.min(rest.len()));
                cut.push(piece);
                rest = after;
            }
            cut.push(rest);
            let expected: Vec<Typed> = sent.into_iter().map(|(_, typed)| typed).collect();
            prop_assert_eq!(typed_in(cut), expected);
        }

        #[test]
        fn any_bytes_are_read_without_a_panic_and_come_to_rest(
            pieces in proptest::collection::vec(
                proptest::collection::vec(
                    prop_oneof![any::<u8>(), proptest::sample::select(&b"\x1b[O<?>;M~0129Rcu]P"[..])],
                    0..12,
                ),
                0..8,
            ),
        ) {
            let mut decoder = Decoder::default();
            let mut typed = Vec::new();
            for piece in &pieces {
                decoder.feed(piece, &mut typed);
            }
            if decoder.patience().is_some() {
                decoder.pause(&mut typed);
            }
            prop_assert_eq!(decoder.patience(), None);
        }
    }
}
