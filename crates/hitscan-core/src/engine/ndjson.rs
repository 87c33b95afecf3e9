//! Tests, objects, expectations and answers as JSON, one object per line.
//!
//! | files | contents |
//! | --- | --- |
//! | `test` | a test, as written by `hitscan run` and hashed into a digest |
//! | `answer` | the keys of the answer to a query, its steps, and the readings of the articles |
//! | `regions` | the keys of the answer about a frame with a polygon |
//! | `point` | the keys of the answer about a point |
//! | `object` | an object in numbers, and a pair as a line for `hitscan query` |
//!
//! This file writes the other objects: findings, sensors, the end of a game, the regions that a
//! laser meets. It also holds what all share. `test`, `regions` and `point` use `answer`, which uses
//! `regions`, too; `object` stands alone.
//!
//! Keys have a fixed order; every computed number is a string, an integer or a reduced fraction.

mod answer;
mod object;
mod point;
mod regions;
mod test;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::ser::{CharEscape, Formatter};

use hitscan_geom::{Crossing, Direction, Fraction, Point, Sides};

use self::answer::write_direction;
use super::finding::{ExpectAnswer, ExpectResult, Finding, Key};
use super::{GameOver, Ray};
use crate::scene::ExpectSubject;
use crate::world::{Entered, Name, RayHit, RayMeets, Settings};

pub use answer::{AnswerContents, AnyAnswerKeys, PairAnswerKeys};
pub use object::{QueryLine, QueryShape, write_object, write_query};
pub use point::{BesidePoint, PointAnswerKeys};
pub use test::{Test, write_test};

/// Why writing to memory is never an error.
const NEVER_FAILS: &str = "writing to memory cannot fail";

/// Appends a value as JSON.
///
/// # Panics
/// When the value cannot be JSON, such as a map whose keys are not text.
pub fn write_json(value: &impl Serialize, out: &mut Vec<u8>) {
    let mut serializer = serde_json::Serializer::with_formatter(out, Printable);
    value.serialize(&mut serializer).expect(NEVER_FAILS);
}

/// Appends an answer as JSON. It consists of tokens, numbers and the raw id, so no string has to be
/// searched for characters that a terminal acts on.
///
/// # Panics
/// As [`write_json`].
pub fn write_answer(answer: &impl Serialize, out: &mut Vec<u8>) {
    let mut serializer = serde_json::Serializer::with_formatter(out, Plain);
    answer.serialize(&mut serializer).expect(NEVER_FAILS);
}

/// Converts a value to JSON.
///
/// # Panics
/// As [`write_json`].
pub fn json(value: &impl Serialize) -> String {
    let mut out = Vec::with_capacity(256);
    write_json(value, &mut out);
    String::from_utf8(out).expect("JSON is UTF-8")
}

/// Appends a value as JSON with a line feed.
///
/// # Panics
/// As [`write_json`].
pub fn write_line(value: &impl Serialize, out: &mut String) {
    out.push_str(&json(value));
    out.push('\n');
}

/// Compact JSON that is safe to print on a terminal: control characters, and those that hide text
/// or change its direction, are escaped by number.
struct Printable;

impl Formatter for Printable {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        // Nearly every fragment is a short token.
        if fragment.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        for (at, found) in fragment.match_indices(is_unprintable) {
            let done = fragment.len() - rest.len();
            writer.write_all(&fragment.as_bytes()[done..at])?;
            for unit in found.encode_utf16() {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &fragment[at + found.len()..];
        }
        writer.write_all(rest.as_bytes())
    }

    fn write_byte_array<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        value: &[u8],
    ) -> io::Result<()> {
        Plain.write_byte_array(writer, value)
    }

    fn write_char_escape<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        let code = match escape {
            CharEscape::Quote => return writer.write_all(b"\\\""),
            CharEscape::ReverseSolidus => return writer.write_all(b"\\\\"),
            CharEscape::Solidus => b'/',
            CharEscape::Backspace => 0x08,
            CharEscape::FormFeed => 0x0c,
            CharEscape::LineFeed => b'\n',
            CharEscape::CarriageReturn => b'\r',
            CharEscape::Tab => b'\t',
            CharEscape::AsciiControl(code) => code,
        };
        write!(writer, "\\u{code:04x}")
    }
}

