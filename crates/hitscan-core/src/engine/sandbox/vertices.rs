//! Polygons with a vertex more or less.

use crate::command::{CommandError, VertexEdit};
use hitscan_geom::{Point, Polygon, Shape};

/// The shape with a vertex put in after the one of this number, or that one
/// taken out. Vertices count from 1.
pub(super) fn edited(shape: &Shape, edit: VertexEdit, index: usize) -> Result<Shape, CommandError> {
    let Shape::Polygon(polygon) = shape else {
        let kind = shape.kind().token();
        return Err(CommandError::new(format!(
            "only a polygon has vertices that come and go; this is a {kind}"
        )));
    };
    let mut vertices: Vec<Point> = polygon.vertices().to_vec();
    let count = vertices.len();
    if !(1..=count).contains(&index) {
        return Err(CommandError::new(format!("{index}: this polygon has vertices 1 to {count}")));
    }
    match edit {
        VertexEdit::Insert(_) if count >= Polygon::MOST_VERTICES => {
            let most = Polygon::MOST_VERTICES;
            return Err(CommandError::new(format!("a polygon has at most {most} vertices")));
        }
        VertexEdit::Insert(at) => vertices.insert(index, at),
        VertexEdit::Remove => {
            vertices.remove(index - 1);
        }
    }
    Polygon::new(&vertices).map(Shape::Polygon).map_err(CommandError::from)
}
