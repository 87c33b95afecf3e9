//! A box and a laser: when the laser enters and leaves the box along each axis.

use hitscan_geom::Sides;

use super::crossing::{self, Crossing, Crossings, TimeChoice};
use super::{four, laser_laser, le, number_of, switches, with_sizes};
use crate::diagnosis::numbers::PairNumbers;
use crate::diagnosis::said::{Said, SaidMoment, Switches};
use crate::diagnosis::time::Time;
use crate::methods::ClaimedSides;

switches! {
    REST_UNTESTED = "rest-untested",
    REST_X_UNTESTED = "rest-x-untested",
    REST_Y_UNTESTED = "rest-y-untested",
    REST_MISS = "rest-miss",
    REST_X_MISS = "rest-x-miss",
    REST_Y_MISS = "rest-y-miss",
    REST_LOOKS_AT_X = "rest-looks-at-x",
    REST_LOOKS_AT_Y = "rest-looks-at-y",
    POINT_MISS = "point-miss",
    BEYOND = "beyond",
    BEHIND = "behind",
    INSIDE_MISSED = "inside-missed",
    START_TOUCH_MISSED = "start-touch-missed",
    INSIDE_UNSEEN = "inside-unseen",
    UNSORTED = "unsorted",
    UNSORTED_X = "unsorted-x",
    UNSORTED_Y = "unsorted-y",
    EXIT_X_ONLY = "exit-x-only",
    EXIT_Y_ONLY = "exit-y-only",
    EXIT_MAX = "exit-max",
    ENTRY_X_ONLY = "entry-x-only",
    ENTRY_Y_ONLY = "entry-y-only",
    ENTRY_MIN = "entry-min",
    ORDER_UNTESTED = "order-untested",
    FIRST_AXIS = "first-axis",
    SIDE_X = "side-x",
    SIDE_Y = "side-y",
    SIDE_FASTER = "side-faster",
    OPPOSITE = "opposite",
    OPPOSITE_X = "opposite-x",
    Y_UP = "y-up",
    SWAP_NAMES = "swap-names",
    EXIT_TIME = "exit-time",
    DISTANCE = "distance",
    SIZE = "size",
    END_AS_DIRECTION = "end-as-direction",
    DIRECTION_SIGN = "direction-sign",
    BOUNDS = "bounds",
    ENDS_ONLY = "ends-only",
    START_ONLY = "start-only",
    END_ONLY = "end-only",
    MIDDLE_ONLY = "middle-only",
    ONE_DIAGONAL = "one-diagonal",
    OTHER_DIAGONAL = "other-diagonal",
    INT_DIVISION = "int-division",
    SAMPLES_2 = "samples-2",
    SAMPLES_4 = "samples-4",
    SAMPLES_5 = "samples-5",
    SAMPLES_8 = "samples-8",
    SAMPLES_10 = "samples-10",
    SAMPLES_16 = "samples-16",
    SAMPLES_20 = "samples-20",
    SAMPLES_32 = "samples-32",
    SAMPLES_50 = "samples-50",
    SAMPLES_100 = "samples-100",
    NO_LEFT = "no-left",
    NO_RIGHT = "no-right",
    NO_TOP = "no-top",
    NO_BOTTOM = "no-bottom",
    BOTH_OUTSIDE_MISSED = "both-outside-missed",
    END_INSIDE_MISSED = "end-inside-missed",
    ALL_INSIDE = "all-inside",
    REMAINDER_X = "remainder-x",
    REMAINDER_Y = "remainder-y",
    ENDS_OR_DIAGONAL = "ends-or-diagonal",
    ENDS_OR_OTHER = "ends-or-other",
    CLOSEST_ONLY = "closest-only",
    ENDS_OR_CLOSEST = "ends-or-closest",
    REACH_LONGER = "reach-longer",
    REACH_A = "reach-a",
    REACH_B = "reach-b",
    REACH_SQUARES = "reach-squares",
    SIDE_START_X = "side-start-x",
    SIDE_START_Y = "side-start-y",
}

const SAMPLES: Switches = SAMPLES_2
    .with(SAMPLES_4.with(SAMPLES_5).with(SAMPLES_8).with(SAMPLES_10).with(SAMPLES_16))
    .with(SAMPLES_20.with(SAMPLES_32).with(SAMPLES_50).with(SAMPLES_100));

