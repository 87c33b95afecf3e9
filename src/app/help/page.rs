//! The parts of a help page, and its layout in columns.

use super::HelpPage;
use super::signs::LegendSign;
use hitscan_core::command::CommandSpec;
use hitscan_core::words::found_in;
use hitscan_core::words::lines::{text_cells, wrapped, wrapped_values};
use hitscan_core::world::TestResult;

/// The widths from which a page has two, three and four columns.
const COLUMNS_FROM: [u16; 3] = [76, 130, 180];
/// Blank cells left of a column.
const MARGIN: u16 = 1;
/// Where the texts beside keys and beside words start.
const TEXT_BESIDE_KEYS: u16 = 13;
const TEXT_BESIDE_WORDS: u16 = 10;
/// How far the text about a command is indented.
const INDENT: u16 = 4;

/// Sections that flow through the same columns.
pub(super) struct HelpBlock {
    pub(super) sections: Vec<HelpSection>,
    /// Whether a column may end between any two entries, rather than only between two sections.
    pub(super) splits_sections: bool,
}

/// A heading, and entries below it.
pub(super) struct HelpSection {
    pub(super) title: String,
    pub(super) entries: Vec<HelpEntry>,
}

/// What is explained, and its text.
pub(super) struct HelpEntry {
    pub(super) subject: Subject,
    pub(super) text: String,
    /// More words that a search finds it by.
    pub(super) also: &'static [&'static str],
}

/// What an entry explains.
pub(super) enum Subject {
    Keys(String),
    Command(&'static CommandSpec),
    Term(&'static str),
    Sign(LegendSign),
    /// The text stands alone.
    Nothing,
}

/// A piece of text on a help page, within one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpPart {
    /// The column, from the left edge of the page.
    pub x: u16,
    /// Its role.
    pub role: HelpRole,
    /// The text; empty for a sign.
    pub text: String,
    /// The number of its entry on the page; `None` for a heading.
    pub entry: Option<usize>,
}

/// The role of a piece of help text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpRole {
    /// A heading.
    Heading,
    /// The rule above another page.
    Rule(HelpPage),
    /// Keys.
    Keys,
    /// The name of a command, or a word that is explained.
    Name,
    /// A result that is explained.
    Result(TestResult),
    /// The arguments of a command.
    Syntax,
    /// An explanation.
    Text,
    /// A sign of the legend.
    Sign(LegendSign),
}

impl HelpPart {
    /// The rule above a page.
    pub(super) const fn rule_above(page: HelpPage) -> Self {
        Self { x: 0, role: HelpRole::Rule(page), text: String::new(), entry: None }
    }
}

impl HelpEntry {
    pub(super) const fn new(subject: Subject, text: String) -> Self {
        Self { subject, text, also: &[] }
    }

    /// How well the entry matches a text that is searched for: 0 if it has it as a whole word, 1
    /// as a part of one.
    pub(super) fn found_by(&self, wanted: &str) -> Option<usize> {
        let text = self.text.replace('\u{a0}', " ");
        let mut texts = vec![text.as_str()];
        match &self.subject {
            Subject::Keys(text) => texts.push(text),
            Subject::Command(spec) => {
                texts.extend([spec.syntax, spec.name].iter().chain(spec.aliases));
            }
            Subject::Term(term) => texts.push(term),
            Subject::Sign(_) | Subject::Nothing => {}
        }
        let texts = texts.iter().chain(self.also);
        texts.filter_map(|text| found_in(text, wanted)).min()
    }

    /// The entry's rows in a column of `width` cells.
    fn rows(&self, number: usize, width: u16) -> Vec<Vec<HelpPart>> {
        let part =
            |x, role, text: &str| HelpPart { x, role, text: text.to_owned(), entry: Some(number) };
        let (role, left, at) = match &self.subject {
            Subject::Nothing => (HelpRole::Text, "", 0),
            Subject::Keys(keys) => (HelpRole::Keys, keys.as_str(), TEXT_BESIDE_KEYS),
            Subject::Term(term) => {
                let result = TestResult::ALL
                    .into_iter()
                    .find(|result| result.token().eq_ignore_ascii_case(term));
                (result.map_or(HelpRole::Name, HelpRole::Result), *term, TEXT_BESIDE_WORDS)
            }
            Subject::Sign(sign) => (HelpRole::Sign(*sign), "", 8),
            Subject::Command(spec) => return self.command_rows(spec, number, width),
        };
        let mut rows: Vec<_> = wrapped_values(&self.text, usize::from(width.saturating_sub(at)))
            .map(|line| vec![part(at, HelpRole::Text, &line.replace('\u{a0}', " "))])
            .collect();
        if matches!(self.subject, Subject::Nothing) {
            return rows;
        }
        if text_cells(left) < usize::from(at) && !rows.is_empty() {
            rows[0].insert(0, part(0, role, left));
            return rows;
        }
        let above = wrapped(left, usize::from(width)).map(|line| vec![part(0, role, line)]);
        above.chain(rows).collect()
    }

    /// The name and syntax, and below them what the command does.
    fn command_rows(&self, spec: &CommandSpec, number: usize, width: u16) -> Vec<Vec<HelpPart>> {
        let part =
            |x, role, text: &str| HelpPart { x, role, text: text.to_owned(), entry: Some(number) };
        let names: Vec<_> = std::iter::once(&spec.name).chain(spec.aliases).copied().collect();
        let names = names.join(" or ");
        let after = u16::try_from(text_cells(&names) + 1).unwrap_or(u16::MAX);
        let longest = spec.syntax.split(' ').map(text_cells).max().unwrap_or_default();
        let is_beside = after.saturating_add(u16::try_from(longest).unwrap_or(u16::MAX)) <= width;
        let at = if is_beside { after } else { INDENT };
        let mut rows: Vec<_> = wrapped(spec.syntax, usize::from(width.saturating_sub(at)))
            .map(|line| vec![part(at, HelpRole::Syntax, line)])
            .collect();
        let name = part(0, HelpRole::Name, &names);
        match rows.first_mut() {
            Some(first) if is_beside => first.insert(0, name),
            _ => rows.insert(0, vec![name]),
        }
        let text = wrapped(&self.text, usize::from(width.saturating_sub(INDENT)));
        rows.extend(text.map(|line| vec![part(INDENT, HelpRole::Text, line)]));
        rows
    }
}

