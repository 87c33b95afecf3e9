//! A Why page as data, and its subject.

use super::part::{PairPart, Ranges};
use crate::methods::{Agreement, Arithmetic, BoundaryRule, Method};
use crate::world::{Axes, Name, PairResult, Participant, TestResult};
use hitscan_geom::{Axis, Fraction, Operand};

/// The subject of a page, and how it is displayed.
#[derive(Clone, Copy, Debug)]
pub struct PageSubject<'a> {
    /// The mover.
    pub a: &'a Participant,
    /// The other object, which sides refer to.
    pub b: &'a Participant,
    /// The result of their test.
    pub pair_result: &'a PairResult,
    /// The method, or the truth.
    pub about: Option<Method>,
    /// The arithmetic of an overlap test; side tests are exact.
    pub arithmetic: Arithmetic,
    /// Whether the two box methods count touching.
    pub boundary_rule: BoundaryRule,
    /// Which way y grows for the reader.
    pub axes: Axes,
    /// The side method by which boxes respond to each other; `None` if they do not respond.
    pub answers_by: Option<Method>,
    /// Whether the frame is the current one.
    pub moment: PageFrame,
    /// Where the scene comes from: the title of its article, if it is about one.
    pub scene_source: &'a str,
    /// Whether the reader sees ASCII alone: what is Japanese is then in English, or left out.
    pub is_ascii: bool,
    /// The key for the next page, if it is a single character. Pages are then referred to by how
    /// often to press it, otherwise by number.
    pub next_key: Option<char>,
}

impl Role {
    /// The role of a sentence about how an answer compares with the truth.
    pub(super) const fn of(agreement: Agreement) -> Self {
        match agreement {
            Agreement::Wrong => Self::Wrong,
            Agreement::Convention => Self::Convention,
            Agreement::Agrees | Agreement::NotApplicable => Self::Text,
        }
    }
}

impl<'a> PageSubject<'a> {
    /// The two participants, this one first.
    pub(super) const fn participants(&self, first: Operand) -> [&'a Participant; 2] {
        match first {
            Operand::A => [self.a, self.b],
            Operand::B => [self.b, self.a],
        }
    }

    /// The names of the two, this one first.
    pub(super) fn names(&self, first: Operand) -> [&'a Name; 2] {
        self.participants(first).map(|participant| &participant.name)
    }
}

/// Which frame a page is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageFrame {
    /// The current frame.
    Now,
    /// An earlier frame.
    Past,
}

/// The medium of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// A panel of this many columns: the first is for the mark, the last stays blank, and
    /// numbers are right-aligned.
    Panel(usize),
    /// Plain lines of this many columns including the mark: numbers are left-aligned.
    Lines(usize),
}

/// With fewer rows than this, a page shows the deciding sentence first.
const FEW_ROWS: usize = 12;

/// A page of the Why view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyPage {
    /// From top to bottom.
    pub lines: Vec<PageLine>,
    /// The lines after the page, which are out of sight until the user scrolls.
    pub behind: Vec<PageLine>,
    /// The ranges of both in x and y, if the page is about the axes.
    pub ranges: Option<[Ranges; 2]>,
    /// When the two overlap on each axis, if the page is about that.
    pub intervals: Option<Intervals>,
}

/// When two overlap on an axis: from when to when within the frame, 0 to 1.
pub type Interval = Option<[Fraction; 2]>;

/// When two overlap in x and y within a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intervals {
    /// Each axis, x first.
    pub axes: [Interval; 2],
    /// On both axes at once.
    pub both: Interval,
}

/// The visible part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window<'a> {
    /// The visible lines.
    pub lines: Vec<&'a PageLine>,
    /// How many lines are above them.
    pub scrolled: usize,
    /// The most lines that can be above; 0 if the whole page is visible.
    pub most_scrolled: usize,
}

