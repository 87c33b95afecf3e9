//! Why HIT, TOUCH or MISS: the pages of the Why view, as data.
//!
//! The first page is the truth, then come `swept` and the methods in the order
//! of the catalogue. Every number on a page comes out of the steps of the very
//! computation that decided ([`Step`]); none is computed
//! here. How a page is drawn, and how it scrolls, is not decided here either.

mod boxes;
mod edges;
mod figures;
mod lasers;
mod paper;
mod sides;
mod steps;
mod sweep;
mod table;
mod truth;
mod truth_lasers;
mod truth_regions;
mod worth;

use self::paper::{Paper, cells, padded};
use crate::methods::{AnyMethod, Arithmetic, BoundaryRule, Method, SideMethod, methods_for};
use crate::world::{Axes, PairResult, Participant};
use hitscan_geom::{Meeting, Step};

pub(super) use self::steps::{Entries, other_axis};

/// What a page is about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The mover.
    pub a: &'a Participant,
    /// The other; sides are its.
    pub b: &'a Participant,
    /// What was found of the two.
    pub pair_result: &'a PairResult,
    /// Which page: the truth, or what a method makes of it.
    pub about: Option<AnyMethod>,
    /// What a method that says whether is computed in; the others are exact.
    pub arithmetic: Arithmetic,
    /// Whether the two box methods count touching.
    pub contact: BoundaryRule,
    /// Which way y is read.
    pub axes: Axes,
    /// The key that turns to the next page, where there are keys and it is a
    /// single sign: pages are named by how often it is pressed, else by number.
    pub next_key: Option<char>,
}

/// A page of the Why view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// From top to bottom.
    pub lines: Vec<Line>,
}

/// What is seen of a page through so many rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window<'a> {
    /// The lines that are seen.
    pub lines: &'a [Line],
    /// How many lines are scrolled away above them.
    pub scrolled: usize,
    /// How many can be at most; 0 when the whole page is seen. If it is more,
    /// the last row is left free to say which keys scroll.
    pub most_scrolled: usize,
}

impl Page {
    /// Ends the page with the keys that work on it: the longest of these texts
    /// that is no wider than `width` columns less that of the mark.
    pub fn end_with_keys(&mut self, texts: &[String], width: usize) {
        let fits = |text: &&String| cells(text) < width;
        let text = texts.iter().find(fits).cloned();
        self.lines.extend(text.map(|text| Line { role: Role::Keys, text }));
    }

    /// What is seen of it through `rows` rows when `scrolled` lines are
    /// scrolled away, or as many as there are to scroll.
    #[must_use]
    pub fn window(&self, rows: usize, scrolled: usize) -> Window<'_> {
        if self.lines.len() <= rows {
            return Window { lines: &self.lines, scrolled: 0, most_scrolled: 0 };
        }
        // Which keys work is said in the last row then.
        let says_keys = self.lines.last().is_some_and(|line| line.role == Role::Keys);
        let lines = &self.lines[..self.lines.len() - usize::from(says_keys)];
        let seen = rows.saturating_sub(1);
        let most_scrolled = lines.len().saturating_sub(seen);
        let scrolled = scrolled.min(most_scrolled);
        let lines = &lines[scrolled..lines.len().min(scrolled + seen)];
        Window { lines, scrolled, most_scrolled }
    }
}

/// One line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is there for.
    pub role: Role,
    /// What it says, from the second column on: the first is for the mark.
    pub text: String,
}

/// What a line is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// What the page is about.
    Title,
    /// What is computed and what it means.
    Text,
    /// What the answer can be read off; it is marked with `>`.
    Deciding,
    /// What can wait: headings of columns, the source.
    Dim,
    /// A method that is wrong here.
    Wrong,
    /// A method that differs where its author may choose.
    Convention,
    /// The keys that work on the page.
    Keys,
}

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
    let mut paper = Paper::new(width.saturating_sub(1));
    let pages = pages(subject.a, subject.b, subject.pair_result);
    let about = subject.about.filter(|&method| pages.contains(&Some(method)));
    let subject = Subject { about, ..*subject };
    let number = pages.iter().position(|&page| page == about).map_or(1, |index| index + 1);
    title(&subject, (number, pages.len()), &mut paper);
    match about {
        None => truth::write(&subject, &pages, &mut paper),
        Some(AnyMethod::OverlapTest(method)) => whether(&subject, method, &mut paper),
        Some(AnyMethod::SideTest(method)) => sides::write(&subject, method, &mut paper),
    }
    source(about, &mut paper);
    Page { lines: paper.into_lines() }
}

/// A method that says whether they meet: its steps, and what it is worth.
fn whether(subject: &Subject<'_>, method: Method, paper: &mut Paper) {
    let answers = worth::Answers::of(subject, method);
    let steps = steps::Steps(&answers.steps);
    match method {
        Method::Straddle => lasers::straddle(subject, steps, paper),
        Method::Proper => lasers::proper(subject, steps, paper),
        Method::CenterDistance => boxes::center_distance(subject, steps, paper),
        Method::EdgeRelations => boxes::edge_relations(subject, steps, paper),
        Method::Edges => edges::write(subject, steps, paper),
    }
    worth::of_whether(subject, &answers, paper);
}

/// `center-distance  exact  3 of 7`, with as much as there is room for.
fn title(subject: &Subject<'_>, (number, of): (usize, usize), paper: &mut Paper) {
    let (id, detail) = match subject.about {
        None => ("truth", "where they stand now"),
        Some(AnyMethod::OverlapTest(method)) => (method.id(), subject.arithmetic.token()),
        Some(AnyMethod::SideTest(method)) => (method.id(), Arithmetic::Exact.token()),
    };
    let named = format!("{id}  {detail}");
    let place = format!("page {number} of {of}");
    let fits = |text: &String| cells(text) <= paper.width;
    let roomy = padded(&named, paper.width.saturating_sub(place.len())) + &place;
    let apart = cells(&named) + 2 + place.len() <= paper.width;
    // What the truth is about matters more than that it comes first.
    let short =
        if subject.about.is_none() { named.clone() } else { format!("{id}  {number} of {of}") };
    let text = Some(roomy)
        .filter(|_| apart)
        .or_else(|| Some(format!("{named}  {number} of {of}")).filter(fits))
        .unwrap_or(short);
    paper.row(Role::Title, &text);
}

/// Where the method comes from.
fn source(about: Option<AnyMethod>, paper: &mut Paper) {
    if let Some(source) = about.and_then(AnyMethod::source) {
        paper.blank();
        paper.say(Role::Dim, &format!("source: {source}"));
    }
}

/// The steps of the exact relation, which is known already.
fn relate_steps(subject: &Subject<'_>) -> (Meeting, Vec<Step>) {
    let mut steps = Vec::new();
    let meeting = hitscan_geom::relate_traced(&subject.a.shape, &subject.b.shape, &mut steps);
    (meeting, steps)
}
