//! The objects of a world: named shapes with a velocity.

use std::fmt;

use super::{Body, SharedBehavior};
use hitscan_geom::{Shape, Vector};

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
}

impl Object {
    /// A dynamic object at rest that does nothing on its own.
    pub fn new(name: Name, shape: Shape) -> Self {
        let behavior = SharedBehavior::default();
        Self { name, shape, velocity: Vector::ZERO, body: Body::Dynamic, behavior }
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
