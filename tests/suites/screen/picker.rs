//! The picker of scenes: keys, and the scene they open.

use hitscan::app::{
    App, Effect, HitRegion, HitRegions, Leaving, MouseEvent, MouseKind, Prompt, Row, SceneFile,
};
use hitscan::view::{self, Theme};
use hitscan_core::scene::{GalleryGroup, Scene, Source, builtin, gallery};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keyboard::{app, built_in, open_scene, press, save, saved, type_text};
use crate::large_scenes::{self, grid_of_boxes};

fn open(app: &mut App) {
    assert_eq!(press(app, "o"), [Effect::ListScenes]);
}

fn chosen(app: &App) -> &str {
    app.input().picker().expect("it is open").chosen().map_or("", hitscan::app::Entry::name)
}

fn found(app: &App) -> Vec<String> {
    let (rows, _) = app.input().picker().expect("it is open").rows(usize::MAX, |_| true);
    let name = |row: &Row<'_>| match row {
        Row::Entry(_, entry) => entry.name().to_owned(),
        Row::Heading(text) => (*text).to_owned(),
    };
    rows.iter().map(name).collect()
}

fn files() -> Vec<SceneFile> {
    let scene =
        Scene::parse("title = \"a lab of mine\"\nnote = \"Try zigzags.\"").expect("a scene");
    vec![
        SceneFile { name: "bad.toml".to_owned(), scene: Err("bad.toml:1:1: why".to_owned()) },
        SceneFile { name: "lab.toml".to_owned(), scene: Ok(scene) },
    ]
}

#[test]
fn it_opens_with_every_built_in_scene_at_the_one_that_is_open() {
    let mut app = built_in("tunnel");
    open(&mut app);
    assert_eq!(chosen(&app), "tunnel");
    let mut listed = vec!["new"];
    for group in GalleryGroup::all() {
        listed.extend(group.headings().iter().copied());
        let of_group = |name: &&str| builtin(name).expect(name).group() == group;
        listed.extend(gallery().iter().map(|(name, _)| *name).filter(of_group));
    }
    assert_eq!(found(&app), listed);
}

#[test]
fn files_are_listed_once_they_are_known_and_what_was_chosen_stays() {
    let mut app = built_in("start");
    open(&mut app);
    press(&mut app, "Down");
    app.scenes_listed(files());
    assert_eq!(chosen(&app), gallery()[1].0);
    assert_eq!(found(&app)[..4], ["new", "in this directory", "bad.toml", "lab.toml"]);
    press(&mut app, "Home Down Down");
    assert_eq!(press(&mut app, "Enter"), [open_scene("lab.toml")]);
    assert!(app.input().picker().is_none());
    app.scenes_listed(files());
    assert!(app.input().picker().is_none(), "what comes late opens nothing");
}

#[test]
fn a_new_scene_is_the_first_entry_and_a_new_file_is_one_that_is_typed_in_full() {
    let opened = |typed: &str| {
        let mut app = built_in("start");
        open(&mut app);
        app.scenes_listed(files());
        type_text(&mut app, typed);
        let chosen = app.input().picker().and_then(|picker| picker.chosen()).expect("it is found");
        let title = chosen.title().to_owned();
        (title, press(&mut app, "Enter"))
    };
    for (typed, title, target) in [
        ("ball.toml", "a new file", "ball.toml"),
        ("zzball", "a new file", "zzball.toml"),
        ("sub/ball.toml", "this file, or a new one", "sub/ball.toml"),
        ("ball.txt", "this file", "ball.txt"),
        ("ab.toml", "a new file", "ab.toml"),
        ("lab", "a lab of mine", "lab.toml"),
        ("lab.toml", "a lab of mine", "lab.toml"),
        ("tunnel", "a fast box and a thin wall", "tunnel"),
    ] {
        assert_eq!(opened(typed), (title.to_owned(), vec![open_scene(target)]), "{typed}");
    }
    let mut app = built_in("start");
    press(&mut app, "o Home Enter");
    assert_eq!((app.engine().source(), app.sandbox().world().len()), (&Source::New, 0));
}

