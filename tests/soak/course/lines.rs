//! A sitting line by line, through pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::hand_in::Replacement;
use super::student::Student;
use super::taken::{Place, numbered};
use super::{Move, Sitting, Visit};
use crate::events::Event;
use crate::machine::Stopwatch;
use crate::plan::End;
use crate::program::BOUND;
use crate::report::Fault;

/// Plays the sitting.
pub(super) fn sit(
    student: &mut Student<'_>,
    sitting: &Sitting,
    arguments: &[String],
) -> Result<(), Fault> {
    let mut seat = Seat::begin(student, arguments);
    let played = seat.play(sitting);
    let ended = seat.end(sitting, played.is_ok());
    seat.note();
    played.and(ended)
}

/// The output so far.
#[derive(Default)]
struct Said {
    lines: Mutex<Vec<String>>,
    more: Condvar,
}

impl Said {
    fn lock(&self) -> MutexGuard<'_, Vec<String>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, from: impl Read) {
        let mut from = BufReader::new(from);
        let mut line = Vec::new();
        while matches!(from.read_until(b'\n', &mut line), Ok(1..)) {
            // An incomplete line does not count.
            if line.pop() == Some(b'\n') {
                self.lock().push(String::from_utf8_lossy(&line).into_owned());
                self.more.notify_all();
            }
            line.clear();
        }
    }
}

/// A student and the program that they talk to.
struct Seat<'s, 'a> {
    student: &'s mut Student<'a>,
    child: Child,
    /// `None` once it is closed.
    input: Option<ChildStdin>,
    said: Arc<Said>,
    readers: Vec<JoinHandle<()>>,
    /// How many steps were opened, including the first.
    opened: usize,
}

impl<'s, 'a> Seat<'s, 'a> {
    fn begin(student: &'s mut Student<'a>, arguments: &[String]) -> Self {
        let scratch = student.stage.scratch;
        let mut command = Command::new(student.stage.binary);
        command.args(arguments).env_clear().envs(scratch.variables()).current_dir(scratch.work());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program can be started");
        let said = Arc::new(Said::default());
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let output = output.map(|it| reader(&said, it)).into_iter();
        let readers = output.chain(errors.map(|it| reader(&said, it))).collect();
        let input = child.stdin.take();
        Self { student, child, input, said, readers, opened: 0 }
    }

    fn pid(&self) -> Option<Pid> {
        i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
    }

