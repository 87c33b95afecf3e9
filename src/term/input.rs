//! Turns bytes from the keyboard into keys and pastes.
//!
//! Terminals send a function key as several bytes that start with Esc, and slow
//! lines tear them apart: so the rest of a sequence gets a little time to
//! arrive. What does not live here: what keys do.

mod decode;
mod paste;
mod queue;

use std::io::{self, Stdin};
use std::mem;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use termina::Parser;

use decode::decode;
use paste::Paste;
pub(super) use paste::Pasted;
pub use queue::MAX_QUEUED_KEYS;
pub(super) use queue::Queue;

use super::wire::{self, Read, Ready, Wakers};
use crate::app::{MouseEvent, MouseKind};

/// Input from the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// A key.
    Key(KeyEvent),
    /// Pasted text.
    Paste(Pasted),
    /// A mouse event.
    Mouse(MouseEvent),
    /// The terminal's answer to the question where its cursor is.
    Position {
        /// The column, from 1.
        column: u16,
    },
}

/// How draining the input ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drained {
    /// All of it, or a portion, was read.
    Empty,
    /// The keyboard is gone.
    Gone,
}

/// How long a lone Esc may still begin a sequence: enough for two packets of a
/// line, too short to notice.
const ESCAPE_TIME: Duration = Duration::from_millis(40);
/// How long the rest of a sequence may take. Then the beginning is dropped, so
/// that the keyboard never hangs.
const SEQUENCE_TIME: Duration = Duration::from_secs(1);
/// How long the rest of a paste may take; it comes in many packets.
const PASTE_TIME: Duration = Duration::from_secs(10);

/// The most bytes read at a time. Between two portions input is handled, signals
/// are obeyed and the screen is drawn.
const PORTION_BYTES: usize = 16 << 10;
/// The longest sequence of a key or an answer. A longer one is dropped.
const MAX_SEQUENCE_BYTES: usize = 4096;

const ESCAPE: u8 = 0x1b;

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

    /// Waits for input, a signal, or the end of `time`. Never waits forever in
    /// the middle of a sequence, because the pause itself may make it a key.
    pub(super) fn wait(
        &mut self,
        wakers: Wakers<'_>,
        time: Option<Duration>,
        typed: &mut Vec<Typed>,
    ) -> io::Result<Ready> {
        let patience = self.patience_left();
        let time = [patience, time].into_iter().flatten().min();
        let ready = wire::wait_for_any(&self.stdin, wakers, time)?;
        if !ready.keyboard && self.patience_left() == Some(Duration::ZERO) {
            self.decoder.pause(typed);
        }
        Ok(ready)
    }

    fn patience_left(&self) -> Option<Duration> {
        let patience = self.decoder.patience()?;
        Some(patience.saturating_sub(self.last_byte.elapsed()))
    }

    /// Reads a portion of what has arrived.
    pub(super) fn drain(
        &mut self,
        signals: BorrowedFd<'_>,
        typed: &mut Vec<Typed>,
    ) -> io::Result<Drained> {
        let mut room = [0; 4096];
        let mut portion = 0;
        while portion < PORTION_BYTES {
            match wire::read(&self.stdin, &mut room)? {
                Read::Gone => return Ok(Drained::Gone),
                Read::Nothing => return Ok(Drained::Empty),
                Read::Bytes(count) => {
                    portion += count;
                    self.decoder.feed(&room[..count], typed);
                    self.last_byte = Instant::now();
                }
            }
            let now = Some(Duration::ZERO);
            if !wire::wait_for_any(&self.stdin, Wakers::signals(signals), now)?.keyboard {
                break;
            }
        }
        Ok(Drained::Empty)
    }
}

/// Turns bytes into keys, however they are split.
#[derive(Debug, Default)]
struct Decoder {
    parser: Parser,
    /// The bytes since the last event; the parser may be in the middle of them.
    begun: Vec<u8>,
    /// The paste that has begun, if any.
    paste: Option<Paste>,
    lone_escape: LoneEscape,
}

/// What became of a lone Esc. A slow line may have torn a sequence apart there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LoneEscape {
    /// There was none recently.
    #[default]
    None,
    /// It counted as the key, and nothing followed.
    Key,
    /// It counted as the key, but what followed continues a sequence.
    GoesOn,
}

impl Decoder {
    fn feed(&mut self, bytes: &[u8], typed: &mut Vec<Typed>) {
        for &byte in bytes {
            if let Some(paste) = &mut self.paste {
                if let Some(pasted) = paste.take(byte) {
                    self.paste = None;
                    typed.push(Typed::Paste(pasted));
                }
                continue;
            }
            if byte == ESCAPE && self.is_cut_short_by_escape() {
                self.pause(typed);
            }
            // None of these is a key of ours: it may be the rest of a sequence.
            if mem::take(&mut self.lone_escape) == LoneEscape::Key && matches!(byte, b'[' | b'O') {
                self.parse(ESCAPE);
                self.lone_escape = LoneEscape::GoesOn;
            }
            self.parse(byte);
            self.take(typed);
            if self.begun == paste::BEGIN {
                self.paste = Some(Paste::default());
                self.forget_begun();
            } else if self.begun.len() > MAX_SEQUENCE_BYTES {
                self.forget_begun();
            }
        }
    }

    fn forget_begun(&mut self) {
        self.parser = Parser::default();
        self.begun.clear();
    }

    fn parse(&mut self, byte: u8) {
        self.begun.push(byte);
        self.parser.parse(&[byte], true);
    }

    /// No key contains Esc: one that arrives begins another key.
    fn is_cut_short_by_escape(&self) -> bool {
        match self.begun.as_slice() {
            [ESCAPE] => true,
            // A torn character.
            [first, ..] if !first.is_ascii() => true,
            [ESCAPE, b'[' | b'O', ..] => true,
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

    /// How long to wait for the missing rest, if any.
    fn patience(&self) -> Option<Duration> {
        if self.paste.is_some() {
            return Some(PASTE_TIME);
        }
        match self.begun.as_slice() {
            [] => None,
            [ESCAPE] => Some(ESCAPE_TIME),
            [ESCAPE, _] if self.lone_escape == LoneEscape::GoesOn => Some(ESCAPE_TIME),
            _ => Some(SEQUENCE_TIME),
        }
    }

    /// The wait is over.
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
            _ => {}
        }
        self.parser.parse(&[], false);
        self.take(typed);
        if !mem::take(&mut self.begun).is_empty() {
            self.parser = Parser::default();
        }
    }
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

/// Whether these bytes are Esc and another key in quick succession, which looks
/// like Alt and that key. We use no Alt, but many people press Esc and go on at
/// once, and slow lines deliver both in one packet. Only Esc with Tab has its
/// own meaning.
fn is_two_keys(bytes: &[u8], key: KeyEvent) -> bool {
    matches!(bytes, [ESCAPE, second, ..] if !matches!(second, b'[' | b'O'))
        && key.modifiers.contains(KeyModifiers::ALT)
        && key.code != KeyCode::Tab
}

#[cfg(test)]
mod tests;
