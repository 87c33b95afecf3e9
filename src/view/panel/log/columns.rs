//! Where the columns of a line of the log stand.
//!
//! They fit the pairs in view: long names first take the room of the sides, which
//! become letters, then that of the frame.

use super::{Line, SideWords};
use crate::view::panel::canvas::Canvas;
use hitscan_core::words::written_order;

/// HIT, TOUCH or MISS.
const WORD_COLS: u16 = 5;
const FRAME_COLS: u16 = 3;
const LEAST_FRAME_COLS: u16 = 2;
/// `L+T`.
const LETTER_COLS: u16 = 3;

/// The positions and widths of a line's columns.
pub(super) struct Columns {
    pub(super) frame_end: u16,
    pub(super) word: u16,
    pub(super) pair: u16,
    pub(super) pair_cols: usize,
    pub(super) side: u16,
    pub(super) sides: SideWords,
    pub(super) at_end: u16,
    pub(super) at_cols: usize,
}

impl Columns {
    /// The columns for these lines.
    pub(super) fn of(canvas: &Canvas<'_>, lines: &[Line]) -> Self {
        let names = |line: &Line| {
            let (x, y) = written_order(&line.pair.a, &line.pair.b);
            x.name.as_str().len() + 1 + y.name.as_str().len()
        };
        let longest = lines.iter().map(names).max().unwrap_or(0);
        let longest = u16::try_from(longest).unwrap_or(u16::MAX);
        let last_frame = lines.iter().map(|line| line.frame).max().unwrap_or(0);
        let digits = u16::try_from(last_frame.to_string().len()).unwrap_or(u16::MAX);
        let (at_cols, side_cols, sides) =
            if canvas.is_wide() { (5, 13, SideWords::Two) } else { (4, 6, SideWords::One) };
        // Four blanks, cursor and flag, and the last column stays blank.
        let room = canvas.cols().saturating_sub(4 + 2 + 1 + WORD_COLS + at_cols);
        let usual = FRAME_COLS.max(digits);
        let plans = [
            (usual, side_cols, sides),
            (usual, LETTER_COLS, SideWords::Letters),
            (LEAST_FRAME_COLS.max(digits), LETTER_COLS, SideWords::Letters),
        ];
        let pair_cols =
            |&(frame, side, _): &(u16, u16, SideWords)| room.saturating_sub(frame + side);
        let fits = plans.iter().find(|plan| pair_cols(plan) >= longest).unwrap_or(&plans[2]);
        let &(frame_cols, _, sides) = fits;
        let frame_end = 1 + frame_cols;
        let word = frame_end + 1;
        let pair = word + WORD_COLS + 1;
        let side = pair + pair_cols(fits) + 1;
        Self {
            frame_end,
            word,
            pair,
            pair_cols: usize::from(pair_cols(fits)),
            side,
            sides,
            at_end: canvas.cols().saturating_sub(2),
            at_cols: usize::from(at_cols),
        }
    }

    /// Writes the headings.
    pub(super) fn head(&self, canvas: &mut Canvas<'_>) {
        let dim = canvas.theme.quiet;
        canvas.put_right(0, self.frame_end, "fr", dim);
        canvas.put(0, self.word, "what", dim);
        canvas.put(0, self.pair, "pair", dim);
        canvas.put(0, self.side, if self.sides == SideWords::Letters { "on" } else { "side" }, dim);
        canvas.put_right(0, self.at_end, "at", dim);
        canvas.put(0, self.at_end, "!", dim);
    }
}