/// Compact JSON whose keys and strings contain nothing that a terminal acts on.
struct Plain;

impl Formatter for Plain {
    /// Writes a [`Written`] value, or the inside of an already [`Escaped`] string.
    fn write_byte_array<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        value: &[u8],
    ) -> io::Result<()> {
        if let [Written::MARK, json @ ..] = value {
            return writer.write_all(json);
        }
        writer.write_all(b"\"")?;
        writer.write_all(value)?;
        writer.write_all(b"\"")
    }
}

/// Whether a character is not visible itself: it controls, hides, or alters its neighbours.
fn is_unprintable(char: char) -> bool {
    !matches!(char, ' '..='~')
        && (char.is_control()
            || matches!(char,
                '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'))
}

/// The inside of a JSON string that needs no further escaping, so its bytes are not examined. Only
/// the writers of this module understand it: to others it is bytes.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(&'a str);

impl<'a> Escaped<'a> {
    /// The inside of a JSON string, without the quotes.
    pub const fn inside(json: &'a str) -> Self {
        Self(json)
    }

    /// From a token or a formula.
    fn token(token: &'a str) -> Self {
        let is_plain = |byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
        debug_assert!(token.bytes().all(is_plain), "{token}");
        Self(token)
    }
}

impl Serialize for Escaped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0.as_bytes())
    }
}

/// Already written JSON, for rows that every line contains: a serializer would search the keys for
/// characters to escape each time.
struct Written(Vec<u8>);

impl Written {
    /// Its first byte. No [`Escaped`] string starts with it, since JSON strings contain no
    /// raw control characters.
    const MARK: u8 = 0;

    fn with_room_for(bytes: usize) -> Self {
        let mut json = Vec::with_capacity(1 + bytes);
        json.push(Self::MARK);
        Self(json)
    }

    /// Appends text unchanged.
    fn text(&mut self, json: &str) {
        self.0.extend_from_slice(json.as_bytes());
    }

    /// Appends a token after `before`, which includes the token's opening quote.
    fn token(&mut self, before: &str, token: &str) {
        for part in [before, token, "\""] {
            self.text(part);
        }
    }

    /// Appends a value after `before`.
    fn value(&mut self, before: &str, value: &impl Serialize) {
        self.text(before);
        write_answer(value, &mut self.0);
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

/// A number, written as a JSON string.
#[derive(Clone, Copy)]
struct Text<T>(T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Sides of a box, as tokens.
struct SideList(Sides);

impl Serialize for SideList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|side| Escaped::token(side.token())))
    }
}

/// Writes how a game ended, with a line feed.
///
/// # Panics
/// Never: writing to a `String` cannot fail.
pub fn write_game_over(over: &GameOver, out: &mut String) {
    write_line(over, out);
}

impl Serialize for Entered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("event", "sensor")?;
        map.serialize_entry("frame", &self.frame)?;
        map.serialize_entry("sensor", self.sensor.as_str())?;
        map.serialize_entry("by", self.by.as_str())?;
        if let Some(message) = &self.message {
            map.serialize_entry("message", &**message)?;
        }
        map.end()
    }
}

/// Writes that a dynamic box started to hit a sensor, with a line feed.
///
/// # Panics
/// Never: writing to a `String` cannot fail.
pub fn write_entered(entered: &Entered, out: &mut String) {
    write_line(entered, out);
}

/// Writes the regions that a laser meets, with a line feed, as users read them.
///
/// # Panics
/// Never: writing to a `String` cannot fail.
pub fn write_ray(ray: &Ray, settings: &Settings, out: &mut String) {
    let read = |point: Point| [point.x, settings.read_y(point.y)].map(|n| Text(Fraction::from(n)));
    let [[x1, y1], [x2, y2]] = [ray.laser.start(), ray.laser.end()].map(read);
    let line = RayLine {
        name: ray.name.as_ref().map(Name::as_str),
        laser: [x1, y1, x2, y2],
        hits: ray.hits.iter().map(HitKeys::from).collect(),
    };
    write_line(&line, out);
}

