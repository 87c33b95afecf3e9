//! The names that people log in with.

use std::fmt;
use std::str::FromStr;

use hitscan_core::lab::is_student;

/// The name of a student or a teacher: the part before the `@` in an SSH login.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserId(String);

impl UserId {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A word is not a valid user name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("up to 64 letters a-z, digits and . _ @ + -, beginning with a letter or digit")]
pub struct NotAUser;

impl FromStr for UserId {
    type Err = NotAUser;

    fn from_str(word: &str) -> Result<Self, NotAUser> {
        if is_student(word) { Ok(Self(word.to_owned())) } else { Err(NotAUser) }
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
