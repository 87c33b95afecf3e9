//! How a scene opens: what is selected, which view and layers are shown, and the part of the plane
//! in view. None of this is part of the world: it changes no test, no record and no digest.

use std::fmt;

use crate::methods::Method;
use crate::world::Name;
use hitscan_geom::{Milli, Point};

/// How a scene opens. The program decides everything that is left `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The selected object.
    pub select: Option<Name>,
    /// The view of the panel.
    pub panel: Option<PanelView>,
    /// The method in view.
    pub method: Option<Method>,
    /// What the arrow keys edit on the selected object.
    pub edit: Option<OpeningEdit>,
    /// Layers shown in addition to those that are on anyway.
    pub overlays: Vec<Overlay>,
    /// The part of the plane in view.
    pub view: Option<View>,
}

/// A view of the panel that a scene can open with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelView {
    /// Every test; consecutive equal answers are a single line.
    Log,
    /// The answer of every method about the pair.
    Methods,
    /// The steps of one method, or of the truth.
    Why,
    /// The selected object in numbers.
    Object,
}

impl PanelView {
    /// All views, in the order of the tabs.
    pub const ALL: [Self; 4] = [Self::Log, Self::Methods, Self::Why, Self::Object];

    /// The token in a scene file.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Log => "log",
            Self::Methods => "methods",
            Self::Why => "why",
            Self::Object => "object",
        }
    }
}

/// What the arrow keys can edit on the selected object when a scene opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningEdit {
    /// The whole object.
    Move,
    /// Its angle and its length.
    Turn,
    /// One end, corner or vertex.
    End,
    /// Its velocity.
    Speed,
    /// The velocity that steering gives it.
    Steer,
}

impl OpeningEdit {
    /// All of them, in the order of their keys.
    pub const ALL: [Self; 5] = [Self::Move, Self::Turn, Self::End, Self::Speed, Self::Steer];

    /// The token in a scene file.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Turn => "turn",
            Self::End => "end",
            Self::Speed => "speed",
            Self::Steer => "steer",
        }
    }
}

/// The part of the plane in view: its centre and the zoom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The centre of the view.
    pub middle: Point,
    /// The zoom, as an exponent of 2: one of [`View::ZOOMS`].
    pub zoom: i8,
}

impl View {
    /// The valid zooms, as exponents of 2: ×1/8 to ×16.
    pub const ZOOMS: std::ops::RangeInclusive<i8> = -3..=4;

    /// A zoom as the factor used in files: 0.125 to 16.
    pub(super) fn factor(zoom: i8) -> Milli {
        let eighths = 1_i32 << (zoom - Self::ZOOMS.start()).clamp(0, 7);
        Milli::new(125 * eighths).unwrap_or(Milli::ZERO)
    }

    /// The zoom with this factor.
    pub(super) fn zoom_of(factor: Milli) -> Option<i8> {
        Self::ZOOMS.into_iter().find(|&zoom| Self::factor(zoom) == factor)
    }
}

/// Defines the layers from a table: the documentation, the variant, the token, and what the layer
/// shows, in a word or two and in a sentence.
macro_rules! overlays {
    ($(#[doc = $doc:literal] $name:ident $token:literal $brief:literal $meaning:literal),* $(,)?) => {
        /// A layer of the arena.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Overlay {
            $(#[doc = $doc] $name,)*
        }

        impl Overlay {
            /// All layers.
            pub const ALL: [Self; [$($token),*].len()] = [$(Self::$name),*];

            /// The token in scene files, configurations and options.
            pub const fn token(self) -> &'static str {
                match self {
                    $(Self::$name => $token,)*
                }
            }

            /// What it shows, in a word or two.
            pub const fn brief(self) -> &'static str {
                match self {
                    $(Self::$name => $brief,)*
                }
            }

            /// What it shows, for the status row.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$name => $meaning,)*
                }
            }
        }
    };
}

overlays! {
    /// The construction of the method in view, for the pair in view.
    Construction "construction" "its construction" "construction",
    /// An arrow for each velocity.
    Velocities "velocities" "an arrow each" "velocities: the way of each object in the next step",
    /// An arrow out of each side that was hit.
    Normals "normals" "out of hit sides" "normals: out of each side that was hit",
    /// The shortest way out of each overlap.
    Depth "depth" "the shortest way out" "depth: the shortest way out of each overlap",
    /// Dots at the round numbers of the rulers.
    Grid "grid" "round numbers" "grid: the round numbers of the rulers",
    /// The bounding box of each laser and polygon.
    Bounds "bounds" "bounding boxes" "AABBs: the least box around each laser and polygon",
    /// Where the pair in view was in the last frame.
    Ghosts "ghosts" "where they began" "ghosts: where it started, and where it hit",
    /// Where the last frame ends under each side method.
    Ends "three-ends" "of three methods" "three ends: s swept, r relative-velocity, p predict-corner",
    /// Where the selected object was while playing.
    Trail "trail" "where it was" "trail: where the selected object was while playing",
    /// The whole line of each laser that crosses something.
    Crossings "crossings" "lasers that cross" "crossings: a laser that crosses something has its color",
    /// What the broad phase looks at, and what it compares the selected object with.
    BroadPhase "broad-phase" "of the broad phase" "broad phase: its cells or interval, and what it compares",
}

impl Overlay {
    /// Its name.
    pub fn name(self) -> &'static str {
        self.meaning().split(':').next().unwrap_or_default()
    }
}

// When a game is over: what wins it, and what loses it. None of this is part of the world: it
// changes no test, no record and no digest.

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
