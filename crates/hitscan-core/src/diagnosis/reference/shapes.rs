//! A polygon and a laser, and two boxes or polygons: the exact answer is given; each switch is a test
//! of its own, or one by gaps along normals.

use std::cmp::Ordering;

use super::laser_laser;
use super::polygon_point::{Place, is_inside, is_inside_half_open, running_bounds, vertices};
use super::{four, le, switches, with_sizes};
use crate::diagnosis::numbers::PairNumbers;
use crate::diagnosis::said::{Said, Switches};
use crate::diagnosis::time::Time;
use crate::methods::Meets;

#[cfg(test)]
mod tests;

switches! {
    SAT = "sat",
    SAT_A = "sat-a",
    SAT_B = "sat-b",
    NOT_NORMAL = "not-normal",
    LOST_SIGN = "lost-sign",
    THREE_NORMALS = "three-normals",
    ONE_WAY = "one-way",
    MAX_FROM_0 = "max-from-0",
    MIN_FROM_0 = "min-from-0",
    CLOSING_EDGE = "closing-edge",
    BOUNDS = "bounds",
    VERTICES = "vertices",
    VERTICES_A = "vertices-a",
    VERTICES_B = "vertices-b",
    EDGES_ONLY = "edges-only",
    EDGES_FIRST_IN = "edges-first-in",
    EDGES_FIRST_A_IN = "edges-first-a-in",
    BOUNDS_OF_THREE = "bounds-of-three",
    REACH_FIRST = "reach-first",
    REACH_LONGER = "reach-longer",
    REACH_SQUARES = "reach-squares",
    BOUNDS_ELSE_IF = "bounds-else-if",
    BOUNDS_BUT_FIRST = "bounds-but-first",
    BOUNDS_BUT_LAST = "bounds-but-last",
    BOW_TIE = "bow-tie",
    SIZE = "size",
    SAT_ELSE_IF = "sat-else-if",
    HALF_OPEN = "half-open",
    START_ONLY = "start-only",
    END_ONLY = "end-only",
    MIDDLE_ONLY = "middle-only",
    CLIP_CW = "clip-cw",
    CLIP_CCW = "clip-ccw",
    CLIP = "clip",
    ENDS_OR_MIDDLE = "ends-or-middle",
}

/// The codes of two boxes or polygons, in order: the first of all.
pub(super) const OF_REGIONS: &[&str] = CODES.split_at(28).0;

/// The codes of a polygon and a laser, in order.
pub(super) const OF_LASER: &[&str] = &[
    "clip-cw",
    "clip-ccw",
    "edges-only",
    "closing-edge",
    "vertices-b",
    "start-only",
    "end-only",
    "middle-only",
    "bounds",
    "sat",
    "sat-a",
    "bounds-of-three",
    "clip",
    "reach-first",
    "reach-longer",
    "reach-squares",
    "bounds-else-if",
    "bounds-but-first",
    "bounds-but-last",
    "ends-or-middle",
    "half-open",
];

/// The same switches.
const WITH_LASER: [Switches; 21] = [
    CLIP_CW,
    CLIP_CCW,
    EDGES_ONLY,
    CLOSING_EDGE,
    VERTICES_B,
    START_ONLY,
    END_ONLY,
    MIDDLE_ONLY,
    BOUNDS,
    SAT,
    SAT_A,
    BOUNDS_OF_THREE,
    CLIP,
    REACH_FIRST,
    REACH_LONGER,
    REACH_SQUARES,
    BOUNDS_ELSE_IF,
    BOUNDS_BUT_FIRST,
    BOUNDS_BUT_LAST,
    ENDS_OR_MIDDLE,
    HALF_OPEN,
];

/// The numbers of the vertices of A and of B; those of a laser are its two ends.
#[derive(Clone, Copy)]
struct Both<'a> {
    a: &'a [i64],
    b: &'a [i64],
}

/// What the reference of a polygon and a laser says.
pub(super) fn with_laser(pair: &PairNumbers, switches: Switches, touching: bool) -> Said {
    let on = |&(number, _): &_| switches.has(Switches::one(number));
    let translated = WITH_LASER.into_iter().enumerate().filter(on);
    let all = translated.fold(Switches::NONE, |all, (_, switch)| all.with(switch));
    says(pair, all, touching)
}

