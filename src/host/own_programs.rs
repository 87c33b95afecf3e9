//! The programs of the user's own methods during a session: each is queried in its own thread, so
//! that none holds up the screen.
//!
//! Only the newest question about the pair counts, and the newest about the cells of a map. `inbox`
//! passes questions and answers between the threads. Not here: judging the answers.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `inbox` | passes questions to the thread of a program, and its answers back |
//! | `trial` | a trial in the background, which names mistakes |
//!
//! This file starts the threads and tells the app; both ends call `inbox`.

mod inbox;
mod trial;

use std::fs;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use self::inbox::{AnswerRelay, Inbox, ProgramHeard, Restart, Topic};
use self::trial::{BackgroundTrial, TrialPairs, TrialState};
use super::program::CommandWords;
use crate::app::config::OwnMethodSpec;
use crate::app::{App, ProgramEvent};
use hitscan_core::diagnosis::PairKind;
use hitscan_core::methods::{OwnQuestion, OwnReply};

/// How long a frame waits for answers.
const FRAME_TIME: Duration = Duration::from_millis(8);

/// After this time a program that has not answered is called slow.
const SLOW_TIME: Duration = Duration::from_secs(1);

/// The programs of a session. Dropping this value kills them, with everything they have started.
#[derive(Debug)]
pub struct OwnPrograms {
    programs: Vec<OwnProgram>,
    /// Where their answers arrive, and what is readable when one has; `None` without programs.
    line: Option<(Receiver<ProgramHeard>, UnixStream)>,
    /// The latest question.
    question: Option<OwnQuestion>,
    /// The pairs of trials in the background; `None` if there are to be none.
    trials: Option<TrialPairs>,
    /// What wakes the loop after one; `None` without programs.
    wakes: Option<UnixStream>,
}

/// A program, and the thread that queries it.
#[derive(Debug)]
struct OwnProgram {
    inbox: Arc<Inbox>,
    thread: Option<JoinHandle<()>>,
    /// The files among its arguments, with their last stamps.
    files: Vec<(PathBuf, Stamp)>,
    /// The newest question about the pair, until it is answered.
    pair: Option<PendingQuestion>,
    /// The newest one about the cells of a map, until it is answered.
    cells: Option<PendingQuestion>,
    /// The newest one about lines of the log, until it is answered.
    lines: Option<PendingQuestion>,
    /// The trial in the background, and its newest round until that is answered.
    trial: Option<(BackgroundTrial, Option<PendingQuestion>)>,
    /// The kinds of pairs that it was tried on.
    tried: Vec<PairKind>,
    is_dead: bool,
    /// How to start it for the next question.
    start: Restart,
    restarts_left: u32,
}

/// A pending question.
#[derive(Clone, Copy, Debug)]
struct PendingQuestion {
    number: u64,
    since: Instant,
}

/// The modification time and size of a file; `None` if it cannot be looked up.
pub type Stamp = Option<(SystemTime, u64)>;

impl OwnPrograms {
    /// How long a program may be silent before it is given up on.
    pub const PATIENCE: Duration = Duration::from_secs(5);

    /// How often a change of the pair may restart a dead program, until one of its files changes.
    pub const MOST_RESTARTS: u32 = 3;

    /// No programs, and no resources for any.
    pub const fn none() -> Self {
        Self { programs: Vec::new(), line: None, question: None, trials: None, wakes: None }
    }

    /// Gives an app the user's own methods, those of its configuration and then the `chosen` ones,
    /// and returns the programs that answer for them. Of two with the same name the latter counts.
    ///
    /// # Errors
    /// When there are too many, or a command has no words.
    pub fn of(
        app: App,
        listed: &[OwnMethodSpec],
        chosen: &[OwnMethodSpec],
    ) -> Result<(App, Self), String> {
        let is_chosen = |spec: &&OwnMethodSpec| chosen.iter().any(|it| it.name == spec.name);
        let specs: Vec<_> = listed.iter().filter(|spec| !is_chosen(spec)).chain(chosen).collect();
        if specs.len() > OwnMethodSpec::MOST {
            return Err(format!(
                "there are at most {} own methods, not {}",
                OwnMethodSpec::MOST,
                specs.len()
            ));
        }
        let words = specs.iter().map(|spec| {
            CommandWords::parse(&spec.command)
                .ok_or_else(|| format!("{}: expected a program and its arguments", spec.name))
        });
        let programs = Self::new(words.collect::<Result<_, _>>()?);
        let programs = programs.map_err(|why| format!("own methods: {why}"))?;
        let names: Vec<_> = specs.iter().map(|spec| spec.name).collect();
        Ok((app.with_own_methods(&names, chosen.last().map(|spec| spec.name)), programs))
    }

