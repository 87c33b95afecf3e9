//! A JSON value as raw text, looked into one level at a time, so that numbers
//! keep their digits and no depth of the input costs memory.

use std::fmt;

use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::fault::{Code, Fault};

/// A JSON value as it stands in the line, without blanks around it.
#[derive(Clone, Copy)]
pub(super) struct Raw<'a>(&'a RawValue);

/// What kind of value it is, with what is in it.
pub(super) enum Kind<'a> {
    Object(Members<'a>),
    Array(Elements<'a>),
    Number(&'a str),
    Text(Text<'a>),
    Truth,
    Null,
}

impl Kind<'_> {
    /// What it is called in a message.
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
    serde_json::from_str::<&RawValue>(text).map(Raw).map_err(|error| {
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
    pub(super) const fn value(self) -> &'a RawValue {
        self.0
    }

    pub(super) fn kind(self) -> Kind<'a> {
        let text = self.0.get();
        match text.as_bytes()[0] {
            b'{' => Kind::Object(Members(text)),
            b'[' => Kind::Array(Elements(text)),
            b'"' => Kind::Text(Text(text)),
            b't' | b'f' => Kind::Truth,
            b'n' => Kind::Null,
            _ => Kind::Number(text),
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

    /// Gives `use_it` the text that it stands for, or what stands between the
    /// quotes if that is no text (half of a surrogate pair).
    pub(super) fn read<T>(self, use_it: impl FnOnce(&str) -> T) -> T {
        let inside = &self.0[1..self.0.len() - 1];
        if inside.contains('\\') {
            use_it(&serde_json::from_str::<String>(self.0).unwrap_or_else(|_| inside.to_owned()))
        } else {
            use_it(inside)
        }
    }
}

/// The inside of an object.
#[derive(Clone, Copy)]
pub(super) struct Members<'a>(&'a str);

impl<'a> Members<'a> {
    /// Takes every key and value in order, repeated keys too.
    pub(super) fn for_each(self, mut take: impl FnMut(Text<'a>, Raw<'a>)) {
        visit(self.0, |key, value| {
            if let Some(key) = key {
                take(Text(key), value);
            }
        });
    }
}

/// The inside of an array.
#[derive(Clone, Copy)]
pub(super) struct Elements<'a>(&'a str);

impl<'a> Elements<'a> {
    /// Takes every value with its index.
    pub(super) fn for_each(self, mut take: impl FnMut(usize, Raw<'a>)) {
        let mut indices = 0..;
        visit(self.0, |_, value| take(indices.next().unwrap_or_default(), value));
    }
}

/// Calls `take` for each key and value, or for each element, of one level of a
/// text that is known to be JSON.
fn visit<'a>(text: &'a str, take: impl FnMut(Option<&'a str>, Raw<'a>)) {
    struct Level<F>(F);

    impl<'de, F: FnMut(Option<&'de str>, Raw<'de>)> Visitor<'de> for Level<F> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object or an array")
        }

        fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
            while let Some((key, value)) = map.next_entry::<&RawValue, &RawValue>()? {
                (self.0)(Some(key.get()), Raw(value));
            }
            Ok(())
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
            while let Some(value) = seq.next_element::<&RawValue>()? {
                (self.0)(None, Raw(value));
            }
            Ok(())
        }
    }

    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.deserialize_any(Level(take)).expect("a part of valid JSON is valid");
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
        let mut found = Vec::new();
        members.for_each(|key, value| found.push((key.quoted(), value.value().get())));
        assert_eq!(
            found,
            [
                ("\"a\"", r#"[ 1 , -2.50,"]}\"" ,{"x":[]}]"#),
                ("\"b\\u0021\"", "null"),
                ("\"\"", "{}")
            ]
        );
        let Kind::Array(elements) = valid(found[0].1).kind() else { panic!("an array") };
        let mut found = Vec::new();
        elements.for_each(|_, value| found.push(value.value().get()));
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
