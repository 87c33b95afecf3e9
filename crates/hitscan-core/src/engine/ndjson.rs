//! Tests, objects, expectations and answers as JSON, one object per line.
//!
//! | file | contents |
//! | --- | --- |
//! | `answer` | the keys of the answer to a query |
//! | `steps` | the steps of an answer, for `--explain` |
//! | `readings` | the readings of the articles, for `--readings` |
//! | `test` | a test, as written by `hitscan run` and hashed into a digest |
//! | `finding` | an expectation and its result |
//! | `sensor` `game` | a sensor that was hit, and the end of a game |
//! | `object` | an object in numbers, and a pair as a line for `hitscan query` |
//! | `ray` | the regions that a laser meets, in order |
//!
//! Keys have a fixed order; every computed number is a string, an integer or a reduced fraction.

mod answer;
mod finding;
mod game;
mod object;
mod ray;
mod readings;
mod sensor;
mod steps;
mod test;

use std::fmt::Display;
use std::io;

use serde::{Serialize, Serializer};
use serde_json::ser::{CharEscape, Formatter};

use hitscan_geom::Sides;

pub use answer::{AnswerContents, Detail, PairAnswerKeys};
pub use game::write_game_over;
pub use object::{QueryLine, QueryShape, defining_points, write_object, write_query};
pub use ray::write_ray;
pub use readings::Readings;
pub use sensor::write_entered;
pub use test::{Methods, Test, write_test};

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
#[must_use]
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
    #[must_use]
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
