//! Questions about a sandbox: which pair is meant, the value of a field, whether a claim holds,
//! what the scene expects. Nothing here changes the world.

use super::super::Judge;
use super::super::game::GameOver;
use super::super::outcome::Event;
use super::{Pair, Sandbox};
use crate::command::{Assertion, CommandError, WhySubject};
use crate::engine::Tell;
use crate::engine::finding::noted_line;
use crate::engine::pair::{guess_text, holds};
use crate::scene::{Expect, ExpectSubject, GameEnds, Scene, expect_bytes};
use crate::words::{SavedFrame, SavedState, in_units, written_order};
use crate::world::{Entered, Name, Object, ObjectId, TestResult, World};
use hitscan_geom::Direction;

impl Sandbox {
    /// Two objects by their names; without names, the selection and its partner.
    ///
    /// # Errors
    /// When there is no such object, or no pair.
    pub fn pair_of(&self, names: Option<&[Name; 2]>) -> Result<[ObjectId; 2], CommandError> {
        let no_pair = || CommandError::new("there is no pair yet; add two objects");
        match names {
            Some([a, b]) if a == b => {
                Err(CommandError::new(format!("{a} and {b}: a pair is two different objects")))
            }
            Some([a, b]) => Ok([self.named(a)?, self.named(b)?]),
            None => {
                let (selected, _) = self.selection().ok_or_else(no_pair)?;
                Ok([selected, self.partner().ok_or_else(no_pair)?])
            }
        }
    }

    /// The result for two objects, read from the first to the second: sides are those
    /// of the second.
    ///
    /// # Errors
    /// When there is no such object, or no pair.
    pub fn found(&self, names: Option<&[Name; 2]>) -> Result<Pair, CommandError> {
        let [a, b] = self.pair_of(names)?;
        let pair = self.pair(a, b).ok_or_else(|| CommandError::new("there is no such pair"))?;
        Ok(if pair.a.id == a { pair } else { pair.reversed() })
    }

    /// The pair that a page of Why is about, the mover first.
    ///
    /// # Errors
    /// When there is no such pair, or the method does not apply to it.
    pub fn pair_for(&self, names: &[Name; 2], about: WhySubject) -> Result<Pair, CommandError> {
        let [a, b] = self.pair_of(Some(names))?;
        let pair = self.pair(a, b).ok_or_else(|| CommandError::new("there is no such pair"))?;
        let method = about.method();
        let pages = crate::words::why::pages(&pair.a, &pair.b, &pair.pair_result, method);
        if !pages.contains(&method) {
            let (about, [a, b]) = (about.token(), names);
            return Err(CommandError::new(format!("{about} says nothing of {a} and {b}")));
        }
        Ok(pair)
    }

    /// The objects that `describe` means: the one with this name, or all.
    ///
    /// # Errors
    /// When there is no such object.
    pub fn described(&self, name: Option<&Name>) -> Result<Vec<&Object>, CommandError> {
        match name {
            Some(name) => Ok(vec![self.target(Some(name))?.1]),
            None => Ok(self.world().objects().map(|(_, object)| object).collect()),
        }
    }

    /// The last sensor that was hit in the last command.
    pub(in crate::engine) const fn entered(&self) -> Option<&Entered> {
        self.entered.as_ref()
    }

    /// What the scene expects of a pair, in short: the most recently stored expectation.
    pub fn noted(&self, names: Option<&[Name; 2]>) -> Option<String> {
        let ids = self.pair_of(names).ok()?;
        let of_pair = |expected: &&StoredExpect| expected.ids.as_deref() == Some(&ids[..]);
        let noted = self.expects.iter().rev().find(of_pair)?;
        let pair = self.found(names).ok()?;
        let (x, y) = written_order(&pair.a, &pair.b);
        Some(noted_line([x.name, y.name], &noted.expect))
    }

    /// The scene that a save writes: the current state, or, if the scene expects something after a
    /// number of steps, the state before those steps.
    pub fn scene_to_save(&self) -> Scene {
        if self.expects_after_steps() { self.scene_before_steps().0 } else { self.scene() }
    }

