//! From text to TOML. The parser recovers from most mistakes on its own; those that would mislead
//! it are blanked out first. Each line has at most one fault.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fields;
use super::fields::SourceText;
use super::objects::TablePlace;
use crate::scene::excerpt;
use hitscan_geom::Milli;

/// How many times the text is parsed to find mistakes hidden by earlier ones.
const ROUNDS: usize = 8;

/// Reports everything that does not parse, and blanks it out. Offsets do not change.
pub(super) fn cleaned(source: &mut SourceText<'_>) -> String {
    let text = source.cleaned();
    if DeTable::parse(&text).is_ok() { text } else { without_faults(source, text) }
}

/// [`cleaned`], and the pieces in which the text can be parsed.
pub(super) fn cleaned_in_pieces(
    source: &mut SourceText<'_>,
    divide: impl Fn(&str) -> Option<Vec<Range<usize>>>,
) -> (String, Vec<Range<usize>>) {
    let text = source.cleaned();
    if let Some(pieces) = divide(&text) {
        return (text, pieces);
    }
    let is_right = DeTable::parse(&text).is_ok();
    let text = if is_right { text } else { without_faults(source, text) };
    let whole = 0..text.len();
    (text, vec![whole])
}

/// Reports everything that does not parse, and blanks it out.
fn without_faults(source: &mut SourceText<'_>, mut text: String) -> String {
    if text.trim_start().starts_with(['{', '<']) {
        let (what, example) = (source.dialect().what, source.dialect().example);
        let message = format!("{what} is written in TOML: keys and values, such as {example}");
        let line = trimmed(&text, source.line_range(text.len() - text.trim_start().len()));
        source.report(&line, excerpt(&text[line.clone()]), message);
        return String::new();
    }
    let flaws = flaws(&text);
    let is_prose = !flaws.is_empty() && !text.contains('=');
    for flaw in flaws {
        let line = source.line_range(flaw.at.start);
        let shown = flaw.at.start..flaw.at.end.min(line.end);
        let found = if flaw.kind == FlawKind::Text { trimmed(&text, line) } else { shown.clone() };
        let message = flaw_message(source, flaw.kind);
        source.report(&shown, excerpt(text[found].trim_end()), message);
        if is_prose {
            // Text that is not TOML at all gets a single fault, not one per line.
            return String::new();
        }
        // Keys under a broken header must not fall into the table before it.
        let filler = if flaw.kind == FlawKind::Header { "[[_]]" } else { "" };
        blank(&mut text, flaw.lines.clone(), filler);
        source.give_up(flaw.lines);
    }
    for _ in 0..ROUNDS {
        let lines = report_errors(source, &text);
        if lines.is_empty() {
            break;
        }
        for line in lines {
            blank(&mut text, line, "");
        }
    }
    text
}

/// Parses text that [`cleaned`] returned.
pub(super) fn parse(text: &str) -> Spanned<DeTable<'_>> {
    DeTable::parse_recoverable(text).0
}

fn flaw_message(source: &SourceText<'_>, kind: FlawKind) -> String {
    let dialect = source.dialect();
    match kind {
        FlawKind::List => "the list is not closed with ]".to_owned(),
        FlawKind::Text => {
            "the text is not closed; it ends with the quotation mark it begins with".to_owned()
        }
        FlawKind::Header => {
            format!("a header is one word in brackets, such as {}", dialect.header)
        }
        FlawKind::Value => {
            format!("expected a key, =, and its value, such as {}", dialect.example)
        }
    }
}

/// Reports the first error of each line, and returns those lines.
fn report_errors(source: &mut SourceText<'_>, text: &str) -> Vec<Range<usize>> {
    let mut errors = DeTable::parse_recoverable(text).1;
    errors.sort_by_key(|error| error.span().map_or(0, |span| span.start));
    let mut lines = Vec::new();
    for error in errors {
        let at = error.span().unwrap_or_default();
        let line = source.line_range(at.start);
        if source.is_damaged(&line) || line.is_empty() {
            continue;
        }
        let content = trimmed(text, line.clone());
        let (at, message) = explanation(text, &at, &content)
            .unwrap_or_else(|| (content.clone(), error.message().to_owned()));
        source.report(&at, excerpt(&text[at.clone()]), message);
        source.give_up(line.clone());
        lines.push(line);
    }
    lines
}

