//! The engine: one controller over a world, its history and everything else that a
//! command can touch.
//!
//! [`Engine::execute`] is the only place that knows what a command does. The screen, `hitscan run`,
//! replays and tests present its [`Outcome`]s and carry out its [`Effect`]s.
//!
//! | files | contents |
//! | --- | --- |
//! | `replay` `recording` `ndjson` | recordings, replaying them, and answers as text |
//! | `ask` `edit` `files` `time` | what the commands do: questions, edits, opening and saving, frames and history |
//! | `unsaved_work` | whether to ask before work is lost |
//! | `expect` `examined` | checking expectations; a pair with the answers of all methods |
//! | `predict` | predict mode |
//! | `map` | what the answer would be if an object were elsewhere |
//! | `focus` | what the user is looking at |
//! | `sandbox` | a world and its history, with a selection and expectations |
//! | `outcome` | what a command reports while it runs, and its result |
//! | `judge` | whether the tests in the log agree with the chosen method |
//! | `timeline_marks` `log_lines` | the history on a line of bins; the lines of the log |
//! | `finding` `game` `pair` | results: of an expectation, of a game, of two objects |
//!
//! Calls go down this list, with two exceptions: an `outcome` carries predictions and sandboxes, and
//! `sandbox`, `judge` and `log_lines` ask each other what is shown.
//!
//! Not here: the command language ([`crate::command`]), keys and prompts, file access.

mod ask;
mod edit;
mod examined;
pub mod expect;
mod files;
mod finding;
mod focus;
mod game;
mod judge;
mod log_lines;
pub mod map;
pub mod ndjson;
mod outcome;
mod pair;
pub mod predict;
pub mod recording;
mod replay;
mod sandbox;
mod time;
mod timeline_marks;
mod unsaved_work;

pub use expect::{Check, Examined, Finding, check, expectation};
pub use focus::Focus;
pub use game::{GameOver, GameResult};
pub use judge::{Judge, asked_rank};
pub use log_lines::{LineId, LogLine, LogLines, LogQuery, tests_after, tests_up_to};
pub use outcome::{
    Effect, Event, Flow, Leaving, Outcome, Overwrite, Ray, Saved, Show, Tell, silent,
};
pub use pair::{Compared, Pair};
pub use predict::{Prediction, Score};
pub use sandbox::{End, Sandbox, VisibleRecords};
pub use timeline_marks::{Bin, FrameScale, TimeMark, Timeline};

use crate::command::{Command, CommandError, Nudge};
use crate::scene::{Rounding, Scene, SceneSource};
use crate::world::{
    Change, ChangeError, History, Log, MemoryLimit, Object, Rules, Settings, World,
};
use hitscan_geom::broad_phase::BroadPhase;
use judge::OwnAnswers;
use predict::Predictions;
use recording::Journal;
use sandbox::shapes;
use unsaved_work::Baseline;

/// The kind of front end that presents an engine. A few commands depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Face {
    /// Reads and writes lines: it drops changes without asking, and `why` leaves the
    /// selection alone.
    #[default]
    Lines,
    /// A screen: it asks before changes are dropped, and shows one pair at a time, which `why`
    /// brings into focus.
    Screen,
}

/// A world and its history, and everything else that a command can touch.
#[derive(Clone, Debug)]
pub struct Engine {
    sandbox: Sandbox,
    journal: Journal,
    source: SceneSource,
    /// `None` for a scene begun by `new`, or in a file that does not exist yet.
    baseline: Option<Baseline>,
    /// Whether anything has been done since then.
    has_work: bool,
    focus: Focus,
    log: LogQuery,
    rules: Rules,
    /// The broad phase for scenes that name none.
    usual_broad_phase: BroadPhase,
    /// The answered questions, in predict mode.
    predictions: Option<Predictions>,
    /// Kept when the mode ends or another scene is opened.
    score: Score,
    /// Whether a question covers every pair, in predict mode or not.
    covers_all: bool,
    face: Face,
    /// The methods whose answers come from programs.
    own_methods: Vec<OwnAnswers>,
    /// Whether the clock is making frames.
    playing: bool,
    /// What happens to numbers that are too fine.
    rounding: Rounding,
    /// What to do after the next save.
    when_saved: Option<Leaving>,
}

impl Engine {
    /// An engine at the start of this scene.
    ///
    /// # Errors
    /// When the objects do not make a world; a parsed scene always does.
    pub fn new(scene: Scene, source: SceneSource) -> Result<Self, ChangeError> {
        Self::within(MemoryLimit::default(), scene, source)
    }

