//! The classical methods: what each one answers for a pair of shapes, and whether that agrees with
//! the exact answer.
//!
//! | files | contents |
//! | --- | --- |
//! | `any` | numbers of any length, and answers about them |
//! | `own` | a user's program: its answers, and judging them |
//! | `shrink` | the simplest pair that still shows a difference |
//! | `requested` | which methods to run, and the readings of the articles |
//! | `verdict` | running the methods, and judging their answers |
//! | `registry` | one row and one file per method, and the handle [`Method`] |
//! | `row` | what a row of the registry says about its method |
//! | `scalar` | the arithmetics a formula can run in |
//! | `placement` | a box or polygon at a moment of a frame |
//! | `step` `number` | the steps that lead to an answer, as data |
//! | `agreement` | how an answer agrees with the exact one, and the reasons for differing |
//!
//! Calls go down this list; `step` also names a `placement`, and `own` uses all of it; `shrink` and `any`
//! call nothing.
//!
//! The exact answer itself is in [`hitscan_geom`], and the sentences about it
//! are in `words`.

mod agreement;
mod any;
mod number;
mod own;
mod placement;
mod registry;
mod requested;
mod row;
mod scalar;
mod shrink;
mod step;
mod verdict;

pub use agreement::{
    Agreement, MethodReason, Named, NamedNormals, NormalsClaim, Reason, SideClaim,
};
pub use any::{
    AnyFault, AnyMeeting, AnyNumber, AnyNumberError, AnyPair, AnyShape, InThousandths, Scale,
};
pub use number::Number;
pub use own::{
    Cause, ClaimedSides, ContactRule, Judgement, JudgingRules, KnownAnswer, Likeness, Likenesses,
    Meets, Mistake, OwnAnswer, OwnPair, OwnQuestion, OwnReply, OwnState, OwnTruth, Precision,
    SaidTime, Says, Tolerance, Touch, question_line,
};
pub use registry::{Article, Method};
pub use requested::{ReadingAnswer, Requested, frame_verdicts, readings, verdicts};
pub use row::{
    AnswerKeys, ArticleSource, BoundaryRule, Construction, Doubles, FunctionPair, Hypothesis,
    ListedWhen, MethodInput, MethodQuestion, MethodRow, NormalsTest, OverlapTest, Reading,
    ReadingLabel, ResponseTiming, SideTest, Truth, WhyLayout,
};
pub use scalar::Arithmetic;
pub use shrink::{Case, Complexity, Starts, defining_points, further, shrunk, simpler};
pub use step::{
    BoxEdge, CentreDistance, CompareEdges, Edge, EdgeAtLevel, FrameStep, MethodStep, Operator,
    PointEdge, PointSum, PointTest, Projection, Segments, SlabAxis, SlabTimes, Straddle,
};
pub use verdict::{FrameVerdicts, NormalsVerdict, RegionVerdicts, SideVerdict, Verdict};
