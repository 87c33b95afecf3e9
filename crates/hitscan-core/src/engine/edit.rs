//! Commands that change objects, settings and the selection.

use super::sandbox::shapes;
use super::{Engine, Outcome, Sandbox, Tell};
use crate::command::{Anchor, CommandError, ObjectField};
use crate::world::{
    Attribute, Change, ChangeError, CommandProgress, Crowd, Name, Object, ObjectId, Settings,
    check_attribute,
};
use hitscan_geom::{Axis, Milli, Point, Shape, Vector};

type Done = Result<Outcome, CommandError>;

impl Engine {
    /// Makes the change that `change` returns, or none if it is stopped.
    pub(super) fn edit(
        &mut self,
        change: impl FnOnce(&Sandbox) -> Result<Change, CommandError>,
        tell: &mut Tell<'_>,
    ) -> Done {
        let (change, progress) = (change(&self.sandbox)?, Some(CommandProgress::default()));
        match self.sandbox.apply_change(change, progress, &mut self.journal.counting(tell)) {
            Ok(_) => Ok(Outcome::Done),
            Err(ChangeError::Interrupted) => {
                Ok(Outcome::Interrupted(CommandError::new("interrupted; nothing has changed")))
            }
            Err(why) => Err(why.into()),
        }
    }

    /// Adds an object and selects it.
    fn add_object(&mut self, object: Object, tell: &mut Tell<'_>) -> Done {
        let done = self.edit(|_| Ok(Change::Add(Box::new(object))), tell)?;
        if done == Outcome::Done {
            self.sandbox.select_newest();
        }
        Ok(done)
    }

    pub(super) fn add(&mut self, name: Name, shape: &Shape, tell: &mut Tell<'_>) -> Done {
        self.add_object(Object::new(name, shape.clone()), tell)
    }

    /// Adds a crowd and selects its last object.
    pub(super) fn add_crowd(&mut self, crowd: &Crowd, tell: &mut Tell<'_>) -> Done {
        let done = self.edit(|_| Ok(Change::AddCrowd(Box::new(crowd.clone()))), tell)?;
        if done == Outcome::Done {
            self.sandbox.remember(crowd.clone());
            self.sandbox.select_newest();
        }
        Ok(done)
    }

    pub(super) fn duplicate(
        &mut self,
        name: &Name,
        new: Name,
        by: Vector,
        tell: &mut Tell<'_>,
    ) -> Done {
        let (_, object) = self.sandbox.target(Some(name))?;
        let shape = object.shape.translated(by)?;
        let copy = Object { name: new, shape, ..object.clone() };
        self.add_object(copy, tell)
    }

    pub(super) fn rename(&mut self, name: &Name, new: Name, tell: &mut Tell<'_>) -> Done {
        self.edit(|sandbox| Ok(Change::Rename(sandbox.named(name)?, new)), tell)
    }

    /// Removes an object and selects its neighbour.
    pub(super) fn remove(&mut self, name: Option<&Name>, tell: &mut Tell<'_>) -> Done {
        let (id, _) = self.sandbox.target(name)?;
        let next = self.sandbox.selection_without(id);
        let done = self.edit(|_| Ok(Change::Remove(id)), tell)?;
        if done == Outcome::Done {
            self.sandbox.select(next);
        }
        Ok(done)
    }

    /// Changes one object, the selected one if none is named.
    pub(super) fn edit_object(
        &mut self,
        name: Option<&Name>,
        change: impl FnOnce(ObjectId, &Object) -> Result<Change, CommandError>,
        tell: &mut Tell<'_>,
    ) -> Done {
        let change_it = |sandbox: &Sandbox| {
            let (id, object) = sandbox.target(name)?;
            change(id, object)
        };
        self.edit(change_it, tell)
    }

    /// Gives an object another shape, without motion.
    pub(super) fn reshape(
        &mut self,
        name: Option<&Name>,
        shape: impl FnOnce(&Shape) -> Result<Shape, CommandError>,
        tell: &mut Tell<'_>,
    ) -> Done {
        self.edit_object(name, |id, it| Ok(Change::Reshape(id, shape(&it.shape)?)), tell)
    }

