//! What may follow a key that was pressed, as a list with what is on and what is
//! off, over the lower left of the screen: where the key row has not room for it.
//!
//! ```text
//! y ─────────────────────────────────────────
//!  c  off   draw what the method in view ...
//!  v  on    an arrow for each velocity
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::glyphs::Glyphs;
use super::keys::Following;
use super::text::{Pen, cells_of};
use super::theme::Theme;
use crate::app::{Action, App, KeyPress, Layout, Pending};

/// The least cells for a key with the blank after it.
const KEY_COLS: usize = 3;
/// Cells for what is on or off.
const STATE_COLS: u16 = 8;

/// An entry of the list.
struct Entry {
    key: KeyPress,
    state: Option<&'static str>,
    action: Action,
}

/// Draws the list over the foot of `area`, if keys are waited for.
pub(super) fn render(app: &App, theme: &Theme, glyphs: &Glyphs, area: Rect, buf: &mut Buffer) {
    let layout = Layout::of(app.size().0, app.size().1);
    let arena_cols = layout.map_or(0, |layout| Layout::RULER_COLS + layout.arena_cols());
    let Some(pending) = app.pending() else { return };
    if Following::of(app, &pending).gap(area.width).is_some() {
        return;
    }
    let entries = entries(app, &pending);
    let rows = u16::try_from(entries.len() + 1).unwrap_or(u16::MAX).min(area.height);
    let widest = entries.iter().map(|entry| cells_of(format_args!("{}", entry.action.spec().doc)));
    let cols = u16::try_from(widest.max().unwrap_or_default()).unwrap_or(u16::MAX);
    let key_cols = entries.iter().map(|entry| cells_of(format_args!("{} ", entry.key)));
    let key_cols = key_cols.max().unwrap_or_default().max(KEY_COLS);
    let has_states = entries.iter().any(|entry| entry.state.is_some());
    let state_cols = if has_states { STATE_COLS } else { 1 };
    let doc_col = 1 + u16::try_from(key_cols).unwrap_or(u16::MAX).saturating_add(state_cols);
    let needed = cols.saturating_add(doc_col).saturating_add(1);
    // Within the arena, else over the panel too: half a line of it would be read.
    let width = if needed <= arena_cols { needed } else { area.width };
    let list = Rect { y: area.bottom() - rows, height: rows, width, ..area };
    for position in list.positions() {
        if let Some(cell) = buf.cell_mut(position) {
            cell.reset();
        }
    }
    title(&pending, theme, glyphs, list, buf);
    for (row, entry) in (1..rows).zip(&entries) {
        line(entry, theme, (key_cols, doc_col), &mut Pen::new(buf, list, row));
    }
}

/// Each action once, under its first key.
fn entries(app: &App, pending: &Pending<'_>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for &(key, action) in &pending.following {
        if entries.iter().all(|entry| entry.action != action) {
            entries.push(Entry { key, state: app.state_of(action), action });
        }
    }
    entries
}

fn title(pending: &Pending<'_>, theme: &Theme, glyphs: &Glyphs, list: Rect, buf: &mut Buffer) {
    let mut pen = Pen::new(buf, list, 0);
    for key in pending.typed {
        pen.style = theme.badge;
        pen.format(format_args!(" {key} "));
    }
    pen.style = theme.quiet;
    while pen.room() > 0 {
        pen.text(glyphs.horizontal.encode_utf8(&mut [0; 4]));
    }
}

/// What it does in full, else in a word.
fn line(entry: &Entry, theme: &Theme, (key_cols, doc_col): (usize, u16), pen: &mut Pen<'_>) {
    let spec = entry.action.spec();
    let left = pen.column();
    pen.skip(1);
    pen.style = theme.key;
    pen.format(format_args!("{}", entry.key));
    pen.skip_to(left + 1 + u16::try_from(key_cols).unwrap_or_default());
    let state = entry.state.unwrap_or_default();
    let is_off = state == "off";
    pen.style = if is_off { theme.quiet } else { theme.accent };
    pen.text(state);
    pen.skip_to(left + doc_col);
    pen.style = if is_off { theme.quiet } else { Style::new() };
    if !pen.whole(format_args!("{}", spec.doc)) {
        pen.text(spec.hint);
    }
}