    /// The state of the world that a save writes.
    pub fn state_to_save(&self) -> SavedState {
        let steps = if self.expects_after_steps() { self.steps_before() } else { 0 };
        if steps == 0 {
            let objects = self.world().objects().map(|(_, object)| object.clone());
            let (frame, broken) = (self.world().frame(), self.world().broken());
            let has_moved = broken > 0 || !self.world().placed().eq(objects);
            let frame = if has_moved { SavedFrame::Moved(frame) } else { SavedFrame::Placed };
            return SavedState { frame, broken };
        }
        let frame = self.world().frame() - u64::from(steps);
        let back = usize::try_from(steps).unwrap_or(usize::MAX);
        let position = self.history.position().saturating_sub(back);
        let broken = self.history.world_at(position).broken();
        SavedState { frame: SavedFrame::BeforeSteps(frame), broken }
    }

    fn expects_after_steps(&self) -> bool {
        let comes_later = |expect: &Expect| expect.after_frames > 0 || !expect.after.is_empty();
        self.expects.iter().any(|one| comes_later(&one.expect))
    }

    /// Stores an expectation of the scene about a pair. It replaces the one for this frame.
    pub(in crate::engine) fn expect(
        &mut self,
        ids: [ObjectId; 2],
        expect: Option<Expect>,
    ) -> Result<(), CommandError> {
        let nothing = || CommandError::new("nothing can be expected of this pair");
        let expect = expect.ok_or_else(nothing)?;
        let expected = StoredExpect::of_pair(ids, expect);
        let others = { self.expects.iter() }.filter(|old| !old.is_about_the_same(&expected));
        let most = self.room_for_expects();
        if others.map(|one| one.bytes).sum::<usize>() + expected.bytes > most {
            let message = format!("no room: in a file all expectations have at most {most} bytes");
            return Err(CommandError::new(message));
        }
        let replaced = self.replace_expected(&expected, Some(expected.clone()));
        self.noted.push(self.history.position(), replaced, expected);
        Ok(())
    }

    pub(in crate::engine) fn assert(&self, claim: &Assertion) -> Result<(), CommandError> {
        let differs = |expected: String, found: String| {
            CommandError::new(format!("expected {expected}, found {found}"))
        };
        match claim {
            Assertion::Result(names, outcome, side) => {
                let pair_result = self.found(Some(names))?.pair_result;
                if holds(&pair_result, (*outcome, *side)) {
                    return Ok(());
                }
                // The side matters only if the claim gives one.
                let side_found = side.map(|_| pair_result.named());
                let [a, b] = names;
                let expected = format!("{a} {b} {}", guess_text(*outcome, *side));
                let found = match (pair_result.outcome, side_found) {
                    (TestResult::Miss, _) => guess_text(TestResult::Miss, None),
                    (met, Some(Direction::None)) => format!("{}, no side", guess_text(met, None)),
                    (met, side) => guess_text(met, side),
                };
                Err(differs(expected, found))
            }
            Assertion::Gone(name) => match self.world().find(name) {
                None if self.history.has_known(name) => Ok(()),
                None => Err(differs(format!("{name} gone"), format!("{name} never was there"))),
                Some(_) => Err(differs(format!("{name} gone"), format!("{name} still there"))),
            },
            Assertion::Value(name, field, expected) => {
                let (_, object) = self.target(Some(name))?;
                let settings = self.world().settings();
                let expected = if field.is_y() { settings.read_y(*expected) } else { *expected };
                let found = field.value(object, settings).ok_or_else(|| {
                    let kind = object.kind().token();
                    CommandError::new(format!("{field}: a {kind} has no such field"))
                })?;
                if found == expected.into() {
                    return Ok(());
                }
                Err(differs(format!("{name}.{field} {expected}"), in_units(found)))
            }
        }
    }
}

/// An expectation about two objects or about a laser, which may be renamed in the meantime.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::engine) struct StoredExpect {
    /// The ids of its subject. `None` if there never were objects with these names.
    pub(super) ids: Option<Vec<ObjectId>>,
    /// The ids of the regions that a laser enters first.
    first: Option<Vec<ObjectId>>,
    pub(super) expect: Expect,
    /// The most bytes that it needs in a file.
    pub(super) bytes: usize,
}

impl StoredExpect {
    pub(super) fn new(expect: Expect, world: &World) -> Self {
        let found = |names: &[Name]| names.iter().map(|name| world.find(name)).collect();
        let first = expect.first.as_deref().and_then(found);
        Self { ids: found(expect.subject.names()), first, bytes: expect_bytes(&expect), expect }
    }

    /// The expectation about these two objects.
    pub(super) fn of_pair(ids: [ObjectId; 2], expect: Expect) -> Self {
        Self { ids: Some(ids.to_vec()), first: None, bytes: expect_bytes(&expect), expect }
    }

