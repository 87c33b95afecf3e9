//! The same pair seen otherwise: mirrored, swapped, begun elsewhere. The truth stays the same, and a
//! right program says the same.

use super::numbers::{PairKind, PairNumbers};

/// A way to see a pair otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Left becomes right.
    MirrorX,
    /// Top becomes bottom.
    MirrorY,
    /// x becomes y.
    SwapAxes,
    /// A becomes B.
    SwapBoth,
    /// The first end of A becomes its second.
    SwapEndsOfA,
    /// The first end of B becomes its second.
    SwapEndsOfB,
    /// The vertices of polygons in the other order.
    OtherOrder,
    /// Polygons begin with their second vertex.
    OtherStart,
}

/// Pairs are mirrored about half of this, so that small coordinates stay small.
const MIRROR: i64 = 12_000;

impl Symmetry {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 8] = [
        Self::MirrorX,
        Self::MirrorY,
        Self::SwapAxes,
        Self::SwapBoth,
        Self::SwapEndsOfA,
        Self::SwapEndsOfB,
        Self::OtherOrder,
        Self::OtherStart,
    ];

    /// Its code, as in `mirror-x`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::MirrorX => "mirror-x",
            Self::MirrorY => "mirror-y",
            Self::SwapAxes => "swap-axes",
            Self::SwapBoth => "swap-both",
            Self::SwapEndsOfA => "swap-ends-a",
            Self::SwapEndsOfB => "swap-ends-b",
            Self::OtherOrder => "other-order",
            Self::OtherStart => "other-start",
        }
    }

    /// Whether it changes anything in pairs of a kind.
    pub const fn applies_to(self, kind: PairKind) -> bool {
        use PairKind::{
            BoxBox, BoxLaser, Frame, LaserLaser, PolygonLaser, PolygonPoint, RegionRegion,
        };
        match self {
            Self::MirrorX | Self::MirrorY | Self::SwapAxes => true,
            Self::SwapBoth => matches!(kind, LaserLaser | BoxBox | Frame | RegionRegion),
            Self::SwapEndsOfA => matches!(kind, LaserLaser),
            Self::SwapEndsOfB => matches!(kind, LaserLaser | BoxLaser | PolygonLaser),
            Self::OtherOrder | Self::OtherStart => {
                matches!(kind, PolygonLaser | PolygonPoint | RegionRegion)
            }
        }
    }

    /// The pair seen so.
    pub fn of(self, pair: &PairNumbers) -> PairNumbers {
        let mut seen = pair.clone();
        match self {
            Self::MirrorX => mirror(&mut seen, 0),
            Self::MirrorY => mirror(&mut seen, 1),
            Self::SwapAxes => {
                seen.places.iter_mut().for_each(|places| {
                    places.chunks_exact_mut(2).for_each(<[i64]>::reverse);
                });
                seen.motions.iter_mut().for_each(|motion| motion.reverse());
            }
            Self::SwapBoth => {
                seen.places.reverse();
                seen.motions.reverse();
            }
            Self::SwapEndsOfA => seen.places[0].rotate_left(2),
            Self::SwapEndsOfB => seen.places[1].rotate_left(2),
            Self::OtherOrder => polygons(&mut seen, |places| {
                places.reverse();
                places.chunks_exact_mut(2).for_each(<[i64]>::reverse);
            }),
            Self::OtherStart => polygons(&mut seen, |places| places.rotate_left(2)),
        }
        seen
    }
}

fn mirror(pair: &mut PairNumbers, axis: usize) {
    for side in [0, 1] {
        let is_box = pair.noun(side) == "box";
        let places = &mut pair.places[side];
        for number in places.iter_mut().skip(axis).step_by(2) {
            *number = MIRROR - *number;
        }
        if is_box {
            places.swap(axis, axis + 2);
        }
        pair.motions[side][axis] = -pair.motions[side][axis];
    }
}

fn polygons(pair: &mut PairNumbers, change: impl Fn(&mut Vec<i64>)) {
    for side in [0, 1] {
        if pair.is_polygon(side) {
            change(&mut pair.places[side]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Meets;

    #[test]
    fn a_pair_seen_twice_in_the_same_way_is_the_pair_again() {
        let frame = PairNumbers {
            kind: PairKind::Frame,
            places: [vec![0, 1000, 2000, 3000], vec![5000, 6000, 7000, 9000]],
            motions: [[1000, -2000], [0, 500]],
            meets: Meets::Apart,
        };
        let back_at_once =
            [Symmetry::MirrorX, Symmetry::MirrorY, Symmetry::SwapAxes, Symmetry::SwapBoth];
        for symmetry in back_at_once {
            let seen = symmetry.of(&frame);
            assert_ne!(seen, frame, "{}", symmetry.code());
            assert_eq!(symmetry.of(&seen), frame, "{}", symmetry.code());
        }
        let mirrored = Symmetry::MirrorX.of(&frame);
        assert_eq!(mirrored.places[0], [10_000, 1000, 12_000, 3000]);
        assert_eq!(mirrored.motions[0], [-1000, -2000]);
    }
}
