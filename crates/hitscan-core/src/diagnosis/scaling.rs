//! Experiments with the numbers themselves: decimals cut off, and whole pairs scaled.

use super::claim::{Claim, ProgramFinding, Proof, Turn};
use super::evidence::Asked;
use super::numbers::{PairKind, PairNumbers, ScaleFactor};
use super::questions::{Questions, ScaledPair};
use super::search::evenly;

/// How many pairs are asked with their decimals cut off.
const CUT_OFF: usize = 400;

/// So many answers must become wrong when decimals are cut off, or nothing is claimed.
const SHOULD_DIFFER: usize = 10;

/// How many wrong pairs are scaled for rounding: two questions each.
const ROUNDED: usize = 500;

/// How many wrong pairs are asked larger and smaller.
const SCALED: usize = 40;

/// So many times larger and smaller.
const FACTOR: i64 = 1024;

/// In how many pairs the scale at which the answer turns is looked for.
const TURNING: usize = 12;

/// The halvings of the unit in which that scale is measured, and the rounds that find it.
const SCALE_BITS: u32 = 12;
const ROUNDS: u32 = 16;

/// Whether the program cuts off what stands behind the point, or rounds it.
pub(super) fn decimals_dropped(
    questions: &mut Questions<'_>,
    asked: &[&Asked],
) -> Option<ProgramFinding> {
    let decimal: Vec<&Asked> = asked.iter().copied().filter(|it| !it.pair.is_whole()).collect();
    [false, true].into_iter().find_map(|rounded| {
        let whole = |each: &&&Asked| made_whole(&each.pair, rounded).is_some();
        let those: Vec<&Asked> = decimal.iter().filter(whole).take(CUT_OFF).copied().collect();
        let pairs: Vec<_> =
            those.iter().filter_map(|each| made_whole(&each.pair, rounded)).collect();
        let differs = |(each, whole): &(&&Asked, &PairNumbers)| {
            each.is_decided() && each.pair.meets != whole.meets
        };
        let should_differ = those.iter().zip(&pairs).filter(differs).count();
        if should_differ < SHOULD_DIFFER {
            return None;
        }
        let answers = questions.judged(pairs)?;
        if !those.iter().zip(&answers).all(|(each, whole)| each.answer == whole.answer) {
            return None;
        }
        let wrong: Vec<&Asked> = decimal.iter().copied().filter(|it| it.is_wrong).collect();
        let claim = Claim::DecimalsDropped { rounded, asked: those.len(), should_differ };
        Some(ProgramFinding {
            claim,
            explains: wrong.len(),
            example: smallest(&wrong),
            proof: Proof::None,
        })
    })
}

/// The pair with whole numbers, if it still is one.
fn made_whole(pair: &PairNumbers, rounded: bool) -> Option<PairNumbers> {
    let whole = |number: &mut i64| {
        let half = if rounded { number.signum() * 500 } else { 0 };
        *number = (*number + half) / 1000 * 1000;
    };
    let mut changed = pair.clone();
    changed.places.iter_mut().flatten().for_each(whole);
    changed.motions.iter_mut().flatten().for_each(whole);
    if !changed.has_sizes() {
        return None;
    }
    changed.with_truth()
}

/// Which wrong answers are right when all numbers are whole, and stay wrong at a power of two,
/// which rounds alike. Returns the finding, and the pairs that it explains.
pub(super) fn rounding(
    questions: &mut Questions<'_>,
    wrong: &[&Asked],
) -> Option<(ProgramFinding, Vec<PairNumbers>)> {
    let decimal: Vec<&Asked> = wrong.iter().copied().filter(|it| !it.pair.is_whole()).collect();
    let those = evenly(&decimal, ROUNDED);
    let factors: Vec<i64> = those.iter().map(|each| whole_factor(&each.pair)).collect();
    let whole =
        those.iter().zip(&factors).map(|(each, &by)| at(each, ScaleFactor { by, halvings: 0 }));
    let alike = those.iter().map(|each| at(each, ScaleFactor { by: FACTOR, halvings: 0 }));
    let answers = questions.scaled(whole.chain(alike).collect())?;
    let (whole, alike) = answers.split_at_checked(those.len())?;
    let all = those.iter().zip(factors).zip(whole.iter().zip(alike));
    let shown: Vec<_> = all
        .filter(|(_, (whole, alike))| !whole.is_wrong && alike.is_wrong)
        .map(|((&each, factor), (whole, _))| (factor, each, whole.answer))
        .collect();
    let asked = those.len();
    let least = |(_, each, _): &&(i64, &Asked, _)| complexity(&each.pair);
    let &(factor, example, then) = shown.iter().min_by_key(least)?;
    let mut explained: Vec<PairNumbers> =
        shown.iter().map(|(_, each, _)| each.pair.clone()).collect();
    if shown.len() == asked {
        // All that were asked: the rest is of the same kind, and no mistake is looked for in it.
        explained = decimal.iter().map(|each| each.pair.clone()).collect();
    }
    let claim = Claim::Rounding { shows: [shown.len(), asked], factor, then };
    let finding = ProgramFinding {
        claim,
        explains: explained.len(),
        example: Some(example.clone()),
        proof: Proof::None,
    };
    Some((finding, explained))
}

