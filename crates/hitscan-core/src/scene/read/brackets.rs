//! Finding the list that is not closed.
//!
//! A list whose closing bracket is missing swallows all that follows, so that
//! the parser finds fault with something innocent far below.

use std::ops::Range;

/// The first list that is not closed, from its opening bracket to the line that
/// begins like a header or a key although the list is still open, or to the end.
pub(super) fn unclosed_list(text: &str) -> Option<Range<usize>> {
    let mut brackets = Brackets::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_inside = brackets.quote.is_none() && !brackets.open.is_empty();
        if is_inside && begins_anew(line) {
            return Some(brackets.open[0]..at);
        }
        // The brackets of a header are no list.
        if is_inside || brackets.quote.is_some() || !line.trim_start().starts_with('[') {
            brackets.read(line, at);
        }
        at += line.len();
    }
    brackets.open.first().map(|&first| first..text.len())
}

fn begins_anew(line: &str) -> bool {
    let line = line.trim();
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
    };
    let in_brackets = line.strip_prefix("[[").and_then(|rest| rest.split_once("]]"));
    let before_equals = line.split_once('=').map(|(key, _)| key.trim_end());
    in_brackets.map(|(word, _)| word.trim()).or(before_equals).is_some_and(is_word)
}

/// The open brackets, and the text in quotation marks that is being passed over.
#[derive(Default)]
struct Brackets {
    open: Vec<usize>,
    quote: Option<&'static str>,
}

impl Brackets {
    fn read(&mut self, line: &str, line_at: usize) {
        const QUOTES: [&str; 4] = ["\"\"\"", "'''", "\"", "'"];
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let at = line_at + line.len() - rest.len();
            let quote = QUOTES.into_iter().find(|quote| rest.starts_with(quote));
            let mut length = c.len_utf8();
            match (self.quote, c) {
                // Whatever is escaped does not end the text.
                (Some("\"" | "\"\"\""), '\\') => {
                    length += rest[length..].chars().next().map_or(0, char::len_utf8);
                }
                (Some(mark), _) if rest.starts_with(mark) => {
                    length = mark.len();
                    self.quote = None;
                }
                (None, '"' | '\'') => {
                    length = quote.map_or(length, str::len);
                    self.quote = quote;
                }
                (None, '#') => break,
                (None, '[') => self.open.push(at),
                (None, ']') => {
                    self.open.pop();
                }
                _ => {}
            }
            rest = &rest[length..];
        }
        // Only text in three quotation marks goes on in the next line.
        self.quote = self.quote.filter(|quote| quote.len() > 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_unclosed_where_a_key_or_a_header_begins_in_it() {
        for (text, expected) in [
            ("a = [1, 2\nb = 3\n", Some(4..10)),
            ("a = [[1, 2],\n  [3, 4]\n[[box]]\n", Some(4..22)),
            ("a = [1", Some(4..6)),
            ("a = [1, # ]\n2]\n[[box]]\nb = [1]\n", None),
            ("a = '[' \nb = \"[\\\"[\"\nc = '''it's ['''\n", None),
            ("a = \"\"\"\n[\nb = [\n\"\"\"\n", None),
            ("a = \"[\nb = 1\n", None),
        ] {
            assert_eq!(unclosed_list(text), expected, "{text}");
        }
    }
}
