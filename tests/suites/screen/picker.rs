//! The previews of the scene picker.

use hitscan::tested::app::{App, Effect, PickerRow, SceneFile};

use crate::keyboard::{built_in, open_scene, press};
use crate::large_scenes::{self, grid_of_boxes, spread_polygons};

fn open(app: &mut App) {
    assert_eq!(press(app, "o"), [Effect::ListScenes]);
}

fn chosen(app: &App) -> &str {
    app.input.picker().expect("it is open").chosen().map_or("", hitscan::tested::app::Entry::name)
}

#[test]
fn predictions_are_covered_in_the_preview_too() {
    let mut app = built_in("tunnel").predicting();
    open(&mut app);
    let preview = app.input.picker().and_then(|picker| picker.preview()).expect("a picture");
    assert!(preview.arena().covered.is_some());
}

#[test]
fn the_preview_shows_the_whole_scene_at_any_size() {
    let mut app = built_in("start");
    open(&mut app);
    for (cols, rows) in [(60, 16), (80, 24), (200, 60), (3, 3), (120, 40)] {
        app.resize(cols, rows);
        let preview = app.input.picker().and_then(|picker| picker.preview()).expect("a picture");
        if cols > 3 {
            let arena = preview.arena();
            let view = arena.viewport;
            for (_, object) in arena.world.objects() {
                let (min, max) = object.shape.bounds();
                for cell in [view.cell_of(min), view.cell_of(max)] {
                    assert!((0..=i64::from(view.cols())).contains(&cell.col), "{cols} {cell:?}");
                    assert!((0..=i64::from(view.rows())).contains(&cell.row), "{rows} {cell:?}");
                }
            }
        }
    }
}

/// A preview is made for each key: where its pairs would take long, only the one in focus is tested.
#[test]
fn a_scene_with_the_most_objects_or_with_large_polygons_also_has_a_preview() {
    for (name, objects) in [
        ("apart", grid_of_boxes(10_000, 6000, 3000)),
        ("in one place", grid_of_boxes(10_000, 0, 3000)),
        ("of a thousand edges each", spread_polygons(20, 1000)),
    ] {
        let count = objects.len();
        let mut app = built_in("start");
        open(&mut app);
        let scene = large_scenes::of(objects);
        let file = SceneFile { name: "many.toml".to_owned(), scene: Ok(scene) };
        app.input.scenes_listed(vec![file], None, &app.engine, &app.screen);
        press(&mut app, "m a n y");
        assert_eq!(chosen(&app), "many.toml");
        let preview = app.input.picker().and_then(|picker| picker.preview()).expect("a picture");
        assert_eq!(preview.arena().world.len(), count, "{name}");
        assert_eq!(preview.arena().world.tested(), 0, "{name}");
        assert_eq!(press(&mut app, "Enter"), [open_scene("many.toml")]);
    }
}

#[test]
fn the_name_of_the_group_finds_all_lessons() {
    let mut app = built_in("start");
    open(&mut app);
    let file = SceneFile { name: "lesson.toml".to_owned(), scene: Err("no scene".to_owned()) };
    app.input.scenes_listed(vec![file], None, &app.engine, &app.screen);
    press(&mut app, "l e s s o n");
    assert_eq!(chosen(&app), "lesson.toml");
    let picker = app.input.picker().expect("it is open");
    let (rows, _) = picker.rows(40);
    let is_lesson =
        |row: &&PickerRow<'_>| matches!(row, PickerRow::Entry(_, it) if it.as_lesson().is_some());
    assert_eq!(rows.iter().filter(is_lesson).count(), 16, "{rows:?}");
}
