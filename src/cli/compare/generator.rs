//! Generates random pairs on a lattice.

use super::plan::{Angle, ComparePlan, ComparedPair};
use hitscan_core::methods::Case;
use hitscan_core::world::SplitMix64;
use hitscan_geom::{Aabb, Milli, Moving, Point, Polygon, Segment, Shape, Vector};

/// The most vertices of a generated polygon.
const MOST_VERTICES: u32 = 6;

/// A box in a frame is at most this fraction of the span wide and high: large boxes would overlap
/// at the start, and then no method is judged.
const BOXES_IN_SPAN: u32 = 4;

/// One point in so many is put level with a vertex.
const LEVEL_EVERY: u32 = 3;

/// Generates the pairs of a plan.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Generator {
    seed: u64,
    kind: ComparedPair,
    angle: Angle,
    lattice: Lattice,
    /// The greatest velocity, in steps.
    fastest: i32,
}

/// The multiples of a step from 0 to a span.
#[derive(Clone, Copy, Debug)]
struct Lattice {
    step: i32,
    /// The number of steps, at least one.
    steps: u32,
}

impl Generator {
    pub(in crate::cli) fn new(plan: &ComparePlan) -> Self {
        let step = plan.step.thousandths();
        let in_steps = |length: Milli| length.thousandths() / step;
        let lattice = Lattice { step, steps: in_steps(plan.span).unsigned_abs() };
        let fastest = in_steps(plan.velocity);
        Self { seed: plan.seed, kind: plan.kind, angle: plan.angle, lattice, fastest }
    }

    /// The pair with this number; depends only on the plan and the number.
    pub(in crate::cli) fn pair(&self, number: u64) -> Case {
        let random = &mut Random::of_pair(self.seed, number);
        let lattice = self.lattice;
        match self.kind {
            ComparedPair::LaserLaser => Case::Still([lattice.laser(random), lattice.laser(random)]),
            ComparedPair::BoxLaser => Case::Still([lattice.aabb(random), lattice.laser(random)]),
            ComparedPair::BoxBox => Case::Still([lattice.aabb(random), lattice.aabb(random)]),
            ComparedPair::PolygonLaser => {
                Case::Still([lattice.polygon(random), lattice.laser(random)])
            }
            ComparedPair::RegionRegion => Case::Still(match random.below(3) {
                0 => [lattice.aabb(random), lattice.polygon(random)],
                1 => [lattice.polygon(random), lattice.aabb(random)],
                _ => [lattice.polygon(random), lattice.polygon(random)],
            }),
            ComparedPair::BoxPoint => {
                let region = lattice.aabb(random);
                lattice.point_beside(region, random)
            }
            ComparedPair::PolygonPoint => {
                let region = lattice.polygon(random);
                lattice.point_beside(region, random)
            }
            ComparedPair::Frame => loop {
                let boxes = [lattice.small_aabb(random), lattice.small_aabb(random)];
                let [a, b] = self.motions(random);
                let [start, other] = boxes;
                if let (Ok(a), Ok(b)) = (Moving::new(start, a), Moving::new(other, b))
                    && let Some(frame) = Case::frame(a, b)
                {
                    return frame;
                }
            },
        }
    }

    /// Two motions, each component within the velocity of the plan.
    fn motions(&self, random: &mut Random) -> [Vector; 2] {
        let fastest = self.fastest;
        let mut steps = || random.between(-fastest, fastest);
        let [mut a, mut b] = [[steps(), steps()], [steps(), steps()]];
        if self.angle == Angle::Diagonal {
            let across = a[0] - b[0];
            let along = if random.coin() { across } else { -across };
            // A range that also keeps the other motion within its bounds.
            b[1] = random.between((-fastest).max(-fastest - along), fastest.min(fastest - along));
            a[1] = b[1] + along;
        }
        [a, b].map(|[x, y]| Vector::new(self.lattice.length(x), self.lattice.length(y)))
    }
}

impl Lattice {
    fn length(self, steps: i32) -> Milli {
        Milli::new(steps * self.step).expect("a lattice lies on the plane")
    }

    fn place(self, steps: u32) -> Milli {
        self.length(i32::try_from(steps).expect("a plane has fewer steps than an i32"))
    }

    fn point(self, random: &mut Random) -> Point {
        let [x, y] = [random.below(self.steps + 1), random.below(self.steps + 1)];
        Point::new(self.place(x), self.place(y))
    }

    /// A region and a point. A third of the points lie level with a vertex: there tests by
    /// crossings go wrong.
    fn point_beside(self, region: Shape, random: &mut Random) -> Case {
        let mut point = self.point(random);
        if random.below(LEVEL_EVERY) == 0 {
            let vertices = region.vertices();
            let count = u32::try_from(vertices.len()).expect("a few vertices");
            let chosen = usize::try_from(random.below(count)).expect("a few vertices");
            point.y = vertices[chosen].y;
        }
        Case::point(region, point).expect("a lattice lies on the plane")
    }

