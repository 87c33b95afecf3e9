//! Whole worlds along the way, from which an earlier state is made again.
//!
//! They stand so far apart that going from one to the next is always about the
//! same work. Once they take more room than they may, every other one goes, and
//! from then on they stand twice as far apart: memory is bounded however long a
//! history gets, and the way to a state at most doubles with its length.

use super::super::World;

/// How much work lies between two snapshots: objects times changes.
const WORK_BETWEEN: usize = 1 << 15;
/// What every change costs besides.
const WORK_OF_A_CHANGE: usize = 24;
/// How much room all snapshots may take, in bytes.
const MOST_BYTES: usize = 16 << 20;

#[derive(Clone, Debug)]
pub(super) struct Snapshots {
    /// In the order of their positions; the first is that of the beginning.
    all: Vec<Snapshot>,
    /// How much room all of them take.
    bytes: usize,
    /// How much work there is to be between two of them.
    work_between: usize,
    /// How much has been done since the last one was taken.
    work: usize,
}

#[derive(Clone, Debug)]
struct Snapshot {
    position: usize,
    world: World,
}

impl Snapshots {
    pub(super) fn new(world: World) -> Self {
        let bytes = world.bytes();
        let all = vec![Snapshot { position: 0, world }];
        Self { all, bytes, work_between: WORK_BETWEEN, work: 0 }
    }

    /// The world as it was at the beginning.
    pub(super) fn first(&self) -> &World {
        &self.all[0].world
    }

    /// The last snapshot at or before this position.
    pub(super) fn nearest(&self, position: usize) -> (usize, &World) {
        let index = self.all.partition_point(|snapshot| snapshot.position <= position) - 1;
        let snapshot = &self.all[index];
        (snapshot.position, &snapshot.world)
    }

    /// Forgets what comes after this position.
    pub(super) fn drop_after(&mut self, position: usize) {
        while self.all.last().is_some_and(|snapshot| snapshot.position > position) {
            self.pop();
        }
    }

    /// A change has led to this world; it is kept if it is time.
    pub(super) fn pass(&mut self, position: usize, world: &World) {
        let newest = self.all.last().map_or(0, |snapshot| snapshot.position);
        if position <= newest {
            return;
        }
        self.work += world.len() + WORK_OF_A_CHANGE;
        if self.work < self.work_between {
            return;
        }
        self.work = 0;
        self.bytes += world.bytes();
        self.all.push(Snapshot { position, world: world.clone() });
        if self.bytes > MOST_BYTES {
            self.thin();
        }
    }

    /// Every other one goes.
    fn thin(&mut self) {
        self.work_between *= 2;
        let mut index = 0;
        self.all.retain(|_| {
            index += 1;
            index % 2 == 1
        });
        self.bytes = self.all.iter().map(|snapshot| snapshot.world.bytes()).sum();
    }

    fn pop(&mut self) {
        if let Some(snapshot) = self.all.pop() {
            self.bytes -= snapshot.world.bytes();
            self.work = 0;
        }
    }
}
