//! The forms for a laser and another laser, and for a laser and a region.

use super::super::number::apart;
use super::super::verdict::{TouchingEnd, exit_name};
use super::{Forms, X, Y, joined, ranges_apart, ranges_meet, short};
use hitscan_geom::{
    Approach, Direction, ExactPoint, Fraction, Meeting, Milli, Relation, Segment, Shape, cross,
    orient,
};

pub(super) fn lasers(xs: &Segment, ys: &Segment, meeting: &Meeting) -> Forms {
    match meeting.relation {
        Relation::Crosses => {
            let from = match meeting.direction {
                Direction::Approach(Approach::FromRight) => "right",
                _ => "left",
            };
            let second = forms!["from {Y}'s {from}", "from its {from}"];
            Forms::new(forms!["{X} crosses {Y}"], second)
        }
        Relation::Touches => {
            let TouchingEnd { is_of_first, number: end } = TouchingEnd::of(xs, ys);
            let first = if is_of_first {
                forms!["end {end} of {X} touches {Y}", "{X} touches {Y}"]
            } else {
                forms!["end {end} of {Y} touches {X}", "{X} touches {Y}"]
            };
            Forms::new(first, forms!["one point in common"])
        }
        Relation::Disjoint => lasers_apart(xs, ys),
        _ => Forms::new(forms!["{X} lies along {Y}"], forms!["both on one line"]),
    }
}

fn lasers_apart(xs: &Segment, ys: &Segment) -> Forms {
    let sides_of = |line: &Segment, other: &Segment| {
        let sign = |p| orient(line.start(), line.end(), p).signum();
        [sign(other.start()), sign(other.end())]
    };
    let (x_ends, y_ends) = (sides_of(ys, xs), sides_of(xs, ys));
    let is_point = |laser: &Segment| laser.start() == laser.end();
    // The ends of one lie on both sides of the other's line, so it reaches that line.
    let reaches = |[one, other]: [i64; 2]| one * other <= 0;
    match (reaches(x_ends), reaches(y_ends)) {
        _ if x_ends == [0, 0] && y_ends == [0, 0] => {
            let apart = apart(&Shape::Segment(*xs), &Shape::Segment(*ys));
            let first = forms!["{X} and {Y} are {apart} apart", "{X} and {Y} are apart"];
            Forms::new(first, forms!["both on one line"])
        }
        _ if is_point(xs) => {
            Forms::new(forms!["{X} lies off {Y}"], forms!["a point has no direction"])
        }
        _ if is_point(ys) => {
            Forms::new(forms!["{Y} lies off {X}"], forms!["a point has no direction"])
        }
        _ if cross(xs.direction(), ys.direction()) == 0 => {
            let first = forms!["{X} is parallel to {Y}", "{X} and {Y}: parallel"];
            Forms::new(first, forms!["they never meet"])
        }
        (false, true) => {
            let second = forms!["its line would meet {Y}", "its line would meet it"];
            Forms::new(forms!["{X} stops short of {Y}"], second)
        }
        (true, false) => {
            let second = forms!["its line would meet {X}", "its line would meet it"];
            Forms::new(forms!["{Y} stops short of {X}"], second)
        }
        _ => {
            let first = forms!["{X} and {Y} do not meet", "{X} and {Y} are apart"];
            Forms::new(first, forms!["both stop short"])
        }
    }
}