/// What the reference of two boxes or polygons says.
pub(super) fn says(pair: &PairNumbers, on: Switches, touching: bool) -> Said {
    if on.has(EARLY) {
        let early = early_miss(pair, on);
        return if early { Said::MISS } else { says(pair, on.without(EARLY), touching) };
    }
    if on.without(HALF_OPEN).is_empty() {
        let truly = matches!(pair.meets, Meets::Truly | Meets::Before);
        return Said::only(truly || touching && pair.meets == Meets::Touching);
    }
    let corners = [0, 1].map(|side| corners_as_read(&pair.places[side], on));
    let of = |side: usize| match pair.noun(side) {
        "box" => &corners[side][..],
        _ => &pair.places[side],
    };
    Said::only(hit(Both { a: of(0), b: of(1) }, on, touching))
}

/// Early tests that reject too much.
const EARLY: Switches = BOUNDS_OF_THREE
    .with(BOUNDS_ELSE_IF.with(BOUNDS_BUT_FIRST).with(BOUNDS_BUT_LAST))
    .with(REACH_FIRST.with(REACH_LONGER).with(REACH_SQUARES));

/// Wrong ways to read the numbers of a box.
const BOXES: Switches = BOW_TIE.with(SIZE);

/// Whether an early test rejects the pair.
fn early_miss(pair: &PairNumbers, on: Switches) -> bool {
    let corners = [0, 1].map(|side| corners_as_read(&pair.places[side], on));
    let of = |side: usize| match pair.noun(side) {
        "box" => &corners[side][..],
        _ => &pair.places[side],
    };
    // Of a polygon only some of the vertices.
    let some = |from: usize, to: fn(usize) -> usize| {
        let of = |side: usize| match pair.noun(side) {
            "polygon" => of(side).get(from..to(of(side).len())).unwrap_or_default(),
            _ => of(side),
        };
        Both { a: of(0), b: of(1) }
    };
    on.has(BOUNDS_OF_THREE) && !bounds_meet(some(0, |_| 6), true)
        || on.has(BOUNDS_BUT_FIRST) && !bounds_meet(some(2, |all| all), true)
        || on.has(BOUNDS_BUT_LAST) && !bounds_meet(some(0, |all| all - 2), true)
        || on.has(BOUNDS_ELSE_IF) && is_beside(some(0, |all| all))
        || on.has(REACH_FIRST.with(REACH_LONGER).with(REACH_SQUARES))
            && is_out_of_reach(some(0, |all| all), on)
}

/// Whether the boxes around them are apart if a vertex that is the least so far is not looked at
/// for the greatest.
fn is_beside(pair: Both) -> bool {
    let range = |of: &[i64], axis: usize| {
        running_bounds(of.iter().skip(axis).step_by(2).copied(), of.len() > 4)
    };
    [0, 1].into_iter().any(|axis| {
        let ([low_a, high_a], [low_b, high_b]) = (range(pair.a, axis), range(pair.b, axis));
        high_b < low_a || high_a < low_b
    })
}

/// Whether circles around the means of the vertices are apart: each through the first vertex, or
/// through the furthest one, but compared wrongly.
fn is_out_of_reach(pair: Both, on: Switches) -> bool {
    let [a, b] = [pair.a, pair.b].map(|of| i128::try_from(of.len() / 2).unwrap_or(1));
    let sum = |of: &[i64], axis: usize| -> i128 {
        of.iter().skip(axis).step_by(2).map(|&number| i128::from(number)).sum()
    };
    let square = |x: i128, y: i128| x * x + y * y;
    // All lengths are multiplied by both counts of vertices.
    let reach = |of: &[i64], count: i128, other: i128| {
        let from_mean = |at: usize| (i128::from(of[at]) * count - sum(of, at % 2)) * other;
        let squares = (0..of.len() / 2).map(|it| square(from_mean(2 * it), from_mean(2 * it + 1)));
        squares.take(if on.has(REACH_FIRST) { 1 } else { usize::MAX }).max().unwrap_or(0)
    };
    let between = |axis: usize| sum(pair.a, axis) * b - sum(pair.b, axis) * a;
    let (of_a, of_b) = (reach(pair.a, a, b), reach(pair.b, b, a));
    let apart = square(between(0), between(1));
    if on.has(REACH_LONGER) {
        return apart > of_a.max(of_b);
    }
    let more = apart - of_a - of_b;
    more > 0 && (on.has(REACH_SQUARES) || more * more > 4 * of_a * of_b)
}

