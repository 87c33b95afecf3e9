//! A report as text: aligned columns, and lines for `hitscan query`.

use std::fmt::{self, Write};

use super::example_scene::ExampleScene;
use super::hypotheses::Hypotheses;
use super::report::{CompareExample, CompareReport, FindingRow};
use crate::cli::report::columns::{percent, write_columns};

/// The report for people, ending in a line feed.
#[must_use]
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
    let CompareExample { method, reason, shows, case, .. } = example;
    let arithmetics: Vec<&str> = shows.iter().map(|(arithmetic, _)| arithmetic.token()).collect();
    let (agreement, arithmetics) = (example.agreement().token(), arithmetics.join(" and "));
    let sentence = ExampleScene::of(example).sentence();
    writeln!(out, "\n{}, {arithmetics}: {agreement}, {}: {sentence}", method.id(), reason.code())?;
    writeln!(out, "{}", case.query(&example.id()))
}
