//! The positions of the columns of a line of the log.
//!
//! They fit the pairs in view: long names take room from frames, sides and times, in steps; then the
//! names are cut.

use super::frames;
use crate::app::Model;
use crate::view::panel::canvas::PanelCanvas;
use hitscan_core::engine::{LogLine, LogLines, tests_after, tests_up_to};
use hitscan_core::words::written_order;

/// HIT, TOUCH or MISS.
const WORD_COLS: u16 = 5;
/// From this width on there are two blanks between columns, and sides have more room.
const ROOMY_FROM: u16 = 42;

/// The positions and widths of a line's columns.
pub(super) struct Columns {
    pub(super) frame_end: u16,
    pub(super) pair: u16,
    pub(super) pair_cols: u16,
    pub(super) word: u16,
    pub(super) side: u16,
    pub(super) side_cols: u16,
    pub(super) at: u16,
    pub(super) at_cols: u16,
}

/// The widths of the columns that give way to long names.
#[derive(Clone, Copy)]
struct Widths {
    frame: u16,
    side: u16,
    at: u16,
}

impl Widths {
    /// The widest first; each later one gives the names more room. Frames keep what is in view.
    fn steps(is_roomy: bool, frame: u16) -> [Self; 6] {
        let side = if is_roomy { 10 } else { 6 };
        let widths = |most: u16, side, at| Self { frame: frame.max(most), side, at };
        [
            widths(5, side, 5),
            widths(4, side, 5),
            widths(4, 3, 5),
            widths(4, 3, 4),
            widths(3, 3, 4),
            widths(3, 3, 3),
        ]
    }

    /// The columns left for the names: cursor, flag and the last column take one each.
    fn rest(self, cols: u16, gap: u16) -> u16 {
        cols.saturating_sub(3 + self.frame + WORD_COLS + self.side + self.at + 4 * gap)
    }
}

impl Columns {
    /// The columns for these lines.
    pub(super) fn of(canvas: &PanelCanvas<'_>, lines: &[LogLine]) -> Self {
        let cells = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let pair = |line: &LogLine| {
            let (x, y) = written_order(&line.pair.a, &line.pair.b);
            x.name.as_str().len() + 1 + y.name.as_str().len()
        };
        let longest = cells(lines.iter().map(pair).max().unwrap_or(0));
        let frame = |line: &LogLine| frames(line, 5).len();
        let frame = cells(lines.iter().map(frame).max().unwrap_or(0));
        let is_roomy = canvas.cols() >= ROOMY_FROM;
        let gap = if is_roomy { 2 } else { 1 };
        let steps = Widths::steps(is_roomy, frame);
        let fits = |widths: &&Widths| widths.rest(canvas.cols(), gap) >= longest;
        let widths = *steps.iter().find(fits).unwrap_or(&steps[5]);
        let frame_end = 1 + widths.frame;
        let (pair, pair_cols) = (frame_end + gap, widths.rest(canvas.cols(), gap));
        let word = pair + pair_cols + gap;
        let side = word + WORD_COLS + gap;
        let at = side + widths.side + gap;
        let (side_cols, at_cols) = (widths.side, widths.at);
        Self { frame_end, pair, pair_cols, word, side, side_cols, at, at_cols }
    }

    /// The column of the flag.
    pub(super) const fn flag(&self) -> u16 {
        self.at + self.at_cols
    }

    /// Writes the headings.
    pub(super) fn head(&self, canvas: &mut PanelCanvas<'_>) {
        let dim = canvas.theme.quiet;
        // A narrow column borrows the one of the cursor.
        let frame = if self.frame_end < 5 { "fr" } else { "frame" };
        canvas.put_right(0, self.frame_end, frame, dim);
        canvas.put(0, self.pair, "pair", dim);
        canvas.put(0, self.word, "what", dim);
        if self.side_cols >= super::WORD_COLS {
            canvas.put(0, self.side, "side", dim);
        }
        canvas.put(0, self.at, "at", dim);
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
