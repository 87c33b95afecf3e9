//! The smallest examples: simpler than the generated pairs, and showing the same; as queries, and
//! as scenes.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use hitscan::tested::cli::compare::{self, CompareExample};
use hitscan::tested::cli::{ExitStatus, query};
use hitscan_core::engine::expect;
use hitscan_core::engine::ndjson::AnswerContents;
use hitscan_core::methods::{Agreement, Arithmetic, Case, ListedWhen, Method, Reason, Requested};
use hitscan_core::scene::Scene;
use hitscan_geom::{Axis, Shape, relate};
use serde_json::Value;

use crate::compare::{KINDS, report};

/// Examples of every kind, from lattices that single precision can and cannot represent, each with
/// the options it came from.
static EXAMPLES: LazyLock<Vec<(String, CompareExample)>> = LazyLock::new(|| {
    let lattices =
        ["--span 6 --methods=all", "--span 12 --step 0.137 --seed 5", "--span 7 --step 1 --seed 9"];
    let runs = KINDS
        .into_iter()
        .flat_map(|kind| lattices.map(|lattice| format!("--kind {kind} --pairs 2500 {lattice}")));
    runs.flat_map(|run| {
        let examples = report(&run).examples;
        assert!(!examples.is_empty(), "{run}");
        examples.into_iter().map(move |example| (run.clone(), example))
    })
    .collect()
});

fn every_method() -> query::QueryOptions {
    let contents =
        AnswerContents { requested: Requested::All, doubles: true, ..AnswerContents::default() };
    query::QueryOptions { contents, ..query::QueryOptions::default() }
}

fn greatest(case: &Case) -> i32 {
    let [a, b] = case.motions();
    let motions = [a, b, a.checked_sub(b).expect("in range")]
        .into_iter()
        .flat_map(|motion| [motion.x, motion.y]);
    let vertices = case.shapes().into_iter().flat_map(|shape| shape.vertices());
    let numbers = vertices.flat_map(|point| [point.x, point.y]).chain(motions);
    numbers.map(|number| number.abs().thousandths()).max().expect("a case has numbers")
}

fn vertices(case: &Case) -> usize {
    case.shapes().iter().map(|shape| shape.vertices().len()).sum()
}

#[test]
fn examples_show_what_was_generated_and_no_number_grows() {
    let mut reasons = BTreeSet::new();
    for (run, example) in &*EXAMPLES {
        let CompareExample { method, reason, shows, drawn, case } = example;
        reasons.insert(*reason);
        for each in [drawn, case] {
            let mut findings = compare::findings(each, &Requested::All);
            findings.retain(|found| found.method == *method && found.reason == Some(*reason));
            let found: Vec<_> =
                findings.iter().map(|found| (found.arithmetic, found.agreement)).collect();
            assert_eq!(&found, shows, "{run}: {each:?}");
        }
        assert!(!shows.is_empty(), "{run}");
        assert!(greatest(case) <= greatest(drawn), "{run}: {case:?} of {drawn:?}");
        assert!(vertices(case) <= vertices(drawn), "{run}");
        let kinds = |case: &Case| case.shapes().map(|shape| shape.kind());
        assert_eq!(kinds(case), kinds(drawn), "{run}");
    }
    // All reasons, except one that requires boxes at rest, and those about frames with a polygon.
    let all: BTreeSet<Reason> = Method::reasons().into_iter().collect();
    let missing: Vec<_> = all.difference(&reasons).map(|reason| reason.code()).collect();
    assert_eq!(missing, ["no-motion", "bounds-inside", "corner-unseen"]);
}

/// Exact methods have blind spots that small integers can show.
#[test]
fn examples_of_exact_methods_are_small_whole_numbers_near_the_origin() {
    for (run, example) in &*EXAMPLES {
        if example.shows.iter().all(|(arithmetic, _)| *arithmetic != Arithmetic::Exact) {
            continue;
        }
        let CompareExample { case, .. } = example;
        for point in case.shapes().iter().flat_map(Shape::vertices) {
            for axis in [Axis::X, Axis::Y] {
                let at = point.along(axis).thousandths();
                assert!((0..=6000).contains(&at) && at % 1000 == 0, "{run}: {case:?}");
            }
        }
    }
}

