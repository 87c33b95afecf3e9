//! Large scenes on the screen: how much is computed for a picture. `pace` has the times.

use hitscan::tested::app::config::Config;
use hitscan::tested::app::{App, ArenaModel, ColorDepth, GlyphSet, LogFilter, Message};
use hitscan::tested::view;
use hitscan_core::engine::{Engine, LogQuery};
use hitscan_core::scene::{SceneSource, builtin};
use hitscan_core::world::History;
use hitscan_geom::{Milli, Vector, milli};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use crate::keyboard::{app, built_in, press, pressed, type_line};
use crate::large_scenes::{self, boxed, grid_of_boxes, laser, vec_of};

fn marked(app: &App) -> usize {
    app.model().arena().marked_pairs(|_| true).len()
}

#[test]
fn at_the_start_of_a_crowd_only_the_pair_in_focus_is_marked() {
    for large_scenes::LargeScene { name, scene } in large_scenes::all(40) {
        let mut app = app(scene, SceneSource::New);
        if app.engine.sandbox().world().meeting_pairs().count() <= ArenaModel::MOST_MEETING {
            continue;
        }
        assert!(marked(&app) <= 1, "{name}: {}", marked(&app));
        press(&mut app, "Tab");
        assert!(marked(&app) <= 1, "{name}, the next: {}", marked(&app));
    }
}

/// The first box moves into the second, and then on into the third.
#[test]
fn the_pairs_affected_by_the_last_change_are_marked() {
    let mut app = app(large_scenes::of(grid_of_boxes(30, 3000, 2000)), SceneSource::New);
    assert_eq!(marked(&app), 0);
    type_line(&mut app, "move b0 2 0");
    assert_eq!(marked(&app), 1, "it overlaps the second");
    type_line(&mut app, "move b0 3 0");
    assert_eq!(marked(&app), 2, "it touches the second and overlaps the third");
    type_line(&mut app, "title nothing moves");
    assert_eq!(marked(&app), 2, "both still meet, and are few");
}

#[test]
fn no_pairs_out_of_view_are_marked() {
    let mut app = app(large_scenes::of(grid_of_boxes(30, 3000, 2000)), SceneSource::New);
    type_line(&mut app, "move b0 2 0");
    assert_eq!(app.model().arena().marked_pairs(|_| false).len(), 0);
}

#[test]
fn no_more_than_a_thousand_pairs_are_marked_at_once() {
    let mut objects = vec_of(1200, |at| laser([0, 20 * at], [9000, 20 * at]));
    objects[0].shape = boxed([-9000, -1000], [4000, 30_000]);
    let mut app = app(large_scenes::of(objects), SceneSource::New);
    type_line(&mut app, "move b0 6 0");
    assert_eq!(app.engine.sandbox().log().len(), 1199);
    assert_eq!(marked(&app), ArenaModel::MOST_MARKED);
}

#[test]
fn no_more_than_a_thousand_tests_of_one_change_are_listed() {
    let mut objects = grid_of_boxes(150, 9000, 2000);
    for object in &mut objects {
        object.velocity.x = hitscan_geom::Milli::from_units(1);
    }
    let app = pressed(app(large_scenes::of(objects), SceneSource::New), "1 .");
    assert_eq!(app.engine.sandbox().world().tested(), 150 * 149 / 2);
    let tests = hitscan_core::engine::tests_up_to(&app.engine, None, 2000);
    let of_now = tests.iter().filter(|line| line.frame == 1).count();
    assert_eq!(of_now, History::MOST_OF_A_CHANGE);
}

/// A thousand edges with a thousand others take a while.
#[test]
fn wrong_answers_about_large_polygons_are_looked_for_in_a_few_pairs_and_the_others_are_counted() {
    let scene = || large_scenes::of(large_scenes::spread_polygons(10, 1000));
    let mut app = app(scene(), SceneSource::New);
    assert_eq!(app.model().log().lines().pairs_left_out, 0, "45 lines, made when they are drawn");
    type_line(&mut app, "log wrong");
    let lines = app.model().log().lines();
    assert_eq!((lines.len(), lines.pairs_left_out), (3, 42), "collinear edges fool `edges`");
    let mut buf = Buffer::empty(Rect::new(0, 0, 120, 40));
    view::draw(app.model(), &mut buf);
    let screen: String = buf.content().iter().map(Cell::symbol).collect();
    assert!(screen.contains("42 more"), "{screen}");
}

fn filter(app: &App) -> LogFilter {
    app.engine.log_query().filter
}

/// Boxes in a row that touch, one more than the log lists together.
fn many() -> App {
    let count = i32::try_from(LogQuery::MOST_LISTED_TOGETHER).expect("it is small") + 1;
    app(large_scenes::of(grid_of_boxes(count, 3000, 2000)), SceneSource::New)
}

#[test]
fn the_log_of_a_large_scene_starts_with_the_selected_object() {
    let mut large = many();
    assert_eq!(filter(&large), LogFilter::Selected);
    let small = builtin("start").expect("it is built in");
    large.open(small, SceneSource::New).expect("a world");
    assert_eq!(filter(&large), LogFilter::Changes, "a small scene after it");
    type_line(&mut large, "crowd c 1001 -400 -400 400 400");
    assert_eq!(filter(&large), LogFilter::Selected, "it has grown");
    press(&mut large, "u");
    assert_eq!(filter(&large), LogFilter::Changes);
}

