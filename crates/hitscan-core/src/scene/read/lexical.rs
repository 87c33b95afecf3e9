//! Mistakes that would mislead a TOML parser about everything after them: an unclosed list, text or
//! header. They are found line by line and blanked out before parsing.

use std::ops::Range;

/// One such mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    pub(super) kind: FlawKind,
    /// The offending text, to show to the user.
    pub(super) at: Range<usize>,
    /// What to blank out: whole lines.
    pub(super) lines: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlawKind {
    /// A list interrupted by the next key or header.
    List,
    /// Text without its closing quotation mark.
    Text,
    /// A line that begins with a bracket but is not a header.
    Header,
    /// A line that is not a key with a value.
    Value,
}

/// All flaws, in order. Takes time linear in the length of the text.
pub(super) fn flaws(text: &str) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut state = State::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let content = start..start + line.trim_end().len();
        if state.is_in_list() && starts_entry(line) {
            flaws.push(state.unclosed_list(start));
        }
        if !state.is_in_list() && state.quote.is_none() && line.trim_start().starts_with('[') {
            if !is_header(line) {
                let at = start + (line.len() - line.trim_start().len())..content.end;
                flaws.push(Flaw { kind: FlawKind::Header, at, lines: content });
            }
        } else {
            let is_fresh = !state.is_in_list() && state.quote.is_none();
            let has_value = state.read(line, start);
            if is_fresh && !has_value && !is_blank(line) {
                state = State::default();
                let at = start + (line.len() - line.trim_start().len())..content.end;
                flaws.push(Flaw { kind: FlawKind::Value, at, lines: content.clone() });
            }
            if let Some((_, at)) = state.quote.take_if(|(quote, _)| quote.len() == 1)
                && !state.is_in_list()
            {
                flaws.push(Flaw { kind: FlawKind::Text, at: at..content.end, lines: content });
            }
        }
        state.line_start = if state.is_in_list() { state.line_start } else { end };
        start = end;
    }
    if state.is_in_list() {
        flaws.push(state.unclosed_list(text.len()));
    }
    flaws
}

/// Whether a line holds nothing but a comment.
fn is_blank(line: &str) -> bool {
    line.trim_start().is_empty() || line.trim_start().starts_with('#')
}

/// Whether a line is `[word]` or `[[word]]`, perhaps with a comment.
fn is_header(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default().trim();
    let double = line.strip_prefix("[[").map(|rest| rest.strip_suffix("]]"));
    let single = || line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let word = double.unwrap_or_else(single);
    word.is_some_and(|word| !word.trim().is_empty() && !word.contains(['[', ']', '=']))
}

/// Whether a line looks like a header or a key with its value.
fn starts_entry(line: &str) -> bool {
    let line = line.trim();
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
    };
    let in_brackets = line.strip_prefix("[[").and_then(|rest| rest.split_once("]]"));
    let before_equals = line.split_once('=').map(|(key, _)| key.trim_end());
    in_brackets.map(|(word, _)| word.trim()).or(before_equals).is_some_and(is_word)
}

/// The open brackets, and the quotation that the scan is in, with its start.
#[derive(Default)]
struct State {
    open: Vec<usize>,
    quote: Option<(&'static str, usize)>,
    /// Where the line of the outermost open bracket starts.
    line_start: usize,
}

impl State {
    fn is_in_list(&self) -> bool {
        !self.open.is_empty()
    }

    fn unclosed_list(&mut self, end: usize) -> Flaw {
        let first = self.open[0];
        self.open.clear();
        self.quote = None;
        Flaw { kind: FlawKind::List, at: first..end, lines: self.line_start..end }
    }

    /// Scans one line and returns whether it has an `=` outside quotations.
    fn read(&mut self, line: &str, line_at: usize) -> bool {
        const QUOTES: [&str; 4] = ["\"\"\"", "'''", "\"", "'"];
        let mut has_equals = false;
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let at = line_at + line.len() - rest.len();
            let mut length = c.len_utf8();
            match (self.quote, c) {
                // An escaped character does not end the text.
                (Some(("\"" | "\"\"\"", _)), '\\') => {
                    length += rest[length..].chars().next().map_or(0, char::len_utf8);
                }
                (Some((mark, _)), _) if rest.starts_with(mark) => {
                    // Text in three quotation marks may end with two more.
                    let most = if mark.len() == 3 { 5 } else { 1 };
                    length = rest.chars().take(most).take_while(|&other| other == c).count();
                    self.quote = None;
                }
                (None, '"' | '\'') => {
                    let quote = QUOTES.into_iter().find(|quote| rest.starts_with(quote));
                    length = quote.map_or(length, str::len);
                    self.quote = quote.map(|quote| (quote, at));
                }
                (None, '#') => break,
                (None, '=') => has_equals = true,
                (None, '[') => self.open.push(at),
                (None, ']') => {
                    self.open.pop();
                }
                _ => {}
            }
            rest = &rest[length..];
        }
        has_equals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_flaw_is_found_once() {
        use FlawKind::{Header, List, Text, Value};
        for (text, expected) in [
            ("a = [1, 2\nb = 3\n", vec![(List, 4..10)]),
            ("a = [[1, 2],\n  [3, 4]\n[[box]]\n", vec![(List, 4..22)]),
            ("a = [1", vec![(List, 4..6)]),
            ("a = [1, # ]\n2]\n[[box]]\nb = [1]\n", vec![]),
            ("a = '[' \nb = \"[\\\"[\"\nc = '''it's ['''\n", vec![]),
            ("a = \"\"\"\n[\nb = [\n\"\"\"\n", vec![]),
            ("a = \"[\nb = 1\n", vec![(Text, 4..6)]),
            ("a = '''b''''\nc = 1\n", vec![]),
            ("a = 1\nb : 2 # c\n# d\n", vec![(Value, 6..15)]),
            ("[[box]\na = 1\n[laser]]\n[x] # y\n", vec![(Header, 0..6), (Header, 13..21)]),
            ("a = [1\nb = [2\n", vec![(List, 4..7), (List, 11..14)]),
        ] {
            let found: Vec<_> = flaws(text).into_iter().map(|flaw| (flaw.kind, flaw.at)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
