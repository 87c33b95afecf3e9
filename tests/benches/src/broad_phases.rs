//! All pairs that can meet in a frame, compared with `broccoli`, `parry`'s `Bvh` and `rstar`.
//!
//! Everything moves, so only memory is reused between frames: trees are rebuilt, except that `Bvh`
//! may refit the tree of the previous frame, as `rapier` does. Every contender lists the pairs by
//! their numbers.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

use hitscan_geom::broad_phase::{BroadPhase, Finder, Limits, SweptAabb, SweptAabbs};
use hitscan_geom::{Milli, Moving};
use parry2d::bounding_volume::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};

use crate::crowds::Crowd;
use crate::measure::{Timed, contest};
use crate::table::{Budget, Row};

type Pairs = Vec<[usize; 2]>;
/// Left, top, right and bottom in thousandths.
type Edges = [i32; 4];

/// A way to list the pairs, frame after frame.
struct Contender {
    name: &'static str,
    pairs: Rc<RefCell<Pairs>>,
    pass: Box<dyn FnMut()>,
}

impl Contender {
    /// The frames take turns.
    fn new<F: 'static>(
        name: &'static str,
        frames: [F; 2],
        mut list: impl FnMut(&F, &mut Pairs) + 'static,
    ) -> Self {
        let pairs = Rc::new(RefCell::new(Pairs::new()));
        let (listed, mut turn) = (Rc::clone(&pairs), 0);
        let pass = Box::new(move || {
            let mut pairs = listed.borrow_mut();
            pairs.clear();
            list(black_box(&frames[turn % 2]), &mut pairs);
            black_box(&*pairs);
            turn += 1;
        });
        Self { name, pairs, pass }
    }

    /// The pairs of the first frame.
    fn first(&mut self) -> Pairs {
        (self.pass)();
        let mut pairs = self.pairs.borrow().clone();
        // Runs the second frame, so that the first is next again.
        (self.pass)();
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.sort_unstable();
        pairs
    }
}

/// The boxes of `moving` in one frame and in the next.
fn frames(moving: &[Moving]) -> [Vec<SweptAabb>; 2] {
    let next = |one: &Moving| Moving::new(one.end(), one.motion()).expect("in range");
    [
        moving.iter().map(SweptAabb::from).collect(),
        moving.iter().map(|m| (&next(m)).into()).collect(),
    ]
}

fn edges(aabb: &SweptAabb) -> Edges {
    let (min, max) = (aabb.min(), aabb.max());
    [min.x, min.y, max.x, max.y].map(Milli::thousandths)
}

/// In thousandths, which `f32` represents exactly up to 2^24.
fn parry_aabb(&[left, top, right, bottom]: &Edges) -> Aabb {
    let [left, top, right, bottom] = [left, top, right, bottom].map(|edge| {
        assert!(edge.abs() < 1 << 24, "{edge} is not exact in f32");
        edge as f32
    });
    Aabb::new(Vector::new(left, top), Vector::new(right, bottom))
}

fn ours(frames: &[Vec<SweptAabb>; 2]) -> Contender {
    let scene =
        |frame: &Vec<SweptAabb>| -> SweptAabbs { frame.iter().map(|&aabb| (aabb, true)).collect() };
    let mut finder = Finder::default();
    Contender::new("grid", [0, 1].map(|k| scene(&frames[k])), move |scene, pairs| {
        finder.find(BroadPhase::Grid, scene, &mut Limits::none(), pairs).expect("no limits");
    })
}

fn broccoli(frames: &[Vec<Edges>; 2]) -> Contender {
    Contender::new("broccoli", frames.clone(), |frame, pairs| {
        let number = |(number, &[left, top, right, bottom]): (usize, &Edges)| {
            broccoli::bbox(broccoli::rect(left, right, top, bottom), number)
        };
        let mut all: Vec<_> = frame.iter().enumerate().map(number).collect();
        broccoli::Tree::new(&mut all)
            .find_colliding_pairs(|a, b| pairs.push([*a.unpack_inner(), *b.unpack_inner()]));
    })
}

fn push_leaves(bvh: &Bvh, workspace: &mut BvhWorkspace, pairs: &mut Pairs) {
    bvh.traverse_bvtt_single_tree::<false>(workspace, &mut |a, b| {
        pairs.push([a as usize, b as usize]);
    });
}

fn parry_built(frames: &[Vec<Aabb>; 2]) -> Contender {
    let mut workspace = BvhWorkspace::default();
    Contender::new("parry Bvh, built", frames.clone(), move |frame, pairs| {
        let bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, frame);
        push_leaves(&bvh, &mut workspace, pairs);
    })
}

