//! From text to TOML. The parser stops at the first fault; here that fault is
//! put into words, what is at fault is blanked out, and reading goes on, so
//! that one missing quotation mark does not hide the four faults after it.

use std::ops::Range;

use toml_edit::{Document, TomlError};

use super::brackets;
use super::numbers;
use super::source::{Dialect, Source};
use crate::scene::fault::excerpt;
use hitscan_geom::Milli;

/// Reads the text as TOML. Without a document when reading could not go on;
/// then the fault that could not be got over is the last one.
pub fn document(source: &mut Source<'_>) -> Option<Document<String>> {
    let mut text = source.cleaned();
    let certain = source.count() + 1;
    for _ in 0..most_recoveries(text.len()) {
        let error = match Document::parse(text.clone()) {
            // Of a text that is no TOML at all, one fault says so.
            Ok(document) if document.is_empty() && source.count() > 0 => break,
            Ok(document) => return Some(document),
            Err(error) => error,
        };
        let slip = slip(source, &text, &error);
        let mended = mended(&text, &slip);
        // A fault in what has one already is a consequence of it.
        source.report(&slip.at, slip.found, slip.message);
        let Some(mended) = mended else { break };
        source.give_up(slip.blank);
        text = mended;
    }
    // What was found after the first fault may have come from a bad guess.
    source.keep_first(certain);
    None
}

/// Each recovery reads the whole text again: in a large one there are fewer.
fn most_recoveries(length: usize) -> usize {
    const MOST_BYTES: usize = 1 << 24;
    (MOST_BYTES / length.max(1)).clamp(16, 500)
}

/// A fault of syntax in words, and what to leave out in order to read on.
struct Slip {
    at: Range<usize>,
    found: String,
    message: String,
    blank: Range<usize>,
    /// What is put in place of the blank, at most as long.
    filler: &'static str,
}

/// The text without what the slip is about; nothing when that changes nothing.
fn mended(text: &str, slip: &Slip) -> Option<String> {
    let blank = text.get(slip.blank.clone())?;
    if blank.trim().is_empty() || blank.trim() == slip.filler || blank.len() < slip.filler.len() {
        return None;
    }
    let mut filling: String = blank
        .chars()
        .flat_map(|c| std::iter::repeat_n(if c == '\n' { c } else { ' ' }, c.len_utf8()))
        .collect();
    filling.replace_range(..slip.filler.len(), slip.filler);
    let mut mended = text.to_owned();
    mended.replace_range(slip.blank.clone(), &filling);
    Some(mended)
}

fn slip(source: &Source<'_>, text: &str, error: &TomlError) -> Slip {
    let span = error.span().unwrap_or_default();
    let at = span.start.min(text.len());
    let kind = error.message().split(", expected").next().unwrap_or_default();
    if let Some(list) = brackets::unclosed_list(text).filter(|list| list.start <= at) {
        return unclosed(source, text, &list);
    }
    let line = source.line_range(at);
    let line_text = text[line.clone()].trim_end();
    let content =
        line.start + (line_text.len() - line_text.trim_start().len())..line.start + line_text.len();
    if kind == "duplicate key" {
        return duplicate(source, text, at, content);
    }
    if line_text.trim_start().starts_with('[') {
        return header(source.dialect(), text, at, content, kind);
    }
    match token(text, at, &content) {
        // Of several words the parser marks all.
        Some(token) if is_value(kind) => {
            value(text, token.start..span.end.clamp(token.end, content.end))
        }
        _ => {
            let message = in_words(source.dialect(), kind, text, at, &content);
            let rest = at..content.end;
            // What comes after a comma is of one piece with what stands before it.
            let is_more = kind == "unexpected key or value" && !text[at..].starts_with(',');
            let blank = if is_more { rest } else { content.clone() };
            let found = excerpt(&text[content.clone()]);
            Slip { at: at..content.end.max(at), found, message, blank, filler: "" }
        }
    }
}

/// Faults of one value, which can be put right without leaving out its key.
fn is_value(kind: &str) -> bool {
    const SCALARS: [&str; 9] = [
        "`_` may only",
        "floating-point",
        "integer",
        "radix",
        "redundant",
        "string values",
        "unexpected leading zero",
        "unexpected sign",
        "invalid ",
    ];
    const OTHERS: [&str; 4] = ["comment", "inline", "key", "string"];
    SCALARS.iter().any(|start| kind.starts_with(start))
        && (kind.starts_with("string values") || !OTHERS.iter().any(|other| kind.contains(other)))
}

/// The word around a byte: up to blanks, commas and brackets.
fn token(text: &str, at: usize, within: &Range<usize>) -> Option<Range<usize>> {
    let ends = |c: char| c.is_whitespace() || "[]{},=#".contains(c);
    if !(within.start..=within.end).contains(&at) {
        return None;
    }
    let start = text[within.start..at].rfind(ends).map_or(within.start, |i| {
        // All that ends a token is one byte long but for blanks of some scripts.
        within.start + i + text[within.start + i..].chars().next().map_or(1, char::len_utf8)
    });
    let end = text[at..within.end].find(ends).map_or(within.end, |i| at + i);
    (start < end).then_some(start..end)
}

