//! Two boxes in a frame: when A, moving as seen from B, enters and leaves B along each axis.

use hitscan_geom::{Side, Sides};

use super::crossing::{self, Crossing, Crossings, TimeChoice};
use super::{four, le, number_of, switches, with_sizes};
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
    FLUSH = "flush",
    START_MISSED = "start-missed",
    START_TOUCH_MISSED = "start-touch-missed",
    STILL_MISSED = "still-missed",
    EXIT_X_ONLY = "exit-x-only",
    EXIT_Y_ONLY = "exit-y-only",
    EXIT_MAX = "exit-max",
    ENTRY_X_ONLY = "entry-x-only",
    ENTRY_Y_ONLY = "entry-y-only",
    ENTRY_MIN = "entry-min",
    ORDER_UNTESTED = "order-untested",
    LATE = "late",
    PAST = "past",
    UNSORTED = "unsorted",
    UNSORTED_X = "unsorted-x",
    UNSORTED_Y = "unsorted-y",
    END_ONLY = "end-only",
    START_ONLY = "start-only",
    START_OR_END = "start-or-end",
    SWEPT_BOUNDS = "swept-bounds",
    RELATIVE_BOUNDS = "relative-bounds",
    VB_IGNORED = "vb-ignored",
    VA_IGNORED = "va-ignored",
    B_FIRST = "b-first",
    A_FIRST = "a-first",
    V_SUM = "v-sum",
    V_SIGN = "v-sign",
    V_HALF = "v-half",
    V_HALF_X = "v-half-x",
    V_HALF_Y = "v-half-y",
    V_DOUBLE = "v-double",
    X_MOTION_IGNORED = "x-motion-ignored",
    Y_MOTION_IGNORED = "y-motion-ignored",
    FIRST_AXIS = "first-axis",
    SIDE_X = "side-x",
    SIDE_Y = "side-y",
    SIDE_FASTER = "side-faster",
    SIDE_OVERLAP = "side-overlap",
    OPPOSITE = "opposite",
    Y_UP = "y-up",
    SWAP_NAMES = "swap-names",
    EXIT_TIME = "exit-time",
    DISTANCE = "distance",
    GAP_SIGN = "gap-sign",
    X_THEN_Y = "x-then-y",
    Y_THEN_X = "y-then-x",
    INT_DIVISION = "int-division",
    SIZE = "size",
    STEPS_2 = "steps-2",
    STEPS_3 = "steps-3",
    STEPS_4 = "steps-4",
    STEPS_5 = "steps-5",
    STEPS_8 = "steps-8",
    STEPS_10 = "steps-10",
    STEPS_16 = "steps-16",
    STEPS_20 = "steps-20",
    START_TOO = "start-too",
    MIDDLE_ONLY = "middle-only",
    CLOSEST_ONLY = "closest-only",
    START_END_OR_CLOSEST = "start-end-or-closest",
    A_STILL_MISSED = "a-still-missed",
    B_STILL_MISSED = "b-still-missed",
    SIDE_START_X = "side-start-x",
    SIDE_START_Y = "side-start-y",
}

const STEPS: Switches = STEPS_2
    .with(STEPS_3.with(STEPS_4).with(STEPS_5).with(STEPS_8))
    .with(STEPS_10.with(STEPS_16).with(STEPS_20));

/// Switches that look at places only, and are done with it.
const PLACES: Switches = STEPS
    .with(END_ONLY.with(START_ONLY).with(START_OR_END))
    .with(X_THEN_Y.with(Y_THEN_X))
    .with(SWEPT_BOUNDS.with(RELATIVE_BOUNDS))
    .with(MIDDLE_ONLY.with(CLOSEST_ONLY).with(START_END_OR_CLOSEST));

/// Two boxes at the start of a frame, and their motion.
struct RelativeFrame {
    /// Left, top, right, bottom of A and of B.
    boxes: [[i64; 4]; 2],
    /// How far A and B move.
    motions: [[i64; 2]; 2],
    /// How far A moves as seen from B.
    along: [i64; 2],
    /// What all of these were multiplied with, so that halves are whole.
    scale: i64,
}