/// Rows that stay together.
struct HelpChunk {
    rows: Vec<Vec<HelpPart>>,
    begins_section: bool,
}

/// The rows of a page on a screen of `width` columns.
pub(super) fn rows(page: &[HelpBlock], width: u16) -> Vec<Vec<HelpPart>> {
    let places = places(width);
    let mut number = 0;
    let mut rows: Vec<Vec<HelpPart>> = Vec::new();
    // Many columns are filled best by the whole page as one flow.
    let is_one_flow = places.len() > 2;
    for blocks in page.chunks(if is_one_flow { page.len().max(1) } else { 1 }) {
        if !rows.is_empty() {
            rows.push(Vec::new());
        }
        let columns = columns(blocks, &mut number, &places).into_iter();
        let mut columns: Vec<_> = columns.map(Vec::into_iter).collect();
        let count = columns.iter().map(ExactSizeIterator::len).max().unwrap_or_default();
        rows.extend((0..count).map(|_| {
            let row = columns.iter_mut().map(|column| column.next().unwrap_or_default());
            row.collect::<Vec<_>>().concat()
        }));
    }
    rows
}

/// Where the columns of a screen of `width` columns start, and how wide they are.
fn places(width: u16) -> Vec<(u16, u16)> {
    let beside = width / 2 + 2 * MARGIN;
    match COLUMNS_FROM.iter().filter(|&&from| width >= from).count() {
        0 => vec![(MARGIN, width.saturating_sub(2 * MARGIN))],
        1 => vec![(MARGIN, beside - 3 * MARGIN), (beside, width - beside - MARGIN)],
        more => {
            let count = u16::try_from(more + 1).unwrap_or(u16::MAX);
            let each = width / count;
            (0..count).map(|at| (at * each + MARGIN, each - 2 * MARGIN)).collect()
        }
    }
}

/// The rows of blocks in columns at these places; the last column may be empty.
fn columns(
    blocks: &[HelpBlock],
    number: &mut usize,
    places: &[(u16, u16)],
) -> Vec<Vec<Vec<HelpPart>>> {
    let first = *number;
    let mut of_width = |width: u16| {
        *number = first;
        blocks.iter().flat_map(|block| chunks(block, number, width)).collect::<Vec<_>>()
    };
    let mut from = 0;
    let ends = ends(&of_width(places[0].1), places.len());
    { places.iter().zip(ends) }
        .map(|(&(x, width), end)| {
            let column = stacked(&of_width(width)[from..end], x);
            from = end;
            column
        })
        .collect()
}

fn chunks(block: &HelpBlock, number: &mut usize, width: u16) -> Vec<HelpChunk> {
    let mut chunks: Vec<HelpChunk> = Vec::new();
    for section in &block.sections {
        let heading =
            HelpPart { x: 0, role: HelpRole::Heading, text: section.title.clone(), entry: None };
        let heading = (!section.title.is_empty()).then(|| vec![heading]);
        chunks.push(HelpChunk { rows: heading.into_iter().collect(), begins_section: true });
        for (at, entry) in section.entries.iter().enumerate() {
            let rows = entry.rows(*number, width);
            *number += 1;
            match chunks.last_mut() {
                Some(last) if at == 0 || !block.splits_sections => {
                    last.rows.extend(rows);
                }
                _ => chunks.push(HelpChunk { rows, begins_section: false }),
            }
        }
    }
    chunks
}

/// The rows of a column, with a blank row between two sections.
fn stacked(chunks: &[HelpChunk], x: u16) -> Vec<Vec<HelpPart>> {
    let mut rows = Vec::new();
    for (at, chunk) in chunks.iter().enumerate() {
        if at > 0 && chunk.begins_section {
            rows.push(Vec::new());
        }
        let shifted = |part: &HelpPart| HelpPart { x: part.x + x, ..part.clone() };
        rows.extend(
            chunk.rows.iter().map(|row| row.iter().map(shifted).collect::<Vec<HelpPart>>()),
        );
    }
    rows
}

/// Where each column ends, as a number of chunks, with the longest column as short as possible.
fn ends(chunks: &[HelpChunk], columns: usize) -> Vec<usize> {
    let most: usize = height(chunks);
    let fitting = (0..=most).find_map(|limit| ends_within(chunks, columns, limit));
    fitting.unwrap_or_else(|| vec![chunks.len(); columns])
}

/// The same with no column longer than `limit`; `None` if the chunks do not fit.
fn ends_within(chunks: &[HelpChunk], columns: usize, limit: usize) -> Option<Vec<usize>> {
    let mut from = 0;
    let ends: Vec<_> = (0..columns)
        .map(|_| {
            let fits = |&end: &usize| height(&chunks[from..end]) <= limit;
            from = (from..=chunks.len()).take_while(fits).last().unwrap_or(from);
            from
        })
        .collect();
    (from == chunks.len()).then_some(ends)
}

/// How many rows a column of these chunks has.
fn height(chunks: &[HelpChunk]) -> usize {
    let blank = chunks.iter().skip(1).filter(|chunk| chunk.begins_section).count();
    blank + chunks.iter().map(|chunk| chunk.rows.len()).sum::<usize>()
}
