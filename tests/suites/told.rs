//! The program in a folder, line by line: what it prints, writes and refuses.

use rstest::rstest;

use crate::sessions::hold;
use crate::sessions::shell::InFolder;

#[rstest]
#[case::a_course("learn/course")]
#[case::own_programs_in_a_course("learn/own")]
#[case::packs_of_lessons("lesson/pack")]
#[case::maps("map/refused")]
#[case::pictures("render/pictures")]
#[case::a_run("run/output")]
#[case::beams("run/beams")]
#[case::points("run/points")]
#[case::a_run_that_asks("run/predicting")]
#[case::configurations("configuration/read")]
#[case::programs_at_fault("trial/faults")]
#[case::the_start("starting")]
fn what_is_run_tells_what_the_session_has(#[case] file: &str) {
    hold::<InFolder>(file);
}
