//! How a change alters a world: edits here, frames in [`super::frame`].

use std::collections::BTreeMap;

use super::change::check_range;
use super::frame::Frame;
use super::motion::FrameMotion;
use super::scratch::Scratch;
use super::state::Entry;
use super::transform::{Transform, TransformSeries};
use super::{Change, ChangeError, Fixing, Name, Object, ObjectId, Settings, World};
use hitscan_geom::{Shape, Vector};

impl World {
    /// A world of these objects, all pairs tested where they stand, at frame 0.
    ///
    /// # Errors
    /// When two share a name, or there are too many.
    pub fn new(
        title: String,
        settings: Settings,
        objects: Vec<Object>,
    ) -> Result<Self, ChangeError> {
        let mut world = Self {
            objects: Vec::with_capacity(objects.len()),
            next_id: 0,
            frame: 0,
            settings,
            title,
            last_contacts: BTreeMap::new(),
            motion: FrameMotion::default(),
            series: None,
            tested: 0,
        };
        for object in objects {
            world.insert(object)?;
        }
        world.test_all_pairs();
        Ok(world)
    }

    /// Applies a change whole or not at all, and leaves in `scratch` each pair
    /// whose answer changed.
    pub(super) fn apply(
        &mut self,
        change: &Change,
        scratch: &mut Scratch,
    ) -> Result<(), ChangeError> {
        scratch.contact_changes.clear();
        match change {
            Change::Add(object) => {
                let id = self.insert(object.clone())?;
                self.motion.clear();
                self.test_pairs_of(id, scratch);
            }
            Change::Remove(id) => {
                let index = self.index(*id).ok_or(ChangeError::NoObject)?;
                self.objects.remove(index);
                self.last_contacts.retain(|pair, _| !pair.holds(*id));
                self.motion.clear();
            }
            Change::Rename(id, name) => {
                self.check_name(name, Some(*id))?;
                self.object_mut(*id)?.name = *name;
            }
            Change::Reshape(id, shape) => self.reshape(*id, shape.clone(), scratch)?,
            Change::Turn(id, degrees) => self.transform(*id, Transform::Turn(*degrees), scratch)?,
            Change::Stretch(id, by) => self.transform(*id, Transform::Stretch(*by), scratch)?,
            Change::SetVelocity(id, velocity) => self.set_velocity(*id, *velocity)?,
            Change::SetFixed(id, fixing) => {
                let object = self.object_mut(*id)?;
                object.fixed = *fixing == Fixing::Fixed;
                if object.fixed {
                    object.velocity = Vector::ZERO;
                    self.assign_velocity(*id, Vector::ZERO);
                }
            }
            Change::SetSettings(settings) => self.settings = *settings,
            Change::SetTitle(title) if title.len() > Self::MAX_TITLE_BYTES => {
                return Err(ChangeError::TitleTooLong);
            }
            Change::SetTitle(title) => self.title.clone_from(title),
            Change::Step => self.make_frame(Frame::Step, scratch)?,
            Change::Move(id, by) => self.make_frame(Frame::Move(*id, *by), scratch)?,
        }
        Ok(())
    }

    fn insert(&mut self, object: Object) -> Result<ObjectId, ChangeError> {
        self.check_name(&object.name, None)?;
        if self.objects.len() >= Self::MAX_OBJECTS {
            return Err(ChangeError::Full);
        }
        check_range(&object.name, &object.shape, Vector::ZERO)?;
        let id = ObjectId(self.next_id);
        self.next_id += 1;
        let assigned_velocity = object.velocity;
        self.objects.push(Entry { id, object, displacement: [0; 2], assigned_velocity });
        Ok(id)
    }

    fn check_name(&self, name: &Name, except: Option<ObjectId>) -> Result<(), ChangeError> {
        match self.find(name) {
            Some(id) if Some(id) != except => Err(ChangeError::NameTaken(*name)),
            _ => Ok(()),
        }
    }

    fn object_mut(&mut self, id: ObjectId) -> Result<&mut Object, ChangeError> {
        let index = self.index(id).ok_or(ChangeError::NoObject)?;
        Ok(&mut self.objects[index].object)
    }

    fn reshape(
        &mut self,
        id: ObjectId,
        shape: Shape,
        scratch: &mut Scratch,
    ) -> Result<(), ChangeError> {
        let object = self.object_mut(id)?;
        check_range(&object.name, &shape, Vector::ZERO)?;
        object.shape = shape;
        self.motion.clear();
        self.test_pairs_of(id, scratch);
        Ok(())
    }

    fn transform(
        &mut self,
        id: ObjectId,
        transform: Transform,
        scratch: &mut Scratch,
    ) -> Result<(), ChangeError> {
        let object = self.object(id).ok_or(ChangeError::NoObject)?;
        match (&object.shape, transform) {
            (Shape::Box(_), Transform::Turn(_)) => return Err(ChangeError::BoxesDoNotTurn),
            (Shape::Box(_) | Shape::Polygon(_), Transform::Stretch(_)) => {
                return Err(ChangeError::NoLength(object.name, object.shape.kind()));
            }
            _ => {}
        }
        let series = TransformSeries::next(self.series.as_ref(), id, &object.shape, transform)?;
        self.reshape(id, series.result().clone(), scratch)?;
        self.series = Some(series);
        Ok(())
    }

    fn set_velocity(&mut self, id: ObjectId, velocity: Vector) -> Result<(), ChangeError> {
        if !velocity.in_range() {
            return Err(ChangeError::VelocityOutOfRange);
        }
        let object = self.object_mut(id)?;
        if object.fixed && velocity != Vector::ZERO {
            return Err(ChangeError::FixedHasNoVelocity(object.name));
        }
        object.velocity = velocity;
        self.assign_velocity(id, velocity);
        Ok(())
    }

    fn assign_velocity(&mut self, id: ObjectId, velocity: Vector) {
        if let Some(index) = self.index(id) {
            self.objects[index].assigned_velocity = velocity;
        }
    }
}
