//! A class of wrong answers on its own: all misses that should be hits, all hits that should be
//! misses, all wrong sides, all wrong times.

use std::collections::BTreeSet;

use super::claim::{Claim, ProgramFinding, Proof, WrongClass};
use super::evidence::Asked;
use super::numbers::PairNumbers;
use super::said::Said;
use super::scaling::smallest;
use super::search::Candidate;
use crate::methods::Meets;
use hitscan_geom::Fraction;

/// Fewer of a class than this, and nothing is claimed.
const LEAST: usize = 12;

/// Times with more decimals than this count as right.
const MOST_DECIMALS: u32 = 4;

/// The switches that are about sides, and those about times.
const ABOUT_SIDES: [&str; 12] = [
    "first-axis",
    "side-x",
    "side-y",
    "side-faster",
    "side-overlap",
    "opposite",
    "opposite-x",
    "y-up",
    "swap-names",
    "gap-sign",
    "side-start-x",
    "side-start-y",
];
const ABOUT_TIMES: [&str; 4] = ["exit-time", "distance", "remainder-x", "remainder-y"];

/// Claims single mistakes that explain all of a class and none beside it. Returns the pairs that
/// are explained, too. Never a claim for a part of a class: a test by circles would be called a
/// test by boxes, because circles hold boxes.
pub(super) fn parts(
    candidates: &[Candidate],
    asked: &[&Asked],
) -> (Vec<ProgramFinding>, BTreeSet<PairNumbers>) {
    let mut explained = BTreeSet::new();
    let mut found = Vec::new();
    for class in [WrongClass::Misses, WrongClass::Hits, WrongClass::Sides, WrongClass::Times] {
        let could = |each: &&&Asked| could_be(class, each);
        let all: Vec<&Asked> = asked.iter().filter(could).copied().collect();
        let of_class: Vec<&Asked> = all
            .iter()
            .filter(|each| each.is_wrong && WrongClass::of(each) == class)
            .copied()
            .collect();
        if of_class.len() < LEAST {
            continue;
        }
        let explains = |candidate: &&Candidate| {
            is_about(candidate, class)
                && all.iter().all(|each| is_like(class, each, candidate.variant.says(&each.pair)))
                && is_decided_on(candidate, &of_class)
        };
        let mut those: Vec<_> = candidates.iter().filter(explains).collect();
        those.sort_by_key(|it| it.mistake().is_none_or(|mistake| mistake.known_from.is_empty()));
        let mut mistakes = those.iter().filter_map(|it| it.mistake());
        let Some(mistake) = mistakes.next() else { continue };
        let same_as = mistakes.filter(|other| other.code != mistake.code).take(2).collect();
        let others = all.len() - of_class.len();
        let claim = Claim::Part { class, mistake, same_as, others };
        explained.extend(of_class.iter().map(|each| each.pair.clone()));
        let (explains, example) = (of_class.len(), smallest(&of_class));
        found.push(ProgramFinding { claim, explains, example, proof: Proof::Class(class) });
    }
    (found, explained)
}

/// If times are wrong, whether all that the program says are the true ones with fewer decimals.
pub(super) fn rounded_times(asked: &[&Asked]) -> Option<ProgramFinding> {
    let said: Vec<(&Asked, Fraction, Fraction)> = asked
        .iter()
        .filter_map(|each| Some((*each, each.answer.t?.value, each.true_time()?)))
        .collect();
    let wrong: Vec<&Asked> =
        said.iter().filter(|(each, ..)| each.is_wrong).map(|(each, ..)| *each).collect();
    if wrong.len() < LEAST {
        return None;
    }
    let forms = (0..=MOST_DECIMALS).flat_map(|decimals| [(decimals, false), (decimals, true)]);
    let (decimals, cut_off) = forms.into_iter().find(|&(decimals, cut_off)| {
        said.iter().all(|(_, said, truth)| is_shortened(*said, *truth, decimals, cut_off))
    })?;
    let claim = Claim::TimeRounded { decimals, cut_off, asked: said.len() };
    let (explains, example) = (wrong.len(), smallest(&wrong));
    Some(ProgramFinding { claim, explains, example, proof: Proof::Class(WrongClass::Times) })
}

/// Whether a time is the true one with this many decimals, rounded or cut off.
fn is_shortened(said: Fraction, truth: Fraction, decimals: u32, cut_off: bool) -> bool {
    let tenths = 10_i128.pow(decimals);
    let shortened = || {
        let over = said.numerator().checked_mul(tenths)?;
        if over % said.denominator() != 0 {
            return None;
        }
        let whole = over / said.denominator();
        // The true time times as much, less the said one; both over the true denominator.
        let rest =
            truth.numerator().checked_mul(tenths)? - whole.checked_mul(truth.denominator())?;
        let under = truth.denominator();
        Some(if cut_off { (0..under).contains(&rest) } else { (2 * rest).abs() <= under })
    };
    shortened().unwrap_or(false)
}

/// Whether a pair could have been wrong in this way.
fn could_be(class: WrongClass, asked: &Asked) -> bool {
    let is_hit = matches!(asked.pair.meets, Meets::Truly | Meets::Before);
    let says_hit = asked.answer.says.is_contact();
    match class {
        WrongClass::Misses => is_hit,
        WrongClass::Hits => asked.pair.meets == Meets::Apart,
        WrongClass::Sides => is_hit && says_hit && asked.answer.sides.is_some(),
        WrongClass::Times => is_hit && says_hit && asked.answer.t.is_some(),
        WrongClass::Slides => false,
    }
}

fn is_about(candidate: &Candidate, class: WrongClass) -> bool {
    let Some(mistake) = candidate.mistake().filter(|it| !it.sentence.is_empty()) else {
        return false;
    };
    let [sides, times] = [ABOUT_SIDES.contains(&mistake.code), ABOUT_TIMES.contains(&mistake.code)];
    match class {
        WrongClass::Sides => sides,
        WrongClass::Times => times,
        WrongClass::Misses | WrongClass::Hits | WrongClass::Slides => !sides && !times,
    }
}

/// Whether an answer is like that of a test in the respect of the class.
fn is_like(class: WrongClass, asked: &Asked, [open, closed]: [Said; 2]) -> bool {
    let hit = asked.answer.says.is_contact();
    match class {
        WrongClass::Sides => {
            open.hit && closed.hit && open.sides.is_some() && asked.fits_sides(open)
        }
        WrongClass::Times => open.hit && open.at.is_some() && asked.fits_time(open),
        WrongClass::Misses | WrongClass::Hits | WrongClass::Slides => {
            hit == open.hit || hit == closed.hit
        }
    }
}

/// Whether more than touching decides for the test, on four of five of these pairs.
fn is_decided_on(candidate: &Candidate, wrong: &[&Asked]) -> bool {
    let is_free = |each: &&&Asked| {
        let [open, closed] = candidate.variant.says(&each.pair);
        open.hit != closed.hit
    };
    wrong.iter().filter(is_free).count() * 5 <= wrong.len()
}