/// The numbers of the corners of a box.
pub(in crate::diagnosis) fn corners(places: &[i64]) -> [i64; 8] {
    let [left, top, right, bottom] = <[i64; 4]>::try_from(places).unwrap_or_default();
    [left, top, right, top, right, bottom, left, bottom]
}

/// The corners of a box whose numbers may be read wrongly.
fn corners_as_read(places: &[i64], on: Switches) -> [i64; 8] {
    let all = if on.has(SIZE) { corners(&with_sizes(four(places))) } else { corners(places) };
    let [x1, y1, x2, y2, x3, y3, x4, y4] = all;
    if on.has(BOW_TIE) { [x1, y1, x2, y2, x4, y4, x3, y3] } else { all }
}

fn hit(pair: Both, on: Switches, touching: bool) -> bool {
    let Both { a, b } = pair;
    let first = |of: &[i64]| vertices(of).next();
    let last = |of: &[i64]| vertices(of).next_back();
    let is_in = |of: &[i64], at: Place| {
        if on.has(HALF_OPEN) {
            is_inside_half_open(of, at)
        } else {
            is_inside(of, at, Switches::NONE, touching)
        }
    };
    let first_in = |of: &[i64], other: &[i64]| first(other).is_some_and(|at| is_in(of, at));
    let any_in = |of: &[i64], other: &[i64]| vertices(other).any(|at| is_in(of, at));
    let is_region = |of: &[i64]| of.len() > 4;
    if on.has(BOUNDS) {
        return bounds_meet(pair, touching);
    }
    if on.has(VERTICES_A) {
        return is_region(b) && any_in(b, a);
    }
    if on.has(VERTICES_B) {
        return any_in(a, b);
    }
    if on.has(VERTICES) {
        return any_in(a, b) || is_region(b) && any_in(b, a);
    }
    if on.has(START_ONLY) {
        return first_in(a, b);
    }
    if on.has(END_ONLY) {
        return last(b).is_some_and(|at| is_in(a, at));
    }
    if on.has(MIDDLE_ONLY.with(ENDS_OR_MIDDLE)) {
        if on.has(ENDS_OR_MIDDLE) && any_in(a, b) {
            return true;
        }
        return middle_in(a, b, is_in);
    }
    if on.has(EDGES_ONLY) {
        return edges_meet(pair, on, touching);
    }
    if on.has(EDGES_FIRST_IN) {
        return edges_meet(pair, on, touching) || first_in(a, b);
    }
    let a_in_b = || is_region(b) && first_in(b, a);
    if on.has(EDGES_FIRST_A_IN) {
        return edges_meet(pair, on, touching) || a_in_b();
    }
    let by_edges = on.has(CLOSING_EDGE) && !on.has(SAT.with(SAT_A).with(SAT_B));
    if by_edges || on.without(BOXES.with(HALF_OPEN)).is_empty() {
        return edges_meet(pair, on, touching) || first_in(a, b) || a_in_b();
    }
    if on.has(CLIP_CW.with(CLIP_CCW).with(CLIP)) {
        let turn = if is_clockwise(a) { CLIP_CW } else { CLIP_CCW };
        let on = if on.has(CLIP) { on.with(turn) } else { on };
        return is_left_by_clips(pair, on, touching);
    }
    no_gap(pair, on, touching)
}

/// Whether the middle between the ends of `b` is in `a`.
fn middle_in(a: &[i64], b: &[i64], is_in: impl Fn(&[i64], Place) -> bool) -> bool {
    // Twice as large, so that the middle is whole.
    let twice: Vec<_> = a.iter().map(|number| number * 2).collect();
    let ends = vertices(b).next().zip(vertices(b).next_back());
    ends.is_some_and(|(from, to)| is_in(&twice, [from[0] + to[0], from[1] + to[1]]))
}

/// Whether the vertices run clockwise on the screen, where y grows down.
fn is_clockwise(of: &[i64]) -> bool {
    let next = vertices(of).skip(1).chain(vertices(of).next());
    vertices(of).zip(next).map(|(one, next)| one[0] * next[1] - one[1] * next[0]).sum::<i64>() > 0
}

