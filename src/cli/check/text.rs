//! Pairs and errors as lines of text, escaped, and at most 80 columns wide if they can be wrapped.

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::{Report, Tally};
use crate::host::files::{LoadError, ReadFault, Refusal};
use hitscan_core::engine::expect::{Examined, Finding, expectation_line};
use hitscan_core::scene::{Fault, Scene, printable};
use hitscan_core::words;
use hitscan_core::words::{LeftOutPairs, decimal, written_order};
use hitscan_core::world::PairResult;
use hitscan_geom::{Direction, Fraction};

pub(super) const LINE_COLS: usize = 80;
const RESULT_COLS: usize = 6;
const RELATION_COLS: usize = 8;
const SIDE_COLS: usize = 13;

/// The columns of a scene's pairs.
#[derive(Default)]
pub(super) struct PairColumns {
    pair: usize,
}

impl PairColumns {
    /// Columns wide enough for the two longest names.
    pub(super) fn of(scene: &Scene) -> Self {
        let mut lengths: Vec<_> =
            scene.objects.iter().map(|object| object.name.as_str().len()).collect();
        lengths.sort_unstable();
        let two: usize = lengths.iter().rev().take(2).sum();
        Self { pair: (two + 1).max("pair".len()) }
    }

    pub(super) fn heading(&self) -> String {
        self.line("pair", "result", "relation", "side", "t")
    }

    /// A line for the pair, then one for each method that does not simply agree.
    pub(super) fn lines(&self, examined: &Examined) -> Vec<String> {
        let pair = &examined.pair;
        let (x, y) = written_order(&pair.a, &pair.b);
        let found = &pair.pair_result;
        let first = self.line(
            &format!("{}>{}", x.name, y.name),
            found.outcome.word(),
            found.meeting.relation.token(),
            &side(found),
            &time(found, self.time_cols()),
        );
        let remarks = examined.remarks();
        let remarks = remarks.iter().map(|remark| {
            let (id, answer) = (remark.method.id(), remark.answer);
            let (agreement, reason) = (remark.agreement, remark.reason);
            let text = words::method_says(id, remark.arithmetic, answer, agreement, reason);
            format!("  {text}")
        });
        let mistaken = words::mistaken(found).map(|(_, said)| format!("  {said}"));
        std::iter::once(first).chain(mistaken).chain(remarks).collect()
    }

    fn line(&self, pair: &str, result: &str, relation: &str, side: &str, t: &str) -> String {
        let pair_cols = self.pair;
        let line = format!(
            "{pair:pair_cols$}  {result:RESULT_COLS$}  {relation:RELATION_COLS$}  {side:SIDE_COLS$}  {t}"
        );
        line.trim_end().to_owned()
    }

    /// The columns left for the time, at least 10.
    const fn time_cols(&self) -> usize {
        (LINE_COLS - 2).saturating_sub(self.pair + RESULT_COLS + RELATION_COLS + SIDE_COLS + 8)
    }
}

/// The sides that were hit, or where the laser enters.
fn side(found: &PairResult) -> String {
    if found.swept.is_some() {
        return found.sides().to_string();
    }
    match found.named() {
        Direction::None => String::new(),
        Direction::Approach(approach) => approach.token().to_owned(),
        Direction::Sides(sides) => sides.to_string(),
        Direction::Edges(edge, None) => format!("edge {edge}"),
        Direction::Edges(edge, Some(other)) => format!("edges {edge}+{other}"),
        Direction::Corner(corner) => format!("corner {corner}"),
        Direction::Inside => "inside".to_owned(),
    }
}

/// The time in the frame, or the range along the laser: exact if there is room.
fn time(found: &PairResult, room: usize) -> String {
    let times = match (found.swept, found.meeting.span.and_then(|span| span.t)) {
        (Some(_), _) => found.time().into_iter().collect(),
        (None, Some([first, last])) if first == last => vec![first],
        (None, Some(both)) => both.to_vec(),
        (None, None) => Vec::new(),
    };
    let written = |number: &dyn Fn(Fraction) -> String| {
        times.iter().map(|&t| number(t)).collect::<Vec<_>>().join("..")
    };
    let rounded = |places| move |t: Fraction| about(t, places);
    let wordings = [written(&|t| t.to_string()), written(&rounded(3)), written(&rounded(2))];
    let fits = wordings.iter().find(|text| text.len() <= room);
    fits.unwrap_or(&wordings[2]).clone()
}

/// `~.428`; a short fraction unchanged.
fn about(t: Fraction, places: usize) -> String {
    let exact = t.to_string();
    if exact.len() <= places + 2 { exact } else { format!("~{}", decimal(t, places)) }
}

/// An error in a file, with its position if it has one.
#[derive(Serialize)]
pub(super) struct FaultLine {
    /// From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    /// From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) column: Option<usize>,
    /// The offending text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) found: Option<String>,
    /// What is wrong, or what is expected.
    pub(super) message: String,
}

/// The errors of a file, in order.
pub(super) fn faults(fault: &LoadError) -> Vec<FaultLine> {
    let (line, column) = match &fault.refusal {
        Refusal::Faults(faults) => {
            let line = |fault: &Fault| FaultLine {
                line: Some(fault.line),
                column: Some(fault.column),
                found: Some(fault.found.clone()),
                message: fault.message.clone(),
            };
            return faults.iter().map(line).collect();
        }
        Refusal::Unread(ReadFault::NotText { line, column, .. }) => (Some(*line), Some(*column)),
        _ => (None, None),
    };
    let target = printable(&fault.target.to_string_lossy());
    let before = match (line, column) {
        (Some(line), Some(column)) => format!("{target}:{line}:{column}: "),
        _ => format!("{target}: "),
    };
    let message = fault.to_string();
    let message = message.strip_prefix(&before).unwrap_or(&message).to_owned();
    vec![FaultLine { line, column, found: None, message }]
}

/// Wraps a text to 80 columns: the first line starts with `first`, the rest with
/// `rest` blanks. Words longer than a line are cut.
pub(super) fn wrapped(text: &str, first: &str, rest: usize) -> String {
    let mut line = first.to_owned();
    let mut lines = String::new();
    let mut is_empty = true;
    let mut turn = |line: &mut String| {
        lines.push_str(line.trim_end());
        lines.push('\n');
        *line = " ".repeat(rest);
    };
    for word in text.split(' ') {
        let blank = usize::from(!is_empty);
        if !is_empty && line.width() + blank + word.width() > LINE_COLS {
            turn(&mut line);
        } else if !is_empty {
            line.push(' ');
        }
        is_empty = false;
        for c in word.chars() {
            let mut buffer = [0; 4];
            let c = c.encode_utf8(&mut buffer);
            if line.width() + c.width() > LINE_COLS {
                turn(&mut line);
            }
            line.push_str(c);
        }
    }
    turn(&mut line);
    lines
}

// The report for people.
//
// ```text
// inside: what do four edge tests see?
//   pair  result  relation  side           t
//   L>A   HIT     within    inside         0..1
//     edges says MISS, wrong: inside-unseen
// ok      expect 1: L A
// ```

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
            out.push_str(&wrapped(&printable(scene.title.shown()), &format!("{file}: "), 2));
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
