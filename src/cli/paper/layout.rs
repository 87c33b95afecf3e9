//! Pages, lists and reports as rows of a terminal.

use unicode_width::UnicodeWidthChar as _;

/// What a character is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextRole {
    Plain,
    Heading,
    /// Keys, commands and names.
    Accent,
    Hit,
    Touch,
    Wrong,
}

/// What kind of text is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Printed {
    /// A page in Markdown.
    Markdown,
    /// Headings, and below each its rows: a name or keys, and more in columns.
    List,
    /// Tables and sentences, with verdicts.
    Report,
}

/// Characters with their inks.
type Inked = Vec<(char, TextRole)>;

/// The fewest cells in which the last column of a table is broken into lines.
const LEAST_COLUMN: usize = 28;
/// Blank cells between two columns.
const GAP: usize = 2;
/// How far what does not fit beside is indented.
const INDENT: usize = 4;

/// The rows of a text on a terminal of `cols` columns.
pub(super) fn rows(text: &str, printed: Printed, cols: usize) -> Vec<Inked> {
    let cols = cols.max(2 * INDENT);
    match printed {
        Printed::Markdown => markdown(text, cols),
        Printed::List => list(text, cols),
        Printed::Report => text.lines().flat_map(|line| report_line(line, cols)).collect(),
    }
}

fn inked(text: &str, ink: TextRole) -> Inked {
    text.chars().map(|c| (c, ink)).collect()
}

fn blanks(count: usize) -> Inked {
    vec![(' ', TextRole::Plain); count]
}

fn cells(text: &[(char, TextRole)]) -> usize {
    text.iter().map(|(c, _)| c.width().unwrap_or(0)).sum()
}

/// Breaks a text at blanks, and between wide characters, into rows of at most `cols` cells; all but
/// the first begin with `indent` blanks.
fn wrapped(text: &[(char, TextRole)], cols: usize, indent: usize) -> Vec<Inked> {
    let mut rows = Vec::new();
    let mut row: Inked = Vec::new();
    let mut used = 0;
    // Where the row can end: how much of it stays, and where the next begins.
    let mut end: Option<(usize, usize)> = None;
    for &(c, ink) in text {
        let wide = c.width().unwrap_or(0);
        if used + wide > cols && c != ' ' && row.len() > indent {
            let (stays, next) = end.unwrap_or((row.len(), row.len()));
            let rest = row.split_off(next.min(row.len()));
            row.truncate(stays);
            rows.push(std::mem::take(&mut row));
            row = blanks(indent);
            row.extend(rest);
            (used, end) = (cells(&row), None);
        }
        let is_begun = row.iter().any(|(c, _)| *c != ' ');
        match (c, wide) {
            (' ', _) if is_begun => end = Some((row.len(), row.len() + 1)),
            (_, 2) if is_begun => end = Some((row.len(), row.len())),
            _ => {}
        }
        row.push((c, ink));
        used += wide;
    }
    while row.last().is_some_and(|(c, _)| *c == ' ') {
        row.pop();
    }
    rows.push(row);
    rows
}

// Pages in Markdown.

/// The rows of a page, without the signs of Markdown.
fn markdown(text: &str, cols: usize) -> Vec<Inked> {
    let mut rows = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            let code = lines.by_ref().take_while(|line| !line.starts_with("```"));
            rows.extend(code.map(|line| [blanks(2), inked(line, TextRole::Accent)].concat()));
        } else if line.starts_with('|') {
            let mut table = vec![line];
            table.extend(std::iter::from_fn(|| lines.next_if(|line| line.starts_with('|'))));
            rows.extend(table_rows(&table, cols));
        } else if let Some(heading) = line.strip_prefix('#') {
            let heading = plain(&spans(heading.trim_start_matches('#').trim()));
            rows.extend(wrapped(&inked(&heading, TextRole::Heading), cols, 0));
        } else if line.trim().is_empty() {
            rows.push(Vec::new());
        } else {
            let mut paragraph = line.to_owned();
            let goes_on = |next: &&str| {
                !next.trim().is_empty()
                    && item_of(next).is_none()
                    && !next.starts_with(['|', '#', '`'])
            };
            while let Some(next) = lines.next_if(goes_on) {
                paragraph.push(' ');
                paragraph.push_str(next.trim());
            }
            let indent = item_of(&paragraph).unwrap_or_default();
            rows.extend(wrapped(&spans(&paragraph), cols, indent));
        }
    }
    rows
}

/// Where the text of a list item begins, if the line is one: `- text`, `12. text`.
fn item_of(line: &str) -> Option<usize> {
    let item = line.trim_start();
    let number = item.trim_start_matches(|c: char| c.is_ascii_digit());
    let sign = match number.strip_prefix(". ") {
        Some(_) if number.len() < item.len() => item.len() - number.len() + 2,
        _ if item.starts_with("- ") || item.starts_with("* ") => 2,
        _ => return None,
    };
    Some(line.len() - item.len() + sign)
}

