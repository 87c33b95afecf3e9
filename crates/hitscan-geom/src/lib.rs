#![doc = include_str!("../README.md")]
//!
//! # Where things are
//! [`relate`](fn@relate) answers for shapes at rest, [`swept`] for boxes in
//! motion, [`broad_phase`] finds the pairs worth asking about, [`kernel`] gives the same answers for many pairs, and a [`Trace`]
//! receives the steps of a decision. Nothing here does input or output.

mod aabb;
pub mod broad_phase;
mod float;
mod fraction;
pub mod kernel;
mod milli;
mod plane;
mod polygon;
mod ratio;
mod relate;
mod relation;
#[cfg(feature = "serde")]
mod serialized;
mod shape;
mod side;
mod sweep;
mod trace;
mod words;

pub use aabb::{Aabb, Origin};
pub use float::{OutOfRange, Rounded};
pub use fraction::Fraction;
pub use milli::{Milli, NumberError};
pub use plane::{Point, Vector, cross, orient};
pub use polygon::{Polygon, PolygonError};
pub use ratio::Ratio;
pub use relate::{
    Closest, Crossing, Location, Pass, closest, enter, locate, pass, relate, relate_traced,
};
pub use relation::{Approach, Depth, Direction, ExactPoint, Meeting, Relation, Span};
pub use shape::{Segment, Shape, ShapeError, ShapeKind, ShapeRef};
pub use side::{Axis, Side, Sides};
pub use sweep::{Moving, Swept, first_meeting, swept, swept_traced};
pub use trace::{AtRest, Operand, Passage, Step, Trace};
pub use words::WordError;