#[test]
fn a_requested_filter_stays_however_large_the_scene() {
    let mut large = many();
    type_line(&mut large, "log changes");
    press(&mut large, "Right");
    assert_eq!(filter(&large), LogFilter::Changes);
    let config = Config::parse("log = \"hits\"\n").expect("it is sound");
    assert_eq!(filter(&many().with_config(&config, ColorDepth::Sixteen)), LogFilter::Hits);
    let config = Config::parse("log = \"auto\"\n").expect("it is sound");
    assert_eq!(filter(&many().with_config(&config, ColorDepth::Sixteen)), LogFilter::Selected);
}

#[test]
fn the_log_of_the_selected_object_has_only_its_records_and_follows_the_selection() {
    let mut app = pressed(built_in("crowd"), ". . . . . . . . . .");
    let mut others = 0;
    for _ in 0..20 {
        press(&mut app, "Tab");
        let (id, _) = app.engine.sandbox().selection().expect("one is selected");
        let of_it = |ids: [_; 2]| ids.contains(&id);
        let records = app
            .engine
            .sandbox()
            .log()
            .records()
            .map(|record| (record.seq, [record.a.id, record.b.id]));
        let all: Vec<_> = records.collect();
        let its: Vec<_> = all.iter().filter(|(_, ids)| of_it(*ids)).map(|(seq, _)| *seq).collect();
        let lines = app.model().log().lines();
        let shown: Vec<_> = (0..lines.len()).filter_map(|at| lines.get(at)).collect();
        assert!(shown.iter().all(|line| of_it(line.ids)));
        assert_eq!(shown.iter().filter_map(|line| line.seq).collect::<Vec<_>>(), its);
        others += all.len() - its.len();
    }
    assert!(others > 100, "{others}");
}

/// However long the log of all other objects is, drawing looks at none of it again.
#[test]
fn the_cost_of_a_picture_does_not_grow_with_the_records_of_other_objects() {
    let mut app = pressed(built_in("crowd"), ". . . . . . . . . .");
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    hitscan::tested::view::draw(app.model(), &mut buffer);
    let before = app.engine.sandbox().records_examined();
    assert_eq!(before, app.engine.sandbox().log().len() as u64);
    hitscan::tested::view::draw(app.model(), &mut buffer);
    assert_eq!(app.engine.sandbox().records_examined(), before);
    press(&mut app, ".");
    hitscan::tested::view::draw(app.model(), &mut buffer);
    let made = app.engine.sandbox().history().last_records().count() as u64;
    assert_eq!(app.engine.sandbox().records_examined(), before + made);
}

#[test]
fn going_back_says_so_if_little_memory_made_it_slow() {
    let mut scene = large_scenes::of(grid_of_boxes(400, 3000, 2000));
    for object in &mut scene.objects {
        object.velocity = Vector::new(milli!(1), Milli::ZERO);
    }
    let limit = "16 MB".parse().expect("a limit");
    let engine = Engine::within(limit, scene, SceneSource::New).expect("apart");
    let mut app = App::showing(engine, (80, 24), GlyphSet::Lines);
    type_line(&mut app, "step 1200");
    assert_eq!(app.screen.message, None);
    // Near a stored state, going back takes no longer than with more memory.
    let said = (1000..1100).rev().step_by(20).find_map(|frame| {
        type_line(&mut app, &format!("seek {frame}"));
        app.screen.message.clone()
    });
    let Some(Message::Note(said)) = said else { panic!("nothing is said") };
    assert!(
        said.ends_with(" changes were worked out again; more memory than 16 MB would keep them"),
        "{said}"
    );
    press(&mut app, "Tab");
    assert_eq!(app.screen.message, None, "it is said once");
}

/// Cells that change on the screen are what goes over the wire.
#[test]
fn a_nudge_among_ten_thousand_boxes_changes_no_more_cells_than_among_ten() {
    let changed = |count: i32| {
        let mut app = app(large_scenes::of(grid_of_boxes(count, 6000, 3000)), SceneSource::New);
        press(&mut app, "z 1 Right Left");
        let area = Rect::new(0, 0, 80, 24);
        let mut changed = Vec::new();
        for _ in 0..10 {
            let [mut before, mut after] = [Buffer::empty(area), Buffer::empty(area)];
            hitscan::tested::view::draw(app.model(), &mut before);
            press(&mut app, "Right");
            hitscan::tested::view::draw(app.model(), &mut after);
            changed.push(before.diff(&after).len());
        }
        // Once, with the first touch, lines take the place of a summary.
        changed.sort_unstable();
        changed[changed.len() / 2]
    };
    let [few, many] = [10, 10_000].map(changed);
    assert!(few > 0 && many <= few + 20, "{many} cells, {few} among ten");
}

/// With this many objects, a single snapshot can be too large.
#[test]
fn a_scene_too_large_for_snapshots_is_recomputed_from_its_start_and_the_status_says_so() {
    let scene = large_scenes::of(grid_of_boxes(9000, 3000, 2000));
    let engine = Engine::within("16 MB".parse().expect("a limit"), scene, SceneSource::New);
    let mut app = App::showing(engine.expect("a world"), (80, 24), GlyphSet::Lines);
    type_line(&mut app, "velocity b0 0.5 0");
    type_line(&mut app, "step 5");
    press(&mut app, "u");
    assert_eq!(app.engine.sandbox().world().frame(), 4);
    let said = "5 changes were worked out again; more memory than 16 MB would keep them";
    assert_eq!(app.screen.message, Some(Message::Note(said.to_owned())));
}
