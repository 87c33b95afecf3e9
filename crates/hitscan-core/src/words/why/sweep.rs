//! `swept`: when each axis is entered and left, and what follows from that.

use std::cmp::Ordering;

use super::super::number;
use super::page::{Intervals, Medium, PageSubject, PageWriter, PairPart, Role, place};
use super::table::{AxisTable, NOTHING, NUMBERS};
use crate::methods::MethodStep;
use crate::words::number::{ROOM, decimals_for, lone_time, plain, time, time_parts};
use crate::words::verdict::{entry_text, on_axis, other_axis};
use hitscan_geom::{AtRest, Axis, Fraction, Milli, Operand, Passage, Step as ExactStep, Swept};

pub(super) fn write(subject: &PageSubject<'_>, steps: &[MethodStep], page: &mut PageWriter) {
    let frame = subject.pair_result.frame;
    let Some(swept) = frame.map(|[a, b]| hitscan_geom::swept(&a, &b)) else { return };
    let (a, b) = (&subject.a.name, &subject.b.name);
    page.say(Role::Dim, &format!("{a} moves by v against {b};\u{a0}t counts frames"));
    let [Some(x), Some(y)] = Axis::ALL.map(|axis| AxisTimes::of(axis, steps)) else { return };
    let by_axis = [x, y];
    let table = times_table(subject, by_axis, add_in_one_line);
    let fits = table.fits(page);
    let table = if fits { table } else { times_table(subject, by_axis, add_in_two_lines) };
    table.write(page);
    let times = frame_times(steps);
    if let Some([t_in, t_out]) = times {
        let decimals = decimals_for(&[t_in, t_out]);
        page.text(&format!("t_in\u{a0} = max(enters) = {}", time(t_in, decimals)));
        page.text(&format!("t_out = min(leaves) = {}", time(t_out, decimals)));
    }
    if matches!(page.medium, Medium::Panel(_)) {
        intervals(by_axis, times, page);
    }
    let part = match swept {
        Swept::Hit { sides, .. } => PairPart::sides(Operand::B, sides),
        Swept::Graze { flush, .. } => flush.map(PairPart::Gap),
        Swept::Miss | Swept::Overlap { .. } => None,
    };
    page.about(part).deciding(&what_happens(subject, swept, by_axis, times));
    let word = subject.pair_result.outcome.word();
    page.row(Role::Text, &format!("-> {}    (the word: {word})", swept.token()));
}

/// When both overlap on each axis within the frame, as bars from 0 to 1.
fn intervals(by_axis: [AxisTimes; 2], frame: Option<[Fraction; 2]>, page: &mut PageWriter) {
    let each = by_axis.map(|times| match times {
        AxisTimes::Moving { times, .. } => within_the_frame(times),
        AxisTimes::AtRest { meets: AtRest::Never, .. } => None,
        AxisTimes::AtRest { .. } => Some([Fraction::ZERO, Fraction::ONE]),
    });
    page.intervals = Some(Intervals { each, both: frame.and_then(within_the_frame) });
    for axis in Axis::ALL {
        page.about(PairPart::Interval(axis)).row(Role::Interval(axis), axis.token());
    }
}

/// The part of an interval between 0 and 1, if there is one.
fn within_the_frame([from, until]: [Fraction; 2]) -> Option<[Fraction; 2]> {
    let [from, until] = [from.max(Fraction::ZERO), until.min(Fraction::ONE)];
    (from <= until).then_some([from, until])
}

/// The last entry and the first exit.
fn frame_times(steps: &[MethodStep]) -> Option<[Fraction; 2]> {
    let time = |wanted| {
        found!(steps, MethodStep::Exact(ExactStep::FrameTime { passage, t }) if passage == wanted => t)
            .next()
    };
    Some([time(Passage::Entry)?, time(Passage::Exit)?])
}

/// The steps about one axis.
#[derive(Clone, Copy)]
enum AxisTimes {
    /// When its ranges start and stop meeting.
    Moving { velocity: Milli, gaps: [Milli; 2], times: [Fraction; 2] },
    /// No relative motion along it.
    AtRest { gap: Milli, meets: AtRest },
}

impl AxisTimes {
    fn of(wanted: Axis, steps: &[MethodStep]) -> Option<Self> {
        let is_about = |step: &ExactStep| match *step {
            ExactStep::AxisTime { axis, .. } | ExactStep::AxisAtRest { axis, .. } => axis == wanted,
            _ => false,
        };
        let about: Vec<_> =
            found!(steps, MethodStep::Exact(step) if is_about(&step) => step).collect();
        match about[..] {
            [
                ExactStep::AxisTime { velocity, gap: near, t: entry, .. },
                ExactStep::AxisTime { gap: far, t: exit, .. },
            ] => Some(Self::Moving { velocity, gaps: [near, far], times: [entry, exit] }),
            [ExactStep::AxisAtRest { gap, meets, .. }] => Some(Self::AtRest { gap, meets }),
            _ => None,
        }
    }

    const fn times(self) -> Option<[Fraction; 2]> {
        match self {
            Self::Moving { times, .. } => Some(times),
            Self::AtRest { .. } => None,
        }
    }

    fn entry(self) -> Option<Fraction> {
        self.times().map(|[entry, _]| entry)
    }
}

