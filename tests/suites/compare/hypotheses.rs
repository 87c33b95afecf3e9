//! What is known about the two side methods, checked on many frames.

use hitscan::tested::cli::compare::{Hypotheses, HypothesisCounts};
use hitscan_core::methods::{Agreement, Method, Reason, Truth};

use crate::compare::report;

/// Lattices from coarse, with frequent ties and flush boxes, to fine.
const RUNS: [&str; 4] = [
    "--pairs 25000 --seed 11",
    "--pairs 25000 --seed 12 --span 10 --step 1 --velocity 5",
    "--pairs 25000 --seed 13 --span 4 --step 0.5 --velocity 4",
    "--pairs 25000 --seed 14 --span 100 --step 0.001 --velocity 60",
];

fn hypotheses(options: &str) -> Hypotheses {
    report(&format!("--kind frame {options}")).hypotheses.expect("frames have hypotheses")
}

/// The counts of the hypothesis about these pairs.
fn of(hypotheses: &Hypotheses, about: &str) -> HypothesisCounts {
    let mut found = hypotheses.all().iter().filter(|counts| counts.about == about);
    *found.next().expect("a hypothesis of a row")
}

const STILL_MEETING: &str = "the boxes still meet at the end";
const CORNER_LABEL: &str = "corner label, the center passes b's in no axis";
const CORNER_LABEL_PASSING: &str = "corner label, the center passes b's in an axis";
const EDGE_LABEL_SHARED: &str = "edge label, its axis overlaps at the start";
const EDGE_LABEL_APART: &str = "edge label, its axis is apart at the start";

#[test]
fn relative_velocity_never_names_a_wrong_side_while_the_boxes_still_meet() {
    for run in RUNS {
        let counts = of(&hypotheses(run), STILL_MEETING);
        assert!(counts.right > 500 && counts.wrong == 0, "{run}: {counts:?}");
    }
}

/// It only misses, breaks ties, and names sides for boxes that slide past.
#[test]
fn relative_velocity_is_wrong_in_two_ways_only() {
    for run in RUNS {
        for row in report(&format!("--kind frame {run}")).rows {
            if row.finding.method != Method::RELATIVE_VELOCITY {
                continue;
            }
            let known = match (row.finding.agreement, row.finding.reason) {
                (Agreement::Wrong, Some(Reason::Tunnelled | Reason::Flush))
                | (Agreement::Convention, Some(Reason::CornerTie | Reason::Touching))
                | (Agreement::Agrees | Agreement::NotApplicable, None) => true,
                _ => row.pairs == 0,
            };
            assert!(known, "{run}: {row:?}");
        }
    }
}

#[test]
fn at_45_degrees_the_corner_labels_are_always_wrong_unless_a_centre_is_passed() {
    for run in RUNS {
        let hypotheses = hypotheses(&format!("{run} --angle 45"));
        let counts = of(&hypotheses, CORNER_LABEL);
        assert!(counts.wrong > 50 && counts.right == 0, "{run}: {counts:?}");
        let passing = of(&hypotheses, CORNER_LABEL_PASSING);
        assert!(passing.right > 20 && passing.wrong > 20, "{run}: {passing:?}");
    }
    // Not at other angles: the rule is about 45°.
    assert!(of(&hypotheses(RUNS[0]), CORNER_LABEL).right > 0);
}

/// An axis on which the boxes overlapped at the start cannot be the one that was entered.
#[test]
fn the_edge_labels_are_wrong_if_the_boxes_overlapped_on_their_axis_at_the_start() {
    for run in RUNS.into_iter().flat_map(|run| [run.to_owned(), format!("{run} --angle 45")]) {
        let hypotheses = hypotheses(&run);
        let [shared, apart] =
            [EDGE_LABEL_SHARED, EDGE_LABEL_APART].map(|about| of(&hypotheses, about));
        assert!(shared.wrong > 100 && shared.right == 0, "{run}: {shared:?}");
        assert!(apart.right > 100 && apart.wrong == 0, "{run}: {apart:?}");
    }
}

#[test]
fn the_findings_confirm_what_is_known() {
    for angle in ["any", "45"] {
        for run in RUNS {
            let hypotheses = hypotheses(&format!("{run} --angle {angle}"));
            for counts in hypotheses.all() {
                let holds = match counts.truth {
                    Truth::NeverWrong => counts.wrong == 0,
                    Truth::AlwaysWrong => counts.right == 0,
                    Truth::AlwaysWrongDiagonally => counts.right == 0 || angle == "any",
                    Truth::Either => true,
                };
                assert!(holds, "{run}, {angle}: {counts:?}");
            }
        }
    }
}

#[test]
fn at_45_degrees_the_boxes_move_at_45_degrees() {
    let report = report("--kind frame --angle 45 --pairs 5000");
    let motions = report.examples.iter().flat_map(|example| {
        [example.drawn.motions(), example.case.motions()]
            .map(|[a, b]| a.checked_sub(b).expect("in range"))
    });
    for motion in motions {
        assert!(motion.x.abs() == motion.y.abs(), "{motion:?}");
    }
}
