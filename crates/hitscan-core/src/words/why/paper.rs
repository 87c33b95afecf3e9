//! The lines of a page while it is written, and how sentences break into them.
//!
//! A line breaks at a blank, never after an operator and never at a no-break
//! blank (U+00A0), which holds together what would read badly apart; scripts
//! without blanks break between wide characters.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Line, Role};

/// What never ends a line: it belongs to what follows.
const OPERATORS: [&str; 10] = ["=", "<", "<=", ">", ">=", "≈", "+", "*", "/", "->"];
/// What begins no line, beside wide characters.
const CLOSING: [char; 8] = ['」', '）', '！', ')', '!', '、', '。', 'ー'];
/// What ends no line, beside wide characters.
const OPENING: [char; 3] = ['「', '（', '('];

/// A page while it is written.
pub(super) struct Paper {
    /// How many cells a line may take.
    pub(super) width: usize,
    lines: Vec<Line>,
}

impl Paper {
    pub(super) const fn new(width: usize) -> Self {
        Self { width, lines: Vec::new() }
    }

    /// What has been written, without blank lines at the end.
    pub(super) fn into_lines(mut self) -> Vec<Line> {
        while self.lines.last().is_some_and(|line| line.text.is_empty()) {
            self.lines.pop();
        }
        self.lines
    }

    /// A blank line, never a second one.
    pub(super) fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.text.is_empty()) {
            self.push(Role::Text, String::new());
        }
    }

    /// A sentence, in as many lines as it takes.
    pub(super) fn say(&mut self, role: Role, sentence: &str) {
        for line in wrap(sentence, self.width) {
            self.push(role, line);
        }
    }

    pub(super) fn text(&mut self, sentence: &str) {
        self.say(Role::Text, sentence);
    }

    /// A sentence that decides; the mark stands before its first line.
    pub(super) fn deciding(&mut self, sentence: &str) {
        self.say_as(Role::Deciding, sentence);
    }

    /// A sentence whose first line has a role that the others have not.
    pub(super) fn say_as(&mut self, mut role: Role, sentence: &str) {
        for line in wrap(sentence, self.width) {
            self.push(role, line);
            role = Role::Text;
        }
    }

    /// A line that has been laid out; one that is too long is broken all the same.
    pub(super) fn row(&mut self, role: Role, line: &str) {
        let line = line.trim_end();
        if cells(line) <= self.width {
            self.push(role, line.to_owned());
        } else {
            self.say(role, line);
        }
    }

    fn push(&mut self, role: Role, text: String) {
        self.lines.push(Line { role, text });
    }
}

/// How many cells a text takes.
pub(super) fn cells(text: &str) -> usize {
    text.width()
}

/// `text` and blanks up to this column.
pub(super) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(cells(text))))
}

/// The lines of a sentence, none wider than `width` cells.
pub(super) fn wrap(sentence: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for unit in units(sentence) {
        let blank = if unit.after_blank && !line.is_empty() { " " } else { "" };
        if !line.is_empty() && cells(&line) + blank.len() + cells(&unit.text) > width {
            lines.push(std::mem::take(&mut line));
        } else {
            line.push_str(blank);
        }
        for part in parts(&unit.text, width.saturating_sub(cells(&line)), width) {
            if !line.is_empty() && cells(&line) + cells(&part) > width {
                lines.push(std::mem::take(&mut line));
            }
            line.push_str(&part);
        }
    }
    lines.extend(Some(line).filter(|line| !line.is_empty()));
    lines.iter().map(|line| line.replace('\u{a0}', " ").trim_end().to_owned()).collect()
}

/// A unit in pieces that fit a line each: itself if it does, else its words,
/// else, which only a very narrow page needs, its characters.
fn parts(unit: &str, room: usize, width: usize) -> Vec<String> {
    if cells(unit) <= room {
        return vec![unit.to_owned()];
    }
    let words = unit.split_inclusive(['\u{a0}', ' ']);
    words
        .flat_map(|word| {
            if cells(word.trim_end()) <= width {
                vec![word.to_owned()]
            } else {
                word.chars().map(String::from).collect()
            }
        })
        .collect()
}

/// What is never broken, if a line can hold it.
struct Unit {
    text: String,
    after_blank: bool,
}

fn units(sentence: &str) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut joins = false;
    for word in sentence.split(' ').filter(|word| !word.is_empty()) {
        match units.last_mut() {
            Some(last) if joins => {
                last.text.push(' ');
                last.text.push_str(word);
            }
            _ => {
                let after_blank = !units.is_empty();
                units.extend(split_wide(word, after_blank));
            }
        }
        joins = OPERATORS.contains(&word);
    }
    units
}

/// A word of a script without blanks, character by character; any other whole.
fn split_wide(word: &str, after_blank: bool) -> Vec<Unit> {
    let mut units = vec![Unit { text: String::new(), after_blank }];
    let mut before = None;
    for c in word.chars() {
        let wide = |c: char| c.width() == Some(2);
        let may_break = before.is_some_and(|before| {
            (wide(c) || wide(before)) && !CLOSING.contains(&c) && !OPENING.contains(&before)
        });
        if may_break {
            units.push(Unit { text: String::new(), after_blank: false });
        }
        if let Some(unit) = units.last_mut() {
            unit.text.push(c);
        }
        before = Some(c);
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks_and_before_operators() {
        for (sentence, width, lines) in [
            ("one two three", 7, &["one two", "three"][..]),
            ("so z < 0 holds", 6, &["so z", "< 0", "holds"]),
            ("on x\u{a0}(3/4 = .75) too", 9, &["on x (3/4", "= .75)", "too"]),
            ("last, x\u{a0}(1)", 8, &["last,", "x (1)"]),
            ("abcdefghij k", 4, &["abcd", "efgh", "ij k"]),
            ("", 4, &[]),
        ] {
            assert_eq!(wrap(sentence, width), lines, "{sentence}");
        }
    }

    #[test]
    fn titles_without_blanks_break_between_wide_characters() {
        assert_eq!(
            wrap("source: DirectX「線分と線分の交差判定」で外積", 31),
            ["source: DirectX「線分と線分の交", "差判定」で外積"]
        );
        assert_eq!(wrap("矩形「線", 6), ["矩形", "「線"], "an opening bracket ends no line");
        assert_eq!(wrap("矩形線」", 6), ["矩形", "線」"], "a closing one begins none");
    }
}
