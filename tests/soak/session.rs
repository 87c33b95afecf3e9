//! A session: the program started in a scratch directory, events, an end, and the checks after
//! each.

use std::fs;
use std::path::PathBuf;

use crate::course::Student;
use crate::events::Event;
use crate::files::{self, Ending, SceneFiles};
use crate::happening::{happen, types};
use crate::plan::{End, Life, Plan, Play, Start};
use crate::program::{self, Program};
use crate::report::{Fault, Figures};
use crate::scratch::{Scratch, THEIRS};
use crate::stage::Stage;
use crate::tool;
use crate::trials;

/// The command that resumes or drops crashed sessions.
const RECOVER: &str = "recover";

/// The files to which a program records itself.
struct Records {
    session: Option<PathBuf>,
    cast: Option<PathBuf>,
}

/// A session in progress.
pub(crate) struct Session<'a> {
    binary: &'a str,
    scratch: Scratch,
    figures: &'a mut Figures,
    programs: Vec<Program>,
    scenes: SceneFiles,
    /// Names of boxes that were added and must not be lost.
    marks: Vec<String>,
    /// A counter for the names of boxes, recordings and casts.
    names: usize,
    pub(crate) story: Vec<String>,
    /// The number of events so far.
    pub(crate) event: usize,
    /// Whether `recover` was typed since the programs of this life started.
    may_have_recovered: bool,
    /// The last screen that was checked.
    screen: Vec<String>,
}

impl<'a> Session<'a> {
    /// A session with the files of its plan.
    pub(crate) fn new(plan: &Plan, binary: &'a str, figures: &'a mut Figures) -> Self {
        let scratch = Scratch::new(plan).expect("there is room for a few files");
        let mut scenes = SceneFiles::default();
        scenes.take(&scratch);
        Self {
            binary,
            scratch,
            figures,
            programs: Vec::new(),
            scenes,
            marks: Vec::new(),
            names: 0,
            story: Vec::new(),
            event: 0,
            may_have_recovered: false,
            screen: Vec::new(),
        }
    }

    /// Plays it.
    pub(crate) fn play(&mut self, plan: &Plan) -> Result<(), Fault> {
        match &plan.play {
            Play::Lives(lives) => lives.iter().try_for_each(|life| self.live(life)),
            Play::Course(sittings) => Student::new(self.stage()).learn(sittings),
            Play::Trials(trials) => {
                trials.iter().try_for_each(|trial| trials::play(&mut self.stage(), trial))
            }
        }
    }

