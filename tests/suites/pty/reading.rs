//! Text at a terminal: laid out for it, and through a pager; elsewhere its bytes are those of
//! before.

use std::process::Command;

use crate::program::HITSCAN;
use crate::terminal::Start;

#[test]
fn a_page_is_wrapped_at_the_width_of_the_terminal_without_the_signs_of_markdown() {
    let start = Start::hitscan(["guide", "tour", "--no-pager"]).size(60, 24);
    let mut terminal = start.run_to("begins the lessons");
    let screen = terminal.screen();
    assert!(!screen.contains("`") && !screen.contains("| ---"), "{screen}");
    let row = screen.rows.iter().find(|row| row.contains("12. ")).expect("the last item");
    assert!(row.contains(": takes a command"), "{screen}");
    assert_eq!(terminal.wait_for_end(), 0);
    let page = Command::new(HITSCAN).args(["guide", "tour"]).output().expect("it runs").stdout;
    assert!(page.starts_with(b"# The first five minutes\n\nStart `hitscan`."), "{page:?}");
    assert!(!page.contains(&0x1b));
}

#[test]
fn what_is_longer_than_the_terminal_goes_through_the_pager() {
    let start = Start::hitscan(["keys"]).size(80, 24).env("PAGER", "head -2");
    let mut terminal = start.run_to("Left, h");
    assert!(!terminal.screen().contains("Right, l"), "{}", terminal.screen());
    assert_eq!(terminal.wait_for_end(), 0);
    // What fits does not.
    let start = Start::hitscan(["check", "start"]).size(80, 24).env("PAGER", "false");
    assert_eq!(start.run_to("3 expectations hold").wait_for_end(), 0);
}
