//! The two methods of lasers: `straddle` and `proper`.

use super::figures::{self, ROOM, plain, yes_no};
use super::paper::Paper;
use super::steps::{Steps, holds, role_of, value};
use super::truth_lasers::{ends_rows, legend};
use super::{Role, Subject};
use crate::world::Name;
use hitscan_geom::Step;

const A_ENDS: [&str; 2] = ["orient(b1,b2,a1)", "orient(b1,b2,a2)"];
const B_ENDS: [&str; 2] = ["orient(a1,a2,b1)", "orient(a1,a2,b2)"];

pub(super) fn straddle(subject: &Subject<'_>, steps: Steps<'_>, paper: &mut Paper) {
    let asked = halves(subject, steps, paper);
    let all = asked.iter().all(|step| holds(step.value));
    paper.text(if all { "Both say yes: they meet." } else { "One no is enough: no hit." });
    if asked.iter().any(|step| figures::sign(value(step, "product")).is_eq()) {
        paper.text("A product of 0 counts as yes.");
    }
    paper.say(Role::Dim, legend(subject.axes));
}

pub(super) fn proper(subject: &Subject<'_>, steps: Steps<'_>, paper: &mut Paper) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    if let Some(step) = steps.find("cross(") {
        let turn = figures::equals(value(step, "cross(a2 - a1, b2 - b1)"));
        let meaning = if holds(step.value) {
            "They count as parallel and are turned away before anything else is asked."
        } else {
            "Not 0, so not parallel."
        };
        paper.say_as(role_of(step), &format!("cross({a}, {b}) {turn}. {meaning}"));
    }
    let asked = halves(subject, steps, paper);
    if asked.is_empty() {
        return;
    }
    let all = asked.iter().all(|step| holds(step.value));
    paper.text(if all { "Both say yes: they cross." } else { "One no is enough: no hit." });
    if asked.iter().any(|step| figures::sign(value(step, "product")).is_eq()) {
        paper.text("A product of 0 counts as no.");
    }
    paper.say(Role::Dim, legend(subject.axes));
}

/// The two questions, each about one line and the ends of the other laser.
fn halves<'a>(subject: &Subject<'_>, steps: Steps<'a>, paper: &mut Paper) -> Vec<&'a Step> {
    let (a, b) = (&subject.a.name, &subject.b.name);
    let halves = [(A_ENDS, [a, b]), (B_ENDS, [b, a])];
    let mut asked = Vec::new();
    for (ends, names) in halves {
        if let Some(step) = steps.find(ends[0]) {
            half(step, ends, names, paper);
            asked.push(step);
        }
    }
    asked
}

/// Does the line of one part the ends of the other?
pub(super) fn half(
    step: &Step,
    ends: [&'static str; 2],
    [of, line]: [&Name; 2],
    paper: &mut Paper,
) {
    paper.text(&format!("Does {line}'s line part {of}'s ends?"));
    ends_rows(step, ends, of, paper);
    paper.say_as(role_of(step), &product(step));
}

/// `product -192 <= 0   yes`.
pub(super) fn product(step: &Step) -> String {
    let operator = if step.formula.contains("<=") { "<=" } else { "<" };
    let product = plain(value(step, "product"), ROOM);
    format!("product {product} {operator} 0\u{a0}\u{a0} {}", yes_no(holds(step.value)))
}
