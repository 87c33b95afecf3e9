//! The Lab view: the text of the open step, and the result of an answer.

use hitscan_core::lab::{Room, StepStanding};
use hitscan_core::words::formula::ComparisonRow;
use ratatui::style::Style;

use super::super::text::cells_of;
use super::super::theme::GroundRole;
use super::canvas::{PanelCanvas, TEXT};
use super::lesson::state_style;
use crate::app::{GoalRow, LabRow, Model};

pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let rows = usize::from(canvas.rows());
    let mut lines = fitted(lines(model, Packing::Loose, canvas), rows);
    if lines.len() > rows && model.is_lab_asking() {
        lines = packed(model, rows, canvas);
    }
    let is_long = lines.len() > rows;
    let rows = if is_long { rows.saturating_sub(1) } else { rows };
    let most_scrolled = lines.len().saturating_sub(rows);
    let scrolled = model.screen.panel.scrolled.min(most_scrolled);
    for (line, row) in lines.iter().skip(scrolled).take(rows).zip(0..) {
        line.write(row, canvas);
    }
    if is_long {
        let scroll = super::how_to_scroll(model, scrolled < most_scrolled);
        canvas.put(canvas.rows().saturating_sub(1), 1, &scroll, canvas.theme.quiet);
    }
}

/// The lines of a question whose choices have little room: packed more tightly, then without the
/// lines that only help to read them. If nothing fits, they scroll.
fn packed(model: Model<'_>, rows: usize, canvas: &PanelCanvas<'_>) -> Vec<LabLine> {
    let [tight, plain] =
        [Packing::Tight, Packing::Plain].map(|packing| lines(model, packing, canvas));
    let without = |lines: &[LabLine], least: &[Helps]| -> Vec<LabLine> {
        let stays = |line: &&LabLine| line.helps.is_none_or(|helps| !least.contains(&helps));
        fitted(lines.iter().filter(stays).cloned().collect(), rows)
    };
    let ways = [
        without(&tight, &[]),
        without(&tight, &[Helps::Choices]),
        without(&plain, &[Helps::Choices]),
        without(&plain, &[Helps::Choices, Helps::Picture]),
    ];
    let fitting = ways.iter().find(|lines| lines.len() <= rows);
    fitting.unwrap_or(&ways[0]).clone()
}

/// All lines of the view. The goal is among them if it has no rows below.
fn lines(model: Model<'_>, packing: Packing, canvas: &PanelCanvas<'_>) -> Vec<LabLine> {
    let below = model.screen.layout().is_some_and(|layout| layout.goal_rows > 0);
    let mut lines: Vec<LabLine> = Vec::new();
    if !below && model.end_of_lesson().is_none() {
        lines.extend(model.goal_row().iter().flat_map(|goal| goal_lines(goal, canvas)));
    }
    lines.extend(model.lab_rows().iter().flat_map(|row| lines_of(row, packing, canvas)));
    if !below && let Some(end) = model.end_of_lesson() {
        lines.push(LabLine::blank());
        lines.extend(super::lesson::end_lines(&end, canvas));
    }
    lines
}

/// Leaves rows out if the others then fit: blank ones, extra ones first, then those about the
/// previous answer. A text that scrolls has all its rows except gaps.
fn fitted(mut lines: Vec<LabLine>, rows: usize) -> Vec<LabLine> {
    let least = lines.iter().filter(|line| !line.is_blank() && !line.is_extra).count();
    if lines.len() > rows && least <= rows {
        lines.retain(|line| !line.is_extra);
    }
    let written = lines.iter().filter(|line| !line.is_blank()).count();
    if lines.len() > rows {
        lines.retain(|line| !line.is_gap);
    }
    if lines.len() > rows && written <= rows {
        lines.retain(|line| !line.is_blank());
    }
    lines
}

/// The lines of the goal, if it has no rows below the view.
fn goal_lines(goal: &GoalRow, canvas: &PanelCanvas<'_>) -> Vec<LabLine> {
    let text = LabRow::Text(goal.goal.clone());
    let mut lines = headed_flush("GOAL ", canvas.theme.title, &text, canvas);
    lines.extend(broken(&goal.state, canvas, state_style(goal.mark, canvas.theme)));
    lines
}

// The rows of the Lab view as they are written: parts with their styles, and the grounds under
// them.

