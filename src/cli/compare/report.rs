//! The result of a comparison.

use std::fmt;
use std::fmt::Write;
use std::num::NonZeroUsize;

use super::super::report::{percent, write_columns};
use super::plan::{Angle, ComparePlan, ComparedPair};
use super::tally;
use super::tally::{Finding, findings};
use hitscan_core::methods::{
    Agreement, Arithmetic, Case, Complexity, FrameVerdicts, Hypothesis, Method, Named, Reason,
    Requested, Truth, shrunk,
};
use hitscan_geom::{Moving, Side, Swept};

/// The result for all pairs of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareReport {
    /// What was generated.
    pub plan: ComparePlan,
    /// In the order of the registry, exact arithmetic first; each method has a row for plain
    /// agreement, even without pairs. Rows in double precision count only what differs from the
    /// exact form of the method.
    pub rows: Vec<FindingRow>,
    /// Counts for hypotheses about the side methods; for frames only.
    pub hypotheses: Option<Hypotheses>,
    /// The simplest example for each method and each reason, in that order.
    pub examples: Vec<CompareExample>,
}

/// How many pairs have a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindingRow {
    /// The finding.
    pub finding: Finding,
    /// The number of pairs.
    pub pairs: u64,
}

/// A case in which a method differs for a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareExample {
    /// The method.
    pub method: Method,
    /// Why it differs.
    pub reason: Reason,
    /// The arithmetics in which it differs for that reason, and its agreement in
    /// each.
    pub shows: Vec<(Arithmetic, Agreement)>,
    /// The case as generated.
    pub drawn: Case,
    /// The simplified case, which shows the same difference.
    pub case: Case,
}

/// Generates and judges all pairs of a plan. The report does not depend on the number of threads.
/// `progress` is called regularly with the number of pairs done.
pub fn compare(
    plan: &ComparePlan,
    threads: NonZeroUsize,
    progress: &mut dyn FnMut(u64),
) -> CompareReport {
    let tally = tally(plan, threads, progress);
    let mut rows: Vec<FindingRow> =
        tally.counts.iter().map(|(&finding, &pairs)| FindingRow { finding, pairs }).collect();
    add_rows_that_agree(&mut rows);
    let examples = tally
        .starts
        .into_iter()
        .filter_map(|((method, reason), starts)| {
            let examples =
                starts.iter().map(|drawn| CompareExample::of(plan, method, reason, drawn.clone()));
            examples.min_by_key(|example| Complexity::of(&example.case))
        })
        .collect();
    let hypotheses = (plan.kind == ComparedPair::Frame).then_some(tally.hypotheses);
    CompareReport { plan: plan.clone(), rows, hypotheses, examples }
}

/// Adds a row with 0 pairs for each method that never agrees.
fn add_rows_that_agree(rows: &mut Vec<FindingRow>) {
    for index in 0..rows.len() {
        if rows[index].finding.arithmetic == Arithmetic::F64 {
            continue;
        }
        let agrees = Finding { agreement: Agreement::Agrees, reason: None, ..rows[index].finding };
        if rows.iter().all(|row| row.finding != agrees) {
            rows.push(FindingRow { finding: agrees, pairs: 0 });
        }
    }
    rows.sort_by_key(|row| row.finding);
}

impl CompareExample {
    fn of(plan: &ComparePlan, method: Method, reason: Reason, drawn: Case) -> Self {
        let shows = shown(&drawn, method, reason);
        let case = shrunk(&drawn, |case| {
            has_angle(case, plan.angle) && shown(case, method, reason) == shows
        });
        Self { method, reason, shows, drawn, case }
    }

    /// `straddle-collinear-apart`: the id of the query, and the name of the scene file.
    pub fn id(&self) -> String {
        format!("{}-{}", self.method.id(), self.reason.code())
    }

    /// The worst agreement of the method in any arithmetic.
    pub fn agreement(&self) -> Agreement {
        self.shows.iter().map(|&(_, agreement)| agreement).max().unwrap_or(Agreement::Agrees)
    }
}

/// Whether the relative motion of the boxes has this direction.
fn has_angle(case: &Case, angle: Angle) -> bool {
    let [a, b] = case.motions();
    let Some(motion) = a.checked_sub(b) else { return false };
    match angle {
        Angle::Any => true,
        Angle::Diagonal => motion.x.abs() == motion.y.abs(),
    }
}

/// The arithmetics in which a method differs for a reason, with its agreement.
fn shown(case: &Case, method: Method, reason: Reason) -> Vec<(Arithmetic, Agreement)> {
    let mut findings = findings(case, &Requested::These(vec![method]));
    findings.retain(|finding| finding.method == method && finding.reason == Some(reason));
    findings.iter().map(|finding| (finding.arithmetic, finding.agreement)).collect()
}

/// The report for people, ending in a line feed.
pub fn table(report: &CompareReport) -> String {
    let mut text = String::new();
    // Writing to a String never fails.
    let _: fmt::Result = write_report(report, &mut text);
    text
}