    /// The programs of these command lines, in the order of the app's own methods. Each is started
    /// with its first question.
    ///
    /// # Errors
    /// When the system has no pipes or threads left.
    fn new(commands: Vec<CommandWords>) -> io::Result<Self> {
        if commands.is_empty() {
            return Ok(Self::none());
        }
        let (says, heard) = channel();
        let (waker, wakes) = UnixStream::pair()?;
        waker.set_nonblocking(true)?;
        wakes.set_nonblocking(true)?;
        let mut programs = Vec::new();
        for (index, words) in commands.into_iter().enumerate() {
            let answers =
                AnswerRelay { program: index, says: says.clone(), wakes: wakes.try_clone()? };
            programs.push(OwnProgram::new(words, answers)?);
        }
        Ok(Self {
            programs,
            line: Some((heard, waker)),
            question: None,
            trials: None,
            wakes: Some(wakes),
        })
    }

    /// With trials of these pairs in the background, for a session on the screen.
    #[must_use]
    pub fn with_trials(mut self, pairs: TrialPairs) -> Self {
        self.trials = Some(pairs);
        self
    }

    /// Wakes a loop that waits for answers; `None` without programs.
    pub fn waker(&self) -> Option<BorrowedFd<'_>> {
        self.line.as_ref().map(|(_, waker)| waker.as_fd())
    }

    /// The time until a busy program is called slow.
    pub fn time_left(&self, now: Instant) -> Option<Duration> {
        let pending = self.programs.iter().flat_map(OwnProgram::pending);
        pending
            .map(|it| SLOW_TIME.saturating_sub(now.saturating_duration_since(it.since)))
            .filter(|left| !left.is_zero())
            .min()
    }

    /// Asks about the pair in focus if it has changed, and about lines of the log and cells of the
    /// map without an answer, and tells the app the answers. Waits briefly for answers to a new
    /// question.
    pub fn ask(&mut self, app: &mut App) {
        self.ask_within(app, Some(FRAME_TIME));
    }

    /// Like [`Self::ask`], but waits until all programs have answered or are given up on.
    pub fn ask_patiently(&mut self, app: &mut App) {
        self.ask_within(app, None);
    }

    fn ask_within(&mut self, app: &mut App, time: Option<Duration>) {
        if self.programs.is_empty() {
            return;
        }
        let now = Instant::now();
        loop {
            self.ask_about_pair(app, now);
            self.ask_about_lines(app, now);
            self.ask_about_cells(app, now);
            // With the new answers, the log may need further lines, or be about another pair.
            if !self.listen(app, now, time) {
                break;
            }
        }
        self.go_on_trying(app, now);
        let is_slow = |pending: Option<PendingQuestion>| {
            pending.is_some_and(|pending| pending.since.elapsed() >= SLOW_TIME)
        };
        for (index, program) in self.programs.iter().enumerate() {
            if is_slow(program.pair) {
                app.hear_program(index, ProgramEvent::Slow);
            }
            if is_slow(program.cells) {
                app.hear_program(index, ProgramEvent::CellsSlow);
            }
        }
    }

    /// Asks about the pair in focus, if the pair or the program has changed.
    fn ask_about_pair(&mut self, app: &mut App, now: Instant) {
        let question = app.model().own_question();
        let is_new = question != self.question;
        for (index, program) in self.programs.iter_mut().enumerate() {
            if program.has_changed() {
                program.start_anew();
                app.hear_program(index, ProgramEvent::Changed);
            } else if !is_new {
                continue;
            }
            if program.ask(question.as_ref(), now) {
                app.hear_program(index, ProgramEvent::Asked(question.clone()));
            }
        }
        self.question = question;
    }

    /// Asks the program that judges the log about lines it has not answered, unless it is dead.
    fn ask_about_lines(&mut self, app: &mut App, now: Instant) {
        let program = app.model().own_method_of_log().and_then(|it| self.programs.get_mut(it));
        let Some(program) = program.filter(|program| !program.is_dead) else { return };
        let Some(lines) = app.own_methods.log_lines_to_ask(&app.engine, &app.screen) else {
            return;
        };
        let number = program.inbox.put(Topic::Lines, Some(lines), Restart::AsItIs);
        program.lines = Some(PendingQuestion { number, since: now });
    }

    /// Asks the program of the map about cells, unless it is dead. Withdraws questions about cells
    /// from the others.
    fn ask_about_cells(&mut self, app: &mut App, now: Instant) {
        let mapped = app.model().own_method_of_map();
        for (index, program) in self.programs.iter_mut().enumerate() {
            if Some(index) != mapped && program.cells.take().is_some() {
                program.inbox.put(Topic::Cells, None, Restart::AsItIs);
            }
        }
        let mapped = mapped.and_then(|index| self.programs.get_mut(index));
        let Some(program) = mapped.filter(|program| !program.is_dead) else { return };
        let Some(lines) = app.screen.map_lines_to_ask() else { return };
        let number = program.inbox.put(Topic::Cells, Some(lines), Restart::AsItIs);
        program.cells = Some(PendingQuestion { number, since: now });
    }

    /// Goes on with the trial of the program in view, unless it is asked anything else, and tells the
    /// app what a trial shows.
    fn go_on_trying(&mut self, app: &mut App, now: Instant) {
        let (Some(pairs), Some(wakes)) = (self.trials, &self.wakes) else { return };
        let in_view = app.model().own_method_to_try();
        let rules = app.model().judging_rules;
        for (index, program) in self.programs.iter_mut().enumerate() {
            if let Some((_, kind)) = in_view.filter(|(of, _)| *of == index)
                && program.trial.is_none()
                && !program.tried.contains(&kind)
            {
                program.tried.push(kind);
                program.trial = Some((BackgroundTrial::new(kind, pairs), None));
            }
            let is_busy = program.is_dead || program.pending().next().is_some();
            let Some((trial, asked @ None)) = &mut program.trial else { continue };
            match trial.state(rules, wakes) {
                TrialState::Open if is_busy => {}
                TrialState::Open => {
                    let lines = Some(trial.lines());
                    let number = program.inbox.put(Topic::Trial, lines, Restart::AsItIs);
                    *asked = Some(PendingQuestion { number, since: now });
                }
                TrialState::Asked => {}
                TrialState::GivenUp => program.trial = None,
                TrialState::Explained(kind, findings) => {
                    program.trial = None;
                    app.hear_program(index, ProgramEvent::Tried(kind, findings));
                }
            }
        }
    }

    /// Passes answers on to the app. Waits at most `time` after `now` for answers to what was asked
    /// `now`; without a time, waits for all answers. Returns whether one about lines of the log has
    /// arrived.
    fn listen(&mut self, app: &mut App, now: Instant, time: Option<Duration>) -> bool {
        let mut has_log_answers = false;
        let mut bytes = [0; 64];
        let Some((_, waker)) = &mut self.line else { return false };
        while matches!(waker.read(&mut bytes), Ok(count) if count > 0) {}
        loop {
            let mut pending = self.programs.iter().flat_map(OwnProgram::pending);
            let waits = pending.any(|pending| pending.since == now);
            drop(pending);
            let Some((heard, _)) = &self.line else { return has_log_answers };
            let heard = match time {
                None if waits => heard.recv().ok(),
                Some(time) if waits => heard.recv_timeout(time.saturating_sub(now.elapsed())).ok(),
                None | Some(_) => heard.try_recv().ok(),
            };
            let Some(heard) = heard else { return has_log_answers };
            has_log_answers |= heard.topic == Topic::Lines;
            self.hear(app, heard);
        }
    }

    fn hear(&mut self, app: &mut App, heard: ProgramHeard) {
        let ProgramHeard { program: index, topic, number, came } = heard;
        let Some(program) = self.programs.get_mut(index) else { return };
        if topic == Topic::Trial {
            return program.hear_trial(number, came);
        }
        let pending = match topic {
            Topic::Pair => &mut program.pair,
            Topic::Cells => &mut program.cells,
            Topic::Lines => &mut program.lines,
            Topic::Trial => return,
        };
        // An older question no longer counts.
        if pending.is_none_or(|pending| pending.number != number) {
            return;
        }
        *pending = None;
        let event = match (came, topic) {
            (Ok(replies), Topic::Pair) => ProgramEvent::Answered(replies),
            (Ok(replies), Topic::Cells) => ProgramEvent::CellsAnswered(replies),
            (Ok(replies), Topic::Lines) => ProgramEvent::LogAnswered(replies),
            (Ok(_), Topic::Trial) => return,
            (Err(why), _) => {
                (program.pair, program.cells, program.lines) = (None, None, None);
                program.is_dead = true;
                ProgramEvent::Died(why)
            }
        };
        app.hear_program(index, event);
    }
}

