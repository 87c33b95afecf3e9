//! The sentence of verdict: what was found of a pair, in one line.

use super::number::{diagonal, short_fraction};
use crate::geom::{
    Aabb, Approach, Axis, Direction, Fraction, Laser, Meeting, Milli, Point, Relation, Shape, Side,
    Sides, Swept, Vector, orient,
};
use crate::world::{Contact, Judgement, Name, Party};

/// Fractions longer than this are shown as decimals.
const FRACTION_WIDTH: usize = 7;

/// The order in which a pair is written: what comes in first, `X` before `Y`.
/// The mover comes first, but a laser stands before a region.
#[must_use]
pub fn written_order<'a>(a: &'a Party, b: &'a Party) -> (&'a Party, &'a Party) {
    let is_laser = |party: &Party| matches!(party.shape, Shape::Laser(_));
    if is_laser(b) && !is_laser(a) { (b, a) } else { (a, b) }
}

/// What was found of `a` and `b`, in the longest wording that fits `width`
/// columns; the shortest one, if none does.
#[must_use]
pub fn verdict(a: &Party, b: &Party, judgement: &Judgement, width: usize) -> String {
    let mut wordings = wordings(a, b, judgement);
    if let Some(contact) = &judgement.contact {
        for wording in &mut wordings {
            wording.push_str("; ");
            wording.push_str(answer(contact));
        }
    }
    let fits = wordings.iter().position(|text| text.chars().count() <= width);
    let chosen = fits.unwrap_or(wordings.len() - 1);
    wordings.swap_remove(chosen)
}

/// What the first of the two did about a contact.
fn answer(contact: &Contact) -> &'static str {
    let ([before, _], [after, _]) = (contact.before, contact.after);
    let turned = |axis: Axis| {
        let (before, after) = (before.along(axis), after.along(axis));
        before != Milli::ZERO && after == -before
    };
    match after {
        _ if contact.gave_up() => "gave up, both back",
        after if after == before => "put back out",
        Vector::ZERO => "stopped",
        _ if Axis::ALL.into_iter().any(turned) => "bounced off",
        after if after.x == Milli::ZERO || after.y == Milli::ZERO => "slid",
        _ => "bounced off",
    }
}

/// Every wording, the longest first; never none.
fn wordings(a: &Party, b: &Party, judgement: &Judgement) -> Vec<String> {
    let (x, y) = written_order(a, b);
    let meeting = &judgement.meeting;
    match (&x.shape, &y.shape, judgement.swept) {
        (Shape::Box(xs), Shape::Box(ys), Some(swept)) => {
            let at_rest = x.motion == Vector::ZERO && y.motion == Vector::ZERO;
            boxes(&y.name, (xs, ys), meeting, swept, at_rest)
        }
        (Shape::Laser(xs), Shape::Laser(ys), _) => lasers((x, xs), (y, ys), meeting),
        (Shape::Laser(laser), region, _) => laser_region((x, laser), (&y.name, region), meeting),
        (xs, ys, _) => regions(&y.name, xs, ys, meeting.relation),
    }
}

fn boxes(
    y: &Name,
    (xs, ys): (&Aabb, &Aabb),
    meeting: &Meeting,
    swept: Swept,
    at_rest: bool,
) -> Vec<String> {
    let disjoint = meeting.relation == Relation::Disjoint;
    match swept {
        Swept::Hit { t, sides } => hit_on(y, sides, t),
        Swept::Overlap { .. } if !disjoint && !at_rest => vec![format!("was already inside {y}")],
        Swept::Graze { t: Some(t), flush } if !disjoint || t > Fraction::ZERO => match flush {
            Some(_) => vec![format!("slides along {y}")],
            None => vec![format!("passes {y}'s corner at t {}", short(t))],
        },
        _ if disjoint => vec![apart_in_axes(bounds_gap(xs.min(), xs.max(), ys.min(), ys.max()))],
        _ => match meeting.depth {
            Some(depth) => {
                let (side, way) = depth.least();
                vec![
                    format!("overlaps; shortest way out {} {way}", side.token()),
                    format!("overlaps; way out {} {way}", side.token()),
                ]
            }
            None => vec![edges_meet(xs, ys)],
        },
    }
}

