//! What keys do: a scene, keys, and the state of the app after them.

use crossterm::event::{KeyCode, KeyModifiers};
use hitscan::app::{App, EditMode, KeyPress, Leaving, Message, Pane, Prompt, Tab};
use hitscan_core::command::Command;
use hitscan_core::scene::Source;
use proptest::prelude::*;

use crate::keyboard::{empty, fault, place, press, quit, save, saved, start, type_line, type_on};

#[test]
fn the_arrows_move_the_first_object_that_can_move() {
    for (keys, place_after) in [
        ("", "B 11,10..19,18"),
        ("Right Right Up", "B 13,8..21,16"),
        ("l j", "B 12,12..20,20"),
        ("L J", "B 11.1,10.2..19.1,18.2"),
        ("f Left f Left", "B 9.9,10..17.9,18"),
        ("Shift-Left", "B 10.9,10..18.9,18"),
        ("Right Right u", "B 12,10..20,18"),
        ("Right Right u u r", "B 12,10..20,18"),
        ("Right Right g G", "B 13,10..21,18"),
    ] {
        let mut app = start();
        press(&mut app, keys);
        assert_eq!(place(&app), place_after, "{keys}");
    }
}

#[test]
fn each_edit_mode_acts_on_its_own_part() {
    for (keys, place_after) in [
        ("e Right Down", "B 12,12..19,18"),
        ("e e Right Up", "B 11,8..20,18"),
        ("Tab e Right", "L 6,26..41,34"),
        ("Tab e e Right", "L 7,26..40,34"),
        ("Tab t Right Right Right Right Right Right", "L 19,13..27,47"),
        ("v Right Right Down .", "B 13,11..21,19"),
        ("v Right Esc Right", "B 12,10..20,18"),
    ] {
        let mut app = start();
        press(&mut app, keys);
        assert_eq!(place(&app), place_after, "{keys}");
    }
}

#[test]
fn a_grip_that_does_not_apply_is_refused_with_a_reason() {
    let mut app = start();
    press(&mut app, "t");
    assert_eq!(
        (app.input().edit_mode, fault(&app)),
        (EditMode::Move, "boxes do not turn; e selects a corner")
    );
    press(&mut app, "Shift-Tab v");
    assert_eq!(app.input().edit_mode, EditMode::Move);
    assert!(fault(&app).starts_with("A is static and has no velocity"), "{}", fault(&app));
}

#[test]
fn selecting_cycles_and_ends_the_edit_mode() {
    let mut app = start();
    press(&mut app, "v Tab");
    assert_eq!((place(&app).as_str(), app.input().edit_mode), ("L 6,26..40,34", EditMode::Move));
    press(&mut app, "Tab");
    assert!(place(&app).starts_with("A "));
    press(&mut app, "Shift-Tab Shift-Tab");
    assert!(place(&app).starts_with("B "));
}

#[test]
fn adding_and_removing_selects_the_next_object_to_work_on() {
    let mut app = empty();
    press(&mut app, "a b");
    assert_eq!(place(&app), "A 17,16..25,24");
    press(&mut app, "a l a b d");
    let names: Vec<_> =
        app.sandbox().world().objects().map(|(_, object)| object.name.to_string()).collect();
    assert_eq!(names, ["A", "L", "B", "C"]);
    press(&mut app, "x x");
    assert!(place(&app).starts_with("L "));
    press(&mut app, "u");
    assert_eq!(app.sandbox().world().len(), 3);
}

/// What lies under another shape is not seen; where all is full it stays so.
#[test]
fn a_new_shape_lies_beside_what_is_there() {
    let mut app = empty();
    press(&mut app, "a b a b a l a p");
    let meeting = app.sandbox().world().meeting_pairs().count();
    assert_eq!((app.sandbox().world().len(), meeting), (4, 0));
    for _ in 0..40 {
        press(&mut app, "a b");
    }
    assert_eq!(app.sandbox().world().len(), 44);
}

#[test]
fn a_fault_in_the_line_leaves_it_open_and_tab_mends_it() {
    let mut app = empty();
    type_line(&mut app, "lazer L 14 7 21.5 9");
    let Some(Prompt::Command(line)) = app.input().prompt.as_ref() else {
        panic!("the line is open")
    };
    let fault = line.fault().expect("a fault");
    assert_eq!(fault.span, Some(0..5));
    press(&mut app, "Tab Enter");
    assert_eq!(place(&app), "L 14,7..21.5,9");
    assert!(app.input().prompt.as_ref().is_none());
    type_line(&mut app, "box player 103.4567 41.25 8 12");
    press(&mut app, "Tab Enter");
    assert_eq!(place(&app), "player 103.457,41.25..111.457,53.25");
}

