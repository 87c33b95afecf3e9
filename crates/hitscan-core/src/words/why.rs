//! Why HIT, TOUCH or MISS: the pages of the Why view, as data.
//!
//! The first page is the truth, then come `swept` and the methods in the order
//! of the catalogue. Every number on a page comes from the [`Step`]s of the
//! computation that decided. Drawing and scrolling do not live here.

mod agreement;
mod boxes;
mod edges;
mod lasers;
mod page;
mod page_writer;
mod phrases;
mod sides;
mod sweep;
mod table;
mod truth;
mod truth_lasers;
mod truth_regions;

pub use self::page::{Line, Page, Role, Subject, Window};

use self::page_writer::PageWriter;
use super::lines::{padded, text_cells};
#[cfg(doc)]
use crate::methods::Step;
use crate::methods::{AnyMethod, Arithmetic, Method, SideMethod, methods_for};
use crate::world::{PairResult, Participant};

/// The pages there are for a pair, in order; `None` is the truth.
#[must_use]
pub fn pages(a: &Participant, b: &Participant, pair_result: &PairResult) -> Vec<Option<AnyMethod>> {
    let sides = SideMethod::ALL.into_iter().filter(|_| pair_result.frame.is_some());
    let [swept, others] = [true, false]
        .map(|exact| sides.clone().filter(move |&m| (m == SideMethod::Swept) == exact));
    let whether = methods_for(&a.shape, &b.shape).iter().copied().map(AnyMethod::OverlapTest);
    let methods =
        swept.map(AnyMethod::SideTest).chain(whether).chain(others.map(AnyMethod::SideTest));
    std::iter::once(None).chain(methods.map(Some)).collect()
}

/// The page about `subject` for a panel of `width` columns. No line is longer
/// than that less the column of the mark. A method that has nothing to say of
/// such a pair gives the page of the truth.
#[must_use]
pub fn page(subject: &Subject<'_>, width: usize) -> Page {
    let mut page = PageWriter::new(width.saturating_sub(1));
    let pages = pages(subject.a, subject.b, subject.pair_result);
    let about = subject.about.filter(|&method| pages.contains(&Some(method)));
    let subject = Subject { about, ..*subject };
    let number = pages.iter().position(|&page| page == about).map_or(1, |index| index + 1);
    title(&subject, (number, pages.len()), &mut page);
    match about {
        None => truth::write(&subject, &pages, &mut page),
        Some(AnyMethod::OverlapTest(method)) => whether(&subject, method, &mut page),
        Some(AnyMethod::SideTest(method)) => sides::write(&subject, method, &mut page),
    }
    source(about, &mut page);
    Page { lines: page.into_lines() }
}

/// A method that says whether they meet: its steps, and what it is worth.
fn whether(subject: &Subject<'_>, method: Method, page: &mut PageWriter) {
    let answers = agreement::Answers::of(subject, method);
    let steps = &answers.steps;
    match method {
        Method::Straddle => lasers::straddle(subject, steps, page),
        Method::Proper => lasers::proper(subject, steps, page),
        Method::CenterDistance => boxes::center_distance(subject, steps, page),
        Method::EdgeRelations => boxes::edge_relations(subject, steps, page),
        Method::Edges => edges::write(subject, steps, page),
    }
    agreement::of_whether(subject, &answers, page);
}

/// `center-distance  exact  3 of 7`, with as much as there is room for.
fn title(subject: &Subject<'_>, (number, of): (usize, usize), page: &mut PageWriter) {
    let (id, detail) = match subject.about {
        None => ("truth", "where they stand now"),
        Some(AnyMethod::OverlapTest(method)) => (method.id(), subject.arithmetic.token()),
        Some(AnyMethod::SideTest(method)) => (method.id(), Arithmetic::Exact.token()),
    };
    let named = format!("{id}  {detail}");
    let place = format!("page {number} of {of}");
    let fits = |text: &String| text_cells(text) <= page.width;
    let roomy = padded(&named, page.width.saturating_sub(place.len())) + &place;
    let apart = text_cells(&named) + 2 + place.len() <= page.width;
    // What the truth is about matters more than that it comes first.
    let short =
        if subject.about.is_none() { named.clone() } else { format!("{id}  {number} of {of}") };
    let text = Some(roomy)
        .filter(|_| apart)
        .or_else(|| Some(format!("{named}  {number} of {of}")).filter(fits))
        .unwrap_or(short);
    page.row(Role::Title, &text);
}

/// Where the method comes from.
fn source(about: Option<AnyMethod>, page: &mut PageWriter) {
    if let Some(source) = about.and_then(AnyMethod::source) {
        page.blank();
        page.say(Role::Dim, &format!("source: {source}"));
    }
}
