//! One table of the file and its keys, read by type; what is wrong becomes a
//! fault, and the rest goes on.

use std::ops::Range;

use toml_edit::{Item, TableLike, Value};

use super::numbers::{self, Parse};
use super::source::Source;
use crate::scene::fault::{excerpt, is_forbidden};
use crate::words::{any_of, nearest};
use crate::world::Axes;
use hitscan_geom::{Milli, Point, Vector};

/// Reads tables, and reports what is wrong with them.
pub struct Reader<'t> {
    pub source: Source<'t>,
    /// Which way the file's y is to be read; unknown when that is at fault.
    pub axes: Option<Axes>,
}

/// A table of the file.
pub struct Table<'d> {
    pub keys: &'d dyn TableLike,
    /// Its header, or its whole text when it stands in braces.
    pub span: Range<usize>,
    /// All that belongs to it.
    pub extent: Range<usize>,
}

/// A key of a table and what it is given.
#[derive(Clone)]
pub struct Field<'d> {
    pub key: &'d str,
    pub key_span: Range<usize>,
    pub item: &'d Item,
    pub span: Range<usize>,
}

/// One value: a field's, or an element of its list.
#[derive(Clone)]
pub struct Given<'d> {
    key: &'d str,
    value: Option<&'d Value>,
    pub span: Range<usize>,
}

impl<'d> Table<'d> {
    pub fn field(&self, key: &str) -> Option<Field<'d>> {
        let (key, item) = self.keys.get_key_value(key)?;
        let key_span = key.span().unwrap_or(self.span.clone());
        let span = item.span().unwrap_or(key_span.clone());
        Some(Field { key: key.get(), key_span, item, span })
    }

    pub fn fields(&self) -> impl Iterator<Item = Field<'d>> {
        self.keys.iter().filter_map(|(key, _)| self.field(key))
    }
}

impl<'d> Field<'d> {
    pub fn given(&self) -> Given<'d> {
        Given { key: self.key, value: self.item.as_value(), span: self.span.clone() }
    }
}

impl<'d> Given<'d> {
    /// Its keys, if it is a table in braces.
    pub fn as_table(&self) -> Option<Table<'d>> {
        let keys = self.value?.as_inline_table()?;
        Some(Table { keys, span: self.span.clone(), extent: self.span.clone() })
    }

    /// The elements, if it is a list.
    pub fn elements(&self) -> Option<Vec<Self>> {
        let elements = self.value?.as_array()?.iter();
        let given = |value: &'d Value| Self {
            key: self.key,
            value: Some(value),
            span: value.span().unwrap_or(self.span.clone()),
        };
        Some(elements.map(given).collect())
    }

    pub fn as_text(&self) -> Option<&'d str> {
        self.value.and_then(Value::as_str)
    }

    /// Whether it is this word.
    pub fn is(&self, word: &str) -> bool {
        self.as_text() == Some(word)
    }

    fn is_number(&self) -> bool {
        matches!(self.value, Some(Value::Integer(_) | Value::Float(_)))
    }
}

