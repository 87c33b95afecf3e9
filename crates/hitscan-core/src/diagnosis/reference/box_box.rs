//! Two boxes, or a box and a point: four comparisons of edges.

use super::{four, le, switches, with_sizes};
use crate::diagnosis::numbers::{PairNumbers, in_decimals};
use crate::diagnosis::said::{Said, Switches};

switches! {
    NO_RIGHT = "no-right",
    NO_LEFT = "no-left",
    NO_BELOW = "no-below",
    NO_ABOVE = "no-above",
    X_ONLY = "x-only",
    Y_ONLY = "y-only",
    OR = "or",
    ANY_SIDE = "any-side",
    CORNERS_A = "corners-a",
    CORNERS_B = "corners-b",
    CORNERS = "corners",
    FIRST_CORNER_A = "first-corner-a",
    FIRST_CORNER_B = "first-corner-b",
    FIRST_CORNERS = "first-corners",
    TWO_CORNERS_A = "two-corners-a",
    TWO_CORNERS_B = "two-corners-b",
    CONTAINS_A = "contains-a",
    CONTAINS_B = "contains-b",
    CONTAINS = "contains",
    CENTRE_A = "centre-a",
    CENTRE_B = "centre-b",
    EDGE_BETWEEN = "edge-between",
    INSIDE_UNSEEN = "inside-unseen",
    EQUAL_MISS = "equal-miss",
    SIZE = "size",
    SIZE_A = "size-a",
    SIZE_B = "size-b",
    C_FULL = "c-full",
    C_HALF_A = "c-half-a",
    C_HALF_B = "c-half-b",
    C_SIZE_A = "c-size-a",
    C_SIZE_B = "c-size-b",
    C_CORNERS = "c-corners",
    C_CORNERS_SIZE_A = "c-corners-size-a",
    C_NO_ABS = "c-no-abs",
    C_NO_ABS_X = "c-no-abs-x",
    C_NO_ABS_Y = "c-no-abs-y",
    C_SWAPPED = "c-swapped",
    C_CIRCLE = "c-circle",
    C_INT = "c-int",
    C_INT_SUM = "c-int-sum",
    AS_TEXT = "as-text",
    ZONES_ADDED = "zones-added",
    ZONES_EQUAL = "zones-equal",
    C_INT_HALF = "c-int-half",
    C_INT_HALF_X = "c-int-half-x",
    C_INT_HALF_Y = "c-int-half-y",
    C_INT_MIDDLE = "c-int-middle",
    C_SIZE_A_X = "c-size-a-x",
    C_SIZE_A_Y = "c-size-a-y",
    C_SIZE_B_X = "c-size-b-x",
    C_SIZE_B_Y = "c-size-b-y",
    REACH_LONGER = "reach-longer",
    REACH_SQUARES = "reach-squares",
}

/// The codes of the switches of a box and a point, in order.
pub(super) const POINT_CODES: &[&str] = &[
    "no-right",
    "no-left",
    "no-below",
    "no-above",
    "x-only",
    "y-only",
    "or",
    "any-side",
    "size",
    "c-full",
    "c-half-a",
    "c-no-abs",
    "c-int",
    "as-text",
    "zones-added",
    "zones-equal",
    "c-int-half",
    "c-int-middle",
];

/// The switches that these are when the point is a box without size.
const OF_A_POINT: [Switches; 18] = [
    NO_RIGHT,
    NO_LEFT,
    NO_BELOW,
    NO_ABOVE,
    X_ONLY,
    Y_ONLY,
    OR,
    ANY_SIDE,
    SIZE_A,
    C_FULL,
    C_HALF_A,
    C_NO_ABS,
    C_INT,
    AS_TEXT,
    ZONES_ADDED,
    ZONES_EQUAL,
    C_INT_HALF,
    C_INT_MIDDLE,
];

