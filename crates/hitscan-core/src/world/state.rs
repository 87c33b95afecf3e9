//! The state of a world: objects, settings, and the last contact of each pair.

use std::ops::Deref;

use super::beams::{Beam, beam_of, bytes_of_beams};
use super::broad_phase::BroadPhaseCounts;
use super::motion::FrameMotion;
use super::record::LastContact;
use super::transform::TransformSeries;
use super::{MemoryLimit, Name, Object, ObjectId, Participant, Rules, Settings};
use hitscan_geom::broad_phase::{BroadPhase, SweptAabb};
use hitscan_geom::{Milli, Shape, Vector};

/// Objects in scene order, a frame counter and settings; and the last result of
/// every pair that is not a MISS or had a contact.
#[derive(Clone, Debug)]
pub struct World {
    pub(super) objects: Entries,
    /// Boxes that broke, in the order of the ids.
    pub(super) broken: Vec<Entry>,
    pub(super) next_id: u32,
    pub(super) frame: u64,
    /// The frame of the last step; 0 before the first.
    pub(super) last_step: u64,
    pub(super) settings: Settings,
    pub(super) rules: Rules,
    pub(super) title: String,
    /// The last result of every pair that is not a MISS or had a contact, in scene order.
    pub(super) last_contacts: Vec<LastContact>,
    /// What drops through what is one-way: the mover, then that.
    pub(super) drops: Vec<[ObjectId; 2]>,
    /// The contacts of the last frame that merely continued, by pair and then in order of time, if
    /// the last change was a frame.
    pub(super) resting: Vec<LastContact>,
    /// The beams, in scene order, and where each ends.
    pub(super) beams: Vec<Beam>,
    /// The beams that the last change made end elsewhere, by id.
    pub(super) moved_beams: Vec<ObjectId>,
    /// The motion of the last frame, if the last change was a frame.
    pub(super) motion: FrameMotion,
    pub(super) series: Option<TransformSeries>,
    pub(super) tested: u64,
    /// How many changes other than frames led here.
    pub(super) edits: u64,
    /// The counts of the last frame.
    pub(super) broad_phase_counts: Option<BroadPhaseCounts>,
    /// The broad phase for settings that name none.
    pub(super) usual_broad_phase: BroadPhase,
    pub(super) memory: MemoryLimit,
}

impl World {
    /// The most objects a world holds.
    pub const MAX_OBJECTS: usize = 100_000;
    /// The most bytes of a title, and of a note. Longer ones are refused.
    pub const MAX_TITLE_BYTES: usize = 16 << 10;

    /// The title of the scene.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The current settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The rules that it follows.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// How many frames have been made.
    pub const fn frame(&self) -> u64 {
        self.frame
    }

    /// How much memory the world and its history may take.
    pub const fn memory(&self) -> MemoryLimit {
        self.memory
    }

    /// How many pairs were tested after frames and edits, whether recorded or not.
    pub const fn tested(&self) -> u64 {
        self.tested
    }

    /// How many changes other than frames led here; [`World::placed`] only depends on those.
    pub const fn edits(&self) -> u64 {
        self.edits
    }

    /// The active broad phase: that of the settings, or else the usual one.
    pub fn broad_phase(&self) -> BroadPhase {
        self.settings.broad_phase.unwrap_or(self.usual_broad_phase)
    }

    /// What the broad phase did in its first search of the last frame. `None` before
    /// the first frame.
    pub const fn broad_phase_counts(&self) -> Option<BroadPhaseCounts> {
        self.broad_phase_counts
    }

