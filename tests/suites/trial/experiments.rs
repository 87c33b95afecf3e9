//! Experiments on programs whose mistakes are known: each switch of the catalogue, pairs and triples
//! of them, run inside of the test.

use hitscan::tested::cli::try_program::random_cases;
use hitscan_core::diagnosis::{
    Asked, Blunder, Claim, CodeChange, Findings, Form, Investigation, PairKind, PairNumbers,
    ProgramFinding, Proof, Said, SaidMoment, ScaledPair, Switches, Variant, WrongClass,
    explain_answers, mistakes_of, one_place_changes,
};
use hitscan_core::methods::{JudgingRules, Meets, OwnAnswer, Says};
use hitscan_core::words::{claim_facts, claim_sentence};
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

/// Numbers drawn one after the other, the same each time.
struct Draw(usize);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
        self.0 = (self.0 * 1_103_515_245 + 12_345) % (1 << 31);
        (self.0 >> 8) % count
    }
}

/// Programs that make so many drawn mistakes of a kind: the codes, and the program.
fn drawn(
    kind: PairKind,
    round: usize,
    of: usize,
) -> impl Iterator<Item = (Vec<&'static str>, Mistaken)> {
    let mistakes = mistakes_of(kind);
    let mut draw = Draw(7 * round + 3);
    std::iter::from_fn(move || {
        let codes: Vec<_> = (0..of).map(|_| mistakes[draw.below(mistakes.len())].code).collect();
        let touching = may_touch(kind) && draw.below(2) == 0;
        let program = Mistaken::of(kind, &codes, touching);
        Some((codes, program))
    })
}

/// Whether two changes, or a change with a usual mistake, answer like the program on every pair.
fn fit_together(
    kind: PairKind,
    changes: &[[String; 2]],
    usual: Option<&Blunder>,
    trial: &[Asked],
) -> bool {
    let known = one_place_changes(kind);
    let shown = |[before, after]: &[String; 2]| {
        let is_it = |it: &&CodeChange| it.before == *before && it.after == *after;
        known.iter().filter(is_it).collect::<Vec<_>>()
    };
    let those: Vec<_> = changes.iter().map(shown).collect();
    let is_like = |it: &Asked, says: Option<[Said; 2]>| says.is_some_and(|says| it.is_like(says));
    match (&those[..], usual) {
        ([ones, others], None) => ones.iter().any(|one| {
            let both = others.iter().filter_map(|other| one.and(other));
            both.into_iter().any(|both| trial.iter().all(|it| is_like(it, both.says(&it.pair))))
        }),
        ([ones], Some(Blunder::Usual(usual))) => {
            let usual = Mistaken::of(kind, &[usual.code], true).variant;
            [Form::Any, Form::Closed, Form::Open].into_iter().any(|form| {
                let usual = Variant { form, ..usual.clone() };
                let says =
                    |one: &CodeChange, it: &Asked| one.says_before(&it.pair, usual.says(&it.pair));
                ones.iter().any(|one| trial.iter().all(|it| is_like(it, says(one, it))))
            })
        }
        ([ones], Some(Blunder::Slip(slip, _))) => {
            let usual = Variant { slips: vec![*slip], ..Variant::default() };
            let says =
                |one: &CodeChange, it: &Asked| one.says_before(&it.pair, usual.says(&it.pair));
            ones.iter().any(|one| trial.iter().all(|it| is_like(it, says(one, it))))
        }
        _ => false,
    }
}

