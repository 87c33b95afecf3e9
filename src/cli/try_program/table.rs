//! A report as text: a table, which methods the program resembles, and the smallest example for
//! each reason.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::line;
use super::report::{TryExample, TryReport};
use crate::cli::compare::ComparedPair;
use crate::cli::report::{percent, write_columns};
use hitscan_core::diagnosis::{Asked, Claim, ProgramFinding, ScaleFactor, ScaledPair};
use hitscan_core::methods::{Cause, Says};
use hitscan_core::words::lines::wrapped;
use hitscan_core::words::{
    all_explained, claim_code, claim_facts, claim_lines, claim_sentence, known_from,
    likeness_meaning, likeness_sentence, touching_change, truth_as_said,
};

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
    let is_right = if report.is_right() { answers_like(report) + " " } else { String::new() };
    writeln!(out, "\n{is_right}{}", touching(report))?;
    if report.is_right() { write_meaning(report, out) } else { Ok(()) }
}

/// The examples, which follow the counts.
pub(super) fn examples(report: &TryReport) -> String {
    let mut text = String::new();
    // Writing to a String never fails.
    let _: fmt::Result = write_examples(report, &mut text);
    text
}

fn write_examples(report: &TryReport, out: &mut String) -> fmt::Result {
    write_findings(report, out)?;
    if !report.examples.is_empty() {
        let what = "The smallest pair for each";
        let other = if report.findings.found.is_empty() { "reason" } else { "other reason" };
        writeln!(out, "\n{what} {other}, as {} reads it:\n", report.name)?;
        let mut lines = report.examples.iter().flat_map(|each| example_lines(report, each));
        lines.try_for_each(|line| writeln!(out, "{line}"))?;
    }
    let cut_short = report.cut_short();
    if !cut_short.is_empty() {
        writeln!(out, "\n{cut_short}")?;
    }
    if report.given.is_none() && report.plan.step.thousandths() % 1000 == 0 {
        let hint =
            "Whole numbers only, which floats hold exactly; --step 0.6 asks what they round.";
        writeln!(out, "\n{hint}")?;
        writeln!(out, "{} named pairs have decimals; --step 0.1 asks them.", report.left_out)?;
    }
    Ok(())
}

/// The columns of a report.
const WIDTH: usize = 80;

