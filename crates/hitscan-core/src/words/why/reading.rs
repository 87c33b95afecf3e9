//! A reading of a method: what its article says and what its code does, the numbers of both for
//! this pair, and the lesson to learn.

use std::cmp::Ordering;

use super::super::lines::wrapped;
use super::super::number;
use super::box_methods::edge_pairs;
use super::page::{PageSubject, PageWriter, Role, role, standing};
use super::table::{AxisTable, NUMBERS};
use super::{lasers, sides};
use crate::methods::{
    Agreement, Arithmetic, ArticleSource, BoundaryRule, Method, MethodStep, Number, Reading,
    Reason, WhyLayout,
};
use crate::words::method_reason::{agreement, hit_word};
use crate::words::number::{ROOM, equals, plain, yes_no};
use hitscan_geom::{Axis, Milli, Moving, Swept, swept};

/// The columns before `printed` and `by its code`.
const ANSWER_COLUMNS: usize = 8;

pub(super) fn write(
    subject: &PageSubject<'_>,
    method: Method,
    reading: Reading,
    number: impl Fn(Method) -> String,
    page: &mut PageWriter,
) {
    let coded = method.as_coded();
    for about in reading.about {
        let about = about.replace("{code}", &number(coded));
        page.text(&about.replace("{prose}", &number(Method::RELATIVE_VELOCITY_PROSE)));
    }
    page.blank();
    let steps = [method, coded].map(|method| steps(subject, method));
    match (coded.row().layout, reading.name) {
        (WhyLayout::Halves, "union") => joined(subject, &steps[0], page),
        (WhyLayout::ProperHalves, _) => factors(subject, &steps, page),
        (WhyLayout::EdgeRelations, _) => edge_pairs(subject, [&steps[0], &steps[1]], page),
        (WhyLayout::CornerPassed, "printed") => products(subject, &steps, page),
        (WhyLayout::Depths, name) => depths(subject, name, &steps, page),
        _ => {
            super::lay_out(subject, method, &steps[0], page);
            if steps[0] != steps[1] {
                page.text("its code:");
                super::lay_out(subject, coded, &steps[1], page);
            }
        }
    }
    answers(subject, [method, coded], reading.label.word(), page);
    page.blank();
    page.say(Role::Dim, &format!("lesson: {}", reading.teaches));
}

fn steps(subject: &PageSubject<'_>, method: Method) -> Vec<MethodStep> {
    if let Some([a, b]) = frame_of(subject, method) {
        return method.side_steps(&a, &b);
    }
    let (a, b) = (&subject.a.shape, &subject.b.shape);
    method.overlap_steps(a, b, BoundaryRule::Source, Arithmetic::Exact)
}

/// The frame, if the method is about one.
fn frame_of(subject: &PageSubject<'_>, method: Method) -> Option<[Moving; 2]> {
    subject.pair_result.frame.filter(|_| method.side_test().is_some())
}

/// The answer of one of the two, whether it agrees, and why not.
fn answer(
    subject: &PageSubject<'_>,
    method: Method,
) -> Option<(&'static str, Agreement, Option<Reason>)> {
    if let Some([a, b]) = frame_of(subject, method) {
        let verdict = method.side_verdict(&a, &b, &swept(&a, &b))?;
        return Some((verdict.claim.label, verdict.agreement, verdict.reason));
    }
    let (a, b, meeting) = (&subject.a.shape, &subject.b.shape, &subject.pair_result.meeting);
    let verdict = method.verdicts(a, b, meeting, BoundaryRule::Source).next()?;
    Some((hit_word(verdict.hit), verdict.agreement, verdict.reason))
}

/// `-> HIT     printed`, `-> MISS    its code`, and the truth.
fn answers(subject: &PageSubject<'_>, methods: [Method; 2], label: &str, page: &mut PageWriter) {
    let [Some(reading), Some(coded)] = methods.map(|method| answer(subject, method)) else {
        return;
    };
    let column = (reading.0.len().max(coded.0.len()) + 3).max(ANSWER_COLUMNS);
    for ((says, agreement, _), by) in [(reading, label), (coded, "its code")] {
        page.row(Role::Answer(agreement), &format!("-> {says:column$}{by}"));
    }
    let truth = match frame_of(subject, methods[0]).map(|[a, b]| swept(&a, &b)) {
        Some(Swept::Hit { sides, .. }) => format!("hit, {sides}"),
        Some(other) => other.token().to_owned(),
        None => standing(subject.pair_result.meeting.relation).word().to_owned(),
    };
    page.text(&format!("the truth: {truth}"));
    page.blank();
    let (says, found, reason) = reading;
    let reason = reason.filter(|reason| *reason != Reason::AS_PRINTED);
    page.say(Role::of(found), &format!("{label}: {}", agreement(found, reason)));
    if says == coded.0 {
        page.text("Here both say the same.");
    }
}

/// The halves of `straddle`, joined by or and by and.
fn joined(subject: &PageSubject<'_>, steps: &[MethodStep], page: &mut PageWriter) {
    let halves = lasers::questions(subject, steps, page);
    let said: Vec<_> = halves.iter().map(|half| yes_no(half.holds)).collect();
    let [any, all] = [halves.iter().any(|half| half.holds), halves.iter().all(|half| half.holds)];
    page.deciding(&format!("printed: {}: {}", said.join(" or "), yes_no(any)));
    page.text(&format!("its code: {}: {}", said.join(" and "), yes_no(all)));
}

