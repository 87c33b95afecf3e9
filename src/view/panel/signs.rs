//! The legend in the panel.

use ratatui::layout::Rect;

use super::canvas::{PanelCanvas, TEXT};
use crate::app::{ArenaModel, EditMode, LegendSign, Model, Overlay, PANEL_SIGNS, SIGNS};
use crate::view::legend::SIGN_COLS;
use hitscan_geom::{ShapeKind, Vector};

/// Where the meanings begin.
const TEXT_COL: u16 = 1 + SIGN_COLS + 1;

/// The signs that the picture has now, drawn in `arena`, with their meanings.
pub(super) fn in_picture(
    model: Model<'_>,
    canvas: &PanelCanvas<'_>,
    arena: Rect,
) -> Vec<&'static (LegendSign, &'static str)> {
    let world = model.engine.world_in_focus();
    let has = |kind| world.objects().any(|(_, object)| object.shape.kind() == kind);
    let glyphs = canvas.glyphs;
    let has_pair = model.engine.pair_in_focus().is_some();
    let of_a_side = ['║', '═', '╓', glyphs.hit_vertical, glyphs.hit_horizontal];
    let others = [glyphs.hit, glyphs.touch, glyphs.hatch, glyphs.trail];
    let shown = canvas.shown_of(arena, &[&of_a_side[..], &others].concat());
    let is_there = |sign: LegendSign| match sign {
        LegendSign::Selected => model.engine.sandbox().selection().is_some(),
        LegendSign::Partner => has_pair,
        LegendSign::Laser => has(ShapeKind::Segment),
        LegendSign::Polygon => has(ShapeKind::Polygon),
        LegendSign::StaticBox => world.objects().any(|(_, object)| object.is_static()),
        LegendSign::HitSide => of_a_side.iter().any(|sign| shown.contains(sign)),
        LegendSign::GoesThrough => shown.contains(&glyphs.hit),
        LegendSign::Touches => shown.contains(&glyphs.touch),
        LegendSign::Shared => shown.contains(&glyphs.hatch),
        LegendSign::Velocity => {
            let mut all = world.objects();
            model.shows(Overlay::Velocities) && all.any(|(_, it)| it.velocity != Vector::ZERO)
        }
        LegendSign::Trail => model.shows(Overlay::Trail) && shown.contains(&glyphs.trail),
        LegendSign::BroadPhase | LegendSign::Candidate => model.shows(Overlay::BroadPhase),
        LegendSign::Density => model.crowd().is_some(),
        LegendSign::TooFine => model.too_fine().is_some(),
        _ => false,
    };
    SIGNS.iter().filter(|(sign, _)| is_there(*sign)).collect()
}

/// Writes signs with their meanings, a row each.
pub(super) fn write(model: Model<'_>, canvas: &mut PanelCanvas<'_>, signs: &[&(LegendSign, &str)]) {
    for ((sign, text), row) in signs.iter().zip(0..) {
        canvas.sign(row, 1, *sign);
        canvas.put(row, TEXT_COL, &model.input.keymap.filled(text), TEXT);
    }
}

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
