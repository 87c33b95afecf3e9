//! A polygon and a point: how many edges lie to the right of the point.

use super::{le, switches};
use crate::diagnosis::numbers::PairNumbers;
use crate::diagnosis::said::{Said, Switches};
use crate::diagnosis::time::Time;

switches! {
    VERTEX_TWICE = "vertex-twice",
    WINDING = "winding",
    CLOSING_EDGE = "closing-edge",
    BOUNDS = "bounds",
    ONE_SIDE = "one-side",
    ONE_SIDE_CW = "one-side-cw",
    ONE_SIDE_CCW = "one-side-ccw",
    NO_X = "no-x",
    EDGE_MAX = "edge-max",
    EDGE_MIN = "edge-min",
    ANY_CROSSING = "any-crossing",
    FIRST_THREE = "first-three",
    SKIP_VERTICAL = "skip-vertical",
    SWAP_XY = "swap-xy",
    INT_DIVISION = "int-division",
    INT_FLOOR = "int-floor",
    SLOPE_INT = "slope-int",
    INT_DIVISION_BACK = "int-division-back",
    QUADRANT_STEP = "quadrant-step",
    QUADRANT_LOST = "quadrant-lost",
    BOUNDS_OF_THREE = "bounds-of-three",
    BOUNDS_ELSE_IF = "bounds-else-if",
    BOUNDS_BUT_FIRST = "bounds-but-first",
    BOUNDS_BUT_LAST = "bounds-but-last",
}

/// How many of the numbers here make one of the program's.
const UNIT: i64 = 1000;

/// A place: x and y.
pub(super) type Place = [i64; 2];

/// What the reference says.
pub(super) fn says(pair: &PairNumbers, on: Switches, touching: bool) -> Said {
    let [polygon, point] = &pair.places;
    let [x, y] = <Place>::try_from(&point[..]).unwrap_or_default();
    let at = if on.has(SWAP_XY) { [y, x] } else { [x, y] };
    Said::only(is_inside(polygon, at, on, touching))
}

/// The places of which these are the numbers.
pub(super) fn vertices(numbers: &[i64]) -> impl DoubleEndedIterator<Item = Place> + Clone {
    numbers.chunks_exact(2).map(|at| [at[0], at[1]])
}

/// Whether the point is inside, by a count of edges to the right of it.
pub(in crate::diagnosis) fn is_inside(
    polygon: &[i64],
    at: [i64; 2],
    on: Switches,
    touching: bool,
) -> bool {
    if on.has(BOUNDS) {
        return in_bounds(polygon, at, touching);
    }
    if is_rejected(polygon, at, on) {
        return false;
    }
    let polygon = if on.has(FIRST_THREE) { polygon.get(..6).unwrap_or(polygon) } else { polygon };
    let without_closing = on.has(CLOSING_EDGE) && !on.has(FIRST_THREE);
    let ends = vertices(polygon);
    let closing = ends.clone().next_back().filter(|_| !without_closing);
    let starts = closing.into_iter().chain(ends.clone());
    let edges = starts.zip(ends.skip(usize::from(without_closing)));

    let mut asides = edges.clone().map(|(from, to)| aside(from, to, at));
    if on.has(ONE_SIDE.with(ONE_SIDE_CW).with(ONE_SIDE_CCW)) {
        let right = asides.clone().all(|it| le(0, it, touching));
        let left = asides.all(|it| le(it, 0, touching));
        return if on.has(ONE_SIDE_CW) {
            right
        } else if on.has(ONE_SIDE_CCW) {
            left
        } else {
            right || left
        };
    }
    if edges.clone().any(|(from, to)| is_on(from, to, at)) {
        return touching;
    }
    if on.has(QUADRANT_STEP.with(QUADRANT_LOST)) {
        let steps = edges.map(|(from, to)| quadrant_step(from, to, at));
        let lost = |step: &i32| on.has(QUADRANT_LOST) && step.abs() == 2;
        return steps.filter(|step| !lost(step)).sum::<i32>() != 0;
    }
    if on.has(WINDING) {
        return edges.map(|(from, to)| turn(from, to, at)).sum::<i32>() != 0;
    }
    let mut crossings = edges.filter(|&(from, to)| {
        is_level(from, to, at, on, touching)
            && !(on.has(SKIP_VERTICAL) && from[0] == to[0])
            && is_left_of(from, to, at, on, touching)
    });
    if on.has(ANY_CROSSING) { crossings.next().is_some() } else { crossings.count() % 2 == 1 }
}

fn in_bounds(polygon: &[i64], at: Place, touching: bool) -> bool {
    [0, 1].into_iter().all(|axis| {
        let along = vertices(polygon).map(|it| it[axis]);
        let (low, high) = (along.clone().min(), along.max());
        low.is_some_and(|low| le(low, at[axis], touching))
            && high.is_some_and(|high| le(at[axis], high, touching))
    })
}

/// Whether the point is inside by the usual test, for which a half of the outline is inside.
pub(super) fn is_inside_half_open(polygon: &[i64], at: Place) -> bool {
    let ends = vertices(polygon);
    let starts = ends.clone().next_back().into_iter().chain(ends.clone());
    let crossings = starts.zip(ends).filter(|&(from, to)| {
        let on = Switches::NONE;
        is_level(from, to, at, on, true) && is_left_of(from, to, at, on, false)
    });
    crossings.count() % 2 == 1
}

