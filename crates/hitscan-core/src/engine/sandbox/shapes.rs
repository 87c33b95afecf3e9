//! Shapes with one number or vertex changed.

use crate::command::{CommandError, Measure, ObjectField, VertexEdit, with_measure};
use crate::world::{Change, Object, ObjectId, Settings};
use hitscan_geom::{Aabb, Axis, Milli, Origin, Point, Polygon, Shape, Side, Vector};

/// The change that `set` makes.
pub(in crate::engine) fn set(
    id: ObjectId,
    object: &Object,
    field: ObjectField,
    value: Milli,
    settings: &Settings,
) -> Result<Change, CommandError> {
    let velocity = object.velocity;
    if object.is_point {
        return Ok(Change::Reshape(id, with_coordinate(&object.shape, field, value)?));
    }
    let shape = match (field, &object.shape) {
        (ObjectField::VelocityX, _) => {
            return Ok(Change::SetVelocity(id, Vector::new(value, velocity.y)));
        }
        (ObjectField::VelocityY, _) => {
            return Ok(Change::SetVelocity(id, Vector::new(velocity.x, value)));
        }
        (ObjectField::VertexX(index), shape) if shape.as_box().is_none() => {
            with_vertex(shape, index, |p| Some(Point::new(value, p.y)))?
        }
        (ObjectField::VertexY(index), shape) if shape.as_box().is_none() => {
            with_vertex(shape, index, |p| Some(Point::new(p.x, value)))?
        }
        (field, Shape::Box(shape)) => Shape::Box(with_field(shape, field, value, settings)?),
        (field, shape) => {
            let kind = shape.kind().token();
            return Err(CommandError::new(format!(
                "{field}: a {kind} has the fields x1 y1 x2 y2 …, vx vy"
            )));
        }
    };
    Ok(Change::Reshape(id, shape))
}

/// A point with one coordinate changed.
fn with_coordinate(shape: &Shape, field: ObjectField, value: Milli) -> Result<Shape, CommandError> {
    let (at, _) = shape.bounds();
    match field {
        ObjectField::X => put(shape, Point::new(value, at.y)),
        ObjectField::Y => put(shape, Point::new(at.x, value)),
        field => Err(CommandError::new(format!("{field}: a point has the fields x y"))),
    }
}

/// A shape with one vertex moved; for a box, with the two sides that meet there.
pub(in crate::engine) fn with_vertex(
    shape: &Shape,
    index: usize,
    place: impl Fn(Point) -> Option<Point>,
) -> Result<Shape, CommandError> {
    let mut vertices = shape.vertices();
    let count = vertices.len();
    let vertex =
        index.checked_sub(1).and_then(|index| vertices.get_mut(index)).ok_or_else(|| {
            CommandError::new(format!("{index}: a {} has 1 to {count}", shape.kind().token()))
        })?;
    let moved =
        place(*vertex).ok_or_else(|| CommandError::new("the point would leave the plane"))?;
    *vertex = moved;
    match shape {
        Shape::Box(_) => {
            let opposite = vertices[(index + 1) % 4];
            let made = Aabb::from_corners(moved, opposite)?;
            // Dragging a corner past the opposite one would flip the box and put another corner
            // under the cursor.
            if made.vertices()[index - 1] == moved {
                Ok(Shape::Box(made))
            } else {
                Err(CommandError::new("the corner would pass the opposite one"))
            }
        }
        Shape::Segment(_) => {
            Ok(Shape::Segment(hitscan_geom::Segment::new(vertices[0], vertices[1])?))
        }
        Shape::Polygon(_) => Ok(Shape::Polygon(Polygon::new(&vertices)?)),
    }
}

/// A shape moved so that its first vertex is at this point.
pub(in crate::engine) fn put(shape: &Shape, at: Point) -> Result<Shape, CommandError> {
    let by = shape.vertices()[0].to(at);
    let by = by.ok_or_else(|| CommandError::new("the object would leave the plane"))?;
    Ok(shape.translated(by)?)
}

/// A laser with its end 2 at this point and the same middle.
pub(in crate::engine) fn pointed(shape: &Shape, at: Point) -> Result<Shape, CommandError> {
    let Shape::Segment(laser) = shape else {
        let kind = shape.kind().token();
        return Err(CommandError::new(format!(
            "only a laser has a middle to turn about; this is a {kind}"
        )));
    };
    let across = laser.end().to(at).and_then(|by| laser.start().checked_add(-by));
    let start = across.ok_or_else(|| CommandError::new("end 1 would leave the plane"))?;
    Ok(Shape::Segment(hitscan_geom::Segment::new(start, at)?))
}

/// A box with one of its numbers changed.
fn with_field(
    shape: &Aabb,
    field: ObjectField,
    value: Milli,
    settings: &Settings,
) -> Result<Aabb, CommandError> {
    let (mut min, mut max) = (shape.min(), shape.max());
    match field {
        ObjectField::About(origin, measure) => {
            return with_measure(shape, origin, measure, value);
        }
        ObjectField::Width => return with_measure(shape, Origin::TopLeft, Measure::Width, value),
        ObjectField::Height => {
            return with_measure(shape, Origin::TopLeft, Measure::Height, value);
        }
        ObjectField::Side(Side::Left) => min.x = value,
        ObjectField::Side(Side::Top) => min.y = value,
        ObjectField::Side(Side::Right) => max.x = value,
        ObjectField::Side(Side::Bottom) => max.y = value,
        ObjectField::X => return Ok(shape.moved_to(Point::new(value, min.y))?),
        ObjectField::Y => return Ok(shape.moved_to(Point::new(min.x, value))?),
        ObjectField::VertexX(_)
        | ObjectField::VertexY(_)
        | ObjectField::VelocityX
        | ObjectField::VelocityY => {
            return Err(CommandError::new(format!(
                "{field}: a box has the fields left top right bottom x y width height, vx vy"
            )));
        }
    }
    if let ObjectField::Side(side) = field
        && (min.x >= max.x || min.y >= max.y)
    {
        return Err(passes_opposite(shape, side, value, settings));
    }
    Ok(Aabb::from_corners(min, max)?)
}

/// The error for a side that is moved onto or beyond the opposite one.
fn passes_opposite(shape: &Aabb, side: Side, value: Milli, settings: &Settings) -> CommandError {
    let read = |at: Milli| settings.read(side.axis(), at);
    let is_low = matches!(side, Side::Left | Side::Top);
    let order = if is_low == (side.axis() == Axis::Y && settings.y_grows_up()) {
        "greater"
    } else {
        "less"
    };
    let (side, opposite) = (side.token(), side.opposite());
    let limit = read(shape.edge(opposite));
    CommandError::new(format!(
        "{side} {}: {} is {limit}, and {side} must be {order} than that",
        read(value),
        opposite.token()
    ))
}

/// The shape with a vertex inserted after the one with this number, or with that one removed.
/// Vertices count from 1.
pub(in crate::engine) fn edited(
    object: &Object,
    edit: VertexEdit,
    index: usize,
) -> Result<Shape, CommandError> {
    let Shape::Polygon(polygon) = &object.shape else {
        let kind = object.kind().token();
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
    Ok(Shape::Polygon(Polygon::new(&vertices)?))
}
