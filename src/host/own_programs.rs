//! The programs of the user's own methods while a session lasts: each is asked in
//! a thread of its own, so that none holds up the screen.
//!
//! Only the newest question counts. What the answers are worth is not here.

use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use super::program::{Asked, Asker, Protocol, Words};
use crate::app::config::OwnMethodSpec;
use crate::app::{App, AtStart};
use hitscan_core::methods::{OwnQuestion, Reply};
use hitscan_core::scene::printable;
use hitscan_core::words::crash_sentence;

/// How long a frame waits for answers.
const FRAME_TIME: Duration = Duration::from_millis(8);

/// When a program that has not answered is called slow.
const SLOW_TIME: Duration = Duration::from_secs(1);

/// The programs of a session. They are killed, with all they have started, when this
/// value is dropped.
#[derive(Debug)]
pub struct OwnPrograms {
    programs: Vec<OwnProgram>,
    heard: Receiver<Heard>,
    /// Readable while something was heard.
    waker: UnixStream,
    /// What was asked last.
    question: Option<OwnQuestion>,
}

/// A program, and the thread that asks it.
#[derive(Debug)]
struct OwnProgram {
    desk: Arc<Desk>,
    thread: Option<JoinHandle<()>>,
    /// The files among its words, with when they were last changed.
    files: Vec<(PathBuf, Stamp)>,
    /// Since when it thinks about the newest question.
    thinking: Option<Instant>,
    is_dead: bool,
    restarts_left: u32,
}

/// When a file was last changed, and its size; none if it cannot be looked at.
type Stamp = Option<(SystemTime, u64)>;

/// Where a thread finds what to ask.
#[derive(Debug, Default)]
struct Desk {
    task: Mutex<Task>,
    has_changed: Condvar,
    /// Set to end the round of this moment.
    stop: AtomicBool,
}

#[derive(Debug, Default)]
struct Task {
    /// The newest question, until it is taken.
    lines: Option<Vec<String>>,
    /// Which question that is.
    number: u64,
    start: Start,
    is_over: bool,
}

/// Whether a program is started anew before the next question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Start {
    #[default]
    AsItIs,
    Anew,
}

/// Whether a question was asked before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Newness {
    New,
    Asked,
}

/// What came of a question.
#[derive(Debug)]
struct Heard {
    program: usize,
    number: u64,
    came: Result<Vec<Reply>, String>,
}

impl OwnPrograms {
    /// How long a program may be silent before it is given up.
    pub const PATIENCE: Duration = Duration::from_secs(5);

    /// How often a program that died is started again, by a change of the pair, until
    /// one of its files changes.
    pub const MOST_RESTARTS: u32 = 3;

    /// Gives an app the own methods of its configuration, then those that are chosen,
    /// and the programs that answer for them. Of two with one name the latter counts.
    ///
    /// # Errors
    /// When there are too many, or a command has no words.
    pub fn of(
        app: App,
        listed: &[OwnMethodSpec],
        chosen: &[OwnMethodSpec],
    ) -> Result<(App, Self), String> {
        let is_chosen = |spec: &&OwnMethodSpec| chosen.iter().any(|it| it.name == spec.name);
        let listed = listed.iter().filter(|spec| !is_chosen(spec)).map(|it| (it, AtStart::Listed));
        let specs: Vec<_> = listed.chain(chosen.iter().map(|it| (it, AtStart::Chosen))).collect();
        if specs.len() > OwnMethodSpec::MOST {
            return Err(format!(
                "there are at most {} own methods, not {}",
                OwnMethodSpec::MOST,
                specs.len()
            ));
        }
        let words = specs.iter().map(|(spec, _)| {
            Words::parse(&spec.command)
                .ok_or_else(|| format!("{}: expected a program and its arguments", spec.name))
        });
        let programs = Self::new(words.collect::<Result<_, _>>()?);
        let programs = programs.map_err(|why| format!("own methods: {why}"))?;
        let names: Vec<_> = specs.iter().map(|(spec, at_start)| (spec.name, *at_start)).collect();
        Ok((app.with_own_methods(&names), programs))
    }

