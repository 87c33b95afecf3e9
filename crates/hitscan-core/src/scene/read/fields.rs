//! Tables of the file and their keys, read by type. Errors become faults, and reading continues.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::Fault;
use crate::scene::rounding::Parse;
use crate::scene::{Rounding, excerpt, is_forbidden};
use crate::words::{all_of, any_of, nearest};
use crate::world::{Axes, Name, World};
use hitscan_geom::{Fraction, Milli, NumberError, Point, Vector};

/// Reads tables, and reports their faults.
pub struct Reader<'t> {
    /// The text and its faults.
    pub source: SourceText<'t>,
    /// Which way y is read; unknown if the key for it is faulty.
    pub axes: Option<Axes>,
    /// The user's own methods that may be named; `None` for any.
    pub own_methods: Option<&'t [Name]>,
}

impl<'t> Reader<'t> {
    /// A reader of this text that allows any own method.
    pub(super) const fn new(source: SourceText<'t>) -> Self {
        Self { source, axes: None, own_methods: None }
    }
}

/// A table of the file.
pub struct Table<'d> {
    keys: &'d DeTable<'d>,
    /// The offset in the file of the text that this table was parsed from.
    offset: usize,
    /// Its header, or the whole table if it is inline.
    pub span: Range<usize>,
    /// Everything that belongs to it.
    pub extent: Range<usize>,
}

/// A key of a table and its value.
#[derive(Clone)]
pub struct Field<'d> {
    /// The key.
    pub key: &'d str,
    /// The bytes of the key.
    pub key_span: Range<usize>,
    value: &'d Spanned<DeValue<'d>>,
    offset: usize,
}

/// One value: that of a field, or an element of its list.
#[derive(Clone)]
pub struct Given<'d> {
    key: &'d str,
    value: &'d DeValue<'d>,
    offset: usize,
    /// The bytes of the value.
    pub span: Range<usize>,
}

/// Converts a range of the parsed text to a range of the file.
const fn in_file(span: &Range<usize>, offset: usize) -> Range<usize> {
    span.start + offset..span.end + offset
}

impl<'d> Table<'d> {
    /// The table that holds this piece of a file.
    pub(super) fn of_piece(document: &'d Spanned<DeTable<'d>>, piece: Range<usize>) -> Self {
        let start = piece.start;
        Self { keys: document.get_ref(), offset: start, span: start..start, extent: piece }
    }

    /// The field with this key.
    pub fn field(&self, key: &str) -> Option<Field<'d>> {
        self.keys.get_key_value(key).map(|(key, value)| Field::of(key, value, self.offset))
    }

    /// All fields, in the order of their keys.
    pub fn fields(&self) -> impl Iterator<Item = Field<'d>> {
        self.keys.iter().map(|(key, value)| Field::of(key, value, self.offset))
    }
}

impl<'d> Field<'d> {
    fn of(key: &'d Spanned<Cow<'d, str>>, value: &'d Spanned<DeValue<'d>>, offset: usize) -> Self {
        Self { key: key.get_ref(), key_span: in_file(&key.span(), offset), value, offset }
    }

    /// Its value.
    pub fn given(&self) -> Given<'d> {
        Given::of(self.key, self.value, self.offset)
    }

    /// Whether its value is one table or several, with headers or inline.
    pub fn holds_tables(&self) -> bool {
        match self.value.get_ref() {
            DeValue::Table(_) => true,
            DeValue::Array(list) => list.iter().any(|each| each.get_ref().is_table()),
            _ => false,
        }
    }
}

impl<'d> Given<'d> {
    fn of(key: &'d str, value: &'d Spanned<DeValue<'d>>, offset: usize) -> Self {
        Self { key, value: value.get_ref(), offset, span: in_file(&value.span(), offset) }
    }

    /// Its keys, if it is a table.
    pub fn as_table(&self) -> Option<Table<'d>> {
        let keys = self.value.as_table()?;
        let (span, extent) = (self.span.clone(), self.span.clone());
        Some(Table { keys, offset: self.offset, span, extent })
    }

    /// The elements, if it is a list.
    pub fn elements(&self) -> Option<Vec<Self>> {
        let given = |value| Self::of(self.key, value, self.offset);
        Some(self.value.as_array()?.iter().map(given).collect())
    }

    /// Where its tables begin, if it is a table or a list of them.
    pub(super) fn table_starts(&self) -> Vec<usize> {
        match self.value {
            DeValue::Table(_) => vec![self.span.start],
            DeValue::Array(list) => {
                let tables = list.iter().filter(|each| each.get_ref().is_table());
                tables.map(|each| each.span().start + self.offset).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The text, if it is text.
    pub fn as_text(&self) -> Option<&'d str> {
        self.value.as_str()
    }

    /// Whether it is this word.
    pub fn is(&self, word: &str) -> bool {
        self.as_text() == Some(word)
    }

    fn is_number(&self) -> bool {
        self.value.is_integer() || self.value.is_float()
    }

    /// The text of a fraction such as `"1/4"`: TOML itself has no fractions.
    fn as_fraction(&self) -> Option<&'d str> {
        self.as_text().filter(|text| text.contains('/'))
    }

    fn may_be_number(&self) -> bool {
        self.is_number() || self.as_fraction().is_some()
    }
}

