//! `hitscan query`: one JSON object a line in, one a line out, in the same order.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `raw_json` | reads a JSON value level by level, as it is written |
//! | `exact` | reads numbers of any length, swapped boxes and closed rings, where `request` cannot |
//! | `request` | parses a line into two shapes and a frame, or says what is wrong with it |
//!
//! This file reads lines and answers them; it calls `request`, and then `exact` if that fails; both
//! call `raw_json`, and `exact` uses the places and faults of `request`.
//!
//! The keys of an answer are in [`hitscan_core::engine::ndjson`]. Numbers go from text to
//! thousandths, scaled if they are finer, and from exact fractions to text, never through a float.

mod exact;
mod raw_json;
mod request;

use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Write};

use serde::Serialize;

use super::options::{AnswersArgs, RoundArg, tell};
use super::reasons;
use super::{CliError, ExitStatus};
use exact::AsWritten;
use hitscan_core::command::lines::{self, InputLine, Lines};
pub use hitscan_core::engine::ndjson::AnswerContents;
use hitscan_core::engine::ndjson::{
    AnyAnswerKeys, BesidePoint, PairAnswerKeys, PointAnswerKeys, write_answer, write_json,
};
use hitscan_core::methods::{AnyMeeting, AnyPair, AnyShape, InThousandths};
use hitscan_core::scene::Rounding;
use hitscan_geom::Shape;
use request::{Code, Query, QueryFault, QueryPlace};
use serde_json::value::RawValue;

/// When answers are flushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Flush {
    /// In blocks, and at the end of the input.
    #[default]
    Blocks,
    /// After each answer, for a user or program that waits for it.
    EachLine,
}

/// How to answer.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct QueryOptions {
    /// When answers are flushed.
    pub flush: Flush,
    /// What the answers contain.
    pub contents: AnswerContents,
    /// Whether numbers finer than thousandths are rounded.
    pub rounds: bool,
}

/// The options of `hitscan query`.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[command(after_long_help = reasons())]
pub struct QueryArgs {
    /// Add the steps that lead to each answer
    #[arg(long)]
    pub explain: bool,

    /// Which methods answer.
    #[command(flatten)]
    pub answers: AnswersArgs,

    /// Add a row in f64, double precision, after each row in f32
    #[arg(long, value_name = "f64")]
    pub arithmetic: Option<AddedArithmetic>,

    /// Numbers from elsewhere.
    #[command(flatten)]
    pub rounding: RoundArg,
}

/// An arithmetic whose rows are added to the usual ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum AddedArithmetic {
    /// Double precision.
    F64,
}

impl QueryArgs {
    /// Answers standard input on `output`.
    ///
    /// # Errors
    /// When reading or writing fails.
    pub fn run(&self, output: impl Write) -> Result<ExitStatus, CliError> {
        let input = io::stdin().lock();
        let flush = if input.is_terminal() { Flush::EachLine } else { Flush::Blocks };
        let contents = AnswerContents {
            steps: self.explain,
            requested: self.answers.of.methods.clone().unwrap_or_default(),
            readings: self.answers.readings,
            doubles: self.arithmetic.is_some(),
        };
        let options = QueryOptions { flush, contents, rounds: self.rounding.round };
        let mut rounding = self.rounding.begun();
        let status = run_rounding(input, output, &options, &mut rounding)?;
        tell(&rounding);
        Ok(status)
    }
}

/// How much is collected before a block is written.
const BLOCK_BYTES: usize = 64 * 1024;

/// Answers every line of `input` on `output`; [`ExitStatus::Failure`] if a line is wrong. Memory
/// depends on the longest line allowed (1 MiB), not on the length of the input.
///
/// # Errors
/// When reading or writing fails. An invalid line is answered by an error object.
pub fn run(
    input: impl BufRead,
    output: impl Write,
    options: &QueryOptions,
) -> io::Result<ExitStatus> {
    run_rounding(input, output, options, &mut Rounding::of(options.rounds))
}