/// What the reference says.
pub(super) fn says(pair: &PairNumbers, on: Switches, touching: bool) -> Said {
    let frame = RelativeFrame::new(pair, on);
    if on.has(PLACES) {
        return frame.looked_at(on, touching);
    }
    match frame.crossings(on, touching) {
        Some(crossings) => frame.swept(&crossings, on, touching),
        None => Said::MISS,
    }
}

impl RelativeFrame {
    fn new(pair: &PairNumbers, on: Switches) -> Self {
        // Two of the halves on one axis make a quarter.
        let scale = if on.has(V_HALF.with(V_HALF_X).with(V_HALF_Y)) { 4 } else { 1 };
        let mut boxes = [0, 1].map(|side| four(&pair.places[side]).map(|it| it * scale));
        let mut motions = pair.motions.map(|motion| motion.map(|it| it * scale));
        if on.has(SIZE) {
            boxes = boxes.map(with_sizes);
        }
        for (side, is_first) in [(1, B_FIRST), (0, A_FIRST)] {
            if on.has(is_first) {
                let [x, y] = std::mem::take(&mut motions[side]);
                let [left, top, right, bottom] = boxes[side];
                boxes[side] = [left + x, top + y, right + x, bottom + y];
            }
        }
        let along = [0, 1].map(|axis| relative(axis, motions.map(|it| it[axis]), on));
        Self { boxes, motions, along, scale }
    }

    /// A test that looks at one or several places only, or at bounds.
    fn looked_at(&self, on: Switches, touching: bool) -> Said {
        let [x, y] = self.along;
        let meet_at = |motion| self.meet_at(motion, 1, touching);
        if on.has(START_TOO) && meet_at([0, 0]) {
            let at = Some(SaidMoment::Share(Time::ZERO));
            return Said { at, ..Said::only(true) };
        }
        if on.has(MIDDLE_ONLY) {
            Said::only(self.meet_at([x, y], 2, touching))
        } else if on.has(CLOSEST_ONLY) {
            Said::only(self.meet_at_the_closest(touching))
        } else if on.has(START_END_OR_CLOSEST) {
            let at_an_end = meet_at([x, y]) || meet_at([0, 0]);
            Said::only(at_an_end || self.meet_at_the_closest(touching))
        } else if on.has(END_ONLY) {
            Said::only(meet_at([x, y]))
        } else if on.has(START_ONLY) {
            Said::only(meet_at([0, 0]))
        } else if on.has(START_OR_END) {
            Said::only(meet_at([x, y]) || meet_at([0, 0]))
        } else if on.has(X_THEN_Y.with(Y_THEN_X)) {
            self.one_axis_after_the_other(on.has(X_THEN_Y), touching)
        } else if on.has(SWEPT_BOUNDS) {
            Said::only(self.bounds_meet(self.motions, touching))
        } else if on.has(RELATIVE_BOUNDS) {
            Said::only(self.bounds_meet([self.along, [0, 0]], touching))
        } else {
            let steps = number_of(CODES, on, "steps-");
            let meet = |&step: &i64| self.meet_at([x * step, y * step], steps, touching);
            (1..=steps).find(meet).map_or(Said::MISS, |step| {
                let at = Some(SaidMoment::Share(Time::of(step, steps)));
                Said { hit: true, sides: None, at }
            })
        }
    }

    /// Whether they meet when A has moved by `motion / parts`.
    fn meet_at(&self, motion: [i64; 2], parts: i64, touching: bool) -> bool {
        [0, 1].into_iter().all(|axis| {
            let [[low, high], [other_low, other_high]] =
                self.boxes.map(|it| [it[axis] * parts, it[axis + 2] * parts]);
            le(other_low, high + motion[axis], touching)
                && le(low + motion[axis], other_high, touching)
        })
    }