/// Blank cells between two choices in a row.
const GAP: usize = 1;
/// The most rows of the explanation of an answer that are emphasized.
const MOST_LEARNED: usize = 2;

/// A row on the screen.
#[derive(Clone, Debug, Default)]
pub(super) struct LabLine {
    /// Its parts, starting in the first column.
    parts: Vec<(String, Style)>,
    /// The text at its right end.
    at_end: Vec<(String, Style)>,
    /// The grounds, each with the cells where it begins and ends; `usize::MAX` for the last column.
    grounds: Vec<(GroundRole, [usize; 2])>,
    /// Whether it is a blank row that is dropped first when there is no room.
    is_gap: bool,
    /// What it helps to read. Such a line is dropped if there is no room for the others.
    helps: Option<Helps>,
    /// Whether it is dropped if the others then fit.
    is_extra: bool,
}

impl LabLine {
    pub(super) fn blank() -> Self {
        Self::default()
    }

    pub(super) fn of(text: &str, style: Style) -> Self {
        Self { parts: vec![(text.to_owned(), style)], ..Self::default() }
    }

    pub(super) fn parts(parts: Vec<(String, Style)>) -> Self {
        Self { parts, ..Self::default() }
    }

    /// The same line with this text at its right end.
    fn ending(self, text: String, style: Style) -> Self {
        Self { at_end: vec![(text, style)], ..self }
    }

    /// The same line with a ground under all of it.
    fn on(self, role: GroundRole) -> Self {
        Self { grounds: vec![(role, [0, usize::MAX])], ..self }
    }

    fn is_blank(&self) -> bool {
        self.parts.is_empty() && self.at_end.is_empty()
    }

    pub(super) fn write(&self, row: u16, canvas: &mut PanelCanvas<'_>) {
        let mut col = 1;
        for (text, style) in &self.parts {
            col = canvas.put(row, col, text, *style);
        }
        let mut end = canvas.cols().saturating_sub(1);
        for (text, style) in self.at_end.iter().rev() {
            canvas.put_right(row, end, text, *style);
            end = end.saturating_sub(cells(text));
        }
        let last = canvas.cols().saturating_sub(1);
        for (role, cells) in &self.grounds {
            let [from, to] = cells.map(|at| u16::try_from(at.saturating_add(1)).unwrap_or(last));
            canvas.lay(row, from.min(last), to.min(last), *role);
        }
    }
}

fn cells(text: &str) -> u16 {
    u16::try_from(cells_of(format_args!("{text}"))).unwrap_or(u16::MAX)
}

/// The cells of a row without the first and the last column, which stay blank.
fn room_of(canvas: &PanelCanvas<'_>) -> usize {
    usize::from(canvas.cols().saturating_sub(2))
}

/// What a line helps to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Helps {
    /// The choices of a question.
    Choices,
    /// The picture.
    Picture,
}

/// How tightly the choices of a question are packed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packing {
    /// With blanks around the digit and the word of a button.
    Loose,
    /// With one blank between them.
    Tight,
    /// As tight, and choices that are sentences are shown without their words, which are in the row
    /// of the question.
    Plain,
}

impl Packing {
    /// The padding before a digit, and before and after its word.
    const fn padding(self) -> &'static str {
        match self {
            Self::Loose => " ",
            Self::Tight | Self::Plain => "",
        }
    }
}