    /// The parts of the session that courses and trials need.
    fn stage(&mut self) -> Stage<'_> {
        Stage {
            binary: self.binary,
            scratch: &self.scratch,
            figures: self.figures,
            story: &mut self.story,
            event: &mut self.event,
            screen: &mut self.screen,
        }
    }

    /// The last screen that was checked, and the directory of the files, which is kept.
    pub(crate) fn leave_behind(mut self) -> (Vec<String>, PathBuf) {
        self.scratch.keep();
        (self.screen, self.scratch.path().to_owned())
    }

    fn live(&mut self, life: &Life) -> Result<(), Fault> {
        let kept_before = self.marks.len();
        self.may_have_recovered = false;
        let mut records = Vec::new();
        for start in &life.starts {
            records.push(self.begin(start)?);
        }
        for (window, event) in &life.events {
            let window = window.index(self.programs.len());
            self.event += 1;
            self.story.push(format!("{:>3} window {window}: {event}", self.event));
            self.figures.happened(event.kind());
            self.happen(window, event)?;
            self.check(window)?;
        }
        self.end(&life.starts, &records)?;
        self.find_marks(kept_before)
    }

    /// Starts the program in a window. Returns the files that it records to.
    fn begin(&mut self, start: &Start) -> Result<Records, Fault> {
        self.names += 1;
        let session = start.record.then(|| format!("session-{}.hits", self.names));
        let cast = start.cast.then(|| format!("session-{}.cast", self.names));
        let mut arguments = start.options.clone();
        if let Some(own) = start.own {
            arguments.push(format!("--method={}", own.method()));
            self.figures.asked(own.name());
        }
        arguments.push(start.scene.clone());
        for (option, name) in [("--record", &session), ("--cast", &cast)] {
            arguments.extend(name.iter().flat_map(|name| [option.to_owned(), name.clone()]));
        }
        self.story.push(format!("    hitscan {} {start:?}", arguments.join(" ")));
        self.figures.starts += 1;
        self.programs.push(Program::begin(self.binary, &arguments, start, &self.scratch)?);
        let path = |name: String| self.scratch.work().join(name);
        Ok(Records { session: session.map(path), cast: cast.map(path) })
    }

    fn happen(&mut self, window: usize, event: &Event) -> Result<(), Fault> {
        match event {
            Event::Overwrite(file) => {
                self.scenes.look(self.binary, &self.scratch)?;
                // A file that may not be written stays as it is.
                let _ = fs::write(self.scratch.work().join(file), THEIRS);
                self.scenes.take(&self.scratch);
            }
            Event::Tool(arguments) => {
                tool::run(self.binary, &self.scratch, arguments)?;
            }
            in_window => {
                self.may_have_recovered |= types(in_window, RECOVER);
                happen(&mut self.programs[window], in_window);
            }
        }
        Ok(())
    }

    /// The checks after each event.
    fn check(&mut self, window: usize) -> Result<(), Fault> {
        let program = &mut self.programs[window];
        let life = if program.life() == program::Life::Running {
            program.probe(self.figures)
        } else {
            Ok(program::Life::Ended)
        };
        self.screen = program.window.state().rows();
        life?;
        self.scenes.look(self.binary, &self.scratch)?;
        self.screen.iter().try_for_each(|row| self.check_said(row))
    }

    /// If a row says that a scene was saved, there must be one.
    fn check_said(&self, row: &str) -> Result<(), Fault> {
        let Some(rest) = row.trim_start().strip_prefix("saved ") else { return Ok(()) };
        let name = rest.split([':', ' ']).next().unwrap_or_default();
        let path = self.scratch.work().join(name);
        // A narrow window cuts the name off.
        if path.extension().is_none_or(|it| it != "toml") || self.scenes.is_scene(&path) {
            return Ok(());
        }
        Err(Fault(format!("it says that {name} was saved, and that is no scene")))
    }

    fn end(&mut self, starts: &[Start], records: &[Records]) -> Result<(), Fault> {
        let mut programs = std::mem::take(&mut self.programs);
        for ((program, start), records) in programs.iter_mut().zip(starts).zip(records) {
            self.end_one(program, start.end, records)?;
        }
        drop(programs);
        self.scratch.check_left()?;
        self.scenes.look(self.binary, &self.scratch)?;
        files::check_kept(self.binary, &self.scratch, self.figures)
    }

    /// Looks for all work that must not be lost; `kept_before` counts the marks from before this
    /// life. If `recover` was typed, it may have dropped those, or resumed them and saved them to a
    /// file that was overwritten later: its report may never have been on the screen.
    fn find_marks(&mut self, kept_before: usize) -> Result<(), Fault> {
        if self.may_have_recovered {
            self.marks.drain(..kept_before);
            self.figures.marks_released += u64::try_from(kept_before).unwrap_or(u64::MAX);
        }
        let lost = files::lost(&self.scratch, &self.marks);
        if !lost.is_empty() {
            let (lost, of) = (lost.join(", "), self.marks.join(", "));
            return Err(Fault(format!("work is lost: {lost} of {of} are in no file")));
        }
        self.figures.marks_found += u64::from(!self.marks.is_empty());
        Ok(())
    }

    fn end_one(&mut self, program: &mut Program, end: End, records: &Records) -> Result<(), Fault> {
        let mark = self.mark(program, end)?;
        let saved = match end {
            End::Saved(file) if mark.is_some() => program.save(file).map(|saved| (file, saved))?,
            _ => ("", false),
        };
        let ended = if program.life() == program::Life::Running {
            self.story.push(format!("    {end}"));
            self.figures.ended(end.to_string());
            program.end()
        } else {
            let how = if program.was_refused() { "refused at its start" } else { "by a key" };
            self.story.push(format!("    {how}"));
            self.figures.ended(how.to_owned());
            Ok(())
        };
        self.screen = program.window.state().rows();
        ended?;
        if let Some(path) = records.cast.as_ref().filter(|_| program.ended_by_itself()) {
            files::check_cast(path)?;
        }
        if let Some(path) = records.session.as_ref().filter(|path| path.exists()) {
            let ending = if program.ended_by_itself() { Ending::Digest } else { Ending::Any };
            files::replay(self.binary, &self.scratch, path, ending)?;
            self.figures.recordings_replayed += 1;
        }
        match (mark, end, saved) {
            (Some(mark), End::Saved(_), (file, true)) => self.check_saved(file, &mark),
            // The kill comes at once, possibly before the work is saved.
            (None, ..) | (_, End::Quit | End::Saved(_) | End::AtOnce, _) => Ok(()),
            (Some(mark), ..) => {
                self.marks.push(mark);
                Ok(())
            }
        }
    }

    /// Checks that a file has what was saved to it.
    fn check_saved(&mut self, file: &str, mark: &str) -> Result<(), Fault> {
        self.figures.saves_found += 1;
        let text = fs::read_to_string(self.scratch.work().join(file)).unwrap_or_default();
        if text.contains(&format!("\"{mark}\"")) {
            return Ok(());
        }
        Err(Fault(format!("it says that {file} was saved, and {mark} is not in it")))
    }

    /// Does work in a window that must still exist after its end.
    fn mark(&mut self, program: &mut Program, end: End) -> Result<Option<String>, Fault> {
        if program.life() == program::Life::Ended || end == End::Quit {
            return Ok(None);
        }
        self.names += 1;
        let name = format!("MARK{}", self.names);
        self.story.push(format!("    box {name}"));
        let added = program.add_mark(&name);
        self.screen = program.window.state().rows();
        if added? {
            return Ok(Some(name));
        }
        self.story.push("    which was refused".to_owned());
        self.figures.marks_refused += 1;
        Ok(None)
    }
}
