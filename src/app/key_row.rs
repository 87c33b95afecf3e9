//! The key row at the bottom of the screen, and the keys at the foot of the panel: which keys they
//! list now. What they list in each [`Mode`] is in the table of modes. Not here: drawing.

use super::input::ARROWS;
use super::modes::{Mode, ModeRow, filled};
use super::{Action, LessonMoment, Model};
use hitscan_core::words::why::Window;

/// A key and a word or two about what it does now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The key, or keys.
    pub keys: String,
    /// What it does; empty if the key says enough.
    pub label: String,
    /// If there is no room, hints with a higher rank are dropped first.
    pub rank: u8,
}

impl Hint {
    pub(super) fn new(keys: impl Into<String>, label: &str, rank: u8) -> Self {
        Self { keys: keys.into(), label: label.to_owned(), rank }
    }
}

impl Model<'_> {
    /// The keys that matter now, in display order.
    pub fn hints(self) -> Vec<Hint> {
        let mode = self.mode();
        // In a course, its own keys come first.
        let first = match mode {
            Mode::Search | Mode::Help | Mode::Picker | Mode::Line | Mode::Form | Mode::Typing => {
                Vec::new()
            }
            _ if self.is_lab_asking() => Vec::new(),
            _ => match self.lesson_moment() {
                Some(LessonMoment::Answered(_)) => return self.hints_of(Mode::Answered),
                Some(LessonMoment::End(_)) => return self.hints_of(Mode::LessonEnd),
                _ => self.lesson_hints(),
            },
        };
        let sides = if mode == Mode::Side { self.side_hints() } else { Vec::new() };
        let mut own = self.hints_of(mode);
        own.retain(|hint| first.iter().all(|known| known.keys != hint.keys));
        let mut hints: Vec<_> = first.into_iter().chain(own).chain(sides).collect();
        hints.retain(|hint| hint.rank != ModeRow::RIGHT && !hint.keys.is_empty());
        hints
    }

    /// The keys of a course, with those that its texts have named right after the ones that go on
    /// and help.
    fn lesson_hints(self) -> Vec<Hint> {
        let mut hints = self.hints_of(Mode::Lesson);
        let first = hints.iter().take_while(|hint| hint.rank == 0).count();
        hints.splice(first..first, self.hints_of_step());
        hints
    }

    /// The keys that always lead on, at the right of [`Model::hints`]: the command line and help,
    /// or those that close what is open over the arena. None while a value is typed.
    pub fn ways_on(self) -> Vec<Hint> {
        let mode = match self.mode() {
            open @ (Mode::Search | Mode::Help | Mode::Picker | Mode::Line) => open,
            // On a small screen the answer keys need all the room.
            Mode::Side if self.screen.size.0 < Self::LEAST_COLS_BESIDE_ANSWERS => {
                return Vec::new();
            }
            _ => Mode::Always,
        };
        let mut hints = self.hints_of(mode);
        hints.retain(|hint| hint.rank == ModeRow::RIGHT && !hint.keys.is_empty());
        hints
    }

    /// The fewest columns with room for the keys that lead on beside the answer keys.
    const LEAST_COLS_BESIDE_ANSWERS: u16 = 48;

    /// The keys for the list of methods.
    pub fn methods_hints(self) -> Vec<Hint> {
        self.hints_of(Mode::MethodsFoot)
    }

    /// The keys for the part of a Why page in this window, in a panel this wide. Includes the keys
    /// that lead to a line only if a line highlights a part.
    pub fn page_hints(self, window: &Window<'_>, has_parts: bool, cols: u16) -> Vec<Hint> {
        /// How many rows of the mode follow those that lead to a line.
        const OTHERS: usize = 7;
        /// The fewest columns for long words beside the keys that lead to a line.
        const LONG_FROM: u16 = 40;
        let shows_log = self.screen.layout().is_some_and(|layout| layout.has_room_for_log());
        let mut hints = self.hints_of(Mode::WhyFoot);
        let others = hints.split_off(hints.len().saturating_sub(OTHERS));
        if !has_parts {
            hints.clear();
        }
        let is_short = usize::from(!hints.is_empty() && cols < LONG_FROM);
        let other = match () {
            () if window.scrolled < window.most_scrolled => 2,
            () if window.most_scrolled > 0 => 3,
            () if self.engine.focus().is_looking() && !shows_log => 4,
            () => 5 + is_short,
        };
        hints.extend([is_short, other].into_iter().filter_map(|at| others.get(at).cloned()));
        hints
    }

    fn hints_of(self, mode: Mode) -> Vec<Hint> {
        let rows = self.rows(mode).into_iter().filter(|row| row.rank != ModeRow::HELP);
        let hint = |row: ModeRow| Hint {
            keys: self.keys(&row),
            label: filled(self, row.hint),
            rank: row.rank,
        };
        rows.map(hint).collect()
    }

    /// The keys of a row. Actions without a key are left out, except an important one, which shows
    /// what to type.
    fn keys(self, row: &ModeRow) -> String {
        let map = &self.input.keymap;
        let is_sequence = |action: &Action| action.row().keys[0].contains(' ');
        match row.actions {
            [] => filled(self, row.keys),
            all if *all == ARROWS => map.arrows(),
            [one] if matches!(row.rank, 0 | ModeRow::RIGHT) => map.named(*one),
            // All start with the same key.
            [first, _, ..] if row.actions.iter().all(is_sequence) => {
                map.prefix_of(*first).unwrap_or_default()
            }
            all => all.iter().filter_map(|&it| map.key_of(it)).collect::<Vec<_>>().join(" "),
        }
    }
}
