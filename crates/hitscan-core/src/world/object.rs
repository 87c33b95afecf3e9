//! The objects of a world: named shapes with a velocity.

use std::fmt;

use super::{Body, SharedBehavior};
use crate::methods::Method;
use hitscan_geom::{Point, Segment, Shape, ShapeError, ShapeKind, Vector};

/// Identifies an object for as long as its world lives: names may change, ids do
/// not. Ids follow the order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub(super) u32);

impl ObjectId {
    /// How many objects were created before it.
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// A shape with a name, a velocity and a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name, unique in its world.
    pub name: Name,
    /// Its position, at the end of the last frame.
    pub shape: Shape,
    /// How far it moves in each step. A static object has none.
    pub velocity: Vector,
    /// What moves it.
    pub body: Body,
    /// What it does on its own.
    pub behavior: SharedBehavior,
    /// Whether it is a laser of no length that is called a point. It stays without a length, a
    /// velocity or a behavior; a laser that happens to have no length is not one.
    pub is_point: bool,
}

/// What an object is called. It is more than the kind of its shape: a point is a laser of no
/// length that is called one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectKind {
    /// A box.
    Box,
    /// A laser.
    Laser,
    /// A polygon.
    Polygon,
    /// A point.
    Point,
}

impl ObjectKind {
    /// The token in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Box | Self::Laser | Self::Polygon => self.shape().token(),
            Self::Point => "point",
        }
    }

    /// The kind of its shape.
    pub const fn shape(self) -> ShapeKind {
        match self {
            Self::Box => ShapeKind::Box,
            Self::Laser | Self::Point => ShapeKind::Segment,
            Self::Polygon => ShapeKind::Polygon,
        }
    }

    /// Whether one of two is a region, and the other a point.
    pub const fn are_region_and_point(one: Self, other: Self) -> bool {
        matches!(
            (one, other),
            (Self::Box | Self::Polygon, Self::Point) | (Self::Point, Self::Box | Self::Polygon)
        )
    }

    /// Whether a method has an answer for two such objects, at rest or, for two boxes, in a frame.
    /// Tests of points are asked about a point beside a region, and nothing beside anything else.
    pub fn takes(self, method: Method, other: Self) -> bool {
        if Self::are_region_and_point(self, other) {
            return method.point_test().is_some();
        }
        let has_point = self == Self::Point || other == Self::Point;
        !has_point && method.applies_to(self.shape(), other.shape())
    }
}

impl From<ShapeKind> for ObjectKind {
    fn from(kind: ShapeKind) -> Self {
        match kind {
            ShapeKind::Box => Self::Box,
            ShapeKind::Segment => Self::Laser,
            ShapeKind::Polygon => Self::Polygon,
        }
    }
}

impl Object {
    /// A dynamic object at rest that does nothing on its own.
    pub fn new(name: Name, shape: Shape) -> Self {
        let behavior = SharedBehavior::default();
        let (velocity, body) = (Vector::ZERO, Body::Dynamic);
        Self { name, shape, velocity, body, behavior, is_point: false }
    }

    /// A point.
    ///
    /// # Errors
    /// When it lies beyond the plane.
    pub fn point(name: Name, at: Point) -> Result<Self, ShapeError> {
        let shape = Shape::Segment(Segment::new(at, at)?);
        Ok(Self { is_point: true, ..Self::new(name, shape) })
    }

    /// What it is called.
    pub fn kind(&self) -> ObjectKind {
        if self.is_point { ObjectKind::Point } else { self.shape.kind().into() }
    }

    /// Whether nothing moves it.
    pub const fn is_static(&self) -> bool {
        matches!(self.body, Body::Static)
    }

    /// Its size on the heap, in bytes, part of which it may share.
    pub(super) fn heap_bytes(&self) -> usize {
        heap_bytes(&self.shape) + self.behavior.heap_bytes()
    }
}

/// A name: an ASCII letter, then letters, digits, `-`, `_`; at most 16 characters. Stored inline,
/// so that records hold names without a heap allocation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    bytes: [u8; Name::MAX_LEN],
    len: u8,
}

/// Why a text is not a valid name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// It is empty.
    #[error("a name has at least one letter")]
    Empty,
    /// It is longer than [`Name::MAX_LEN`].
    #[error("{0} characters; a name has at most 16")]
    TooLong(usize),
    /// It does not start with an ASCII letter.
    #[error("a name starts with a letter a-z or A-Z")]
    Start,
    /// It contains something other than letters, digits, `-`, `_`.
    #[error("a name holds only letters a-z A-Z, digits, - and _")]
    Character,
}

impl Name {
    /// The most characters of a name.
    pub const MAX_LEN: usize = 16;

    /// Parses a name.
    ///
    /// # Errors
    /// The rule that the text breaks.
    pub fn new(text: &str) -> Result<Self, NameError> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        match text.chars().next() {
            None => return Err(NameError::Empty),
            Some(first) if !first.is_ascii_alphabetic() => return Err(NameError::Start),
            Some(_) if !text.chars().all(is_part) => return Err(NameError::Character),
            Some(_) => {}
        }
        let mut bytes = [0; Self::MAX_LEN];
        let len = u8::try_from(text.len()).ok().filter(|&len| usize::from(len) <= bytes.len());
        let len = len.ok_or(NameError::TooLong(text.len()))?;
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self { bytes, len })
    }

    /// The name as text: ASCII, so its length is its width in cells.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// The size of a shape on the heap, in bytes, part of which it may share.
pub(super) fn heap_bytes(shape: &Shape) -> usize {
    match shape {
        Shape::Box(_) | Shape::Segment(_) => 0,
        Shape::Polygon(polygon) => size_of_val(polygon.vertices()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_have_at_most_sixteen_characters() {
        for good in ["A", "ball-2", "a_b", "abcdefghijklmnop"] {
            assert_eq!(Name::new(good).expect(good).as_str(), good);
        }
        for (bad, fault) in [
            ("", NameError::Empty),
            ("2b", NameError::Start),
            ("-a", NameError::Start),
            ("é", NameError::Start),
            ("a b", NameError::Character),
            ("a\u{1b}[m", NameError::Character),
            ("abcdefghijklmnopq", NameError::TooLong(17)),
        ] {
            assert_eq!(Name::new(bad), Err(fault), "{bad:?}");
        }
    }
}
