//! What clicks, drags and the wheel do, by themselves and mixed with keys.

use crossterm::event::KeyCode;
use hitscan::tested::app::{App, Effect, HitRegions, KeyPress, MouseEvent, MouseKind};
use hitscan::tested::view::{Theme, render};
use hitscan_core::scene::SceneSource;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keyboard::{SIZE, keys_of, press, start};

fn hit_regions(app: &App) -> HitRegions {
    let area = Rect::new(0, 0, app.screen.size.0, app.screen.size.1);
    render(app.model(), &Theme::PLAIN, area, &mut Buffer::empty(area))
}

fn mouse(app: &mut App, kind: MouseKind, (col, row): (u16, u16)) -> Vec<Effect> {
    let hit_regions = hit_regions(app);
    app.point(MouseEvent { kind, col, row }, &hit_regions)
}

#[test]
fn the_wheel_zooms_about_the_pointer_and_scrolls_the_panel() {
    let mut app = start();
    let cell = app.screen.viewport.unit_point(20, 10);
    mouse(&mut app, MouseKind::WheelUp, (24, 12));
    assert_eq!(app.screen.viewport.zoom(), 1);
    let seen = app.screen.viewport.cell_of(cell);
    assert!((19..=21).contains(&seen.col) && (9..=11).contains(&seen.row), "{seen:?}");
    mouse(&mut app, MouseKind::WheelDown, (24, 12));
    assert_eq!((app.screen.viewport.zoom(), app.screen.viewport.unit_point(20, 10)), (0, cell));
    press(&mut app, "?");
    mouse(&mut app, MouseKind::WheelDown, (24, 12));
    assert_eq!(app.screen.help.as_ref().map(|help| help.top), Some(3));
    mouse(&mut app, MouseKind::Press, (17, 8));
    assert_eq!(
        app.screen.help.as_ref().map(|help| help.top),
        Some(3),
        "a click behind help does nothing"
    );
}

fn anything() -> impl Strategy<Value = (KeyPress, Option<MouseEvent>)> {
    let keys: Vec<char> = "hjklietvacsnxXypmo0123456789.-zbdu4:wf+=".chars().collect();
    let named = keys_of("Enter Esc Tab Shift-Tab Backspace Up Down Left End");
    let key = prop_oneof![
        4 => prop::sample::select(keys).prop_map(|c| KeyPress::plain(KeyCode::Char(c))),
        3 => prop::sample::select(named),
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
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// Any keys and any use of the mouse: nothing panics, everything visible can be pointed at, and
    /// everything that was done can be undone.
    #[test]
    fn anything_typed_and_pointed_at_leaves_a_sound_app(
        all in prop::collection::vec(anything(), 0..80),
        size in prop::sample::select(vec![SIZE, (60, 16), (120, 40)]),
    ) {
        let mut app = start();
        app.resize(size.0, size.1);
        let before = app.engine.sandbox().scene().objects;
        for (key, event) in all {
            app.press(key);
            if let Some(event) = event {
                let hit_regions = hit_regions(&app);
                app.point(event, &hit_regions);
            }
            prop_assert!(app.model().chosen_row() < app.model().form_rows().len().max(1));
        }
        let is_open = |app: &App| {
            let is_typed = app.input.editor.as_ref().is_some() || app.input.prompt.as_ref().is_some();
            is_typed || app.input.following().is_some() || app.screen.help.as_ref().is_some()
        };
        // For example a searched help over a typed line.
        for _ in 0..4 {
            press(&mut app, "Esc");
        }
        prop_assert!(!is_open(&app), "{:?} {:?}", app.input.prompt.as_ref(), app.screen.help.as_ref());
        app.press(KeyPress::plain(KeyCode::Esc));
        press(&mut app, "g g");
        // The picker offers a new scene, which is empty.
        let begun = if *app.engine.source() == SceneSource::New { Vec::new() } else { before };
        prop_assert_eq!(app.engine.sandbox().scene().objects, begun);
    }
}
