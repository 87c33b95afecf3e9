//! `hitscan query`: one JSON object a line in, one a line out, in the same
//! order.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `json` | walking over the raw text of a JSON value |
//! | `request` | a line of text becomes two shapes and a frame, or a fault |
//! | `fault` | what is wrong with a line, and how that is written |
//!
//! The keys of an answer are in [`hitscan_core::engine::ndjson`]. Numbers go
//! from text to thousandths and from exact fractions to text, never through a
//! float.

mod fault;
mod json;
mod request;

use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde_json::value::RawValue;

use fault::{Code, Fault};
use hitscan_core::command::lines::{self, Line, Lines};
pub use hitscan_core::engine::ndjson::Detail;
use hitscan_core::engine::ndjson::{Answer, write_json};

/// When answers leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Flush {
    /// In blocks; what is left at the end of the input.
    #[default]
    Blocks,
    /// Each at once, for somebody who waits for it.
    EachLine,
}

/// How to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Options {
    /// When answers leave.
    pub flush: Flush,
    /// How much they say.
    pub detail: Detail,
}

/// How the whole input went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every line has its answer: exit status 0.
    AllAnswered,
    /// A line at least has an error object in its place: exit status 1.
    SomeAtError,
}

/// How much is gathered before it is written in blocks.
const BLOCK_BYTES: usize = 64 * 1024;

/// Answers every line of `input` on `output`. Memory stays within a few times
/// the longest line allowed (1 MiB), however long the input is.
///
/// # Errors
/// When reading or writing fails. A line at fault is no error: it gets an error
/// object in its place and the rest goes on.
pub fn run(input: impl BufRead, mut output: impl Write, options: Options) -> io::Result<Outcome> {
    let mut lines = Lines::new(input);
    let mut pending = Vec::with_capacity(BLOCK_BYTES);
    let mut outcome = Outcome::AllAnswered;
    while let Some((number, line)) = lines.next_line()? {
        if line.is_blank() {
            continue;
        }
        match answer(&line, options.detail) {
            Ok(reply) => write_json(&reply, &mut pending),
            Err((id, fault)) => {
                outcome = Outcome::SomeAtError;
                write_json(&Reply { id, body: fault.keys(number) }, &mut pending);
            }
        }
        pending.push(b'\n');
        if options.flush == Flush::EachLine || pending.len() >= BLOCK_BYTES {
            output.write_all(&pending)?;
            pending.clear();
        }
        if options.flush == Flush::EachLine {
            output.flush()?;
        }
    }
    output.write_all(&pending)?;
    output.flush()?;
    Ok(outcome)
}

/// A line of output: the id of the query, if it has one, and what is said.
#[derive(Serialize)]
struct Reply<'a, T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    body: T,
}

/// The answer, or the fault with the id of the query, if it has one.
fn answer<'a>(
    line: &Line<'a>,
    detail: Detail,
) -> Result<Reply<'a, Answer<'static>>, (Option<&'a RawValue>, Fault)> {
    let bytes = match line {
        Line::Bytes(bytes) => bytes,
        Line::TooLong => {
            let message = format!("the line is longer than {} bytes (1 MiB)", lines::LIMIT_BYTES);
            return Err((None, Fault::new(Code::TooLong, message)));
        }
    };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let message = format!("byte {} of the line is not UTF-8", error.valid_up_to() + 1);
        (None, Fault::new(Code::NotUtf8, message))
    })?;
    let object = json::parse(text).map_err(|fault| (None, fault))?;
    let (id, query) = request::read(object);
    let query = query.map_err(|fault| (id, fault))?;
    Ok(Reply { id, body: Answer::new([&query.a, &query.b], query.frame.as_ref(), detail) })
}
