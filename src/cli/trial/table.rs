//! A report as text: a table, what the program answers like, and the smallest
//! example for each reason.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::report::{Example, Report};
use crate::cli::compare::Kind;
use crate::cli::report::columns::{percent, write_columns};
use hitscan_core::methods::{Cause, Says};
use hitscan_core::words::likeness_sentence;

/// The report for people, with a line feed at its end.
pub(super) fn table(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a String never fails.
    let _: fmt::Result = write_report(report, &mut text);
    text
}

fn write_report(report: &Report, out: &mut String) -> fmt::Result {
    write_heading(report, out)?;
    write_rows(report, out);
    writeln!(out, "\n{} {}", answers_like(report), touching(report))?;
    if !report.examples.is_empty() {
        writeln!(out, "\nThe smallest pair for each reason, as {} reads it:\n", report.name)?;
        report.examples.iter().try_for_each(|example| write_example(example, out))?;
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

fn write_heading(report: &Report, out: &mut String) -> fmt::Result {
    let Report { name, plan, named, .. } = report;
    let (kind, pairs, seed, named) = (plan.kind.token(), plan.pairs, plan.seed, named.len());
    write!(out, "{name}: {kind}, {named} named and {pairs} random pairs, seed {seed}, ")?;
    write!(out, "span {}, step {}", plan.span, plan.step)?;
    if plan.kind == Kind::Frame {
        write!(out, ", velocity {}, angle {}", plan.velocity, plan.angle.token())?;
    }
    out.push_str("\n\n");
    Ok(())
}

fn write_rows(report: &Report, out: &mut String) {
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
fn answers_like(report: &Report) -> String {
    let likeness = report.tally.likenesses.most();
    likeness.map_or_else(|| "It answered no pair.".to_owned(), |it| likeness_sentence(&it))
}

/// `Touching: HIT, 932 of 932.`; what touches in several ways may be counted by a rule.
fn touching(report: &Report) -> String {
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

fn write_example(example: &Example, out: &mut String) -> fmt::Result {
    let (agreement, Some(cause)) = example.class else { return Ok(()) };
    let (sentence, exact) = (example.sentence(), example.exact());
    writeln!(out, "{}, {}: {sentence}", agreement.token(), cause.code())?;
    writeln!(out, "{}", example.line())?;
    match example.answer {
        Some(_) => writeln!(out, "  it says {}, the truth is {exact}", example.said()),
        None => writeln!(out, "  it says nothing, the truth is {exact}"),
    }
}
