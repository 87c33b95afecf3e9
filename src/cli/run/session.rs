//! A session of `hitscan run`: passes lines to an engine, and prints the results.

use std::fmt::Display;
use std::io;
use std::io::{BufRead, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::path::Path;
use std::time::{Duration, Instant};

use super::RunOptions;
use super::printer::Printer;
use super::replay_check::{Reference, ReplayCheck};
use super::signals::Interruption;
use crate::app::KeyMap;
use crate::cli::ExitStatus;
use crate::cli::progress::TerminalProgress;
use crate::host::{CrashRecovery, Ending, SessionFiles};
use crate::term::Supervision;
use hitscan_core::command::{Command, CommandError, LogFilter, described};
use hitscan_core::engine;
use hitscan_core::engine::recording::{CUT_OFF, Item, Kind, ReadError, replay};
use hitscan_core::engine::{Engine, Event, Flow, Pair, silent};
use hitscan_core::lab::Learning;
use hitscan_core::scene::{Scene, SceneSource, printable};
use hitscan_core::words::{file_is_new, headline_line, written_order};
use hitscan_core::world::{Change, ChangeError};

/// An engine, its printer and its files.
pub(super) struct Session<W> {
    pub(super) engine: Engine,
    pub(super) printer: Printer<W>,
    pub(super) files: SessionFiles,
    pub(super) questions: Questions,
    pub(super) interruption: Interruption,
    /// Whether a user waits at the program's own terminal.
    pub(super) is_at_terminal: bool,
    /// Where commands come from: a recording must not touch files.
    pub(super) kind: Kind,
    pub(super) outcome: ExitStatus,
    /// The number of the line being executed, if lines are numbered.
    pub(super) line: Option<u64>,
    /// The student, in a course.
    pub(super) lab: Option<Box<Learning>>,
    /// The objects as last printed for a student.
    pub(super) told_objects: Vec<String>,
    /// The supervisor of the session, if there is one.
    pub(super) supervision: Option<Box<dyn Supervision>>,
    /// How long a command may run.
    pub(super) command_time: Option<Duration>,
    /// Whether a person reads line by line what a screen would show all the time.
    pub(super) says_headline: bool,
    /// The headline as last printed.
    pub(super) told_headline: String,
    /// Why the student's work cannot be saved, which ends the session.
    pub(super) not_kept: Option<String>,
}

impl<W: Write> Session<W> {
    /// Starts with this scene.
    ///
    /// # Errors
    /// When the objects do not make a world, which cannot happen with a scene that was read.
    pub(super) fn new(
        scene: Scene,
        source: SceneSource,
        output: W,
        options: RunOptions,
    ) -> Result<Self, ChangeError> {
        let engine = Engine::within(options.memory, scene, source)?;
        Ok(Self::of(engine, output, options))
    }

    /// Starts with a fresh engine.
    pub(super) fn of(engine: Engine, output: W, options: RunOptions) -> Self {
        let mut engine = if options.predicts { engine.predicting() } else { engine };
        engine.log_query_mut().filter = options.log;
        Self {
            printer: Printer::new(output, options, engine.log_query()),
            engine,
            files: SessionFiles::default(),
            questions: Questions::default(),
            interruption: Interruption::default(),
            is_at_terminal: false,
            kind: Kind::Script,
            outcome: ExitStatus::Success,
            line: None,
            lab: None,
            told_objects: Vec::new(),
            supervision: None,
            command_time: None,
            says_headline: false,
            told_headline: String::new(),
            not_kept: None,
        }
    }

    /// Says that the scene's file does not exist yet, if so, and returns whether it did.
    pub(super) fn note_new_file(&mut self) -> bool {
        let (SceneSource::File(path), None) = (self.engine.source(), self.engine.own_file()) else {
            return false;
        };
        let said = file_is_new(&printable(&path.to_string_lossy()), "save");
        self.printer.note(&said);
        true
    }

    /// Writes a recovery file from now on.
    pub(super) fn recover_in(&mut self, recovery: CrashRecovery) {
        self.files.recover_in(recovery);
    }

    /// Records the session in a new file.
    ///
    /// # Errors
    /// Why it cannot be recorded.
    pub(super) fn record(&mut self, path: &Path) -> Result<(), String> {
        self.files.record(&mut self.engine, path, &mut silent)
    }

    /// Introduces the scene: a greeting, its title and note, and its objects unless there are too
    /// many to listen to.
    ///
    /// # Errors
    /// When writing fails.
    pub(super) fn greet(&mut self, greeting: Option<&str>) -> io::Result<()> {
        const MOST_OBJECTS: usize = 12;
        let scene = self.engine.sandbox().scene();
        let note = KeyMap::default().filled(scene.note.shown());
        let note = self.questions.note_to_print(&self.engine, note);
        let lines = greeting.into_iter().chain([scene.title.shown(), note.as_str()]);
        for line in lines.filter(|line| !line.is_empty()) {
            self.printer.note(line);
        }
        if scene.objects.len() <= MOST_OBJECTS {
            for object in &scene.objects {
                self.printer.object(object, &scene.settings);
            }
        } else {
            let count = scene.objects.len();
            self.printer.note(&format!("{count} objects; describe NAME tells of one"));
        }
        self.printer.note("help lists the commands, quit leaves");
        if let Some(crashed) = self.files.crashed() {
            self.printer.note(&crashed.offer(str::to_owned));
        }
        self.ask();
        self.tell_headline();
        self.printer.check()
    }

    /// Says both rows of the headline as one sentence, if they have changed and nothing is covered.
    pub(super) fn tell_headline(&mut self) {
        let is_asking = self.lab.as_ref().is_some_and(|lab| lab.is_asking());
        if !self.says_headline || is_asking || self.engine.covered_in_focus().is_some() {
            return;
        }
        let Some(pair) = self.engine.pair_in_focus() else { return };
        let said = headline_line(&self.engine.headline_of(&pair));
        if said != self.told_headline {
            self.printer.note(&said);
            self.told_headline = said;
        }
    }

    /// Says how to leave, to a user who has tried another way.
    pub(super) fn say_how_to_leave(&mut self) -> io::Result<()> {
        self.printer.note("Ctrl-D or quit leaves");
        self.printer.check()
    }

    /// Asks about what is covered now.
    fn ask(&mut self) {
        self.questions.ask(&self.engine, &mut self.printer);
    }

    /// Executes every line of `input`.
    ///
    /// # Errors
    /// When reading or writing fails.
    pub(super) fn read(&mut self, input: impl BufRead) -> io::Result<()> {
        self.ask();
        replay(input, Kind::Script, |number, item| self.take(number, item, None)).map(drop)
    }

    /// Replays a recording and checks it against the recorded results. If a file is named, records
    /// the replay there under the same rules.
    ///
    /// # Errors
    /// When reading or writing fails.
    pub(super) fn replay(
        &mut self,
        recording: impl BufRead,
        reference: Reference<'_>,
        record: Option<&Path>,
    ) -> io::Result<()> {
        let mut check = ReplayCheck::new(reference);
        let mut is_whole = true;
        self.kind = Kind::Recording;
        if check.compares() {
            self.engine.keep_records(None, &mut silent).map_err(io::Error::other)?;
        }
        let end = replay(recording, self.kind, |number, item| {
            match &item {
                Ok(Item::Rules(rules)) => {
                    self.engine.set_rules(*rules);
                    return Ok(self.record_if_asked(record));
                }
                Err(ReadError::Whole(_)) => is_whole = false,
                Ok(_) | Err(ReadError::Line(_)) => {}
            }
            self.take(number, item, Some(&mut check))
        })?;
        if let Some(number) = end.cut_off {
            self.printer.note(&format!("line {number}: {CUT_OFF}"));
        }
        let digest = self.engine.journal().digest();
        if let Some(digest) = digest.filter(|_| is_whole && check.compares()) {
            let (outcome, lines) = check.finish(&digest.to_string(), end.digest.as_deref())?;
            for line in lines {
                self.printer.note(&line);
            }
            if outcome != ExitStatus::Success {
                self.outcome = outcome;
            }
        }
        self.kind = Kind::Script;
        self.printer.check()
    }

    /// Executes an item of the input, which is a recording if there is something to `check`.
    fn take(
        &mut self,
        number: u64,
        item: Result<Item<'_>, ReadError>,
        check: Option<&mut ReplayCheck<'_>>,
    ) -> io::Result<ControlFlow<()>> {
        Ok(match item {
            Ok(Item::Line(line)) => self.execute_line(Some(number), line, check)?,
            Ok(Item::Scene(scene)) => self.begin_scene(number, *scene),
            Ok(Item::Rules(_)) => Continue(()),
            Err(fault) => self.print_fault(number, &fault),
        })
    }

    fn record_if_asked(&mut self, path: Option<&Path>) -> ControlFlow<()> {
        match path.map_or(Ok(()), |path| self.record(path)) {
            Ok(()) => Continue(()),
            Err(why) => {
                self.line = None;
                self.refuse(&why);
                Break(())
            }
        }
    }

    /// Continues with a scene that is part of the input.
    fn begin_scene(&mut self, number: u64, scene: Scene) -> ControlFlow<()> {
        self.line = Some(number);
        match self.engine.opened(scene, SceneSource::New) {
            Ok(()) => {
                self.cover_anew();
                self.update_recording();
                Continue(())
            }
            Err(fault) => {
                self.refuse(&fault.to_string());
                Break(())
            }
        }
    }

    /// Starts predict mode over for another scene, about which nothing has been asked yet.
    pub(super) fn cover_anew(&mut self) {
        if self.engine.is_predicting() {
            self.questions = Questions::default();
            self.printer.uncover_all();
        }
    }

    fn print_fault(&mut self, number: u64, fault: &ReadError) -> ControlFlow<()> {
        self.line = Some(number);
        self.refuse(&fault.to_string());
        match fault {
            ReadError::Line(_) => Continue(()),
            ReadError::Whole(_) => Break(()),
        }
    }

    /// Prints an error of the line being executed.
    pub(super) fn refuse(&mut self, message: &str) {
        self.printer.error(self.line, message);
        self.outcome = ExitStatus::Failure;
    }

    /// Executes one line, and prints the results.
    ///
    /// # Errors
    /// When writing fails.
    pub(super) fn execute_line(
        &mut self,
        number: Option<u64>,
        text: &str,
        check: Option<&mut ReplayCheck<'_>>,
    ) -> io::Result<ControlFlow<()>> {
        let next = self.execute_kept(number, text, check)?;
        Ok(if self.not_kept.is_some() { Break(()) } else { next })
    }

    fn execute_kept(
        &mut self,
        number: Option<u64>,
        text: &str,
        check: Option<&mut ReplayCheck<'_>>,
    ) -> io::Result<ControlFlow<()>> {
        if let Some(next) = self.obey_student(text)? {
            return Ok(next);
        }
        let settings = *self.engine.sandbox().world().settings();
        self.line = number;
        self.printer.begin(&self.engine);
        self.interruption.forget();
        let before = self.engine.sandbox().history().position();
        let mut rounding = self.engine.rounding();
        let text = rounding.line(text);
        let parsed = Command::parse(&text, &settings);
        let travels = matches!(
            parsed,
            Ok(Some(Command::Undo(_) | Command::Redo(_) | Command::Back(_) | Command::Seek(_)))
        );
        let done = parsed.and_then(|command| match command {
            Some(command) if check.is_some() && self.passes_over(&command) => Ok(Continue(())),
            Some(command) => self.execute(&command, check),
            None => Ok(Continue(())),
        });
        let next = done.unwrap_or_else(|fault| {
            self.refuse(&fault.to_string());
            Continue(())
        });
        if let Some(told) = rounding.told() {
            self.printer.note(&told);
        }
        self.tell_settings(&settings);
        self.tell_found();
        self.ask();
        let is_changed = self.engine.history().position() != before;
        if is_changed {
            self.tell_if_silent(travels);
        }
        // In a course, what is refused shows nothing new.
        if is_changed || self.lab.is_none() {
            self.tell_headline();
        }
        self.update_recording();
        self.printer.check()?;
        Ok(next)
    }

    /// After a change that printed nothing, says so, and where the changed object is now. In a pipe,
    /// only what moves something is worth a line; programs and recordings get none.
    fn tell_if_silent(&mut self, travels: bool) {
        let (history, world) = (self.engine.history(), self.engine.world());
        let is_for_people = self.kind == Kind::Script && self.printer.is_text();
        let changed = history.last_change().filter(|_| is_for_people && !travels);
        let lists_all = matches!(self.printer.log.filter, LogFilter::Changes | LogFilter::All)
            && self.printer.log.text.is_empty()
            && !self.engine.is_predicting();
        let moves = changed.is_some_and(Change::moves) && lists_all && self.printer.is_silent();
        if !moves && !self.printer.owes_an_answer() {
            return;
        }
        let object = changed.and_then(Change::object).and_then(|id| world.object(id));
        let object = object.map(|object| described(object, world.settings()) + "; ");
        let said =
            if changed.is_some() && lists_all { "no answer has changed" } else { "nothing new" };
        let frame = world.frame();
        self.printer.note(&format!("frame {frame}: {}{said}", object.unwrap_or_default()));
    }

    /// Whether a recorded command refers to one of that session's own methods, which is then noted
    /// and skipped.
    fn passes_over(&mut self, command: &Command) -> bool {
        let Some(name) = self.engine.missing_own_method(command) else { return false };
        self.printer.note(&format!("method {name}: not available, skipped"));
        true
    }

    fn execute(
        &mut self,
        command: &Command,
        check: Option<&mut ReplayCheck<'_>>,
    ) -> Result<ControlFlow<()>, CommandError> {
        if let Some(why) = self.class_refusal(command).or_else(|| self.lab_refusal(command)) {
            self.printer.note(&why);
            return Ok(Continue(()));
        }
        let time = self.command_time;
        let begun = Instant::now();
        let mut ran_out = false;
        let line = self.progress_of(&command.written(self.engine.world().settings()));
        let (printer, interruption) = (&mut self.printer, &self.interruption);
        let keep = self.files.listener();
        let mut check = check.filter(|check| check.compares());
        let mut tell = |event: Event<'_>| {
            // Compared as they are made: a single command may make a million records.
            if let (Event::Tested(_, Some(line)), Some(check)) = (event, &mut check) {
                check.take(line);
            }
            line.hear(event);
            printer.hear(event);
            keep(event);
            ran_out = time.is_some_and(|time| begun.elapsed() > time);
            if ran_out { Flow::Stop } else { interruption.flow() }
        };
        let outcome = match &mut self.lab {
            Some(lab) => lab.execute(command, &mut self.engine, &mut tell),
            None => self.engine.execute(command, &mut tell),
        }?;
        if let Some(time) = time.filter(|_| ran_out) {
            let seconds = time.as_secs();
            self.printer.note(&format!("stopped: a command may take {seconds} s here"));
        }
        let is_nothing = matches!(outcome, engine::Outcome::Nothing(_));
        if self.kind == Kind::Recording && !command.kind().is_recorded() && !is_nothing {
            return Err(CommandError::new("this command has no place in a recording"));
        }
        self.present(outcome)
    }

    /// The line that shows how far a command is to a user who waits for it.
    pub(super) fn progress_of(&self, command: &dyn Display) -> TerminalProgress {
        if !self.is_at_terminal {
            return TerminalProgress::default();
        }
        let line = command.to_string();
        TerminalProgress::of(line.split(' ').next().unwrap_or_default())
    }

    fn update_recording(&mut self) {
        if let Err(why) = self.files.update(&mut self.engine) {
            self.line = None;
            self.refuse(&why);
        }
    }

    /// Finishes the recording and writes all pending output.
    ///
    /// # Errors
    /// When writing fails.
    pub(super) fn finish(&mut self, ending: Ending) -> io::Result<ExitStatus> {
        if let Err(why) = self.files.finish(&mut self.engine, ending) {
            self.line = None;
            self.refuse(&why);
        }
        self.printer.uncover_all();
        let submitted = self.finish_submission(ending);
        self.printer.flush()?;
        submitted.map(|()| self.outcome)
    }
}

