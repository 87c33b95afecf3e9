//! A student's first minutes, key by key, at the common size and at a larger one:
//! push a box into another, ask why, undo, turn the laser, quit.

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
    let wanted = format!("frame {frame} ");
    terminal.wait_for(&wanted, |screen| screen.header().contains(&wanted))
}

#[track_caller]
fn check(screen: &Screen, parts: &[&str]) {
    for part in parts {
        assert!(screen.contains(part), "\"{part}\" is missing on\n{screen}");
    }
}

#[rstest]
fn at_the_start_the_pair_and_the_first_keys_are_named(
    #[values((80, 24), (120, 40))] size: (u16, u16),
) {
    let mut terminal = started(size);
    let screen = at_frame(&terminal, "0/0");
    assert_eq!(screen.header(), "start two boxes and a laser frame 0/0 pass swept");
    assert_eq!(screen.pair(), "MISS B > A now apart");
    assert_eq!(screen.verdict(), "5 apart in x");
    assert_eq!(screen.status(), "MOVE B box x 11..19 y 10..18 v 0,0 step 1 cell");
    // Broken into lines by the width of the panel.
    check(&screen, &["┤1 Log├", "No collisions yet. Push B into", "is listed here.", "[B]"]);
    terminal.keys("q");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}

#[rstest]
fn five_times_to_the_right_the_boxes_touch_and_a_sixth_time_they_hit(
    #[values((80, 24), (120, 40))] size: (u16, u16),
) {
    let mut terminal = started(size);
    terminal.keys("Right Right Right Right Right");
    let touch = at_frame(&terminal, "5/5");
    assert_eq!(touch.pair(), "TOUCH B > A now touching");
    assert_eq!(touch.verdict(), "on A's left, as the move ended");
    assert_eq!(touch.status(), "MOVE B box x 16..24 y 10..18 v 0,0 step 1 cell :move 1 0");
    check(&touch, &["fr what pair side at!", "5 TOUCH B>A left 1~"]);

    terminal.keys("Right");
    let hit = at_frame(&terminal, "6/6");
    assert_eq!(hit.pair(), "HIT B > A now overlapping");
    assert_eq!(hit.verdict(), "on A's left, at once (t 0)");
    check(&hit, &["5 TOUCH B>A left 1~", "► 6 HIT B>A left 0"]);
    terminal.keys("q");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}

#[rstest]
fn undo_takes_the_last_key_back_and_then_everything(
    #[values((80, 24), (120, 40))] size: (u16, u16),
) {
    let mut terminal = started(size);
    terminal.keys("Right Right Right Right Right Right");
    at_frame(&terminal, "6/6");
    terminal.keys("u");
    let one_back = at_frame(&terminal, "5/6");
    assert_eq!(one_back.pair(), "TOUCH B > A now touching");
    assert_eq!(one_back.status(), "MOVE B box x 16..24 y 10..18 v 0,0 step 1 cell :undo");
    terminal.keys("u u u u u");
    let back = at_frame(&terminal, "0/6");
    assert_eq!(back.pair(), "MISS B > A now apart");
    assert!(back.status().starts_with("MOVE B box x 11..19 y 10..18 "), "{back}");
    terminal.keys("q");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}

#[rstest]
fn left_again_the_log_keeps_what_was_and_names_the_miss(
    #[values((80, 24), (120, 40))] size: (u16, u16),
) {
    let mut terminal = started(size);
    terminal.keys("Right Right Right Right Right Right u");
    at_frame(&terminal, "5/6");
    terminal.keys("Left Left Left Left Left");
    let apart = at_frame(&terminal, "10/10");
    assert_eq!(apart.pair(), "MISS B > A now apart");
    assert_eq!(apart.verdict(), "5 apart in x");
    check(&apart, &["5 TOUCH B>A left 1~", "► 6 MISS B>A"]);
    assert!(!apart.contains("HIT"), "what was undone and done otherwise is gone\n{apart}");
    terminal.keys("q");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}

#[rstest]
fn turning_the_laser_changes_the_result_and_undo_takes_it_all_back(
    #[values((80, 24), (120, 40))] size: (u16, u16),
) {
    let mut terminal = started(size);
    terminal.keys("Tab");
    let selected =
        terminal.wait_for("L to be selected", |screen| screen.status().contains("MOVE L laser"));
    check(&selected, &["[L]"]);
    let miss = selected.pair();
    assert!(miss.starts_with("MISS L >"), "{selected}");
    let untouched = selected.status();

    terminal.keys("t");
    terminal.wait_for("the turning grip", |screen| screen.status().starts_with("TURN L"));
    let mut turned = 0;
    while !terminal.screen().pair().contains("HIT") {
        turned += 1;
        assert!(turned < 24, "once round, and no hit\n{}", terminal.screen());
        let before = terminal.screen().status();
        terminal.keys("Left");
        terminal.wait_for("the laser to turn", |screen| screen.status() != before);
    }
    let hit = terminal.screen();
    assert!(hit.pair().contains("crossing") || hit.pair().contains("inside"), "{hit}");
    check(&hit, &["► 0 HIT L>"]);

    terminal.keys("Esc");
    terminal.keys(&"u ".repeat(turned));
    // What the last key was does not count, nor the words for the grip.
    let lies = |status: &str| status.split(" step ").next().map(str::to_owned);
    let back = terminal.wait_for("the laser to lie as before", |screen| {
        lies(&screen.status()) == lies(&untouched)
    });
    assert_eq!(back.pair(), miss);
    terminal.keys("q");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}

#[rstest]
fn why_shows_the_numbers_that_decide_and_a_method_that_differs(
    #[values((80, 24), (120, 40))] size: (u16, u16),
) {
    let mut terminal = started(size);
    terminal.keys("Right Right Right Right Right w");
    let truth = terminal.wait_for_text("┤3 Why├");
    assert_eq!(truth.pair(), "TOUCH B > A now touching");
    check(&truth, &["B 16..24 10..18", "A 24..36 6..22", "gap 0 -12"]);
    terminal.keys("n n");
    let method = terminal.wait_for("the page of center-distance", |screen| {
        screen.contains("center-distance") && screen.contains("(8+12)/2")
    });
    check(&method, &["B centre 20 14", "A centre 30 14", "10 < 10 no"]);
    terminal.keys("1");
    terminal.wait_for_text("┤1 Log├");
    terminal.keys("q");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}

#[rstest]
fn given_a_speed_the_box_bounces_off_frame_by_frame(
    #[values((80, 24), (120, 40))] size: (u16, u16),
) {
    let mut terminal = started(size);
    terminal.keys("v Right Right Right");
    let speed = terminal.wait_for_text(":velocity B 3 0");
    assert!(speed.status().starts_with("SPEED B v 3,0 a frame"), "{speed}");
    terminal.keys("Esc");
    terminal.wait_for_text("MOVE B");
    terminal.keys("b b . .");
    let bounced = at_frame(&terminal, "2/2");
    assert!(bounced.header().contains("bounce swept"), "{bounced}");
    assert_eq!(bounced.pair(), "HIT B > A now apart");
    let verdict = bounced.verdict();
    assert!(verdict.contains("A's left, t 2/3"), "{verdict}");
    assert!(verdict.ends_with("; bounced off"), "{verdict}");
    assert!(bounced.status().starts_with("MOVE B box x 15..23 y 10..18 v -3,0"), "{bounced}");
    check(&bounced, &["► 2 HIT B>A left 2/3"]);
    terminal.keys("q");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}
