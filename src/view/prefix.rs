//! The menu after a prefix key: a row for each key that may follow, in groups side by side, with
//! the current settings marked.
//!
//! ```text
//! ── b what a body does when it hits, and which method says the side ──
//!  response                   │  side from
//! ● p pass   go on            │● v swept              the truth
//!   s stop   stand there      │  r relative-velocity  edges over the motion
//! ```
//!
//! If there is no room for a row each, keys and names follow each other in a few rows.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::menu::{Head, cols_of, cut};
use super::status::clear_row;
use super::text::{Pen, cells_of};
use super::theme::Theme;
use super::{menu, separator, status};
use crate::app::{Action, HitRegion, HitRegions, Model, PrefixGroup, PrefixMenu, PrefixRow};

/// The columns of the mark and a blank.
const KEY_AT: u16 = 2;
/// Blank cells after a column of groups; then come a blank and the separator.
const MARGIN: u16 = 3;
/// The minimum room for a text that is cut.
const LEAST_TEXT: u16 = 12;
/// Blank cells between two keys in the same row.
const GAP: u16 = 2;

/// Draws the menu over the lower rows of the screen `area` if a prefix key was pressed, and returns
/// whether it did.
pub(super) fn render(
    model: Model<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
    hit_regions: &mut HitRegions,
) -> bool {
    let Some(prefix) = PrefixMenu::of(model) else { return false };
    let columns = prefix.columns.iter().map(|groups| MenuColumn::of(groups)).collect();
    let columns = side_by_side(columns, area.width).unwrap_or_default();
    let height = columns.iter().map(|column| column.rows).max().unwrap_or_default();
    // The header stays visible above the rule, and so do the keys below.
    match columns.as_slice() {
        [_, ..] if height + 3 <= area.height => {
            let top = area.height - 2 - height;
            let typed = [(prefix.typed.as_str(), theme.key), (" ", theme.quiet)];
            let title = [typed[0], typed[1], (prefix.title, theme.quiet)];
            let title = if prefix.title.is_empty() { &title[..1] } else { &title[..] };
            let head = Head { title, count: "", separator: None };
            menu::open(&head, area, top, theme, glyphs, buf);
            let body = Rect { y: area.y + top + 1, height, ..area };
            for (groups, column) in prefix.columns.iter().zip(&columns) {
                let at = Rect { x: area.x + column.at, width: column.cols, ..body };
                if column.at > 0 {
                    separator(theme, glyphs, Rect { x: at.x - 1, width: 1, ..at }, buf);
                }
                column.draw(groups, theme, glyphs, at, buf, hit_regions);
            }
            foot(model, &prefix, theme, glyphs, area, buf);
        }
        _ => packed(model, &prefix, theme, area, buf),
    }
    true
}

/// A column of groups: how much room its parts take, and its place.
struct MenuColumn {
    rows: u16,
    key_cols: u16,
    name_cols: u16,
    text_cols: u16,
    at: u16,
    cols: u16,
    has_texts: bool,
}

impl MenuColumn {
    fn of(groups: &[PrefixGroup]) -> Self {
        let rows = || groups.iter().flat_map(|group| &group.rows);
        let most = |text: fn(&PrefixRow) -> &str| rows().map(|row| cols_of(text(row))).max();
        let rows_of = |group: &PrefixGroup| group.rows.len() + usize::from(!group.title.is_empty());
        Self {
            rows: u16::try_from(groups.iter().map(rows_of).sum::<usize>()).unwrap_or(u16::MAX),
            key_cols: most(|row| &row.key).unwrap_or_default(),
            name_cols: most(|row| row.name).unwrap_or_default(),
            text_cols: most(|row| row.text).unwrap_or_default(),
            at: 0,
            cols: 0,
            has_texts: false,
        }
    }

    /// The width without the texts.
    const fn cols_without_texts(&self) -> u16 {
        KEY_AT + self.key_cols + 1 + self.name_cols
    }

    fn draw(
        &self,
        groups: &[PrefixGroup],
        theme: &Theme,
        glyphs: &Glyphs,
        at: Rect,
        buf: &mut Buffer,
        hit_regions: &mut HitRegions,
    ) {
        let mut y = at.y;
        let row_at = |y: u16| Rect { y, height: 1, ..at };
        for group in groups {
            if !group.title.is_empty() {
                let mut pen = Pen::new(buf, row_at(y), 0);
                pen.skip(if at.x == 0 { 1 } else { 2 });
                pen.styled(theme.quiet, group.title);
                y += 1;
            }
            for row in &group.rows {
                self.draw_row(row, theme, glyphs, row_at(y), buf);
                hit_regions.put(row_at(y), HitRegion::Following(row.action));
                y += 1;
            }
        }
    }

    fn draw_row(
        &self,
        row: &PrefixRow,
        theme: &Theme,
        glyphs: &Glyphs,
        at: Rect,
        buf: &mut Buffer,
    ) {
        let (name, text) =
            if row.is_set { (theme.title, Style::new()) } else { (Style::new(), theme.quiet) };
        let is_last = at.right() == buf.area().right();
        let mut pen = Pen::new(buf, at, 0);
        pen.end_at(at.right().saturating_sub(1));
        pen.skip(KEY_AT);
        pen.styled(theme.key, &row.key);
        pen.skip_to(at.x + KEY_AT + self.key_cols + 1);
        pen.styled(name, row.name);
        if self.has_texts {
            let gap = if is_last { GAP } else { 1 };
            pen.skip_to(at.x + self.cols_without_texts() + gap);
            pen.style = text;
            pen.any_script(&cut(row.text, usize::from(pen.room()), glyphs.cut));
        }
        if row.is_set {
            menu::set(at, theme, glyphs, buf);
        }
    }
}

