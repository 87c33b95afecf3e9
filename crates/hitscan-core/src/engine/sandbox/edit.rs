//! The commands that change the world: each one as the change it stands for.

use super::shapes::{edited, set, with_vertex};
use super::{Applied, Observer, Sandbox};
use crate::command::{Anchor, Command, CommandError};
use crate::world::{Change, ChangeError, Name, Object, Settings};
use hitscan_geom::{Axis, Milli, Vector};

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
                let shape = object.shape.translated(*by)?;
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
                Change::Reshape(id, with_vertex(&object.shape, *index, |p| p.checked_add(*by))?)
            }
            Command::Vertex(edit, name, index) => {
                let (id, object) = target(name)?;
                Change::Reshape(id, edited(&object.shape, *edit, *index)?)
            }
            Command::Velocity(name, velocity, _) => Change::SetVelocity(target(name)?.0, *velocity),
            Command::Response(response) => self.settings(|s| s.response = *response),
            Command::Side(method) => self.settings(|s| s.side = *method),
            Command::Speed(speed) => self.settings(|s| s.speed = *speed),
            Command::BoundaryRule(rule) => self.settings(|s| s.boundary_rule = *rule),
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
        let back = object.shape.translated(-velocity)?;
        let (min, max) = back.bounds();
        let leaves = |axis| min.along(axis) < -Milli::LIMIT || max.along(axis) > Milli::LIMIT;
        match Axis::ALL.into_iter().find(|&axis| leaves(axis)) {
            Some(axis) => Err(ChangeError::LeavesPlane { name: object.name, axis }.into()),
            None => Ok(Change::Reshape(id, back)),
        }
    }
}