/// Switches that look at corners and middles.
const POINTS: Switches = CORNERS_A
    .with(CORNERS_B.with(CORNERS))
    .with(FIRST_CORNER_A.with(FIRST_CORNER_B).with(FIRST_CORNERS))
    .with(TWO_CORNERS_A.with(TWO_CORNERS_B))
    .with(CONTAINS_A.with(CONTAINS_B).with(CONTAINS))
    .with(CENTRE_A.with(CENTRE_B));

/// Switches that compare the distance of the middles with half of both sizes.
const MIDDLES: Switches = C_FULL
    .with(C_HALF_A.with(C_HALF_B).with(C_SIZE_A).with(C_SIZE_B))
    .with(C_CORNERS.with(C_CORNERS_SIZE_A))
    .with(C_NO_ABS.with(C_NO_ABS_X).with(C_NO_ABS_Y))
    .with(C_SWAPPED.with(C_CIRCLE).with(C_INT).with(C_INT_SUM))
    .with(C_INT_HALF.with(C_INT_HALF_X).with(C_INT_HALF_Y).with(C_INT_MIDDLE))
    .with(C_SIZE_A_X.with(C_SIZE_A_Y).with(C_SIZE_B_X).with(C_SIZE_B_Y));

/// A box: `[left, top, right, bottom]`.
type Edges = [i64; 4];

/// What the reference says of two boxes.
pub(super) fn says(pair: &PairNumbers, on: Switches, touching: bool) -> Said {
    let [a, b] = [0, 1].map(|side| four(&pair.places[side]));
    Said::only(meet(a, b, on, touching))
}

/// What it says of a box and a point.
pub(super) fn says_of_a_point(pair: &PairNumbers, on: Switches, touching: bool) -> Said {
    let mut as_boxes = Switches::NONE;
    for (number, &switch) in OF_A_POINT.iter().enumerate() {
        if on.has(Switches::one(number)) {
            as_boxes = as_boxes.with(switch);
        }
    }
    let &[x, y] = &pair.places[1][..] else { return Said::MISS };
    Said::only(meet(four(&pair.places[0]), [x, y, x, y], as_boxes, touching))
}

fn meet(mut a: Edges, mut b: Edges, on: Switches, touching: bool) -> bool {
    // With two of these on, a size is added twice.
    for (switch, [of_a, of_b]) in
        [(SIZE, [true, true]), (SIZE_A, [true, false]), (SIZE_B, [false, true])]
    {
        if on.has(switch) {
            a = if of_a { with_sizes(a) } else { a };
            b = if of_b { with_sizes(b) } else { b };
        }
    }
    if on.has(REACH_LONGER.with(REACH_SQUARES)) && is_out_of_reach(a, b, on) {
        return false;
    }
    if on.has(ZONES_ADDED.with(ZONES_EQUAL)) {
        let [x, y] = [0, 1].map(|axis| zone(a, b, axis, touching));
        return if on.has(ZONES_ADDED) { x + y == 0 } else { x == y };
    }
    if on.has(POINTS) {
        points_meet(a, b, on, touching)
    } else if on.has(MIDDLES) {
        middles_meet(a, b, on, touching)
    } else if on.has(EDGE_BETWEEN) {
        has_edge_between(a, b, touching)
    } else {
        edges_meet(a, b, on, touching)
    }
}

/// Whether an early test by circles rejects the two.
fn is_out_of_reach(a: Edges, b: Edges, on: Switches) -> bool {
    let square = |x: i64, y: i64| i128::from(x).pow(2) + i128::from(y).pow(2);
    let size = |of: Edges| square(of[2] - of[0], of[3] - of[1]);
    let between = |axis: usize| a[axis] + a[axis + 2] - b[axis] - b[axis + 2];
    let twice_apart = square(between(0), between(1));
    let (of_a, of_b) = (size(a), size(b));
    on.has(REACH_LONGER) && twice_apart > of_a.max(of_b)
        || on.has(REACH_SQUARES) && twice_apart > of_a + of_b
}

