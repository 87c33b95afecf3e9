//! The keys of the answer to a query, written as text.
//!
//! Keys stand in a fixed order; every computed number is a string, an integer
//! or a reduced fraction.

use std::fmt::{self, Display, Write};

use crate::methods::{
    Agreement, BoundaryRule, FrameVerdicts, Reason, Verdict, explained_frame_verdicts,
    explained_verdicts, frame_verdicts, verdicts,
};
use hitscan_geom::{
    Depth, Direction, Fraction, Meeting, Moving, Shape, ShapeKind, Side, Sides, Span, Step, Swept,
    Value, relate, relate_traced,
};

/// How much an answer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Detail {
    /// The answer.
    #[default]
    Answer,
    /// With the steps that led to it (`--explain`).
    Steps,
}

/// Writes the keys of the answer about two shapes, and two boxes from the start
/// of a frame if there is one, without braces.
///
/// # Errors
/// Never, since `out` takes whatever is written to it.
pub fn write_answer(
    [a, b]: [&Shape; 2],
    frame: Option<&[Moving; 2]>,
    detail: Detail,
    out: &mut String,
) -> fmt::Result {
    match detail {
        Detail::Answer => {
            let meeting = relate(a, b);
            let rows = verdicts(a, b, &meeting, BoundaryRule::Source);
            let frame = frame.map(|[a, b]| frame_verdicts(a, b));
            write_found([a, b], &meeting, &rows, frame.as_ref(), out)
        }
        Detail::Steps => {
            let mut steps = Vec::new();
            let meeting = relate_traced(a, b, &mut steps);
            write_meeting([a, b], &meeting, out)?;
            out.push_str(",\"exact\":{");
            write_steps(&steps, out)?;
            out.push('}');
            let rows = explained_verdicts(a, b, &meeting, BoundaryRule::Source);
            write_list("methods", rows.iter(), out, |&(row, ref steps), out| {
                write_verdict(row, Some(steps), out)
            })?;
            let Some([a, b]) = frame else { return Ok(()) };
            let (frame, steps) = explained_frame_verdicts(a, b);
            write_frame("frame", &frame, Some(&steps), out)
        }
    }
}

/// The keys of an answer for what has been found already.
///
/// # Errors
/// As [`write_answer`].
pub fn write_found(
    shapes: [&Shape; 2],
    meeting: &Meeting,
    rows: &[Verdict],
    frame: Option<&FrameVerdicts>,
    out: &mut String,
) -> fmt::Result {
    write_meeting(shapes, meeting, out)?;
    write_verdicts(rows, out)?;
    frame.map_or(Ok(()), |frame| write_frame("frame", frame, None, out))
}

/// `,"methods":[…]`.
pub(super) fn write_verdicts(rows: &[Verdict], out: &mut String) -> fmt::Result {
    write_list("methods", rows.iter(), out, |row, out| write_verdict(*row, None, out))
}

/// `"name":"token"`, for tokens that need no escapes.
pub(super) fn write_token(name: &str, token: &str, out: &mut String) {
    for piece in ["\"", name, "\":\"", token, "\""] {
        out.push_str(piece);
    }
}

pub(super) fn write_number(number: impl Display, out: &mut String) -> fmt::Result {
    write!(out, "\"{number}\"")
}

/// `,"name":[…]`.
pub(super) fn write_list<T>(
    name: &str,
    items: impl Iterator<Item = T>,
    out: &mut String,
    mut write_item: impl FnMut(T, &mut String) -> fmt::Result,
) -> fmt::Result {
    out.push_str(",\"");
    out.push_str(name);
    out.push_str("\":[");
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_item(item, out)?;
    }
    out.push(']');
    Ok(())
}

pub(super) fn write_sides(
    name: &str,
    sides: impl Iterator<Item = Side>,
    out: &mut String,
) -> fmt::Result {
    write_list(name, sides, out, |side, out| write_number(side.token(), out))
}

const fn pair(a: ShapeKind, b: ShapeKind) -> &'static str {
    use ShapeKind::{Box, Polygon, Segment};
    match (a, b) {
        (Segment, Segment) => "laser-laser",
        (Box, Segment) | (Segment, Box) => "box-laser",
        (Polygon, Segment) | (Segment, Polygon) => "polygon-laser",
        (Box, Box) => "box-box",
        (Box, Polygon) | (Polygon, Box) => "box-polygon",
        (Polygon, Polygon) => "polygon-polygon",
    }
}

pub(super) fn write_meeting(
    [a, b]: [&Shape; 2],
    meeting: &Meeting,
    out: &mut String,
) -> fmt::Result {
    let kinds = [a.kind(), b.kind()];
    write_token("pair", pair(kinds[0], kinds[1]), out);
    out.push(',');
    write_token("relation", meeting.relation.token(), out);
    write!(out, ",\"hit\":{}", meeting.relation.is_hit())?;
    if kinds.contains(&ShapeKind::Segment) {
        write_span(meeting.span.as_ref(), out)?;
        write_direction(meeting.direction, out)?;
    }
    meeting.depth.map_or(Ok(()), |depth| write_depth(depth, out))
}

fn write_span(span: Option<&Span>, out: &mut String) -> fmt::Result {
    let points = match span {
        None => &[][..],
        Some(Span { points: [first, last], .. }) if first == last => &[*first],
        Some(Span { points, .. }) => &points[..],
    };
    write_list("points", points.iter(), out, |point, out| {
        write!(out, "[\"{}\",\"{}\"]", point.x, point.y)
    })?;
    let Some(t) = span.and_then(|span| span.t) else { return Ok(()) };
    write_list("t", t.iter(), out, write_number)
}

