//! Splits a program's output into lines of limited length.

/// An incomplete line.
#[derive(Debug, Default)]
pub(super) struct Lines {
    begun: Vec<u8>,
}

/// The start of a line that is too long.
#[derive(Debug)]
pub(super) struct LineTooLong(pub(super) String);

impl Lines {
    /// Passes on each complete line. Blank lines are skipped, and surrounding blanks are trimmed.
    ///
    /// # Errors
    /// When a line is longer than `longest` bytes, even if it is incomplete; the rest of the input
    /// is dropped.
    pub(super) fn read(
        &mut self,
        bytes: &[u8],
        longest: usize,
        take: &mut dyn FnMut(&str),
    ) -> Result<(), LineTooLong> {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, is_whole) = match piece.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (piece, false),
            };
            let room = (longest + 1).saturating_sub(self.begun.len());
            self.begun.extend_from_slice(&text[..text.len().min(room)]);
            if self.begun.len() > longest {
                self.begun.truncate(longest);
                return Err(LineTooLong(String::from_utf8_lossy(&self.begun).into_owned()));
            }
            if is_whole {
                self.end(take);
            }
        }
        Ok(())
    }

    /// Ends the last line, which may lack its line feed.
    pub(super) fn end(&mut self, take: &mut dyn FnMut(&str)) {
        let line = String::from_utf8_lossy(&self.begun);
        let line = line.trim();
        if !line.is_empty() {
            take(line);
        }
        self.begun.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: usize = 200;

    fn read(pieces: &[&str]) -> Vec<String> {
        let mut lines = Lines::default();
        let mut read = Vec::new();
        let mut take = |line: &str| read.push(line.to_owned());
        for piece in pieces {
            lines.read(piece.as_bytes(), LONGEST, &mut take).expect("short lines");
        }
        lines.end(&mut take);
        read
    }

    #[test]
    fn lines_are_joined_and_blank_ones_are_skipped() {
        assert_eq!(read(&["hi", "t\n\n  \r\nmi", "ss\r\n?"]), ["hit", "miss", "?"]);
        assert!(read(&["\n", " \n"]).is_empty());
    }

    #[test]
    fn a_line_can_be_too_long_before_it_is_complete() {
        let mut lines = Lines::default();
        let piece = "é".repeat(60);
        lines.read(piece.as_bytes(), LONGEST, &mut |_| {}).expect("120 bytes");
        let LineTooLong(start) =
            lines.read(piece.as_bytes(), LONGEST, &mut |_| {}).expect_err("240 bytes");
        assert_eq!(start.chars().count(), 100);
    }

    #[test]
    fn a_line_of_just_the_limit_is_read() {
        let line = "x".repeat(LONGEST);
        assert_eq!(read(&[&line, "\n"]), [line.as_str()]);
    }
}
