//! The objects of a world and their bounds, in parallel lists.
//!
//! A spatial search scans only the bounds, sixteen bytes an object, not the objects. The searches
//! themselves are in the modules that need them.

use std::ops::Deref;

use super::{Object, ObjectId};
use hitscan_geom::broad_phase::SweptAabb;
use hitscan_geom::{Shape, Vector};

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

    use super::super::scratch::Scratch;
    use super::super::{Change, Name, Response, Settings, World};
    use super::*;
    use hitscan_geom::{Aabb, Milli, Point};

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
