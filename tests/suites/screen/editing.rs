//! Editing by keys: the form of the Object view, vertices, names, static objects and
//! the grid. Each test is keys, and what is true after them.

use hitscan::app::{App, EditMode, FormRow, Message, Pane, Prompt, Snap, Tab};
use hitscan_core::command::Command;
use hitscan_geom::Origin;

use crate::keyboard::{empty, fault, place, press, start, type_line};

pub(crate) fn after(lines: &[&str]) -> App {
    let mut app = empty();
    for line in lines {
        press(&mut app, ":");
        app.paste(line);
        press(&mut app, "Enter");
        assert!(app.input().prompt.as_ref().is_none(), "{line}: {:?}", app.input().prompt.as_ref());
    }
    app
}

fn values(app: &App) -> Vec<String> {
    app.model().form_rows().into_iter().map(|row| app.model().form_value(row)).collect()
}

fn said_in_form(app: &App) -> String {
    let editor = app.input().editor.as_ref().expect("something is typed");
    editor.fault().expect("it was refused").message.clone()
}

#[test]
fn a_value_is_typed_over_where_it_stands_and_is_a_command() {
    for (keys, place_after, command) in [
        ("i 3 Enter", "B 3,10..11,18", "set B.x 3"),
        ("i Tab - 2 . 5 Tab", "B 11,-2.5..19,5.5", "set B.y -2.5"),
        ("i Down Down 1 2 Enter", "B 11,10..23,18", "set B.width 12"),
        ("i Down Down Down Down 9 Enter", "B 9,10..19,18", "set B.left 9"),
        ("i Enter Backspace 2 Enter", "B 12,10..20,18", "set B.x 12"),
        ("4 Enter 3 Enter", "B 3,10..11,18", "set B.x 3"),
        ("i Shift-Tab Shift-Tab Enter a b Enter", "Bab 11,10..19,18", "rename B Bab"),
        ("i End Enter", "B 11,10..19,18", "body B static"),
    ] {
        let mut app = start();
        press(&mut app, keys);
        assert_eq!(
            (place(&app).as_str(), app.screen().last_command.as_deref()),
            (place_after, Some(command)),
            "{keys}"
        );
        press(&mut app, "u");
        assert_eq!(place(&app), "B 11,10..19,18", "{keys}, undone");
    }
}

/// The same box, typed three ways, is the same box.
#[test]
fn a_box_is_read_and_typed_by_each_of_its_origins() {
    for (turn, typed, origin) in [
        ("", "6 0 Tab 1 0 Tab 8 0 Tab 4 0 Enter", Origin::TopLeft),
        ("o", "1 0 0 Tab 3 0 Tab 8 0 Tab 4 0 Enter", Origin::Center),
        ("o o", "1 0 0 Tab 5 0 Tab 8 0 Tab 4 0 Enter", Origin::BottomCenter),
    ] {
        let mut app = start();
        press(&mut app, &format!("i {turn} {typed}"));
        assert_eq!(app.screen().panel.form.origin, origin);
        assert_eq!(place(&app), "B 60,10..140,50", "{origin:?}");
    }
    let mut app = start();
    press(&mut app, "i");
    assert_eq!(values(&app)[1..6], ["top-left", "11", "10", "8", "8"]);
    press(&mut app, "o");
    assert_eq!(values(&app)[1..6], ["center", "15", "14", "8", "8"]);
    press(&mut app, "Up Left Left");
    assert_eq!(values(&app)[1..6], ["bottom-center", "15", "18", "8", "8"]);
    press(&mut app, "Esc Right");
    assert_eq!(values(&app)[1..6], ["bottom-center", "16", "18", "8", "8"], "live");
}

#[test]
fn a_fourth_decimal_offers_the_rounded_value_while_it_is_typed() {
    let mut app = start();
    press(&mut app, "i 1 0 3 . 4 5 6");
    assert!(app.input().editor.as_ref().expect("typing").fault().is_none());
    press(&mut app, "7");
    assert!(said_in_form(&app).starts_with("103.4567: at most three decimals"));
    press(&mut app, "Enter");
    assert_eq!(place(&app), "B 11,10..19,18", "never rounded unasked");
    press(&mut app, "Tab Enter");
    assert_eq!(place(&app), "B 103.457,10..111.457,18");
}

