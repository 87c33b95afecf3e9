//! The rows under a view. In a lesson: its goal in two rows, and the student's progress in a third;
//! at its end, the next lesson. In a scene: its note, until the first command.

use unicode_width::UnicodeWidthStr as _;

use super::canvas::{PanelCanvas, TEXT};
use super::lab::line::Line;
use crate::app::{EndOfLesson, GoalMark, Model};
use crate::view::bar;
use crate::view::text::wrapped;
use crate::view::theme::Theme;
use hitscan_core::lab::{CourseStanding, Room};
use ratatui::style::Style;

/// Precedes the goal.
const WORD: &str = "GOAL ";

/// Draws a rule and the note below it.
pub(super) fn render_note(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let Some(note) = &model.screen.note else { return };
    canvas.rule(0, canvas.glyphs.border[1], ["", ""]);
    let width = usize::from(canvas.cols().saturating_sub(2));
    let unseen = "The note is in a script that these glyphs do not have.";
    let note = if canvas.glyphs.can_show(note) { note } else { unseen };
    for (row, line) in (1..canvas.rows()).zip(wrapped(note, width)) {
        canvas.put(row, 1, line, TEXT);
    }
}

/// Draws a rule and the three rows below it.
pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let Some(goal) = model.goal_row() else { return };
    canvas.rule(0, canvas.glyphs.border[1], ["", ""]);
    if let Some(end) = model.end_of_lesson() {
        for (line, row) in end_lines(&end, canvas).iter().zip(1..) {
            line.write(row, canvas);
        }
        return;
    }
    let room = usize::from(canvas.cols().saturating_sub(2));
    let rooms = Room { first: room.saturating_sub(WORD.len()), others: room, rows: 2 };
    let col = canvas.put(1, 1, WORD, canvas.theme.title);
    let mut rows = rooms.broken(&goal.goal).into_iter();
    canvas.put(1, col, &rows.next().unwrap_or_default(), TEXT);
    let second = rows.next().or(goal.worth).unwrap_or_default();
    canvas.put(2, 1, &second, TEXT);
    let is_narrow = goal.state.width() > room;
    let state = goal.brief.filter(|_| is_narrow).unwrap_or(goal.state);
    canvas.put(3, 1, &state, state_style(goal.mark, canvas.theme));
}

/// The next lesson, and the progress in all lessons.
pub(super) fn end_lines(end: &EndOfLesson, canvas: &PanelCanvas<'_>) -> Vec<Line> {
    let theme = canvas.theme;
    let written = |text: &str, style| (text.to_owned(), style);
    let next = match &end.next {
        Some(title) => vec![written("next  ", theme.quiet), written(title, theme.title)],
        None => vec![written("it was the last lesson", TEXT)],
    };
    let CourseStanding { lessons: [done, lessons], points: [points, of] } = end.all;
    let all = format!("{done} of {lessons} done, {points} of {of}");
    let cells = canvas.cols().saturating_sub(3);
    let bar = bar::parts([points, of], cells, canvas.glyphs, [theme.right, theme.quiet]);
    vec![Line::parts(next), Line::of(&all, theme.quiet), Line::parts(bar.into())]
}

/// The style of the state of a step.
pub(super) const fn state_style(mark: GoalMark, theme: &Theme) -> Style {
    match mark {
        GoalMark::Open => theme.accent,
        GoalMark::Right => theme.right,
        GoalMark::Wrong => theme.wrong,
    }
}
