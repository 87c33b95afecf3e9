//! A world in time: the changes that led to it, and the way back.
//!
//! An earlier state is the nearest snapshot before it plus the changes since, bit for bit. Going
//! back keeps the log, so that later records can still be read; a new change drops everything
//! ahead, records included. Records made from then on continue the numbering as if the dropped ones
//! had never existed. Records that the log dropped because they were the oldest stay dropped.
//!
//! | files | contents |
//! | --- | --- |
//! | `unrecorded` | the tests that made no record |
//! | `times_tested` | how often a pair was tested |
//! | `changes` | the list of changes, with runs of steps in one entry |
//!
//! This file keeps the world; calls go down the list.

mod changes;
mod times_tested;
mod unrecorded;

pub use super::record::Log;
use changes::Changes;
use hitscan_geom::broad_phase::BroadPhase;
use times_tested::TimesTested;
use unrecorded::Newcomers;

use super::limits::free_if_large;
use super::record::ContactChange;
use super::scratch::Scratch;
use super::{Change, ChangeError, Entered, Name, ObjectId, Record, Rules, Settings, World};

/// The work of a record.
const WORK_OF_A_RECORD: usize = 512;

/// What happens while a change is made, or while moving through history.
#[derive(Clone, Copy, Debug)]
pub enum Happening<'h> {
    /// Work is in progress: reported after each roughly equal amount of work. [`Flow::Stop`] leaves
    /// the world as it was.
    Working(CommandProgress),
    /// A record was made; reported in order, even if the log has no room for it.
    Tested(&'h Record),
    /// A dynamic box started to hit a sensor, which may have no action: reported after the records
    /// of the frame, and again when history moves forward by just this frame.
    Entered(&'h Entered),
}

/// Whether to continue. Every event is reported, but the return value only matters for
/// [`Happening::Working`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Continue.
    GoOn,
    /// Continue, but further frames may take at most this many tests of pairs.
    GoOnWithin(u64),
    /// Stop as soon as nothing is half done.
    Stop,
}

/// The progress of a long command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommandProgress {
    /// How many of its frames, replayed changes, or tests of pairs are done.
    pub done: u64,
    /// The total.
    pub total: u64,
}

/// A world and its history.
#[derive(Clone, Debug)]
pub struct History {
    world: World,
    changes: Changes,
    /// How many of `changes` led to `world`.
    position: usize,
    /// How many records led to `world`, including those that the log has dropped.
    recorded: u64,
    /// How many changes were replayed by the last move through history.
    made_again: usize,
    snapshots: Snapshots,
    log: Log,
    /// The objects that changes added.
    newcomers: Vec<Newcomers>,
    times_tested: TimesTested,
    /// Boxed because it is large and histories are moved.
    scratch: Box<Scratch>,
}

impl History {
    /// A history that starts with this world.
    pub fn new(world: World) -> Self {
        Self {
            changes: Changes::default(),
            position: 0,
            recorded: 0,
            made_again: 0,
            snapshots: Snapshots::new(world.clone()),
            log: Log::within(world.memory()),
            newcomers: Vec::new(),
            times_tested: TimesTested::default(),
            scratch: Box::default(),
            world,
        }
    }

    /// Sets the rules for all frames. The history must still be empty.
    pub fn set_rules(&mut self, rules: Rules) {
        debug_assert!(self.is_empty(), "rules hold for a whole history");
        self.world.rules = rules;
        self.snapshots = Snapshots::new(self.world.clone());
    }

    /// Sets the broad phase for settings that name none. It changes no result. The history must
    /// still be empty.
    pub fn set_usual_broad_phase(&mut self, which: BroadPhase) {
        debug_assert!(self.is_empty(), "snapshots have it too");
        self.world.usual_broad_phase = which;
        self.snapshots = Snapshots::new(self.world.clone());
    }

    /// The object that broke this one in the last change, if that change broke it.
    pub fn broken_by(&self, id: ObjectId) -> Option<ObjectId> {
        let broken = self.scratch.broken.iter().find(|broken| broken.participant.id == id);
        broken.map(|broken| broken.by)
    }

    /// The current world.
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The initial world.
    pub fn first_world(&self) -> &World {
        self.snapshots.first()
    }

    /// The records of all changes, including those ahead of the current position.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// The effort of everything made, replayed or refused so far, in tests of pairs: the same
    /// on every machine.
    pub const fn effort(&self) -> u64 {
        self.scratch.effort.tests()
    }

    /// Allows this many further tests of pairs: a change that needs more is refused.
    pub const fn allow_tests(&mut self, most: u64) {
        self.scratch.effort.allow(most);
    }

    /// How many changes led to the current state.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// How many changes there are, including those ahead of the current position.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Whether there are no changes yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The last frame of this history.
    pub fn last_frame(&self) -> u64 {
        self.frame_at(self.len()).unwrap_or_default()
    }

