//! Closed simple polygons, convex or not, and what makes vertices none.

use std::sync::Arc;

use super::{Point, Vector};

/// A closed simple polygon of three or more vertices, in either winding. Edge
/// `i` runs from vertex `i` to vertex `i + 1`, the last one back to vertex 0.
///
/// Cheap to clone: the vertices are shared and never change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Polygon {
    vertices: Arc<[Point]>,
}

/// Why vertices make no simple polygon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolygonFault {
    /// Fewer than three.
    #[error("{0} vertices; a polygon has at least 3")]
    TooFew(usize),
}

impl Polygon {
    /// The polygon with these vertices.
    ///
    /// # Errors
    /// Names the vertices at fault when they make no simple polygon.
    pub fn new(vertices: &[Point]) -> Result<Self, PolygonFault> {
        if vertices.len() < 3 {
            return Err(PolygonFault::TooFew(vertices.len()));
        }
        Ok(Self { vertices: vertices.into() })
    }

    /// The vertices, three or more.
    #[must_use]
    pub fn vertices(&self) -> &[Point] {
        &self.vertices
    }

    /// This polygon, moved.
    #[must_use]
    pub fn translated(&self, by: Vector) -> Self {
        Self { vertices: self.vertices.iter().map(|&vertex| vertex + by).collect() }
    }
}
