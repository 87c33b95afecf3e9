//! Two lasers: where they meet on both lines.

use super::{le, switches};
use crate::diagnosis::numbers::PairNumbers;
use crate::diagnosis::said::{Said, Switches};
use crate::diagnosis::time::Time;

switches! {
    BOUNDS = "bounds",
    AND_BOUNDS = "and-bounds",
    A_BEYOND = "a-beyond",
    B_BEYOND = "b-beyond",
    A_BEFORE = "a-before",
    B_BEFORE = "b-before",
    A_RANGE = "a-range",
    B_RANGE = "b-range",
    COLLINEAR_HIT = "collinear-hit",
    COLLINEAR_X = "collinear-x",
    PARALLEL_HIT = "parallel-hit",
    SKIP_H = "skip-h",
    SKIP_V = "skip-v",
    SKIP_AH = "skip-ah",
    SKIP_BH = "skip-bh",
    SKIP_AV = "skip-av",
    SKIP_BV = "skip-bv",
    DET_POSITIVE = "det-positive",
    DET_NEGATIVE = "det-negative",
    UNSORTED = "unsorted",
    X_ONLY = "x-only",
    Y_ONLY = "y-only",
    INT_DIVISION = "int-division",
    U_SIGN = "u-sign",
    SIZE_B = "size-b",
    REACH_LONGER = "reach-longer",
    REACH_SHORTER = "reach-shorter",
    REACH_A = "reach-a",
    REACH_B = "reach-b",
    PARALLEL_BOUNDS = "parallel-bounds",
    REACH_SQUARES = "reach-squares",
    BOUNDS_UNSORTED = "bounds-unsorted",
}

/// A laser: `[x1, y1, x2, y2]`.
type Ends = [i64; 4];

/// What the reference says.
pub(super) fn says(pair: &PairNumbers, on: Switches, touching: bool) -> Said {
    let [mut a, mut b] = [0, 1].map(|side| ends(&pair.places[side]));
    if on.has(SIZE_B) {
        (a, b) = (to_end(a), to_end(b));
    }
    hit(a, b, on, touching)
}

/// A laser whose second end was taken for a direction.
const fn to_end([x, y, dx, dy]: Ends) -> Ends {
    [x, y, x + dx, y + dy]
}

fn ends(places: &[i64]) -> Ends {
    <Ends>::try_from(places).unwrap_or_default()
}

/// Whether a place between the ends of the first laser lies between those of the second.
pub(super) fn hit(a: Ends, b: Ends, on: Switches, touching: bool) -> Said {
    if on.has(BOUNDS.with(AND_BOUNDS)) {
        let meet = bounds_meet(a, b, touching);
        if on.has(BOUNDS) || !meet {
            return Said::only(meet);
        }
    }
    let along_a = [a[2] - a[0], a[3] - a[1]];
    let along_b = [b[2] - b[0], b[3] - b[1]];
    let is_rejected = || is_out_of_reach(a, b, on) || on.has(BOUNDS_UNSORTED) && is_beside(a, b);
    if is_skipped(along_a, along_b, on) || is_rejected() {
        return Said::MISS;
    }
    let between = [b[0] - a[0], b[1] - a[1]];
    let determinant = cross(along_a, along_b);
    let over = [cross(between, along_b), cross(between, along_a)];
    if determinant == 0 {
        let is_point = |along: [i64; 2]| along == [0, 0];
        if on.has(PARALLEL_HIT) {
            return Said::only(true);
        }
        if on.has(PARALLEL_BOUNDS) {
            return Said::only(bounds_meet(a, b, touching));
        }
        // All products are 0.
        if on.has(B_RANGE) && is_point(along_b) || on.has(A_RANGE) && is_point(along_a) {
            return Said::only(touching);
        }
        return Said::only(over == [0, 0] && meet_on_a_line(a, b, on, touching));
    }
    if on.has(DET_POSITIVE) && determinant < 0 || on.has(DET_NEGATIVE) && determinant > 0 {
        return Said::MISS;
    }
    let [mut t, mut u] = over.map(|over| Time::of(over, determinant));
    if on.has(INT_DIVISION) {
        (t, u) = (t.cut_off(), u.cut_off());
    }
    if on.has(U_SIGN) {
        u = u.negative();
    }
    if on.has(X_ONLY.with(Y_ONLY).with(UNSORTED)) {
        return Said::only(point_in_range(a, b, t, on, touching));
    }
    let within = |at: Time, any_before, any_beyond| {
        (any_before || le(Time::ZERO, at, touching)) && (any_beyond || le(at, Time::ONE, touching))
    };
    let in_a = within(t, on.has(A_BEFORE.with(A_RANGE)), on.has(A_BEYOND.with(A_RANGE)));
    let in_b = within(u, on.has(B_BEFORE.with(B_RANGE)), on.has(B_BEYOND.with(B_RANGE)));
    Said::only(in_a && in_b)
}

