//! `slab`: a laser meets a box if the time intervals in which it is inside the slab of
//! each axis overlap.
//!
//! Formula: `t = (edge − origin) · (1/d)` for both edges of an axis; lo and hi are the lesser and
//! the greater; `tmin = max(tmin, lo)` from 0, `tmax = min(tmax, hi)` from 1; a hit if `tmin ≤
//! tmax`. In single precision every operation and comparison follows IEEE 754, so `d = 0` gives
//! infinities, or NaN where the laser lies on an edge; every comparison with NaN is false. In exact
//! arithmetic, a laser with a component of 0 is either inside the slab or outside it.
//!
//! Source: none; ray tracers and engines use it.
//!
//! Blind spot: none in exact arithmetic.

use crate::methods::row::{
    Construction, ListedWhen, MethodQuestion, MethodRow, OverlapAnswer, OverlapTest, WhyLayout,
    overlap,
};
use crate::methods::scalar::{Exact, Scalar, between};
use crate::methods::{MethodInput, MethodStep, Reason, SlabAxis, SlabTimes};
use hitscan_geom::{Axis, Shape, ShapeKind, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "slab",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Box, ShapeKind::Segment]],
        exact: overlap!(shapes within_all_slabs, Exact),
        f32: Some(overlap!(shapes within_all_slabs, f32)),
        f64: overlap!(shapes within_all_slabs, f64),
        misses: &[],
        false_hit: None,
    }),
    reasons: &[Reason::Rounding],
    layout: WhyLayout::Slabs,
    construction: Construction::Clipping,
    reading: None,
};

fn within_all_slabs<S: Scalar, T: Trace<MethodStep>>(
    a: &Shape,
    b: &Shape,
    given: MethodInput<'_>,
    trace: &mut T,
) -> Option<OverlapAnswer> {
    let ((Shape::Box(region), Shape::Segment(laser)) | (Shape::Segment(laser), Shape::Box(region))) =
        (a, b)
    else {
        return None;
    };
    let [min, max] = [region.min(), region.max()].map(|at| given.point::<S>(at));
    let laser = given.segment::<S>(laser.start(), laser.end());
    let way = between(laser.start, laser.end);
    let (mut tmin, mut tmax) = (S::WAY_START, S::WAY_END);
    for axis in Axis::ALL {
        let (edges, origin) = ([min, max].map(|at| at.along(axis)), laser.start.along(axis));
        let way = way.along(axis);
        let times = S::slab_times(edges, origin, way);
        trace.step(|| {
            let edges = edges.map(Into::into);
            let (origin, way) = (origin.into(), way.into());
            MethodStep::SlabAxis(SlabAxis { axis, edges, origin, way, times })
        });
        match times {
            SlabTimes::Times([t1, t2]) => {
                let (lo, hi) = if t1 < t2 { (t1, t2) } else { (t2, t1) };
                tmin = if lo > tmin { lo } else { tmin };
                tmax = if hi < tmax { hi } else { tmax };
            }
            SlabTimes::Always => {}
            SlabTimes::Never => return Some(false.into()),
        }
    }
    let hit = tmin <= tmax;
    trace.step(|| MethodStep::SlabOrder { times: [tmin, tmax], hit });
    Some(hit.into())
}
