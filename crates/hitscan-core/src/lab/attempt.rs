//! The open step: a fresh scene, the commands so far, their results, and what is allowed in it. The
//! screen, the line interface and grading all judge through here.
//!
//! | file | contents |
//! | --- | --- |
//! | `answers` | answers, skips, hints and tasks that are done: what counts in the progress |
//!
//! Not here: the words of lessons, and the file that stores what was done ([`super::submission`]).

mod answers;

use std::sync::Arc;

use super::claim::{ClaimQuestion, Claims, OwnClaim};
use super::condition::Moment;
use super::expression::{NoValue, Scope};
use super::pack::{Drawn, Lesson, LessonStep, StepKind};
use super::policy::{Policy, leaves_lesson, policy};
use super::progress::Progress;
use super::question::{Ask, LessonAnswer, LessonQuestion};
use super::shortfall::Shortfall;
use super::task::{Arrival, Task, TaskProgress};
use super::text::Template;
use crate::command::{Command, CommandError, CommandKind};
use crate::engine::{Engine, Event, Flow, Outcome, Sandbox, Tell, silent};
use crate::scene::{Scene, SceneSource};
use crate::world::{EDGE_PAIRS_OF_A_TEST, MemoryLimit, Name, Rules, World};
pub use answers::LearnError;

/// The most frames of one step; a command that would exceed it is refused.
pub const MOST_FRAMES: u64 = 20_000;
/// The most objects in a step of a lesson. Adding more is refused, and a step that starts with more
/// does not open.
pub const MOST_OBJECTS: usize = 200;
/// The most tests of pairs in a file of lessons, as counted by [`crate::world::History::effort`]:
/// polygons count by their pairs of edges, and the conditions on pairs that are evaluated at each
/// moment count too. A command that would need more is refused, or stopped after its last complete
/// frame, and uses up all tests. Then every further command is refused.
pub const MOST_TESTS: u64 = 10_000_000;
/// The memory limit for a step of a lesson, the same for playing and grading: many students share a
/// machine, and the grader must refuse exactly what a student is refused.
pub const STEP_MEMORY: MemoryLimit = MemoryLimit::LEAST;

/// An open step. Its world is in the engine of the caller that opened it.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The lesson with its numbers.
    pub drawn: Arc<Drawn>,
    /// The step.
    pub step: Arc<LessonStep>,
    /// The world at the opening of the step.
    pub opening: World,
    moments: TaskProgress,
    claims: Claims,
    frames: u64,
    /// The tests of pairs so far, including those of earlier steps.
    pub tests: u64,
    /// How many of them the history of the step took.
    effort: u64,
    /// The position in history at the last judgement.
    pub position: usize,
    /// Whether its question has been answered since it opened.
    is_answered: bool,
    /// Whether a command has changed its world since it opened.
    has_changed: bool,
    running: RunningCommand,
    /// The lesson.
    pub lesson: Arc<Lesson>,
}

/// The command in progress.
#[derive(Clone, Copy, Debug, Default)]
struct RunningCommand {
    /// Whether it was noted, so that it counts.
    is_noted: bool,
    /// The position in history before it.
    from: usize,
    /// How its next frame arises, if it makes frames.
    frame: Option<Arrival>,
    /// How many tests it counts besides those of the history.
    again: u64,
    /// The effort of the history that has been counted.
    counted: u64,
    /// The limit on that effort.
    most: u64,
}

/// Why a step cannot be opened.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotOpened {
    /// A number in a command has no value, or there is no right answer.
    #[error(transparent)]
    Value(#[from] NoValue),
    /// A command of the lesson was refused.
    #[error("{line}: {}", .error.message)]
    Command {
        /// The command.
        line: String,
        /// Why it was refused.
        error: CommandError,
    },
    /// Its scene has too many objects.
    #[error("{0} objects; a step of a lesson has at most {MOST_OBJECTS}")]
    TooLarge(usize),
}

impl Attempt {
    /// Opens a step, and returns the engine to work in: the lesson's scene, after the `begin`
    /// commands, without a history.
    ///
    /// # Errors
    /// When a command of the lesson fails.
    pub fn open(
        lesson: &Arc<Lesson>,
        drawn: &Arc<Drawn>,
        step: &Arc<LessonStep>,
    ) -> Result<(Self, Engine), NotOpened> {
        Self::open_after(lesson, drawn, step, 0)
    }

