//! One round with a program: lines go in while answers come out.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionread};

use super::Program;
use super::lines::LineTooLong;

/// How long a program may be silent, with all input read and lines unanswered,
/// before its input ends: it may wait for that end.
const PAUSE: Duration = Duration::from_millis(250);

/// How long it may be silent before its input ends though it has not read all of
/// it, or that cannot be known.
const LONG_PAUSE: Duration = Duration::from_secs(1);

/// How much is read at once.
const CHUNK_BYTES: usize = 16 << 10;

/// When the input of a round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOfInput {
    /// Once all lines are written.
    AtOnce,
    /// When the program has read everything and is silent with lines unanswered:
    /// one that answers as it reads keeps its input.
    WhenSilent,
}

/// What is asked in a round.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a> {
    /// Whole lines.
    pub lines: &'a str,
    /// How many answers are expected.
    pub answers: usize,
    /// The longest answer in bytes.
    pub longest_answer: usize,
    /// When the input ends.
    pub end_of_input: EndOfInput,
    /// How long the program may take to its next answer before it is given up.
    pub patience: Duration,
    /// How long an answered round is watched for answers to nothing.
    pub linger: Duration,
    /// What ends it before its time.
    pub stop: Stop<'a>,
}

/// What ends a round before its time.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'a> {
    /// Set when the answers are not wanted any more.
    pub is_set: &'a AtomicBool,
    /// Readable from then on. Without it a round ends when it next looks.
    pub waker: Option<BorrowedFd<'a>>,
    /// When the answers come too late.
    pub deadline: Option<Instant>,
}

impl Stop<'_> {
    pub(super) fn is_set(self) -> bool {
        self.is_asked_for() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether it is set, deadline aside.
    pub(super) fn is_asked_for(self) -> bool {
        self.is_set.load(Ordering::SeqCst)
    }
}

/// Why a round stopped.
#[derive(Debug)]
pub enum Stopped {
    /// All lines are answered, and the program takes more.
    Answered,
    /// The program ended, with all lines answered or not. Without a status if it
    /// closed its output and went on.
    Ended(Option<ExitStatus>),
    /// It gave more answers than there were lines.
    TooMany,
    /// The next answer is none.
    Refused,
    /// The next answer is too long; this is its start.
    TooLong(String),
    /// It was silent for too long.
    Silent {
        /// Whether its input had ended by then.
        input_ended: bool,
    },
    /// The user stopped it, or its time was over.
    Interrupted,
}

/// A round while it runs.
struct Round<'a> {
    asked: Exchange<'a>,
    /// Takes an answer; false if it is none.
    take: &'a mut dyn FnMut(&str) -> bool,
    /// How many answers were taken.
    taken: usize,
    /// What is wrong with the answers, if something is.
    fault: Option<Stopped>,
    /// How many bytes of the lines are written.
    written: usize,
    /// When something last went in, or an answer came out.
    last: Instant,
    /// When an answer last came out: to read is not to answer.
    answered: Instant,
    /// How many bytes of the input were unread then, if that can be known.
    unread: Option<u64>,
    /// Whether the output has ended.
    output_ended: bool,
    errors_ended: bool,
    /// Whether the program has ended: what it wrote last may still wait in the pipe.
    program_ended: bool,
}

impl Program {
    /// Writes lines, and hands answers to `take` until all are answered, no more
    /// can come, or `take` refuses one by returning false.
    ///
    /// # Errors
    /// When the pipes fail in a way that ends nothing.
    pub fn exchange(
        &mut self,
        asked: Exchange<'_>,
        take: &mut dyn FnMut(&str) -> bool,
    ) -> io::Result<Stopped> {
        let mut round = Round {
            asked,
            take,
            taken: 0,
            fault: None,
            written: 0,
            last: Instant::now(),
            answered: Instant::now(),
            unread: None,
            output_ended: false,
            errors_ended: false,
            program_ended: false,
        };
        round.run(self)
    }
}

