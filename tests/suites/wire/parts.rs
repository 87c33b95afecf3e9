//! How the bytes of a frame are distributed over the screen.
//!
//! Every byte counts for the part of the screen with the next text: cursor moves and style changes
//! are part of its cost.

use std::collections::BTreeMap;

use hitscan::tested::app::Layout;

use super::session::{Size, terminal};

/// A part of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Header,
    Rulers,
    Arena,
    Tabs,
    Pair,
    Verdict,
    Body,
    Status,
    Keys,
    /// Bytes without any text after them: modes, the cursor.
    Rest,
}

impl Part {
    pub(crate) const ALL: [Self; 10] = [
        Self::Header,
        Self::Rulers,
        Self::Arena,
        Self::Tabs,
        Self::Pair,
        Self::Verdict,
        Self::Body,
        Self::Status,
        Self::Keys,
        Self::Rest,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Rulers => "rulers",
            Self::Arena => "arena",
            Self::Tabs => "tabs",
            Self::Pair => "pair",
            Self::Verdict => "verdict",
            Self::Body => "log",
            Self::Status => "status",
            Self::Keys => "keys",
            Self::Rest => "rest",
        }
    }

    fn at(row: u16, column: u16, (columns, rows): Size) -> Self {
        let panel = Layout::of(columns, rows).map_or(0, |layout| columns - layout.panel_cols);
        match row {
            0 => Self::Header,
            _ if row + 1 == rows => Self::Keys,
            _ if row + 2 == rows => Self::Status,
            1 if column >= panel => Self::Tabs,
            2 if column >= panel => Self::Pair,
            3 if column >= panel => Self::Verdict,
            _ if column >= panel => Self::Body,
            1 => Self::Rulers,
            _ if column < Layout::RULER_COLS => Self::Rulers,
            _ => Self::Arena,
        }
    }
}

/// Reads the bytes, and attributes them to parts of the screen.
pub(crate) struct Ledger {
    shown: vt100::Parser,
    size: Size,
}

impl Ledger {
    pub(crate) fn new(size: Size) -> Self {
        Self { shown: terminal(size), size }
    }

    /// The cost of a frame, part by part.
    pub(crate) fn enter(&mut self, frame: &[u8]) -> BTreeMap<Part, usize> {
        let size = self.size;
        let (mut costs, rest) = self.costs(frame, |row, column| Part::at(row, column, size));
        if rest > 0 {
            costs.insert(Part::Rest, rest);
        }
        costs
    }

    /// The cost of a frame in the arena's columns of a row.
    pub(crate) fn enter_row(&mut self, frame: &[u8], of: u16) -> usize {
        let size = self.size;
        let is_there = |row, column| row == of && Part::at(row, column, size) != Part::Body;
        self.costs(frame, is_there).0.remove(&true).unwrap_or(0)
    }

    /// The cost of a frame by key, plus the bytes without any text after them.
    fn costs<K: Ord>(
        &mut self,
        frame: &[u8],
        place: impl Fn(u16, u16) -> K,
    ) -> (BTreeMap<K, usize>, usize) {
        let mut costs = BTreeMap::new();
        let mut owed = 0;
        for piece in pieces(frame) {
            let (row, column) = self.shown.screen().cursor_position();
            self.shown.process(piece);
            owed += piece.len();
            let shows = piece[0] >= b' ' || piece.ends_with(b"K");
            if shows {
                *costs.entry(place(row, column)).or_insert(0) += owed;
                owed = 0;
            }
        }
        (costs, owed)
    }
}

/// Splits a frame into sequences, control characters, and single characters of text.
fn pieces(frame: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let mut rest = frame;
    while let Some(&first) = rest.first() {
        let length = match first {
            0x1b if rest.get(1) == Some(&b'[') => {
                let end = rest[2..].iter().position(|byte| (b'@'..=b'~').contains(byte));
                end.map_or(rest.len(), |end| end + 3)
            }
            0x1b => 2.min(rest.len()),
            0..=0x7f => 1,
            _ => 1 + rest[1..].iter().take_while(|byte| (0x80..0xc0).contains(*byte)).count(),
        };
        let (piece, after) = rest.split_at(length);
        pieces.push(piece);
        rest = after;
    }
    pieces
}
