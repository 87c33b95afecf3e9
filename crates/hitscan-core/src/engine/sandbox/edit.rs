//! The commands that change the world: each one as the change it stands for.

use super::vertices::edited;
use super::{Applied, Observer, Sandbox};
use crate::command::{Anchor, Command, CommandError, Field, Measure, with_measure};
use crate::world::{Axes, Change, ChangeError, Name, Object, ObjectId, Settings};
use hitscan_geom::{Aabb, Axis, Milli, Origin, Point, Polygon, Shape, Side, Vector};

impl Sandbox {
    pub(super) fn edit(
        &mut self,
        command: &Command,
        watch: &mut dyn Observer,
    ) -> Result<Applied, CommandError> {
        let change = self.change(command)?;
        let put_back = match command {
            Command::Velocity(name, velocity, Anchor::End) => {
                Some(self.one_frame_back(name.as_ref(), *velocity)?)
            }
            _ => None,
        };
        let adds = matches!(change, Change::Add(_));
        let next = match &change {
            Change::Remove(id) => {
                let after = self.world().objects().find(|(other, _)| other > id);
                let before = self.world().objects().rev().find(|(other, _)| other < id);
                after.or(before).map(|(id, _)| id)
            }
            _ => self.selection,
        };
        self.make(change, watch)?;
        let newest = || self.world().objects().next_back().map(|(id, _)| id);
        self.selection = if adds { newest() } else { next };
        if let Some(change) = put_back {
            self.make(change, watch)?;
        }
        Ok(Applied::Done)
    }

    /// The change that a command stands for.
    fn change(&self, command: &Command) -> Result<Change, CommandError> {
        let target = |name: &Option<_>| self.target(name.as_ref());
        Ok(match command {
            Command::Add(name, shape) => Change::Add(Object {
                name: *name,
                shape: shape.clone(),
                velocity: Vector::ZERO,
                fixed: false,
            }),
            Command::Remove(name) => Change::Remove(target(name)?.0),
            Command::Rename(name, new) => Change::Rename(self.named(name)?, *new),
            Command::Duplicate(name, new, by) => {
                let (_, object) = self.target(Some(name))?;
                let shape = object.shape.translated(*by);
                Change::Add(Object { name: *new, shape, ..object.clone() })
            }
            Command::Fixed(name, fixing) => Change::SetFixed(self.named(name)?, *fixing),
            Command::Set(name, field, value) => {
                let axes = self.world().settings().axes;
                set(self.target(Some(name))?, (*field, *value), axes)?
            }
            Command::Move(name, by) => Change::Move(target(name)?.0, *by),
            Command::Turn(name, degrees) => Change::Turn(target(name)?.0, *degrees),
            Command::Length(name, by) => Change::Stretch(target(name)?.0, *by),
            Command::End(name, index, by) => {
                let (id, object) = target(name)?;
                Change::Reshape(id, with_vertex(&object.shape, *index, |p| p + *by)?)
            }
            Command::Vertex(edit, name, index) => {
                let (id, object) = target(name)?;
                Change::Reshape(id, edited(&object.shape, *edit, *index)?)
            }
            Command::Velocity(name, velocity, _) => Change::SetVelocity(target(name)?.0, *velocity),
            Command::Response(response) => self.settings(|s| s.response = *response),
            Command::Side(method) => self.settings(|s| s.side = *method),
            Command::Speed(speed) => self.settings(|s| s.speed = *speed),
            Command::BoundaryRule(contact) => self.settings(|s| s.contact = *contact),
            Command::Axes(axes) => self.settings(|s| s.axes = *axes),
            Command::Title(title) => Change::SetTitle(title.clone()),
            _ => return Err(CommandError::new("this command changes no world")),
        })
    }

    fn settings(&self, set: impl FnOnce(&mut Settings)) -> Change {
        let mut settings = *self.world().settings();
        set(&mut settings);
        Change::SetSettings(settings)
    }

    /// An object where it stood one frame ago, moving by `velocity`. Asked
    /// before the velocity is given, since a command is done whole or not at all.
    fn one_frame_back(
        &self,
        name: Option<&Name>,
        velocity: Vector,
    ) -> Result<Change, CommandError> {
        let (id, object) = self.target(name)?;
        let back = object.shape.translated(-velocity);
        let (min, max) = back.bounds();
        let leaves = |axis| min.along(axis) < -Milli::LIMIT || max.along(axis) > Milli::LIMIT;
        match Axis::ALL.into_iter().find(|&axis| leaves(axis)) {
            Some(axis) => Err(ChangeError::LeavesPlane { name: object.name, axis }.into()),
            None => Ok(Change::Reshape(id, back)),
        }
    }
}

