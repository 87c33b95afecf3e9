//! The end of a game: what won or lost it, and when.
//!
//! It belongs to a position in history, like a record: going back before it removes it, going
//! forward reports it again, and a change made before it drops it.

use serde::Serialize;

use crate::engine::Pair;
use crate::scene::{EndCondition, GameEnds};
use crate::words;
use crate::world::{Entered, History, ObjectId, Record, TestResult};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// The game is won.
    Won,
    /// The game is lost.
    Lost,
}

impl GameResult {
    /// The token in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
        }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename = "end")]
pub struct GameOver {
    /// The frame after which it ended.
    pub frame: u64,
    /// Whether it was won or lost.
    pub result: GameResult,
    /// The message of the sensor that ended it, or a standard message.
    pub message: String,
    /// How many changes led to it.
    #[serde(skip)]
    pub(super) position: usize,
    /// The sensor that ended it, if one did.
    #[serde(skip)]
    pub(super) sensor: Option<ObjectId>,
    /// The test that ended it, unless the number of frames did.
    #[serde(skip)]
    record: Option<Record>,
}

impl GameOver {
    /// The end caused by the last change of this history, if it was a frame: the first condition
    /// that holds, with winning conditions before losing ones.
    pub(super) fn after_frame(
        history: &History,
        entered: &[Entered],
        ends: &GameEnds<ObjectId>,
    ) -> Option<Self> {
        let won = ends.win.iter().map(|condition| (GameResult::Won, condition));
        let lost = ends.lose.iter().map(|condition| (GameResult::Lost, condition));
        let (result, message, sensor, record) =
            won.chain(lost).find_map(|(result, condition)| {
                let (message, sensor, record) = holding(history, entered, *condition)?;
                Some((result, message, sensor, record.cloned()))
            })?;
        let (position, frame) = (history.position(), history.world().frame());
        Some(Self { frame, result, message, position, sensor, record })
    }

    /// How it ended, in a line: `won: 12 of 12 bricks broken`.
    pub fn line(&self) -> String {
        format!("{}: {}", self.result.token(), self.message)
    }

    /// The pair whose contact ended it.
    pub fn contact(&self) -> Option<Pair> {
        self.record.as_ref().map(Pair::from)
    }

    /// The objects of that pair.
    pub fn pair_ids(&self) -> Option<[ObjectId; 2]> {
        self.record.as_ref().map(|record| [record.a.id, record.b.id])
    }
}

/// If a condition holds after the last frame of this history: its message, its sensor, and its
/// record.
fn holding<'h>(
    history: &'h History,
    entered: &[Entered],
    condition: EndCondition<ObjectId>,
) -> Option<(String, Option<ObjectId>, Option<&'h Record>)> {
    let world = history.world();
    match condition {
        EndCondition::Broken => {
            let [broken, all] = world.bricks();
            let breaks = |record: &&Record| {
                record.pair_result().contact.is_some_and(|contact| contact.broken != [false; 2])
            };
            let message = || words::bricks_broken(broken, all);
            (broken == all && all > 0)
                .then(|| (message(), None, history.last_records().filter(breaks).last()))
        }
        EndCondition::Sensor(sensor) => {
            let entered = entered.iter().find(|entered| entered.id == sensor)?;
            let is_it = |record: &&Record| {
                let names = [record.a.name, record.b.name];
                record.outcome == TestResult::Hit
                    && [record.a.id, record.b.id].contains(&sensor)
                    && names.contains(&entered.by)
            };
            let record = history.last_records().find(is_it);
            Some((words::entered_line(entered), Some(sensor), record))
        }
        EndCondition::Frames(frames) => {
            (world.frame() >= frames.into()).then(|| (words::frames_made(frames), None, None))
        }
    }
}
