//! Sensors that pause.

use hitscan::app::{App, Message};
use hitscan_core::scene::{Scene, Source};

use crate::keyboard::{app, press};

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

fn assert_paused_in_the_goal(app: &App, when: &str) {
    let engine = app.engine();
    let said = app.screen().message.as_ref();
    assert_eq!(engine.world().frame(), 3, "{when}");
    assert!(!engine.is_playing(), "{when}");
    assert!(matches!(said, Some(Message::Note(said)) if said == "Goal"), "{when}: {said:?}");
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
