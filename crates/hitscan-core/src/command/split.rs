//! Splits a command line into words, each with its position in the line, so that an error can point
//! at the word.

use std::fmt;
use std::ops::Range;

/// One word of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its text, without quotation marks.
    pub text: String,
    /// Its bytes in the line, quotation marks included.
    pub span: Range<usize>,
}

/// Splits a line at blanks. Inside `"…"`, blanks and `#` are text. Elsewhere a `#` at the start of
/// a word begins a comment, except in `seek #12`. An unclosed quotation ends with the line.
#[must_use]
pub fn split(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = line.char_indices().peekable();
    while let Some(&(start, first)) = rest.peek() {
        if first.is_whitespace() {
            rest.next();
            continue;
        }
        if first == '#' && !names_a_record(&words, &line[start..]) {
            break;
        }
        let mut text = String::new();
        let mut end = start;
        let mut quoted = false;
        while let Some(&(at, c)) = rest.peek() {
            if c.is_whitespace() && !quoted {
                break;
            }
            rest.next();
            end = at + c.len_utf8();
            if c == '"' {
                quoted = !quoted;
            } else {
                text.push(c);
            }
        }
        words.push(Word { text, span: start..end });
    }
    words
}

/// A text as one word of the language.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = !self.0.is_empty() && !self.0.contains(|c: char| c.is_whitespace() || c == '#');
        if plain { f.write_str(self.0) } else { write!(f, "\"{}\"", self.0) }
    }
}

/// Whether this word is a record number: `#12` after `seek`.
fn names_a_record(before: &[Word], text: &str) -> bool {
    let is_seek = matches!(before, [only] if only.text == "seek");
    is_seek && text[1..].starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_positions_and_comments_are_skipped() {
        let words = split("  save \"my file#1.toml\" # for later");
        let seen: Vec<_> = words.iter().map(|w| (w.text.as_str(), w.span.clone())).collect();
        assert_eq!(seen, [("save", 2..6), ("my file#1.toml", 7..23)]);
        assert!(split("# box A").is_empty());
        assert_eq!(split("seek #12 # twelve").len(), 2);
        assert_eq!(split("seek # twelve").len(), 1);
        assert_eq!(split("step #3").len(), 1);
        assert_eq!(split("open \"a b").last().map(|w| w.text.as_str()), Some("a b"));
    }
}