    /// Whether they meet at the moment when their middles are closest.
    fn meet_at_the_closest(&self, touching: bool) -> bool {
        let [a, b] = self.boxes;
        let along = self.along.map(i128::from);
        let twice_apart =
            [0, 1].map(|axis| i128::from(b[axis] + b[axis + 2] - a[axis] - a[axis + 2]));
        let over = along[0] * twice_apart[0] + along[1] * twice_apart[1];
        let under = 2 * (along[0].pow(2) + along[1].pow(2));
        let share = if under == 0 { Time::ZERO } else { Time::At { over, under } };
        let share = share.clamp(Time::ZERO, Time::ONE);
        [0, 1].into_iter().all(|axis| {
            let [low, high] = [a[axis], a[axis + 2]].map(|it| share.place(it, self.along[axis]));
            let [other_low, other_high] = [b[axis], b[axis + 2]].map(|it| Time::whole(it.into()));
            le(other_low, high, touching) && le(low, other_high, touching)
        })
    }

    fn one_axis_after_the_other(&self, x_first: bool, touching: bool) -> Said {
        let [x, y] = self.along;
        let side_x = if x > 0 { Side::Left } else { Side::Right };
        let side_y = if y > 0 { Side::Top } else { Side::Bottom };
        let (first, [one, other]) =
            if x_first { ([x, 0], [side_x, side_y]) } else { ([0, y], [side_y, side_x]) };
        let side = if self.meet_at(first, 1, touching) {
            one
        } else if self.meet_at([x, y], 1, touching) {
            other
        } else {
            return Said::MISS;
        };
        Said { hit: true, sides: Some(ClaimedSides::Sides(side.into())), at: None }
    }

    /// Whether the boxes around two ways meet.
    fn bounds_meet(&self, motions: [[i64; 2]; 2], touching: bool) -> bool {
        [0, 1].into_iter().all(|axis| {
            let [[low, high], [other_low, other_high]] = [0, 1].map(|side| {
                let (at, motion) = (self.boxes[side], motions[side][axis]);
                [at[axis] + motion.min(0), at[axis + 2] + motion.max(0)]
            });
            le(other_low, high, touching) && le(low, other_high, touching)
        })
    }

    /// A's ways through B; `None` if it has no motion along an axis and misses there.
    fn crossings(&self, on: Switches, touching: bool) -> Option<Crossings> {
        let [a, b] = self.boxes;
        let mut crossings = [None; 2];
        for axis in [0, 1] {
            let gaps = [b[axis] - a[axis + 2], b[axis + 2] - a[axis]];
            if self.along[axis] != 0 {
                let mut it = Crossing::new(axis, gaps, self.along[axis], on.has(INT_DIVISION));
                let near = it.side;
                if !on.has(UNSORTED.with([UNSORTED_X, UNSORTED_Y][axis])) {
                    it = it.sorted();
                }
                if on.has(GAP_SIGN) && it.enter == Time::ZERO {
                    it.side = near;
                }
                crossings[axis] = Some(it);
            } else if !on.has(REST_UNTESTED.with([REST_X_UNTESTED, REST_Y_UNTESTED][axis])) {
                let always_misses = on.has(REST_MISS.with([REST_X_MISS, REST_Y_MISS][axis]));
                let touching = touching || on.has(FLUSH);
                if always_misses || !(le(gaps[0], 0, touching) && le(0, gaps[1], touching)) {
                    return None;
                }
            }
        }
        Some(crossings)
    }

    /// Whether, when and where A enters B.
    fn swept(&self, crossings: &Crossings, on: Switches, touching: bool) -> Said {
        let left_out = [on.has(ENTRY_Y_ONLY), on.has(ENTRY_X_ONLY)];
        let is_wrong_way = on.has(ENTRY_MIN);
        let entry = crossing::entry(crossings, TimeChoice { left_out, is_wrong_way });
        let left_out = [on.has(EXIT_Y_ONLY), on.has(EXIT_X_ONLY)];
        let exit =
            crossing::exit(crossings, TimeChoice { left_out, is_wrong_way: on.has(EXIT_MAX) });
        let is_in_time = (on.has(ORDER_UNTESTED) || le(entry, exit, touching))
            && (on.has(LATE) || le(entry, Time::ONE, touching))
            && (on.has(PAST) || le(Time::ZERO, exit, touching));
        let is_missed = on.has(START_MISSED) && entry < Time::ZERO
            || on.has(START_TOUCH_MISSED) && entry == Time::ZERO
            || on.has(STILL_MISSED) && self.along == [0, 0]
            || on.has(A_STILL_MISSED) && self.motions[0] == [0, 0]
            || on.has(B_STILL_MISSED) && self.motions[1] == [0, 0];
        if !is_in_time || is_missed {
            return Said::MISS;
        }
        if entry < Time::ZERO {
            let at = Some(SaidMoment::Share(Time::ZERO));
            return Said { hit: true, sides: Some(ClaimedSides::Inside), at };
        }
        let at = if on.has(EXIT_TIME) {
            SaidMoment::Share(exit)
        } else if on.has(DISTANCE) {
            self.length(entry)
        } else {
            SaidMoment::Share(entry)
        };
        let sides = ClaimedSides::Sides(self.sides(crossings, entry, on));
        Said { hit: true, sides: Some(sides), at: Some(at) }
    }

