//! `y v`: an arrow for each velocity. What it looks like is [`super::super::motion`].

use crate::app::{App, Overlay};
use crate::view::arena::Shown;
use crate::view::arena::canvas::Canvas;
use crate::view::arena::motion::Arrow;
use hitscan_geom::Vector;

/// Draws the shafts, which lie under all shapes.
pub(in crate::view::arena) fn draw_shafts(app: &App, canvas: &mut Canvas<'_>, shown: &[Shown<'_>]) {
    for Shown { object, style, .. } in moving(app, shown) {
        Arrow::of(&canvas.view, object).draw_shaft(canvas, *style);
    }
}

/// Draws the heads.
pub(in crate::view::arena) fn draw_heads(app: &App, canvas: &mut Canvas<'_>, shown: &[Shown<'_>]) {
    for Shown { object, style, .. } in moving(app, shown) {
        Arrow::of(&canvas.view, object).draw_head(canvas, *style);
    }
}

fn moving<'a, 'b>(app: &App, shown: &'a [Shown<'b>]) -> impl Iterator<Item = &'a Shown<'b>> {
    let shows = app.shows(Overlay::Velocities);
    shown.iter().filter(move |shown| shows && shown.object.velocity != Vector::ZERO)
}