fn is_skipped(a: [i64; 2], b: [i64; 2], on: Switches) -> bool {
    let is_any = |axis: usize, of_both, of_a, of_b| {
        on.has(of_both) && (a[axis] == 0 || b[axis] == 0)
            || on.has(of_a) && a[axis] == 0
            || on.has(of_b) && b[axis] == 0
    };
    is_any(1, SKIP_H, SKIP_AH, SKIP_BH) || is_any(0, SKIP_V, SKIP_AV, SKIP_BV)
}

/// Whether the middles are further apart than half of the length that an early test looks at.
fn is_out_of_reach(a: Ends, b: Ends, on: Switches) -> bool {
    let square = |[x, y]: [i64; 2]| x * x + y * y;
    let length = |[x1, y1, x2, y2]: Ends| square([x2 - x1, y2 - y1]);
    let twice_apart = square([0, 1].map(|axis| a[axis] + a[axis + 2] - b[axis] - b[axis + 2]));
    let (of_a, of_b) = (length(a), length(b));
    [
        (REACH_LONGER, of_a.max(of_b)),
        (REACH_SHORTER, of_a.min(of_b)),
        (REACH_A, of_a),
        (REACH_B, of_b),
        (REACH_SQUARES, of_a + of_b),
    ]
    .into_iter()
    .any(|(switch, reach)| on.has(switch) && twice_apart > reach)
}

/// Whether one seems to lie beside the other if the first end of each is its lesser one.
fn is_beside(a: Ends, b: Ends) -> bool {
    [0, 1].into_iter().any(|axis| a[axis + 2] < b[axis] || b[axis + 2] < a[axis])
}

fn bounds_meet(a: Ends, b: Ends, touching: bool) -> bool {
    [0, 1].into_iter().all(|axis| {
        let ([a, c], [b, d]) = ([a[axis], a[axis + 2]], [b[axis], b[axis + 2]]);
        le(a.min(c), b.max(d), touching) && le(b.min(d), a.max(c), touching)
    })
}

/// Two lasers in one line.
fn meet_on_a_line(a: Ends, b: Ends, on: Switches, touching: bool) -> bool {
    let overlaps = |axis: usize| {
        let ([a, c], [b, d]) = ([a[axis], a[axis + 2]], [b[axis], b[axis + 2]]);
        a.min(c).max(b.min(d)) <= a.max(c).min(b.max(d))
    };
    on.has(COLLINEAR_HIT) || touching && overlaps(0) && (on.has(COLLINEAR_X) || overlaps(1))
}

/// Whether the point where the lines meet is in the range of both lasers.
fn point_in_range(a: Ends, b: Ends, t: Time, on: Switches, touching: bool) -> bool {
    let is_in = |axis: usize| {
        let at = t.place(a[axis], a[axis + 2] - a[axis]);
        let range = |from: i64, to: i64| {
            let (low, high) =
                if on.has(UNSORTED) { (from, to) } else { (from.min(to), from.max(to)) };
            let touching = touching || low == high;
            let [low, high] = [low, high].map(|it| Time::whole(i128::from(it)));
            le(low, at, touching) && le(at, high, touching)
        };
        range(a[axis], a[axis + 2]) && range(b[axis], b[axis + 2])
    };
    (on.has(Y_ONLY) || is_in(0)) && (on.has(X_ONLY) || is_in(1))
}

const fn cross(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}
