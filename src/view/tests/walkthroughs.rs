//! The screens of the walkthroughs, exact to the column, but for the panel.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{app_after, app_of, pressed, rows, screen};
use crate::app::{App, Layout, Viewport};
use crate::view::{Glyphs, Theme, arena};

fn start() -> App {
    app_of("start", (80, 24), "")
}

/// Header, arena and the two rows at the foot, without the panel.
fn picture(app: &App) -> Vec<String> {
    let panel = usize::from(Layout::of(app.size().0, app.size().1).expect("fits").panel_cols);
    let arena = usize::from(app.size().0) - panel;
    let mut rows = rows(&screen(app));
    let last = rows.len() - 2;
    for row in &mut rows[1..last] {
        *row = row.chars().take(arena).collect();
    }
    rows
}

fn assert_shows(app: &App, expected: &str) {
    let seen = picture(app);
    let expected: Vec<_> = expected.lines().skip(1).map(str::trim_end).collect();
    assert_eq!(seen.len(), expected.len());
    for (row, (seen, expected)) in seen.iter().zip(expected).enumerate() {
        assert_eq!(seen, expected, "row {row}");
    }
}

#[test]
fn a0_the_first_screen() {
    assert_shows(
        &pressed(start(), ""),
        "
 start: two boxes and a laser                     frame 0/0         pass  swept
    0    ·    10   ·    20   ·    30   ·    40 │
  0                                            │
                                               │
                                               │
                            ┌A─────────┐       │
                            │          │       │
 10            ┌[B]───┐     │          │       │
               │      │     │          │       │
               │      │     │          │       │
               └──────┘     │          │       │
                            │          │       │
 20                         └──────────┘       │
                                               │
                                               │
                                   ────────►   │
                           ───────/            │
 30       L       ────────/                    │
          ●──────/                             │
                                               │
                                               │
                                               │
 MOVE B box  x 11..19  y 10..18  v 0,0  step 1 cell
arrows move  f fine  Tab select  t turn  e end  v speed  w why  u undo  : cmd  ?",
    );
}

#[test]
fn a1_a_touch_shows_the_side() {
    assert_shows(
        &pressed(start(), "Right Right Right Right Right"),
        "
 start: two boxes and a laser                     frame 5/5         pass  swept
    0    ·    10   ·    20   ·    30   ·    40 │
  0                                            │
                                               │
                                               │
                            ┌A─────────┐       │
                            ║          │       │
 10                 ┌[B]───┐║          │       │
                    │      │║          │       │
                    │      │║          │       │
                    └──────┘║          │       │
                            ║          │       │
 20                         └──────────┘       │
                                               │
                                               │
                                   ────────►   │
                           ───────/            │
 30       L       ────────/                    │
          ●──────/                             │
                                               │
                                               │
                                               │
 MOVE B box  x 16..24  y 10..18  v 0,0  step 1 cell                   :move 1 0
arrows move  f fine  Tab select  t turn  e end  v speed  w why  u undo  : cmd  ?",
    );
}

#[test]
fn a3_an_overlap_keeps_its_borders() {
    assert_shows(
        &pressed(start(), "Right Right Right Right Right Right"),
        "
 start: two boxes and a laser                     frame 6/6         pass  swept
    0    ·    10   ·    20   ·    30   ·    40 │
  0                                            │
                                               │
                                               │
                            ┌A─────────┐       │
                            ║          │       │
 10                  ┌[B]───║          │       │
                     │      ║          │       │
                     │      ║          │       │
                     └──────║          │       │
                            ║          │       │
 20                         └──────────┘       │
                                               │
                                               │
                                   ────────►   │
                           ───────/            │
 30       L       ────────/                    │
          ●──────/                             │
                                               │
                                               │
                                               │
 MOVE B box  x 17..25  y 10..18  v 0,0  step 1 cell                   :move 1 0
arrows move  f fine  Tab select  t turn  e end  v speed  w why  u undo  : cmd  ?",
    );
}

#[test]
fn a5_the_arrows_hold_the_tip_of_the_speed() {
    assert_shows(
        &pressed(
            start(),
            "Right Right Right Right Right Left Left Left Left Left v Right Right Right",
        ),
        "
 start: two boxes and a laser                   frame 10/10         pass  swept
    0    ·    10   ·    20   ·    30   ·    40 │
  0                                            │
                                               │
                                               │
                            ┌A─────────┐       │
                            │          │       │
 10            ┌[B]───┐     │          │       │
               │      │     │          │       │
               │      │───◆ │          │       │
               └──────┘     │          │       │
                            │          │       │
 20                         └──────────┘       │
                                               │
                                               │
                                   ────────►   │
                           ───────/            │
 30       L       ────────/                    │
          ●──────/                             │
                                               │
                                               │
                                               │
 SPEED B  3,0 a frame   Esc back to MOVE                        :velocity B 3 0
arrows speed  f fine  . step  , back  Space play  b bounce  Esc move  w why  : ?",
    );
}

