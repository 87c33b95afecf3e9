//! A report as text: a table, which methods the program resembles, and the smallest example for
//! each reason.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::report::{TryExample, TryReport};
use crate::cli::compare::ComparedPair;
use crate::cli::report::{percent, write_columns};
use hitscan_core::methods::{Cause, Says};
use hitscan_core::words::likeness_sentence;

/// The counts, for people.
pub(super) fn counts(report: &TryReport) -> String {
    let mut text = String::new();
    // Writing to a String never fails.
    let _: fmt::Result = write_counts(report, &mut text);
    text
}

fn write_counts(report: &TryReport, out: &mut String) -> fmt::Result {
    write_heading(report, out)?;
    write_rows(report, out);
    writeln!(out, "\n{} {}", answers_like(report), touching(report))
}

/// The examples, which follow the counts.
pub(super) fn examples(report: &TryReport) -> String {
    let mut text = String::new();
    // Writing to a String never fails.
    let _: fmt::Result = write_examples(report, &mut text);
    text
}

fn write_examples(report: &TryReport, out: &mut String) -> fmt::Result {
    if !report.examples.is_empty() {
        writeln!(out, "\nThe smallest pair for each reason, as {} reads it:\n", report.name)?;
        let mut lines = report.examples.iter().flat_map(|each| example_lines(report, each));
        lines.try_for_each(|line| writeln!(out, "{line}"))?;
    }
    let cut_short = report.cut_short();
    if !cut_short.is_empty() {
        writeln!(out, "\n{cut_short}")?;
    }
    if report.plan.step.thousandths() % 1000 == 0 {
        let hint =
            "Whole numbers only, which floats hold exactly; --step 0.6 asks what they round.";
        writeln!(out, "\n{hint}")?;
        writeln!(out, "{} named pairs have decimals; --step 0.1 asks them.", report.left_out)?;
    }
    Ok(())
}

fn write_heading(report: &TryReport, out: &mut String) -> fmt::Result {
    let TryReport { name, plan, named, .. } = report;
    let (kind, pairs, seed, named) = (plan.kind.token(), plan.pairs, plan.seed, named.len());
    write!(out, "{name}: {kind}, {named} named and {pairs} random pairs, seed {seed}, ")?;
    write!(out, "span {}, step {}", plan.span, plan.step)?;
    if plan.kind == ComparedPair::Frame {
        write!(out, ", velocity {}, angle {}", plan.velocity, plan.angle.token())?;
    }
    out.push_str("\n\n");
    Ok(())
}

fn write_rows(report: &TryReport, out: &mut String) {
    let heads = ["method", "against", "reason", "named", "random", "      %"];
    let all = report.tally.pairs();
    let cells = report.tally.rows().map(|((agreement, cause), [named, random])| {
        [
            report.name.clone(),
            agreement.token().to_owned(),
            cause.map_or("-", Cause::code).to_owned(),
            named.to_string(),
            random.to_string(),
            percent(named + random, all),
        ]
    });
    write_columns("<<<>>>", &heads, cells, out);
}

/// `It answers like edges on all 10027 pairs.`
fn answers_like(report: &TryReport) -> String {
    let likeness = report.tally.likenesses.most();
    likeness.map_or_else(
        || "None of its answers could be compared.".to_owned(),
        |it| likeness_sentence(&it),
    )
}

/// `Touching: HIT, 932 of 932.`; one rule may count several kinds of touching.
fn touching(report: &TryReport) -> String {
    let ways = &report.tally.touching;
    let mut all: BTreeMap<Says, u64> = BTreeMap::new();
    for (&says, count) in ways.values().flatten() {
        *all.entry(says).or_default() += count;
    }
    let sum: u64 = all.values().sum();
    let each = |counts: &BTreeMap<Says, u64>| {
        let each = counts.iter().map(|(says, count)| format!("{} {count}", word(*says)));
        each.collect::<Vec<_>>().join(", ")
    };
    match all.keys().collect::<Vec<_>>()[..] {
        [] => "Touching: no pair.".to_owned(),
        [says] => format!("Touching: {}, {sum} of {sum}.", word(*says)),
        _ if ways.values().all(|counts| counts.len() == 1) => {
            let by_way = ways.iter().map(|(way, counts)| format!("{way} {}", each(counts)));
            format!("Touching: {}.", by_way.collect::<Vec<_>>().join(", "))
        }
        _ => format!("Touching counts as {}.", each(&all)),
    }
}

fn word(says: Says) -> String {
    says.word().to_uppercase()
}

/// The reason in a sentence, the pair as it was asked, the answer and the truth.
pub(super) fn example_lines(report: &TryReport, example: &TryExample) -> [String; 3] {
    let says = match example.answer {
        Some(_) => example.said(),
        None => "nothing".to_owned(),
    };
    [
        format!("{}: {}", example.verdict(), example.sentence()),
        report.line_of(example),
        format!("  it says {says}, the truth is {}", example.exact()),
    ]
}