impl OwnProgram {
    fn new(words: CommandWords, answers: AnswerRelay) -> io::Result<Self> {
        let files: Vec<_> = words.iter().map(PathBuf::from).filter(|path| path.is_file()).collect();
        let files = files.into_iter().map(|path| (path.clone(), stamp(&path))).collect();
        let inbox = Arc::new(Inbox::new()?);
        let of_thread = Arc::clone(&inbox);
        let builder = thread::Builder::new().name("own method".to_owned());
        let thread = builder.spawn(move || answers.give(&words, &of_thread))?;
        Ok(Self {
            inbox,
            thread: Some(thread),
            files,
            pair: None,
            cells: None,
            lines: None,
            trial: None,
            tried: Vec::new(),
            is_dead: false,
            start: Restart::AsItIs,
            restarts_left: OwnPrograms::MOST_RESTARTS,
        })
    }

    /// The questions that it has not answered yet.
    fn pending(&self) -> impl Iterator<Item = PendingQuestion> {
        [self.pair, self.cells, self.lines].into_iter().flatten()
    }

    /// Has it restarted for the next question: one of its files has changed.
    fn start_anew(&mut self) {
        self.restarts_left = OwnPrograms::MOST_RESTARTS;
        (self.start, self.is_dead) = (Restart::Anew, false);
        (self.cells, self.lines) = (None, None);
        (self.trial, self.tried) = (None, Vec::new());
        self.inbox.put(Topic::Trial, None, Restart::AsItIs);
    }