/// What is typed in full on the way is no entry once more was typed.
#[test]
fn a_typed_name_is_listed_once_and_after_what_matches_unless_it_is_a_scene_file() {
    let file = |name: &str, text: &str| SceneFile {
        name: name.to_owned(),
        scene: Ok(Scene::parse(text).expect("a scene")),
    };
    let mut app = built_in("start");
    open(&mut app);
    app.scenes_listed(vec![file("a.toml", "note = \"Half of 12.75.\"")]);
    type_text(&mut app, "12.75");
    assert_eq!(found(&app), ["a.toml", "12.75"]);
    press(&mut app, "Ctrl-U");
    type_text(&mut app, "ball.tom");
    assert_eq!(found(&app), ["ball.tom"]);
    type_text(&mut app, "l");
    assert_eq!(found(&app), ["ball.toml"]);
    press(&mut app, "Ctrl-U");
    assert_eq!(found(&app).iter().filter(|name| name.contains("ball")).count(), 0);
}

#[test]
fn a_scene_of_a_file_is_found_again_in_the_list() {
    let mut app = app(Scene::default(), Source::File("./lab.toml".into()));
    open(&mut app);
    app.scenes_listed(files());
    assert_eq!(chosen(&app), "lab.toml");
}

#[test]
fn every_word_typed_is_looked_for_in_name_title_and_note() {
    for (typed, names) in [
        ("A LEAK", vec!["breakout-relative"]),
        ("TOUCHING is", vec!["touch"]),
        ("zigzag", vec!["lab.toml"]),
        ("mine lab", vec!["lab.toml"]),
        ("no such thing", vec![]),
    ] {
        let mut app = built_in("start");
        open(&mut app);
        app.scenes_listed(files());
        type_text(&mut app, typed);
        assert_eq!(found(&app), names, "{typed}");
        assert_eq!(
            app.input().picker().and_then(|picker| picker.preview()).is_some(),
            !names.is_empty()
        );
    }
}

/// Titles of articles in either language, names of their functions, ids of methods.
#[test]
fn scenes_are_found_by_where_they_come_from() {
    let of_article = |title: &str| -> Vec<String> {
        let names = gallery().iter().map(|(name, _)| (*name).to_owned());
        names.filter(|name| builtin(name).expect(name).source == title).collect()
    };
    let (segments, dynamic) = ("矩形と線分の当たり判定", "動的当たり判定");
    for (typed, scenes) in [
        ("動的", of_article(dynamic)),
        ("矩形と線分", of_article(segments)),
        ("LineAndLine", of_article(segments)),
        ("rectangle and segment", of_article(segments)),
        ("角もあるよ", of_article("矩形同士の当たり判定(角もあるよ!)")),
        ("外積", of_article("DirectX「線分と線分の交差判定」で外積を応用する")),
        ("edge-relations", of_article("矩形と矩形の当たり")),
    ] {
        let mut app = built_in("start");
        open(&mut app);
        app.paste(typed);
        assert_eq!(found(&app), scenes, "{typed}");
    }
    let mut app = built_in("start");
    open(&mut app);
    type_text(&mut app, "dynamicjudge");
    let found = found(&app);
    assert!(of_article(dynamic).iter().all(|name| found.contains(name)), "{found:?}");
    assert!(found.contains(&"bullet".to_owned()), "it is wrong there: {found:?}");
}

/// A built-in scene or a file alike.
#[test]
fn names_come_before_titles_and_titles_before_notes() {
    let file = |name: &str, text: &str| SceneFile {
        name: name.to_owned(),
        scene: Ok(Scene::parse(text).expect("a scene")),
    };
    let mut app = built_in("start");
    open(&mut app);
    app.scenes_listed(vec![
        file("a.toml", "note = \"A zebra.\""),
        file("b.toml", "title = \"zebra\""),
        file("zebra.toml", ""),
        file("d.toml", "title = \"a zebra\"\nnote = \"zebra\""),
    ]);
    type_text(&mut app, "A.TOML");
    assert_eq!(chosen(&app), "a.toml", "the whole name before a part of zebra.toml");
    press(&mut app, "Ctrl-U");
    type_text(&mut app, "Zebra");
    assert_eq!(found(&app), ["zebra.toml", "b.toml", "d.toml", "a.toml"]);
    assert_eq!(chosen(&app), "zebra.toml");
    type_text(&mut app, " a");
    assert_eq!(chosen(&app), "zebra.toml", "each word counts where it is found best");
}

