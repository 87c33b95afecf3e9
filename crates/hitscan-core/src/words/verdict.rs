//! The result of a test as a sentence on one line.

use super::number;
use super::number::{apart, short_fraction};
use super::test_line::in_the_way;
use crate::methods::Method;
use crate::world::{Contact, ContactReply, Name, PairResult, Participant, TestResult};
use hitscan_geom::{
    Aabb, Approach, Axis, Depth, Direction, Fraction, Meeting, Milli, Moving, Normal, Passage,
    Point, Relation, Segment, Shape, Side, Sides, Step, Swept, Vector, orient, swept_traced,
};

/// Different wordings of one sentence, the longest first.
macro_rules! said {
    ($($text:literal),+ $(,)?) => {
        vec![$(format!($text)),+]
    };
}

/// Fractions longer than this are shown as decimals.
const FRACTION_WIDTH: usize = 7;

/// The order in which a pair is written: the mover first, except that a laser always comes
/// before a region.
pub fn written_order<'a>(
    a: &'a Participant,
    b: &'a Participant,
) -> (&'a Participant, &'a Participant) {
    let is_laser = |participant: &Participant| matches!(participant.shape, Shape::Segment(_));
    if is_laser(b) && !is_laser(a) { (b, a) } else { (a, b) }
}

/// The relation of a pair at the end of a frame, read in the [`written_order`]: `apart`, `inside`.
pub const fn standing(relation: Relation) -> &'static str {
    match relation {
        Relation::Disjoint => "apart",
        Relation::Touches => "touching",
        Relation::Crosses => "crossing",
        Relation::Overlaps => "overlapping",
        Relation::Within => "inside",
        Relation::Contains => "around it",
        Relation::Equals => "equal",
    }
}

/// The result for `a` and `b` in this frame, in the longest wording that fits `width` columns, or
/// the shortest if none fits.
pub fn verdict(
    a: &Participant,
    b: &Participant,
    pair_result: &PairResult,
    frame: u64,
    width: usize,
) -> String {
    let mut wordings = wordings(a, b, pair_result, frame);
    if let Some(contact) = &pair_result.contact {
        let [reaction, brief] = reaction(contact, pair_result);
        let shortest = wordings.last().cloned();
        for wording in &mut wordings {
            wording.push_str("; ");
            wording.push_str(reaction);
        }
        wordings.extend(shortest.iter().map(|said| format!("{said}; {brief}")));
        wordings.extend(shortest);
        wordings.push(reaction.to_owned());
    }
    let fits = wordings.iter().position(|text| text.chars().count() <= width);
    let chosen = fits.unwrap_or(wordings.len() - 1);
    wordings.swap_remove(chosen)
}

/// The side method that made boxes respond to what was no HIT, and what it took it for: `only
/// touched; previous-frame took it for a hit`.
pub fn mistaken(pair_result: &PairResult) -> Option<(Method, String)> {
    let method = pair_result.contact.as_ref()?.mistaken_by?;
    let truth = match pair_result.outcome {
        TestResult::Miss => "never met",
        TestResult::Touch | TestResult::Hit => "only touched",
    };
    Some((method, format!("{truth}; {} took it for a hit", method.id())))
}

/// How the first of the two reacted to a contact, in a long and a short wording.
pub(super) fn reaction(contact: &Contact, pair_result: &PairResult) -> [&'static str; 2] {
    let ([before, others_before], [after, others_after]) = (contact.before, contact.after);
    let is_carried = || {
        let goes_along = |axis| after.along(axis) == others_after.along(axis);
        !contact.sides.is_empty()
            && others_after != Vector::ZERO
            && contact.sides.iter().map(Side::axis).all(goes_along)
    };
    let turned = |axis: Axis| {
        let (before, after) = (before.along(axis), after.along(axis));
        before != Milli::ZERO && after == -before
    };
    // Along a slope, whose normal the velocity no longer has a part along but for rounding.
    let is_along = || {
        let along = |normal: &Normal| {
            let along = i64::from(normal.x) * (after.x.wide() - others_after.x.wide())
                + i64::from(normal.y) * (after.y.wide() - others_after.y.wide());
            let length = i64::from(normal.x).abs() + i64::from(normal.y).abs();
            along.abs() <= 3 * length
        };
        pair_result.blocked().is_some_and(|(blocked, _)| blocked.normals.iter().any(along))
    };
    let reaction = match after {
        _ if contact.reply == ContactReply::Wedged => return ["wedged in, stays there", "wedged"],
        _ if contact.gave_up() => return ["gave up, both back", "gave up"],
        _ if contact.is_crushed() => return ["crushed"; 2],
        _ if contact.broken[1] => return ["broke it"; 2],
        _ if contact.broken[0] => return ["broke"; 2],
        after if after == before && others_before != others_after => "pushed it",
        after if after == before => "put back out",
        Vector::ZERO => "stopped",
        _ if is_carried() => "carried along",
        _ if is_along() => "slid",
        _ if Axis::ALL.into_iter().any(turned) => "bounced off",
        after if after.x == Milli::ZERO || after.y == Milli::ZERO => "slid",
        _ => "bounced off",
    };
    [reaction; 2]
}