pub(super) fn laser_and_region(laser: &Segment, region: &Shape, meeting: &Meeting) -> Forms {
    let Some(span) = meeting.span else {
        let laser = Shape::Segment(*laser);
        let gap = laser.gap_to(region);
        if gap.x > Milli::ZERO || gap.y > Milli::ZERO {
            return ranges_apart(&laser, region, None, ranges_meet);
        }
        return Forms::new(forms!["{X} passes beside {Y}"], forms!["no point in common"]);
    };
    let [first, last] = span.t.unwrap_or([Fraction::ZERO; 2]);
    match (meeting.relation, meeting.direction) {
        (Relation::Touches, _) if first != last => Forms::new(
            forms!["{X} runs along {Y}'s edge", "{X} runs along {Y}"],
            forms!["only the edges meet"],
        ),
        (Relation::Touches, at) => {
            touches_in_a_point(at, Some(first).filter(|_| !laser.is_point()))
        }
        (Relation::Within, Direction::Inside) => {
            Forms::new(forms!["{X} lies inside {Y}"], forms!["no side is entered"])
        }
        (_, Direction::Inside) => {
            let last = short(last);
            let second = forms!["no side; leaves at {last}"];
            Forms::new(forms!["{X} starts inside {Y}"], second)
        }
        (_, through) => enters(through, [first, last], exit_of(region, span.points[1])),
    }
}

/// The side of a box that contains the last common point; `None` at a corner.
fn exit_of(region: &Shape, point: ExactPoint) -> Option<String> {
    exit_name(region, point).filter(|name| !name.contains('+'))
}

/// A laser that touches a region at this time, or a point, which has none.
fn touches_in_a_point(at: Direction, t: Option<Fraction>) -> Forms {
    let first = match at {
        Direction::Sides(sides) if sides.len() == 1 => {
            let side = joined(sides);
            forms!["{X} touches {Y}'s {side} side", "{X} touches {Y}'s {side}", "{X} touches {Y}"]
        }
        Direction::Edges(edge, None) => forms!["{X} touches {Y}'s edge {edge}", "{X} touches {Y}"],
        Direction::Sides(_) | Direction::Edges(..) => {
            forms!["{X} touches {Y}'s corner", "{X} touches {Y}"]
        }
        Direction::None | Direction::Approach(_) | Direction::Corner(_) | Direction::Inside => {
            forms!["{X} touches {Y}"]
        }
    };
    let second = match t {
        None => forms!["one point in common"],
        Some(Fraction::ZERO) => forms!["with its end 1"],
        Some(Fraction::ONE) => forms!["with its end 2"],
        Some(t) => {
            let t = short(t);
            forms!["at {t} of its length"]
        }
    };
    Forms::new(first, second)
}

/// A laser that enters a region from outside, or from its boundary, at the first of these times.
fn enters(through: Direction, [first, last]: [Fraction; 2], exit: Option<String>) -> Forms {
    let [t, u] = [first, last].map(short);
    let corner_at = match through {
        Direction::Sides(sides) if sides.len() == 2 => Some(joined(sides)),
        Direction::Edges(one, Some(other)) => Some(format!("edges {one}+{other}")),
        _ => None,
    };
    let row = match (&corner_at, through) {
        (Some(_), _) => forms!["{X} enters {Y} by a corner", "{X} enters {Y}"],
        (None, Direction::Sides(sides)) => {
            let side = joined(sides);
            forms!["{X} enters {Y} by the {side}", "{X} enters {Y}"]
        }
        (None, Direction::Edges(edge, _)) => {
            forms!["{X} enters {Y} by edge {edge}", "{X} enters {Y}"]
        }
        (None, _) => forms!["{X} enters {Y}"],
    };
    let second = match (corner_at, exit) {
        _ if first == Fraction::ZERO => forms!["from its start on"],
        (Some(corner), _) => forms!["{corner}, at {t}", "at {t}"],
        (None, Some(exit)) if last < Fraction::ONE => forms![
            "at {t}, leaves by the {exit} at {u}",
            "at {t}, out {exit} at {u}",
            "at {t}, leaves at {u}",
            "at {t}",
        ],
        (None, _) if last < Fraction::ONE => forms!["at {t}, leaves at {u}", "at {t}"],
        (None, Some(_)) => forms!["at {t}"],
        (None, None) => forms!["at {t}, ends inside", "at {t}"],
    };
    Forms::new(row, second)
}