#[test]
fn letters_only_ever_search_and_nothing_found_opens_nothing() {
    let mut app = built_in("start");
    open(&mut app);
    type_text(&mut app, "qx:?.");
    assert_eq!(app.input().picker().expect("still open").query(), "qx:?.");
    assert_eq!(app.sandbox().history().len(), 0);
    assert_eq!(press(&mut app, "Enter"), []);
    press(&mut app, "Ctrl-U");
    assert!(found(&app).len() > gallery().len());
    app.paste("tun\nnel");
    assert_eq!(found(&app), ["tunnel"]);
}

#[test]
fn the_list_is_walked_to_its_ends_and_no_further() {
    let mut app = built_in("start");
    open(&mut app);
    let last = gallery()[gallery().len() - 1].0;
    for (keys, name) in [
        ("Up Up", "new"),
        ("Down Down Down Up", gallery()[1].0),
        ("Tab Shift-Tab Tab", gallery()[2].0),
        ("PgDn", gallery()[21].0),
        ("PgDn PgDn PgDn", last),
        ("Down", last),
        ("Home", "new"),
        ("End", last),
    ] {
        press(&mut app, keys);
        assert_eq!(chosen(&app), name, "{keys}");
    }
}

#[test]
fn closing_it_leaves_everything_as_it_was() {
    for close in ["Esc", "Ctrl-C"] {
        let mut app = built_in("start");
        press(&mut app, "Right Right");
        let before = app.sandbox().scene();
        open(&mut app);
        press(&mut app, "Down Down");
        assert_eq!(press(&mut app, close), []);
        assert!(app.input().prompt.as_ref().is_none());
        assert_eq!(app.sandbox().scene(), before);
        assert_eq!(app.engine().source(), &Source::BuiltIn("start".to_owned()));
    }
}

#[test]
fn what_plays_pauses_while_it_cannot_be_seen() {
    let mut app = built_in("tunnel");
    press(&mut app, "Space");
    assert!(app.model().frames_per_second().is_some());
    open(&mut app);
    assert_eq!(app.model().frames_per_second(), None);
}

#[test]
fn changes_that_would_be_lost_are_asked_about() {
    let mut app = built_in("start");
    press(&mut app, "a b o Down");
    assert_eq!(press(&mut app, "Enter"), []);
    let target = gallery()[1].0.to_owned();
    let Some(Prompt::Leave(leaving)) = app.input().prompt.as_ref() else {
        panic!("{:?}", app.input().prompt.as_ref())
    };
    assert_eq!(leaving, &Leaving::Open(target.clone()));
    assert_eq!(press(&mut app, "n"), []);
    assert!(app.input().prompt.as_ref().is_none());
    press(&mut app, "o Down Enter");
    assert_eq!(press(&mut app, "y"), [open_scene(&target)]);

    press(&mut app, "o Down Enter");
    assert_eq!(press(&mut app, "w"), []);
    type_text(&mut app, "my.toml");
    assert_eq!(press(&mut app, "Enter"), [save("my.toml")]);
    assert_eq!(saved(&mut app, "my.toml"), [open_scene(&target)]);
    assert_eq!(saved(&mut app, "my.toml"), [], "once");
}