/// Every wording, the longest first; there is at least one. The last one names neither object, so
/// it fits the narrowest panel however long the names are.
fn wordings(a: &Participant, b: &Participant, pair_result: &PairResult, frame: u64) -> Vec<String> {
    let (x, y) = written_order(a, b);
    if let Some(first) = pair_result.behind {
        return said![
            "behind {first}, where the beam ends",
            "behind {first}",
            "behind what it hits",
            "behind",
        ];
    }
    if let Some((method, said)) = mistaken(pair_result) {
        let id = method.id();
        return vec![said, format!("{id} took it for a hit"), "taken for a hit".to_owned()];
    }
    let meeting = &pair_result.meeting;
    match (&x.shape, &y.shape, pair_result.swept) {
        (Shape::Box(xs), Shape::Box(ys), Some(swept)) => {
            let at_rest = x.motion == Vector::ZERO && y.motion == Vector::ZERO;
            match swept {
                Swept::Hit { t, sides } => hit_on(&y.name, sides, t, frame),
                swept => boxes(&y.name, [xs, ys], meeting, swept, at_rest),
            }
        }
        (Shape::Segment(xs), Shape::Segment(ys), _) => lasers(&x.name, xs, &y.name, ys, meeting),
        (Shape::Segment(laser), region, _) => laser_region(x, laser, &y.name, region, meeting),
        (xs, ys, _) => match (pair_result.blocked(), pair_result.time()) {
            (Some((blocked, of_box)), Some(t)) => {
                regions_hit(&y.name, &in_the_way(blocked, of_box), t, frame)
            }
            _ => regions(&y.name, xs, ys, meeting.relation),
        },
    }
}

/// Two regions, one a polygon, that hit each other: `P's edge-2 (up-left), t 4/9 of frame 3`.
fn regions_hit(y: &Name, place: &str, t: Fraction, frame: u64) -> Vec<String> {
    let brief = place.split(" (").next().unwrap_or(place);
    let in_full = match t {
        Fraction::ZERO => format!("on {y}'s {place}, at once (t 0)"),
        Fraction::ONE => format!("on {y}'s {place}, as the move ended"),
        t => format!("on {y}'s {place}, t {} of frame {frame}", short(t)),
    };
    let t = short(t);
    said![
        "{in_full}",
        "on {y}'s {place}, t {t}",
        "{y}'s {place}, t {t}",
        "{place}, t {t}",
        "{brief}, t {t}",
        "{brief}",
    ]
}

fn boxes(
    y: &Name,
    [xs, ys]: [&Aabb; 2],
    meeting: &Meeting,
    swept: Swept,
    at_rest: bool,
) -> Vec<String> {
    let disjoint = meeting.relation == Relation::Disjoint;
    match swept {
        Swept::Overlap { .. } if !disjoint && !at_rest => {
            let mut said = said!["was already inside {y}", "was already inside"];
            if let Some((side, way)) = meeting.depth.map(Depth::least) {
                let whole = format!("was already inside {y}; out {} {way}", side.token());
                said.insert(0, whole);
            }
            said
        }
        Swept::Graze { t: Some(t), flush } if !disjoint || t > Fraction::ZERO => {
            let t = short(t);
            match flush {
                Some(_) => said!["slides along {y}"],
                None => said!["passes {y}'s corner at t {t}", "passes its corner at t {t}"],
            }
        }
        _ if disjoint => apart_in_axes(Shape::Box(*xs).gap_to(&Shape::Box(*ys))),
        _ => match meeting.depth {
            Some(depth) => {
                let (side, way) = depth.least();
                let side = side.token();
                said![
                    "overlaps; shortest way out {side} {way}",
                    "overlaps; way out {side} {way}",
                    "way out {side} {way}",
                ]
            }
            None => vec![edges_meet(xs, ys)],
        },
    }
}

fn hit_on(y: &Name, sides: Sides, t: Fraction, frame: u64) -> Vec<String> {
    let side = if sides.is_empty() { "edge".to_owned() } else { in_words(sides) };
    let corner = if sides.len() == 2 { " corner" } else { "" };
    let place = format!("on {y}'s {side}{corner}");
    let in_full = match t {
        Fraction::ZERO => format!("{place}, at once (t 0)"),
        Fraction::ONE => format!("{place}, as the move ended"),
        t => format!("{place}, t {} of frame {frame}", short(t)),
    };
    let t = short(t);
    said![
        "{in_full}",
        "{place}, t {t}",
        "{y}'s {side}{corner}, t {t}",
        "{side}{corner}, t {t}",
        "{side}, t {t}",
        "{side}",
    ]
}