#[test]
fn a2_a_key_that_is_no_command_leaves_none_in_the_status() {
    let app = pressed(start(), "Right Right Right Right Right w");
    let status = &picture(&app)[22];
    assert_eq!(status, " MOVE B box  x 16..24  y 10..18  v 0,0  step 1 cell");
}

/// The whole command would come too close.
#[test]
fn b3_a_long_command_is_shortened_to_its_word() {
    let app = app_after((80, 24), &["box A 10 4 16 8", "laser L 14 7 21.5 9"]);
    let expected =
        " MOVE L laser  1 (14, 7)  2 (21.5, 9)  v 0,0  step 1 cell                :laser";
    assert_eq!(picture(&app)[22], expected);
}

const B3: &str = "
    0    ·    10   ·    20   ·    30   ·    40 │
  0                                            │
                                               │
              ┌A──L──────────┐                 │
              │   ●─\\        │                 │
              │      ────►   │                 │
 10           └──────────────┘                 │
                                               │
                                               │
                                               │
                                               │
 20                                            │
                                               │
                                               │
                                               │
                                               │
 30                                            │
                                               │
                                               │
                                               │
                                               │";

const C2: &str = "
    90   ·    100  ·    110  ·    120  ·    130  ·    140  ·    150  ·   │
 30                                                                      │
                                                                  ─►     │
                                                                ─/       │
                                                              ─/         │
                                                            ─/           │
 40                                                       ─/             │
                 ·      ·                               ─/               │
                                                      ─/                 │
                                                    ─/                   │
                                                  ─/                     │
 50                    ┌[play]┐                 ─/                       │
                 ·     │      │               ─/                         │
                       │      │             ─/                           │
                       │      │           ─/                             │
                       │      │         ─/                               │
 60                    └──────┘tile─────×────────────┐                   │
                              ║     ─/               │                   │
                              ║   ─/                 │                   │
                              └─×────────────────────┘                   │
                              ─/                                         │
 70                         ─/                                           │
                          ─/                                             │
                        ─/                                               │
                      ─/                                                 │
                    ─/                                                   │
 80               ─/                                                     │
                ─/                                                       │
              ─/                                                         │
            ─/                                                           │
        ray/                                                             │
 90     ●/                                                               │
                                                                         │
                                                                         │
                                                                         │
                                                                         │
100                                                                      │";

/// The arena with its rulers, without header, status and keys.
fn arena(app: &App) -> Vec<String> {
    let rows = picture(app);
    rows[1..rows.len() - 2].to_vec()
}

fn assert_arena(app: &App, expected: &[String]) {
    for (row, (seen, expected)) in arena(app).iter().zip(expected).enumerate() {
        assert_eq!(seen, expected, "row {row}");
    }
    assert_eq!(arena(app).len(), expected.len());
}

fn expected_rows(text: &str) -> Vec<String> {
    text.lines().skip(1).map(str::to_owned).collect()
}

/// In the picture neither is marked as selected: something out of sight is.
#[test]
fn b3_a_laser_inside_a_box() {
    let lines = ["box A 10 4 16 8", "laser L 14 7 21.5 9", "box far 90 90 2 2"];
    let app = pressed(app_after((80, 24), &lines), "z 1");
    assert_arena(&app, &expected_rows(B3));
}

#[test]
fn b3_with_the_laser_selected_its_name_stays_where_it_is() {
    let app = app_after((80, 24), &["box A 10 4 16 8", "laser L 14 7 21.5 9"]);
    let expected = B3.replace("┌A──L───", "┌A─[L]──");
    assert_arena(&app, &expected_rows(&expected));
}

/// The dots in the picture mark where the player was at the start of the frame,
/// of which predict-corner makes its guess.
#[test]
fn c2_a_box_lands_on_a_box_under_a_laser() {
    let lines = [
        "box player 103.4 41.25 8 12",
        "box tile 116 60 24 8",
        "laser ray 94 92 154 32",
        "select player",
        "move 6 9",
    ];
    let app = pressed(app_after((120, 40), &lines), "w n n n n n n");
    let mut view = Viewport::new(69, 36);
    view.pan(90, 15);
    let expected = expected_rows(C2);
    let area = Rect::new(0, 0, 73, 37);
    let mut buf = Buffer::empty(area);
    arena::render(&app, &view, &Theme::SIXTEEN, &Glyphs::LINES, area, &mut buf);
    for (row, (seen, expected)) in rows(&buf).iter().zip(&expected).enumerate() {
        assert_eq!(seen, expected.trim_end_matches('│').trim_end(), "row {row}");
    }
}