#[test]
fn leaving_asks_only_when_there_is_something_to_lose() {
    let mut app = start();
    press(&mut app, "Right . Right v Right . Esc b b .");
    assert_eq!(press(&mut app, "q"), [quit()], "a built-in scene was only played with");
    press(&mut app, "a l");
    assert_eq!(press(&mut app, "q"), []);
    assert!(matches!(app.input().prompt.as_ref(), Some(Prompt::Leave(Leaving::Quit))));
    assert_eq!(press(&mut app, "n"), []);
    assert!(app.input().prompt.as_ref().is_none());
    assert_eq!(press(&mut app, "q y"), [quit()]);
    assert_eq!(press(&mut empty(), "q"), [quit()]);
}

#[test]
fn a_new_scene_is_saved_on_leaving_once_it_has_a_name() {
    let mut app = empty();
    press(&mut app, "a b");
    assert_eq!(press(&mut app, "q w"), []);
    for c in "my.toml".chars() {
        app.press(KeyPress::plain(KeyCode::Char(c)));
    }
    assert_eq!(press(&mut app, "Enter"), [save("my.toml")]);
    assert_eq!(saved(&mut app, "my.toml"), [quit()]);
    assert!(!app.engine().is_unsaved());
}

#[test]
fn the_log_is_walked_and_goes_to_a_frame() {
    let mut app = start();
    press(&mut app, "Right Right Right Right Right Right Enter");
    assert_eq!(app.screen().pane, Pane::Panel);
    press(&mut app, "Up Enter");
    assert_eq!(app.sandbox().world().frame(), 5);
    assert_eq!(place(&app), "B 16,10..24,18");
    press(&mut app, "Esc");
    assert_eq!(app.screen().pane, Pane::Arena);
}

#[test]
fn methods_and_steps_are_paged_through_in_the_order_of_the_catalogue() {
    let mut app = start();
    let mut seen = Vec::new();
    press(&mut app, "w");
    for _ in 0..10 {
        seen.push(app.engine().focus().page.method().map_or("truth", |method| method.id()));
        press(&mut app, "n");
    }
    assert_eq!(
        seen,
        [
            "truth",
            "swept",
            "center-distance",
            "edge-relations",
            "edge-relations-table",
            "edges",
            "relative-velocity",
            "relative-velocity-printed",
            "predict-corner",
            "predict-corner-int"
        ]
    );
    assert_eq!((app.screen().panel.tab, app.engine().focus().page.method()), (Tab::Why, None));
}

#[test]
fn a_frame_forward_in_the_past_is_made_again_and_keeps_what_lies_ahead() {
    let mut app = start();
    press(&mut app, "v Right . . . , , .");
    let history = |app: &App| {
        let history = app.engine().sandbox().history();
        (history.position(), history.len(), history.world().frame())
    };
    // The velocity is the first change.
    assert_eq!((history(&app), app.screen().message.as_ref()), ((3, 4, 2), None));
    press(&mut app, ". .");
    assert_eq!(history(&app), (5, 5, 4), "past the end a new frame is made");
}

#[test]
fn a_frame_forward_passes_over_an_expectation_that_was_undone() {
    let mut app = start();
    press(&mut app, "v Right . Esc");
    app.execute(&Command::Expect(None)).expect("there is a pair");
    press(&mut app, ". u u");
    assert_eq!(app.engine().world().frame(), 1);
    press(&mut app, ".");
    assert_eq!((app.engine().world().frame(), app.sandbox().history().len()), (2, 3));
}

#[test]
fn a_frame_forward_says_what_it_drops() {
    let mut app = start();
    let note = |app: &App| match app.screen().message.as_ref() {
        Some(Message::Note(text)) => text.clone(),
        other => panic!("no note: {other:?}"),
    };
    press(&mut app, "v Right . Esc Down Down u u .");
    assert_eq!(note(&app), "dropped 2 changes ahead; r would have redone them");
    press(&mut app, ".");
    assert_eq!(app.screen().message.as_ref(), None);
    press(&mut app, "Down u .");
    assert_eq!(note(&app), "dropped 1 change ahead; r would have redone it");
}

#[test]
fn jumps_reach_later_lines_from_before_the_first() {
    let mut app = start();
    press(&mut app, "Right Right Right Right Right Right g )");
    let chosen = app.model().log().marked().map(|record| record.outcome.word());
    assert_eq!(chosen, Some("HIT"), "{:?}", app.screen().message.as_ref());
    press(&mut app, "Esc Esc g (");
    let Some(Message::Note(note)) = app.screen().message.as_ref() else { panic!("no note") };
    assert_eq!(note, "the log has no earlier HIT: ) shows a later one");
}