#[test]
fn what_cannot_be_taken_stays_open_and_says_what_would_be_right() {
    for (keys, said) in [
        ("i - Enter", "-: VALUE is a number such as 12, -0.5 or 1/4"),
        ("i Enter Ctrl-U Enter", "VALUE is missing"),
        ("i Tab Tab 0 Enter", "the width is 0; it must be above 0"),
        ("i Tab Tab Tab Tab 2 0 Enter", "left 20: right is 19, and left must be less than that"),
        ("i Home Enter Ctrl-U A Enter", "there is an object A already; take another name"),
        ("i 1 7 0 0 0 Enter", "17000: VALUE lies within -16000 and 16000"),
    ] {
        let mut app = start();
        press(&mut app, keys);
        assert_eq!(said_in_form(&app), said, "{keys}");
        let chosen = app.model().chosen_row();
        press(&mut app, "Tab");
        assert_eq!(
            (said_in_form(&app).as_str(), app.model().chosen_row()),
            (said, chosen),
            "{keys}"
        );
        press(&mut app, "Esc");
        assert!(app.input().editor.as_ref().is_none() && app.screen().pane == Pane::Form);
        press(&mut app, "Esc");
        assert_eq!((app.screen().pane, place(&app).as_str()), (Pane::Arena, "B 11,10..19,18"));
    }
    let mut app = start();
    press(&mut app, "Shift-Tab i PgDn PgDn PgDn Up Up 1 Enter");
    assert!(said_in_form(&app).starts_with("A is static and has no velocity"));
    press(&mut app, "Ctrl-C");
    assert!(app.input().editor.as_ref().is_none(), "Ctrl-C closes what is open first");
}

#[test]
fn with_y_up_values_are_read_and_typed_y_up() {
    let mut app = after(&["axes y-up", "box A 10 30 4 8"]);
    press(&mut app, "i o o");
    assert_eq!(values(&app)[2..10], ["12", "22", "4", "8", "10", "30", "14", "22"]);
    press(&mut app, "Tab 2 0 Enter");
    assert_eq!(values(&app)[2..10], ["12", "20", "4", "8", "10", "28", "14", "20"]);
    press(&mut app, "Tab Tab Tab Tab 1 0 Enter");
    assert_eq!(said_in_form(&app), "top 10: bottom is 20, and top must be greater than that");
}

#[test]
fn keys_that_type_nothing_do_in_the_form_what_they_do_elsewhere() {
    let mut app = start();
    press(&mut app, "i 3 Enter u");
    assert_eq!((place(&app).as_str(), app.screen().pane), ("B 11,10..19,18", Pane::Form));
    press(&mut app, "w");
    assert_eq!((app.screen().panel.tab, app.screen().pane), (Tab::Why, Pane::Panel));
    press(&mut app, "4");
    assert_eq!((app.screen().panel.tab, app.screen().pane), (Tab::Object, Pane::Form));
    press(&mut app, ":");
    assert!(matches!(app.input().prompt.as_ref(), Some(Prompt::Command(_))));
}

#[test]
fn the_form_of_a_laser_has_no_origin_and_that_of_a_polygon_all_vertices() {
    let mut app = start();
    press(&mut app, "Tab i o");
    assert!(fault(&app).starts_with("only boxes have an origin"));
    assert!(!app.model().form_rows().contains(&FormRow::Origin));
    press(&mut app, "Tab Tab 4 4 Enter");
    assert_eq!(place(&app), "L 6,26..44,34");
    let mut app = after(&["polygon P 0 0 4 0 4 4 0 4 -2 2"]);
    press(&mut app, "i");
    assert_eq!(app.model().form_rows().len(), 1 + 10 + 2 + 1);
    press(&mut app, "End Up Up Up 3 Enter");
    assert_eq!(app.screen().last_command.as_deref(), Some("set P.y5 3"));
}

#[test]
fn vertices_come_and_go_where_they_are_gripped() {
    let mut app = after(&["polygon P 0 0 8 0 8 8"]);
    press(&mut app, "X");
    assert_eq!(fault(&app), "no vertex is selected; e selects one");
    press(&mut app, "e a v");
    assert_eq!(app.input().edit_mode, EditMode::End(1));
    assert_eq!(app.screen().last_command.as_deref(), Some("vertex insert 1 4 0"));
    press(&mut app, "Up");
    assert_eq!(place(&app), "P 0,-2..8,8");
    press(&mut app, "X");
    assert_eq!((place(&app).as_str(), app.input().edit_mode), ("P 0,0..8,8", EditMode::End(1)));
    press(&mut app, "X");
    assert_eq!(fault(&app), "2 vertices; a polygon has at least 3");
    press(&mut app, "e a v");
    assert_eq!(
        (app.screen().last_command.as_deref(), app.input().edit_mode),
        (Some("vertex insert 3 4 4"), EditMode::End(3))
    );
    press(&mut app, "u");
    assert_eq!(
        app.input().edit_mode,
        EditMode::End(2),
        "the vertex has gone, and the grip with it"
    );
    press(&mut app, "Esc u u u u");
    let mut app = start();
    press(&mut app, "e a v");
    assert!(fault(&app).starts_with("only polygons have vertices"));
}