    /// Whether a frame moves any object: it has a velocity, or gravity accelerates it.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        let has_gravity = self.settings().gravity != Vector::ZERO;
        let falls = |object: &Object| has_gravity && self.falls(object);
        self.objects().any(|(_, object)| object.velocity != Vector::ZERO || falls(object))
    }

    /// The objects in scene order.
    pub fn objects(
        &self,
    ) -> impl ExactSizeIterator<Item = (ObjectId, &Object)> + DoubleEndedIterator {
        self.objects.iter().map(|entry| (entry.id, &entry.object))
    }

    /// The current bounds of the objects, in scene order.
    pub fn bounds(&self) -> &[SweptAabb] {
        self.objects.bounds()
    }

    /// How many objects there are.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether there are no objects.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// One object.
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.index(id).map(|index| &self.objects[index].object)
    }

    /// The object with this name.
    pub fn find(&self, name: &Name) -> Option<ObjectId> {
        self.objects.iter().find(|entry| entry.object.name == *name).map(|entry| entry.id)
    }

    /// Where a beam ends now; `None` if there is no such beam.
    pub fn beam(&self, id: ObjectId) -> Option<&Beam> {
        beam_of(&self.beams, id)
    }

    /// Whether an object with this id exists or has existed. An id that is assigned only later in
    /// history, perhaps to a different object, is unknown.
    pub const fn knows(&self, id: ObjectId) -> bool {
        id.0 < self.next_id
    }

    /// How many boxes have broken.
    pub fn broken(&self) -> usize {
        self.broken.len()
    }

    /// How many breakable boxes have broken, and how many there are in total.
    pub fn bricks(&self) -> [usize; 2] {
        let breaks = |entry: &&Entry| entry.object.behavior.breaks_after.is_some();
        let broken = self.broken.len();
        [broken, broken + self.objects.iter().filter(breaks).count()]
    }

    /// The objects as placed: their current positions minus their displacement by frames, including
    /// those that frames have broken. Determines what counts as unsaved.
    pub fn placed(&self) -> impl Iterator<Item = Object> + '_ {
        let mut broken = self.broken.iter().peekable();
        let mut whole = self.objects.iter().peekable();
        let in_order = std::iter::from_fn(move || match (broken.peek(), whole.peek()) {
            (Some(one), Some(other)) if other.id < one.id => whole.next(),
            (Some(_), _) => broken.next(),
            (None, _) => whole.next(),
        });
        in_order.map(|Entry { object, displacement, assigned_velocity, .. }| Object {
            shape: moved_back(&object.shape, *displacement),
            velocity: *assigned_velocity,
            ..object.clone()
        })
    }

    /// Approximate size, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.objects.bytes()
            + size_of_val(self.broken.as_slice())
            + self.objects.iter().map(|entry| entry.object.heap_bytes()).sum::<usize>()
            + self.last_contacts.iter().map(LastContact::bytes).sum::<usize>()
            + self.resting.iter().map(LastContact::bytes).sum::<usize>()
            + bytes_of_beams(&self.beams)
            + self.motion.bytes()
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.objects
    }

    /// The place of an object in the scene.
    pub fn index(&self, id: ObjectId) -> Option<usize> {
        self.objects.binary_search_by_key(&id, |entry| entry.id).ok()
    }
}

/// The shape minus its displacement. An object that was moved far and then placed at the far end of
/// the plane has no such place, and counts as placed there.
fn moved_back(shape: &Shape, displacement: [i64; 2]) -> Shape {
    if displacement == [0, 0] {
        return shape.clone();
    }
    let [x, y] = displacement.map(|length| Milli::try_from(-i128::from(length)));
    let back = x.and_then(|x| Ok(Vector::new(x, y?))).ok();
    back.and_then(|back| shape.translated(back).ok()).unwrap_or_else(|| shape.clone())
}

// The objects of a world and their bounds, in parallel lists.
//
// A spatial search scans only the bounds, sixteen bytes an object, not the objects. The searches
// themselves are in the modules that need them.

/// An object, and how far frames have moved it since it was placed.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) id: ObjectId,
    pub(super) object: Object,
    /// In thousandths, along x and y.
    pub(super) displacement: [i64; 2],
    /// The velocity last set, before any response to a hit.
    pub(super) assigned_velocity: Vector,
    /// How often dynamic boxes have hit it, if it breaks.
    pub(super) hits: u8,
}

/// A box that broke.
#[derive(Clone, Debug)]
pub(super) struct Broken {
    /// Its index in the scene before it was removed.
    pub(super) place: usize,
    pub(super) participant: Participant,
    /// What broke it.
    pub(super) by: ObjectId,
}

/// Objects in scene order, which is the order of their ids, and the bounds of each. Objects change
/// only through [`Entries::change`], which keeps the bounds up to date.
#[derive(Clone, Debug, Default)]
pub(super) struct Entries {
    all: Vec<Entry>,
    bounds: Vec<SweptAabb>,
}

impl Entries {
    /// Empty, with capacity for this many.
    pub(super) fn with_capacity(count: usize) -> Self {
        Self { all: Vec::with_capacity(count), bounds: Vec::with_capacity(count) }
    }

