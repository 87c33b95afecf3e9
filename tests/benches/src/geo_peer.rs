//! `geo`, in floats and in integers. Units.

use geo::{Coord, Line, Rect};
use hitscan_geom::{Aabb, Milli, Point, Segment};

fn units(length: Milli) -> i32 {
    assert_eq!(length.thousandths() % 1000, 0, "the lattice has whole units");
    length.thousandths() / 1000
}

fn coord<T: From<i32> + geo::CoordNum>(at: Point) -> Coord<T> {
    Coord { x: units(at.x).into(), y: units(at.y).into() }
}

pub fn line<T: From<i32> + geo::CoordNum>(laser: &Segment) -> Line<T> {
    Line::new(coord(laser.start()), coord(laser.end()))
}

pub fn rect<T: From<i32> + geo::CoordNum>(region: &Aabb) -> Rect<T> {
    Rect::new(coord(region.min()), coord(region.max()))
}
