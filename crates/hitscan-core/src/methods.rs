//! The catalogue of classical methods: what each one says about a pair, and
//! what that is worth against the exact answer.
//!
//! One file a method, named after its id: formula, source, blind spots. The
//! exact answer itself is not here ([`hitscan_geom`]), nor are the sentences
//! about it.

mod agreement;
mod catalogue;
mod center_distance;
mod edge_relations;
mod edges;
mod judge;
mod number;
mod predict_corner;
mod proper;
mod relative_velocity;
mod scalar;
mod step;
mod straddle;

pub use agreement::{Agreement, Reason};
pub use catalogue::{
    AnyMethod, Arithmetic, BoundaryRule, CornerLabel, FrameVerdicts, Method, SideCode, SideMethod,
    SideVerdict, Verdict,
};
pub use judge::{
    explained_frame_verdicts, explained_verdicts, frame_verdicts, methods_for, verdicts,
};
pub use number::Number;
pub use step::{BoxEdge, CentreDistance, CompareEdges, Edge, Operator, Segments, Step, Straddle};

use hitscan_geom::Moving;

/// What `relative-velocity` names when `a` runs into `b` in one frame.
#[must_use]
pub fn relative_velocity(a: &Moving, b: &Moving) -> SideCode {
    relative_velocity::relative_velocity(a, b, &mut ())
}

/// What `predict-corner` names when `a` is about to run into `b`.
#[must_use]
pub fn predict_corner(a: &Moving, b: &Moving) -> CornerLabel {
    predict_corner::predict_corner::<scalar::Exact>(a, b, &mut ())
}
