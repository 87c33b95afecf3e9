//! Passes questions to the thread of a program, and its answers back.
//!
//! A question about the pair takes precedence over one about lines of the log, and that over one
//! about cells of a map: it interrupts the round of a less urgent question.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::OwnPrograms;
use crate::host::program::{Asked, Asker, CommandWords, ProgramFault, Protocol, Stop};
use hitscan_core::methods::OwnReply;

/// The questions for the thread of a program.
#[derive(Debug)]
pub(super) struct Inbox {
    task: Mutex<Task>,
    has_changed: Condvar,
    /// Set to interrupt the current round.
    is_stopped: AtomicBool,
    /// Readable while that is set: a byte written at one end is read at the other.
    stop_ends: [UnixStream; 2],
}

#[derive(Debug, Default)]
struct Task {
    /// The newest question of each topic, until it is taken.
    newest: [Option<ProgramQuestion>; 3],
    /// The number of the newest question of each topic.
    numbers: [u64; 3],
    /// The number of questions so far.
    number: u64,
    start: Restart,
    /// What the thread is asking about now.
    running: Option<Topic>,
    is_over: bool,
}

/// Lines to ask.
#[derive(Debug)]
pub(super) struct ProgramQuestion {
    number: u64,
    lines: Vec<String>,
}

/// What a question is about, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Topic {
    /// The pair in focus.
    Pair,
    /// Lines of the log.
    Lines,
    /// The cells of a map.
    Cells,
}

impl Topic {
    const ALL: [Self; 3] = [Self::Pair, Self::Lines, Self::Cells];

    const fn index(self) -> usize {
        match self {
            Self::Pair => 0,
            Self::Lines => 1,
            Self::Cells => 2,
        }
    }
}

/// Whether to restart a program before the next question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Restart {
    #[default]
    AsItIs,
    Anew,
}

/// The answers to a question.
#[derive(Debug)]
pub(super) struct ProgramHeard {
    pub(super) program: usize,
    pub(super) topic: Topic,
    pub(super) number: u64,
    pub(super) came: Result<Vec<OwnReply>, String>,
}

impl Inbox {
    pub(super) fn new() -> io::Result<Self> {
        let (reads, writes) = UnixStream::pair()?;
        reads.set_nonblocking(true)?;
        writes.set_nonblocking(true)?;
        Ok(Self {
            task: Mutex::default(),
            has_changed: Condvar::new(),
            is_stopped: AtomicBool::new(false),
            stop_ends: [reads, writes],
        })
    }

    fn task(&self) -> MutexGuard<'_, Task> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the older question of the same topic, and returns the number of the new one.
    pub(super) fn put(&self, topic: Topic, lines: Option<Vec<String>>, start: Restart) -> u64 {
        let mut task = self.task();
        task.number += 1;
        let number = task.number;
        task.newest[topic.index()] = lines.map(|lines| ProgramQuestion { number, lines });
        task.numbers[topic.index()] = number;
        if start == Restart::Anew {
            task.start = Restart::Anew;
        }
        if task.running.is_some_and(|running| running != Topic::Pair && topic <= running) {
            self.stop();
        }
        self.has_changed.notify_all();
        number
    }

    /// Ends the current round, and the thread.
    pub(super) fn close(&self) {
        let mut task = self.task();
        task.is_over = true;
        self.stop();
        self.has_changed.notify_all();
    }

    fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        // If the pipe is full, it is already readable.
        let _: io::Result<usize> = (&self.stop_ends[1]).write(&[0]);
    }

    /// Waits for the next question; `None` after the last one.
    fn take(&self) -> Option<(Topic, ProgramQuestion, Restart)> {
        let mut task = self.task();
        loop {
            if task.is_over {
                return None;
            }
            let next = Topic::ALL
                .into_iter()
                .find_map(|topic| Some((topic, task.newest[topic.index()].take()?)));
            if let Some((topic, question)) = next {
                task.running = Some(topic);
                return Some((topic, question, std::mem::take(&mut task.start)));
            }
            task = self.has_changed.wait(task).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the round. If a more urgent question interrupted it, its question is queued again,
    /// unless there is a newer one on the same topic.
    fn round_ended(&self, interrupted: Option<(Topic, ProgramQuestion)>) {
        let mut task = self.task();
        task.running = None;
        if let Some((topic, question)) = interrupted
            && question.number == task.numbers[topic.index()]
        {
            task.newest[topic.index()] = Some(question);
        }
        if !task.is_over {
            self.is_stopped.store(false, Ordering::SeqCst);
            let mut bytes = [0; 64];
            while matches!((&self.stop_ends[0]).read(&mut bytes), Ok(count) if count > 0) {}
        }
    }
}

/// Passes a program's answers on.
pub(super) struct AnswerRelay {
    pub(super) program: usize,
    pub(super) says: Sender<ProgramHeard>,
    pub(super) wakes: UnixStream,
}

impl AnswerRelay {
    /// Asks the queued questions until the inbox closes.
    pub(super) fn give(mut self, words: &CommandWords, inbox: &Inbox) {
        let waker = Some(inbox.stop_ends[0].as_fd());
        let stop = Stop { is_set: &inbox.is_stopped, waker, deadline: None };
        let begin =
            || Asker::new(words, Protocol::Text, OwnPrograms::PATIENCE, stop).or_frames_alone();
        let mut asker = begin();
        while let Some((topic, question, start)) = inbox.take() {
            if start == Restart::Anew {
                asker = begin();
            }
            let came = match asker.ask(&question.lines) {
                Ok(Asked::Interrupted) => {
                    // What it says now would answer lines that no longer count.
                    asker.end();
                    inbox.round_ended(Some((topic, question)));
                    continue;
                }
                Ok(Asked::Answered(replies)) => Ok(replies),
                Ok(Asked::Crashed(crash)) => {
                    let next = question.lines.get(crash.answers);
                    let place = next.map(|next| crash.place(&asker.as_asked(next)));
                    Err(format!("{} {}", crash.sentence(), place.unwrap_or_default()))
                }
                Err(fault) => Err(told(&fault)),
            };
            inbox.round_ended(None);
            let heard =
                ProgramHeard { program: self.program, topic, number: question.number, came };
            if self.says.send(heard).is_err() {
                return;
            }
            // If the pipe is full, the loop is already awake.
            let _: io::Result<usize> = self.wakes.write(&[0]);
        }
    }
}

fn told(fault: &ProgramFault) -> String {
    match fault.instead() {
        Some(instead) => format!("{fault}. Try: {instead}"),
        None => fault.to_string(),
    }
}
