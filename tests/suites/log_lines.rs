//! The lines of the log: folded they count tests, unfolded they list them, and both are about the
//! same tests.

use std::collections::BTreeMap;

use hitscan::tested::app::App;
use hitscan_core::command::LogFilter;
use hitscan_core::engine::{Engine, LineId, LogLine, LogLines, tests_after, tests_up_to};
use hitscan_core::world::ObjectId;
use proptest::prelude::*;

use crate::keyboard::{built_in, press, pressed, start, type_line};
use crate::sandbox::try_all;
use crate::sandboxes::{run, sandbox};

/// Commands for a dozen objects at most, which also go back in time.
fn any_command() -> impl Strategy<Value = String> {
    let name = prop::sample::select("abcdefghiklm".chars().collect::<Vec<_>>());
    let n = -6..=6;
    (0..17u8, name, n.clone(), n.clone(), 1..=5, n).prop_map(|(kind, name, x, y, size, d)| {
        match kind {
            15 => format!("select {name}"),
            16 => format!("set {name}.beam on"),
            0 | 1 | 14 => format!("box {name} {x} {y} {size} {size}"),
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

fn folded(engine: &mut Engine) -> Vec<LogLine> {
    engine.log_query_mut().filter = LogFilter::Changes;
    let lines = LogLines::of(engine);
    lines.page(0, lines.up_to(engine.history().position()), None)
}

fn unfolded(engine: &mut Engine) -> Vec<LogLine> {
    engine.log_query_mut().filter = LogFilter::All;
    tests_up_to(engine, None, usize::MAX)
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
        let all: Vec<_> = unfolded(&mut engine).into_iter().filter_map(|line| line.id).collect();
        let mut back: Vec<LineId> = Vec::new();
        loop {
            let from = back.first().copied();
            let mut earlier: Vec<_> =
                tests_up_to(&engine, from, step + 1).into_iter().filter_map(|line| line.id).collect();
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
                let next = tests_after(&engine, forth.last().copied(), step);
                prop_assert!(!next.is_empty());
                forth.extend(next.into_iter().filter_map(|line| line.id));
            }
            prop_assert_eq!(&forth[..all.len()], &all[..]);
        }
    }
}

#[test]
fn the_opening_lists_the_pair_in_view_then_those_of_the_selected_object_then_the_others() {
    let [a, b] = ["corners = [[24, 6], [36, 22]]\nfixed = true", "at = [11, 10]\nsize = [8, 8]"];
    let boxes = format!("[[box]]\nname = \"A\"\n{a}\n[[box]]\nname = \"B\"\n{b}\n");
    let laser = "[[laser]]\nname = \"L\"\nfrom = [5, 30]\nto = [41, 18]\n";
    let mut engine = scene_of(&format!("{boxes}{laser}"));
    let shown = |engine: &mut Engine| -> Vec<_> {
        let lines = folded(engine).into_iter();
        let line = |line: LogLine| {
            let (x, y) = hitscan_core::words::written_order(&line.pair.a, &line.pair.b);
            let (word, tests) = (line.pair.pair_result.outcome.word(), line.tests);
            format!("{} {word} {}>{} {}", line.frame, x.name, y.name, tests.unwrap_or_default())
        };
        lines.map(line).collect()
    };
    assert_eq!(shown(&mut engine), ["0 MISS B>A 1", "0 MISS L>B 1", "0 HIT L>A 1"]);
    run(&mut engine, &["move B 1 0"; 8]);
    let opening = ["0 MISS B>A 5", "0 MISS L>B 9", "0 HIT L>A 1"];
    let later = ["5 TOUCH B>A 1", "6 HIT B>A 1", "7 HIT B>A 2"];
    assert_eq!(shown(&mut engine), [opening, later].concat());
    for line in ["undo 6", "velocity B 1 0"] {
        run(&mut engine, &[line]);
        assert_eq!(shown(&mut engine), ["0 MISS B>A 3", "0 MISS L>B 3", "0 HIT L>A 1"], "{line}");
    }
}

/// Boxes in rows of a hundred, as the text of a scene: one unit apart, but each tenth touches the
/// next.
fn boxes(count: usize) -> String {
    let of = |at: usize| {
        let (x, y) = (4 * (at % 100) + usize::from(at % 10 == 1), 4 * (at / 100));
        format!("[[box]]\nname = \"b{at}\"\nat = [{x}, {y}]\nsize = [3, 3]\n")
    };
    (0..count).map(of).collect()
}

fn scene_of(text: &str) -> Engine {
    let scene = hitscan_core::scene::Scene::parse(text).expect("a scene");
    Engine::new(scene, hitscan_core::scene::SceneSource::New).expect("a world")
}

/// How many tests `hitscan run --all` prints for these commands.
fn run_all(scene: &str, commands: &[&str]) -> usize {
    let directory = tempfile::tempdir().expect("there is room");
    std::fs::write(directory.path().join("boxes.toml"), scene).expect("it is written");
    let input = commands.join("\n") + "\n";
    let arguments = ["--all", "--format", "ndjson", "boxes.toml"];
    let output = crate::run::run_in(directory.path(), &arguments, &input);
    assert!(output.status.success(), "{}", crate::run::sheet(&output));
    let printed = crate::run::text(&output.stdout);
    printed.lines().filter(|line| line.starts_with("{\"event\":\"test\"")).count()
}

/// Those that have a number in the recording, and how many have none.
fn numbered(lines: &[LogLine]) -> (Vec<u64>, usize) {
    let number = |line: &LogLine| match line.id {
        Some(LineId::Record(seq)) => Some(seq),
        Some(LineId::Test(..)) | None => None,
    };
    let seqs: Vec<_> = lines.iter().filter_map(number).collect();
    let others = lines.len() - seqs.len();
    (seqs, others)
}

#[test]
fn every_test_that_run_all_counts_is_in_a_line_or_in_the_count_however_many_objects_there_are() {
    for count in [2, 6, 7, 8, 30, 1000] {
        let (scene, pairs) = (boxes(count), (count * (count - 1) / 2));
        let mut engine = scene_of(&scene);
        let edits = ["box Z 1 20 3 3", "move Z 1 0", "select b1", "move b1 0.5 0", "move b0 0 1"];
        for done in 0..=edits.len() {
            let done = &edits[..done];
            if let Some(last) = done.last() {
                run(&mut engine, &[last]);
            }
            let lines = folded(&mut engine);
            let left_out = LogLines::of(&engine).pairs_left_out;
            let left_out = usize::try_from(left_out).expect("few");
            let in_lines: usize = lines.iter().map(|line| line.tests.expect("it is known")).sum();
            let all = pairs + run_all(&scene, done);
            let context = format!("{count} objects after {done:?}");
            // What is left out was tested once, as the scene opened.
            assert_eq!(in_lines + left_out, all, "{context}");
            let counted = pairs as u64 + engine.world().tested();
            assert_eq!(counted, all as u64, "{context}: the count of the panel");
            let (seqs, _) = numbered(&lines);
            let records = engine.log().records().map(|record| record.seq);
            assert_eq!(seqs, records.collect::<Vec<_>>(), "{context}: the records and no others");
        }
    }
}

#[test]
fn of_thirty_objects_the_opening_lists_a_hundred_pairs_and_counts_the_others() {
    let mut engine = scene_of(&boxes(30));
    let first = folded(&mut engine);
    assert_eq!((first.len(), LogLines::of(&engine).pairs_left_out), (100, 335));
    let selected = engine.sandbox().selection().expect("b0").0;
    let in_view = engine.pair_in_focus().expect("b0 and its neighbour");
    assert!(in_view.is_of(ids(&first[0])));
    assert!(first[..29].iter().all(|line| ids(line).contains(&selected)));
    assert!(first[29..].iter().all(|line| !ids(line).contains(&selected)));
    let words: Vec<_> = first[29..].iter().map(|it| it.pair.pair_result.outcome.word()).collect();
    assert_eq!(words[..4], ["TOUCH", "TOUCH", "TOUCH", "MISS"], "those that meet come first");
    run(&mut engine, &["select b7"]);
    let seventh = folded(&mut engine);
    let (seven, _) = engine.sandbox().selection().expect("b7");
    assert_eq!(seventh.iter().filter(|line| ids(line).contains(&seven)).count(), 29);
    assert_eq!((seventh.len(), LogLines::of(&engine).pairs_left_out), (100, 335));
    // The lines of an object that was moved stay when another one is selected.
    run(&mut engine, &["move b7 0 1", "select b20"]);
    let of_seven = folded(&mut engine).into_iter().filter(|line| ids(line).contains(&seven));
    let pairs: std::collections::BTreeSet<_> = of_seven.map(|line| ids(&line)).collect();
    assert_eq!(pairs.len(), 29);
}

#[test]
fn every_pair_of_ten_thousand_objects_that_the_selected_one_makes_has_a_line() {
    let mut app = crate::keyboard::app(
        crate::large_scenes::of(crate::large_scenes::grid_of_boxes(10_000, 6000, 3000)),
        hitscan_core::scene::SceneSource::New,
    );
    assert_eq!(app.model().log().lines().len(), 9999);
    press(&mut app, "Right");
    assert_eq!(app.model().log().lines().len(), 9999);
    let page = app.model().log().lines().page(9990, 20, None);
    assert_eq!(page.len(), 9);
    assert!(page.iter().all(|line| line.tests == Some(2)), "the opening and the move");
}

#[test]
fn the_lines_of_a_crowd_that_moves_are_bounded_and_the_others_are_counted() {
    let mut engine = sandbox(&["crowd c 1500 box -500 -500 500 500"]);
    let (_, unrecorded) = numbered(&folded(&mut engine));
    let all = 1500 * 1499 / 2;
    let counted = |engine: &Engine| {
        let lines = LogLines::of(engine);
        lines.len() as u64 + lines.pairs_left_out
    };
    assert_eq!(unrecorded, 1499, "those of the selected object");
    assert_eq!(counted(&engine), all);
    run(&mut engine, &["step 2"]);
    assert!(counted(&engine) >= all);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Of whatever is selected, moved, edited or added, every pair has a line, and so has the pair
    /// of the headline; and a line says what its test found.
    #[test]
    fn every_pair_of_what_is_selected_or_changed_has_a_line(
        count in 2_usize..24,
        commands in prop::collection::vec(any_command(), 0..12),
        pinned in prop::array::uniform2(0_usize..24),
    ) {
        let mut engine = scene_of(&boxes(count));
        let first: Vec<_> = engine.world().objects().map(|(id, _)| id).collect();
        try_all(&mut engine, &commands);
        let is_pinned = pinned[0] != pinned[1] && pinned.iter().all(|&at| at < count);
        if is_pinned {
            let [one, other] = pinned.map(|at| first[at]);
            if [one, other].iter().all(|&id| engine.world().object(id).is_some()) {
                engine.pin(Some([one, other]));
            }
        }
        let lines = LogLines::of(&engine);
        let all: Vec<_> = (0..lines.len()).filter_map(|at| lines.get(at)).collect();
        let has_line = |pair: [ObjectId; 2]| {
            all.iter().any(|line| line.ids == pair || line.ids == [pair[1], pair[0]])
        };
        if let Some(pair) = engine.pair_in_focus() {
            prop_assert!(has_line([pair.a.id, pair.b.id]), "{} > {}", pair.a.name, pair.b.name);
        }
        let first_lines = all.iter().filter(|line| matches!(line.id(), LineId::Test(..))).count() as u64;
        let met_when_added = engine.log().records().filter(|record| {
            let [older, newer] = [record.a.id.min(record.b.id), record.a.id.max(record.b.id)];
            older != newer && !first.contains(&newer)
        });
        let recorded: std::collections::BTreeSet<_> =
            met_when_added.map(|it| [it.a.id.min(it.b.id), it.a.id.max(it.b.id)]).collect();
        let without_line = lines.pairs_left_out;
        let once_tested = first_lines + without_line + recorded.len() as u64;
        let at_start = (count * (count - 1) / 2) as u64;
        prop_assert!(once_tested >= at_start, "{} of {}", once_tested, at_start);
        prop_assert!(without_line <= at_start, "{} are left out", without_line);
        let added = engine.world().objects().map(|(id, _)| id).filter(|id| !first.contains(id));
        let selected = engine.sandbox().selection().map(|(id, _)| id);
        for one in added.chain(selected) {
            for (other, _) in engine.world().objects().filter(|(other, _)| *other != one) {
                prop_assert!(has_line([one, other]), "{:?} and {:?}", one, other);
            }
        }
        for line in all {
            let pair = engine.sandbox().pair_of_entry(line).expect("it can be made again");
            prop_assert_eq!(pair.pair_result.outcome, line.outcome);
            prop_assert!(pair.is_of(line.ids));
            prop_assert_eq!(lines.find(line.id()), Some(line));
        }
    }
}

/// The lines with their counts, as on the screen.
fn on_screen(app: &App) -> Vec<(Option<LineId>, Option<usize>)> {
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
    assert_eq!(counts(&app), [Some(3), Some(3), Some(1)]);
    press(&mut app, "Right Right");
    assert_eq!(counts(&app), [Some(3), Some(3), Some(1)]);
    press(&mut app, "Right");
    assert_eq!(counts(&app), [Some(5), Some(6), Some(1), Some(1)], "the touch is a line");
}

#[test]
fn while_many_objects_play_counts_wait_until_they_stop() {
    let mut app = pressed(built_in("breakout"), "Space");
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

#[test]
fn the_line_of_the_headline_s_pair_is_in_sight_however_many_first_tests_there_are() {
    for count in [7, 8, 30] {
        let scene = hitscan_core::scene::Scene::parse(&boxes(count)).expect("a scene");
        let mut app = crate::keyboard::app(scene, hitscan_core::scene::SceneSource::New);
        for line in ["nudge 1", "move b0 0 9", "select b5", "box Z 1 20 3 3", "move Z 0 1", "undo"]
        {
            type_line(&mut app, line);
            let pair = app.engine.pair_in_focus().expect("there are others");
            let (x, y) = hitscan_core::words::written_order(&pair.a, &pair.b);
            let rows = crate::keyboard::rows(&app);
            // If neither moved, the log begins with the object that the scene opens with.
            let names = [format!("{}→{}", x.name, y.name), format!("{}→{}", y.name, x.name)];
            let is_marked =
                |row: &String| row.contains('►') && names.iter().any(|name| row.contains(name));
            assert!(rows.iter().any(is_marked), "{count}, {line}: {names:?}\n{}", rows.join("\n"));
        }
    }
}
