//! Small versions of failures that fuzzing has found, as regression tests.

use crate::generators::Input;
use crate::holds;

#[test]
fn the_number_of_a_record_is_not_a_comment() {
    let line = "seek #1";
    holds::of_a_line(line).expect("it reads back");
    let lines = ["box A 0 0 4 4", "box B 5 0 4 4", "move A 2 0", "move A -9 0", line];
    holds::of_commands(&lines.map(str::to_owned)).expect("it can be done again");
}

#[test]
fn an_expectation_of_an_object_that_was_never_added_does_not_apply_to_another() {
    let lines = [
        "box A 0 0 1 1",
        "duplicate B A",
        "laser C 0 0 3 0",
        "polygon wall 2 -1 0 0 0 1",
        "expect wall C",
        "undo",
        "box B 0 0 1 1",
    ];
    holds::of_commands(&lines.map(str::to_owned)).expect("the scene reads back");
}

#[test]
fn a_failing_check_is_not_a_difference_between_recordings() {
    let inputs = ["response stop", "check"].map(|line| Input::Line(line.to_owned()));
    holds::of_keys(&("tunnel".to_owned(), inputs.to_vec())).expect("the digest is the same");
}

#[test]
fn no_command_contains_unprintable_characters() {
    for line in ["help \u{7f}ox", "open \u{1b}[31m", "save a\u{202e}b", "record \u{9b}"] {
        holds::of_a_line(line).expect(line);
    }
}
