//! The definitions in rational numbers: membership of points, and everything else by testing the
//! relevant points.

use hitscan_geom::{Fraction, Milli, Point, Relation, Segment, Shape};
use num_rational::BigRational;

pub(crate) type R = BigRational;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct P {
    pub(crate) x: R,
    pub(crate) y: R,
}

/// A closed polygon, by its vertices.
pub(crate) type Ring = Vec<P>;

pub(crate) fn whole(number: i64) -> R {
    R::from_integer(number.into())
}

pub(crate) fn units(length: Milli) -> R {
    R::new(length.thousandths().into(), 1000.into())
}

pub(crate) fn rational(fraction: Fraction) -> R {
    R::new(fraction.numerator().into(), fraction.denominator().into())
}

pub(crate) fn point(point: Point) -> P {
    P { x: units(point.x), y: units(point.y) }
}

pub(crate) fn ring(shape: &Shape) -> Ring {
    shape.vertices().into_iter().map(point).collect()
}

pub(crate) fn ends(laser: &Segment) -> [P; 2] {
    [point(laser.start()), point(laser.end())]
}

fn minus(p: &P, q: &P) -> P {
    P { x: &p.x - &q.x, y: &p.y - &q.y }
}

fn cross(u: &P, v: &P) -> R {
    &u.x * &v.y - &u.y * &v.x
}

fn dot(u: &P, v: &P) -> R {
    &u.x * &v.x + &u.y * &v.y
}

pub(crate) fn at([start, end]: &[P; 2], t: &R) -> P {
    let way = minus(end, start);
    P { x: &start.x + &way.x * t, y: &start.y + &way.y * t }
}

pub(crate) fn edges(ring: &Ring) -> Vec<[P; 2]> {
    (0..ring.len()).map(|i| [ring[i].clone(), ring[(i + 1) % ring.len()].clone()]).collect()
}

/// Whether three points are collinear.
pub(crate) fn in_line(p: &P, q: &P, r: &P) -> bool {
    cross(&minus(q, p), &minus(r, p)) == whole(0)
}

/// Whether all four ends are collinear.
pub(crate) fn segments_in_line(a: &[P; 2], b: &[P; 2]) -> bool {
    let all = [&a[0], &a[1], &b[0], &b[1]];
    let triples = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
    triples.iter().all(|&[i, j, k]| in_line(all[i], all[j], all[k]))
}

pub(crate) fn is_on(p: &P, [start, end]: &[P; 2]) -> bool {
    in_line(start, end, p) && dot(&minus(start, p), &minus(end, p)) <= whole(0)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    In,
    On,
    Out,
}

/// Where a point is: on an edge, or inside or outside by the number of edges below it.
pub(crate) fn ground(p: &P, ring: &Ring) -> Ground {
    let edges = edges(ring);
    if edges.iter().any(|edge| is_on(p, edge)) {
        return Ground::On;
    }
    let below = edges.iter().filter(|[start, end]| {
        let spans = (start.x <= p.x) != (end.x <= p.x);
        spans && {
            let t = (&p.x - &start.x) / (&end.x - &start.x);
            &start.y + (&end.y - &start.y) * t > p.y
        }
    });
    if below.count() % 2 == 1 { Ground::In } else { Ground::Out }
}

/// The parameters in [0, 1] at which a segment's line meets the lines of the edges, including both
/// ends: nothing changes between two neighbours.
fn candidates(segment: &[P; 2], edges: &[[P; 2]]) -> Vec<R> {
    let way = minus(&segment[1], &segment[0]);
    let mut found = vec![whole(0), whole(1)];
    for [start, end] in edges {
        let edge = minus(end, start);
        let turn = cross(&way, &edge);
        if turn != whole(0) {
            found.push(cross(&minus(start, &segment[0]), &edge) / turn);
        } else if dot(&way, &way) != whole(0) {
            let along = |p: &P| dot(&minus(p, &segment[0]), &way) / dot(&way, &way);
            found.extend([along(start), along(end)]);
        }
    }
    found.retain(|t| *t >= whole(0) && *t <= whole(1));
    found.sort();
    found.dedup();
    found
}

