//! `sat-least`: the least way out at the end of the frame, along the normal of an edge.
//!
//! Formula: at the end, for the normal of each edge of b, and of each edge of a turned round, how far
//! a must move along it to leave b; the least names its normal, the first of equal ones. None if one
//! of these ways is below 0, since then the normal separates the two, or if nothing moves.
//!
//! Source: none; most physics engines part convex shapes this way.
//!
//! Blind spots: what is past at the end (`tunnelled`), more than half through (`far-side`), or came
//! in along another way (`axis-guess`); and notches, which it takes for filled (`concave`).

use super::sat::CONCAVE;
use crate::methods::row::{
    Construction, ListedWhen, MethodQuestion, MethodRow, NormalsTest, WhyLayout,
};
use crate::methods::{NamedNormals, NormalsClaim, Reason};
use hitscan_geom::inside::wide_product;
use hitscan_geom::{MovingRegion, Normal, Point, Vector};

pub(super) static ROW: MethodRow = MethodRow {
    id: "sat-least",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::AcrossWhichNormals(NormalsTest {
        claim: sat_least,
        silent: Reason::Tunnelled,
        phantom: CONCAVE,
    }),
    reasons: &[
        Reason::Touching,
        Reason::Tunnelled,
        CONCAVE,
        Reason::CornerTie,
        Reason::AxisGuess,
        Reason::FarSide,
    ],
    layout: WhyLayout::Frame,
    construction: Construction::Path,
    reading: None,
};

fn sat_least(a: &MovingRegion, b: &MovingRegion) -> NormalsClaim {
    let normals = |region: &MovingRegion| -> Vec<Normal> {
        (0..region.vertices().len()).filter_map(|edge| region.normal(edge)).collect()
    };
    let of_a = normals(a).into_iter().map(Normal::opposite);
    let ways: Vec<WayOut> = { normals(b).into_iter().chain(of_a) }
        .filter_map(|normal| WayOut::along(normal, a, b))
        .collect();
    let is_still = a.motion_relative_to(b) == Vector::ZERO;
    let is_silent = is_still || ways.iter().any(|way| way.depth < 0);
    let shorter = |least, way: WayOut| if way.is_shorter(&least) { way } else { least };
    let least = ways.into_iter().reduce(shorter).filter(|_| !is_silent);
    let only_touches = least.as_ref().is_some_and(|way| way.depth == 0);
    let named = least.map(|way| way.normal).into_iter().collect();
    NormalsClaim { named: NamedNormals::Normals(named), only_touches }
}

/// How far a must move along a normal to leave b at the end of the frame.
struct WayOut {
    normal: Normal,
    /// Times the length of the normal; below 2^54.
    depth: i64,
}

impl WayOut {
    fn along(normal: Normal, a: &MovingRegion, b: &MovingRegion) -> Option<Self> {
        let (x, y) = (i64::from(normal.x), i64::from(normal.y));
        let reach = |region: &MovingRegion| {
            let way = region.motion();
            let at =
                |at: &Point| x * (at.x.wide() + way.x.wide()) + y * (at.y.wide() + way.y.wide());
            let all: Vec<i64> = region.vertices().iter().map(at).collect();
            Some((*all.iter().min()?, *all.iter().max()?))
        };
        let ((least_of_a, _), (_, most_of_b)) = (reach(a)?, reach(b)?);
        Some(Self { normal, depth: most_of_b - least_of_a })
    }

    /// Compares the squares, each over the square of the length of its normal.
    fn is_shorter(&self, other: &Self) -> bool {
        let square = |way: &Self| u128::from(way.depth.unsigned_abs()).pow(2);
        let length_squared = |way: &Self| {
            let [x, y] = [way.normal.x, way.normal.y].map(|part| u64::from(part.unsigned_abs()));
            x * x + y * y
        };
        wide_product(square(self), length_squared(other))
            < wide_product(square(other), length_squared(self))
    }
}