impl Reader<'_> {
    /// A fault of these bytes, unless they have one already.
    pub fn fault(&mut self, at: &Range<usize>, found: String, message: impl Into<String>) {
        self.source.report(at, found, message.into());
    }

    /// A fault of a value, shown behind its key as it stands in the file.
    pub fn refuse(&mut self, given: &Given<'_>, message: impl Into<String>) {
        let text = self.text(&given.span);
        let found = match given.value {
            Some(_) => format!("{} {}", excerpt(given.key), excerpt(text)),
            None => excerpt(given.key),
        };
        self.fault(&given.span, found, message);
    }

    /// [`Reader::refuse`], where a value is wanted and there is none.
    pub fn refused<T>(&mut self, given: &Given<'_>, message: impl Into<String>) -> Option<T> {
        self.refuse(given, message);
        None
    }

    pub fn text(&self, span: &Range<usize>) -> &str {
        self.source.text().get(span.clone()).unwrap_or_default()
    }

    /// Text of one line.
    pub fn line_of_text(&mut self, given: &Given<'_>) -> Option<String> {
        let text = self.text_of(given, "text between quotation marks")?;
        match text.chars().find(|&c| is_forbidden(c)) {
            None => Some(text),
            Some('\n' | '\r') => self.refused(
                given,
                "one line; in a text of several lines, each but the last ends with \\",
            ),
            Some(c) => {
                let c = c.escape_default();
                self.refused(
                    given,
                    format!("{c} has no place here: no control and bidirectional characters"),
                )
            }
        }
    }

    pub fn text_of(&mut self, given: &Given<'_>, right: &str) -> Option<String> {
        let text = given.as_text();
        if text.is_none() {
            self.refuse(given, right);
        }
        text.map(str::to_owned)
    }

    /// One of a few words.
    pub fn one_of<T: Copy>(
        &mut self,
        given: &Given<'_>,
        all: &[T],
        token: fn(T) -> &'static str,
    ) -> Option<T> {
        self.one_of_those(given, "", all, token)
    }

    /// One of a few words, which are those of something in particular.
    pub fn one_of_those<T: Copy>(
        &mut self,
        given: &Given<'_>,
        whose: &str,
        all: &[T],
        token: fn(T) -> &'static str,
    ) -> Option<T> {
        let text = given.as_text();
        let found = text.and_then(|text| all.iter().find(|&&each| token(each) == text));
        if found.is_none() {
            let words = || all.iter().map(|&each| token(each));
            let quoted = any_of(words().map(|word| format!("\"{word}\"")));
            let meant = text.and_then(|text| nearest(text, words()));
            let meant = meant.map(|word| format!("; did you mean \"{word}\"?")).unwrap_or_default();
            self.refuse(given, format!("{whose}{quoted}{meant}"));
        }
        found.copied()
    }

    pub fn yes_or_no(&mut self, given: &Given<'_>) -> Option<bool> {
        let answer = given.value.and_then(Value::as_bool);
        if answer.is_none() {
            self.refuse(given, "true or false, without quotation marks");
        }
        answer
    }

    pub fn whole(
        &mut self,
        given: &Given<'_>,
        range: std::ops::RangeInclusive<u32>,
        right: &str,
    ) -> Option<u32> {
        let is_integer = matches!(given.value, Some(Value::Integer(_)));
        let whole = is_integer.then(|| numbers::whole(self.text(&given.span))).flatten();
        let whole = whole.filter(|whole| range.contains(whole));
        if whole.is_none() {
            self.refuse(given, right);
        }
        whole
    }

    pub fn number(&mut self, given: &Given<'_>, right: &str, parse: Parse) -> Option<Milli> {
        if !given.is_number() {
            return self.refused(given, right);
        }
        match numbers::read(self.text(&given.span), parse) {
            Ok(number) => Some(number),
            Err(message) => self.refused(given, message),
        }
    }

    fn two_numbers(&mut self, given: &Given<'_>, right: &str, parse: Parse) -> Option<[Milli; 2]> {
        match given.elements().as_deref() {
            Some([x, y]) if x.is_number() && y.is_number() => {
                // Both are read before either is given up: each may be at fault.
                let (x, y) = (self.number(x, right, parse), self.number(y, right, parse));
                Some([x?, y?])
            }
            _ => self.refused(given, right),
        }
    }

    /// A position, turned to y-down.
    pub fn point(&mut self, given: &Given<'_>, right: &str) -> Option<Point> {
        let [x, y] = self.two_numbers(given, right, Milli::parse)?;
        Some(Point::new(x, self.axes.unwrap_or_default().read_y(y)))
    }

    /// A displacement, turned to y-down.
    pub fn vector(&mut self, given: &Given<'_>, right: &str) -> Option<Vector> {
        let [x, y] = self.two_numbers(given, right, Milli::parse)?;
        Some(Vector::new(x, self.axes.unwrap_or_default().read_y(y)))
    }

    /// A width and a height, which no axis turns.
    pub fn size(&mut self, given: &Given<'_>, right: &str) -> Option<Vector> {
        let [x, y] = self.two_numbers(given, right, Milli::parse_size)?;
        Some(Vector::new(x, y))
    }

    /// A list; nothing when an element is at fault.
    pub fn list<T>(
        &mut self,
        given: &Given<'_>,
        right: &str,
        mut read: impl FnMut(&mut Self, &Given<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Some(elements) = given.elements() else {
            return self.refused(given, right);
        };
        let read: Vec<_> = elements.iter().map(|each| read(self, each)).collect();
        read.into_iter().collect()
    }

    /// A list in which nothing is named twice.
    pub fn set<T: PartialEq>(
        &mut self,
        given: &Given<'_>,
        right: &str,
        read: impl FnMut(&mut Self, &Given<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let list = self.list(given, right, read)?;
        let again = (1..list.len()).find(|&i| list[..i].contains(&list[i]));
        match (again, given.elements()) {
            (Some(again), Some(elements)) => {
                self.refused(&elements[again], "named twice in this list")
            }
            _ => Some(list),
        }
    }
}
