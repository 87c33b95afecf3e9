//! What clicks, drags and the wheel do, alone and mixed with keys.

use crossterm::event::KeyCode;
use hitscan::app::{
    App, Dragged, EditMode, Effect, HitRegion, HitRegions, KeyPress, Message, Mouse, MouseEvent,
    MouseKind, Pane, Prompt, Tab,
};
use hitscan::view::{Theme, render};
use hitscan_core::command::Page;
use hitscan_core::scene::{self, Source};
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keyboard::{SIZE, place, press, start};
use crate::screen::editing::after;

fn hit_regions(app: &App) -> HitRegions {
    let area = Rect::new(0, 0, app.screen().size.0, app.screen().size.1);
    render(app.model(), &Theme::PLAIN, area, &mut Buffer::empty(area))
}

fn mouse(app: &mut App, kind: MouseKind, (col, row): (u16, u16)) -> Vec<Effect> {
    let hit_regions = hit_regions(app);
    app.point(MouseEvent { kind, col, row }, &hit_regions)
}

/// The position of the region that matches.
fn spot(app: &App, wanted: impl Fn(HitRegion) -> bool) -> (u16, u16) {
    let hit_regions = hit_regions(app);
    let cells = (0..app.screen().size.1)
        .flat_map(|row| (0..app.screen().size.0).map(move |col| (col, row)));
    { cells }
        .find(|&(col, row)| hit_regions.at(col, row).is_some_and(&wanted))
        .expect("it is drawn")
}

#[test]
fn the_mouse_is_off_until_it_is_asked_for_and_outlasts_the_scene() {
    let mut app = start();
    assert_eq!(app.input().mouse, Mouse::Off);
    assert_eq!(press(&mut app, "y m"), [Effect::Mouse(Mouse::On)]);
    let next = scene::builtin("inside").expect("it is built in");
    app.open(next, Source::New).expect("a world");
    assert_eq!(app.input().mouse, Mouse::On);
    assert_eq!(press(&mut app, "y m"), [Effect::Mouse(Mouse::Off)]);
}

#[test]
fn a_click_chooses_a_row_of_the_palette_and_a_second_one_does_it() {
    let palette = |row| move |spot| spot == HitRegion::Palette(row);
    let mut app = start();
    press(&mut app, "Right : z o o m");
    let before = app.screen().viewport;
    let at = spot(&app, palette(1));
    assert_eq!(mouse(&mut app, MouseKind::Press, at), []);
    assert_eq!((app.screen().viewport, app.input().palette()[1].name), (before, "zoom-out"));
    mouse(&mut app, MouseKind::Press, at);
    assert!(app.input().prompt.as_ref().is_none() && app.screen().viewport != before);
    press(&mut app, ": u n");
    mouse(&mut app, MouseKind::WheelDown, (0, 0));
    press(&mut app, "Enter");
    assert_eq!(app.screen().last_command.as_deref(), Some("undo"), "the wheel chooses");
    press(&mut app, ": v e l o");
    let at = spot(&app, palette(0));
    mouse(&mut app, MouseKind::Press, at);
    mouse(&mut app, MouseKind::Press, at);
    let line = matches!(app.input().prompt.as_ref(), Some(Prompt::Command(line)) if line.text() == "velocity ");
    assert!(line, "what wants to know more is filled in: {:?}", app.input().prompt.as_ref());
}

/// A stands in the columns 28 to 39 from row 5 on, B in 15 to 22 from row 7 on,
/// the laser's shaft in row 17.
#[test]
fn a_click_selects_the_smallest_thing_there_and_a_drag_moves_it() {
    let mut app = start();
    mouse(&mut app, MouseKind::Press, (30, 8));
    assert!(place(&app).starts_with("A "));
    mouse(&mut app, MouseKind::Press, (37, 15));
    assert!(place(&app).starts_with("L "));
    mouse(&mut app, MouseKind::Press, (1, 1));
    mouse(&mut app, MouseKind::Press, (45, 21));
    assert!(place(&app).starts_with("L "), "nothing is there");
    mouse(&mut app, MouseKind::Press, (17, 8));
    assert_eq!(place(&app), "B 11,10..19,18");
    mouse(&mut app, MouseKind::Drag, (20, 9));
    mouse(&mut app, MouseKind::Release, (20, 9));
    assert_eq!(
        (place(&app).as_str(), app.screen().last_command.as_deref()),
        ("B 14,12..22,20", Some("move 3 2"))
    );
    mouse(&mut app, MouseKind::Drag, (12, 9));
    mouse(&mut app, MouseKind::Release, (12, 9));
    assert_eq!(place(&app), "B 14,12..22,20", "no button was pressed");
    press(&mut app, "u");
    assert_eq!(place(&app), "B 11,10..19,18");
}

/// B, dragged by these cells.
fn dragged(to: &[(u16, u16)]) -> App {
    let mut app = start();
    mouse(&mut app, MouseKind::Press, (17, 8));
    for at in to {
        mouse(&mut app, MouseKind::Drag, *at);
    }
    app
}

