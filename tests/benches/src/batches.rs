//! One against many.

use geo::Intersects;
use hitscan_geom::kernel::{Boxes, MovingBoxes, Segments};
use hitscan_geom::{Aabb, Milli, Moving, Segment, Shape, Vector};
use parry2d::query::RayCast as _;

use crate::case::{Case, Peer};
use crate::geo_peer::line;
use crate::inputs::{Dice, Set, run_into, stand};
use crate::measure::Op;
use crate::pairs::{entry_verdict, sweep_verdict};
use crate::parry_peer::single;

/// A case, for a number of shapes against one.
pub type Build = fn(usize) -> Case;

pub const ALL: &[Build] = &[lasers, box_laser, swept_boxes];

const SET: Set = Set::Shuffled;

/// The least number of shapes per pass: too many for a branch predictor to remember the results of
/// the last pass.
const A_PASS: usize = 64_000;

/// Batches of `count`, each against one shape.
fn batches<A, B>(
    dice: &mut Dice,
    count: usize,
    one: impl Fn(&mut Dice) -> A,
    other: impl Fn(&mut Dice) -> B,
    is_hit: impl Fn(&A, &B) -> Option<bool>,
) -> Vec<(A, Vec<B>)> {
    let batch = |_| {
        let one = one(dice);
        let many = dice.balanced(SET, count, &other, |other| is_hit(&one, other));
        (one, many)
    };
    (0..A_PASS.div_ceil(count)).map(batch).collect()
}

/// The same batches in another form.
fn told<A, B, C, D>(
    batches: &[(A, Vec<B>)],
    one: impl Fn(&A) -> C,
    other: impl Fn(&B) -> D,
) -> Vec<(C, Vec<D>)> {
    let tell = |(a, many): &(A, Vec<B>)| (one(a), many.iter().map(&other).collect());
    batches.iter().map(tell).collect()
}

/// The same in columns.
fn in_columns<A: Copy, B: Copy, C: FromIterator<B>>(batches: &[(A, Vec<B>)]) -> Vec<(A, C)> {
    batches.iter().map(|(one, many)| (*one, many.iter().copied().collect())).collect()
}

/// A shape from `make` for which `is_large` holds, so that half of many others can meet it.
fn large<T>(dice: &mut Dice, make: impl Fn(&mut Dice) -> T, is_large: impl Fn(&T) -> bool) -> T {
    loop {
        let made = make(dice);
        if is_large(&made) {
            return made;
        }
    }
}

fn is_long(way: Vector) -> bool {
    let least = Milli::from_units(500);
    way.x.abs() > least && way.y.abs() > least
}

fn lasers(count: usize) -> Case {
    let laser = |dice: &mut Dice| dice.laser(SET);
    let long = |dice: &mut Dice| large(dice, laser, |laser| is_long(laser.direction()));
    let hit = |a: &Segment, b: &Segment| stand(Shape::Segment(*a), Shape::Segment(*b));
    let batches = batches(&mut Dice::new(5), count, long, laser, hit);
    let floats = told(&batches, line::<f64>, line::<f64>);
    let integers = told(&batches, line::<i64>, line::<i64>);
    let columns: Vec<(Segment, Segments)> = in_columns(&batches);
    let ours = Op::batch(
        "Segments::meet",
        columns,
        |(one, many), hits| many.meet(one, hits),
        |&hit| u8::from(hit),
    );
    let theirs = Op::batch(
        "geo f64",
        floats,
        |(one, many), hits| {
            hits.clear();
            hits.extend(many.iter().map(|other| one.intersects(other)));
        },
        |&hit| u8::from(hit),
    );
    let in_integers = Op::batch(
        "geo i64",
        integers,
        |(one, many), hits| {
            hits.clear();
            hits.extend(many.iter().map(|other| one.intersects(other)));
        },
        |&hit| u8::from(hit),
    );
    Case::batch("laser x lasers", count, ours)
        .against(Peer::new(theirs).budget(SET, 25.0))
        .against(Peer::new(in_integers).budget(SET, 12.0))
}

fn box_laser(count: usize) -> Case {
    let aabb = |dice: &mut Dice| dice.aabb(SET);
    let long =
        |dice: &mut Dice| large(dice, |dice| dice.laser(SET), |laser| is_long(laser.direction()));
    let hit = |a: &Segment, b: &Aabb| stand(Shape::Segment(*a), Shape::Box(*b));
    let batches = batches(&mut Dice::new(7), count, long, aabb, hit);
    let singles = told(&batches, single::ray, single::aabb);
    let columns: Vec<(Segment, Boxes)> = in_columns(&batches);
    let ours = Op::batch(
        "Boxes::entered_by",
        columns,
        |(one, many), entries| many.entered_by(one, entries),
        |&entry| entry_verdict(entry),
    );
    let theirs = Op::batch(
        "parry ray and normal f32",
        singles,
        |(ray, many), hits| {
            hits.clear();
            hits.extend(many.iter().map(|aabb| aabb.cast_local_ray_and_get_normal(ray, 1.0, true)));
        },
        |&hit| single::verdict(hit),
    );
    Case::batch("laser x boxes, entry side", count, ours)
        .against(Peer::new(theirs).approximates().knows_all().budget(SET, 10.0))
}

fn swept_boxes(count: usize) -> Case {
    let moving = |dice: &mut Dice| dice.moving(SET);
    let fast = |dice: &mut Dice| large(dice, moving, |moving| is_long(moving.motion()));
    let batches = batches(&mut Dice::new(8), count, fast, moving, run_into);
    let singles = told(&batches, single::Bounds::new, single::Bounds::new);
    let columns: Vec<(Moving, MovingBoxes)> = in_columns(&batches);
    let ours = Op::batch(
        "MovingBoxes::swept_by",
        columns,
        |(one, many), sweeps| many.swept_by(one, sweeps),
        |&sweep| sweep_verdict(sweep),
    );
    let theirs = Op::batch(
        "parry ray x Minkowski f32",
        singles,
        |(one, many), hits| {
            hits.clear();
            hits.extend(many.iter().map(|other| one.cast(other)));
        },
        |&hit| single::verdict(hit),
    );
    Case::batch("box x boxes, swept", count, ours)
        .against(Peer::new(theirs).approximates().knows_all().budget(SET, 10.0))
}
