//! Walks over the raw text of a JSON value, without recursion or copies, so that numbers keep their
//! digits.
//!
//! serde checks the grammar once, in [`parse`]; a second pass over the text, now known to be valid,
//! finds where its values are. Together that is twice as fast as serde's visitors. Memory depends
//! on the values in the longest line.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::request::{Code, QueryFault};
use hitscan_core::engine::ndjson::Escaped;

/// A JSON value as written in the line, without surrounding blanks.
#[derive(Clone, Copy)]
pub(super) struct Raw<'a> {
    line: &'a str,
    extent: &'a Extent,
    /// Where the values in it are, at any depth.
    inside: &'a [Extent],
}

/// Where a value is in the line.
struct Extent {
    start: usize,
    end: usize,
    /// The number of values in it, at any depth.
    inside: usize,
}

/// Where the values of a line are, in the order in which they start, including the keys of objects.
/// Reused from line to line.
#[derive(Default)]
pub(super) struct Extents {
    all: Vec<Extent>,
    /// Which of them are objects and arrays that have not ended.
    open: Vec<usize>,
}

/// The kind of a value, with its contents.
pub(super) enum JsonKind<'a> {
    Object(Members<'a>),
    Array(Elements<'a>),
    Number(&'a str),
    Text(Text<'a>),
    Truth,
    Null,
}

impl JsonKind<'_> {
    /// The kind as messages call it.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Object(_) => "an object",
            Self::Array(_) => "a list",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::Truth => "true or false",
            Self::Null => "null",
        }
    }

    /// Whether strict readers of JSON refuse this text or number: half of a surrogate pair, or more
    /// than a float can be.
    fn is_refused_elsewhere(&self) -> bool {
        match self {
            Self::Text(text) => text.decoded().is_none(),
            Self::Number(text) => !text.parse().is_ok_and(f64::is_finite),
            Self::Object(_) | Self::Array(_) | Self::Truth | Self::Null => false,
        }
    }
}

/// A value that is written exactly as in the line.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub(super) enum Value<'a> {
    /// A string, which serde need not parse again.
    Text(Escaped<'a>),
    /// Any other value.
    Other(&'a RawValue),
}

/// Checks that the line is one JSON value, and finds the values in it.
pub(super) fn parse<'a>(line: &'a str, extents: &'a mut Extents) -> Result<Raw<'a>, QueryFault> {
    serde_json::from_str::<&RawValue>(line).map_err(|error| {
        let (column, message) = (error.column(), error.to_string());
        let position = format!(" at line {} column {column}", error.line());
        let what = match error.classify() {
            Category::Eof => "the line ends too early",
            _ => message.strip_suffix(&position).unwrap_or(&message),
        };
        QueryFault::new(Code::NotJson, format!("not JSON: {what}, at column {column}"))
    })?;
    let mut all = Elements { line, extents: extents.find(line) };
    // Valid JSON always has a value; the compiler does not know.
    all.next().ok_or_else(|| QueryFault::new(Code::NotJson, "not JSON: no value"))
}

impl<'a> Raw<'a> {
    /// The value for serde, to be written unchanged.
    ///
    /// # Errors
    /// The text or number in it that strict readers of JSON refuse.
    pub(super) fn value(self) -> Result<Option<Value<'a>>, JsonKind<'a>> {
        let inside = self.inside.iter().map(|extent| Raw { extent, inside: &[], ..self });
        let mut kinds = inside.map(Raw::kind).chain([self.kind()]);
        if let Some(refused) = kinds.find(JsonKind::is_refused_elsewhere) {
            return Err(refused);
        }
        Ok(match self.kind() {
            JsonKind::Text(text) => Some(Value::Text(Escaped::inside(text.inside()))),
            _ => serde_json::from_str(self.text()).ok().map(Value::Other),
        })
    }

    fn text(self) -> &'a str {
        &self.line[self.extent.start..self.extent.end]
    }

    pub(super) fn kind(self) -> JsonKind<'a> {
        let inside = Elements { line: self.line, extents: self.inside };
        match self.line.as_bytes()[self.extent.start] {
            b'{' => JsonKind::Object(Members(inside)),
            b'[' => JsonKind::Array(inside),
            b'"' => JsonKind::Text(Text(self.text())),
            b't' | b'f' => JsonKind::Truth,
            b'n' => JsonKind::Null,
            _ => JsonKind::Number(self.text()),
        }
    }
}

/// A JSON string with its quotes and escapes.
#[derive(Clone, Copy)]
pub(super) struct Text<'a>(&'a str);

impl<'a> Text<'a> {
    pub(super) const fn quoted(self) -> &'a str {
        self.0
    }

    const fn inside(self) -> &'a str {
        let (_, rest) = self.0.split_at(1);
        rest.split_at(rest.len() - 1).0
    }

    /// Gives `use_it` the decoded text, or the raw text between the quotes if it
    /// cannot be decoded.
    pub(super) fn read<T>(self, use_it: impl FnOnce(&str) -> T) -> T {
        use_it(&self.decoded().unwrap_or(Cow::Borrowed(self.inside())))
    }

    /// The text without escapes; `None` where half of a surrogate pair stands alone.
    fn decoded(self) -> Option<Cow<'a, str>> {
        let inside = self.inside();
        if inside.contains('\\') {
            serde_json::from_str(self.0).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(inside))
        }
    }
}

