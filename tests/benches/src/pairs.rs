//! One pair at a time.

use geo::{Intersects, line_intersection::line_intersection};
use hitscan_geom::kernel::{
    LaserContact, PackedEntry, PackedSweep, boxes_meet, classify_lasers, segment_enters_box,
    lasers_meet, sweep,
};
use hitscan_geom::{Aabb, Segment, Moving, Shape, Swept};
use parry2d::bounding_volume::BoundingVolume as _;
use parry2d_f64::bounding_volume::BoundingVolume as _;

use crate::case::{Case, Peer};
use crate::geo_peer::{line, rect};
use crate::inputs::{Dice, Set, run_into, stand};
use crate::measure::{MEETS, Op};
use crate::parry_peer::{double, side_bits, single};

/// A case, for a set and a number of pairs.
pub type Build = fn(Set, usize) -> Case;

pub const ALL: &[Build] = &[lasers, lasers_classified, boxes, box_laser, swept_boxes];

fn laser_pairs(set: Set, count: usize) -> Vec<(Segment, Segment)> {
    Dice::new(1).balanced(
        set,
        count,
        |dice| (dice.laser(set), dice.laser(set)),
        |(a, b)| stand(Shape::Segment(*a), Shape::Segment(*b)),
    )
}

fn lines<T: From<i32> + geo::CoordNum>(
    pairs: &[(Segment, Segment)],
) -> Vec<(geo::Line<T>, geo::Line<T>)> {
    pairs.iter().map(|(a, b)| (line(a), line(b))).collect()
}

fn lasers(set: Set, count: usize) -> Case {
    let pairs = laser_pairs(set, count);
    let (floats, integers) = (lines::<f64>(&pairs), lines::<i64>(&pairs));
    Case::new(
        "laser x laser",
        set,
        Op::one_by_one("lasers_meet", pairs, |(a, b)| lasers_meet(a, b), u8::from),
    )
    .against(
        Peer::new(Op::one_by_one("geo f64", floats, |(a, b)| a.intersects(b), u8::from))
            .budget(set, 6.0),
    )
    .against(
        Peer::new(Op::one_by_one("geo i64", integers, |(a, b)| a.intersects(b), u8::from))
            .budget(set, 2.2),
    )
}

fn lasers_classified(set: Set, count: usize) -> Case {
    const PROPER: u8 = 2;
    const IN_LINE: u8 = 4;
    let pairs = laser_pairs(set, count);
    let floats = lines::<f64>(&pairs);
    let ours = Op::one_by_one(
        "classify_lasers",
        pairs,
        |(a, b)| classify_lasers(a, b),
        |contact| match contact {
            LaserContact::Disjoint => 0,
            LaserContact::Touches(_) => MEETS,
            LaserContact::Crosses(_) => MEETS | PROPER,
            LaserContact::Overlaps(_) => MEETS | IN_LINE,
        },
    );
    let theirs = Op::one_by_one(
        "geo line_intersection f64",
        floats,
        |(a, b)| line_intersection(*a, *b),
        |found| {
            use geo::LineIntersection::{Collinear, SinglePoint};
            match found {
                None => 0,
                Some(SinglePoint { is_proper, .. }) => MEETS | if is_proper { PROPER } else { 0 },
                Some(Collinear { .. }) => MEETS | IN_LINE,
            }
        },
    );
    Case::new("laser x laser, the point", set, ours)
        .against(Peer::new(theirs).knows(PROPER | IN_LINE))
}

fn boxes(set: Set, count: usize) -> Case {
    let pairs = Dice::new(2).balanced(
        set,
        count,
        |dice| (dice.aabb(set), dice.aabb(set)),
        |(a, b)| stand(Shape::Box(*a), Shape::Box(*b)),
    );
    let of = |a: &Aabb, b: &Aabb| (rect::<f64>(a), rect::<f64>(b));
    let floats: Vec<_> = pairs.iter().map(|(a, b)| of(a, b)).collect();
    let singles: Vec<_> = pairs.iter().map(|(a, b)| (single::aabb(a), single::aabb(b))).collect();
    let doubles: Vec<_> = pairs.iter().map(|(a, b)| (double::aabb(a), double::aabb(b))).collect();
    Case::new(
        "box x box",
        set,
        Op::one_by_one("boxes_meet", pairs, |(a, b)| boxes_meet(a, b), u8::from),
    )
    .against(Peer::new(Op::one_by_one("geo f64", floats, |(a, b)| a.intersects(b), u8::from)))
    .against(Peer::new(Op::one_by_one(
        "parry Aabb f32",
        singles,
        |(a, b)| a.intersects(b),
        u8::from,
    )))
    .against(Peer::new(Op::one_by_one(
        "parry Aabb f64",
        doubles,
        |(a, b)| a.intersects(b),
        u8::from,
    )))
}

