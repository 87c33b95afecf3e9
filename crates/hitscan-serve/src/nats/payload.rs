//! The content of messages, as JSON.

use std::collections::BTreeMap;
use std::fmt;

use hitscan_core::scene::printable;
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::class::ClassId;
use crate::live::{Progress, Standing};
use crate::place::UserId;

/// The most bytes of a message, except for pictures.
const MOST_BYTES: usize = 4 << 10;
/// The most characters of a teacher's message.
const MOST_SAID: usize = 200;
/// The most characters of an ID.
const MOST_ID: usize = 200;

/// A report about a student.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ProgressMessage {
    /// None if the student is in the sandbox, or if the work must be read.
    lesson: Option<String>,
    step: Option<String>,
    points: u32,
    most: u32,
    changes: u32,
    hints: usize,
    pub(super) here: bool,
    /// The time of their last key.
    pub(super) at: Timestamp,
}

impl ProgressMessage {
    pub(super) fn new(standing: Option<&Standing>, here: bool, at: Timestamp) -> Self {
        let told = standing.map(Standing::progress);
        let (lesson, step) = told.as_ref().map(|it| (it.lesson.clone(), it.step.clone())).unzip();
        let [points, most] = told.as_ref().map_or([0; 2], |it| it.points);
        let (changes, hints) = told.as_ref().map_or((0, 0), |it| (it.changes, it.hints));
        Self { lesson, step, points, most, changes, hints, here, at }
    }

    /// The student's progress, if reported.
    pub(super) fn progress(&self) -> Option<Progress> {
        let is_short = |id: &&String| id.chars().count() <= MOST_ID;
        Some(Progress {
            lesson: self.lesson.as_ref().filter(is_short).cloned()?,
            step: self.step.as_ref().filter(is_short).cloned()?,
            points: [self.points, self.most],
            changes: self.changes,
            hints: self.hints,
        })
    }
}

/// A teacher's message to the class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SaidMessage {
    by: String,
    text: String,
}

impl SaidMessage {
    pub(super) fn new(by: &UserId, text: &str) -> Self {
        Self { by: by.to_string(), text: text.to_owned() }
    }

    /// The teacher and the text, without control characters.
    pub(super) fn said(&self) -> Option<(UserId, String)> {
        let text: String = printable(&self.text).chars().take(MOST_SAID).collect();
        Some((self.by.parse().ok()?, text))
    }
}

/// A request to end a student's sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SessionMessage {
    /// The session that replaces them; none if a teacher ends them.
    pub(super) session: Option<String>,
}

/// Encodes a message.
pub(super) fn written(message: &impl Serialize) -> Vec<u8> {
    // Numbers, strings and times always serialize.
    serde_json::to_vec(message).unwrap_or_default()
}

/// Encodes a message that only says yes or no under a key.
pub(super) fn flag(key: &str, value: bool) -> Vec<u8> {
    written(&BTreeMap::from([(key, value)]))
}

/// Decodes such a message.
pub(super) fn flag_in(bytes: &[u8], key: &str) -> Option<bool> {
    read::<serde_json::Value>(bytes)?.get(key)?.as_bool()
}

/// Decodes a message; none if it is malformed.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    if bytes.len() > MOST_BYTES { None } else { serde_json::from_slice(bytes).ok() }
}

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
    use crate::board::tests::samples::standing;

    #[test]
    fn messages_have_their_agreed_form_and_round_trip() {
        let standing = standing(9, "inside", "5/6 task hide", 78, 4, 1);
        let at = "2026-11-27T10:30:00Z".parse().expect("a time");
        let message = ProgressMessage::new(Some(&standing), true, at);
        let json = r#"{"lesson":"inside","step":"task hide","points":78,"most":212,"changes":4,"hints":1,"here":true,"at":"2026-11-27T10:30:00Z"}"#;
        assert_eq!(String::from_utf8(written(&message)).as_deref(), Ok(json));
        assert_eq!(read(json.as_bytes()), Some(message.clone()));
        assert_eq!(message.progress(), Some(standing.progress()));
        assert_eq!(ProgressMessage::new(None, false, at).progress(), None);
        let session = SessionMessage { session: Some("7-1".to_owned()) };
        assert_eq!(written(&session), br#"{"session":"7-1"}"#);
        assert_eq!(flag("here", true), br#"{"here":true}"#);
        assert_eq!(flag_in(br#"{"here":false,"x":1}"#, "here"), Some(false));
        let said = SaidMessage::new(&"ada".parse().expect("a name"), "look up");
        assert_eq!(written(&said), br#"{"by":"ada","text":"look up"}"#);
    }

    #[test]
    fn a_message_is_short_and_has_no_control_characters() {
        let said = |text: &str| SaidMessage { by: "ada".to_owned(), text: text.to_owned() }.said();
        let (_, text) = said(&"\u{1b}[2J".repeat(100)).expect("a line");
        assert!(text.chars().count() == MOST_SAID && !text.contains(char::is_control), "{text}");
        assert_eq!(SaidMessage { by: "-".to_owned(), text: String::new() }.said(), None);
    }

    proptest! {
        #[test]
        fn decoding_any_bytes_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let _ = read::<ProgressMessage>(&bytes);
            let _ = read::<SaidMessage>(&bytes);
            let _ = read::<SessionMessage>(&bytes);
        }
    }

    #[test]
    fn a_message_that_is_too_long_is_not_read() {
        let long = format!(r#"{{"by":"ada","text":"{}"}}"#, "x".repeat(MOST_BYTES));
        assert_eq!(read::<SaidMessage>(long.as_bytes()), None);
    }
}

#[cfg(test)]
mod subject_tests {
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