fn value(text: &str, token: Range<usize>) -> Slip {
    let word = &text[token.clone()];
    let is_numeric = word.starts_with(|c: char| c.is_ascii_digit() || "+-._".contains(c));
    let message = if is_numeric && word.contains(' ') {
        "numbers in a list have commas between them".to_owned()
    } else if is_numeric {
        numbers::read(word, Milli::parse)
            .err()
            .unwrap_or_else(|| "a number without zeros before it".to_owned())
    } else {
        match word.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => {
                "true, in small letters and without quotation marks".to_owned()
            }
            "false" | "no" | "off" => {
                "false, in small letters and without quotation marks".to_owned()
            }
            "inf" | "nan" | "infinity" => numbers::DECIMAL.to_owned(),
            _ if word.starts_with(['“', '”', '„', '‘', '’', '«', '»']) => {
                "text stands between straight quotation marks, \"like this\"".to_owned()
            }
            _ => format!("text stands between quotation marks: \"{}\"", excerpt(word)),
        }
    };
    Slip { found: excerpt(word), message, at: token.clone(), blank: token, filler: "0" }
}

fn in_words(
    dialect: &Dialect,
    kind: &str,
    text: &str,
    at: usize,
    content: &Range<usize>,
) -> String {
    let example = dialect.example;
    let next = text[at..].chars().next();
    let message = match kind {
        "key with no value" => return format!("a key, then =, then its value, such as {example}"),
        "string values must be quoted" | "missing value" | "missing value for key" => {
            "a value is missing"
        }
        "unexpected key or value" if next == Some(',') => {
            "one value, and nothing after it; a list stands in brackets, and decimals have a point"
        }
        "unexpected key or value" => "one line holds one key and one value, and nothing after it",
        "invalid basic string"
        | "invalid literal string"
        | "invalid multi-line basic string"
        | "invalid multi-line literal string" => {
            "the text is not closed; it ends with the quotation mark it begins with"
        }
        "missing escaped value" | "too few unicode value digits" => {
            "no such escape; a backslash in a text is written twice"
        }
        "missing comma between array elements" | "missing comma between key-value pairs" => {
            "a comma is missing, or a closing bracket"
        }
        "extra comma in array" | "extra comma in inline table" => "a comma too many",
        "unclosed array" | "unclosed inline table" => "a closing bracket is missing",
        "unquoted keys cannot be empty" => "a key is missing before =",
        "invalid unquoted key" => "a key is a word of plain letters",
        "cannot recurse further; max recursion depth met" => "brackets too deep in each other",
        "missing table open" => "a closing bracket without an opening one",
        "invalid key-value pair" if text[content.clone()].starts_with(['{', '<']) => {
            let what = dialect.what;
            return format!("{what} is written in TOML: keys and values, such as {example}");
        }
        other => other,
    };
    message.to_owned()
}

/// A header that is none. What follows belongs to nobody then, and must not
/// fall to the table before: a table without a name takes it.
fn header(dialect: &Dialect, text: &str, at: usize, content: Range<usize>, kind: &str) -> Slip {
    let (message, blank) = if kind == "unexpected key or value" {
        ("nothing stands after a header on its line".to_owned(), at..content.end)
    } else {
        let example = dialect.header;
        (format!("a header is one word in brackets, such as {example}"), content.clone())
    };
    let filler = if blank == content { "[[_]]" } else { "" };
    let found = excerpt(&text[content.clone()]);
    Slip { at: content, found, message, blank, filler }
}

fn duplicate(source: &Source<'_>, text: &str, at: usize, content: Range<usize>) -> Slip {
    let line_text = &text[content.clone()];
    if line_text.starts_with('[') {
        let message = source.dialect().header_again;
        let found = excerpt(line_text);
        return Slip {
            at: content.clone(),
            found,
            message: message.to_owned(),
            blank: content,
            filler: "[[_]]",
        };
    }
    let key = token(text, at, &content).map_or("", |token| &text[token]);
    let is_same = |line: &&str| {
        line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let above =
        text[..content.start].rsplit('\n').take_while(|line| !line.trim_start().starts_with("[["));
    let first = above.enumerate().filter(|(_, line)| is_same(line)).last();
    let message = match first {
        Some((up, _)) if up > 0 => {
            format!("given twice; the first is on line {}", source.line(at) - up)
        }
        _ => "given twice".to_owned(),
    };
    Slip { at: at..content.end, found: excerpt(key), message, blank: content, filler: "" }
}

/// All that the list has swallowed is left out.
fn unclosed(source: &Source<'_>, text: &str, list: &Range<usize>) -> Slip {
    let line = source.line_range(list.start);
    let at = list.start..line.end;
    let found = excerpt(text[at.clone()].trim_end());
    let message = "the list is not closed with ]".to_owned();
    Slip { at, found, message, blank: line.start..list.end, filler: "" }
}