#[test]
fn the_query_line_is_answered_with_the_reason() {
    for (run, example) in &*EXAMPLES {
        let line = example.case.query(&example.id());
        let mut output = Vec::new();
        let outcome = query::run(line.as_bytes(), &mut output, &every_method());
        assert_eq!(outcome.expect("memory"), ExitStatus::Success, "{line}");
        let answer: Value = serde_json::from_slice(&output).expect("an answer is JSON");
        assert_eq!(answer["id"], example.id());
        let id = example.method.id();
        let said: Vec<_> = if example.method.side_test().is_some() {
            vec![&answer["frame"][id]]
        } else {
            let rows = answer["methods"].as_array().expect("a list").iter();
            rows.filter(|row| row["id"] == id).collect()
        };
        // Of rows in double precision, only those that differ count.
        let counts = |row: &&Value| row["arithmetic"] != "f64" || row["reason"] == "rounding";
        let said = said.into_iter().filter(counts);
        let with_reason = said.filter(|row| row["reason"] == example.reason.code());
        assert_eq!(with_reason.count(), example.shows.len(), "{run}: {answer}");
    }
}

#[test]
fn the_scene_round_trips_and_shows_the_reason() {
    for (run, example) in &*EXAMPLES {
        let text = example.scene().to_toml();
        let scene =
            Scene::parse(&text).unwrap_or_else(|faults| panic!("{run}: {faults:?}\n{text}"));
        assert_eq!(scene, example.scene(), "{run}");
        assert!(!scene.title.is_empty() && scene.note.shown().ends_with('.'), "{run}\n{text}");
        assert!(scene.note.shown().contains(example.method.id()), "{run}\n{text}");
        let [expect] = &scene.expects[..] else { panic!("{run}: one expectation\n{text}") };
        let shows = expect.reasons.as_ref().is_some_and(|all| all.contains(&example.reason));
        let is_listed = example.method.row().shown == ListedWhen::Always;
        // A scene has a laser of no length for a point, and other methods judge lasers.
        let is_point = matches!(example.case, Case::Point(_));
        assert!(
            shows || is_point || !is_listed && example.agreement() != Agreement::Wrong,
            "{text}"
        );
        check(&scene, &example.case);
        let is_frame = matches!(example.case, Case::Frame(_));
        assert_eq!(expect.after_frames, u32::from(is_frame), "{run}");
        assert_eq!(expect.outcome.is_some(), is_frame, "{run}");
    }
}

/// The scene's expectations are what `check` finds, and what the case shows.
fn check(scene: &Scene, case: &Case) {
    for finding in expect::check(scene.clone()).expect("a world") {
        assert!(finding.holds(), "{finding:?}");
    }
    let [expect] = &scene.expects[..] else { panic!("one expectation") };
    // Methods shown on request count if they are named.
    let requested = Requested::These(expect.wrong.clone().unwrap_or_default());
    let mut findings = compare::findings(&Case::Still(at_the_end(case)), &requested);
    if let Case::Frame(_) = case {
        findings.extend(compare::findings(case, &requested));
    }
    // An expectation is about whole numbers and single precision.
    findings.retain(|found| found.arithmetic != Arithmetic::F64);
    let reasons: BTreeSet<Reason> = findings.iter().filter_map(|found| found.reason).collect();
    let expected: BTreeSet<Reason> = expect.reasons.iter().flatten().copied().collect();
    assert_eq!(expected, reasons);
    let wrong = findings.iter().filter(|found| found.agreement == Agreement::Wrong);
    let wrong: BTreeSet<Method> = wrong.map(|found| found.method).collect();
    assert_eq!(expect.wrong, Some(wrong.into_iter().collect()));
    let [a, b] = at_the_end(case);
    assert_eq!(expect.relation, Some(relate(&a, &b).relation));
}

fn at_the_end(case: &Case) -> [Shape; 2] {
    let ([a, b], [of_a, of_b]) = (case.shapes(), case.motions());
    [(a, of_a), (b, of_b)].map(|(shape, by)| shape.translated(by).expect("in range"))
}

/// A frame that starts at the edge of the plane must not lead beyond it.
#[test]
fn examples_from_the_whole_plane_stay_on_it() {
    for options in [
        "--kind frame --span 8000 --velocity 8000 --step 1000",
        "--kind frame --span 4000 --velocity 12000 --step 0.001",
        "--kind frame --span 15999 --velocity 1 --step 1 --angle 45",
        "--kind laser-laser --span 16000 --step 4000",
        "--kind polygon-laser --span 16000 --step 0.001",
        "--kind region-region --span 0.001 --step 0.001",
    ] {
        for example in report(&format!("{options} --pairs 2000")).examples {
            let scene = example.scene();
            check(&scene, &example.case);
        }
    }
}