fn parry_refitted(frames: &[Vec<Aabb>; 2]) -> Contender {
    let mut workspace = BvhWorkspace::default();
    let mut bvh = Bvh::from_leaves(BvhBuildStrategy::Binned, &frames[0]);
    Contender::new("parry Bvh, refitted", frames.clone(), move |frame, pairs| {
        for (leaf, aabb) in (0..).zip(frame) {
            bvh.insert_or_update_partially(*aabb, leaf, 0.0);
        }
        // Keeps the tree in shape as everything moves.
        bvh.optimize_incremental(&mut workspace);
        bvh.refit(&mut workspace);
        push_leaves(&bvh, &mut workspace, pairs);
    })
}

fn rstar(frames: &[Vec<Edges>; 2]) -> Contender {
    Contender::new("rstar", frames.clone(), |frame, pairs| {
        let number = |(number, &[left, top, right, bottom]): (usize, &Edges)| {
            GeomWithData::new(Rectangle::from_corners([left, top], [right, bottom]), number)
        };
        let tree = RTree::bulk_load(frame.iter().enumerate().map(number).collect());
        for (number, &[left, top, right, bottom]) in frame.iter().enumerate() {
            let envelope = rstar::AABB::from_corners([left, top], [right, bottom]);
            let meeting = tree.locate_in_envelope_intersecting(&envelope);
            pairs.extend(meeting.filter(|o| o.data > number).map(|o| [number, o.data]));
        }
    })
}

/// Prints a row for each size and layout, and how the grid grows.
pub fn print(time: Duration) {
    for count in [1_000, 10_000, 100_000] {
        against_peers(&format!("all pairs, uniform, {count}"), Crowd::uniform(count), 3.5, time);
    }
    for count in [10_000, 100_000] {
        against_peers(&format!("all pairs, clusters, {count}"), Crowd::clusters(count), 2.5, time);
    }
    for count in [10_000, 100_000] {
        let crowd = Crowd::mixed_sizes(count);
        against_peers(&format!("all pairs, mixed sizes, {count}"), crowd, 2.5, time);
    }
    growth(time);
}

fn against_peers(what: &str, crowd: Crowd, budget: f64, time: Duration) {
    let frames = frames(&crowd.moving());
    let in_edges = [0, 1].map(|k| frames[k].iter().map(edges).collect::<Vec<_>>());
    let in_floats = [0, 1].map(|k| in_edges[k].iter().map(parry_aabb).collect::<Vec<_>>());
    let mut contenders = [
        ours(&frames),
        broccoli(&in_edges),
        parry_built(&in_floats),
        parry_refitted(&in_floats),
        rstar(&in_edges),
    ];
    let lists: Vec<Pairs> = contenders.iter_mut().map(Contender::first).collect();
    let mut passes: Vec<&mut dyn FnMut()> =
        contenders.iter_mut().map(|one| &mut *one.pass as &mut dyn FnMut()).collect();
    let timed = contest(&mut passes, time);
    let fastest = timed[1..].iter().map(|timed| timed.ratio).fold(f64::MAX, f64::min);
    let meet = lists[0].len();
    for ((contender, list), &theirs) in contenders.iter().zip(&lists).zip(&timed).skip(1) {
        let is_best = theirs.ratio <= fastest;
        let row = Row {
            what: if is_best { what } else { "" },
            against: contender.name,
            each: 1,
            budget: if is_best { Budget::AtLeast(budget) } else { Budget::None },
            differs: format!("{} of {meet} pairs", differences(&lists[0], list)),
        };
        row.print(timed[0], theirs);
    }
}

/// How many pairs are in only one of the lists; both are sorted.
fn differences(one: &Pairs, other: &Pairs) -> usize {
    let only = |one: &Pairs, other: &Pairs| {
        one.iter().filter(|pair| other.binary_search(pair).is_err()).count()
    };
    only(one, other) + only(other, one)
}

fn growth(time: Duration) {
    let [mut small, mut large] =
        [10_000, 100_000].map(|count| ours(&frames(&Crowd::uniform(count).moving())));
    let timed: Vec<Timed> = contest(&mut [&mut *small.pass, &mut *large.pass], time);
    let row = Row {
        what: "growth from 10 000 to 100 000, exponent",
        against: "the grid itself",
        each: 1,
        budget: Budget::AtMost(1.08),
        differs: String::new(),
    };
    let [small, large] = [timed[0], timed[1]].map(|timed| crate::table::time(timed.ns));
    row.print_number(&large, &small, timed[1].ratio.log10());
}
