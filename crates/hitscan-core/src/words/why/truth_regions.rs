//! The truth of a region and a laser, and of two regions of which one at least
//! is a polygon.

use super::figures::{self, ROOM, decimals_for, lone_time, plain, time, yes_no};
use super::paper::{Paper, cells, padded};
use super::steps::{Steps, holds, side_met, value};
use super::truth::{ending, side_list, standing};
use super::truth_lasers::point;
use super::{Role, Subject, relate_steps};
use crate::world::Name;
use hitscan_geom::{
    Axis, Direction, Fraction, Meeting, Relation, Segment, Shape, Side, Step, Value,
};

/// More contacts than this are counted, not listed.
const MOST_CONTACTS: usize = 12;

pub(super) fn with_laser(
    subject: &Subject<'_>,
    [laser_name, region_name]: [Name; 2],
    (laser, region): (&Segment, &Shape),
    paper: &mut Paper,
) {
    let (meeting, steps) = relate_steps(subject);
    let steps = Steps(&steps);
    let names = [&laser_name, &region_name];
    if laser.is_point() {
        paper.text(&format!("{laser_name} is a point: t is 0 all along."));
    } else {
        paper.text(&format!("t runs from 0 at {laser_name}.1 to 1 at\u{a0}{laser_name}.2."));
    }
    match region {
        Shape::Box(_) => slabs(subject, names, steps, paper),
        _ => contacts(names, steps, &meeting, paper),
    }
    if meeting.relation.is_hit() {
        what_is_met(subject, names, &meeting, paper);
    }
}

/// When the laser is between the two sides of each axis.
fn slabs(subject: &Subject<'_>, [laser, region]: [&Name; 2], steps: Steps<'_>, paper: &mut Paper) {
    paper.text(&format!("{laser} is in {region}'s range of"));
    let times: Vec<Fraction> =
        steps.0.iter().filter_map(|step| figures::fraction(step.value)).collect();
    let decimals = decimals_for(&times);
    for axis in Axis::ALL {
        if let Some(step) = steps.find_on(axis, "low <=") {
            along_sides(subject, axis, step, [laser, region], paper);
        }
        for (formula, when) in [("entry", "from"), ("exit", "until")] {
            let Some(step) = steps.find_on(axis, formula) else { continue };
            let met = side_met(axis, value(step, "way"));
            let side = if formula == "entry" { met } else { met.opposite() };
            let t = figures::fraction(step.value).map_or_else(String::new, |t| time(t, decimals));
            let label = padded(&format!("{} {when}", axis.token()), 9);
            paper.row(Role::Text, &format!("{label}{}{t}", padded(side.token(), 8)));
        }
    }
    for (formula, label) in [("first =", "first"), ("last =", "last")] {
        let Some(step) = steps.find(formula) else { continue };
        let what = if label == "first" { "max(0, from)" } else { "\u{a0}min(1, until)" };
        let t = figures::fraction(step.value).map_or_else(String::new, |t| time(t, decimals));
        paper.text(&format!("{label}: {what} = {t}"));
    }
    decision_in_box([laser, region], steps, paper);
}

/// An axis along which the laser has no way to go.
fn along_sides(
    subject: &Subject<'_>,
    axis: Axis,
    step: &Step,
    [laser, region]: [&Name; 2],
    paper: &mut Paper,
) {
    let number = |name| plain(figures::read(subject.axes, axis, value(step, name)), ROOM);
    let range = figures::range(subject.axes, axis, ["low", "high"].map(|end| value(step, end)));
    let (axis, at) = (axis.token(), number("start"));
    if holds(step.value) {
        paper.text(&format!("{axis} always, for {at} is in {range}"));
    } else {
        paper.deciding(&format!(
            "{axis} never: {laser} stays at {at}, outside {region}'s {range}, so MISS."
        ));
    }
}

fn decision_in_box([laser, region]: [&Name; 2], steps: Steps<'_>, paper: &mut Paper) {
    if let Some(step) = steps.find("first <= last").filter(|step| step.decides) {
        debug_assert!(!holds(step.value), "only a no decides");
        paper.deciding(
            "last comes before first: there is no t inside both ranges at once, so MISS.",
        );
    }
    if let Some(step) = steps.find("meets(interior)") {
        paper.text("first <= last: they meet.");
        interior(step, [laser, region], paper);
    }
}

