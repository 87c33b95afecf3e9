//! Prints measurements as a table and as NDJSON.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

use super::Measured;
use crate::cli::report;
use crate::cli::report::write_columns;
use hitscan_geom::broad_phase::BroadPhase;

/// A line for each row, followed by the growth of the cost if there are several sizes.
pub(super) fn table(rows: &[Measured]) -> String {
    let heads = [
        "objects",
        "broad phase",
        "frames",
        "candidates",
        "meet",
        "median ms",
        "worst ms",
        "time ratio",
    ];
    let cells = rows.iter().map(|row| {
        let all = all_pairs_of(rows, row);
        [
            row.objects.to_string(),
            row.broad_phase.token().to_owned(),
            row.frames.to_string(),
            row.per_frame(row.candidates).to_string(),
            row.per_frame(row.meet).to_string(),
            milliseconds(row.median),
            milliseconds(row.worst),
            text_of(time_ratio(row, all), 4),
        ]
    });
    let mut text = String::new();
    write_columns("><>>>>>>", &heads, cells, &mut text);
    for row in rows {
        if let Some(why) = &row.stopped {
            let _ =
                writeln!(text, "{} after {} frames: {why}", row.broad_phase.token(), row.frames);
        }
    }
    let growths = growths(rows);
    if !growths.is_empty() {
        text.push_str("\nHow the cost grows, as an exponent of the number of objects:\n\n");
        let cells = growths.iter().map(|growth| {
            [
                growth.broad_phase.to_owned(),
                format!("{} to {}", growth.from, growth.to),
                text_of(growth.candidates, 2),
                text_of(growth.time, 2),
            ]
        });
        let heads = ["broad phase", "objects", "candidates", "time"];
        write_columns("<>>>", &heads, cells, &mut text);
    }
    text
}

/// An object for each row, then one for each growth.
pub(super) fn ndjson(rows: &[Measured]) -> String {
    let measured = rows.iter().map(|row| {
        let all = all_pairs_of(rows, row);
        StatsLine::Stats {
            broad_phase: row.broad_phase.token(),
            objects: row.objects,
            frames: row.frames,
            pairs: row.per_frame(row.pairs),
            candidates: row.per_frame(row.candidates),
            meet: row.per_frame(row.meet),
            candidates_to_all_pairs: candidate_ratio(row, all),
            median_microseconds: row.median.as_micros(),
            worst_microseconds: row.worst.as_micros(),
            time_to_all_pairs: time_ratio(row, all),
            stopped: row.stopped.as_deref(),
        }
    });
    report::ndjson(measured.chain(growths(rows).into_iter().map(StatsLine::Growth)))
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum StatsLine<'a> {
    Stats {
        broad_phase: &'a str,
        objects: u64,
        frames: u64,
        pairs: u64,
        candidates: u64,
        meet: u64,
        candidates_to_all_pairs: Option<f64>,
        median_microseconds: u128,
        worst_microseconds: u128,
        time_to_all_pairs: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        stopped: Option<&'a str>,
    },
    Growth(Growth),
}

/// The growth of the cost from one size to another: the exponent of the number of objects.
#[derive(Serialize)]
struct Growth {
    broad_phase: &'static str,
    from: u64,
    to: u64,
    candidates: Option<f64>,
    time: Option<f64>,
}

/// From each size to the next, and from the first to the last if there are more than two.
fn growths(rows: &[Measured]) -> Vec<Growth> {
    let mut growths = Vec::new();
    for which in BroadPhase::ALL {
        let rows: Vec<_> = rows.iter().filter(|row| row.broad_phase == which).collect();
        let steps = rows.windows(2).map(|two| (two[0], two[1]));
        let whole = rows.first().zip(rows.last()).filter(|_| rows.len() > 2);
        for (from, to) in steps.chain(whole.map(|(from, to)| (*from, *to))) {
            let candidates = [from, to].map(|row| real(row.candidates) / real(row.frames));
            let time = [from, to].map(|row| row.median.as_secs_f64());
            let objects = [from, to].map(|row| real(row.objects));
            growths.push(Growth {
                broad_phase: which.token(),
                from: from.objects,
                to: to.objects,
                candidates: exponent(objects, candidates),
                time: exponent(objects, time),
            });
        }
    }
    growths
}

