//! One line per step: its formula, and whether it holds.

use super::page::PageSubject;
use super::page_writer::PageWriter;
use super::part::PairPart;
use super::part_of;
use super::phrases::{edge_name, role};
use crate::methods::{MethodStep, Number, PointTest, Projection};
use crate::words::format::{self, ROOM, plain, yes_no};
use crate::words::formula::{Formula, Value};
use hitscan_geom::{Axis, ExactPoint};

pub(super) fn write(subject: &PageSubject<'_>, steps: &[MethodStep], page: &mut PageWriter) {
    if steps.iter().any(|step| matches!(step, MethodStep::Projection(_))) {
        page.text("What both cover along the normal of an edge, times its length:");
    }
    for step in steps {
        let line = match step {
            MethodStep::Projection(found) => projection(subject, found),
            MethodStep::PointTest(test) => point_test(subject, test),
            other => formula(other),
        };
        page.about(part(subject, step)).say(role(step.decides()), &line);
    }
}

/// The edge or the point that a step is about.
fn part(subject: &PageSubject<'_>, step: &MethodStep) -> Option<PairPart> {
    match step {
        MethodStep::Projection(found) => {
            let [owner, _] = subject.participants(found.of);
            Some(PairPart::edge(found.of, found.edge, &owner.shape))
        }
        MethodStep::PointTest(PointTest {
            point: [Number::Exact(x), Number::Exact(y)], ..
        }) => Some(PairPart::Point(ExactPoint { x: *x, y: *y })),
        MethodStep::Straddle(half) => part_of::signs(subject, half),
        _ => None,
    }
}

fn formula(step: &MethodStep) -> String {
    let Formula { text, value, .. } = Formula::from(step);
    match value {
        Value::Truth(holds) => format!("{text}: {}", yes_no(holds)),
        Value::Number(number) => format!("{text}: {}", plain(number, ROOM)),
        Value::Token(token) => format!("{text}: {token}"),
        Value::Count(_) | Value::Sides(_) => text.into_owned(),
    }
}

fn point_test(subject: &PageSubject<'_>, test: &PointTest) -> String {
    let text = test
        .formula
        .replace("{a}", subject.a.name.as_str())
        .replace("{b}", subject.b.name.as_str())
        .replace("{point}", &format::point(subject.axes, test.point, ROOM));
    // A line must not start with only the answer: `in B: no` is kept together.
    let text = match text.rsplit_once(' ') {
        Some((before, last)) => format!("{before}\u{a0}{last}"),
        None => text,
    };
    format!("{text}:\u{a0}{}", yes_no(test.holds))
}

/// `P edge 2: -3..4, 5..9 apart`.
fn projection(subject: &PageSubject<'_>, found: &Projection) -> String {
    let [owner, _] = subject.participants(found.of);
    let (name, edge) = (&owner.name, edge_name(found.edge, &owner.shape));
    // Lengths along a normal are displayed like areas.
    let [a, b] = [found.a, found.b].map(|ends| format::range(subject.axes, Axis::Y, ends));
    let answer = if found.apart { "apart" } else { "overlap" };
    format!("{name} {edge}: {a} and {b}: {answer}")
}
