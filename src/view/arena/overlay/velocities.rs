//! `y v`: an arrow for each velocity. [`super::super::motion`] defines its
//! look.

use crate::app::{ArenaModel, EditMode, Overlay};
use crate::view::arena::Shown;
use crate::view::arena::canvas::Canvas;
use crate::view::arena::motion::Arrow;
use crate::view::theme::Theme;
use hitscan_geom::Vector;

/// Draws the shafts, which lie under all shapes.
pub(in crate::view::arena) fn draw_shafts(
    model: &ArenaModel<'_>,
    canvas: &mut Canvas<'_>,
    shown: &[Shown<'_>],
) {
    for Shown { object, style, .. } in moving(model, shown) {
        let style = canvas.theme.dimmed(Theme::unselected(*style));
        Arrow::of(&canvas.view, object).draw_shaft(canvas, style);
    }
}

/// Draws the heads.
pub(in crate::view::arena) fn draw_heads(
    model: &ArenaModel<'_>,
    canvas: &mut Canvas<'_>,
    shown: &[Shown<'_>],
) {
    for Shown { object, style, .. } in moving(model, shown) {
        Arrow::of(&canvas.view, object).draw_head(canvas, Theme::unselected(*style));
    }
}

fn moving<'a, 'b>(
    model: &ArenaModel<'_>,
    shown: &'a [Shown<'b>],
) -> impl Iterator<Item = &'a Shown<'b>> {
    let shows = model.shows(Overlay::Velocities);
    // On a map of velocities the mark stands for the arrow.
    let is_marked = model.map.is_some() && model.edit_mode == EditMode::Speed;
    shown.iter().filter(move |shown| {
        shows && shown.object.velocity != Vector::ZERO && !(is_marked && shown.is_selected)
    })
}
