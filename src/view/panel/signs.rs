//! The legend in the panel.

use super::canvas::{PanelCanvas, TEXT};
use crate::app::{ArenaModel, EditMode, LegendSign, Model, Overlay, PANEL_SIGNS, SIGNS};
use crate::view::legend::SIGN_COLS;

/// Where the meanings begin.
const TEXT_COL: u16 = 1 + SIGN_COLS + 1;

pub(super) fn render(model: Model<'_>, canvas: &mut PanelCanvas<'_>) {
    let is_moved_whole = model.input.edit_mode == EditMode::Move;
    let are_many = model.engine.world().len() > ArenaModel::MOST_NAMED;
    let mut signs: Vec<_> = { SIGNS.iter() }
        .filter(|(sign, _)| !is_moved_whole || *sign != LegendSign::Edited)
        .filter(|(sign, _)| are_many || *sign != LegendSign::Density)
        .filter(|(sign, _)| {
            let is_of_overlay = matches!(sign, LegendSign::BroadPhase | LegendSign::Candidate);
            !is_of_overlay || model.shows(Overlay::BroadPhase)
        })
        .collect();
    let rows = usize::from(canvas.rows());
    // The signs of the panel, as far as there is room. The help has all of them.
    signs.extend(PANEL_SIGNS.iter().take(rows.saturating_sub(signs.len())));
    let is_long = signs.len() > rows;
    let rows = if is_long { rows.saturating_sub(1) } else { rows };
    let most_scrolled = signs.len().saturating_sub(rows);
    let scrolled = model.screen.panel.scrolled.min(most_scrolled);
    for ((sign, text), row) in signs.iter().skip(scrolled).take(rows).zip(0..) {
        canvas.sign(row, 1, *sign);
        canvas.put(row, TEXT_COL, &model.input.keymap.filled(text), TEXT);
    }
    if is_long {
        let scroll = super::how_to_scroll(model, scrolled < most_scrolled);
        canvas.put(canvas.rows().saturating_sub(1), 1, &scroll, canvas.theme.quiet);
    }
}