pub fn entry_verdict(entry: PackedEntry) -> u8 {
    u8::from(entry.meets()) | side_bits(entry.sides())
}

fn box_laser(set: Set, count: usize) -> Case {
    let pairs = Dice::new(3).balanced(
        set,
        count,
        |dice| (dice.laser(set), dice.aabb(set)),
        |(laser, region)| stand(Shape::Segment(*laser), Shape::Box(*region)),
    );
    let singles: Vec<_> = pairs.iter().map(|(l, b)| single::Local::new(l, b)).collect();
    let doubles: Vec<_> = pairs.iter().map(|(l, b)| double::Local::new(l, b)).collect();
    let floats: Vec<_> = pairs.iter().map(|(l, b)| (line::<f64>(l), rect::<f64>(b))).collect();
    Case::new(
        "box x laser, entry side",
        set,
        Op::one_by_one("segment_enters_box", pairs, |(l, b)| segment_enters_box(l, b), entry_verdict),
    )
    .against(
        Peer::new(Op::one_by_one(
            "parry ray and normal f32",
            singles,
            single::Local::cast,
            single::verdict,
        ))
        .knows_all()
        .budget(set, 4.0),
    )
    .against(
        Peer::new(Op::one_by_one(
            "parry ray and normal f64",
            doubles,
            double::Local::cast,
            double::verdict,
        ))
        .knows_all()
        .budget(set, 4.0),
    )
    .against(Peer::new(Op::one_by_one(
        "geo f64, yes or no",
        floats,
        |(l, b)| b.intersects(l),
        u8::from,
    )))
}

pub fn sweep_verdict(sweep: PackedSweep) -> u8 {
    match sweep.unpack() {
        Swept::Miss => 0,
        Swept::Graze { .. } | Swept::Overlap { .. } => MEETS,
        Swept::Hit { sides, .. } => MEETS | side_bits(sides),
    }
}

fn swept_boxes(set: Set, count: usize) -> Case {
    let pairs: Vec<(Moving, Moving)> = Dice::new(4).balanced(
        set,
        count,
        |dice| (dice.moving(set), dice.moving(set)),
        |(a, b)| run_into(a, b),
    );
    let shapes: Vec<_> = pairs.iter().map(|(a, b)| single::Shapes::new(a, b)).collect();
    let shapes64: Vec<_> = pairs.iter().map(|(a, b)| double::Shapes::new(a, b)).collect();
    let bounds: Vec<_> =
        pairs.iter().map(|(a, b)| (single::Bounds::new(a), single::Bounds::new(b))).collect();
    let bounds64: Vec<_> =
        pairs.iter().map(|(a, b)| (double::Bounds::new(a), double::Bounds::new(b))).collect();
    Case::new(
        "swept boxes",
        set,
        Op::one_by_one("sweep", pairs, |(a, b)| sweep(a, b), sweep_verdict),
    )
    .against(
        Peer::new(Op::one_by_one("parry cast_shapes f32", shapes, single::Shapes::cast, |hit| {
            u8::from(hit.is_some())
        }))
        .approximates()
        .budget(set, 28.0),
    )
    .against(
        Peer::new(Op::one_by_one("parry cast_shapes f64", shapes64, double::Shapes::cast, |hit| {
            u8::from(hit.is_some())
        }))
        .approximates()
        .budget(set, 28.0),
    )
    .against(
        Peer::new(Op::one_by_one(
            "parry ray x Minkowski f32",
            bounds,
            |(a, b)| a.cast(b),
            single::verdict,
        ))
        .knows_all()
        .budget(set, 4.0),
    )
    .against(
        Peer::new(Op::one_by_one(
            "parry ray x Minkowski f64",
            bounds64,
            |(a, b)| a.cast(b),
            double::verdict,
        ))
        .knows_all()
        .budget(set, 4.0),
    )
}
