//! The truth of a laser and a region, and of two regions that are not both
//! boxes.

use super::page::{Role, Subject};
use super::page_writer::PageWriter;
use super::phrases::{ending, point, standing};
use crate::words::format::{self, ROOM, decimals_for, lone_time, plain, time, yes_no};
use crate::words::lines::padded;
use crate::world::Name;
use hitscan_geom::{
    Axis, Direction, Fraction, Meeting, Milli, Passage, Relation, Segment, Shape, Step,
    relate_traced,
};

/// More contacts than this are counted, not listed.
const MOST_CONTACTS: usize = 12;

pub(super) fn with_laser(
    subject: &Subject<'_>,
    names: [&Name; 2],
    (laser, region): (&Segment, &Shape),
    page: &mut PageWriter,
) {
    let mut steps = Vec::new();
    let meeting = relate_traced(&subject.a.shape, &subject.b.shape, &mut steps);
    let [name, _] = names;
    if laser.is_point() {
        page.say(Role::Dim, &format!("{name} is a point: t is 0 all along."));
    } else {
        page.say(Role::Dim, &format!("t runs from 0 at {name}.1 to 1 at\u{a0}{name}.2."));
    }
    match region {
        Shape::Box(_) => slabs(subject, names, &steps, page),
        _ => contacts(names, &steps, &meeting, page),
    }
    if meeting.relation.is_hit() {
        what_is_met(subject, names, &meeting, page);
    }
}

/// When the laser is between the two sides of each axis.
fn slabs(
    subject: &Subject<'_>,
    [laser, region]: [&Name; 2],
    steps: &[Step],
    page: &mut PageWriter,
) {
    page.say(Role::Dim, &format!("{laser} is in {region}'s range of"));
    let times = steps.iter().filter_map(|step| match *step {
        Step::Slab { t, .. } | Step::Clip { t, .. } => Some(t),
        _ => None,
    });
    let decimals = decimals_for(&times.collect::<Vec<_>>());
    for step in steps {
        match *step {
            Step::AlongSlab { axis, low, start, high, inside } => {
                along_sides(subject, axis, [low, start, high], inside, [laser, region], page);
            }
            Step::Slab { axis, passage, way, t, .. } => {
                let (low, high) = (axis.sides()[0], axis.sides()[1]);
                let met = if way < Milli::ZERO { high } else { low };
                let (when, side) = match passage {
                    Passage::Entry => ("from", met),
                    Passage::Exit => ("until", met.opposite()),
                };
                let label = padded(&format!("{} {when}", axis.token()), 9);
                let t = time(t, decimals);
                page.row(Role::Text, &format!("{label}{}{t}", padded(side.token(), 8)));
            }
            Step::Clip { passage: Passage::Entry, t } => {
                page.text(&format!("first: max(0, from) = {}", time(t, decimals)));
            }
            Step::Clip { passage: Passage::Exit, t } => {
                page.text(&format!("last: \u{a0}min(1, until) = {}", time(t, decimals)));
            }
            Step::ClipOrder { ordered: true } => page.text("first <= last: they meet."),
            Step::ClipOrder { ordered: false } => page.deciding(
                "last comes before first: there is no t inside both ranges at once, so MISS.",
            ),
            Step::Interior { met, within, .. } => interior([met, within], [laser, region], page),
            _ => {}
        }
    }
}

/// An axis along which the laser has no way to go.
fn along_sides(
    subject: &Subject<'_>,
    axis: Axis,
    [low, start, high]: [Milli; 3],
    inside: bool,
    [laser, region]: [&Name; 2],
    page: &mut PageWriter,
) {
    let range = format::range(subject.axes, axis, [low, high]);
    let at = plain(format::read(subject.axes, axis, start), ROOM);
    let axis = axis.token();
    if inside {
        page.text(&format!("{axis} always, for {at} is in {range}"));
    } else {
        page.deciding(&format!(
            "{axis} never: {laser} stays at {at}, outside {region}'s {range}, so MISS."
        ));
    }
}

