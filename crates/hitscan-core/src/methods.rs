//! The classical methods: what each one answers for a pair, and whether that
//! agrees with the exact answer.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `registry` | one row and one file per method, and the handle [`Method`] |
//! | `row` | what a row says about its method |
//! | `claim` | what any side method can name |
//! | `verdict` | asking the methods, and judging what they answer |
//! | `agreement` | agreement, and the reasons for differing |
//! | `article` | where methods come from |
//! | `boundary` | whether touching counts |
//! | `step`, `number` | the steps to an answer, as data |
//! | `scalar` | the two arithmetics a formula can run in |
//!
//! The exact answer itself is in [`hitscan_geom`], and the sentences about it
//! are in `words`.

mod agreement;
mod article;
mod boundary;
mod claim;
mod number;
mod registry;
mod row;
mod scalar;
mod step;
mod verdict;

pub use agreement::{Agreement, OwnReason, Reason};
pub use article::Article;
pub use boundary::BoundaryRule;
pub use claim::{Claim, Named};
pub use number::Number;
pub use registry::Method;
pub use row::{
    Construction, Hypothesis, Layout, OverlapTest, Question, Row, Shown, SideTest, Source, Timing,
    Truth,
};
pub use scalar::Arithmetic;
pub use step::{
    BoxEdge, CentreDistance, CompareEdges, Edge, Operator, OwnStep, Segments, Step, Straddle,
};
pub use verdict::{FrameVerdicts, SideVerdict, Verdict, frame_verdicts, verdicts};