/// Gives the columns their places side by side: with all texts, with only those of the last column,
/// or without any. `None` if not even the names fit.
fn side_by_side(mut columns: Vec<MenuColumn>, width: u16) -> Option<Vec<MenuColumn>> {
    for [has_texts, in_last] in [[true, true], [false, true], [false, false]] {
        let (last, others) = columns.split_last_mut()?;
        let mut at = 0;
        for column in others {
            let text_cols = if has_texts { 1 + column.text_cols } else { 0 };
            let cols = column.cols_without_texts() + text_cols + MARGIN;
            (column.at, column.cols, column.has_texts) = (at, cols, has_texts);
            at += cols + 2;
        }
        let text_cols = if in_last { GAP + last.text_cols.min(LEAST_TEXT) } else { 0 };
        (last.at, last.cols, last.has_texts) = (at, width.saturating_sub(at), in_last);
        if at + last.cols_without_texts() + text_cols < width {
            return Some(columns);
        }
    }
    None
}

/// Draws the last row: the key that was pressed, and the keys of the menu itself.
fn foot(
    model: Model<'_>,
    prefix: &PrefixMenu,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    buf: &mut Buffer,
) {
    let y = area.height - 1;
    let escape = model.input.keymap.named(Action::Escape);
    let back_at = area.right().saturating_sub(cols_of(&escape) + cols_of(" back "));
    let mut pen = Pen::new(buf, area, y);
    pen.styled(theme.badge, &format!(" {} ", prefix.typed));
    pen.skip(GAP);
    pen.end_at(back_at.saturating_sub(1));
    if prefix.has_set() {
        let dot = glyphs.start.to_string();
        status::write_key(&mut pen, theme, format_args!("{dot}"), "is so now");
        pen.skip(1);
    }
    let (key, does) = if prefix.has_set() {
        ("a letter", "changes it, at once")
    } else {
        ("a key", "does it, at once")
    };
    status::write_key(&mut pen, theme, format_args!("{key}"), does);
    let mut pen = Pen::new(buf, area, y);
    pen.skip_to(back_at);
    status::write_key(&mut pen, theme, format_args!("{escape}"), "back");
}

/// A key that may follow, in a menu without a row for each.
struct Packed<'a> {
    key: &'a str,
    what: &'a str,
    is_set: bool,
}

impl Packed<'_> {
    fn cols(&self) -> usize {
        let what = if self.what.is_empty() { 0 } else { 1 + self.what.len() };
        cells_of(format_args!("{}", self.key)) + what
    }
}

/// Draws the keys one after the other in as many rows as needed, the last one at the foot. Current
/// settings are bold.
fn packed(model: Model<'_>, prefix: &PrefixMenu, theme: &Theme, area: Rect, buf: &mut Buffer) {
    let typed = format!(" {} ", prefix.typed);
    let begin = cols_of(&typed) + 1;
    let room = usize::from(area.width.saturating_sub(begin));
    let rows = prefix.columns.iter().flatten().flat_map(|group| &group.rows);
    let mut entries: Vec<_> = rows
        .map(|row| {
            // `Left left` says no more than `Left`.
            let hint = row.action.row().hint;
            let what = if row.key.eq_ignore_ascii_case(hint) { "" } else { hint };
            Packed { key: &row.key, what, is_set: row.is_set }
        })
        .collect();
    let escape = model.input.keymap.named(Action::Escape);
    entries.push(Packed { key: &escape, what: "back", is_set: false });
    // Narrow gaps, and no key to go back, if that saves a row.
    let without_escape = &entries[..entries.len() - 1];
    let layouts = [
        (in_rows(&entries, room, GAP.into()), GAP),
        (in_rows(&entries, room, 1), 1),
        (in_rows(without_escape, room, 1), 1),
    ];
    let Some((rows, gap)) = layouts.into_iter().min_by_key(|(rows, _)| rows.len()) else { return };
    let count = u16::try_from(rows.len()).unwrap_or(u16::MAX);
    let first = area.height.saturating_sub(count);
    for (row, y) in rows.iter().zip(first..) {
        clear_row(area, y, buf);
        let mut pen = Pen::new(buf, area, y);
        if y == first {
            pen.styled(theme.badge, &typed);
        }
        pen.skip_to(area.x + begin);
        for entry in *row {
            pen.styled(theme.key, entry.key);
            if !entry.what.is_empty() {
                pen.text(" ");
                pen.styled(if entry.is_set { theme.accent } else { Style::new() }, entry.what);
            }
            pen.skip(gap);
        }
    }
}

/// Splits the entries into rows that fit, with `gap` cells between two entries.
fn in_rows<'a, 'b>(entries: &'b [Packed<'a>], room: usize, gap: usize) -> Vec<&'b [Packed<'a>]> {
    let (mut rows, mut from, mut used) = (Vec::new(), 0, 0);
    for (at, entry) in entries.iter().enumerate() {
        if at > from && used + gap + entry.cols() > room {
            rows.push(&entries[from..at]);
            (from, used) = (at, 0);
        }
        used += entry.cols() + if at > from { gap } else { 0 };
    }
    rows.push(&entries[from..]);
    rows
}