fn lines_of(row: &LabRow, packing: Packing, canvas: &PanelCanvas<'_>) -> Vec<LabLine> {
    let theme = canvas.theme;
    match row {
        LabRow::Blank => vec![LabLine::blank()],
        LabRow::Gap => vec![LabLine { is_gap: true, ..LabLine::default() }],
        LabRow::Text(text) => broken(text, canvas, TEXT),
        LabRow::Asked(text) => broken(text, canvas, theme.title),
        LabRow::Quiet(text) => broken(text, canvas, theme.quiet),
        LabRow::Before(text) => {
            let lines = broken(text, canvas, theme.quiet);
            let lines = [LabLine::blank()].into_iter().chain(lines);
            lines.map(|line| LabLine { is_extra: true, ..line }).collect()
        }
        LabRow::Heading(text, behind, at_end) => {
            let parts = [(*text, theme.accent), (" ", TEXT), (behind.as_str(), theme.quiet)];
            let parts = parts.map(|(text, style)| (text.to_owned(), style));
            let line = LabLine::parts(parts.into()).ending(at_end.clone(), theme.quiet);
            // The points of a question are also shown below.
            vec![LabLine { is_extra: !at_end.is_empty(), ..line }]
        }
        LabRow::Choice { number, plain, .. } if packing == Packing::Plain => {
            choice(*number, plain, packing, canvas)
        }
        LabRow::Choice { number, text, .. } => choice(*number, text, packing, canvas),
        LabRow::Choices(choices) => side_by_side(choices, packing, canvas),
        LabRow::Note(text) => {
            let lines = broken(text, canvas, theme.quiet);
            let lines = [LabLine::blank()].into_iter().chain(lines);
            lines.map(|line| LabLine { helps: Some(Helps::Choices), ..line }).collect()
        }
        LabRow::Moment(text) => {
            let lines = broken(text, canvas, theme.quiet).into_iter();
            lines.map(|line| LabLine { helps: Some(Helps::Picture), ..line }).collect()
        }
        LabRow::Learned(text) => learned(text, canvas),
        LabRow::Kept(text) => broken(text, canvas, theme.title)
            .into_iter()
            .map(|it| it.on(GroundRole::Button))
            .collect(),
        LabRow::Compared(found) => compared(found, canvas),
        LabRow::Step(step) => vec![step_line(step, canvas)],
        LabRow::Hint(number, text) => {
            let head = format!("HINT {number} ");
            headed_flush(&head, theme.title, &LabRow::Text(text.clone()), canvas)
        }
        LabRow::Verdict(word, text) => {
            let style = if *word == "WRONG" { theme.wrong } else { theme.title };
            let text = LabRow::Text(text.clone());
            headed_flush(&format!("{word} "), style, &text, canvas)
        }
    }
}

fn broken(text: &str, canvas: &PanelCanvas<'_>, style: Style) -> Vec<LabLine> {
    broken_to(text, room_of(canvas), style)
}

fn broken_to(text: &str, room: usize, style: Style) -> Vec<LabLine> {
    let room = Room { first: room, others: room, rows: usize::MAX };
    let line =
        |row: String| if row.is_empty() { LabLine::blank() } else { LabLine::of(&row, style) };
    room.broken(text).into_iter().map(line).collect()
}

/// Text after a head; further rows are indented to align.
fn headed_flush(head: &str, style: Style, text: &LabRow, canvas: &PanelCanvas<'_>) -> Vec<LabLine> {
    let LabRow::Text(text) = text else { return Vec::new() };
    let room = room_of(canvas);
    let rooms = Room { first: room.saturating_sub(head.len()), others: room, rows: usize::MAX };
    let mut lines: Vec<LabLine> =
        rooms.broken(text).into_iter().map(|line| LabLine::of(&line, TEXT)).collect();
    match lines.first_mut() {
        Some(first) => first.parts.insert(0, (head.to_owned(), style)),
        None => lines.push(LabLine::of(head, style)),
    }
    lines
}

/// ` 1  hit` as a button, with the digit on its own ground.
fn choice(number: usize, text: &str, packing: Packing, canvas: &PanelCanvas<'_>) -> Vec<LabLine> {
    let gap = packing.padding();
    let head = format!("{gap}{number} ");
    let behind = head.len() + gap.len();
    let mut lines = broken_to(text, room_of(canvas).saturating_sub(behind), TEXT);
    for (index, line) in lines.iter_mut().enumerate() {
        let begin = if index == 0 { head.clone() } else { " ".repeat(head.len()) };
        line.parts.insert(0, (begin, canvas.theme.key));
        line.parts.insert(1, (gap.to_owned(), TEXT));
        line.grounds = button(head.len(), [0, usize::MAX]);
    }
    lines
}

/// The grounds of a button in these cells, of which the first `digit` are its digit.
fn button(digit: usize, [from, to]: [usize; 2]) -> Vec<(GroundRole, [usize; 2])> {
    let middle = from + digit;
    vec![(GroundRole::Chosen, [from, middle]), (GroundRole::Button, [middle, to])]
}

