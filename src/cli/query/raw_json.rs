//! Walking over the raw text of a JSON value, without recursion or copies, so
//! that neither depth nor length of the input costs memory, and numbers keep
//! their digits.
//!
//! serde checks the grammar once, in [`parse`]; the walk knows that the text is
//! valid, which makes it twice as fast as serde's visitors.

use serde_json::error::Category;
use serde_json::value::RawValue;

use super::fault::{Code, Fault};

/// A JSON value as written in the line, without blanks around it.
#[derive(Clone, Copy)]
pub(super) struct Raw<'a>(&'a str);

/// The kind of a value, with its contents.
pub(super) enum Kind<'a> {
    Object(Members<'a>),
    Array(Elements<'a>),
    Number(&'a str),
    Text(Text<'a>),
    Truth,
    Null,
}

impl Kind<'_> {
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
}

/// Checks that the text is one JSON value.
pub(super) fn parse(text: &str) -> Result<Raw<'_>, Fault> {
    serde_json::from_str::<&RawValue>(text).map(|raw| Raw(raw.get())).map_err(|error| {
        let (column, message) = (error.column(), error.to_string());
        let position = format!(" at line {} column {column}", error.line());
        let what = match error.classify() {
            Category::Eof => "the line ends too early",
            _ => message.strip_suffix(&position).unwrap_or(&message),
        };
        Fault::new(Code::NotJson, format!("not JSON: {what}, at column {column}"))
    })
}

impl<'a> Raw<'a> {
    /// The value for serde, to be written as it is.
    pub(super) fn value(self) -> Option<&'a RawValue> {
        serde_json::from_str(self.0).ok()
    }

    pub(super) fn kind(self) -> Kind<'a> {
        match self.0.as_bytes()[0] {
            b'{' => Kind::Object(Members(Walk { text: self.0, at: 1 })),
            b'[' => Kind::Array(Elements(Walk { text: self.0, at: 1 })),
            b'"' => Kind::Text(Text(self.0)),
            b't' | b'f' => Kind::Truth,
            b'n' => Kind::Null,
            _ => Kind::Number(self.0),
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

    /// Gives `use_it` the decoded text, or the raw text between the quotes if it
    /// cannot be decoded (half of a surrogate pair).
    pub(super) fn read<T>(self, use_it: impl FnOnce(&str) -> T) -> T {
        let inside = &self.0[1..self.0.len() - 1];
        if inside.contains('\\') {
            use_it(&serde_json::from_str::<String>(self.0).unwrap_or_else(|_| inside.to_owned()))
        } else {
            use_it(inside)
        }
    }
}

/// The keys and values of an object, in order.
pub(super) struct Members<'a>(Walk<'a>);

impl<'a> Iterator for Members<'a> {
    type Item = (Text<'a>, Raw<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let key = self.0.next_value()?;
        let value = self.0.next_value()?;
        Some((Text(key), Raw(value)))
    }
}

/// The values of an array, in order.
pub(super) struct Elements<'a>(Walk<'a>);

impl<'a> Iterator for Elements<'a> {
    type Item = Raw<'a>;

    fn next(&mut self) -> Option<Raw<'a>> {
        self.0.next_value().map(Raw)
    }
}

/// Walks from one value inside a bracket to the next. The text is valid, so the
/// separators need no check.
struct Walk<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Walk<'a> {
    fn next_value(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let is = |class| move |byte: &u8| CLASSES[usize::from(*byte)] == class;
        let separates = is(Class::Separator);
        let start = self.at + bytes[self.at..].iter().position(|byte| !separates(byte))?;
        let end = start
            + match bytes[start] {
                b'}' | b']' => return None,
                b'"' => text_length(&bytes[start..]),
                b'{' | b'[' => bracket_length(&bytes[start..]),
                _ => bytes[start..]
                    .iter()
                    .position(|byte| !is(Class::Other)(byte))
                    .unwrap_or(bytes.len() - start),
            };
        self.at = end;
        Some(&self.text[start..end])
    }
}

/// What a byte outside of strings means to the walk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Separator,
    Open,
    Close,
    Quote,
}

/// The class of every byte: one look-up is quicker than several comparisons.
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

/// The length of the string that starts here, with its quotes.
fn text_length(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// The length of the object or array that starts here, with its brackets.
fn bracket_length(bytes: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0_usize);
    while at < bytes.len() {
        let class = CLASSES[usize::from(bytes[at])];
        if class == Class::Quote {
            at += text_length(&bytes[at..]) - 1;
        } else if class == Class::Open {
            depth += 1;
        } else if class == Class::Close {
            depth -= 1;
            if depth == 0 {
                return at + 1;
            }
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valid(text: &str) -> Raw<'_> {
        parse(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
    }

    #[test]
    fn members_and_elements_come_as_they_stand() {
        let text = r#" { "a" : [ 1 , -2.50,"]}\"" ,{"x":[]}] ,"b\u0021":null,"":{} } "#;
        let Kind::Object(members) = valid(text).kind() else { panic!("an object") };
        let found: Vec<_> = members.map(|(key, value)| (key.quoted(), value.0)).collect();
        assert_eq!(
            found,
            [
                ("\"a\"", r#"[ 1 , -2.50,"]}\"" ,{"x":[]}]"#),
                ("\"b\\u0021\"", "null"),
                ("\"\"", "{}")
            ]
        );
        let Kind::Array(elements) = Raw(found[0].1).kind() else { panic!("an array") };
        let found: Vec<_> = elements.map(|element| element.0).collect();
        assert_eq!(found, ["1", "-2.50", r#""]}\"""#, r#"{"x":[]}"#]);
        assert_eq!(Text("\"b\\u0021\"").read(str::to_owned), "b!");
        assert_eq!(Text("\"\\ud800\"").read(str::to_owned), "\\ud800");
    }

    #[test]
    fn what_is_not_json_says_where() {
        for (text, at) in [("{\"a\":NaN}", "column 6"), ("[1,2", "column 4"), ("1 2", "column 3")] {
            let Err(fault) = parse(text) else { panic!("{text}") };
            let out = hitscan_core::engine::ndjson::json(&fault.keys(1));
            assert!(out.contains("not-json") && out.contains(at), "{out}");
        }
    }
}