    /// The frame that the first `position` changes led to; `None` where there are fewer.
    pub fn frame_at(&self, position: usize) -> Option<u64> {
        let Some(last) = position.checked_sub(1) else {
            return Some(self.snapshots.first().frame());
        };
        (position <= self.len()).then(|| self.changes.frame_after(last)).flatten()
    }

    /// The change that led to the present state.
    pub fn last_change(&self) -> Option<&Change> {
        self.changes.get(self.position.checked_sub(1)?)
    }

    /// The change that led to this position, counted from 1.
    pub fn change_to(&self, position: usize) -> Option<&Change> {
        self.changes.get(position.checked_sub(1)?)
    }

    /// The change that redo would make.
    pub fn next_change(&self) -> Option<&Change> {
        self.changes.get(self.position)
    }

    /// The records of the last change, oldest first, except those that the log has dropped.
    pub fn last_records(&self) -> impl Iterator<Item = &Record> {
        self.log.of_change(self.position)
    }

    /// Whether an object has this name now or had it at any earlier time.
    pub fn has_known(&self, name: &Name) -> bool {
        let first_world = self.snapshots.first();
        let mut changes = self.changes.kinds_up_to(self.position);
        first_world.find(name).is_some() || changes.any(|change| change.gives_name(name))
    }

    /// How many steps were made since the last other change.
    pub fn steps_to_here(&self) -> usize {
        self.changes.steps_before(self.position)
    }

    /// The world after the first `position` changes, or after all of them if there
    /// are fewer.
    pub fn world_at(&self, position: usize) -> World {
        let position = position.min(self.len());
        let from = self.snapshots.nearest(position);
        let (mut world, mut scratch) = (from.world.clone(), Scratch::default());
        for change in (from.position..position).filter_map(|index| self.changes.get(index)) {
            let again = world.apply(change, &mut scratch, &mut |_| false);
            debug_assert!(again.is_ok(), "a change that was made can be made again: {again:?}");
        }
        world
    }

