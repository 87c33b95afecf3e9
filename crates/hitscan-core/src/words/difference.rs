//! The differences between two scenes, in words: what a save would change.

use super::listed;
use crate::methods::{BoundaryRule, Method};
use crate::world::{Axes, Body, Name, Response};
use hitscan_geom::broad_phase::BroadPhase;

/// One difference of a scene from an earlier one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SceneDifference {
    /// It has another title.
    Title,
    /// It has another note.
    Note,
    /// It names another source.
    Source,
    /// This object was added.
    Added(Name),
    /// This object was removed.
    Removed(Name),
    /// This object was renamed.
    Renamed(Name, Name),
    /// This object was moved.
    Moved(Name),
    /// The size, angle or form of this object has changed.
    Reshaped(Name),
    /// The velocity of this object has changed.
    Velocity(Name),
    /// The body of this object has changed.
    Body(Name, Body),
    /// This attribute of a box has changed.
    Attribute(Name, &'static str),
    /// The objects have another order.
    Order,
    /// What boxes do when they hit.
    Response(Response),
    /// The side method they respond by.
    Side(Method),
    /// Whether the box methods count touching.
    BoundaryRule(BoundaryRule),
    /// Which way y is read and written.
    Axes(Axes),
    /// What each step adds to velocities.
    Gravity,
    /// Which broad phase finds the pairs.
    BroadPhase(Option<BroadPhase>),
    /// Frames per second.
    Speed(u16),
    /// It opens differently.
    Opening,
    /// It is won or lost by different conditions.
    GameEnds,
    /// Its expectations have changed.
    Expects,
}

impl SceneDifference {
    fn words(&self) -> String {
        match self {
            Self::Title => "the title".to_owned(),
            Self::Note => "the note".to_owned(),
            Self::Source => "the source".to_owned(),
            Self::Added(name) => format!("{name} added"),
            Self::Removed(name) => format!("{name} removed"),
            Self::Renamed(old, new) => format!("{old} renamed {new}"),
            Self::Moved(name) => format!("{name} moved"),
            Self::Reshaped(name) => format!("{name} reshaped"),
            Self::Velocity(name) => format!("{name}'s velocity"),
            Self::Body(name, body) => format!("{name} {}", body.token()),
            Self::Attribute(name, key) => format!("{name}'s {key}"),
            Self::Order => "the order of the objects".to_owned(),
            Self::Response(response) => format!("response {}", response.token()),
            Self::Side(method) => format!("side {}", method.id()),
            Self::BoundaryRule(rule) => format!("contact {}", rule.token()),
            Self::Axes(axes) => format!("axes {}", axes.token()),
            Self::Gravity => "gravity".to_owned(),
            Self::BroadPhase(which) => {
                format!("broad phase {}", which.map_or("as configured", BroadPhase::token))
            }
            Self::Speed(speed) => format!("speed {speed}"),
            Self::Opening => "how it opens".to_owned(),
            Self::GameEnds => "what wins or loses".to_owned(),
            Self::Expects => "what is expected".to_owned(),
        }
    }
}

/// The state of the world that a save writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SavedState {
    /// Its frame.
    pub frame: SavedFrame,
    /// How many of its boxes have broken, and are missing.
    pub broken: usize,
}

/// Which frame a save writes. The scene starts with it from then on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SavedFrame {
    /// The current frame: objects are where they were placed.
    #[default]
    Placed,
    /// The current frame, in which frames of motion have moved objects from where they were placed.
    Moved(u64),
    /// The frame before the steps after which the scene expects something.
    BeforeSteps(u64),
}

/// `saved lab.toml without 3 broken boxes`, with the frame that was saved if that is not
/// the current one.
pub fn saved(file: &str, SavedState { frame, broken }: SavedState) -> String {
    let without = match broken {
        0 => String::new(),
        1 => " without 1 broken box".to_owned(),
        more => format!(" without {more} broken boxes"),
    };
    match frame {
        SavedFrame::Placed | SavedFrame::Moved(_) => format!("saved {file}{without}"),
        SavedFrame::BeforeSteps(frame) => format!(
            "saved {file}{without} as of frame {frame}, where the steps to its expectations begin"
        ),
    }
}

/// `; the scene now starts as it stands at frame 12`, if frames have moved objects;
/// otherwise empty.
pub fn new_start(state: SavedState) -> String {
    match state.frame {
        SavedFrame::Moved(frame) => {
            format!("; the scene now starts as it stands at frame {frame}")
        }
        SavedFrame::Placed | SavedFrame::BeforeSteps(_) => String::new(),
    }
}

/// `lab.toml is new; W saves it there`.
pub fn file_is_new(file: &str, save: &str) -> String {
    format!("{file} is new; {save} saves it there")
}

/// `lab.toml stays as it was: what moved since then is not saved`.
pub fn moves_not_saved(file: &str) -> String {
    format!("{file} stays as it was: what moved since then is not saved")
}

/// `expect 2: A L no longer holds; :check says why`.
pub fn no_longer_hold(expectations: &[String]) -> String {
    let holds = if expectations.len() == 1 { "holds" } else { "hold" };
    format!("{} no longer {holds}; :check says why", expectations.join(", "))
}

/// `A moved, L added, response bounce`; of many differences only the first, and how many
/// more there are.
pub fn differences(all: &[SceneDifference]) -> String {
    const MOST: usize = 6;
    let shown = if all.len() > MOST { MOST - 1 } else { all.len() };
    let more = all.len() - shown;
    let words = all[..shown].iter().map(SceneDifference::words);
    if more == 0 {
        return listed(words);
    }
    format!("{} and {more} more", listed(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        Name::new(text).expect("a name")
    }

    #[test]
    fn a_few_differences_are_all_named_and_many_are_counted() {
        let three = [
            SceneDifference::Moved(name("A")),
            SceneDifference::Added(name("L")),
            SceneDifference::Response(Response::Bounce),
        ];
        assert_eq!(differences(&three), "A moved, L added, response bounce");
        let many: Vec<_> =
            (1..=9).map(|n| SceneDifference::Added(name(&format!("a{n}")))).collect();
        assert_eq!(
            differences(&many),
            "a1 added, a2 added, a3 added, a4 added, a5 added and 4 more"
        );
        assert_eq!(differences(&many[..6]).matches("added").count(), 6);
    }
}