#[test]
fn a_drag_is_one_frame_one_undo_step_and_one_command() {
    let mut app = dragged(&[(20, 9), (30, 9), (25, 10)]);
    assert_eq!((place(&app).as_str(), app.sandbox().history().len()), ("B 11,10..19,18", 0));
    let Some(Dragged::Box(shown)) = app.model().arena().dragged else { panic!("it is shown") };
    assert_eq!((shown.left().to_string(), shown.top().to_string()), ("19".into(), "14".into()));
    let note = ":move 8 4 when released; Esc leaves it where it is";
    assert_eq!(app.screen().message, Some(Message::Note(note.to_owned())));
    mouse(&mut app, MouseKind::Release, (25, 10));
    assert_eq!((place(&app).as_str(), app.model().arena().dragged), ("B 19,14..27,22", None));
    assert_eq!((app.sandbox().history().len(), app.sandbox().world().frame()), (1, 1));
    assert_eq!(app.screen().last_command.as_deref(), Some("move 8 4"));
    press(&mut app, "u");
    assert_eq!(place(&app), "B 11,10..19,18");
}

#[test]
fn a_drag_ends_where_it_was_last_shown_however_it_ends() {
    let ended = |end: &dyn Fn(&mut App)| {
        let mut app = dragged(&[(20, 9)]);
        end(&mut app);
        (place(&app), app.sandbox().history().len())
    };
    let there = ("B 14,12..22,20".to_owned(), 1);
    let beyond = |app: &mut App| {
        mouse(app, MouseKind::Drag, (70, 23));
        mouse(app, MouseKind::Release, (70, 23));
    };
    assert_eq!(ended(&beyond), there, "released beyond the arena");
    let lost = |app: &mut App| drop(mouse(app, MouseKind::Press, (45, 21)));
    assert_eq!(ended(&lost), there, "the release was lost");
    let beside = |app: &mut App| drop(mouse(app, MouseKind::Press, (60, 1)));
    assert_eq!(ended(&beside), there, "lost, and the next press is in the panel");
    assert_eq!(ended(&|app| drop(press(app, "f"))), there, "a key");
    assert_eq!(ended(&|app| drop(press(app, "u"))), ("B 11,10..19,18".to_owned(), 1), "undo");
    let back = ("B 11,10..19,18".to_owned(), 0);
    let given_up = |app: &mut App| {
        press(app, "Esc");
        mouse(app, MouseKind::Drag, (30, 9));
        mouse(app, MouseKind::Release, (30, 9));
    };
    assert_eq!(ended(&given_up), back, "Escape gives it up");
    let home = |app: &mut App| {
        mouse(app, MouseKind::Drag, (17, 8));
        mouse(app, MouseKind::Release, (17, 8));
    };
    assert_eq!(ended(&home), back, "back where it began");
}

#[test]
fn a_drag_moves_what_the_arrows_hold() {
    let mut app = start();
    press(&mut app, "Tab e");
    mouse(&mut app, MouseKind::Press, (10, 19));
    assert_eq!(app.input().edit_mode, EditMode::End(0), "the end that was pressed");
    mouse(&mut app, MouseKind::Drag, (12, 18));
    mouse(&mut app, MouseKind::Release, (12, 18));
    assert_eq!(app.screen().last_command.as_deref(), Some("end 1 2 -2"));
    let mut app = start();
    press(&mut app, "v");
    mouse(&mut app, MouseKind::Press, (17, 8));
    mouse(&mut app, MouseKind::Drag, (20, 8));
    mouse(&mut app, MouseKind::Release, (20, 8));
    assert_eq!(app.screen().last_command.as_deref(), Some("velocity B 3 0"));
}

#[test]
fn a_drag_lands_on_the_grid_and_is_exact_at_every_zoom() {
    let mut app = start();
    press(&mut app, "L K c s");
    mouse(&mut app, MouseKind::Press, (17, 8));
    mouse(&mut app, MouseKind::Drag, (20, 9));
    mouse(&mut app, MouseKind::Release, (20, 9));
    assert_eq!(place(&app), "B 14,12..22,20");
    let mut app = after(&["box A 0 0 1 1"]);
    press(&mut app, "+ + + +");
    let before = place(&app);
    let at =
        app.screen().viewport.cell_of(app.sandbox().selection().expect("A").1.shape.bounds().0);
    let col = u16::try_from(at.col + 6).expect("in view");
    let row = u16::try_from(at.row + 3).expect("in view");
    mouse(&mut app, MouseKind::Press, (col, row));
    mouse(&mut app, MouseKind::Drag, (col + 3, row));
    mouse(&mut app, MouseKind::Release, (col + 3, row));
    assert_ne!(place(&app), before);
    mouse(&mut app, MouseKind::Press, (col + 3, row));
    mouse(&mut app, MouseKind::Drag, (col, row));
    mouse(&mut app, MouseKind::Release, (col, row));
    assert_eq!(place(&app), before, "and back is back");
}

