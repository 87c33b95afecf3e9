//! The chain: each link is the SHA-256 of the previous link and of all bytes since then.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The start of a link line.
const MARK: &str = "# chain ";

/// The chain of a file, up to some line of it.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    hash: Sha256,
    /// Whether there are bytes since the last link.
    is_loose: bool,
    /// Whether the next link marks the lines before it as changed outside.
    is_broken: bool,
}

impl Chain {
    /// Adds bytes of the file, except links.
    pub fn add(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.is_loose |= !bytes.is_empty();
    }

    /// Adds a line of the file. Mail and version control may change its end to CR LF, which does
    /// not affect the work.
    pub(super) fn add_line(&mut self, line: &[u8]) {
        match line.strip_suffix(b"\r\n") {
            Some(line) => [line, b"\n"].into_iter().for_each(|bytes| self.add(bytes)),
            None => self.add(line),
        }
    }

    /// The line that links all bytes so far, or that permanently marks them as changed outside.
    #[must_use]
    pub fn link(&mut self) -> String {
        let held = self.digits();
        // The hash of the valid link: it can never equal a valid link.
        let digits = if self.is_broken { hexadecimal(&Sha256::digest(held)) } else { held };
        self.go_on_from(&digits);
        format!("{MARK}{digits}\n")
    }

    /// Makes the next link invalid. Further links build on it, so the mark stays
    /// however many follow.
    pub const fn break_next_link(&mut self) {
        self.is_broken = true;
    }

    /// Whether there are bytes since the last link.
    #[must_use]
    pub const fn is_loose(&self) -> bool {
        self.is_loose
    }

    /// Whether a line is a link, valid or not.
    pub(super) fn is_link(line: &str) -> bool {
        line.starts_with(MARK)
    }

    /// Parses a link line, and continues the chain from it; `None` for any other line. Returns
    /// whether the link matches the bytes before it.
    pub(super) fn read(&mut self, line: &str) -> Option<bool> {
        let digits = line.strip_prefix(MARK)?;
        let holds = digits == self.digits();
        // Continue from the file's own link, so that the bytes after an edit are
        // checked against it.
        self.go_on_from(digits);
        Some(holds)
    }

    fn digits(&self) -> String {
        hexadecimal(&self.hash.clone().finalize())
    }

    fn go_on_from(&mut self, digits: &str) {
        *self = Self { hash: Sha256::new().chain_update(digits), ..Self::default() };
    }
}

fn hexadecimal(hash: &[u8]) -> String {
    hash.iter().fold(String::new(), |mut digits, byte| {
        // Writing to a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_the_hash_of_the_link_before_and_the_bytes_since() {
        let mut chain = Chain::default();
        chain.add(b"ab");
        chain.add(b"c");
        // SHA-256 of "abc".
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(chain.link(), format!("# chain {abc}\n"));
        chain.add(b"x\n");
        let second: [u8; 32] = Sha256::digest(format!("{abc}x\n")).into();
        let begins = format!("# chain {:02x}{:02x}", second[0], second[1]);
        assert!(chain.link().starts_with(&begins));
    }

    #[test]
    fn a_deliberately_broken_link_never_holds_but_later_links_do() {
        let mut written = Chain::default();
        written.add(b"one\n");
        written.break_next_link();
        let broken = written.link();
        written.add(b"two\n");
        let next = written.link();
        let mut read = Chain::default();
        read.add(b"one\n");
        assert_eq!(read.read(broken.trim_end()), Some(false));
        read.add(b"two\n");
        assert_eq!(read.read(next.trim_end()), Some(true));
    }

    #[test]
    fn an_edit_breaks_the_next_link_alone() {
        let mut written = Chain::default();
        let links = [b"one\n", b"two\n", b"six\n"].map(|bytes| {
            written.add(bytes);
            written.link()
        });
        let mut read = Chain::default();
        let held = [(b"one\n", 0), (b"tow\n", 1), (b"six\n", 2)].map(|(bytes, index)| {
            read.add(bytes);
            read.read(links[index].trim_end())
        });
        assert_eq!(held, [Some(true), Some(false), Some(true)]);
        assert_eq!(read.read("# at 2026"), None);
    }
}
