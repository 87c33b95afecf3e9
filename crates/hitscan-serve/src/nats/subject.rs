//! The subjects of messages, such as `hitscan.1.3b.progress.anna`.

use std::fmt;

use crate::class::ClassId;
use crate::user::UserId;

/// The prefix of all subjects: the program and the version of its messages.
const PREFIX: &str = "hitscan.1";
/// The subject of heartbeats. It cannot be a class: class IDs begin with a letter or digit.
const BEAT: &str = "_beat";
/// The subjects that every machine subscribes to. Only watching machines subscribe to a student's
/// pictures.
pub(super) const PATTERNS: [&str; 7] = [
    "hitscan.1._beat",
    "hitscan.1.*.progress.*",
    "hitscan.1.*.class",
    "hitscan.1.*.say",
    "hitscan.1.*.leave.*",
    "hitscan.1.*.watch.*",
    "hitscan.1.*.follow",
];

/// The subject of a message, parsed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Topic {
    /// A machine's heartbeat.
    Beat,
    /// A student logged in, made progress or logged out.
    Progress(ClassId, UserId),
    /// The record of a class changed.
    ClassRecord(ClassId),
    /// A message for all students.
    Say(ClassId),
    /// A request to end a student's sessions.
    Leave(ClassId, UserId),
    /// A request for pictures of a student's screen.
    Watch(ClassId, UserId),
    /// A picture of a student's screen.
    Picture(ClassId, UserId),
    /// A picture of the teacher's screen that the class sees.
    Follow(ClassId),
}

impl Topic {
    /// Parses a subject. None if it is unknown, or contains invalid IDs.
    pub(super) fn read(subject: &str) -> Option<Self> {
        let words: Vec<_> = subject.strip_prefix(PREFIX)?.strip_prefix('.')?.split('.').collect();
        Some(match words[..] {
            [BEAT] => Self::Beat,
            [class, "class"] => Self::ClassRecord(class.parse().ok()?),
            [class, "say"] => Self::Say(class.parse().ok()?),
            [class, "follow"] => Self::Follow(class.parse().ok()?),
            [class, kind, student] => {
                let (class, student) = (class.parse().ok()?, student_of(student)?);
                match kind {
                    "progress" => Self::Progress(class, student),
                    "leave" => Self::Leave(class, student),
                    "watch" => Self::Watch(class, student),
                    "picture" => Self::Picture(class, student),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}

/// Encodes a name as one token of a subject. Dots separate tokens, so `=`, which names never
/// contain, stands for a dot in a name.
fn word_of(student: &UserId) -> String {
    student.as_str().replace('.', "=")
}

fn student_of(word: &str) -> Option<UserId> {
    word.replace('=', ".").parse().ok()
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (class, kind, student) = match self {
            Self::Beat => return write!(f, "{PREFIX}.{BEAT}"),
            Self::ClassRecord(class) => (class, "class", None),
            Self::Say(class) => (class, "say", None),
            Self::Follow(class) => (class, "follow", None),
            Self::Progress(class, student) => (class, "progress", Some(student)),
            Self::Leave(class, student) => (class, "leave", Some(student)),
            Self::Watch(class, student) => (class, "watch", Some(student)),
            Self::Picture(class, student) => (class, "picture", Some(student)),
        };
        write!(f, "{PREFIX}.{class}.{kind}")?;
        student.map_or(Ok(()), |student| write!(f, ".{}", word_of(student)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn subjects_have_their_agreed_form_and_round_trip() {
        let (class, anna): (ClassId, UserId) =
            ("3b".parse().expect("an id"), "anna.b@x".parse().expect("a name"));
        let (c, s) = (|| class.clone(), || anna.clone());
        for (topic, subject) in [
            (Topic::Beat, "hitscan.1._beat"),
            (Topic::Progress(c(), s()), "hitscan.1.3b.progress.anna=b@x"),
            (Topic::ClassRecord(c()), "hitscan.1.3b.class"),
            (Topic::Say(c()), "hitscan.1.3b.say"),
            (Topic::Leave(c(), s()), "hitscan.1.3b.leave.anna=b@x"),
            (Topic::Watch(c(), s()), "hitscan.1.3b.watch.anna=b@x"),
            (Topic::Picture(c(), s()), "hitscan.1.3b.picture.anna=b@x"),
            (Topic::Follow(c()), "hitscan.1.3b.follow"),
        ] {
            assert_eq!(topic.to_string(), subject);
            assert_eq!(Topic::read(subject), Some(topic));
        }
    }

    proptest! {
        #[test]
        fn every_student_name_is_one_token(name in "[a-z0-9][a-zA-Z0-9._@+-]{0,63}") {
            let student: UserId = name.parse().expect("a name");
            let word = word_of(&student);
            prop_assert!(!word.contains(['.', '*', '>', ' ']), "{}", word);
            prop_assert_eq!(student_of(&word), Some(student));
        }

        #[test]
        fn a_subject_that_parses_round_trips(subject in "(hitscan\\.1\\.)?[a-z.*> =_\u{e9}]{0,30}") {
            if let Some(topic) = Topic::read(&subject) {
                prop_assert_eq!(topic.to_string(), subject);
            }
        }
    }
}
