//! The truth of two lasers: on which side of each line the ends of the other lie.

use std::cmp::Ordering;

use super::figures::{self, ROOM, lone_time, plain};
use super::paper::{Paper, cells, padded};
use super::steps::{Steps, holds, role_of, value};
use super::truth::standing;
use super::{Role, Subject, relate_steps};
use crate::world::{Axes, Name};
use hitscan_geom::{Approach, Axis, Direction, ExactPoint, Meeting, Relation, Segment, Step};

/// The names of the orientations of the ends of one about the line of the other.
const A_ENDS: [&str; 2] = ["orient(b1,b2,a1)", "orient(b1,b2,a2)"];
const B_ENDS: [&str; 2] = ["orient(a1,a2,b1)", "orient(a1,a2,b2)"];

pub(super) fn write(subject: &Subject<'_>, lasers: [&Segment; 2], paper: &mut Paper) {
    let (meeting, steps) = relate_steps(subject);
    let steps = Steps(&steps);
    let (a, b) = (&subject.a.name, &subject.b.name);
    let halves = [(A_ENDS, [a, b]), (B_ENDS, [b, a])];
    for (ends, names) in halves {
        if let Some(step) = steps.find(ends[0]) {
            half(step, ends, names, paper);
        }
    }
    paper.blank();
    match steps.find("max(a.low") {
        Some(step) => in_one_line(subject, step, &meeting, paper),
        None => across(subject, steps, &meeting, paper),
    }
    if lasers.iter().any(|laser| laser.is_point()) {
        paper.text("A laser of length 0 is a point.");
    }
    paper.say(Role::Dim, legend(subject.axes));
}

/// What the signs mean on the screen.
pub(super) const fn legend(axes: Axes) -> &'static str {
    match axes {
        Axes::YDown => "below 0 is left, above 0 right",
        Axes::YUp => "below 0 is left, above 0 right (reckoned y-down)",
    }
}

/// On which side of a line something lies, by its orientation.
pub(super) const fn side_of_line(sign: Ordering) -> &'static str {
    match sign {
        Ordering::Less => "left",
        Ordering::Equal => "on it",
        Ordering::Greater => "right",
    }
}

/// `L.1    -12       left`: where the two ends of `name` lie.
pub(super) fn ends_rows(step: &Step, ends: [&'static str; 2], name: &Name, paper: &mut Paper) {
    for (end, orientation) in (1..).zip(ends) {
        let orientation = value(step, orientation);
        let number = plain(orientation, ROOM);
        let label = padded(&format!("{name}.{end}"), 7.max(name.as_str().len() + 4));
        let column = if cells(&number) < 9 { 10 } else { ROOM + 2 };
        let side = side_of_line(figures::sign(orientation));
        let line = format!("{label}{}{side}", padded(&number, column));
        if cells(&line) <= paper.width {
            paper.row(Role::Text, &line);
        } else {
            paper.row(Role::Text, &format!("{name}.{end}  {side}"));
            paper.row(Role::Text, &format!("  {number}"));
        }
    }
}

fn half(step: &Step, ends: [&'static str; 2], [of, along]: [&Name; 2], paper: &mut Paper) {
    paper.text(&format!("Looking along {along}:"));
    ends_rows(step, ends, of, paper);
    let signs = ends.map(|end| figures::sign(value(step, end)));
    let on_line = signs.iter().filter(|sign| sign.is_eq()).count();
    let meaning = match (holds(step.value), on_line) {
        (true, _) => {
            format!("both {}: {of} does not reach {along}'s line, so MISS", side_of_line(signs[0]))
        }
        (false, 0) => format!("on both sides: {of} crosses {along}'s line"),
        (false, 1) => format!("one end on it: {of} just reaches {along}'s line"),
        (false, _) => format!("both on it: {of} lies in {along}'s line"),
    };
    paper.say_as(role_of(step), &meaning);
}

/// They meet or do not meet where their lines cross.
fn across(subject: &Subject<'_>, steps: Steps<'_>, meeting: &Meeting, paper: &mut Paper) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    let word = standing(meeting.relation).word();
    match meeting.relation {
        Relation::Crosses => paper.text(&format!("Each crosses the other's line: {word}.")),
        Relation::Touches => paper
            .text(&format!("Each reaches the other's line, one with no more than an end: {word}.")),
        _ => {
            paper.text(&format!("One that does not reach the other's line is enough: {word}."));
            return;
        }
    }
    if let Some(span) = &meeting.span {
        paper.row(Role::Text, &format!("at     {}", point(subject.axes, &span.points[0])));
    }
    if let Some(t) = steps.find("t = ").and_then(|step| figures::fraction(step.value)) {
        paper.text(&format!("t      {} along {a}", lone_time(t)));
    }
    paper.text(&match meeting.direction {
        Direction::Approach(Approach::FromLeft) => format!("{a} comes from {b}'s left."),
        Direction::Approach(Approach::FromRight) => format!("{a} comes from {b}'s right."),
        _ => format!("{a} starts on {b}'s line."),
    });
}

/// All four orientations are 0: what counts is where they begin and end.
fn in_one_line(subject: &Subject<'_>, step: &Step, meeting: &Meeting, paper: &mut Paper) {
    let at = |names: [&str; 2]| {
        let [x, y] = names.map(|name| value(step, name));
        let y = figures::read(subject.axes, Axis::Y, y);
        format!("({}, {})", plain(x, ROOM), plain(y, ROOM))
    };
    paper.text("All four are 0: one line. Sorted along it, by x and then down:");
    paper.row(Role::Text, &format!("the later start  {}", at(["low.x", "low.y"])));
    paper.row(Role::Text, &format!("the earlier end  {}", at(["high.x", "high.y"])));
    let word = standing(meeting.relation).word();
    paper.deciding(&match meeting.relation {
        Relation::Overlaps => {
            format!("The start comes before the end: they share a piece, {word}.")
        }
        Relation::Touches => format!("Start and end are one point, all they share: {word}."),
        _ => format!("The start comes after the end: they share nothing, {word}."),
    });
}

/// A point as it is read: `(1.5, -3)`.
pub(super) fn point(axes: Axes, point: &ExactPoint) -> String {
    const COORDINATE_ROOM: usize = 9;
    let y = figures::read(axes, Axis::Y, point.y.into());
    format!("({}, {})", plain(point.x.into(), COORDINATE_ROOM), plain(y, COORDINATE_ROOM))
}
