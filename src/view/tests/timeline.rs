//! The timeline: when it is shown, where, what it marks, and what the mouse does on it.

use super::screens::runs;
use super::{app_after, app_of, entered, pressed, rows, screen};
use crate::app::{App, GlyphSet, HitRegions, Layout, MouseEvent, MouseKind, TimelinePlace};
use hitscan_core::command::{Command, LogFilter};
use hitscan_core::world::Settings;

const SIZE: (u16, u16) = (80, 24);

/// The game after 28 frames, in a few of which the ball hits something.
fn game(size: (u16, u16)) -> App {
    pressed(app_of("breakout", size, ""), &". ".repeat(28))
}

fn place(app: &App) -> Option<TimelinePlace> {
    app.screen.layout().and_then(|layout| TimelinePlace::of(app.model(), layout))
}

/// The row of the timeline, up to its end.
fn row(app: &App) -> Option<String> {
    let place = place(app)?;
    let row = rows(&screen(app))[usize::from(place.row)].clone();
    Some(row.chars().take(place.cols.into()).collect::<String>())
}

fn pointed(mut app: App, kind: MouseKind, (col, row): (u16, u16)) -> App {
    app.point(MouseEvent { kind, col, row }, &HitRegions::default());
    app
}

/// The app after a press on a column of the line.
fn clicked(app: App, bin: u16) -> App {
    let place = place(&app).expect("it stands");
    let at = (place.line_from + bin, place.row);
    pointed(pointed(app, MouseKind::Press, at), MouseKind::Release, at)
}

fn frame(app: &App) -> u64 {
    app.engine.world_in_focus().frame()
}

#[test]
fn looking_at_an_earlier_frame_is_drawn_as_designed() {
    let app = clicked(game(SIZE), 6);
    assert_eq!(frame(&app), 4);
    assert_eq!(row(&app).as_deref(), Some(" 0 ┿━━━━━●───────────╂─────────────┼╂────── 28 "));
    let styles = " 1-1 DIM 3-3 BOLD+UNDERLINED 4-8 Cyan 9-9 Cyan+BOLD 10-20 DIM 21-21 Red+BOLD 22-34 DIM 35-35 BOLD+UNDERLINED \
                  36-36 Red+BOLD 37-42 DIM 44-45 DIM";
    let seen = runs(&screen(&app), 21);
    assert!(seen.starts_with(styles), "{seen}");
    // The column between the second number and the panel.
    assert!(seen[styles.len()..].starts_with(" 47-47 DIM"), "{seen}");
}

#[test]
fn it_covers_the_last_row_and_nothing_else_moves() {
    let app = pressed(app_of("breakout-swept", SIZE, ""), &". ".repeat(28));
    // The frame as the result of a command, without playing.
    let without = entered(app_of("breakout-swept", SIZE, ""), "step 28");
    assert_eq!(row(&without), None);
    let (with, without) = (rows(&screen(&app)), rows(&screen(&without)));
    let differ = |y: &usize| with[*y] != without[*y];
    // The status row shows the command.
    assert_eq!((0..24).filter(differ).collect::<Vec<_>>(), [21, 22]);
}

#[test]
fn it_appears_with_playing_and_looking_back_and_disappears_with_a_nudge() {
    let app = app_of("tunnel", SIZE, "");
    assert_eq!(row(&app), None, "there is one frame only");
    let nudged = pressed(app.clone(), "Right Right");
    assert_eq!(row(&nudged), None, "never for nudges alone");
    assert!(row(&pressed(nudged.clone(), "u")).is_some(), "now is not the end");
    assert!(row(&pressed(nudged, "Enter Up")).is_some(), "a line is looked at");
    let stepped = pressed(app.clone(), ".");
    assert!(row(&stepped).is_some());
    assert_eq!(row(&pressed(stepped, "Right")), None, "a nudge again");
    let mut plays = pressed(app, "Space");
    plays.tick();
    plays.tick();
    assert_eq!(row(&plays), None, "while it plays");
    let paused = pressed(plays, "Space");
    assert!(row(&paused).is_some());
    assert!(row(&pressed(paused.clone(), "b b Tab")).is_some(), "no object was edited");
    assert_eq!(row(&entered(paused, "new")), None);
}