/// Buttons side by side, as many in a row as fit.
fn side_by_side(
    choices: &[(usize, &str)],
    packing: Packing,
    canvas: &PanelCanvas<'_>,
) -> Vec<LabLine> {
    let padding = packing.padding();
    let room = room_of(canvas);
    let (mut lines, mut line, mut used) = (Vec::new(), LabLine::blank(), 0);
    for (number, word) in choices {
        let head = format!("{padding}{number} ");
        let text = format!("{padding}{word}{padding}");
        let cols = head.len() + text.len();
        if used > 0 && used + GAP + cols > room {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.parts.push((" ".repeat(GAP), TEXT));
            used += GAP;
        }
        line.grounds.extend(button(head.len(), [used, used + cols]));
        line.parts.extend([(head, canvas.theme.key), (text, TEXT)]);
        used += cols;
    }
    lines.push(line);
    lines
}

/// The explanation of an answer: its first sentence is emphasized, along with what fits into the
/// same rows.
fn learned(text: &str, canvas: &PanelCanvas<'_>) -> Vec<LabLine> {
    let bold = |text: &str| broken(text, canvas, canvas.theme.title);
    let ends = text.match_indices(['.', '?']).map(|(at, _)| at + 1);
    let mut ends = ends.filter(|&at| text[at..].is_empty() || text[at..].starts_with([' ', '\n']));
    let first = ends.next().unwrap_or(text.len());
    let more = ends.take_while(|&at| bold(&text[..at]).len() <= MOST_LEARNED).last();
    let (standing_out, rest) = text.split_at(more.unwrap_or(first));
    let mut lines: Vec<_> =
        bold(standing_out).into_iter().map(|it| it.on(GroundRole::Button)).collect();
    if !rest.trim().is_empty() {
        lines.extend(broken(rest.trim(), canvas, TEXT));
    }
    lines
}

/// `B.top    < A.bottom 22 < 20  ×`: comparisons that do not hold are emphasized. The numbers move
/// closer, or below, if there is no room.
fn compared(all: &[ComparisonRow], canvas: &PanelCanvas<'_>) -> Vec<LabLine> {
    let most = |of: &dyn Fn(&ComparisonRow) -> usize| all.iter().map(of).max().unwrap_or(0);
    let [left, right] = [0, 1].map(|nth| most(&|it| it.names[nth].chars().count()));
    let [one, other] = [0, 1].map(|nth| most(&|it| it.values[nth].chars().count()));
    let sign = most(&|it| it.sign.len());
    let names = left + 1 + sign + 1 + right;
    let room = room_of(canvas);
    let needs = |between: usize| names + 1 + one + sign + other + 2 * between + 3;
    let between = if needs(1) <= room { " " } else { "" };
    let lines = |found: &ComparisonRow| -> Vec<LabLine> {
        let [name, second] = &found.names;
        let [value, compared] = &found.values;
        let names = format!("{name:<left$} {:<sign$} {second}", found.sign);
        let values = format!("{value:>one$}{between}{}{between}{compared:>other$}", found.sign);
        let (names_style, values_style, mark, style) = styles(found.holds, canvas);
        let at_end = vec![(values, values_style), (format!("  {mark}"), style)];
        let names = LabLine::of(&names, names_style);
        if needs(between.len()) <= room {
            vec![LabLine { at_end, ..names }]
        } else {
            vec![names, LabLine { at_end, ..LabLine::default() }]
        }
    };
    all.iter().flat_map(lines).collect()
}

/// The styles of the names and the numbers of a comparison, and its mark.
fn styles(holds: bool, canvas: &PanelCanvas<'_>) -> (Style, Style, &'static str, Style) {
    let theme = canvas.theme;
    if holds {
        (theme.quiet, TEXT, "=", theme.right)
    } else {
        (TEXT, theme.title, "×", theme.contact)
    }
}

/// `● question 1  2/2`.
fn step_line(step: &StepStanding, canvas: &PanelCanvas<'_>) -> LabLine {
    let theme = canvas.theme;
    let (sign, style) = if step.is_settled { ("●", theme.right) } else { ("○", theme.key) };
    let remark = match step {
        _ if step.is_skipped => "passed",
        _ if !step.is_settled => "not done",
        _ if step.is_told => "all hints",
        _ => "",
    };
    let [points, of] = step.points;
    let name = format!(" {}  ", step.name);
    let parts = vec![(sign.to_owned(), style), (name, TEXT), (remark.to_owned(), theme.quiet)];
    let lost = if points < of { theme.convention } else { TEXT };
    LabLine::parts(parts).ending(format!("{points}/{of}"), lost)
}
