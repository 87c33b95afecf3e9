//! Shapes for the tests: small lattices, on which everything touches or is collinear, and the full
//! range, on which it almost is.

use hitscan_geom::{Aabb, Milli, Moving, Point, Polygon, Segment, Shape, Vector};
use proptest::prelude::*;

const LIMIT: i32 = 16_000_000;

pub(crate) fn point(x: i32, y: i32) -> Point {
    Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"))
}

/// Points of a grid with few cells; the width of a cell is part of the case.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    cell: i32,
}

/// Cell widths that f32 represents exactly, and ones that it does not.
pub(crate) fn grid() -> impl Strategy<Value = Grid> {
    prop::sample::select(vec![250, 1000, 137, 1, 3_333]).prop_map(|cell| Grid { cell })
}

impl Grid {
    pub(crate) fn point(self) -> impl Strategy<Value = Point> {
        (-5..=5, -5..=5).prop_map(move |(x, y)| point(x * self.cell, y * self.cell))
    }

    pub(crate) fn laser(self) -> impl Strategy<Value = Segment> {
        prop_oneof![
            8 => (self.point(), self.point()).prop_map(|(start, end)| Segment::new(start, end).expect("in range")),
            1 => self.point().prop_map(|start| Segment::new(start, start).expect("in range")),
        ]
    }

    pub(crate) fn aabb(self) -> impl Strategy<Value = Aabb> {
        (self.point(), self.point())
            .prop_filter_map("a box has a size", |(one, other)| Aabb::from_corners(one, other).ok())
    }

    pub(crate) fn polygon(self) -> impl Strategy<Value = Polygon> {
        prop::collection::vec(self.point(), 3..=6)
            .prop_filter_map("a polygon is simple", |points| Polygon::new(&points).ok())
    }

    pub(crate) fn shape(self) -> impl Strategy<Value = Shape> {
        prop_oneof![
            self.laser().prop_map(Shape::Segment),
            self.aabb().prop_map(Shape::Box),
            self.polygon().prop_map(Shape::Polygon),
        ]
    }

    pub(crate) fn moving(self) -> impl Strategy<Value = Moving> {
        (self.aabb(), self.point()).prop_map(|(start, way)| {
            let motion = Vector::new(way.x, way.y);
            Moving::new(start, motion).expect("in range")
        })
    }
}

/// Two shapes on the same small grid.
pub(crate) fn near_pair() -> impl Strategy<Value = (Shape, Shape)> {
    grid().prop_flat_map(|grid| (grid.shape(), grid.shape()))
}

/// Two moving boxes on the same small grid.
pub(crate) fn near_frame() -> impl Strategy<Value = (Moving, Moving)> {
    grid().prop_flat_map(|grid| (grid.moving(), grid.moving()))
}

pub(crate) fn far_point() -> impl Strategy<Value = Point> {
    (-LIMIT..=LIMIT, -LIMIT..=LIMIT).prop_map(|(x, y)| point(x, y))
}

fn far_laser() -> impl Strategy<Value = Segment> {
    (far_point(), far_point()).prop_map(|(start, end)| Segment::new(start, end).expect("in range"))
}

/// A point within a few thousandths of the line of a laser, or at the edge of the plane if that
/// would lead out of it.
fn beside(laser: Segment) -> impl Strategy<Value = Point> {
    (-500..=1500_i64, -2..=2, -2..=2).prop_map(move |(part, x, y)| {
        let along = |start: Milli, way: Milli| {
            i32::try_from(start.wide() + way.wide() * part / 1000).expect("|part| is at most 1.5")
        };
        let way = laser.direction();
        let inside = |at: i32| at.clamp(-LIMIT, LIMIT);
        let (x, y) = (along(laser.start().x, way.x) + x, along(laser.start().y, way.y) + y);
        point(inside(x), inside(y))
    })
}