#[test]
fn faults_of_polygons_count_vertices_as_commands_do() {
    let mut app = after(&["polygon P 0 0 8 0 8 8"]);
    press(&mut app, ":");
    app.paste("vertex insert P 1 0 0");
    press(&mut app, "Enter");
    let Some(Prompt::Command(line)) = app.input().prompt.as_ref() else {
        panic!("the line is open")
    };
    let said = &line.fault().expect("a fault").message;
    assert!(said.starts_with("vertices 1 and 2 are the same point"), "{said}");
}

#[test]
fn keys_rename_an_object_and_make_it_static_or_dynamic() {
    let mut app = start();
    press(&mut app, "c n");
    let Some(Prompt::Command(line)) = app.input().prompt.as_ref() else { panic!("a line is open") };
    assert_eq!(line.text(), "rename B ");
    app.paste("ball");
    press(&mut app, "Enter c f");
    assert_eq!(
        (app.screen().last_command.as_deref(), place(&app).as_str()),
        (Some("body ball static"), "ball 11,10..19,18")
    );
    press(&mut app, "c f v Right");
    assert_eq!(app.screen().last_command.as_deref(), Some("velocity ball 1 0"));
}

#[test]
fn the_form_of_a_box_changes_its_body_and_the_attributes_it_has() {
    let mut app = after(&["box A 1 2 3 4", "set A.response stop"]);
    assert!(values(&app).ends_with(&["dynamic".to_owned(), "stop".to_owned()]));
    press(&mut app, "i End Up Right");
    assert_eq!(app.screen().last_command.as_deref(), Some("body A static"));
    for (typed, last) in [("bounce", "bounce"), ("none", "static")] {
        press(&mut app, "End Enter Ctrl-U");
        app.paste(typed);
        press(&mut app, "Enter");
        assert_eq!(values(&app).last().map(String::as_str), Some(last), "{typed}");
    }
}

#[test]
fn what_is_moved_lands_on_the_grid_while_that_is_asked_for() {
    for (keys, place_after) in [
        ("L K c s Right", "B 12,9.8..20,17.8"),
        ("L K c s Up", "B 11.1,8..19.1,16"),
        ("L K c s Down Down", "B 11.1,12..19.1,20"),
        ("L K c s Left Left", "B 10,9.8..18,17.8"),
        ("L K c s f Left Up", "B 11,9.6..19,17.6"),
        ("L K c s c s Right", "B 12.1,9.8..20.1,17.8"),
        ("L K c s e Right", "B 12,9.8..19.1,17.8"),
    ] {
        let mut app = start();
        press(&mut app, keys);
        assert_eq!(place(&app), place_after, "{keys}");
    }
    let mut app = after(&["box A 1 1 4 4", "nudge 2.5"]);
    press(&mut app, "c s Right Down");
    assert_eq!((place(&app).as_str(), app.input().snap), ("A 2.5,2.5..6.5,6.5", Snap::On));
}

#[test]
fn a_new_shape_can_be_seen_at_every_zoom() {
    for zoom in ["- - -", "", "+ + + +"] {
        for kind in ["a b", "a l", "a p"] {
            let mut app = after(&[]);
            press(&mut app, &format!("{zoom} {kind}"));
            let (_, object) = app.sandbox().selection().expect("it was added");
            let (min, max) = object.shape.bounds();
            let (from, to) =
                (app.screen().viewport.cell_of(min), app.screen().viewport.cell_of(max));
            let cols = to.col - from.col;
            assert!(
                (4..=32).contains(&cols) && from.col >= 0 && to.col < 43,
                "{zoom} {kind}: {cols}"
            );
            assert!(from.row >= 0 && to.row < 20, "{zoom} {kind}");
        }
    }
}

/// Half as large where there is no room for a whole one, and at last offset.
#[test]
fn no_new_shape_lies_exactly_over_another_even_on_the_least_screen() {
    for keys in ["a b", "a p", "a l", "d"] {
        let mut app = after(&[]);
        app.resize(60, 16);
        press(&mut app, "a b");
        for _ in 0..12 {
            press(&mut app, keys);
        }
        let bounds: Vec<_> =
            app.sandbox().world().objects().map(|(_, object)| object.shape.bounds()).collect();
        let [first, second] = [bounds[0], bounds[1]];
        let [apart_x, apart_y] =
            [first.1.x < second.0.x || second.1.x < first.0.x, first.1.y < second.0.y];
        assert!(keys == "d" || apart_x || apart_y, "{keys}: {first:?} {second:?}");
        for (at, one) in bounds.iter().enumerate() {
            assert!(!bounds[..at].contains(one), "{keys}: {one:?} twice in {bounds:?}");
        }
    }
}

