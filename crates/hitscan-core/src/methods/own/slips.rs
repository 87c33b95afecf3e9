//! Slips in otherwise correct tests, and the answers that each may give. A program has a slip if it
//! answers like it on every pair, however it counts touching.

use super::mistakes::Mistake;
use super::truth::{Meets, OwnPair, OwnTruth};
use hitscan_geom::{Aabb, Axis, Fraction, Milli, Point, Segment, Shape, Side};

impl Mistake {
    /// The slips for a pair, in the order in which they are compared.
    pub(super) fn slips_of(pair: OwnPair<'_>) -> &'static [Self] {
        match pair {
            OwnPair::Still(Shape::Box(_), Shape::Box(_)) => &[
                Self::ForgottenSide(Side::Left),
                Self::ForgottenSide(Side::Top),
                Self::ForgottenSide(Side::Right),
                Self::ForgottenSide(Side::Bottom),
                Self::SizeAsCorner,
            ],
            OwnPair::Still(Shape::Box(_), Shape::Segment(_))
            | OwnPair::Still(Shape::Segment(_), Shape::Box(_)) => {
                &[Self::NotSwapped, Self::PastTheEnd, Self::InLine, Self::ZeroByZero]
            }
            OwnPair::Frame(..)
            | OwnPair::Point(..)
            | OwnPair::Still(Shape::Segment(_), _)
            | OwnPair::Still(_, Shape::Segment(_)) => &[],
            OwnPair::Still(..) => {
                &[Self::FirstNormals, Self::SecondNormals, Self::EdgesAsAxes, Self::LostSign]
            }
        }
    }

    /// Whether it is a slip in an otherwise correct test.
    pub(super) const fn is_slip(self) -> bool {
        matches!(
            self,
            Self::ForgottenSide(_)
                | Self::SizeAsCorner
                | Self::NotSwapped
                | Self::PastTheEnd
                | Self::InLine
                | Self::ZeroByZero
                | Self::FirstNormals
                | Self::SecondNormals
                | Self::EdgesAsAxes
                | Self::LostSign
        )
    }

    /// The answers of a test with this slip, without touching and with it; `None` if it is
    /// not a slip.
    pub(super) fn answers(self, pair: OwnPair<'_>, truth: &OwnTruth) -> Option<[bool; 2]> {
        let OwnPair::Still(a, b) = pair else { return None };
        Some(match (self, a, b) {
            (Self::ForgottenSide(side), Shape::Box(a), Shape::Box(b)) => {
                compared([a, b].map(ranges), Some(side))
            }
            (Self::SizeAsCorner, Shape::Box(a), Shape::Box(b)) => {
                let sized = |aabb| ranges(aabb).map(|[from, size]| [from, from + size]);
                compared([a, b].map(sized), None)
            }
            (Self::NotSwapped | Self::PastTheEnd | Self::InLine | Self::ZeroByZero, _, _) => {
                let (region, laser) = box_and_laser(a, b)?;
                match self {
                    Self::PastTheEnd => on_the_ray(region, laser),
                    Self::NotSwapped if runs_back(laser) => [false; 2],
                    Self::InLine if divides_zero(region, laser) && !laser.is_point() => [true; 2],
                    Self::ZeroByZero if divides_zero(region, laser) => [false, true],
                    _ => exact(truth),
                }
            }
            (Self::FirstNormals, _, _) => separated([a, b], &normals(a)),
            (Self::SecondNormals, _, _) => separated([a, b], &normals(b)),
            (Self::EdgesAsAxes, _, _) => separated([a, b], &[edges(a), edges(b)].concat()),
            (Self::LostSign, _, _) => {
                let exchanged = [edges(a), edges(b)].concat().into_iter().map(|[x, y]| [y, x]);
                separated([a, b], &exchanged.collect::<Vec<_>>())
            }
            _ => return None,
        })
    }
}

fn box_and_laser<'a>(a: &'a Shape, b: &'a Shape) -> Option<(&'a Aabb, &'a Segment)> {
    match (a, b) {
        (Shape::Box(region), Shape::Segment(laser))
        | (Shape::Segment(laser), Shape::Box(region)) => Some((region, laser)),
        _ => None,
    }
}

