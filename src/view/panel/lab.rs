//! The Lab view: the text of the open step, and the result of an answer.

pub(super) mod line;

use self::line::{Helps, Line, Packing, lines_of};
use super::canvas::PanelCanvas;
use super::goal::state_style;
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
fn packed(model: Model<'_>, rows: usize, canvas: &PanelCanvas<'_>) -> Vec<Line> {
    let [tight, plain] =
        [Packing::Tight, Packing::Plain].map(|packing| lines(model, packing, canvas));
    let without = |lines: &[Line], least: &[Helps]| -> Vec<Line> {
        let stays = |line: &&Line| line.helps.is_none_or(|helps| !least.contains(&helps));
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
fn lines(model: Model<'_>, packing: Packing, canvas: &PanelCanvas<'_>) -> Vec<Line> {
    let below = model.screen.layout().is_some_and(|layout| layout.goal_rows > 0);
    let mut lines: Vec<Line> = Vec::new();
    if !below && model.end_of_lesson().is_none() {
        lines.extend(model.goal_row().iter().flat_map(|goal| goal_lines(goal, canvas)));
    }
    lines.extend(model.lab_rows().iter().flat_map(|row| lines_of(row, packing, canvas)));
    if !below && let Some(end) = model.end_of_lesson() {
        lines.push(Line::blank());
        lines.extend(super::goal::end_lines(&end, canvas));
    }
    lines
}

/// Leaves rows out if the others then fit: blank ones, extra ones first, then those about the
/// previous answer. A text that scrolls has all its rows except gaps.
fn fitted(mut lines: Vec<Line>, rows: usize) -> Vec<Line> {
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
fn goal_lines(goal: &GoalRow, canvas: &PanelCanvas<'_>) -> Vec<Line> {
    let text = LabRow::Text(goal.goal.clone());
    let mut lines = line::headed_flush(("GOAL ", canvas.theme.title), &text, canvas);
    lines.extend(line::broken(&goal.state, canvas, state_style(goal.mark, canvas.theme)));
    lines
}
