//! One against many.

use geo::Intersects;
use hitscan::geom::kernel::{Boxes, Lasers, MovingBoxes};
use hitscan::geom::{Aabb, Laser, Milli, Moving, Point, Shape, Vector};
use parry2d::bounding_volume::BoundingVolume as _;
use parry2d::query::RayCast as _;

use crate::case::{Case, Peer};
use crate::geo_peer::line;
use crate::inputs::{Dice, Set, run_into, stand};
use crate::measure::Op;
use crate::pairs::{entry_verdict, sweep_verdict};
use crate::parry_peer::single;

/// A case, for a number of shapes against the one.
pub type Build = fn(usize) -> Case;

pub const ALL: &[Build] = &[lasers, boxes, box_laser, swept_boxes];

const SET: Set = Set::Shuffled;

fn at(x: i16, y: i16) -> Point {
    Point::new(Milli::from_units(x), Milli::from_units(y))
}

/// From corner to corner of the lattice, nearly.
fn long_laser() -> Laser {
    Laser::new(at(3, 17), at(991, 953))
}

/// The middle of the lattice.
fn middle() -> Aabb {
    Aabb::from_corners(at(301, 303), at(703, 701)).expect("two corners")
}

fn lasers(count: usize) -> Case {
    let one = long_laser();
    let many = Dice::new(5).balanced(
        SET,
        count,
        |dice| dice.laser(SET),
        |other| stand(Shape::Laser(one), Shape::Laser(*other)),
    );
    let floats: Vec<geo::Line<f64>> = many.iter().map(line).collect();
    let integers: Vec<geo::Line<i64>> = many.iter().map(line).collect();
    let (one_float, one_integer) = (line::<f64>(&one), line::<i64>(&one));
    let columns: Lasers = many.into_iter().collect();
    Case::batch(
        "laser x lasers",
        count,
        Op::batch("Lasers::meet", move |hits| columns.meet(&one, hits), |&hit| hit.into()),
    )
    .against(
        Peer::new(Op::batch(
            "geo f64",
            move |hits| {
                hits.clear();
                hits.extend(floats.iter().map(|other| one_float.intersects(other)));
            },
            |&hit| u8::from(hit),
        ))
        .budget(SET, 10.0),
    )
    .against(Peer::new(Op::batch(
        "geo i64",
        move |hits| {
            hits.clear();
            hits.extend(integers.iter().map(|other| one_integer.intersects(other)));
        },
        |&hit| u8::from(hit),
    )))
}

fn boxes(count: usize) -> Case {
    let one = middle();
    let many = Dice::new(6).balanced(
        SET,
        count,
        |dice| dice.aabb(SET),
        |other| stand(Shape::Box(one), Shape::Box(*other)),
    );
    let singles: Vec<_> = many.iter().map(single::aabb).collect();
    let one_single = single::aabb(&one);
    let columns: Boxes = many.into_iter().collect();
    Case::batch(
        "box x boxes",
        count,
        Op::batch(
            "Boxes::meet",
            move |hits| columns.meet(one.min(), one.max(), hits),
            |&hit| hit.into(),
        ),
    )
    .against(
        Peer::new(Op::batch(
            "parry Aabb f32, a loop",
            move |hits| {
                hits.clear();
                hits.extend(singles.iter().map(|other| one_single.intersects(other)));
            },
            |&hit| u8::from(hit),
        ))
        .budget(SET, 2.3),
    )
}

fn box_laser(count: usize) -> Case {
    let one = long_laser();
    let many = Dice::new(7).balanced(
        SET,
        count,
        |dice| dice.aabb(SET),
        |other| stand(Shape::Laser(one), Shape::Box(*other)),
    );
    let singles: Vec<_> = many.iter().map(single::aabb).collect();
    let ray = single::ray(&one);
    let columns: Boxes = many.into_iter().collect();
    Case::batch(
        "laser x boxes, entry side",
        count,
        Op::batch(
            "Boxes::entered_by",
            move |entries| columns.entered_by(&one, entries),
            |&entry| entry_verdict(entry),
        ),
    )
    .against(
        Peer::new(Op::batch(
            "parry ray and normal f32",
            move |hits| {
                hits.clear();
                hits.extend(
                    singles
                        .iter()
                        .map(|other| other.cast_local_ray_and_get_normal(&ray, 1.0, true)),
                );
            },
            |&hit| single::verdict(hit),
        ))
        .knows_all(),
    )
}

fn swept_boxes(count: usize) -> Case {
    let one = Moving {
        start: Aabb::from_corners(at(0, 0), at(150, 170)).expect("two corners"),
        motion: Vector::new(Milli::from_units(711), Milli::from_units(689)),
    };
    let many =
        Dice::new(8).balanced(SET, count, |dice| dice.moving(SET), |other| run_into(&one, other));
    let singles: Vec<_> = many.iter().map(single::Bounds::new).collect();
    let one_single = single::Bounds::new(&one);
    let columns: MovingBoxes = many.into_iter().collect();
    Case::batch(
        "box x boxes, swept",
        count,
        Op::batch(
            "MovingBoxes::swept_by",
            move |sweeps| columns.swept_by(&one, sweeps),
            |&sweep| sweep_verdict(sweep),
        ),
    )
    .against(
        Peer::new(Op::batch(
            "parry ray x Minkowski f32",
            move |hits| {
                hits.clear();
                hits.extend(singles.iter().map(|other| one_single.cast(other)));
            },
            |&hit| single::verdict(hit),
        ))
        .knows_all(),
    )
}
