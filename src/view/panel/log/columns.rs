//! The positions of the columns of a line of the log.
//!
//! They fit the pairs in view: long names first take room from the sides, which become letters;
//! then the names are cut.

use super::{Line, SideWords, at, side};
use crate::view::panel::canvas::PanelCanvas;
use crate::view::text::cells_of;
use hitscan_core::words::written_order;

/// HIT, TOUCH or MISS.
const WORD_COLS: u16 = 5;
const FRAME_COLS: u16 = 3;

/// The positions and widths of a line's columns.
pub(super) struct Columns {
    pub(super) frame_end: u16,
    pub(super) word: u16,
    pub(super) pair: u16,
    /// The width of the pair and the count after it.
    pub(super) pair_cols: usize,
    pub(super) side: u16,
    pub(super) sides: SideWords,
    pub(super) at_end: u16,
    pub(super) at_cols: usize,
}

impl Columns {
    /// The columns for these lines.
    pub(super) fn of(canvas: &PanelCanvas<'_>, lines: &[Line]) -> Self {
        let pair_with_count = |line: &Line| {
            let (x, y) = written_order(&line.pair.a, &line.pair.b);
            let count = line.count();
            let of_count = if count.is_empty() { 0 } else { cells_of(format_args!(" {count}")) };
            x.name.as_str().len() + 1 + y.name.as_str().len() + of_count
        };
        // Other lines can use the room of the side and the time.
        let full = lines.iter().filter(|line| !line.ends_with_pair());
        let letters = |line: &Line| {
            cells_of(format_args!("{}", side(&line.pair.pair_result, SideWords::Letters)))
        };
        let letter_cols = lines.iter().map(letters).max().unwrap_or(0).max(1);
        let letter_cols = u16::try_from(letter_cols).unwrap_or(u16::MAX);
        let longest = full.map(pair_with_count).max().unwrap_or(0);
        let last_frame = lines.iter().map(|line| line.frame).max().unwrap_or(0);
        let digits = u16::try_from(last_frame.to_string().len()).unwrap_or(u16::MAX);
        let frame_cols = FRAME_COLS.max(digits);
        // The time comes before the flag; its first cell is the blank after the side.
        let (at_cols, side_cols, words, after_flag) =
            if canvas.is_wide() { (5, 10, SideWords::Two, 2) } else { (4, 6, SideWords::One, 3) };
        let at_end = canvas.cols().saturating_sub(after_flag) + (frame_cols - FRAME_COLS);
        let at_end = at_end.min(canvas.cols().saturating_sub(1));
        let frame_end = 1 + frame_cols;
        let word = frame_end + 1;
        let pair = word + WORD_COLS + 1;
        let pair_cols = |side_cols: u16| at_end.saturating_sub(at_cols + side_cols + 1 + pair);
        let fits = usize::from(pair_cols(side_cols)) >= longest;
        let (side_cols, sides) = if fits {
            (side_cols, words)
        } else {
            // A time that fills all its cells needs a blank before it.
            let fills = |line: &Line| {
                let at = at(&line.pair.pair_result, usize::from(at_cols));
                cells_of(format_args!("{at}")) >= usize::from(at_cols)
            };
            (letter_cols + u16::from(lines.iter().any(fills)), SideWords::Letters)
        };
        Self {
            frame_end,
            word,
            pair,
            pair_cols: usize::from(pair_cols(side_cols)),
            side: pair + pair_cols(side_cols) + 1,
            sides,
            at_end,
            at_cols: usize::from(at_cols),
        }
    }

    /// The room for the pair of a line with its count: the whole rest of the line if nothing comes
    /// after them.
    pub(super) fn room_of_pair(&self, line: &Line) -> usize {
        if line.ends_with_pair() {
            usize::from(self.at_end.saturating_sub(self.pair))
        } else {
            self.pair_cols
        }
    }

    /// The room for a side beside a time of this width.
    pub(super) fn side_cols(&self, at_cols: usize) -> usize {
        let room = usize::from(self.at_end.saturating_sub(self.side));
        room.saturating_sub(if at_cols == 0 { 0 } else { at_cols + 1 })
    }

    /// Writes the headings.
    pub(super) fn head(&self, canvas: &mut PanelCanvas<'_>) {
        let dim = canvas.theme.quiet;
        canvas.put_right(0, self.frame_end, "fr", dim);
        canvas.put(0, self.word, "what", dim);
        canvas.put(0, self.pair, "pair", dim);
        canvas.put(0, self.side, if self.sides == SideWords::Letters { "on" } else { "side" }, dim);
        canvas.put_right(0, self.at_end, "at", dim);
    }
}
