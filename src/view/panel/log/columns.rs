//! The positions of the columns of a line of the log.
//!
//! They fit the pairs in view: long names first take room from the sides, which become letters;
//! then the names are cut.

use super::{SideWords, at, count, ends_with_pair, side};
use crate::app::Model;
use crate::view::panel::canvas::PanelCanvas;
use crate::view::text::cells_of;
use hitscan_core::engine::{LogLine, LogLines, tests_after, tests_up_to};
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
    pub(super) fn of(canvas: &PanelCanvas<'_>, lines: &[LogLine]) -> Self {
        let pair_with_count = |line: &LogLine| {
            let (x, y) = written_order(&line.pair.a, &line.pair.b);
            let count = count(line);
            let of_count = if count.is_empty() { 0 } else { cells_of(format_args!(" {count}")) };
            x.name.as_str().len() + 1 + y.name.as_str().len() + of_count
        };
        // Other lines can use the room of the side and the time.
        let full = lines.iter().filter(|line| !ends_with_pair(line));
        let letters = |line: &LogLine| {
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
            let fills = |line: &LogLine| {
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
    pub(super) fn room_of_pair(&self, line: &LogLine) -> usize {
        if ends_with_pair(line) {
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

// The visible page of the log: pages overlap by half, so that lines do not move as others arrive.
//
// Not here: the look of a line.

/// If a page has room for fewer lines than this, a key that adds no line turns it. Turning a page
/// and reporting a hit are the two most expensive things a key can do, and a contact rarely adds
/// more lines than this.
const LAST_LINES: usize = 3;

/// A page with fewer rows than this is turned only when it is full.
const FEW_ROWS: usize = 12;

/// The lines on the page with the marked one, oldest first.
pub(super) fn lines(model: Model<'_>, rows: usize) -> Vec<LogLine> {
    let all = model.log().lines();
    let up_to_cursor = model.log().paged().map_or(0, |newest| all.through(newest));
    let now = model.engine.history().position();
    let skipped =
        skipped(rows, up_to_cursor, |line| is_followed_by_quiet(&all, line, up_to_cursor, now));
    all.page(skipped, rows, model.screen.panel.counted_to)
}

/// All tests: those up to the chosen one, in the middle of the page, or up to now; then those after
/// it.
pub(super) fn every_test(model: Model<'_>, rows: usize) -> Vec<LogLine> {
    let (engine, chosen) = (model.engine, model.engine.chosen_line());
    let after = tests_after(engine, chosen, rows);
    let before = match chosen {
        Some(_) => rows - after.len().min(rows / 2),
        None => rows,
    };
    let mut lines = tests_up_to(engine, chosen, before);
    lines.extend(after.into_iter().take(rows - lines.len()));
    lines
}

/// Whether a step without a line came between this line, counted from 1, and the next one; for the
/// last line, between it and now.
fn is_followed_by_quiet(lines: &LogLines<'_>, line: usize, last: usize, now: usize) -> bool {
    let position = |at: usize| lines.get(at).map(|entry| entry.position);
    match (position(line - 1), position(line)) {
        (Some(one), Some(next)) if line < last => next > one + 1,
        (Some(one), _) => now > one,
        (None, _) => false,
    }
}

/// How many lines are only on earlier pages. A page is turned when it is full and another line
/// comes, or earlier when it is nearly full and a step adds no line.
fn skipped(rows: usize, lines: usize, is_followed_by_quiet: impl Fn(usize) -> bool) -> usize {
    // An even number: when two answers alternate, each is redrawn over its own kind, which costs
    // few bytes. A small page keeps as many lines as possible.
    let half = match rows {
        ..4 => 1,
        4..FEW_ROWS => 2,
        _ => (rows / 2).next_multiple_of(2),
    };
    let skipped = lines.saturating_sub(rows).div_ceil(half) * half;
    let last_of_page = skipped + rows;
    // The next page has at least one new line.
    let first_of_last = last_of_page + 1 - LAST_LINES.min(rows.saturating_sub(half));
    let is_left = (first_of_last..=lines.min(last_of_page)).any(is_followed_by_quiet);
    if is_left && rows >= FEW_ROWS { skipped + half } else { skipped }
}

#[cfg(test)]
mod tests {
    use super::skipped;

    /// The page offsets for a sequence of keys, given whether each adds a line to the log.
    fn pages(rows: usize, keys: &[bool]) -> Vec<usize> {
        let mut lines = Vec::new();
        let page = |now: usize, lines: &[usize]| {
            skipped(rows, lines.len(), |line| {
                let next = lines.get(line).map_or(now + 1, |next| *next);
                next > lines[line - 1] + 1
            })
        };
        let step = |(now, &adds): (usize, &bool)| {
            lines.extend(adds.then_some(now));
            page(now, &lines)
        };
        keys.iter().enumerate().map(step).collect()
    }

    #[test]
    fn a_page_is_turned_when_it_is_full_if_every_key_adds_a_line() {
        let pages = pages(16, &[true; 40]);
        assert!(pages[..16].iter().all(|skipped| *skipped == 0), "{pages:?}");
        assert!(pages[16..24].iter().all(|skipped| *skipped == 8), "{pages:?}");
        assert_eq!(pages[24], 16);
    }

    #[test]
    fn a_nearly_full_page_is_turned_by_a_key_without_a_line() {
        let keys = [&[true; 13][..], &[false], &[true], &[false], &[true; 3]].concat();
        let pages = pages(16, &keys);
        assert_eq!(pages[13], 0, "three rows are free");
        assert_eq!(pages[14], 0, "two rows are free, but a line has just come");
        assert!(pages[15..].iter().all(|skipped| *skipped == 8), "{pages:?}");
    }

    proptest::proptest! {
        #[test]
        fn a_page_is_never_turned_back_and_always_shows_the_last_line(
            rows in 1_usize..30,
            keys in proptest::collection::vec(proptest::bool::ANY, 1..200),
        ) {
            let pages = pages(rows, &keys);
            proptest::prop_assert!(pages.is_sorted(), "{pages:?}");
            let lines = keys.iter().scan(0, |lines, adds| {
                *lines += usize::from(*adds);
                Some(*lines)
            });
            for (skipped, lines) in pages.into_iter().zip(lines) {
                proptest::prop_assert!(lines <= skipped + rows, "{lines} after {skipped}");
                proptest::prop_assert!(skipped == 0 || skipped < lines, "{lines} after {skipped}");
            }
        }
    }
}
