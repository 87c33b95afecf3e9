//! The state of a world: objects, settings, and the last contact of each pair.

use super::beam::{Beam, beam_of, bytes_of_beams};
use super::broad_phase::BroadPhaseCounts;
use super::entries::{Entries, Entry};
use super::motion::FrameMotion;
use super::record::LastContact;
use super::transform::TransformSeries;
use super::{MemoryLimit, Name, Object, ObjectId, Rules, Settings};
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
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The current settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The rules that it follows.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// How many frames have been made.
    #[must_use]
    pub const fn frame(&self) -> u64 {
        self.frame
    }

    /// How much memory the world and its history may take.
    #[must_use]
    pub const fn memory(&self) -> MemoryLimit {
        self.memory
    }

    /// How many pairs were tested after frames and edits, whether recorded or not.
    #[must_use]
    pub const fn tested(&self) -> u64 {
        self.tested
    }

    /// How many changes other than frames led here; [`World::placed`] only depends on those.
    #[must_use]
    pub const fn edits(&self) -> u64 {
        self.edits
    }

    /// The active broad phase: that of the settings, or else the usual one.
    #[must_use]
    pub fn broad_phase(&self) -> BroadPhase {
        self.settings.broad_phase.unwrap_or(self.usual_broad_phase)
    }

    /// What the broad phase did in its first search of the last frame. `None` before
    /// the first frame.
    #[must_use]
    pub const fn broad_phase_counts(&self) -> Option<BroadPhaseCounts> {
        self.broad_phase_counts
    }

    /// The objects in scene order.
    #[must_use]
    pub fn objects(
        &self,
    ) -> impl ExactSizeIterator<Item = (ObjectId, &Object)> + DoubleEndedIterator {
        self.objects.iter().map(|entry| (entry.id, &entry.object))
    }

    /// The current bounds of the objects, in scene order.
    #[must_use]
    pub fn bounds(&self) -> &[SweptAabb] {
        self.objects.bounds()
    }

    /// How many objects there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether there are no objects.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// One object.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.index(id).map(|index| &self.objects[index].object)
    }

    /// The object with this name.
    #[must_use]
    pub fn find(&self, name: &Name) -> Option<ObjectId> {
        self.objects.iter().find(|entry| entry.object.name == *name).map(|entry| entry.id)
    }

    /// Where a beam ends now; `None` if there is no such beam.
    #[must_use]
    pub fn beam(&self, id: ObjectId) -> Option<&Beam> {
        beam_of(&self.beams, id)
    }

    /// Whether an object with this id exists or has existed. An id that is assigned only later in
    /// history, perhaps to a different object, is unknown.
    #[must_use]
    pub const fn knows(&self, id: ObjectId) -> bool {
        id.0 < self.next_id
    }

    /// How many boxes have broken.
    #[must_use]
    pub fn broken(&self) -> usize {
        self.broken.len()
    }

    /// How many breakable boxes have broken, and how many there are in total.
    #[must_use]
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

    /// Moves an object in a frame.
    pub(super) fn carry(&mut self, place: usize, by: Vector) -> ObjectId {
        self.objects.change(place, |entry| {
            // The frame has checked that it stays in the plane.
            if let Ok(moved) = entry.object.shape.translated(by) {
                entry.object.shape = moved;
                entry.displacement[0] += by.x.wide();
                entry.displacement[1] += by.y.wide();
            }
            entry.id
        })
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.objects
    }

    /// The place of an object in the scene.
    #[must_use]
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
