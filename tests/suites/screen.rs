//! The screen from the user's side: keys and clicks, then the state of the app or the text on the
//! screen. Straightforward cases, with one observation for each action, are in sessions instead.

mod command_line;
mod editing;
mod focus;
mod frames;
mod help;
mod keys;
mod large_scenes;
mod mouse;
mod overlays;
mod picker;
mod shown;

use rstest::rstest;

use crate::sessions::app::AtKeyboard;
use crate::sessions::hold;

#[rstest]
#[case::command_line("screen/command_line")]
#[case::compared("screen/compared")]
#[case::editing("screen/editing")]
#[case::expecting("screen/expecting")]
#[case::first_minutes("screen/first_minutes")]
#[case::focus("screen/focus")]
#[case::help("screen/help")]
#[case::keys("screen/keys")]
#[case::lesson("screen/lesson")]
#[case::lesson_keys("screen/lesson_keys")]
#[case::map("screen/map")]
#[case::mouse("screen/mouse")]
#[case::opening("screen/opening")]
#[case::overlays("screen/overlays")]
#[case::picker("screen/picker")]
#[case::predict("screen/predict")]
#[case::sensors("screen/sensors")]
#[case::shown("screen/shown")]
#[case::steering("screen/steering")]
#[case::switched("screen/switched")]
#[case::world("world")]
fn what_is_done_shows_what_the_session_has(#[case] file: &str) {
    hold::<AtKeyboard>(file);
}
