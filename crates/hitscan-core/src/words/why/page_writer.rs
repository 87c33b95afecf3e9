//! Collects the lines of a page as it is written.

use std::borrow::Cow;

use super::page::{Intervals, Mark, Medium, PageLine, Role, WhyPage};
use super::part::{PairPart, Ranges};
use crate::words::lines::{text_cells, without_japanese, wrapped};

/// The least columns of text for more than the essential.
const ROOMY: usize = 44;

/// Writes a page from top to bottom.
pub(super) struct PageWriter {
    /// The medium of the page.
    pub(super) medium: Medium,
    /// The widest a line may be, in cells.
    pub(super) width: usize,
    /// Whether the reader sees ASCII alone.
    pub(super) is_ascii: bool,
    lines: Vec<PageLine>,
    /// How many lines the page has, once the rest goes after it.
    ended: Option<usize>,
    /// The ranges of both, if the page is about the axes.
    pub(super) ranges: Option<[Ranges; 2]>,
    /// When they overlap on each axis, if the page is about that.
    pub(super) intervals: Option<Intervals>,
    /// How many sentences and rows there are.
    sentences: usize,
    /// The part that the next one is about.
    next_part: Option<PairPart>,
}

impl PageWriter {
    pub(super) const fn new(medium: Medium) -> Self {
        let width = match medium {
            Medium::Panel(cols) => cols.saturating_sub(2),
            Medium::Lines(cols) => cols.saturating_sub(1),
        };
        Self {
            medium,
            width,
            is_ascii: false,
            lines: Vec::new(),
            ended: None,
            ranges: None,
            intervals: None,
            sentences: 0,
            next_part: None,
        }
    }

    /// Whether there is room for more than the essential.
    pub(super) const fn is_roomy(&self) -> bool {
        self.width >= ROOMY
    }

    /// The page, without blank lines at the end.
    pub(super) fn into_page(mut self) -> WhyPage {
        self.drop_blanks();
        let behind = self.ended.map_or_else(Vec::new, |count| self.lines.split_off(count));
        self.drop_blanks();
        WhyPage { lines: self.lines, behind, ranges: self.ranges, intervals: self.intervals }
    }

    fn drop_blanks(&mut self) {
        while self.lines.last().is_some_and(|line| line.text.is_empty()) {
            self.lines.pop();
        }
    }

    /// Ends the page; the rest goes after it.
    pub(super) fn end(&mut self) {
        self.ended = Some(self.lines.len());
    }

    /// A blank line, unless the last one is blank.
    pub(super) fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.text.is_empty()) {
            let blank = PageLine { sentence: 0, part: None, ..line(Role::Text, Mark::None, "") };
            self.lines.push(blank);
        }
    }

    /// Sets the part that the next sentence or row is about.
    pub(super) fn about(&mut self, part: impl Into<Option<PairPart>>) -> &mut Self {
        self.next_part = part.into();
        self
    }

    /// A sentence, all of its lines with one role. A deciding sentence gets the mark.
    pub(super) fn say(&mut self, role: Role, sentence: &str) {
        let mut mark = if role == Role::Deciding { Mark::Sentence } else { Mark::None };
        self.sentences += 1;
        for line in wrapped(&self.legible(sentence), self.width) {
            self.push(role, mark, line);
            mark = Mark::None;
        }
        self.next_part = None;
    }

    /// A sentence that explains.
    pub(super) fn text(&mut self, sentence: &str) {
        self.say(Role::Text, sentence);
    }

    /// A deciding sentence.
    pub(super) fn deciding(&mut self, sentence: &str) {
        self.say(Role::Deciding, sentence);
    }

    /// A line with columns; if it is too long, its words are wrapped.
    pub(super) fn row(&mut self, role: Role, line: &str) {
        let line = self.legible(line.trim_end());
        if text_cells(&line) <= self.width {
            let mark = if role == Role::Deciding { Mark::Row } else { Mark::None };
            self.sentences += 1;
            self.push(role, mark, &line);
            self.next_part = None;
        } else {
            let words: Vec<_> = line.split(' ').filter(|word| !word.is_empty()).collect();
            self.say(role, &words.join(" "));
        }
    }

    /// A text as the reader can read it.
    pub(super) fn legible<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_ascii { without_japanese(text) } else { Cow::Borrowed(text) }
    }

    fn push(&mut self, role: Role, mark: Mark, text: &str) {
        let (sentence, part) = (self.sentences, self.next_part);
        self.lines.push(PageLine { sentence, part, ..line(role, mark, text) });
    }
}

fn line(role: Role, mark: Mark, text: &str) -> PageLine {
    let text = text.replace('\u{a0}', " ").trim_end().to_owned();
    PageLine { role, mark, text, sentence: 0, part: None }
}
