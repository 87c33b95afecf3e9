//! Time: a world, the changes that made it, and the way back.
//!
//! An earlier state is the nearest snapshot before it and the changes since,
//! bit for bit. The log stays whole while one goes back, so that what lies
//! ahead can still be read; a new change drops what lay ahead, records included.

use std::collections::VecDeque;

use super::{Change, ChangeFault, Record, Settings, World};

/// A world in time.
#[derive(Clone, Debug)]
pub struct History {
    world: World,
    changes: Vec<Made>,
    /// How many of `changes` have been applied to get to `world`.
    position: usize,
    snapshots: Vec<Snapshot>,
    log: Log,
}

#[derive(Clone, Debug)]
struct Made {
    change: Change,
    /// The frame counter after it.
    frame: u64,
}

#[derive(Clone, Debug)]
struct Snapshot {
    position: usize,
    world: World,
}

/// Changes between two snapshots: going to any state replays fewer than this.
const SNAPSHOT_EVERY: usize = 64;

/// The kept records, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Log {
    records: VecDeque<Record>,
    /// The number the next record gets.
    next_seq: u64,
}

impl Log {
    /// The most records that are held; older ones go.
    pub const MAX_RECORDS: usize = 100_000;

    /// All records held, oldest first, those ahead of now included.
    #[must_use]
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &Record> + ExactSizeIterator {
        self.records.iter()
    }

    /// The record at this index, oldest first.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Record> {
        self.records.get(index)
    }

    /// How many are held.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether none is held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// How many of the records held belong to the first `position` changes.
    #[must_use]
    pub fn len_at(&self, position: usize) -> usize {
        self.records.partition_point(|record| record.position <= position)
    }

    fn drop_after(&mut self, position: usize) {
        while self.records.back().is_some_and(|record| record.position > position) {
            self.records.pop_back();
            self.next_seq -= 1;
        }
    }

    fn push(&mut self, record: Record) {
        if self.records.len() == Self::MAX_RECORDS {
            self.records.pop_front();
        }
        self.records.push_back(record);
        self.next_seq += 1;
    }
}

impl History {
    /// A history that begins with this world.
    #[must_use]
    pub fn new(world: World) -> Self {
        let snapshots = vec![Snapshot { position: 0, world: world.clone() }];
        Self { world, changes: Vec::new(), position: 0, snapshots, log: Log::default() }
    }

    /// The world as it is now.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The records of all changes, those ahead of now included.
    #[must_use]
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// How many changes have been made to get here.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// How many changes there are, those ahead of now included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Whether nothing has been changed yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The greatest frame of this history.
    #[must_use]
    pub fn last_frame(&self) -> u64 {
        self.changes.last().map_or(self.snapshots[0].world.frame(), |made| made.frame)
    }

    /// The change that led to the present state.
    #[must_use]
    pub fn last_change(&self) -> Option<&Change> {
        self.position.checked_sub(1).map(|index| &self.changes[index].change)
    }

    /// How many steps led here since anything else was changed.
    #[must_use]
    pub fn steps_to_here(&self) -> usize {
        let made = self.changes[..self.position].iter().rev();
        made.take_while(|made| made.change == Change::Step).count()
    }

    /// The world after the first `position` changes, or as it is at the end if
    /// there are fewer.
    #[must_use]
    pub fn world_at(&self, position: usize) -> World {
        let position = position.min(self.changes.len());
        let nearest = self.snapshots.partition_point(|snapshot| snapshot.position <= position) - 1;
        let Snapshot { position: from, world } = &self.snapshots[nearest];
        let mut world = world.clone();
        for made in &self.changes[*from..position] {
            let again = world.apply(&made.change, &mut |_| {});
            debug_assert!(again.is_ok(), "a change made once can be made again: {again:?}");
        }
        world
    }

    /// Makes a change; what lay ahead is dropped. Gives the number of records
    /// that were kept.
    ///
    /// # Errors
    /// When the world refuses it; then nothing has happened, and what lies
    /// ahead is still there.
    pub fn apply(&mut self, change: Change) -> Result<usize, ChangeFault> {
        let mut news = Vec::new();
        self.world.apply(&change, &mut |item| news.push(item))?;
        self.changes.truncate(self.position);
        self.snapshots.retain(|snapshot| snapshot.position <= self.position);
        self.log.drop_after(self.position);
        self.position += 1;
        let frame = self.world.frame();
        self.changes.push(Made { change, frame });
        let kept = news.len();
        for item in news {
            self.log.push(Record {
                seq: self.log.next_seq + 1,
                frame,
                position: self.position,
                a: item.a,
                b: item.b,
                judgement: item.judgement,
            });
        }
        self.snapshot_if_due();
        Ok(kept)
    }

    /// Goes to the state after the first `position` changes, or to the end if
    /// there are fewer.
    pub fn go_to(&mut self, position: usize) {
        let position = position.min(self.changes.len());
        let nearest = self.snapshots.partition_point(|snapshot| snapshot.position <= position) - 1;
        let from = &self.snapshots[nearest];
        if position < self.position || from.position > self.position {
            self.world = from.world.clone();
            self.position = from.position;
        }
        while self.position < position {
            let made = &self.changes[self.position];
            let again = self.world.apply(&made.change, &mut |_| {});
            debug_assert!(again.is_ok(), "a change made once can be made again: {again:?}");
            self.position += 1;
            self.snapshot_if_due();
        }
    }

    /// The state before the last change. `None` at the beginning.
    #[must_use]
    pub fn before_last_change(&self) -> Option<usize> {
        self.position.checked_sub(1)
    }

    /// The state before the last frame of motion. `None` without one.
    #[must_use]
    pub fn before_last_frame(&self) -> Option<usize> {
        self.changes[..self.position].iter().rposition(|made| made.change.is_frame())
    }

    /// The state at the end of `frame`: after the last change that belongs to
    /// it. `None` beyond the last frame.
    #[must_use]
    pub fn at_frame(&self, frame: u64) -> Option<usize> {
        if frame > self.last_frame() {
            return None;
        }
        Some(self.changes.partition_point(|made| made.frame <= frame))
    }

    /// The last frame of motion made again from where it began, once with each
    /// of these settings in force: the world at its end, or `None` for one that
    /// is refused. `None` before the first frame.
    ///
    /// This history stays as it is.
    #[must_use]
    pub fn last_frame_under<const N: usize>(
        &self,
        settings: [Settings; N],
    ) -> Option<[Option<World>; N]> {
        let position = self.before_last_frame()?;
        let before = self.world_at(position);
        Some(settings.map(|settings| {
            let mut world = before.clone();
            world.apply(&Change::SetSettings(settings), &mut |_| {}).ok()?;
            world.apply(&self.changes[position].change, &mut |_| {}).ok()?;
            Some(world)
        }))
    }

    fn snapshot_if_due(&mut self) {
        let newest = self.snapshots.last().map_or(0, |snapshot| snapshot.position);
        if self.position >= newest + SNAPSHOT_EVERY {
            self.snapshots.push(Snapshot { position: self.position, world: self.world.clone() });
        }
    }
}