/// The right answers that rounding decides: with the same pair as whole numbers they are others.
pub(super) fn decided_by_rounding(
    questions: &mut Questions<'_>,
    asked: &[&Asked],
) -> Vec<PairNumbers> {
    // Multiples of an eighth are not rounded.
    let is_rounded = |pair: &PairNumbers| pair.all().any(|number| number % 125 != 0);
    let is_taken = |each: &&&Asked| !each.is_wrong && is_rounded(&each.pair);
    let those: Vec<&Asked> = asked.iter().filter(is_taken).copied().collect();
    let those = evenly(&those, ROUNDED);
    let whole = those.iter().map(|each| ScaleFactor { by: whole_factor(&each.pair), halvings: 0 });
    let pairs = those.iter().zip(whole).map(|(each, scale)| at(each, scale)).collect();
    let Some(answers) = questions.scaled(pairs) else { return Vec::new() };
    let hits = |each: &Asked| each.answer.says.is_contact();
    let shown = those.iter().zip(&answers).filter(|(each, whole)| hits(each) != hits(whole));
    shown.map(|(each, _)| each.pair.clone()).collect()
}

fn at(asked: &Asked, scale: ScaleFactor) -> ScaledPair {
    ScaledPair { pair: asked.pair.clone(), scale }
}

/// The least power of ten that makes all numbers whole.
fn whole_factor(pair: &PairNumbers) -> i64 {
    let is_whole = |factor: &i64| pair.all().all(|number| number * factor % 1000 == 0);
    [1, 10, 100].into_iter().find(is_whole).unwrap_or(1000)
}

/// How many wrong pairs are right when they are larger, and when they are smaller.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AtOtherScales {
    asked: usize,
    right: [usize; 2],
}

impl AtOtherScales {
    /// Asks the wrong pairs larger and smaller.
    pub(super) fn of(questions: &mut Questions<'_>, wrong: &[&Asked]) -> Option<Self> {
        let those = evenly(wrong, SCALED);
        let larger = ScaleFactor { by: FACTOR, halvings: 0 };
        let smaller = ScaleFactor { by: 1, halvings: FACTOR.ilog2() };
        let both = [larger, smaller]
            .into_iter()
            .flat_map(|scale| those.iter().map(move |it| at(it, scale)));
        let answers = questions.scaled(both.collect())?;
        let (large, small) = answers.split_at_checked(those.len())?;
        let right = [large, small].map(|all| all.iter().filter(|it| !it.is_wrong).count());
        Some(Self { asked: those.len(), right })
    }

    /// Whether nearly all wrong pairs are right at one of the scales.
    pub(super) fn decides(&self) -> bool {
        self.asked >= 8 && self.right.iter().any(|&right| right * 20 >= self.asked * 19)
    }

    /// The claim that a number stands in the code, with what is the same where the answers turn.
    pub(super) fn fixed_number(
        &self,
        questions: &mut Questions<'_>,
        wrong: &[&Asked],
    ) -> ProgramFinding {
        let larger = self.right[0] >= self.right[1];
        let right = [self.right[usize::from(!larger)], self.asked];
        let turns = turn(questions, wrong, larger);
        let claim = Claim::FixedNumber { right, larger, turns };
        ProgramFinding {
            claim,
            explains: wrong.len(),
            example: smallest(wrong),
            proof: Proof::None,
        }
    }
}

/// The quantity that is the same in the pairs where their answers turn.
fn turn(questions: &mut Questions<'_>, wrong: &[&Asked], larger: bool) -> Option<Turn> {
    let not_flush: Vec<&Asked> = wrong.iter().copied().filter(|it| !it.is_flush()).collect();
    let those = evenly(&not_flush, TURNING);
    let one = 1_i64 << SCALE_BITS;
    let mut ranges: Vec<[i64; 2]> =
        those.iter().map(|_| [one, if larger { one * 64 } else { one / 64 }]).collect();
    for _ in 0..ROUNDS {
        let middles: Vec<i64> =
            ranges.iter().map(|&[one, other]| i64::midpoint(one, other)).collect();
        let scaled = those.iter().zip(&middles);
        let scaled =
            scaled.map(|(each, &by)| at(each, ScaleFactor { by, halvings: SCALE_BITS })).collect();
        let answers = questions.scaled(scaled)?;
        for ((range, middle), answer) in ranges.iter_mut().zip(middles).zip(answers) {
            range[usize::from(!answer.is_wrong)] = middle;
        }
    }
    let quantities: Vec<_> = those.iter().map(|each| quantities(&each.pair)).collect();
    let first = quantities.first()?;
    first.iter().enumerate().find_map(|(index, quantity)| {
        let values = quantities.iter().zip(&ranges).map(|(all, [_, turns])| {
            let value = all[index].value?;
            let scaled = (0..quantity.power).try_fold(value, |value, _| {
                value.checked_mul(i128::from(*turns)).map(|it| it >> SCALE_BITS)
            })?;
            (scaled > 0).then_some(scaled)
        });
        let values: Vec<i128> = values.collect::<Option<_>>()?;
        let (least, most) = (*values.iter().min()?, *values.iter().max()?);
        let sum: i128 = values.iter().sum();
        let middle = sum / i128::try_from(values.len()).ok()?;
        let value = three_digits(middle);
        let turn = Turn { pairs: values.len(), quantity: quantity.name, value };
        ((most - least) * 100 <= most).then_some(turn)
    })
}

