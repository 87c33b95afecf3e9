//! The progress of long work, on one line of the terminal.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Stderr, Write};
use std::time::{Duration, Instant};

use crate::app::{Model, Monitor};
use hitscan_core::engine::{Event, Flow, Tell};
use hitscan_core::words;

/// Shorter runs show no progress.
const SHOW_AFTER: Duration = Duration::from_millis(500);

/// The minimum time between two updates of the line: writing more often would take longer than some
/// of the work.
const BETWEEN: Duration = Duration::from_millis(50);

/// The cells of the bar.
const BAR_CELLS: u64 = 24;

/// A line on the terminal that is overwritten repeatedly, and blank at the end.
pub(super) struct StatusLine<W: Write> {
    out: W,
    start: Instant,
    /// When the next text may be written, from the start.
    next: Duration,
    /// The length of the current text.
    length: usize,
}

/// A line that shows how many of a number of things are done.
pub(super) struct Progress<W: Write> {
    line: StatusLine<W>,
    total: u64,
    /// What is counted.
    unit: &'static str,
}

/// How far a command is, on the terminal of standard error if there is one. By default it is shown
/// nowhere.
#[derive(Default)]
pub(super) struct TerminalProgress {
    command: String,
    line: RefCell<Option<StatusLine<Stderr>>>,
}

impl TerminalProgress {
    /// The key that ends a program or stops its command.
    const STOP: &str = "Ctrl-C";

    /// The progress of this command.
    pub(super) fn of(command: &str) -> Self {
        let terminal = io::stderr();
        let line = terminal.is_terminal().then(|| StatusLine::new(terminal));
        Self { command: command.to_owned(), line: RefCell::new(line) }
    }

    /// Does work that reports its progress.
    pub(super) fn during<T>(command: &str, work: impl FnOnce(&mut Tell<'_>) -> T) -> T {
        let progress = Self::of(command);
        work(&mut |event| progress.hear(event))
    }

    /// Shows how far the work is, and makes room for whatever else may be printed.
    pub(super) fn hear(&self, event: Event<'_>) -> Flow {
        if let Event::Working(progress) = event {
            self.show(|| words::progress(&self.command, progress, Self::STOP));
        } else {
            self.clear();
        }
        Flow::GoOn
    }

    fn show(&self, text: impl FnOnce() -> String) {
        if let Some(line) = &mut *self.line.borrow_mut() {
            line.update(|_| text());
        }
    }

    fn clear(&self) {
        if let Some(line) = &mut *self.line.borrow_mut() {
            line.clear();
        }
    }
}

/// For an app that draws no screen.
impl Monitor for TerminalProgress {
    fn begins(&self, _: Model<'_>) {}

    fn asks_to_stop(&self, progress: &dyn Fn() -> String) -> bool {
        self.show(progress);
        false
    }

    fn key_that_stops(&self) -> &'static str {
        Self::STOP
    }
}

impl Drop for TerminalProgress {
    fn drop(&mut self) {
        self.clear();
    }
}

impl<W: Write> StatusLine<W> {
    /// Ctrl-C, as the terminal itself echoes it after the text.
    const INTERRUPT: &str = "^C";

    pub(super) fn new(out: W) -> Self {
        Self { out, start: Instant::now(), next: SHOW_AFTER, length: 0 }
    }

    /// Shows a text, computed from the time since the start, unless it is too early.
    pub(super) fn update(&mut self, text: impl FnOnce(Duration) -> String) {
        let elapsed = self.start.elapsed();
        if elapsed >= self.next {
            self.next = elapsed + BETWEEN;
            self.write(&text(elapsed));
        }
    }

    /// Erases the text. The next one may follow at once.
    pub(super) fn clear(&mut self) {
        if self.length > 0 {
            self.length += Self::INTERRUPT.len();
            self.write("");
            let _ = self.out.write_all(b"\r").and_then(|()| self.out.flush());
            self.next = SHOW_AFTER;
        }
    }

    /// Writes without escape sequences, so that every terminal can show it. Errors are ignored: the
    /// report does not depend on them.
    fn write(&mut self, text: &str) {
        let width = self.length.max(text.len());
        let _: io::Result<()> = write!(self.out, "\r{text:width$}").and_then(|()| self.out.flush());
        self.length = text.len();
    }
}

impl<W: Write> Progress<W> {
    pub(super) fn new(out: W, total: u64, unit: &'static str) -> Self {
        Self { line: StatusLine::new(out), total, unit }
    }

    pub(super) fn update(&mut self, done: u64) {
        let (total, unit) = (self.total, self.unit);
        self.line.update(|elapsed| line(done, total, unit, elapsed));
    }

    /// Erases the line.
    pub(super) fn clear(&mut self) {
        self.line.clear();
    }
}

/// `[######..................]  25 %  25000 of 100000 pairs, 3 s left`
fn line(done: u64, total: u64, unit: &str, elapsed: Duration) -> String {
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
    fn the_line_shows_progress_and_remaining_time() {
        let second = Duration::from_secs(1);
        assert_eq!(
            line(0, 1000, "pairs", second),
            "[........................]   0 %  0 of 1000 pairs"
        );
        assert_eq!(
            line(250, 1000, "pairs", second),
            "[######..................]  25 %  250 of 1000 pairs, 3 s left"
        );
        assert_eq!(
            line(1000, 1000, "pairs", second),
            "[########################] 100 %  1000 of 1000 pairs, 0 s left"
        );
    }

    #[test]
    fn short_work_shows_nothing_and_the_line_is_erased() {
        let mut written = Vec::new();
        let mut line = StatusLine::new(&mut written);
        line.update(|_| "soon".to_owned());
        line.clear();
        line.write("half");
        line.write("all");
        line.clear();
        assert_eq!(written, b"\rhalf\rall \r     \r", "with room for the ^C of a terminal");
    }
}
