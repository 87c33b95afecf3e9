//! What a laser enters first and what meets a region, among many stationary boxes: compared with
//! `parry`'s `Bvh`, built and refitted, and `rapier`'s query pipeline.
//!
//! Peers compute in `f32`, from thousandths, which it represents exactly.

use std::hint::black_box;
use std::time::Duration;

use hitscan_geom::broad_phase::Index;
use hitscan_geom::{Aabb, Milli, Point, Segment};
use parry2d::bounding_volume::Aabb as ParryAabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry2d::query::{Ray, RayCast};
use rapier2d::prelude::{
    ColliderBuilder, PhysicsWorld, QueryFilter, Ray as RapierRay, Vector as RapierVector,
};

use crate::crowds::Crowd;
use crate::inputs::Dice;
use crate::measure::contest;
use crate::table::{self, Budget, Row};

/// The number of lasers, and of regions.
const QUERIES: usize = 1000;
/// Half the side of a queried region, in units.
const HALF_A_REGION: i16 = 10;

/// The same boxes and queries for every contender.
struct Arena {
    boxes: Vec<Aabb>,
    parry: Vec<ParryAabb>,
    lasers: Vec<Segment>,
    rays: Vec<Ray>,
    regions: Vec<Aabb>,
    parry_regions: Vec<ParryAabb>,
}

fn float(length: Milli) -> f32 {
    let thousandths = length.thousandths();
    assert!(thousandths.abs() < 1 << 24, "{thousandths} is not exact in f32");
    thousandths as f32
}

fn parry_aabb(one: &Aabb) -> ParryAabb {
    let corner = |at: Point| Vector::new(float(at.x), float(at.y));
    ParryAabb::new(corner(one.min()), corner(one.max()))
}

impl Arena {
    fn of(count: u32) -> Self {
        let crowd = Crowd::uniform(count);
        let boxes: Vec<Aabb> = crowd.moving().iter().map(|moving| moving.start()).collect();
        let half = crowd.half_side();
        let mut dice = Dice::new(33);
        let lasers: Vec<_> = (0..QUERIES)
            .map(|_| Segment::new(dice.within(half), dice.within(half)).expect("in range"))
            .collect();
        let ray = |laser: &Segment| {
            let (start, way) = (laser.start(), laser.direction());
            Ray::new(Vector::new(float(start.x), float(start.y)), {
                Vector::new(float(way.x), float(way.y))
            })
        };
        let rays = lasers.iter().map(ray).collect();
        let side = Milli::from_units(HALF_A_REGION);
        let regions: Vec<_> = (0..QUERIES)
            .map(|_| {
                let by = hitscan_geom::Vector::new(side, side);
                let middle = dice.within(half - HALF_A_REGION);
                let corner = middle.checked_add(-by).zip(middle.checked_add(by));
                let (low, high) = corner.expect("in range");
                Aabb::from_corners(low, high).expect("a region")
            })
            .collect();
        let parry = boxes.iter().map(parry_aabb).collect();
        let parry_regions = regions.iter().map(parry_aabb).collect();
        Self { boxes, parry, lasers, rays, regions, parry_regions }
    }

    /// A tree that was built for other positions, and refitted to these.
    fn refitted(&self) -> Bvh {
        let mut workspace = BvhWorkspace::default();
        let shifted = self.parry.iter().map(|one| {
            let by = Vector::new(900.0, -700.0);
            ParryAabb::new(one.mins + by, one.maxs + by)
        });
        let before: Vec<_> = shifted.collect();
        let mut bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, &before);
        for (leaf, aabb) in (0..).zip(&self.parry) {
            bvh.insert_or_update_partially(*aabb, leaf, 0.0);
        }
        bvh.optimize_incremental(&mut workspace);
        bvh.refit(&mut workspace);
        bvh
    }

    /// The boxes as fixed colliders. Built once, and stepped so that they can be queried.
    fn rapier(&self) -> (PhysicsWorld, Vec<RapierRay>) {
        let mut world = PhysicsWorld::new();
        world.gravity = RapierVector::ZERO;
        for one in &self.parry {
            let (half, middle) = (one.half_extents(), one.center());
            let collider = ColliderBuilder::cuboid(half.x, half.y)
                .translation(RapierVector::new(middle.x, middle.y));
            world.insert_collider(collider, None);
        }
        world.step();
        let ray = |ray: &Ray| {
            let at = RapierVector::new(ray.origin.x, ray.origin.y);
            RapierRay::new(at, RapierVector::new(ray.dir.x, ray.dir.y))
        };
        (world, self.rays.iter().map(ray).collect())
    }
}

fn cast(bvh: &Bvh, boxes: &[ParryAabb], ray: &Ray) -> Option<(u32, f32)> {
    bvh.cast_ray(ray, 1.0, |leaf, best| boxes[leaf as usize].cast_local_ray(ray, best, true))
}

