//! The lines of a page while it is written.

use super::page::{Line, Role};
use crate::words::lines::{text_cells, wrapped};

/// Writes a page from top to bottom.
pub(super) struct PageWriter {
    /// The widest a line may be, in cells.
    pub(super) width: usize,
    lines: Vec<Line>,
}

impl PageWriter {
    pub(super) const fn new(width: usize) -> Self {
        Self { width, lines: Vec::new() }
    }

    /// The lines of the page, without blank ones at the end.
    pub(super) fn into_lines(mut self) -> Vec<Line> {
        while self.lines.last().is_some_and(|line| line.text.is_empty()) {
            self.lines.pop();
        }
        self.lines
    }

    /// A blank line, unless the last one is blank.
    pub(super) fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.text.is_empty()) {
            self.push(Role::Text, "");
        }
    }

    /// A sentence in lines of one role.
    pub(super) fn say(&mut self, role: Role, sentence: &str) {
        for line in wrapped(sentence, self.width) {
            self.push(role, line);
        }
    }

    /// A sentence that explains.
    pub(super) fn text(&mut self, sentence: &str) {
        self.say(Role::Text, sentence);
    }

    /// A sentence that decides; the mark stands before its first line.
    pub(super) fn deciding(&mut self, sentence: &str) {
        self.say_as(Role::Deciding, sentence);
    }

    /// A sentence whose first line has this role and whose other lines explain.
    pub(super) fn say_as(&mut self, mut role: Role, sentence: &str) {
        for line in wrapped(sentence, self.width) {
            self.push(role, line);
            role = Role::Text;
        }
    }

    /// A line with columns; if it is too long, its words are wrapped.
    pub(super) fn row(&mut self, role: Role, line: &str) {
        let line = line.trim_end();
        if text_cells(line) <= self.width {
            self.push(role, line);
        } else {
            let words: Vec<_> = line.split(' ').filter(|word| !word.is_empty()).collect();
            self.say(role, &words.join(" "));
        }
    }

    fn push(&mut self, role: Role, text: &str) {
        let text = text.replace('\u{a0}', " ").trim_end().to_owned();
        self.lines.push(Line { role, text });
    }
}
