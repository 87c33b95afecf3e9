//! The two methods of lasers: `straddle` and `proper`.

use super::article::{ZERO_OF_STRADDLE, has_product_of_0};
use super::page::{PageSubject, Role};
use super::page_writer::PageWriter;
use super::part_of;
use super::phrases::{ends_rows, role};
use crate::methods::{Arithmetic, MethodStep, Operator, Straddle};
use crate::words::format::{self, ROOM, equals, plain, yes_no};
use crate::world::Axes;

/// The wording specific to each of the two.
pub(super) struct Words {
    meet: &'static str,
    /// The meaning of the signs, for y downwards and for y upwards.
    signs: [&'static str; 2],
}

pub(super) const STRADDLE: Words = Words {
    meet: "meet",
    signs: [
        "As in the article: above 0 is right (正なら右側).",
        "The article: above 0 is right (正なら右側), as with y down. Here y is up: above 0 is left.",
    ],
};

pub(super) const PROPER: Words = Words {
    meet: "cross",
    signs: [
        "below 0 is left, above 0 right. The article: left is above 0 (左側…0よりも大きい), as with y up; here y is down.",
        "As in the article: left is above 0.",
    ],
};

pub(super) fn write(
    subject: &PageSubject<'_>,
    steps: &[MethodStep],
    words: &Words,
    page: &mut PageWriter,
) {
    parallel(subject, steps, page);
    let halves = questions(subject, steps, page);
    if halves.is_empty() {
        return;
    }
    if halves.iter().all(|half| half.holds) {
        page.text(&format!("Both say yes: they {}.", words.meet));
    } else {
        page.text("One no is enough: no hit.");
    }
    if has_product_of_0(steps) {
        let counts_it = halves.iter().any(|half| half.operator == Operator::LessOrEqual);
        page.text(if counts_it { ZERO_OF_STRADDLE } else { "A product of 0 counts as no." });
    }
    let [down, up] = words.signs;
    let signs = match subject.axes {
        Axes::YDown => down,
        Axes::YUp => up,
    };
    page.say(Role::Dim, signs);
}

/// Whether their directions are parallel, if the method tests that.
pub(super) fn parallel(subject: &PageSubject<'_>, steps: &[MethodStep], page: &mut PageWriter) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    for step in steps {
        let MethodStep::Directions { cross, parallel } = *step else { continue };
        let meaning = match (parallel, subject.arithmetic) {
            (false, _) => ". Not 0, so not parallel.",
            // With rounding, the products may still be below 0.
            (true, Arithmetic::F32) => ": parallel, a miss.",
            (true, Arithmetic::Exact) => {
                ": parallel, a miss. Without this check it would be a miss, too: no product is \
                 below 0."
            }
        };
        let cross = equals(format::read_area(subject.axes, cross));
        page.say(role(parallel), &format!("cross({a}, {b}) {cross}{meaning}"));
    }
}

/// The two questions, each about one line and the ends of the other laser.
pub(super) fn questions(
    subject: &PageSubject<'_>,
    steps: &[MethodStep],
    page: &mut PageWriter,
) -> Vec<Straddle> {
    let halves: Vec<_> = straddles(steps).collect();
    for half in &halves {
        let [of, line] = subject.names(half.ends_of);
        page.text(&format!("Are {of}'s ends on opposite sides of {line}'s line?"));
        ends_rows(subject.axes, half.orientations, (half.ends_of, of), page);
        page.about(part_of::signs(subject, half)).say(role(half.decides), &product(half));
    }
    halves
}

pub(super) fn straddles(steps: &[MethodStep]) -> impl Iterator<Item = Straddle> {
    found!(steps, MethodStep::Straddle(half) => half)
}

/// `product -192 <= 0   yes`.
pub(super) fn product(half: &Straddle) -> String {
    let (product, operator) = (plain(half.product, ROOM), half.operator.token());
    format!("product {product} {operator} 0\u{a0}\u{a0} {}", yes_no(half.holds))
}
