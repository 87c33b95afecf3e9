//! The truth about a laser and a region, and about two regions that are not both boxes.

use super::super::number;
use super::page::{PageSubject, PageWriter, PairPart, Role, ending, point, standing};
use crate::words::lines::padded;
use crate::words::number::{ROOM, decimals_for, lone_time, plain, time, yes_no};
use crate::words::verdict::entry_name;
use crate::world::{Name, Participant, TestResult};
use hitscan_geom::{
    Axis, Direction, Fraction, Meeting, Milli, Operand, Passage, Relation, Segment, Shape, Step,
    relate_traced,
};

/// More contacts than this are counted, not listed.
const MOST_CONTACTS: usize = 12;

pub(super) fn with_laser(
    subject: &PageSubject<'_>,
    laser: &Segment,
    [x, y]: [&Participant; 2],
    page: &mut PageWriter,
) {
    let mut steps = Vec::new();
    let meeting = relate_traced(&subject.a.shape, &subject.b.shape, &mut steps);
    let names = [&x.name, &y.name];
    let name = names[0];
    if laser.is_point() {
        page.say(Role::Dim, &format!("{name} is a point: t is 0 all along."));
    } else {
        page.say(Role::Dim, &format!("t runs from 0 at {name}.1 to 1 at\u{a0}{name}.2."));
    }
    match y.shape {
        Shape::Box(_) => slabs(subject, names, &steps, page),
        _ => contacts(subject, names, &steps, &meeting, page),
    }
    if meeting.relation.is_hit() {
        what_is_met(subject, names, &meeting, page);
    }
}

/// When the laser is between the two sides of each axis.
fn slabs(
    subject: &PageSubject<'_>,
    [laser, region]: [&Name; 2],
    steps: &[Step],
    page: &mut PageWriter,
) {
    page.say(Role::Dim, &format!("{laser} is in {region}'s range of"));
    let times = found!(steps, Step::Slab { t, .. } | Step::Clip { t, .. } => t);
    let decimals = decimals_for(&times.collect::<Vec<_>>());
    for step in steps {
        match *step {
            Step::AlongSlab { axis, low, start, high, inside } => {
                along_sides(subject, axis, [low, start, high], inside, [laser, region], page);
            }
            Step::Slab { axis, passage, way, t, .. } => {
                let [low, high] = axis.sides();
                let met = if way < Milli::ZERO { high } else { low };
                let (when, side) = match passage {
                    Passage::Entry => ("from", met),
                    Passage::Exit => ("until", met.opposite()),
                };
                let label = padded(&format!("{} {when}", axis.token()), 9);
                let t = time(t, decimals);
                page.about(PairPart::Side(operand(subject, region), side));
                page.row(Role::Text, &format!("{label}{}{t}", padded(side.token(), 8)));
            }
            Step::Clip { passage: Passage::Entry, t } => {
                with_decimals(&format!("first: max(0, from) = {}", time(t, decimals)), page);
            }
            Step::Clip { passage: Passage::Exit, t } => {
                let last = format!("last: \u{a0}min(1, until) = {}", time(t, decimals));
                with_decimals(&last, page);
            }
            Step::ClipOrder { ordered: true } => page.text("first <= last: they meet."),
            Step::ClipOrder { ordered: false } => page.deciding(
                "last comes before first: there is no t inside both ranges at once, so MISS.",
            ),
            Step::Interior { met, within, .. } => {
                page.about(PairPart::Laser(operand(subject, laser)));
                interior([met, within], [laser, region], page);
            }
            _ => {}
        }
    }
}

/// A sentence that ends in a fraction and its decimals, which are left out where they would stand
/// alone in a line.
fn with_decimals(sentence: &str, page: &mut PageWriter) {
    let end = sentence.rfind(['≈', '=']).map_or(sentence.len(), |at| at);
    let (fraction, decimals) = sentence.split_at(end);
    if fraction.trim_end().ends_with('=') || !fraction.contains('=') {
        page.text(sentence);
    } else {
        page.text_with(fraction.trim_end(), &format!(" {decimals}"));
    }
}

/// Which of the two has this name.
fn operand(subject: &PageSubject<'_>, name: &Name) -> Operand {
    if subject.a.name == *name { Operand::A } else { Operand::B }
}

/// An axis along which the laser does not move.
fn along_sides(
    subject: &PageSubject<'_>,
    axis: Axis,
    [low, start, high]: [Milli; 3],
    inside: bool,
    [laser, region]: [&Name; 2],
    page: &mut PageWriter,
) {
    let range = number::range(subject.settings, axis, [low, high]);
    let at = plain(number::read(subject.settings, axis, start), ROOM);
    let axis = axis.token();
    if inside {
        page.text(&format!("{axis} always, for {at} is in {range}"));
    } else {
        page.deciding(&format!(
            "{axis} never: {laser} stays at {at}, outside {region}'s {range}, so MISS."
        ));
    }
}