fn hit_on(y: &Name, sides: Sides, t: Fraction) -> Vec<String> {
    let place = if sides.len() == 2 {
        // Corners are named top or bottom first.
        let vertical = sides.iter().find(|side| side.axis() == Axis::Y).map_or("", Side::token);
        let across = sides.iter().find(|side| side.axis() == Axis::X).map_or("", Side::token);
        format!("on {y}'s {vertical} {across} corner")
    } else {
        format!("on {y}'s {}", sides.iter().next().map_or("edge", Side::token))
    };
    if t == Fraction::ZERO {
        vec![format!("{place}, at once (t 0)"), format!("{place}, t 0")]
    } else if t == Fraction::ONE {
        vec![format!("{place}, as the move ended"), format!("{place}, t 1")]
    } else {
        vec![format!("{place}, t {} of the frame", short(t)), format!("{place}, t {}", short(t))]
    }
}

fn edges_meet(x: &Aabb, y: &Aabb) -> String {
    let gap = bounds_gap(x.min(), x.max(), y.min(), y.max());
    match (gap.x == Milli::ZERO, gap.y == Milli::ZERO) {
        (true, true) => "only the corners meet".to_owned(),
        (true, false) => "only the edges meet, in x".to_owned(),
        _ => "only the edges meet, in y".to_owned(),
    }
}

/// The gap in each axis between what lies from `min` to `max` and the other;
/// below zero where the ranges overlap.
#[must_use]
pub fn bounds_gap(min: Point, max: Point, other_min: Point, other_max: Point) -> Vector {
    let gap = |low: Milli, high: Milli, other_low: Milli, other_high: Milli| {
        (other_low - high).max(low - other_high)
    };
    Vector::new(
        gap(min.x, max.x, other_min.x, other_max.x),
        gap(min.y, max.y, other_min.y, other_max.y),
    )
}

fn apart_in_axes(gap: Vector) -> String {
    match (gap.x > Milli::ZERO, gap.y > Milli::ZERO) {
        (true, true) => format!("{} apart in x, {} in y", gap.x, gap.y),
        (true, false) => format!("{} apart in x", gap.x),
        (false, true) => format!("{} apart in y", gap.y),
        (false, false) => "apart, one beside the other".to_owned(),
    }
}

fn lasers((x, xs): (&Party, &Laser), (y, ys): (&Party, &Laser), meeting: &Meeting) -> Vec<String> {
    let (x, y) = (&x.name, &y.name);
    let text = match meeting.relation {
        Relation::Crosses => match meeting.direction {
            Direction::Approach(Approach::FromRight) => format!("crosses {y}, from {y}'s right"),
            _ => format!("crosses {y}, from {y}'s left"),
        },
        Relation::Overlaps => format!("lies along {y} in one line"),
        Relation::Touches => end_on(x, xs, y, ys),
        _ => lasers_apart((x, xs), (y, ys)),
    };
    vec![text]
}

/// Which end of which laser lies on the other.
fn end_on(x: &Name, xs: &Laser, y: &Name, ys: &Laser) -> String {
    let on = |p: Point, laser: &Laser| {
        let (min, max) = Shape::Laser(*laser).bounds();
        orient(laser.start, laser.end, p) == 0
            && (min.x..=max.x).contains(&p.x)
            && (min.y..=max.y).contains(&p.y)
    };
    if on(xs.end, ys) {
        format!("{x}.2 lies on {y}")
    } else if on(xs.start, ys) {
        format!("{x}.1 lies on {y}")
    } else if on(ys.end, xs) {
        format!("{y}.2 lies on {x}")
    } else {
        format!("{y}.1 lies on {x}")
    }
}

fn lasers_apart((x, xs): (&Name, &Laser), (y, ys): (&Name, &Laser)) -> String {
    let sides_of = |line: &Laser, other: &Laser| {
        let sign = |p| orient(line.start, line.end, p).signum();
        (sign(other.start), sign(other.end))
    };
    let (x_ends, y_ends) = (sides_of(ys, xs), sides_of(xs, ys));
    if x_ends == (0, 0) && y_ends == (0, 0) {
        let (a, b) = (Shape::Laser(*xs).bounds(), Shape::Laser(*ys).bounds());
        let gap = bounds_gap(a.0, a.1, b.0, b.1);
        let positive = |length: Milli| length.max(Milli::ZERO);
        return format!("in one line, {} apart", diagonal(positive(gap.x), positive(gap.y)));
    }
    if crate::geom::cross(xs.direction(), ys.direction()) == 0 {
        return format!("parallel to {y}, never meets it");
    }
    // The ends of one on both sides of the other's line: it reaches that line.
    let reaches = |ends: (i64, i64)| ends.0 * ends.1 <= 0;
    match (reaches(x_ends), reaches(y_ends)) {
        (true, false) => format!("{y} stops short of {x}"),
        (false, true) => format!("{x} stops short of {y}"),
        _ => format!("{x} and {y} stop short of each other"),
    }
}

