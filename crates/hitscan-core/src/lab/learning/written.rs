//! The lines on their way to the file, and the space left in it.

use crate::lab::submission::{Chain, MOST_BYTES, MOST_LINES};

/// The size of a final link: `# chain `, 64 digits and a line feed.
const LINK_BYTES: usize = 8 + 64 + 1;

/// The lines on their way to the file.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenLines {
    chain: Chain,
    pending: String,
    /// The size of the file including them.
    bytes: usize,
    lines: u64,
    /// The line that proves that the file was changed outside.
    changed_at: Option<u64>,
}

impl WrittenLines {
    /// Continues after complete lines that were read.
    pub(super) fn after(read: &[u8], chain: Chain, changed_at: Option<u64>) -> Self {
        let lines = read.split_inclusive(|&byte| byte == b'\n').count();
        let lines = u64::try_from(lines).unwrap_or(u64::MAX);
        Self { chain, pending: String::new(), bytes: read.len(), lines, changed_at }
    }

    /// Adds complete lines.
    pub(super) fn add(&mut self, lines: &str) {
        self.chain.add(lines.as_bytes());
        self.push(lines);
    }

    /// Adds a link, if there are lines since the last one.
    pub(super) fn link(&mut self) {
        if self.chain.is_loose() {
            let link = self.chain.link();
            self.push(&link);
        }
    }

    fn push(&mut self, lines: &str) {
        self.pending.push_str(lines);
        self.bytes = self.bytes.saturating_add(lines.len());
        let count = u64::try_from(lines.matches('\n').count()).unwrap_or(u64::MAX);
        self.lines = self.lines.saturating_add(count);
    }

    /// Whether the file has space for this line, and for a link at its end.
    pub(super) fn has_room(&self, line: &str) -> bool {
        // Everything other than a command is short: an answer, a hint, a step with its scene.
        const LEAST: usize = 64 << 10;
        let bytes = self.bytes.saturating_add(line.len().max(LEAST) + 1 + LINK_BYTES);
        let lines = self.lines.saturating_add(u64::try_from(LEAST / 64).unwrap_or(u64::MAX));
        bytes <= MOST_BYTES && lines <= MOST_LINES
    }

    pub(super) fn is_full(&self) -> bool {
        !self.has_room("")
    }

    /// Accepts no more lines.
    pub(super) fn fill(&mut self) {
        self.bytes = usize::MAX;
    }

    /// The line that proves that the file was changed outside.
    pub(super) const fn changed_at(&self) -> Option<u64> {
        self.changed_at
    }

    /// The lines.
    pub(super) fn pending(&self) -> &str {
        &self.pending
    }

    /// Marks the lines as written.
    pub(super) fn clear(&mut self) {
        self.pending.clear();
    }
}
