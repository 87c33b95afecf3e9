//! One of everything that can be on the screen, at any size: every view of the
//! panel, the layers, every prompt, help, lists and messages.

use super::{app_after, app_of, entered, pressed, typed};
use crate::app::{App, Clash, GlyphSet, SceneFile};
use hitscan_core::scene::{Scene, Source, builtin};

/// Columns and rows.
pub(super) type Size = (u16, u16);

/// The sizes of the design.
pub(super) const SIZES: [Size; 4] = [(60, 16), (80, 24), (120, 40), (200, 60)];

/// What a screen shows, and the screen.
pub(super) type Case = (&'static str, App);

/// All there is.
pub(super) fn everything(size: Size) -> Vec<Case> {
    let panel = [log(size), methods(size), why(size), object(size), signs(size), answers(size)];
    let others = [predict(size), prompts(size), help(size), lists(size), arena(size), map(size)];
    panel.into_iter().chain(others).flatten().collect()
}

/// Few screens that show every role of a theme between them.
pub(super) fn rich(size: Size) -> Vec<Case> {
    let game = ". . . . . . . . . . . . , , , Enter";
    let fault = typed(app_of("three-ways", size, ". 2 n n n"), "move 15995 0");
    vec![
        ("the arena", after(size, super::screens::SCENE, "z z y n y d y b")),
        ("the log", app_of("breakout-corner", size, game)),
        ("the methods, a wrong line", pressed(fault, "Enter")),
        ("a convention", app_of("start", size, "Right Right Right Right Right 2 n")),
        ("a covered pair", predicting("inside", size, "2")),
    ]
}

fn after(size: Size, lines: &[&str], keys: &str) -> App {
    pressed(app_after(size, lines), keys)
}

fn predicting(name: &str, size: Size, keys: &str) -> App {
    let scene = builtin(name).expect(name);
    let app = App::new(scene, Source::BuiltIn(name.to_owned()), size, GlyphSet::Lines);
    pressed(app.expect("a built-in scene").predicting(), keys)
}

const NO_PAIR: [&str; 1] = ["box A 0 0 4 4"];

/// Lines of all kinds, filtered, and the text of an empty log.
pub(super) fn log(size: Size) -> Vec<Case> {
    let game = |keys: &str| {
        let app = entered(app_of("breakout-corner", size, ""), "method predict-corner");
        pressed(app, &format!("{} {keys}", ". ".repeat(12)))
    };
    let names = [
        "box ball-number-one 4 4 4 4",
        "box ball-number-two 20 8 4 4",
        "laser L 2 1 40 30",
        "laser M 2 30 40 1",
        "select ball-number-one",
        "move 12 0.333",
        "move 1 1",
    ];
    vec![
        ("a game, gone back three frames", game(", , ,")),
        ("a line chosen in it", game("Enter Up Up")),
        ("long names, two sides, lasers", app_after(size, &names)),
        ("hits only", game("1")),
        ("all", game("1 1 1")),
        ("what names b1", game("/ b 1 Enter")),
        ("nothing that names qux", game("/ q u x Enter")),
        ("nothing has met", app_of("start", size, "")),
        ("one object", app_after(size, &NO_PAIR)),
        ("no object", app_after(size, &[])),
    ]
}

/// What the methods say, of every kind of pair.
pub(super) fn methods(size: Size) -> Vec<Case> {
    let frame = |keys: &str| app_of("three-ways", size, &format!(". 2 {keys}"));
    vec![
        ("two boxes after a frame", frame("")),
        ("of them predict-corner", frame("N")),
        ("of them edges", frame("n n n")),
        ("two boxes in f32", app_of("sums", size, "2 n n")),
        ("two lasers", app_of("in-line", size, "2 n")),
        ("a laser inside a box", app_of("inside", size, "2 n")),
        ("a laser and a polygon in f32", app_of("rounding", size, "2 n")),
        ("two polygons", app_of("polygons", size, "2 n")),
        ("covered", predicting("three-ways", size, ". 2")),
        ("no pair", after(size, &NO_PAIR, "2")),
    ]
}

/// Why, from its shortest page to its longest.
pub(super) fn why(size: Size) -> Vec<Case> {
    let frame = |keys: &str| app_of("three-ways", size, &format!(". w {keys}"));
    vec![
        ("the truth of two boxes", frame("")),
        ("swept", frame("n")),
        ("edge-relations", frame("n n n")),
        ("predict-corner, to its end", frame("N PgDn PgDn PgDn PgDn PgDn PgDn")),
        ("a laser and a polygon in f32", app_of("rounding", size, "w n Enter Enter")),
        ("read y up", app_of("y-up", size, "w")),
        ("covered", predicting("three-ways", size, ". w")),
        ("no pair", after(size, &NO_PAIR, "w")),
    ]
}

/// The selected object, looked at and typed.
pub(super) fn object(size: Size) -> Vec<Case> {
    let polygon = ["polygon a-long-polygon -4 4.125 20 4 12 16 -16000 15999.999"];
    vec![
        ("a box", app_of("start", size, "4")),
        ("a laser, its second value chosen", app_of("start", size, "Tab i Down")),
        ("a polygon", after(size, &polygon, "4")),
        ("a value half typed", app_of("start", size, "i 1 2 . 5")),
        ("a value at fault", app_of("start", size, "i 1 2 . 5 0 0 1 Enter")),
        ("nothing", after(size, &[], "4")),
    ]
}

/// The legend, whole and to its end.
pub(super) fn signs(size: Size) -> Vec<Case> {
    vec![
        ("signs", app_of("start", size, "Right Right Right Right Right Right 5")),
        ("signs, to their end", app_of("start", size, "5 PgDn PgDn PgDn")),
    ]
}

/// The map: the designed ones, one in braille, and one of many classes.
pub(super) fn map(size: Size) -> Vec<Case> {
    let steps: Vec<String> =
        (0..12).map(|step| format!("{0} {step} {0} {1}", 20 + step, step + 1)).collect();
    let stairs = format!("polygon P {} 16 12", steps.join(" "));
    let method = entered(app_of("off-45", size, "v M 6"), "method predict-corner");
    vec![
        ("relation", app_of("start", size, "M")),
        ("side", app_of("off-45", size, "v M")),
        ("method", pressed(method, "")),
        ("probe", app_of("in-line", size, "e M 6 6 Enter Left Down")),
        ("braille", app_of("start", size, "y a y a y a M")),
        ("of a laser and a polygon", after(size, &[&stairs, "laser L 2 4 8 4"], "M 6")),
    ]
}

/// What the panel answers to what was asked in the `:` line.
pub(super) fn answers(size: Size) -> Vec<Case> {
    let ask = |line| entered(app_of("three-ways", size, "."), line);
    vec![
        ("describe", ask("describe")),
        ("query", ask("query")),
        ("check", ask("check")),
        ("why", ask("why B A edges")),
        ("the scene's note", ask("note")),
    ]
}

/// Predict mode, from the question to the answer.
pub(super) fn predict(size: Size) -> Vec<Case> {
    vec![
        ("a question", predicting("inside", size, "")),
        ("the side is asked for", predicting("three-ways", size, ". h")),
        ("no side", predicting("three-ways", size, ". h z")),
        ("wrong", predicting("three-ways", size, ". m")),
        ("right", predicting("three-ways", size, ". h t")),
        ("skipped", predicting("three-ways", size, ". Enter")),
    ]
}

/// The two rows at the foot.
pub(super) fn prompts(size: Size) -> Vec<Case> {
    let start = |keys: &str| app_of("start", size, keys);
    let line = |line: &str| typed(start(""), line);
    let refused = |line: &str| pressed(typed(start(""), line), "Enter");
    let asked = |clash| {
        let mut app = start("");
        app.ask_before_saving("lab/inside.toml".into(), clash);
        app
    };
    vec![
        ("MOVE", start("")),
        ("a box in fine steps", start("f Right")),
        ("TURN", start("Tab t Right")),
        ("END", start("Tab e")),
        ("SPEED", start("v Right")),
        ("PANEL", start("Enter")),
        ("a polygon", after(size, &["polygon P 4 4 20 4 12.125 16.5"], "e e")),
        ("five digits", after(size, &["box A -15000.125 12340.5 8.25 6.125"], "v Right Esc")),
        ("playing", start("v Right Space")),
        ("nothing selected", after(size, &[], "")),
        ("an empty line", line("")),
        ("the beginning of a command", line("s")),
        ("a command", line("undo")),
        ("a word of it", line("polygon P 1 2 3 4 5 6 7")),
        ("the name of a scene", line("open break")),
        ("a line at fault", refused("box player 103.4567 41.25 8 12")),
        ("a wrong word", refused("lazer L 1 2 3 4")),
        ("out of the plane", refused("move 15995 0")),
        ("a field there is not", refused("set L.left 3")),
        ("a key that does nothing", start("Z")),
        ("what does not apply", start("t")),
        ("nothing to undo", start("u")),
        ("help for a command", entered(start(""), "help polygon")),
        ("a note", entered(start(""), "expect A B")),
        ("leaving", start("a b q")),
        ("opening", pressed(typed(start("a b"), "open touch"), "Enter")),
        ("a file that another program changed", asked(Clash::Changed)),
        ("a file that is gone", asked(Clash::Gone)),
        ("a file that is another scene", asked(Clash::Another)),
    ]
}

/// Help, and searches in it.
pub(super) fn help(size: Size) -> Vec<Case> {
    let start = |keys: &str| app_of("start", size, keys);
    vec![
        ("here, in MOVE", start("?")),
        ("here, in SPEED", start("v ?")),
        ("here, in the panel", start("2 Enter ?")),
        ("here, a question", predicting("inside", size, "?")),
        ("here, nothing", after(size, &[], "?")),
        ("keys", start("? 2")),
        ("commands, to their end", start("? 3 End")),
        ("words", start("? 4")),
        ("signs", start("? 5")),
        ("a search being typed", start("? / r o t")),
        ("its second match", start("? / p o l y Enter n")),
        ("searched in vain", start("? / z q x Enter")),
    ]
}

/// Lists: what may follow a key, layers, scenes.
pub(super) fn lists(size: Size) -> Vec<Case> {
    let start = |keys: &str| app_of("start", size, keys);
    let with_files = |keys: &str| {
        let mut app = start("o");
        let scene = Scene { title: "当たり".to_owned(), ..builtin("touch").expect("built in") };
        let fault = "broken.toml:3:1: velocty: did you mean velocity? (and 2 more)";
        app.scenes_listed(vec![
            SceneFile { name: "broken.toml".to_owned(), scene: Err(fault.to_owned()) },
            SceneFile { name: "lab-2.toml".to_owned(), scene: Ok(scene) },
        ]);
        pressed(app, keys)
    };
    vec![
        ("scenes", start("o")),
        ("after a", start("a")),
        ("after b", start("b")),
        ("after c", start("c")),
        ("after y", start("y g y")),
        ("after z", start("z")),
        ("a scene searched for", with_files("t w o")),
        ("a file that is no scene", with_files("b r o k")),
        ("a scene in vain", with_files("q u x Space x")),
    ]
}

/// Shapes, marks and layers.
pub(super) fn arena(size: Size) -> Vec<Case> {
    let frame = |keys: &str| app_of("three-ways", size, &format!(". {keys}"));
    vec![
        ("everything", after(size, super::screens::SCENE, "z z")),
        ("everything, far away", after(size, super::screens::SCENE, "z z - -")),
        ("everything, near", after(size, super::screens::SCENE, "z z + +")),
        ("all layers", frame("y n y d y s y e y g y b")),
        ("a construction in motion", frame("w N y c")),
        ("a construction at rest", app_of("in-line", size, "w n y c")),
        ("a laser and its point", app_of("entry", size, "w y c y n")),
        ("polygons", app_of("polygons", size, "w y c y b")),
    ]
}