/// What is not true in the findings about a program, by the program itself.
fn false_counts(
    pairs: &Pairs,
    program: &Mistaken,
    findings: &Findings,
    wrong: usize,
) -> Vec<String> {
    let judged = |pair: &PairNumbers| {
        Asked::judged(pair.clone(), program.answer(pair), JudgingRules::default())
    };
    let trial: Vec<Asked> = pairs.asked.iter().filter_map(judged).collect();
    let all: Vec<Asked> = pairs.asked.iter().chain(&pairs.fresh).filter_map(judged).collect();
    let mut wrongs = Vec::new();
    let mut hold = |holds: bool, what: &str| {
        if !holds {
            wrongs.push(what.to_owned());
        }
    };
    hold(findings.counts == [wrong, trial.len() - wrong], "counts of all answers");
    // Pairs near to wrong ones are asked, too, where few are wrong.
    let of_class = |asked: &[Asked], class: WrongClass| {
        asked.iter().filter(|it| it.is_wrong && WrongClass::of(it) == class).count()
    };
    let mut by_sets = 0;
    for finding in &findings.found {
        let explains = finding.explains;
        let sentence = claim_sentence(finding);
        match &finding.claim {
            Claim::Usual { .. } => {
                by_sets += explains;
                let Proof::Decides { all: test, .. } = &finding.proof else {
                    hold(false, "a proof");
                    continue;
                };
                let is_like = |it: &Asked| it.is_like(test.says(&it.pair));
                hold(trial.iter().all(is_like), &sentence);
                // What shows in one pair of a thousand may be in none that was asked.
                let unlike = all.iter().filter(|it| !is_like(it)).count();
                hold(unlike * 100 <= all.len(), &sentence);
            }
            Claim::Part { class, mistake, others, .. } => {
                hold(sentence.contains(&format!("all {explains} ")), &sentence);
                hold(sentence.contains(&format!(" {others} ")), &sentence);
                hold(explains >= of_class(&trial, *class).min(wrong), &sentence);
                let alone = Mistaken::of(pairs.kind, &[mistake.code], program.touching).variant;
                let alone = Variant { form: Form::Any, ..alone };
                let is_like = |it: &Asked| {
                    let hit = it.answer.says == Says::Hit;
                    alone.says(&it.pair).iter().any(|said| said.hit == hit)
                };
                let could_be = |it: &&Asked| match class {
                    WrongClass::Misses => matches!(it.pair.meets, Meets::Truly | Meets::Before),
                    WrongClass::Hits => it.pair.meets == Meets::Apart,
                    _ => false,
                };
                hold(mistake.cuts_off || trial.iter().filter(could_be).all(is_like), &sentence);
            }
            Claim::OnePlace { changes, tried, .. } => {
                let known = one_place_changes(pairs.kind);
                hold(*tried == known.len(), "places tried");
                let is_like = |change: &CodeChange, it: &Asked| {
                    change.says(&it.pair).is_some_and(|says| it.is_like(says))
                };
                for [before, after] in changes {
                    let mut those =
                        known.iter().filter(|it| it.before == *before && it.after == *after);
                    let fits = those.any(|change| trial.iter().all(|it| is_like(change, it)));
                    hold(fits, &format!("{before} / {after}"));
                }
                hold(explains == wrong, &sentence);
            }
            Claim::TwoPlaces { changes, usual, tried, .. } => {
                let known = one_place_changes(pairs.kind);
                hold(*tried == known.len(), "places tried");
                hold(changes.len() + usize::from(usual.is_some()) == 2, &sentence);
                let fits = fit_together(pairs.kind, changes, usual.as_ref(), &trial);
                hold(fits && explains == wrong, &sentence);
            }
            Claim::NotNamed { rights, tried, .. } => {
                hold(0 < explains, &sentence);
                for seen in rights {
                    let counts = format!("{} of {}.", seen.count, seen.asked);
                    hold(sentence.contains(&counts), &sentence);
                    hold(seen.count * 4 >= seen.asked * 3 && seen.asked <= explains, &sentence);
                }
                let asked_all = tried[1] == one_place_changes(pairs.kind).len();
                hold(*tried == [0; 2] || asked_all, &sentence);
            }
            Claim::Always(hit) => {
                let says = |it: &Asked| (it.answer.says == Says::Hit) == *hit;
                hold(trial.iter().all(says) && explains == wrong, &sentence);
            }
            Claim::OtherEdge { .. } => hold(sentence.contains(" sizes tried"), &sentence),
            Claim::FixedNumber { right: [right, asked], .. } => {
                hold(
                    right <= asked && sentence.contains(&format!("{right} of {asked}")),
                    &sentence,
                );
            }
            other => hold(false, &format!("{other:?}")),
        }
    }
    hold(by_sets == 0 || by_sets == wrong, "a set of mistakes explains all");
    wrongs
}

