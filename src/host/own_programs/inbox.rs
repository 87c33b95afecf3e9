//! Passes questions to the thread of a program, and its answers back.
//!
//! A question about the pair takes precedence over one about lines of the log, and that over one
//! about cells of a map, and that over a trial in the background: it interrupts the round of a less urgent question.

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
    queue: Mutex<QuestionQueue>,
    has_changed: Condvar,
    /// Set to interrupt the current round.
    is_stopped: AtomicBool,
    /// Readable while that is set: a byte written at one end is read at the other.
    stop_ends: [UnixStream; 2],
}

#[derive(Debug, Default)]
struct QuestionQueue {
    /// The newest question of each topic, with its number and the lines to ask, until it is taken.
    newest: [Option<(u64, Vec<String>)>; 4],
    /// The number of the newest question of each topic.
    numbers: [u64; 4],
    /// The number of questions so far.
    number: u64,
    start: Restart,
    /// What the thread is asking about now.
    running: Option<Topic>,
    is_over: bool,
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
    /// A trial in the background.
    Trial,
}

impl Topic {
    const ALL: [Self; 4] = [Self::Pair, Self::Lines, Self::Cells, Self::Trial];

    const fn index(self) -> usize {
        match self {
            Self::Pair => 0,
            Self::Lines => 1,
            Self::Cells => 2,
            Self::Trial => 3,
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
            queue: Mutex::default(),
            has_changed: Condvar::new(),
            is_stopped: AtomicBool::new(false),
            stop_ends: [reads, writes],
        })
    }

    fn queue(&self) -> MutexGuard<'_, QuestionQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the older question of the same topic, and returns the number of the new one.
    pub(super) fn put(&self, topic: Topic, lines: Option<Vec<String>>, start: Restart) -> u64 {
        let mut queue = self.queue();
        queue.number += 1;
        let number = queue.number;
        queue.newest[topic.index()] = lines.map(|lines| (number, lines));
        queue.numbers[topic.index()] = number;
        if start == Restart::Anew {
            queue.start = Restart::Anew;
        }
        if queue.running.is_some_and(|running| running != Topic::Pair && topic <= running) {
            self.stop();
        }
        self.has_changed.notify_all();
        number
    }

    /// Ends the current round, and the thread.
    pub(super) fn close(&self) {
        let mut queue = self.queue();
        queue.is_over = true;
        self.stop();
        self.has_changed.notify_all();
    }

    fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        // If the pipe is full, it is already readable.
        let _: io::Result<usize> = (&self.stop_ends[1]).write(&[0]);
    }

    /// Waits for the next question; `None` after the last one.
    fn take(&self) -> Option<(Topic, u64, Vec<String>, Restart)> {
        let mut queue = self.queue();
        loop {
            if queue.is_over {
                return None;
            }
            let next = Topic::ALL
                .into_iter()
                .find_map(|topic| Some((topic, queue.newest[topic.index()].take()?)));
            if let Some((topic, (number, lines))) = next {
                queue.running = Some(topic);
                return Some((topic, number, lines, std::mem::take(&mut queue.start)));
            }
            queue = self.has_changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the round. If a more urgent question interrupted it, its question is queued again,
    /// unless there is a newer one on the same topic.
    fn round_ended(&self, topic: Topic, number: u64, unanswered: Option<Vec<String>>) {
        let mut queue = self.queue();
        queue.running = None;
        if let Some(lines) = unanswered
            && number == queue.numbers[topic.index()]
        {
            queue.newest[topic.index()] = Some((number, lines));
        }
        if !queue.is_over {
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
        while let Some((topic, number, lines, start)) = inbox.take() {
            if start == Restart::Anew {
                asker = begin();
            }
            let came = match asker.ask(&lines) {
                Ok(Asked::Interrupted) => {
                    // What it says now would answer lines that no longer count.
                    asker.end();
                    inbox.round_ended(topic, number, Some(lines));
                    continue;
                }
                Ok(Asked::Answered(replies)) => Ok(replies),
                Ok(Asked::Crashed(crash)) => {
                    let next = lines.get(crash.answers);
                    let place = next.map(|next| crash.place(&asker.as_asked(next)));
                    Err(format!("{} {}", crash.sentence(), place.unwrap_or_default()))
                }
                Err(fault) => Err(told(&fault)),
            };
            if topic == Topic::Trial && came.is_err() {
                // Nobody is told, so the next question finds a fresh one.
                asker = begin();
            }
            inbox.round_ended(topic, number, None);
            let heard = ProgramHeard { program: self.program, topic, number, came };
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
