//! The names of the functions in the articles: each is found in the list of scenes, by `help` and
//! in the heading of Why, ignoring case.

use assert_cmd::Command;
use hitscan::tested::app::{Message, PickerRow};
use hitscan_core::methods::{FunctionPair, Method};
use hitscan_core::scene::{Scene, builtin, gallery};
use hitscan_core::words::why::{Medium, PageSubject, page};
use hitscan_core::world::Name;

use crate::keyboard::{built_in, press, pressed};
use crate::program::HITSCAN;
use crate::sandboxes::sandbox_of;

/// Each function with the method that decides it and its arguments.
fn functions() -> Vec<(&'static str, Method, FunctionPair)> {
    let sources = Method::all().filter_map(|method| Some((method, method.source()?)));
    let each = sources.flat_map(|(method, source)| {
        source.functions.iter().map(move |&(name, pair)| (name, method, pair))
    });
    each.collect()
}

/// The output of `help` for it.
fn help((name, method, pair): (&str, Method, FunctionPair)) -> String {
    let title = method.source().expect("an article").title;
    format!("{name}: {} of {}, in {title}", method.id(), pair.words())
}

#[test]
fn the_names_are_those_of_the_articles() {
    let names: Vec<_> = functions().iter().map(|&(name, method, _)| (name, method.id())).collect();
    assert_eq!(
        names,
        [
            ("LineAndLine", "straddle"),
            ("IntersectLines2D", "proper"),
            ("Cross2D", "proper"),
            ("size_sum", "center-distance"),
            ("is_left_less_right", "edge-relations"),
            ("RectAndLine", "edges"),
            ("AnyAndLine", "edges"),
            ("AnyAndAny", "edges"),
            ("DynamicJudge", "relative-velocity"),
            ("Hit()", "predict-corner"),
        ]
    );
}

#[test]
fn each_name_is_found_in_the_list_of_scenes_by_help_and_in_why() {
    for (name, method, pair) in functions() {
        for typed in [name.to_owned(), name.to_lowercase(), name.to_uppercase()] {
            let mut app = pressed(built_in("start"), "o");
            app.input.paste(&typed, &app.engine, &mut app.screen);
            let picker = app.input.picker().expect("it is open");
            let found: Vec<_> = picker
                .rows(usize::MAX)
                .0
                .iter()
                .filter_map(|row| match row {
                    PickerRow::Entry(_, entry) => Some(entry.name()),
                    PickerRow::Heading(..) => None,
                })
                .collect();
            let about = |name: &str| builtin(name).expect(name).methods().contains(&method);
            for (scene, _) in gallery().iter().filter(|(scene, _)| about(scene)) {
                assert!(found.contains(scene), "{typed}: {scene} in {found:?}");
            }
            let mut app = pressed(built_in("start"), ":");
            app.input.paste(&format!("help {typed}"), &app.engine, &mut app.screen);
            press(&mut app, "Enter");
            let said = Message::Note(help((name, method, pair)));
            assert_eq!(app.screen.message.as_ref(), Some(&said));
        }
        let heading = heading(method, pair);
        // Two names belong to one pair, of which the first is that of the test.
        if name != "Cross2D" {
            assert!(heading.starts_with(name), "{name}: {heading}");
        }
    }
}

/// The second line of the method's page about such a pair, in a wide medium.
fn heading(method: Method, pair: FunctionPair) -> String {
    let [a, b] = match pair {
        FunctionPair::Lasers => ["laser X 0 0 9 9", "laser Y 0 9 9 0"],
        FunctionPair::BoxAndLaser => ["laser X 0 0 9 9", "box Y 0 0 9 9"],
        FunctionPair::PolygonAndLaser => ["polygon X 0 0 9 0 9 9", "laser Y 0 9 9 0"],
        FunctionPair::Boxes => ["box X 0 0 9 9", "box Y 4 4 9 9"],
        FunctionPair::Regions => ["polygon X 0 0 9 0 9 9", "box Y 4 4 9 9"],
        FunctionPair::BoxAndPoint => ["box X 0 0 9 9", "point Y 4 4"],
        FunctionPair::PolygonAndPoint => ["polygon X 0 0 9 0 9 9", "point Y 4 4"],
    };
    let engine = sandbox_of(Scene::default(), &[a, b]);
    let id = |name| engine.world().find(&Name::new(name).expect("a name")).expect(name);
    let pair = engine.sandbox().pair(id("X"), id("Y")).expect("a pair");
    let settings = engine.world().settings();
    let subject = PageSubject {
        a: &pair.a,
        b: &pair.b,
        pair_result: &pair.pair_result,
        about: Some(method),
        arithmetic: hitscan_core::methods::Arithmetic::Exact,
        settings,
        answers_by: None,
        is_past: false,
        scene_source: "",
        is_ascii: false,
        next_key: None,
    };
    let heading = page(&subject, Medium::Panel(120)).lines.swap_remove(1).text;
    let title = method.source().expect("an article").title;
    assert!(heading.ends_with(title), "{heading}");
    heading
}

/// One line each in `hitscan run`; the result HIT keeps its own help.
#[test]
fn help_also_finds_the_names_line_by_line() {
    let mut typed = String::from("help HIT\nhelp Hit()\n");
    for (name, ..) in functions() {
        typed.extend(["help ", &name.to_lowercase(), "\n"]);
    }
    let run = Command::new(HITSCAN).args(["run", "start"]).write_stdin(typed).assert().success();
    let told = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(told.contains("HIT: they share inner points"), "{told}");
    for function in functions() {
        assert!(told.contains(&help(function)), "{told}");
    }
}
