//! The catalogue of classical methods: what each one says about a pair, and
//! what that is worth against the exact answer.
//!
//! One file a method, named after its id: formula, source, blind spots. The
//! exact answer itself is not here ([`crate::geom`]), nor are the sentences
//! about it.

mod against;
mod catalogue;
mod center_distance;
mod edge_relations;
mod edges;
mod judge;
mod predict_corner;
mod proper;
mod relative_velocity;
mod scalar;
mod straddle;

pub use against::{Against, Reason};
pub use catalogue::{
    AnyMethod, Arithmetic, Contact, CornerLabel, FrameVerdicts, Method, SideCode, SideMethod,
    SideVerdict, Verdict,
};
pub use judge::{
    explained_frame_verdicts, explained_verdicts, frame_verdicts, methods_for, verdicts,
};
