//! A progress bar on one line of the terminal.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Shorter runs show no progress.
const SHOW_AFTER: Duration = Duration::from_millis(500);

/// The time between two lines: to write more of them would take longer than some work.
const BETWEEN: Duration = Duration::from_millis(50);

/// The cells of the bar.
const BAR_CELLS: u64 = 24;

/// A line that is overwritten again and again, and blank at the end.
pub(super) struct Progress<W: Write> {
    out: W,
    total: u64,
    /// What is counted.
    unit: &'static str,
    start: Instant,
    /// When the next line may be written, since the start.
    next: Duration,
    /// The length of the line on the terminal.
    length: usize,
}

impl<W: Write> Progress<W> {
    pub(super) fn new(out: W, total: u64, unit: &'static str) -> Self {
        Self { out, total, unit, start: Instant::now(), next: SHOW_AFTER, length: 0 }
    }

    pub(super) fn update(&mut self, done: u64) {
        let elapsed = self.start.elapsed();
        if elapsed >= self.next {
            self.next = elapsed + BETWEEN;
            self.write(&line((done, self.total, self.unit), elapsed));
        }
    }

    /// Erases the line.
    pub(super) fn clear(&mut self) {
        if self.length > 0 {
            self.write("");
            let _ = self.out.write_all(b"\r").and_then(|()| self.out.flush());
        }
    }

    /// Writes without escape sequences, for every terminal. Errors are ignored:
    /// the report does not depend on them.
    fn write(&mut self, line: &str) {
        let width = self.length.max(line.len());
        let _: io::Result<()> = write!(self.out, "\r{line:width$}").and_then(|()| self.out.flush());
        self.length = line.len();
    }
}

/// `[######..................]  25 %  25000 of 100000 pairs, 3 s left`
fn line((done, total, unit): (u64, u64, &str), elapsed: Duration) -> String {
    let part_of = |whole: u64| {
        let part = u128::from(whole) * u128::from(done) / u128::from(total.max(1));
        u64::try_from(part).unwrap_or(whole)
    };
    let full = usize::try_from(part_of(BAR_CELLS)).unwrap_or_default();
    let cells = usize::try_from(BAR_CELLS).unwrap_or_default();
    let bar = format!("{:.<cells$}", "#".repeat(full));
    let percent = part_of(100);
    let mut line = format!("[{bar}] {percent:3} %  {done} of {total} {unit}");
    if done > 0 {
        let left = elapsed.as_millis() * u128::from(total - done.min(total)) / u128::from(done);
        let _ = write!(line, ", {} s left", left.div_ceil(1000));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_and_how_long() {
        let second = Duration::from_secs(1);
        assert_eq!(
            line((0, 1000, "pairs"), second),
            "[........................]   0 %  0 of 1000 pairs"
        );
        assert_eq!(
            line((250, 1000, "pairs"), second),
            "[######..................]  25 %  250 of 1000 pairs, 3 s left"
        );
        assert_eq!(
            line((1000, 1000, "pairs"), second),
            "[########################] 100 %  1000 of 1000 pairs, 0 s left"
        );
    }

    #[test]
    fn what_is_over_soon_shows_nothing_and_the_rest_is_taken_away() {
        let mut written = Vec::new();
        let mut progress = Progress::new(&mut written, 1000, "pairs");
        progress.update(10);
        progress.clear();
        progress.write("half");
        progress.write("all");
        progress.clear();
        assert_eq!(written, b"\rhalf\rall \r   \r");
    }
}
