//! The overlays, one file each.
//!
//! An overlay does not draw. It adds to a [`Sketch`], which is then drawn in
//! three passes: under the shapes, over them, and labels where there is room.
//! Overlays compute no results: all numbers come from the records and the steps
//! of the methods.

mod bounds;
mod broad_phase;
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
use super::boxes::CellBox;
use super::canvas::Canvas;
use super::lasers;
use crate::app::{ArenaModel, Dragged, Overlay};
use crate::view::theme::Theme;
use hitscan_core::engine::Pair;
use hitscan_geom::Segment;

/// Collects what the active overlays add to the picture of the objects in view
/// and of the marked pairs.
pub(super) fn sketch(
    model: &ArenaModel<'_>,
    (shown, marked): (&[Shown<'_>], &[Pair]),
    canvas: &Canvas<'_>,
) -> Sketch {
    let mut sketch = Sketch::new(canvas);
    if let Some(dragged) = &model.dragged {
        draw_dragged(dragged, canvas, &mut sketch);
    }
    for layer in Overlay::ALL.into_iter().filter(|&layer| model.shows(layer)) {
        match layer {
            Overlay::Construction => construction::draw(model, canvas, &mut sketch),
            Overlay::Normals => normals::draw(model.selected, marked, canvas, &mut sketch),
            Overlay::Depth => depth::draw(marked, canvas, &mut sketch),
            Overlay::Grid => grid::draw(canvas, &mut sketch),
            Overlay::Bounds => bounds::draw(shown, canvas, &mut sketch),
            Overlay::BroadPhase => broad_phase::draw(model, canvas, &mut sketch),
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

/// Where a drag would bring what it moves.
fn draw_dragged(dragged: &Dragged, canvas: &Canvas<'_>, sketch: &mut Sketch) {
    match dragged {
        Dragged::Box(shape) => {
            sketch.outline_in(CellBox::of(&canvas.view, shape), canvas.theme.accent);
        }
        Dragged::Path(points) => {
            for ends in points.windows(2) {
                if let Ok(line) = Segment::new(ends[0], ends[1]) {
                    sketch.line(lasers::stroke(&canvas.view, &line));
                }
            }
        }
    }
}
