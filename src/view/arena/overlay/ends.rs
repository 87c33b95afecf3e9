//! `y e`: where the pair's moving box would have ended the last frame under
//! each of the three side methods: s for swept, r for relative-velocity, p for
//! predict-corner. Equal ends share one outline with all their letters.

use super::Sketch;
use crate::app::{ArenaModel, Cell, End};
use crate::view::arena::boxes::CellBox;
use crate::view::arena::canvas::Canvas;
use hitscan_core::methods::Method;

pub(super) fn draw(model: &ArenaModel<'_>, canvas: &Canvas<'_>, sketch: &mut Sketch) {
    let mut ends: Vec<(CellBox, String)> = Vec::new();
    for End { method, shape } in model.inspected.iter().flat_map(|inspected| &inspected.ends) {
        let cells = CellBox::of(&canvas.view, shape);
        match ends.iter_mut().find(|(known, _)| *known == cells) {
            Some((_, letters)) => letters.push(letter(*method)),
            None => ends.push((cells, letter(*method).to_string())),
        }
    }
    for (cells, letters) in ends {
        sketch.outline(cells);
        // Below, since the box's name is at its top.
        let at = Cell { col: cells.left + 1, row: cells.bottom };
        sketch.tag(at, out_of_view(canvas, &cells), letters);
    }
}

/// The direction of a box that is out of view.
fn out_of_view(canvas: &Canvas<'_>, cells: &CellBox) -> Option<char> {
    let last = canvas.last();
    let [left, right, up, down] = canvas.glyphs.heads;
    match cells {
        _ if cells.right < 0 => Some(left),
        _ if cells.left > last.col => Some(right),
        _ if cells.bottom < 0 => Some(up),
        _ if cells.top > last.row => Some(down),
        _ => None,
    }
}

/// The first letter of the method's id.
fn letter(method: Method) -> char {
    method.id().chars().next().unwrap_or(' ')
}