/// Replaces bytes by blanks, keeping newlines, with `filler` at the start.
fn blank(text: &mut String, range: Range<usize>, filler: &str) {
    let mut blanks: String = text[range.clone()]
        .chars()
        .flat_map(|c| std::iter::repeat_n(if c == '\n' { c } else { ' ' }, c.len_utf8()))
        .collect();
    if filler.len() <= blanks.len() {
        blanks.replace_range(..filler.len(), filler);
    }
    text.replace_range(range, &blanks);
}

/// The line without the blanks at its ends.
fn trimmed(text: &str, line: Range<usize>) -> Range<usize> {
    let content = text[line.clone()].trim_end();
    line.start + (content.len() - content.trim_start().len())..line.start + content.len()
}

/// What is wrong, as far as the line alone shows.
fn explanation(
    text: &str,
    at: &Range<usize>,
    content: &Range<usize>,
) -> Option<(Range<usize>, String)> {
    let line = &text[content.clone()];
    if line.starts_with('[') {
        return Some((content.clone(), "stands above already, or in another form".to_owned()));
    }
    let equals = line.find('=')?;
    if text.get(at.clone()) == Some(line[..equals].trim_end()) {
        return Some((at.clone(), "given twice".to_owned()));
    }
    let value = content.start + equals + 1..content.end;
    let word = token(text, at.start, &value)?;
    let message = word_message(&text[word.clone()])?;
    Some((word, message))
}

/// The word around a byte: up to blanks, commas and brackets.
fn token(text: &str, at: usize, within: &Range<usize>) -> Option<Range<usize>> {
    let ends = |c: char| c.is_whitespace() || "[]{}(),;=#".contains(c);
    if !(within.start..=within.end).contains(&at) {
        return None;
    }
    let start = text[within.start..at].rfind(ends).map_or(within.start, |i| {
        within.start + i + text[within.start + i..].chars().next().map_or(1, char::len_utf8)
    });
    let end = text[at..within.end].find(ends).map_or(within.end, |i| at + i);
    (start < end).then_some(start..end)
}

/// What would be right in place of a word that is not a value.
fn word_message(word: &str) -> Option<String> {
    const TRUE: &str = "true, in small letters and without quotation marks";
    const FALSE: &str = "false, in small letters and without quotation marks";
    let message = match word.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => TRUE.to_owned(),
        "false" | "no" | "off" => FALSE.to_owned(),
        "inf" | "nan" | "infinity" => fields::DECIMAL.to_owned(),
        _ if word.starts_with(|c: char| c.is_ascii_digit() || "+-._".contains(c)) => {
            let digits = word.trim_start_matches(['+', '-']);
            let has_leading_zero = digits.len() > 1 && digits.starts_with('0');
            let zero = has_leading_zero.then(|| "a number without leading zeros".to_owned());
            return fields::read(word, Milli::parse).err().or(zero);
        }
        _ if word.starts_with(['“', '”', '„', '‘', '’', '«', '»']) => {
            "text stands between straight quotation marks, \"like this\"".to_owned()
        }
        _ if word.starts_with(char::is_alphabetic) => {
            format!("text stands between quotation marks: \"{}\"", excerpt(word))
        }
        _ => return None,
    };
    Some(message)
}

// Parses a large text in pieces, one after another: the tree of a document takes tens of times the
// memory of its text.
//
// A text is divided only if its pieces together mean the same as the whole. Every other text,
// including any with mistakes, is a single piece.

/// The smallest piece, in bytes: the trees of pieces of this size take a few megabytes.
const PIECE_BYTES: usize = 1 << 17;

/// The pieces of a text that parse without faults: the part above the first header, then whole
/// tables of a scene. `None` if there is only one piece, or a fault.
pub(in crate::scene) fn pieces(text: &str) -> Option<Vec<Range<usize>>> {
    pieces_of(text, PIECE_BYTES)
}

