//! Reads lines from a stream, up to a maximum length.

use std::io::{self, BufRead, Read};

/// The longest line, without its line feed.
pub const LIMIT_BYTES: usize = 1 << 20;

/// The byte order mark that some editors put before a text: U+FEFF in UTF-8. It is not part of
/// the first line.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// One line without its line feed.
#[derive(Clone, Copy, Debug)]
pub enum InputLine<'a> {
    /// Its text.
    Bytes(&'a [u8]),
    /// More than [`LIMIT_BYTES`] bytes, which were skipped.
    TooLong,
}

const TOO_LONG: &str = "the line is longer than 1048576 bytes (1 MiB)";
const _: () = assert!(LIMIT_BYTES == 1_048_576, "as the message says");

impl<'a> InputLine<'a> {
    /// The text of the line, without the carriage return that some systems put at its end.
    ///
    /// # Errors
    /// Why the bytes are not text.
    pub fn text(self) -> Result<&'a str, &'static str> {
        let Self::Bytes(bytes) = self else { return Err(TOO_LONG) };
        let text = std::str::from_utf8(bytes).map_err(|_| "the line is not UTF-8 text")?;
        Ok(text.strip_suffix('\r').unwrap_or(text))
    }

    /// Whether it holds only blanks.
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Bytes(bytes) => bytes.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')),
            Self::TooLong => false,
        }
    }
}

/// The lines of a stream.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    number: u64,
    /// Whether the line in the buffer has no line feed: the input ends in it.
    is_cut_off: bool,
    /// Whether the rest of an overlong line still has to be skipped.
    is_within_line: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads the lines of `input`.
    pub fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), number: 0, is_cut_off: false, is_within_line: false }
    }

    /// The next line and its number, counted from 1, or `None` at the end.
    ///
    /// # Errors
    /// If reading fails.
    pub fn next_line(&mut self) -> io::Result<Option<(u64, InputLine<'_>)>> {
        if std::mem::take(&mut self.is_within_line) {
            self.input.skip_until(b'\n')?;
        }
        self.buffer.clear();
        let limit = u64::try_from(LIMIT_BYTES + 1).map_err(io::Error::other)?;
        if self.input.by_ref().take(limit).read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        self.is_cut_off = false;
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
        } else if self.buffer.len() > LIMIT_BYTES {
            // The rest is skipped when the next line is read: it may be very long.
            self.is_within_line = true;
            return Ok(Some((self.number, InputLine::TooLong)));
        } else {
            self.is_cut_off = true;
        }
        let mark = if self.number == 1 { BYTE_ORDER_MARK } else { b"" };
        let line = self.buffer.strip_prefix(mark).unwrap_or(&self.buffer);
        Ok(Some((self.number, InputLine::Bytes(line))))
    }
}

impl<R> Lines<R> {
    /// Whether the line read last has no line feed. It is the last of the input, and
    /// may be incomplete.
    pub const fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(input: &[u8]) -> Vec<(u64, Option<usize>)> {
        let mut lines = Lines::new(input);
        let mut found = Vec::new();
        while let Some((number, line)) = lines.next_line().expect("a slice can be read") {
            found.push((
                number,
                match line {
                    InputLine::Bytes(bytes) => Some(bytes.len()),
                    InputLine::TooLong => None,
                },
            ));
        }
        found
    }

    #[test]
    fn a_line_may_be_a_mebibyte_long_but_not_longer() {
        let mut input = vec![b'x'; LIMIT_BYTES];
        assert_eq!(lengths(&input), [(1, Some(LIMIT_BYTES))]);
        input.extend(b"\nab\n");
        assert_eq!(lengths(&input), [(1, Some(LIMIT_BYTES)), (2, Some(2))]);
        input.insert(0, b'x');
        assert_eq!(lengths(&input), [(1, None), (2, Some(2))]);
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_first_line() {
        assert_eq!(lengths("\u{feff}ab\n\u{feff}ab\n".as_bytes()), [(1, Some(2)), (2, Some(5))]);
    }

    #[test]
    fn the_last_line_needs_no_line_feed_and_empty_ones_count() {
        assert_eq!(lengths(b"a\n\nbc"), [(1, Some(1)), (2, Some(0)), (3, Some(2))]);
        assert_eq!(lengths(b""), []);
    }
}
