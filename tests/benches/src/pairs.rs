//! One pair at a time.

use geo::Intersects;
use hitscan_geom::kernel::{PackedEntry, PackedSweep, segment_enters_box, sweep};
use hitscan_geom::{Moving, Shape, Swept};

use crate::case::{Case, Peer};
use crate::geo_peer::{line, rect};
use crate::inputs::{Dice, Set, run_into, stand};
use crate::measure::{MEETS, Op};
use crate::parry_peer::{double, side_bits, single};

/// A case, for a set and a number of pairs.
pub type Build = fn(Set, usize) -> Case;

pub const ALL: &[Build] = &[box_laser, swept_boxes];

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
        Op::one_by_one(
            "segment_enters_box",
            pairs,
            |(l, b)| segment_enters_box(l, b),
            entry_verdict,
        ),
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
    match sweep.quotients() {
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
        .budget(set, 20.0),
    )
    .against(
        Peer::new(Op::one_by_one("parry cast_shapes f64", shapes64, double::Shapes::cast, |hit| {
            u8::from(hit.is_some())
        }))
        .approximates()
        .budget(set, 20.0),
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