    fn laser(self, random: &mut Random) -> Shape {
        let laser = Segment::new(self.point(random), self.point(random));
        Shape::Segment(laser.expect("a lattice lies on the plane"))
    }

    fn aabb(self, random: &mut Random) -> Shape {
        let [left, right] = self.two_places(random);
        let [top, bottom] = self.two_places(random);
        Shape::Box(box_between([left, top], [right, bottom]))
    }

    /// Two different coordinates, in any order.
    fn two_places(self, random: &mut Random) -> [Milli; 2] {
        let one = random.below(self.steps + 1);
        let other = random.below(self.steps);
        let other = if other < one { other } else { other + 1 };
        [one, other].map(|steps| self.place(steps))
    }

    fn small_aabb(self, random: &mut Random) -> Aabb {
        let most = (self.steps / BOXES_IN_SPAN).max(1);
        let mut interval = || {
            let length = 1 + random.below(most);
            let low = random.below(self.steps - length + 1);
            [low, low + length].map(|steps| self.place(steps))
        };
        let ([left, right], [top, bottom]) = (interval(), interval());
        box_between([left, top], [right, bottom])
    }

    /// Any simple polygon, convex or not; mostly with few vertices, since many random points seldom
    /// form a simple polygon.
    fn polygon(self, random: &mut Random) -> Shape {
        loop {
            let count = 3 + random.below(MOST_VERTICES - 2);
            let vertices: Vec<Point> = (0..count).map(|_| self.point(random)).collect();
            if let Ok(polygon) = Polygon::new(&vertices) {
                return Shape::Polygon(polygon);
            }
        }
    }
}

fn box_between([x, y]: [Milli; 2], [other_x, other_y]: [Milli; 2]) -> Aabb {
    Aabb::from_corners(Point::new(x, y), Point::new(other_x, other_y))
        .expect("the corners differ in x and in y")
}

/// A random number generator. Each pair has its own, so that the pair depends only on the seed and
/// its number, not on the thread.
#[derive(Clone, Debug)]
pub(super) struct Random(SplitMix64);

/// 2^64 divided by the golden ratio, odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// The generator for a pair, seeded from the sequence of the run's seed.
    pub(super) fn of_pair(seed: u64, pair: u64) -> Self {
        let first = |seed| SplitMix64::new(seed).next();
        let start = first(seed).wrapping_add(pair.wrapping_mul(GOLDEN));
        Self(SplitMix64::new(first(start)))
    }

    /// A number from 0 to `count` − 1, uniform to one part in 2^32. `count` is
    /// above 0.
    pub(super) fn below(&mut self, count: u32) -> u32 {
        let drawn = self.0.next() >> 32;
        u32::try_from((drawn * u64::from(count)) >> 32).expect("below count, which is a u32")
    }

    /// A number from `low` to `high`, both inclusive. `low` must not be above `high`.
    pub(super) fn between(&mut self, low: i32, high: i32) -> i32 {
        let count = low.abs_diff(high) + 1;
        low.saturating_add_unsigned(self.below(count))
    }

    /// Heads or tails.
    pub(super) fn coin(&mut self) -> bool {
        self.below(2) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fill_their_range_evenly() {
        let mut random = Random(SplitMix64::new(1));
        let mut seen = [0_u32; 7];
        for _ in 0..7000 {
            let at = random.between(-3, 3);
            seen[usize::try_from(at + 3).expect("from 0 to 6")] += 1;
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
    }

    #[test]
    fn a_third_of_the_points_are_put_level_with_a_vertex() {
        use crate::cli::compare::PairsArgs;
        use clap::Parser;
        use hitscan_core::methods::Requested;

        #[derive(Parser)]
        struct Options {
            #[command(flatten)]
            pairs: PairsArgs,
        }

        // In so large a span, hardly any point is level with a vertex by chance.
        let options = Options::parse_from(["", "--span", "12000"]);
        for kind in [ComparedPair::BoxPoint, ComparedPair::PolygonPoint] {
            let plan = options.pairs.plan(kind, Requested::Nothing).expect("a plan");
            let generator = Generator::new(&plan);
            let is_level = |number: &u64| {
                let Case::Point([region, point]) = generator.pair(*number) else {
                    panic!("a region and a point")
                };
                region.vertices().iter().any(|vertex| vertex.y == point.bounds().0.y)
            };
            let level = (0..3000).filter(is_level).count();
            assert!((900..1100).contains(&level), "{}: {level}", kind.token());
        }
    }

    #[test]
    fn each_pair_and_each_seed_has_its_own_numbers() {
        let first = |seed, pair| Random::of_pair(seed, pair).0.next();
        let mut numbers: Vec<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |pair| first(seed, pair))).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 10_000);
    }
}