/// Switches that look at places only, and are done with it.
const PLACES: Switches = SAMPLES
    .with(BOUNDS)
    .with(ENDS_ONLY.with(START_ONLY).with(END_ONLY).with(MIDDLE_ONLY))
    .with(NEAR);

/// Those of them that look at the place nearest to the middle of the box.
const NEAR: Switches = CLOSEST_ONLY.with(ENDS_OR_CLOSEST);

/// Switches that test diagonals.
const DIAGONALS: Switches =
    ONE_DIAGONAL.with(OTHER_DIAGONAL).with(ENDS_OR_DIAGONAL.with(ENDS_OR_OTHER));

/// Switches that reject a laser early, by its ends or its distance.
const EARLY: Switches = BOTH_OUTSIDE_MISSED
    .with(ALL_INSIDE)
    .with(REACH_LONGER.with(REACH_A).with(REACH_B).with(REACH_SQUARES));

/// Further away than any place.
const FAR: i64 = 1 << 40;

/// Two corners of a box or two ends of a laser: `[x1, y1, x2, y2]`.
type Ends = [i64; 4];

/// What the reference says.
pub(super) fn says(pair: &PairNumbers, on: Switches, touching: bool) -> Said {
    let [mut at, laser] = [0, 1].map(|side| four(&pair.places[side]));
    if on.has(SIZE) {
        at = with_sizes(at);
    }
    if on.has(PLACES) {
        return Said::only(places_hit(at, laser, on, touching));
    }
    if on.has(INSIDE_UNSEEN) && is_inside(at, laser) {
        return Said::MISS;
    }
    if on.has(EARLY) && is_rejected(at, laser, on, touching) {
        return Said::MISS;
    }
    if on.has(DIAGONALS) {
        return Said::only(crosses_diagonal(at, laser, on, touching));
    }
    let along = direction(laser, on);
    if on.has(POINT_MISS) && along == [0, 0] {
        return Said::MISS;
    }
    // An edge that is left out lies far away.
    for (index, edge) in [NO_LEFT, NO_TOP, NO_RIGHT, NO_BOTTOM].into_iter().enumerate() {
        if on.has(edge) {
            at[index] = if index < 2 { -FAR } else { FAR };
        }
    }
    match crossings(at, laser, along, on, touching) {
        Some(crossings) => through(&crossings, along, on, touching),
        None => Said::MISS,
    }
}

/// A test that looks whether places of the laser are in the box, or only at its bounds.
fn places_hit(at: Ends, laser: Ends, on: Switches, touching: bool) -> bool {
    if on.has(BOUNDS) {
        return [0, 1].into_iter().all(|axis| {
            let (one, other) = (laser[axis], laser[axis + 2]);
            le(at[axis], one.max(other), touching) && le(one.min(other), at[axis + 2], touching)
        });
    }
    // The place `numerator / parts` of the way, with all numbers multiplied by `parts`.
    let is_in = |numerator: i64, parts: i64| {
        [0, 1].into_iter().all(|axis| {
            let place = laser[axis] * parts + (laser[axis + 2] - laser[axis]) * numerator;
            le(at[axis] * parts, place, touching) && le(place, at[axis + 2] * parts, touching)
        })
    };
    if on.has(NEAR) {
        let has_end = on.has(ENDS_OR_CLOSEST) && (is_in(0, 1) || is_in(1, 1));
        has_end || is_nearest_in(at, laser, touching)
    } else if on.has(ENDS_ONLY) {
        is_in(0, 1) || is_in(1, 1)
    } else if on.has(START_ONLY) {
        is_in(0, 1)
    } else if on.has(END_ONLY) {
        is_in(1, 1)
    } else if on.has(MIDDLE_ONLY) {
        is_in(1, 2)
    } else {
        let parts = number_of(CODES, on, "samples-");
        (0..=parts).any(|numerator| is_in(numerator, parts))
    }
}

/// Whether it crosses a diagonal of the box, or has an end in the box if that counts.
fn crosses_diagonal(at: Ends, laser: Ends, on: Switches, touching: bool) -> bool {
    let [left, top, right, bottom] = at;
    let other = [left, bottom, right, top];
    let diagonal = if on.has(ONE_DIAGONAL.with(ENDS_OR_DIAGONAL)) { at } else { other };
    let has_end = || has_end_in(at, laser, touching).contains(&true);
    on.has(ENDS_OR_DIAGONAL.with(ENDS_OR_OTHER)) && has_end()
        || laser_laser::hit(diagonal, laser, Switches::NONE, touching).hit
}

