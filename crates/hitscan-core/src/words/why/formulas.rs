//! A line per step: its formula, and whether it holds.

use super::page::Subject;
use super::page_writer::PageWriter;
use super::phrases::{edge_name, role};
use crate::methods::{PointTest, Projection, Step};
use crate::words::format::{self, ROOM, plain};
use crate::words::formula::{Formula, Value};
use hitscan_geom::{Axis, Operand};

pub(super) fn write(subject: &Subject<'_>, steps: &[Step], page: &mut PageWriter) {
    let is_projection = |step: &Step| matches!(step, Step::Projection(_));
    if steps.iter().any(is_projection) {
        page.text("What both cover along the normal of an edge, times its length:");
    }
    for step in steps {
        match step {
            Step::Projection(found) => projection(subject, found, page),
            Step::Directions { cross, parallel } => {
                let cross = format::read_area(subject.axes, *cross);
                let line = format!("cross(a2 - a1, b2 - b1) {}", format::equals(cross));
                page.say(role(*parallel), &line);
            }
            Step::PointTest(PointTest { formula, point: [x, y], holds, decides }) => {
                let y = format::read(subject.axes, Axis::Y, *y);
                let point = format!("({}, {})", plain(*x, ROOM), plain(y, ROOM));
                let text = formula
                    .replace("{a}", subject.a.name.as_str())
                    .replace("{b}", subject.b.name.as_str())
                    .replace("{point}", &point);
                // The answer begins no line: `in B: no` does.
                let text = match text.rsplit_once(' ') {
                    Some((before, last)) => format!("{before}\u{a0}{last}"),
                    None => text,
                };
                page.say(role(*decides), &format!("{text}:\u{a0}{}", format::yes_no(*holds)));
            }
            other => formula(other, page),
        }
    }
}

fn formula(step: &Step, page: &mut PageWriter) {
    let Formula { text, value, decides, .. } = Formula::from(step);
    let answer = match value {
        Value::Truth(holds) => format!(": {}", format::yes_no(holds)),
        Value::Number(number) => format!(": {}", plain(number, ROOM)),
        Value::Token(token) => format!(": {token}"),
        Value::Count(_) | Value::Sides(_) => String::new(),
    };
    page.say(role(decides), &format!("{text}{answer}"));
}

/// `P edge 2: -3..4, 5..9 apart`.
fn projection(subject: &Subject<'_>, found: &Projection, page: &mut PageWriter) {
    let owner = match found.of {
        Operand::A => subject.a,
        Operand::B => subject.b,
    };
    let range = |[low, high]: [crate::methods::Number; 2]| {
        let [low, high] = [low, high].map(|end| format::read_area(subject.axes, end));
        let (low, high) = if low > high { (high, low) } else { (low, high) };
        format!("{}..{}", plain(low, ROOM), plain(high, ROOM))
    };
    let answer = if found.apart { "apart" } else { "overlap" };
    let edge = edge_name(found.edge, &owner.shape);
    page.say(
        role(found.decides),
        &format!("{} {edge}: {} and {}: {answer}", owner.name, range(found.a), range(found.b)),
    );
}
