//! Lessons in the picker: a row for each, the overall progress above, the legend below, and a note
//! on the chosen one.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::text;
use crate::app::{Entry, LessonEntry};
use crate::view::glyphs::Glyphs;
use crate::view::menu::cut;
use crate::view::text::{Pen, cells_of, wrapped};
use crate::view::theme::Theme;
use hitscan_core::lab::{CourseStanding, LessonState};

/// The minimum width of a list with bars, and the width of a bar.
const BAR_FROM: u16 = 48;
const BAR_COLS: u16 = 8;
/// The columns of points, including the blanks before them.
const POINTS_COLS: u16 = 7;

/// Writes the overall progress into the first row.
pub(super) fn header(
    all: CourseStanding,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let CourseStanding { lessons: [done, lessons], points: [points, of] } = all;
    let (points, rest) = (points.to_string(), format!(" of {of} points"));
    let most = u16::try_from(of.to_string().len() + rest.len()).unwrap_or(u16::MAX);
    let end = area.right().saturating_sub(1);
    let mut pen = Pen::new(buf, area, 0);
    pen.skip(1);
    pen.styled(theme.title, "lessons");
    pen.skip(2);
    pen.text(&format!("{done} of {lessons} done"));
    let used = pen.column();
    let cells = u16::try_from(points.len() + rest.len()).unwrap_or(u16::MAX);
    if used + 2 + cells > end {
        return;
    }
    let bar_end = end.saturating_sub(most + 3);
    let cols = (area.width * 2 / 5).min(bar_end.saturating_sub(used + 2));
    if cols >= BAR_COLS {
        let reached = [all.points[0], of];
        pen.skip_to(bar_end - cols);
        for (text, style) in text::bar_parts(reached, cols, glyphs, [theme.right, theme.quiet]) {
            pen.style = style;
            pen.any_script(&text);
        }
    }
    pen.skip_to(end - cells);
    pen.styled(theme.title, &points);
    pen.styled(theme.quiet, &rest);
}

/// Writes a lesson into a row of the list; with its number if the list has only lessons.
pub(super) fn row(
    entry: &Entry,
    is_chosen: bool,
    has_number: bool,
    theme: &Theme,
    glyphs: &Glyphs,
    row: Rect,
    buf: &mut Buffer,
) {
    let Some(lesson) = entry.as_lesson() else { return };
    let mut pen = Pen::new(buf, row, 0);
    pen.skip(2);
    if has_number {
        pen.style = if is_chosen { Style::new() } else { theme.quiet };
        pen.format(format_args!("{:>2} ", lesson.number));
    }
    let (sign, style) = match lesson.state {
        LessonState::Done => (glyphs.start, theme.right),
        LessonState::Begun => (glyphs.touch, theme.key),
        LessonState::New => (' ', Style::new()),
    };
    pen.style = style;
    pen.any_script(sign.encode_utf8(&mut [0; 4]));
    pen.skip(1);
    pen.style = match lesson.state {
        _ if is_chosen => theme.title,
        LessonState::New => theme.quiet,
        LessonState::Begun | LessonState::Done => Style::new(),
    };
    let end = row.right().saturating_sub(1);
    if let Some(why) = &lesson.closed {
        let cells = u16::try_from(cells_of(format_args!("{why}"))).unwrap_or(u16::MAX);
        let room = end.saturating_sub(cells + 1).saturating_sub(pen.column());
        pen.any_script(&cut(entry.name(), room.into(), glyphs.cut));
        pen.skip_to(end.saturating_sub(cells));
        return pen.styled(theme.quiet, why);
    }
    let bar_cols = if row.width >= BAR_FROM { BAR_COLS + 1 } else { 0 };
    let points_at = end.saturating_sub(POINTS_COLS);
    let room = points_at.saturating_sub(bar_cols + pen.column());
    pen.any_script(&cut(entry.name(), room.into(), glyphs.cut));
    if bar_cols > 0 {
        pen.skip_to(points_at - BAR_COLS);
        let [points, of] = lesson.points;
        let full = if points < of { Theme::unselected(theme.accent) } else { theme.right };
        for (text, style) in text::bar_parts([points, of], BAR_COLS, glyphs, [full, theme.quiet]) {
            pen.style = style;
            pen.any_script(&text);
        }
    }
    let points = points(lesson);
    let cells = u16::try_from(points.iter().map(String::len).sum::<usize>()).unwrap_or(0);
    pen.skip_to(end.saturating_sub(cells));
    pen.styled(Style::new(), &points[0]);
    pen.styled(theme.quiet, &points[1]);
}

/// `9` and `/14`; a new lesson has no points yet.
fn points(lesson: &LessonEntry) -> [String; 2] {
    let [points, of] = lesson.points;
    let points = if lesson.state == LessonState::New { "-".to_owned() } else { points.to_string() };
    [points, format!("/{of}")]
}

/// Writes the legend.
pub(super) fn legend(
    all_are_open: bool,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let mut pen = Pen::new(buf, area, 0);
    pen.end_at(area.right().saturating_sub(1));
    pen.skip(1);
    for (sign, style, text) in
        [(glyphs.start, theme.right, " done"), (glyphs.touch, theme.key, " begun")]
    {
        pen.style = style;
        pen.any_script(sign.encode_utf8(&mut [0; 4]));
        pen.styled(theme.quiet, text);
        pen.skip(2);
    }
    pen.skip(1);
    pen.style = theme.quiet;
    if !all_are_open {
        return;
    }
    if !pen.whole(format_args!("all are open; none must come first")) {
        pen.whole(format_args!("all are open"));
    }
}

/// Writes the title and goal of the chosen lesson, its progress, and its sources if there are rows
/// left.
pub(super) fn note(
    entry: &Entry,
    lesson: &LessonEntry,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let width = usize::from(area.width.saturating_sub(2));
    let [step, of] = lesson.step.map(|number| number.to_string());
    let [points, most] = lesson.points;
    let [quiet, own] = [theme.quiet, Style::new()];
    let points = match lesson.state {
        LessonState::New => format!("   {most} points"),
        LessonState::Begun | LessonState::Done => format!("   {points} of {most}"),
    };
    let mut at: Vec<(&str, Style)> = match lesson.state {
        LessonState::Begun => {
            vec![("step ", quiet), (&step, own), (" of ", quiet), (&of, own), (&points, quiet)]
        }
        LessonState::New | LessonState::Done => {
            vec![(&of, own), (" steps", quiet), (&points, quiet)]
        }
    };
    if at.iter().map(|(text, _)| text.len()).sum::<usize>() > width {
        // The points are also in the list.
        at.pop();
    }
    let lines = |text, style| wrapped(text, width).map(move |line| vec![(line, style)]);
    let title: Vec<Vec<(&str, Style)>> = lines(entry.name(), theme.title).collect();
    let goal: Vec<_> = lines(entry.note(), own).collect();
    let sources: Vec<_> = lines(&lesson.sources, quiet).collect();
    let rows = usize::from(area.height);
    let mut all = [title, goal].concat();
    if all.len() + 2 <= rows {
        all.push(Vec::new());
    }
    all.push(at);
    if all.len() + 2 + sources.len() <= rows && glyphs.can_show(&lesson.sources) {
        all.push(Vec::new());
        all.extend(sources);
    }
    for (parts, y) in all.iter().zip(0..area.height) {
        let mut pen = Pen::new(buf, area, y);
        pen.end_at(area.right().saturating_sub(1));
        pen.skip(1);
        for (text, style) in parts {
            pen.style = *style;
            pen.any_script(text);
        }
    }
}