/// In the row where the arena ends, whatever is there: nothing else is drawn in that row.
#[test]
fn it_stays_in_the_last_row_of_the_arena() {
    for app in [clicked(game(SIZE), 35), clicked(game(SIZE), 6)] {
        assert_eq!(place(&app).map(|place| place.row), Some(21));
    }
    let deep = ["box A 10 0 20 60", "box B 0 10 8 8", "velocity B 2 0", "step 1"];
    let below = pressed(app_after(SIZE, &deep), "z 1 . .");
    let place = place(&below).expect("it stands");
    assert_eq!(place.row, Layout::ARENA_ROW + 19);
    let seen = rows(&screen(&below));
    assert!(seen[20].contains('\u{2502}'), "A goes on to the row above: {}", seen[20]);
    let row: String = seen[21].chars().take(place.cols.into()).collect();
    assert!(row.starts_with(" 0 ") && row.ends_with(" 3 ") && !row.contains('\u{2502}'), "{row}");
}

#[test]
fn on_a_small_screen_it_is_under_the_headline() {
    for (cols, height) in [(30, 8), (48, 14), (59, 30), (80, 15)] {
        let app = pressed(game((cols, height)), "(");
        let seen = rows(&screen(&app));
        assert_eq!(place(&app).map(|place| place.row), Some(height - 2), "{cols}x{height}");
        let row = &seen[usize::from(height) - 2];
        assert!(row.starts_with(" 0 ┿") && row.ends_with(" 28"), "{row}");
    }
    // A message takes precedence.
    let app = pressed(game((48, 14)), "y t");
    assert!(app.screen.message.is_some());
    assert_eq!(row(&app), None);
}

#[test]
fn its_line_is_as_long_as_designed() {
    let cols = |size| place(&game(size)).map(|place| place.line_cols);
    assert_eq!([cols((60, 16)), cols(SIZE), cols((120, 36))], [20, 40, 66].map(Some));
}

#[test]
fn in_plain_ascii_it_has_its_own_signs() {
    let mut app = clicked(game(SIZE), 6);
    app.screen.appearance.glyphs = GlyphSet::Ascii;
    assert_eq!(row(&app).as_deref(), Some(" 0 o=====@-----------H-------------oH------ 28 "));
}

#[test]
fn it_marks_the_lines_that_the_log_shows() {
    let with = |filter| {
        let mut app = clicked(game(SIZE), 6);
        app.execute(&Command::Log(filter)).expect("it is done");
        row(&clicked(app, 0)).expect("it stands")
    };
    let marks = |filter| with(filter).chars().filter(|c| "╋╂┿┼!".contains(*c)).count();
    assert_eq!(marks(LogFilter::Changes), 4);
    assert_eq!(marks(LogFilter::Hits), 4);
    // The paddle is selected.
    assert_eq!(marks(LogFilter::Selected), 1);
    let mut named = clicked(game(SIZE), 6);
    let command =
        Command::parse("filter b10", &Settings::default()).expect("a line").expect("a command");
    named.execute(&command).expect("it is done");
    let named = row(&clicked(named, 0)).expect("it stands");
    assert_eq!(named.chars().filter(|c| "╋╂┿┼!".contains(*c)).count(), 1, "{named}");
}

/// A laser that goes into a box and out again: inside, `edges` is wrong.
#[test]
fn a_wrong_method_takes_precedence_over_other_marks() {
    let lines = ["box A 0 0 20 20", "laser L -8 10 -4 10", "velocity L 10 0"];
    let app = pressed(app_after(SIZE, &lines), ". . . .");
    let marks = |method: &str| {
        let app = entered(app.clone(), &format!("method {method}"));
        let count = |mark: char| row(&app).map(|row| row.matches(mark).count());
        [count('!'), count('╋')].map(Option::unwrap_or_default)
    };
    assert_eq!(marks("edges"), [1, 0]);
    assert_eq!(marks("slab"), [0, 1]);
}

/// A ball between two walls that hits one of them in every frame.
#[test]
fn many_marks_become_bars() {
    let lines = [
        "box W 0 0 4 20",
        "fixed W on",
        "box E 14 0 4 20",
        "fixed E on",
        "box ball 8 8 4 4",
        "velocity ball 4 0",
        "response bounce",
        "select ball",
    ];
    let app = pressed(app_after(SIZE, &lines), &". ".repeat(60));
    let seen = row(&app).expect("it stands");
    assert!(seen.contains('█'), "{seen}");
    assert!(!seen.contains('╋'), "{seen}");
    let mut ascii = app;
    ascii.screen.appearance.glyphs = GlyphSet::Ascii;
    let seen = row(&ascii).expect("it stands");
    assert!(seen.contains('|') && !seen.contains('H'), "{seen}");
}

