//! The method that a map is about.

use crate::methods::{Arithmetic, JudgingRules, Method};
use crate::world::Name;

/// The method that a map is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapMethod {
    /// One of the catalogue.
    Catalogue(Method),
    /// One whose answers come from a program.
    Own {
        /// Its name.
        name: Name,
        /// Which shape of a pair comes first in its questions.
        first: First,
        /// How its answers are judged.
        rules: JudgingRules,
    },
}

/// Which of the two shapes comes first in a line to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The object that is elsewhere.
    Object,
    /// Its partner.
    Partner,
}

impl MapMethod {
    /// The method's id, or the name of an own method.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Catalogue(method) => method.id(),
            Self::Own { name, .. } => name.as_str(),
        }
    }

    /// Whether it has answers in this arithmetic. A program has a single answer.
    #[must_use]
    pub fn computes_in(self, arithmetic: Arithmetic) -> bool {
        match self {
            Self::Catalogue(method) => method.computes_in(arithmetic),
            Self::Own { .. } => arithmetic == Arithmetic::Exact,
        }
    }
}
