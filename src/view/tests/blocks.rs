//! What large screens show below the log and beside it.

use super::{app_of, pressed, rows, screen};
use crate::app::{App, GlyphSet, LogFilter, Tab};
use hitscan_core::scene::{Scene, SceneSource, gallery};

const INTO_A: &str = "Right Right Right Right Right Right";

/// The rows of the panel, from the tabs down, without blanks at their ends.
fn panel(app: &App) -> Vec<String> {
    let layout = app.screen.layout().expect("fits");
    let at = usize::from(layout.panel_at()) - 1;
    let seen = rows(&screen(app));
    let body = seen.iter().skip(1).take(seen.len() - 3);
    body.map(|row| row.chars().skip(at).collect::<String>().trim_end().to_owned()).collect()
}

fn row_of(panel: &[String], text: &str) -> Option<usize> {
    panel.iter().position(|row| row.contains(text))
}

#[test]
fn from_thirty_rows_on_the_log_has_why_below_it_and_from_thirty_three_the_methods() {
    for (rows, [has_why, has_methods]) in
        [(36, [false, false]), (37, [true, false]), (39, [true, false]), (40, [true, true])]
    {
        let panel = panel(&app_of("start", (120, rows), INTO_A));
        assert_eq!(row_of(&panel, "─ why HIT ─").is_some(), has_why, "{rows}: {panel:#?}");
        let methods = row_of(&panel, "─ what the methods say ─").is_some();
        assert_eq!(methods, has_methods, "{rows}: {panel:#?}");
    }
}

#[test]
fn why_below_the_log_has_the_table_and_the_decision_without_the_steps() {
    let panel = panel(&app_of("start", (120, 40), INTO_A));
    let why = row_of(&panel, "─ why HIT ─").expect("it is there");
    assert!(panel[why].ends_with("─ w ─"), "{}", panel[why]);
    for (text, below) in [("B ", 2), ("A ", 3), ("shared", 4), ("gap", 5), ("x decides.", 7)] {
        assert!(panel[why + below].starts_with(&format!("│ {text}")), "{text}: {panel:#?}");
    }
    assert!(panel[why + 10].contains("Shortest way out of A: left 1."), "{panel:#?}");
    assert!(row_of(&panel, "ranges overlap").is_none(), "{panel:#?}");
}

#[test]
fn the_blocks_stay_in_their_rows_once_something_has_happened() {
    let mut app = app_of("start", (120, 40), "Right");
    let places = |app: &App| {
        let panel = panel(app);
        [row_of(&panel, "├─ why "), row_of(&panel, "├─ what the methods")]
    };
    let first = places(&app);
    assert!(first.iter().all(Option::is_some));
    for _ in 0..12 {
        app = pressed(app, "Right");
        assert_eq!(places(&app), first);
    }
}

#[test]
fn an_opening_screen_keeps_the_first_keys_at_its_foot() {
    let panel = panel(&app_of("start", (120, 40), ""));
    let last: Vec<_> = panel[panel.len() - 4..].iter().map(String::as_str).collect();
    let keys = [
        "│ M  map: what if B were there?",
        "│ o  75 scenes, 16 lessons",
        "│ ?  all keys  5 signs  q quit",
        "│ Lines look broken? y a",
    ];
    assert_eq!(last, keys, "{panel:#?}");
}

#[test]
fn the_wrong_methods_come_first_and_what_is_left_out_is_counted() {
    let app = app_of("tunnel", (120, 40), ".");
    let panel = panel(&app);
    let from = row_of(&panel, "├─ what the methods").expect("it is there");
    let marks: Vec<_> = panel[from..]
        .iter()
        .filter_map(|row| row.chars().last())
        .filter_map(|mark| "!~=".find(mark))
        .collect();
    assert!(marks.contains(&0), "the ones that only look at the end miss it: {panel:#?}");
    assert!(panel[from..].iter().any(|row| row.ends_with("more")), "{panel:#?}");
}

#[test]
fn covered_pairs_games_and_lessons_have_no_blocks() {
    let covered = App::new(
        hitscan_core::scene::builtin("start").expect("it is built in"),
        SceneSource::BuiltIn("start".to_owned()),
        (120, 40),
        GlyphSet::Lines,
    );
    let covered = covered.expect("a world").predicting();
    let game = app_of("breakout", (120, 40), "");
    for app in [covered, game] {
        let panel = panel(&app);
        assert!(row_of(&panel, "├─ why").is_none(), "{panel:#?}");
        assert!(row_of(&panel, "what the methods say").is_none(), "{panel:#?}");
    }
}

