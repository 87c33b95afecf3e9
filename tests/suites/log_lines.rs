//! The lines of the log: folded they count tests, unfolded they list them, and both are about the
//! same tests.

use std::collections::BTreeMap;

use hitscan::tested::app::App;
use hitscan_core::command::{Command, LogFilter};
use hitscan_core::engine::{Engine, EveryTest, LineId, LogLine, LogLines, silent};
use hitscan_core::world::{Axes, ObjectId};
use proptest::prelude::*;

use crate::keyboard::{built_in, press, start, type_line};
use crate::sandboxes::{run, sandbox};

/// Commands for at most six objects, which also go back in time.
fn any_command() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["a", "b", "c", "l", "m"]);
    let n = -6..=6;
    (0..14u8, name, n.clone(), n.clone(), 1..=5, n).prop_map(|(kind, name, x, y, size, d)| {
        match kind {
            0 | 1 => format!("box {name} {x} {y} {size} {size}"),
            2 => format!("laser {name} {x} {y} {d} {size}"),
            3 => format!("remove {name}"),
            4..=6 => format!("move {name} {x} {y}"),
            7 => format!("velocity {name} {x} {y}"),
            8 => format!("turn {name} {}", 15 * x),
            9 => format!("end {name} 2 {x} {y}"),
            10 => format!("undo {size}"),
            11 => format!("redo {size}"),
            _ => format!("step {size}"),
        }
    })
}

fn try_all(engine: &mut Engine, commands: &[String]) {
    for line in commands {
        if let Ok(Some(command)) = Command::parse(line, Axes::YDown) {
            let _ = engine.execute(&command, &mut silent);
        }
    }
}

fn folded(engine: &mut Engine) -> Vec<LogLine> {
    engine.log_query_mut().filter = LogFilter::Changes;
    let lines = LogLines::of(engine);
    lines.page(0, lines.up_to(engine.history().position()), None)
}

fn unfolded(engine: &mut Engine) -> Vec<LogLine> {
    engine.log_query_mut().filter = LogFilter::All;
    EveryTest::of(engine).up_to(None, usize::MAX)
}

fn ids(line: &LogLine) -> [ObjectId; 2] {
    let ids = [line.pair.a.id, line.pair.b.id];
    [ids[0].min(ids[1]), ids[0].max(ids[1])]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// For each pair, the counts add up to the number of its unfolded lines, and every counted
    /// answer equals that of its line.
    #[test]
    fn counts_say_how_many_equal_answers_there_are(
        commands in prop::collection::vec(any_command(), 1..60),
    ) {
        let mut engine = sandbox::<&str>(&[]);
        try_all(&mut engine, &commands);
        let (lines, tests) = (folded(&mut engine), unfolded(&mut engine));
        let mut by_pair: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for test in &tests {
            by_pair.entry(ids(test)).or_default().push(test);
        }
        let mut counted: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for line in &lines {
            let tests = line.tests.expect("it is known");
            let outcome = line.pair.pair_result.outcome;
            counted.entry(ids(line)).or_default().extend(std::iter::repeat_n(outcome, tests));
        }
        let listed: BTreeMap<_, Vec<_>> = by_pair
            .iter()
            .map(|(pair, tests)| (*pair, tests.iter().map(|it| it.pair.pair_result.outcome).collect()))
            .collect();
        prop_assert_eq!(counted, listed);
    }

    /// Moving up and down passes the same tests in the same order.
    #[test]
    fn every_test_is_passed_once_on_the_way_back_and_forth(
        commands in prop::collection::vec(any_command(), 1..40),
        step in 1_usize..7,
    ) {
        let mut engine = sandbox::<&str>(&[]);
        try_all(&mut engine, &commands);
        let all: Vec<_> = unfolded(&mut engine).into_iter().map(|line| line.id).collect();
        let mut back: Vec<LineId> = Vec::new();
        loop {
            let from = back.first().copied();
            let mut earlier: Vec<_> =
                EveryTest::of(&engine).up_to(from, step + 1).into_iter().map(|line| line.id).collect();
            if from.is_some() {
                earlier.pop();
            }
            if earlier.is_empty() {
                break;
            }
            earlier.append(&mut back);
            back = earlier;
        }
        prop_assert_eq!(&back, &all);
        if let Some(&first) = all.first() {
            let mut forth = vec![first];
            while forth.len() < all.len() {
                let next = EveryTest::of(&engine).after(forth.last().copied(), step);
                prop_assert!(!next.is_empty());
                forth.extend(next.into_iter().map(|line| line.id));
            }
            prop_assert_eq!(&forth[..all.len()], &all[..]);
        }
    }
}

