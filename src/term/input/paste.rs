//! Bracketed pastes: text between two marks, collected up to the longest line.

use crate::app::MAX_LINE_BYTES;

/// What a terminal sends before pasted text.
pub(super) const BEGIN: &[u8] = b"\x1b[200~";
/// What it sends after it.
const END: &[u8] = b"\x1b[201~";

/// The result of a paste.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::term) enum Pasted {
    /// Its text.
    Text(String),
    /// More bytes than any line holds. They are counted, not stored.
    TooLong(usize),
    /// Its end never came.
    Unfinished,
}

/// A paste in progress.
#[derive(Debug, Default)]
pub(super) struct Paste {
    text: Vec<u8>,
    /// The bytes so far, stored or not.
    length: usize,
    /// How much of the end mark has come.
    matched: usize,
}

impl Paste {
    /// Takes the next byte; returns the paste once it is complete.
    pub(super) fn take(&mut self, byte: u8) -> Option<Pasted> {
        if byte != END[self.matched] {
            // Esc occurs only at the start of the end mark, so only this byte can begin it again.
            for &other in &END[..std::mem::take(&mut self.matched)] {
                self.store(other);
            }
        }
        if byte != END[self.matched] {
            self.store(byte);
            return None;
        }
        self.matched += 1;
        (self.matched == END.len()).then(|| self.finish())
    }

    fn store(&mut self, byte: u8) {
        self.length += 1;
        if self.length <= MAX_LINE_BYTES {
            self.text.push(byte);
        } else {
            self.text = Vec::new();
        }
    }

    fn finish(&mut self) -> Pasted {
        let Self { text, length, .. } = std::mem::take(self);
        if length > MAX_LINE_BYTES {
            Pasted::TooLong(length)
        } else {
            Pasted::Text(String::from_utf8_lossy(&text).into_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pasted(bytes: &[u8]) -> Option<Pasted> {
        let mut paste = Paste::default();
        let mut all = bytes.iter().filter_map(|&byte| paste.take(byte)).collect::<Vec<_>>();
        all.pop()
    }

    #[test]
    fn text_ends_at_its_mark_alone() {
        let text = |text: &str| Some(Pasted::Text(text.to_owned()));
        assert_eq!(pasted(b"move A\x1b[201~"), text("move A"));
        assert_eq!(pasted(b"a\x1b[20\x1b\x1b[201~"), text("a\x1b[20\x1b"));
        assert_eq!(pasted(b"a\x1b[200~b"), None);
    }

    #[test]
    fn text_longer_than_any_line_is_counted_and_not_stored() {
        let mut paste = Paste::default();
        for _ in 0..MAX_LINE_BYTES + 5 {
            assert_eq!(paste.take(b'x'), None);
        }
        assert_eq!(paste.text.capacity(), 0);
        let whole = END.iter().find_map(|&byte| paste.take(byte));
        assert_eq!(whole, Some(Pasted::TooLong(MAX_LINE_BYTES + 5)));
        let longest = [vec![b'x'; MAX_LINE_BYTES], END.to_vec()].concat();
        assert!(
            matches!(pasted(&longest), Some(Pasted::Text(text)) if text.len() == MAX_LINE_BYTES)
        );
    }
}
