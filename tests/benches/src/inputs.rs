//! The inputs: pairs on a lattice of whole units, which every contender represents exactly. The
//! same seed gives the same pairs on every machine.

use hitscan_geom::{
    Aabb, Meeting, Milli, Moving, Origin, Point, Relation, Segment, Shape, Swept, Vector, relate,
    swept,
};

/// Which pairs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// In general position, half of them hits, in random order.
    Shuffled,
    /// On a lattice of 5 × 5 points: shared corners, shapes in one line,
    /// flush sides, lasers of length 0.
    Degenerate,
}

impl Set {
    pub const ALL: [Self; 2] = [Self::Shuffled, Self::Degenerate];

    pub fn name(self) -> &'static str {
        match self {
            Self::Shuffled => "shuffled",
            Self::Degenerate => "degenerate",
        }
    }

    fn cells(self) -> i16 {
        match self {
            Self::Shuffled => 1000,
            Self::Degenerate => 4,
        }
    }
}

/// Splitmix64.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From `low` to `high`, both inclusive.
    fn whole(&mut self, low: i16, high: i16) -> Milli {
        let choices = u64::from(low.abs_diff(high)) + 1;
        let offset = i16::try_from(self.roll() % choices).expect("less than the range");
        Milli::from_units(low + offset)
    }

    fn point(&mut self, set: Set) -> Point {
        Point::new(self.whole(0, set.cells()), self.whole(0, set.cells()))
    }

    /// A point in a square of this half side around the origin.
    pub fn within(&mut self, half: i16) -> Point {
        Point::new(self.whole(-half, half), self.whole(-half, half))
    }

    pub fn laser(&mut self, set: Set) -> Segment {
        Segment::new(self.point(set), self.point(set)).expect("in range")
    }

    pub fn aabb(&mut self, set: Set) -> Aabb {
        loop {
            if let Ok(made) = Aabb::from_corners(self.point(set), self.point(set)) {
                return made;
            }
        }
    }

    pub fn moving(&mut self, set: Set) -> Moving {
        let way = set.cells();
        let start = match set {
            // Small, so that boxes seldom overlap at the start.
            Set::Shuffled => {
                let (at, size) = (self.point(set), 200);
                let size = Vector::new(self.whole(1, size), self.whole(1, size));
                Aabb::from_size(at, size, Origin::TopLeft).expect("a size above 0")
            }
            Set::Degenerate => self.aabb(set),
        };
        let motion = Vector::new(self.whole(-way, way), self.whole(-way, way));
        Moving::new(start, motion).expect("in range")
    }

    /// This many results of `make`. In the shuffled set half of them are hits, and results that are
    /// neither (`None`) are left out; the degenerate set takes all.
    pub fn balanced<T>(
        &mut self,
        set: Set,
        count: usize,
        mut make: impl FnMut(&mut Self) -> T,
        is_hit: impl Fn(&T) -> Option<bool>,
    ) -> Vec<T> {
        let mut left = [count / 2, count - count / 2];
        let mut taken = Vec::with_capacity(count);
        while taken.len() < count {
            let made = make(self);
            if set == Set::Shuffled {
                let Some(hit) = is_hit(&made) else { continue };
                let left = &mut left[usize::from(hit)];
                if *left == 0 {
                    continue;
                }
                *left -= 1;
            }
            taken.push(made);
        }
        // A Fisher–Yates shuffle: the last ones drawn are all of one kind.
        for last in (1..taken.len()).rev() {
            let other = self.roll() % (last as u64 + 1);
            taken.swap(last, usize::try_from(other).expect("an index"));
        }
        taken
    }
}

/// Whether two stationary shapes meet; `None` if they only touch.
pub fn stand(a: Shape, b: Shape) -> Option<bool> {
    match relate(&a, &b) {
        Meeting { relation: Relation::Disjoint, .. } => Some(false),
        Meeting { relation: Relation::Touches, .. } => None,
        Meeting { .. } => Some(true),
    }
}

/// Whether two boxes hit each other on one side; `None` if contenders disagree: grazes, corners,
/// overlaps at the start and hits at the very end.
pub fn run_into(a: &Moving, b: &Moving) -> Option<bool> {
    match swept(a, b) {
        Swept::Miss => Some(false),
        Swept::Hit { t, sides } if sides.len() == 1 && t < hitscan_geom::Fraction::ONE => {
            Some(true)
        }
        Swept::Hit { .. } | Swept::Graze { .. } | Swept::Overlap { .. } => None,
    }
}
