//! When a game is over: what wins it, and what loses it. None of this is part of the world: it
//! changes no test, no record and no digest.

use std::fmt;

use crate::world::Name;

/// What ends a game. If conditions of both kinds hold after a frame, the game is won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnds<S = Name> {
    /// Any of these wins.
    pub win: Vec<EndCondition<S>>,
    /// Any of these loses.
    pub lose: Vec<EndCondition<S>>,
}

/// Ends a game once it holds after a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCondition<S = Name> {
    /// Every breakable box has broken, and there is at least one.
    Broken,
    /// A dynamic box has started to hit this sensor.
    Sensor(S),
    /// This many frames have been made.
    Frames(u32),
}

impl<S> Default for GameEnds<S> {
    fn default() -> Self {
        Self { win: Vec::new(), lose: Vec::new() }
    }
}

impl<S> GameEnds<S> {
    /// The most winning conditions, and the most losing ones.
    pub const MOST: usize = 16;

    /// Whether nothing ends it: then the scene is not a game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.win.is_empty() && self.lose.is_empty()
    }

    /// All conditions, the winning ones first.
    pub fn all(&self) -> impl Iterator<Item = &EndCondition<S>> {
        self.win.iter().chain(&self.lose)
    }

    /// The same conditions with each sensor mapped; conditions that map to `None` are dropped.
    pub(crate) fn mapped<T>(&self, told: impl Fn(&S) -> Option<T>) -> GameEnds<T> {
        let mapped = |all: &[EndCondition<S>]| {
            let one = |condition: &EndCondition<S>| {
                Some(match condition {
                    EndCondition::Broken => EndCondition::Broken,
                    EndCondition::Sensor(sensor) => EndCondition::Sensor(told(sensor)?),
                    EndCondition::Frames(frames) => EndCondition::Frames(*frames),
                })
            };
            all.iter().filter_map(one).collect()
        };
        GameEnds { win: mapped(&self.win), lose: mapped(&self.lose) }
    }
}

/// The words that conditions begin with.
pub(super) const CONDITIONS: [&str; 3] = ["broken", "sensor", "frames"];

/// As in a scene file: `broken`, `sensor goal`, `frames 600`.
impl fmt::Display for EndCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [broken, sensor, frames] = CONDITIONS;
        match self {
            Self::Broken => f.write_str(broken),
            Self::Sensor(name) => write!(f, "{sensor} {name}"),
            Self::Frames(count) => write!(f, "{frames} {count}"),
        }
    }
}
