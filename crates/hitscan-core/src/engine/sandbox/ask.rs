//! Questions about a sandbox: which pair is meant, the value of a field, whether a claim holds,
//! what the scene expects. Nothing here changes the world.

use super::{Expected, Pair, Sandbox};
use crate::command::{Assertion, CommandError, FieldValue, Guess, ObjectField, WhySubject};
use crate::engine::Tell;
use crate::engine::expect::{Check, Finding, noted_line};
use crate::engine::predict::{Prediction, guess_text};
use crate::scene::{Expect, Scene};
use crate::words::{SavedFrame, SavedState, written_order};
use crate::world::{Axes, ChangeError, Entered, Name, Object, ObjectId, PairResult, TestResult};
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

    /// Compares a prediction about a pair, or a skip, with the truth.
    ///
    /// # Errors
    /// When there is no pair.
    pub fn predicted(
        &self,
        names: Option<&[Name; 2]>,
        said: Option<Guess>,
    ) -> Result<Prediction, CommandError> {
        let pair = self.found(names)?;
        let is_right = said.is_some_and(|said| holds(&pair.pair_result, said));
        Ok(Prediction { pair, said, is_right })
    }

    /// The last sensor that was hit in the last command.
    pub(in crate::engine) const fn entered(&self) -> Option<&Entered> {
        self.entered.as_ref()
    }

    /// The results of all the scene's expectations.
    ///
    /// # Errors
    /// When it is stopped.
    pub fn findings(&self, tell: &mut Tell<'_>) -> Result<Vec<Finding>, ChangeError> {
        let (scene, _) = self.scene_before_steps();
        Check::begun(self.world().memory(), scene, tell)?.findings_asking(tell)
    }

    /// What the scene expects of a pair, in short: the most recently stored expectation.
    #[must_use]
    pub fn noted(&self, names: Option<&[Name; 2]>) -> Option<String> {
        let ids = self.pair_of(names).ok()?;
        let of_pair = |expected: &&Expected| expected.ids.as_deref() == Some(&ids[..]);
        let noted = self.expects.iter().rev().find(of_pair)?;
        let pair = self.found(names).ok()?;
        let (x, y) = written_order(&pair.a, &pair.b);
        Some(noted_line([x.name, y.name], &noted.expect))
    }

    /// The scene that a save writes: the current state, or, if the scene expects something after a
    /// number of steps, the state before those steps.
    #[must_use]
    pub fn scene_to_save(&self) -> Scene {
        if self.expects_after_steps() { self.scene_before_steps().0 } else { self.scene() }
    }

    /// The state of the world that a save writes.
    #[must_use]
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
        let expected = Expected::of_pair(ids, expect);
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
                let axes = self.world().settings().axes;
                let expected = if field.is_y() { axes.read_y(*expected) } else { *expected };
                let found = value(object, *field, axes)?;
                if found == expected.into() {
                    return Ok(());
                }
                Err(differs(format!("{name}.{field} {expected}"), found.to_string()))
            }
        }
    }
}

fn holds(pair_result: &PairResult, (outcome, side): Guess) -> bool {
    pair_result.outcome == outcome && side.is_none_or(|side| side == pair_result.named())
}

/// The value of a field of an object, as `set` would change it.
fn value(object: &Object, field: ObjectField, axes: Axes) -> Result<FieldValue, CommandError> {
    field.value(object, axes).ok_or_else(|| {
        let kind = object.shape.kind().token();
        CommandError::new(format!("{field}: a {kind} has no such field"))
    })
}
