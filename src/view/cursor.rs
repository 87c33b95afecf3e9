//! Where the hidden terminal cursor rests. Screen readers and braille displays follow it, so it is
//! at the verdict or at the text being typed.

use ratatui::layout::{Position, Rect};

use super::{command_line, panel};
use crate::app::{Lab, Model, PanelPlace, Prompt};

/// Where the cursor must be after a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorRest {
    /// In this row, at this column or anywhere to its right.
    InRow(Position),
    /// Exactly here.
    At(Position),
}

/// The rest position of the cursor in the picture of an app that fills `area`.
#[must_use]
pub fn cursor_rest(model: Model<'_>, area: Rect) -> CursorRest {
    let Some(layout) = model.screen.layout_of(area.width, area.height) else {
        return CursorRest::InRow(area.as_position());
    };
    let status_row = area.bottom() - 2;
    match &model.input.prompt {
        Some(Prompt::Command(line)) => {
            let column = command_line::cursor_column(line, area);
            CursorRest::At(Position::new(column, area.y + command_line::line_row(area)))
        }
        Some(Prompt::Leave(_) | Prompt::SaveOver(_) | Prompt::Scenes(_)) => {
            CursorRest::InRow(Position::new(area.x, status_row))
        }
        None if model.screen.help.is_some() => CursorRest::InRow(Position::new(area.x, area.y + 1)),
        None => {
            let panel = area.right() - layout.panel_cols;
            if let Some((col, row)) = panel::typing_cursor(model, layout) {
                return CursorRest::At(Position::new(panel + col, area.y + 1 + row));
            }
            let goal = layout.goal_rows > 0 && model.screen.shows_panel();
            if goal && model.lab.is_some_and(Lab::has_changed) {
                // The last row above the status.
                let left = if layout.panel == PanelPlace::Over { area.x } else { panel + 1 };
                return CursorRest::InRow(Position::new(left, status_row - 1));
            }
            if layout.panel == PanelPlace::Over {
                return CursorRest::InRow(Position::new(area.x, status_row - 1));
            }
            CursorRest::InRow(Position::new(panel + 1, area.y + 1 + panel::VERDICT_ROW))
        }
    }
}
