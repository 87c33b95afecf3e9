//! A report as text: aligned columns, and lines for `hitscan query`.

use std::fmt::{self, Write};

use super::example_scene::ExampleScene;
use super::hypotheses::Hypotheses;
use super::report::{Example, Report, Row};

/// The report for people, with a line feed at its end.
#[must_use]
pub fn table(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a String never fails.
    let _: fmt::Result = write_report(report, &mut text);
    text
}

fn write_report(report: &Report, out: &mut String) -> fmt::Result {
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

fn write_rows(report: &Report, out: &mut String) {
    use Align::{Left, Right};
    let heads = ["method", "arithmetic", "against", "reason", "pairs", "%"];
    let cells = report.rows.iter().map(|&Row { finding, pairs }| {
        [
            finding.method.id().to_owned(),
            finding.arithmetic.token().to_owned(),
            finding.agreement.token().to_owned(),
            finding.reason.map_or("-", hitscan_core::methods::Reason::code).to_owned(),
            pairs.to_string(),
            percent(pairs, report.plan.pairs),
        ]
    });
    write_columns([Left, Left, Left, Left, Right, Right], heads, cells, out);
}

fn write_facts(hypotheses: &Hypotheses, out: &mut String) {
    use Align::{Left, Right};
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
    write_columns([Left, Left, Right, Right, Left], heads, cells, out);
}

fn write_example(example: &Example, out: &mut String) -> fmt::Result {
    let Example { method, reason, shows, case, .. } = example;
    let arithmetics: Vec<&str> = shows.iter().map(|(arithmetic, _)| arithmetic.token()).collect();
    let (agreement, arithmetics) = (example.agreement().token(), arithmetics.join(" and "));
    let sentence = ExampleScene::of(example).sentence();
    writeln!(out, "\n{}, {arithmetics}: {agreement}, {}: {sentence}", method.id(), reason.code())?;
    writeln!(out, "{}", case.query(&example.id()))
}

/// A share in percent with three decimals, rounded half up, but 0 and 100 only
/// for none and all.
pub(in crate::cli) fn percent(part: u64, whole: u64) -> String {
    const ALL: u128 = 100_000;
    let (part, whole) = (u128::from(part), u128::from(whole.max(1)));
    let thousandths = (2 * part * ALL + whole) / (2 * whole);
    match thousandths {
        0 if part > 0 => "<0.001".to_owned(),
        ALL if part < whole => ">99.999".to_owned(),
        _ => format!("{}.{:03}", thousandths / 1000, thousandths % 1000),
    }
}

/// The side of a column on which its cells are flush.
#[derive(Clone, Copy)]
pub(in crate::cli) enum Align {
    Left,
    Right,
}

/// Writes columns as wide as their widest cell, two blanks apart, with no blanks
/// at the end of a line. Cells are ASCII.
pub(in crate::cli) fn write_columns<const N: usize>(
    aligns: [Align; N],
    heads: [&str; N],
    cells: impl Iterator<Item = [String; N]>,
    out: &mut String,
) {
    let mut lines = vec![heads.map(str::to_owned)];
    lines.extend(cells);
    let mut widths = [0; N];
    for line in &lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.len().max(*width);
        }
    }
    for line in lines {
        let mut text = String::new();
        for ((cell, width), align) in line.iter().zip(widths).zip(aligns) {
            let gap = if text.is_empty() { "" } else { "  " };
            let _: fmt::Result = match align {
                Align::Left => write!(text, "{gap}{cell:width$}"),
                Align::Right => write!(text, "{gap}{cell:>width$}"),
            };
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_and_everything_are_never_rounded_to() {
        for (part, whole, text) in [
            (0, 7, "0.000"),
            (7, 7, "100.000"),
            (1, 3, "33.333"),
            (2, 3, "66.667"),
            (1, 200_000, "0.001"),
            (1, 200_001, "<0.001"),
            (199_999, 200_000, ">99.999"),
            (u64::MAX - 1, u64::MAX, ">99.999"),
            (0, 0, "0.000"),
        ] {
            assert_eq!(percent(part, whole), text, "{part} of {whole}");
        }
    }
}