#[test]
fn a_click_selects_a_nearby_mark_or_else_the_frame() {
    let app = clicked(game(SIZE), 20);
    assert_eq!(frame(&app), 13, "two columns from a mark");
    assert!(app.engine.chosen_line().is_some());
    let app = clicked(app, 21);
    assert_eq!(frame(&app), 15, "three columns from it");
    assert_eq!(app.engine.chosen_line(), None);
    assert!(app.engine.focus().is_looking());
    assert!(rows(&screen(&app))[22].contains("LOOK"));
    let there = pressed(app, "Enter");
    assert_eq!((there.engine.world().frame(), frame(&there)), (15, 15));
}

#[test]
fn a_drag_scrubs_and_the_wheel_goes_frame_by_frame() {
    let app = game(SIZE);
    let place = place(&app).expect("it stands");
    let mut app = pointed(app, MouseKind::Press, (place.line_from + 20, place.row));
    let mut seen = Vec::new();
    for (bin, row) in [(23, 21), (30, 4), (60, 0), (0, 23)] {
        app = pointed(app, MouseKind::Drag, (place.line_from + bin, row));
        seen.push(frame(&app));
    }
    assert_eq!(seen, [17, 22, 28, 0], "wherever the pointer is");
    let at = (place.line_from, place.row);
    app = pointed(app, MouseKind::Release, at);
    app = pointed(app, MouseKind::Drag, (place.line_from + 9, place.row));
    assert_eq!(frame(&app), 0, "the button was released");
    for (kind, then) in [
        (MouseKind::WheelUp, 0),
        (MouseKind::WheelDown, 1),
        (MouseKind::WheelDown, 2),
        (MouseKind::WheelUp, 1),
    ] {
        app = pointed(app, kind, at);
        assert_eq!(frame(&app), then);
    }
    assert_eq!(app.engine.world().frame(), 28, "now stays as it is");
}

#[test]
fn from_a_frame_without_a_line_the_keys_go_to_the_nearest_lines() {
    let app = clicked(game(SIZE), 25);
    assert_eq!((frame(&app), app.engine.chosen_line()), (18, None));
    assert_eq!(frame(&pressed(app.clone(), "Down")), 23);
    assert_eq!(frame(&pressed(app.clone(), "Up")), 13);
    assert_eq!(frame(&pressed(app.clone(), ")")), 24);
    assert_eq!(frame(&pressed(app, "(")), 13);
}

/// Brick b10 breaks in frame 13.
#[test]
fn a_pair_with_a_broken_object_is_not_shown() {
    let app = clicked(game(SIZE), 18);
    let names = |app: &App| {
        let pair = app.engine.pair_in_focus().expect("a pair");
        [pair.a.name.to_string(), pair.b.name.to_string()]
    };
    assert_eq!(names(&app), ["ball", "b10"]);
    let later = clicked(app, 28);
    assert_eq!(frame(&later), 20);
    assert!(!names(&later).contains(&"b10".to_owned()), "{:?}", names(&later));
}

#[test]
fn covered_frames_are_neither_marked_nor_shown() {
    let app = pressed(app_of("breakout", SIZE, "").predicting(), &". ".repeat(28));
    let app = pressed(app, ", ,");
    let marked = row(&app).expect("it stands");
    let all = row(&clicked(game(SIZE), 6)).expect("it stands");
    assert!(all.chars().filter(|c| "╂┼".contains(*c)).count() == 3, "{all}");
    let ahead: String = marked.chars().skip_while(|c| *c != '●').collect();
    assert!(!ahead.contains(['╂', '┼', '!']), "{marked}");
    let place = place(&app).expect("it stands");
    let at = (place.line_from + 39, place.row);
    let app = pointed(app, MouseKind::Press, at);
    assert!(!app.engine.focus().is_looking());
    assert!(rows(&screen(&app))[22].contains("frame 28 is covered until you predict it"));
}
