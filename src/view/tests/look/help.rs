//! The designed screens of help, of the legend, of the picker and of many boxes.

use super::{SIZE, differences, touching};
use crate::app::{App, GlyphSet};
use crate::view::tests::{app_of, entered};
use hitscan_core::scene::{Scene, Source};

#[test]
fn help_the_legend_and_the_picker_are_drawn_as_designed() {
    let screens = [
        (designed!("help"), app_of("start", SIZE, "? 2")),
        (designed!("help-words"), app_of("start", SIZE, "? 4")),
        (designed!("signs"), entered(app_of("start", SIZE, &touching("5")), "move 4 0")),
        (designed!("gallery"), app_of("entry", SIZE, "o")),
    ];
    let found: Vec<_> =
        screens.iter().flat_map(|(designed, app)| differences(app, *designed)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Two hundred boxes, of which one goes into the next.
fn crowd(size: (u16, u16)) -> App {
    let scene = Scene::parse(include_str!("../../../../tests/fixtures/look/crowd.toml"));
    let source = Source::File("crowd".into());
    let app = App::new(scene.expect("a scene"), source, size, GlyphSet::Lines).expect("a world");
    ["title two hundred boxes", "select n87", "step", "move 10 0"].into_iter().fold(app, entered)
}

#[test]
fn many_boxes_are_drawn_as_designed() {
    let screens = [(designed!("many"), crowd(SIZE)), (designed!("many-120x36"), crowd((120, 36)))];
    let found: Vec<_> =
        screens.iter().flat_map(|(designed, app)| differences(app, *designed)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
