//! Pairs for the tests.

use super::*;

/// The numbers of a pair from the line for a program, with the truth.
pub(in crate::diagnosis) fn numbers_of(kind: PairKind, line: &str) -> PairNumbers {
    let mut places = [vec![], vec![]];
    let mut motions = [[0; 2]; 2];
    let mut side = None;
    let mut words = line.split(' ').peekable();
    while let Some(noun) = words.next() {
        let mut here = Vec::new();
        while let Some(word) = words.next_if(|word| !word.starts_with(char::is_alphabetic)) {
            here.push(thousandths(word));
        }
        if noun == "move" {
            motions[side.expect("a shape")] = [here[0], here[1]];
            continue;
        }
        side = Some(side.map_or(0, |side: usize| side + 1));
        here.drain(..usize::from(noun == "polygon"));
        places[side.expect("a shape")] = here;
    }
    let numbers = PairNumbers { kind, places, motions, meets: Meets::Apart };
    numbers.with_truth().expect(line)
}

/// So many pairs of a kind on a coarse grid, where edges and corners often meet; the same each time.
pub(in crate::diagnosis) fn random_pairs(kind: PairKind, count: usize) -> Vec<PairNumbers> {
    let mut dice = Dice(kind as u64 + 1);
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let step = if pairs.len() % 3 == 0 { 600 } else { 1000 };
        let mut numbers = [0, 1].map(|side| {
            let polygon = match kind {
                PairKind::PolygonPoint | PairKind::PolygonLaser => side == 0,
                PairKind::RegionRegion => dice.below(3) > 0,
                _ => false,
            };
            let is_point = side == 1 && matches!(kind, PairKind::PolygonPoint | PairKind::BoxPoint);
            let vertices = if polygon { 3 + dice.below(4) } else { 2 - usize::from(is_point) };
            (0..2 * vertices).map(|_| dice.number(8) * step).collect()
        });
        match dice.below(6) {
            0 if kind == PairKind::LaserLaser => numbers = in_one_line(step, &mut dice),
            0 | 1 => put_in_line(&mut numbers, &mut dice),
            _ => {}
        }
        let mut motion = || if kind == PairKind::Frame { (dice.number(13) - 6) * step } else { 0 };
        let motions = [[motion(), motion()], [motion(), motion()]];
        let mut pair = PairNumbers { kind, places: numbers, motions, meets: Meets::Apart };
        for side in [0, 1] {
            if pair.noun(side) == "box" {
                let places = &mut pair.places[side];
                let [[a, b], [c, d]] = [0, 1].map(|axis| [places[axis], places[axis + 2]]);
                *places = vec![a.min(b), c.min(d), a.max(b), c.max(d)];
            }
        }
        pairs.extend(pair.with_truth());
    }
    pairs
}

/// Upright and level ones, points, and places on one line.
fn put_in_line(numbers: &mut [Vec<i64>; 2], dice: &mut Dice) {
    for _ in 0..=dice.below(4) {
        let axis = dice.below(2);
        let [to, from] = [dice.below(2), dice.below(2)];
        let mut index = |side: usize| 2 * dice.below(numbers[side].len() / 2) + axis;
        let (at, like) = (index(to), index(from));
        numbers[to][at] = numbers[from][like];
    }
}

/// Two lasers in one line.
fn in_one_line(step: i64, dice: &mut Dice) -> [Vec<i64>; 2] {
    let [along, from] = [0, 1].map(|_| [0, 1].map(|_| (dice.number(3) - 1) * step));
    let mut end = || {
        let at = dice.number(8);
        [from[0] + at * along[0], from[1] + at * along[1]]
    };
    [0, 1].map(|_| [end(), end()].concat())
}

struct Dice(u64);

impl Dice {
    /// A number below `sides`.
    fn below(&mut self, sides: usize) -> usize {
        const BY: u64 = 6_364_136_223_846_793_005;
        self.0 = self.0.wrapping_mul(BY).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % sides
    }

    fn number(&mut self, sides: usize) -> i64 {
        i64::try_from(self.below(sides)).expect("small")
    }
}

fn thousandths(word: &str) -> i64 {
    let (whole, digits) = word.split_once('.').unwrap_or((word, ""));
    format!("{whole}{digits:0<3}").parse().expect(word)
}

#[test]
fn a_line_read_is_the_line_written() {
    for (kind, line) in [
        (PairKind::BoxLaser, "box 0 0 10 5 laser -5 0.125 15 10"),
        (PairKind::PolygonPoint, "polygon 3 0 0 6 0 0 6.5 point -1.5 1"),
        (PairKind::Frame, "box 0 0 1 1 move -0.5 2 box 0 0 1 1 move 0 3"),
    ] {
        assert_eq!(numbers_of(kind, line).line(ScaleFactor::ONE), line);
    }
}
