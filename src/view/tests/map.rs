//! The map on the screen: the designed screens, and the way through it by keys.

use super::{app_after, app_of, entered, pressed, rows, screen};
use crate::app::{App, GlyphSet, Message};
use hitscan_core::engine::map::Class;
use hitscan_core::scene::{Source, builtin};

const SIZE: (u16, u16) = (80, 24);
/// The first column of the panel's text.
const PANEL: usize = 48;

fn seen(app: &App) -> Vec<String> {
    rows(&screen(app))
}

/// The rows of the panel, without the blanks around them.
fn panel(app: &App) -> Vec<String> {
    let row = |row: &String| row.chars().skip(PANEL).collect::<String>().trim().to_owned();
    seen(app).iter().map(row).collect()
}

/// The classes of the panel: sign and name, count and percentage.
fn classes(app: &App) -> Vec<String> {
    let words = |row: &String| row.split_whitespace().collect::<Vec<_>>().join(" ");
    panel(app).iter().filter(|row| row.ends_with('%')).map(words).collect()
}

/// The cells of the arena, as far as they show the map.
fn arena(app: &App) -> Vec<String> {
    let row = |row: &String| row.chars().skip(4).take(43).collect::<String>().trim_end().to_owned();
    seen(app)[2..22].iter().map(row).collect()
}

fn said(app: &App) -> String {
    match &app.screen().message {
        Some(Message::Note(said) | Message::Fault(said)) => said.clone(),
        None => String::new(),
    }
}

/// Where the selected box is: left, top.
fn at(app: &App) -> String {
    let (_, object) = app.sandbox().selection().expect("a selection");
    let (min, _) = object.shape.bounds();
    format!("{},{}", min.x, min.y)
}

#[test]
fn the_first_map_is_a_grown_by_b() {
    let app = app_of("start", SIZE, "M");
    let found = panel(&app);
    assert!(found[1].ends_with("3 Why─4 Obj┤6 Map├"), "{found:#?}");
    assert_eq!(found[5..7], ["shows  relation", "where  B's middle is"]);
    assert_eq!(
        classes(&app),
        ["disjoint 587 68.3%", "o touches 64 7.4%", ". overlaps 184 21.4%", "i within 25 2.9%"]
    );
    assert_eq!(found[13], "here   15,14  disjoint");
    assert_eq!(found[20..22], ["6 layer  n method  ! wrong", "Enter probe  M off"]);
    assert_eq!(
        arena(&app)[1..11],
        [
            "                    ooooooooooooooooooooo",
            "                    o...................o",
            "                    o...┌(A)───────┐....o",
            "                    o...│..........│....o",
            "           ┏[B]━━━┓ o...│...iiiii..│....o",
            "           ┃      ┃ o...│...iiiii..│....o",
            "           ┃   ◆  ┃ o...│...iiiii..│....o",
            "           ┗━━━━━━┛ o...│...iiiii..│....o",
            "                    o...│...iiiii..│....o",
            "                    o...└──────────┘....o",
        ]
    );
    assert_eq!(seen(&pressed(app, "M")), seen(&app_of("start", SIZE, "")), "and off again");
}

#[test]
fn under_speed_it_begins_with_the_side_of_each_velocity() {
    let app = app_of("off-45", SIZE, "v M");
    let found = panel(&app);
    assert_eq!(found[5..7], ["shows  side", "where  B's middle is after ."]);
    assert_eq!(
        classes(&app),
        [
            "miss 538 62.6%",
            "l left 153 17.8%",
            "t top 145 16.9%",
            "+ corner 21 2.4%",
            "o graze 3 0.3%"
        ]
    );
    assert!(found.contains(&"here   v 12,10  top, t 4/5".to_owned()), "{found:#?}");
    // The arrow gives way to the mark.
    assert_eq!(arena(&app)[7], "                  +ttttttttttttttttttttto");
    assert_eq!(arena(&app)[8], "                  ll++◆tttttttttttttttttttt");
    assert_eq!(arena(&app)[17], "                  llllllllllllllllllll++ttt");
}

#[test]
fn the_note_of_a_scene_leads_to_where_its_method_is_wrong() {
    let app = app_of("off-45", SIZE, ". w N , v M 6");
    assert!(app.model().note().ends_with(", v M 6 maps where."), "{}", app.model().note());
    assert_eq!(panel(&app)[5], "shows  predict-corner");
    assert_eq!(
        classes(&app),
        [
            "agrees, miss 538 62.6%",
            ". agrees, hit 146 17.0%",
            "~ touching 2 0.2%",
            "! tunnelled 45 5.2%",
            "! square-overlap 7 0.8%",
            "! labels-swapped 122 14.2%",
        ]
    );
    assert!(panel(&app).contains(&"here   v 12,10  labels-swapped!".to_owned()));
}

