//! The report for people.
//!
//! ```text
//! inside: what do four edge tests see?
//!   pair  result  relation  side           t
//!   L>A   HIT     within    inside         0..1
//!     edges says MISS, wrong: inside-unseen
//! ok      expect 1: L A
//! ```

use super::text::{PairColumns, wrapped};
use super::{Report, Tally};
use crate::host::files::LoadError;
use hitscan_core::engine::expect::{Examined, Finding, expectation_line};
use hitscan_core::scene::{Scene, printable};
use hitscan_core::words::{self, LeftOutPairs};

/// Lines for people, 80 columns wide.
#[derive(Default)]
pub(super) struct CheckTable {
    columns: PairColumns,
    has_begun: bool,
    findings: usize,
}

impl CheckTable {
    /// Separates files by a blank line.
    fn part(&mut self, out: &mut String) {
        if self.has_begun {
            out.push('\n');
        }
        self.has_begun = true;
    }

    fn line(line: &str, out: &mut String) {
        out.push_str("  ");
        out.push_str(line);
        out.push('\n');
    }
}

impl Report for CheckTable {
    fn scene(&mut self, file: &str, scene: &Scene, out: &mut String) {
        self.part(out);
        self.columns = PairColumns::of(scene);
        self.findings = 0;
        let file = printable(file);
        if scene.title.is_empty() {
            out.push_str(&file);
            out.push('\n');
        } else {
            out.push_str(&wrapped(&printable(&scene.title), &format!("{file}: "), 2));
        }
    }

    fn frame(&mut self, frame: u64, out: &mut String) {
        if frame > 0 {
            Self::line(&format!("{}:", words::after_frames(frame)), out);
        }
        Self::line(&self.columns.heading(), out);
    }

    fn pair(&mut self, examined: &Examined, out: &mut String) {
        for line in self.columns.lines(examined) {
            Self::line(&line, out);
        }
    }

    fn left_out(&mut self, count: u64, what: LeftOutPairs, out: &mut String) {
        Self::line(&words::left_out(count, what), out);
    }

    fn finding(&mut self, number: usize, finding: &Finding, out: &mut String) {
        self.findings += 1;
        let word = if finding.holds() { "ok      " } else { "not ok  " };
        out.push_str(word);
        out.push_str(&expectation_line(number, &finding.expect));
        out.push('\n');
        for line in finding.difference_lines() {
            out.push_str(&wrapped(&line, "        ", 10));
        }
    }

    fn scene_ends(&mut self, out: &mut String) {
        if self.findings == 0 {
            out.push_str(words::nothing_expected());
            out.push('\n');
        }
    }

    fn fault(&mut self, _file: &str, fault: &LoadError, out: &mut String) {
        self.part(out);
        out.push_str(&fault.to_string());
        out.push('\n');
    }

    fn end(&mut self, tally: &Tally, out: &mut String) {
        self.part(out);
        out.push_str(&words::checked(tally.held, tally.not_held, tally.at_fault));
        out.push('\n');
    }
}
