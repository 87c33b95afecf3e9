//! Methods: the headings of its tables, and the method that the scene responds by.

use super::{app_after, app_of, entered, pressed, rows, screen};
use crate::app::App;

const SIZES: [(u16, u16); 3] = [(60, 16), (80, 24), (120, 36)];

/// The rows of the screen with Methods.
fn panel(app: &App) -> Vec<String> {
    let seen = rows(&screen(app));
    let border = |row: &&String| row.contains("├──") || row.contains("Methods");
    let from = seen.iter().position(|row| row.contains("├───") && !row.contains("Methods"));
    assert!(seen.iter().any(|row| border(&row)), "{seen:#?}");
    let panel = seen.iter().skip(from.expect("a rule") + 1);
    let of_panel = |row: &String| row.split(['│', '├']).next_back().map(str::to_owned);
    panel.filter_map(of_panel).map(|row| row.trim_end().to_owned()).collect()
}

#[test]
fn a_miss_below_a_hit_is_labelled_as_about_the_end() {
    let caption = |size, keys: &str| {
        let panel = panel(&pressed(app_of("tunnel", size, ""), keys));
        panel.into_iter().take(3).collect::<Vec<_>>()
    };
    assert_eq!(
        caption((80, 24), ". 2"),
        [" they met on the way and are", " apart at the end", "                  exact  f32"]
    );
    let wide = caption((120, 36), ". 2");
    assert_eq!(wide[0], " they met on the way and are apart at the end");
    assert_eq!(wide[1], "                    exact    f32");
    assert_eq!(caption((60, 16), ". 2")[0], " apart at the end exact  f32");
    // Before the frame they are apart, and have not met.
    assert_eq!(caption((80, 24), ". , 2")[0], " at the end       exact  f32");
}

/// Of the columns of a narrow panel, an answer about the motion ends at 28, its mark is at 30, and
/// a blank is between it and the name, which is cut if there is no room for both.
#[test]
fn an_answer_is_never_cut_and_never_touches_a_name() {
    let panel = panel(&pressed(app_of("off-45", (80, 24), ""), "y i . 2"));
    let row = |begin: &str| {
        panel
            .iter()
            .find(|row| row.trim_start_matches(['►', ' ']).starts_with(begin))
            .unwrap_or_else(|| panic!("{panel:#?}"))
    };
    assert_eq!(row("swept"), " swept               top, 4/5");
    assert_eq!(row("predict-c"), "►predict-c… corner-left-right !");
    assert_eq!(row("relative"), " relative-velocity        top =");
}

#[test]
fn the_longest_name_and_the_longest_word_stand_side_by_side() {
    let panel = panel(&pressed(app_of("touch", (80, 24), ""), ". 2"));
    let row = panel.iter().find(|row| row.contains("impossible")).expect("nothing moves");
    assert_eq!(row, " relative-velocity impossible ~");
}

#[test]
fn methods_that_are_wrong_come_first() {
    let panel = panel(&pressed(app_of("off-45", (80, 24), ""), "y i . 2"));
    let marks: String = { panel.iter() }
        .skip_while(|row| !row.contains("on the way"))
        .skip(2)
        .take_while(|row| !row.is_empty())
        .filter_map(|row| row.chars().nth(30))
        .collect();
    assert_eq!(marks, "!===", "{panel:#?}");
}

#[test]
fn the_method_that_the_scene_responds_by_is_always_listed() {
    for name in ["four-looks", "breakout-45", "breakout-relative"] {
        for size in SIZES {
            let mut app = pressed(app_of(name, size, ""), ". 2");
            let id = app.engine.world().settings().answers_by().expect("they answer").id();
            for _ in 0..20 {
                let panel = panel(&app);
                let row = panel.iter().position(|row| row.ends_with(" responds"));
                let row = row.unwrap_or_else(|| panic!("{name} {size:?}: {panel:#?}"));
                let begins = panel[row].trim_start_matches('►').trim_start();
                let shown = begins.split(['…', ' ']).next().expect("a name");
                assert!(shown.len() > 8 && id.starts_with(shown) || shown == id, "{begins}");
                let more = panel.iter().position(|row| row.contains(" more"));
                assert!(more.is_none_or(|more| row < more), "{panel:#?}");
                app = pressed(app, "n");
            }
        }
    }
}

#[test]
fn a_row_says_that_the_scene_responds_by_it() {
    let app = ["response stop", "side least-overlap", "velocity bullet 5 0", "step"];
    let app = app.iter().fold(app_of("four-looks", (80, 24), ""), |app, line| entered(app, line));
    let panel = panel(&pressed(app, "2"));
    let row = panel.iter().find(|row| row.contains("least-overlap")).expect("it is listed");
    assert_eq!(row, " least-overlap  none = responds");
}

#[test]
fn double_precision_has_a_row_where_it_differs() {
    // In doubles 0.7 + 0.1 is below 0.8.
    let rows = |b: &str| {
        let app = app_after((80, 24), &["box A 0.7 0 0.1 1", b]);
        panel(&pressed(app, "2"))
    };
    let in_f64 = |panel: &[String]| panel.iter().position(|row| row.contains("in f64"));
    let touching = rows("box B 0.8 0 0.2 1");
    let row = in_f64(&touching).expect("it differs");
    assert!(touching[row - 1].contains("edge-relations   HIT"), "{touching:#?}");
    assert_eq!(touching[row].trim(), "in f64 MISS ~");
    let apart = rows("box B 0.9 0 0.2 1");
    assert_eq!(in_f64(&apart), None, "{apart:#?}");
}

#[test]
fn nothing_responds_where_boxes_pass() {
    let panel = panel(&app_of("tunnel", (80, 24), ". 2"));
    assert!(!panel.iter().any(|row| row.contains("responds")), "{panel:#?}");
}