    /// Programs by their words, in the order of the app's own methods. None is
    /// started before there is something to ask.
    ///
    /// # Errors
    /// When there are no pipes or threads left.
    fn new(commands: Vec<Words>) -> io::Result<Self> {
        let (says, heard) = channel();
        let (waker, wakes) = UnixStream::pair()?;
        waker.set_nonblocking(true)?;
        wakes.set_nonblocking(true)?;
        let mut programs = Vec::new();
        for (index, words) in commands.into_iter().enumerate() {
            let answers = Answers { program: index, says: says.clone(), wakes: wakes.try_clone()? };
            programs.push(OwnProgram::new(words, answers)?);
        }
        Ok(Self { programs, heard, waker, question: None })
    }

    /// What wakes a loop that waits for answers; none without programs.
    #[must_use]
    pub fn waker(&self) -> Option<BorrowedFd<'_>> {
        (!self.programs.is_empty()).then(|| self.waker.as_fd())
    }

    /// How long until a program that thinks is called slow.
    #[must_use]
    pub fn time_left(&self, now: Instant) -> Option<Duration> {
        let begun = self.programs.iter().filter_map(|program| program.thinking);
        begun
            .map(|begun| SLOW_TIME.saturating_sub(now.saturating_duration_since(begun)))
            .filter(|left| !left.is_zero())
            .min()
    }

    /// Asks about the pair in focus where it has changed, and tells the app what was
    /// heard. Waits a little for answers to a new question.
    pub fn ask(&mut self, app: &mut App) {
        self.ask_within(app, FRAME_TIME);
    }

    /// The same, until all have answered or are given up.
    pub fn ask_patiently(&mut self, app: &mut App) {
        self.ask_within(app, 2 * Self::PATIENCE);
    }

    fn ask_within(&mut self, app: &mut App, time: Duration) {
        if self.programs.is_empty() {
            return;
        }
        let question = app.own_question();
        let newness = if question == self.question { Newness::Asked } else { Newness::New };
        let now = Instant::now();
        for (index, program) in self.programs.iter_mut().enumerate() {
            if program.ask_if_due(question.as_ref(), newness, now) {
                app.own_method_asked(index, question.clone());
            }
        }
        self.question = question;
        self.listen(app, now, time);
        for (index, program) in self.programs.iter().enumerate() {
            if program.thinking.is_some_and(|begun| begun.elapsed() >= SLOW_TIME) {
                app.own_method_is_slow(index);
            }
        }
    }

    /// Tells the app what there is to hear; waits no longer than `time` for answers to
    /// what was asked `now`.
    fn listen(&mut self, app: &mut App, now: Instant, time: Duration) {
        let mut bytes = [0; 64];
        while matches!(self.waker.read(&mut bytes), Ok(count) if count > 0) {}
        loop {
            let waits = self.programs.iter().any(|program| program.thinking == Some(now));
            let left = if waits { time.saturating_sub(now.elapsed()) } else { Duration::ZERO };
            match self.heard.recv_timeout(left) {
                Ok(heard) => self.hear(app, heard),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn hear(&mut self, app: &mut App, heard: Heard) {
        let Heard { program: index, number, came } = heard;
        let Some(program) = self.programs.get_mut(index) else { return };
        // An older question does not count any more.
        if number != program.desk.task().number {
            return;
        }
        program.thinking = None;
        match came {
            Ok(replies) => app.own_method_answered(index, replies),
            Err(why) => {
                program.is_dead = true;
                app.own_method_died(index, why);
            }
        }
    }
}

impl OwnProgram {
    fn new(words: Words, answers: Answers) -> io::Result<Self> {
        let files: Vec<_> = words.iter().map(PathBuf::from).filter(|path| path.is_file()).collect();
        let files = files.into_iter().map(|path| (path.clone(), stamp(&path))).collect();
        let desk = Arc::new(Desk::default());
        let of_thread = Arc::clone(&desk);
        let builder = thread::Builder::new().name("own method".to_owned());
        let thread = builder.spawn(move || answers.give(&words, &of_thread))?;
        Ok(Self {
            desk,
            thread: Some(thread),
            files,
            thinking: None,
            is_dead: false,
            restarts_left: OwnPrograms::MOST_RESTARTS,
        })
    }

    /// Asks a question if it is new, or if the program has changed. Whether the app
    /// has to know.
    fn ask_if_due(
        &mut self,
        question: Option<&OwnQuestion>,
        newness: Newness,
        now: Instant,
    ) -> bool {
        let has_changed = self.has_changed();
        if has_changed {
            self.restarts_left = OwnPrograms::MOST_RESTARTS;
        }
        if newness == Newness::Asked && !has_changed {
            return false;
        }
        let mut start = if has_changed { Start::Anew } else { Start::AsItIs };
        if self.is_dead && question.is_some() && !has_changed {
            if self.restarts_left == 0 {
                return false;
            }
            self.restarts_left -= 1;
            start = Start::Anew;
        }
        self.is_dead = self.is_dead && question.is_none();
        self.thinking = question.map(|_| now);
        self.desk.put(question.map(OwnQuestion::lines), start);
        !self.is_dead
    }

    /// Whether one of its files has changed since it was last asked.
    fn has_changed(&mut self) -> bool {
        let mut has_changed = false;
        for (path, seen) in &mut self.files {
            let now = stamp(path);
            has_changed |= now != *seen;
            *seen = now;
        }
        has_changed
    }
}

impl Drop for OwnProgram {
    fn drop(&mut self) {
        self.desk.task().is_over = true;
        self.desk.stop.store(true, Ordering::SeqCst);
        self.desk.has_changed.notify_all();
        // Its end drops the program, which kills it.
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
    }
}

impl Desk {
    fn task(&self) -> MutexGuard<'_, Task> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, lines: Option<Vec<String>>, start: Start) {
        let mut task = self.task();
        task.number += 1;
        task.lines = lines;
        if start == Start::Anew {
            task.start = Start::Anew;
        }
        self.has_changed.notify_all();
    }

    /// Waits for the next question; none when there will be no more.
    fn take(&self) -> Option<(u64, Vec<String>, Start)> {
        let mut task = self.task();
        loop {
            if task.is_over {
                return None;
            }
            if let Some(lines) = task.lines.take() {
                return Some((task.number, lines, std::mem::take(&mut task.start)));
            }
            task = self.has_changed.wait(task).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// How the thread of a program tells what it heard.
struct Answers {
    program: usize,
    says: Sender<Heard>,
    wakes: UnixStream,
}

impl Answers {
    /// Asks what is put on the desk, until there will be no more.
    fn give(mut self, words: &Words, desk: &Desk) {
        let begin = || Asker::new(words, Protocol::Text, OwnPrograms::PATIENCE, &desk.stop);
        let mut asker = begin();
        while let Some((number, lines, start)) = desk.take() {
            if start == Start::Anew {
                asker = begin();
            }
            let came = match asker.ask(&lines) {
                Ok(Asked::Answered(replies)) => Ok(replies),
                Ok(Asked::Crashed { last }) => Err(crash_sentence(&printable(&last))),
                Ok(Asked::Interrupted) => return,
                Err(fault) => Err(match fault.instead() {
                    Some(instead) => format!("{fault}. Try: {instead}"),
                    None => fault.to_string(),
                }),
            };
            if self.says.send(Heard { program: self.program, number, came }).is_err() {
                return;
            }
            // Full, it wakes the loop already.
            let _: io::Result<usize> = self.wakes.write(&[0]);
        }
    }
}

fn stamp(file: &Path) -> Stamp {
    let about = fs::metadata(file).ok()?;
    Some((about.modified().ok()?, about.len()))
}
