//! The state of a world, and how a change alters it.

use std::collections::BTreeMap;

use super::frame::{Frame, Ways};
use super::judge::PairKey;
use super::record::LastContact;
use super::scratch::Scratch;
use super::transform::{Transform, Turning};
use super::{Change, ChangeError, Fixing, Name, Object, ObjectId, Settings};
use hitscan_geom::{Axis, Milli, Point, Shape, Vector};

/// Objects in scene order, a frame counter and settings; and what the last
/// judgement of every pair was that is not simply apart.
#[derive(Clone, Debug)]
pub struct World {
    /// In scene order, which is the order of the ids.
    objects: Vec<Entry>,
    next_id: u32,
    pub(super) frame: u64,
    settings: Settings,
    title: String,
    /// The last judgement of every pair whose word is not MISS.
    pub(super) met: BTreeMap<PairKey, LastContact>,
    /// The ways made in the last frame, if the last change was one.
    pub(super) ways: Ways,
    turning: Option<Turning>,
    pub(super) judged: u64,
}

/// An object, and how far frames of motion have carried it since it was placed.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) id: ObjectId,
    pub(super) object: Object,
    pub(super) drift: Vector,
    /// The velocity as it was last given, before any answer to a hit.
    pub(super) given: Vector,
}

impl World {
    /// The most objects a world holds.
    pub const MAX_OBJECTS: usize = 10_000;