/// Whether the first and the second end of the laser are in the box.
fn has_end_in(at: Ends, [x1, y1, x2, y2]: Ends, touching: bool) -> [bool; 2] {
    [[x1, y1], [x2, y2]].map(|end| {
        let is_between = |axis: usize| {
            le(at[axis], end[axis], touching) && le(end[axis], at[axis + 2], touching)
        };
        is_between(0) && is_between(1)
    })
}

/// Whether an early test rejects the laser.
fn is_rejected(at: Ends, laser: Ends, on: Switches, touching: bool) -> bool {
    let ends = has_end_in(at, laser, touching);
    if on.has(BOTH_OUTSIDE_MISSED) && !ends.contains(&true)
        || on.has(ALL_INSIDE) && ends.contains(&false)
    {
        return true;
    }
    let square = |x: i64, y: i64| i128::from(x).pow(2) + i128::from(y).pow(2);
    let size = |[x1, y1, x2, y2]: Ends| square(x2 - x1, y2 - y1);
    let between = |axis: usize| at[axis] + at[axis + 2] - laser[axis] - laser[axis + 2];
    let (of_a, of_b) = (size(at), size(laser));
    let reaches = [
        (REACH_LONGER, of_a.max(of_b)),
        (REACH_A, of_a),
        (REACH_B, of_b),
        (REACH_SQUARES, of_a + of_b),
    ];
    let twice_apart = square(between(0), between(1));
    reaches.into_iter().any(|(switch, reach)| on.has(switch) && twice_apart > reach)
}

/// Whether the place of the laser that is nearest to the middle of the box is in the box.
fn is_nearest_in(at: Ends, laser: Ends, touching: bool) -> bool {
    let along = [0, 1].map(|axis| i128::from(laser[axis + 2] - laser[axis]));
    let twice_to = [0, 1].map(|axis| i128::from(at[axis] + at[axis + 2] - 2 * laser[axis]));
    let over = along[0] * twice_to[0] + along[1] * twice_to[1];
    let under = 2 * (along[0].pow(2) + along[1].pow(2));
    let share = if under == 0 { Time::ZERO } else { Time::At { over, under } };
    let share = share.clamp(Time::ZERO, Time::ONE);
    [0, 1].into_iter().all(|axis| {
        let place = share.place(laser[axis], laser[axis + 2] - laser[axis]);
        let [low, high] = [at[axis], at[axis + 2]].map(|it| Time::whole(it.into()));
        le(low, place, touching) && le(place, high, touching)
    })
}

/// Whether all of the laser is in the box, without touching an edge.
fn is_inside(at: Ends, laser: Ends) -> bool {
    [0, 1].into_iter().all(|axis| {
        let (one, other) = (laser[axis], laser[axis + 2]);
        at[axis] < one.min(other) && one.max(other) < at[axis + 2]
    })
}

fn direction([x1, y1, x2, y2]: Ends, on: Switches) -> [i64; 2] {
    let along = if on.has(END_AS_DIRECTION) { [x2, y2] } else { [x2 - x1, y2 - y1] };
    if on.has(DIRECTION_SIGN) { along.map(|it| -it) } else { along }
}

/// The laser's ways through the box; `None` if it has no motion along an axis and misses there.
fn crossings(
    at: Ends,
    laser: Ends,
    along: [i64; 2],
    on: Switches,
    touching: bool,
) -> Option<Crossings> {
    let mut crossings = [None; 2];
    for axis in [0, 1] {
        let gaps = [at[axis] - laser[axis], at[axis + 2] - laser[axis]];
        let rests = along[axis] == 0
            || on.has(REST_LOOKS_AT_X) && along[0] == 0
            || on.has(REST_LOOKS_AT_Y) && along[1] == 0;
        if !rests {
            let crossing = Crossing::new(axis, gaps, along[axis], on.has(INT_DIVISION));
            let unsorted = UNSORTED.with([UNSORTED_X, UNSORTED_Y][axis]);
            crossings[axis] = Some(if on.has(unsorted) { crossing } else { crossing.sorted() });
        } else if !on.has(REST_UNTESTED.with([REST_X_UNTESTED, REST_Y_UNTESTED][axis])) {
            let always_misses = on.has(REST_MISS.with([REST_X_MISS, REST_Y_MISS][axis]));
            if always_misses || !(le(gaps[0], 0, touching) && le(0, gaps[1], touching)) {
                return None;
            }
        }
    }
    Some(crossings)
}