impl Round<'_> {
    fn run(&mut self, program: &mut Program) -> io::Result<Stopped> {
        loop {
            if self.asked.stop.is_set() {
                return Ok(Stopped::Interrupted);
            }
            self.write(program);
            if let Err(LineTooLong(start)) = self.read(program)? {
                return Ok(Stopped::TooLong(start));
            }
            if let Some(fault) = self.fault.take() {
                return Ok(fault);
            }
            if self.output_ended {
                let status = program.ended(self.asked.stop)?;
                self.read_errors(program)?;
                program.remarks.end();
                return Ok(Stopped::Ended(status));
            }
            if program.input.is_some() && self.is_answered() {
                return Ok(Stopped::Answered);
            }
            if let Some(stopped) = self.wait(program)? {
                return Ok(stopped);
            }
        }
    }

    /// Whether every line is answered, and the program says nothing more for a
    /// while.
    fn is_answered(&self) -> bool {
        self.asked.end_of_input == EndOfInput::WhenSilent
            && self.taken == self.asked.answers
            && self.is_written()
            && self.last.elapsed() >= self.asked.linger
    }

    const fn is_written(&self) -> bool {
        self.written == self.asked.lines.len()
    }

    /// Takes one answer.
    fn answer(&mut self, line: &str) {
        if self.fault.is_some() {
            return;
        }
        if self.taken == self.asked.answers {
            self.fault = Some(Stopped::TooMany);
        } else if (self.take)(line) {
            self.taken += 1;
        } else {
            self.fault = Some(Stopped::Refused);
        }
    }

    /// Writes what the pipe takes.
    fn write(&mut self, program: &mut Program) {
        while let Some(input) = &mut program.input {
            let rest = &self.asked.lines.as_bytes()[self.written..];
            if rest.is_empty() {
                if self.asked.end_of_input == EndOfInput::AtOnce {
                    program.input = None;
                }
                return;
            }
            match input.write(rest) {
                Ok(count) => {
                    self.written += count;
                    self.last = Instant::now();
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // It reads no more: what it has answered still counts.
                Err(_) => program.input = None,
            }
        }
    }

    /// Reads what is there, a chunk of each pipe, so that a flood from one does
    /// not hold up the other.
    fn read(&mut self, program: &mut Program) -> io::Result<Result<(), LineTooLong>> {
        self.read_errors(program)?;
        let mut chunk = [0; CHUNK_BYTES];
        match available(program.output.read(&mut chunk))? {
            None if !self.program_ended => Ok(Ok(())),
            // What it has started may hold its output open after its end.
            None | Some(0) => {
                self.end_output(program);
                Ok(Ok(()))
            }
            Some(count) => {
                let (longest, taken) = (self.asked.longest_answer, self.taken);
                let read =
                    program.lines.read(&chunk[..count], longest, &mut |line| self.answer(line));
                // Blank lines are no sign that answers come.
                if self.taken > taken {
                    self.last = Instant::now();
                    self.answered = self.last;
                }
                Ok(read)
            }
        }
    }

    fn end_output(&mut self, program: &mut Program) {
        self.output_ended = true;
        program.lines.end(&mut |line| self.answer(line));
    }

    fn read_errors(&mut self, program: &mut Program) -> io::Result<()> {
        if self.errors_ended {
            return Ok(());
        }
        let mut chunk = [0; CHUNK_BYTES];
        match available(program.errors.read(&mut chunk))? {
            None => {}
            Some(0) => self.errors_ended = true,
            Some(count) => program.remarks.read(&chunk[..count]),
        }
        Ok(())
    }

    /// Waits until a pipe has something, or the program was silent for so long
    /// that its input ends or it is given up.
    fn wait(&mut self, program: &mut Program) -> io::Result<Option<Stopped>> {
        if self.program_ended {
            return Ok(None);
        }
        let unread = unread(program);
        if unread.is_some() && unread != self.unread {
            self.unread = unread;
            self.last = Instant::now();
        }
        let patience = self.asked.patience;
        let left = patience.saturating_sub(self.answered.elapsed());
        if left.is_zero() {
            return Ok(Some(Stopped::Silent { input_ended: program.input.is_none() }));
        }
        let pause = if unread == Some(0) { PAUSE } else { LONG_PAUSE };
        let pause = pause.min(patience / 2);
        if self.last.elapsed() >= pause && self.is_written() {
            program.input = None;
            self.program_ended = program.has_ended()?;
            if self.program_ended {
                return Ok(None);
            }
        }
        let is_answered = self.taken == self.asked.answers;
        let rest = if is_answered { self.asked.linger } else { PAUSE };
        self.poll(program, rest.min(left))?;
        Ok(None)
    }

    fn poll(&self, program: &Program, longest: Duration) -> io::Result<()> {
        let mut pipes = vec![PollFd::from_borrowed_fd(program.output.as_fd(), PollFlags::IN)];
        if !self.errors_ended {
            pipes.push(PollFd::from_borrowed_fd(program.errors.as_fd(), PollFlags::IN));
        }
        if let (Some(input), false) = (&program.input, self.is_written()) {
            pipes.push(PollFd::from_borrowed_fd(input.as_fd(), PollFlags::OUT));
        }
        if let Some(waker) = self.asked.stop.waker {
            pipes.push(PollFd::from_borrowed_fd(waker, PollFlags::IN));
        }
        let longest = Timespec::try_from(longest).map_err(|_| Errno::INVAL)?;
        match poll(&mut pipes, Some(&longest)) {
            // A signal may be the user's: it is looked at before the next wait.
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// How many bytes of its input the program has not read; none where that cannot
/// be known.
fn unread(program: &Program) -> Option<u64> {
    let input = program.input.as_ref()?;
    ioctl_fionread(input).ok()
}

/// How much was read; none if nothing is there yet, 0 at the end.
fn available(read: io::Result<usize>) -> io::Result<Option<usize>> {
    match read {
        Ok(count) => Ok(Some(count)),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
