//! Expectations about pairs and lasers, and whether they hold.
//!
//! [`check`] checks a scene against its expectations; [`expectation`] writes one that holds.

use std::cmp::Reverse;

use crate::methods::{Method, Requested};
use crate::scene::{Expect, ExpectSubject, Scene, SceneSource};
use crate::world::{
    Change, ChangeError, CommandProgress, MemoryLimit, Name, ObjectId, Rules, first_along,
};

use super::finding::{JudgedPair, JudgedResult};
use super::outcome::{Event, Flow, Tell, only_progress, silent};
use super::{Engine, Outcome, Pair, Sandbox};
use crate::command::{Command, CommandError, CommandKind};

use hitscan_geom::Shape;

pub use super::examined::{Examined, Remark};
pub use super::finding::{
    ExpectAnswer, ExpectResult, Finding, Key, KeyDifference, expectation_line, noted_line,
};

/// A scene moving through the frames that its expectations ask for.
///
/// [`Check::next_frame`] returns the sandbox at the first frame and then at each requested frame;
/// [`Check::findings`] returns all results.
#[derive(Clone, Debug)]
pub struct Check {
    sandbox: Sandbox,
    expects: Vec<Expect>,
    held: Vec<Option<JudgedResult>>,
    /// The expectations left to check, by index: those of the next frame last.
    due: Vec<usize>,
    /// The scene, for expectations with commands.
    scene: Scene,
    has_begun: bool,
    /// Why it goes no further.
    stopped: Option<CommandError>,
}

impl Check {
    /// Starts at the beginning of the scene.
    ///
    /// # Errors
    /// When the objects do not make a world; a parsed scene always does.
    pub fn new(scene: Scene) -> Result<Self, ChangeError> {
        Self::begun(MemoryLimit::default(), scene, &mut silent)
    }

    /// [`Check::new`] with a memory limit, which reports its progress and can be stopped.
    ///
    /// # Errors
    /// As [`Check::new`], when more pairs meet than there is memory for, and when `tell` stops it.
    pub fn begun(
        memory: MemoryLimit,
        scene: Scene,
        tell: &mut Tell<'_>,
    ) -> Result<Self, ChangeError> {
        let expects = scene.expects.clone();
        let mut due: Vec<_> =
            (0..expects.len()).filter(|&index| expects[index].after.is_empty()).collect();
        due.sort_by_key(|&index| Reverse(expects[index].after_frames));
        let (held, sandbox) = (
            vec![None; expects.len()],
            Sandbox::begun(memory, scene.clone(), &mut only_progress(tell))?,
        );
        Ok(Self { sandbox, expects, held, due, scene, has_begun: false, stopped: None })
    }

    /// The sandbox at the next requested frame, starting with the first; `None` after the last, or
    /// if that frame cannot be made or `tell` stops it.
    pub fn next_frame(&mut self, tell: &mut Tell<'_>) -> Option<&Sandbox> {
        self.go_to_next_frame(tell).unwrap_or_default().then_some(&self.sandbox)
    }

    /// Goes to the next requested frame; returns false if there is none.
    fn go_to_next_frame(&mut self, tell: &mut Tell<'_>) -> Result<bool, ChangeError> {
        let next = self.due.last().map(|&index| self.expects[index].after_frames);
        let frame = if self.has_begun { next } else { Some(0) };
        let Some(frame) = frame else { return Ok(false) };
        self.has_begun = true;
        let last = self.due.first().map_or(0, |&index| self.expects[index].after_frames);
        while self.sandbox.world().frame() < u64::from(frame) {
            let done = self.sandbox.world().frame();
            let progress = CommandProgress { done, total: last.into() };
            match self.sandbox.apply_change(Change::Step, Some(progress), tell) {
                Ok(_) => {}
                Err(ChangeError::Interrupted) => return Err(ChangeError::Interrupted),
                Err(why) => {
                    self.due.clear();
                    self.stopped = Some(why.into());
                    return Ok(false);
                }
            }
        }
        while let Some(index) = self.due.pop_if(|index| self.expects[*index].after_frames == frame)
        {
            self.held[index] = Some(judged_now(&self.sandbox, &self.expects[index]));
        }
        Ok(true)
    }

    /// The result of each expectation, in the order of the scene. Makes the frames that
    /// are still missing.
    pub fn findings(self) -> Vec<Finding> {
        // `silent` never stops it.
        self.findings_asking(&mut silent).unwrap_or_default()
    }

