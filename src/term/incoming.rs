//! Input from outside: keys and requests, read between frames and in the middle of long commands.
//! Not here: how they are handled.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent};

use super::control::Notices;
use super::input::{Decoder, Queue, Typed};
use super::signals::{Requests, SignalRequest};
use super::terminal_io::{Ready, Source, TerminalIo, Wakers};
use crate::app::{Action, App, Background, KeyMap, KeyPress, Lookup, Pane};

/// How often a long command checks the keyboard.
const LOOK_TIME: Duration = Duration::from_millis(50);

/// The keyboard with its queue, and the pending requests.
#[derive(Debug)]
pub(super) struct Incoming {
    keyboard: Source,
    decoder: Decoder,
    requests: Requests,
    queue: Queue,
    keymap: KeyMap,
    /// When the keyboard was last checked.
    looked: Instant,
    /// Whether a key has asked the current command to stop.
    is_stopped: bool,
    /// When the current command began, and how long it may run.
    begun: Instant,
    command_time: Option<Duration>,
    /// Whether the command was stopped for running too long.
    ran_out: bool,
}

/// What requests and keys ask of a long command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looked {
    /// It is too soon to look again.
    NotNow,
    /// To go on.
    GoOn,
    /// To go on, and to draw everything again.
    Repaint,
    /// To stop.
    Stop,
}

/// What to do with input that does not fit into the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overflow {
    /// Keys are dropped, except for one that interrupts: it may be the only way out.
    Dropped,
    /// Keys are text: either all are kept or all are dropped. Nothing more is read until the queue
    /// is empty.
    Kept,
}

impl Overflow {
    /// The policy for the app's current state.
    pub(super) fn of(app: &App) -> Self {
        if app.input.is_text() { Self::Kept } else { Self::Dropped }
    }
}

impl Incoming {
    pub(super) fn new(source: Source, requests: Requests, keymap: KeyMap) -> Self {
        Self {
            keyboard: source,
            decoder: Decoder::default(),
            requests,
            queue: Queue::default(),
            keymap,
            looked: Instant::now(),
            is_stopped: false,
            begun: Instant::now(),
            command_time: None,
            ran_out: false,
        }
    }

    /// Sets a time limit for commands.
    pub(super) fn within(mut self, command_time: Option<Duration>) -> Self {
        self.command_time = command_time;
        self
    }

    /// Takes the time limit if a command was stopped for exceeding it since the last call.
    pub(super) fn take_ran_out(&mut self) -> Option<Duration> {
        self.command_time.filter(|_| std::mem::take(&mut self.ran_out))
    }

