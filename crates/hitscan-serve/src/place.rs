//! A place in a class: a line of its roster, free until a student takes it.

use jiff::Timestamp;

use crate::code::CodeHash;
use crate::key::LoginKey;
use crate::user::UserId;

/// A place and how it is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Whose it is.
    pub student: UserId,
    /// What the student's numbers are drawn from.
    pub seed: String,
    /// When it was taken; free where this is none.
    pub claimed: Option<Timestamp>,
    /// The keys that enter it.
    pub keys: Vec<LoginKey>,
    /// The student's own code, which enters it, too.
    pub code: Option<CodeHash>,
}

impl Place {
    /// The most keys that enter one place.
    pub const MOST_KEYS: usize = 4;

    /// A free place.
    #[must_use]
    pub const fn free(student: UserId, seed: String) -> Self {
        Self { student, seed, claimed: None, keys: Vec::new(), code: None }
    }

    /// Whether a student has taken it.
    #[must_use]
    pub const fn is_taken(&self) -> bool {
        self.claimed.is_some()
    }

    /// Whether this key, which the client has proved to have, enters it.
    #[must_use]
    pub fn is_entered_by(&self, key: &LoginKey) -> bool {
        self.keys.iter().any(|known| known == key)
    }
}

/// How a student takes a place, and enters it from then on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// By a key that the client has proved to have.
    Key(LoginKey),
    /// By a code of the student's own, which was made just now.
    Code(CodeHash),
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Claimed {
    /// The place is the student's.
    Yes,
    /// It was taken before: of two who claim it at once, one is told this.
    Taken,
    /// The roster is closed, and the student is not on it.
    NoSuchPlace,
    /// The roster is open, and has no room left.
    Full,
}
