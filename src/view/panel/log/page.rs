//! The visible page of the log: pages overlap by half, so that lines do not move as others arrive.
//!
//! Not here: the look of a line.

use crate::app::Model;
use hitscan_core::engine::{LineStart, LogLine, LogLines};

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
    let (tests, chosen) = (model.log().every_test(), model.engine.chosen_line());
    let after = tests.after(chosen, rows);
    let before = match chosen {
        Some(_) => rows - after.len().min(rows / 2),
        None => rows,
    };
    let mut lines = tests.up_to(chosen, before);
    lines.extend(after.into_iter().take(rows - lines.len()));
    lines
}

/// Whether a step without a line came between this line, counted from 1, and the next one; for the
/// last line, between it and now.
fn is_followed_by_quiet(lines: &LogLines<'_>, line: usize, last: usize, now: usize) -> bool {
    let position = |at: usize| lines.get(at).map(LineStart::position);
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