    /// Opens a step after earlier ones that took `tests` pair tests, which count towards the limit.
    ///
    /// # Errors
    /// As [`Attempt::open`].
    pub fn open_after(
        lesson: &Arc<Lesson>,
        drawn: &Arc<Drawn>,
        step: &Arc<LessonStep>,
        tests: u64,
    ) -> Result<(Self, Engine), NotOpened> {
        let mut engine = engine(drawn.scene.clone(), drawn.rules)?;
        carry_out(&mut engine, &step.begin, drawn)?;
        if engine.world().len() > MOST_OBJECTS {
            return Err(NotOpened::TooLarge(engine.world().len()));
        }
        let scene = Scene { expects: drawn.scene.expects.clone(), ..engine.sandbox().scene() };
        let engine = self::engine(scene, drawn.rules)?;
        let opening = engine.world().clone();
        let pairs = all_pairs(&opening);
        let mut attempt = Self {
            drawn: Arc::clone(drawn),
            step: Arc::clone(step),
            opening,
            moments: TaskProgress::default(),
            claims: Claims::default(),
            frames: 0,
            tests: tests.saturating_add(pairs),
            effort: engine.history().effort(),
            position: engine.history().position(),
            is_answered: false,
            has_changed: false,
            running: RunningCommand::default(),
            lesson: Arc::clone(lesson),
        };
        attempt.judge(Arrival::Opening, engine.sandbox());
        Ok((attempt, engine))
    }

    /// Opens another step after this one. A card keeps the current world of its lesson; a question
    /// or a task starts fresh, and returns the engine to work in.
    ///
    /// # Errors
    /// When the step cannot be opened; then this one stays open.
    pub fn go_to(
        &mut self,
        lesson: &Arc<Lesson>,
        drawn: &Arc<Drawn>,
        step: &Arc<LessonStep>,
    ) -> Result<Option<Engine>, NotOpened> {
        if matches!(step.kind, StepKind::Card) && Arc::ptr_eq(&self.lesson, lesson) {
            self.step = Arc::clone(step);
            self.moments = TaskProgress::default();
            self.claims = Claims::default();
            (self.is_answered, self.has_changed) = (false, false);
            return Ok(None);
        }
        let (attempt, engine) = Self::open_after(lesson, drawn, step, self.tests)?;
        *self = attempt;
        Ok(Some(engine))
    }

    /// The task and its progress, if the step is one.
    pub fn task(&self) -> Option<(&Task, &TaskProgress)> {
        match &self.step.kind {
            StepKind::Task(task) => Some((task, &self.moments)),
            StepKind::Card | StepKind::Question(_) => None,
        }
    }

    /// Whether the task is done, permanently.
    pub const fn is_done(&self) -> bool {
        self.moments.is_done
    }

    /// What to ask the student's program about the current state of a pair.
    ///
    /// # Errors
    /// When an object is missing.
    pub fn question_about(pair: [Name; 2], engine: &Engine) -> Result<ClaimQuestion, CommandError> {
        let missing = pair.into_iter().find(|name| engine.world().find(name).is_none());
        let name = missing.unwrap_or(pair[0]);
        ClaimQuestion::about(pair, engine.sandbox())
            .ok_or_else(|| CommandError::new(format!("no object is called {name}")))
    }

    /// Accepts what the student's program said about the current state of a pair.
    ///
    /// # Errors
    /// As [`Attempt::question_about`].
    pub fn claim(
        &mut self,
        claim: &OwnClaim,
        engine: &Engine,
        progress: &mut Progress,
    ) -> Result<(), CommandError> {
        Self::question_about(claim.pair, engine)?;
        self.claims.take(engine.history().position(), claim);
        self.judge(Arrival::Claim, engine.sandbox());
        self.count_in(progress, false);
        Ok(())
    }