/// [`pieces`] of at least `least` bytes each.
pub(in crate::scene) fn pieces_of(text: &str, least: usize) -> Option<Vec<Range<usize>>> {
    if text.len() < least {
        return None;
    }
    let mut cuts = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_due = cuts.len() == 1 || at - cuts[cuts.len() - 1] >= least;
        if is_due && header(line).is_some() {
            cuts.push(at);
        }
        at += line.len();
    }
    cuts.push(text.len());
    let pieces: Vec<_> = cuts.windows(2).map(|ends| ends[0]..ends[1]).collect();
    let (head, tables) = pieces.split_first()?;
    let is_whole =
        is_head(&text[head.clone()]) && tables.iter().all(|piece| is_tables(&text[piece.clone()]));
    (is_whole && tables.len() > 1).then_some(pieces)
}

/// Keys above the first header that may hold a table, of a text by language.
const TEXTS: [&str; 2] = ["title", "note"];

/// Whether text parses and declares nothing that a header could add to: no tables, and no
/// list of them.
fn is_head(text: &str) -> bool {
    DeTable::parse(text).is_ok_and(|document| {
        let mut fields = document.get_ref().iter();
        fields.all(|(key, value)| {
            TablePlace::tables().all(|place| place.header() != key.get_ref().as_ref())
                && (!value.get_ref().is_table() || TEXTS.contains(&key.get_ref().as_ref()))
        })
    })
}

/// Whether text parses and contains only tables of a scene. A piece that begins or ends within a
/// list or a text does not parse.
fn is_tables(text: &str) -> bool {
    DeTable::parse(text).is_ok_and(|document| {
        let mut fields = document.get_ref().iter();
        fields.all(|(key, value)| {
            TablePlace::tables().any(|place| place.header() == key.get_ref().as_ref())
                && matches!(value.get_ref(), DeValue::Array(_))
        })
    })
}

/// How many objects and crowds, and how many expectations the tables of this piece declare; `None` if
/// it does not parse.
pub(in crate::scene) fn tables_in(text: &str) -> Option<(usize, usize)> {
    let document = DeTable::parse(text).ok()?;
    let tables = |place: &TablePlace| {
        let list = document.get_ref().get(place.header()).map(toml::Spanned::get_ref);
        list.and_then(DeValue::as_array).map_or(0, |list| list.len())
    };
    let items = TablePlace::DECLARATIONS.iter().map(tables).sum();
    Some((items, tables(&TablePlace::Expect)))
}

/// The kind of table whose header is this line.
fn header(line: &str) -> Option<TablePlace> {
    let word = line.trim_end().strip_prefix("[[")?.strip_suffix("]]")?;
    TablePlace::tables().find(|place| place.header() == word)
}

// Mistakes that would mislead a TOML parser about everything after them: an unclosed list, text or
// header. They are found line by line and blanked out before parsing.

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
    fn text_is_divided_only_where_its_pieces_mean_the_same() {
        let boxes = "a = 1\n[[box]]\nx = [\n[1, 2]]\n[[box]]\n[box.y]\n[[laser]]\n";
        let pieces = |text| pieces_of(text, 1);
        assert_eq!(pieces(boxes), Some(vec![0..6, 6..28, 28..44, 44..54]));
        for whole in [
            "",
            "a = 1\n",
            "[[box]]\n",
            // Faults, some of which only the whole text shows.
            "[[box]]\nx =\n[[box]]\n",
            "[[box]]\nx = [\n[[box]]\n]\n",
            "[[box]]\n[a]\n[[box]]\n[a]\n",
            "box = []\n[[box]]\n[[box]]\n",
            "[[box]]\n[laser]\n[[laser]]\n[[box]]\n",
            // A header within a string.
            "[[box]]\nx = '''\n[[box]]\n'''\n[[box]]\n",
            "x = \"\"\"\n[[box]]\n\"\"\"\n[[box]]\n",
            "[other]\n[[box]]\n[[box]]\n",
        ] {
            assert_eq!(pieces(whole), None, "{whole}");
        }
    }
}

#[cfg(test)]
mod lexical_tests {
    use super::*;

    #[test]
    fn each_flaw_is_found_once() {
        use FlawKind::Header;
        use FlawKind::List;
        use FlawKind::Text;
        use FlawKind::Value;
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