/// -1 if B lies before A along an axis, 1 if it lies beyond, else 0.
fn zone(a: Edges, b: Edges, axis: usize, touching: bool) -> i32 {
    let is_before = !le(a[axis], b[axis + 2], touching);
    let is_beyond = !le(b[axis], a[axis + 2], touching);
    i32::from(is_beyond && !is_before) - i32::from(is_before)
}

/// Whether corners or the middle of one are in the other.
fn points_meet(a: Edges, b: Edges, on: Switches, touching: bool) -> bool {
    // The corner with these two of its numbers.
    let corner = |of: Edges, [x, y]: [usize; 2], within: Edges| {
        le(within[0], of[x], touching)
            && le(of[x], within[2], touching)
            && le(within[1], of[y], touching)
            && le(of[y], within[3], touching)
    };
    let first = |of, within| corner(of, [0, 1], within);
    let last = |of, within| corner(of, [2, 3], within);
    let any = |of, within| {
        first(of, within)
            || last(of, within)
            || corner(of, [2, 1], within)
            || corner(of, [0, 3], within)
    };
    let middle = |of: Edges, within: Edges| {
        let [x, y] = [of[0] + of[2], of[1] + of[3]];
        first([x, y, x, y], within.map(|it| it * 2))
    };
    let both = |of, within| first(of, within) && last(of, within);
    let either = |of, within| first(of, within) || last(of, within);
    let tests: [(Switches, &dyn Fn() -> bool); 13] = [
        (CORNERS_A, &|| any(a, b)),
        (CORNERS_B, &|| any(b, a)),
        (CORNERS, &|| any(a, b) || any(b, a)),
        (FIRST_CORNER_A, &|| first(a, b)),
        (FIRST_CORNER_B, &|| first(b, a)),
        (FIRST_CORNERS, &|| first(a, b) || first(b, a)),
        (TWO_CORNERS_A, &|| either(a, b)),
        (TWO_CORNERS_B, &|| either(b, a)),
        (CONTAINS_A, &|| both(a, b)),
        (CONTAINS_B, &|| both(b, a)),
        (CONTAINS, &|| both(a, b) || both(b, a)),
        (CENTRE_A, &|| middle(a, b)),
        (CENTRE_B, &|| middle(b, a)),
    ];
    tests.iter().find(|it| on.has(it.0)).is_some_and(|it| it.1())
}

/// Whether the distance of the middles is less than half of both sizes, along each axis. All
/// numbers are doubled, so that halves are whole.
fn middles_meet(a: Edges, b: Edges, on: Switches, touching: bool) -> bool {
    let [x, y] = [0, 1].map(|axis| {
        let edges = |of: Edges| [of[axis], of[axis + 2]];
        distance_and_half(edges(a), edges(b), along_axis(axis, on))
    });
    let ([x, mut half_x], [y, mut half_y]) = (x, y);
    if on.has(C_SWAPPED) {
        (half_x, half_y) = (half_y, half_x);
    }
    if on.has(C_CIRCLE) {
        return le(x * x + y * y, half_x * half_x + half_y * half_y, touching);
    }
    let x = if on.has(C_NO_ABS.with(C_NO_ABS_X)) { x } else { x.abs() };
    let y = if on.has(C_NO_ABS.with(C_NO_ABS_Y)) { y } else { y.abs() };
    le(x, half_x, touching) && le(y, half_y, touching)
}

/// The switches of one axis as those of both.
fn along_axis(axis: usize, on: Switches) -> Switches {
    [
        ([C_INT_HALF_X, C_INT_HALF_Y], C_INT_HALF),
        ([C_SIZE_A_X, C_SIZE_A_Y], C_SIZE_A),
        ([C_SIZE_B_X, C_SIZE_B_Y], C_SIZE_B),
    ]
    .into_iter()
    .fold(on, |on, (of_axes, both)| if on.has(of_axes[axis]) { on.with(both) } else { on })
}

