//! Slips of copy and paste: one number of the pair stands where another belongs.

use super::numbers::{PairKind, PairNumbers};

/// A slip of copy and paste: one number of the pair stands where another belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slip {
    /// The number at one place in place of that at another; see [`NumberPlace`].
    Number {
        /// Where the wrong number stands.
        at: NumberPlace,
        /// Whose number it is.
        from: NumberPlace,
    },
    /// A width or a height in place of another: right or bottom is moved.
    Size {
        /// The shape (0 or 1) and the axis (0 or 1) whose size is wrong.
        at: [usize; 2],
        /// Whose size it is.
        from: [usize; 2],
    },
}

/// A number of a pair that is no polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NumberPlace {
    /// The shape: 0 or 1.
    pub side: usize,
    /// Whether it belongs to the motion rather than to the place.
    pub is_motion: bool,
    /// Which of its numbers, from 0.
    pub index: usize,
}

/// The slips that can be made with pairs of a kind: each number in place of each other one of its
/// sort (a coordinate, a velocity), and then each size of a box in place of each other one.
pub fn slips_of(kind: PairKind) -> Vec<Slip> {
    let mut slips = Vec::new();
    let places = places_of(kind);
    for &at in &places {
        let others = places.iter().filter(|&&it| it != at && it.is_motion == at.is_motion);
        slips.extend(others.map(|&from| Slip::Number { at, from }));
    }
    let is_box = |side: &usize| nouns(kind).get(*side) == Some(&"box");
    let sizes: Vec<_> =
        [0, 1].into_iter().filter(is_box).flat_map(|it| [[it, 0], [it, 1]]).collect();
    for &at in &sizes {
        slips.extend(sizes.iter().filter(|&&it| it != at).map(|&from| Slip::Size { at, from }));
    }
    slips
}

/// What the two shapes of a kind without polygons are.
const fn nouns(kind: PairKind) -> &'static [&'static str] {
    match kind {
        PairKind::LaserLaser => &["laser", "laser"],
        PairKind::BoxLaser => &["box", "laser"],
        PairKind::BoxBox | PairKind::Frame => &["box", "box"],
        PairKind::BoxPoint => &["box", "point"],
        PairKind::PolygonPoint | PairKind::PolygonLaser | PairKind::RegionRegion => &[],
    }
}

/// All numbers of a pair: those of A, its velocity, those of B, its velocity.
fn places_of(kind: PairKind) -> Vec<NumberPlace> {
    let velocities = if kind == PairKind::Frame { 2 } else { 0 };
    let of_side = |(side, &noun): (usize, &&str)| {
        let place = move |is_motion| move |index| NumberPlace { side, is_motion, index };
        let count = if noun == "point" { 2 } else { 4 };
        (0..count).map(place(false)).chain((0..velocities).map(place(true)))
    };
    nouns(kind).iter().enumerate().flat_map(of_side).collect()
}

impl Slip {
    /// What a program with this slip does with pairs of a kind.
    pub fn sentence(&self, kind: PairKind) -> String {
        let [wrong, right] = match *self {
            Self::Number { at, from } => [from, at].map(|it| it.name(kind)),
            Self::Size { at, from } => [from, at].map(|[side, axis]| {
                format!("{}'s {}", letter(side), if axis == 0 { "width" } else { "height" })
            }),
        };
        format!("It uses {wrong} where {right} belongs.")
    }

    /// `changed` with this slip made, with numbers of `pair`.
    pub(super) fn made(&self, mut changed: PairNumbers, pair: &PairNumbers) -> PairNumbers {
        match *self {
            Self::Number { at, from } => {
                let number = if from.is_motion {
                    pair.motions[from.side][from.index]
                } else {
                    pair.places[from.side][from.index]
                };
                if at.is_motion {
                    changed.motions[at.side][at.index] = number;
                } else {
                    changed.places[at.side][at.index] = number;
                }
            }
            Self::Size { at: [side, axis], from: [of, along] } => {
                let size = pair.places[of][along + 2] - pair.places[of][along];
                changed.places[side][axis + 2] = changed.places[side][axis] + size;
            }
        }
        changed
    }
}

impl NumberPlace {
    /// What it is called in pairs of a kind: `B's top`.
    fn name(self, kind: PairKind) -> String {
        let names = match nouns(kind).get(self.side) {
            _ if self.is_motion => ["velocity in x", "velocity in y", "", ""],
            Some(&"laser") => ["x of end 1", "y of end 1", "x of end 2", "y of end 2"],
            Some(&"point") => ["x", "y", "", ""],
            _ => ["left", "top", "right", "bottom"],
        };
        format!("{}'s {}", letter(self.side), names[self.index])
    }
}

const fn letter(side: usize) -> char {
    if side == 0 { 'A' } else { 'B' }
}
