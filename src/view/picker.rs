//! The scene picker, which replaces the arena and the panel: the list, a preview of the chosen
//! scene, its note and the search. [`PickerLayout`] places the parts.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `lessons` | lessons: a row for each, progress, and a note on the chosen one |
//!
//! This file draws scenes, and calls `lessons` for what is one.

mod lessons;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::menu::{cols_of, cut};
use super::text::{Pen, cells_of, wrapped};
use super::theme::{GroundRole, Theme, lay};
use super::{arena, menu};
use crate::app::{Entry, HitRegion, HitRegions, Listed, Picker, PickerLayout, PickerRow};
use hitscan_core::methods::Method;

/// The column where titles begin, unless the name before is longer.
const TITLE_COL: u16 = 14;
/// The most cells of a name.
const MOST_NAME: usize = 17;

/// Draws everything but the keys into the screen `area`.
pub(super) fn render(
    picker: &Picker,
    places: PickerLayout,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
    hit_regions: &mut HitRegions,
) {
    match picker.listed {
        Listed::Scenes => header(picker, places, theme, area, buf),
        Listed::Lessons(all) => lessons::header(all, theme, glyphs, area, buf),
    }
    let beside = area.x + places.list_cols;
    let branch = (places.preview_cols > 0).then_some((beside, glyphs.tees[0]));
    menu::rule(Rect { y: area.y + 1, height: 1, ..area }, branch, theme, glyphs, buf);
    let middle = Rect { y: area.y + 2, height: places.list_rows, ..area };
    let left = Rect { width: places.list_cols, ..middle };
    list(picker, theme, glyphs, left, buf, hit_regions);
    if places.preview_cols > 0 {
        super::separator(theme, glyphs, Rect { x: beside, width: 1, ..middle }, buf);
        let right = Rect { x: beside + 1, width: places.preview_cols, ..middle };
        chosen(picker, places, theme, glyphs, right, buf);
    }
    if places.legend_rows > 0 {
        let rule = Rect { y: middle.bottom(), height: 1, ..area };
        let branch = (places.preview_cols > 0).then_some((beside, glyphs.tees[1]));
        menu::rule(rule, branch, theme, glyphs, buf);
        lessons::legend(
            picker.all_are_open(),
            theme,
            glyphs,
            Rect { y: rule.y + 1, height: 1, ..area },
            buf,
        );
    }
    search(picker, theme, area, area.height - 2, buf);
}

/// Says what there is to open, or the chosen title if the list has no room for it, and the position
/// of the scene among those found.
fn header(picker: &Picker, places: PickerLayout, theme: &Theme, area: Rect, buf: &mut Buffer) {
    let [place, found, _] = picker.counts();
    let count = format!("{place} of {found}");
    let count_at = area.right().saturating_sub(1 + u16::try_from(count.len()).unwrap_or(0));
    let mut pen = Pen::new(buf, area, 0);
    pen.end_at(count_at.saturating_sub(1));
    pen.skip(1);
    pen.styled(theme.title, "open");
    pen.skip(2);
    match picker.chosen() {
        Some(entry) if is_cut(entry, places.list_cols) => pen.any_script(entry.title()),
        Some(entry) if entry.as_lesson().is_some() => pen.text("a lesson"),
        _ => pen.text("a scene"),
    }
    let mut pen = Pen::new(buf, area, 0);
    pen.skip_to(count_at);
    pen.styled(theme.quiet, &count);
}

/// Whether the list has no room for the whole title after the name.
fn is_cut(entry: &Entry, list_cols: u16) -> bool {
    let after_name = 3 + cells_of(format_args!("{}", entry.name())).min(MOST_NAME);
    let title = cells_of(format_args!("{}", entry.title()));
    after_name.max(usize::from(TITLE_COL)) + title >= usize::from(list_cols)
}

fn list(
    picker: &Picker,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
    hit_regions: &mut HitRegions,
) {
    let (rows, chosen) = picker.rows(usize::from(area.height));
    for ((index, row), y) in rows.iter().enumerate().zip(0..area.height) {
        let place = Rect { y: area.y + y, height: 1, ..area };
        match row {
            PickerRow::Heading(text, count) => heading(text, *count, theme, glyphs, place, buf),
            PickerRow::Entry(number, entry) => {
                hit_regions.put(place, HitRegion::Scene(*number));
                let is_chosen = chosen == Some(index);
                if entry.as_lesson().is_none() {
                    scene(entry, is_chosen, theme, glyphs, place, buf);
                    continue;
                }
                let are_lessons = picker.listed != Listed::Scenes;
                lessons::row(entry, is_chosen, are_lessons, theme, glyphs, place, buf);
                if is_chosen {
                    let cols = if are_lessons { area.width - 1 } else { area.width };
                    menu::choose_within(place, cols, theme, glyphs, buf);
                }
            }
        }
    }
    if rows.is_empty() {
        let what = if picker.listed == Listed::Scenes { "scene" } else { "lesson" };
        let text = &format!("No {what} matches the search. Backspace deletes a letter.");
        for (line, y) in wrapped(text, usize::from(area.width.saturating_sub(2))).zip(1..) {
            let mut pen = Pen::new(buf, area, y);
            pen.skip(1);
            pen.text(line);
        }
    }
}