    /// [`Check::findings`] that `tell` can stop; it gets no other events.
    ///
    /// # Errors
    /// When `tell` stops it.
    pub fn findings_asking(mut self, tell: &mut Tell<'_>) -> Result<Vec<Finding>, ChangeError> {
        while self.go_to_next_frame(&mut only_progress(tell))? {}
        let (last, memory) = (self.sandbox.world().frame(), self.sandbox.world().memory());
        for (expect, held) in self.expects.iter().zip(&mut self.held) {
            if !expect.after.is_empty() {
                let scene = Scene { expects: Vec::new(), ..self.scene.clone() };
                *held = Some(held_after_commands(memory, scene, expect, tell)?);
            }
        }
        let why = self.stopped;
        let found = self.expects.into_iter().zip(self.held).map(|(expect, held)| {
            let not_reached = || {
                let why = why.clone().unwrap_or_else(|| CommandError::new("it was not made"));
                (ExpectResult::NotReached { last, why }, None)
            };
            let (held, judged) = held.unwrap_or_else(not_reached);
            Finding { expect, held, judged, own_said: Vec::new() }
        });
        Ok(found.collect())
    }
}

/// Checks a scene against its expectations, in their order.
///
/// # Errors
/// When the objects do not make a world; a parsed scene always does.
pub fn check(scene: Scene) -> Result<Vec<Finding>, ChangeError> {
    Check::new(scene).map(Check::findings)
}

/// The results of all expectations of the scene in a sandbox.
///
/// # Errors
/// When `tell` stops it.
pub(super) fn findings(
    sandbox: &Sandbox,
    tell: &mut Tell<'_>,
) -> Result<Vec<Finding>, ChangeError> {
    let (scene, _) = sandbox.scene_before_steps();
    Check::begun(sandbox.world().memory(), scene, tell)?.findings_asking(tell)
}

/// Checks an expectation against the current frame, even if it is meant for another one.
pub fn held_now(sandbox: &Sandbox, expect: &Expect) -> ExpectResult {
    judged_now(sandbox, expect).0
}

fn judged_now(sandbox: &Sandbox, expect: &Expect) -> JudgedResult {
    let missing = |name| (ExpectResult::NoObject(name), None);
    let found = |name: &Name| sandbox.world().find(name).ok_or(*name);
    match &expect.subject {
        ExpectSubject::Pair(pair) => match pair.each_ref().map(found) {
            [Ok(a), Ok(b)] => pair_judged(sandbox, expect, [a, b]),
            [Err(name), _] | [_, Err(name)] => missing(name),
        },
        ExpectSubject::Laser(name) => match found(name) {
            Ok(laser) => {
                let object = sandbox.world().object(laser).map(|object| &object.shape);
                let Some(Shape::Segment(laser)) = object else { return missing(*name) };
                let first = first_along(sandbox.world(), laser);
                let first = Some(first.iter().map(|hit| hit.name).collect());
                let truth = Expect { first, ..Expect::nothing_about(expect.subject) };
                (ExpectResult::of(expect, &truth), None)
            }
            Err(name) => missing(name),
        },
    }
}

fn pair_judged(sandbox: &Sandbox, expect: &Expect, [a, b]: [ObjectId; 2]) -> JudgedResult {
    // A method shown on request is included if it is expected to be wrong.
    let named = Requested::These(expect.wrong.clone().unwrap_or_default());
    let Some(examined) = examine_for_check(sandbox, [a, b], &named) else {
        // An object with itself; no parsed file has such an expectation.
        return (ExpectResult::NoObject(expect.subject.names()[0]), None);
    };
    let says = expect.says.as_ref().map(|asked| answers_of(sandbox, [a, b], asked));
    // The answers of own methods are not known here.
    let own_wrong = expect.own_wrong.clone();
    let truth = Expect { own_wrong, says, ..examined.truth() };
    let expected = expect.wrong.iter().flatten();
    let not_wrong = expected.filter_map(|&method| examined.not_wrong(method)).collect();
    let pair = examined.pair;
    let before = pair.are_regions().then(|| examine_requested(sandbox, [a, b], &named)).flatten();
    let before = before.map(|before| before.truth());
    let judged = JudgedPair { pair, truth, before, not_wrong };
    let held = judged.result(expect);
    (held, expect.wrong.is_some().then(|| Box::new(judged)))
}

