//! A Why page as data, and what it is about.

use crate::methods::{Arithmetic, BoundaryRule, Method};
use crate::words::lines::text_cells;
use crate::world::{Axes, PairResult, Participant};

/// What a page is about, and how it is read.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The mover.
    pub a: &'a Participant,
    /// The other object; sides are its sides.
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
    /// The key that turns to the next page, if it is a single character: a page
    /// is then named by how often the key is pressed, else by its number.
    pub next_key: Option<char>,
}

/// A page of the Why view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// From top to bottom.
    pub lines: Vec<Line>,
}

/// The part of a page that shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window<'a> {
    /// The lines that show.
    pub lines: &'a [Line],
    /// How many lines are above them.
    pub scrolled: usize,
    /// The most lines that can be above; 0 if the whole page shows. If it is
    /// more, the last row is left free to name the keys that scroll.
    pub most_scrolled: usize,
}

impl Page {
    /// Ends the page with the keys that work on it: the first of these texts that
    /// fits into `width` columns beside the mark.
    pub fn end_with_keys(&mut self, texts: &[String], width: usize) {
        let fits = |text: &&String| text_cells(text) < width;
        let text = texts.iter().find(fits).cloned();
        self.lines.extend(text.map(|text| Line { role: Role::Keys, text }));
    }

    /// The part of it that shows in `rows` rows with `scrolled` lines above, or
    /// as many as there are to scroll.
    #[must_use]
    pub fn window(&self, rows: usize, scrolled: usize) -> Window<'_> {
        if self.lines.len() <= rows {
            return Window { lines: &self.lines, scrolled: 0, most_scrolled: 0 };
        }
        // The last row names the keys instead.
        let says_keys = self.lines.last().is_some_and(|line| line.role == Role::Keys);
        let lines = &self.lines[..self.lines.len() - usize::from(says_keys)];
        let shown = rows.saturating_sub(1);
        let most_scrolled = lines.len().saturating_sub(shown);
        let scrolled = scrolled.min(most_scrolled);
        let lines = &lines[scrolled..lines.len().min(scrolled + shown)];
        Window { lines, scrolled, most_scrolled }
    }
}

/// One line of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is for.
    pub role: Role,
    /// Its text, from the second column on: the first is for the mark.
    pub text: String,
}

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// What the page is about.
    Title,
    /// A computation and what it means.
    Text,
    /// A line that decides; it is marked with `>`.
    Deciding,
    /// Column headings, the source.
    Dim,
    /// A method that is wrong here.
    Wrong,
    /// A method that differs where authors may choose.
    Convention,
    /// The keys that work on the page.
    Keys,
}
