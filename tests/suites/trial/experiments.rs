//! Experiments on programs whose mistakes are known: each switch of the catalogue, pairs and triples
//! of them, run inside of the test.

use hitscan::tested::cli::try_program::random_cases;
use hitscan_core::diagnosis::{
    Asked, Blunder, Claim, Findings, Form, Investigation, PairKind, PairNumbers, Said, SaidMoment,
    ScaledPair, Switches, Variant, explain_answers, mistakes_of,
};
use hitscan_core::methods::{JudgingRules, OwnAnswer, Says};
use hitscan_core::words::claim_facts;
use hitscan_geom::Fraction;

use crate::compare::plan;

/// How many pairs a trial has here, and how many it keeps for experiments.
const PAIRS: u64 = 1500;
const FRESH: u64 = 1500;

/// A program that makes these mistakes.
struct Mistaken {
    variant: Variant,
    touching: bool,
}

impl Mistaken {
    fn of(kind: PairKind, codes: &[&str], touching: bool) -> Self {
        let mistakes = mistakes_of(kind);
        let number = |code: &&str| mistakes.iter().position(|it| it.code == *code).expect("a code");
        let switches = codes.iter().map(number).map(Switches::one);
        let switches = switches.fold(Switches::NONE, Switches::with);
        let form = if touching { Form::Closed } else { Form::Open };
        Self { variant: Variant { switches, form, slips: Vec::new() }, touching }
    }

    fn answer(&self, pair: &PairNumbers) -> OwnAnswer {
        let [open, closed] = self.variant.says(pair);
        answer_of(if self.touching { closed } else { open })
    }
}

/// Whether touching may count without being a mistake: a frame's program that names a side where
/// boxes slide along each other snags on seams.
fn may_touch(kind: PairKind) -> bool {
    kind != PairKind::Frame
}

/// What a program prints that says this.
fn answer_of(said: Said) -> OwnAnswer {
    let says = if said.hit { Says::Hit } else { Says::Miss };
    let t = match said.at {
        Some(SaidMoment::Share(time)) if said.hit => time.fraction().map(Into::into),
        _ => None,
    };
    OwnAnswer { says, sides: said.sides.filter(|_| said.hit), t }
}

/// Some pairs of a kind, with the truth.
struct Pairs {
    kind: PairKind,
    asked: Vec<PairNumbers>,
    fresh: Vec<PairNumbers>,
}

impl Pairs {
    fn of(kind: PairKind) -> Self {
        let plan = plan(&format!("--kind {} --step 1", kind.token()));
        let numbers = |range| {
            let cases = random_cases(&plan, range);
            cases.iter().filter_map(|case| PairNumbers::of(case, kind)).collect()
        };
        Self { kind, asked: numbers(0..PAIRS), fresh: numbers(PAIRS..PAIRS + FRESH) }
    }

    /// The findings about a program, and how many of its answers are wrong.
    fn explained(&self, program: &Mistaken) -> (Findings, usize) {
        let rules = JudgingRules::default();
        let judged = |pair: &PairNumbers| Asked::judged(pair.clone(), program.answer(pair), rules);
        let asked: Vec<Asked> = self.asked.iter().filter_map(judged).collect();
        let wrong = asked.iter().filter(|each| each.is_wrong).count();
        let mut ask = |pairs: &[ScaledPair]| {
            pairs.iter().map(|scaled| program.answer(&scaled.pair)).collect()
        };
        let fresh = self.fresh.clone();
        let all = Investigation::new(self.kind, asked, fresh, 1000, rules, &mut ask);
        (all.explain(), wrong)
    }
}