#[test]
fn the_wheel_zooms_about_the_pointer_and_scrolls_the_panel() {
    let mut app = start();
    let cell = app.screen().viewport.unit_point(20, 10);
    mouse(&mut app, MouseKind::WheelUp, (24, 12));
    assert_eq!(app.screen().viewport.zoom(), 1);
    let seen = app.screen().viewport.cell_of(cell);
    assert!((19..=21).contains(&seen.col) && (9..=11).contains(&seen.row), "{seen:?}");
    mouse(&mut app, MouseKind::WheelDown, (24, 12));
    assert_eq!((app.screen().viewport.zoom(), app.screen().viewport.unit_point(20, 10)), (0, cell));
    press(&mut app, "?");
    mouse(&mut app, MouseKind::WheelDown, (24, 12));
    assert_eq!(app.screen().help.as_ref().map(|help| help.top), Some(3));
    mouse(&mut app, MouseKind::Press, (17, 8));
    assert_eq!(
        app.screen().help.as_ref().map(|help| help.top),
        Some(3),
        "a click behind help does nothing"
    );
}

#[test]
fn tabs_lines_of_the_log_methods_and_values_are_clicked() {
    let mut app = start();
    press(&mut app, "Right Right Right Right Right Right");
    let tab = spot(&app, |spot| spot == HitRegion::Tab(Tab::Methods));
    mouse(&mut app, MouseKind::Press, tab);
    assert_eq!(app.screen().panel.tab, Tab::Methods);
    let method = spot(&app, |spot| matches!(spot, HitRegion::Page(page) if page != Page::Truth));
    mouse(&mut app, MouseKind::Press, method);
    assert!(app.engine().focus().page.method().is_some() && app.screen().panel.tab == Tab::Methods);
    mouse(&mut app, MouseKind::Press, method);
    assert_eq!(app.screen().panel.tab, Tab::Why, "once more");
    let tab = spot(&app, |spot| spot == HitRegion::Tab(Tab::Log));
    mouse(&mut app, MouseKind::Press, tab);
    let line = spot(&app, |spot| matches!(spot, HitRegion::Record(_)));
    mouse(&mut app, MouseKind::Press, line);
    assert_eq!((app.sandbox().world().frame(), app.screen().pane), (6, Pane::Panel));
    mouse(&mut app, MouseKind::Press, line);
    assert_eq!(app.sandbox().world().frame(), 5, "once more goes there");
    press(&mut app, "4");
    let row = spot(&app, |spot| spot == HitRegion::Row(3));
    mouse(&mut app, MouseKind::Press, row);
    assert_eq!((app.screen().pane, app.model().chosen_row()), (Pane::Form, 3));
    mouse(&mut app, MouseKind::Press, row);
    assert!(app.input().editor.as_ref().is_some(), "once more types");
    mouse(&mut app, MouseKind::Press, (17, 8));
    assert_eq!(app.screen().pane, Pane::Arena);
}

fn anything() -> impl Strategy<Value = (KeyPress, Option<MouseEvent>)> {
    let keys: Vec<char> = "hjklietvacsnxXypmo0123456789.-zbdu4:wf+=".chars().collect();
    let named = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Backspace,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::End,
    ];
    let key = prop_oneof![
        4 => prop::sample::select(keys).prop_map(|c| KeyPress::plain(KeyCode::Char(c))),
        3 => prop::sample::select(named.to_vec()).prop_map(KeyPress::plain),
    ];
    let kinds = [
        MouseKind::Press,
        MouseKind::Drag,
        MouseKind::Release,
        MouseKind::WheelUp,
        MouseKind::WheelDown,
    ];
    let event = (prop::sample::select(kinds.to_vec()), 0..210_u16, 0..70_u16)
        .prop_map(|(kind, col, row)| MouseEvent { kind, col, row });
    (key, prop::option::weighted(0.3, event))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Any keys and any use of the mouse: nothing panics, what is drawn can be
    /// pointed at, and everything that was done can be undone.
    #[test]
    fn anything_typed_and_pointed_at_leaves_a_sound_app(
        all in prop::collection::vec(anything(), 0..80),
        size in prop::sample::select(vec![SIZE, (60, 16), (120, 40)]),
    ) {
        let mut app = start();
        app.resize(size.0, size.1);
        let before = app.sandbox().scene().objects;
        for (key, event) in all {
            app.press(key);
            if let Some(event) = event {
                let hit_regions = hit_regions(&app);
                app.point(event, &hit_regions);
            }
            prop_assert!(app.model().chosen_row() < app.model().form_rows().len().max(1));
        }
        let is_open = |app: &App| {
            let is_typed = app.input().editor.as_ref().is_some() || app.input().prompt.as_ref().is_some();
            is_typed || app.input().pending().is_some() || app.screen().help.as_ref().is_some()
        };
        // Help that is searched, over a line that was typed.
        for _ in 0..4 {
            press(&mut app, "Esc");
        }
        prop_assert!(!is_open(&app), "{:?} {:?}", app.input().prompt.as_ref(), app.screen().help.as_ref());
        app.press(KeyPress::plain(KeyCode::Esc));
        press(&mut app, "g g");
        // The picker offers a new scene, which is empty.
        let begun = if *app.engine().source() == Source::New { Vec::new() } else { before };
        prop_assert_eq!(app.sandbox().scene().objects, begun);
    }
}
