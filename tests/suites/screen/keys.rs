//! Any keys.

use crossterm::event::{KeyCode, KeyModifiers};
use hitscan::tested::app::KeyPress;
use proptest::prelude::*;

use crate::keyboard::{empty, keys_of, press, pressed, start};

/// A shape under another one is invisible; if there is no free place, it stays there.
#[test]
fn a_new_shape_is_placed_beside_existing_ones() {
    let mut app = pressed(empty(), "a b a b a l a p");
    let meeting = app.engine.sandbox().world().meeting_pairs().count();
    assert_eq!((app.engine.sandbox().world().len(), meeting), (4, 0));
    for _ in 0..40 {
        press(&mut app, "a b");
    }
    assert_eq!(app.engine.sandbox().world().len(), 44);
}

fn any_key() -> impl Strategy<Value = KeyPress> {
    let plain = "hjklHJKLftvempsxdu,.gGrnNwiazybo1234+-=:?/W \u{ff51}éP~[";
    let plain: Vec<char> = plain.chars().collect();
    let named = "Left Right Up Down Enter Esc Tab Shift-Tab Backspace PgUp PgDn Home End F1 Delete";
    let control = prop::sample::select(vec!['c', 'r', 'l', 'z', 'u', 'w', 'a', 'k']);
    prop_oneof![
        4 => prop::sample::select(plain).prop_map(|c| KeyPress::plain(KeyCode::Char(c))),
        3 => prop::sample::select(keys_of(named)),
        1 => control.prop_map(|c| KeyPress {
            code: KeyCode::Char(c),
            modifiers: KeyModifiers::CONTROL,
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Any keys, with resizes in between: nothing panics, and history stays consistent.
    #[test]
    fn any_keys_leave_a_sound_app(
        keys in prop::collection::vec(any_key(), 0..120),
        sizes in prop::collection::vec((1u16..200, 1u16..80), 0..4),
    ) {
        let mut app = start();
        for (index, &key) in keys.iter().enumerate() {
            if index % 30 == 29 && let Some(&(cols, rows)) = sizes.get(index / 30) {
                app.resize(cols, rows);
            }
            app.press(key);
            let sandbox = app.engine.sandbox();
            prop_assert!(sandbox.history().position() <= sandbox.history().len());
            prop_assert!(sandbox.log_len_now() <= sandbox.log().len());
            if app.engine.world_in_focus().is_empty() {
                prop_assert!(app.engine.pair_in_focus().is_none());
            }
            for hint in app.model().hints() {
                prop_assert!(!hint.keys.is_empty());
            }
        }
    }
}
