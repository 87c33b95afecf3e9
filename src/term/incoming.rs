//! What comes in from outside: keys and requests, read between frames and in the
//! midst of long commands. What is done about them does not live here.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent};

use super::control::Notices;
use super::input::{Drained, Keyboard, Queue, Source, Typed};
use super::signals::{Requests, SignalRequest};
use super::wire::{Ready, Wakers, Wire};
use crate::app::{Action, App, KeyMap, KeyPress, Lookup, Pane};

/// How often a long command looks at the keyboard.
const LOOK_TIME: Duration = Duration::from_millis(50);

/// The keyboard with its queue, and the requests.
#[derive(Debug)]
pub(super) struct Incoming {
    keyboard: Keyboard,
    requests: Requests,
    queue: Queue,
    keymap: KeyMap,
    /// When the keyboard was last looked at.
    looked: Instant,
    /// Whether a key has asked the command of this moment to stop.
    is_stopped: bool,
    /// When the command of this moment began, and how long it may run.
    begun: Instant,
    command_time: Option<Duration>,
    /// Whether it was stopped for having run too long.
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

/// What may be done with input that does not fit into the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overflow {
    /// Keys are dropped, except for one that interrupts: it may be the only way out.
    Dropped,
    /// They are text, and none is dropped unless all are; nothing is read until
    /// the queue is empty.
    Kept,
}

impl Overflow {
    /// What may be done with it where the app is now.
    pub(super) fn of(app: &App) -> Self {
        if app.input.is_text() { Self::Kept } else { Self::Dropped }
    }
}

