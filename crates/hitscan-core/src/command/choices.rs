//! Choices that commands name by a token and that belong to no other module.

use crate::methods::Arithmetic;

/// Whether answers stay covered until they are predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PredictMode {
    /// Answers are covered.
    On,
    /// Answers are shown.
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
    /// Every test; consecutive equal answers of a pair are a single line with a count.
    #[default]
    Changes,
    /// Like [`LogFilter::Changes`], but only HIT and TOUCH.
    Hits,
    /// Like [`LogFilter::Changes`], but only those that the method in view gets wrong.
    Wrong,
    /// Every test, one line each.
    All,
    /// Like [`LogFilter::Changes`], but only those of the selected object.
    Selected,
}

impl LogFilter {
    /// All filters, the default first.
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
    /// The relation that the two would have.
    #[default]
    Relation,
    /// The side from which one would meet the other.
    Side,
    /// Whether a method would be right.
    Method,
    /// [`Layer::Method`] in single precision.
    F32,
}

impl Layer {
    /// All layers, in the order of the key that selects the next.
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

    /// The arithmetic of the method, if the layer is about one.
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
    /// Turns the map on.
    On,
    /// Turns the map off.
    Off,
    /// Turns the map on with this layer.
    Show(Layer),
    /// Moves the object to the next cells of the class with this token.
    Next(String),
}