fn bounds_meet(pair: Both, touching: bool) -> bool {
    let range = |of: &[i64], axis: usize| {
        let along = of.iter().skip(axis).step_by(2).copied();
        along.clone().min().zip(along.max()).unwrap_or_default()
    };
    [0, 1].into_iter().all(|axis| {
        let ((low_a, high_a), (low_b, high_b)) = (range(pair.a, axis), range(pair.b, axis));
        le(low_a, high_b, touching) && le(low_b, high_a, touching)
    })
}

/// The edges, each as its two ends; a laser has one.
fn edges(of: &[i64], on: Switches) -> impl Iterator<Item = [Place; 2]> + Clone {
    let from = vertices(of);
    let is_open = of.len() <= 4 || on.has(CLOSING_EDGE);
    let closing = from.clone().next().filter(|_| !is_open);
    let to = from.clone().skip(1).chain(closing);
    from.zip(to).map(|(from, to)| [from, to])
}

fn edges_meet(pair: Both, on: Switches, touching: bool) -> bool {
    let laser = |[from, to]: [Place; 2]| [from[0], from[1], to[0], to[1]];
    let meet = |a, b| laser_laser::hit(laser(a), laser(b), Switches::NONE, touching).hit;
    edges(pair.a, on).any(|a| edges(pair.b, on).any(|b| meet(a, b)))
}

/// Whether anything of the laser is left when it is clipped at each edge.
fn is_left_by_clips(pair: Both, on: Switches, touching: bool) -> bool {
    let ends = vertices(pair.b).next().zip(vertices(pair.b).next_back());
    let Some((start, end)) = ends else { return false };
    let dot =
        |n: Place, from: Place, to: Place| n[0] * (to[0] - from[0]) + n[1] * (to[1] - from[1]);
    let (mut enter, mut leave) = (Time::ZERO, Time::ONE);
    for [from, to] in edges(pair.a, Switches::NONE) {
        let mut outward = [to[1] - from[1], from[0] - to[0]];
        if on.has(CLIP_CCW) {
            outward = outward.map(|number| -number);
        }
        let [outside, along] = [dot(outward, from, start), dot(outward, start, end)];
        let at = Time::of(-outside, along);
        match along.cmp(&0) {
            Ordering::Equal if !le(outside, 0, touching) => return false,
            Ordering::Equal => {}
            Ordering::Less => enter = enter.max(at),
            Ordering::Greater => leave = leave.min(at),
        }
    }
    le(enter, leave, touching)
}

/// Whether there is no gap along any of the normals that are tried.
fn no_gap(pair: Both, on: Switches, touching: bool) -> bool {
    let tried = |of, is_left_out| {
        let all = if is_left_out { 0 } else { usize::MAX };
        edges(of, on).take(if on.has(THREE_NORMALS) { all.min(3) } else { all })
    };
    let mut tried = tried(pair.a, on.has(SAT_B)).chain(tried(pair.b, on.has(SAT_A)));
    tried.all(|[from, to]| {
        let [x, y] = [to[0] - from[0], to[1] - from[1]];
        let normal = if on.has(NOT_NORMAL) {
            [x, y]
        } else if on.has(LOST_SIGN) {
            [y, x]
        } else {
            [-y, x]
        };
        let [low_a, high_a] = shadow(pair.a, normal, on);
        let [low_b, high_b] = shadow(pair.b, normal, on);
        le(low_b, high_a, touching) && (on.has(ONE_WAY) || le(low_a, high_b, touching))
    })
}

/// The least and the greatest product with a normal.
fn shadow(of: &[i64], normal: Place, on: Switches) -> [i64; 2] {
    let products = vertices(of).map(|at| at[0] * normal[0] + at[1] * normal[1]);
    if on.has(SAT_ELSE_IF) {
        return running_bounds(products, true);
    }
    let low = products.clone().min().unwrap_or(0);
    let high = products.max().unwrap_or(0);
    if on.has(MAX_FROM_0) {
        [low, high.max(0)]
    } else if on.has(MIN_FROM_0) {
        [low.min(0), high]
    } else {
        [low, high]
    }
}
