//! Why HIT, TOUCH or MISS: the pages of the Why view, as data.
//!
//! The first page is the truth, followed by `swept` and the other methods in registry order, each
//! followed by the readings of its article. Every number on a page comes from the [`MethodStep`]s
//! of the computation that decided. Drawing and scrolling are done elsewhere.
//!
//! | files | contents |
//! | --- | --- |
//! | `truth` `truth_regions` | the first page, and what it says about regions |
//! | `reading` | what an article says, and what its code does |
//! | `sweep` `sides` `frame` | the methods that look at a frame |
//! | `lasers` `box_methods` | the methods for lasers, and for boxes at rest |
//! | `agreement` | how an answer compares with the exact one: the end of every page |
//! | `table` `page` | two columns of numbers; the page itself, which all of these write to |
//!
//! This file chooses the pages. Calls go down the list, except that `lasers` takes a few words from
//! `reading`.

mod agreement;
mod box_methods;
mod frame;
mod lasers;
mod page;
mod reading;
mod sides;
mod sweep;
mod table;
mod truth;
mod truth_regions;

use hitscan_geom::{Axis, ExactPoint, Shape};

pub use self::agreement::{OwnAsked, own_page};
pub use self::page::{
    Intervals, Mark, Medium, PageLine, PageSubject, PairPart, Ranges, Role, WhyPage, Window,
};

use self::page::{PageWriter, edge_name, role};
use super::formula::{Formula, Value};
use super::lines::{padded, text_cells};
use super::number;
use super::number::{ROOM, plain, yes_no};
use crate::methods::{
    Arithmetic, EdgeAtLevel, ListedWhen, Method, MethodStep, Number, PointEdge, PointTest,
    Projection, WhyLayout,
};
use crate::world::{PairResult, Participant};

/// The pages for a pair, in order; `None` is the truth. A method that is shown only on request has
/// a page only while it is the one `about`.
pub fn pages(
    a: &Participant,
    b: &Participant,
    pair_result: &PairResult,
    about: Option<Method>,
) -> Vec<Option<Method>> {
    // No method is judged on a region that a beam does not reach.
    let is_judged = pair_result.behind.is_none();
    let all = page_order().filter(|&method| {
        let is_listed = method.row().shown != ListedWhen::OnRequest || about == Some(method);
        is_judged && is_listed && has_page(a, b, pair_result, method)
    });
    std::iter::once(None).chain(all.map(Some)).collect()
}

/// All methods in page order: the exact side method comes first, and readings follow their method.
pub(crate) fn page_order() -> impl Iterator<Item = Method> {
    let others = Method::all().filter(|&method| method != Method::SWEPT);
    let with_readings =
        others.flat_map(|method| std::iter::once(method).chain(method.readings_of_it()));
    std::iter::once(Method::SWEPT).chain(with_readings)
}

/// Whether a method applies to a pair.
pub(super) fn has_page(
    a: &Participant,
    b: &Participant,
    pair_result: &PairResult,
    method: Method,
) -> bool {
    let says_side = || pair_result.frame.is_some_and(|[a, b]| method.claim(&a, &b).is_some());
    a.takes(method, b) && (method.side_test().is_none() || says_side())
}

/// The page about `subject`. No line is wider than the medium. If the method does not apply to the
/// pair, it is the page of the truth.
pub fn page(subject: &PageSubject<'_>, medium: Medium) -> WhyPage {
    let mut page = PageWriter::new(medium);
    page.is_ascii = subject.is_ascii;
    let pages = pages(subject.a, subject.b, subject.pair_result, subject.about);
    let about = subject.about.filter(|&method| pages.contains(&Some(method)));
    let computes = about.is_some_and(|method| method.computes_in(subject.arithmetic));
    let arithmetic = if computes { subject.arithmetic } else { Arithmetic::Exact };
    let subject = PageSubject { about, arithmetic, ..*subject };
    title(&subject, &pages, &mut page);
    match about {
        None => truth::write(&subject, &pages, &mut page),
        Some(method) => write(&subject, method, &pages, &mut page),
    }
    reading::misprints(&subject, &mut page);
    page.into_page()
}