/// The change that `set` stands for.
fn set(
    (id, object): (ObjectId, &Object),
    (field, value): (Field, Milli),
    axes: Axes,
) -> Result<Change, CommandError> {
    let velocity = object.velocity;
    let shape = match (field, &object.shape) {
        (Field::VelocityX, _) => {
            return Ok(Change::SetVelocity(id, Vector::new(value, velocity.y)));
        }
        (Field::VelocityY, _) => {
            return Ok(Change::SetVelocity(id, Vector::new(velocity.x, value)));
        }
        (Field::VertexX(index), shape) if shape.as_box().is_none() => {
            with_vertex(shape, index, |p| Point::new(value, p.y))?
        }
        (Field::VertexY(index), shape) if shape.as_box().is_none() => {
            with_vertex(shape, index, |p| Point::new(p.x, value))?
        }
        (field, Shape::Box(shape)) => Shape::Box(with_field(shape, field, value, axes)?),
        (field, shape) => {
            let kind = shape.kind().token();
            return Err(CommandError::new(format!(
                "{field}: a {kind} has the fields x1 y1 x2 y2 …, vx vy"
            )));
        }
    };
    Ok(Change::Reshape(id, shape))
}

/// A shape with one vertex elsewhere; of a box, the two sides that meet there.
fn with_vertex(
    shape: &Shape,
    index: usize,
    place: impl Fn(Point) -> Point,
) -> Result<Shape, CommandError> {
    let mut vertices = shape.vertices();
    let count = vertices.len();
    let vertex =
        index.checked_sub(1).and_then(|index| vertices.get_mut(index)).ok_or_else(|| {
            CommandError::new(format!("{index}: a {} has 1 to {count}", shape.kind().token()))
        })?;
    *vertex = place(*vertex);
    let moved = *vertex;
    match shape {
        Shape::Box(_) => {
            let opposite = vertices[(index + 1) % 4];
            let made = Aabb::from_corners(moved, opposite);
            let made = made.map_err(|fault| CommandError::new(fault.to_string()))?;
            // A corner dragged past the opposite one would turn the box round
            // and put another corner under the hand.
            if made.vertices()[index - 1] == moved {
                Ok(Shape::Box(made))
            } else {
                Err(CommandError::new("the corner would pass the opposite one"))
            }
        }
        Shape::Segment(_) => {
            Ok(Shape::Segment(hitscan_geom::Segment::new(vertices[0], vertices[1])))
        }
        Shape::Polygon(_) => {
            Polygon::new(&vertices).map(Shape::Polygon).map_err(CommandError::from)
        }
    }
}

/// A box with one of its numbers changed.
fn with_field(shape: &Aabb, field: Field, value: Milli, axes: Axes) -> Result<Aabb, CommandError> {
    let (mut min, mut max) = (shape.min(), shape.max());
    match field {
        Field::About(origin, measure) => return with_measure(shape, (origin, measure), value),
        Field::Width => return with_measure(shape, (Origin::TopLeft, Measure::Width), value),
        Field::Height => return with_measure(shape, (Origin::TopLeft, Measure::Height), value),
        Field::Side(Side::Left) => min.x = value,
        Field::Side(Side::Top) => min.y = value,
        Field::Side(Side::Right) => max.x = value,
        Field::Side(Side::Bottom) => max.y = value,
        Field::X => (min.x, max.x) = (value, value + shape.width()),
        Field::Y => (min.y, max.y) = (value, value + shape.height()),
        Field::VertexX(_) | Field::VertexY(_) | Field::VelocityX | Field::VelocityY => {
            return Err(CommandError::new(format!(
                "{field}: a box has the fields left top right bottom x y width height, vx vy"
            )));
        }
    }
    if let Field::Side(side) = field
        && (min.x >= max.x || min.y >= max.y)
    {
        return Err(passes_opposite(shape, side, value, axes));
    }
    Aabb::from_corners(min, max).map_err(|fault| CommandError::new(fault.to_string()))
}

/// A side that is put beyond the one across from it, or on it.
fn passes_opposite(shape: &Aabb, side: Side, value: Milli, axes: Axes) -> CommandError {
    let is_y = matches!(side, Side::Top | Side::Bottom);
    let read = |at: Milli| if is_y { axes.read_y(at) } else { at };
    let is_low = matches!(side, Side::Left | Side::Top);
    let order = if is_low == (is_y && axes == Axes::YUp) { "greater" } else { "less" };
    let (side, opposite) = (side.token(), side.opposite());
    let limit = read(shape.edge(opposite));
    CommandError::new(format!(
        "{side} {}: {} is {limit}, and {side} must be {order} than that",
        read(value),
        opposite.token()
    ))
}
