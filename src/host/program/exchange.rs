//! One round with a program: writes lines while reading answers.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionread};

use super::Program;

/// How long a program may be silent, with all input read and lines unanswered, before its input is
/// closed: it may be waiting for the end of input.
const PAUSE: Duration = Duration::from_millis(250);

/// How long it may be silent before its input is closed although it has not read everything, or
/// that is unknown.
const LONG_PAUSE: Duration = Duration::from_secs(1);

/// The size of one read.
const CHUNK_BYTES: usize = 16 << 10;

/// When to close the input in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndOfInput {
    /// Once all lines are written.
    AtOnce,
    /// When the program has read everything and is silent with lines unanswered. A program that
    /// answers as it reads keeps its input open.
    WhenSilent,
}

/// What to ask in a round.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a> {
    /// Complete lines.
    pub lines: &'a str,
    /// How many answers are expected.
    pub answers: usize,
    /// The longest answer in bytes.
    pub longest_answer: usize,
    /// When the input ends.
    pub end_of_input: EndOfInput,
    /// How long the program may take for its next answer before it is given up on.
    pub patience: Duration,
    /// How long to watch an answered round for surplus answers.
    pub linger: Duration,
    /// What can end it early.
    pub stop: Stop<'a>,
}

/// What can end a round early.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'a> {
    /// Set when the answers are no longer wanted.
    pub is_set: &'a AtomicBool,
    /// Readable once that is set. Without it, the round ends when it next checks.
    pub waker: Option<BorrowedFd<'a>>,
    /// When answers come too late.
    pub deadline: Option<Instant>,
}

impl Stop<'_> {
    pub(super) fn is_set(self) -> bool {
        self.is_asked_for() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether the flag is set; ignores the deadline.
    pub(super) fn is_asked_for(self) -> bool {
        self.is_set.load(Ordering::SeqCst)
    }
}

/// Why a round stopped.
#[derive(Debug)]
pub enum Stopped {
    /// All lines are answered, and the program accepts more.
    Answered,
    /// The program ended, with or without all lines answered. No status if it closed its output and
    /// kept running.
    Ended(Option<ExitStatus>),
    /// It gave more answers than there were lines.
    TooMany,
    /// The next answer is invalid.
    Refused,
    /// The next answer is too long; this is its start.
    TooLong(String),
    /// It was silent for too long.
    Silent {
        /// Whether its input had ended by then.
        input_ended: bool,
    },
    /// The user stopped it, or its time was up.
    Interrupted,
}

/// A round in progress.
struct Round<'a> {
    asked: Exchange<'a>,
    /// Takes an answer; returns false if it is invalid.
    take: &'a mut dyn FnMut(&str) -> bool,
    /// How many answers were taken.
    taken: usize,
    /// What is wrong with the answers, if anything.
    fault: Option<Stopped>,
    /// How many bytes of the lines are written.
    written: usize,
    /// When input was last written or read, or an answer last came.
    last: Instant,
    /// When it last gave an answer: reading alone does not count.
    answered: Instant,
    /// How many bytes of the input were unread at the last check, if known.
    unread: Option<u64>,
    /// Whether the output has ended.
    output_ended: bool,
    errors_ended: bool,
    /// Whether the program has exited: its last output may still be in the pipe.
    program_ended: bool,
}