fn laser_region(
    (x, laser): (&Party, &Laser),
    (y, region): (&Name, &Shape),
    meeting: &Meeting,
) -> Vec<String> {
    let Some(span) = meeting.span else {
        return vec![laser_apart(x, laser, y, region)];
    };
    let [first, last] = span.t.unwrap_or([Fraction::ZERO; 2]);
    let entry = entry_name(meeting.direction);
    match (meeting.relation, meeting.direction) {
        (Relation::Touches, _) => vec![touching(&x.name, y, (first, last), &entry)],
        (Relation::Within, Direction::Inside) => vec![format!("starts inside {y}: no side")],
        (_, Direction::Inside) => {
            vec![
                format!("starts inside {y}: no side; leaves it at {}", short(last)),
                format!("starts inside {y}: no side"),
            ]
        }
        (Relation::Within, _) => vec![format!("enters {y}'s {entry} and ends inside")],
        _ => {
            let enters = format!("enters {y}'s {entry} at {}", short(first));
            vec![
                match exit_name(region, span.points[1]) {
                    Some(exit) if last < Fraction::ONE => {
                        format!("{enters}, leaves {exit} at {}", short(last))
                    }
                    _ => format!("{enters} and ends inside"),
                },
                enters,
            ]
        }
    }
}

fn touching(x: &Name, y: &Name, (first, last): (Fraction, Fraction), entry: &str) -> String {
    if first != last {
        format!("runs along {y}'s edge")
    } else if first == Fraction::ONE {
        format!("{x}.2 lies on {y}'s {entry}")
    } else if first == Fraction::ZERO {
        format!("{x}.1 lies on {y}'s {entry}")
    } else {
        format!("touches {y}'s {entry} at {}", short(first))
    }
}

fn laser_apart(x: &Party, laser: &Laser, y: &Name, region: &Shape) -> String {
    let (min, max) = Shape::Laser(*laser).bounds();
    let (region_min, region_max) = region.bounds();
    let gap = bounds_gap(min, max, region_min, region_max);
    if gap.x > Milli::ZERO || gap.y > Milli::ZERO {
        apart_in_axes(gap)
    } else {
        format!("{} passes beside {y}", x.name)
    }
}

fn entry_name(direction: Direction) -> String {
    match direction {
        Direction::Sides(sides) => sides.iter().map(Side::token).collect::<Vec<_>>().join("+"),
        Direction::Edges(edge, None) => format!("edge {edge}"),
        Direction::Edges(edge, Some(other)) => format!("edges {edge}+{other}"),
        Direction::None | Direction::Approach(_) | Direction::Inside => String::new(),
    }
}

/// The sides of a box on which the last common point lies.
fn exit_name(region: &Shape, point: crate::geom::ExactPoint) -> Option<String> {
    let shape = region.as_box()?;
    let on = |side: &Side| {
        let edge = Fraction::from(shape.edge(*side));
        match side.axis() {
            Axis::X => point.x == edge,
            Axis::Y => point.y == edge,
        }
    };
    let names: Vec<_> = Side::ALL.into_iter().filter(on).map(Side::token).collect();
    (!names.is_empty()).then(|| names.join("+"))
}

fn regions(y: &Name, xs: &Shape, ys: &Shape, relation: Relation) -> Vec<String> {
    vec![match relation {
        Relation::Disjoint => {
            let (a, b) = (xs.bounds(), ys.bounds());
            apart_in_axes(bounds_gap(a.0, a.1, b.0, b.1))
        }
        Relation::Touches => format!("only the edges of it and {y} meet"),
        Relation::Within => format!("lies inside {y}"),
        Relation::Contains => format!("holds {y}"),
        Relation::Equals => format!("is exactly {y}"),
        Relation::Crosses | Relation::Overlaps => format!("overlaps {y}"),
    }]
}

fn short(t: Fraction) -> String {
    short_fraction(t, FRACTION_WIDTH)
}