    /// Whether both are about the same objects and frame.
    pub(super) fn is_about_the_same(&self, other: &Self) -> bool {
        let [own, others] =
            [self, other].map(|each| (&each.expect.after_frames, &each.expect.after));
        self.ids == other.ids && own == others
    }

    /// Whether its objects exist or have existed in this world.
    pub(super) fn is_known_to(&self, world: &World) -> bool {
        self.ids.as_ref().is_none_or(|ids| ids.iter().all(|&id| world.knows(id)))
    }

    /// The expectation in a scene of this world, with current names; `None` if one of its
    /// objects is gone.
    pub(super) fn in_world(&self, world: &World) -> Option<Expect> {
        let mut expect = self.expect.clone();
        let named = |ids: &[ObjectId]| -> Option<Vec<Name>> {
            ids.iter().map(|&id| Some(world.object(id)?.name)).collect()
        };
        if let Some(ids) = &self.ids {
            match (&mut expect.subject, named(ids)?.as_slice()) {
                (ExpectSubject::Pair(pair), &[a, b]) => *pair = [a, b],
                (ExpectSubject::Laser(name), &[laser]) => *name = laser,
                _ => {}
            }
        }
        if let Some(ids) = &self.first {
            expect.first = Some(named(ids)?);
        }
        Some(expect)
    }
}

impl Sandbox {
    /// What wins and what loses; empty if the scene is not a game.
    pub const fn game_ends(&self) -> &GameEnds<ObjectId> {
        &self.game_ends
    }

    /// How the game ended up to now, if it did.
    pub fn game_over(&self) -> Option<&GameOver> {
        self.over.as_deref().filter(|over| over.position <= self.history.position())
    }

    /// How the game ended, if it ended in the current frame.
    pub fn game_over_now(&self) -> Option<&GameOver> {
        self.game_over().filter(|over| over.frame == self.world().frame())
    }

    /// How many tests in the log up to now are HIT, and how many the judge calls wrong.
    pub(in crate::engine) fn counted_up_to_now(&self, judge: Judge<'_>) -> [u64; 2] {
        self.counted.get((self.revision, judge.key()), || {
            let up_to_now = self.log().records().take(self.log_len_now());
            up_to_now.fold([0; 2], |[hits, wrong], record| {
                let is_hit = record.outcome == TestResult::Hit;
                let is_wrong = judge.is_wrong(&Pair::from(record));
                [hits + u64::from(is_hit), wrong + u64::from(is_wrong)]
            })
        })
    }

    /// What ends the game, with the current names of its sensors in this world. Objects that are
    /// gone, or no longer sensors, are dropped.
    pub(super) fn game_ends_in(&self, world: &World) -> GameEnds {
        self.game_ends.mapped(|&id| {
            let object = world.object(id).filter(|object| object.behavior.sensor)?;
            Some(object.name)
        })
    }

    /// A change was made after this many others: drops an end of the game that lay ahead.
    pub(super) fn drop_game_over_after(&mut self, position: usize) {
        if self.over.as_ref().is_some_and(|over| over.position > position) {
            self.over = None;
        }
    }

    /// A frame was made in which these sensors were hit: reports their actions, and the end of the
    /// game if there is one. The sensor that ended it is not reported twice.
    pub(super) fn report_entered(
        &mut self,
        entered: &[Entered],
        is_frame: bool,
        tell: &mut Tell<'_>,
    ) {
        if is_frame && self.over.is_none() && !self.game_ends.is_empty() {
            let over = GameOver::after_frame(&self.history, entered, &self.game_ends);
            self.over = over.map(Box::new);
        }
        self.remember_entered(entered);
        let over = self.over.as_deref().filter(|over| self.is_of_now(over));
        let told = entered.iter().filter(|it| it.action.is_some());
        for entered in told.filter(|it| over.is_none_or(|over| over.sensor != Some(it.id))) {
            tell(Event::Entered(entered));
        }
        if let Some(over) = over {
            tell(Event::GameOver(over));
        }
    }

    /// Remembers the last of these sensors that has an action and did not end the game.
    pub(super) fn remember_entered(&mut self, entered: &[Entered]) {
        let over = self.over.as_deref().filter(|over| self.is_of_now(over));
        let ended_it = |it: &Entered| over.is_some_and(|over| over.sensor == Some(it.id));
        let last = entered.iter().rev().find(|it| it.action.is_some() && !ended_it(it));
        if let Some(last) = last.cloned() {
            self.entered = Some(last);
        }
    }

    /// Whether the last change caused this end.
    fn is_of_now(&self, over: &GameOver) -> bool {
        over.position == self.history.position()
    }
}
