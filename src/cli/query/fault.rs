//! What is wrong with a line, and how that is written.

use std::fmt::{self, Write};

/// The kinds of fault, by their codes in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    NotJson,
    NotUtf8,
    TooLong,
    Missing,
    UnknownKey,
    RepeatedKey,
    WrongType,
    BadNumber,
    OutOfRange,
    BadShape,
    BadValue,
}

impl Code {
    const fn token(self) -> &'static str {
        match self {
            Self::NotJson => "not-json",
            Self::NotUtf8 => "not-utf8",
            Self::TooLong => "too-long",
            Self::Missing => "missing",
            Self::UnknownKey => "unknown-key",
            Self::RepeatedKey => "repeated-key",
            Self::WrongType => "wrong-type",
            Self::BadNumber => "bad-number",
            Self::OutOfRange => "out-of-range",
            Self::BadShape => "bad-shape",
            Self::BadValue => "bad-value",
        }
    }
}

/// A fault: its code, and a sentence for people that says where it is, what
/// stands there and what would be right.
#[derive(Debug)]
pub(super) struct Fault {
    code: Code,
    message: String,
}

impl Fault {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// A fault at a place in the query.
    pub(super) fn at(code: Code, place: &Place<'_>, message: impl fmt::Display) -> Self {
        Self::new(code, format!("{place}: {message}"))
    }

    /// Writes the error object for the line of this number.
    pub(super) fn write(&self, id: Option<&str>, line: u64, out: &mut String) {
        out.push('{');
        if let Some(id) = id {
            out.push_str("\"id\":");
            out.push_str(id);
            out.push(',');
        }
        out.push_str("\"error\":{\"code\":\"");
        out.push_str(self.code.token());
        out.push_str("\",\"message\":\"");
        escape(&self.message, out);
        write!(out, "\",\"line\":{line}}}}}").expect("a String takes whatever is written to it");
    }
}

/// A place in the query, written `a.box[2]`. Made on the way down, on the
/// stack, and looked at only if something is wrong there.
#[derive(Clone, Copy)]
pub(super) enum Place<'p> {
    Top(&'static str),
    Key(&'p Place<'p>, &'static str),
    Index(&'p Place<'p>, usize),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Top(key) => f.write_str(key),
            Self::Key(parent, key) => write!(f, "{parent}.{key}"),
            Self::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// How much of a text that is at fault is shown.
const SHOWN_CHARS: usize = 40;

/// A piece of the input, cut to a length that can be read.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(SHOWN_CHARS) {
            Some((end, _)) => write!(f, "{}…", &self.0[..end]),
            None => f.write_str(self.0),
        }
    }
}

/// Writes text as the inside of a JSON string. Control characters, also those
/// that turn the writing direction or hide, are written by number, so that an
/// error can be shown on a terminal as it is.
pub(in crate::cli) fn escape(text: &str, out: &mut String) {
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            _ if char.is_control() || is_format(char) => {
                let mut units = [0; 2];
                for unit in char.encode_utf16(&mut units) {
                    write!(out, "\\u{unit:04x}").expect("a String takes whatever is written to it");
                }
            }
            _ => out.push(char),
        }
    }
}

/// Whether a character shows nothing itself but alters how others look.
const fn is_format(char: char) -> bool {
    matches!(char,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_object_is_plain_text_whatever_the_input_was() {
        let mut out = String::new();
        let text = "say \"\\\u{1b}[2J\u{9b}\u{202e}\u{e0041}é\"";
        Fault::new(Code::BadValue, text).write(Some("7"), 3, &mut out);
        assert_eq!(
            out,
            "{\"id\":7,\"error\":{\"code\":\"bad-value\",\"message\":\"say \\\"\\\\\\u001b[2J\
             \\u009b\\u202e\\udb40\\udc41é\\\"\",\"line\":3}}"
        );
    }

    #[test]
    fn a_place_reads_like_a_path() {
        let top = Place::Top("a");
        let polygon = Place::Key(&top, "polygon");
        let vertex = Place::Index(&polygon, 3);
        assert_eq!(Place::Index(&vertex, 1).to_string(), "a.polygon[3][1]");
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(Quoted(&"é".repeat(41)).to_string(), "é".repeat(40) + "…");
        assert_eq!(Quoted(&"é".repeat(40)).to_string(), "é".repeat(40));
    }
}
