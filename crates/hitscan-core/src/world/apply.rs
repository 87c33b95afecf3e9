//! How a change alters a world: edits here, frames in [`super::frame`].

use hitscan_geom::broad_phase::BroadPhase;
use std::collections::BTreeSet;
use std::mem;

use super::beams::{Beam, beams_now};
use super::change::check_range;
use super::frame::Frame;
use super::limits::{Budget, IsInterrupted, tests_of_outline};
use super::motion::FrameMotion;
use super::scratch::Scratch;
use super::state::{Entries, Entry};
use super::transform::{Transform, TransformSeries};
use super::{
    Behavior, Body, Change, ChangeError, CommandProgress, Crowd, MOST_TRIES, MemoryLimit, Name,
    Object, ObjectId, Rules, Settings, SharedBehavior, World,
};
use hitscan_geom::{Relation, Shape, ShapeKind, Vector, relate};

impl World {
    /// A world of these objects at frame 0, with all pairs tested.
    ///
    /// # Errors
    /// When two objects share a name, or there are too many.
    pub fn new(
        title: String,
        settings: Settings,
        objects: Vec<Object>,
    ) -> Result<Self, ChangeError> {
        Self::begun(MemoryLimit::default(), title, settings, objects, &mut |_| false)
    }

    /// [`World::new`] with a memory limit, which asks now and then whether to stop, with its progress
    /// in tests of pairs.
    ///
    /// # Errors
    /// As [`World::new`], when more pairs meet than there is memory for, and when it is stopped.
    pub fn begun<'a>(
        memory: MemoryLimit,
        title: String,
        settings: Settings,
        objects: Vec<Object>,
        is_interrupted: &'a mut (dyn FnMut(CommandProgress) -> bool + 'a),
    ) -> Result<Self, ChangeError> {
        let mut world = Self { memory, ..Self::laid_out(title, settings, objects)? };
        world.test_all_pairs(is_interrupted)?;
        Ok(world)
    }

    /// [`World::new`] for drawing a picture: no pair is tested until
    /// [`World::pair`] is called.
    ///
    /// # Errors
    /// When two objects share a name, or there are too many.
    pub fn untested(
        title: String,
        settings: Settings,
        objects: Vec<Object>,
    ) -> Result<Self, ChangeError> {
        let mut world = Self::laid_out(title, settings, objects)?;
        world.beams = beams_now(&world, &[], &mut |_| Ok(()))?;
        Ok(world)
    }

    /// The objects where they are, with nothing tested and beams without ends.
    fn laid_out(
        title: String,
        settings: Settings,
        objects: Vec<Object>,
    ) -> Result<Self, ChangeError> {
        let mut world = Self {
            objects: Entries::with_capacity(objects.len()),
            broken: Vec::new(),
            next_id: 0,
            frame: 0,
            last_step: 0,
            settings,
            rules: Rules::default(),
            title,
            last_contacts: Vec::new(),
            drops: Vec::new(),
            resting: Vec::new(),
            beams: Vec::new(),
            moved_beams: Vec::new(),
            motion: FrameMotion::default(),
            series: None,
            tested: 0,
            edits: 0,
            broad_phase_counts: None,
            usual_broad_phase: BroadPhase::default(),
            memory: MemoryLimit::default(),
        };
        let mut names = BTreeSet::new();
        for object in objects {
            if !names.insert(object.name) {
                return Err(ChangeError::NameTaken(object.name));
            }
            world.place(object)?;
        }
        Ok(world)
    }

    /// Applies a change completely or not at all, and leaves each pair whose answer changed in
    /// `scratch`.
    pub(super) fn apply<'a>(
        &mut self,
        change: &Change,
        scratch: &mut Scratch,
        is_interrupted: &'a mut IsInterrupted<'a>,
    ) -> Result<(), ChangeError> {
        scratch.clear();
        let budget = Budget::new(self.memory, scratch.work, is_interrupted);
        let mut budget = budget.after(scratch.effort);
        let begun = budget.test(self.tests_of_change(change));
        let applied = begun.and_then(|()| self.apply_within(&mut budget, change, scratch));
        (scratch.work, scratch.effort) = (budget.work(), budget.effort());
        if applied.is_ok() {
            mem::swap(&mut self.moved_beams, &mut scratch.moved_beams);
            if !change.is_frame() {
                self.edits += 1;
                self.resting.clear();
            }
        }
        applied
    }

    /// The tests that a change counts besides those of its pairs: it goes through all objects and
    /// their last contacts, and a crowd searches for room.
    fn tests_of_change(&self, change: &Change) -> u64 {
        let searches = match change.crowd() {
            Some(crowd) if crowd.apart => u64::from(crowd.count) * u64::from(MOST_TRIES),
            Some(_) | None => 0,
        };
        let turned = if let Change::Turn(id, _) = change { self.object(*id) } else { None };
        let outline = change.new_shape().or_else(|| turned.map(|object| &object.shape));
        let made = searches + outline.map_or(0, tests_of_outline);
        made + (self.len() + self.last_contacts.len() / 4) as u64
    }

    fn apply_within(
        &mut self,
        budget: &mut Budget<'_>,
        change: &Change,
        scratch: &mut Scratch,
    ) -> Result<(), ChangeError> {
        match change {
            Change::Add(object) => {
                let id = self.insert(Object::clone(object))?;
                let tested = self.test_edited(|other| other == id, scratch, budget);
                tested.inspect_err(|_| self.forget_from(id))?;
            }
            Change::AddCrowd(crowd) => self.add_crowd(crowd, scratch, budget)?,
            Change::Remove(id) => self.remove(*id, scratch, budget)?,
            Change::Rename(id, name) => {
                self.check_name(name, Some(*id))?;
                self.change_object(*id, |object| object.name = *name)?;
            }
            Change::Reshape(id, shape) => self.reshape(*id, shape.clone(), scratch, budget)?,
            Change::Turn(id, degrees) => {
                self.transform(*id, Transform::Turn(*degrees), scratch, budget)?;
            }
            Change::Stretch(id, by) => {
                self.transform(*id, Transform::Stretch(*by), scratch, budget)?;
            }
            Change::Steer(id, side) => self.steer(*id, *side)?,
            Change::Drop(id) => self.drop_through(*id)?,
            Change::SetVelocity(id, velocity) => self.set_velocity(*id, *velocity)?,
            Change::SetBody(id, body) => self.set_body(*id, *body)?,
            Change::SetBehavior(id, behavior) => {
                self.set_behavior(*id, behavior, scratch, budget)?;
            }
            Change::SetSettings(settings) if !settings.gravity.in_range() => {
                return Err(ChangeError::GravityOutOfRange);
            }
            Change::SetSettings(settings) => self.settings = **settings,
            Change::SetTitle(title) if title.len() > Self::MAX_TITLE_BYTES => {
                return Err(ChangeError::TitleTooLong);
            }
            Change::SetTitle(title) => self.title.clone_from(title),
            Change::Step => self.make_frame(Frame::Step, scratch, budget)?,
            Change::Move(id, by) => self.make_frame(Frame::Move(*id, *by), scratch, budget)?,
        }
        Ok(())
    }

    fn add_crowd(
        &mut self,
        crowd: &Crowd,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        // A place for an object that lies apart takes up to `MOST_TRIES` searches.
        let work = if crowd.apart { 8 * MOST_TRIES as usize } else { 64 };
        if self.len() + crowd.count as usize > Self::MAX_OBJECTS {
            return Err(ChangeError::Full);
        }
        let first = ObjectId(self.next_id);
        let mut names: BTreeSet<_> = self.objects.iter().map(|entry| entry.object.name).collect();
        let mut place = |object: Object| {
            if !names.insert(object.name) {
                return Err(ChangeError::NameTaken(object.name));
            }
            self.place(object)
        };
        let mut placed = crowd.objects().map(|object| {
            budget.spend(work)?;
            place(object?)
        });
        placed
            .try_for_each(|placed| placed.map(drop))
            .and_then(|()| self.test_edited(|other| other >= first, scratch, budget))
            .inspect_err(|_| self.forget_from(first))
    }

    /// Removes an object. Whatever it hid from a beam is then tested.
    fn remove(
        &mut self,
        id: ObjectId,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        let index = self.index(id).ok_or(ChangeError::NoObject)?;
        let (entry, beams) = (self.objects.remove(index), self.beams.clone());
        self.beams.retain(|beam| beam.id != id);
        if let Err(why) = self.test_edited(|_| false, scratch, budget) {
            self.objects.insert(index, entry);
            self.beams = beams;
            return Err(why);
        }
        self.last_contacts.retain(|contact| !contact.ids.contains(&id));
        self.drops.retain(|ids| !ids.contains(&id));
        Ok(())
    }

    /// Lets an object pass the one-way objects that it touches now.
    fn drop_through(&mut self, id: ObjectId) -> Result<(), ChangeError> {
        let object = self.object(id).ok_or(ChangeError::NoObject)?;
        let touches = |other: &Object| {
            let is_one_way = !other.behavior.one_way.is_empty() && other.body != Body::Dynamic;
            is_one_way && relate(&object.shape, &other.shape).relation == Relation::Touches
        };
        let touched: Vec<_> = self
            .objects()
            .filter(|(other, it)| *other != id && touches(it))
            .map(|(other, _)| [id, other])
            .collect();
        if touched.is_empty() {
            return Err(ChangeError::NothingToDrop(object.name));
        }
        self.drops.retain(|ids| ids[0] != id);
        self.drops.extend(touched);
        Ok(())
    }

    /// Undoes adding the most recent objects, starting with this one.
    fn forget_from(&mut self, first: ObjectId) {
        self.beams.retain(|beam| beam.id < first);
        self.objects.truncate(first);
        self.next_id = first.0;
    }

    fn insert(&mut self, object: Object) -> Result<ObjectId, ChangeError> {
        self.check_name(&object.name, None)?;
        self.place(object)
    }

    /// Adds an object whose name is known to be free.
    fn place(&mut self, object: Object) -> Result<ObjectId, ChangeError> {
        if self.objects.len() >= Self::MAX_OBJECTS {
            return Err(ChangeError::Full);
        }
        check_range(&object.name, &object.shape, Vector::ZERO)?;
        let id = ObjectId(self.next_id);
        self.next_id += 1;
        if object.behavior.beam {
            self.beams.push(Beam::new(id));
        }
        let assigned_velocity = object.velocity;
        self.objects.push(Entry { id, object, displacement: [0; 2], assigned_velocity, hits: 0 });
        Ok(id)
    }

    fn check_name(&self, name: &Name, except: Option<ObjectId>) -> Result<(), ChangeError> {
        match self.find(name) {
            Some(id) if Some(id) != except => Err(ChangeError::NameTaken(*name)),
            _ => Ok(()),
        }
    }

    fn change_object<R>(
        &mut self,
        id: ObjectId,
        change: impl FnOnce(&mut Object) -> R,
    ) -> Result<R, ChangeError> {
        let index = self.index(id).ok_or(ChangeError::NoObject)?;
        Ok(self.objects.change(index, |entry| change(&mut entry.object)))
    }

    fn reshape(
        &mut self,
        id: ObjectId,
        shape: Shape,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        let index = self.index(id).ok_or(ChangeError::NoObject)?;
        let object = &self.objects[index].object;
        check_range(&object.name, &shape, Vector::ZERO)?;
        if object.is_point && !matches!(&shape, Shape::Segment(laser) if laser.is_point()) {
            return Err(ChangeError::Point { what: "end", name: object.name });
        }
        let replace = |world: &mut Self, shape| {
            world.objects.change(index, |entry| mem::replace(&mut entry.object.shape, shape))
        };
        let before = replace(self, shape);
        self.test_edited(|other| other == id, scratch, budget)
            .inspect_err(|_| drop(replace(self, before)))
    }

    /// Tests the pairs of the edited objects, at rest.
    fn test_edited(
        &mut self,
        is_edited: impl Fn(ObjectId) -> bool,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        mem::swap(&mut self.motion, &mut scratch.motion_before);
        self.motion.clear();
        let tested = self.test_pairs_of(is_edited, scratch, budget);
        if tested.is_err() {
            mem::swap(&mut self.motion, &mut scratch.motion_before);
        }
        tested
    }

    fn transform(
        &mut self,
        id: ObjectId,
        transform: Transform,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        let object = self.object(id).ok_or(ChangeError::NoObject)?;
        if object.is_point {
            let what = match transform {
                Transform::Turn(_) => "turn",
                Transform::Stretch(_) => "length",
            };
            return Err(ChangeError::Point { what, name: object.name });
        }
        match (&object.shape, transform) {
            (Shape::Box(_), Transform::Turn(_)) => return Err(ChangeError::BoxesDoNotTurn),
            (Shape::Box(_) | Shape::Polygon(_), Transform::Stretch(_)) => {
                return Err(ChangeError::NoLength(object.name, object.shape.kind()));
            }
            _ => {}
        }
        let series = TransformSeries::next(self.series.as_ref(), id, &object.shape, transform)?;
        self.reshape(id, series.result().clone(), scratch, budget)?;
        self.series = Some(series);
        Ok(())
    }

    fn set_velocity(&mut self, id: ObjectId, velocity: Vector) -> Result<(), ChangeError> {
        if !velocity.in_range() {
            return Err(ChangeError::VelocityOutOfRange);
        }
        let object = self.object(id).ok_or(ChangeError::NoObject)?;
        if object.is_point && velocity != Vector::ZERO {
            return Err(ChangeError::Point { what: "velocity", name: object.name });
        }
        if object.is_static() && velocity != Vector::ZERO {
            // In older recordings a polygon is static only where its scene says so, and then it got
            // no velocity.
            if object.shape.kind() != ShapeKind::Polygon || self.rules >= Rules::V3 {
                return Err(ChangeError::StaticHasNoVelocity(object.name));
            }
            self.change_object(id, |object| object.body = Body::Dynamic)?;
        }
        self.assign_velocity(id, velocity)
    }

    fn set_body(&mut self, id: ObjectId, body: Body) -> Result<(), ChangeError> {
        let object = self.object(id).ok_or(ChangeError::NoObject)?;
        if object.is_point && body != Body::Dynamic {
            return Err(ChangeError::Point { what: "body", name: object.name });
        }
        if body == Body::Kinematic && !self.takes_part(&object.shape) {
            return Err(ChangeError::NotKinematic(object.name, object.shape.kind()));
        }
        if body == Body::Dynamic && !object.behavior.one_way.is_empty() {
            return Err(ChangeError::DynamicIsNotOneWay(object.name));
        }
        if body == Body::Static {
            self.assign_velocity(id, Vector::ZERO)?;
        }
        self.change_object(id, |object| object.body = body)
    }

    fn set_behavior(
        &mut self,
        id: ObjectId,
        behavior: &SharedBehavior,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        let object = self.object(id).ok_or(ChangeError::NoObject)?;
        let (name, kind, was_beam) = (object.name, object.shape.kind(), object.behavior.beam);
        if behavior.beam && object.is_point {
            return Err(ChangeError::Point { what: "beam", name });
        }
        if behavior.beam && kind != ShapeKind::Segment {
            return Err(ChangeError::NoBeam(name, kind));
        }
        let without_beam = Behavior { beam: false, ..Behavior::clone(behavior) };
        let behaves =
            kind == ShapeKind::Box || (kind == ShapeKind::Polygon && self.rules >= Rules::V3);
        if !behaves && without_beam != Behavior::NONE {
            return Err(ChangeError::NoBehavior(name, kind));
        }
        if !behavior.one_way.is_empty() && object.body == Body::Dynamic {
            return Err(ChangeError::DynamicIsNotOneWay(name));
        }
        let message = behavior.message.as_ref();
        if message.is_some_and(|message| message.len() > Behavior::MAX_MESSAGE_BYTES) {
            return Err(ChangeError::MessageTooLong);
        }
        if behavior.beam != was_beam {
            self.set_beam(id, behavior.beam, scratch, budget)?;
        }
        self.change_object(id, |object| object.behavior = behavior.clone())
    }

    /// Turns a laser into a beam, which ends at the first region it enters, or back into a laser.
    fn set_beam(
        &mut self,
        id: ObjectId,
        is_beam: bool,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        let beams = self.beams.clone();
        self.beams.retain(|beam| beam.id != id);
        if is_beam {
            let at = self.beams.partition_point(|beam| beam.id < id);
            self.beams.insert(at, Beam::new(id));
        }
        let tested = self.test_edited(|other| other == id, scratch, budget);
        // It is tested against everything, as if it had moved.
        scratch.moved_beams.push(id);
        scratch.moved_beams.sort_unstable();
        scratch.moved_beams.dedup();
        tested.inspect_err(|_| self.beams = beams)
    }

    fn assign_velocity(&mut self, id: ObjectId, velocity: Vector) -> Result<(), ChangeError> {
        let index = self.index(id).ok_or(ChangeError::NoObject)?;
        self.objects.change(index, |entry| {
            entry.object.velocity = velocity;
            entry.assigned_velocity = velocity;
        });
        Ok(())
    }
}