/// The factors of `proper` about b's line.
fn factors(
    subject: &PageSubject<'_>,
    [printed, coded]: &[Vec<MethodStep>; 2],
    page: &mut PageWriter,
) {
    let (a, b) = (&subject.a.name, &subject.b.name);
    let is_shared =
        |step: &&MethodStep| coded.contains(step) || matches!(step, MethodStep::Straddle(_));
    let shared: Vec<MethodStep> = printed.iter().filter(is_shared).cloned().collect();
    lasers::parallel(subject, &shared, page);
    lasers::questions(subject, &shared, page);
    let read = |number| plain(number::read_area(subject.settings, number), ROOM);
    for step in printed {
        let MethodStep::PrintedHalf { factors: [first, second], product, holds, decides } = *step
        else {
            continue;
        };
        page.text(&format!("Are {a}'s ends on opposite sides of {b}'s line?"));
        let line = |first: Number, product: Number| {
            let product = plain(product, ROOM);
            format!("{} * {} = {product} < 0", read(first), read(second))
        };
        let of_code = -product;
        let below = of_code.sign() == Ordering::Less;
        page.say(
            role(decides),
            &format!("printed: {}\u{a0}\u{a0} {}", line(first, product), yes_no(holds)),
        );
        page.text(&format!("its code: {}\u{a0}\u{a0} {}", line(-first, of_code), yes_no(below)));
    }
}

/// The two products of r and v.
fn products(
    subject: &PageSubject<'_>,
    [printed, coded]: &[Vec<MethodStep>; 2],
    page: &mut PageWriter,
) {
    let is_about = |step: &&MethodStep| {
        !matches!(step, MethodStep::Overshoot { .. } | MethodStep::LastEntered { .. })
    };
    let before: Vec<MethodStep> = coded.iter().filter(is_about).cloned().collect();
    sides::relative_velocity(subject, &before, page);
    // With y upwards, the printed vector is the one that is displayed: (r.y, r.x).
    let of_printed = if subject.settings.y_grows_up() {
        "r.y * v.y - r.x * v.x"
    } else {
        "r.x * v.x - r.y * v.y"
    };
    let formulas = [of_printed, "r.x * v.y - r.y * v.x"];
    for ((steps, formula), by) in
        [printed, coded].into_iter().zip(formulas).zip(["printed", "its code"])
    {
        let z_is =
            |z| format!("{by}: z = {formula} {}", equals(number::read_area(subject.settings, z)));
        for step in steps {
            match *step {
                MethodStep::PrintedProduct { overshoot, velocity, product } => {
                    sides::r_and_v(subject.settings, overshoot, velocity, page);
                    page.text(&z_is(product));
                }
                MethodStep::Overshoot { cross, .. } => page.text(&z_is(cross)),
                MethodStep::LastEntered { operator, x_last, side } => {
                    let operator = number::read_operator(subject.settings, Axis::Y, operator);
                    let last = if x_last { "x" } else { "y" };
                    page.deciding(&format!(
                        "z {} 0: {}, so {last} was entered last: {}.",
                        operator.token(),
                        yes_no(x_last),
                        side.token()
                    ));
                }
                _ => {}
            }
        }
    }
}

/// The numbers of `predict-corner` by a reading and by its code.
fn depths(
    subject: &PageSubject<'_>,
    name: &str,
    both: &[Vec<MethodStep>; 2],
    page: &mut PageWriter,
) {
    let mut table = AxisTable::new(NUMBERS);
    let mut sentences = Vec::new();
    for (index, steps) in both.iter().enumerate() {
        let by = [name, "code"][index];
        let [
            MethodStep::CornerRegion { distance: start, half_sizes, inside },
            MethodStep::AfterMove { velocity, distance: end, meet, .. },
            rest @ ..,
        ] = &steps[..]
        else {
            continue;
        };
        if index == 0 {
            table.row(["v"; 2], number::both(number::vector(subject.settings, *velocity)));
            table.row(["centers apart, at start", "start apart"], number::both(*start));
            table.row(["centers apart, at end  n", "end apart n"], number::both(*end));
        }
        let labels = [format!("half sizes s, {by}"), format!("s, {by}")];
        table.row(labels, number::both(*half_sizes));
        let branch = if *inside { "corner" } else { "edge" };
        if let [MethodStep::Depths { depth, .. }] = rest {
            let sign = number::sign_between(*depth);
            let labels = [format!("depth p = s - n, {by}"), format!("p, {by}")];
            table.comparison(Role::Deciding, labels, number::both(*depth), sign);
        }
        let hit = if *meet { "n <= s in both" } else { "n > s: no hit" };
        let role = role(index == 0 && !meet);
        sentences.push((role, format!("{by}: {branch} branch, {hit}.")));
    }
    table.write(page);
    for (role, sentence) in sentences {
        page.say(role, &sentence);
    }
}

// The heading with a method's article, and remarks about the article and its code at the end
// of the page.

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
