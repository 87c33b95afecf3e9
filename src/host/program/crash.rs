//! Finds the fewest lines that a program crashes on, by running it again with fewer and fewer of
//! them.

use std::iter;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{Asked, Asker};
use hitscan_core::methods::OwnReply;
use hitscan_core::scene::printable;
use hitscan_core::words::crash_sentence;

/// The most runs to find the lines that a program crashes on.
pub const MOST_RUNS: usize = 64;

/// The most time for that.
const MOST_TIME: Duration = Duration::from_secs(12);

/// A program that ended with lines unanswered, by a signal or with a non-zero status.
#[derive(Clone, Debug)]
pub struct Crash {
    /// How it ended: `status 1`, `SIGSEGV`.
    pub how: String,
    /// The same in the program's own words, if it wrote any.
    pub why: String,
    /// How many lines of the round it had answered.
    pub answers: usize,
    /// The previous answer, if there is one.
    pub before: Option<OwnReply>,
}

/// Which lines a program crashes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CrashingLines {
    /// The lines with these indices together, and none of the shorter lists that were tried.
    These(Vec<usize>),
    /// Asked all lines again, it did not crash.
    None,
    /// The search ended before another crash.
    Unknown,
}

impl Crash {
    /// A crash, given how the program ended and the last line of its standard error.
    pub(super) fn new(how: String, last: &str, is_signal: bool) -> Self {
        let why = match (last, is_signal) {
            ("", _) => how.clone(),
            (last, true) => format!("{how}: {last}"),
            (last, false) => last.to_owned(),
        };
        Self { how, why, answers: 0, before: None }
    }

    /// `it crashed: SIGSEGV.`
    pub fn sentence(&self) -> String {
        crash_sentence(&printable(&self.why))
    }

    /// `Next was: LINE; the answer before: miss.`
    pub fn place(&self, next: &str) -> String {
        match self.before {
            Some(before) => format!("Next was: {next}; the answer before: {before}."),
            None => format!("Next was: {next}."),
        }
    }
}

impl Asker<'_> {
    /// The fewest lines that crash a freshly started program, as far as a limited number of runs
    /// can tell. `line` returns a line by its index, with its number in the round.
    pub fn crashing_lines(
        &mut self,
        lines: usize,
        crash: &Crash,
        line: impl Fn(usize, usize) -> String,
    ) -> CrashingLines {
        let remarks = self.remarks();
        self.end_rounds_at(Some(Instant::now() + MOST_TIME));
        let mut runs_left = MOST_RUNS;
        let found = fewest(lines, crash.answers, |indices| {
            if runs_left == 0 {
                return ControlFlow::Break(());
            }
            runs_left -= 1;
            let lines: Vec<_> = indices.iter().zip(1..).map(|(&at, no)| line(at, no)).collect();
            match self.ask_anew(&lines) {
                Ok(Asked::Crashed(_)) => ControlFlow::Continue(true),
                Ok(Asked::Interrupted) => ControlFlow::Break(()),
                // Any other fault with so few lines is irrelevant here.
                Ok(Asked::Answered(_)) | Err(_) => ControlFlow::Continue(false),
            }
        });
        self.end_rounds_at(None);
        self.keep_remarks(remarks);
        found
    }
}

/// The fewest lines that crash together; `answers` of them were answered before the crash. The
/// search ends when `crashes` breaks.
fn fewest(
    lines: usize,
    answers: usize,
    mut crashes: impl FnMut(&[usize]) -> ControlFlow<(), bool>,
) -> CrashingLines {
    let (mut set, mut least) = match first_run(lines, answers, &mut crashes) {
        ControlFlow::Continue(Some(found)) => found,
        ControlFlow::Continue(None) => return CrashingLines::None,
        ControlFlow::Break(()) => return CrashingLines::Unknown,
    };
    // The first `needed` lines of the set cannot be left out.
    let mut needed = 0;
    while needed < set.len() {
        // How many of the last lines still crash together with those: between `least` and `most`.
        let mut most = set.len() - needed;
        while least < most {
            let tried = (2 * least).saturating_sub(1).clamp(least, usize::midpoint(least, most));
            let fewer: Vec<_> =
                set[..needed].iter().chain(&set[set.len() - tried..]).copied().collect();
            match crashes(&fewer) {
                ControlFlow::Continue(true) => (set, most) = (fewer, tried),
                ControlFlow::Continue(false) => least = tried + 1,
                ControlFlow::Break(()) => return CrashingLines::These(set),
            }
        }
        if most == 0 {
            break;
        }
        (needed, least) = (needed + 1, 0);
    }
    CrashingLines::These(set)
}

