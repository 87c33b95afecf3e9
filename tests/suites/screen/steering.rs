//! Boxes that arrows steer, while time plays or stands.

use hitscan::app::App;
use hitscan_geom::Milli;

use crate::keyboard::{built_in, fault, press};

/// The bottom of the selected object.
fn bottom(app: &App) -> Milli {
    app.sandbox().selection().expect("one is selected").1.shape.bounds().1.y
}

#[test]
fn a_box_that_only_jumps_is_steered() {
    let mut app = built_in("landing-gravity");
    let ticks = |app: &mut App, count| (0..count).for_each(|_| app.tick());
    let floor = Milli::from_units(28);
    press(&mut app, "Space");
    assert_eq!(app.screen().message, None, "gravity moves it");
    ticks(&mut app, 12);
    assert_eq!(bottom(&app), floor);
    press(&mut app, "Up");
    ticks(&mut app, 3);
    assert!(bottom(&app) < floor, "{}", bottom(&app));
}

#[test]
fn a_box_that_is_pushed_out_keeps_its_speed_until_it_goes_through_and_a_sliding_one_lies_still() {
    let mut app = built_in("landing-gravity");
    let floor = Milli::from_units(28);
    press(&mut app, "Space");
    (0..9).for_each(|_| app.tick());
    let landed = app.sandbox().log().len();
    (0..14).for_each(|_| app.tick());
    assert_eq!((bottom(&app), app.sandbox().log().len()), (floor, landed), "silent");
    (0..2).for_each(|_| app.tick());
    assert!(bottom(&app) > floor, "{}", bottom(&app));

    press(&mut app, "Space g b l Space");
    (0..100).for_each(|_| app.tick());
    assert_eq!(bottom(&app), floor);
}

#[test]
fn an_arrow_that_is_refused_does_not_stop_the_clock() {
    for (scene, key, says) in [
        ("platform", "Up", "hero is in the air"),
        (
            "breakout",
            "Up",
            "paddle is not steered along y; \"set paddle.steer 2 0\" gives it speeds",
        ),
    ] {
        let mut app = built_in(scene);
        press(&mut app, "Space");
        if scene == "platform" {
            (0..3).for_each(|_| app.tick());
            press(&mut app, key);
            app.tick();
        }
        let frame = app.engine().world().frame();
        press(&mut app, key);
        assert_eq!(fault(&app), says);
        (0..3).for_each(|_| app.tick());
        assert_eq!(app.engine().world().frame(), frame + 3, "{scene}");
        assert!(app.engine().is_playing(), "{scene}");
    }
}
