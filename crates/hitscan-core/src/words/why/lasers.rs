//! The two methods of lasers: `straddle` and `proper`.

use super::page::{Role, Subject};
use super::page_writer::PageWriter;
use super::phrases::{ends_rows, legend, role};
use crate::methods::{Step, Straddle};
use crate::words::format::{self, ROOM, equals, plain, yes_no};

/// How the two say that the lasers meet, and whether a product of 0 counts.
pub(super) const STRADDLE: [&str; 2] = ["meet", "yes"];
pub(super) const PROPER: [&str; 2] = ["cross", "no"];

pub(super) fn write(
    subject: &Subject<'_>,
    steps: &[Step],
    [meet, zero]: [&str; 2],
    page: &mut PageWriter,
) {
    parallel(subject, steps, page);
    let halves = questions(subject, steps, page);
    if halves.is_empty() {
        return;
    }
    if halves.iter().all(|half| half.holds) {
        page.text(&format!("Both say yes: they {meet}."));
    } else {
        page.text("One no is enough: no hit.");
    }
    if halves.iter().any(|half| half.product.sign().is_eq()) {
        page.text(&format!("A product of 0 counts as {zero}."));
    }
    page.say(Role::Dim, legend(subject.axes));
}

/// Whether their directions are parallel, if that is asked.
pub(super) fn parallel(subject: &Subject<'_>, steps: &[Step], page: &mut PageWriter) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    for step in steps {
        let Step::Directions { cross, parallel } = *step else { continue };
        let meaning = if parallel {
            "They count as parallel and are turned away before anything else is asked."
        } else {
            "Not 0, so not parallel."
        };
        let cross = equals(format::read_area(subject.axes, cross));
        page.say(role(parallel), &format!("cross({a}, {b}) {cross}. {meaning}"));
    }
}

/// The two questions, each about one line and the ends of the other laser.
pub(super) fn questions(
    subject: &Subject<'_>,
    steps: &[Step],
    page: &mut PageWriter,
) -> Vec<Straddle> {
    let halves: Vec<_> = straddles(steps).collect();
    for half in &halves {
        let [of, line] = subject.names(half.ends_of);
        page.text(&format!("Are {of}'s ends on opposite sides of {line}'s line?"));
        ends_rows(subject.axes, half.orientations, of, page);
        page.say(role(half.decides), &product(half));
    }
    halves
}

pub(super) fn straddles(steps: &[Step]) -> impl Iterator<Item = Straddle> {
    found!(steps, Step::Straddle(half) => half)
}

/// `product -192 <= 0   yes`.
pub(super) fn product(half: &Straddle) -> String {
    let (product, operator) = (plain(half.product, ROOM), half.operator.token());
    format!("product {product} {operator} 0\u{a0}\u{a0} {}", yes_no(half.holds))
}
