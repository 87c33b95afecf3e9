//! `y P`: the occupied cells of the grid, or the interval of the selected object in the
//! sweep, and a mark on each object that the selected one is compared with.

use super::Sketch;
use crate::app::ArenaModel;
use crate::view::arena::boxes::CellBox;
use crate::view::arena::canvas::Canvas;
use hitscan_geom::Point;

pub(super) fn draw(model: &ArenaModel<'_>, canvas: &Canvas<'_>, sketch: &mut Sketch) {
    let found = model.world.inspect_broad_phase(model.selected);
    for [min, max] in found.regions {
        let cells = CellBox::between(&canvas.view, min, max);
        if cells.in_view(canvas).is_some() {
            sketch.outline(cells);
        }
    }
    for id in found.candidates {
        let Some(object) = model.world.object(id) else { continue };
        let (min, max): (Point, Point) = object.shape.bounds();
        let cell = CellBox::between(&canvas.view, min, max).middle_cell();
        if canvas.shows(cell) {
            sketch.mark(cell, canvas.theme.accent);
        }
    }
}