/// What lies on its original is not seen.
#[test]
fn a_copy_by_its_key_lies_beside_what_is_there() {
    let mut app = after(&["box A 10 8 8 8", "velocity A 1 0.5"]);
    press(&mut app, "d");
    let objects: Vec<_> = app.sandbox().world().objects().map(|(_, object)| object).collect();
    let [[a_min, a_max], [b_min, b_max]] = [objects[0], objects[1]].map(|object| {
        let (min, max) = object.shape.bounds();
        [min, max]
    });
    assert!(a_max.x < b_min.x || b_max.x < a_min.x || a_max.y < b_min.y || b_max.y < a_min.y);
    assert_eq!(objects[0].velocity, objects[1].velocity);
    assert_eq!(
        app.screen().last_command.as_deref(),
        Some("duplicate A B 12 0"),
        "it can be replayed"
    );
    press(&mut app, "u");
    assert_eq!(app.sandbox().world().len(), 1, "one step back");
    // The command without the way off puts it where the original is.
    let app = after(&["box A 10 8 8 8", "duplicate A B"]);
    assert_eq!(place(&app), "B 10,8..18,16");
    let app = after(&["box A 10 8 8 8", "axes y-up", "duplicate A B 3 -1.5"]);
    assert_eq!(place(&app), "B 13,9.5..21,17.5");
    // Without room on the screen it is still offset from the original.
    let mut app = after(&["box A -500 -500 1000 1000"]);
    press(&mut app, "z 1 d");
    assert_ne!(place(&app), "B -500,-500..500,500");
}

#[test]
fn commands_of_editing_read_as_they_are_written() {
    for line in [
        "vertex insert P 2 1.5 -3",
        "vertex remove 3",
        "duplicate A B",
        "duplicate A B 2 -0.5",
        "set A.center.x 1.5",
        "set A.bottom-center.height 20000",
    ] {
        for axes in hitscan_core::world::Axes::ALL {
            let command = Command::parse(line, axes).expect(line).expect("a command");
            assert_eq!(command.written(axes).to_string(), line);
        }
    }
}

/// A fraction is read wherever a number is; one that is no whole number of
/// thousandths says which two are nearest.
#[test]
fn fractions_are_read_wherever_a_number_is() {
    for (line, reads) in [
        ("box A 1/FRACTION 0 4 4", "laser M 1/4 0 9 3/8"),
        ("laser L 0 0 1/FRACTION 4", "polygon P 0 0 1/2 0 4 4"),
        ("polygon P 0 0 1/FRACTION 0 4 4", "box C 1/2 1/4 1/8 3/4"),
        ("set B.x 1/FRACTION", "set B.x 1/4"),
        ("set B.vx 1/FRACTION", "set B.vx -1/4"),
        ("move 1/FRACTION 0", "move 1/4 -1/8"),
        ("velocity 1/FRACTION 0", "velocity 1/4 0"),
        ("turn L 1/FRACTION", "turn L 45/2"),
        ("length L 1/FRACTION", "length L 1/2"),
        ("nudge 1/FRACTION", "nudge 1/8"),
        ("end B 1 1/FRACTION 0", "end B 1 1/4 0"),
        ("duplicate B D 1/FRACTION 0", "duplicate B D 1/2 0"),
        ("assert B.x 1/FRACTION", "assert B.x 22/2"),
    ] {
        let mut app = start();
        type_line(&mut app, reads);
        assert_eq!(line_fault(&app), None, "{reads}");
        assert!(!matches!(app.screen().message, Some(Message::Fault(_))), "{reads}");
        let mut app = start();
        type_line(&mut app, &line.replace("FRACTION", "3"));
        let why = "1/3: not a whole number of thousandths; the nearest are 0.333 and 0.334";
        assert_eq!(line_fault(&app).as_deref(), Some(why), "{line}");
    }
    // In the form.
    let mut app = start();
    press(&mut app, "i 4 5 / 4 Enter");
    assert!(place(&app).starts_with("B 11.25,"), "{}", place(&app));
    press(&mut app, "i 1 / 3 Enter");
    let fault = app.input().editor.as_ref().and_then(|editor| editor.fault());
    let said = fault.map(ToString::to_string).unwrap_or_default();
    assert!(said.contains("the nearest are 0.333 and 0.334"), "{said}");
}

fn line_fault(app: &App) -> Option<String> {
    match &app.input().prompt {
        Some(Prompt::Command(line)) => line.fault().map(ToString::to_string),
        _ => None,
    }
}
