//! The maximum width of lines, and how to break them between words.
//!
//! When output is read line by line, or aloud, a word such as `HINT` or `MISS` at the start of a
//! line says what the line is. So no row begins with such a word by chance.

use std::env;
use std::io;

use rustix::termios::tcgetwinsize;
use unicode_width::UnicodeWidthStr as _;

/// Keeps the words of a command together.
pub(super) const NO_BREAK: char = '\u{a0}';
/// The default width.
const USUAL: usize = 80;

/// The maximum width of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineWidth {
    /// Lines are never broken.
    #[default]
    Endless,
    /// This many cells.
    Cells(usize),
    /// The current width of the terminal: `COLUMNS`, or what the terminal reports, or 80.
    Terminal,
}

impl LineWidth {
    /// The width that an option asks for, where 0 means no limit; without the option that of the
    /// terminal, if lines go to one.
    pub(super) const fn of(asked: Option<usize>, is_at_terminal: bool) -> Self {
        match (asked, is_at_terminal) {
            (Some(0), _) | (None, false) => Self::Endless,
            (Some(cells), _) => Self::Cells(cells),
            (None, true) => Self::Terminal,
        }
    }

    /// The current maximum width of a line, if there is one.
    pub(super) fn cells(self) -> Option<usize> {
        match self {
            Self::Endless => None,
            Self::Cells(cells) => Some(cells),
            Self::Terminal => {
                let set = env::var("COLUMNS").ok().and_then(|set| set.trim().parse().ok());
                let told = || tcgetwinsize(io::stdout()).ok().map(|size| usize::from(size.ws_col));
                let is_some = |&cells: &usize| cells > 0;
                Some(set.filter(is_some).or_else(|| told().filter(is_some)).unwrap_or(USUAL))
            }
        }
    }

    /// Appends a line to a text, broken if it is too long. Words joined by a no-break space, which
    /// is written as a blank, stay in one row if they fit.
    pub(super) fn write(self, line: &str, out: &mut String) {
        // A line that is short in bytes is not long in cells.
        match self.cells().filter(|&cells| line.len() > cells && line.width() > cells) {
            None => push_plain(line, out),
            Some(cells) => Rows { cells, used: 0, out }.write(line),
        }
        out.push('\n');
    }

    /// Breaks the lines of a text from this position on.
    pub(super) fn break_from(self, start: usize, out: &mut String) {
        if self != Self::Endless {
            let text = out.split_off(start);
            text.lines().for_each(|line| self.write(line, out));
        }
    }
}

/// The rows into which a line is broken.
struct Rows<'o> {
    cells: usize,
    /// How many cells of the last row are used.
    used: usize,
    out: &'o mut String,
}

impl Rows<'_> {
    fn write(&mut self, line: &str) {
        for piece in pieces(line) {
            let words = piece.trim_start_matches(' ');
            let (gap, _) = piece.split_at(piece.len() - words.len());
            if words.width() <= self.cells {
                self.put(gap, words);
                continue;
            }
            for (index, word) in words.split([' ', NO_BREAK]).enumerate() {
                self.put(if index == 0 { gap } else { " " }, word);
            }
        }
    }

    /// Writes words after a gap, or into the next row.
    fn put(&mut self, gap: &str, words: &str) {
        if self.used > 0 && self.used + gap.len() + words.width() > self.cells {
            self.out.push('\n');
            self.used = 0;
        } else {
            self.out.push_str(gap);
            self.used += gap.len();
        }
        push_plain(words, self.out);
        self.used += words.width();
    }
}

/// The unbreakable pieces of a line, each with the blanks before it.
fn pieces(line: &str) -> Vec<&str> {
    let mut starts = vec![0];
    let mut last_word = false;
    let mut is_blank = true;
    for (at, sign) in line.char_indices() {
        if sign == ' ' && !is_blank && last_word {
            let word = line[at..].trim_start_matches(' ');
            if !begins_a_line(word) {
                starts.push(at);
            }
        }
        is_blank = sign == ' ';
        last_word |= !is_blank;
    }
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &line[start..end]).collect()
}

/// Whether a word is one that lines begin with, such as `HINT`, or looks like one.
fn begins_a_line(word: &str) -> bool {
    let mut signs = word.chars();
    [signs.next(), signs.next()].iter().all(|sign| sign.is_some_and(|it| it.is_ascii_uppercase()))
}

fn push_plain(words: &str, out: &mut String) {
    out.extend(words.chars().map(|sign| if sign == NO_BREAK { ' ' } else { sign }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(line: &str, cells: usize) -> String {
        let mut out = String::new();
        LineWidth::Cells(cells).write(line, &mut out);
        out
    }

    #[test]
    fn a_line_is_broken_between_words_and_continues_without_an_indent() {
        assert_eq!(broken("HINT L must meet no edge.", 12), "HINT L must\nmeet no\nedge.\n");
        assert_eq!(broken("fits just so", 12), "fits just so\n");
        assert_eq!(broken("  two  gaps stay", 11), "  two  gaps\nstay\n");
        assert_eq!(broken("", 5), "\n");
        // Two cells each.
        assert_eq!(
            broken("\u{77e9}\u{5f62} \u{7dda}\u{5206}", 8),
            "\u{77e9}\u{5f62}\n\u{7dda}\u{5206}\n"
        );
    }

    #[test]
    fn a_word_that_is_wider_than_a_row_has_its_own_row() {
        assert_eq!(broken("a relative-velocity b", 8), "a\nrelative-velocity\nb\n");
    }

    #[test]
    fn a_command_stays_in_one_row_if_it_fits() {
        let line = "Then look with why\u{a0}L\u{a0}A\u{a0}edges, once.";
        assert_eq!(broken(line, 20), "Then look with\nwhy L A edges, once.\n");
        assert_eq!(broken(line, 8), "Then\nlook\nwith why\nL A\nedges,\nonce.\n");
        assert_eq!(broken(line, 80), "Then look with why L A edges, once.\n");
    }

    #[test]
    fn no_row_begins_by_chance_with_a_keyword() {
        let line = "edges says that it is a MISS. L lies in A.";
        assert_eq!(broken(line, 24), "edges says that it is\na MISS. L lies in A.\n");
        for cells in 5..40 {
            let rows = broken(line, cells);
            assert!(
                rows.lines().skip(1).all(|row| !row.starts_with("MISS") || cells < 7),
                "{rows}"
            );
        }
    }

    #[test]
    fn an_option_overrides_the_terminal_and_0_breaks_nothing() {
        assert_eq!(LineWidth::of(Some(40), false), LineWidth::Cells(40));
        assert_eq!(LineWidth::of(Some(0), true), LineWidth::Endless);
        assert_eq!(LineWidth::of(None, true), LineWidth::Terminal);
        assert_eq!(LineWidth::of(None, false), LineWidth::Endless);
        let mut out = String::new();
        LineWidth::Endless.write(&"word\u{a0}".repeat(100), &mut out);
        assert_eq!(out, "word ".repeat(100) + "\n");
    }
}
