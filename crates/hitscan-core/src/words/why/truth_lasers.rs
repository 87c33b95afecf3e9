//! The truth about two lasers: on which side of each line the ends of the other lie.

use super::page::{PageSubject, Role};
use super::page_writer::PageWriter;
use super::part::PairPart;
use super::phrases::{ends_rows, legend, point, role, side_of_line, standing};
use crate::methods::Number;
use crate::words::format::{self, ROOM, lone_time};
use crate::world::Axes;
use hitscan_geom::{
    Approach, Direction, Meeting, Operand, Point, Relation, Segment, Step, relate_traced,
};

pub(super) fn write(subject: &PageSubject<'_>, lasers: [&Segment; 2], page: &mut PageWriter) {
    let mut steps = Vec::new();
    let meeting = relate_traced(&subject.a.shape, &subject.b.shape, &mut steps);
    for step in &steps {
        let Step::Ends { of, orientations, one_side, decides } = *step else { continue };
        half(subject, of, orientations.map(Number::area), (one_side, role(decides)), page);
    }
    page.blank();
    match found!(steps, Step::InLine { low, high, .. } => [low, high]).next() {
        Some(ends) => in_one_line(subject, ends, &meeting, page),
        None => across(subject, &steps, &meeting, page),
    }
    if lasers.iter().any(|laser| laser.is_point()) {
        page.text("A laser of length 0 is a point.");
    }
    page.say(Role::Dim, legend(subject.axes));
}

fn half(
    subject: &PageSubject<'_>,
    of: Operand,
    orientations: [Number; 2],
    (one_side, role): (bool, Role),
    page: &mut PageWriter,
) {
    let ends = subject.participants(of)[0].shape.vertices();
    let drawn = orientations.map(|it| format::read_area(subject.axes, it).sign());
    let signs_of_ends = match ends[..] {
        [start, end] => Some(PairPart::Signs([(start, drawn[0]), (end, drawn[1])])),
        _ => None,
    };
    let operand = of;
    let [of, along] = subject.names(of);
    page.say(Role::Dim, &format!("Looking along {along}:"));
    ends_rows(subject.axes, orientations, (operand, of), page);
    let signs = orientations.map(Number::sign);
    let on_line = signs.iter().filter(|sign| sign.is_eq()).count();
    let meaning = match (one_side, on_line) {
        (true, _) => {
            format!("both {}: {of} does not reach {along}'s line, so MISS", side_of_line(signs[0]))
        }
        (false, 0) => format!("on both sides: {of} crosses {along}'s line"),
        (false, 1) => format!("one end on it: {of} just reaches {along}'s line"),
        (false, _) => format!("both on it: {of} lies in {along}'s line"),
    };
    page.about(signs_of_ends).say(role, &meaning);
}

/// Their lines cross, or run parallel.
fn across(subject: &PageSubject<'_>, steps: &[Step], meeting: &Meeting, page: &mut PageWriter) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    let word = standing(meeting.relation).word();
    match meeting.relation {
        Relation::Crosses => page.text(&format!("Each crosses the other's line: {word}.")),
        Relation::Touches => page
            .text(&format!("Each reaches the other's line, one with no more than an end: {word}.")),
        _ => {
            page.text(&format!("One that does not reach the other's line is enough: {word}."));
            return;
        }
    }
    let crossing = meeting.span.as_ref().map(|span| PairPart::Point(span.points[0]));
    if let Some(span) = &meeting.span {
        page.about(crossing)
            .row(Role::Text, &format!("at     {}", point(subject.axes, &span.points[0])));
    }
    for t in found!(steps, Step::Crossing { t, .. } => t) {
        page.about(crossing).text(&format!("t {} along {a}", lone_time(t)));
    }
    page.text(&match meeting.direction {
        Direction::Approach(Approach::FromLeft) => format!("{a} comes from {b}'s left."),
        Direction::Approach(Approach::FromRight) => format!("{a} comes from {b}'s right."),
        _ => format!("{a} starts on {b}'s line."),
    });
}

/// All four orientations are 0: what matters is where they start and end.
fn in_one_line(
    subject: &PageSubject<'_>,
    ends: [Point; 2],
    meeting: &Meeting,
    page: &mut PageWriter,
) {
    let at = |p: Point| format::point(subject.axes, [p.x, p.y], ROOM);
    // With y upwards, the ends of a vertical line are sorted the other way.
    let ([low, high], way) = match (subject.axes, ends) {
        (Axes::YDown, ends) => (ends, "down"),
        (Axes::YUp, [low, high]) if low.x == high.x => ([high, low], "up"),
        (Axes::YUp, ends) => (ends, "up"),
    };
    page.text(&format!("All four are 0: one line. Sorted along it, by x and then {way}:"));
    page.row(Role::Text, &format!("the later start  {}", at(low)));
    page.row(Role::Text, &format!("the earlier end  {}", at(high)));
    let word = standing(meeting.relation).word();
    page.deciding(&match meeting.relation {
        Relation::Overlaps => {
            format!("The start comes before the end: they share a piece, {word}.")
        }
        Relation::Touches => format!("Start and end are one point, all they share: {word}."),
        _ => format!("The start comes after the end: they share nothing, {word}."),
    });
}
