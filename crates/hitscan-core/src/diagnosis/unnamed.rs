//! What no mistake explains: groups of wrong answers, and what experiments show about each.

use std::collections::BTreeMap;

use super::claim::{Claim, Finding, Proof, SeenOtherwise, WrongClass};
use super::evidence::Asked;
use super::numbers::{PairKind, PairNumbers};
use super::questions::Questions;
use super::scaling::smallest;
use super::search::evenly;
use super::symmetry::Symmetry;

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
) -> Vec<Finding> {
    let mut groups: BTreeMap<(WrongClass, Option<&'static str>), Vec<&Asked>> = BTreeMap::new();
    for each in wrong {
        groups.entry((WrongClass::of(each), state_at_claim(each))).or_default().push(each);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
    let shown = groups.iter().filter(|(_, group)| group.len() >= LEAST.min(wrong.len()));
    let mut found = Vec::new();
    for ((class, state), group) in shown.take(MOST_GROUPS) {
        let mut rights = Vec::new();
        for symmetry in Symmetry::ALL.into_iter().filter(|it| it.applies_to(kind)) {
            let Some(seen) = questions.seen(&evenly(group, SEEN), symmetry) else { break };
            let (count, asked) = (seen.iter().filter(|it| !it.is_wrong).count(), seen.len());
            if asked >= LEAST_SEEN && count * 4 >= asked * 3 {
                rights.push(SeenOtherwise { symmetry, count, asked });
            }
        }
        let claim = Claim::NotNamed { class: *class, state: *state, rights, tried };
        let (explains, example) = (group.len(), smallest(group));
        found.push(Finding { claim, explains, example, proof: Proof::Class(*class) });
    }
    found
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
