//! Regions on lines that are followed for a part of the frame only: what a response asks after a
//! contact.
//!
//! A line is given as if it were followed for the whole frame. Its other part may lead anywhere,
//! so nothing is concluded from where the regions are then.

use super::super::fraction::Ratio;
use super::super::{Point, Vector, cross};
use super::contact::{OnEdge, RegionContact, Ring};
use super::regions::{Met, Moment, MovingRegion, Swath, contacts};

/// When `a` first goes into `b` from time `from` on, and the contacts through which it does;
/// `None` if it does not within the frame, or if the interiors already meet at `from`.
#[must_use]
pub fn next_hit(
    a: &MovingRegion,
    b: &MovingRegion,
    from: Ratio,
) -> Option<(Ratio, Vec<RegionContact>)> {
    let motion = a.motion_relative_to(b);
    let (of_a, of_b) = (Swath::new(a.bounds(), motion), Swath::new(b.bounds(), -motion));
    if motion == Vector::ZERO || !of_a.meets(b.bounds()) || interiors_meet_at(a, b, from) {
        return None;
    }
    let (ring_a, ring_b) = (a.ring(), b.ring());
    let mut first: Option<Ratio> = None;
    let mut found = Vec::new();
    for (on_b, swath) in [(true, &of_a), (false, &of_b)] {
        let (own, other) = if on_b { (&ring_b, &ring_a) } else { (&ring_a, &ring_b) };
        let seen = if on_b { motion } else { -motion };
        for_each_meeting([own, other], seen, swath, from, &mut |met| {
            let is_later = first.is_some_and(|first| first < met.t);
            let contact = if is_later { None } else { met.contact(&ring_a, &ring_b, motion, on_b) };
            let Some(contact) = contact else { return };
            if first.is_none_or(|first| met.t < first) {
                found.clear();
                first = Some(met.t);
            }
            found.push(contact);
        });
    }
    first.map(|t| (t, found))
}

/// When two regions first touch between two times of the frame, whether they go in or not.
#[must_use]
pub fn first_touch(a: &MovingRegion, b: &MovingRegion, [from, to]: [Ratio; 2]) -> Option<Ratio> {
    let motion = a.motion_relative_to(b);
    let (of_a, of_b) = (Swath::new(a.bounds(), motion), Swath::new(b.bounds(), -motion));
    if !of_a.meets(b.bounds()) {
        return None;
    }
    if contacts(a, b, from.into()).is_some_and(|all| !all.is_empty()) {
        return Some(from);
    }
    let (ring_a, ring_b) = (a.ring(), b.ring());
    let mut first: Option<Ratio> = None;
    for (on_b, swath) in [(true, &of_a), (false, &of_b)] {
        let (own, other) = if on_b { (&ring_b, &ring_a) } else { (&ring_a, &ring_b) };
        let seen = if on_b { motion } else { -motion };
        // Where they first touch after that, one edge faces the motion.
        for_each_meeting([own, other], seen, swath, from, &mut |met| {
            first = Some(first.map_or(met.t, |first| first.min(met.t)));
        });
    }
    first.filter(|&t| t <= to)
}