impl Reader<'_> {
    /// Reports a fault of these bytes, unless they have one already.
    pub fn fault(&mut self, at: &Range<usize>, found: String, message: impl Into<String>) {
        self.source.report(at, found, message.into());
    }

    /// Reports every key that is not one of these, in the words of this kind of file: `what` is a key
    /// or a setting, and after `are` they are listed.
    pub fn refuse_unknown(&mut self, table: &Table<'_>, known: &[&str], what: &str, are: &str) {
        for field in table.fields().filter(|field| !known.contains(&field.key)) {
            let message = match nearest(field.key, known.iter().copied()) {
                Some(meant) => format!("no such {what}; did you mean {meant}?"),
                None => format!("no such {what}; {are} {}", all_of(known)),
            };
            self.fault(&field.key_span, excerpt(field.key), message);
        }
    }

    /// Reports a fault of a value, shown with its key.
    pub fn refuse(&mut self, given: &Given<'_>, message: impl Into<String>) {
        let found = format!("{} {}", excerpt(given.key), excerpt(self.text(&given.span)));
        self.fault(&given.span, found, message);
    }

    /// [`Reader::refuse`] that returns no value.
    pub fn refused<T>(&mut self, given: &Given<'_>, message: impl Into<String>) -> Option<T> {
        self.refuse(given, message);
        None
    }

    /// The text of these bytes.
    pub fn text(&self, span: &Range<usize>) -> &str {
        self.source.text().get(span.clone()).unwrap_or_default()
    }

    /// Text of one line.
    pub fn line_of_text(&mut self, given: &Given<'_>) -> Option<String> {
        let text = self.text_of(given, "text between quotation marks")?;
        match text.chars().find(|&c| is_forbidden(c)) {
            None if text.len() > World::MAX_TITLE_BYTES => {
                self.refused(given, format!("at most {} bytes", World::MAX_TITLE_BYTES))
            }
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

    /// Text between quotation marks.
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

    /// One of a few words; `whose` precedes them in a fault.
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

    /// `true` or `false`.
    pub fn yes_or_no(&mut self, given: &Given<'_>) -> Option<bool> {
        let answer = given.value.as_bool();
        if answer.is_none() {
            self.refuse(given, "true or false, without quotation marks");
        }
        answer
    }

    /// A whole number in this range.
    pub fn whole(
        &mut self,
        given: &Given<'_>,
        range: std::ops::RangeInclusive<u32>,
        right: &str,
    ) -> Option<u32> {
        let whole = given.value.is_integer().then(|| whole(self.text(&given.span))).flatten();
        let whole = whole.filter(|whole| range.contains(whole));
        if whole.is_none() {
            self.refuse(given, right);
        }
        whole
    }

    /// A decimal number, or a fraction between quotation marks.
    pub fn number(&mut self, given: &Given<'_>, right: &str, parse: Parse) -> Option<Milli> {
        let text = match given.as_fraction() {
            Some(fraction) => fraction,
            None if given.is_number() => {
                self.source.text().get(given.span.clone()).unwrap_or_default()
            }
            None => return self.refused(given, right),
        };
        let read = match &mut self.source.rounding {
            Some(rounding) => rounding.read(text, parse),
            None => parse(text),
        };
        match read {
            Ok(number) => Some(number),
            Err(fault) => {
                let way_out = match (fault, self.source.rounding) {
                    (NumberError::OutOfRange { .. }, _) | (_, None) => "",
                    (_, Some(_)) if Rounding::takes(text) => "; --round rounds it",
                    (_, Some(_)) => "",
                };
                let message = message(text, fault) + way_out;
                self.refused(given, message)
            }
        }
    }

    /// A number as it is written; any other value is refused.
    pub fn number_as_written(&mut self, given: &Given<'_>, right: &str) -> Option<String> {
        if given.is_number() {
            Some(self.text(&given.span).to_owned())
        } else {
            self.refused(given, right)
        }
    }

    fn two_numbers(&mut self, given: &Given<'_>, right: &str, parse: Parse) -> Option<[Milli; 2]> {
        match given.elements().as_deref() {
            Some([x, y]) if x.may_be_number() && y.may_be_number() => {
                // Read both before giving up: either may be faulty.
                let (x, y) = (self.number(x, right, parse), self.number(y, right, parse));
                Some([x?, y?])
            }
            _ => self.refused(given, right),
        }
    }

    /// A y of the file, converted to y-down.
    pub fn read_y(&self, y: Milli) -> Milli {
        self.axes.unwrap_or_default().read_y(y)
    }

    /// A y of the plane as the file would have it; `None` if it does not say which way y grows.
    pub(super) fn y_in_file(&self, y: i64) -> Option<i64> {
        Some(self.axes?.read_y(y))
    }

    /// A position, converted to y-down.
    pub fn point(&mut self, given: &Given<'_>, right: &str) -> Option<Point> {
        let [x, y] = self.two_numbers(given, right, Milli::parse)?;
        Some(Point::new(x, self.read_y(y)))
    }

    /// A displacement, converted to y-down.
    pub fn vector(&mut self, given: &Given<'_>, right: &str) -> Option<Vector> {
        let [x, y] = self.two_numbers(given, right, Milli::parse)?;
        Some(Vector::new(x, self.read_y(y)))
    }

    /// A width and a height, which the axes do not flip.
    pub fn size(&mut self, given: &Given<'_>, right: &str) -> Option<Vector> {
        let [x, y] = self.two_numbers(given, right, Milli::parse_size)?;
        Some(Vector::new(x, y))
    }

    /// A list; `None` if an element is faulty.
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

    /// A list without duplicates.
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

/// What would be right where no number was found.
pub(super) const DECIMAL: &str = "a number with digits on both sides of its point, such as 12.5";

/// Reads a number by the rules of this parser, or says what would be right.
pub(super) fn read(text: &str, parse: Parse) -> Result<Milli, String> {
    parse(text).map_err(|fault| message(text, fault))
}

/// What is wrong with a number, and what would be right.
pub(super) fn message(text: &str, fault: NumberError) -> String {
    match fault {
        NumberError::TooFine { rounded } => {
            format!("at most three decimals; {rounded} is the nearest")
        }
        NumberError::BetweenSteps { below, above } => {
            format!("a whole number of thousandths; the nearest are {below} and {above}")
        }
        NumberError::OutOfRange { limit } => format!("a number from -{limit} to {limit}"),
        NumberError::NotDecimal => {
            let text = text.trim_start_matches(['+', '-']);
            let starts_like_a_number = text.starts_with(|c: char| c.is_ascii_digit());
            if starts_like_a_number && text.contains('_') {
                "a number without underscores".to_owned()
            } else if text.starts_with("0x") || text.starts_with("0o") || text.starts_with("0b") {
                "a number in decimal digits".to_owned()
            } else if starts_like_a_number && text.contains(['e', 'E']) {
                "expected a number without an exponent".to_owned()
            } else {
                DECIMAL.to_owned()
            }
        }
    }
}

/// A whole number without a sign.
pub(super) fn whole(text: &str) -> Option<u32> {
    let all_digits = text.bytes().all(|b| b.is_ascii_digit());
    all_digits.then(|| text.parse().ok()).flatten()
}

/// A fraction such as `2/3` or `-1`, or a decimal.
pub(super) fn fraction(text: &str) -> Option<Fraction> {
    const MOST_DIGITS: usize = 18;
    let whole = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let fits = (1..=MOST_DIGITS).contains(&digits.len());
        let is_whole = fits && digits.bytes().all(|b| b.is_ascii_digit());
        is_whole.then(|| text.parse::<i128>().ok()).flatten()
    };
    match text.split_once('/') {
        Some((above, below)) => {
            let below = whole(below).filter(|&below| below > 0)?;
            Fraction::new(whole(above)?, below)
        }
        None => Milli::parse(text).ok().map(Fraction::from),
    }
}

// The text of a file: its lines, its faults, and the parts that could not be parsed, so that no
// fault is reported twice.

/// The kind of file: its name in faults, and examples for them.
#[derive(Debug)]
pub struct Dialect {
    /// What the file is, in a sentence.
    pub what: &'static str,
    /// A key and its value.
    pub example: &'static str,
    /// A header.
    pub header: &'static str,
}

/// The text of a file and its faults.
pub struct SourceText<'t> {
    /// What happens to numbers that are too fine, if this kind of file may have them
    /// rounded at all.
    pub rounding: Option<Rounding>,
    text: &'t str,
    dialect: &'static Dialect,
    line_starts: Vec<usize>,
    /// Parts that already have a fault and get no more: their ends, keyed by their
    /// starts, without overlaps.
    damage: BTreeMap<usize, usize>,
    faults: Vec<Fault>,
    /// How many faults are not listed.
    unlisted: usize,
}