/// The velocity, the gaps, and the times computed from them, which `add` adds.
fn times_table(
    subject: &PageSubject<'_>,
    by_axis: [AxisTimes; 2],
    add: fn(&mut AxisTable, [&str; 2], [[String; 2]; 2]),
) -> AxisTable {
    let times: Vec<Fraction> = by_axis.into_iter().filter_map(AxisTimes::times).flatten().collect();
    let decimals = decimals_for(&times);
    let lengths = [(Axis::X, by_axis[0]), (Axis::Y, by_axis[1])].map(|(axis, times)| match times {
        AxisTimes::Moving { velocity, gaps: [near, far], .. } => [velocity, near, far]
            .map(|length| plain(number::read(subject.settings, axis, length), ROOM)),
        // Along the motion, a gap has a direction; without motion it is a distance.
        AxisTimes::AtRest { gap, .. } => ["0".to_owned(), plain(gap, ROOM), NOTHING.to_owned()],
    });
    let parts = |index: usize| {
        by_axis.map(|axis| match (axis, index) {
            (AxisTimes::Moving { times, .. }, _) => time_parts(times[index], decimals),
            (AxisTimes::AtRest { meets, .. }, ENTRY) => [meets.token().to_owned(), String::new()],
            (AxisTimes::AtRest { .. }, _) => [NOTHING.to_owned(), String::new()],
        })
    };
    let (b, [[vx, near_x, far_x], [vy, near_y, far_y]]) = (subject.b.name, lengths);
    let mut table = AxisTable::new(NUMBERS);
    table.row(["v"; 2], [vx, vy]);
    table.row([format!("gap to {b}"), "gap".to_owned()], [near_x, near_y]);
    add(&mut table, ["enters, gap / v", "enters"], parts(ENTRY));
    table.row([format!("gap past {b}"), "past".to_owned()], [far_x, far_y]);
    add(&mut table, ["leaves, past / v", "leaves"], parts(EXIT));
    table
}

/// The indices of entry and exit in pairs of times.
const ENTRY: usize = 0;
const EXIT: usize = 1;

/// A row of times with their decimals beside them.
fn add_in_one_line(table: &mut AxisTable, labels: [&str; 2], parts: [[String; 2]; 2]) {
    table.row(labels, parts.map(|parts| parts.join(" ").trim().to_owned()));
}

/// A row of times with their decimals below them.
fn add_in_two_lines(table: &mut AxisTable, labels: [&str; 2], parts: [[String; 2]; 2]) {
    let [[x, x_decimals], [y, y_decimals]] = parts;
    table.row(labels, [x, y]);
    if !(x_decimals.is_empty() && y_decimals.is_empty()) {
        table.row([""; 2], [x_decimals, y_decimals]);
    }
}

/// The deciding sentence.
fn what_happens(
    subject: &PageSubject<'_>,
    swept: Swept,
    by_axis: [AxisTimes; 2],
    frame_times: Option<[Fraction; 2]>,
) -> String {
    let (a, b) = (&subject.a.name, &subject.b.name);
    let entries = by_axis.map(AxisTimes::entry);
    match swept {
        Swept::Miss => miss(subject, by_axis, frame_times),
        Swept::Graze { t: None, .. } => "They touch, and nothing moves between them.".to_owned(),
        Swept::Graze { t: Some(t), flush: Some(axis) } => format!(
            "In {} only the edges meet, and stay so: {a} slides along {b} from t\u{a0}{}.",
            axis.token(),
            lone_time(t)
        ),
        Swept::Graze { t: Some(t), flush: None } => {
            if matches!(frame_times, Some([t_in, t_out]) if t_in == t_out) {
                let t = lone_time(t);
                format!("t_in = t_out: the corners only pass each other, at t\u{a0}{t}.")
            } else {
                "t_out = 0: they touch as the frame begins, and move apart.".to_owned()
            }
        }
        Swept::Overlap { sides } if sides.is_empty() => {
            "They are inside each other, and nothing moves between them.".to_owned()
        }
        Swept::Overlap { .. } => "t_in < 0 < t_out: they are inside each other as the frame \
             begins, so no side is hit."
            .to_owned(),
        Swept::Hit { t, sides } => {
            let axis = sides.iter().next().map_or(Axis::X, hitscan_geom::Side::axis);
            let when = match () {
                () if t == Fraction::ZERO => ", as the frame begins",
                () if t == Fraction::ONE => ", as the frame ends",
                () => "",
            };
            let (axis_name, other) = (axis.token(), other_axis(axis));
            let place = place(sides);
            let entered = match on_axis(entries, other) {
                Some(_) if sides.len() == 2 => "x and y are entered at once".to_owned(),
                Some(_) => format!("{axis_name} is entered last"),
                None => format!("Only {axis_name} has to be entered"),
            };
            format!("{entered}, at t\u{a0}{}{when}: on {b}'s {place}.", entry_text(entries, axis))
        }
    }
}

fn miss(
    subject: &PageSubject<'_>,
    by_axis: [AxisTimes; 2],
    frame_times: Option<[Fraction; 2]>,
) -> String {
    for (axis, times) in Axis::ALL.into_iter().zip(by_axis) {
        if let AxisTimes::AtRest { meets: AtRest::Never, .. } = times {
            let axis = axis.token();
            return format!("In {axis} they stay apart, since nothing moves there: a miss.");
        }
    }
    let Some([t_in, t_out]) = frame_times else {
        return format!("{} does not meet {}.", subject.a.name, subject.b.name);
    };
    if t_in > t_out {
        let late = if by_axis[0].entry() == Some(t_in) { Axis::X } else { Axis::Y };
        let (late, early) = (late.token(), other_axis(late).token());
        return format!("t_in > t_out: {early} is left before {late} is entered, a miss.");
    }
    match t_out.cmp(&Fraction::ZERO) {
        Ordering::Less => "t_out < 0: they parted before the frame, a miss.".to_owned(),
        _ => "t_in > 1: they would meet only after the frame, a miss.".to_owned(),
    }
}
