//! From text to TOML. The parser recovers from most mistakes on its own; those that would mislead
//! it are blanked out first (`lexical.rs`). Each line has at most one fault.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeTable;

use super::lexical::{self, FlawKind};
use super::numbers;
use super::source::SourceText;
use crate::scene::fault::excerpt;
use hitscan_geom::Milli;

/// How many times the text is parsed to find mistakes hidden by earlier ones.
const ROUNDS: usize = 8;

/// Reports everything that does not parse, and blanks it out. Offsets do not change.
pub fn cleaned(source: &mut SourceText<'_>) -> String {
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
    let flaws = lexical::flaws(&text);
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
#[must_use]
pub fn parse(text: &str) -> Spanned<DeTable<'_>> {
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
        "inf" | "nan" | "infinity" => numbers::DECIMAL.to_owned(),
        _ if word.starts_with(|c: char| c.is_ascii_digit() || "+-._".contains(c)) => {
            let digits = word.trim_start_matches(['+', '-']);
            let has_leading_zero = digits.len() > 1 && digits.starts_with('0');
            let zero = has_leading_zero.then(|| "a number without leading zeros".to_owned());
            return numbers::read(word, Milli::parse).err().or(zero);
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
