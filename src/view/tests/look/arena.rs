//! The designed screens of the arena.

use super::{SIZE, check, overlapping, touching};
use crate::app::{App, HitRegions, Layout, MouseEvent, MouseKind};
use crate::view::tests::{app_of, pressed};

/// Fourteen frames of breakout, after these keys.
fn played(first: &str) -> App {
    let mut app = app_of("breakout-swept", SIZE, &format!("{first} n n n n Space"));
    (0..14).for_each(|_| app.tick());
    app
}

#[test]
fn a_game_leaves_a_trail_among_solid_bodies() {
    check(designed!("breakout"), &played(""));
}

#[test]
fn a_game_is_the_same_in_ascii_without_colours() {
    check(designed!("mono-ascii-breakout"), &played("y a y a Esc"));
}

#[test]
fn polygons_overlap_in_the_colour_of_hits() {
    check(designed!("polygons"), &app_of("polygons", SIZE, "2 n"));
}

#[test]
fn a_static_polygon_is_scenery() {
    check(designed!("concave"), &app_of("concave", SIZE, "Tab"));
}

#[test]
fn a_small_screen_shows_the_scene_at_half_its_size() {
    check(designed!("small-60x16"), &overlapping((60, 16)));
}

/// B has gone back from A and hit it again, off the grid; then the wheel has turned
/// twice where they overlap.
#[test]
fn a_close_view_is_of_single_units() {
    let mut app = app_of("start", SIZE, &format!("{} Left L L L Right", touching("")));
    let (col, row) = (Layout::RULER_COLS + 24, Layout::ARENA_ROW + 6);
    let wheel = MouseEvent { kind: MouseKind::WheelUp, col, row };
    for _ in 0..2 {
        app.point(wheel, &HitRegions::default());
    }
    check(designed!("zoomed"), &pressed(app, "Esc"));
}

#[test]
fn a_tiny_screen_has_the_verdict_below_the_arena() {
    check(designed!("tiny-48x14"), &overlapping((48, 14)));
}
