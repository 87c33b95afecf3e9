//! Windows of every size, resized at any moment.

use crate::terminal::{Start, Terminal};

const SIZES: [(u16, u16); 12] = [
    (1, 1),
    (500, 200),
    (2, 50),
    (250, 1),
    (60, 16),
    (59, 16),
    (60, 15),
    (80, 24),
    (120, 40),
    (200, 60),
    (1, 100),
    (500, 2),
];

fn shows_the_scene(terminal: &Terminal) {
    terminal.wait_for("the header and the status", |screen| {
        screen.header().starts_with("start two boxes")
            && screen.status().starts_with("MOVE B box x 11..19 y 10..18")
    });
}

#[test]
fn it_starts_at_any_size_and_ends_cleanly() {
    for (columns, rows) in SIZES {
        let mut terminal = Start::hitscan([""; 0]).size(columns, rows).run();
        terminal.wait_for("it to be there", |screen| screen.modes.alternate_screen);
        assert_eq!(terminal.keys("Right q").wait_for_clean_end(), 0, "at {columns}x{rows}");
    }
}

#[test]
fn it_follows_the_window() {
    let mut terminal = Start::hitscan([""; 0]).run();
    shows_the_scene(&terminal);
    for (columns, rows) in [(120, 40), (60, 16), (200, 60), (80, 24)] {
        terminal.resize(columns, rows).wait_for("a header as wide as the window", |screen| {
            screen.rows.len() == usize::from(rows)
                && screen.header().starts_with("start")
                && screen.status().starts_with("MOVE B")
        });
    }
    shows_the_scene(&terminal);
}

#[test]
fn too_small_a_window_says_what_is_needed() {
    for (columns, rows) in [(29, 24), (80, 7)] {
        let mut terminal = Start::hitscan([""; 0]).run();
        shows_the_scene(&terminal);
        terminal.resize(columns, rows).wait_for("what is needed", |screen| {
            screen.contains("30") && screen.contains("8") && !screen.contains("MOVE")
        });
        terminal.resize(80, 24);
        shows_the_scene(&terminal);
        terminal.quit();
    }
}

#[test]
fn it_survives_many_resizes_with_keys_in_between() {
    let mut terminal = Start::hitscan([""; 0]).run();
    shows_the_scene(&terminal);
    for round in 0..40_usize {
        for (columns, rows) in SIZES {
            terminal.resize(columns, rows);
            if round % 8 == 0 {
                terminal.keys("Right Left w 1 Tab Tab Tab ?").keys("Esc");
            }
        }
    }
    terminal.resize(80, 24).keys("Esc Ctrl-L");
    terminal.wait_for("the header", |screen| screen.header().starts_with("start two boxes"));
    assert_eq!(terminal.keys("Ctrl-C").wait_for_clean_end(), 0);
}
