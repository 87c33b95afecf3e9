#![doc = include_str!("../README.md")]
//!
//! # Where things are
//! | looking for | go to |
//! | --- | --- |
//! | a ray cast, with the side that is hit | [`enter`]; in and out: [`pass`] |
//! | a ray cast among many boxes (`Bvh`) | [`Index::first`](broad_phase::Index::first), [`Index::along`](broad_phase::Index::along) |
//! | whether shapes intersect, contain or touch each other | [`relate`](fn@relate) |
//! | where two segments intersect | [`relate`](fn@relate), [`Meeting::span`] |
//! | a point query | [`locate`]; among many boxes [`Index::meets`](broad_phase::Index::meets), [`Index::nearest`](broad_phase::Index::nearest) |
//! | closest points, distance | [`closest`] |
//! | `project_point`, distance to a point | [`closest`] with a segment of zero length |
//! | contact depth of boxes | [`Depth`], [`Meeting::depth`] |
//! | a shape cast, time of impact | [`swept`] for boxes, [`swept_regions`] for polygons, too; [`first_meeting`] |
//! | a broad phase, pairs of moving things | [`Finder`](broad_phase::Finder); of boxes at rest [`Index::pairs`](broad_phase::Index::pairs) |
//! | what lies in a region or at a point | [`Index::meets`](broad_phase::Index::meets) |
//! | one shape against many, in vectors | [`kernel`] |
//! | where moving regions touch at a moment | [`contacts`] |
//! | the steps of a decision | [`Trace`], [`relate_traced`], [`swept_traced`] |
//! | floats in and out | [`Milli::rounded`], [`Aabb::rounded`], [`Rounded`], [`Fraction::to_f64`], `f64::from`, `<[f32; 2]>::from` |
//! | whole units | [`Point::from_units`], [`Vector::from_units`], [`Milli::from_units`] |
//! | the bounding box of boxes, an intersection, a centre, a size | [`Aabb::merged`], [`Aabb::intersection`], [`Aabb::center`], [`Aabb::size`] |
//! | whether a polygon is convex or clockwise, its area, its edges | [`Polygon::is_convex`], [`Polygon::is_clockwise`], [`Polygon::area`], [`Polygon::edges`] |
//! | any shape in one type | [`Shape`], borrowed [`ShapeRef`] |
//!
//! # Files
//! Calls go down this list, except that types name each other, and polygons ask [`relate`](fn@relate)
//! about their edges.
//!
//! | files | contents |
//! | --- | --- |
//! | `inside` `serialized` `tokens` | what only hitscan uses; the feature `serde`; enums as tokens |
//! | `broad_phase` | which pairs can meet, and boxes that are queried often |
//! | `kernel` | branchless versions of the queries |
//! | `sweep` `relate` | the exact queries: in motion, and at rest |
//! | `float` | conversions from and to floats |
//! | `trace` `relation` | the steps of a decision; its result |
//! | `polygon` `aabb` `shape` | the shapes |
//! | `plane` `side` | points and vectors; axes and sides |
//! | `fraction` `milli` | the numbers |
//!
//! This crate does no input or output.

mod aabb;
pub mod broad_phase;
mod float;
mod fraction;
#[doc(hidden)]
pub mod inside;
pub mod kernel;
mod milli;
mod plane;
mod polygon;
mod relate;
mod relation;
#[cfg(feature = "serde")]
mod serialized;
mod shape;
mod side;
mod sweep;
mod tokens;
mod trace;

pub use aabb::{Aabb, Origin};
pub use float::{OutOfRange, Rounded};
pub use fraction::Fraction;
pub use milli::{Milli, NumberError};
pub use plane::{Point, Vector, cross, orient};
pub use polygon::{Polygon, PolygonError};
pub use relate::{
    Closest, Crossing, Location, Pass, closest, enter, locate, pass, relate, relate_traced,
};
pub use relation::{Approach, Depth, Direction, ExactPoint, Meeting, Relation, Span};
pub use shape::{Segment, Shape, ShapeError, ShapeKind, ShapeRef};
pub use side::{Axis, Side, Sides};
pub use sweep::{
    Blocked, Moving, MovingRegion, Normal, RegionContact, Swept, SweptRegions, contacts,
    first_meeting, swept, swept_regions, swept_traced,
};
pub use tokens::WordError;
pub use trace::{AtRest, Operand, Passage, Step, Trace};