    /// Whether keys wait in the queue.
    pub(super) fn has_input(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Waits for input, a request, an answer from a program, or the end of `time`; also until a
    /// stalled wire can be written. Does not wait while input is queued.
    pub(super) fn wait(
        &mut self,
        stalled: Option<&TerminalIo>,
        answers: Option<BorrowedFd<'_>>,
        time: Option<Duration>,
    ) -> io::Result<Ready> {
        let time = if self.queue.is_empty() { time } else { Some(Duration::ZERO) };
        let wakers = Wakers { requests: self.requests.as_fd(), output: stalled, answers };
        let mut typed = Vec::new();
        let ready = self.decoder.wait(&self.keyboard, wakers, time, &mut typed)?;
        self.queue.add_all(typed.into_iter());
        Ok(ready)
    }

    /// Reads a portion of the input. Returns whether the keyboard is gone.
    pub(super) fn read(&mut self, overflow: Overflow) -> io::Result<bool> {
        if overflow == Overflow::Kept && !self.queue.is_empty() {
            return Ok(false);
        }
        let mut typed = Vec::new();
        let is_gone = self.decoder.drain(&self.keyboard, self.requests.as_fd(), &mut typed)?;
        match overflow {
            Overflow::Kept => self.queue.add_text(typed.into_iter(), Instant::now()),
            Overflow::Dropped => {
                let leads_out = |key: &KeyEvent| means(&self.keymap, *key, Action::Interrupt);
                self.queue.add_but_keep(typed.into_iter(), Instant::now(), leads_out);
            }
        }
        Ok(is_gone)
    }

    /// Waits for the answer to a cursor position query, and returns the column.
    ///
    /// # Errors
    /// As of [`Self::await_answer`].
    pub(super) fn await_position(&mut self, time: Duration) -> io::Result<Option<u16>> {
        self.await_answer(time, |typed| match typed {
            Typed::Position { column } => Some(*column),
            _ => None,
        })
    }

    /// Waits for the answers to a background query and a device attributes query, and returns the
    /// background's red, green and blue; `None` if the terminal answers only the second.
    ///
    /// # Errors
    /// As of [`Self::await_answer`].
    pub(super) fn await_background(&mut self, time: Duration) -> io::Result<Option<[u8; 3]>> {
        let background = |typed: &Typed| match typed {
            Typed::Background(rgb) => Some(*rgb),
            _ => None,
        };
        let is_end = |typed: &Typed| (*typed == Typed::Attributes).then_some(());
        // The answers arrive in the order of the queries.
        self.await_answer(time, is_end)?;
        Ok(self.queue.take(background))
    }

    /// Waits for an answer. Other input stays in the queue. Returns `None` if no answer arrives in
    /// time, a request arrives, or the terminal is gone; the loop notices the latter by itself.
    ///
    /// # Errors
    /// When the terminal cannot be read.
    fn await_answer<T>(
        &mut self,
        time: Duration,
        found_in: impl Fn(&Typed) -> Option<T>,
    ) -> io::Result<Option<T>> {
        let begun = Instant::now();
        loop {
            let answer = self.queue.take(&found_in);
            let left = time.saturating_sub(begun.elapsed());
            if answer.is_some() || left.is_zero() {
                return Ok(answer);
            }
            let mut typed = Vec::new();
            let wakers = Wakers::requests(self.requests.as_fd());
            let ready = self.decoder.wait(&self.keyboard, wakers, Some(left), &mut typed)?;
            self.queue.add_all(typed.into_iter());
            if ready.requests || (ready.keyboard && self.read(Overflow::Dropped)?) {
                return Ok(None);
            }
        }
    }

    /// The next input to handle.
    pub(super) fn next(&mut self) -> Option<Typed> {
        self.command_begins();
        self.queue.next()
    }

    /// The next characters to type, if there are at least two.
    pub(super) fn next_run(&mut self) -> Option<String> {
        self.command_begins();
        self.queue.next_run()
    }

    /// Drops input that has waited too long, except for a key that interrupts.
    pub(super) fn drop_backlog(&mut self, overflow: Overflow) {
        let leads_out = |key: &KeyEvent| {
            overflow == Overflow::Dropped && means(&self.keymap, *key, Action::Interrupt)
        };
        self.queue.drop_backlog(Instant::now(), leads_out);
    }

    /// Drops the queue, and the input that follows without a pause.
    pub(super) fn drop_all(&mut self) {
        self.queue.drop_all(Instant::now());
    }

    /// Resets the stop flag and the timer: another command may begin.
    pub(super) fn command_begins(&mut self) {
        self.is_stopped = false;
        self.looked = Instant::now();
        self.begun = self.looked;
    }

    /// Whether a paste has begun and not ended.
    pub(super) const fn is_pasting(&self) -> bool {
        self.decoder.is_pasting()
    }

    /// How many keys have been dropped so far, while input is being dropped.
    pub(super) fn dropped(&self) -> Option<usize> {
        self.queue.dropped()
    }

    /// Takes the most urgent request.
    pub(super) fn take_request(&mut self) -> io::Result<SignalRequest> {
        self.requests.take()
    }

    /// What is to be shown besides the screen's own picture.
    pub(super) fn notices(&self) -> Notices {
        self.requests.notices()
    }

    /// Whether a key leads out: it leaves, or interrupts.
    pub(super) fn leads_out(&self, key: KeyEvent) -> bool {
        [Action::Interrupt, Action::Quit].into_iter().any(|out| means(&self.keymap, key, out))
    }

    /// Whether an urgent request is pending.
    pub(super) fn is_asked(&self) -> bool {
        self.requests.is_raised()
    }

    /// Columns and rows of the terminal.
    pub(super) fn size(&self) -> (u16, u16) {
        self.requests.size()
    }

    /// Drops requests that the next picture answers anyway.
    pub(super) fn forget_redraws(&mut self) {
        self.requests.forget_redraws();
    }

    /// What requests and keys ask of a long command, checked now and then. Esc and the key that
    /// interrupts stop it; that key, and everything typed before it during the command, is dropped.
    /// Other keys stay queued.
    pub(super) fn look(&mut self) -> Looked {
        if self.is_stopped || self.requests.is_raised() {
            return Looked::Stop;
        }
        let now = Instant::now();
        if now.saturating_duration_since(self.looked) < LOOK_TIME {
            return Looked::NotNow;
        }
        self.looked = now;
        if self.command_time.is_some_and(|time| now.saturating_duration_since(self.begun) > time) {
            (self.is_stopped, self.ran_out) = (true, true);
            return Looked::Stop;
        }
        // The loop finds out what is wrong with the terminal.
        let looked = self.look_at_keys().unwrap_or(Looked::Stop);
        self.is_stopped = looked == Looked::Stop;
        looked
    }

    fn look_at_keys(&mut self) -> io::Result<Looked> {
        let ready = self.wait(None, None, Some(Duration::ZERO))?;
        let (mut typed, mut is_gone) = (Vec::new(), false);
        if ready.keyboard {
            is_gone = self.decoder.drain(&self.keyboard, self.requests.as_fd(), &mut typed)?;
        }
        let keymap = &self.keymap;
        let stops =
            |key: &KeyEvent| key.code == KeyCode::Esc || means(keymap, *key, Action::Interrupt);
        let repaints = |key: &KeyEvent| means(keymap, *key, Action::Repaint);
        // They count even in a flood, since nothing drains the queue in the meantime.
        self.queue.add_urgent(typed, Instant::now(), |key| stops(key) || repaints(key));
        Ok(if is_gone || self.queue.drop_through(stops) {
            Looked::Stop
        } else if self.queue.take_keys(repaints) {
            Looked::Repaint
        } else {
            Looked::GoOn
        })
    }
}

/// Whether a single key is bound to this action.
fn means(keymap: &KeyMap, key: KeyEvent, action: Action) -> bool {
    keymap.look_up(&[KeyPress::from(key)], Pane::Arena) == Lookup::Action(action)
}

// Queries the terminal before the first picture.
//
// One query is for the background colour: only on a local terminal, and only if the theme depends
// on it. The other is for the width of box-drawing characters, in locales where it is doubtful:
// Unicode calls their width ambiguous, and terminals made for Japanese, Chinese and Korean often
// give them two columns, which would break every row.

/// How long to wait for the width of a line glyph. Terminals that do not answer get line glyphs.
const WIDTH_PATIENCE: Duration = Duration::from_millis(500);

/// Draws one line glyph and asks for the cursor position. It does so in the second row, because the
/// answer for the first looks like a function key with Shift.
const WIDTH_QUESTION: &[u8] = "\x1b[2H─\x1b[6n".as_bytes();
/// Erases the glyph.
const TIDY: &[u8] = b"\r\x1b[K";

/// Measures how many columns a line glyph takes; `None` without an answer.
pub(super) fn line_glyph(
    incoming: &mut Incoming,
    wire: &mut TerminalIo,
) -> io::Result<Option<u16>> {
    wire.send(WIDTH_QUESTION)?;
    let column = incoming.await_position(WIDTH_PATIENCE)?;
    wire.send(TIDY)?;
    // Columns count from 1, and the glyph was in the first.
    Ok(column.map(|column| column.saturating_sub(1)))
}

/// How long to wait for the background colour.
const BACKGROUND_PATIENCE: Duration = Duration::from_millis(100);

/// Queries the background colour (OSC 11), which not every terminal answers, then the device
/// attributes (DA1), which every terminal does: so there is no wait for a terminal that ignores the
/// first.
const BACKGROUND_QUESTION: &[u8] = b"\x1b]11;?\x1b\\\x1b[c";

/// Determines whether the background is dark or light; `None` without an answer, or if it is
/// neither.
pub(super) fn background(
    incoming: &mut Incoming,
    wire: &mut TerminalIo,
) -> io::Result<Option<Background>> {
    // Not recorded: the terminal that plays the recording would answer to its shell.
    let cast = wire.cast.take();
    let sent = wire.send(BACKGROUND_QUESTION);
    wire.cast = cast;
    sent?;
    let rgb = incoming.await_background(BACKGROUND_PATIENCE)?;
    Ok(rgb.and_then(Background::of))
}
