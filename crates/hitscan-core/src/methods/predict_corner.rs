//! `predict-corner`: along which axis one box is about to run into another,
//! judged by how deep it would be after the move.
//!
//! Formula: from the **start** of the frame, b standing still and a moved by v;
//! n = |centre distance| after the move, per axis; s = half the summed sizes; a
//! hit if n ≤ s on both; depth p = s − n. If at the start the distance exceeds s
//! on *both* axes (the corner region): `corner` when p.x = p.y,
//! `corner-left-right` when p.x > p.y, `corner-top-bottom` when p.x < p.y.
//! Otherwise `top-bottom` when p.x > p.y, else `left-right`.
//!
//! Source: 矩形同士の当たり判定(角もあるよ!). The labels are its own: in the corner
//! branch they are the wrong way round against its edge branch (p.x > p.y means
//! that x was entered *earlier*, so y is the face that is hit). It says itself
//! that it holds only at 45°.
//!
//! Blind spots: `tunnelled`, `flush`, `square-overlap`, `labels-swapped`, and
//! `axis-guess` in the edge branch, which takes the shallower axis.

use super::scalar::{Point, Rectangle, Scalar};
use super::{CornerLabel, Step};
use hitscan_geom::{Moving, Trace};

pub(super) fn predict_corner<S: Scalar>(
    a: &Moving,
    b: &Moving,
    trace: &mut impl Trace<Step>,
) -> CornerLabel {
    let motion = a.motion_relative_to(b);
    let v = Point { x: S::length(motion.x), y: S::length(motion.y) };
    let before = Rectangle::<S>::from(&a.start());
    // Out of range, it is past everything.
    let Some(corner) = a.start().min().checked_add(motion) else { return CornerLabel::None };
    let after = Rectangle { x: S::length(corner.x), y: S::length(corner.y), ..before };
    let still = Rectangle::<S>::from(&b.start());
    let s = before.half_sizes(&still);
    let (start, n) = (before.distance(&still), after.distance(&still));
    let corner_region = start.x > s.x && start.y > s.y;
    let hit = n.x <= s.x && n.y <= s.y;
    trace.step(|| Step::CornerRegion {
        distance: start.show(),
        half_sizes: s.show(),
        inside: corner_region,
    });
    trace.step(|| Step::AfterMove {
        velocity: v.show(),
        distance: n.show(),
        half_sizes: s.show(),
        meet: hit,
    });
    if !hit {
        return CornerLabel::None;
    }
    let p = Point { x: s.x - n.x, y: s.y - n.y };
    let label = match (corner_region, p.x > p.y) {
        (true, _) if p.x == p.y => CornerLabel::Corner,
        (true, true) => CornerLabel::CornerLeftRight,
        (true, false) => CornerLabel::CornerTopBottom,
        (false, true) => CornerLabel::TopBottom,
        (false, false) => CornerLabel::LeftRight,
    };
    trace.step(|| Step::Depths { depth: p.show(), label });
    label
}