    /// A world of these objects, judged where they stand, at frame 0.
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
            met: BTreeMap::new(),
            ways: Ways::default(),
            turning: None,
            judged: 0,
        };
        for object in objects {
            world.insert(object)?;
        }
        world.judge_all();
        Ok(world)
    }

    /// What the scene is called.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The settings in force.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many frames have been made.
    #[must_use]
    pub const fn frame(&self) -> u64 {
        self.frame
    }

    /// How many pairs have been judged after frames and edits, kept or not.
    #[must_use]
    pub const fn judged(&self) -> u64 {
        self.judged
    }

    /// The objects in scene order.
    #[must_use]
    pub fn objects(
        &self,
    ) -> impl ExactSizeIterator<Item = (ObjectId, &Object)> + DoubleEndedIterator {
        self.objects.iter().map(|entry| (entry.id, &entry.object))
    }

    /// How many objects there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// One object.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.index(id).map(|index| &self.objects[index].object)
    }

    /// The object of that name.
    #[must_use]
    pub fn find(&self, name: &Name) -> Option<ObjectId> {
        self.objects.iter().find(|entry| entry.object.name == *name).map(|entry| entry.id)
    }

    /// Whether there is an object of this id, or was one before. One that comes
    /// only later, and may then be another, is not known.
    #[must_use]
    pub const fn knows(&self, id: ObjectId) -> bool {
        id.0 < self.next_id
    }

    /// The objects as they were placed: where they stand, less the way that
    /// frames of motion have carried them. What is *unsaved* is judged by this.
    pub fn placed(&self) -> impl Iterator<Item = Object> + '_ {
        self.objects.iter().map(|Entry { object, drift, given, .. }| Object {
            shape: object.shape.translated(-*drift),
            velocity: *given,
            ..object.clone()
        })
    }

    /// About how much room it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.objects.len() * size_of::<Entry>()
            + self.met.len() * (size_of::<(PairKey, LastContact)>() + LastContact::HEAP_BYTES)
            + self.ways.bytes()
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.objects
    }

    pub(super) fn index(&self, id: ObjectId) -> Option<usize> {
        self.objects.binary_search_by_key(&id, |entry| entry.id).ok()
    }

    /// Applies a change whole or not at all, and leaves on the desk the news of
    /// each pair whose answer is another than before.
    pub(super) fn apply(
        &mut self,
        change: &Change,
        scratch: &mut Scratch,
    ) -> Result<(), ChangeError> {
        scratch.news.clear();
        match change {
            Change::Add(object) => {
                let id = self.insert(object.clone())?;
                self.ways.clear();
                self.judge_edited(id, scratch);
            }
            Change::Remove(id) => {
                let index = self.index(*id).ok_or(ChangeError::NoObject)?;
                self.objects.remove(index);
                self.met.retain(|pair, _| !pair.holds(*id));
                self.ways.clear();
            }
            Change::Rename(id, name) => {
                self.check_name(name, Some(*id))?;
                self.object_mut(*id)?.name = *name;
            }
            Change::Reshape(id, shape) => self.reshape(*id, shape.clone(), scratch)?,
            Change::Turn(id, degrees) => self.twist(*id, Transform::Turn(*degrees), scratch)?,
            Change::Stretch(id, by) => self.twist(*id, Transform::Stretch(*by), scratch)?,
            Change::SetVelocity(id, velocity) => self.set_velocity(*id, *velocity)?,
            Change::SetFixed(id, fixing) => {
                let object = self.object_mut(*id)?;
                object.fixed = *fixing == Fixing::Fixed;
                if object.fixed {
                    object.velocity = Vector::ZERO;
                    self.give_velocity(*id, Vector::ZERO);
                }
            }
            Change::SetSettings(settings) => self.settings = *settings,
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
        check_range(&object.name, &object.shape)?;
        let id = ObjectId(self.next_id);
        self.next_id += 1;
        let given = object.velocity;
        self.objects.push(Entry { id, object, drift: Vector::ZERO, given });
        Ok(id)
    }

    fn check_name(&self, name: &Name, but: Option<ObjectId>) -> Result<(), ChangeError> {
        match self.find(name) {
            Some(id) if Some(id) != but => Err(ChangeError::NameTaken(*name)),
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
        check_range(&object.name, &shape)?;
        object.shape = shape;
        self.ways.clear();
        self.judge_edited(id, scratch);
        Ok(())
    }

    fn twist(
        &mut self,
        id: ObjectId,
        twist: Transform,
        scratch: &mut Scratch,
    ) -> Result<(), ChangeError> {
        let object = self.object(id).ok_or(ChangeError::NoObject)?;
        match (&object.shape, twist) {
            (Shape::Box(_), Transform::Turn(_)) => return Err(ChangeError::BoxesDoNotTurn),
            (Shape::Box(_) | Shape::Polygon(_), Transform::Stretch(_)) => {
                return Err(ChangeError::NoLength(object.name, object.shape.kind()));
            }
            _ => {}
        }
        let turning = Turning::next(self.turning.as_ref(), id, &object.shape, twist)?;
        self.reshape(id, turning.result().clone(), scratch)?;
        self.turning = Some(turning);
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
        self.give_velocity(id, velocity);
        Ok(())
    }

    /// Carries an object along in a frame.
    pub(super) fn carry(&mut self, place: usize, by: Vector) -> ObjectId {
        let entry = &mut self.objects[place];
        entry.object.shape = entry.object.shape.translated(by);
        entry.drift = entry.drift + by;
        entry.id
    }

    pub(super) fn entry_mut(&mut self, place: usize) -> &mut Entry {
        &mut self.objects[place]
    }

    fn give_velocity(&mut self, id: ObjectId, velocity: Vector) {
        if let Some(index) = self.index(id) {
            self.objects[index].given = velocity;
        }
    }
}

fn check_range(name: &Name, shape: &Shape) -> Result<(), ChangeError> {
    let (min, max) = shape.bounds();
    check_bounds(name, min, max)
}

pub(super) fn check_bounds(name: &Name, min: Point, max: Point) -> Result<(), ChangeError> {
    for axis in [Axis::X, Axis::Y] {
        if min.along(axis) < -Milli::LIMIT || max.along(axis) > Milli::LIMIT {
            return Err(ChangeError::LeavesPlane { name: *name, axis });
        }
    }
    Ok(())
}