/// Twice the distance of the middles along an axis, and twice what it is compared with. Of two
/// wrong formulas the last one counts.
fn distance_and_half(
    [low, high]: [i64; 2],
    [other_low, other_high]: [i64; 2],
    on: Switches,
) -> [i64; 2] {
    let (size, other_size) = (high - low, other_high - other_low);
    let mut distance = other_low + other_high - low - high;
    let mut half = size + other_size;
    if on.has(C_INT) {
        let [size, other_size] = [size, other_size].map(twice_whole_half);
        distance = 2 * other_low + other_size - 2 * low - size;
        half = size + other_size;
    }
    if on.has(C_INT_SUM) {
        distance = twice_whole_half(other_low + other_high) - twice_whole_half(low + high);
        half = twice_whole_half(size + other_size);
    }
    if on.has(C_INT_HALF) {
        half = twice_whole_half(size) + twice_whole_half(other_size);
    }
    if on.has(C_INT_MIDDLE) {
        distance = twice_whole_half(other_low + other_high) - twice_whole_half(low + high);
    }
    for (switch, doubled) in [
        (C_FULL, 2 * (size + other_size)),
        (C_HALF_A, size),
        (C_HALF_B, other_size),
        (C_SIZE_A, 2 * size),
        (C_SIZE_B, 2 * other_size),
    ] {
        if on.has(switch) {
            half = doubled;
        }
    }
    if on.has(C_CORNERS.with(C_CORNERS_SIZE_A)) {
        distance = 2 * (other_low - low);
    }
    if on.has(C_CORNERS_SIZE_A) {
        half = 2 * size;
    }
    [distance, half]
}

/// Twice half of a number of thousandths, where the half is rounded down to whole units.
const fn twice_whole_half(thousandths: i64) -> i64 {
    thousandths.div_euclid(2000) * 2000
}

/// Whether, of two boxes that overlap, one has an edge between the edges of the other and the
/// other way round, along one axis. Boxes that touch do not need it.
fn has_edge_between(a: Edges, b: Edges, touching: bool) -> bool {
    let overlap = |touching| {
        [0, 1]
            .into_iter()
            .all(|axis| le(a[axis], b[axis + 2], touching) && le(b[axis], a[axis + 2], touching))
    };
    if !overlap(false) {
        return touching && overlap(true);
    }
    let in_order = |all: [i64; 4]| all.windows(2).all(|two| le(two[0], two[1], touching));
    [0, 1].into_iter().any(|axis| {
        let ([low, high], [other_low, other_high]) =
            ([a[axis], a[axis + 2]], [b[axis], b[axis + 2]]);
        in_order([low, other_low, high, other_high]) || in_order([other_low, low, other_high, high])
    })
}

/// The four comparisons of edges.
fn edges_meet(a: Edges, b: Edges, on: Switches, touching: bool) -> bool {
    let before = |one: i64, other: i64| {
        if on.has(AS_TEXT) {
            let [one, other] = [one, other].map(in_decimals);
            le(one.as_str(), other.as_str(), touching)
        } else {
            le(one, other, touching)
        }
    };
    let right = on.has(NO_RIGHT) || before(b[0], a[2]);
    let left = on.has(NO_LEFT) || before(a[0], b[2]);
    let below = on.has(NO_BELOW) || before(b[1], a[3]);
    let above = on.has(NO_ABOVE) || before(a[1], b[3]);
    let (x, y) = (right && left, below && above);
    if on.has(X_ONLY) {
        return x;
    }
    if on.has(Y_ONLY) {
        return y;
    }
    if on.has(OR) {
        return x || y;
    }
    if on.has(ANY_SIDE) {
        return right || left || below || above;
    }
    let is_inside = |of: Edges, within: Edges| {
        within[0] < of[0] && of[2] < within[2] && within[1] < of[1] && of[3] < within[3]
    };
    let is_unseen = on.has(EQUAL_MISS) && a == b
        || on.has(INSIDE_UNSEEN) && (is_inside(a, b) || is_inside(b, a));
    x && y && !is_unseen
}