// Predict mode without a screen: after each command, asks about the pair in view, and holds its
// tests back until the question is answered.
//
// The engine decides what is asked and what counts as an answer.

/// The questions of predict mode.
#[derive(Debug, Default)]
pub(super) struct Questions {
    /// The pending question, with its frame.
    put: Option<(u64, Pair)>,
    /// The scene's note, as long as it would give something away.
    note: Option<String>,
}

impl Questions {
    /// `L>A`: the pair in question, if any.
    pub(super) fn asked(&self) -> Option<String> {
        let (_, pair) = self.put.as_ref()?;
        let (x, y) = written_order(&pair.a, &pair.b);
        Some(format!("{}>{}", x.name, y.name))
    }

    /// The scene's note, unless an answer is covered: then it is printed after the first answer.
    pub(super) fn note_to_print(&mut self, engine: &Engine, note: String) -> String {
        if engine.covered().is_none() {
            return note;
        }
        self.note = Some(note).filter(|note| !note.is_empty());
        String::new()
    }

    /// Prints what is no longer covered, and asks once about what is.
    pub(super) fn ask<W: Write>(&mut self, engine: &Engine, printer: &mut Printer<W>) {
        if !engine.is_predicting() {
            return;
        }
        let frame = engine.sandbox().world().frame();
        let covered = engine.covered();
        printer.uncover(frame, covered.as_ref());
        if covered.is_none()
            && let Some(note) = self.note.take()
        {
            printer.note(&note);
        }
        let question = covered.map(|pair| (frame, pair));
        if question != self.put
            && let Some((frame, pair)) = &question
        {
            printer.question(*frame, pair);
        }
        self.put = question;
    }
}
