//! The record of a class.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;

/// The id of a class, such as `3b`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(String);

impl ClassId {
    /// The id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why a word is no id of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("up to 32 small letters, digits, _ and -, beginning with a letter or digit")]
pub struct NotAClass;

impl FromStr for ClassId {
    type Err = NotAClass;

    fn from_str(word: &str) -> Result<Self, NotAClass> {
        const MOST: usize = 32;
        let first = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let is_right = word.len() <= MOST
            && word.starts_with(first)
            && word.chars().all(|c| first(c) || c == '_' || c == '-');
        if is_right { Ok(Self(word.to_owned())) } else { Err(NotAClass) }
    }
}

impl fmt::Display for ClassId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A class: what a teacher decides for all of it at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// What it is called in addresses and folders.
    pub id: ClassId,
    /// What it is called on screens: one line, nothing that a terminal acts on.
    pub title: String,
    /// The lessons it has.
    pub pack: PackVersion,
    /// The languages that its texts are shown in, the first where a student's is none of them.
    /// Empty stands for all of the pack.
    pub languages: Vec<String>,
    /// Whether students come in, and whether what they do counts.
    pub state: ClassState,
    /// The lessons that are open, by id; all of them where this is none.
    pub lessons: Option<Vec<String>>,
    /// After this, points are noted as late.
    pub due: Option<Timestamp>,
    /// The most places.
    pub most_students: u32,
    /// Whether a free name makes its own place.
    pub roster: RosterRule,
}

impl Class {
    /// The most places of a class that says nothing of it.
    pub const MOST_STUDENTS: u32 = 40;
    /// The most that a class may say.
    pub const MOST_PLACES: u32 = 10_000;

    /// An open class with a closed roster, all of the built-in lessons, and nothing due.
    #[must_use]
    pub const fn new(id: ClassId, title: String) -> Self {
        Self {
            id,
            title,
            pack: PackVersion::BuiltIn,
            languages: Vec::new(),
            state: ClassState::Open,
            lessons: None,
            due: None,
            most_students: Self::MOST_STUDENTS,
            roster: RosterRule::Closed,
        }
    }

    /// The same class with another record.
    #[must_use]
    pub(crate) fn changed(&self, change: &dyn Fn(&mut Self)) -> Self {
        let mut next = self.clone();
        change(&mut next);
        next.id.clone_from(&self.id);
        next
    }

    /// Whether students may work in a lesson.
    #[must_use]
    pub fn opens(&self, lesson: &str) -> bool {
        self.lessons.as_ref().is_none_or(|open| open.iter().any(|id| id == lesson))
    }

    /// Whether points that are got now are late.
    #[must_use]
    pub fn is_late(&self, now: Timestamp) -> bool {
        self.due.is_some_and(|due| now > due)
    }
}

/// Which lessons a class has. A pack is never changed; another version stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PackVersion {
    /// Those built into the program.
    BuiltIn,
    /// The first, second … pack that was put into the class, from 1.
    Put(u32),
}

/// `built-in`, `pack`, `pack-2`: the last two are folders.
impl fmt::Display for PackVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("built-in"),
            Self::Put(1) => f.write_str("pack"),
            Self::Put(number) => write!(f, "pack-{number}"),
        }
    }
}

/// A word that names no pack of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected built-in, pack, pack-2 or a further one")]
pub struct NotAPack;

impl FromStr for PackVersion {
    type Err = NotAPack;

    fn from_str(word: &str) -> Result<Self, NotAPack> {
        match word {
            "built-in" => return Ok(Self::BuiltIn),
            "pack" => return Ok(Self::Put(1)),
            _ => {}
        }
        let number = word.strip_prefix("pack-").filter(|digits| !digits.starts_with(['0', '+']));
        let number = number.and_then(|digits| digits.parse().ok()).filter(|&number| number > 1);
        number.map(Self::Put).ok_or(NotAPack)
    }
}

/// Whether a class is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassState {
    /// Students come in and work.
    Open,
    /// Students look, and change nothing.
    Paused,
    /// Students are refused.
    Closed,
}

impl ClassState {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Open, Self::Paused, Self::Closed];

    /// As `class.toml` says it.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Paused => "paused",
            Self::Closed => "closed",
        }
    }
}

/// Who has a place in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RosterRule {
    /// Those on the roster, and each free name that comes with the code of the class.
    Open,
    /// Those on the roster.
    Closed,
}

impl RosterRule {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Open, Self::Closed];

    /// As `class.toml` says it.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
        }
    }
}
