//! A place in a class: a line of its roster, free until a student takes it.

use jiff::Timestamp;

use crate::code::CodeHash;
use crate::key::LoginKey;
use crate::user::UserId;

/// A place, and the credentials that open it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The student's name.
    pub student: UserId,
    /// The seed of the student's random numbers.
    pub seed: String,
    /// When it was claimed; none if it is free.
    pub claimed: Option<Timestamp>,
    /// The keys that open it.
    pub keys: Vec<LoginKey>,
    /// The student's own code, which opens it, too.
    pub code: Option<CodeHash>,
}

impl Place {
    /// The most keys of one place.
    pub const MOST_KEYS: usize = 4;

    /// A free place.
    #[must_use]
    pub const fn free(student: UserId, seed: String) -> Self {
        Self { student, seed, claimed: None, keys: Vec::new(), code: None }
    }

    /// Whether a student has claimed it.
    #[must_use]
    pub const fn is_taken(&self) -> bool {
        self.claimed.is_some()
    }

    /// Whether this key opens it. The client must have proved that it holds the key.
    #[must_use]
    pub fn is_entered_by(&self, key: &LoginKey) -> bool {
        self.keys.iter().any(|known| known == key)
    }
}

/// How a student claims a place, and opens it from then on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// With a key that the client has proved to hold.
    Key(LoginKey),
    /// With a new code of the student's own.
    Code(CodeHash),
}

/// The result of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Claimed {
    /// The place is the student's.
    Yes,
    /// It was already claimed, perhaps by a claim at the same moment.
    Taken,
    /// The roster is closed, and the student is not on it.
    NoSuchPlace,
    /// The roster is open, but has no room left.
    Full,
}
