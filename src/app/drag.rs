//! A drag of the mouse: while it lasts, a picture of where it leads; when the
//! button is released, one command.
//!
//! A key other than Escape, and a press whose release was lost, end it as a
//! release does. Escape leaves everything as it was.

use super::input::{Drag, Reach, snapped};
use super::{Action, App, Cell, EditMode, Effect, KeyPress, Lookup, Model, Pane};
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
    fn drag_command(self) -> Option<Command> {
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
}

impl App {
    /// Takes hold of what the arrows edit, at this point of the plane.
    pub(super) fn begin_drag(&mut self, at: Option<Point>) {
        let offset = at.zip(self.model().edited_point()).and_then(|(at, held)| at.to(held));
        self.input.drag = offset.map(|offset| Drag { offset, to: None });
    }

    /// Shows where a release in this cell would bring it.
    pub(super) fn drag_to(&mut self, cell: Cell) {
        let (Some(drag), Some(at)) = (self.input.drag, self.point_of(cell)) else { return };
        let to = at.checked_add(drag.offset).map(|to| snapped(to, self.model().reach()));
        self.input.drag = Some(Drag { to, ..drag });
        self.screen.message = None;
        if let Some(command) = self.model().drag_command() {
            let axes = self.engine.world().settings().axes;
            let escape = self.input.keymap.named(Action::Escape);
            let line = command.written(axes);
            self.screen.say(format!(":{line} when released; {escape} leaves it where it is"));
        }
    }

    /// Moves what was dragged to where it was last shown.
    pub(super) fn drop_dragged(&mut self) -> Vec<Effect> {
        let command = self.model().drag_command();
        if self.input.drag.take().is_some_and(|drag| drag.to.is_some()) {
            self.screen.message = None;
        }
        command.map_or_else(Vec::new, |command| self.run(&command))
    }

    /// Ends a drag before a key does anything; whether that was all the key is for.
    pub(super) fn end_drag(&mut self, key: KeyPress) -> (bool, Vec<Effect>) {
        let is_escape =
            Lookup::Action(Action::Escape) == self.input.keymap.look_up(&[key], Pane::Arena);
        if is_escape && self.model().drag_command().is_some() {
            self.input.drag = None;
            self.screen.message = None;
            return (true, Vec::new());
        }
        (false, self.drop_dragged())
    }
}

fn middle(min: Point, max: Point) -> Point {
    Point::new(min.x.midpoint(max.x), min.y.midpoint(max.y))
}
