//! A drag of the mouse: while it lasts, a picture of where it leads; when the
//! button is released, one command.
//!
//! A key other than Escape, and a press whose release was lost, end it as a
//! release does. Escape leaves everything as it was.

use super::input::{Drag, Reach, snapped};
use super::{Action, Cell, EditMode, Model};
use hitscan_core::command::{Anchor, Command};
use hitscan_geom::{Aabb, Point, Shape, Vector};

/// Where a drag would bring what it moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dragged {
    /// A box.
    Box(Aabb),
    /// Lines from point to point.
    Path(Vec<Point>),
}

impl Model<'_> {
    /// How far an arrow goes with the settings of now.
    pub(super) fn reach(self) -> Reach {
        Reach { steps: self.steps(), stride: self.input.stride, snap: self.input.snap }
    }

    /// The position of what the arrows edit.
    pub(super) fn edited_point(self) -> Option<Point> {
        let (_, object) = self.engine.sandbox().selection()?;
        let (min, max) = object.shape.bounds();
        match self.input.edit_mode {
            EditMode::Move | EditMode::Turn | EditMode::Steer => Some(min),
            EditMode::End(index) => object.shape.vertices().get(index).copied(),
            EditMode::Speed => middle(min, max).checked_add(object.velocity),
        }
    }

    /// How far a drag moves what it moves.
    fn dragged_by(self) -> Option<Vector> {
        let to = self.input.drag?.to?;
        self.edited_point()?.to(to).filter(|&by| by != Vector::ZERO)
    }

    /// What the release of the button will do.
    pub(super) fn drag_command(self) -> Option<Command> {
        let by = self.dragged_by()?;
        let (_, object) = self.engine.sandbox().selection()?;
        Some(match self.input.edit_mode {
            EditMode::Move | EditMode::Turn | EditMode::Steer => Command::Move(None, by),
            EditMode::End(index) => Command::End(None, index + 1, by),
            EditMode::Speed => {
                let velocity = object.velocity.checked_add(by)?;
                Command::Velocity(Some(object.name), velocity, Anchor::Start)
            }
        })
    }

    /// What the arena shows of a drag.
    pub(super) fn dragged(self) -> Option<Dragged> {
        let (by, to) = (self.dragged_by()?, self.input.drag?.to?);
        let (_, object) = self.engine.sandbox().selection()?;
        let mut vertices = object.shape.vertices();
        match (self.input.edit_mode, &object.shape) {
            (EditMode::Speed, shape) => {
                let (min, max) = shape.bounds();
                return Some(Dragged::Path(vec![middle(min, max), to]));
            }
            (EditMode::Move | EditMode::Turn | EditMode::Steer, Shape::Box(shape)) => {
                return shape.translated(by).ok().map(Dragged::Box);
            }
            (EditMode::End(index), Shape::Box(_)) => {
                let opposite = vertices.get((index + 2) % 4)?;
                return Aabb::from_corners(to, *opposite).ok().map(Dragged::Box);
            }
            (EditMode::Move | EditMode::Turn | EditMode::Steer, _) => {
                vertices = object.shape.translated(by).ok()?.vertices();
            }
            (EditMode::End(index), _) => *vertices.get_mut(index)? = to,
        }
        if matches!(object.shape, Shape::Polygon(_)) {
            vertices.extend(vertices.first().copied());
        }
        Some(Dragged::Path(vertices))
    }

    /// A drag of what the arrows edit, from this point of the plane.
    pub(super) fn drag_from(self, at: Option<Point>) -> Option<Drag> {
        let offset = at.zip(self.edited_point()).and_then(|(at, held)| at.to(held));
        offset.map(|offset| Drag { offset, to: None })
    }

    /// The drag as it is with the pointer in this cell.
    pub(super) fn drag_to(self, cell: Cell) -> Option<Drag> {
        let (drag, at) = (self.input.drag?, self.screen.viewport.point_of(cell)?);
        let to = at.checked_add(drag.offset).map(|to| snapped(to, self.reach()));
        Some(Drag { to, ..drag })
    }

    /// What a release would do, in words.
    pub(super) fn drag_preview(self) -> Option<String> {
        let command = self.drag_command()?;
        let axes = self.engine.world().settings().axes;
        let escape = self.input.keymap.named(Action::Escape);
        let line = command.written(axes);
        Some(format!(":{line} when released; {escape} leaves it where it is"))
    }
}

fn middle(min: Point, max: Point) -> Point {
    Point::new(min.x.midpoint(max.x), min.y.midpoint(max.y))
}
