//! The overlays, one file each.
//!
//! An overlay does not draw. It adds to a [`Sketch`], which is then drawn in
//! three passes: under the shapes, over them, and labels where there is room.
//! Overlays compute no results: all numbers come from the records and the steps
//! of the methods.

mod bounds;
mod construction;
mod depth;
mod ends;
mod ghosts;
mod grid;
mod normals;
mod sketch;
mod velocities;

pub(super) use self::sketch::Sketch;
pub(super) use self::velocities::{draw_heads, draw_shafts};

use super::Shown;
use super::canvas::Canvas;
use crate::app::{ArenaModel, Overlay};
use crate::view::theme::Theme;
use hitscan_core::engine::Pair;

/// Collects what the active overlays add to the picture of the objects in view
/// and of the marked pairs.
pub(super) fn sketch(
    model: &ArenaModel<'_>,
    (shown, marked): (&[Shown<'_>], &[Pair]),
    canvas: &Canvas<'_>,
) -> Sketch {
    let mut sketch = Sketch::new(canvas);
    for layer in Overlay::ALL.into_iter().filter(|&layer| model.shows(layer)) {
        match layer {
            Overlay::Construction => construction::draw(model, canvas, &mut sketch),
            Overlay::Normals => normals::draw(model.selected, marked, canvas, &mut sketch),
            Overlay::Depth => depth::draw(marked, canvas, &mut sketch),
            Overlay::Grid => grid::draw(canvas, &mut sketch),
            Overlay::Bounds => bounds::draw(shown, canvas, &mut sketch),
            Overlay::Ghosts => ghosts::draw(model, canvas, &mut sketch),
            Overlay::Ends => ends::draw(model, canvas, &mut sketch),
            Overlay::Trail => {
                let selected = shown.last().filter(|shown| shown.is_selected);
                let style = selected.map_or(canvas.theme.quiet, |shown| {
                    canvas.theme.dimmed(Theme::unselected(shown.style))
                });
                for &at in model.trail {
                    sketch.glyph(canvas.view.cell_of(at), canvas.glyphs.trail, style);
                }
            }
            // Drawn with the objects.
            Overlay::Velocities | Overlay::Crossings => {}
        }
    }
    sketch
}