/// Whether the inside is met decides between HIT and TOUCH.
fn interior(step: &Step, [laser, region]: [&Name; 2], paper: &mut Paper) {
    let word = |relation| standing(relation).word();
    paper.deciding(&match (holds(step.value), holds(value(step, "all inside"))) {
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
fn contacts([laser, region]: [&Name; 2], steps: Steps<'_>, meeting: &Meeting, paper: &mut Paper) {
    let contacts: Vec<&Step> =
        steps.0.iter().filter(|step| step.formula.starts_with("t on edge")).collect();
    let times: Vec<Fraction> = contacts
        .iter()
        .flat_map(|step| [step.value, value(step, "until")])
        .filter_map(figures::fraction)
        .collect();
    let decimals = decimals_for(&times);
    if contacts.is_empty() {
        paper.text(&format!("{laser} meets no edge of {region}."));
    } else {
        paper.text(&format!("{laser} meets {region}'s edges:"));
    }
    for step in contacts.iter().take(MOST_CONTACTS) {
        let [from, until] = [step.value, value(step, "until")]
            .map(|t| figures::fraction(t).map_or_else(String::new, |t| time(t, decimals)));
        let label = padded(&format!("edge {}", value(step, "edge")), 9);
        paper.row(Role::Text, &format!("{label}t {from}"));
        if from != until {
            paper.row(Role::Text, &format!("{}to {until}", padded("", 8)));
        }
    }
    if contacts.len() > MOST_CONTACTS {
        paper.text(&format!("and {} more", contacts.len() - MOST_CONTACTS));
    }
    let Some(step) = steps.find("meets(interior)") else { return };
    if meeting.relation.is_hit() {
        interior(step, [laser, region], paper);
    } else {
        paper.deciding(&format!("and lies outside: {}.", standing(meeting.relation).word()));
    }
}

/// Where the laser comes in, and the points.
fn what_is_met(
    subject: &Subject<'_>,
    [laser, region]: [&Name; 2],
    meeting: &Meeting,
    paper: &mut Paper,
) {
    let entry = match meeting.direction {
        Direction::Sides(sides) if sides.is_empty() => None,
        Direction::Sides(sides) => Some(format!("{region}'s {}", side_list(sides.iter()))),
        Direction::Edges(edge, None) => Some(format!("{region}'s edge {edge}")),
        Direction::Edges(edge, Some(other)) => Some(format!("{region}'s edges {edge}+{other}")),
        Direction::Inside => {
            paper.text(&format!("{laser} starts inside: no side is entered."));
            None
        }
        Direction::None | Direction::Approach(_) => None,
    };
    if let Some(entry) = entry {
        paper.text(&format!("First met: {entry}."));
    }
    let Some(span) = &meeting.span else { return };
    let [first, last] = span.points;
    let times = span.t.unwrap_or([Fraction::ZERO; 2]);
    paper.text(&format!(
        "first  t {} at\u{a0}{}",
        lone_time(times[0]),
        point(subject.axes, &first)
    ));
    if first != last {
        paper.text(&format!(
            "last   t {} at\u{a0}{}",
            lone_time(times[1]),
            point(subject.axes, &last)
        ));
    }
}

/// What the outline of each runs through in the other.
pub(super) fn two(subject: &Subject<'_>, paper: &mut Paper) {
    let (meeting, steps) = relate_steps(subject);
    let steps = Steps(&steps);
    let (a, b) = (&subject.a.name, &subject.b.name);
    let outlines = ["boundary(a)", "boundary(b)"].map(|formula| steps.find(formula));
    paper.text(&format!("The outline of {a} in {b}, and that of {b} in {a}:"));
    let label = 17;
    let column = (ending(a).len() + 2).max(6);
    paper.row(
        Role::Dim,
        &format!("{}{}{}", padded("", label), padded(ending(a), column), ending(b)),
    );
    for (row, name) in
        [("meets an edge", "boundary"), ("runs inside", "interior"), ("runs outside", "exterior")]
    {
        let cell = |step: Option<&Step>| step.map_or("", |step| yes_no(holds(value(step, name))));
        let line = padded(row, label) + &padded(cell(outlines[0]), column) + cell(outlines[1]);
        debug_assert!(cells(&line) <= 31, "three short words");
        paper.row(Role::Text, &line);
    }
    let word = standing(meeting.relation).word();
    paper.deciding(&match meeting.relation {
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

/// The name of a side or an edge in a step: `top`, `edge 3`.
pub(super) fn edge_name(edge: Value, region: &Shape) -> String {
    match (edge, region) {
        // A box counts as its four vertices, from left-top on.
        (Value::Count(index), Shape::Box(_)) => {
            let sides = [Side::Top, Side::Right, Side::Bottom, Side::Left];
            sides.get(index).map_or_else(String::new, |side| side.token().to_owned())
        }
        (Value::Token(side), _) => side.to_owned(),
        (edge, _) => format!("edge {edge}"),
    }
}
