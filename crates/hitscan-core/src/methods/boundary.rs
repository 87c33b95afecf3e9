//! Whether boxes that only touch count as meeting, in the methods that leave this to their author.

use super::step::Operator;

/// Whether `center-distance` and `edge-relations` count touching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum BoundaryRule {
    /// As in the source of each method: strict for the first, inclusive for the second.
    #[default]
    Source,
    /// Touching counts.
    Inclusive,
    /// Touching does not count.
    Strict,
}

impl BoundaryRule {
    /// All rules, the default first.
    pub const ALL: [Self; 3] = [Self::Source, Self::Inclusive, Self::Strict];

    /// The token in every format.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Inclusive => "inclusive",
            Self::Strict => "strict",
        }
    }

    /// The comparison to use for a method whose source uses `source`.
    pub(super) const fn operator(self, source: Operator) -> Operator {
        match self {
            Self::Source => source,
            Self::Inclusive => Operator::LessOrEqual,
            Self::Strict => Operator::Less,
        }
    }
}
