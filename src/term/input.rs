//! Bytes from the keyboard, made into keys and pastes.
//!
//! Terminals send a function key as several bytes that begin with the byte of
//! the Esc key, and slow lines tear them apart: so a sequence that has begun is
//! waited for a little. What the keys do does not live here.

mod decode;

use std::io::{self, Stdin};
use std::mem;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use termina::Parser;

use decode::meaning;

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
    lone_escape: LoneEscape,
}

/// What became of an Esc byte that nothing followed for a while. A slow line may
/// have torn a sequence apart there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LoneEscape {
    /// There was none, or it is long ago.
    #[default]
    None,
    /// It was taken for the key, and nothing came since.
    Key,
    /// It was taken for the key, and yet what came next goes on with a sequence.
    GoesOn,
}

impl Decoder {
    fn feed(&mut self, bytes: &[u8], typed: &mut Vec<Typed>) {
        for &byte in bytes {
            if byte == ESCAPE && self.is_cut_short_by_escape() {
                self.pause(typed);
            }
            // No key of the table is one of these: it may be the rest.
            if mem::take(&mut self.lone_escape) == LoneEscape::Key && matches!(byte, b'[' | b'O') {
                self.parse(ESCAPE);
                self.lone_escape = LoneEscape::GoesOn;
            }
            self.parse(byte);
            self.take(typed);
        }
    }

    fn parse(&mut self, byte: u8) {
        self.begun.push(byte);
        self.parser.parse(&[byte], true);
    }

    /// No key has an Esc byte in its midst: one that comes begins another.
    fn is_cut_short_by_escape(&self) -> bool {
        match self.begun.as_slice() {
            [ESCAPE] => true,
            // A character that was cut off.
            [first, ..] if !first.is_ascii() => true,
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
            [ESCAPE, _] if self.lone_escape == LoneEscape::GoesOn => Some(ESCAPE_TIME),
            begun if begun.starts_with(PASTE_BEGINS) => Some(PASTE_TIME),
            _ => Some(SEQUENCE_TIME),
        }
    }

    /// Nothing came for as long as there was patience.
    fn pause(&mut self, typed: &mut Vec<Typed>) {
        match (mem::take(&mut self.lone_escape), self.begun.as_slice()) {
            (_, [ESCAPE]) => self.lone_escape = LoneEscape::Key,
            (LoneEscape::GoesOn, &[ESCAPE, byte]) => {
                // It does not go on: somebody has typed it.
                self.parser = Parser::default();
                self.begun.clear();
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

#[cfg(test)]
mod tests;
