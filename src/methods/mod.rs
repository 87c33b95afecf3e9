//! The catalogue of classical methods: what each one says about a pair, and
//! what that is worth against the exact answer.

mod against;
mod catalogue;

pub use against::{Against, Reason};
pub use catalogue::{
    Arithmetic, Contact, CornerLabel, FrameVerdicts, Method, SideCode, SideMethod, SideVerdict,
    Verdict, frame_verdicts, verdicts,
};