#[derive(Serialize)]
#[serde(tag = "event", rename = "ray")]
struct RayLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    laser: [Text<Fraction>; 4],
    hits: Vec<HitKeys<'a>>,
}

/// A region that it enters, or touches.
#[derive(Serialize)]
struct HitKeys<'a> {
    name: &'a str,
    #[serde(flatten)]
    at: CrossingKeys,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<CrossingKeys>,
    #[serde(skip_serializing_if = "Option::is_none")]
    touches: Option<bool>,
}

#[derive(Serialize)]
struct CrossingKeys {
    t: Text<Fraction>,
    #[serde(serialize_with = "write_direction")]
    direction: Direction,
}

impl From<Crossing> for CrossingKeys {
    fn from(Crossing { t, through }: Crossing) -> Self {
        Self { t: Text(t), direction: through }
    }
}

impl<'a> From<&'a RayHit> for HitKeys<'a> {
    fn from(hit: &'a RayHit) -> Self {
        let name = hit.name.as_str();
        match hit.meets {
            RayMeets::Enters(pass) => {
                Self { name, at: pass.entry.into(), out: Some(pass.exit.into()), touches: None }
            }
            RayMeets::Touches(at) => Self { name, at: at.into(), out: None, touches: Some(true) },
        }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct FindingKeys<'a> {
            after_frames: u32,
            #[serde(skip_serializing_if = "<[String]>::is_empty")]
            after: &'a [String],
            #[serde(skip_serializing_if = "Option::is_none")]
            a: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            b: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            object: Option<&'a str>,
            ok: bool,
            expected: BTreeMap<Key, ExpectAnswer>,
            #[serde(skip_serializing_if = "Option::is_none")]
            found: Option<BTreeMap<Key, Option<&'a ExpectAnswer>>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            message: Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            asked_since: Option<&'static str>,
        }
        let expect = &self.expect;
        let asked = |key: Key| Some((key, key.answer(expect)?));
        let (found, message) = match &self.held {
            ExpectResult::Holds => (None, None),
            ExpectResult::Differs(differences) => {
                let found = differences.iter().map(|each| (each.key, each.found.as_ref()));
                (Some(found.collect()), None)
            }
            ExpectResult::NoObject(_)
            | ExpectResult::NotReached { .. }
            | ExpectResult::Refused { .. } => (None, Some(self.difference_lines().join("; "))),
        };
        let (a, b, object) = match &expect.subject {
            ExpectSubject::Pair([a, b]) => (Some(a.as_str()), Some(b.as_str()), None),
            ExpectSubject::Laser(name) => (None, None, Some(name.as_str())),
        };
        FindingKeys {
            after_frames: expect.after_frames,
            after: &expect.after,
            a,
            b,
            object,
            ok: self.holds(),
            expected: Key::ALL.into_iter().filter_map(asked).collect(),
            found,
            message,
            asked_since: self.asked_since(),
        }
        .serialize(serializer)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.token())
    }
}

/// An answer as in a query or a scene file.
impl Serialize for ExpectAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Token(token) => token.serialize(serializer),
            Self::Tokens(tokens) => tokens.serialize(serializer),
            Self::Edges(edges) => edges.serialize(serializer),
            Self::Time(t) => Text(t).serialize(serializer),
            Self::Times(both) => both.map(Text).serialize(serializer),
            Self::Says(all) => serializer.collect_map(all.iter().map(|(id, answer)| (id, answer))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_a_terminal_acts_on_are_escaped_by_number() {
        assert_eq!(
            json(&"say \"\\\u{1b}[2J\n\u{7f}\u{9b}\u{202e}\u{e0041}é/\""),
            "\"say \\\"\\\\\\u001b[2J\\u000a\\u007f\\u009b\\u202e\\udb40\\udc41é/\\\"\""
        );
    }
}
