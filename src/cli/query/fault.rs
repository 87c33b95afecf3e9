//! What is wrong with a line, and how that is reported.

use std::fmt;

use serde::Serialize;

/// The kinds of fault, by their codes in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
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

/// A fault: its code, and a sentence for people that says where it is, what was found and what
/// would be right.
#[derive(Debug)]
pub(super) struct QueryFault {
    code: Code,
    message: String,
}

impl QueryFault {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// A fault at a place in the query.
    pub(super) fn at(code: Code, place: &QueryPlace<'_>, message: impl fmt::Display) -> Self {
        Self::new(code, format!("{place}: {message}"))
    }

    /// The keys of the error object for the line of this number.
    pub(super) fn keys(&self, line: u64) -> impl Serialize {
        #[derive(Serialize)]
        struct FaultKeys<'a> {
            error: Error<'a>,
        }
        #[derive(Serialize)]
        struct Error<'a> {
            code: Code,
            message: &'a str,
            line: u64,
        }
        FaultKeys { error: Error { code: self.code, message: &self.message, line } }
    }
}

/// A place in the query, written `a.box[2]`. Built on the stack while descending, and used only if
/// something is wrong there.
#[derive(Clone, Copy)]
pub(super) enum QueryPlace<'p> {
    Top(&'static str),
    Key(&'p QueryPlace<'p>, &'static str),
    Index(&'p QueryPlace<'p>, usize),
}

impl fmt::Display for QueryPlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Top(key) => f.write_str(key),
            Self::Key(parent, key) => write!(f, "{parent}.{key}"),
            Self::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// How much of an offending text is shown.
const SHOWN_CHARS: usize = 40;

/// A piece of the input, cut to a readable length.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(SHOWN_CHARS) {
            Some((end, _)) => write!(f, "{}…", &self.0[..end]),
            None => f.write_str(self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_like_a_path() {
        let top = QueryPlace::Top("a");
        let polygon = QueryPlace::Key(&top, "polygon");
        let vertex = QueryPlace::Index(&polygon, 3);
        assert_eq!(QueryPlace::Index(&vertex, 1).to_string(), "a.polygon[3][1]");
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(Quoted(&"é".repeat(41)).to_string(), "é".repeat(40) + "…");
        assert_eq!(Quoted(&"é".repeat(40)).to_string(), "é".repeat(40));
    }
}