#[test]
fn the_command_asks_in_the_same_way() {
    let mut app = built_in("start");
    press(&mut app, ":");
    type_text(&mut app, "open tunnel");
    assert_eq!(press(&mut app, "Enter"), [open_scene("tunnel")]);
    press(&mut app, "a b :");
    type_text(&mut app, "open tunnel");
    assert_eq!(press(&mut app, "Enter"), []);
    assert!(matches!(app.input().prompt.as_ref(), Some(Prompt::Leave(Leaving::Open(_)))));
    assert_eq!(press(&mut app, "Esc"), []);
    assert!(app.input().prompt.as_ref().is_none());
}

#[test]
fn the_wheel_goes_through_the_list() {
    let mut app = built_in("start");
    let turn = |app: &mut App, kind| {
        let event = MouseEvent { kind, col: 3, row: 3 };
        assert_eq!(app.point(event, &HitRegions::default()), []);
    };
    open(&mut app);
    turn(&mut app, MouseKind::WheelDown);
    assert_eq!(chosen(&app), gallery()[3].0);
    turn(&mut app, MouseKind::Press);
    turn(&mut app, MouseKind::WheelUp);
    assert_eq!(chosen(&app), "start");
}

/// Presses the mouse where a spot of the picture is.
fn click(app: &mut App, wanted: HitRegion) -> Vec<Effect> {
    let area = Rect::new(0, 0, app.screen().size.0, app.screen().size.1);
    let hit_regions = view::render(app.model(), &Theme::PLAIN, area, &mut Buffer::empty(area));
    let mut cells = area.positions();
    let at = cells.find(|at| hit_regions.at(at.x, at.y) == Some(wanted)).expect("it is drawn");
    app.point(MouseEvent { kind: MouseKind::Press, col: at.x, row: at.y }, &hit_regions)
}

#[test]
fn a_click_chooses_a_scene_and_a_second_one_opens_it() {
    let mut app = built_in("start");
    open(&mut app);
    app.scenes_listed(files());
    assert_eq!(click(&mut app, HitRegion::Scene(5)), []);
    assert_eq!(chosen(&app), gallery()[2].0, "after the new scene and the files");
    assert!(app.input().picker().is_some_and(|picker| picker.preview().is_some()));
    type_text(&mut app, "breakout");
    assert_eq!(click(&mut app, HitRegion::Scene(1)), []);
    assert_eq!(chosen(&app), "breakout-relative", "of those that are found");
    let effects = click(&mut app, HitRegion::Scene(1));
    assert_eq!(effects, [open_scene("breakout-relative")]);
    assert!(app.input().prompt.as_ref().is_none());
}

#[test]
fn what_is_to_be_predicted_is_covered_in_the_picture_too() {
    let mut app = built_in("tunnel").predicting();
    open(&mut app);
    let preview = app.input().picker().and_then(|picker| picker.preview()).expect("a picture");
    assert!(preview.arena().covered.is_some());
}

#[test]
fn the_picture_shows_all_of_the_scene_at_any_size() {
    let mut app = built_in("start");
    open(&mut app);
    for (cols, rows) in [(60, 16), (80, 24), (200, 60), (3, 3), (120, 40)] {
        app.resize(cols, rows);
        let preview = app.input().picker().and_then(|picker| picker.preview()).expect("a picture");
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

/// The pairs of a picture are not tested, save the one in focus.
#[test]
fn a_scene_of_as_many_objects_as_may_be_has_a_picture_too() {
    for (name, objects) in [
        ("apart", grid_of_boxes(10_000, 6000, 3000)),
        ("in one place", grid_of_boxes(10_000, 0, 3000)),
    ] {
        let mut app = built_in("start");
        open(&mut app);
        let scene = large_scenes::of(objects);
        app.scenes_listed(vec![SceneFile { name: "many.toml".to_owned(), scene: Ok(scene) }]);
        press(&mut app, "Home Down");
        assert_eq!(chosen(&app), "many.toml");
        let preview = app.input().picker().and_then(|picker| picker.preview()).expect("a picture");
        assert_eq!(preview.arena().world.len(), 10_000, "{name}");
        assert_eq!(preview.arena().world.tested(), 0, "{name}");
        assert_eq!(press(&mut app, "Enter"), [open_scene("many.toml")]);
    }
}
