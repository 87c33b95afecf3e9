//! Snapshots of the whole world, from which earlier states are restored.
//!
//! The work between two snapshots is about constant. When they take too much memory, every
//! other one is dropped, and from then on they are twice as far apart. So memory is bounded
//! however long a history gets, and the work to restore a state grows at most in proportion to
//! the history's length.

use super::super::World;

/// The work between two snapshots: objects times changes.
const WORK_BETWEEN: usize = 1 << 14;
/// The extra work of every change.
const WORK_OF_A_CHANGE: usize = 24;
#[derive(Clone, Debug)]
pub(super) struct Snapshots {
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
pub(super) struct Snapshot {
    /// How many changes led to it.
    pub(super) position: usize,
    /// How many records they made.
    pub(super) recorded: u64,
    pub(super) world: World,
    /// Its size; 0 for the first.
    bytes: usize,
}

impl Snapshots {
    pub(super) fn new(world: World) -> Self {
        let most_bytes = world.memory().snapshot_bytes();
        let all = vec![Snapshot { position: 0, recorded: 0, world, bytes: 0 }];
        Self { all, bytes: 0, most_bytes, work_between: WORK_BETWEEN, work: 0, is_short: false }
    }

    /// The initial world.
    pub(super) fn first(&self) -> &World {
        &self.all[0].world
    }

    /// The last snapshot at or before this position.
    pub(super) fn nearest(&self, position: usize) -> &Snapshot {
        let index = self.all.partition_point(|snapshot| snapshot.position <= position) - 1;
        &self.all[index]
    }

    /// Drops the snapshots after this position.
    pub(super) fn drop_after(&mut self, position: usize) {
        while self.all.last().is_some_and(|snapshot| snapshot.position > position) {
            self.pop();
        }
    }

    /// The most changes that restoring a state of such a world would replay if there were memory
    /// for all snapshots; `None` if there has been.
    pub(super) fn way_when_whole(&self, world: &World) -> Option<usize> {
        self.is_short.then(|| WORK_BETWEEN / (world.len() + WORK_OF_A_CHANGE) + 1)
    }

    /// Takes a snapshot of this world if one is due.
    pub(super) fn pass(&mut self, position: usize, recorded: u64, world: &World) {
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
    use super::*;
    use crate::world::{Name, Object, Settings};
    use hitscan_geom::{Aabb, Milli, Point, Shape};

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