/// Prints a row for each budget of queries.
pub fn print(time: Duration) {
    let arenas = [1_000, 10_000, 100_000].map(Arena::of);
    for arena in &arenas {
        first(arena, time);
    }
    for arena in &arenas {
        meets(arena, time);
        building(arena, time);
    }
    growth(&arenas[1], &arenas[2], time);
}

fn first(arena: &Arena, time: Duration) {
    let index = Index::new(&arena.boxes);
    let built = Bvh::from_leaves(BvhBuildStrategy::Binned, &arena.parry);
    let refitted = arena.refitted();
    let (world, rapier_rays) = arena.rapier();
    let mut ours = || {
        for laser in &arena.lasers {
            black_box(index.first(black_box(laser)));
        }
    };
    let by_bvh = |bvh: &Bvh| {
        for ray in &arena.rays {
            black_box(cast(bvh, &arena.parry, black_box(ray)));
        }
    };
    let mut of_built = || by_bvh(&built);
    let mut of_refitted = || by_bvh(&refitted);
    let mut of_rapier = || {
        for ray in &rapier_rays {
            let filter = QueryFilter::default();
            black_box(world.cast_ray_and_get_normal(black_box(ray), 1.0, true, filter));
        }
    };
    let timed = contest(&mut [&mut ours, &mut of_built, &mut of_refitted, &mut of_rapier], time);
    let of_ours = || arena.lasers.iter().map(|laser| index.first(laser).map(|hit| hit.index));
    let differ = |bvh: &Bvh| {
        let theirs = arena.rays.iter().map(|ray| cast(bvh, &arena.parry, ray));
        let theirs = theirs.map(|hit| hit.map(|(leaf, _)| leaf as usize));
        let differ = of_ours().zip(theirs).filter(|(ours, theirs)| ours != theirs).count();
        format!("{differ} of {QUERIES}")
    };
    let what = format!("first hit of 1 000 lasers among {}", arena.boxes.len());
    let rows = [
        (what.as_str(), "parry Bvh, built", 2.5, differ(&built)),
        ("", "parry Bvh, refitted", 2.5, differ(&refitted)),
        ("", "rapier query pipeline, with normal", 2.0, String::new()),
    ];
    for ((what, against, budget, differs), &theirs) in rows.into_iter().zip(&timed[1..]) {
        let budget = Budget::AtLeast(budget);
        Row { what, against, each: QUERIES, budget, differs }.print(timed[0], theirs);
    }
}

fn meets(arena: &Arena, time: Duration) {
    let index = Index::new(&arena.boxes);
    let bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, &arena.parry);
    let mut ours = || {
        for region in &arena.regions {
            black_box(index.meets(black_box(region)).collect::<Vec<_>>());
        }
    };
    let mut theirs = || {
        for region in &arena.parry_regions {
            black_box(bvh.intersect_aabb(black_box(region)).collect::<Vec<_>>());
        }
    };
    let timed = contest(&mut [&mut ours, &mut theirs], time);
    let both = arena.regions.iter().zip(&arena.parry_regions);
    let differ = both.filter(|(ours, theirs)| {
        let mut leaves: Vec<_> = bvh.intersect_aabb(theirs).map(|leaf| leaf as usize).collect();
        leaves.sort_unstable();
        !index.meets(ours).eq(leaves)
    });
    let row = Row {
        what: &format!("what meets 1 000 regions, among {}", arena.boxes.len()),
        against: "parry Bvh, built",
        each: QUERIES,
        budget: Budget::AtLeast(2.0),
        differs: format!("{} of {QUERIES}", differ.count()),
    };
    row.print(timed[0], timed[1]);
}

fn building(arena: &Arena, time: Duration) {
    let mut ours = || {
        black_box(Index::new(black_box(&arena.boxes)));
    };
    let mut theirs = || {
        black_box(Bvh::from_leaves(BvhBuildStrategy::Binned, black_box(&arena.parry)));
    };
    let timed = contest(&mut [&mut ours, &mut theirs], time);
    let row = Row {
        what: &format!("building, {} boxes", arena.boxes.len()),
        against: "parry Bvh",
        each: 1,
        budget: Budget::AtLeast(5.0),
        differs: String::new(),
    };
    row.print(timed[0], timed[1]);
}

fn growth(small: &Arena, large: &Arena, time: Duration) {
    let ask = |arena: &Arena, index: &Index| {
        for laser in &arena.lasers {
            black_box(index.first(black_box(laser)));
        }
    };
    let indices = [small, large].map(|arena| Index::new(&arena.boxes));
    let timed =
        contest(&mut [&mut || ask(small, &indices[0]), &mut || ask(large, &indices[1])], time);
    let row = Row {
        what: "first hit among 100 000",
        against: "among 10 000",
        each: QUERIES,
        budget: Budget::AtMost(2.0),
        differs: String::new(),
    };
    let [of_small, of_large] =
        [timed[0], timed[1]].map(|timed| table::time(timed.ns / QUERIES as f64));
    row.print_number(&of_large, &of_small, timed[1].ratio);
}
