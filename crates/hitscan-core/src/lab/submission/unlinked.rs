//! Whether the lines after the last link of a file can be what `learn` left there.
//!
//! `learn` links orders to the lab as it writes them, and commands together with the next order, or
//! at the end. So after a crash, the last link is followed by some commands, and then at most by
//! the beginning of one order. Any other line without a link lost it outside.

use super::SCENE_MARK;

/// The lines since the last link, or since the start of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unlinked {
    state: State,
    /// The first line that proves that links are missing.
    changed_at: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The lines before the first step.
    Header,
    /// Commands, which are linked with the next order.
    Commands,
    /// A step was opened: its scene may follow, then its link.
    Opening,
    /// An order was written: its link follows.
    Said,
}

/// The number of header lines, including the one with the time.
const HEADER_LINES: u64 = 3;

impl Unlinked {
    /// The state at the start of a file.
    pub(super) const fn at_start() -> Self {
        Self { state: State::Header, changed_at: None }
    }

    /// The state after a link.
    pub(super) const fn after_link() -> Self {
        Self { state: State::Commands, changed_at: None }
    }

    /// Accepts a line that is not a link; `None` for bytes that are not text.
    pub(super) fn take(&mut self, number: u64, words: Option<&str>) {
        let next = words.and_then(|words| self.state.after(number, words));
        match next {
            Some(state) => self.state = state,
            None => self.refuse(number),
        }
    }

    /// Notes that a line cannot be executed: `learn` does not write such a line.
    pub(super) fn refuse(&mut self, number: u64) {
        self.changed_at.get_or_insert(number);
    }

    /// Whether the lines end within something that `learn` writes at once, so that a
    /// part is missing.
    pub(super) const fn is_cut(&self) -> bool {
        !matches!(self.state, State::Commands)
    }

    /// The first line that proves that links are missing, if there is one.
    pub(super) const fn changed_at(&self) -> Option<u64> {
        self.changed_at
    }
}

impl State {
    /// The state after a line; `None` if `learn` does not write such a line here.
    fn after(self, number: u64, words: &str) -> Option<Self> {
        let first = words.split(' ').next().unwrap_or_default();
        match self {
            Self::Header if first == "#" && number <= HEADER_LINES => Some(Self::Header),
            Self::Header => (first == "lesson").then_some(Self::Opening),
            Self::Opening => (first == SCENE_MARK).then_some(Self::Opening),
            Self::Said => None,
            Self::Commands => match first {
                "lesson" => Some(Self::Opening),
                "answer" | "hint" | "own" => Some(Self::Said),
                // The `skip` of predict mode names a pair.
                "skip" if words == first => Some(Self::Said),
                "" | "#" | SCENE_MARK => None,
                _ => Some(Self::Commands),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_written_together_can_be_cut_and_commands_can_be_unlinked() {
        let is_cut = |lines: &[&str]| {
            let mut unlinked = Unlinked::after_link();
            for (number, line) in (1..).zip(lines) {
                unlinked.take(number, Some(line));
            }
            unlinked.is_cut()
        };
        for (lines, expected) in [
            (&["move L 1 0"][..], false),
            (&["move L 1 0", "undo"], false),
            (&["move L 1 0", "answer a hit"], true),
            (&["lesson a b 0"], true),
            (&["lesson a b 0", "| x = 1"], true),
        ] {
            assert_eq!(is_cut(lines), expected, "{lines:?}");
        }
        assert!(Unlinked::at_start().is_cut());
    }

    #[test]
    fn a_crash_leaves_commands_and_the_beginning_of_one_order() {
        let changed_at = |mut unlinked: Unlinked, lines: &[&str]| {
            for (number, line) in (1..).zip(lines) {
                unlinked.take(number, Some(line));
            }
            unlinked.changed_at()
        };
        let head = ["# hitscan recording 3", "# lab", "# at 2026", "lesson a b 0", "| x = 1"];
        for whole in 0..=head.len() {
            assert_eq!(changed_at(Unlinked::at_start(), &head[..whole]), None, "{whole}");
        }
        for (lines, expected) in [
            (&["move L 1 0", "undo", "skip L A", "answer a hit"][..], None),
            (&["step", "lesson a b 0", "| x = 1", "|"], None),
            (&["hint", "move L 1 0"], Some(2)),
            (&["skip", "lesson a b 0"], Some(2)),
            (&["own p L A hit", "own p L B hit"], Some(2)),
            (&["lesson a b 0", "| x = 1", "move L 1 0", "hint", "hint"], Some(3)),
            (&["move L 1 0", "# score 999"], Some(2)),
            (&["move L 1 0", ""], Some(2)),
            (&["| x = 1"], Some(1)),
        ] {
            assert_eq!(changed_at(Unlinked::after_link(), lines), expected, "{lines:?}");
        }
        let no_text = |mut unlinked: Unlinked| {
            unlinked.take(7, None);
            unlinked.changed_at()
        };
        assert_eq!(no_text(Unlinked::after_link()), Some(7));
        let five = ["# hitscan recording 3", "# lab", "# at 2026", "# score 999", "lesson a b 0"];
        assert_eq!(changed_at(Unlinked::at_start(), &five), Some(4));
    }
}