#[test]
fn the_opening_lists_every_pair_of_six_objects_hits_first() {
    let text = r#"
[[box]]
name = "A"
corners = [[24, 6], [36, 22]]
fixed = true
[[box]]
name = "B"
at = [11, 10]
size = [8, 8]
[[laser]]
name = "L"
from = [5, 30]
to = [41, 18]
"#;
    let scene = hitscan_core::scene::Scene::parse(text).expect("a scene");
    let mut engine = Engine::new(scene, hitscan_core::scene::SceneSource::New).expect("a world");
    let shown = |engine: &mut Engine| -> Vec<_> {
        let lines = folded(engine).into_iter();
        let line = |line: LogLine| {
            let (x, y) = hitscan_core::words::written_order(&line.pair.a, &line.pair.b);
            let (word, tests) = (line.pair.pair_result.outcome.word(), line.tests);
            format!("{} {word} {}>{} {}", line.frame, x.name, y.name, tests.unwrap_or_default())
        };
        lines.map(line).collect()
    };
    assert_eq!(shown(&mut engine), ["0 HIT L>A 1", "0 MISS B>A 1", "0 MISS L>B 1"]);
    run(&mut engine, &["move B 1 0"; 8]);
    assert_eq!(
        shown(&mut engine),
        [
            "0 HIT L>A 1",
            "0 MISS B>A 5",
            "0 MISS L>B 9",
            "5 TOUCH B>A 1",
            "6 HIT B>A 1",
            "7 HIT B>A 2",
        ]
    );
    run(&mut engine, &["undo 6"]);
    assert_eq!(shown(&mut engine), ["0 HIT L>A 1", "0 MISS B>A 3", "0 MISS L>B 3"]);
    run(&mut engine, &["velocity B 1 0"]);
    assert_eq!(shown(&mut engine), ["0 HIT L>A 1", "0 MISS B>A 3", "0 MISS L>B 3"]);
}

#[test]
fn in_a_larger_scene_the_opening_lists_the_broad_phase_candidates_of_the_selected_object() {
    let boxes = (0..20)
        .map(|at| format!("[[box]]\nname = \"b{at}\"\nat = [{}, 0]\nsize = [3, 3]\n", 3 * at));
    let scene = hitscan_core::scene::Scene::parse(&boxes.collect::<String>()).expect("a scene");
    let mut engine = Engine::new(scene, hitscan_core::scene::SceneSource::New).expect("a world");
    let pairs = |engine: &mut Engine| folded(engine).iter().map(ids).collect::<Vec<_>>();
    let first = pairs(&mut engine);
    assert!(!first.is_empty() && first.len() < 50, "{first:?}");
    run(&mut engine, &["select b7"]);
    let seventh = pairs(&mut engine);
    assert_ne!(first, seventh);
    let (seven, _) = engine.sandbox().selection().expect("b7");
    assert!(seventh.iter().all(|pair| pair.contains(&seven)), "{seventh:?}");
}

/// The lines with their counts, as on the screen.
fn on_screen(app: &App) -> Vec<(LineId, Option<usize>)> {
    let lines = app.model().log().lines();
    let page = lines.page(0, lines.len(), app.screen.panel.counted_to);
    page.into_iter().map(|line| (line.id, line.tests)).collect()
}

#[test]
fn on_a_slow_line_counts_wait_for_the_next_line_or_a_pause() {
    let mut app = start().on_slow_line();
    let begun = on_screen(&app);
    press(&mut app, "Right Right");
    assert!(app.screen.holds_counts());
    assert_eq!(on_screen(&app), begun, "two nudges are not sent with counts");
    app.screen.show_counts();
    let counts = |app: &App| on_screen(app).into_iter().map(|(_, tests)| tests).collect::<Vec<_>>();
    assert_eq!(counts(&app), [Some(1), Some(3), Some(3)]);
    press(&mut app, "Right Right");
    assert_eq!(counts(&app), [Some(1), Some(3), Some(3)]);
    press(&mut app, "Right");
    assert_eq!(counts(&app), [Some(1), Some(5), Some(6), Some(1)], "the touch is a line");
    assert!(!app.screen.holds_counts());
}

#[test]
fn while_many_objects_play_counts_wait_until_they_stop() {
    let mut app = built_in("breakout");
    press(&mut app, "Space");
    for _ in 0..12 {
        app.tick();
    }
    assert!(app.screen.holds_counts());
    press(&mut app, "Space");
    assert!(!app.screen.holds_counts(), "paused");
}

/// Whether a frame had the same answer, which would raise a count, or another one, which would add
/// a line, is exactly what the question is about.
#[test]
fn in_predict_mode_counts_are_covered_as_lines_are() {
    let lines_after = |last: &str| {
        let mut app = start().predicting();
        for line in ["skip", "move B 1 0", "skip", last] {
            type_line(&mut app, line);
        }
        assert!(app.engine.covered().is_some());
        on_screen(&app)
    };
    assert_eq!(lines_after("move B 1 0"), lines_after("move B 9 0"));
}