/// Calls `each` when a vertex of the second comes to an edge of the first from outside, from
/// `from` on.
fn for_each_meeting(
    [own, other]: [&Ring<'_>; 2],
    motion: Vector,
    swath: &Swath,
    from: Ratio,
    each: &mut impl FnMut(Met),
) {
    for edge in (0..own.vertices.len()).filter(|&edge| swath.meets(own.bounds(edge))) {
        let [start, end] = own.edge(edge);
        let way = end.minus(start);
        let under = cross(way, motion);
        if under <= 0 {
            continue;
        }
        for (vertex, &at) in other.vertices.iter().enumerate() {
            let along = cross(at.minus(start), motion);
            let over = cross(way, start.minus(at));
            if !(0..=under).contains(&along) || over > under {
                continue;
            }
            let t = Ratio::new(over, under);
            if t >= from {
                let on = own.place_on(edge, along == 0, along == under);
                each(Met { t, edge, vertex, on, goes_in: true });
            }
        }
    }
}

/// Whether the interiors meet at time `t` of the frame.
///
/// No point is computed: only the sides of edges on which vertices lie then.
#[must_use]
pub fn interiors_meet_at(a: &MovingRegion, b: &MovingRegion, t: Ratio) -> bool {
    let [over, under] = t.parts();
    let motion = a.motion_relative_to(b);
    let seen = [Moment { over, under, motion }, Moment { over, under, motion: -motion }];
    if are_bounds_apart(a, b, &seen[0]) {
        return false;
    }
    let rings = [a.ring(), b.ring()];
    let [convex_a, convex_b] = [a, b].map(MovingRegion::is_convex);
    if (convex_a && separates(&rings[0], rings[1].vertices, &seen[1]))
        || (convex_b && separates(&rings[1], rings[0].vertices, &seen[0]))
    {
        return false;
    }
    (convex_a && convex_b) || outlines_meet(&rings, &seen)
}

fn are_bounds_apart(a: &MovingRegion, b: &MovingRegion, seen: &Moment) -> bool {
    let ([min, max], [other_min, other_max]) = (a.bounds(), b.bounds());
    let (over, under) = (i128::from(seen.over), i128::from(seen.under));
    let is_before = |from: i64, moved: i64, to: i64| {
        (i128::from(from) - i128::from(to)) * under + i128::from(moved) * over <= 0
    };
    let (x, y) = (seen.motion.x.wide(), seen.motion.y.wide());
    is_before(max.x.wide(), x, other_min.x.wide())
        || is_before(max.y.wide(), y, other_min.y.wide())
        || is_before(other_max.x.wide(), -x, min.x.wide())
        || is_before(other_max.y.wide(), -y, min.y.wide())
}

/// Whether all these points lie beyond one edge of a convex outline, or on it.
fn separates(ring: &Ring<'_>, points: &[Point], seen: &Moment) -> bool {
    (0..ring.vertices.len())
        .any(|edge| points.iter().all(|&point| seen.beyond(ring.edge(edge), point) >= 0))
}

/// Whether two outlines cross, or lie on the same side where they touch, or one lies within the
/// other. `seen` has the motion of the first as the second sees it, and the other way round.
fn outlines_meet(rings: &[Ring<'_>; 2], seen: &[Moment; 2]) -> bool {
    let mut touch = false;
    for on in [1, 0] {
        let (own, other, seen) = (&rings[on], &rings[1 - on], &seen[1 - on]);
        for edge in 0..own.vertices.len() {
            for (vertex, &at) in other.vertices.iter().enumerate() {
                let Some(on_edge) = seen.place(own, edge, at) else { continue };
                touch = true;
                let are_apart = match on_edge {
                    OnEdge::Between => lies_beyond(own.way(edge), other, vertex),
                    OnEdge::Vertex(end) => are_apart_at([own, other], [end, vertex]),
                };
                if !are_apart {
                    return true;
                }
            }
        }
    }
    if outlines_cross(rings, seen) {
        return true;
    }
    !touch
        && (is_inside(rings[0].vertices[0], &rings[1], &seen[0])
            || is_inside(rings[1].vertices[0], &rings[0], &seen[1]))
}

fn outlines_cross(rings: &[Ring<'_>; 2], seen: &[Moment; 2]) -> bool {
    let crosses = |line: [Point; 2], ends: [Point; 2], seen: &Moment| {
        let [one, other] = ends.map(|end| seen.beyond(line, end).signum());
        one * other < 0
    };
    (0..rings[0].vertices.len()).any(|edge| {
        let own = rings[0].edge(edge);
        (0..rings[1].vertices.len()).any(|edge| {
            let other = rings[1].edge(edge);
            crosses(other, own, &seen[0]) && crosses(own, other, &seen[1])
        })
    })
}

/// Whether a region lies beyond an edge at one of its vertices, which is on the edge.
fn lies_beyond(way: Vector, region: &Ring<'_>, vertex: usize) -> bool {
    let rays = region.rays(vertex);
    let turn = region.turn(vertex);
    let own = region.way(vertex);
    let against = own.x.wide() * way.x.wide() + own.y.wide() * way.y.wide() < 0;
    rays.iter().all(|&ray| cross(way, ray) <= 0) && (turn > 0 || (turn == 0 && against))
}

/// Whether two regions lie apart at a vertex that they share.
fn are_apart_at(rings: [&Ring<'_>; 2], vertices: [usize; 2]) -> bool {
    [[0, 1], [1, 0]].iter().any(|&[one, other]| {
        let (own, vertex) = (rings[one], vertices[one]);
        let mut edges = [own.before(vertex), vertex].into_iter();
        let is_beyond = |edge| lies_beyond(own.way(edge), rings[other], vertices[other]);
        // Beyond a reflex vertex is what lies beyond both of its edges.
        if own.turn(vertex) < 0 { edges.all(is_beyond) } else { edges.any(is_beyond) }
    })
}

/// Whether a point lies inside an outline that it does not lie on.
fn is_inside(at: Point, ring: &Ring<'_>, seen: &Moment) -> bool {
    let is_below = |level: Point| {
        let (over, under) = (i128::from(seen.over), i128::from(seen.under));
        let down = i128::from(level.y.minus(at.y).wide()) * under;
        down - i128::from(seen.motion.y.wide()) * over > 0
    };
    let crossed = (0..ring.vertices.len()).filter(|&edge| {
        let [start, end] = ring.edge(edge);
        let beyond = seen.beyond([start, end], at);
        match (is_below(start), is_below(end)) {
            (false, true) => beyond < 0,
            (true, false) => beyond > 0,
            _ => false,
        }
    });
    crossed.count() % 2 == 1
}
