//! Compares polygons, boxes and lasers with `geo`'s DE-9IM on small integers, which an `f64`
//! represents exactly: an oracle that shares no code with us.

use geo::relate::IntersectionMatrix;
use geo::{Coord, Geometry, Line, LineString, Polygon as Ring, Relate};
use hitscan_geom::{Aabb, Milli, Point, Polygon, Relation, Segment, Shape, relate};

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn point(&mut self) -> Point {
        let mut unit = || Milli::from_units(i16::try_from(self.below(13)).expect("small") - 6);
        Point::new(unit(), unit())
    }

    fn region(&mut self) -> Shape {
        loop {
            let made = if self.below(4) == 0 {
                Aabb::from_corners(self.point(), self.point()).ok().map(Shape::Box)
            } else {
                let count = 3 + self.below(5);
                let vertices: Vec<_> = (0..count).map(|_| self.point()).collect();
                Polygon::new(&vertices).ok().map(Shape::Polygon)
            };
            if let Some(shape) = made {
                return shape;
            }
        }
    }

    /// Not of length 0: `geo` treats points differently.
    fn laser(&mut self) -> Segment {
        loop {
            let laser = Segment::new(self.point(), self.point()).expect("in range");
            if !laser.is_point() {
                return laser;
            }
        }
    }
}

fn coord(p: Point) -> Coord<f64> {
    let units = |length: Milli| f64::from(length.thousandths() / 1000);
    Coord { x: units(p.x), y: units(p.y) }
}

fn geometry(shape: &Shape) -> Geometry<f64> {
    match shape {
        Shape::Segment(laser) => Line::new(coord(laser.start()), coord(laser.end())).into(),
        region => {
            let ring: LineString<f64> = region.vertices().into_iter().map(coord).collect();
            Ring::new(ring, Vec::new()).into()
        }
    }
}

/// The relation for a matrix, by the definitions of the catalogue.
fn named(matrix: &IntersectionMatrix, a: &Shape, b: &Shape) -> Relation {
    let lasers = [a, b].map(|shape| matches!(shape, Shape::Segment(_)));
    match lasers {
        _ if matrix.is_disjoint() => Relation::Disjoint,
        [true, true] if matrix.is_touches() => Relation::Touches,
        [true, true] if matrix.is_crosses() => Relation::Crosses,
        // Within, equal or overlapping: in any case they have a common area.
        [true, true] => Relation::Overlaps,
        _ if matrix.is_touches() => Relation::Touches,
        [true, false] if matrix.is_coveredby() => Relation::Within,
        [false, true] if matrix.is_covers() => Relation::Within,
        [true, false] | [false, true] => Relation::Crosses,
        _ if matrix.is_equal_topo() => Relation::Equals,
        _ if matrix.is_coveredby() => Relation::Within,
        _ if matrix.is_covers() => Relation::Contains,
        _ => Relation::Overlaps,
    }
}

fn hold(random: &mut Random, cases: usize, draw: fn(&mut Random) -> (Shape, Shape)) {
    for _ in 0..cases {
        let (a, b) = draw(random);
        let theirs = named(&geometry(&a).relate(&geometry(&b)), &a, &b);
        assert_eq!(relate(&a, &b).relation, theirs, "{a:?}\n{b:?}");
    }
}

#[test]
fn regions_relate_as_geo_says() {
    hold(&mut Random(1), 100_000, |random| (random.region(), random.region()));
}

#[test]
fn lasers_and_regions_relate_as_geo_says() {
    hold(&mut Random(2), 100_000, |random| (random.region(), Shape::Segment(random.laser())));
    hold(&mut Random(3), 50_000, |random| (Shape::Segment(random.laser()), random.region()));
}

#[test]
fn lasers_relate_as_geo_says() {
    let lasers =
        |random: &mut Random| (Shape::Segment(random.laser()), Shape::Segment(random.laser()));
    hold(&mut Random(4), 100_000, lasers);
}