    /// Executes a command, judges each moment that it leads to, and counts it in the progress;
    /// `tell` receives its events.
    ///
    /// # Errors
    /// As [`Engine::execute`], and when [`Attempt::refuses`] it.
    pub fn execute(
        &mut self,
        command: &Command,
        engine: &mut Engine,
        tell: &mut Tell<'_>,
        progress: &mut Progress,
    ) -> Result<Outcome, CommandError> {
        if let Some(why) = self.refuses(command, engine) {
            return Err(CommandError::new(why));
        }
        self.begin(command, engine);
        let done = engine.execute(command, &mut |event| {
            let flow = self.on_event(event);
            if tell(event) == Flow::Stop { Flow::Stop } else { flow }
        });
        // This also counts the tests that exceeded the limit.
        let is_over = engine.history().effort() > self.running.most;
        engine.allow_tests(u64::MAX);
        if is_over {
            self.tests = self.tests.max(MOST_TESTS);
        }
        let done = match (done, self.check_tests()) {
            (Err(_) | Ok(Outcome::Interrupted(_)), Err(limit)) => Err(limit),
            (Ok(Outcome::Stopped { frames, .. }), Err(why)) => Ok(Outcome::Stopped { frames, why }),
            (done, _) => done,
        }?;
        if self.running.is_noted {
            self.count_in(progress, engine.history().position() != self.running.from);
        }
        Ok(done)
    }

    /// Why a command is refused in this step, if it is: it leads out of the lesson, it would exceed
    /// a limit, or a question waits that it could answer.
    pub fn refuses(&self, command: &Command, engine: &Engine) -> Option<String> {
        let asked = || {
            let asked = self.asked()?;
            let shows_nothing = match (policy(command), command) {
                (Policy::FreeWhileAsked | Policy::Always, _) => true,
                (_, Command::Describe(name)) => !self.hides_values(name.as_ref()),
                (Policy::Judged | Policy::Skipped | Policy::Refused, _) => false,
            };
            (!shows_nothing).then(|| LearnError::AnswerFirst(asked).to_string())
        };
        let leaves = leaves_lesson(command).map(str::to_owned);
        leaves.or_else(|| self.beyond_limit(command, engine)).or_else(asked)
    }

    /// Whether the numbers of an object, or of any object, would give the answer away.
    pub fn hides_values(&self, name: Option<&Name>) -> bool {
        let of = match self.question().map(|question| &question.ask) {
            Some(Ask::Sign(of) | Ask::Number(of)) => of.objects(),
            _ => return false,
        };
        name.map_or(!of.is_empty(), |name| of.contains(name))
    }

    /// The commands that the lesson gives as templates.
    pub fn commands(&self, templates: &[Template]) -> Vec<Command> {
        let made = templates.iter().map(|of| command(of, &self.drawn, &self.opening));
        made.filter_map(|made| made.ok()?.1).collect()
    }

    /// The limit that a command would exceed, if any.
    pub fn beyond_limit(&self, command: &Command, engine: &Engine) -> Option<String> {
        let (added, made) = added_and_made(command);
        let added = usize::try_from(added).unwrap_or(usize::MAX);
        let frames = self.frames.saturating_add(made.into());
        let objects = engine.world().len().saturating_add(added);
        if added > 0 && objects > MOST_OBJECTS {
            return Some(format!("a step of a lesson has at most {MOST_OBJECTS} objects"));
        }
        if frames > MOST_FRAMES {
            return Some(too_many_frames());
        }
        self.check_tests().err().map(|why| why.message)
    }

    /// Prepares for the events of a command, given the tests that are left.
    fn begin(&mut self, command: &Command, engine: &mut Engine) {
        // `expect` replays all frames.
        let again = if matches!(command, Command::Expect(_)) { self.effort } else { 0 };
        let left = MOST_TESTS.saturating_sub(self.tests.saturating_add(again));
        let counted = engine.history().effort();
        self.position = engine.history().position();
        self.running = RunningCommand {
            is_noted: false,
            from: self.position,
            frame: matches!(command.kind(), CommandKind::Step(_)).then_some(Arrival::FirstFrame),
            again,
            counted,
            most: counted.saturating_add(left),
        };
        engine.allow_tests(left);
    }

    /// Receives the events of a command: each frame is judged separately, everything else once per
    /// command. A command that is not noted is not in the file, so it does not count.
    fn on_event(&mut self, event: Event<'_>) -> Flow {
        self.running.is_noted |= matches!(event, Event::Noted(..));
        match (event, self.running.frame) {
            (Event::Changed(sandbox), Some(arrival)) => self.on_frame(arrival, sandbox),
            (Event::Noted(_, command, engine), None) => {
                self.on_command(command, engine.sandbox());
                Flow::GoOn
            }
            _ => Flow::GoOn,
        }
    }

