//! The list of commands that match the word in the `:` line, over the lower left
//! of the screen: name, description and key.
//!
//! ```text
//! ►undo   undo the last N changes    u
//!  redo   redo N changes             r
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::text::{Pen, cells_of, wrapped};
use super::theme::Theme;
use crate::app::{HitRegion, HitRegions, Layout, Model, PaletteRow, Prompt};

/// The most rows of the list, since longer lists are not read.
const MOST_ROWS: u16 = 6;
/// The smallest width, separator included. If the arena is narrower, the list
/// also covers the panel, which would otherwise be cut in half.
const LEAST_COLS: u16 = 48;
/// Blank cells between two columns.
const GAP: usize = 2;

/// Draws the list over the bottom of `area` if it is open, and registers its
/// rows as hit regions.
pub(super) fn render(
    model: Model<'_>,
    theme: &Theme,
    glyphs: &Glyphs,
    area: Rect,
    (buf, hit_regions): (&mut Buffer, &mut HitRegions),
) {
    let Some(Prompt::Command(line)) = &model.input.prompt else { return };
    let rows = model.input.palette();
    let height = u16::try_from(rows.len()).unwrap_or(u16::MAX).min(MOST_ROWS).min(area.height);
    let arena_cols =
        model.screen.layout().map_or(area.width, |layout| Layout::RULER_COLS + layout.arena_cols());
    let width = if arena_cols + 1 < LEAST_COLS { area.width } else { arena_cols.max(LEAST_COLS) };
    let list = Rect { y: area.bottom() - height, height, width, ..area };
    let first = first_row(line.chosen().unwrap_or(0), rows.len(), usize::from(height));
    let seen = rows.iter().enumerate().skip(first).take(usize::from(height));
    let seen: Vec<_> = seen.collect();
    let longest = seen.iter().map(|(_, row)| row.name.len()).max().unwrap_or_default();
    let mark = glyphs.heads[1].to_string();
    for (&(index, row), y) in seen.iter().zip(0..height) {
        let place = Rect { y: list.y + y, height: 1, ..list };
        for position in place.positions() {
            if let Some(cell) = buf.cell_mut(position) {
                cell.reset();
            }
        }
        let mark = (line.chosen() == Some(index)).then_some(mark.as_str());
        write(row, (mark, longest), theme, place, buf);
        hit_regions.put(place, HitRegion::Palette(index));
    }
}

/// The first visible row. The list scrolls by pages, so that most rows stay in
/// place.
fn first_row(chosen: usize, count: usize, height: usize) -> usize {
    let height = height.max(1);
    (chosen / height * height).min(count.saturating_sub(height))
}

/// Writes a row, with a mark before it if it is the chosen one.
fn write(
    row: &PaletteRow,
    (mark, longest): (Option<&str>, usize),
    theme: &Theme,
    place: Rect,
    buf: &mut Buffer,
) {
    let key = row.key.as_deref().unwrap_or_default();
    let key_cols = if key.is_empty() { 0 } else { cells_of(format_args!("{key}")) + GAP };
    let mut pen = Pen::new(buf, place, 0);
    if let Some(mark) = mark {
        pen.styled(theme.accent, mark);
    } else {
        pen.skip(1);
    }
    let is_chosen = mark.is_some();
    pen.style = if is_chosen { theme.chosen } else { theme.title };
    pen.format(format_args!("{:<longest$}", row.name));
    pen.style = if is_chosen { theme.chosen } else { Style::new() };
    let room = usize::from(pen.room()).saturating_sub(GAP + key_cols);
    let doc = wrapped(row.doc, room).next().unwrap_or_default();
    pen.format(format_args!("{:GAP$}{doc:<room$}", ""));
    if !key.is_empty() {
        pen.format(format_args!("{:GAP$}", ""));
        pen.styled(theme.key, key);
    }
}
