//! The overlays. An overlay does not draw: it adds to a [`Sketch`], which is then drawn in three
//! passes: under the shapes, over them, and labels where there is room. Only the arrows of
//! velocities (`y v`), whose look [`super::velocities`] defines, are drawn with the objects.
//!
//! Overlays compute no results: all numbers come from the records and the steps of the methods.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `layers` | draws the active overlays into one sketch |
//! | `construction` | what the current method computes |
//! | `sketch` | what overlays add to the picture, and how it is drawn |
//!
//! The arena calls `layers`, which calls `construction`; both add to a sketch.

mod construction;
mod layers;
mod sketch;

pub(super) use self::layers::sketch;
pub(super) use self::sketch::Sketch;

use super::ShownObject;
use super::canvas::ArenaCanvas;
use super::velocities::MotionArrow;
use crate::app::{ArenaModel, EditMode, Overlay};
use crate::view::theme::Theme;
use hitscan_geom::Vector;

/// Draws the shafts of the arrows, under all shapes.
pub(super) fn draw_shafts(
    model: &ArenaModel<'_>,
    canvas: &mut ArenaCanvas<'_>,
    shown: &[ShownObject<'_>],
) {
    for ShownObject { object, style, .. } in moving(model, shown) {
        let style = canvas.theme.dimmed(Theme::unselected(*style));
        MotionArrow::of(&canvas.view, object).draw_shaft(canvas, style);
    }
}

/// Draws the heads of the arrows.
pub(super) fn draw_heads(
    model: &ArenaModel<'_>,
    canvas: &mut ArenaCanvas<'_>,
    shown: &[ShownObject<'_>],
) {
    for ShownObject { object, style, .. } in moving(model, shown) {
        MotionArrow::of(&canvas.view, object).draw_head(canvas, Theme::unselected(*style));
    }
}

fn moving<'a, 'b>(
    model: &ArenaModel<'_>,
    shown: &'a [ShownObject<'b>],
) -> impl Iterator<Item = &'a ShownObject<'b>> {
    let shows = model.shows(Overlay::Velocities);
    // On a map of velocities, the mark takes the place of the arrow.
    let is_marked = model.map.is_some() && model.edit_mode == EditMode::Speed;
    shown.iter().filter(move |shown| {
        shows && shown.object.velocity != Vector::ZERO && !(is_marked && shown.is_selected)
    })
}