/// A quantity of a pair.
struct Quantity {
    name: &'static str,
    /// In millionths of a unit, or of its square; `None` if it is 0.
    value: Option<i128>,
    /// How often the scale is a factor of it.
    power: u32,
}

fn quantities(pair: &PairNumbers) -> Vec<Quantity> {
    let middle = |side: usize, axis: usize| {
        let at = pair.places[side].iter().skip(axis).step_by(2);
        let count = i128::try_from(pair.places[side].len() / 2).unwrap_or(1);
        at.map(|&number| i128::from(number)).sum::<i128>() * 1000 / count
    };
    let root = |dx: i128, dy: i128| (dx * dx + dy * dy).isqrt();
    let between = root(middle(0, 0) - middle(1, 0), middle(0, 1) - middle(1, 1));
    let range = |side: usize, axis: usize| {
        let at = || pair.places[side].iter().skip(axis).step_by(2).copied();
        [at().min().unwrap_or(0), at().max().unwrap_or(0)]
    };
    let gap = |axis: usize| {
        let [[a, b], [c, d]] = [range(0, axis), range(1, axis)];
        i128::from((c - b).max(a - d)) * 1000
    };
    let size = |side: usize, axis: usize| {
        let [low, high] = range(side, axis);
        i128::from(high - low) * 1000
    };
    let length = |side: usize| root(size(side, 0), size(side, 1));
    let mut all = vec![
        ("the distance of the two middles", between, 1),
        ("the gap in x", gap(0), 1),
        ("the gap in y", gap(1), 1),
    ];
    if pair.noun(0) == "laser" {
        all.push(("the length of A", length(0), 1));
    } else {
        all.push(("the width of A", size(0, 0), 1));
        all.push(("the height of A", size(0, 1), 1));
    }
    match pair.noun(1) {
        "laser" => all.push(("the length of B", length(1), 1)),
        "point" => {}
        _ => {
            all.push(("the width of B", size(1, 0), 1));
            all.push(("the height of B", size(1, 1), 1));
        }
    }
    if pair.kind == PairKind::LaserLaser {
        let along = |side: usize| {
            let at = &pair.places[side];
            [i128::from(at[2] - at[0]), i128::from(at[3] - at[1])]
        };
        let ([ax, ay], [bx, by]) = (along(0), along(1));
        all.push((
            "the product of the two directions (the determinant)",
            (ax * by - ay * bx).abs(),
            2,
        ));
    }
    let quantity =
        |(name, value, power)| Quantity { name, value: (value > 0).then_some(value), power };
    all.into_iter().map(quantity).collect()
}

/// A number of millionths, to three digits.
fn three_digits(millionths: i128) -> String {
    let digits = millionths.max(1).ilog10();
    let unit = 10_i128.pow(digits.saturating_sub(2));
    let rounded = (millionths + unit / 2) / unit * unit;
    let text = format!("{}.{:06}", rounded / 1_000_000, rounded % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The simplest of the pairs.
pub(super) fn smallest(asked: &[&Asked]) -> Option<Asked> {
    let decided =
        asked.iter().filter(|each| each.is_decided()).min_by_key(|it| complexity(&it.pair));
    let any = || asked.iter().min_by_key(|each| complexity(&each.pair));
    decided.or_else(any).map(|&each| each.clone())
}

/// How complicated a pair is to read: decimals, then the sum of its numbers.
pub(super) fn complexity(pair: &PairNumbers) -> (usize, i64) {
    let decimals = pair.all().filter(|number| number % 1000 != 0).count();
    (decimals, pair.all().map(i64::abs).sum())
}

#[cfg(test)]
mod tests {
    use super::three_digits;

    #[test]
    fn a_value_is_shown_to_three_digits() {
        for (millionths, shown) in [
            (7_000_000, "7"),
            (7_001_200, "7"),
            (123_456, "0.123"),
            (12_345_678, "12.3"),
            (1, "0.000001"),
        ] {
            assert_eq!(three_digits(millionths), shown);
        }
    }
}
