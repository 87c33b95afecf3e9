//! The heading with a method's article, and remarks about the article and its code at the end
//! of the page.

use super::page::{PageSubject, Role};
use super::page_writer::PageWriter;
use crate::methods::{ArticleSource, Method, MethodStep, WhyLayout};
use crate::words::lines::wrapped;
use hitscan_geom::Milli;

/// What the prose of `straddle` says about a product of 0.
pub(super) const ZERO_OF_STRADDLE: &str = "A product of 0 counts as yes: <= 0 in its formula and code. Its prose says 負になっていれば, if negative.";

/// The function that decides such a pair, and the article that the method comes from.
pub(super) fn credit(subject: &PageSubject<'_>, page: &mut PageWriter) {
    let Some(source) = subject.about.and_then(Method::source) else { return };
    let kinds = [subject.a, subject.b].map(|each| each.shape.kind());
    let mut functions = source.functions.iter();
    let function = functions.find(|(_, pair)| pair.takes(kinds[0], kinds[1]));
    let title = page.legible(source.title).into_owned();
    let Some((function, _)) = function else { return page.text(&title) };
    let both = format!("{function}  {title}");
    // A title that is too long for a line may continue on the next one.
    let below = 1 + wrapped(&title, page.width).count();
    let mut lines = wrapped(&both, page.width);
    match lines.next() {
        Some(first) if wrapped(&both, page.width).count() < below => {
            page.row(Role::Title, first);
            lines.for_each(|line| page.text(line));
        }
        _ => {
            page.row(Role::Title, function);
            page.text(&title);
        }
    }
}

/// The remarks about the article, starting with those that depend on the numbers.
pub(super) fn remarks(steps: &[MethodStep], method: Method, page: &mut PageWriter) {
    let Some(source) = method.source() else { return };
    page.blank();
    match method.row().layout {
        WhyLayout::Halves if !has_product_of_0(steps) => page.say(Role::Dim, ZERO_OF_STRADDLE),
        WhyLayout::CornerPassed if comes_from_the_lower_left(steps) => page.say(
            Role::Dim,
            "The article: from below v is turned right (右にすこし回っている). So it is if r and \
             v are both written y first, as it prints r; drawn, it is left.",
        ),
        _ => {}
    }
    for remark in source.remarks {
        page.say(Role::Dim, remark);
    }
}

pub(super) fn has_product_of_0(steps: &[MethodStep]) -> bool {
    found!(steps, MethodStep::Straddle(half) => half).any(|half| half.product.sign().is_eq())
}

/// Whether both axes were entered, with a motion to the right and up on the screen.
fn comes_from_the_lower_left(steps: &[MethodStep]) -> bool {
    let mut velocities = found!(steps, MethodStep::Overshoot { velocity, .. } => velocity);
    velocities.any(|v| v.x > Milli::ZERO && v.y < Milli::ZERO)
}

/// The misprints of the article, one line each: after the page, unless the scene is
/// about that article.
pub(super) fn misprints(subject: &PageSubject<'_>, page: &mut PageWriter) {
    let coded = subject.about.filter(|method| !method.is_reading());
    let Some(ArticleSource { title, misprints, .. }) = coded.and_then(Method::source) else {
        return;
    };
    if misprints.is_empty() {
        return;
    }
    if subject.scene_source != title {
        page.end();
        page.say(Role::Dim, "about the article");
    }
    for misprint in misprints {
        page.say(Role::Dim, misprint);
    }
}
