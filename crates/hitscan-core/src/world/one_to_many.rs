//! Batched tests of one object against many others, such as a laser across a crowd: the swept AABB
//! of a diagonal laser meets those of a whole crowd, but the laser itself meets few. Batch kernels
//! find those few; only they are then tested individually, with everything that a record needs.

use super::World;
use super::limits::free_if_large;
use super::state::Entry;
use hitscan_geom::kernel::{Boxes, MovingBoxes, PackedEntry, PackedSweep, Segments};
use hitscan_geom::{Moving, Shape};

/// Objects with fewer partners than this have their pairs tested individually: copying them into
/// columns would save little.
const MANY: u32 = 16;

/// The kernels' input columns and results, kept from frame to frame.
#[derive(Clone, Debug, Default)]
pub(super) struct OneToMany {
    /// How many pairs each object has.
    partners: Vec<u32>,
    /// The pairs of objects with many partners, by object and query.
    of_many: Vec<OfMany>,
    /// The same in the order found, and the end of each object's and query's group.
    found: Vec<OfMany>,
    ends: Vec<u32>,
    segments: Segments,
    boxes: Boxes,
    moving: MovingBoxes,
    meets: Vec<bool>,
    entries: Vec<PackedEntry>,
    sweeps: Vec<PackedSweep>,
    /// Whether each pair may meet.
    may_meet: Vec<bool>,
}

/// A pair of an object with many partners.
#[derive(Clone, Copy, Debug)]
struct OfMany {
    one: usize,
    question: Question,
    /// The index of the pair.
    pair: usize,
    partner: usize,
}

/// What a kernel computes for an object and its partners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Whether a laser meets lasers, at rest.
    Lasers,
    /// Whether a laser meets boxes, at rest.
    LaserAndBoxes,
    /// Whether a box meets boxes on straight paths.
    Boxes,
}

impl Question {
    const COUNT: usize = 3;
}

impl OneToMany {
    /// Removes pairs that meet neither during the frame nor at its end. Every pair that does
    /// meet is kept.
    pub(super) fn remove_misses(&mut self, world: &World, pairs: &mut Vec<[usize; 2]>) {
        self.collect(world, pairs);
        if self.of_many.is_empty() {
            return;
        }
        self.may_meet.clear();
        self.may_meet.resize(pairs.len(), true);
        let of_many = std::mem::take(&mut self.of_many);
        for group in of_many.chunk_by(|a, b| (a.one, a.question) == (b.one, b.question)) {
            self.ask(world, group);
        }
        self.of_many = of_many;
        let mut may_meet = self.may_meet.iter();
        pairs.retain(|_| may_meet.next().is_none_or(|may_meet| *may_meet));
    }

    /// Frees the memory of many pairs.
    pub(super) fn free(&mut self) {
        free_if_large(&mut self.found);
        free_if_large(&mut self.of_many);
        free_if_large(&mut self.entries);
        free_if_large(&mut self.sweeps);
    }

    /// Collects the pairs of objects with many partners.
    fn collect(&mut self, world: &World, pairs: &[[usize; 2]]) {
        self.of_many.clear();
        self.found.clear();
        self.partners.clear();
        self.partners.resize(world.len(), 0);
        for &place in pairs.as_flattened() {
            self.partners[place] += 1;
        }
        for (pair, places) in pairs.iter().enumerate() {
            let [one, partner] = *places;
            let [count, of_partner] = [one, partner].map(|place| self.partners[place]);
            if count.max(of_partner) < MANY {
                continue;
            }
            let candidates = [(count, one, partner), (of_partner, partner, one)];
            let asked = candidates.into_iter().filter(|&(count, ..)| count >= MANY).filter_map(
                |(count, one, partner)| {
                    let question = world.question(one, partner)?;
                    Some((count, OfMany { one, question, pair, partner }))
                },
            );
            self.found.extend(asked.max_by_key(|&(count, _)| count).map(|(_, found)| found));
        }
        self.sort(world.len());
    }

    /// A counting sort of the pairs found.
    fn sort(&mut self, objects: usize) {
        let Some(&first) = self.found.first() else { return };
        let group = |found: &OfMany| Question::COUNT * found.one + found.question as usize;
        self.ends.clear();
        self.ends.resize(Question::COUNT * objects, 0);
        for found in &self.found {
            self.ends[group(found)] += 1;
        }
        let mut end = 0;
        for count in &mut self.ends {
            end += *count;
            *count = end;
        }
        // Each group is filled from its end.
        self.of_many.resize(self.found.len(), first);
        for found in &self.found {
            let end = &mut self.ends[group(found)];
            *end -= 1;
            self.of_many[*end as usize] = *found;
        }
    }