    /// Takes a round of the trial. One that fails ends the trial alone: the user did not ask.
    fn hear_trial(&mut self, number: u64, came: Result<Vec<OwnReply>, String>) {
        let Some((trial, asked)) = &mut self.trial else { return };
        let Some(pending) = asked.take_if(|pending| pending.number == number) else { return };
        if !came.is_ok_and(|replies| trial.hear(&replies, pending.since)) {
            self.trial = None;
        }
    }

    /// Asks a question, and restarts a dead program unless that was done too often. Returns whether
    /// to tell the app.
    fn ask(&mut self, question: Option<&OwnQuestion>, now: Instant) -> bool {
        if self.is_dead && question.is_some() {
            if self.restarts_left == 0 {
                return false;
            }
            self.restarts_left -= 1;
            (self.start, self.is_dead) = (Restart::Anew, false);
        }
        let start = std::mem::take(&mut self.start);
        let number = self.inbox.put(Topic::Pair, question.map(OwnQuestion::lines), start);
        self.pair = question.map(|_| PendingQuestion { number, since: now });
        !self.is_dead
    }

    /// Whether one of its files has changed since the last call.
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

impl Drop for OwnPrograms {
    fn drop(&mut self) {
        // All at once, since each may take a while to end.
        self.programs.iter().for_each(|program| program.inbox.close());
    }
}

impl Drop for OwnProgram {
    fn drop(&mut self) {
        self.inbox.close();
        // The end of the thread drops the program, which kills it.
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
    }
}

/// The current stamp of a file.
pub fn stamp(file: &Path) -> Stamp {
    let about = fs::metadata(file).ok()?;
    Some((about.modified().ok()?, about.len()))
}