impl Program {
    /// Writes lines, and passes answers to `take` until all lines are answered, no more answers can
    /// come, or `take` returns false.
    ///
    /// # Errors
    /// When a pipe fails in an unexpected way.
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
            if let Err(start) = self.read(program)? {
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

    /// Whether every line is answered, and no surplus answer has come for a while.
    fn is_answered(&self) -> bool {
        self.asked.end_of_input == EndOfInput::WhenSilent
            && self.taken == self.asked.answers
            && self.is_written()
            && self.last.elapsed() >= self.asked.linger
    }

    const fn is_written(&self) -> bool {
        self.written == self.asked.lines.len()
    }

    /// Handles one answer.
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

    /// Writes as much as the pipe accepts.
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
                // It has closed its input; its answers still count.
                Err(_) => program.input = None,
            }
        }
    }

    /// Reads what is available, one chunk from each pipe, so that a flood on one does not hold up
    /// the other.
    fn read(&mut self, program: &mut Program) -> io::Result<Result<(), String>> {
        self.read_errors(program)?;
        let mut chunk = [0; CHUNK_BYTES];
        match available(program.output.read(&mut chunk))? {
            None if !self.program_ended => Ok(Ok(())),
            // Processes that it has started may hold its output open after its exit.
            None | Some(0) => {
                self.end_output(program);
                Ok(Ok(()))
            }
            Some(count) => {
                let (longest, taken) = (self.asked.longest_answer, self.taken);
                let read =
                    program.lines.read(&chunk[..count], longest, &mut |line| self.answer(line));
                // Blank lines are not a sign of answers.
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

    /// Waits until a pipe is ready. If the program has been silent for too long, closes its input
    /// or gives up on it.
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
            // The signal may be the user's Ctrl-C, which is checked before the next wait.
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// How many bytes of its input the program has not read; `None` if unknown.
fn unread(program: &Program) -> Option<u64> {
    let input = program.input.as_ref()?;
    ioctl_fionread(input).ok()
}

/// How much was read; `None` if nothing is available yet, 0 at the end.
fn available(read: io::Result<usize>) -> io::Result<Option<usize>> {
    match read {
        Ok(count) => Ok(Some(count)),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// An incomplete line.
#[derive(Debug, Default)]
pub(super) struct Lines {
    begun: Vec<u8>,
}

impl Lines {
    /// Passes on each complete line. Blank lines are skipped, and surrounding blanks are trimmed.
    ///
    /// # Errors
    /// The start of a line that is longer than `longest` bytes, even if it is incomplete; the rest of
    /// the input is dropped.
    pub(super) fn read(
        &mut self,
        bytes: &[u8],
        longest: usize,
        take: &mut dyn FnMut(&str),
    ) -> Result<(), String> {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, is_whole) = match piece.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (piece, false),
            };
            let room = (longest + 1).saturating_sub(self.begun.len());
            self.begun.extend_from_slice(&text[..text.len().min(room)]);
            if self.begun.len() > longest {
                self.begun.truncate(longest);
                return Err(String::from_utf8_lossy(&self.begun).into_owned());
            }
            if is_whole {
                self.end(take);
            }
        }
        Ok(())
    }

    /// Ends the last line, which may lack its line feed.
    pub(super) fn end(&mut self, take: &mut dyn FnMut(&str)) {
        let line = String::from_utf8_lossy(&self.begun);
        let line = line.trim();
        if !line.is_empty() {
            take(line);
        }
        self.begun.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: usize = 200;

    fn read(pieces: &[&str]) -> Vec<String> {
        let mut lines = Lines::default();
        let mut read = Vec::new();
        let mut take = |line: &str| read.push(line.to_owned());
        for piece in pieces {
            lines.read(piece.as_bytes(), LONGEST, &mut take).expect("short lines");
        }
        lines.end(&mut take);
        read
    }

    #[test]
    fn lines_are_joined_and_blank_ones_are_skipped() {
        assert_eq!(read(&["hi", "t\n\n  \r\nmi", "ss\r\n?"]), ["hit", "miss", "?"]);
        assert!(read(&["\n", " \n"]).is_empty());
    }

    #[test]
    fn a_line_can_be_too_long_before_it_is_complete() {
        let mut lines = Lines::default();
        let piece = "é".repeat(60);
        lines.read(piece.as_bytes(), LONGEST, &mut |_| {}).expect("120 bytes");
        let start = lines.read(piece.as_bytes(), LONGEST, &mut |_| {}).expect_err("240 bytes");
        assert_eq!(start.chars().count(), 100);
    }

    #[test]
    fn a_line_of_just_the_limit_is_read() {
        let line = "x".repeat(LONGEST);
        assert_eq!(read(&[&line, "\n"]), [line.as_str()]);
    }
}