    /// The current bounds of the objects, in scene order.
    pub(super) fn bounds(&self) -> &[SweptAabb] {
        &self.bounds
    }

    /// Appends an object.
    pub(super) fn push(&mut self, entry: Entry) {
        self.bounds.push(bounds_of(&entry.object.shape));
        self.all.push(entry);
    }

    /// Changes an object.
    pub(super) fn change<R>(&mut self, place: usize, change: impl FnOnce(&mut Entry) -> R) -> R {
        let entry = &mut self.all[place];
        let result = change(entry);
        self.bounds[place] = bounds_of(&entry.object.shape);
        result
    }

    /// Inserts a removed object at its previous place.
    pub(super) fn insert(&mut self, place: usize, entry: Entry) {
        self.bounds.insert(place, bounds_of(&entry.object.shape));
        self.all.insert(place, entry);
    }

    /// Removes an object.
    pub(super) fn remove(&mut self, place: usize) -> Entry {
        self.bounds.remove(place);
        self.all.remove(place)
    }

    /// Removes the objects from this one on.
    pub(super) fn truncate(&mut self, first: ObjectId) {
        let count = self.all.partition_point(|entry| entry.id < first);
        self.bounds.truncate(count);
        self.all.truncate(count);
    }

    /// The size of the lists in bytes, without the objects' heap memory.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.all.as_slice()) + size_of_val(self.bounds.as_slice())
    }
}

/// Read access to the objects.
impl Deref for Entries {
    type Target = [Entry];
    fn deref(&self) -> &[Entry] {
        &self.all
    }
}

fn bounds_of(shape: &Shape) -> SweptAabb {
    let (min, max) = shape.bounds();
    SweptAabb::around(min, max)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Change;
    use super::super::Name;
    use super::super::Response;
    use super::super::Settings;
    use super::super::World;
    use super::super::scratch::Scratch;
    use super::*;
    use hitscan_geom::Aabb;
    use hitscan_geom::Milli;
    use hitscan_geom::Point;

    fn boxed([x, y]: [i16; 2]) -> Shape {
        let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
        Shape::Box(Aabb::from_corners(point(x, y), point(x + 3, y + 2)).expect("a box"))
    }

    fn object(number: usize, at: [i16; 2], [vx, vy]: [i16; 2]) -> Object {
        let mut object = Object::new(Name::new(&format!("b{number}")).expect("a name"), boxed(at));
        object.velocity = Vector::new(Milli::from_units(vx), Milli::from_units(vy));
        // Some break.
        object.behavior.breaks_after = number.is_multiple_of(3).then_some(std::num::NonZeroU8::MIN);
        object
    }

    fn pair() -> [std::ops::Range<i16>; 2] {
        [-20..20, -20..20]
    }

    proptest! {
        /// After any change, accepted or refused, under every response.
        #[test]
        fn bounds_match_the_shapes(
            all in prop::collection::vec((pair(), pair()), 1..12),
            changes in prop::collection::vec((0_u8..6, any::<prop::sample::Index>(), pair()), 1..20),
            response in prop::sample::select(Response::ALL.to_vec()),
        ) {
            let objects = all.into_iter().enumerate();
            let objects = objects.map(|(number, (at, v))| object(number, at, v)).collect();
            let settings = Settings { response, ..Settings::default() };
            let mut world = World::new(String::new(), settings, objects).expect("few objects");
            for (number, (kind, at, [x, y])) in (100..).zip(changes) {
                let ids: Vec<_> = world.entries().iter().map(|entry| entry.id).collect();
                let Some(&id) = (!ids.is_empty()).then(|| at.get(&ids)) else { break };
                let change = match kind {
                    0 => Change::Add(Box::new(object(number, [x, y], [y, x]))),
                    1 => Change::Remove(id),
                    2 => Change::Reshape(id, boxed([x, y])),
                    3 => Change::Move(id, Vector::new(Milli::from_units(x), Milli::from_units(y))),
                    // Leaves the plane, which is refused.
                    4 => Change::Move(id, Vector::new(Milli::LIMIT, Milli::LIMIT)),
                    _ => Change::Step,
                };
                let _ = world.apply(&change, &mut Scratch::default(), &mut |_| false);
                let shapes = world.entries().iter().map(|entry| bounds_of(&entry.object.shape));
                prop_assert_eq!(world.bounds(), shapes.collect::<Vec<_>>());
            }
        }
    }
}
