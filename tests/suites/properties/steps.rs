//! What the steps say: they can be checked by whoever reads them, one at least
//! decides, and looking changes nothing.

use hitscan_core::methods::{
    Arithmetic, BoundaryRule, Method, explained_frame_verdicts, explained_verdicts,
};
use hitscan_geom::{Step, Value, relate, relate_traced, swept, swept_traced};
use proptest::prelude::*;

use crate::properties::generators::{near_frame, near_pair};

fn value(step: &Step, name: &str) -> Value {
    let found = step.values.iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("{name} in {step:?}")).1
}

/// The sign of an exact number.
fn sign(value: Value) -> i128 {
    let Value::Exact(number) = value else { panic!("an exact number: {value:?}") };
    number.numerator().signum()
}

fn truth(value: Value) -> bool {
    let Value::Truth(holds) = value else { panic!("a truth: {value:?}") };
    holds
}

/// The numbers of a step of `straddle` or `proper` give its value.
fn check_product(step: &Step) {
    let orientations: Vec<i128> = step
        .values
        .iter()
        .filter(|(name, _)| name.starts_with("orient"))
        .map(|(_, value)| sign(*value))
        .collect();
    let [start, end] = orientations[..] else { panic!("two orientations in {step:?}") };
    assert_eq!(sign(value(step, "product")), start * end);
    let holds = match step.formula.rsplit(' ').nth(1) {
        Some("<=") => start * end <= 0,
        Some("<") => start * end < 0,
        other => panic!("{other:?} in {step:?}"),
    };
    assert_eq!(truth(step.value), holds);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_steps_of_a_relation_end_with_it_and_one_decides((a, b) in near_pair()) {
        let mut steps = Vec::new();
        let meeting = relate_traced(&a, &b, &mut steps);
        prop_assert_eq!(meeting, relate(&a, &b));
        let last = steps.last().expect("there are steps");
        prop_assert_eq!(last.value, Value::Token(meeting.relation.token()));
        prop_assert!(steps.iter().any(|step| step.decides));
    }

    #[test]
    fn the_steps_of_a_method_can_be_worked_out_again((a, b) in near_pair()) {
        for (verdict, steps) in explained_verdicts(&a, &b, &relate(&a, &b), BoundaryRule::Source) {
            prop_assert!(steps.iter().any(|step| step.decides), "{verdict:?}");
            if verdict.arithmetic == Arithmetic::Exact {
                steps.iter().filter(|step| step.formula.contains("orient")).for_each(check_product);
            }
            // Where all must hold, whatever decides says what the method says.
            let all_must_hold = !matches!(verdict.method, Method::Proper);
            for step in steps.iter().filter(|step| step.decides && all_must_hold) {
                prop_assert_eq!(step.value, Value::Truth(verdict.hit), "{:?} {:?}", verdict, step);
            }
        }
    }

    #[test]
    fn the_steps_of_a_frame_end_with_what_is_named((a, b) in near_frame()) {
        let mut steps = Vec::new();
        prop_assert_eq!(swept_traced(&a, &b, &mut steps), swept(&a, &b));
        let (verdicts, [of_swept, of_velocity, of_corner]) = explained_frame_verdicts(&a, &b);
        prop_assert_eq!(&of_swept, &steps);
        let decided = |steps: &[Step]| -> Step {
            let mut deciding = steps.iter().filter(|step| step.decides);
            let step = deciding.next().expect("one decides").clone();
            assert!(deciding.next().is_none(), "only one decides");
            step
        };
        prop_assert_eq!(decided(&of_swept).value, Value::Token(verdicts.swept.token()));
        let velocity = decided(&of_velocity);
        let named = velocity.values.iter().find(|(name, _)| *name == "side");
        let named = named.map_or(velocity.value, |(_, side)| *side);
        if named != Value::Truth(false) {
            prop_assert_eq!(named, Value::Token(verdicts.relative_velocity.named.token()));
        }
        let corner = decided(&of_corner);
        if corner.value != Value::Truth(false) {
            prop_assert_eq!(corner.value, Value::Token(verdicts.predict_corner.named.token()));
        }
    }
}
