//! An expectation and its result.

use serde::{Serialize, Serializer};

use super::Text;
use crate::engine::expect::{ExpectAnswer, ExpectResult, Finding, Key};
use crate::scene::ExpectSubject;

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct FindingKeys<'a> {
            after_frames: u32,
            #[serde(skip_serializing_if = "<[String]>::is_empty")]
            after: &'a [String],
            #[serde(flatten)]
            subject: SubjectKeys<'a>,
            ok: bool,
            expected: FindingAnswers<ExpectAnswer>,
            #[serde(skip_serializing_if = "Option::is_none")]
            found: Option<FindingAnswers<Option<&'a ExpectAnswer>>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            message: Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            asked_since: Option<&'static str>,
        }
        let expect = &self.expect;
        let asked = |key: Key| Some((key, key.answer(expect)?));
        let (found, message) = match &self.held {
            ExpectResult::Holds => (None, None),
            ExpectResult::Differs(differences) => {
                let found = differences.iter().map(|each| (each.key, each.found.as_ref()));
                (Some(FindingAnswers(found.collect())), None)
            }
            ExpectResult::NoObject(_)
            | ExpectResult::NotReached { .. }
            | ExpectResult::Refused { .. } => (None, Some(self.difference_lines().join("; "))),
        };
        FindingKeys {
            after_frames: expect.after_frames,
            after: &expect.after,
            subject: match &expect.subject {
                ExpectSubject::Pair([a, b]) => SubjectKeys::Pair { a: a.as_str(), b: b.as_str() },
                ExpectSubject::Laser(name) => SubjectKeys::Laser { object: name.as_str() },
            },
            ok: self.holds(),
            expected: FindingAnswers(Key::ALL.into_iter().filter_map(asked).collect()),
            found,
            message,
            asked_since: self.asked_since(),
        }
        .serialize(serializer)
    }
}

/// Its subject.
#[derive(Serialize)]
#[serde(untagged)]
enum SubjectKeys<'a> {
    Pair { a: &'a str, b: &'a str },
    Laser { object: &'a str },
}

/// `{"relation":"within",…}`.
struct FindingAnswers<T>(Vec<(Key, T)>);

impl<T: Serialize> Serialize for FindingAnswers<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, answer)| (key.token(), answer)))
    }
}

/// An answer as in a query or a scene file.
impl Serialize for ExpectAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Token(token) => token.serialize(serializer),
            Self::Tokens(tokens) => tokens.serialize(serializer),
            Self::Edges(edges) => edges.serialize(serializer),
            Self::Time(t) => Text(t).serialize(serializer),
            Self::Times(both) => both.map(Text).serialize(serializer),
            Self::Says(all) => serializer.collect_map(all.iter().map(|(id, answer)| (id, answer))),
        }
    }
}
