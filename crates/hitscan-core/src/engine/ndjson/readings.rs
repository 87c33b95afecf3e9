//! The readings of the articles in an answer.

use serde::{Serialize, Serializer};

use super::Escaped;
use crate::methods::{Method, ReadingAnswer};

/// Whether an answer contains the readings of the articles (`--readings`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Readings {
    /// It does not.
    #[default]
    Omitted,
    /// It does.
    Said,
}

/// The answers of the readings of the articles, one object each.
pub(super) struct ReadingRows(pub(super) Vec<(Method, ReadingAnswer)>);

impl Serialize for ReadingRows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct ReadingKeys {
            id: Escaped<'static>,
            reading: Escaped<'static>,
            #[serde(skip_serializing_if = "Option::is_none")]
            hit: Option<bool>,
            #[serde(skip_serializing_if = "Option::is_none")]
            named: Option<Escaped<'static>>,
        }
        let rows = self.0.iter().filter_map(|&(method, answer)| {
            let reading = method.row().reading?;
            let (hit, named) = match answer {
                ReadingAnswer::Hit(hit) => (Some(hit), None),
                ReadingAnswer::Named(label) => (None, Some(Escaped::token(label))),
            };
            let [id, reading] = [reading.of, reading.name].map(Escaped::token);
            Some(ReadingKeys { id, reading, hit, named })
        });
        serializer.collect_seq(rows)
    }
}
