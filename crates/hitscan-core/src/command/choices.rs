//! Choices that commands name by a token and that belong to no other module.

use crate::methods::Arithmetic;

/// Whether answers are covered until they are predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PredictMode {
    /// They are.
    On,
    /// They are shown.
    Off,
}

impl PredictMode {
    /// Both.
    pub const ALL: [Self; 2] = [Self::On, Self::Off];

    /// The token in commands.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

/// Which tests are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum LogFilter {
    /// Every test; equal answers of a pair in a row are one line with their count.
    #[default]
    Changes,
    /// Of those, the ones that say HIT or TOUCH.
    Hits,
    /// Of those, the ones that the method in view gets wrong.
    Wrong,
    /// Every test, a line for each.
    All,
    /// As [`LogFilter::Changes`], those of the selected object.
    Selected,
}

impl LogFilter {
    /// All of them, the default first.
    pub const ALL: [Self; 5] = [Self::Changes, Self::Hits, Self::Wrong, Self::All, Self::Selected];

    /// The token in commands.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Changes => "changes",
            Self::Hits => "hits",
            Self::Wrong => "wrong",
            Self::All => "all",
            Self::Selected => "selected",
        }
    }
}

/// What a map shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// How the two would lie to each other.
    #[default]
    Relation,
    /// From which side one would meet the other.
    Side,
    /// Whether a method would be right.
    Method,
    /// The same in single precision.
    F32,
}

impl Layer {
    /// All of them, in the order of the key that chooses the next.
    pub const ALL: [Self; 4] = [Self::Relation, Self::Side, Self::Method, Self::F32];

    /// The token in every format.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Relation => "relation",
            Self::Side => "side",
            Self::Method => "method",
            Self::F32 => "f32",
        }
    }

    /// The arithmetic that a method computes in here, if the layer is about one.
    #[must_use]
    pub const fn arithmetic(self) -> Option<Arithmetic> {
        match self {
            Self::Relation | Self::Side => None,
            Self::Method => Some(Arithmetic::Exact),
            Self::F32 => Some(Arithmetic::F32),
        }
    }
}

/// What `map` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapRequest {
    /// The map is on.
    On,
    /// It is off.
    Off,
    /// It is on and shows this.
    Show(Layer),
    /// The object goes to the next cells of the class with this token.
    Next(String),
}