const fn exact(truth: &OwnTruth) -> [bool; 2] {
    [matches!(truth.meets, Meets::Truly), !matches!(truth.meets, Meets::Apart)]
}

fn number(milli: Milli) -> i128 {
    i128::from(milli.thousandths())
}

fn ranges(aabb: &Aabb) -> [[i128; 2]; 2] {
    Axis::ALL.map(|axis| [aabb.min(), aabb.max()].map(|at| number(at.along(axis))))
}

/// Compares the sides of two boxes, except for the side of the first that was forgotten.
fn compared([a, b]: [[[i128; 2]; 2]; 2], forgotten: Option<Side>) -> [bool; 2] {
    let [[ax, ay], [bx, by]] = [a, b];
    let all = [
        (Side::Left, ax[0], bx[1]),
        (Side::Top, ay[0], by[1]),
        (Side::Right, bx[0], ax[1]),
        (Side::Bottom, by[0], ay[1]),
    ];
    let mut kept = all.into_iter().filter(|&(side, ..)| Some(side) != forgotten);
    let strict = kept.clone().all(|(_, low, high)| low < high);
    [strict, kept.all(|(_, low, high)| low <= high)]
}

fn runs_back(laser: &Segment) -> bool {
    Axis::ALL.into_iter().any(|axis| laser.direction().along(axis) < Milli::ZERO)
}

fn divides_zero(region: &Aabb, laser: &Segment) -> bool {
    Axis::ALL.into_iter().any(|axis| {
        let from = laser.start().along(axis);
        laser.direction().along(axis) == Milli::ZERO
            && [region.min(), region.max()].map(|at| at.along(axis)).contains(&from)
    })
}

/// Whether the ray that starts like the laser meets the box.
fn on_the_ray(region: &Aabb, laser: &Segment) -> [bool; 2] {
    let (mut first, mut last) = (Fraction::ZERO, None);
    let mut is_inner = true;
    for (axis, [low, high]) in Axis::ALL.into_iter().zip(ranges(region)) {
        let [from, way] = [laser.start().along(axis), laser.direction().along(axis)].map(number);
        let time = |at: i128| Fraction::new(at - from, way);
        let (Some(one), Some(other)) = (time(low), time(high)) else {
            if from < low || from > high {
                return [false; 2];
            }
            is_inner &= low < from && from < high;
            continue;
        };
        first = first.max(one.min(other));
        let leaves = one.max(other);
        last = Some(last.map_or(leaves, |last: Fraction| last.min(leaves)));
    }
    let is_before = |is_so: fn(&Fraction, &Fraction) -> bool| {
        last.as_ref().is_none_or(|last| is_so(&first, last))
    };
    [is_inner && is_before(Fraction::lt), is_before(Fraction::le)]
}

/// From each vertex to the next.
fn edges(shape: &Shape) -> Vec<[i128; 2]> {
    let vertices = shape.vertices();
    let next = vertices.iter().cycle().skip(1);
    let way = |(from, to): (&Point, &Point)| {
        Axis::ALL.map(|axis| number(to.along(axis)) - number(from.along(axis)))
    };
    vertices.iter().zip(next).map(way).collect()
}

fn normals(shape: &Shape) -> Vec<[i128; 2]> {
    edges(shape).into_iter().map(|[x, y]| [-y, x]).collect()
}

/// Whether the projections of two shapes meet on all these axes.
fn separated(shapes: [&Shape; 2], axes: &[[i128; 2]]) -> [bool; 2] {
    let mut answers = [true; 2];
    for [x, y] in axes {
        let shadow = |shape: &Shape| {
            let along = |at: &Point| number(at.x) * x + number(at.y) * y;
            shape.vertices().iter().map(along).fold(None, |range: Option<[i128; 2]>, at| {
                Some(range.map_or([at; 2], |[least, most]| [least.min(at), most.max(at)]))
            })
        };
        let [Some(a), Some(b)] = shapes.map(shadow) else { continue };
        answers[0] &= a[0] < b[1] && b[0] < a[1];
        answers[1] &= a[0] <= b[1] && b[0] <= a[1];
    }
    answers
}
