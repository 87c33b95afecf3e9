//! The way through the wrong cells of a map.

use super::{app_of, entered, pressed};
use crate::app::App;
use hitscan_core::engine::map::Class;

/// Each press goes to the next group; once through all of them it begins again.
#[test]
fn the_next_wrong_cells_come_round_by_one_command_each() {
    let app = entered(app_of("off-45", (80, 24), "v"), "method predict-corner");
    let mut app = pressed(app, "M 6");
    let mut been = Vec::new();
    for _ in 0..12 {
        let before = app.engine().journal().text().lines().count();
        app = pressed(app, "!");
        assert_eq!(app.engine().journal().text().lines().count(), before + 1);
        let map = app.model().map().and_then(|view| view.map()).expect("a map");
        let here = map.answer(map.present()).expect("it is there");
        assert!(matches!(here.class, Some(Class::Wrong(_))), "{here:?}");
        been.push(map.present());
    }
    let first = been[0];
    let again = been.iter().skip(1).position(|place| *place == first).expect("it comes round") + 1;
    assert!(again > 1 && been[..12 - again] == been[again..], "{been:?}");
    let back = pressed(app.clone(), "! ;");
    let place = |app: &App| app.model().map().and_then(|view| view.map()).expect("a map").present();
    assert_eq!(place(&back), place(&app), "there and back");
}