/// The exponent: the logarithm of the ratio of the costs to the base of the ratio of the sizes. The
/// logarithm is implemented in the program: for this alone, each start would load the C library's
/// mathematics, a third of a megabyte.
fn exponent([few, many]: [f64; 2], [less, more]: [f64; 2]) -> Option<f64> {
    let exponent = libm::log(more / less) / libm::log(many / few);
    exponent.is_finite().then_some(exponent)
}

/// The row with all pairs, for the same number of objects.
fn all_pairs_of<'a>(rows: &'a [Measured], row: &Measured) -> Option<&'a Measured> {
    let is_it = |other: &&Measured| {
        other.broad_phase == BroadPhase::AllPairs && other.objects == row.objects
    };
    rows.iter().find(is_it)
}

fn candidate_ratio(row: &Measured, all: Option<&Measured>) -> Option<f64> {
    let a_frame = |row: &Measured| real(row.candidates) / real(row.frames);
    quotient(a_frame(row), a_frame(all?))
}

fn time_ratio(row: &Measured, all: Option<&Measured>) -> Option<f64> {
    quotient(row.median.as_secs_f64(), all?.median.as_secs_f64())
}

fn quotient(one: f64, other: f64) -> Option<f64> {
    Some(one / other).filter(|ratio| ratio.is_finite())
}

/// A count as a floating-point number; exact up to 2^53.
fn real(count: u64) -> f64 {
    let [high, low] = [count >> 32, count & 0xffff_ffff].map(|half| {
        // Each half has 32 bits.
        f64::from(u32::try_from(half).unwrap_or(u32::MAX))
    });
    high * 4_294_967_296.0 + low
}

fn text_of(number: Option<f64>, decimals: usize) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.decimals$}"))
}

fn milliseconds(time: Duration) -> String {
    format!("{}.{:03}", time.as_millis(), time.subsec_micros() % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(broad_phase: BroadPhase, objects: u64, candidates: u64) -> Measured {
        let median = Duration::from_micros(candidates);
        Measured {
            broad_phase,
            objects,
            frames: 2,
            pairs: objects * (objects - 1),
            candidates,
            meet: 7,
            median,
            worst: 2 * median,
            stopped: None,
        }
    }

    #[test]
    fn the_table_has_the_ratio_to_all_pairs_and_exponents() {
        let rows = [
            row(BroadPhase::AllPairs, 100, 9_900),
            row(BroadPhase::Grid, 100, 99),
            row(BroadPhase::AllPairs, 1000, 999_000),
            row(BroadPhase::Grid, 1000, 990),
        ];
        let expected = "\
objects  broad phase  frames  candidates  meet  median ms  worst ms  time ratio
    100  all-pairs         2        4950     4      9.900    19.800      1.0000
    100  grid              2          50     4      0.099     0.198      0.0100
   1000  all-pairs         2      499500     4    999.000  1998.000      1.0000
   1000  grid              2         495     4      0.990     1.980      0.0010

How the cost grows, as an exponent of the number of objects:

broad phase      objects  candidates  time
all-pairs    100 to 1000        2.00  2.00
grid         100 to 1000        1.00  1.00
";
        assert_eq!(table(&rows), expected);
    }

    #[test]
    fn missing_ratios_are_dashes() {
        let text = table(&[row(BroadPhase::Grid, 100, 0), row(BroadPhase::Grid, 1000, 0)]);
        assert!(text.lines().nth(1).is_some_and(|line| line.ends_with(" -")), "{text}");
        assert!(text.ends_with("-     -\n"), "{text}");
    }
}
