//! The XML of `JUnit`: a suite for each file, with a case for "is a scene" and for each
//! expectation; the table of pairs is the output of the suite.
//!
//! It has no times, hosts or dates, so that the same scenes yield the same file.

use std::mem;

use super::table::CheckTable;
use super::{Report, Tally};
use crate::cli::report::junit::{self, Failure, Suite};
use crate::host::files::LoadError;
use hitscan_core::engine::expect::{Examined, Finding, expectation_line};
use hitscan_core::scene::Scene;
use hitscan_core::words::LeftOutPairs;

/// The XML of `JUnit`.
#[derive(Default)]
pub(super) struct Junit {
    suite: Suite,
    pairs: CheckTable,
}

const IS_A_SCENE: &str = "is a scene";

impl Report for Junit {
    fn start(&mut self, out: &mut String) {
        junit::start("hitscan check", out);
    }

    fn scene(&mut self, file: &str, scene: &Scene, _out: &mut String) {
        self.suite = Suite::of(file);
        self.pairs = CheckTable::default();
        self.pairs.scene(file, scene, &mut self.suite.said);
        self.suite.case(IS_A_SCENE, &[], None);
    }

    fn frame(&mut self, frame: u64, _out: &mut String) {
        self.pairs.frame(frame, &mut self.suite.said);
    }

    fn pair(&mut self, examined: &Examined, _out: &mut String) {
        self.pairs.pair(examined, &mut self.suite.said);
    }

    fn left_out(&mut self, count: u64, what: LeftOutPairs, _out: &mut String) {
        self.pairs.left_out(count, what, &mut self.suite.said);
    }

    fn finding(&mut self, number: usize, finding: &Finding, _out: &mut String) {
        let name = expectation_line(number, &finding.expect);
        let lines = finding.difference_lines();
        let failed = (!finding.holds()).then_some((Failure::Difference, lines.as_slice()));
        self.suite.case(&name, &[], failed);
    }

    fn scene_ends(&mut self, out: &mut String) {
        mem::take(&mut self.suite).write(out);
    }

    fn fault(&mut self, file: &str, fault: &LoadError, out: &mut String) {
        let mut suite = Suite::of(file);
        let lines: Vec<_> = fault.to_string().lines().map(str::to_owned).collect();
        suite.case(IS_A_SCENE, &[], Some((Failure::Fault, &lines)));
        suite.write(out);
    }

    fn end(&mut self, _tally: &Tally, out: &mut String) {
        junit::end(out);
    }
}
