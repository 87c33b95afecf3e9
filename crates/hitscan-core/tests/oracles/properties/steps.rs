//! Steps can be recomputed, at least one of them decides, and explaining changes no answer.

use hitscan_core::methods::{
    Arithmetic, BoundaryRule, Method, MethodStep, Straddle, frame_verdicts, verdicts,
};
use hitscan_geom::{Step as ExactStep, relate, relate_traced, swept, swept_traced};
use proptest::prelude::*;

use crate::properties::generators::{near_frame, near_pair};

/// Checks that the numbers of a half of `straddle` or `proper` yield its answer.
fn check_product(half: &Straddle) {
    let [start, end, product] = [half.orientations[0], half.orientations[1], half.product]
        .map(|number| number.sign() as i32);
    assert_eq!(product, start * end);
    assert_eq!(half.holds, half.operator.holds(product, 0));
}

/// The answer of a step of a method whose steps must all hold.
fn answer(step: &MethodStep) -> Option<bool> {
    match step {
        MethodStep::Straddle(half) => Some(half.holds),
        MethodStep::CentreDistance(found) => Some(found.holds),
        MethodStep::CompareEdges(found) => Some(found.holds),
        MethodStep::NoPairStraddles { .. } => Some(false),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_steps_of_a_relation_end_with_it_and_one_decides((a, b) in near_pair()) {
        let mut steps = Vec::new();
        let meeting = relate_traced(&a, &b, &mut steps);
        prop_assert_eq!(meeting, relate(&a, &b));
        let last = steps.last().expect("there are steps");
        prop_assert_eq!(*last, ExactStep::Relation(meeting.relation));
        prop_assert!(steps.iter().any(ExactStep::decides));
    }

    #[test]
    fn the_steps_of_a_method_can_be_worked_out_again((a, b) in near_pair()) {
        let rule = BoundaryRule::Source;
        for verdict in verdicts(&a, &b, &relate(&a, &b), rule) {
            let steps = verdict.method.overlap_steps(&a, &b, rule, verdict.arithmetic);
            prop_assert!(steps.iter().any(MethodStep::decides), "{verdict:?}");
            if verdict.arithmetic == Arithmetic::Exact {
                for step in &steps {
                    if let MethodStep::Straddle(half) = step {
                        check_product(half);
                    }
                }
            }
            // If all steps must hold, each deciding step has the method's answer.
            let all_must_hold = verdict.method != Method::PROPER;
            for step in steps.iter().filter(|step| step.decides() && all_must_hold) {
                prop_assert_eq!(answer(step), Some(verdict.hit), "{:?} {:?}", verdict, step);
            }
        }
    }

    #[test]
    fn the_steps_of_a_frame_end_with_what_is_named((a, b) in near_frame()) {
        let mut steps = Vec::new();
        prop_assert_eq!(swept_traced(&a, &b, &mut steps), swept(&a, &b));
        let verdicts = frame_verdicts(&a, &b);
        let of_swept = Method::SWEPT.side_steps(&a, &b);
        let steps: Vec<MethodStep> = steps.into_iter().map(MethodStep::Exact).collect();
        prop_assert_eq!(&of_swept, &steps);
        let decided = |steps: &[MethodStep]| -> MethodStep {
            let mut deciding = steps.iter().filter(|step| step.decides());
            let step = deciding.next().expect("one decides").clone();
            assert!(deciding.next().is_none(), "only one decides");
            step
        };
        prop_assert_eq!(decided(&of_swept), MethodStep::Exact(ExactStep::Outcome(verdicts.swept)));
        for verdict in verdicts.sides {
            let label = match decided(&verdict.method.side_steps(&a, &b)) {
                MethodStep::FrameEnd { meet: false, .. } | MethodStep::AfterMove { meet: false, .. } => "none",
                MethodStep::OneAxis { claim, .. } | MethodStep::Depths { claim, .. } => claim.label,
                MethodStep::LastEntered { side, .. } => side.token(),
                step => panic!("{step:?} decides"),
            };
            prop_assert_eq!(label, verdict.claim.label);
        }
    }
}
