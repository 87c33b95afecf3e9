//! The header: the format, and the line with pack, student and seed.

use std::fmt;

use crate::engine::recording::Journal;
use crate::world::Rules;

/// Whose work a file is, and the seed of its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rules by which it is replayed.
    pub rules: Rules,
    /// The id of the pack.
    pub pack: String,
    /// The id of the student.
    pub student: String,
    /// The seed of the numbers.
    pub seed: String,
    /// The version of the program that wrote it.
    pub version: String,
}

/// The most characters of a student's id or a seed; a longer one is rejected.
const MOST: usize = 64;

/// Whether a word can be the id of a student, or a seed.
#[must_use]
pub fn is_student(word: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "._@+-".contains(c);
    word.len() <= MOST
        && word.starts_with(|c: char| c.is_ascii_alphanumeric())
        && word.chars().all(allowed)
}

impl Header {
    /// Parses the second line of a file by these rules; `None` if it is not a header.
    #[must_use]
    pub fn parse(rules: Rules, line: &str) -> Option<Self> {
        let words: Vec<_> = line.split(' ').collect();
        let ["#", "lab", pack, "student", student, "seed", seed, "version", version] =
            words.as_slice()
        else {
            return None;
        };
        let are_words = [pack, student, seed, version].into_iter().all(|word| is_student(word));
        are_words.then(|| Self {
            rules,
            pack: (*pack).to_owned(),
            student: (*student).to_owned(),
            seed: (*seed).to_owned(),
            version: (*version).to_owned(),
        })
    }
}

/// Both lines, without the last line feed.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rules, pack, student, seed, version } = self;
        let first = Journal::header(*rules);
        write!(f, "{first}# lab {pack} student {student} seed {seed} version {version}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_parses_back_and_no_other_line_is_a_header() {
        let line = "# lab collisions student anna.b@x seed cleo-7f version 0.2.0";
        for (rules, first) in [
            (Rules::V1, "# hitscan recording 1\n"),
            (Rules::V2, "# hitscan recording 2\n"),
            (Rules::V3, "# hitscan recording 3\n"),
        ] {
            let header = Header::parse(rules, line).expect("a header");
            assert_eq!(header.to_string(), format!("{first}{line}"));
        }
        for other in [
            "",
            "# lab collisions student anna seed anna",
            "# lab collisions student  seed anna version 1",
            "# lab collisions student -anna seed anna version 1",
            "# lab collisions student an\u{e9}a seed anna version 1",
            "# lab collisions student a/../b seed anna version 1",
            "# lab collisions student anna seed anna version 1 2",
        ] {
            assert_eq!(Header::parse(Rules::V3, other), None, "{other}");
        }
        assert!(is_student(&"a".repeat(64)) && !is_student(&"a".repeat(65)));
    }
}