/// The sides of a box, with top or bottom first at a corner: `top left`.
pub(super) fn in_words(sides: Sides) -> String {
    let names = |axis: Axis| sides.iter().filter(move |side| side.axis() == axis);
    names(Axis::Y).chain(names(Axis::X)).map(Side::token).collect::<Vec<_>>().join(" ")
}

pub(super) fn edges_meet(x: &Aabb, y: &Aabb) -> String {
    let gap = Shape::Box(*x).gap_to(&Shape::Box(*y));
    match (gap.x == Milli::ZERO, gap.y == Milli::ZERO) {
        (true, true) => "only the corners meet".to_owned(),
        (true, false) => "only the edges meet, in x".to_owned(),
        _ => "only the edges meet, in y".to_owned(),
    }
}

pub(super) fn apart_in_axes(Vector { x, y }: Vector) -> Vec<String> {
    match (x > Milli::ZERO, y > Milli::ZERO) {
        (true, true) => said!["{x} apart in x, {y} in y", "x {x}, y {y} apart"],
        (true, false) => said!["{x} apart in x"],
        (false, true) => said!["{y} apart in y"],
        (false, false) => said!["apart, one beside the other"],
    }
}

fn lasers(x: &Name, xs: &Segment, y: &Name, ys: &Segment, meeting: &Meeting) -> Vec<String> {
    match meeting.relation {
        Relation::Crosses => {
            let from = match meeting.direction {
                Direction::Approach(Approach::FromRight) => "right",
                _ => "left",
            };
            said![
                "crosses {y}, from {y}'s {from}",
                "crosses {y}, from its {from}",
                "crosses it, from its {from}",
            ]
        }
        Relation::Overlaps => said!["lies along {y} in one line", "lies along it in one line"],
        Relation::Touches => end_on(x, xs, y, ys),
        _ => lasers_apart(x, xs, y, ys),
    }
}

/// The end of one laser that lies on the other one, of two that touch.
pub(super) struct TouchingEnd {
    /// Whether it is an end of the first.
    pub(super) is_of_first: bool,
    /// 1 or 2.
    pub(super) number: u8,
}

impl TouchingEnd {
    /// The second end before the first, those of the first laser before those of the other.
    pub(super) fn of(xs: &Segment, ys: &Segment) -> Self {
        let on = |p: Point, laser: &Segment| {
            let (min, max) = Shape::Segment(*laser).bounds();
            orient(laser.start(), laser.end(), p) == 0
                && (min.x..=max.x).contains(&p.x)
                && (min.y..=max.y).contains(&p.y)
        };
        let is_of_first = on(xs.end(), ys) || on(xs.start(), ys);
        let is_second = if is_of_first { on(xs.end(), ys) } else { on(ys.end(), xs) };
        Self { is_of_first, number: if is_second { 2 } else { 1 } }
    }
}

/// Which ends of which laser lie on the other.
pub(super) fn end_on(x: &Name, xs: &Segment, y: &Name, ys: &Segment) -> Vec<String> {
    let TouchingEnd { is_of_first, number: end } = TouchingEnd::of(xs, ys);
    if is_of_first {
        said!["{x}.{end} lies on {y}", "its end {end} lies on the other"]
    } else {
        said!["{y}.{end} lies on {x}", "the other's end {end} lies on it"]
    }
}

pub(super) fn lasers_apart(x: &Name, xs: &Segment, y: &Name, ys: &Segment) -> Vec<String> {
    let sides_of = |line: &Segment, other: &Segment| {
        let sign = |p| orient(line.start(), line.end(), p).signum();
        (sign(other.start()), sign(other.end()))
    };
    let (x_ends, y_ends) = (sides_of(ys, xs), sides_of(xs, ys));
    if x_ends == (0, 0) && y_ends == (0, 0) {
        let apart = apart(&Shape::Segment(*xs), &Shape::Segment(*ys));
        return said!["in one line, {apart} apart"];
    }
    if hitscan_geom::cross(xs.direction(), ys.direction()) == 0 {
        return said!["parallel to {y}, never meets it", "parallel, they never meet"];
    }
    // The ends of one lie on both sides of the other's line, so it reaches that line.
    let reaches = |ends: (i64, i64)| ends.0 * ends.1 <= 0;
    match (reaches(x_ends), reaches(y_ends)) {
        (true, false) => said!["{y} stops short of {x}", "the other stops short of it"],
        (false, true) => said!["{x} stops short of {y}", "stops short of the other"],
        _ => said!["{x} and {y} stop short of each other", "both stop short of each other"],
    }
}

