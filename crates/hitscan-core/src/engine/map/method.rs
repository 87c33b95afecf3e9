//! The method that a map is about.

use crate::methods::{Arithmetic, JudgingRules, Method};
use crate::world::Name;

/// The method that a map is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapMethod {
    /// One of the catalogue.
    Catalogue(Method),
    /// One that a program answers for.
    Own {
        /// What it is called.
        name: Name,
        /// Which shape of a pair it is asked about first.
        first: First,
        /// How its answers are judged.
        rules: JudgingRules,
    },
}

/// Which of the two shapes comes first in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The object that is elsewhere.
    Object,
    /// Its partner.
    Partner,
}

impl MapMethod {
    /// Its id, or the name of an own one.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Catalogue(method) => method.id(),
            Self::Own { name, .. } => name.as_str(),
        }
    }

    /// Whether it has answers in this arithmetic. A program has one answer.
    #[must_use]
    pub fn computes_in(self, arithmetic: Arithmetic) -> bool {
        match self {
            Self::Catalogue(method) => method.computes_in(arithmetic),
            Self::Own { .. } => arithmetic == Arithmetic::Exact,
        }
    }
}
