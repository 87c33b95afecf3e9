//! How the form of the Object view and the list of layers look.

use ratatui::style::Modifier;

use super::cases::Cases;
use super::screens::{corner, dump_whole};
use super::zoo::{self, SIZES};
use super::{app_after, app_of, entered, pressed, rows, screen};
use crate::app::App;
use crate::view::{CursorRest, cursor_rest};

/// What the start scene shows after these keys at every size in both glyph
/// sets, each in a snapshot.
fn hold(name: &str, keys: &str) {
    let mut cases = Cases::in_folder(format!("view/{name}"));
    for (cols, rows) in SIZES {
        for (set, first) in [("lines", ""), ("ascii", "y a y a")] {
            let app = pressed(app_of("start", (cols, rows), first), keys);
            cases.check(&format!("{cols}x{rows} {set}"), &dump_whole(&app));
        }
    }
}

#[test]
fn the_form_of_a_box() {
    hold("form", "i o Down Down");
}

/// The number is not rounded until the user says so.
#[test]
fn a_fourth_decimal_in_the_form() {
    hold("form_fault", "i 1 0 3 . 4 5 6 7");
}

#[test]
fn the_list_of_layers() {
    hold("menu", "y g y");
    hold("menu_change", "c");
}

/// The part of the screen that is the form.
fn form(app: &App) -> String {
    let rows = rows(&screen(app));
    let cols = usize::from(app.screen().size.0 - 32);
    let body = rows[5..rows.len() - 2].iter().map(|row| row.chars().skip(cols).collect::<String>());
    body.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

#[test]
fn a_form_that_is_longer_than_the_panel_keeps_the_chosen_row_in_sight() {
    let polygon = "polygon P 0 0 4 0 4 4 0 4 -2 2";
    let app = |keys: &str| pressed(app_after((60, 16), &[polygon]), keys);
    let mut cases = Cases::in_folder("view/form_scrolled");
    for (at, keys) in [
        ("top", "i"),
        ("middle", "i PgDn PgDn"),
        ("fault", "i PgDn PgDn - Enter"),
        ("end", "i End"),
    ] {
        cases.check(at, &form(&app(keys)));
    }
}

#[test]
fn particular_cases_of_the_form() {
    let mut cases = Cases::in_folder("view/form_cases");
    for (what, app) in zoo::cases("form", (80, 24)) {
        cases.check(what, &form(&app));
    }
}

/// A long state leaves no word for the key that goes back, rather than a second row.
#[test]
fn the_keys_of_an_object_fit_in_one_row_of_sixty_cells_with_every_strictness() {
    for strictness in ["source", "inclusive", "strict"] {
        let line = format!("contact {strictness}");
        let app = pressed(entered(app_of("start", (60, 16), ""), &line), "c");
        let seen = rows(&screen(&app));
        let [.., status, foot] = seen.as_slice() else { panic!("two rows") };
        assert!(foot.contains(&format!("t contact {strictness}")), "{foot}");
        assert!(status.starts_with(" MOVE "), "{status}");
    }
}

#[test]
fn the_status_of_a_steered_box_shows_the_speeds_of_the_arrows() {
    let app = app_of("breakout", (80, 24), "");
    let seen = rows(&screen(&app));
    assert!(seen[22].contains("STEER  paddle box") && seen[22].contains("speed 2,0"), "{seen:?}");
}

/// The keys that can follow a prefix are listed at the foot with their states: in
/// the key row, and in as few rows above it as possible.
#[test]
fn the_keys_that_can_follow_are_listed_once_and_at_the_foot() {
    for (keys, size, count) in [
        ("a", (60, 16), 1),
        ("z", (60, 16), 1),
        ("c", (60, 16), 1),
        ("b", (60, 16), 2),
        ("b", (80, 24), 1),
        ("y", (60, 16), 4),
        ("y", (80, 24), 3),
        ("y", (120, 40), 2),
        ("y", (200, 60), 1),
    ] {
        let before = rows(&screen(&app_of("start", size, "")));
        let app = pressed(app_of("start", size, ""), keys);
        let seen = rows(&screen(&app));
        let (above, foot) = seen.split_at(seen.len() - count);
        assert_eq!(above, &before[..above.len()], "{keys}");
        let foot = foot.join(" ");
        assert!(foot.starts_with(&format!(" {keys}  ")) && foot.ends_with("Esc back"), "{foot}");
        for (key, action) in app.input().pending().expect("keys are waited for").following {
            let hint = action.row().hint;
            let state =
                app.model().state_of(action).map_or(String::new(), |state| format!(" {state}"));
            let is_told = foot.contains(&format!("{key} {hint}{state}"));
            assert!(
                is_told
                    || hint.eq_ignore_ascii_case(&key.to_string())
                    || "hjkl".contains(&key.to_string()),
                "{key} {hint}: {foot}"
            );
        }
    }
}

/// A screen reader follows the cursor to the typed value.
#[test]
fn the_cursor_rests_where_a_value_is_typed() {
    for size in SIZES {
        for keys in ["i 1 2 . 5", "i End Up 7", "i Home Enter Left"] {
            let app = pressed(app_of("start", size, ""), keys);
            let buf = screen(&app);
            let CursorRest::At(at) = cursor_rest(app.model(), *buf.area()) else {
                panic!("at a place")
            };
            let cell = buf.cell(at).expect("on the screen");
            assert!(cell.modifier.contains(Modifier::REVERSED), "{keys} at {size:?}: {at}");
        }
    }
}

/// Each new shape in an empty scene, at three zooms.
#[test]
fn new_shapes_at_several_zooms() {
    let mut cases = Cases::in_folder("view/new_shapes");
    for (zoom, keys) in [("x1", ""), ("x1/4", "- -"), ("x4", "+ +")] {
        for (what, add) in [("box", "a b"), ("laser", "a l"), ("polygon", "a p")] {
            let app = pressed(app_after((80, 24), &[]), &format!("{keys} {add}"));
            cases.check(&format!("{what} {zoom}"), &corner(&app, 21));
        }
    }
}