/// Two lasers across the whole plane, the second one barely off the line of the first at one end or
/// at both.
pub(crate) fn far_lasers() -> impl Strategy<Value = (Segment, Segment)> {
    far_laser().prop_flat_map(|a| {
        let both = (beside(a), beside(a))
            .prop_map(move |(s, e)| (a, Segment::new(s, e).expect("in range")));
        let one = (beside(a), far_point())
            .prop_map(move |(s, e)| (a, Segment::new(s, e).expect("in range")));
        let shared =
            far_point().prop_map(move |e| (a, Segment::new(a.end(), e).expect("in range")));
        prop_oneof![both, one, shared]
    })
}

fn far_aabb() -> impl Strategy<Value = Aabb> {
    let thin = (far_point(), 1..=3, 1..=3)
        .prop_map(|(p, x, y)| (p, p.checked_add(by(x, y)).expect("in range")));
    prop_oneof![4 => (far_point(), far_point()), 1 => thin].prop_filter_map("a box", |(p, q)| {
        (p.in_range() && q.in_range()).then(|| Aabb::from_corners(p, q).ok()).flatten()
    })
}

fn by(x: i32, y: i32) -> Vector {
    Vector::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"))
}

fn far_polygon() -> impl Strategy<Value = Polygon> {
    prop::collection::vec(far_point(), 3..=5)
        .prop_filter_map("a polygon is simple", |points| Polygon::new(&points).ok())
}

pub(crate) fn far_region() -> impl Strategy<Value = Shape> {
    prop_oneof![far_aabb().prop_map(Shape::Box), far_polygon().prop_map(Shape::Polygon)]
}

/// A region and a laser that passes a vertex or an edge of it, or runs along an edge, within a few
/// thousandths.
pub(crate) fn far_region_and_laser() -> impl Strategy<Value = (Shape, Segment)> {
    far_region().prop_flat_map(|region| {
        let vertices = region.vertices();
        let edges: Vec<Segment> = (0..vertices.len())
            .map(|i| {
                Segment::new(vertices[i], vertices[(i + 1) % vertices.len()]).expect("in range")
            })
            .collect();
        let near = prop::sample::select(edges).prop_flat_map(|edge| {
            prop_oneof![
                (beside(edge), beside(edge))
                    .prop_map(|(s, e)| Segment::new(s, e).expect("in range")),
                (beside(edge), far_point())
                    .prop_map(|(s, e)| Segment::new(s, e).expect("in range")),
                (far_point(), beside(edge))
                    .prop_map(|(s, e)| Segment::new(s, e).expect("in range")),
            ]
        });
        let corner = (prop::sample::select(vertices), far_point(), -2..=2, -2..=2);
        let through = corner.prop_map(|(corner, start, x, y)| {
            let way = start.to(corner).expect("in range");
            // As far beyond the corner as the plane reaches, by halving.
            let halved = |n: u32| {
                let part = |way: Milli| way.thousandths() / (1 << n);
                corner.checked_add(by(part(way.x), part(way.y))).expect("in range")
            };
            let end = (0..26).map(halved).find(|end| end.in_range()).unwrap_or(corner);
            let beside = end.checked_add(by(x, y)).expect("in range");
            Segment::new(start, if beside.in_range() { beside } else { end }).expect("in range")
        });
        (Just(region), prop_oneof![near, through, far_laser()])
    })
}

/// Two boxes across the whole plane, the second flush with a corner of the first to within a
/// thousandth, with motions up to the full range.
pub(crate) fn far_frame() -> impl Strategy<Value = (Moving, Moving)> {
    let flush = far_aabb().prop_flat_map(|a| {
        let corners = prop::sample::select(a.vertices().to_vec());
        let other = (corners, far_point(), -1..=1, -1..=1).prop_filter_map(
            "a box",
            |(corner, far, x, y)| {
                let corner = corner.checked_add(by(x, y)).expect("in range");
                corner.in_range().then(|| Aabb::from_corners(corner, far).ok()).flatten()
            },
        );
        (Just(a), other)
    });
    let boxes = prop_oneof![flush, (far_aabb(), far_aabb())];
    (boxes, far_point(), far_point()).prop_map(|((a, b), v, w)| {
        let moving =
            |start, way: Point| Moving::new(start, Vector::new(way.x, way.y)).expect("in range");
        (moving(a, v), moving(b, w))
    })
}
