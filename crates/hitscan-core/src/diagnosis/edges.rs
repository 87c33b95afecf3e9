//! Where an answer turns when a box is moved over another: an edge that is not there.

use std::fmt::Write as _;

use super::claim::{Claim, EdgeTurn, ProgramFinding, Proof};
use super::evidence::Asked;
use super::numbers::{PairKind, PairNumbers, ScaleFactor};
use super::questions::{Questions, ScaledPair};
use super::scaling::{complexity, smallest};

/// How many pairs of boxes, of different sizes, are tried along each axis.
const SIZES: usize = 10;

/// A formula must fit so many sizes.
const FITTING: usize = 5;

/// The box is moved in steps of this many thousandths.
const STEP: i64 = 250;

/// The most steps of one box.
const MOST_STEPS: i64 = 200;

/// The places, in halves, at which an edge is looked for: so often the width of A, of B, the height
/// of A, of B.
const HALVES_ALONG_A: [i64; 7] = [-2, -1, 0, 1, 2, 3, 4];
const HALVES_ALONG_B: [i64; 7] = [-4, -3, -2, -1, 0, 1, 2];
const HALVES_ACROSS: [i64; 5] = [-2, -1, 0, 1, 2];

/// One box moved over another.
struct Moved {
    /// The first and the last place of B's low edge where the answer is a hit, if the answer turns
    /// there.
    turns: [Option<i64>; 2],
    /// A's low edge.
    low: i64,
    /// A's and B's sizes along the axis, and across it.
    sizes: [i64; 4],
}

/// Where the answers for boxes turn along an axis, if one formula says so and it is not the true
/// one.
pub(super) fn other_edge(
    questions: &mut Questions<'_>,
    wrong: &[&Asked],
) -> Option<ProgramFinding> {
    let kind = wrong.first()?.pair.kind;
    if !matches!(kind, PairKind::BoxBox | PairKind::Frame) {
        return None;
    }
    let mut turns = Vec::new();
    for axis in [0, 1] {
        let moved = moved_along(questions, wrong, axis)?;
        for end in [1, 0] {
            turns.extend(fitting_place(&moved, axis, end));
        }
    }
    let claim = Claim::OtherEdge { turns: turns.clone() };
    let finding = ProgramFinding {
        claim,
        explains: wrong.len(),
        example: smallest(wrong),
        proof: Proof::None,
    };
    (!turns.is_empty()).then_some(finding)
}

fn moved_along(questions: &mut Questions<'_>, wrong: &[&Asked], axis: usize) -> Option<Vec<Moved>> {
    let mut by_size: Vec<&Asked> = wrong.to_vec();
    by_size.sort_by_cached_key(|each| complexity(&each.pair));
    by_size.dedup_by_key(|each| sizes(&each.pair, axis));
    by_size.truncate(SIZES);
    let rows: Vec<Vec<(i64, PairNumbers)>> =
        by_size.iter().map(|each| row(&each.pair, axis)).collect();
    let pairs = rows.iter().flatten();
    let pairs = pairs.map(|(_, pair)| ScaledPair { pair: pair.clone(), scale: ScaleFactor::ONE });
    let mut answers = questions.scaled(pairs.collect())?.into_iter();
    let mut moved = Vec::new();
    for (each, row) in by_size.iter().zip(rows) {
        let hits: Vec<i64> = row
            .iter()
            .zip(answers.by_ref())
            .filter(|(_, answer)| answer.answer.says.is_contact())
            .map(|((place, _), _)| *place)
            .collect();
        let (Some(&first), Some(&last)) = (hits.first(), hits.last()) else { continue };
        let ends = [row.first(), row.last()].map(|end| end.map(|(place, _)| *place));
        let turns = [first, last].map(Some);
        moved.push(Moved {
            turns: [0, 1].map(|end| turns[end].filter(|_| turns[end] != ends[end])),
            low: each.pair.places[0][axis],
            sizes: sizes(&each.pair, axis),
        });
    }
    Some(moved)
}

