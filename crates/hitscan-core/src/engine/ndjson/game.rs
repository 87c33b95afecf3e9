//! The end of a game, as an event.

use serde::Serialize;

use super::write_line;
use crate::engine::GameOver;

#[derive(Serialize)]
#[serde(tag = "event", rename = "end")]
struct EndKeys<'a> {
    frame: u64,
    result: &'static str,
    message: &'a str,
}

/// Writes how a game ended, with a line feed.
///
/// # Panics
/// Never: writing to a `String` cannot fail.
pub fn write_game_over(over: &GameOver, out: &mut String) {
    let GameOver { frame, result, message, .. } = over;
    write_line(&EndKeys { frame: *frame, result: result.token(), message }, out);
}