fn write_report(report: &CompareReport, out: &mut String) -> fmt::Result {
    writeln!(out, "{}\n", report.plan)?;
    write_rows(report, out);
    if let Some(hypotheses) = &report.hypotheses {
        writeln!(out, "\nSwept hits on a single side, if the method names one:\n")?;
        write_facts(hypotheses, out);
    }
    if report.examples.is_empty() {
        return writeln!(out, "\nNo method differs on any pair.");
    }
    writeln!(out, "\nThe simplest example for each, as a line for hitscan query:")?;
    report.examples.iter().try_for_each(|example| write_example(example, out))
}

fn write_rows(report: &CompareReport, out: &mut String) {
    let heads = ["method", "arithmetic", "against", "reason", "pairs", "%"];
    let cells = report.rows.iter().map(|&FindingRow { finding, pairs }| {
        [
            finding.method.id().to_owned(),
            finding.arithmetic.token().to_owned(),
            finding.agreement.token().to_owned(),
            finding.reason.map_or("-", hitscan_core::methods::Reason::code).to_owned(),
            pairs.to_string(),
            percent(pairs, report.plan.pairs),
        ]
    });
    write_columns("<<<<>>", &heads, cells, out);
}

fn write_facts(hypotheses: &Hypotheses, out: &mut String) {
    let heads = ["method", "of which", "right", "wrong", "known"];
    let cells = hypotheses.all().iter().map(|counts| {
        [
            counts.method.id().to_owned(),
            counts.about.to_owned(),
            counts.right.to_string(),
            counts.wrong.to_string(),
            counts.supposed().to_owned(),
        ]
    });
    write_columns("<<>><", &heads, cells, out);
}

fn write_example(example: &CompareExample, out: &mut String) -> fmt::Result {
    let CompareExample { method, reason, case, .. } = example;
    let (agreement, arithmetics) = (example.agreement().token(), example.arithmetics());
    let sentence = example.sentence();
    writeln!(out, "\n{}, {arithmetics}: {agreement}, {}: {sentence}", method.id(), reason.code())?;
    writeln!(out, "{}", case.query(&example.id()))
}

// Hypotheses about the side methods, with counts: in which cases a method is never wrong, and in
// which always. The cases are defined here independently of the methods' own reasons.

/// One hypothesis about one method, and how often the method was right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HypothesisCounts {
    /// The method.
    pub method: Method,
    /// Which pairs the hypothesis is about, in words.
    pub about: &'static str,
    /// What it claims about them.
    pub truth: Truth,
    /// Pairs in which the method names the side or axis that was hit.
    pub right: u64,
    /// Pairs in which it names another side or axis.
    pub wrong: u64,
}

/// The hypotheses of all methods, in the order of the registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hypotheses(Vec<HypothesisCounts>);

fn hypotheses() -> impl Iterator<Item = (Method, &'static Hypothesis)> {
    let tests = Method::side_methods().filter_map(|method| Some((method, method.side_test()?)));
    tests.flat_map(|(method, test)| test.hypotheses.iter().map(move |each| (method, each)))
}

impl Default for Hypotheses {
    fn default() -> Self {
        let counts = |(method, &Hypothesis { about, truth, .. })| HypothesisCounts {
            method,
            about,
            truth,
            right: 0,
            wrong: 0,
        };
        Self(hypotheses().map(counts).collect())
    }
}

impl Hypotheses {
    /// All of them.
    pub fn all(&self) -> &[HypothesisCounts] {
        &self.0
    }

    pub(super) fn add(&mut self, pair: &[Moving; 2], verdicts: &FrameVerdicts) {
        let Swept::Hit { sides, .. } = verdicts.swept else { return };
        let mut sides = sides.iter();
        let (Some(hit), None) = (sides.next(), sides.next()) else { return };
        for (counts, (method, hypothesis)) in self.0.iter_mut().zip(hypotheses()) {
            let Some(verdict) = verdicts.of(method) else { continue };
            if !(hypothesis.covers)(pair, verdict.claim) {
                continue;
            }
            if names(verdict.claim.named, hit) {
                counts.right += 1;
            } else {
                counts.wrong += 1;
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (counts, more) in self.0.iter_mut().zip(&other.0) {
            counts.right += more.right;
            counts.wrong += more.wrong;
        }
    }
}

impl HypothesisCounts {
    /// The claim, in words.
    pub const fn supposed(&self) -> &'static str {
        match self.truth {
            Truth::NeverWrong => "never wrong",
            Truth::AlwaysWrong => "always wrong",
            Truth::AlwaysWrongDiagonally => "at 45, always wrong",
            Truth::Either => "either",
        }
    }
}

/// Whether the side that was hit is the named one, or on the named axis.
fn names(named: Named, hit: Side) -> bool {
    match named {
        Named::Side(side) => side == hit,
        Named::Axis(axis) => axis == hit.axis(),
        Named::Nothing
        | Named::Corner
        | Named::Sides(_)
        | Named::NoMotion
        | Named::NoSide
        | Named::Meets => false,
    }
}
