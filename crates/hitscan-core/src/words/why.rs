//! Why HIT, TOUCH or MISS: the pages of the Why view, as data.
//!
//! The first page is the truth, followed by `swept` and the other methods in registry order, each
//! followed by the readings of its article. Every number on a page comes from the [`MethodStep`]s
//! of the computation that decided. Drawing and scrolling are done elsewhere.

mod agreement;
mod article;
mod box_methods;
mod edges;
mod formulas;
mod frame;
mod lasers;
mod own_method;
mod page;
mod page_writer;
mod part;
mod part_of;
mod phrases;
mod reading;
mod sides;
mod slab;
mod sweep;
mod table;
mod truth;
mod truth_boxes;
mod truth_lasers;
mod truth_regions;

pub use self::own_method::{OwnAsked, OwnSubject, own_page};
pub use self::page::{
    Interval, Intervals, Mark, Medium, PageFrame, PageLine, PageSubject, Role, WhyPage, Window,
};
pub use self::part::{PairPart, Ranges};

use self::page_writer::PageWriter;
use super::lines::{padded, text_cells};
use crate::methods::{Arithmetic, ListedWhen, Method, MethodStep, WhyLayout};
use crate::world::{PairResult, Participant};

/// The pages for a pair, in order; `None` is the truth. A method that is shown only on request has
/// a page only while it is the one `about`.
#[must_use]
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
    method.applies_to(a.shape.kind(), b.shape.kind())
        && (method.overlap_test().is_some() || says_side())
}

/// The page about `subject`. No line is wider than the medium. If the method does not apply to the
/// pair, it is the page of the truth.
#[must_use]
pub fn page(subject: &PageSubject<'_>, medium: Medium) -> WhyPage {
    let mut page = PageWriter::new(medium);
    page.is_ascii = subject.is_ascii;
    let pages = pages(subject.a, subject.b, subject.pair_result, subject.about);
    let about = subject.about.filter(|&method| pages.contains(&Some(method)));
    let computes = about.is_some_and(|method| method.computes_in(subject.arithmetic));
    let arithmetic = if computes { subject.arithmetic } else { Arithmetic::Exact };
    let subject = PageSubject { about, arithmetic, ..*subject };
    title(&subject, &Place::of(about, &pages), &mut page);
    match about {
        None => truth::write(&subject, &pages, &mut page),
        Some(method) => write(&subject, method, &pages, &mut page),
    }
    article::misprints(&subject, &mut page);
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
        let number = |method| Place::of(Some(method), pages).number;
        return reading::write(subject, method, reading, number, page);
    }
    match (method.side_test(), &subject.pair_result.frame) {
        (None, _) => {
            let answers = agreement::MethodAnswers::of(subject, method);
            lay_out(subject, method, &answers.steps, page);
            agreement::of_overlap(subject, &answers, page);
            page.blank();
            box_methods::background(subject, method, &answers.steps, page);
            article::remarks(&answers.steps, method, page);
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
            article::remarks(&steps, method, page);
        }
        (Some(_), None) => {}
    }
}

fn lay_out(subject: &PageSubject<'_>, method: Method, steps: &[MethodStep], page: &mut PageWriter) {
    if is_about_axes(method.row().layout) {
        page.ranges = Some(part_of::ranges(subject));
    }
    match method.row().layout {
        WhyLayout::Steps => formulas::write(subject, steps, page),
        WhyLayout::Halves => lasers::write(subject, steps, &lasers::STRADDLE, page),
        WhyLayout::ProperHalves => lasers::write(subject, steps, &lasers::PROPER, page),
        WhyLayout::Centres => box_methods::center_distance(subject, steps, page),
        WhyLayout::EdgeRelations => box_methods::edge_relations(subject, steps, page),
        WhyLayout::Edges => edges::write(subject, steps, page),
        WhyLayout::Times => sweep::write(subject, steps, page),
        WhyLayout::CornerPassed => sides::relative_velocity(subject, steps, page),
        WhyLayout::Depths => sides::predict_corner(subject, steps, page),
        WhyLayout::Slabs => slab::write(subject, steps, page),
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

/// The position of a page among the others. A reading has the number of its method.
struct Place {
    /// `3`, and for the readings after it `3b`, `3c`.
    number: String,
    is_reading: bool,
    of: usize,
}

impl Place {
    fn of(about: Option<Method>, pages: &[Option<Method>]) -> Self {
        let is_reading = |page: &Option<Method>| page.is_some_and(Method::is_reading);
        let coded = about.map(Method::as_coded);
        let mut counted = pages.iter().filter(|page| !is_reading(page));
        let of = counted.clone().count();
        let number = counted.position(|&page| page == coded).map_or(1, |index| index + 1);
        let is_reading = is_reading(&about);
        // 2b, 2c, and so on.
        let first = pages.iter().position(|&page| page == coded);
        let here = pages.iter().position(|&page| page == about);
        let behind = first.zip(here).filter(|_| is_reading);
        let letter = behind.and_then(|(first, here)| ('a'..='z').nth(here.saturating_sub(first)));
        let behind = letter.map(String::from).unwrap_or_default();
        Self { number: format!("{number}{behind}"), is_reading, of }
    }
}

/// `center-distance exact   3 of 7`, as far as there is room.
fn title(subject: &PageSubject<'_>, place: &Place, page: &mut PageWriter) {
    let text = match page.medium {
        Medium::Panel(_) => panel_title(subject, place, page),
        Medium::Lines(_) => line_title(subject, place, page.width),
    };
    page.row(Role::Title, &text);
    article::credit(subject, page);
    if page.is_roomy() && matches!(page.medium, Medium::Panel(_)) {
        page.blank();
    }
}

fn panel_title(subject: &PageSubject<'_>, place: &Place, page: &PageWriter) -> String {
    let (id, details) = match (subject.about, subject.moment) {
        (None, PageFrame::Now) => ("truth", ["where they stand now", "where they stand"]),
        (None, PageFrame::Past) => ("truth", ["where they stood then", "where they stood"]),
        (Some(method), _) if method.is_reading() => {
            let label = method.row().reading.map_or("", |reading| reading.label.word());
            (method.as_coded().id(), [label, label])
        }
        (Some(method), _) => (method.id(), [subject.arithmetic.token(), ""]),
    };
    let Place { number, is_reading, of } = place;
    // It matters more that a page is a reading than how many pages there are.
    let counted = !is_reading || page.is_roomy();
    let place = if counted { format!("{number} of {of}") } else { number.clone() };
    let gap = if page.is_roomy() { "  " } else { " " };
    let named = details.map(|detail| format!("{id}{gap}{detail}"));
    let fits = |text: &&String| text_cells(text) + 2 + place.len() <= page.width;
    let named = named.iter().find(fits).map_or(id, String::as_str);
    padded(named, page.width.saturating_sub(place.len())) + &place
}

fn line_title(subject: &PageSubject<'_>, place: &Place, width: usize) -> String {
    let (id, detail) = match subject.about {
        None => ("truth", "where they stand"),
        Some(method) if method.is_reading() => (
            method.as_coded().id(),
            method.row().reading.map_or("", |reading| reading.label.word()),
        ),
        Some(method) => (method.id(), subject.arithmetic.token()),
    };
    let place = format!("page {} of {}", place.number, place.of);
    padded(&format!("{id}  {detail}"), width.saturating_sub(place.len())) + &place
}
