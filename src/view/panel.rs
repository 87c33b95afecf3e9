//! The panel: columns right of the separator, from the ruler's row to the last
//! row of the arena.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::glyphs::Glyphs;
use super::theme::Theme;
use crate::app::App;

/// Draws the panel into `area`.
pub(super) const fn render(
    _app: &App,
    _theme: &Theme,
    _glyphs: &Glyphs,
    _area: Rect,
    _buf: &mut Buffer,
) {
}