#[test]
fn playing_with_nothing_to_move_says_so_and_a_new_scene_is_paused() {
    let mut app = start();
    press(&mut app, "Space");
    let Some(Message::Note(note)) = app.screen().message.as_ref() else {
        panic!("{:?}", app.screen().message.as_ref())
    };
    assert_eq!(note, "nothing has a velocity: v gives one, Space pauses");
    type_line(&mut app, "new");
    assert_eq!(app.model().frames_per_second(), None);
    type_line(&mut app, "box A 0 0 1 1");
    type_line(&mut app, "gravity 0 1");
    press(&mut app, "Space");
    let said = app.screen().message.as_ref().map(|message| format!("{message:?}"));
    assert!(said.is_none_or(|said| !said.contains("velocity")), "gravity gives it one");
}

#[test]
fn a_new_scene_asks_only_when_there_is_something_to_lose() {
    let mut app = start();
    type_line(&mut app, "new");
    assert!(app.sandbox().world().is_empty() && app.input().prompt.as_ref().is_none());
    press(&mut app, "a b");
    type_line(&mut app, "new");
    assert!(matches!(app.input().prompt.as_ref(), Some(Prompt::Leave(Leaving::New))));
    assert_eq!(press(&mut app, "n"), []);
    assert_eq!(app.sandbox().world().len(), 1);

    type_line(&mut app, "new");
    press(&mut app, "w");
    assert_eq!(type_on(&mut app, "mine.toml"), [save("mine.toml")]);
    assert_eq!(saved(&mut app, "mine.toml"), []);
    assert_eq!((app.sandbox().world().len(), app.engine().source()), (0, &Source::New));

    press(&mut app, "a b");
    type_line(&mut app, "new");
    assert_eq!(press(&mut app, "y"), []);
    assert!(app.sandbox().world().is_empty());
}

#[test]
fn each_edit_mode_needs_an_object() {
    let mut app = empty();
    for key in ["v", "t", "e", "Right"] {
        press(&mut app, key);
        assert_eq!(fault(&app), "nothing is selected; a b adds a box", "{key}");
        press(&mut app, "Esc");
    }
}

#[test]
fn the_remains_of_torn_escape_sequences_move_nothing() {
    let mut app = start();
    press(&mut app, "Esc [ A Esc [ B Esc O D");
    assert_eq!(place(&app), "B 11,10..19,18");
    assert_eq!(app.sandbox().history().len(), 0);
}

#[test]
fn what_is_pasted_is_never_taken_for_keys() {
    let mut app = start();
    app.paste("xxq\n:quit\n");
    assert_eq!(app.sandbox().world().len(), 3);
    press(&mut app, ":");
    app.paste("select\nA\u{1b}[2J");
    let Some(Prompt::Command(line)) = app.input().prompt.as_ref() else {
        panic!("the line is open")
    };
    assert_eq!(line.text(), "select A [2J");
}

fn any_key() -> impl Strategy<Value = KeyPress> {
    let plain = "hjklHJKLftvempsxdu,.gGrnNwiazybo1234+-=:?/W \u{ff51}éP~[";
    let plain: Vec<char> = plain.chars().collect();
    let named = vec![
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Backspace,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::F(1),
        KeyCode::Delete,
    ];
    let control = prop::sample::select(vec!['c', 'r', 'l', 'z', 'u', 'w', 'a', 'k']);
    prop_oneof![
        4 => prop::sample::select(plain).prop_map(|c| KeyPress::plain(KeyCode::Char(c))),
        3 => prop::sample::select(named).prop_map(KeyPress::plain),
        1 => control.prop_map(|c| KeyPress {
            code: KeyCode::Char(c),
            modifiers: KeyModifiers::CONTROL,
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Any keys at all, with resizes between them: nothing panics, and history
    /// stays whole.
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
            let sandbox = app.sandbox();
            prop_assert!(sandbox.history().position() <= sandbox.history().len());
            prop_assert!(sandbox.log_len_now() <= sandbox.log().len());
            if sandbox.world().is_empty() {
                prop_assert!(app.engine().pair_in_focus().is_none());
            }
            for hint in app.model().hints() {
                prop_assert!(!hint.keys.is_empty());
            }
        }
    }
}

#[test]
fn the_beginning_is_frame_0_with_what_was_built_there_and_nothing_is_dropped_before_it() {
    let mut app = empty();
    let lines = ["box A 0 0 4 4", "box B 9 0 4 4", "velocity A 1 0", "step 3", "response bounce"];
    for line in lines {
        type_line(&mut app, line);
    }
    let whole = app.sandbox().history().len();
    let at = |app: &App| (app.engine().world().frame(), app.engine().world().len());
    press(&mut app, "g");
    assert_eq!(at(&app), (0, 2), "both boxes stand where they began");
    press(&mut app, ".");
    assert_eq!((at(&app), app.sandbox().history().len()), ((1, 2), whole), "made again");
    press(&mut app, "g g");
    assert_eq!(at(&app), (0, 0), "before anything was built");
    press(&mut app, ".");
    assert_eq!(fault(&app), "nothing is here yet; G goes back to what you built");
    press(&mut app, "G");
    assert_eq!((at(&app), app.sandbox().history().len()), ((3, 2), whole));
}
