//! Where the thread of a program finds what to ask, and how it tells what it heard.
//!
//! A question about the pair comes before one about lines of the log, and that before one
//! about the cells of a map. It ends the round of an older one that comes after it.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::OwnPrograms;
use crate::host::program::{Asked, Asker, Fault, Protocol, Stop, Words};
use hitscan_core::methods::Reply;

/// Where a thread finds what to ask.
#[derive(Debug)]
pub(super) struct Inbox {
    task: Mutex<Task>,
    has_changed: Condvar,
    /// Set to end the round of this moment.
    is_stopped: AtomicBool,
    /// Readable while that is set: a byte goes in at one end, and out at the other.
    stop_ends: [UnixStream; 2],
}

#[derive(Debug, Default)]
struct Task {
    /// The newest question of each topic, until it is taken.
    newest: [Option<Question>; 3],
    /// The number of the last one of each topic.
    numbers: [u64; 3],
    /// How many questions there were.
    number: u64,
    start: Start,
    /// What the thread asks at this moment.
    running: Option<Topic>,
    is_over: bool,
}

/// Lines to ask.
#[derive(Debug)]
pub(super) struct Question {
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

/// Whether a program is started anew before the next question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Start {
    #[default]
    AsItIs,
    Anew,
}

/// What came of a question.
#[derive(Debug)]
pub(super) struct ProgramHeard {
    pub(super) program: usize,
    pub(super) topic: Topic,
    pub(super) number: u64,
    pub(super) came: Result<Vec<Reply>, String>,
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

    /// Puts a question in the place of the older one about the same, and gives its
    /// number.
    pub(super) fn put(&self, topic: Topic, lines: Option<Vec<String>>, start: Start) -> u64 {
        let mut task = self.task();
        task.number += 1;
        let number = task.number;
        task.newest[topic.index()] = lines.map(|lines| Question { number, lines });
        task.numbers[topic.index()] = number;
        if start == Start::Anew {
            task.start = Start::Anew;
        }
        if task.running.is_some_and(|running| running != Topic::Pair && topic <= running) {
            self.stop();
        }
        self.has_changed.notify_all();
        number
    }

    /// Ends the round of this moment, and the thread.
    pub(super) fn close(&self) {
        let mut task = self.task();
        task.is_over = true;
        self.stop();
        self.has_changed.notify_all();
    }

    fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        // Full, it is readable already.
        let _: io::Result<usize> = (&self.stop_ends[1]).write(&[0]);
    }

    /// Waits for the next question; none when there will be no more.
    fn take(&self) -> Option<(Topic, Question, Start)> {
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

    /// The round has ended. A question that had to wait for a more urgent one is asked
    /// after it, unless there is a newer one about the same.
    fn round_ended(&self, interrupted: Option<(Topic, Question)>) {
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

/// How the thread of a program tells what it heard.
pub(super) struct Answers {
    pub(super) program: usize,
    pub(super) says: Sender<ProgramHeard>,
    pub(super) wakes: UnixStream,
}

impl Answers {
    /// Asks what is put in, until there will be no more.
    pub(super) fn give(mut self, words: &Words, inbox: &Inbox) {
        let waker = Some(inbox.stop_ends[0].as_fd());
        let stop = Stop { is_set: &inbox.is_stopped, waker, deadline: None };
        let begin = || Asker::new(words, Protocol::Text, OwnPrograms::PATIENCE, stop);
        let mut asker = begin();
        while let Some((topic, question, start)) = inbox.take() {
            if start == Start::Anew {
                asker = begin();
            }
            let came = match asker.ask(&question.lines) {
                Ok(Asked::Interrupted) => {
                    // What it says now would answer lines that do not count any more.
                    asker.end();
                    inbox.round_ended(Some((topic, question)));
                    continue;
                }
                Ok(Asked::Answered(replies)) => Ok(replies),
                Ok(Asked::Crashed(crash)) => {
                    let place = question.lines.get(crash.answers).map(|next| crash.place(next));
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
            // Full, it wakes the loop already.
            let _: io::Result<usize> = self.wakes.write(&[0]);
        }
    }
}

fn told(fault: &Fault) -> String {
    match fault.instead() {
        Some(instead) => format!("{fault}. Try: {instead}"),
        None => fault.to_string(),
    }
}
