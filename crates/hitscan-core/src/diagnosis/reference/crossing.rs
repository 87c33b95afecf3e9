//! When something that moves enters and leaves a box along each axis, and by which side.

use hitscan_geom::{Axis, Side, Sides};

use crate::diagnosis::time::Time;

/// The way through a box along one axis.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    /// The axis: 0 or 1.
    pub(super) axis: usize,
    /// When it enters.
    pub(super) enter: Time,
    /// When it leaves.
    pub(super) leave: Time,
    /// The side by which it enters.
    pub(super) side: Side,
    /// How far it moves along the axis, without a sign.
    pub(super) speed: i64,
}

/// The ways along x and along y; `None` along an axis without motion.
pub(super) type Crossings = [Option<Crossing>; 2];

/// Which of two times count, and which of them is taken.
#[derive(Clone, Copy)]
pub(super) struct TimeChoice {
    /// Whether the time of x, of y is left out.
    pub(super) left_out: [bool; 2],
    /// Whether it takes the earlier one of entries, or the later one of exits.
    pub(super) is_wrong_way: bool,
}

impl Crossing {
    /// The way from one edge to the other: `gaps` are the distances to the left or top edge and to
    /// the right or bottom one.
    pub(super) fn new(axis: usize, gaps: [i64; 2], along: i64, is_cut_off: bool) -> Self {
        let [mut enter, mut leave] = gaps.map(|gap| Time::of(gap, along));
        if is_cut_off {
            (enter, leave) = (enter.cut_off(), leave.cut_off());
        }
        let [side, _] = Axis::ALL[axis].sides();
        Self { axis, enter, leave, side, speed: along.abs() }
    }

    /// With the two times in order: who moves left or up enters by the other edge.
    pub(super) fn sorted(self) -> Self {
        if self.enter > self.leave {
            let (enter, leave) = (self.leave, self.enter);
            Self { enter, leave, side: self.side.opposite(), ..self }
        } else {
            self
        }
    }
}

/// The time of entry into the box: the later one.
pub(super) fn entry(crossings: &Crossings, choice: TimeChoice) -> Time {
    let times = counted(crossings, choice).map(|it| it.enter);
    if choice.is_wrong_way { times.min() } else { times.max() }.unwrap_or(Time::Never)
}

/// The time of exit from the box: the earlier one.
pub(super) fn exit(crossings: &Crossings, choice: TimeChoice) -> Time {
    let times = counted(crossings, choice).map(|it| it.leave);
    if choice.is_wrong_way { times.max() } else { times.min() }.unwrap_or(Time::Forever)
}

fn counted(crossings: &Crossings, choice: TimeChoice) -> impl Iterator<Item = &Crossing> {
    crossings.iter().flatten().filter(move |it| !choice.left_out[it.axis])
}

/// The time of the axis that is entered first.
pub(super) fn first_entry(crossings: &Crossings) -> Time {
    entry(crossings, TimeChoice { left_out: [false; 2], is_wrong_way: true })
}

/// The sides of the axes that are entered at a time.
pub(super) fn sides_at(crossings: &Crossings, time: Time) -> Sides {
    crossings.iter().flatten().filter(|it| it.enter == time).map(|it| it.side).collect()
}

/// The sides of the axes along which it moves the farthest.
pub(super) fn sides_of_the_faster(crossings: &Crossings) -> Sides {
    let all = || crossings.iter().flatten();
    let speed = all().map(|it| it.speed).max();
    all().filter(|it| Some(it.speed) == speed).map(|it| it.side).collect()
}

/// The opposite sides, of x and of y if so.
pub(super) fn turned(sides: Sides, turns: [bool; 2]) -> Sides {
    let turned = |side: Side| {
        let is_turned = match side.axis() {
            Axis::X => turns[0],
            Axis::Y => turns[1],
        };
        if is_turned { side.opposite() } else { side }
    };
    sides.iter().map(turned).collect()
}

/// The sides of the other axis.
pub(super) fn swapped(sides: Sides) -> Sides {
    let swapped = |side| match side {
        Side::Left => Side::Top,
        Side::Top => Side::Left,
        Side::Right => Side::Bottom,
        Side::Bottom => Side::Right,
    };
    sides.iter().map(swapped).collect()
}
