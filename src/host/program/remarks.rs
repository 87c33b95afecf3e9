//! What a program writes to standard error: the first lines are stored, the rest is counted.

/// The first lines of standard error, the number of all lines, and the last one.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    kept: Vec<String>,
    kept_bytes: usize,
    /// Whether a line did not fit, so that no more are stored.
    is_full: bool,
    lines: u64,
    begun: Vec<u8>,
    last: String,
}

impl Remarks {
    /// How many lines are stored; the rest is counted.
    pub const MOST_LINES: usize = 10;

    /// How many bytes of all lines are stored; the rest is dropped.
    pub const MOST_BYTES: usize = 4096;

    pub(super) fn read(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !self.is_full {
            let Some(end) = rest.iter().position(|&byte| byte == b'\n') else { break };
            self.begin(&rest[..end]);
            self.end_line();
            rest = &rest[end + 1..];
        }
        self.count(rest);
    }

    /// Counts lines without storing them, however many there are; only the last non-blank one
    /// matters.
    fn count(&mut self, bytes: &[u8]) {
        let Some(end) = bytes.iter().rposition(|&byte| byte == b'\n') else {
            return self.begin(bytes);
        };
        let (whole, begun) = (&bytes[..end], &bytes[end + 1..]);
        let first = whole.iter().position(|&byte| byte == b'\n').unwrap_or(end);
        self.begin(&whole[..first]);
        self.end_line();
        if let Some(others) = whole.get(first + 1..) {
            self.lines += 1 + others.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
            if let Some(last) = others.trim_ascii_end().rsplit(|&byte| byte == b'\n').next()
                && !last.is_empty()
            {
                let last = &last[..last.len().min(Self::MOST_BYTES)];
                String::from_utf8_lossy(last).trim_end().clone_into(&mut self.last);
            }
        }
        self.begin(begun);
    }

    /// Continues a line, as far as it is stored.
    fn begin(&mut self, text: &[u8]) {
        let room = Self::MOST_BYTES.saturating_sub(self.begun.len());
        self.begun.extend_from_slice(&text[..text.len().min(room)]);
    }

    /// Ends the last line, which may lack its line feed.
    pub(super) fn end(&mut self) {
        if !self.begun.is_empty() {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.begun);
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        self.lines += 1;
        self.is_full |=
            self.kept.len() == Self::MOST_LINES || self.kept_bytes + line.len() > Self::MOST_BYTES;
        if !self.is_full {
            self.kept_bytes += line.len();
            self.kept.push(line.clone());
        }
        if !line.is_empty() {
            self.last = line;
        }
    }

    /// Adds the remarks of another run of the program.
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

    /// The first lines, at most ten.
    pub fn first(&self) -> &[String] {
        &self.kept
    }

    /// How many further lines there were.
    pub fn more(&self) -> u64 {
        self.lines - u64::try_from(self.kept.len()).unwrap_or_default()
    }

    /// The last line that is not blank; empty without one.
    pub fn last(&self) -> &str {
        &self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_lines_are_stored_and_the_rest_is_counted() {
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
    fn lines_are_counted_however_they_are_split() {
        let text = "one\n\n two \n".repeat(40) + "last\n \n\n\nbegun";
        for size in [1, 2, 3, 7, 50, 10_000] {
            let mut remarks = Remarks::default();
            for bytes in text.as_bytes().chunks(size) {
                remarks.read(bytes);
            }
            assert_eq!((remarks.more(), remarks.last()), (124 - 10, "last"), "{size}");
            assert_eq!(remarks.first()[..3], ["one", "", " two"]);
            remarks.end();
            assert_eq!((remarks.more(), remarks.last()), (125 - 10, "begun"), "{size}");
        }
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