#[test]
fn a_second_column_has_all_methods_signs_and_keys() {
    let app = app_of("start", (200, 60), INTO_A);
    let layout = app.screen.layout().expect("fits");
    assert_eq!((layout.panel_cols, layout.second_cols, app.screen.viewport.zoom()), (42, 42, 1));
    let panel = panel(&app);
    assert!(
        panel[0].contains("1 Log├──3 Why──4 Object─") && panel[0].contains("┬──2 Methods──5 Signs")
    );
    for text in ["─ why HIT ─", "─ object B ─", "─ signs in this picture ─", "─ keys ─", "substeps"]
    {
        assert!(row_of(&panel, text).is_some(), "{text}: {panel:#?}");
    }
    // The key of a view goes to its block, which stays where it is.
    let object = row_of(&panel, "─ object B ─");
    let app = pressed(app, "4");
    assert_eq!(app.screen.panel.tab, Tab::Object);
    assert_eq!(row_of(&self::panel(&app), "─ object B ─"), object);
    let app = pressed(app, "Esc y 2");
    assert_eq!(app.screen.layout().expect("fits").second_cols, 0);
    let app = pressed(app, "y 2");
    assert_eq!(app.screen.layout().expect("fits").second_cols, 42);
}

#[test]
fn the_panel_is_as_wide_as_the_zoom_of_the_picture_allows() {
    let cols = |size| app_of("start", size, "").screen.layout().expect("fits").panel_cols;
    assert_eq!([cols((80, 24)), cols((99, 40)), cols((120, 40))], [32, 32, 42]);
    let mut app = app_of("start", (120, 40), "");
    let before = app.screen.layout();
    app = pressed(app, "z Right z Right +");
    assert_eq!(app.screen.layout(), before, "a pan or a zoom leaves it");
    app.resize(100, 40);
    app.resize(120, 40);
    assert_eq!(pressed(app, "z z").screen.layout(), before);
}

/// A rule or the frame of a tab may reach it.
#[test]
fn no_text_is_in_the_last_column_of_the_panel() {
    for (name, _) in gallery() {
        for keys in ["", "2", "3", "4", "5", "Right", ". .", "1", "4 PgDn"] {
            let app = app_of(name, (80, 24), keys);
            let seen = rows(&screen(&app));
            // Below the headline, whose sentences have tests of their own.
            for row in &seen[4..22] {
                let last = row.chars().nth(79).unwrap_or(' ');
                assert!(" ─├".contains(last), "{name}, {keys}: {row}");
            }
        }
    }
}

#[test]
fn a_game_lists_hits_at_first_and_one_key_shows_the_rest() {
    let app = app_of("breakout", (80, 24), "");
    assert_eq!(app.engine.log_query().filter, LogFilter::Hits);
    let app = pressed(app, "1");
    assert_eq!(app.engine.log_query().filter, LogFilter::Changes);
    assert_eq!(pressed(app, "1").engine.log_query().filter, LogFilter::All);
}

#[test]
fn the_first_keys_stay_in_their_rows_while_the_log_grows() {
    let mut app = app_of("start", (80, 24), "");
    let place = |app: &App| row_of(&panel(app), "│ M  map: what if");
    let first = place(&app);
    assert!(first.is_some());
    for _ in 0..12 {
        app = pressed(app, "Right");
        assert_eq!(place(&app), first);
    }
}

#[test]
fn on_a_slow_line_the_blocks_wait_for_a_pause() {
    let mut app = app_of("start", (120, 40), "").on_slow_line();
    assert!(!app.screen.holds_counts());
    app = pressed(app, "Right");
    assert!(app.screen.panel.blocks_wait && app.screen.holds_counts());
    app.screen.show_counts();
    assert!(!app.screen.panel.blocks_wait && !app.screen.holds_counts());
}

#[test]
fn a_scene_without_objects_has_neither_blocks_nor_keys() {
    let app = App::new(Scene::default(), SceneSource::New, (120, 40), GlyphSet::Lines);
    let panel = panel(&app.expect("nothing is a world"));
    assert!(row_of(&panel, "├─ why").is_none() && row_of(&panel, "all keys").is_none());
}
