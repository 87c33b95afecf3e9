//! The sentences about a game and its end.

use super::number::short_fraction;
use super::verdict::in_words;
use crate::world::PairResult;
use hitscan_geom::{Fraction, Swept};

/// How many of the breakable boxes have broken: `12 of 12 bricks broken`.
#[must_use]
pub fn bricks_broken(broken: usize, all: usize) -> String {
    let bricks = if all == 1 { "brick" } else { "bricks" };
    format!("{broken} of {all} {bricks} broken")
}

/// How many frames were made: `600 frames made`.
#[must_use]
pub fn frames_made(frames: u32) -> String {
    format!("{frames} {} made", if frames == 1 { "frame" } else { "frames" })
}

/// Where and when the second of a pair was hit, to go after their names: `: bottom, t 1/3`; empty
/// if no side was hit.
#[must_use]
pub fn contact_in_short(pair_result: &PairResult) -> String {
    let sides = pair_result.sides();
    if sides.is_empty() {
        return String::new();
    }
    let side = in_words(sides);
    match pair_result.swept {
        Some(Swept::Hit { t, .. }) if t == Fraction::ZERO => format!(": {side}, at once"),
        Some(Swept::Hit { t, .. }) => format!(": {side}, t {}", short_fraction(t, T_COLS)),
        _ => format!(": {side}"),
    }
}

/// The most columns of a time.
const T_COLS: usize = 5;