    /// Makes a change and drops everything ahead. Returns how many records were made. With
    /// `progress` it reports its work and can be stopped; within a single change, how far that is.
    /// One that must not be left half done passes `None`.
    ///
    /// # Errors
    /// If the world refuses it, or there is no memory for it. Then nothing changes, not even what
    /// lies ahead, and no record is reported.
    pub fn apply(
        &mut self,
        change: Change,
        progress: Option<CommandProgress>,
        tell: &mut dyn FnMut(Happening<'_>) -> Flow,
    ) -> Result<usize, ChangeError> {
        if !self.changes.has_room_for(&change, self.position, self.world.memory()) {
            let (changes, memory) = (self.position, self.world.memory());
            return Err(ChangeError::HistoryFull { changes, memory });
        }
        let mut is_stopped = |within: CommandProgress| {
            let progress = progress.map(|it| if it.total > 1 { it } else { within });
            progress.is_some_and(|progress| tell(Happening::Working(progress)) == Flow::Stop)
        };
        let known = self.world.next_id;
        self.world.apply(&change, &mut self.scratch, &mut is_stopped)?;
        self.changes.truncate(self.position);
        self.snapshots.drop_after(self.position);
        self.log.drop_after(self.position, self.recorded);
        self.times_tested.drop_after(self.position);
        let kept = self.newcomers.partition_point(|it| it.position <= self.position);
        self.newcomers.truncate(kept);
        self.position += 1;
        self.made_again = 0;
        let (frame, is_frame) = (self.world.frame(), change.is_frame());
        let ids = known..self.world.next_id;
        if !ids.is_empty() {
            self.newcomers.push(Newcomers { frame, position: self.position, ids });
        }
        let concerned = self.world.concerned_by(&change);
        let count = concerned.clone().count();
        let are_few = count <= 1 || count.saturating_mul(self.world.len()) <= Self::MOST_OF_FEW;
        self.times_tested.push(concerned, are_few);
        let removed = if let Change::Remove(id) = &change { Some(*id) } else { None };
        let broken = self.scratch.broken.iter().map(|broken| broken.participant.id);
        broken.chain(removed).for_each(|id| self.times_tested.mark_removed(id));
        self.changes.push(change, frame);
        let kept = self.scratch.contact_changes.len();
        let mut changes = std::mem::take(&mut self.scratch.contact_changes);
        for ContactChange { places, outcome, history } in changes.drain(..) {
            let pair = places.map(|place| self.scratch.participant(&self.world, place));
            let record = self.log.push(self.position, frame, pair, (outcome, history));
            tell(Happening::Tested(record));
        }
        free_if_large(&mut changes);
        self.scratch.contact_changes = changes;
        for entered in self.scratch.entered.drain(..).filter(|_| is_frame) {
            tell(Happening::Entered(&entered));
        }
        self.scratch.work += kept * WORK_OF_A_RECORD;
        self.recorded += kept as u64;
        self.snapshots.pass(self.position, self.recorded, &self.world);
        Ok(kept)
    }

    /// How many changes the last move through history replayed, if that is more than with enough
    /// memory for all snapshots.
    pub fn made_again_for_memory(&self) -> Option<usize> {
        let usual = self.snapshots.way_when_whole(&self.world)?;
        Some(self.made_again).filter(|&changes| changes > usual)
    }

    /// Goes to the state after the first `position` changes, or to the end if there
    /// are fewer.
    ///
    /// # Errors
    /// When it is interrupted; then the position does not change.
    pub fn go_to(
        &mut self,
        position: usize,
        tell: &mut dyn FnMut(Happening<'_>) -> Flow,
    ) -> Result<(), ChangeError> {
        let position = position.min(self.len());
        if position == self.position {
            return Ok(());
        }
        // Going forward, the last change is always replayed, to report its events.
        let is_forward = position > self.position;
        let from = self.snapshots.nearest(if is_forward { position - 1 } else { position });
        let goes_on = (from.position..=position).contains(&self.position);
        let (mut world, mut at, mut recorded) = if goes_on {
            (self.world.clone(), self.position, self.recorded)
        } else {
            (from.world.clone(), from.position, from.recorded)
        };
        let (first, total) = (at, position.saturating_sub(at) as u64);
        while at < position {
            let progress = CommandProgress { done: (at - first) as u64, total };
            if let Some(change) = self.changes.get(at) {
                let mut is_stopped = |_| tell(Happening::Working(progress)) == Flow::Stop;
                world.apply(change, &mut self.scratch, &mut is_stopped)?;
                recorded += self.scratch.contact_changes.len() as u64;
            }
            at += 1;
        }
        (self.world, self.position, self.recorded) = (world, at, recorded);
        self.made_again = at - first;
        let is_frame = is_forward && self.changes.get(at - 1).is_some_and(Change::is_frame);
        for entered in self.scratch.entered.drain(..).filter(|_| is_frame) {
            tell(Happening::Entered(&entered));
        }
        Ok(())
    }

    /// The position before the last `count` frames of motion, or before all of them if there are
    /// fewer. `None` if there are none.
    pub fn before_frames(&self, count: usize) -> Option<usize> {
        self.changes.before_frames(self.position, count)
    }

    /// The position at the end of `frame`, after the last change that belongs to
    /// it. `None` beyond the last frame.
    pub fn at_frame(&self, frame: u64) -> Option<usize> {
        if frame > self.last_frame() {
            return None;
        }
        Some(self.changes.count_up_to(frame))
    }

    /// Replays the last frame of motion under each of these settings: the world at its end, or
    /// `None` if the world refuses it. `None` altogether before the first frame. The history
    /// does not change.
    pub fn last_frame_under(
        &self,
        settings: impl IntoIterator<Item = Settings>,
    ) -> Option<Vec<Option<World>>> {
        let position = self.before_frames(1)?;
        let (before, frame) = (self.world_at(position), self.changes.get(position)?);
        let mut scratch = Scratch::default();
        let worlds = settings.into_iter().map(|settings| {
            let mut world = before.clone();
            world
                .apply(&Change::SetSettings(Box::new(settings)), &mut scratch, &mut |_| false)
                .ok()?;
            world.apply(frame, &mut scratch, &mut |_| false).ok()?;
            Some(world)
        });
        Some(worlds.collect())
    }
}

// Snapshots of the whole world, from which earlier states are restored.
//
// The work between two snapshots is about constant. When they take too much memory, every
// other one is dropped, and from then on they are twice as far apart. So memory is bounded
// however long a history gets, and the work to restore a state grows at most in proportion to
// the history's length.

/// The work between two snapshots: objects times changes.
const WORK_BETWEEN: usize = 1 << 14;
/// The extra work of every change.
const WORK_OF_A_CHANGE: usize = 24;
#[derive(Clone, Debug)]
struct Snapshots {
    /// In order of position; the first is the initial world.
    all: Vec<Snapshot>,
    /// The size of all but the first, which is counted with the world.
    bytes: usize,
    /// The limit on that size.
    most_bytes: usize,
    /// The work between two of them.
    work_between: usize,
    /// The work since the last snapshot.
    work: usize,
    /// Whether a snapshot was dropped, or was too large to take.
    is_short: bool,
}

/// The world at one position of the history.
#[derive(Clone, Debug)]
struct Snapshot {
    /// How many changes led to it.
    position: usize,
    /// How many records they made.
    recorded: u64,
    world: World,
    /// Its size; 0 for the first.
    bytes: usize,
}

impl Snapshots {
    fn new(world: World) -> Self {
        let most_bytes = world.memory().snapshot_bytes();
        let all = vec![Snapshot { position: 0, recorded: 0, world, bytes: 0 }];
        Self { all, bytes: 0, most_bytes, work_between: WORK_BETWEEN, work: 0, is_short: false }
    }

    /// The initial world.
    fn first(&self) -> &World {
        &self.all[0].world
    }

    /// The last snapshot at or before this position.
    fn nearest(&self, position: usize) -> &Snapshot {
        let index = self.all.partition_point(|snapshot| snapshot.position <= position) - 1;
        &self.all[index]
    }

    /// Drops the snapshots after this position.
    fn drop_after(&mut self, position: usize) {
        while self.all.last().is_some_and(|snapshot| snapshot.position > position) {
            self.pop();
        }
    }

    /// The most changes that restoring a state of such a world would replay if there were memory
    /// for all snapshots; `None` if there has been.
    fn way_when_whole(&self, world: &World) -> Option<usize> {
        self.is_short.then(|| WORK_BETWEEN / (world.len() + WORK_OF_A_CHANGE) + 1)
    }

    /// Takes a snapshot of this world if one is due.
    fn pass(&mut self, position: usize, recorded: u64, world: &World) {
        let newest = self.all.last().map_or(0, |snapshot| snapshot.position);
        if position <= newest {
            return;
        }
        self.work += world.len() + WORK_OF_A_CHANGE;
        if self.work < self.work_between {
            return;
        }
        self.work = 0;
        let bytes = world.bytes();
        if bytes > self.most_bytes {
            self.is_short = true;
            return;
        }
        // Thinning doubles the distance, so this is rare.
        while self.bytes + bytes > self.most_bytes {
            self.thin();
        }
        self.bytes += bytes;
        self.all.push(Snapshot { position, recorded, world: world.clone(), bytes });
    }

    /// Drops every other snapshot.
    fn thin(&mut self) {
        self.is_short = true;
        self.work_between = self.work_between.saturating_mul(2);
        let mut index = 0;
        self.all.retain(|_| {
            index += 1;
            index % 2 == 1
        });
        self.bytes = self.all.iter().map(|snapshot| snapshot.bytes).sum();
    }

    fn pop(&mut self) {
        if let Some(snapshot) = self.all.pop() {
            self.bytes -= snapshot.bytes;
            self.work = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Name;
    use super::super::Object;
    use super::super::Settings;
    use super::*;
    use hitscan_geom::Aabb;
    use hitscan_geom::Milli;
    use hitscan_geom::Point;
    use hitscan_geom::Shape;

    fn world(count: i16) -> World {
        let corner = |n| Point::new(Milli::from_units(n), Milli::from_units(n));
        let object = |n: i16| {
            let aabb = Aabb::from_corners(corner(2 * n), corner(2 * n + 1)).expect("a box");
            Object::new(Name::new(&format!("b{n}")).expect("a name"), Shape::Box(aabb))
        };
        let objects = (1..=count).map(object).collect();
        World::new(String::new(), Settings::default(), objects).expect("a world")
    }

    /// The most changes from a snapshot to a state.
    fn farthest(snapshots: &Snapshots, len: usize) -> usize {
        (0..len).map(|position| position - snapshots.nearest(position).position).max().unwrap_or(0)
    }

    #[test]
    fn memory_is_bounded_however_long_a_history_gets() {
        let world = world(200);
        let mut snapshots = Snapshots::new(world.clone());
        let apart = WORK_BETWEEN / (200 + WORK_OF_A_CHANGE) + 1;
        for position in 1..=100_000 {
            snapshots.pass(position, 0, &world);
            assert!(snapshots.bytes <= snapshots.most_bytes);
        }
        let bytes: usize = snapshots.all[1..].iter().map(|snapshot| snapshot.world.bytes()).sum();
        assert_eq!(snapshots.bytes, bytes);
        let times = snapshots.work_between / WORK_BETWEEN;
        assert!(times > 1, "there were too many for the room");
        assert!(farthest(&snapshots, 100_000) <= 2 * times * apart);
    }

    #[test]
    fn dropped_snapshots_free_their_memory() {
        let world = world(40);
        let mut snapshots = Snapshots::new(world.clone());
        let empty = snapshots.bytes;
        for position in 1..=5_000 {
            snapshots.pass(position, 0, &world);
        }
        let (count, bytes) = (snapshots.all.len(), snapshots.bytes);
        assert!(count > 5);
        snapshots.drop_after(0);
        assert_eq!((snapshots.all.len(), snapshots.bytes), (1, empty));
        for position in 1..=5_000 {
            snapshots.pass(position, 0, &world);
        }
        assert_eq!((snapshots.all.len(), snapshots.bytes), (count, bytes));
    }
}