/// The printed names that a finding claims, or cannot tell apart.
fn named(claim: &Claim) -> Vec<&str> {
    let code = |blunder: &'_ Blunder| match blunder {
        Blunder::Usual(mistake) => mistake.code,
        Blunder::Slip(..) => "copied-number",
    };
    match claim {
        Claim::Usual { mistake, same_as, .. } => {
            [mistake].into_iter().chain(same_as.iter().flatten()).map(code).collect()
        }
        Claim::Part { mistake, same_as, .. } => {
            [mistake].into_iter().chain(same_as).map(|mistake| mistake.code).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn each_usual_mistake_is_named_or_no_pair_tells_it_from_what_is_named() {
    let mut unnamed = Vec::new();
    for kind in PairKind::ALL {
        let pairs = Pairs::of(kind);
        for mistake in mistakes_of(kind).iter().filter(|it| !it.sentence.is_empty()) {
            let program = Mistaken::of(kind, &[mistake.code], false);
            let (findings, wrong) = pairs.explained(&program);
            let claims = findings.found.iter().map(|finding| &finding.claim);
            let is_named = claims.clone().any(|claim| {
                named(claim).contains(&mistake.code) || matches!(claim, Claim::Always(_))
            });
            if wrong >= 8 && !is_named {
                let found: Vec<_> = claims.collect();
                unnamed.push(format!("{} {} ({wrong}): {found:?}", kind.token(), mistake.code));
            }
        }
    }
    assert!(unnamed.is_empty(), "{}", unnamed.join("\n"));
}

/// A claim by two mistakes at most, made of two, explains pairs that were never asked, too; a third
/// mistake is never added.
#[test]
fn of_two_mistakes_no_claim_is_false() {
    let (mut claimed, mut open) = (0, 0);
    for (round, kind) in PairKind::ALL.into_iter().enumerate() {
        let pairs = Pairs::of(kind);
        let mistakes = mistakes_of(kind);
        let mut seed = 7 * round + 3;
        for _ in 0..12 {
            let mut draw = || {
                seed = (seed * 1_103_515_245 + 12_345) % (1 << 31);
                mistakes[(seed >> 8) % mistakes.len()].code
            };
            let codes = [draw(), draw()];
            let program = Mistaken::of(kind, &codes, may_touch(kind) && seed % 2 == 0);
            let (findings, wrong) = pairs.explained(&program);
            if wrong == 0 {
                continue;
            }
            let usual = findings.found.iter().filter(|it| matches!(it.claim, Claim::Usual { .. }));
            let usual: Vec<_> = usual.collect();
            let names =
                || usual.iter().flat_map(|finding| named(&finding.claim)).collect::<Vec<_>>();
            assert!(usual.len() <= 2, "{} {codes:?}: {:?}", kind.token(), names());
            if usual.is_empty() {
                open += 1;
                continue;
            }
            claimed += 1;
            let sum: usize = usual.iter().map(|finding| finding.explains).sum();
            assert_eq!(sum, wrong, "{} {codes:?}", kind.token());
        }
    }
    assert!(claimed > 2 * open, "{claimed} claimed, {open} open");
}

#[test]
fn a_program_with_a_mistake_is_like_the_test_with_it_on_every_pair() {
    let mut unlike = Vec::new();
    for kind in PairKind::ALL {
        let pairs = Pairs::of(kind);
        let mistakes = mistakes_of(kind);
        for (one, other) in mistakes.iter().zip(mistakes.iter().skip(3).chain(&mistakes)) {
            for touching in [false, true] {
                let touching = touching && may_touch(kind);
                let program = Mistaken::of(kind, &[one.code, other.code], touching);
                let cuts_off = one.cuts_off || other.cuts_off;
                let variant = if cuts_off {
                    program.variant.clone()
                } else {
                    Variant { form: Form::Any, ..program.variant.clone() }
                };
                for pair in &pairs.asked {
                    let answer = program.answer(pair);
                    let asked = Asked::judged(pair.clone(), answer, JudgingRules::default());
                    let asked = asked.expect("a pair");
                    if !asked.is_like(variant.says(pair)) {
                        let line = pair.line(hitscan_core::diagnosis::ScaleFactor::ONE);
                        let codes = [one.code, other.code];
                        unlike.push(format!(
                            "{codes:?} {touching} {line}: {answer} {:?}",
                            variant.says(pair)
                        ));
                        break;
                    }
                }
            }
        }
    }
    assert!(unlike.is_empty(), "{}", unlike.join("\n"));
}

/// The facts about each group of wrong answers of a program.
fn facts(program: &Mistaken, pairs: &Pairs) -> Vec<String> {
    let (findings, _) = pairs.explained(program);
    findings.found.iter().flat_map(|finding| claim_facts(&finding.claim)).collect()
}

#[test]
fn what_all_answers_of_a_group_have_in_common_is_a_fact() {
    let pairs = Pairs::of(PairKind::Frame);
    for (code, fact) in [
        ("exit-x-only", "at the time it says they are apart in y"),
        ("first-axis", "the side it names is on the axis entered first"),
    ] {
        let found = facts(&Mistaken::of(PairKind::Frame, &[code], false), &pairs);
        assert_eq!(found, [fact], "{code}");
    }
    // Times alone that are wrong in one way are no usual mistake, and half of the true ones.
    let program = Mistaken::of(PairKind::Frame, &[], false);
    let half = |answer: OwnAnswer| {
        let t = answer.t.map(|t| Fraction::new(t.value.numerator(), t.value.denominator() * 2));
        OwnAnswer { t: t.flatten().map(Into::into), ..answer }
    };
    let rules = JudgingRules::default();
    let judged =
        |pair: &PairNumbers| Asked::judged(pair.clone(), half(program.answer(pair)), rules);
    let asked = pairs.asked.iter().filter_map(judged).collect();
    let mut ask = |pairs: &[ScaledPair]| {
        pairs.iter().map(|scaled| half(program.answer(&scaled.pair))).collect()
    };
    let fresh = pairs.fresh.clone();
    let all = Investigation::new(PairKind::Frame, asked, fresh, 1000, rules, &mut ask).explain();
    let found: Vec<_> = all.found.iter().flat_map(|it| claim_facts(&it.claim)).collect();
    assert!(found.contains(&"the time it says is 1/2 of the true one".to_owned()), "{all:#?}");
}

#[test]
fn answers_of_a_program_that_is_asked_no_more_name_its_mistake() {
    for (kind, code) in [
        (PairKind::BoxLaser, "rest-untested"),
        (PairKind::Frame, "exit-x-only"),
        (PairKind::LaserLaser, "bounds"),
    ] {
        let pairs = Pairs::of(kind);
        let said = |program: &Mistaken| {
            let all = pairs.asked.iter().chain(&pairs.fresh);
            let said = all.map(|pair| (pair.clone(), program.answer(pair))).collect();
            explain_answers(kind, said, JudgingRules::default())
        };
        let findings = said(&Mistaken::of(kind, &[code], false));
        let is_named = |claim| named(claim).contains(&code);
        assert!(findings.found.iter().any(|it| is_named(&it.claim)), "{code}: {findings:#?}");
        assert!(!findings.is_cut_short, "{code}: {findings:#?}");
        assert_eq!(findings.counts[0] + findings.counts[1], 2000);
        assert!(said(&Mistaken::of(kind, &[], false)).found.is_empty(), "{code}");
    }
}