fn laser_region(
    x: &Participant,
    laser: &Segment,
    y: &Name,
    region: &Shape,
    meeting: &Meeting,
) -> Vec<String> {
    let Some(span) = meeting.span else {
        return laser_apart(x, laser, y, region);
    };
    let [first, last] = span.t.unwrap_or([Fraction::ZERO; 2]);
    let entry = entry_name(meeting.direction);
    match (meeting.relation, meeting.direction) {
        (Relation::Touches, _) => touching(&x.name, y, [first, last], &entry),
        (Relation::Within, Direction::Inside) => {
            said!["starts inside {y}: no side", "starts inside: no side"]
        }
        (_, Direction::Inside) => {
            let last = short(last);
            said![
                "starts inside {y}: no side; leaves it at {last}",
                "starts inside {y}: no side",
                "starts inside: no side",
            ]
        }
        (Relation::Within, _) => said![
            "enters {y}'s {entry} and ends inside",
            "enters {y}'s {entry}, ends inside",
            "enters {entry}, ends inside",
            "enters {entry}",
        ],
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
                format!("enters {entry} at {}", short(first)),
            ]
        }
    }
}

fn touching(x: &Name, y: &Name, [first, last]: [Fraction; 2], entry: &str) -> Vec<String> {
    if first != last {
        return said!["runs along {y}'s edge", "runs along its edge"];
    }
    let end = match first {
        Fraction::ZERO => 1,
        Fraction::ONE => 2,
        t => {
            let at = short(t);
            return said![
                "touches {y}'s {entry} at {at}",
                "touches {entry} at {at}",
                "touches {entry}",
            ];
        }
    };
    said!["{x}.{end} lies on {y}'s {entry}", "end {end} lies on {entry}"]
}

fn laser_apart(x: &Participant, laser: &Segment, y: &Name, region: &Shape) -> Vec<String> {
    let gap = Shape::Segment(*laser).gap_to(region);
    if gap.x > Milli::ZERO || gap.y > Milli::ZERO {
        apart_in_axes(gap)
    } else {
        let x = &x.name;
        said!["{x} passes beside {y}", "passes beside it"]
    }
}

/// The name of the entered side or edge: `left+top`, `edge 3`; empty if there is none.
pub(super) fn entry_name(direction: Direction) -> String {
    match direction {
        Direction::Sides(sides) => sides.to_string(),
        Direction::Edges(edge, None) => format!("edge {edge}"),
        Direction::Edges(edge, Some(other)) => format!("edges {edge}+{other}"),
        Direction::None | Direction::Approach(_) | Direction::Corner(_) | Direction::Inside => {
            String::new()
        }
    }
}

/// The sides of a box that contain the last common point.
pub(super) fn exit_name(region: &Shape, point: hitscan_geom::ExactPoint) -> Option<String> {
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
    match relation {
        Relation::Disjoint => apart_in_axes(xs.gap_to(ys)),
        Relation::Touches => said!["only the edges of it and {y} meet", "only the edges meet"],
        Relation::Within => said!["lies inside {y}"],
        Relation::Contains => said!["holds {y}"],
        Relation::Equals => said!["is exactly {y}"],
        Relation::Crosses | Relation::Overlaps => said!["overlaps {y}"],
    }
}

pub(super) fn short(t: Fraction) -> String {
    short_fraction(t, FRACTION_WIDTH)
}

/// When two boxes entered each axis in a frame; `None` if nothing moves along it.
pub(super) fn entries([a, b]: &[Moving; 2]) -> [Option<Fraction>; 2] {
    let mut steps = Vec::new();
    swept_traced(a, b, &mut steps);
    Axis::ALL.map(|wanted| {
        found!(steps, Step::AxisTime { axis, passage: Passage::Entry, t, .. }
            if axis == wanted => t)
        .next()
    })
}

pub(super) fn on_axis(entries: [Option<Fraction>; 2], axis: Axis) -> Option<Fraction> {
    entries[usize::from(axis == Axis::Y)]
}

/// The entry on this axis as text, with enough decimals to distinguish it from that on the
/// other axis.
pub(super) fn entry_text(entries: [Option<Fraction>; 2], axis: Axis) -> String {
    let times: Vec<Fraction> = entries.into_iter().flatten().collect();
    let decimals = number::decimals_for(&times);
    on_axis(entries, axis).map_or_else(|| "-".to_owned(), |t| number::time(t, decimals))
}

/// The other axis.
pub(super) const fn other_axis(axis: Axis) -> Axis {
    match axis {
        Axis::X => Axis::Y,
        Axis::Y => Axis::X,
    }
}