fn write_direction(direction: Direction, out: &mut String) -> fmt::Result {
    let one_token = |token: &str, out: &mut String| {
        write_list("direction", std::iter::once(token), out, write_number)
    };
    match direction {
        Direction::None => write_list("direction", std::iter::empty::<&str>(), out, write_number),
        Direction::Approach(approach) => one_token(approach.token(), out),
        Direction::Inside => one_token("inside", out),
        Direction::Sides(sides) => write_sides("direction", sides.iter(), out),
        Direction::Edges(one, other) => {
            let edges = std::iter::once(one).chain(other);
            write_list("direction", edges, out, |edge, out| write!(out, "{edge}"))
        }
    }
}

fn write_depth(depth: Depth, out: &mut String) -> fmt::Result {
    out.push_str(",\"depth\":{");
    for (index, side) in Side::ALL.into_iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(out, "{comma}\"{}\":\"{}\"", side.token(), Fraction::from(depth.through(side)))?;
    }
    out.push('}');
    Ok(())
}

fn write_against(against: Agreement, reason: Option<Reason>, out: &mut String) {
    write_token("against", against.token(), out);
    if let Some(reason) = reason {
        out.push(',');
        write_token("reason", reason.code(), out);
    }
}

/// The order in which `edges` tests the sides of a box.
const TEST_ORDER: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];

fn write_verdict(verdict: Verdict, steps: Option<&Vec<Step>>, out: &mut String) -> fmt::Result {
    out.push('{');
    write_token("id", verdict.method.id(), out);
    out.push(',');
    write_token("arithmetic", verdict.arithmetic.token(), out);
    out.push_str(if verdict.hit { ",\"hit\":true" } else { ",\"hit\":false" });
    if let Some(edges) = verdict.edges {
        let hits = TEST_ORDER.into_iter().filter(|&side| edges.contains(side));
        write_sides("edges", hits, out)?;
    }
    out.push(',');
    write_against(verdict.against, verdict.reason, out);
    write_own_steps(steps, out)?;
    out.push('}');
    Ok(())
}

/// `,"name":{…}`, what each side method says.
pub(super) fn write_frame(
    name: &str,
    frame: &FrameVerdicts,
    steps: Option<&[Vec<Step>; 3]>,
    out: &mut String,
) -> fmt::Result {
    let [of_swept, of_velocity, of_corner] =
        steps.map_or([None; 3], |steps| steps.each_ref().map(Some));
    write!(out, ",\"{name}\":{{\"swept\":{{")?;
    write_swept(&frame.swept, out)?;
    write_own_steps(of_swept, out)?;
    let row = &frame.relative_velocity;
    write!(out, "}},\"relative-velocity\":{{\"code\":{},", row.named.code())?;
    write_token("side", row.named.token(), out);
    out.push(',');
    write_against(row.against, row.reason, out);
    write_own_steps(of_velocity, out)?;
    let row = &frame.predict_corner;
    out.push_str("},\"predict-corner\":{");
    write_token("label", row.named.token(), out);
    out.push(',');
    write_against(row.against, row.reason, out);
    write_own_steps(of_corner, out)?;
    out.push_str("}}");
    Ok(())
}

pub(super) fn write_swept(swept: &Swept, out: &mut String) -> fmt::Result {
    let (sides, t) = match *swept {
        Swept::Miss => (Sides::NONE, None),
        Swept::Graze { t, .. } => (Sides::NONE, t),
        Swept::Overlap { sides } => (sides, None),
        Swept::Hit { t, sides } => (sides, Some(t)),
    };
    write_token("outcome", swept.token(), out);
    write_sides("sides", sides.iter(), out)?;
    t.map_or(Ok(()), |t| write!(out, ",\"t\":\"{t}\""))
}

fn write_own_steps(steps: Option<&Vec<Step>>, out: &mut String) -> fmt::Result {
    steps.map_or(Ok(()), |steps| {
        out.push(',');
        write_steps(steps, out)
    })
}

fn write_steps(steps: &[Step], out: &mut String) -> fmt::Result {
    out.push_str("\"steps\":[");
    for (index, step) in steps.iter().enumerate() {
        out.push_str(if index == 0 { "{" } else { ",{" });
        write_token("formula", step.formula, out);
        out.push_str(",\"values\":{");
        for (index, (name, value)) in step.values.iter().enumerate() {
            write!(out, "{}\"{name}\":", if index == 0 { "" } else { "," })?;
            write_value(value, out)?;
        }
        out.push_str("},\"value\":");
        write_value(&step.value, out)?;
        write!(out, ",\"decides\":{}}}", step.decides)?;
    }
    out.push(']');
    Ok(())
}

/// Numbers and tokens are strings; truths, counts and lists of sides are JSON's own.
fn write_value(value: &Value, out: &mut String) -> fmt::Result {
    match value {
        Value::Exact(_) | Value::Single(_) | Value::Token(_) => write_number(value, out),
        Value::Truth(_) | Value::Count(_) => write!(out, "{value}"),
        Value::Sides(sides) => {
            out.push('[');
            for (index, side) in sides.iter().enumerate() {
                write!(out, "{}\"{}\"", if index == 0 { "" } else { "," }, side.token())?;
            }
            out.push(']');
            Ok(())
        }
    }
}
