//! What a program says on standard error: the first lines are kept, the rest is
//! counted.

/// The first lines of standard error, the number of all, and the last one.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    kept: Vec<String>,
    kept_bytes: usize,
    lines: u64,
    begun: Vec<u8>,
    last: String,
}

impl Remarks {
    /// How many lines are kept; the rest is counted.
    pub const MOST_LINES: usize = 10;

    /// How many bytes are kept of all lines; the rest is dropped.
    pub const MOST_BYTES: usize = 4096;

    pub(super) fn read(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, is_whole) = match piece.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (piece, false),
            };
            let room = Self::MOST_BYTES.saturating_sub(self.begun.len());
            self.begun.extend_from_slice(&text[..text.len().min(room)]);
            if is_whole {
                self.end_line();
            }
        }
    }

    /// Ends a last line without a line feed.
    pub(super) fn end(&mut self) {
        if !self.begun.is_empty() {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.begun);
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        self.lines += 1;
        if self.kept.len() < Self::MOST_LINES && self.kept_bytes + line.len() <= Self::MOST_BYTES {
            self.kept_bytes += line.len();
            self.kept.push(line.clone());
        }
        if !line.is_empty() {
            self.last = line;
        }
    }

    /// Adds those of another run of the program.
    pub fn add(&mut self, other: &Self) {
        for line in &other.kept {
            self.begun = line.clone().into_bytes();
            self.end_line();
        }
        self.lines += other.lines - u64::try_from(other.kept.len()).unwrap_or_default();
        if !other.last.is_empty() {
            self.last.clone_from(&other.last);
        }
    }

    /// The first lines, ten at most.
    #[must_use]
    pub fn first(&self) -> &[String] {
        &self.kept
    }

    /// How many more lines there were.
    #[must_use]
    pub fn more(&self) -> u64 {
        self.lines - u64::try_from(self.kept.len()).unwrap_or_default()
    }

    /// The last line that is not blank; empty without one.
    #[must_use]
    pub fn last(&self) -> &str {
        &self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_lines_are_kept_and_the_rest_is_counted() {
        let mut remarks = Remarks::default();
        for number in 1..=130 {
            remarks.read(format!("line {number}\n").as_bytes());
        }
        remarks.read(b"the end");
        remarks.end();
        assert_eq!(remarks.first().len(), 10);
        assert_eq!((remarks.first()[9].as_str(), remarks.more()), ("line 10", 121));
        assert_eq!(remarks.last(), "the end");
    }

    #[test]
    fn a_line_without_end_costs_bounded_memory() {
        let mut remarks = Remarks::default();
        for _ in 0..100 {
            remarks.read(&[b'x'; 1024]);
        }
        assert_eq!(remarks.begun.len(), Remarks::MOST_BYTES);
    }
}