/// Whether the interior is met decides between HIT and TOUCH.
fn interior([met, within]: [bool; 2], [laser, region]: [&Name; 2], page: &mut PageWriter) {
    let word = |relation| standing(relation).word();
    page.deciding(&match (met, within) {
        (true, true) => {
            format!("All of {laser} lies in {region}: {}, within.", word(Relation::Within))
        }
        (true, false) => {
            format!("Part of {laser} runs inside {region}: {}.", word(Relation::Crosses))
        }
        (false, _) => {
            format!("{laser} never runs inside {region}: {}.", word(Relation::Touches))
        }
    });
}

/// Where the laser meets the edges of a polygon.
fn contacts([laser, region]: [&Name; 2], steps: &[Step], meeting: &Meeting, page: &mut PageWriter) {
    let contacts: Vec<(usize, [Fraction; 2])> = steps
        .iter()
        .filter_map(|step| match *step {
            Step::EdgeContact { edge, first, last } => Some((edge, [first, last])),
            _ => None,
        })
        .collect();
    let times: Vec<Fraction> = contacts.iter().flat_map(|&(_, times)| times).collect();
    let decimals = decimals_for(&times);
    if contacts.is_empty() {
        page.text(&format!("{laser} meets no edge of {region}."));
    } else {
        page.say(Role::Dim, &format!("{laser} meets {region}'s edges:"));
    }
    for (edge, [first, last]) in contacts.iter().take(MOST_CONTACTS) {
        let label = padded(&format!("edge {edge}"), 9);
        page.row(Role::Text, &format!("{label}t {}", time(*first, decimals)));
        if first != last {
            page.row(Role::Text, &format!("        to {}", time(*last, decimals)));
        }
    }
    if contacts.len() > MOST_CONTACTS {
        page.text(&format!("and {} more", contacts.len() - MOST_CONTACTS));
    }
    for step in steps {
        match *step {
            Step::Interior { met, within, .. } if meeting.relation.is_hit() => {
                interior([met, within], [laser, region], page);
            }
            Step::Interior { .. } => {
                page.deciding(&format!("and lies outside: {}.", standing(meeting.relation).word()));
            }
            _ => {}
        }
    }
}

/// Where the laser comes in, and the first and last common points.
fn what_is_met(
    subject: &Subject<'_>,
    [laser, region]: [&Name; 2],
    meeting: &Meeting,
    page: &mut PageWriter,
) {
    let entry = match meeting.direction {
        Direction::Sides(sides) if sides.is_empty() => None,
        Direction::Sides(sides) => Some(format!("{region}'s {sides}")),
        Direction::Edges(edge, None) => Some(format!("{region}'s edge {edge}")),
        Direction::Edges(edge, Some(other)) => Some(format!("{region}'s edges {edge}+{other}")),
        Direction::Inside => {
            page.text(&format!("{laser} starts inside: no side is entered."));
            None
        }
        Direction::None | Direction::Approach(_) => None,
    };
    if let Some(entry) = entry {
        page.text(&format!("First met: {entry}."));
    }
    let Some(span) = &meeting.span else { return };
    let [first, last] = span.points;
    let times = span.t.unwrap_or([Fraction::ZERO; 2]);
    page.text(&format!("first t {} at\u{a0}{}", lone_time(times[0]), point(subject.axes, &first)));
    if first != last {
        page.text(&format!(
            "last t {} at\u{a0}{}",
            lone_time(times[1]),
            point(subject.axes, &last)
        ));
    }
}

/// What the outline of each runs through in the other.
pub(super) fn two(subject: &Subject<'_>, page: &mut PageWriter) {
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
    let outlines: Vec<[bool; 3]> = steps
        .iter()
        .filter_map(|step| match *step {
            Step::Boundary { meets_boundary, meets_interior, meets_exterior, .. } => {
                Some([meets_boundary, meets_interior, meets_exterior])
            }
            _ => None,
        })
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