    /// How far A has moved at a time.
    fn length(&self, time: Time) -> SaidMoment {
        let [x, y] = self.along.map(i128::from);
        let share = match time {
            Time::At { over, under } => Time::At { over, under: under * i128::from(self.scale) },
            beyond => beyond,
        };
        SaidMoment::Length(share, x * x + y * y)
    }

    /// The sides that it names for an entry.
    fn sides(&self, crossings: &Crossings, entry: Time, on: Switches) -> Sides {
        let time = if on.has(FIRST_AXIS) { crossing::first_entry(crossings) } else { entry };
        let mut sides = crossing::sides_at(crossings, time);
        if let &[Some(x), Some(y)] = crossings {
            if on.has(SIDE_Y) {
                sides = y.side.into();
            } else if on.has(SIDE_X) {
                sides = x.side.into();
            }
            let is_apart = |it: Crossing| it.enter >= Time::ZERO;
            if on.has(SIDE_START_X) {
                sides = if is_apart(x) { x } else { y }.side.into();
            } else if on.has(SIDE_START_Y) {
                sides = if is_apart(y) { y } else { x }.side.into();
            }
        }
        if on.has(SIDE_FASTER) {
            sides = crossing::sides_of_the_faster(crossings);
        }
        if on.has(SIDE_OVERLAP) {
            sides = self.sides_of_the_smaller_overlap();
        }
        let is_opposite = on.has(OPPOSITE);
        let sides = crossing::turned(sides, [is_opposite, is_opposite != on.has(Y_UP)]);
        if on.has(SWAP_NAMES) { crossing::swapped(sides) } else { sides }
    }

    /// The sides of the axis along which they overlap less at the end of the frame.
    fn sides_of_the_smaller_overlap(&self) -> Sides {
        let [a, b] = self.boxes;
        let at_the_end = |axis: usize, [near, far]: [Side; 2]| {
            let [low, high] = [a[axis], a[axis + 2]].map(|it| it + self.along[axis]);
            let overlap = high.min(b[axis + 2]) - low.max(b[axis]);
            let is_near = low + high < b[axis] + b[axis + 2];
            (overlap, if is_near { near } else { far })
        };
        let (x, side_x) = at_the_end(0, [Side::Left, Side::Right]);
        let (y, side_y) = at_the_end(1, [Side::Top, Side::Bottom]);
        match x.cmp(&y) {
            std::cmp::Ordering::Less => side_x.into(),
            std::cmp::Ordering::Greater => side_y.into(),
            std::cmp::Ordering::Equal => Sides::from(side_x).with(side_y),
        }
    }
}

/// How far A moves along an axis as seen from B. Of two wrong formulas the last one counts.
fn relative(axis: usize, [a, b]: [i64; 2], on: Switches) -> i64 {
    let [half, ignored] = [[V_HALF_X, X_MOTION_IGNORED], [V_HALF_Y, Y_MOTION_IGNORED]][axis];
    let mut along = if on.has(V_SUM) {
        a + b
    } else if on.has(VA_IGNORED) {
        -b
    } else if on.has(VB_IGNORED) {
        a
    } else {
        a - b
    };
    if on.has(V_SIGN) {
        along = -along;
    }
    for switch in [V_HALF, half] {
        if on.has(switch) {
            along /= 2;
        }
    }
    if on.has(V_DOUBLE) {
        along *= 2;
    }
    if on.has(ignored) { 0 } else { along }
}