/// A line of Markdown without its signs: code has an ink of its own, and so has what is bold; of a
/// link only the text stays, and the address if it is on the web.
fn spans(line: &str) -> Inked {
    let mut out = Vec::new();
    let mut rest = line;
    let mut ink = TextRole::Plain;
    while let Some(c) = rest.chars().next() {
        if let Some((code, after)) = rest.strip_prefix('`').and_then(|it| it.split_once('`')) {
            out.extend(inked(code, TextRole::Accent));
            rest = after;
        } else if let Some(after) = rest.strip_prefix("**") {
            ink = if ink == TextRole::Plain { TextRole::Heading } else { TextRole::Plain };
            rest = after;
        } else if let Some((text, address, after)) = link(rest) {
            out.extend(spans(text));
            if address.starts_with("http") && address != text {
                out.extend(inked(&format!(" ({address})"), TextRole::Plain));
            }
            rest = after;
        } else if let Some(after) = emphasis(rest, &out) {
            rest = after;
        } else {
            let after = &rest[c.len_utf8()..];
            let escaped = (c == '\\').then(|| after.chars().next()).flatten();
            let escaped = escaped.filter(char::is_ascii_punctuation);
            out.push((escaped.unwrap_or(c), ink));
            rest = &after[escaped.map_or(0, char::len_utf8)..];
        }
    }
    out
}

/// `[text](address)`, and what follows it.
fn link(text: &str) -> Option<(&str, &str, &str)> {
    let (text, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (address, after) = rest.split_once(')')?;
    Some((text, address, after))
}

/// What follows the sign of emphasis, if the text begins with one: a `*` at a word.
fn emphasis<'t>(text: &'t str, before: &[(char, TextRole)]) -> Option<&'t str> {
    let after = text.strip_prefix('*')?;
    let opens = after.starts_with(|c: char| !c.is_whitespace()) && after.contains('*');
    let closes = before.last().is_some_and(|(c, _)| !c.is_whitespace());
    (opens || closes).then_some(after)
}

fn plain(text: &[(char, TextRole)]) -> String {
    text.iter().map(|(c, _)| c).collect()
}

/// A table in columns, of which the last is broken into lines; where they do not fit, its rows
/// one below the other: the first cell, and the others indented.
fn table_rows(lines: &[&str], cols: usize) -> Vec<Inked> {
    let table: Vec<Vec<Inked>> = lines.iter().filter_map(|line| cells_of_row(line)).collect();
    let count = table.iter().map(Vec::len).max().unwrap_or_default();
    let width = |at: usize| {
        table.iter().filter_map(|row| row.get(at)).map(|cell| cells(cell)).max().unwrap_or_default()
    };
    let before: usize = (0..count.saturating_sub(1)).map(|at| width(at) + GAP).sum();
    let last = width(count.saturating_sub(1));
    let is_beside = before + last.min(LEAST_COLUMN) <= cols;
    let mut rows = Vec::new();
    for (at, row) in table.iter().enumerate() {
        let bold = |cell: &Inked| match at {
            0 => inked(&plain(cell), TextRole::Heading),
            _ => cell.clone(),
        };
        let mut line: Inked = Vec::new();
        for (column, cell) in row.iter().enumerate() {
            let cell = bold(cell);
            if is_beside {
                let from = (0..column).map(|at| width(at) + GAP).sum::<usize>();
                line.extend(blanks(from.saturating_sub(cells(&line))));
                line.extend(cell);
            } else if column == 0 {
                rows.extend(wrapped(&cell, cols, INDENT));
            } else if !cell.is_empty() {
                let cell = [blanks(INDENT), cell].concat();
                rows.extend(wrapped(&cell, cols, INDENT));
            }
        }
        if is_beside {
            rows.extend(wrapped(&line, cols, before));
        }
    }
    rows
}

/// The cells of a row; `None` for the line below the heading.
fn cells_of_row(line: &str) -> Option<Vec<Inked>> {
    let is_rule = line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    if is_rule {
        return None;
    }
    let inner = line.trim().trim_start_matches('|');
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    // A sign of a table may be in a cell, escaped.
    let marked = inner.replace("\\|", "\u{1}");
    let cells = marked.split('|').map(|cell| spans(&cell.trim().replace('\u{1}', "|")));
    Some(cells.collect())
}

// Lists and reports.

