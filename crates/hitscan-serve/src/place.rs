//! A place in a class: a line of its roster, free until a student takes it.

use std::fmt;
use std::str::FromStr;

use hitscan::classroom;
use hitscan_core::lab::is_student;
use jiff::Timestamp;

use crate::code::CodeHash;
use crate::key::LoginKey;

pub use hitscan_core::lab::grade::Listed;

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
    pub const fn free(student: UserId, seed: String) -> Self {
        Self { student, seed, claimed: None, keys: Vec::new(), code: None }
    }

    /// Whether a student has claimed it.
    pub const fn is_taken(&self) -> bool {
        self.claimed.is_some()
    }

    /// Whether this key opens it. The client must have proved that it holds the key.
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

/// The most bytes of a roster.
pub const MOST_ROSTER_BYTES: usize = 1 << 20;
/// The most students of a class.
pub const MOST_STUDENTS: usize = 10_000;

/// Parses a roster. A student must not have the name of a teacher.
///
/// # Errors
/// Every fault, with its line.
pub fn parse(
    bytes: &[u8],
    is_teacher: &dyn Fn(&UserId) -> bool,
) -> Result<Vec<Listed>, Vec<String>> {
    if bytes.len() > MOST_ROSTER_BYTES {
        return Err(vec![format!("1: a roster has at most {MOST_ROSTER_BYTES} bytes")]);
    }
    let text = std::str::from_utf8(bytes);
    let text = text.map_err(|_| vec!["1: not UTF-8 text: save the table as CSV".to_owned()])?;
    let students = classroom::roster(text)?;
    if students.len() > MOST_STUDENTS {
        return Err(vec![format!("1: a class has at most {MOST_STUDENTS} students")]);
    }
    let teaches = |listed: &&Listed| listed.id.parse().is_ok_and(|id| is_teacher(&id));
    let teachers: Vec<_> = students
        .iter()
        .filter(teaches)
        .map(|listed| format!("1: student {}: a teacher has that name", listed.id))
        .collect();
    if teachers.is_empty() { Ok(students) } else { Err(teachers) }
}

/// Formats the roster as a table, for the store.
pub fn written(roster: &[Listed]) -> String {
    // IDs and seeds contain no commas or quotes.
    let rows = roster.iter().map(|Listed { id, seed }| format!("{id},{seed}\n"));
    std::iter::once("student,seed\n".to_owned()).chain(rows).collect()
}

/// A student of a class.
#[cfg(feature = "postgres")]
pub(crate) type StudentOf = (crate::class::ClassId, UserId);

/// The name of a student or a teacher: the part before the `@` in an SSH login.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserId(String);

impl UserId {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for UserId {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, &'static str> {
        let right = "up to 64 letters a-z, digits and . _ @ + -, beginning with a letter or digit";
        if is_student(word) { Ok(Self(word.to_owned())) } else { Err(right) }
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Valid and invalid cells, and separators.
    const PIECES: [&str; 14] = [
        "student",
        "seed",
        "anna",
        "ben",
        "../x",
        "\u{1b}[2J",
        ",",
        ";",
        "\n",
        "\r\n",
        "\"",
        " ",
        "\u{feff}",
        "\0",
    ];

    fn is_told(parsed: Result<Vec<Listed>, Vec<String>>) -> Result<(), TestCaseError> {
        match parsed {
            Ok(students) => {
                let again = parse(written(&students).as_bytes(), &|_| false);
                prop_assert_eq!(again, Ok(students));
            }
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                let is_line = |fault: &String| fault.chars().all(|c| !c.is_control());
                prop_assert!(faults.iter().all(is_line), "{:?}", faults);
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn other_bytes_are_refused_in_printable_lines(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..40),
        ) {
            is_told(parse(&bytes, &|_| false))?;
            let text = format!("student,seed\n{}", pieces.concat());
            is_told(parse(text.as_bytes(), &|_| false))?;
        }
    }

    #[test]
    fn names_of_teachers_and_rosters_that_are_too_long_are_refused() {
        let ada = |user: &UserId| user.as_str() == "ada";
        let faults = parse(b"student\nben\nada\n", &ada).expect_err("ada teaches");
        assert_eq!(faults, ["1: student ada: a teacher has that name"]);
        let many: Vec<_> = (0..100_000).map(|number| format!("s{number}")).collect();
        let many = format!("student\n{}\n", many.join("\n"));
        let faults = parse(many.as_bytes(), &ada).expect_err("too many");
        assert_eq!(faults, ["1: a class has at most 10000 students"]);
        let long = vec![b'x'; MOST_ROSTER_BYTES + 1];
        let faults = parse(&long, &ada).expect_err("too long");
        assert_eq!(faults, ["1: a roster has at most 1048576 bytes"]);
    }
}
