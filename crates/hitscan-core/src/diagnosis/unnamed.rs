//! What no mistake explains: groups of wrong answers, and what experiments show about each.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::claim::{Claim, ClaimFact, ProgramFinding, Proof, SeenOtherwise, WrongClass};
use super::evidence::Asked;
use super::numbers::{PairKind, PairNumbers};
use super::questions::Questions;
use super::scaling::smallest;
use super::search::evenly;
use super::symmetry::Symmetry;
use crate::methods::ClaimedSides;
use hitscan_geom::{Axis, Fraction};

/// A group needs so many pairs, and at most so many groups are shown.
const LEAST: usize = 3;
const MOST_GROUPS: usize = 4;

/// How many pairs of a group are seen otherwise.
const SEEN: usize = 40;

/// A symmetry is told if so many pairs, and three of four, become right.
const LEAST_SEEN: usize = 8;

/// The groups of wrong answers, the largest first.
pub(super) fn unnamed(
    questions: &mut Questions<'_>,
    kind: PairKind,
    wrong: &[&Asked],
    tried: [usize; 2],
) -> Vec<ProgramFinding> {
    let mut groups: BTreeMap<(WrongClass, Option<&'static str>), Vec<&Asked>> = BTreeMap::new();
    for each in wrong {
        groups.entry((WrongClass::of(each), state_at_claim(each))).or_default().push(each);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
    let shown = groups.iter().filter(|(_, group)| group.len() >= LEAST.min(wrong.len()));
    let groups: Vec<_> = shown.take(MOST_GROUPS).collect();
    let seen: Vec<Vec<&Asked>> = groups.iter().map(|(_, group)| evenly(group, SEEN)).collect();
    let rights = seen_otherwise(questions, kind, &seen, |_, seen| !seen.is_wrong);
    let mut found = Vec::new();
    for (((class, state), group), rights) in groups.into_iter().zip(rights) {
        let is_told = |it: &SeenOtherwise| it.asked >= LEAST_SEEN && it.count * 4 >= it.asked * 3;
        let rights = rights.into_iter().filter(is_told).collect();
        // The state stands in the sentence.
        let is_other = |fact: &ClaimFact| !matches!(fact, ClaimFact::State(_));
        let facts = facts_of(group).into_iter().filter(is_other).collect();
        let claim = Claim::NotNamed { class: *class, state: *state, rights, tried, facts };
        let (explains, example) = (group.len(), smallest(group));
        found.push(ProgramFinding { claim, explains, example, proof: Proof::Class(*class) });
    }
    found
}

/// For each group, how many of its pairs are counted when they are seen otherwise, in each way that
/// applies to the kind. All are asked in one round; nothing is told if that ends early.
pub(super) fn seen_otherwise(
    questions: &mut Questions<'_>,
    kind: PairKind,
    groups: &[Vec<&Asked>],
    counts: impl Fn(&Asked, &Asked) -> bool,
) -> Vec<Vec<SeenOtherwise>> {
    let ways: Vec<_> = Symmetry::ALL.into_iter().filter(|it| it.applies_to(kind)).collect();
    // A pair that leaves the plane is left out.
    let seen = |each: &Asked, symmetry: Symmetry| {
        let seen = symmetry.of(&each.pair);
        seen.case().is_some().then_some(seen)
    };
    let asked = groups.iter().flat_map(|group| {
        ways.iter().flat_map(|&symmetry| group.iter().filter_map(move |each| seen(each, symmetry)))
    });
    let pairs = asked.collect();
    let Some(answers) = questions.judged(pairs) else {
        return groups.iter().map(|_| Vec::new()).collect();
    };
    let mut answers = answers.iter();
    let mut of_group = |group: &Vec<&Asked>| {
        let counted = ways.iter().map(|&symmetry| {
            let those: Vec<_> =
                group.iter().filter(|each| seen(each, symmetry).is_some()).collect();
            let answers = those.iter().zip(answers.by_ref());
            let count = answers.filter(|(one, other)| counts(one, other)).count();
            SeenOtherwise { symmetry, count, asked: those.len() }
        });
        counted.collect()
    };
    groups.iter().map(&mut of_group).collect()
}

/// The greatest number in a quotient of times.
const MOST_IN_RATIO: i128 = 12;

/// What all answers of a group have in common where more than touching decides; nothing of a group
/// that is small.
pub(super) fn facts_of(group: &[&Asked]) -> Vec<ClaimFact> {
    let group: Vec<&Asked> = group.iter().filter(|each| each.is_decided()).copied().collect();
    let group = group.as_slice();
    if group.len() < LEAST {
        return Vec::new();
    }
    let ratio = |ratio: &[i128; 2]| group.iter().all(|it| it.has_time_times(*ratio) == Some(true));
    // Where all times are true, the two touch at each, and nothing needs to be said.
    if ratio(&[1, 1]) {
        return entered_first(group).into_iter().collect();
    }
    let first = group.first().and_then(|each| state_at_claim(each));
    let state = first.filter(|_| group.iter().all(|each| state_at_claim(each) == first));
    let ratios =
        (1..=MOST_IN_RATIO).flat_map(|under| (1..=MOST_IN_RATIO).map(move |over| [over, under]));
    // Any share of 0 is 0.
    let is_late = |each: &&&Asked| each.true_time().is_some_and(|time| time > Fraction::ZERO);
    let mut ratios = ratios.filter(|_| group.iter().filter(is_late).count() >= LEAST);
    let of_times = ratios.find(ratio).map(ClaimFact::TimeRatio);
    state.map(ClaimFact::State).into_iter().chain(of_times).chain(entered_first(group)).collect()
}

/// Whether all sides that a group names are on the axis entered first.
fn entered_first(group: &[&Asked]) -> Option<ClaimFact> {
    let is_first = |each: &&Asked| {
        let Some(ClaimedSides::Sides(named)) = each.answer.sides else { return false };
        let axis = axis_entered_first(&each.pair);
        each.has_wrong_side()
            && !named.is_empty()
            && named.iter().all(|side| Some(usize::from(side.axis() == Axis::Y)) == axis)
    };
    group.iter().all(is_first).then_some(ClaimFact::EnteredFirst)
}

/// The axis along which the ranges of the two meet first, if they do so at different times. Without
/// motion along an axis they meet there before all.
fn axis_entered_first(pair: &PairNumbers) -> Option<usize> {
    let entry = |axis: usize| -> Option<[i128; 2]> {
        let [low, high] = gaps(pair, axis, 0, 1)?;
        let [then_low, then_high] = gaps(pair, axis, 1, 1)?;
        match low.cmp(&then_low) {
            Ordering::Greater => Some([low, low - then_low]),
            Ordering::Less => Some([high, high - then_high]),
            Ordering::Equal => None,
        }
    };
    let order = match [entry(0), entry(1)] {
        [Some(x), Some(y)] => (x[0] * y[1]).cmp(&(y[0] * x[1])),
        [x, y] => x.is_some().cmp(&y.is_some()),
    };
    match order {
        Ordering::Less => Some(0),
        Ordering::Greater => Some(1),
        Ordering::Equal => None,
    }
}

/// How the two are at the time that an answer says, exactly but for a ten thousandth of a unit.
fn state_at_claim(asked: &Asked) -> Option<&'static str> {
    let time = asked.answer.t.filter(|_| asked.answer.says.is_contact())?.value;
    let (over, under) = (time.numerator(), time.denominator());
    let gaps = [0, 1].map(|axis| {
        let [low, high] = gaps(&asked.pair, axis, over, under)?;
        Some(low.max(high))
    });
    let [Some(x), Some(y)] = gaps else { return None };
    // A gap is a number of thousandths times the denominator.
    let near = under / 10 + 1;
    Some(match [x > near, y > near] {
        [true, false] => "apart in x",
        [false, true] => "apart in y",
        [true, true] => "apart",
        _ if x < -near && y < -near => "overlapping",
        _ => "touching",
    })
}

/// The gaps before and after along an axis at the time `over / under`, times `under`; `None` for
/// other pairs than frames and a laser at a box.
fn gaps(pair: &PairNumbers, axis: usize, over: i128, under: i128) -> Option<[i128; 2]> {
    let [a, b] = &pair.places;
    let wide = |number: i64| i128::from(number);
    let at = |from: i64, along: i64| {
        wide(from).checked_mul(under)?.checked_add(wide(along).checked_mul(over)?)
    };
    let edge = |number: i64| wide(number).checked_mul(under);
    match pair.kind {
        PairKind::Frame => {
            let along = pair.motions[0][axis] - pair.motions[1][axis];
            let before = edge(b[axis])? - at(a[axis + 2], along)?;
            Some([before, at(a[axis], along)? - edge(b[axis + 2])?])
        }
        PairKind::BoxLaser => {
            let place = at(b[axis], b[axis + 2] - b[axis])?;
            Some([edge(a[axis])? - place, place - edge(a[axis + 2])?])
        }
        _ => None,
    }
}