/// The keys and values of an object, in order.
pub(super) struct Members<'a>(Elements<'a>);

impl<'a> Iterator for Members<'a> {
    type Item = (Text<'a>, Raw<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let key = self.0.next()?;
        Some((Text(key.text()), self.0.next()?))
    }
}

/// The values of an array, in order.
pub(super) struct Elements<'a> {
    line: &'a str,
    /// The extents of the remaining ones, with the values in them.
    extents: &'a [Extent],
}

impl<'a> Iterator for Elements<'a> {
    type Item = Raw<'a>;

    fn next(&mut self) -> Option<Raw<'a>> {
        let (extent, rest) = self.extents.split_first()?;
        let (inside, rest) = rest.split_at(extent.inside);
        self.extents = rest;
        Some(Raw { line: self.line, extent, inside })
    }
}

impl Extents {
    /// Finds the values of a valid line, whose separators need no checks.
    fn find(&mut self, line: &str) -> &[Extent] {
        self.all.clear();
        let bytes = line.as_bytes();
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            let class = CLASSES[usize::from(*byte)];
            let end = at
                + match class {
                    Class::Quote => text_length(&bytes[at..]),
                    Class::Other => word_length(&bytes[at..]),
                    Class::Separator | Class::Open | Class::Close => 1,
                };
            match class {
                Class::Separator => {}
                Class::Close => {
                    if let Some(opened) = self.open.pop() {
                        self.all[opened].end = end;
                        self.all[opened].inside = self.all.len() - opened - 1;
                    }
                }
                Class::Open => {
                    self.open.push(self.all.len());
                    self.all.push(Extent { start: at, end, inside: 0 });
                }
                Class::Quote | Class::Other => self.all.push(Extent { start: at, end, inside: 0 }),
            }
            at = end;
        }
        &self.all
    }
}

/// The role of a byte outside of strings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Separator,
    Open,
    Close,
    Quote,
}

/// The class of every byte: one table look-up is quicker than several comparisons.
const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte as usize] = match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => Class::Separator,
            b'{' | b'[' => Class::Open,
            b'}' | b']' => Class::Close,
            b'"' => Class::Quote,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// The length of the number, `true`, `false` or `null` that starts here.
fn word_length(bytes: &[u8]) -> usize {
    let is_over = |byte: &u8| CLASSES[usize::from(*byte)] != Class::Other;
    bytes.iter().position(is_over).unwrap_or(bytes.len())
}

/// The length of the string that starts here, including its quotes.
fn text_length(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each value with its text, depth first.
    fn walk(raw: Raw<'_>, found: &mut Vec<String>) {
        found.push(raw.text().to_owned());
        match raw.kind() {
            JsonKind::Object(members) => members.for_each(|(key, value)| {
                found.push(key.quoted().to_owned());
                walk(value, found);
            }),
            JsonKind::Array(elements) => elements.for_each(|element| walk(element, found)),
            JsonKind::Number(_) | JsonKind::Text(_) | JsonKind::Truth | JsonKind::Null => {}
        }
    }

    #[test]
    fn members_and_elements_come_in_order() {
        let text = r#" { "a" : [ 1 , -2.50,"]}\"" ,{"x":[]}] ,"b\u0021":null,"":{} } "#;
        let mut extents = Extents::default();
        // The second pass has stale extents to forget.
        for _ in 0..2 {
            let valid = parse(text, &mut extents).unwrap_or_else(|fault| panic!("{fault:?}"));
            let mut found = Vec::new();
            walk(valid, &mut found);
            assert_eq!(
                found,
                [
                    text.trim(),
                    "\"a\"",
                    r#"[ 1 , -2.50,"]}\"" ,{"x":[]}]"#,
                    "1",
                    "-2.50",
                    r#""]}\"""#,
                    r#"{"x":[]}"#,
                    "\"x\"",
                    "[]",
                    "\"b\\u0021\"",
                    "null",
                    "\"\"",
                    "{}",
                ]
            );
        }
        assert_eq!(Text("\"b\\u0021\"").read(str::to_owned), "b!");
        assert_eq!(Text("\"\\ud800\"").read(str::to_owned), "\\ud800");
    }

    #[test]
    fn invalid_json_is_reported_with_its_position() {
        for (text, at) in [("{\"a\":NaN}", "column 6"), ("[1,2", "column 4"), ("1 2", "column 3")] {
            let Err(fault) = parse(text, &mut Extents::default()) else { panic!("{text}") };
            let out = hitscan_core::engine::ndjson::json(&fault.keys(1));
            assert!(out.contains("not-json") && out.contains(at), "{out}");
        }
    }
}