    /// Runs the kernel for the pairs of one object with partners of one kind.
    fn ask(&mut self, world: &World, group: &[OfMany]) {
        let Some(first) = group.first() else { return };
        let entries = world.entries();
        let shapes = group.iter().map(|of_many| &entries[of_many.partner].object.shape);
        match (first.question, &entries[first.one].object.shape) {
            (Question::Lasers, Shape::Segment(laser)) => {
                self.segments.clear();
                for shape in shapes {
                    if let Shape::Segment(other) = shape {
                        self.segments.push(other);
                    }
                }
                self.segments.meet(laser, &mut self.meets);
                mark(&mut self.may_meet, group, self.meets.iter().copied());
            }
            (Question::LaserAndBoxes, Shape::Segment(laser)) => {
                self.boxes.clear();
                shapes.filter_map(Shape::as_box).for_each(|one| self.boxes.push(one));
                self.boxes.entered_by(laser, &mut self.entries);
                mark(&mut self.may_meet, group, self.entries.iter().map(|entry| entry.meets()));
            }
            (Question::Boxes, Shape::Box(_)) => {
                let Some(one) = world.straight_path(&entries[first.one]) else { return };
                self.moving.clear();
                let paths =
                    group.iter().map(|of_many| world.straight_path(&entries[of_many.partner]));
                paths.flatten().for_each(|path| self.moving.push(&path));
                self.moving.swept_by(&one, &mut self.sweeps);
                mark(&mut self.may_meet, group, self.sweeps.iter().map(|sweep| !sweep.is_miss()));
            }
            _ => {}
        }
    }
}

/// Marks the pairs of a group. The answers only count if there is one for each pair.
fn mark(may_meet: &mut [bool], group: &[OfMany], answers: impl ExactSizeIterator<Item = bool>) {
    if answers.len() == group.len() {
        for (of_many, answer) in group.iter().zip(answers) {
            may_meet[of_many.pair] = answer;
        }
    }
}

impl World {
    /// Which kernel applies to an object and a partner; `None` if there is none.
    fn question(&self, one: usize, partner: usize) -> Option<Question> {
        let [one, partner] = [one, partner].map(|place| &self.entries()[place]);
        match (&one.object.shape, &partner.object.shape) {
            (Shape::Segment(_), Shape::Segment(_)) => Some(Question::Lasers),
            (Shape::Segment(_), Shape::Box(_)) => Some(Question::LaserAndBoxes),
            (Shape::Box(_), Shape::Box(_)) => {
                let is_straight = !self.is_deflected([one.id, partner.id]);
                let have_paths = [one, partner].iter().all(|e| self.straight_path(e).is_some());
                (is_straight && have_paths).then_some(Question::Boxes)
            }
            _ => None,
        }
    }

    /// The straight path that ends at a box's current place.
    fn straight_path(&self, entry: &Entry) -> Option<Moving> {
        let motion = self.motion.displacement(entry.id);
        Moving::ending_at(*entry.object.shape.as_box()?, motion).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::world::scratch::Scratch;
    use crate::world::{Change, Name, Object, PairResult, Settings, TestResult};
    use hitscan_geom::{Aabb, Milli, Point, Segment, Vector};

    fn point([x, y]: [i16; 2]) -> Point {
        Point::new(Milli::from_units(x), Milli::from_units(y))
    }

    /// A shape between two points, a laser or a box, and its motion.
    type Drawn = (bool, [i16; 2], [i16; 2], [i16; 2]);

    fn object(number: usize, (is_laser, from, size, velocity): Drawn) -> Object {
        let to = point([from[0] + size[0], from[1] + size[1]]);
        let shape = if is_laser {
            Shape::Segment(Segment::new(point(from), to).expect("in range"))
        } else {
            Shape::Box(Aabb::from_corners(point(from), to).expect("a size above 0"))
        };
        let velocity = Vector::new(Milli::from_units(velocity[0]), Milli::from_units(velocity[1]));
        let name = Name::new(&format!("o{number}")).expect("a name");
        Object { velocity, ..Object::new(name, shape) }
    }

    fn drawn(most: i16) -> impl Strategy<Value = Drawn> {
        let pair = |low: i16, high: i16| prop::array::uniform2(low..=high);
        (any::<bool>(), pair(0, 40), pair(1, most), pair(-4, 4))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// Long lasers and large boxes have many partners here, small ones few.
        #[test]
        fn objects_with_many_partners_get_the_same_results(
            small in prop::collection::vec(drawn(3), 30..80),
            large in prop::collection::vec(drawn(40), 1..5),
        ) {
            let objects = large.into_iter().chain(small).enumerate();
            let objects = objects.map(|(number, drawn)| object(number, drawn)).collect();
            let world = World::new(String::new(), Settings::default(), objects);
            let mut world = world.expect("few objects");
            let applied = world.apply(&Change::Step, &mut Scratch::default(), &mut |_| false);
            applied.expect("a frame");
            let mut all = Vec::new();
            let ids: Vec<_> = world.entries().iter().map(|entry| entry.id).collect();
            for (first, &one) in ids.iter().enumerate() {
                for &other in &ids[first + 1..] {
                    let participants = [one, other].map(|id| {
                        world.participant(world.index(id).expect("still there"))
                    });
                    let [a, b] = &participants;
                    let result = PairResult::of(a, b);
                    if result.outcome != TestResult::Miss {
                        all.push([one, other]);
                    }
                }
            }
            let mut found: Vec<_> = world.meeting_ids().collect();
            for ids in &mut found {
                ids.sort_unstable();
            }
            found.sort_unstable();
            prop_assert_eq!(found, all);
        }
    }
}