/// A's and B's sizes along an axis, and across it.
fn sizes(pair: &PairNumbers, axis: usize) -> [i64; 4] {
    let size = |side: usize, axis: usize| pair.places[side][axis + 2] - pair.places[side][axis];
    [size(0, axis), size(1, axis), size(0, 1 - axis), size(1, 1 - axis)]
}

/// B at rest in many places along the axis, with its middle beside that of A across it.
fn row(pair: &PairNumbers, axis: usize) -> Vec<(i64, PairNumbers)> {
    let across = 1 - axis;
    let [along_a, along_b, ..] = sizes(pair, axis);
    let a = &pair.places[0];
    let mut still = pair.clone();
    still.motions = [[0; 2]; 2];
    let b = &mut still.places[1];
    let shift = (a[across] + a[across + 2] - b[across] - b[across + 2]) / 2;
    b[across] += shift;
    b[across + 2] += shift;
    let from = a[axis] - 3 * along_b / 2 - 2 * STEP;
    let to = a[axis] + 2 * along_a + along_b + 2 * STEP;
    let step = STEP * ((to - from) / STEP / MOST_STEPS + 1);
    let place = |at: i64| {
        let mut moved = still.clone();
        moved.places[1][axis] = at;
        moved.places[1][axis + 2] = at + along_b;
        Some((at, moved.with_truth()?))
    };
    (0..=(to - from) / step).filter_map(|number| place(from + number * step)).collect()
}

/// The only simplest formula that gives the turning place for all sizes, unless it is the true one.
fn fitting_place(moved: &[Moved], axis: usize, end: usize) -> Option<EdgeTurn> {
    let turning: Vec<(i64, &Moved)> =
        moved.iter().filter_map(|each| Some((each.turns[end]?, each))).collect();
    if turning.len() < FITTING {
        return None;
    }
    let fits = |halves: [i64; 4]| {
        turning.iter().all(|(at, each)| {
            let sizes = each.sizes.iter().zip(halves).map(|(size, halves)| size * halves);
            (2 * at - 2 * each.low - sizes.sum::<i64>()).abs() <= 2 * STEP + STEP / 10
        })
    };
    let mut fitting: Vec<[i64; 4]> = formulas().filter(|&halves| fits(halves)).collect();
    let truth = if end == 1 { [2, 0, 0, 0] } else { [0, -2, 0, 0] };
    if fitting.contains(&truth) {
        return None;
    }
    let terms = |halves: &[i64; 4]| halves.iter().filter(|&&it| it != 0).count();
    let least = fitting.iter().map(terms).min()?;
    fitting.retain(|halves| terms(halves) == least);
    match fitting[..] {
        [halves] => Some(EdgeTurn {
            place: in_words(halves, axis),
            truth: true_place(axis, end),
            sizes: turning.len(),
        }),
        _ => None,
    }
}

fn formulas() -> impl Iterator<Item = [i64; 4]> {
    HALVES_ALONG_A.into_iter().flat_map(|a| {
        HALVES_ALONG_B.into_iter().flat_map(move |b| {
            HALVES_ACROSS.into_iter().flat_map(move |c| HALVES_ACROSS.map(move |d| [a, b, c, d]))
        })
    })
}

/// `B's left is A's left + half of B's width`.
fn in_words(halves: [i64; 4], axis: usize) -> String {
    let (low, along, across) =
        if axis == 0 { ("left", "width", "height") } else { ("top", "height", "width") };
    let names = [("A", along), ("B", along), ("A", across), ("B", across)];
    let mut words = format!("B's {low} is A's {low}");
    for (halves, (of, size)) in halves.into_iter().zip(names) {
        let often = match halves.abs() {
            0 => continue,
            1 => "half of ",
            2 => "",
            3 => "one and a half times ",
            _ => "twice ",
        };
        let sign = if halves > 0 { '+' } else { '-' };
        // Writing to a String never fails.
        let _ = write!(words, " {sign} {often}{of}'s {size}");
    }
    words
}

fn true_place(axis: usize, end: usize) -> String {
    let words = match (axis, end) {
        (0, 1) => "A's right",
        (0, _) => "A's left - B's width",
        (_, 1) => "A's bottom",
        (_, _) => "A's top - B's height",
    };
    words.to_owned()
}
