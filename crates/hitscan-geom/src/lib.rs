//! The plane: exact numbers, shapes, predicates, relations and swept boxes.
//!
//! Everything here is integer arithmetic on thousandths of a unit; there is no
//! epsilon and no float. Inputs are bounded (|v| ≤ 16 000 units), so a
//! difference is below 2^25, a product below 2^50 and a cross product below
//! 2^52: each of them is exact in an `i64`.
//!
//! x grows right and **y grows down**, the terminal's way.
//!
//! What does not live here: methods that may be wrong ([`crate::methods`]),
//! objects with names ([`crate::world`]), and anything that reads or writes.

mod aabb;
mod fraction;
pub mod kernel;
mod milli;
mod plane;
mod polygon;
mod ratio;
mod relate;
mod relation;
mod shape;
mod side;
mod sweep;
mod trace;

pub use aabb::{Aabb, Origin};
pub use fraction::Fraction;
pub use milli::{Milli, NumberError};
pub use plane::{Point, Vector, cross, orient};
pub use polygon::{Polygon, PolygonError};
pub use ratio::Ratio;
pub use relate::{relate, relate_traced};
pub use relation::{Approach, Depth, Direction, ExactPoint, Meeting, Relation, Span};
pub use shape::{Segment, Shape, ShapeError, ShapeKind};
pub use side::{Axis, Side, Sides};
pub use sweep::{Moving, Swept, first_meeting, swept, swept_traced};
pub use trace::{AtRest, Operand, Passage, Step, Trace};
