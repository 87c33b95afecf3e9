//! A student's first minutes, key by key, at the usual size and at a larger one: push a box into
//! another, ask why, undo, turn the laser, quit.

use rstest::rstest;

use crate::terminal::{Screen, Start, Terminal};

fn started((columns, rows): (u16, u16)) -> Terminal {
    let terminal = Start::hitscan([""; 0]).size(columns, rows).run();
    terminal.wait_for("the first picture", |screen| {
        screen.contains("q quit") && screen.status().starts_with("MOVE B")
    });
    terminal
}

/// The picture once this many frames have been made.
#[track_caller]
fn at_frame(terminal: &Terminal, frame: &str) -> Screen {
    let wanted = format!("frame {frame} ").replace("  ", " ");
    terminal.wait_for(&wanted, |screen| screen.header().contains(&wanted))
}

/// The session `screen/first_minutes` has everything that is shown on the way.
#[rstest]
fn a_box_is_pushed_taken_back_and_given_a_speed_and_a_laser_turned(
    #[values((80, 24), (120, 40))] size: (u16, u16),
) {
    let mut terminal = started(size);
    assert_eq!(at_frame(&terminal, "0 ").pair(), "MISS B is 5 left of A");
    terminal.keys("Right Right Right Right Right");
    assert_eq!(at_frame(&terminal, "5 ").pair(), "TOUCH B touches A's left side");
    terminal.keys("Right");
    let hit = at_frame(&terminal, "6 ");
    assert_eq!(hit.pair(), "HIT B hit A's left side");
    assert!(hit.contains("► 6 B→A HIT left start"), "{hit}");

    let why = terminal.keys("w n n").wait_for("the page of center-distance", |screen| {
        screen.contains("center-distance") && screen.contains("(8+12)/2")
    });
    assert!(why.contains("┤3 Why├"), "{why}");
    terminal.keys("1 u");
    assert_eq!(at_frame(&terminal, "5 of 6").pair(), "TOUCH B touches A's left side");
    terminal.keys("u u u u u");
    assert_eq!(at_frame(&terminal, "0 of 6").pair(), "MISS B is 5 left of A");

    terminal.keys("v Right Right Right").shows(":velocity B 3 0").keys("Esc b b . .");
    let bounced = at_frame(&terminal, "2 ");
    assert!(bounced.verdict().ends_with(": bounced off"), "{bounced}");

    terminal.keys("Tab t");
    terminal.wait_for("the turning grip", |screen| screen.status().starts_with("TURN L"));
    let before = terminal.screen().status();
    terminal.keys("Left").wait_for("the laser to turn", |screen| screen.status() != before);
    terminal.quit();
}
