//! The first row: the open scene, the frame, and the current settings.
//!
//! Each field ends at a fixed column, so nothing jumps when numbers get longer.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::text::{Pen, cells_of};
use super::theme::Theme;
use crate::app::Model;
use hitscan_core::scene::Source;

/// Room for `frame 1234/1234`, so that the title does not move as frames
/// advance.
const FRAME_COLS: u16 = 15;
/// From the end of the frame to the end of the response, from there to the side
/// method, and from its end to the edge of the screen.
const GAPS: [u16; 3] = [13, 2, 1];
/// Shown while answers are hidden until predicted.
const PREDICT: &str = "PREDICT";

/// Draws the header into the first row of `area`.
pub(super) fn render(model: Model<'_>, theme: &Theme, area: Rect, buf: &mut Buffer) {
    let world = model.engine.sandbox().world();
    let settings = world.settings();
    let side = settings.side.id();
    let side_cols = u16::try_from(side.len()).unwrap_or_default();
    let side_at = area.right().saturating_sub(GAPS[2] + side_cols);
    let response_end = side_at.saturating_sub(GAPS[1]);
    let frame_end = response_end.saturating_sub(GAPS[0]);
    let frame = world.frame();
    let last = model.engine.sandbox().history().last_frame();
    let frame_cols = end_before(frame_end, cells_of(format_args!("frame {frame}/{last}")));

    let mut fields_at = frame_cols.min(frame_end.saturating_sub(FRAME_COLS));
    if model.engine.is_predicting() {
        // It sits directly before the frame, which leaves the title as much
        // room as possible.
        fields_at = end_before(frame_cols, PREDICT.len() + 2);
        let mut pen = Pen::new(buf, area, 0);
        pen.skip_to(fields_at);
        pen.styled(theme.accent, PREDICT);
    }
    let title_end = fields_at.saturating_sub(1);
    let mut pen = Pen::new(buf, area, 0);
    pen.end_at(title_end);
    pen.skip(1);
    write_title(model, theme, &mut pen);

    let mut pen = Pen::new(buf, area, 0);
    pen.skip_to(frame_cols);
    pen.format(format_args!("frame {frame}/{last}"));
    let response = settings.response.token();
    pen.skip_to(end_before(response_end, response.len()));
    pen.text(response);
    pen.skip_to(side_at);
    pen.text(side);
}

/// The start column of a text of `cells` cells that ends before `end`.
fn end_before(end: u16, cells: usize) -> u16 {
    end.saturating_sub(u16::try_from(cells).unwrap_or(u16::MAX))
}

/// Writes ` name*: title`; the asterisk marks unsaved changes.
fn write_title(model: Model<'_>, theme: &Theme, pen: &mut Pen<'_>) {
    pen.style = theme.title;
    match model.engine.source() {
        Source::New => pen.text("new"),
        Source::BuiltIn(name) => pen.any_script(name),
        Source::File(path) => {
            let name = path.file_name().unwrap_or(path.as_os_str());
            pen.any_script(&name.to_string_lossy());
        }
    }
    if model.engine.is_unsaved() {
        pen.text("*");
    }
    let title = model.engine.sandbox().world().title();
    if !title.is_empty() {
        pen.text(": ");
        pen.any_script(title);
    }
}
