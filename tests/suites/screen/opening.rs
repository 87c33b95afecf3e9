//! How a scene opens: the object, the view, the method, the layers and the part of
//! the plane that its file names; and that none of it is part of the world.

use hitscan::app::{App, Overlay, Tab};
use hitscan_core::command::Page;
use hitscan_core::methods::Method;
use hitscan_core::scene::{Scene, Source, builtin};
use hitscan_core::world::Name;
use hitscan_geom::Point;
use hitscan_geom::milli;

use crate::keyboard::{self, press, type_line};

const OPENING: &str = "select = \"C\"\npanel = \"why\"\nmethod = \"edge-relations\"\n\
    overlays = [\"bounds\", \"normals\"]\nview = [-100, 50.5, 4]\n";
const OBJECTS: &str = "[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [4, 4]\n\
    [[box]]\nname = \"B\"\nat = [2, 2]\nsize = [4, 4]\n\
    [[box]]\nname = \"C\"\nat = [-100, 49]\nsize = [4, 4]\n";

fn scene() -> Scene {
    Scene::parse(&format!("{OPENING}{OBJECTS}")).expect("a scene")
}

fn opened() -> App {
    keyboard::app(scene(), Source::New)
}

fn selected(app: &App) -> &str {
    app.sandbox().selection().expect("something is selected").1.name.as_str()
}

#[test]
fn it_opens_as_its_file_says() {
    let app = opened();
    assert_eq!(selected(&app), "C");
    assert_eq!(app.screen().panel.tab, Tab::Why);
    assert_eq!(app.engine().focus().page, Page::Method(Method::EDGE_RELATIONS));
    let (view, middle) = (app.screen().viewport, Point::new(milli!(-100_000), milli!(50_500)));
    assert_eq!(view.zoom(), 2);
    let cell = view.cell_of(middle);
    let is_middle = |at: i64, size: u16| (2 * at + 1 - i64::from(size)).abs() <= 1;
    assert!(is_middle(cell.col, view.cols()) && is_middle(cell.row, view.rows()), "{cell:?}");
    assert!(app.model().shows(Overlay::Bounds) && app.model().shows(Overlay::Grid));
    assert!(app.screen().message.is_none());
}

#[test]
fn its_layers_go_with_it_and_can_be_switched_off() {
    let mut app = opened();
    press(&mut app, "y b");
    assert!(!app.model().shows(Overlay::Bounds) && app.model().shows(Overlay::Normals));
    app.open(builtin("touch").expect("it is built in"), Source::New).expect("a world");
    assert!(!app.model().shows(Overlay::Normals), "those of the scene before");
    assert_eq!(app.screen().panel.tab, Tab::Log);
    app.open(scene(), Source::New).expect("a world");
    assert!(app.model().shows(Overlay::Bounds));
}

/// A view that a person has not changed is shown again at every size.
#[test]
fn its_view_stays_in_the_middle_until_it_is_changed() {
    let mut app = opened();
    let before = app.screen().viewport;
    app.resize(120, 40);
    app.resize(80, 24);
    assert_eq!(app.screen().viewport, before);
    press(&mut app, "z z");
    let whole = app.screen().viewport;
    app.resize(120, 40);
    app.resize(80, 24);
    assert_eq!(app.screen().viewport, whole, "all of it, as was asked for");
}

#[test]
fn it_is_no_change_of_the_scene_and_is_written_back() {
    let mut app = opened();
    assert!(!app.engine().is_unsaved());
    press(&mut app, "y b z z 1");
    type_line(&mut app, "rename C D");
    let saved = app.engine().scene_to_save();
    assert_eq!(saved.opening.select, Name::new("D").ok());
    assert_eq!(
        saved.to_toml().split("\n\n").next(),
        Some(OPENING.replace("\"C\"", "\"D\"").trim_end())
    );
    type_line(&mut app, "remove D");
    assert_eq!(app.engine().scene_to_save().opening.select, None);
    press(&mut app, "u");
    assert_eq!(app.engine().scene_to_save(), saved);
}