/// Writes the steps of a method, its answer, and whether that agrees.
fn write(
    subject: &PageSubject<'_>,
    method: Method,
    pages: &[Option<Method>],
    page: &mut PageWriter,
) {
    if let Some(reading) = method.row().reading {
        let number = |method| number_of(Some(method), pages);
        return reading::write(subject, method, reading, number, page);
    }
    match (method.side_test(), &subject.pair_result.frame) {
        (None, _) => {
            let (a, b, rule) = (subject.a, subject.b, subject.settings.boundary_rule);
            let steps = method.overlap_steps(&a.shape, &b.shape, rule, subject.arithmetic);
            lay_out(subject, method, &steps, page);
            agreement::of_overlap(subject, method, &steps, page);
            page.blank();
            box_methods::background(subject, method, &steps, page);
            reading::remarks(&steps, method, page);
        }
        (Some(_), Some(frame)) => {
            let steps = method.side_steps(&frame[0], &frame[1]);
            lay_out(subject, method, &steps, page);
            agreement::of_side(subject, frame, method, page);
            page.blank();
            if method.row().layout == WhyLayout::CornerPassed {
                sides::ties(&steps, page);
                sides::beyond_the_wall(frame, &steps, page);
            }
            reading::remarks(&steps, method, page);
        }
        (Some(_), None) => {}
    }
}

fn lay_out(subject: &PageSubject<'_>, method: Method, steps: &[MethodStep], page: &mut PageWriter) {
    if is_about_axes(method.row().layout) {
        page.ranges = Some(page::ranges(subject));
    }
    match method.row().layout {
        WhyLayout::Steps => write_formulas(subject, steps, page),
        WhyLayout::Halves => lasers::write(subject, steps, "meet", lasers::SIGNS_OF_STRADDLE, page),
        WhyLayout::ProperHalves => {
            lasers::write(subject, steps, "cross", lasers::SIGNS_OF_PROPER, page);
        }
        WhyLayout::Centres => box_methods::center_distance(subject, steps, page),
        WhyLayout::EdgeRelations => box_methods::edge_relations(subject, steps, page),
        WhyLayout::Edges => lasers::write_edges(subject, steps, page),
        WhyLayout::Times => sweep::write(subject, steps, page),
        WhyLayout::CornerPassed => sides::relative_velocity(subject, steps, page),
        WhyLayout::Depths => sides::predict_corner(subject, steps, page),
        WhyLayout::Slabs => box_methods::write(subject, steps, page),
        WhyLayout::Frame => frame::write(subject, steps, page),
    }
}

/// Whether a method compares the ranges of the two in x and in y.
const fn is_about_axes(layout: WhyLayout) -> bool {
    match layout {
        WhyLayout::Centres
        | WhyLayout::EdgeRelations
        | WhyLayout::Times
        | WhyLayout::CornerPassed
        | WhyLayout::Depths
        | WhyLayout::Slabs
        | WhyLayout::Frame => true,
        WhyLayout::Steps | WhyLayout::Halves | WhyLayout::ProperHalves | WhyLayout::Edges => false,
    }
}

/// The number of a page among the others: `3`, and for the readings after it `3b`, `3c`.
fn number_of(about: Option<Method>, pages: &[Option<Method>]) -> String {
    let coded = about.map(Method::as_coded);
    let place = without_readings(pages).position(|page| page == coded);
    let number = place.map_or(1, |index| index + 1);
    let first = pages.iter().position(|&page| page == coded);
    let here = pages.iter().position(|&page| page == about);
    let behind = first.zip(here).filter(|_| is_reading(about));
    let letter = behind.and_then(|(first, here)| ('a'..='z').nth(here.saturating_sub(first)));
    format!("{number}{}", letter.map(String::from).unwrap_or_default())
}

fn without_readings(pages: &[Option<Method>]) -> impl Iterator<Item = Option<Method>> {
    pages.iter().copied().filter(|&page| !is_reading(page))
}

fn is_reading(page: Option<Method>) -> bool {
    page.is_some_and(Method::is_reading)
}

/// `center-distance exact   3 of 7`, as far as there is room.
fn title(subject: &PageSubject<'_>, pages: &[Option<Method>], page: &mut PageWriter) {
    let (number, of) = (number_of(subject.about, pages), without_readings(pages).count());
    let text = match page.medium {
        Medium::Panel(_) => panel_title(subject, &number, of, page),
        Medium::Lines(_) => line_title(subject, &format!("page {number} of {of}"), page.width),
    };
    page.row(Role::Title, &text);
    reading::credit(subject, page);
    if page.is_roomy() && matches!(page.medium, Medium::Panel(_)) {
        page.blank();
    }
}