/// Lines that crash again, and how many of the last of them must be among the fewest. Tries the
/// line after the last answer, with more and more of the lines before it: the nearer, the likelier
/// to matter. Finally tries all lines, since a program that buffers its answers may have crashed on
/// a later one.
fn first_run(
    lines: usize,
    answers: usize,
    crashes: &mut impl FnMut(&[usize]) -> ControlFlow<(), bool>,
) -> ControlFlow<(), Option<(Vec<usize>, usize)>> {
    let end = (answers + 1).min(lines);
    let longer = |&length: &usize| (length < end).then(|| (2 * length).min(end));
    let mut least = 1;
    for length in iter::successors(Some(1), longer) {
        let run: Vec<_> = (end - length..end).collect();
        if crashes(&run)? {
            return ControlFlow::Continue(Some((run, least)));
        }
        least = length + 1;
    }
    let all: Vec<_> = (0..lines).collect();
    let crashes_on_all = end < lines && crashes(&all)?;
    ControlFlow::Continue(crashes_on_all.then_some((all, 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result for these culprits, which crash together in this order, and in how many runs it
    /// was found.
    fn found(lines: usize, answers: usize, culprits: &[usize]) -> (CrashingLines, usize) {
        let mut runs = 0;
        let found = fewest(lines, answers, |asked| {
            if runs == MOST_RUNS {
                return ControlFlow::Break(());
            }
            runs += 1;
            ControlFlow::Continue(culprits.iter().all(|culprit| asked.contains(culprit)))
        });
        (found, runs)
    }

    #[test]
    fn the_next_unanswered_line_is_tried_first() {
        assert_eq!(found(4096, 1000, &[1000]), (CrashingLines::These(vec![1000]), 1));
        assert_eq!(found(1, 0, &[0]), (CrashingLines::These(vec![0]), 1));
    }

    #[test]
    fn the_fewest_lines_are_found_wherever_they_are() {
        for culprits in [&[999, 1000][..], &[1, 26], &[3, 17, 26], &[7, 2000], &[9, 1500, 4000]] {
            let last = *culprits.last().expect("there are some");
            let (lines, runs) = found(4096, last, culprits);
            assert_eq!(lines, CrashingLines::These(culprits.to_vec()), "{runs} runs");
        }
    }

    #[test]
    fn a_crash_on_a_later_line_is_found_if_answers_are_buffered() {
        assert_eq!(found(4096, 0, &[1234]).0, CrashingLines::These(vec![1234]));
        assert_eq!(found(27, 0, &[9, 12, 20]).0, CrashingLines::These(vec![9, 12, 20]));
        assert_eq!(found(4096, 0, &[0, 4095]).0, CrashingLines::These(vec![0, 4095]));
    }

    #[test]
    fn no_second_crash_differs_from_an_unfinished_search() {
        assert_eq!(found(27, 26, &[27]).0, CrashingLines::None);
        let stopped = fewest(27, 26, |_| ControlFlow::Break(()));
        assert_eq!(stopped, CrashingLines::Unknown);
    }

    #[test]
    fn an_interrupted_search_returns_the_best_so_far() {
        let all: Vec<_> = (0..100).collect();
        let (lines, runs) = found(100, 99, &all);
        assert_eq!((lines, runs), (CrashingLines::These(all), MOST_RUNS));
    }

    #[test]
    fn a_crash_is_reported_as_its_signal_then_the_words_of_the_program() {
        let told = |how: &str, last, is_signal| Crash::new(how.to_owned(), last, is_signal);
        assert_eq!(told("SIGSEGV", "", true).sentence(), "it crashed: SIGSEGV.");
        let both = told("SIGABRT", "free(): invalid pointer", true).sentence();
        assert_eq!(both, "it crashed: SIGABRT: free(): invalid pointer.");
        assert_eq!(told("status 1", "out of range", false).sentence(), "it crashed: out of range.");
        assert_eq!(told("status 1", "", false).sentence(), "it crashed: status 1.");
    }
}