/// A laser and a region, by the definitions.
#[derive(Debug)]
pub(crate) struct LaserInRegion {
    pub(crate) relation: Relation,
    /// The first and last common point, if they meet.
    pub(crate) t: Option<[R; 2]>,
    /// What comes right after the first common point.
    pub(crate) behind_first: Ground,
}

pub(crate) fn laser_in_region(segment: &[P; 2], ring: &Ring) -> LaserInRegion {
    let mut cuts = candidates(segment, &edges(ring));
    if segment[0] == segment[1] {
        cuts = vec![whole(0)];
    }
    let on_cuts: Vec<Ground> = cuts.iter().map(|t| ground(&at(segment, t), ring)).collect();
    let middle = |pair: &[R]| ground(&at(segment, &((&pair[0] + &pair[1]) / whole(2))), ring);
    let between: Vec<Ground> = cuts.windows(2).map(middle).collect();
    let meets = |ground| on_cuts.contains(&ground) || between.contains(&ground);
    let relation = match (meets(Ground::In), meets(Ground::On), meets(Ground::Out)) {
        (true, _, true) => Relation::Crosses,
        (true, _, false) => Relation::Within,
        (false, true, _) => Relation::Touches,
        (false, false, _) => Relation::Disjoint,
    };
    let common: Vec<usize> = (0..cuts.len()).filter(|&i| on_cuts[i] != Ground::Out).collect();
    let t = common.first().zip(common.last()).map(|(&i, &j)| [cuts[i].clone(), cuts[j].clone()]);
    let behind = common.first().and_then(|&first| between.get(first));
    LaserInRegion { relation, t, behind_first: *behind.unwrap_or(&Ground::Out) }
}

/// Two lasers: the relation, and the ends of their common part in a's direction.
pub(crate) fn lasers(a: &[P; 2], b: &[P; 2]) -> (Relation, Vec<P>) {
    let mut common: Vec<R> = candidates(a, std::slice::from_ref(b));
    common.retain(|t| is_on(&at(a, t), b));
    let mut points: Vec<P> = common.iter().map(|t| at(a, t)).collect();
    points.dedup();
    let relation = match &points[..] {
        [] => Relation::Disjoint,
        [only] if a.contains(only) || b.contains(only) => Relation::Touches,
        [_] => Relation::Crosses,
        _ => Relation::Overlaps,
    };
    if points.len() > 2 {
        points.drain(1..points.len() - 1);
    }
    (relation, points)
}

/// Two regions, by vertical strips in which no edge ends or crosses another.
pub(crate) fn regions(a: &Ring, b: &Ring) -> Relation {
    let all: Vec<[P; 2]> = edges(a).into_iter().chain(edges(b)).collect();
    let mut strips: Vec<R> = all
        .iter()
        .flat_map(|edge| candidates(edge, &all).into_iter().map(|t| at(edge, &t).x))
        .collect();
    strips.sort();
    strips.dedup();
    let (mut both, mut a_alone, mut b_alone) = (false, false, false);
    for strip in strips.windows(2) {
        let x = (&strip[0] + &strip[1]) / whole(2);
        let mut heights: Vec<R> = all
            .iter()
            .filter(|[start, end]| (start.x < x) != (end.x < x))
            .map(|[start, end]| {
                &start.y + (&end.y - &start.y) * ((&x - &start.x) / (&end.x - &start.x))
            })
            .collect();
        heights.sort();
        heights.dedup();
        for pair in heights.windows(2) {
            let middle = P { x: x.clone(), y: (&pair[0] + &pair[1]) / whole(2) };
            match (ground(&middle, a) == Ground::In, ground(&middle, b) == Ground::In) {
                (true, true) => both = true,
                (true, false) => a_alone = true,
                (false, true) => b_alone = true,
                (false, false) => {}
            }
        }
    }
    match (both, a_alone, b_alone) {
        (true, false, false) => Relation::Equals,
        (true, false, true) => Relation::Within,
        (true, true, false) => Relation::Contains,
        (true, true, true) => Relation::Overlaps,
        _ if boundaries_meet(a, b) => Relation::Touches,
        _ => Relation::Disjoint,
    }
}

pub(crate) fn boundaries_meet(a: &Ring, b: &Ring) -> bool {
    let others = edges(b);
    edges(a).iter().any(|edge| others.iter().any(|other| !lasers(edge, other).1.is_empty()))
}