/// The rows of a list: lines without columns that begin a part are headings; in the others, the
/// first column is accented.
fn list(text: &str, cols: usize) -> Vec<Inked> {
    let lines: Vec<&str> = text.lines().collect();
    let mut rows = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let begins = at == 0 || lines[at - 1].is_empty();
        let has_rows = lines.get(at + 1).is_some_and(|next| !next.is_empty());
        if begins && (has_rows || at == 0) {
            rows.extend(wrapped(&inked(line, TextRole::Heading), cols, 0));
            continue;
        }
        let (first, last) = columns_of(line);
        if last == 0 {
            rows.extend(wrapped(&inked(line, TextRole::Plain), cols, 0));
            continue;
        }
        let begins = line.len() - line.trim_start().len();
        let [name, before, text] = [&line[begins..first], &line[first..last], &line[last..]];
        let name = [blanks(begins), inked(name, TextRole::Accent)].concat();
        let row = [name, inked(before, TextRole::Plain)].concat();
        let (at, text) = (cells(&row), inked(text, TextRole::Plain));
        if at + LEAST_COLUMN.min(cells(&text)) <= cols {
            rows.extend(wrapped(&[row, text].concat(), cols, at));
        } else {
            rows.extend(wrapped(&row, cols, INDENT));
            rows.extend(wrapped(&[blanks(INDENT), text].concat(), cols, INDENT));
        }
    }
    rows
}

/// Where the first column of a line ends, and where its last one begins, in bytes; 0 if it has no
/// columns.
fn columns_of(line: &str) -> (usize, usize) {
    let begins = line.len() - line.trim_start().len();
    match line[begins..].find("  ") {
        Some(gap) => (begins + gap, line.rfind("  ").map_or(0, |at| at + 2)),
        None => (0, 0),
    }
}

/// A line of a report: verdicts in their inks, the heads of a table bold. What a program reads
/// stays in one line.
fn report_line(line: &str, cols: usize) -> Vec<Inked> {
    if line.starts_with('{') {
        return vec![inked(line, TextRole::Plain)];
    }
    let is_head = ["pair  ", "method  "].iter().any(|head| line.starts_with(head));
    let text = if is_head { inked(line, TextRole::Heading) } else { verdicts(line) };
    let indent = line.len() - line.trim_start().len() + INDENT;
    wrapped(&text, cols, indent.min(cols / 2))
}

fn verdicts(line: &str) -> Inked {
    let mut out = Vec::new();
    let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let mut rest = line;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
        let end = if end == 0 { rest.chars().next().map_or(1, char::len_utf8) } else { end };
        let (word, after) = rest.split_at(end);
        let ink = match word {
            "HIT" => TextRole::Hit,
            "TOUCH" => TextRole::Touch,
            "wrong" | "WRONG" => TextRole::Wrong,
            _ => TextRole::Plain,
        };
        out.extend(inked(word, ink));
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::guide::Page;
    use clap::ValueEnum as _;
    use unicode_width::UnicodeWidthStr as _;

    fn shown(text: &str, printed: Printed, cols: usize) -> Vec<String> {
        rows(text, printed, cols).iter().map(|row| plain(row)).collect()
    }

    #[test]
    fn a_page_is_wrapped_at_words_without_its_signs() {
        let page = "# The *title*\n\nA `key` and **bold** [text](page.md) of several\nwords.\n\n\
                    1. one two three four five\n   six\n\n```sh\nhitscan try\n```\n\n\
                    | a | b |\n| --- | --- |\n| `x` | y or z |\n";
        assert_eq!(
            shown(page, Printed::Markdown, 24),
            [
                "The title",
                "",
                "A key and bold text of",
                "several words.",
                "",
                "1. one two three four",
                "   five six",
                "",
                "  hitscan try",
                "",
                "a  b",
                "x  y or z",
            ]
        );
    }

    #[test]
    fn no_page_has_a_row_longer_than_the_terminal_but_for_code() {
        for page in Page::value_variants() {
            for cols in [40, 80, 120] {
                for row in rows(&page.text(), Printed::Markdown, cols) {
                    let text = plain(&row);
                    let is_code = row.iter().all(|(c, ink)| *c == ' ' || *ink == TextRole::Accent);
                    let has_blank = text.trim().contains(' ');
                    let fits = text.width() <= cols || is_code || !has_blank;
                    assert!(fits, "{cols}: {text}");
                    let begins = row.first().is_some_and(|(_, ink)| *ink == TextRole::Accent);
                    assert!(begins || !text.starts_with(['#', '|']), "{text}");
                }
            }
        }
    }

    #[test]
    fn what_a_program_reads_stays_in_one_line() {
        let line = format!("{{\"a\":{}}}", "1 ".repeat(60));
        assert_eq!(shown(&line, Printed::Report, 40), [line]);
    }

    #[test]
    fn a_list_keeps_its_last_column() {
        let text =
            "Change\n  h        left      move the object a step to the left of the screen\n";
        let rows = shown(text, Printed::List, 50);
        assert_eq!(
            rows,
            [
                "Change",
                "  h        left      move the object a step to the",
                "                     left of the screen",
            ]
        );
        let rows = shown(text, Printed::List, 40);
        assert_eq!(
            rows,
            [
                "Change",
                "  h        left",
                "    move the object a step to the left",
                "    of the screen",
            ]
        );
    }
}