    /// Moves an object to a point, without a frame of motion.
    pub(super) fn put(&mut self, name: Option<&Name>, at: Point, tell: &mut Tell<'_>) -> Done {
        self.reshape(name, |shape| shapes::put(shape, at), tell)
    }

    /// Adds a point, if there is nothing with this name; else turns that, a laser, about its middle
    /// until its end 2 is here.
    pub(super) fn point(&mut self, name: &Name, at: Point, tell: &mut Tell<'_>) -> Done {
        let known = self.world().find(name).and_then(|id| self.world().object(id));
        match known {
            None => self.add_object(Object::point(*name, at)?, tell),
            Some(object) if object.is_point => Err(CommandError::new(format!(
                "point: {name} is one already; \"put {name} {} {}\" moves it",
                at.x,
                self.world().settings().read_y(at.y)
            ))),
            Some(_) => self.reshape(Some(name), |shape| shapes::pointed(shape, at), tell),
        }
    }

    /// Gives an object a velocity. With [`Anchor::End`] it first moves the object back by one
    /// frame, so that the next frame ends at the current place.
    pub(super) fn set_velocity(
        &mut self,
        name: Option<&Name>,
        velocity: Vector,
        anchor: Anchor,
        tell: &mut Tell<'_>,
    ) -> Done {
        let (id, object) = self.sandbox.target(name)?;
        // Checked before anything changes: a command happens completely or not at all.
        let put_back = match anchor {
            Anchor::Start => None,
            Anchor::End => Some(Change::Reshape(id, one_frame_back(object, velocity)?)),
        };
        let done = self.edit(|_| Ok(Change::SetVelocity(id, velocity)), tell)?;
        if let Some(change) = put_back.filter(|_| done == Outcome::Done) {
            self.sandbox.apply_change(change, None, &mut self.journal.counting(tell))?;
        }
        Ok(done)
    }

    /// Changes one number of an object.
    pub(super) fn set(
        &mut self,
        name: &Name,
        field: ObjectField,
        value: Milli,
        tell: &mut Tell<'_>,
    ) -> Done {
        let settings = *self.world().settings();
        self.edit_object(Some(name), |id, it| shapes::set(id, it, field, value, &settings), tell)
    }

    /// Changes one part of what an object does on its own.
    pub(super) fn set_attribute(
        &mut self,
        name: &Name,
        attribute: &Attribute,
        tell: &mut Tell<'_>,
    ) -> Done {
        let change = |id, object: &Object| {
            check_attribute(object, attribute)?;
            Ok(Change::SetBehavior(id, object.behavior.with(attribute.clone()).into()))
        };
        self.edit_object(Some(name), change, tell)
    }

    /// Changes a setting.
    pub(super) fn set_up(&mut self, set: impl FnOnce(&mut Settings), tell: &mut Tell<'_>) -> Done {
        let mut settings = *self.sandbox.world().settings();
        set(&mut settings);
        self.edit(|_| Ok(Change::SetSettings(Box::new(settings))), tell)
    }

    pub(super) fn select(&mut self, name: &Name) -> Done {
        let id = self.sandbox.named(name)?;
        self.sandbox.select(Some(id));
        Ok(Outcome::Selected)
    }
}

/// The shape of an object where it was one frame ago, moving by `velocity`.
fn one_frame_back(object: &Object, velocity: Vector) -> Result<Shape, CommandError> {
    let back = object.shape.translated(-velocity)?;
    let (min, max) = back.bounds();
    let leaves = |axis| min.along(axis) < -Milli::LIMIT || max.along(axis) > Milli::LIMIT;
    match Axis::ALL.into_iter().find(|&axis| leaves(axis)) {
        Some(axis) => Err(ChangeError::LeavesPlane { name: object.name, axis }.into()),
        None => Ok(back),
    }
}
