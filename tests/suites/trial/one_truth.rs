//! One truth: a method that runs as a program is right, wrong or off by the same conventions as in
//! `compare` and `query`. What is wrong with a program is for experiments to say, not for a pair.

use std::collections::BTreeMap;

use hitscan::tested::cli::try_program::{Origin, TrialTally, case_of_line, random_cases};
use hitscan_core::methods::{
    Agreement, Arithmetic, BoundaryRule, Case, Cause, ClaimedSides, JudgingRules, Method, Named,
    OwnAnswer, Reason, Requested, Says,
};
use hitscan_geom::{Sides, relate};

use crate::compare::plan;

const NAMED: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/cli/try_program/named.txt"));

const KINDS: [&str; 8] = [
    "laser-laser",
    "box-laser",
    "box-box",
    "polygon-laser",
    "region-region",
    "box-point",
    "polygon-point",
    "frame",
];

/// What a side method would print; `None` for what cannot be expressed: a hit without a side.
fn said(named: Named) -> Option<OwnAnswer> {
    let sides = match named {
        Named::Nothing => return Some(OwnAnswer { says: Says::Miss, sides: None, t: None }),
        Named::NoSide | Named::NoMotion => return None,
        Named::Meets => None,
        Named::Corner => Some(ClaimedSides::Corner),
        Named::Side(side) => Some(ClaimedSides::Sides(side.into())),
        Named::Sides(sides) => Some(ClaimedSides::Sides(sides)),
        Named::Axis(axis) => Some(ClaimedSides::Sides(axis.sides().into_iter().collect::<Sides>())),
    };
    Some(OwnAnswer { says: Says::Hit, sides, t: None })
}

/// The method's answer, and its class in `compare`.
fn answer(
    case: &Case,
    (method, arithmetic): (Method, Arithmetic),
) -> Option<(OwnAnswer, Agreement, Option<Reason>)> {
    match case {
        Case::Still([a, b]) | Case::Point([a, b]) => {
            let meeting = relate(a, b);
            let verdicts = match case {
                Case::Point(_) => {
                    Requested::All.point_verdicts(a, b, &meeting, BoundaryRule::Source)
                }
                _ => Requested::All.verdicts(a, b, &meeting, BoundaryRule::Source),
            };
            let mut verdicts = verdicts.into_iter();
            let verdict = verdicts.find(|it| (it.method, it.arithmetic) == (method, arithmetic))?;
            let says = if verdict.hit { Says::Hit } else { Says::Miss };
            let answer = OwnAnswer { says, sides: None, t: None };
            Some((answer, verdict.agreement, verdict.reason))
        }
        Case::Frame([a, b]) => {
            let verdicts = Requested::All.frame_verdicts(a, b);
            let verdict = verdicts.of(method)?;
            let answer = said(verdict.claim.named)?;
            Some((answer, verdict.agreement, verdict.reason))
        }
    }
}

type Counts = BTreeMap<(Agreement, Option<&'static str>), u64>;

/// The classes of the answers as counted by `try`, and by `compare`.
fn both(cases: &[Case], of: (Method, Arithmetic)) -> [Counts; 2] {
    let mut tally = TrialTally::new(JudgingRules::default());
    let mut compared = Counts::new();
    for case in cases {
        let Some((answer, agreement, reason)) = answer(case, of) else { continue };
        // That floats round to an answer is known of a method. Of a program it takes experiments, so
        // where it only touches, it is off by convention.
        let is_rounded = agreement != Agreement::Agrees && reason == Some(Reason::Rounding);
        if agreement == Agreement::NotApplicable || is_rounded {
            continue;
        }
        tally.add(case, &answer, Origin::Random);
        let reason = reason.filter(|_| agreement == Agreement::Convention);
        *compared.entry((agreement, reason.map(Reason::code))).or_default() += 1;
    }
    let mut tried = Counts::new();
    for ((agreement, cause), [_, pairs]) in tally.rows().filter(|(_, [_, pairs])| *pairs > 0) {
        *tried.entry((agreement, cause.map(Cause::code))).or_default() += pairs;
    }
    [tried, compared]
}

fn agree_over(pairs: u64) {
    let mut compared = 0;
    for kind in KINDS {
        for step in ["1", "0.1"] {
            let plan = plan(&format!("--kind {kind} --step {step} --pairs {pairs}"));
            let of_kind =
                NAMED.lines().filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' '));
            let named = of_kind.filter_map(|line| case_of_line(line.split_once(' ')?.1));
            let cases: Vec<Case> = named.chain(random_cases(&plan, 0..pairs)).collect();
            for method in Method::all().filter(|&method| method != Method::SWEPT) {
                for arithmetic in [Arithmetic::Exact, Arithmetic::F32] {
                    let [try_says, compare_says] = both(&cases, (method, arithmetic));
                    let name = format!("{method:?} {arithmetic:?}, {kind}, step {step}");
                    assert_eq!(try_says, compare_says, "{name}");
                    compared += usize::from(!compare_says.is_empty());
                }
            }
        }
    }
    assert!(compared > 60, "{compared} methods were compared");
}

#[test]
fn try_and_compare_agree_on_the_answers_of_every_method() {
    agree_over(1500);
}

#[test]
#[ignore = "20 000 pairs of each kind take half a minute in a debug build"]
fn try_and_compare_agree_on_the_answers_of_every_method_over_many_pairs() {
    agree_over(20_000);
}
