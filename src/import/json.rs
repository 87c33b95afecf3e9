//! JSON, in which every number keeps its digits.
//!
//! A value stays as it is written and is read one level at a time, so that no depth of nesting
//! takes any stack.

use std::borrow::Cow;
use std::collections::BTreeMap;

use hitscan_core::scene::excerpt;
use serde_json::error::Category;
use serde_json::value::RawValue;

/// A value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Json<'t>(&'t RawValue);

/// An object.
#[derive(Clone, Debug, Default)]
pub(super) struct JsonMap<'t>(BTreeMap<String, &'t RawValue>);

/// The object that a file is.
///
/// # Errors
/// Why it is none, which begins with the line and the column if it is no JSON.
pub(super) fn parsed(text: &str) -> Result<JsonMap<'_>, String> {
    let value: &RawValue = serde_json::from_str(text).map_err(|error| {
        let position = format!(" at line {} column {}", error.line(), error.column());
        let said = error.to_string();
        let what = match error.classify() {
            Category::Eof => "the file ends too early",
            _ => said.strip_suffix(&position).unwrap_or(&said),
        };
        format!("{}:{}: not JSON: {}", error.line(), error.column(), excerpt(what))
    })?;
    Json(value).map().ok_or_else(|| "not a map: it is no JSON object".to_owned())
}

impl<'t> Json<'t> {
    /// The value as it is written.
    pub(super) fn written(self) -> &'t str {
        self.0.get()
    }

    /// The keys and values of an object.
    pub(super) fn map(self) -> Option<JsonMap<'t>> {
        serde_json::from_str(self.0.get()).ok().map(JsonMap)
    }

    /// The elements of a list.
    pub(super) fn list(self) -> Option<Vec<Self>> {
        let all: Vec<&RawValue> = serde_json::from_str(self.0.get()).ok()?;
        Some(all.into_iter().map(Json).collect())
    }

    /// A text without its quotes, or a number, `true` or `false` as written; `None` for others.
    pub(super) fn text(self) -> Option<Cow<'t, str>> {
        let written = self.0.get();
        match written.as_bytes().first()? {
            b'"' if written.contains('\\') => serde_json::from_str(written).ok().map(Cow::Owned),
            b'"' => written.get(1..written.len() - 1).map(Cow::Borrowed),
            b'{' | b'[' | b'n' => None,
            _ => Some(Cow::Borrowed(written)),
        }
    }
}

impl<'t> JsonMap<'t> {
    /// A value that is not null.
    pub(super) fn get(&self, key: &str) -> Option<Json<'t>> {
        self.0.get(key).filter(|value| value.get() != "null").map(|value| Json(value))
    }

    /// A text or a number; empty if there is none.
    pub(super) fn text(&self, key: &str) -> Cow<'t, str> {
        self.get(key).and_then(Json::text).unwrap_or_default()
    }

    /// The elements of a list; none if there is no list.
    pub(super) fn list(&self, key: &str) -> Vec<Json<'t>> {
        self.get(key).and_then(Json::list).unwrap_or_default()
    }

    /// The objects in a list.
    pub(super) fn maps(&self, key: &str) -> impl Iterator<Item = Self> + use<'t> {
        self.list(key).into_iter().filter_map(Json::map)
    }

    /// Whether a key is `true`.
    pub(super) fn is(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| value.written() == "true")
    }
}