/// Writes the title of a group, and how many entries it has.
fn heading(
    text: &str,
    count: usize,
    theme: &Theme,
    glyphs: &Glyphs,
    place: Rect,
    buf: &mut Buffer,
) {
    let count = if count > 1 { count.to_string() } else { String::new() };
    let end = place.right().saturating_sub(1);
    let mut pen = Pen::new(buf, place, 0);
    pen.end_at(end);
    pen.skip(1);
    pen.style = theme.title;
    let room = pen.room().saturating_sub(cols_of(&count) + 2);
    pen.any_script(&cut(text, usize::from(room), glyphs.cut));
    pen.skip_to(end.saturating_sub(cols_of(&count)));
    pen.styled(theme.quiet, &count);
    lay(place, GroundRole::Button, theme, buf);
}

/// Writes the name of a scene, and its title if there is room for a few words.
fn scene(
    entry: &Entry,
    is_chosen: bool,
    theme: &Theme,
    glyphs: &Glyphs,
    place: Rect,
    buf: &mut Buffer,
) {
    let [name, title] = match (is_chosen, entry.is_readable()) {
        (true, _) => [theme.title, Style::new()],
        (false, true) => [Style::new(), theme.quiet],
        (false, false) => [theme.quiet; 2],
    };
    let mut pen = Pen::new(buf, place, 0);
    pen.end_at(place.right().saturating_sub(1));
    pen.skip(2);
    pen.style = name;
    pen.any_script(&cut(entry.name(), MOST_NAME, glyphs.cut));
    pen.style = title;
    let has_room = place.width >= TITLE_COL + 10;
    // The name is enough if the title is not legible.
    if has_room && !entry.title().is_empty() && glyphs.can_show(entry.title()) {
        pen.skip(1);
        pen.skip_to(place.x + TITLE_COL);
        pen.any_script(&cut(entry.title(), usize::from(pen.room()), glyphs.cut));
    }
    if is_chosen {
        menu::choose(place, theme, glyphs, buf);
    }
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
            menu::rule(rule, None, theme, glyphs, buf);
            if let Some(cell) = buf.cell_mut((rule.x.saturating_sub(1), rule.y)) {
                cell.set_char(glyphs.border[1]).set_style(theme.quiet);
            }
            (places.preview_rows + 1, places.note_rows)
        }
        None => (1, area.height.saturating_sub(1)),
    };
    let below = Rect { y: area.y + note_y, height: note_rows, ..area };
    if let Some(lesson) = entry.as_lesson() {
        return lessons::note(entry, lesson, theme, glyphs, below.intersection(area), buf);
    }
    let method = picker.preview().and_then(|preview| preview.method);
    note(entry, method, theme, glyphs, below.intersection(area), buf);
}

/// Writes the contents of the scene, its note, its method and the title of its source, as far as
/// the note leaves room for the others.
fn note(
    entry: &Entry,
    method: Option<Method>,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let style = if entry.is_readable() { Style::new() } else { theme.fault };
    let width = usize::from(area.width.saturating_sub(2));
    let note = match entry.note() {
        note if glyphs.can_show(note) => note,
        _ => "Its note is in a script that these glyphs do not have.",
    };
    let lines = u16::try_from(wrapped(note, width).count()).unwrap_or(u16::MAX);
    let has = entry.contents();
    let method = method.filter(|_| !has.is_empty()).map_or("", |method| method.id());
    let mut row = 0;
    let mut write = |parts: &[(&str, Style)]| {
        let mut pen = Pen::new(buf, area, row);
        pen.end_at(area.right().saturating_sub(1));
        pen.skip(1);
        for (text, style) in parts {
            pen.style = *style;
            pen.any_script(&cut(text, usize::from(pen.room()), glyphs.cut));
        }
        row += 1;
    };
    let mut free = area.height.saturating_sub(lines);
    let mut has_room_for = |text: &str| {
        let has_room = !text.is_empty() && free > 0 && glyphs.can_show(text);
        free -= u16::from(has_room);
        has_room
    };
    if has_room_for(&has) {
        write(&[(entry.name(), theme.title), ("  ", theme.quiet), (&has, theme.quiet)]);
    }
    for line in wrapped(note, width).take(area.height.into()) {
        write(&[(line, style)]);
    }
    if has_room_for(method) {
        write(&[("method ", theme.quiet), (method, Style::new())]);
    }
    let [original, english] = entry.source_titles();
    if has_room_for(english) {
        let behind = if glyphs.can_show(original) { original } else { "" };
        write(&[(english, Style::new()), ("  ", theme.quiet), (behind, theme.quiet)]);
    }
}

/// Writes the search text with its cursor.
fn search(picker: &Picker, theme: &Theme, area: Rect, y: u16, buf: &mut Buffer) {
    let mut pen = Pen::new(buf, area, y);
    let badge = if picker.listed == Listed::Scenes { " OPEN " } else { " LESSONS " };
    pen.styled(theme.badge, badge);
    pen.skip(1);
    pen.styled(theme.quiet, "find: ");
    super::command_line::with_cursor(picker.query(), picker.cursor(), None, theme, &mut pen);
}
