//! `hitscan try` at a terminal: progress, and Ctrl-C.

use crate::terminal::{Start, Terminal};

/// Tries a shell script that always answers miss, after this.
fn trying(before_each: &str) -> Terminal {
    let script = format!("while read -r l; do {before_each}; echo miss; done");
    let options = ["try", "--name", "own", "--pairs", "60", "--explain", "0", "--shrink", "60"];
    let words = options.into_iter().chain(["--", "sh", "-c", &script]);
    Start::hitscan(words).size(80, 48).run()
}

#[test]
fn a_slow_program_shows_progress_and_ctrl_c_the_results_so_far() {
    let mut terminal = trying("sleep 0.02");
    terminal.wait_for_text("of 27");
    terminal.wait_for_text("of 60");
    let screen = terminal.wait_for_text("minimising");
    let line = screen.rows.iter().find(|row| row.contains("minimising")).expect("it is there");
    assert!(line.ends_with(" reasons, 60 s at most"), "{line:?}");
    assert!(screen.contains("own: box-laser, 27 named and 60 random pairs"), "{screen}");
    assert!(screen.contains("Touching: MISS"), "the table stands already:\n{screen}");
    assert!(!screen.contains("The smallest pair for each reason"), "{screen}");
    terminal.keys("Ctrl-C");
    let screen = terminal.wait_for_text("There may be smaller ones: Ctrl-C ended the trial.");
    assert!(screen.contains("it says miss, the truth is hit"), "{screen}");
    assert_eq!(terminal.wait_for_clean_end(), 130);
    assert!(!terminal.screen().contains("minimising"), "{}", terminal.screen());
}

#[test]
fn ctrl_c_while_it_asks_shows_the_table_of_answers_so_far() {
    let mut terminal = trying("sleep 0.05");
    terminal.wait_for_text("of 60");
    terminal.keys("Ctrl-C").wait_for_text("There may be smaller ones: Ctrl-C ended the trial.");
    assert_eq!(terminal.wait_for_clean_end(), 130);
    let screen = terminal.screen();
    assert!(screen.contains("own: box-laser, 27 named and "), "{screen}");
    assert!(screen.contains("it says miss, the truth is hit"), "{screen}");
    assert!(!screen.contains("asking") && !screen.contains("^C"), "{screen}");
}
