//! Sensors that pause.

use hitscan::app::{App, Message};
use hitscan_core::scene::{Scene, Source};

use crate::keyboard::{app, press, type_line};

/// A ball that comes into the goal in frame 3.
fn goal() -> App {
    let scene = Scene::parse(
        r#"
        [[box]]
        name = "ball"
        at = [0, 0]
        size = [2, 2]
        velocity = [1, 0]
        [[box]]
        name = "goal"
        at = [4, 0]
        size = [4, 4]
        sensor = true
        on_enter = "pause"
        message = "Goal"
        "#,
    );
    app(scene.expect("a scene"), Source::New)
}

fn says_goal(app: &App) -> bool {
    matches!(app.screen().message.as_ref(), Some(Message::Note(said)) if said == "Goal")
}

fn assert_paused_in_the_goal(app: &App, when: &str) {
    let engine = app.engine();
    assert_eq!(engine.world().frame(), 3, "{when}");
    assert!(!engine.is_playing(), "{when}");
    assert!(says_goal(app), "{when}: {:?}", app.screen().message);
}

#[test]
fn a_sensor_pauses_in_a_new_frame_and_in_one_made_again() {
    let mut app = goal();
    for when in ["first", "again"] {
        press(&mut app, "Space");
        (0..10).for_each(|_| app.tick());
        assert_paused_in_the_goal(&app, when);
        press(&mut app, ", , ,");
    }
    press(&mut app, ". . .");
    assert_paused_in_the_goal(&app, "by frames");
    assert_eq!(app.sandbox().history().len(), 3, "nothing was dropped");
    press(&mut app, "Space");
    app.tick();
    assert!(app.engine().is_playing(), "it goes on from there");
}

#[test]
fn a_sensor_says_its_message_after_any_command_that_moves_a_box_into_it() {
    let mut app = goal();
    type_line(&mut app, "step 3");
    assert_paused_in_the_goal(&app, "by a command");
    press(&mut app, ",");
    assert_eq!(app.screen().message, None, "going back");
    press(&mut app, "G");
    assert_paused_in_the_goal(&app, "at the end again");
    press(&mut app, "g");
    type_line(&mut app, "move ball 3 0");
    assert_eq!(app.engine().world().frame(), 1);
    assert!(says_goal(&app), "by hand");
}

#[test]
fn a_sensor_pauses_where_a_change_of_course_is_made_again_before_its_frame() {
    let mut app = goal();
    press(&mut app, ". .");
    type_line(&mut app, "velocity ball 1 0.5");
    press(&mut app, ".");
    assert_paused_in_the_goal(&app, "first");
    press(&mut app, ", , , Space");
    (0..10).for_each(|_| app.tick());
    assert_paused_in_the_goal(&app, "again");
}

#[test]
fn a_step_that_passes_a_sensor_goes_on() {
    let mut app = goal();
    type_line(&mut app, "step 5");
    assert_eq!(app.engine().world().frame(), 5);
    assert!(says_goal(&app));
}