/// Whether, when and where the laser enters.
fn through(crossings: &Crossings, along: [i64; 2], on: Switches, touching: bool) -> Said {
    let left_out = [on.has(ENTRY_Y_ONLY), on.has(ENTRY_X_ONLY)];
    let entry =
        crossing::entry(crossings, TimeChoice { left_out, is_wrong_way: on.has(ENTRY_MIN) });
    let left_out = [on.has(EXIT_Y_ONLY), on.has(EXIT_X_ONLY)];
    let exit = crossing::exit(crossings, TimeChoice { left_out, is_wrong_way: on.has(EXIT_MAX) });
    let is_in_time = (on.has(ORDER_UNTESTED) || le(entry, exit, touching))
        && (on.has(BEYOND) || le(entry, Time::ONE, touching))
        && (on.has(BEHIND) || le(Time::ZERO, exit, touching));
    let is_missed = on.has(INSIDE_MISSED) && entry < Time::ZERO
        || on.has(START_TOUCH_MISSED) && entry == Time::ZERO
        || on.has(END_INSIDE_MISSED) && !le(exit, Time::ONE, touching);
    if !is_in_time || is_missed {
        return Said::MISS;
    }
    if entry < Time::ZERO {
        let at = Some(SaidMoment::Share(Time::ZERO));
        return Said { hit: true, sides: Some(ClaimedSides::Inside), at };
    }
    // A laser that begins on an edge may name it or not.
    let sides =
        (entry != Time::ZERO).then(|| ClaimedSides::Sides(sides(crossings, along, entry, on)));
    let at = if on.has(DISTANCE) {
        let [x, y] = along.map(i128::from);
        SaidMoment::Length(entry, x * x + y * y)
    } else {
        let entry = remainder(crossings, entry, on);
        SaidMoment::Share(if on.has(EXIT_TIME) { exit } else { entry })
    };
    Said { hit: true, sides, at: Some(at) }
}

/// The time of an entry, or its share of what a clip along the other axis leaves of the laser.
fn remainder(crossings: &Crossings, entry: Time, on: Switches) -> Time {
    let first = match crossings {
        [Some(x), _] if on.has(REMAINDER_X) => x.enter,
        [_, Some(y)] if on.has(REMAINDER_Y) => y.enter,
        _ => return entry,
    };
    match (first, entry) {
        (Time::At { over: first, under: by }, Time::At { over, under })
            if first > 0 && first < by && Time::At { over: first, under: by } < entry =>
        {
            // (entry - first) / (1 - first).
            Time::At { over: over * by - first * under, under: under * (by - first) }
        }
        _ => entry,
    }
}

/// The sides that it names for an entry.
fn sides(crossings: &Crossings, along: [i64; 2], entry: Time, on: Switches) -> Sides {
    let time = if on.has(FIRST_AXIS) { crossing::first_entry(crossings) } else { entry };
    let mut sides = crossing::sides_at(crossings, time);
    let mut moving = crossings.iter().flatten();
    // Of a level or an upright laser both of these name the only axis there is.
    if on.has(SIDE_Y) {
        sides = moving.next_back().map_or(sides, |it| it.side.into());
    } else if on.has(SIDE_X) {
        sides = moving.next().map_or(sides, |it| it.side.into());
    }
    if let &[Some(x), Some(y)] = crossings {
        let is_out = |it: Crossing| it.enter > Time::ZERO;
        if on.has(SIDE_START_X) {
            sides = if is_out(x) { x } else { y }.side.into();
        } else if on.has(SIDE_START_Y) {
            sides = if is_out(y) { y } else { x }.side.into();
        }
    }
    if on.has(SIDE_FASTER) && !along.contains(&0) {
        sides = crossing::sides_of_the_faster(crossings);
    }
    let is_opposite = on.has(OPPOSITE);
    let turns = [is_opposite != on.has(OPPOSITE_X), is_opposite != on.has(Y_UP)];
    let sides = crossing::turned(sides, turns);
    if on.has(SWAP_NAMES) { crossing::swapped(sides) } else { sides }
}
