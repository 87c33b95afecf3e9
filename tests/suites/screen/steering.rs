//! Boxes that arrows steer, while time plays or stands.

use crate::keyboard::{built_in, fault, press};

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