    /// What happens to numbers that are too fine, in files and lines.
    pub const fn rounding(&self) -> Rounding {
        self.rounding
    }

    /// Sets what happens to numbers that are too fine.
    pub const fn set_rounding(&mut self, rounding: Rounding) {
        self.rounding = rounding.anew();
    }

    /// [`Engine::new`] with a memory limit, which stays when another scene is opened.
    ///
    /// # Errors
    /// As [`Engine::new`], and when more pairs meet than there is memory for.
    pub fn within(
        memory: MemoryLimit,
        scene: Scene,
        source: SceneSource,
    ) -> Result<Self, ChangeError> {
        Self::begun(memory, (scene, source), &mut silent)
    }

    /// [`Engine::within`] that reports its progress, and that `tell` can stop.
    ///
    /// # Errors
    /// As [`Engine::within`], and when `tell` stops it.
    pub fn begun(
        memory: MemoryLimit,
        (scene, source): (Scene, SceneSource),
        tell: &mut Tell<'_>,
    ) -> Result<Self, ChangeError> {
        let sandbox = Sandbox::begun(memory, scene.clone(), tell)?;
        Ok(Self {
            journal: Journal::new(&scene),
            baseline: Some(Baseline::new(scene, &sandbox)),
            sandbox,
            source,
            has_work: false,
            focus: Focus::default(),
            rounding: Rounding::default(),
            log: LogQuery::default(),
            rules: Rules::default(),
            usual_broad_phase: BroadPhase::default(),
            predictions: None,
            score: Score::default(),
            covers_all: false,
            face: Face::Lines,
            own_methods: Vec::new(),
            playing: false,
            when_saved: None,
        })
    }

    /// The same engine with a file that does not exist yet, so nothing was read from it.
    pub fn not_saved_yet(self) -> Self {
        Self { baseline: None, ..self }
    }

    /// The same engine, presented by a screen.
    pub fn on_screen(self) -> Self {
        Self { face: Face::Screen, ..self }
    }

    /// The world and its history, with its selection and expectations.
    pub const fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// The current world.
    pub const fn world(&self) -> &World {
        self.sandbox.world()
    }

    /// The history.
    pub const fn history(&self) -> &History {
        self.sandbox.history()
    }

    /// The records of all changes, including those ahead of the current position.
    pub const fn log(&self) -> &Log {
        self.sandbox.log()
    }

    /// What has been done, for recordings.
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The journal, to take records out.
    pub const fn journal_mut(&mut self) -> &mut Journal {
        &mut self.journal
    }

    /// Where the scene came from.
    pub const fn source(&self) -> &SceneSource {
        &self.source
    }

    /// What the user is looking at.
    pub const fn focus(&self) -> &Focus {
        &self.focus
    }

    /// The focus, to change it without a command.
    pub const fn focus_mut(&mut self) -> &mut Focus {
        &mut self.focus
    }

    /// Which tests of the log are shown.
    pub const fn log_query(&self) -> &LogQuery {
        &self.log
    }

    /// The log query, to change it without a command.
    pub const fn log_query_mut(&mut self) -> &mut LogQuery {
        &mut self.log
    }

    /// Sets how far an arrow key moves things, without a command: it is a preference.
    pub const fn set_nudge(&mut self, nudge: Nudge) {
        self.sandbox.set_nudge(nudge);
    }

    /// Executes a command completely or not at all; of several frames, it makes as many as
    /// possible. `tell` receives the events.
    ///
    /// # Errors
    /// Why it was refused; then nothing has changed.
    pub fn execute(
        &mut self,
        command: &Command,
        tell: &mut Tell<'_>,
    ) -> Result<Outcome, CommandError> {
        // Written before the command runs, which may change the axes and the selection.
        let line = command.written_for(self.world().settings(), self);
        self.journal.check_room(command, &line, self.world().memory())?;
        // Moving through history can take long as well, but loses nothing if it is interrupted.
        if matches!(command, Command::Step(2..)) {
            tell(Event::Begins(&line, self));
        }
        let selected = self.selected();
        let (settings, broken) = (*self.world().settings(), self.world().broken());
        let position = self.history().position();
        let over_before = self.sandbox.game_over_now().map(|over| over.frame);
        self.sandbox.forget_entered();
        self.hold_focus(command);
        let outcome = self.perform(command, tell)?;
        let is_over = over_before.is_none() && self.sandbox.game_over_now().is_some();
        if self.entered().is_some() || is_over {
            self.playing = false;
        }
        match &outcome {
            Outcome::Selected
            | Outcome::Emptied
            | Outcome::Done
            | Outcome::Stopped { .. }
            | Outcome::Show(Show::Expected(_)) => self.follow(command, selected),
            Outcome::Interrupted(_)
            | Outcome::Nothing(_)
            | Outcome::Covered
            | Outcome::NeedsFile(_)
            | Outcome::Confirm(_)
            | Outcome::Show(_)
            | Outcome::Effect(_) => {}
        }
        if is_over {
            self.focus_on_the_end(command);
        }
        self.report_differences(&settings, broken, position, tell);
        self.note(command, line, &outcome, tell);
        Ok(outcome)
    }