    /// Sends a line. A program that has ended ignores it.
    fn say(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes());
        }
    }

    fn play(&mut self, sitting: &Sitting) -> Result<(), Fault> {
        self.await_step()?;
        for it in &sitting.moves {
            match it {
                Move::Happens(Event::Line(line)) => {
                    self.student.stage.happens("lines in lessons", line);
                    // If this opens another step, does not wait for it.
                    self.say(line);
                    self.count_again()?;
                }
                Move::Happens(_) => {}
                Move::Visit(visit) => {
                    self.student.stage.happens(visit.kind(), &visit.to_string());
                    self.open(visit)?;
                    visit.lines().iter().for_each(|line| self.say(line));
                    self.count_again()?;
                }
                Move::Replace(how, visit) => {
                    let what = format!("{how:?}; {}", visit.opening());
                    self.student.stage.happens("files of students replaced", &what);
                    self.replace(*how, visit)?;
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, visit: &Visit) -> Result<(), Fault> {
        self.say(&visit.opening());
        self.await_step()
    }

    /// Waits for a step that has not been reported before.
    fn await_step(&mut self) -> Result<(), Fault> {
        self.opened += 1;
        let opened = self.opened;
        self.wait("told of no step", |lines| {
            lines.iter().filter(|line| line.starts_with("STEP ")).count() >= opened
        })
    }

    /// Waits until all input has been handled, and counts the steps that it opened.
    fn count_again(&mut self) -> Result<(), Fault> {
        let before = self.ends_of_lists();
        self.say("lessons");
        self.wait("did not list the lessons", |lines| ends_of_lists(lines) > before)?;
        let lines = self.said.lock();
        self.opened = lines.iter().filter(|line| line.starts_with("STEP ")).count();
        Ok(())
    }

    fn ends_of_lists(&self) -> usize {
        ends_of_lists(&self.said.lock())
    }

    fn wait(&self, what: &str, holds: impl Fn(&[String]) -> bool) -> Result<(), Fault> {
        let watch = Stopwatch::begin(self.pid());
        let mut lines = self.said.lock();
        while !holds(&lines) {
            if watch.is_over(BOUND) {
                let last: Vec<_> = lines.iter().rev().take(5).cloned().collect();
                return Err(Fault(format!("it {what} for {BOUND:?}; last: {last:?}")));
            }
            let woken = self.said.more.wait_timeout(lines, BOUND / 100);
            lines = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(())
    }

    /// Replaces or removes the file. The next write then reports it.
    fn replace(&mut self, how: Replacement, visit: &Visit) -> Result<(), Fault> {
        let before = self.hear();
        if self.student.file.take_away(how).is_err() {
            self.student.stage.tell("which failed");
            return Ok(());
        }
        self.student.stage.figures.replaced += 1;
        self.open(visit)?;
        if how.is_of_folder() {
            self.count_again()?;
            self.student.file.bring_back(how).expect("the folder can be there again");
            self.open(visit)?;
        }
        self.count_again()?;
        let watch = Stopwatch::begin(self.pid());
        // The report may be on the other stream, which is read separately.
        while self.hear() == before || !self.student.file.is_there() {
            if watch.is_over(BOUND) {
                let why = format!("the file was replaced ({how:?}), and nothing is said of it");
                return Err(Fault(why));
            }
            thread::sleep(BOUND / 1000);
        }
        Ok(())
    }

    /// Looks for reports about the file; returns how many lines name it.
    fn hear(&mut self) -> usize {
        let lines = self.said.lock();
        let file = &mut self.student.file;
        lines.iter().filter(|line| file.hear(line)).count()
    }

    /// Ends the program as planned, or at once after a fault.
    fn end(&mut self, sitting: &Sitting, goes_well: bool) -> Result<(), Fault> {
        let end = if goes_well { sitting.start.end } else { End::AtOnce };
        if goes_well && end == End::AtOnce {
            let (visit, milliseconds) = &sitting.last;
            self.student.stage.happens(visit.kind(), &format!("{visit}, cut off"));
            self.say(&visit.opening());
            visit.lines().iter().for_each(|line| self.say(line));
            thread::sleep(Duration::from_millis(*milliseconds));
        }
        self.student.ends(&end.to_string());
        let signal = match end {
            End::Quit => {
                self.say("quit");
                None
            }
            End::Signal(signal) => Some(signal),
            End::HangUp => None,
            _ => Some(Signal::KILL),
        };
        if let (Some(signal), Some(pid)) = (signal, self.pid()) {
            // It may have ended.
            let _ = kill_process(pid, signal);
        }
        if signal.is_none() {
            self.input = None;
        }
        self.await_end(&end)
    }

    fn await_end(&mut self, end: &End) -> Result<(), Fault> {
        let watch = Stopwatch::begin(self.pid());
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                break status;
            }
            if watch.is_over(BOUND) {
                let _ = self.child.kill();
                return Err(Fault(format!("learn goes on {BOUND:?} after {end}")));
            }
            thread::sleep(Duration::from_millis(2));
        };
        self.readers.drain(..).for_each(|reader| reader.join().expect("readers only read"));
        if matches!(end, End::Quit | End::HangUp) && status.code() != Some(0) {
            return Err(Fault(format!("learn ended with {status} after {end}")));
        }
        Ok(())
    }

    /// Notes what was shown as accepted.
    fn note(&mut self) {
        self.hear();
        let lines = self.said.lock();
        *self.student.stage.screen = lines.iter().rev().take(40).rev().cloned().collect();
        let (mut lesson, mut place) = (String::new(), None);
        for line in lines.iter() {
            if let Some(rest) = line.strip_prefix("LESSON ") {
                let id = rest.split_once(", ").and_then(|(_, it)| it.split_once(':'));
                id.map_or("", |(id, _)| id).clone_into(&mut lesson);
            } else if let Some(rest) = line.strip_prefix("STEP ") {
                place = step(&lesson, rest);
            } else if let (Some(place), Some(points)) = (place, points(line)) {
                self.student.taken.note(place, points);
            }
        }
    }
}

fn reader(said: &Arc<Said>, from: impl Read + Send + 'static) -> JoinHandle<()> {
    let said = Arc::clone(said);
    thread::spawn(move || said.read(from))
}

/// The step for `3 of 8: question 1 of 3, 2 points`.
fn step(lesson: &str, told: &str) -> Option<Place> {
    let (number, rest) = told.split_once(" of ")?;
    let (of, _) = rest.split_once(':')?;
    numbered(lesson, number.parse().ok()?, of.parse().ok()?)
}

/// The points in a line such as `RIGHT hit; 2 of 2 points`.
fn points(line: &str) -> Option<u64> {
    let begins = ["RIGHT ", "WRONG ", "DONE "].iter().any(|word| line.starts_with(word));
    let counts = line.split("; ").find(|part| part.ends_with(" points"))?;
    begins.then(|| counts.split(' ').next()?.parse().ok())?
}

/// How many complete lists of the lessons there are.
fn ends_of_lists(lines: &[String]) -> usize {
    let last = super::COURSE.last().map_or("", |(id, _)| id);
    let begin = format!("{} {last} ", super::COURSE.len());
    lines.iter().filter(|line| line.starts_with(&begin)).count()
}
