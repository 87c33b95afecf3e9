//! The picture of another screen in place of this one's own. The last row stays free for its user.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::text::{Pen, cells_of, wrapped};

/// Blank cells between a key and what it does.
const GAP: u16 = 2;

/// Copies the part of a picture that begins at this column and row into all rows but the last.
/// Leaves out a wide character that does not fit at the edge.
pub fn render_part(picture: &Buffer, [left, top]: [u16; 2], buf: &mut Buffer) {
    let area = *buf.area();
    let theirs = *picture.area();
    let columns = area.width.min(theirs.width.saturating_sub(left));
    let rows = area.height.saturating_sub(1).min(theirs.height.saturating_sub(top));
    for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
        let cell = picture.cell(Position::new(left + x, top + y));
        let (Some(cell), Some(own)) = (cell, buf.cell_mut(Position::new(x, y))) else { continue };
        if usize::from(x) + cells_of(format_args!("{}", cell.symbol())).max(1)
            <= usize::from(area.width)
        {
            own.clone_from(cell);
        }
    }
}

/// Writes into the last row whose picture it is and how to come back from it, as long as there is
/// room, and where there is more of it.
pub fn render_whose(by: &str, more: &str, buf: &mut Buffer) {
    let area = *buf.area();
    let Some(y) = area.height.checked_sub(1) else { return };
    let more = if more.is_empty() { String::new() } else { format!("  more {more}") };
    let room = usize::from(area.width.saturating_sub(2));
    let texts = [
        format!("{by} shows you a screen; Esc comes back to yours{more}  ? keys"),
        format!("{by} shows you a screen; Esc comes back to yours{more}"),
        format!("{by} shows this; Esc comes back{more}"),
        format!("{by} shows this; Esc back{more}"),
        format!("Esc comes back{more}"),
    ];
    let fits = |text: &&String| cells_of(format_args!("{text}")) <= room;
    let text = texts.iter().find(fits).unwrap_or(&texts[4]);
    let mut pen = Pen::new(buf, area, y);
    pen.skip(1);
    pen.any_script(text);
}

/// Lists keys and what they do over the upper left of a picture, above its last row.
pub fn render_keys(keys: &[[&str; 2]], buf: &mut Buffer) {
    let area = *buf.area();
    let key_cols = keys.iter().map(|[key, _]| cells_of(format_args!("{key}"))).max();
    let Ok(key_cols) = u16::try_from(key_cols.unwrap_or_default()) else { return };
    let does_at = 1 + key_cols + GAP;
    let room = usize::from(area.width.saturating_sub(does_at + 1));
    let lines: Vec<_> = keys
        .iter()
        .flat_map(|[key, does]| {
            let keys = std::iter::once(*key).chain(std::iter::repeat(""));
            keys.zip(wrapped(does, room))
        })
        .collect();
    let long = lines.iter().map(|(_, does)| cells_of(format_args!("{does}"))).max();
    let width = does_at + u16::try_from(long.unwrap_or_default()).unwrap_or(u16::MAX) + 1;
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2);
    let page = Rect { width, height: rows.min(area.height.saturating_sub(1)), ..area };
    let page = page.intersection(area);
    for position in page.positions() {
        if let Some(cell) = buf.cell_mut(position) {
            cell.reset();
        }
    }
    let blank_above = u16::from(page.height == rows);
    for ((key, does), y) in lines.into_iter().zip(blank_above..page.height) {
        let mut pen = Pen::new(buf, page, y);
        pen.skip(1);
        pen.styled(Style::new().add_modifier(Modifier::BOLD), key);
        pen.skip_to(page.x + does_at);
        pen.text(does);
    }
}