/// A claim by two mistakes at most, made of two, explains pairs that were never asked, too; a third
/// mistake is never added.
fn no_claim_about_two_mistakes_is_false(of_each_kind: usize) {
    let (mut claimed, mut open) = (0, 0);
    let mut wrongs = Vec::new();
    for (round, kind) in PairKind::ALL.into_iter().enumerate() {
        let pairs = Pairs::of(kind);
        for (codes, program) in drawn(kind, round, 2).take(of_each_kind) {
            let (findings, wrong) = pairs.explained(&program);
            if wrong == 0 {
                continue;
            }
            let is_usual = |it: &&ProgramFinding| matches!(it.claim, Claim::Usual { .. });
            let usual = findings.found.iter().filter(is_usual).count();
            let false_ones = false_counts(&pairs, &program, &findings, wrong);
            if usual > 2 || !false_ones.is_empty() {
                wrongs.push(format!("{} {codes:?}: {usual} {false_ones:?}", kind.token()));
            }
            if usual == 0 { open += 1 } else { claimed += 1 }
        }
    }
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
    assert!(claimed > 2 * open, "{claimed} claimed, {open} open");
}

#[test]
fn of_two_mistakes_no_claim_is_false() {
    no_claim_about_two_mistakes_is_false(12);
}

#[test]
#[ignore = "takes long: scripts/check soak"]
fn of_two_mistakes_of_many_programs_no_claim_is_false() {
    no_claim_about_two_mistakes_is_false(63);
}

/// Each sentence about a program with three mistakes is true, by its counts.
fn each_count_about_three_mistakes_is_true(of_each_kind: usize) {
    let mut wrongs = Vec::new();
    let mut sentences = 0;
    for (round, kind) in PairKind::ALL.into_iter().enumerate() {
        let pairs = Pairs::of(kind);
        for (codes, program) in drawn(kind, round + 100, 3).take(of_each_kind) {
            let (findings, wrong) = pairs.explained(&program);
            sentences += findings.found.len();
            let false_ones = false_counts(&pairs, &program, &findings, wrong);
            if !false_ones.is_empty() {
                wrongs.push(format!("{} {codes:?}: {false_ones:?}", kind.token()));
            }
        }
    }
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
    assert!(sentences > 6 * of_each_kind, "{sentences}");
}

#[test]
fn each_count_about_programs_with_three_mistakes_is_true() {
    each_count_about_three_mistakes_is_true(6);
}

#[test]
#[ignore = "takes long: scripts/check soak"]
fn each_count_about_many_programs_with_three_mistakes_is_true() {
    each_count_about_three_mistakes_is_true(125);
}

/// Programs with usual early tests, halves of decisions and bounds: each is named in full.
#[test]
fn two_mistakes_of_quick_tests_are_named() {
    for (kind, codes) in [
        (PairKind::BoxLaser, &["both-outside-missed", "remainder-x"][..]),
        (PairKind::BoxBox, &["c-int-half-x", "c-size-a-y"]),
        (PairKind::PolygonLaser, &["closing-edge", "bounds-else-if", "half-open"]),
        (PairKind::RegionRegion, &["edges-first-a-in", "bow-tie"]),
        (PairKind::Frame, &["start-end-or-closest"]),
        (PairKind::Frame, &["start-too", "steps-4"]),
    ] {
        // Where touching counts, whole halves of whole sizes decide touching alone.
        let touching = may_touch(kind) && kind != PairKind::BoxBox;
        let program = Mistaken::of(kind, codes, touching);
        let (findings, wrong) = Pairs::of(kind).explained(&program);
        let claims = findings.found.iter().map(|finding| &finding.claim);
        let found: Vec<_> = claims.flat_map(named).collect();
        let built = ["half-open", "start-too"];
        let mut mistakes = codes.iter().filter(|code| !built.contains(code));
        assert!(
            wrong > 0 && mistakes.all(|code| found.contains(code)),
            "{codes:?}: {found:?} {:?}",
            findings.found
        );
    }
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