/// Like [`run`], but counts what is rounded.
fn run_rounding(
    input: impl BufRead,
    mut output: impl Write,
    options: &QueryOptions,
    rounding: &mut Rounding,
) -> io::Result<ExitStatus> {
    let mut lines = Lines::new(input);
    let mut pending = Vec::with_capacity(BLOCK_BYTES);
    let mut status = ExitStatus::Success;
    while let Some((number, line)) = lines.next_line()? {
        if line.is_blank() {
            continue;
        }
        match answer(&line, &options.contents, rounding) {
            Ok(reply) => write_answer(&reply, &mut pending),
            Err((id, fault)) => {
                status = ExitStatus::Failure;
                let body = fault.keys(number);
                let written = AsWritten::default();
                write_json(&Reply::new(id, body, &written), &mut pending);
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
    Ok(status)
}

/// A line of output: the id of the query, if it has one, and the answer.
#[derive(Serialize)]
struct Reply<'a, T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    body: T,
    /// `closed` if the last vertex of a polygon was dropped, since it repeats the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    ring: Option<&'static str>,
    /// Whether a box is answered with its corners swapped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    swapped: bool,
    /// Whether numbers were rounded, so that the question differs from what was written.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rounded: bool,
}

/// The answer about two shapes, or about a point.
#[derive(Serialize)]
#[serde(untagged)]
enum QueryAnswer {
    Shapes(Box<PairAnswerKeys<'static>>),
    Point(Box<PointAnswerKeys>),
    /// In fractions of any length.
    Exact(Box<AnyAnswerKeys>),
}

impl Query {
    fn answer(&self, contents: &AnswerContents) -> QueryAnswer {
        let of_point = |beside: BesidePoint<'_>, point| {
            QueryAnswer::Point(Box::new(PointAnswerKeys::new(beside, point, contents)))
        };
        match self {
            Self::Shapes([a, b], frame) => {
                let keys = PairAnswerKeys::new([a, b], frame.as_ref(), contents);
                QueryAnswer::Shapes(Box::new(keys))
            }
            Self::Regions([a, b], frame) => {
                let keys = PairAnswerKeys::new([a, b], None, contents);
                QueryAnswer::Shapes(Box::new(keys.with_regions(frame, contents)))
            }
            Self::Point(shape, point) => of_point(BesidePoint::Shape(shape), point),
            Self::Points([a, b]) => of_point(BesidePoint::Point(a), b),
        }
    }
}

impl<'a, T> Reply<'a, T> {
    fn new(id: Option<&'a RawValue>, body: T, written: &AsWritten) -> Self {
        let ring = written.closed_ring.then_some("closed");
        Self { id, body, ring, swapped: written.swapped.is_some(), rounded: false }
    }
}

/// The answer, or the fault with the id of the query, if it has one.
fn answer<'a>(
    line: &InputLine<'a>,
    contents: &AnswerContents,
    rounding: &mut Rounding,
) -> Result<Reply<'a, QueryAnswer>, (Option<&'a RawValue>, QueryFault)> {
    let bytes = match line {
        InputLine::Bytes(bytes) => bytes,
        InputLine::TooLong => {
            let message = format!("the line is longer than {} bytes (1 MiB)", lines::LIMIT_BYTES);
            return Err((None, QueryFault::new(Code::TooLong, message)));
        }
    };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let message = format!("byte {} of the line is not UTF-8", error.valid_up_to() + 1);
        (None, QueryFault::new(Code::NotUtf8, message))
    })?;
    let object = raw_json::parse(text).map_err(|fault| (None, fault))?;
    let before = rounding.count();
    let (id, query) = request::read(object, rounding);
    match query {
        Ok(query) => {
            let reply = Reply::new(id, query.answer(contents), &AsWritten::default());
            Ok(Reply { rounded: rounding.count() > before, ..reply })
        }
        Err(fault) if fault.is_about_numbers() => {
            answer_exactly(object, contents, id).map_err(|fault| (id, fault))
        }
        Err(fault) => Err((id, fault)),
    }
}

/// What is said about a pair that fits no thousandths, at any scale.
pub(in crate::cli) const TOO_FINE: &str = "its numbers are too fine for how far apart they are";

/// The pair of a query in numbers of any length, in thousandths if it fits, and what is said of a
/// swapped box; or what is wrong with it.
pub(in crate::cli) fn pair_of(
    query: &RawValue,
) -> Result<(AnyPair, Option<InThousandths>, Option<String>), String> {
    let (pair, written) = exact::read(query).map_err(QueryFault::into_message)?;
    let fits = pair.in_thousandths().transpose();
    let named = |which| if which == 0 { "a" } else { "b" };
    let fits = fits.map_err(|(which, fault)| format!("{}: {fault}", named(which)))?;
    Ok((pair, fits, written.swapped))
}

/// The answer in numbers of any length.
fn answer_exactly<'a>(
    object: &RawValue,
    contents: &AnswerContents,
    id: Option<&'a RawValue>,
) -> Result<Reply<'a, QueryAnswer>, QueryFault> {
    let (mut pair, written) = exact::read(object)?;
    // A point stands behind what is no point.
    let is_turned = written.are_points == [true, false];
    if is_turned {
        pair.shapes.swap(0, 1);
    }
    // Boxes and lasers have been checked: only vertices may still make no shape.
    let no_polygon = |which, fault: &dyn Display| {
        let top = QueryPlace::Top(if (which == 0) == is_turned { "b" } else { "a" });
        QueryFault::at(Code::BadShape, &QueryPlace::Key(&top, "polygon"), fault)
    };
    let (has_point, is_of_points) =
        (written.are_points != [false; 2], written.are_points == [true; 2]);
    let Some(fits) = pair.in_thousandths() else {
        if has_point {
            let body = PointAnswerKeys::in_fractions(&pair, is_of_points);
            let body = body.map_err(|(which, fault)| no_polygon(which, &fault))?;
            return Ok(Reply::new(id, QueryAnswer::Point(Box::new(body)), &written));
        }
        let meeting = AnyMeeting::of(&pair).map_err(|(which, fault)| no_polygon(which, &fault))?;
        let kinds = pair.shapes.each_ref().map(AnyShape::kind);
        let body = QueryAnswer::Exact(Box::new(AnyAnswerKeys::new(kinds, meeting)));
        return Ok(Reply::new(id, body, &written));
    };
    let InThousandths { shapes: [a, b], frame, regions, scale } =
        fits.map_err(|(which, fault)| no_polygon(which, &fault))?;
    if let (true, Shape::Segment(point)) = (has_point, &b) {
        let beside = match &a {
            Shape::Segment(other) if is_of_points => BesidePoint::Point(other),
            shape => BesidePoint::Shape(shape),
        };
        let body = match &scale {
            None => PointAnswerKeys::new(beside, point, contents),
            Some(scale) => PointAnswerKeys::scaled(scale, beside, point, contents),
        };
        return Ok(Reply::new(id, QueryAnswer::Point(Box::new(body)), &written));
    }
    let body = match scale {
        None => PairAnswerKeys::new([&a, &b], frame.as_ref(), contents),
        Some(scale) => PairAnswerKeys::scaled(&scale, [&a, &b], frame.as_ref(), contents),
    };
    let body = match &regions {
        None => body,
        Some(regions) => body.with_regions(regions, contents),
    };
    Ok(Reply::new(id, QueryAnswer::Shapes(Box::new(body)), &written))
}