/// The answers of these methods, where they have one.
fn answers_of(
    sandbox: &Sandbox,
    ids: [ObjectId; 2],
    asked: &[(Method, &'static str)],
) -> Vec<(Method, &'static str)> {
    let methods: Vec<_> = asked.iter().map(|&(method, _)| method).collect();
    let examined = examine_requested(sandbox, ids, &Requested::These(methods.clone()));
    let answer = |method| Some((method, examined.as_ref()?.answer_by(method)?));
    methods.into_iter().filter_map(answer).collect()
}

/// Whether a command may precede a check.
fn may_come_first(command: &Command) -> bool {
    let is_about_the_file = *command == Command::New || matches!(command, Command::Expect(_));
    match command.kind() {
        CommandKind::Edit => !is_about_the_file,
        CommandKind::Add(_) | CommandKind::Step(_) | CommandKind::Travel => true,
        CommandKind::Look
        | CommandKind::Ask
        | CommandKind::Host
        | CommandKind::Play
        | CommandKind::Leave
        | CommandKind::Quit => false,
    }
}

/// The result of an expectation after its commands, executed from the start of the scene.
fn held_after_commands(
    memory: MemoryLimit,
    scene: Scene,
    expect: &Expect,
    tell: &mut Tell<'_>,
) -> Result<JudgedResult, ChangeError> {
    let mut engine = Engine::begun(memory, (scene, SceneSource::New), &mut only_progress(tell))?;
    for line in &expect.after {
        let mut is_interrupted = false;
        let mut asks = only_progress(tell);
        let mut hear = |event: Event<'_>| {
            let flow = asks(event);
            is_interrupted |= flow == Flow::Stop;
            flow
        };
        let parsed = Command::parse(line, engine.world().settings());
        let done = parsed.and_then(|command| match command {
            Some(command) if may_come_first(&command) => engine.execute(&command, &mut hear),
            _ => Err(CommandError::new("it neither changes the scene nor goes to another frame")),
        });
        let line = || line.clone();
        match done {
            _ if is_interrupted => return Err(ChangeError::Interrupted),
            Err(why) | Ok(Outcome::Stopped { why, .. }) => {
                return Ok((ExpectResult::Refused { line: line(), why }, None));
            }
            Ok(_) => {}
        }
    }
    Ok(judged_now(engine.sandbox(), expect))
}

/// The current facts about `a` and `b`, read from `a` to `b` whichever of them moved: sides are
/// those of `b`. `None` if they are not a pair.
pub fn examine(sandbox: &Sandbox, a: ObjectId, b: ObjectId) -> Option<Examined> {
    examine_for_check(sandbox, [a, b], &Requested::Nothing)
}

/// [`examine`] with the listed and the requested methods alone.
pub fn examine_requested(
    sandbox: &Sandbox,
    ids: [ObjectId; 2],
    requested: &Requested,
) -> Option<Examined> {
    let pair = directed_pair(sandbox, ids)?;
    Some(Examined::requested(pair, sandbox.world().settings().boundary_rule, requested))
}

/// [`examine`] with the requested methods. Under the rules of a file that was begun before, two
/// regions are asked about like any other pair.
fn examine_for_check(
    sandbox: &Sandbox,
    ids: [ObjectId; 2],
    requested: &Requested,
) -> Option<Examined> {
    let pair = directed_pair(sandbox, ids)?;
    let is_asked = sandbox.world().rules() >= Rules::V3 && pair.are_regions();
    let requested = if is_asked { &Requested::All } else { requested };
    Some(Examined::requested(pair, sandbox.world().settings().boundary_rule, requested))
}

fn directed_pair(sandbox: &Sandbox, [a, b]: [ObjectId; 2]) -> Option<Pair> {
    let pair: Pair = sandbox.pair(a, b)?;
    Some(if pair.a.id == a { pair } else { pair.reversed() })
}

/// The current facts about a pair, as an expectation that holds for the scene of
/// [`Sandbox::scene_before_steps`]. `None` if they are not a pair.
///
/// Only steps can be repeated from a scene file. After anything else, such as a move by the arrow
/// keys, the pair is judged where it is, at rest.
pub fn expectation(sandbox: &Sandbox, pair: [ObjectId; 2]) -> Option<Expect> {
    expectation_requested(sandbox, pair, &Requested::Nothing, &mut silent).ok()?
}

/// [`expectation`] that `tell` can stop; it gets no other events.
///
/// # Errors
/// When `tell` stops it.
pub fn expectation_asking(
    sandbox: &Sandbox,
    pair: [ObjectId; 2],
    tell: &mut Tell<'_>,
) -> Result<Option<Expect>, ChangeError> {
    expectation_requested(sandbox, pair, &Requested::Nothing, tell)
}

/// [`expectation_asking`] with the requested methods.
///
/// # Errors
/// As [`expectation_asking`].
pub fn expectation_requested(
    sandbox: &Sandbox,
    pair: [ObjectId; 2],
    requested: &Requested,
    tell: &mut Tell<'_>,
) -> Result<Option<Expect>, ChangeError> {
    let names = pair.map(|id| sandbox.world().object(id).map(|object| object.name));
    let [Some(a), Some(b)] = names else { return Ok(None) };
    let (scene, steps) = sandbox.scene_before_steps();
    // Take the path that the check will take: the file contains neither earlier judgements nor the
    // motions that led to the scene's start.
    let mut fresh = Sandbox::begun(sandbox.world().memory(), scene, &mut only_progress(tell))?;
    fresh.step(steps, &mut only_progress(tell)).map_err(|(_, why)| why)?;
    let pair = [a, b].map(|name| fresh.world().find(&name));
    let truth =
        pair[0].zip(pair[1]).and_then(|(a, b)| examine_for_check(&fresh, [a, b], requested));
    Ok(truth.map(|truth| Expect { after_frames: steps, ..truth.worth_saying() }))
}
