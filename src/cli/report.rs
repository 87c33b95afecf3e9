//! What the reports of subcommands share.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `tap` `junit` | reports for build servers |
//!
//! This file has tables for people and the names of the formats. Subcommands call all three.

pub(super) mod junit;
pub(super) mod tap;

use clap::ValueEnum;
use serde::Serialize;

use hitscan_core::engine::ndjson::write_line;
use unicode_width::UnicodeWidthStr as _;

/// How lists are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Lines for people
    #[default]
    #[value(alias = "table")]
    Text,
    /// One JSON object a line
    Ndjson,
}

/// How reports are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Lines for people, 80 columns wide
    #[default]
    #[value(alias = "table")]
    Text,
    /// One JSON object a line
    Ndjson,
    /// XML for build servers
    Junit,
    /// Test Anything Protocol 14
    Tap,
}

/// One JSON object a line.
pub(super) fn ndjson<T: Serialize>(lines: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for line in lines {
        write_line(&line, &mut text);
    }
    text
}

/// Writes columns as wide as their widest cell, two blanks apart, with no blanks at the end of a
/// line. `aligns` has a character for each column, as in Rust's format strings: `<` for
/// left-aligned, `>` for right-aligned.
pub(super) fn write_columns(
    aligns: &str,
    heads: &[impl AsRef<str>],
    rows: impl IntoIterator<Item = impl Into<Vec<String>>>,
    out: &mut String,
) {
    let mut lines: Vec<Vec<String>> =
        vec![heads.iter().map(|head| head.as_ref().to_owned()).collect()];
    lines.extend(rows.into_iter().map(Into::into));
    let width = |column: usize| lines.iter().map(|line| line[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    for line in &lines {
        let mut text = String::new();
        for ((cell, width), align) in line.iter().zip(&widths).zip(aligns.chars()) {
            let gap = if text.is_empty() { "" } else { "  " };
            let blank = " ".repeat(width - cell.width());
            let parts = if align == '>' { [gap, &blank, cell] } else { [gap, cell, &blank] };
            text.extend(parts);
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
}

/// A share in percent with three decimals, rounded half up; 0 and 100 are only used for none and
/// all.
pub(super) fn percent(part: u64, whole: u64) -> String {
    const ALL: u128 = 100_000;
    let (part, whole) = (u128::from(part), u128::from(whole.max(1)));
    let thousandths = (2 * part * ALL + whole) / (2 * whole);
    match thousandths {
        0 if part > 0 => "<0.001".to_owned(),
        ALL if part < whole => ">99.999".to_owned(),
        _ => format!("{}.{:03}", thousandths / 1000, thousandths % 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_any_width_are_aligned() {
        let rows =
            [["a", "7", "x"], ["\u{77e9}\u{5f62}", "1000", ""]].map(|row| row.map(str::to_owned));
        let mut text = String::new();
        write_columns("<><", &["name", "n", "more"], rows, &mut text);
        let expected = "name     n  more\na        7  x\n\u{77e9}\u{5f62}  1000\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn nothing_is_rounded_to_0_or_100_percent() {
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