/// Whether the laser meets the interior decides between HIT and TOUCH.
fn interior([met, within]: [bool; 2], [laser, region]: [&Name; 2], page: &mut PageWriter) {
    let [hit, touch] = [TestResult::Hit, TestResult::Touch].map(TestResult::word);
    page.deciding(&match (met, within) {
        (true, true) => format!("All of {laser} lies in {region}: {hit}, within."),
        (true, false) => format!("Part of {laser} runs inside {region}: {hit}."),
        (false, _) => format!("{laser} never runs inside {region}: {touch}."),
    });
}

/// Where the laser meets the edges of a polygon.
fn contacts(
    subject: &PageSubject<'_>,
    [laser, region]: [&Name; 2],
    steps: &[Step],
    meeting: &Meeting,
    page: &mut PageWriter,
) {
    let contacts: Vec<(usize, [Fraction; 2])> =
        found!(steps, Step::EdgeContact { edge, first, last } => (edge, [first, last])).collect();
    let times: Vec<Fraction> = contacts.iter().flat_map(|&(_, times)| times).collect();
    let decimals = decimals_for(&times);
    if contacts.is_empty() {
        page.text(&format!("{laser} meets no edge of {region}."));
    } else {
        page.say(Role::Dim, &format!("{laser} meets {region}'s edges:"));
    }
    for (edge, [first, last]) in contacts.iter().take(MOST_CONTACTS) {
        let label = padded(&format!("edge {edge}"), 9);
        page.about(PairPart::Edge(operand(subject, region), *edge));
        page.row(Role::Text, &format!("{label}t {}", time(*first, decimals)));
        if first != last {
            page.row(Role::Text, &format!("        to {}", time(*last, decimals)));
        }
    }
    if contacts.len() > MOST_CONTACTS {
        page.text(&format!("and {} more", contacts.len() - MOST_CONTACTS));
    }
    for found in found!(steps, Step::Interior { met, within, .. } => [met, within]) {
        page.about(PairPart::Laser(operand(subject, laser)));
        if meeting.relation.is_hit() {
            interior(found, [laser, region], page);
        } else {
            page.deciding(&format!("and lies outside: {}.", standing(meeting.relation).word()));
        }
    }
}

/// Where the laser enters, and the first and last common points.
fn what_is_met(
    subject: &PageSubject<'_>,
    [laser, region]: [&Name; 2],
    meeting: &Meeting,
    page: &mut PageWriter,
) {
    if meeting.direction == Direction::Inside {
        page.text(&format!("{laser} starts inside: no side is entered."));
    }
    let entry = entry_name(meeting.direction);
    if !entry.is_empty() {
        page.text(&format!("First met: {region}'s {entry}."));
    }
    let Some(span) = &meeting.span else { return };
    let times = span.t.unwrap_or([Fraction::ZERO; 2]).map(lone_time);
    let [first, last] = span.points.map(|at| point(subject.settings, &at));
    page.about(PairPart::Point(span.points[0]));
    page.text(&format!("first t {} at\u{a0}{first}", times[0]));
    if span.points[0] != span.points[1] {
        page.about(PairPart::Point(span.points[1]));
        page.text(&format!("last t {} at\u{a0}{last}", times[1]));
    }
}

/// What the boundary of each runs through in the other.
pub(super) fn two(subject: &PageSubject<'_>, page: &mut PageWriter) {
    const LABEL: usize = 17;
    let mut steps = Vec::new();
    let meeting = relate_traced(&subject.a.shape, &subject.b.shape, &mut steps);
    let (a, b) = (&subject.a.name, &subject.b.name);
    page.say(Role::Dim, &format!("The outline of {a} in {b}, and that of {b} in {a}:"));
    let column = (ending(a).len() + 2).max(6);
    let mut row = |role, label: &str, [of_a, of_b]: [&str; 2]| {
        page.row(role, &(padded(label, LABEL) + &padded(of_a, column) + of_b));
    };
    row(Role::Dim, "", [ending(a), ending(b)]);
    let outlines: Vec<[bool; 3]> = found!(
        steps,
        Step::Boundary { meets_boundary: on, meets_interior: inside, meets_exterior: out, .. } =>
            [on, inside, out]
    )
    .collect();
    if let [of_a, of_b] = outlines[..] {
        for (index, label) in ["meets an edge", "runs inside", "runs outside"].iter().enumerate() {
            row(Role::Text, label, [of_a, of_b].map(|outline| yes_no(outline[index])));
        }
    }
    let word = standing(meeting.relation).word();
    page.deciding(&match meeting.relation {
        Relation::Disjoint => format!("Neither meets the other, or runs inside it: {word}."),
        Relation::Touches => format!("They meet, but neither runs inside the other: {word}."),
        Relation::Within => format!("{a}'s outline never runs outside {b}: {word}, within."),
        Relation::Contains => {
            format!("{b}'s outline never runs outside {a}: {word}, {a} contains {b}.")
        }
        Relation::Equals => format!("Neither runs inside or outside: {word}, the same region."),
        Relation::Crosses | Relation::Overlaps => {
            format!("An outline runs inside the other, and both run outside: {word}.")
        }
    });
}
