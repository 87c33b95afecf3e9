//! Time: a world, the changes that led to it, and the way back.
//!
//! An earlier state is the nearest snapshot before it plus the changes since, bit
//! for bit. Going back keeps the log, so that later records can still be read; a
//! new change drops everything ahead, records included.

mod changes;
mod log;
mod snapshots;

use changes::Changes;
pub use log::Log;
use snapshots::Snapshots;

use super::scratch::Scratch;
use super::{Change, ChangeError, PairResult, Participant, Record, Settings, World};

/// A world in time.
#[derive(Clone, Debug)]
pub struct History {
    world: World,
    changes: Changes,
    /// How many of `changes` led to `world`.
    position: usize,
    /// How many records led to `world`, those included that the log has dropped.
    recorded: u64,
    snapshots: Snapshots,
    log: Log,
    /// Boxed: it is large, and a history gets moved.
    scratch: Box<Scratch>,
}

impl History {
    /// A history that starts with this world.
    #[must_use]
    pub fn new(world: World) -> Self {
        Self {
            changes: Changes::default(),
            position: 0,
            recorded: 0,
            snapshots: Snapshots::new(world.clone()),
            log: Log::default(),
            scratch: Box::default(),
            world,
        }
    }

    /// The world now.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The records of all changes, including those ahead of now.
    #[must_use]
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// How many changes led to the present state.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// How many changes there are, including those ahead of now.
    #[must_use]
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Whether there are no changes yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The last frame of this history.
    #[must_use]
    pub fn last_frame(&self) -> u64 {
        let last = self.len().checked_sub(1).and_then(|index| self.changes.frame_after(index));
        last.unwrap_or_else(|| self.snapshots.first().frame())
    }

    /// The change that led to the present state.
    #[must_use]
    pub fn last_change(&self) -> Option<&Change> {
        self.changes.get(self.position.checked_sub(1)?)
    }

    /// Every pair that the last change tested, in scene order, the mover first,
    /// whether or not its answer changed.
    pub fn tested_pairs(
        &self,
    ) -> impl Iterator<Item = (Participant, Participant, PairResult)> + '_ {
        self.last_change().into_iter().flat_map(|change| self.world.pairs_tested_by(change))
    }

    /// How many steps were made since the last other change.
    #[must_use]
    pub fn steps_to_here(&self) -> usize {
        self.changes.steps_before(self.position)
    }

    /// The world after the first `position` changes, or after all of them if there
    /// are fewer.
    #[must_use]
    pub fn world_at(&self, position: usize) -> World {
        let position = position.min(self.len());
        let from = self.snapshots.nearest(position);
        let (mut world, mut scratch) = (from.world.clone(), Scratch::default());
        for change in (from.position..position).filter_map(|index| self.changes.get(index)) {
            let again = world.apply(change, &mut scratch);
            debug_assert!(again.is_ok(), "a change that was made can be made again: {again:?}");
        }
        world
    }

    /// Makes a change and drops everything ahead. Returns how many records were
    /// made.
    ///
    /// # Errors
    /// If the world refuses it; then nothing changes, not even what lies ahead.
    pub fn apply(&mut self, change: Change) -> Result<usize, ChangeError> {
        self.apply_watched(change, &mut |_| {})
    }

    /// Like [`History::apply`]; `watch` sees every record in order, even if the
    /// log has no room for it.
    ///
    /// # Errors
    /// As [`History::apply`]; then `watch` sees nothing.
    pub fn apply_watched(
        &mut self,
        change: Change,
        watch: &mut dyn FnMut(&Record),
    ) -> Result<usize, ChangeError> {
        self.world.apply(&change, &mut self.scratch)?;
        self.changes.truncate(self.position);
        self.snapshots.drop_after(self.position);
        self.log.drop_after(self.position, self.recorded);
        self.position += 1;
        let frame = self.world.frame();
        self.changes.push(change, frame);
        let kept = self.scratch.contact_changes.len();
        for change in self.scratch.contact_changes.drain(..) {
            watch(self.log.push(self.position, frame, change));
        }
        self.recorded += kept as u64;
        self.snapshots.pass(self.position, self.recorded, &self.world);
        Ok(kept)
    }

    /// Goes to the state after the first `position` changes, or to the end if there
    /// are fewer.
    pub fn go_to(&mut self, position: usize) {
        let position = position.min(self.len());
        let from = self.snapshots.nearest(position);
        if position < self.position || from.position > self.position {
            self.world.clone_from(&from.world);
            (self.position, self.recorded) = (from.position, from.recorded);
        }
        while self.position < position {
            if let Some(change) = self.changes.get(self.position) {
                let again = self.world.apply(change, &mut self.scratch);
                debug_assert!(again.is_ok(), "a change that was made can be made again: {again:?}");
                self.recorded += self.scratch.contact_changes.len() as u64;
            }
            self.position += 1;
        }
    }

    /// The position before the last `count` frames of motion, or before all of them
    /// if there are fewer. `None` without one.
    #[must_use]
    pub fn before_frames(&self, count: usize) -> Option<usize> {
        self.changes.before_frames(self.position, count)
    }

    /// The position at the end of `frame`, after the last change that belongs to
    /// it. `None` beyond the last frame.
    #[must_use]
    pub fn at_frame(&self, frame: u64) -> Option<usize> {
        if frame > self.last_frame() {
            return None;
        }
        Some(self.changes.count_up_to(frame))
    }

    /// Makes the last frame of motion again under each of these settings: the
    /// world at its end, or `None` if it is refused. `None` before the first
    /// frame. The history itself does not change.
    #[must_use]
    pub fn last_frame_under(
        &self,
        settings: impl IntoIterator<Item = Settings>,
    ) -> Option<Vec<Option<World>>> {
        let position = self.before_frames(1)?;
        let (before, frame) = (self.world_at(position), self.changes.get(position)?);
        let mut scratch = Scratch::default();
        let worlds = settings.into_iter().map(|settings| {
            let mut world = before.clone();
            world.apply(&Change::SetSettings(settings), &mut scratch).ok()?;
            world.apply(frame, &mut scratch).ok()?;
            Some(world)
        });
        Some(worlds.collect())
    }
}
