//! What is said of a game and its end.

use crate::engine::GameOver;

/// How many of the boxes that break are broken: `12 of 12 bricks broken`.
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

/// How a game ended: `won: 12 of 12 bricks broken`.
#[must_use]
pub fn game_over_line(over: &GameOver) -> String {
    format!("{}: {}", over.result.token(), over.message)
}
