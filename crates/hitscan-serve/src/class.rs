//! The record of a class.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;

/// The ID of a class, such as `3b`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(String);

impl ClassId {
    /// The ID as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ClassId {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, &'static str> {
        const MOST: usize = 32;
        let right =
            "up to 32 lower-case letters, digits, _ and -, beginning with a letter or digit";
        let first = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let is_right = word.len() <= MOST
            && word.starts_with(first)
            && word.chars().all(|c| first(c) || c == '_' || c == '-');
        if is_right { Ok(Self(word.to_owned())) } else { Err(right) }
    }
}

impl fmt::Display for ClassId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The record of a class: its settings, which a teacher decides for the whole class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its name in logins and folders.
    pub id: ClassId,
    /// Its name on screens: one line without control characters.
    pub title: String,
    /// Where its lessons come from.
    pub pack: PackVersion,
    /// The languages of its texts; a student with none of them gets the first. Empty means all
    /// languages of the pack.
    pub languages: Vec<String>,
    /// Whether students can log in, and whether they can change anything.
    pub state: ClassState,
    /// The IDs of the open lessons; none means all.
    pub lessons: Option<Vec<String>>,
    /// Points earned after this time are marked late.
    pub due: Option<Timestamp>,
    /// The most places that students can have.
    pub most_students: u32,
    /// Whether a name that is not on the roster can claim a new place.
    pub roster: RosterRule,
}

impl Class {
    /// The default limit on places.
    pub const MOST_STUDENTS: u32 = 40;
    /// The largest limit that a class may set.
    pub const MOST_PLACES: u32 = 10_000;

    /// An open class with a closed roster, all of the built-in lessons, and nothing due.
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

    /// A copy of the record with this change; the ID always stays.
    pub(crate) fn changed(&self, change: &dyn Fn(&mut Self)) -> Self {
        let mut next = self.clone();
        change(&mut next);
        next.id.clone_from(&self.id);
        next
    }

    /// Whether this lesson is open.
    pub fn opens(&self, lesson: &str) -> bool {
        self.lessons.as_ref().is_none_or(|open| open.iter().any(|id| id == lesson))
    }
}

/// The version of a class's lessons. A pack never changes: a new version is stored beside the old
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PackVersion {
    /// The lessons built into the program.
    BuiltIn,
    /// A pack that a teacher uploaded, numbered from 1.
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

impl FromStr for PackVersion {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, &'static str> {
        match word {
            "built-in" => return Ok(Self::BuiltIn),
            "pack" => return Ok(Self::Put(1)),
            _ => {}
        }
        let number = word.strip_prefix("pack-").filter(|digits| !digits.starts_with(['0', '+']));
        let number = number.and_then(|digits| digits.parse().ok()).filter(|&number| number > 1);
        number.map(Self::Put).ok_or("expected built-in, pack, or a later one such as pack-2")
    }
}

/// Whether a class is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassState {
    /// Students can log in and work.
    Open,
    /// Students can look but change nothing.
    Paused,
    /// Students cannot log in.
    Closed,
}

impl ClassState {
    /// All states.
    pub const ALL: [Self; 3] = [Self::Open, Self::Paused, Self::Closed];

    /// Its name in `class.toml`.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Paused => "paused",
            Self::Closed => "closed",
        }
    }
}

/// Who can have a place in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RosterRule {
    /// Students on the roster, and any new name that logs in with the code of the class.
    Open,
    /// Only students on the roster.
    Closed,
}

impl RosterRule {
    /// All rules.
    pub const ALL: [Self; 2] = [Self::Open, Self::Closed];

    /// Its name in `class.toml`.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
        }
    }
}
