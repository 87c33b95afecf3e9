//! The page of the log that is shown: full pages that overlap by half, so that
//! lines do not move as others arrive.
//!
//! The look of a line does not live here.

use crate::app::Model;
use hitscan_core::world::Record;

/// A page with room for fewer lines than this is turned by a key that adds no
/// line. Turning a page and reporting a hit are the two most expensive things a
/// key can do, and a contact rarely adds more lines than these.
const LAST_LINES: usize = 3;

/// The records on the page with the marked line, oldest first.
pub(super) fn records(model: Model<'_>, rows: usize) -> Vec<&Record> {
    let newest = model.log().paged().map_or(0, |record| record.seq);
    let lines = model.log().shown().up_to(newest);
    let skipped = skipped(rows, lines, |line| is_followed_by_quiet(model, line, lines));
    shown(model, skipped, rows)
}

/// At most `count` records that the filter shows, after the first `skipped`.
fn shown(model: Model<'_>, skipped: usize, count: usize) -> Vec<&Record> {
    let shown = model.log().shown();
    (skipped..shown.len()).take(count).filter_map(|at| shown.get(at)).collect()
}

/// Whether a step without a line came between this line, counted from 1, and
/// the next one; for the last line, between it and now.
fn is_followed_by_quiet(model: Model<'_>, line: usize, last: usize) -> bool {
    let now = model.engine.sandbox().history().position();
    match shown(model, line - 1, 2).as_slice() {
        [one, next, ..] if line < last => next.position > one.position + 1,
        [one, ..] => now > one.position,
        [] => false,
    }
}

/// How many lines stand only on earlier pages. A page is left when it is full
/// and another line comes, or earlier when it is nearly full and a step adds no
/// line.
fn skipped(rows: usize, lines: usize, is_followed_by_quiet: impl Fn(usize) -> bool) -> usize {
    let half = (rows / 2).max(1);
    let skipped = lines.saturating_sub(rows).div_ceil(half) * half;
    let last_of_page = skipped + rows;
    // The next page has at least one line.
    let first_of_last = last_of_page + 1 - LAST_LINES.min(rows.saturating_sub(half));
    let is_left = (first_of_last..=lines.min(last_of_page)).any(is_followed_by_quiet);
    if is_left { skipped + half } else { skipped }
}

#[cfg(test)]
mod tests {
    use super::skipped;

    /// Takes for each key whether it adds a line to the log.
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
    fn when_every_key_adds_a_line_a_page_is_left_when_it_is_full() {
        let pages = pages(16, &[true; 40]);
        assert!(pages[..16].iter().all(|skipped| *skipped == 0), "{pages:?}");
        assert!(pages[16..24].iter().all(|skipped| *skipped == 8), "{pages:?}");
        assert_eq!(pages[24], 16);
    }

    #[test]
    fn a_page_that_is_nearly_full_is_left_by_a_key_without_a_line() {
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
