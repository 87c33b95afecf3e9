//! The form of the Object view and the list of layers.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::cases::Cases;
use super::screens::{corner, dump_whole};
use super::zoo::{self, SIZES};
use super::{app_after, app_of, entered, pressed, rows, screen, typed};
use crate::app::{App, MouseEvent, MouseKind, PrefixMenu};
use crate::view::{CursorRest, Theme, cursor_rest, render};
use hitscan_core::world::Response;

/// Compares the start scene after these keys with a snapshot, at every size and in both glyph sets.
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

/// The number is not rounded unless the user asks for it.
#[test]
fn a_fourth_decimal_in_the_form() {
    hold("form_fault", "i 1 0 3 . 4 5 6 7");
}

#[test]
fn the_list_of_layers() {
    hold("menu", "y g y");
    hold("menu_change", "c");
}

/// The part of the screen with the form.
fn form(app: &App) -> String {
    let rows = rows(&screen(app));
    let cols = usize::from(app.screen.size.0 - 32);
    let body = rows[5..rows.len() - 2].iter().map(|row| row.chars().skip(cols).collect::<String>());
    body.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

#[test]
fn a_form_longer_than_the_panel_keeps_the_chosen_row_visible() {
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

#[test]
fn the_menu_of_an_object_marks_its_current_strictness() {
    for strictness in ["source", "inclusive", "strict"] {
        let line = format!("contact {strictness}");
        let app = pressed(entered(app_of("start", (60, 16), ""), &line), "c");
        let seen = rows(&screen(&app));
        assert!(seen.contains(&format!("  t contact  {strictness}")), "{seen:#?}");
    }
}

#[test]
fn the_status_of_a_steered_box_shows_the_speeds_of_the_arrows() {
    let app = app_of("breakout", (80, 24), "");
    let seen = rows(&screen(&app));
    assert!(seen[22].contains("STEER  paddle box") && seen[22].contains("speed 2,0"), "{seen:?}");
}

/// Each has a row, except on the smallest screens, where they share rows.
#[test]
fn every_key_that_can_follow_is_listed_over_the_lower_rows() {
    for size in [(30, 8), (48, 14), (60, 16), (80, 24), (120, 40), (200, 60)] {
        for keys in ["a", "z", "c", "b", "y"] {
            let before = rows(&screen(&app_of("start", size, "")));
            let app = pressed(app_of("start", size, ""), keys);
            let seen = rows(&screen(&app));
            let same = seen.iter().zip(&before).take_while(|(row, before)| row == before).count();
            let menu = seen[same..].join("\n");
            assert!(same > 0, "{keys}: the header stays");
            let following = app.input.following().expect("keys are waited for");
            for (at, (key, action)) in following.iter().enumerate() {
                let is_second = following[..at].iter().any(|(_, earlier)| earlier == action);
                assert!(is_second || menu.contains(&key.to_string()), "{key}: {menu}");
            }
            let menu = PrefixMenu::of(app.model()).expect("a menu");
            assert_eq!(menu.typed, keys);
            // That group is for keys from a configuration: our own have a place in the table.
            let more = menu.columns.iter().flatten().find(|group| group.title == "more");
            assert_eq!(more, None, "{keys}");
        }
    }
}

#[test]
fn the_current_setting_has_the_bar_and_a_click_on_another_row_changes_it() {
    let app = pressed(entered(app_of("start", (80, 24), ""), "side least-overlap"), "b");
    let area = Rect::new(0, 0, 80, 24);
    let mut buf = Buffer::empty(area);
    let hit_regions = render(app.model(), &Theme::SIXTEEN, area, &mut buf);
    let bar = |x: u16| -> Vec<u16> {
        let is_reversed = |y: &u16| buf[(x, *y)].modifier.contains(Modifier::REVERSED);
        (0..23).filter(is_reversed).collect()
    };
    assert_eq!([bar(26), bar(28), bar(79)], [vec![15], vec![], vec![18]]);
    let mut clicked = app;
    let at = |col, row| MouseEvent { kind: MouseKind::Press, col, row };
    clicked.point(at(5, 16), &hit_regions);
    assert_eq!(clicked.engine.sandbox().world().settings().response, Response::Stop);
    assert!(clicked.input.following().is_none());
}

/// A screen reader follows the cursor to the typed value.
#[test]
fn the_cursor_is_where_a_value_is_being_typed() {
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

#[test]
fn the_word_to_type_next_is_in_sight_in_a_long_syntax() {
    let above = |line: &str| {
        let rows = rows(&screen(&typed(app_of("start", (80, 24), ""), line)));
        rows[rows.len() - 3].trim_end().to_owned()
    };
    let start = above("crowd c ");
    assert!(start.starts_with(" crowd NAME COUNT [box|laser] X1 Y1 X2 Y2 [size MIN"), "{start}");
    let end = above("crowd c 10 box 0 0 9 9 size 1 2 grid 1 speed 0 1 uniform apart seed ");
    assert!(end.starts_with(" crowd ... ") && end.contains(" [seed N]"), "{end}");
}
