//! The message on a screen that is too small to draw on.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::text::{Pen, wrapped};
use crate::app::{Action, GlyphSet, Layout, Model};

/// Writes the needed size, as far as there is room.
pub(super) fn render(model: Model<'_>, area: Rect, buf: &mut Buffer) {
    let (cols, rows) = Layout::LEAST;
    let by = if model.screen.appearance.glyphs == GlyphSet::Ascii { 'x' } else { '×' };
    let text = format!(
        "Terminal is {}{by}{}; hitscan needs {cols}{by}{rows}. {} quits.",
        area.width,
        area.height,
        model.input.keymap.named(Action::Quit)
    );
    for (line, y) in wrapped(&text, usize::from(area.width)).zip(0..area.height) {
        Pen::new(buf, area, y).text(line);
    }
}