/// Whether an early test by bounds that are built wrongly rejects the point.
fn is_rejected(polygon: &[i64], at: Place, on: Switches) -> bool {
    let is_beside = |built: Switches, numbers: Option<&[i64]>| {
        on.has(built) && is_beside(numbers.unwrap_or(polygon), at, built == BOUNDS_ELSE_IF)
    };
    is_beside(BOUNDS_OF_THREE, polygon.get(..6))
        || is_beside(BOUNDS_BUT_FIRST, polygon.get(2..))
        || is_beside(BOUNDS_BUT_LAST, polygon.get(..polygon.len().saturating_sub(2)))
        || is_beside(BOUNDS_ELSE_IF, None)
}

/// Whether the point lies beside the bounds of these numbers.
fn is_beside(numbers: &[i64], at: Place, has_else: bool) -> bool {
    [0, 1].into_iter().any(|axis| {
        let [low, high] = running_bounds(vertices(numbers).map(|it| it[axis]), has_else);
        at[axis] < low || high < at[axis]
    })
}

/// The least and the greatest number, found one by one. With an `else`, a number that is the least
/// so far is not looked at for the greatest: that begins before all numbers.
pub(super) fn running_bounds(numbers: impl Iterator<Item = i64>, has_else: bool) -> [i64; 2] {
    numbers.fold([i64::MAX, i64::MIN], |[low, high], number| {
        let is_lower = number < low;
        [low.min(number), if is_lower && has_else { high } else { high.max(number) }]
    })
}

/// How many quarters an edge turns around the point, by the numbers of the quarters alone.
fn quadrant_step(from: Place, to: Place, at: Place) -> i32 {
    let quadrant = |place: Place| match [place[0] >= at[0], place[1] >= at[1]] {
        [true, true] => 0,
        [false, true] => 1,
        [false, false] => 2,
        [true, false] => 3,
    };
    match quadrant(to) - quadrant(from) {
        3 => -1,
        -3 => 1,
        step => step,
    }
}

/// Above 0 on one side of the line through the edge, below 0 on the other.
const fn aside(from: Place, to: Place, at: Place) -> i64 {
    (to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])
}

fn is_on(from: Place, to: Place, at: Place) -> bool {
    let is_between =
        |axis: usize| from[axis].min(to[axis]) <= at[axis] && at[axis] <= from[axis].max(to[axis]);
    aside(from, to, at) == 0 && is_between(0) && is_between(1)
}

/// How the edge turns around the point: once up, once down, or not.
fn turn(from: Place, to: Place, at: Place) -> i32 {
    let aside = aside(from, to, at);
    if from[1] <= at[1] {
        i32::from(to[1] > at[1] && aside > 0)
    } else {
        -i32::from(to[1] <= at[1] && aside < 0)
    }
}

/// Whether the edge crosses the level of the point.
fn is_level([_, from]: Place, [_, to]: Place, [_, at]: Place, on: Switches, closed: bool) -> bool {
    if on.has(VERTEX_TWICE) {
        from.min(to) <= at && at <= from.max(to) && from != to
    } else if closed || on.has(INT_DIVISION_BACK) {
        (from > at) != (to > at)
    } else {
        (from >= at) != (to >= at)
    }
}

/// Whether the point lies to the left of an edge that crosses its level.
fn is_left_of(from: Place, to: Place, at: Place, on: Switches, touching: bool) -> bool {
    if on.has(NO_X) {
        return true;
    }
    let ends = [from[0], to[0]];
    if on.has(EDGE_MAX.with(EDGE_MIN)) {
        return on.has(EDGE_MAX) && at[0] <= ends[0].max(ends[1])
            || on.has(EDGE_MIN) && at[0] <= ends[0].min(ends[1]);
    }
    let [along, down, level] = [to[0] - from[0], to[1] - from[1], at[1] - from[1]];
    // An edge that crosses the level is not level itself: `down` is not 0.
    let share = Time::of(level, down);
    let place = if on.has(SLOPE_INT) {
        Time::whole(i128::from(from[0] + level * down_to_whole(along, down)))
    } else if on.has(INT_FLOOR) {
        Time::whole(i128::from(from[0] + UNIT * down_to_whole(level * along, down * UNIT)))
    } else if on.has(INT_DIVISION) {
        Time::of(level * along, down * UNIT).cut_off().place(from[0], UNIT)
    } else if on.has(INT_DIVISION_BACK) {
        Time::of((down - level) * along, -down * UNIT).cut_off().place(from[0] + along, UNIT)
    } else {
        share.place(from[0], along)
    };
    // The usual code for this asks `<`, whatever it says about the edges.
    let touching = touching && !on.has(INT_DIVISION_BACK);
    le(Time::whole(i128::from(at[0])), place, touching)
}

/// The quotient as a whole number, rounded down.
const fn down_to_whole(over: i64, under: i64) -> i64 {
    match (over / under, over % under) {
        (whole, 0) => whole,
        (whole, rest) if (rest < 0) != (under < 0) => whole - 1,
        (whole, _) => whole,
    }
}
