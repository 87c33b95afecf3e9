//! One JSON object a line: `test` for each pair, with the keys of a query's answer, `expect` for
//! each expectation, `fault` for each fault of a file, `left-out` where pairs are left out, and
//! `checked` at the end.

use serde::Serialize;

use super::text;
use super::{Report, Tally};
use crate::host::files::LoadError;
use hitscan_core::engine::expect::{Examined, Finding};
use hitscan_core::engine::ndjson::{PairAnswerKeys, write_line};
use hitscan_core::scene::Scene;
use hitscan_core::words::LeftOutPairs;
use hitscan_core::world::TestResult;

/// One JSON object a line.
#[derive(Default)]
pub(super) struct Ndjson {
    file: String,
    frame: u64,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum CheckLine<'a> {
    Test {
        file: &'a str,
        after_frames: u64,
        a: &'a str,
        b: &'a str,
        result: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        responded: Option<&'static str>,
        #[serde(flatten)]
        answer: Box<PairAnswerKeys<'a>>,
    },
    LeftOut {
        file: &'a str,
        after_frames: u64,
        pairs: u64,
    },
    Expect {
        file: &'a str,
        #[serde(flatten)]
        finding: &'a Finding,
    },
    Fault {
        file: &'a str,
        #[serde(flatten)]
        fault: text::FaultLine,
    },
    Checked {
        files: u64,
        at_fault: u64,
        ok: u64,
        not_ok: u64,
    },
}

impl Report for Ndjson {
    fn scene(&mut self, file: &str, _scene: &Scene, _out: &mut String) {
        file.clone_into(&mut self.file);
    }

    fn frame(&mut self, frame: u64, _out: &mut String) {
        self.frame = frame;
    }

    fn pair(&mut self, examined: &Examined, out: &mut String) {
        let (a, b) = (&examined.pair.a, &examined.pair.b);
        let found = &examined.pair.pair_result;
        let line = CheckLine::Test {
            file: &self.file,
            after_frames: self.frame,
            a: a.name.as_str(),
            b: b.name.as_str(),
            result: found.outcome.token(),
            responded: found.responded().map(TestResult::token),
            answer: Box::new(PairAnswerKeys::of_found(
                [&a.shape, &b.shape],
                &found.meeting,
                &examined.overlap,
                examined.frame.as_ref(),
            )),
        };
        write_line(&line, out);
    }

    fn left_out(&mut self, pairs: u64, _what: LeftOutPairs, out: &mut String) {
        let line = CheckLine::LeftOut { file: &self.file, after_frames: self.frame, pairs };
        write_line(&line, out);
    }

    fn finding(&mut self, _number: usize, finding: &Finding, out: &mut String) {
        write_line(&CheckLine::Expect { file: &self.file, finding }, out);
    }

    fn fault(&mut self, file: &str, fault: &LoadError, out: &mut String) {
        for fault in text::faults(fault) {
            write_line(&CheckLine::Fault { file, fault }, out);
        }
    }

    fn end(&mut self, tally: &Tally, out: &mut String) {
        let Tally { files, held, not_held, at_fault } = *tally;
        write_line(&CheckLine::Checked { files, at_fault, ok: held, not_ok: not_held }, out);
    }
}
