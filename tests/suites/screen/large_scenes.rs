//! Large scenes on the screen: how much is worked out for a picture. `pace` has
//! the times.

use hitscan::app::{App, ArenaModel, LogView};
use hitscan_core::scene::Source;

use crate::keyboard::{app, press, type_line};
use crate::large_scenes::{self, boxed, grid_of_boxes, laser, vec_of};

fn marked(app: &App) -> usize {
    app.model().arena().marked_pairs(|_| true).len()
}

#[test]
fn of_a_crowd_that_begins_only_the_pair_in_focus_is_marked() {
    for large_scenes::LargeScene { name, scene } in large_scenes::all(40) {
        let mut app = app(scene, Source::New);
        if app.sandbox().world().meeting_pairs().count() <= ArenaModel::MOST_MEETING {
            continue;
        }
        assert!(marked(&app) <= 1, "{name}: {}", marked(&app));
        press(&mut app, "Tab");
        assert!(marked(&app) <= 1, "{name}, the next: {}", marked(&app));
    }
}

/// The first box goes into the second, and then on into the third.
#[test]
fn the_pairs_that_the_last_change_altered_are_marked() {
    let mut app = app(large_scenes::of(grid_of_boxes(30, 3000, 2000)), Source::New);
    assert_eq!(marked(&app), 0);
    type_line(&mut app, "move b0 2 0");
    assert_eq!(marked(&app), 1, "it overlaps the second");
    type_line(&mut app, "move b0 3 0");
    assert_eq!(marked(&app), 2, "it touches the second and overlaps the third");
    type_line(&mut app, "title nothing moves");
    assert_eq!(marked(&app), 2, "both still meet, and are few");
}

#[test]
fn of_pairs_out_of_view_none_is_marked() {
    let mut app = app(large_scenes::of(grid_of_boxes(30, 3000, 2000)), Source::New);
    type_line(&mut app, "move b0 2 0");
    assert_eq!(app.model().arena().marked_pairs(|_| false).len(), 0);
}

#[test]
fn no_more_than_a_thousand_pairs_are_marked_at_once() {
    let mut objects = vec_of(1200, |at| laser([0, 20 * at], [9000, 20 * at]));
    objects[0].shape = boxed([-9000, -1000], [4000, 30_000]);
    let mut app = app(large_scenes::of(objects), Source::New);
    type_line(&mut app, "move b0 6 0");
    assert_eq!(app.sandbox().log().len(), 1199);
    assert_eq!(marked(&app), ArenaModel::MOST_MARKED);
}

#[test]
fn no_more_than_ten_thousand_unchanged_tests_are_looked_at() {
    let mut objects = grid_of_boxes(150, 9000, 2000);
    for object in &mut objects {
        object.velocity.x = hitscan_geom::Milli::from_units(1);
    }
    let mut app = app(large_scenes::of(objects), Source::New);
    press(&mut app, "1 1 1 .");
    assert_eq!(app.sandbox().world().tested(), 150 * 149 / 2);
    assert_eq!(app.model().log().unchanged().count(), LogView::MOST_UNCHANGED);
}
