//! The scene picker, which replaces arena and panel: the list, a preview of the
//! chosen scene, its note and the search. [`PickerLayout`] places the parts.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::arena;
use super::glyphs::Glyphs;
use super::text::{Pen, cells, cells_of, wrapped};
use super::theme::Theme;
use crate::app::{Entry, HitRegion, HitRegions, Listed, Picker, PickerLayout, Row};

/// The column where titles begin, unless the name before is longer.
const TITLE_COL: u16 = 12;
/// The column where it is told how far a lesson is.
const STATE_COL: u16 = 15;

/// Draws everything but the keys into the screen `area`.
pub(super) fn render(
    picker: &Picker,
    places: PickerLayout,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    (buf, hit_regions): (&mut Buffer, &mut HitRegions),
) {
    header(picker, places, theme, area, buf);
    let middle = Rect { y: area.y + 1, height: places.list_rows, ..area };
    let left = Rect { width: places.list_cols, ..middle };
    list(picker, theme, glyphs, left, (buf, hit_regions));
    if places.preview_cols > 0 {
        let beside = places.list_cols;
        super::separator(theme, glyphs, Rect { x: area.x + beside, width: 1, ..middle }, buf);
        let right = Rect { x: area.x + beside + 1, width: places.preview_cols, ..middle };
        chosen(picker, places, theme, glyphs, right, buf);
    }
    search(picker, theme, area, area.height - 2, buf);
}

/// Says what there is to open, or the chosen title where the list has no room for
/// it, and the number of the scene among those found.
fn header(picker: &Picker, places: PickerLayout, theme: &Theme, area: Rect, buf: &mut Buffer) {
    let [place, found, _] = picker.counts();
    let count = format!("{place} of {found}");
    let count_at = area.right().saturating_sub(1 + u16::try_from(count.len()).unwrap_or(0));
    let mut pen = Pen::new(buf, area, 0);
    pen.end_at(count_at.saturating_sub(1));
    pen.skip(1);
    let what = if picker.listed == Listed::Scenes { "open" } else { "lessons" };
    pen.styled(theme.title, what);
    pen.skip(2);
    match (picker.chosen(), &picker.listed) {
        (_, Listed::Lessons(summary)) => pen.text(summary),
        (Some(entry), _) if is_cut(entry, places.list_cols) => pen.any_script(entry.title()),
        _ => pen.text("a built-in scene, or a file here"),
    }
    let mut pen = Pen::new(buf, area, 0);
    pen.skip_to(count_at);
    pen.styled(theme.quiet, &count);
}

/// Whether the list has no room for the whole title beside the name.
fn is_cut(entry: &Entry, list_cols: u16) -> bool {
    let after_name = 2 + cells_of(format_args!("{}", entry.name()));
    let title = cells_of(format_args!("{}", entry.title()));
    after_name.max(usize::from(TITLE_COL)) + title >= usize::from(list_cols)
}

fn list(
    picker: &Picker,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    (buf, hit_regions): (&mut Buffer, &mut HitRegions),
) {
    let can_show = |text: &str| glyphs.can_show(text);
    let (rows, chosen) = picker.rows(usize::from(area.height), can_show);
    let title_col = match picker.listed {
        Listed::Scenes => TITLE_COL,
        Listed::Lessons(_) => STATE_COL,
    };
    // Without room for a few words, titles are left out.
    let has_titles = area.width >= TITLE_COL + 10;
    for ((index, row), y) in rows.iter().enumerate().zip(0..area.height) {
        let mut pen = Pen::new(buf, area, y);
        pen.end_at(area.right().saturating_sub(1));
        match row {
            Row::Heading(text) => {
                pen.skip(1);
                pen.style = theme.quiet;
                pen.any_script(&cut(text, usize::from(pen.room()), glyphs.cut));
            }
            Row::Entry(place, entry) => {
                hit_regions
                    .put(Rect { y: area.y + y, height: 1, ..area }, HitRegion::Scene(*place));
                let is_chosen = chosen == Some(index);
                let [name, title] = match (is_chosen, entry.is_readable()) {
                    (true, _) => [theme.chosen; 2],
                    (false, true) => [Style::new(), theme.quiet],
                    (false, false) => [theme.quiet; 2],
                };
                if is_chosen {
                    pen.styled(theme.accent, &glyphs.heads[1].to_string());
                }
                pen.skip_to(area.x + 1);
                pen.style = name;
                pen.any_script(entry.name());
                pen.style = title;
                // The name is enough where the title cannot be read.
                if has_titles && !entry.title().is_empty() && can_show(entry.title()) {
                    pen.skip(1);
                    pen.skip_to(area.x + title_col);
                    pen.any_script(&cut(entry.title(), usize::from(pen.room()), glyphs.cut));
                }
            }
        }
    }
    if rows.is_empty() {
        let text = "No scene matches the search. Backspace deletes a letter.";
        for (line, y) in wrapped(text, usize::from(area.width.saturating_sub(2))).zip(1..) {
            let mut pen = Pen::new(buf, area, y);
            pen.skip(1);
            pen.text(line);
        }
    }
}

/// Text in at most `room` cells, with a sign where it is cut.
fn cut<'a>(text: &'a str, room: usize, sign: &str) -> Cow<'a, str> {
    if cells_of(format_args!("{text}")) <= room {
        return Cow::Borrowed(text);
    }
    let mut left = room.saturating_sub(sign.chars().count());
    let fits = |c: &char| {
        left.checked_sub(cells(*c)).is_some_and(|rest| {
            left = rest;
            true
        })
    };
    let beginning: String = text.chars().take_while(fits).collect();
    Cow::Owned(beginning + sign)
}

/// Draws the preview and the note under it, or says why there is none.
fn chosen(
    picker: &Picker,
    places: PickerLayout,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let Some(entry) = picker.chosen() else { return };
    let (note_y, note_rows) = match picker.preview() {
        Some(preview) => {
            let picture = Rect { height: places.preview_rows, ..area };
            arena::render_bare(&preview.arena(), theme, glyphs, picture, buf);
            let rule = Rect { y: area.y + places.preview_rows, height: 1, ..area };
            for position in rule.intersection(*buf.area()).positions() {
                if let Some(cell) = buf.cell_mut(position) {
                    cell.set_char(glyphs.horizontal).set_style(theme.quiet);
                }
            }
            if let Some(cell) = buf.cell_mut((rule.x.saturating_sub(1), rule.y)) {
                cell.set_char(glyphs.border[1]).set_style(theme.quiet);
            }
            (places.preview_rows + 1, places.note_rows)
        }
        None => (1, area.height.saturating_sub(1)),
    };
    let style = if entry.is_readable() { Style::new() } else { theme.fault };
    let width = usize::from(area.width.saturating_sub(2));
    let note = match entry.note() {
        note if glyphs.can_show(note) => note,
        _ => "Its note is in a script that these glyphs do not have.",
    };
    for (line, y) in wrapped(note, width).zip(note_y..note_y + note_rows) {
        let mut pen = Pen::new(buf, area, y);
        pen.skip(1);
        pen.style = style;
        pen.any_script(line);
    }
}

/// Writes the search text with its cursor.
fn search(picker: &Picker, theme: &Theme, area: Rect, y: u16, buf: &mut Buffer) {
    let mut pen = Pen::new(buf, area, y);
    let badge = if picker.listed == Listed::Scenes { " OPEN " } else { " LESSONS " };
    pen.styled(theme.badge, badge);
    pen.skip(1);
    pen.styled(theme.quiet, "find: ");
    super::prompt::with_cursor(picker.query(), picker.cursor(), None, theme, &mut pen);
}