    fn on_frame(&mut self, arrival: Arrival, sandbox: &Sandbox) -> Flow {
        self.count_effort(sandbox);
        self.frames += 1;
        self.drop_undone(self.position);
        self.position = sandbox.history().position();
        self.judge(arrival, sandbox);
        self.running.frame = Some(Arrival::NextFrame);
        let left = MOST_TESTS.saturating_sub(self.tests);
        self.running.most = self.running.counted.saturating_add(left);
        if left == 0 { Flow::Stop } else { Flow::GoOnWithin(left) }
    }

    fn on_command(&mut self, command: &Command, sandbox: &Sandbox) {
        self.count(self.running.again);
        self.count_effort(sandbox);
        let before = std::mem::replace(&mut self.position, sandbox.history().position());
        if command.kind() == CommandKind::Travel {
            // Restored snapshots contain the last contacts of all pairs, even if few
            // tests are replayed.
            self.count(all_pairs(sandbox.world()));
            self.judge(Arrival::Travel, sandbox);
        } else if self.position != before {
            self.drop_undone(before);
            self.judge(Arrival::Command, sandbox);
        }
    }

    /// Counts the effort since the last call.
    fn count_effort(&mut self, sandbox: &Sandbox) {
        let effort = sandbox.history().effort();
        let since = effort - std::mem::replace(&mut self.running.counted, effort);
        self.effort += since;
        self.count(since);
    }

    fn check_tests(&self) -> Result<(), CommandError> {
        if !self.is_used_up() {
            return Ok(());
        }
        Err(CommandError::new(format!(
            "a file of lessons has at most {MOST_TESTS} tests of pairs; \
             of polygons, each {EDGE_PAIRS_OF_A_TEST} pairs of edges count as one"
        )))
    }

    /// Whether no tests are left, so that every further command is refused.
    pub const fn is_used_up(&self) -> bool {
        self.tests >= MOST_TESTS
    }

    /// Counts tests of pairs.
    pub(super) const fn count(&mut self, tests: u64) {
        self.tests = self.tests.saturating_add(tests);
    }

    fn drop_undone(&mut self, position: usize) {
        self.moments.drop_undone(position);
        self.claims.drop_undone(position);
    }

    fn judge(&mut self, arrival: Arrival, sandbox: &Sandbox) {
        let StepKind::Task(task) = &self.step.kind else { return };
        let mut moments = std::mem::take(&mut self.moments);
        let moment = self.moment(sandbox);
        moments.judge(task, self.position, arrival, moment);
        self.tests = self.tests.saturating_add(task.tests(moment));
        self.moments = moments;
    }

    /// The current moment; `TaskProgress` fills in its commands and frames.
    fn moment<'m>(&'m self, sandbox: &'m Sandbox) -> Moment<'m> {
        Moment {
            values: &self.drawn.values,
            sandbox,
            opening: &self.opening,
            expects: &self.drawn.scene.expects,
            claims: &self.claims,
            position: self.position,
            commands: 0,
            frames: 0,
        }
    }

    /// What is still missing in the open task, if there is a sentence for it.
    pub fn shortfall(&self, engine: &Engine) -> Option<Shortfall> {
        let (task, progress) = self.task().filter(|(_, progress)| !progress.is_done)?;
        let (commands, frames) = progress.so_far(self.position);
        let moment = Moment { commands, frames, ..self.moment(engine.sandbox()) };
        Shortfall::of(task, progress, moment)
    }

    /// Executes the commands that the lesson gives as templates, and accepts the claims of
    /// programs among them.
    ///
    /// # Errors
    /// When one of them is refused.
    pub fn carry_out(
        &mut self,
        commands: &[Template],
        engine: &mut Engine,
        tell: &mut Tell<'_>,
    ) -> Result<(), NotOpened> {
        // What the lesson does is no work of the student.
        let mut uncounted = Progress::default();
        for template in commands {
            let line = template.line(Scope { values: &self.drawn.values, sandbox: None })?;
            let done = match OwnClaim::parse(&line) {
                Some(claim) => claim.and_then(|claim| self.claim(&claim, engine, &mut uncounted)),
                None => Command::parse(&line, engine.world().settings()).and_then(|command| {
                    command.map_or(Ok(()), |command| {
                        self.execute(&command, engine, tell, &mut uncounted).map(drop)
                    })
                }),
            };
            done.map_err(|error| NotOpened::Command { line, error })?;
        }
        Ok(())
    }

