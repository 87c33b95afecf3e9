//! A report as text: a table, what the program answers like, and the smallest
//! example for each reason.

use std::fmt::{self, Write};

use super::line;
use super::report::{Example, Report};
use super::tally::own_pair;
use crate::cli::compare::{Align, Kind, percent, write_columns};
use hitscan_core::methods::{Agreement, Cause, KnownAnswer, OwnAnswer, OwnTruth, Says};
use hitscan_core::words::own_cause;

/// The report for people, with a line feed at its end.
pub(super) fn table(report: &Report) -> String {
    let mut text = String::new();
    // A String takes whatever is written to it.
    let _: fmt::Result = write_report(report, &mut text);
    text
}

fn write_report(report: &Report, out: &mut String) -> fmt::Result {
    write_heading(report, out)?;
    write_rows(report, out);
    writeln!(out, "\n{} {}", answers_like(report), touching(report))?;
    if !report.examples.is_empty() {
        writeln!(out, "\nThe smallest pair for each reason, as {} reads it:", report.name)?;
        report.examples.iter().try_for_each(|example| write_example(example, out))?;
    }
    if report.plan.step.thousandths() % 1000 == 0 {
        let hint =
            "Whole numbers only, which floats hold exactly; --step 0.6 asks what they round.";
        writeln!(out, "\n{hint}")?;
    }
    Ok(())
}

fn write_heading(report: &Report, out: &mut String) -> fmt::Result {
    let Report { name, plan, named, .. } = report;
    let (kind, pairs, seed) = (plan.kind.token(), plan.pairs, plan.seed);
    write!(out, "{name}: {kind}, {named} named and {pairs} random pairs, seed {seed}, ")?;
    write!(out, "span {}, step {}", plan.span, plan.step)?;
    if plan.kind == Kind::Frame {
        write!(out, ", velocity {}, angle {}", plan.velocity, plan.angle.token())?;
    }
    out.push_str("\n\n");
    Ok(())
}

fn write_rows(report: &Report, out: &mut String) {
    use Align::{Left, Right};
    let heads = ["method", "against", "reason", "named", "random", "%"];
    let all = report.tally.pairs();
    let agrees = (Agreement::Agrees, None);
    let none = (!report.tally.classes.contains_key(&agrees)).then_some((agrees, [0, 0]));
    let counted =
        report.tally.classes.iter().map(|(&class, counts)| (class, [counts.named, counts.random]));
    let cells = none.into_iter().chain(counted).map(|((agreement, cause), [named, random])| {
        [
            report.name.clone(),
            agreement.token().to_owned(),
            cause.map_or("-", Cause::code).to_owned(),
            named.to_string(),
            random.to_string(),
            percent(named + random, all),
        ]
    });
    write_columns([Left, Left, Left, Right, Right, Right], heads, cells, out);
}

/// `It answers like edges on all 10027 pairs.` The first known answer that is
/// equal on all pairs, else the one that is on most, if it beats the truth.
fn answers_like(report: &Report) -> String {
    let all = report.tally.pairs();
    let known = &report.tally.known;
    let on_truth = known.first().map_or(0, |&(_, alike)| alike);
    let most = known.iter().map(|&(_, alike)| alike).max().unwrap_or(0);
    let first = known.iter().find(|&&(_, alike)| alike == most);
    match first {
        Some((KnownAnswer::Truth, alike)) if *alike == all => {
            format!("It is right on all {all} pairs.")
        }
        Some((KnownAnswer::Truth, alike)) => format!("It is right on {alike} of {all} pairs."),
        Some((known, alike)) if *alike == all => {
            format!("It answers like {} on all {all} pairs.", known.name())
        }
        Some((known, alike)) => format!(
            "It answers like {} on {alike} of {all} pairs, like the truth on {on_truth}.",
            known.name()
        ),
        None => "It answered no pair.".to_owned(),
    }
}

/// `Touching: HIT, 932 of 932.`
fn touching(report: &Report) -> String {
    let counts = &report.tally.touching;
    let all: u64 = counts.values().sum();
    let word = |says: &Says| says.word().to_uppercase();
    match counts.iter().collect::<Vec<_>>()[..] {
        [] => "Touching: no pair.".to_owned(),
        [(says, count)] => format!("Touching: {}, {count} of {all}.", word(says)),
        ref mixed => {
            let each = mixed.iter().map(|(says, count)| format!("{} {count}", word(says)));
            format!("Touching: mixed: {}.", each.collect::<Vec<_>>().join(", "))
        }
    }
}

fn write_example(example: &Example, out: &mut String) -> fmt::Result {
    let Example { class: (agreement, cause), case, answer } = example;
    let Some(cause) = *cause else { return Ok(()) };
    let pair = own_pair(case);
    let code = cause.code();
    writeln!(out, "\n{}, {code}: {}", agreement.token(), own_cause(pair, cause))?;
    writeln!(out, "{}", line::text(case))?;
    let truth = pair.truth();
    match answer {
        Some(answer) => {
            let said = said(answer);
            writeln!(out, "  it says {said}, the truth is {}", exact(&truth, answer))
        }
        None => writeln!(out, "  it crashes, the truth is {}", word(&truth)),
    }
}

/// What the program says, in words.
fn said(answer: &OwnAnswer) -> String {
    let mut said = answer.says.word().to_owned();
    if let Some(sides) = answer.sides {
        said.push_str(&format!(" {sides}"));
    }
    if let Some(t) = answer.t {
        said.push_str(&format!(" {t}"));
    }
    said
}

/// What is exact, as far as the program says it.
fn exact(truth: &OwnTruth, answer: &OwnAnswer) -> String {
    let mut exact = word(truth).to_owned();
    if let (Some(_), Some(sides)) = (answer.sides, truth.sides) {
        exact.push_str(&format!(" {sides}"));
    }
    if let (Some(_), Some(t)) = (answer.t, truth.t) {
        exact.push_str(&format!(" {t}"));
    }
    exact
}

fn word(truth: &OwnTruth) -> &'static str {
    truth.says().word()
}