/// The most faults listed: a file of a megabyte may have a million.
const MOST_FAULTS: usize = 1000;

impl<'t> SourceText<'t> {
    /// Starts reading this text.
    pub fn new(text: &'t str, dialect: &'static Dialect) -> Self {
        let after_newlines = text.match_indices('\n').map(|(at, _)| at + 1);
        let line_starts = std::iter::once(0).chain(after_newlines).collect();
        let (damage, faults) = (BTreeMap::new(), Vec::new());
        Self { rounding: None, text, dialect, line_starts, damage, faults, unlisted: 0 }
    }

    /// The kind of file.
    pub const fn dialect(&self) -> &'static Dialect {
        self.dialect
    }

    /// The whole text.
    pub const fn text(&self) -> &'t str {
        self.text
    }

    /// The line of a byte, from 1.
    pub fn line(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= offset)
    }

    /// The line of a byte, without its newline.
    pub fn line_range(&self, offset: usize) -> Range<usize> {
        let line = self.line(offset);
        let start = self.line_starts[line - 1];
        let end = self.line_starts.get(line).map_or(self.text.len(), |&next| next - 1);
        start..end.max(start)
    }

    /// Reports a fault of these bytes, unless they have one already.
    pub fn report(&mut self, at: &Range<usize>, found: String, message: String) {
        if !self.is_damaged(at) {
            self.list(at.start, found, message);
        }
    }

    fn list(&mut self, offset: usize, found: String, message: String) {
        if self.faults.len() >= MOST_FAULTS {
            self.unlisted += 1;
            return;
        }
        let (line, column) = self.place(offset);
        self.faults.push(Fault { line, column, found, message });
    }

    /// The line and the column of a byte, both from 1.
    pub fn place(&self, offset: usize) -> (usize, usize) {
        let line = self.line(offset);
        let before = self.text.get(self.line_starts[line - 1]..offset).unwrap_or_default();
        (line, before.chars().count() + 1)
    }

    /// How many faults there are so far.
    pub fn count(&self) -> usize {
        self.faults.len() + self.unlisted
    }

    /// The faults in the order of the file.
    pub fn into_faults(mut self) -> Vec<Fault> {
        self.faults.sort();
        self.faults.dedup();
        if let Some(last) = self.faults.last().filter(|_| self.unlisted > 0) {
            let found = format!("{} more faults", self.unlisted);
            let message = "they are not listed".to_owned();
            self.faults.push(Fault { found, message, ..*last });
        }
        self.faults
    }

    /// Reports no more faults of these bytes.
    pub fn give_up(&mut self, mut range: Range<usize>) {
        while let Some((start, end)) = self.overlapping(&range) {
            self.damage.remove(&start);
            range = range.start.min(start)..range.end.max(end);
        }
        self.damage.insert(range.start, range.end);
    }

    /// Whether any of these bytes could not be parsed.
    pub fn is_damaged(&self, range: &Range<usize>) -> bool {
        self.overlapping(range).is_some()
    }

    fn overlapping(&self, range: &Range<usize>) -> Option<(usize, usize)> {
        let (&start, &end) = self.damage.range(..range.end).next_back()?;
        (end > range.start).then_some((start, end))
    }

    /// Whether the whole text could be parsed.
    pub fn is_intact(&self) -> bool {
        self.damage.is_empty()
    }

    /// The text, with every forbidden character reported and replaced by blanks. Offsets
    /// do not change.
    pub fn cleaned(&mut self) -> String {
        let mut clean = String::with_capacity(self.text.len());
        let mut characters = self.text.char_indices().peekable();
        while let Some((at, c)) = characters.next() {
            let ends_line = c == '\r' && characters.peek().is_some_and(|&(_, next)| next == '\n');
            if !is_forbidden(c) || ends_line || c == '\n' || c == '\t' {
                clean.push(c);
                continue;
            }
            let found = c.escape_default().to_string();
            let what = self.dialect.what;
            let message = format!("control and bidirectional characters have no place in {what}");
            self.list(at, found, message);
            clean.extend(std::iter::repeat_n(' ', c.len_utf8()));
            self.give_up(at..at + c.len_utf8());
        }
        clean
    }
}