    /// The right answer of a question, found after its `then` commands.
    ///
    /// # Errors
    /// When a command is refused, or there is no right answer.
    pub fn right(
        &self,
        question: &LessonQuestion,
        engine: &Engine,
    ) -> Result<LessonAnswer, NotOpened> {
        let after = self.after(question, engine)?;
        Ok(question.right(&self.drawn.values, after.sandbox())?)
    }

    /// The beliefs behind a wrong answer.
    ///
    /// # Errors
    /// As [`Attempt::right`].
    pub fn beliefs_behind(
        &self,
        question: &LessonQuestion,
        said: &LessonAnswer,
        engine: &Engine,
    ) -> Result<Vec<String>, NotOpened> {
        let after = self.after(question, engine)?;
        Ok(question.beliefs_behind(said, &self.drawn.values, after.sandbox()))
    }

    /// The world after the `then` commands.
    fn after(&self, question: &LessonQuestion, engine: &Engine) -> Result<Engine, NotOpened> {
        let (mut after, mut engine) = (self.clone(), engine.clone());
        after.is_answered = true;
        for template in &question.then {
            let (line, command) = command(template, &self.drawn, engine.world())?;
            let done = command.map_or(Ok(()), |command| {
                after
                    .execute(&command, &mut engine, &mut silent, &mut Progress::default())
                    .map(drop)
            });
            done.map_err(|error| NotOpened::Command { line, error })?;
        }
        Ok(engine)
    }
}

/// How many objects a command adds, and how many frames it makes.
const fn added_and_made(command: &Command) -> (u32, u32) {
    match command.kind() {
        CommandKind::Add(objects) => (objects, 0),
        CommandKind::Step(frames) => (0, frames),
        CommandKind::Edit
        | CommandKind::Travel
        | CommandKind::Look
        | CommandKind::Ask
        | CommandKind::Host
        | CommandKind::Play
        | CommandKind::Leave
        | CommandKind::Quit => (0, 0),
    }
}

/// The number of pairs.
fn all_pairs(world: &World) -> u64 {
    let objects = u64::try_from(world.len()).unwrap_or(u64::MAX);
    objects.saturating_mul(objects.saturating_sub(1)) / 2
}

fn engine(scene: Scene, rules: Rules) -> Result<Engine, NotOpened> {
    let mut engine = Engine::within(STEP_MEMORY, scene, SceneSource::New)
        .map_err(|why| NotOpened::Command { line: "scene".to_owned(), error: why.into() })?;
    engine.set_rules(rules);
    Ok(engine)
}

/// Executes the commands before a step opens, within the limits of a student.
fn carry_out(engine: &mut Engine, commands: &[Template], drawn: &Drawn) -> Result<(), NotOpened> {
    let mut frames = 0;
    for template in commands {
        let (line, command) = command(template, drawn, engine.world())?;
        let Some(command) = command else { continue };
        frames += u64::from(added_and_made(&command).1);
        let refused = leaves_lesson(&command).map(str::to_owned);
        let refused = refused.or_else(|| (frames > MOST_FRAMES).then(too_many_frames));
        let done = match refused {
            Some(why) => Err(CommandError::new(why)),
            None => engine.execute(&command, &mut silent).map(drop),
        };
        done.map_err(|error| NotOpened::Command { line, error })?;
    }
    Ok(())
}

fn too_many_frames() -> String {
    format!("a step of a lesson has at most {MOST_FRAMES} frames")
}

/// A command of a lesson with its numbers filled in.
fn command(
    template: &Template,
    drawn: &Drawn,
    world: &World,
) -> Result<(String, Option<Command>), NotOpened> {
    let line = template.line(Scope { values: &drawn.values, sandbox: None })?;
    match Command::parse(&line, world.settings()) {
        Ok(command) => Ok((line, command)),
        Err(error) => Err(NotOpened::Command { line, error }),
    }
}
