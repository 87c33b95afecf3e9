//! The Lab view: what the open step says, and what came of an answer.

use ratatui::style::Style;

use super::canvas::{Canvas, TEXT};
use super::goal::state_style;
use crate::app::{GoalRow, LabRow, Model};
use hitscan_core::lab::Room;

/// Blank cells between two choices.
const GAP: usize = 3;

/// A row on the screen: its parts, each with its style.
type Line = Vec<(String, Style)>;

pub(super) fn render(model: Model<'_>, canvas: &mut Canvas<'_>) {
    let room = usize::from(canvas.cols().saturating_sub(2));
    let below = model.screen.layout().is_some_and(|layout| layout.goal_rows > 0);
    let goal = model.goal_row().filter(|_| !below);
    let mut lines: Vec<Line> =
        goal.iter().flat_map(|goal| goal_lines(goal, canvas, room)).collect();
    lines.extend(model.lab_rows().iter().flat_map(|row| lines_of(row, canvas, room)));
    let rows = usize::from(canvas.rows());
    if lines.len() > rows && lines.iter().filter(|line| !line.is_empty()).count() <= rows {
        lines.retain(|line| !line.is_empty());
    }
    let is_long = lines.len() > rows;
    let rows = if is_long { rows.saturating_sub(1) } else { rows };
    let most_scrolled = lines.len().saturating_sub(rows);
    let scrolled = model.screen.panel.scrolled.min(most_scrolled);
    for (line, row) in lines.iter().skip(scrolled).take(rows).zip(0..) {
        let mut col = 1;
        for (text, style) in line {
            col = canvas.put(row, col, text, *style);
        }
    }
    if is_long {
        let scroll = super::how_to_scroll(model, scrolled < most_scrolled);
        canvas.put(canvas.rows().saturating_sub(1), 1, &scroll, canvas.theme.quiet);
    }
}

/// The goal, where it has no rows below the view.
fn goal_lines(goal: &GoalRow, canvas: &Canvas<'_>, room: usize) -> Vec<Line> {
    let mut lines = headed_flush(("GOAL ", canvas.theme.title), &goal.goal, room);
    let style = state_style(goal.mark, canvas.theme);
    lines.push(vec![(goal.state.clone(), style)]);
    lines
}

fn lines_of(row: &LabRow, canvas: &Canvas<'_>, room: usize) -> Vec<Line> {
    let theme = canvas.theme;
    match row {
        LabRow::Blank => vec![Line::new()],
        LabRow::Text(text) => broken(text, room, TEXT),
        LabRow::Quiet(text) => broken(text, room, theme.quiet),
        LabRow::Choice(number, text) => headed(&format!("{number} "), theme.key, text, room),
        LabRow::Hint(number, text) => {
            let head = format!("HINT {number} ");
            headed_flush((&head, theme.title), text, room)
        }
        LabRow::Verdict(word, text) => {
            let style = match *word {
                "WRONG" => theme.wrong,
                "RIGHT" | "[x]" => theme.right,
                _ => theme.title,
            };
            headed_flush((&format!("{word} "), style), text, room)
        }
        LabRow::Choices(choices) => side_by_side(choices, theme.key, room),
    }
}

fn broken(text: &str, room: usize, style: Style) -> Vec<Line> {
    let room = Room { first: room, others: room, rows: usize::MAX };
    room.broken(text).into_iter().map(|line| vec![(line, style)]).collect()
}

/// Text after a head, with its further rows below the text.
fn headed(head: &str, style: Style, text: &str, room: usize) -> Vec<Line> {
    let indent = " ".repeat(head.len());
    let mut lines = broken(text, room.saturating_sub(head.len()), TEXT);
    for (index, line) in lines.iter_mut().enumerate() {
        let begin = if index == 0 { (head.to_owned(), style) } else { (indent.clone(), TEXT) };
        line.insert(0, begin);
    }
    lines
}

/// Text after a head, with its further rows below the head.
fn headed_flush((head, style): (&str, Style), text: &str, room: usize) -> Vec<Line> {
    let rooms = Room { first: room.saturating_sub(head.len()), others: room, rows: usize::MAX };
    let mut lines: Vec<Line> =
        rooms.broken(text).into_iter().map(|line| vec![(line, TEXT)]).collect();
    match lines.first_mut() {
        Some(first) => first.insert(0, (head.to_owned(), style)),
        None => lines.push(vec![(head.to_owned(), style)]),
    }
    lines
}

fn side_by_side(choices: &[(usize, &str)], key: Style, room: usize) -> Vec<Line> {
    let (mut lines, mut line, mut used) = (Vec::new(), Line::new(), 0);
    for (number, word) in choices {
        let (head, cols) = (format!("{number} "), number.to_string().len() + 1 + word.len());
        if used > 0 && used + GAP + cols > room {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push((" ".repeat(GAP), TEXT));
            used += GAP;
        }
        line.extend([(head, key), ((*word).to_owned(), TEXT)]);
        used += cols;
    }
    lines.push(line);
    lines
}
