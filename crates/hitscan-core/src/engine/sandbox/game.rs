//! The game of a scene: what ends it, and whether it has ended.

use super::Sandbox;
use crate::engine::event::{Event, Tell};
use crate::engine::game::GameOver;
use crate::engine::{Judge, Pair};
use crate::scene::GameEnds;
use crate::world::{Entered, ObjectId, TestResult, World};

impl Sandbox {
    /// What wins and what loses; empty if the scene is not a game.
    #[must_use]
    pub const fn game_ends(&self) -> &GameEnds<ObjectId> {
        &self.game_ends
    }

    /// How the game ended up to now, if it did.
    #[must_use]
    pub fn game_over(&self) -> Option<&GameOver> {
        self.over.as_deref().filter(|over| over.position <= self.history.position())
    }

    /// How the game ended, if it ended in the current frame.
    #[must_use]
    pub fn game_over_now(&self) -> Option<&GameOver> {
        self.game_over().filter(|over| over.frame == self.world().frame())
    }

    /// How many tests in the log up to now are HIT, and how many the judge calls wrong.
    #[must_use]
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