    /// Reports what a command changed besides objects, given the settings, the number of broken
    /// objects and the position before it.
    fn report_differences(
        &self,
        settings: &Settings,
        broken: usize,
        position: usize,
        tell: &mut Tell<'_>,
    ) {
        let world = self.world();
        if world.settings() != settings {
            tell(Event::SettingsChanged([settings, world.settings()]));
        }
        let breaks = |object: &Object| object.behavior.breaks_after.is_some();
        let is_game = || !self.sandbox.game_ends().is_empty();
        if world.broken() > broken
            && !is_game()
            && !world.objects().any(|(_, object)| breaks(object))
        {
            tell(Event::AllBroken);
        }
        let remade = self.history().made_again_for_memory();
        if let Some(changes) = remade.filter(|_| self.history().position() != position) {
            tell(Event::RemadeForMemory(changes));
        }
    }

    /// Performs each command.
    fn perform(&mut self, command: &Command, tell: &mut Tell<'_>) -> Result<Outcome, CommandError> {
        match command {
            Command::Check | Command::Expect(_) | Command::Assert(_) | Command::Ray(_)
                if self.covers(None) =>
            {
                Ok(Outcome::Covered)
            }
            Command::Why(pair, _) if self.covers(Some(pair)) => Ok(Outcome::Covered),
            // In the line interface, the caller withholds the answer.
            Command::Query(names) if self.face == Face::Screen && self.covers(names.as_ref()) => {
                Ok(Outcome::Covered)
            }
            Command::Add(name, shape) => self.add(*name, shape, tell),
            Command::Crowd(crowd) => self.add_crowd(crowd, tell),
            Command::Remove(name) => self.remove(name.as_ref(), tell),
            Command::Rename(name, new) => self.rename(name, *new, tell),
            Command::Duplicate(name, new, by) => self.duplicate(name, *new, *by, tell),
            Command::Body(name, body) => {
                self.edit(|sandbox| Ok(Change::SetBody(sandbox.named(name)?, *body)), tell)
            }
            Command::SetAttribute(name, attribute) => self.set_attribute(name, attribute, tell),
            Command::Set(name, field, value) => self.set(name, *field, *value, tell),
            Command::Move(name, by) => {
                self.edit_object(name.as_ref(), |id, _| Ok(Change::Move(id, *by)), tell)
            }
            Command::Turn(name, by) => {
                self.edit_object(name.as_ref(), |id, _| Ok(Change::Turn(id, *by)), tell)
            }
            Command::Length(name, by) => {
                self.edit_object(name.as_ref(), |id, _| Ok(Change::Stretch(id, *by)), tell)
            }
            Command::End(name, index, by) => {
                let dragged =
                    |shape: &_| shapes::with_vertex(shape, *index, |p| p.checked_add(*by));
                self.reshape(name.as_ref(), dragged, tell)
            }
            Command::Vertex(edit, name, index) => {
                let edited =
                    |id, it: &_| Ok(Change::Reshape(id, shapes::edited(it, *edit, *index)?));
                self.edit_object(name.as_ref(), edited, tell)
            }
            Command::Velocity(name, velocity, anchor) => {
                self.set_velocity(name.as_ref(), *velocity, *anchor, tell)
            }
            Command::Put(name, at) => self.put(name.as_ref(), *at, tell),
            Command::Point(name, at) => self.point(name, *at, tell),
            Command::Steer(name, side) => {
                self.edit_object(name.as_ref(), |id, _| Ok(Change::Steer(id, *side)), tell)
            }
            Command::Drop(name) => {
                self.edit_object(name.as_ref(), |id, _| Ok(Change::Drop(id)), tell)
            }
            Command::Response(response) => self.set_up(|s| s.response = *response, tell),
            Command::Side(method) => self.set_up(|s| s.side = *method, tell),
            Command::Speed(speed) => self.set_up(|s| s.speed = *speed, tell),
            Command::BoundaryRule(rule) => self.set_up(|s| s.boundary_rule = *rule, tell),
            Command::Axes(axes) => self.set_up(|s| s.axes = *axes, tell),
            Command::BroadPhase(which) => self.set_up(|s| s.broad_phase = Some(*which), tell),
            Command::Gravity(gravity) => self.set_up(|s| s.gravity = *gravity, tell),
            Command::Title(title) => self.edit(|_| Ok(Change::SetTitle(title.clone())), tell),
            Command::Select(name) => self.select(name),
            Command::Nudge(nudge) => {
                self.set_nudge(*nudge);
                Ok(Outcome::Done)
            }
            Command::Step(count) => self.step(*count, tell),
            Command::Back(frames) => Ok(self.back(*frames, tell)),
            Command::Undo(changes) => Ok(self.undo(*changes, tell)),
            Command::Redo(changes) => Ok(self.redo(*changes, tell)),
            Command::Seek(place) => self.seek(*place, tell),
            Command::Play => Ok(self.play()),
            Command::Pause => Ok(self.pause()),
            Command::Method(page) => self.turn_to(*page),
            Command::Log(filter) => Ok(self.show_tests(*filter)),
            Command::Filter(text) => Ok(self.show_tests_naming(text)),
            Command::Map(request) => self.map(request),
            Command::Describe(name) => self.describe(name.as_ref()),
            Command::Query(names) => self.query(names.as_ref()),
            Command::Ray(of) => self.ray(of),
            Command::Why(names, page) => self.why(names, *page, tell),
            Command::Check => self.check(tell),
            Command::Expect(names) => self.expect(names.as_ref(), tell),
            Command::Predict(names, said) => self.predict(names.as_ref(), *said),
            Command::PredictMode(mode) => Ok(self.set_predict_mode(*mode)),
            Command::Assert(claim) => self.sandbox.assert(claim).map(|()| Outcome::Done),
            Command::Help(name) => Self::help(name.as_deref()),
            Command::Learn(lesson) => self.learn(lesson.as_deref()),
            Command::New => self.empty(),
            Command::Open(target) => self.open(target),
            Command::Save(file) => Ok(self.save(file.as_deref(), "save")),
            Command::SaveAndQuit(file) => Ok(self.save_and_quit(file.as_deref())),
            Command::Record(file) => Ok(Outcome::Effect(Effect::Record(file.into()))),
            Command::Recover(what) => Ok(Outcome::Effect(Effect::Recover(*what))),
            Command::Screenshot(file) => Ok(Outcome::Effect(Effect::Screenshot(file.into()))),
            Command::Quit => self.leave_asking(Leaving::Quit),
            Command::QuitUnsaved => Ok(Outcome::Effect(Effect::Quit)),
        }
    }

    /// Writes the command to the journal, if recordings contain such commands.
    fn note(&mut self, command: &Command, line: String, outcome: &Outcome, tell: &mut Tell<'_>) {
        self.has_work = match outcome {
            Outcome::Done
            | Outcome::Stopped { .. }
            | Outcome::Show(Show::Expected(_) | Show::Prediction(_)) => true,
            Outcome::Emptied => false,
            _ => self.has_work,
        };
        let line = match outcome {
            Outcome::Interrupted(_)
            | Outcome::Nothing(_)
            | Outcome::Covered
            | Outcome::NeedsFile(_)
            | Outcome::Confirm(_)
            | Outcome::Effect(_) => return,
            Outcome::Stopped { frames, .. } => {
                Command::Step(*frames).written(self.world().settings())
            }
            // With the truth, which is known now.
            Outcome::Show(Show::Prediction(prediction)) => prediction.recorded(),
            Outcome::Done | Outcome::Selected | Outcome::Emptied | Outcome::Show(_) => line,
        };
        if !command.kind().is_recorded() {
            return;
        }
        if *outcome == Outcome::Emptied {
            self.journal.begin_with(&line);
        } else {
            self.journal.note(&line);
        }
        tell(Event::Noted(&line, command, self));
    }
}