impl Incoming {
    pub(super) fn new(source: Source, requests: Requests, keymap: KeyMap) -> Self {
        Self {
            keyboard: Keyboard::new(source),
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

    /// The same, where a command may run no longer than this.
    pub(super) fn within(mut self, command_time: Option<Duration>) -> Self {
        self.command_time = command_time;
        self
    }

    /// How long a command may run, if one was stopped for that since the last call.
    pub(super) fn take_ran_out(&mut self) -> Option<Duration> {
        self.command_time.filter(|_| std::mem::take(&mut self.ran_out))
    }

    /// Whether keys wait in the queue.
    pub(super) fn has_input(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Waits for input, a request, answers of programs, or the end of `time`; for a stalled
    /// wire, too.
    /// Does not wait while input is in the queue.
    pub(super) fn wait(
        &mut self,
        stalled: Option<&Wire>,
        answers: Option<BorrowedFd<'_>>,
        time: Option<Duration>,
    ) -> io::Result<Ready> {
        let time = if self.queue.is_empty() { time } else { Some(Duration::ZERO) };
        let wakers = Wakers { requests: self.requests.as_fd(), output: stalled, answers };
        let mut typed = Vec::new();
        let ready = self.keyboard.wait(wakers, time, &mut typed)?;
        self.queue.add_all(typed.into_iter());
        Ok(ready)
    }

    /// Reads a portion of what was typed.
    pub(super) fn read(&mut self, overflow: Overflow) -> io::Result<Drained> {
        if overflow == Overflow::Kept && !self.queue.is_empty() {
            return Ok(Drained::Empty);
        }
        let mut typed = Vec::new();
        let drained = self.keyboard.drain(self.requests.as_fd(), &mut typed)?;
        match overflow {
            Overflow::Kept => self.queue.add_text(typed.into_iter(), Instant::now()),
            Overflow::Dropped => {
                let leads_out = |key: &KeyEvent| means(&self.keymap, *key, Action::Interrupt);
                self.queue.add_but_keep(typed.into_iter(), Instant::now(), leads_out);
            }
        }
        Ok(drained)
    }

    /// Waits for the answer to a question where the cursor is, and gives its column.
    ///
    /// # Errors
    /// As of [`Self::await_answer`].
    pub(super) fn await_position(&mut self, time: Duration) -> io::Result<Option<u16>> {
        self.await_answer(time, |typed| match typed {
            Typed::Position { column } => Some(*column),
            _ => None,
        })
    }

    /// Waits for the answer to a question for the background and then for what the
    /// terminal is, and gives the background's red, green and blue: `None` if only the
    /// other answer comes.
    ///
    /// # Errors
    /// As of [`Self::await_answer`].
    pub(super) fn await_background(&mut self, time: Duration) -> io::Result<Option<[u8; 3]>> {
        let background = |typed: &Typed| match typed {
            Typed::Background(rgb) => Some(*rgb),
            _ => None,
        };
        let is_end = |typed: &Typed| (*typed == Typed::Attributes).then_some(());
        // The answers come in the order of the questions.
        self.await_answer(time, is_end)?;
        Ok(self.queue.take(background))
    }

    /// Waits for an answer. Other input stays in the queue. `None` if no answer comes in
    /// time, a request comes, or the terminal is gone, which the loop finds out.
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
            let ready = self.keyboard.wait(wakers, Some(left), &mut typed)?;
            self.queue.add_all(typed.into_iter());
            if ready.requests || (ready.keyboard && self.read(Overflow::Dropped)? == Drained::Gone)
            {
                return Ok(None);
            }
        }
    }

    /// The next input to handle.
    pub(super) fn next(&mut self) -> Option<Typed> {
        self.command_begins();
        self.queue.next()
    }

    /// The characters to type next, if they are more than one.
    pub(super) fn next_run(&mut self) -> Option<String> {
        self.command_begins();
        self.queue.next_run()
    }

    /// Drops what has waited too long; of keys, all but the one that interrupts.
    pub(super) fn drop_backlog(&mut self, overflow: Overflow) {
        let leads_out = |key: &KeyEvent| {
            overflow == Overflow::Dropped && means(&self.keymap, *key, Action::Interrupt)
        };
        self.queue.drop_backlog(Instant::now(), leads_out);
    }

    /// Drops what waits and what follows without a pause.
    pub(super) fn drop_all(&mut self) {
        self.queue.drop_all(Instant::now());
    }

    /// Another command may begin: what stopped the last one does not stop it.
    pub(super) fn command_begins(&mut self) {
        self.is_stopped = false;
        self.looked = Instant::now();
        self.begun = self.looked;
    }

    /// Whether a paste has begun and not ended.
    pub(super) const fn is_pasting(&self) -> bool {
        self.keyboard.is_pasting()
    }

    /// How many keys were dropped so far, while they are.
    pub(super) fn dropped(&self) -> Option<usize> {
        self.queue.dropped()
    }

    /// What is asked for.
    pub(super) fn take_request(&mut self) -> io::Result<SignalRequest> {
        self.requests.take()
    }

    /// What is to be seen besides the screen's own picture.
    pub(super) fn notices(&self) -> Notices {
        self.requests.notices()
    }

    /// Whether a key leads out: it leaves, or interrupts.
    pub(super) fn leads_out(&self, key: KeyEvent) -> bool {
        [Action::Interrupt, Action::Quit].into_iter().any(|out| means(&self.keymap, key, out))
    }

    /// Whether a request waits that cannot wait for long.
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

    /// What a long command is asked for by requests and keys, now and then: Esc and
    /// the key that interrupts stop it. That key, and what was typed before it
    /// while the command went on, is dropped. Other keys wait.
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
        // The loop finds out what is wrong.
        let looked = self.look_at_keys().unwrap_or(Looked::Stop);
        self.is_stopped = looked == Looked::Stop;
        looked
    }

    fn look_at_keys(&mut self) -> io::Result<Looked> {
        let ready = self.wait(None, None, Some(Duration::ZERO))?;
        let (mut typed, mut drained) = (Vec::new(), Drained::Empty);
        if ready.keyboard {
            drained = self.keyboard.drain(self.requests.as_fd(), &mut typed)?;
        }
        let keymap = &self.keymap;
        let stops =
            |key: &KeyEvent| key.code == KeyCode::Esc || means(keymap, *key, Action::Interrupt);
        let repaints = |key: &KeyEvent| means(keymap, *key, Action::Repaint);
        // They count even in a flood: nothing takes keys out of the queue meanwhile.
        self.queue.add_urgent(typed, Instant::now(), |key| stops(key) || repaints(key));
        Ok(if drained == Drained::Gone || self.queue.drop_through(stops) {
            Looked::Stop
        } else if self.queue.take_keys(repaints) {
            Looked::Repaint
        } else {
            Looked::GoOn
        })
    }
}

/// Whether a key alone means this.
fn means(keymap: &KeyMap, key: KeyEvent, action: Action) -> bool {
    keymap.look_up(&[KeyPress::from(key)], Pane::Arena) == Lookup::Action(action)
}
