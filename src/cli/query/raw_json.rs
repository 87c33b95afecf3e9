//! Reads a line as one JSON value in which every number keeps its digits.
//!
//! serde checks the grammar once, in [`parse`]. Each value stays as it is written, a [`RawValue`],
//! and is read one level at a time, so that no depth of nesting takes any stack.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer as _;
use serde::de::{MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::request::{Code, QueryFault};

/// Checks that the line is one JSON value.
pub(super) fn parse(line: &str) -> Result<&RawValue, QueryFault> {
    serde_json::from_str(line).map_err(|error| {
        let (column, message) = (error.column(), error.to_string());
        let position = format!(" at line {} column {column}", error.line());
        let what = match error.classify() {
            Category::Eof => "the line ends too early",
            _ => message.strip_suffix(&position).unwrap_or(&message),
        };
        QueryFault::new(Code::NotJson, format!("not JSON: {what}, at column {column}"))
    })
}

/// The kind of a value as messages call it.
pub(super) fn kind(value: &RawValue) -> &'static str {
    match value.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a text",
        Some(b't' | b'f') => "true or false",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// The keys and values of an object, in order and with repeated keys; `None` for another value.
pub(super) fn members(value: &RawValue) -> Option<Vec<(&RawValue, &RawValue)>> {
    serde_json::Deserializer::from_str(value.get()).deserialize_map(InOrder).ok()
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Vec<(&'de RawValue, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}

/// The values of an array, in order; `None` for another value.
pub(super) fn elements(value: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(value.get()).ok()
}

/// A text with its quotes and escapes; `None` for another value.
pub(super) fn quoted(value: &RawValue) -> Option<&str> {
    Some(value.get()).filter(|text| text.starts_with('"'))
}

/// Gives `use_it` the text without quotes and escapes, or the raw text between the quotes if it
/// cannot be decoded.
pub(super) fn decoded<T>(quoted: &str, use_it: impl FnOnce(&str) -> T) -> T {
    let inside = || quoted.get(1..quoted.len() - 1).unwrap_or_default();
    use_it(&unescaped(quoted).unwrap_or_else(|| Cow::Borrowed(inside())))
}

/// A text without quotes and escapes; `None` where half of a surrogate pair stands alone.
fn unescaped(quoted: &str) -> Option<Cow<'_, str>> {
    if quoted.contains('\\') {
        serde_json::from_str(quoted).ok().map(Cow::Owned)
    } else {
        quoted.get(1..quoted.len() - 1).map(Cow::Borrowed)
    }
}

/// The first text or number in a value, at any depth, that strict readers of JSON refuse: half of a
/// surrogate pair, or more than a float can be.
pub(super) fn refused_elsewhere(value: &RawValue) -> Option<&str> {
    let begins = |c: char| c == '"' || c == '-' || c.is_ascii_digit();
    let mut rest = value.get();
    while let Some(start) = rest.find(begins) {
        rest = &rest[start..];
        let is_text = rest.starts_with('"');
        let end = if is_text {
            text_length(rest.as_bytes())
        } else {
            let is_over = |c: char| !c.is_ascii_alphanumeric() && !['+', '-', '.'].contains(&c);
            rest.find(is_over).unwrap_or(rest.len())
        };
        let (token, after) = rest.split_at(end);
        let is_taken = if is_text {
            unescaped(token).is_some()
        } else {
            token.parse().is_ok_and(f64::is_finite)
        };
        if !is_taken {
            return Some(token);
        }
        rest = after;
    }
    None
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
    fn walk(value: &RawValue, found: &mut Vec<String>) {
        found.push(value.get().to_owned());
        for (key, value) in members(value).unwrap_or_default() {
            found.push(key.get().to_owned());
            walk(value, found);
        }
        elements(value).unwrap_or_default().into_iter().for_each(|element| walk(element, found));
    }

    #[test]
    fn members_and_elements_come_in_order() {
        let text = r#" { "a" : [ 1 , -2.50,"]}\"" ,{"x":[]}] ,"b\u0021":null,"":{} } "#;
        let valid = parse(text).unwrap_or_else(|fault| panic!("{fault:?}"));
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
        assert_eq!(decoded("\"b\\u0021\"", str::to_owned), "b!");
        assert_eq!(decoded("\"\\ud800\"", str::to_owned), "\\ud800");
        assert_eq!(decoded("\"\"", str::to_owned), "");
    }

    #[test]
    fn the_first_text_or_number_that_others_refuse_is_found_at_any_depth() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        for (text, refused) in [
            (r#"{"a":[1,-2.5e3,"b\u0021",true,null]}"#, None),
            (r#"[1,{"x":"\ud800"},1e999]"#, Some(r#""\ud800""#)),
            (r#"{"\"e9":-1E+999}"#, Some("-1E+999")),
            ("1e309", Some("1e309")),
            (deep.as_str(), None),
        ] {
            let valid = parse(text).unwrap_or_else(|fault| panic!("{fault:?}"));
            assert_eq!(refused_elsewhere(valid), refused, "{text:.40}");
        }
    }

    #[test]
    fn invalid_json_is_reported_with_its_position() {
        for (text, at) in [("{\"a\":NaN}", "column 6"), ("[1,2", "column 4"), ("1 2", "column 3")] {
            let Err(fault) = parse(text) else { panic!("{text}") };
            let out = hitscan_core::engine::ndjson::json(&fault.keys(1));
            assert!(out.contains("not-json") && out.contains(at), "{out}");
        }
    }
}