#[test]
fn a_probe_looks_at_a_cell_and_enter_goes_there() {
    let scene = builtin("in-line").expect("a built-in scene");
    let app = App::new(scene, Source::BuiltIn("in-line".into()), SIZE, GlyphSet::Ascii);
    let app = pressed(app.expect("a world"), "e M 6 6 Enter");
    let app = pressed(app, "Left Left Left Left Left Left Down Down");
    assert_eq!(panel(&app)[6], "where  L's end 2 is");
    assert_eq!(
        classes(&app),
        [
            "agrees, miss 803 93.4%",
            ". agrees, hit 28 3.3%",
            "! collinear-apart 28 3.3%",
            "! zero-length 1 0.1%",
        ]
    );
    let found = panel(&app);
    assert!(found.contains(&"here   16,22  collinear-apart!".to_owned()), "{found:#?}");
    assert!(found.contains(&"probe  10,26  collinear-apart!".to_owned()), "{found:#?}");
    let status = seen(&app)[22].clone();
    assert_eq!(
        status.trim(),
        "PROBE  L end 2 at 10,26  MISS disjoint  straddle HIT! collinear-apart"
    );
    let there = pressed(app.clone(), "Enter");
    assert_eq!(there.screen().last_command.as_deref(), Some("end 2 -6 4"));
    assert!(there.model().probed().is_none());
    assert!(panel(&there).contains(&"here   10,26  collinear-apart!".to_owned()));
    let left = pressed(app, "Esc");
    assert!(left.model().probed().is_none() && left.model().map().is_some());
}

/// Each press goes to the next group; once through all of them it begins again.
#[test]
fn the_next_wrong_cells_come_round_by_one_command_each() {
    let app = entered(app_of("off-45", SIZE, "v"), "method predict-corner");
    let mut app = pressed(app, "M 6");
    let mut been = Vec::new();
    for _ in 0..12 {
        let before = app.engine().journal().text().lines().count();
        app = pressed(app, "!");
        assert_eq!(app.engine().journal().text().lines().count(), before + 1, "{}", said(&app));
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

#[test]
fn where_no_method_errs_it_says_so_and_moves_nothing() {
    let app = pressed(app_of("start", SIZE, "M"), "!");
    assert_eq!(said(&app), "no cell in view where center-distance is wrong");
    assert_eq!(at(&app), "11,10");
}

#[test]
fn going_to_a_class_puts_the_object_there_without_a_motion() {
    let app = entered(app_of("start", SIZE, ""), "map next within");
    let app = pressed(app, "");
    assert!(panel(&app).iter().any(|row| row.ends_with("within") && row.starts_with("here")));
    let lines: Vec<_> = app.engine().journal().text().lines().collect();
    assert!(lines.last().is_some_and(|line| line.starts_with("put B ")), "{lines:?}");
    assert_eq!(app.engine().history().last_frame(), 0, "no frame was made");
    let app = entered(app, "map next crosses");
    assert!(
        said(&app).starts_with("no cell in view is crosses; the map has disjoint"),
        "{}",
        said(&app)
    );
}

#[test]
fn there_is_no_map_while_the_answer_is_covered_or_nothing_is_there() {
    let scene = builtin("inside").expect("a built-in scene");
    let app = App::new(scene, Source::BuiltIn("inside".into()), SIZE, GlyphSet::Lines);
    let covered = pressed(app.expect("a world").predicting(), "M");
    assert_eq!(said(&covered), "no map while the answer is covered");
    assert!(covered.model().map().is_none());
    let uncovered = pressed(covered, "m M");
    assert!(uncovered.model().map().and_then(|view| view.map()).is_some(), "{}", said(&uncovered));
    let again = pressed(uncovered, "Right");
    assert!(again.model().map().is_some_and(|view| view.map().is_none()), "covered again");
    assert_eq!(said(&pressed(app_after(SIZE, &[]), "M")), "no map: nothing is selected");
    let turned = app_after(SIZE, &["box A 2 2 4 4", "polygon P 20 4 30 4 25 12"]);
    assert_eq!(said(&pressed(turned, "t M")), "no map: a polygon only turns; m maps moving");
    assert_eq!(said(&pressed(app_of("start", SIZE, ""), "6")), "there is no map; M shows one");
}

#[test]
fn each_dot_of_braille_is_a_cell() {
    let app = pressed(app_of("start", SIZE, "y a y a y a"), "M");
    assert_eq!(app.screen().appearance.glyphs, GlyphSet::Braille);
    let counted: usize = {
        let map = app.model().map().and_then(|view| view.map()).expect("a map");
        map.counts().map(|(_, count)| count).sum()
    };
    assert_eq!(counted, 43 * 2 * 20 * 4);
    assert!(arena(&app)[12].contains("⣿⣿⣿"), "{:#?}", arena(&app));
}

/// Pressing the digit of the panel goes through the layers; single precision only where
/// the method has it.
#[test]
fn its_key_goes_through_the_layers() {
    let shows = |app: &App| panel(app)[5].clone();
    let mut app = app_of("in-line", SIZE, "M");
    let mut all = Vec::new();
    for _ in 0..5 {
        all.push(shows(&app));
        app = pressed(app, "6");
    }
    let method = "straddle";
    let f32 = format!("shows  {method} in f32");
    let expected =
        ["shows  relation", "shows  side", &format!("shows  {method}"), &f32, "shows  relation"];
    assert_eq!(all, expected);
}