fn panel_title(subject: &PageSubject<'_>, number: &str, of: usize, page: &PageWriter) -> String {
    let (id, details) = match (subject.about, subject.is_past) {
        (None, false) => ("truth", ["where they stand now", "where they stand"]),
        (None, true) => ("truth", ["where they stood then", "where they stood"]),
        (Some(method), _) if method.is_reading() => {
            let label = method.row().reading.map_or("", |reading| reading.label.word());
            (method.as_coded().id(), [label, label])
        }
        (Some(method), _) => (method.id(), [subject.arithmetic.token(), ""]),
    };
    // It matters more that a page is a reading than how many pages there are.
    let counted = !is_reading(subject.about) || page.is_roomy();
    let place = if counted { format!("{number} of {of}") } else { number.to_owned() };
    let gap = if page.is_roomy() { "  " } else { " " };
    let named = details.map(|detail| format!("{id}{gap}{detail}"));
    let fits = |text: &&String| text_cells(text) + 2 + place.len() <= page.width;
    let named = named.iter().find(fits).map_or(id, String::as_str);
    padded(named, page.width.saturating_sub(place.len())) + &place
}

fn line_title(subject: &PageSubject<'_>, place: &str, width: usize) -> String {
    let (id, detail) = match subject.about {
        None => ("truth", "where they stand"),
        Some(method) if method.is_reading() => (
            method.as_coded().id(),
            method.row().reading.map_or("", |reading| reading.label.word()),
        ),
        Some(method) => (method.id(), subject.arithmetic.token()),
    };
    padded(&format!("{id}  {detail}"), width.saturating_sub(place.len())) + place
}

fn write_formulas(subject: &PageSubject<'_>, steps: &[MethodStep], page: &mut PageWriter) {
    if steps.iter().any(|step| matches!(step, MethodStep::Projection(_))) {
        page.text("What both cover along the normal of an edge, times its length:");
    }
    for step in steps {
        let line = match step {
            MethodStep::Projection(found) => projection(subject, found),
            MethodStep::PointTest(test) => point_test(subject, test),
            MethodStep::PointEdge(found) => point_edge(subject, found),
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
        MethodStep::Straddle(half) => page::signs(subject, half),
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
        .replace("{point}", &number::point(subject.settings, test.point, ROOM));
    // A line must not start with only the answer: `in B: no` is kept together.
    let text = match text.rsplit_once(' ') {
        Some((before, last)) => format!("{before}\u{a0}{last}"),
        None => text,
    };
    format!("{text}:\u{a0}{}", yes_no(test.holds))
}

/// `edge 2: at x 17, right of V`, and for `winding` `edge 2: down, z = 12: adds 1`.
fn point_edge(subject: &PageSubject<'_>, found: &PointEdge) -> String {
    let (region, point) = match &subject.b.shape {
        Shape::Segment(_) => (subject.a, subject.b),
        _ => (subject.b, subject.a),
    };
    let (edge, point) = (edge_name(found.edge, &region.shape), point.name);
    let adds = found.adds;
    let turn = |z| plain(number::read_area(subject.settings, z), ROOM);
    match found.found {
        EdgeAtLevel::Elsewhere | EdgeAtLevel::Beside => {
            format!("{edge}: not at {point}'s level")
        }
        EdgeAtLevel::Crossing(x) => {
            let not = if adds == 0 { "not " } else { "" };
            format!("{edge}: at x {}, {not}right of {point}", plain(x, ROOM))
        }
        EdgeAtLevel::Down(z) => format!("{edge}: down, z = {}: adds {adds}", turn(z)),
        EdgeAtLevel::Up(z) => format!("{edge}: up, z = {}: adds {adds}", turn(z)),
        EdgeAtLevel::On => format!("{edge}: {point} lies on it"),
    }
}

/// `P edge 2: -3..4, 5..9 apart`.
fn projection(subject: &PageSubject<'_>, found: &Projection) -> String {
    let [owner, _] = subject.participants(found.of);
    let (name, edge) = (&owner.name, edge_name(found.edge, &owner.shape));
    // Lengths along a normal are displayed like areas.
    let [a, b] = [found.a, found.b].map(|ends| number::range(subject.settings, Axis::Y, ends));
    let answer = if found.apart { "apart" } else { "overlap" };
    format!("{name} {edge}: {a} and {b}: {answer}")
}
