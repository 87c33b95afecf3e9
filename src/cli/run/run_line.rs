//! The NDJSON lines other than tests, objects and queries, as data.

use hitscan_core::engine::Finding;
use serde::Serialize;

/// The NDJSON lines other than tests, objects and queries.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(super) enum RunLine<'a> {
    Covered {
        frame: u64,
        a: &'a str,
        b: &'a str,
    },
    Note {
        message: &'a str,
    },
    Error {
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<u64>,
        message: &'a str,
    },
    Why {
        a: &'a str,
        b: &'a str,
        about: &'a str,
        lines: Vec<&'a str>,
    },
    Expect(&'a Finding),
    Frame {
        frame: u64,
        pairs: u64,
        candidates: u64,
        meet: usize,
    },
    Predict {
        frame: u64,
        a: &'a str,
        b: &'a str,
        said: Option<&'static str>,
        side: Option<String>,
        result: &'static str,
        named: String,
        right: Option<bool>,
    },
}