impl WhyPage {
    /// The part of the page that is visible in `rows` rows with `scrolled` lines above, or with as
    /// many as can be scrolled.
    #[must_use]
    pub fn window(&self, rows: usize, scrolled: usize) -> Window<'_> {
        let all = self.lines_in(rows);
        let most_scrolled = all.len().saturating_sub(rows);
        let scrolled = scrolled.min(most_scrolled);
        let lines = all.into_iter().skip(scrolled).take(rows).collect();
        Window { lines, scrolled, most_scrolled }
    }

    /// Its lines, with the deciding sentence right below the title if it would otherwise be
    /// out of sight.
    fn deciding_first(&self, rows: usize) -> Vec<&PageLine> {
        let lines = &self.lines;
        let begins = lines.iter().position(|line| line.mark == Mark::Sentence);
        let Some(from) = begins.filter(|_| rows < FEW_ROWS) else { return lines.iter().collect() };
        let sentence = lines[from..].iter().take_while(|line| line.role == Role::Deciding).count();
        if from + sentence <= rows {
            return lines.iter().collect();
        }
        let title = usize::from(lines[0].role == Role::Title).min(from);
        let (head, before) = lines[..from].split_at(title);
        let (sentence, after) = lines[from..].split_at(sentence);
        head.iter().chain(sentence).chain(before).chain(after).collect()
    }

    /// All lines in order, for a panel of `rows` rows. Blank lines push the lines after the page
    /// out of sight.
    fn lines_in(&self, rows: usize) -> Vec<&PageLine> {
        let blank = if self.behind.is_empty() { 0 } else { rows.saturating_sub(self.lines.len()) };
        let blank = std::iter::repeat_n(&BLANK, blank.max(usize::from(!self.behind.is_empty())));
        self.deciding_first(rows).into_iter().chain(blank).chain(&self.behind).collect()
    }

    /// The chosen line, by the number of its sentence: `wanted` if that has a part, or else the
    /// first deciding one. `None` if no deciding line has a part.
    #[must_use]
    pub fn chosen(&self, wanted: Option<usize>) -> Option<&PageLine> {
        let lines = || self.all_lines().filter(|line| line.part.is_some());
        let is_wanted = |line: &&PageLine| Some(line.sentence) == wanted;
        lines().find(is_wanted).or_else(|| lines().find(|line| line.mark != Mark::None))
    }

    /// The sentence before or after this one that has a part.
    #[must_use]
    pub fn next_with_part(&self, from: Option<usize>, is_before: bool) -> Option<usize> {
        let mut sentences =
            self.all_lines().filter(|line| line.part.is_some()).map(|it| it.sentence);
        match (from, is_before) {
            (None, true) => None,
            (None, false) => sentences.next(),
            (Some(from), true) => sentences.filter(|&sentence| sentence < from).last(),
            (Some(from), false) => sentences.find(|&sentence| sentence > from),
        }
    }

    /// How far to scroll so that a sentence is visible in `rows` rows; unchanged if it already is.
    #[must_use]
    pub fn scrolled_to(&self, sentence: usize, (rows, scrolled): (usize, usize)) -> usize {
        let all = self.lines_in(rows);
        let places = all.iter().enumerate();
        let mut of_it =
            places.filter(|(_, line)| line.sentence == sentence).map(|(place, _)| place);
        let Some(first) = of_it.next() else { return scrolled };
        let last = of_it.next_back().unwrap_or(first);
        scrolled.max((last + 1).saturating_sub(rows)).min(first)
    }

    /// All its lines, with a blank line before those after the page.
    pub fn all_lines(&self) -> impl Iterator<Item = &PageLine> {
        let blank = (!self.behind.is_empty()).then_some(&BLANK);
        self.lines.iter().chain(blank).chain(&self.behind)
    }
}

static BLANK: PageLine =
    PageLine { role: Role::Text, mark: Mark::None, text: String::new(), sentence: 0, part: None };

/// One line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLine {
    /// The purpose of the line.
    pub role: Role,
    /// The mark in front of it.
    pub mark: Mark,
    /// Its text, from the second column on: the first is for the mark.
    pub text: String,
    /// The number of the sentence or row that it belongs to, from 1; 0 if it is blank.
    pub sentence: usize,
    /// The part of the pair that it is about.
    pub part: Option<PairPart>,
}

/// The mark in front of a deciding line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// No mark.
    None,
    /// On the first line of a sentence.
    Sentence,
    /// On a row of a table.
    Row,
}

/// The purpose of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The subject of the page: a name, and what belongs to it.
    Title,
    /// A computation and what it means.
    Text,
    /// The deciding computation.
    Deciding,
    /// The context of a computation: the question, headings, the source.
    Dim,
    /// `-> top`: the answer of a method, and whether that agrees.
    Answer(Agreement),
    /// A method that is wrong here.
    Wrong,
    /// A method that differs where its author is free to choose.
    Convention,
    /// A row of a table about one of the two; it starts with its name.
    Object(Operand),
    /// What the two share, and whether they touch or overlap.
    Shared(TestResult),
    /// The gaps; the one along this axis decides.
    Gaps(Axis),
    /// When they overlap on this axis, to be drawn as a bar after its name.
    Interval(Axis),
}
