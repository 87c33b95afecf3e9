//! One JSON object a line: `test` for each pair, with the keys of a query's
//! answer, `expect` for each expectation, `fault` for each fault of a file,
//! `left-out` where pairs are, and `checked` at the end.

use std::fmt::Write;

use super::json;
use super::text;
use super::{Report, Tally};
use crate::host::files::LoadError;
use hitscan_core::engine::expect::{Answer, Examined, Finding, Held, Key};
use hitscan_core::engine::ndjson::write_found;
use hitscan_core::scene::Scene;

/// One JSON object a line.
#[derive(Default)]
pub(super) struct Ndjson {
    file: String,
    frame: u64,
}

const NEVER_FAILS: &str = "a String takes whatever is written to it";

/// `{"event":"…","file":"…"`.
fn begin(event: &str, file: &str, out: &mut String) {
    write!(out, "{{\"event\":\"{event}\",\"file\":").expect(NEVER_FAILS);
    json::text(file, out);
}

/// The rest of an expectation's line, from its keys on.
pub(in crate::cli) fn write_finding(finding: &Finding, out: &mut String) {
    let expect = &finding.expect;
    let (frames, [a, b], ok) = (expect.after_frames, expect.pair, finding.holds());
    write!(out, ",\"after_frames\":{frames},\"a\":\"{a}\",\"b\":\"{b}\",\"ok\":{ok}")
        .expect(NEVER_FAILS);
    let asked: Vec<_> =
        Key::ALL.into_iter().filter_map(|key| Some((key, key.answer(expect)?))).collect();
    let expected = asked.iter().map(|(key, answer)| (*key, Some(answer)));
    write_answers("expected", expected, out);
    match &finding.held {
        Held::Holds => {}
        Held::Differs(differences) => {
            let found = differences.iter().map(|each| (each.key, each.found.as_ref()));
            write_answers("found", found, out);
        }
        Held::NoObject(_) | Held::NotReached { .. } => {
            out.push_str(",\"message\":");
            json::text(&finding.difference_lines().join("; "), out);
        }
    }
    out.push_str("}\n");
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
        begin("test", &self.file, out);
        let (frame, result) = (self.frame, found.outcome.token());
        write!(
            out,
            ",\"after_frames\":{frame},\"a\":\"{}\",\"b\":\"{}\",\"result\":\"{result}\",",
            a.name, b.name
        )
        .expect(NEVER_FAILS);
        let shapes = [&a.shape, &b.shape];
        write_found(shapes, &found.meeting, &examined.whether, examined.frame.as_ref(), out)
            .expect(NEVER_FAILS);
        out.push_str("}\n");
    }

    fn left_out(&mut self, count: u64, out: &mut String) {
        begin("left-out", &self.file, out);
        writeln!(out, ",\"after_frames\":{},\"pairs\":{count}}}", self.frame).expect(NEVER_FAILS);
    }

    fn finding(&mut self, _number: usize, finding: &Finding, out: &mut String) {
        begin("expect", &self.file, out);
        write_finding(finding, out);
    }

    fn scene_ends(&mut self, _out: &mut String) {}

    fn fault(&mut self, file: &str, fault: &LoadError, out: &mut String) {
        for fault in text::faults(fault) {
            begin("fault", file, out);
            if let Some([line, column]) = fault.place {
                write!(out, ",\"line\":{line},\"column\":{column}").expect(NEVER_FAILS);
            }
            if let Some(found) = &fault.found {
                out.push_str(",\"found\":");
                json::text(found, out);
            }
            out.push_str(",\"message\":");
            json::text(&fault.message, out);
            out.push_str("}\n");
        }
    }

    fn end(&mut self, tally: &Tally, out: &mut String) {
        let Tally { files, held, not_held, at_fault } = tally;
        writeln!(
            out,
            "{{\"event\":\"checked\",\"files\":{files},\"at_fault\":{at_fault},\
             \"ok\":{held},\"not_ok\":{not_held}}}"
        )
        .expect(NEVER_FAILS);
    }
}

/// `,"name":{"relation":"within",…}`.
fn write_answers<'a>(
    name: &str,
    answers: impl Iterator<Item = (Key, Option<&'a Answer>)>,
    out: &mut String,
) {
    write!(out, ",\"{name}\":{{").expect(NEVER_FAILS);
    for (index, (key, answer)) in answers.enumerate() {
        let comma = if index > 0 { "," } else { "" };
        write!(out, "{comma}\"{}\":", key.token()).expect(NEVER_FAILS);
        json::answer(answer, out);
    }
    out.push('}');
}