/// What the experiments show, a paragraph each.
fn write_findings(report: &TryReport, out: &mut String) -> fmt::Result {
    let findings = &report.findings;
    let all = all_explained(findings);
    if !all.is_empty() {
        writeln!(out)?;
        wrapped(&all, WIDTH).try_for_each(|line| writeln!(out, "{line}"))?;
    }
    for finding in &findings.found {
        writeln!(out)?;
        finding_lines(report, finding).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    if !report.is_right() && !is_named(report) {
        let likeness = report.tally.likenesses.most().filter(|it| it.alike == it.pairs);
        if let Some(likeness) = likeness {
            writeln!(out, "\n{}", likeness_sentence(&likeness))?;
            write_meaning(report, out)?;
        }
    }
    if !findings.touching.is_empty() {
        writeln!(out, "\nWhether touching is a hit depends on how the pair is written:")?;
        let mut changes = findings.touching.iter().map(touching_change);
        changes.try_for_each(|line| writeln!(out, "  {line}"))?;
        writeln!(
            out,
            "Two games that meet would not agree. --contact inclusive or strict judges it."
        )?;
    }
    if let Some(given) = report.given.as_ref().filter(|given| given.finer.wrong > 0) {
        let wrong = given.finer.wrong;
        writeln!(out, "\n{wrong} wrong answers have numbers finer than thousandths, as in:")?;
        given.finer.first.iter().flatten().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    let is_dump = report.given.as_ref().is_some_and(|given| given.is_dump);
    if is_dump && !findings.found.is_empty() {
        writeln!(out, "\nThese are the answers in the file; no program could be asked more.")?;
    } else if findings.is_cut_short && !findings.found.is_empty() {
        writeln!(
            out,
            "\nThe time ended before the experiments; --explain SECONDS gives them more."
        )?;
    }
    Ok(())
}

/// A finding: what is claimed, then the smallest pair that shows it.
pub(super) fn finding_lines(report: &TryReport, finding: &ProgramFinding) -> Vec<String> {
    let code = claim_code(&finding.claim);
    let count = match report.findings.found.len() {
        1 => String::new(),
        _ => format!(" ({})", finding.explains),
    };
    let claim = format!("wrong, {code}{count}: {}", claim_sentence(finding));
    let mut lines: Vec<String> = wrapped(&claim, WIDTH).map(str::to_owned).collect();
    let indented = |text: &str| -> Vec<String> {
        wrapped(text, WIDTH - 2).map(|line| format!("  {line}")).collect()
    };
    lines.extend(claim_lines(&finding.claim).iter().flat_map(|line| indented(line)));
    if let Some(asked) = &finding.example {
        let line = |by: i64| {
            let scale = ScaleFactor { by, halvings: 0 };
            line::scaled(report.protocol, &ScaledPair { pair: asked.pair.clone(), scale }, 1)
        };
        lines.push(line(1));
        lines.push(said_and_true(asked));
        if let Claim::Rounding { factor, then, .. } = finding.claim {
            lines.push(line(factor));
            lines.push(format!("  it says {then}"));
        }
        if let Claim::Unsteady { again, before, .. } = &finding.claim {
            let after = before
                .as_ref()
                .map(|before| format!(" after {}", before.pair.line(ScaleFactor::ONE)));
            lines.push(format!("  then it says {again}{}", after.unwrap_or_default()));
        }
        lines.extend(claim_facts(&finding.claim).iter().map(|fact| format!("  fact: {fact}")));
    }
    let known = known_from(&finding.claim);
    if !known.is_empty() {
        lines.push(format!("  known from {known}"));
    }
    lines
}

/// `  it says hit, the truth is miss`
fn said_and_true(asked: &Asked) -> String {
    format!("  it says {}, the truth is {}", asked.answer, truth_of(asked))
}

/// The truth about a pair, in as much detail as the answer gave.
pub(super) fn truth_of(asked: &Asked) -> String {
    let truth = asked.pair.case().map(|case| truth_as_said(&case.pair().truth(), &asked.answer));
    truth.unwrap_or_default()
}

fn write_heading(report: &TryReport, out: &mut String) -> fmt::Result {
    let TryReport { name, plan, named, .. } = report;
    if let Some(given) = &report.given {
        let (kind, pairs) = (plan.kind.token(), plan.pairs);
        let answers = if given.is_dump { " with answers" } else { "" };
        writeln!(out, "{name}: {kind}, {pairs} pairs{answers} from {}", given.name)?;
        if let Some((count, first)) = &given.of_other_kinds {
            writeln!(out, "{count} lines have pairs of other kinds: {first}")?;
        }
        if let Some((count, first)) = &given.too_fine {
            writeln!(out, "{count} lines are not judged: {first}")?;
        }
        if let Some((count, first)) = &given.swapped {
            let lines = if *count == 1 { "line has" } else { "lines have" };
            writeln!(out, "{count} {lines} swapped boxes: {first}")?;
        }
        out.push('\n');
        return Ok(());
    }
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

/// `It is right on all 10027 pairs.`, or which known test it equals on all of them.
fn answers_like(report: &TryReport) -> String {
    let likeness = report.tally.likenesses.most().filter(|it| it.alike == it.pairs);
    likeness.map_or_else(
        || format!("It is right on all {} pairs.", report.tally.pairs()),
        |it| likeness_sentence(&it),
    )
}

/// What the test looks at that it equals, if that has a name of its own.
fn write_meaning(report: &TryReport, out: &mut String) -> fmt::Result {
    let likeness = report.tally.likenesses.most().filter(|it| it.alike == it.pairs);
    let meaning = likeness.and_then(|it| likeness_meaning(&it)).unwrap_or_default();
    let mut lines = wrapped(&meaning, WIDTH).filter(|line| !line.is_empty());
    lines.try_for_each(|line| writeln!(out, "{line}"))
}

/// Whether a mistake of the program has a name.
fn is_named(report: &TryReport) -> bool {
    report.findings.found.iter().any(|it| !matches!(it.claim, Claim::NotNamed { .. }))
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
