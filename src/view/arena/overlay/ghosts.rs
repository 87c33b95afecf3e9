//! `y s`: where the pair's boxes were in the frame: an outline at the start, one at
//! the hit; of a solid body a sign at the start. The end is where they are drawn.

use super::Sketch;
use crate::app::{ArenaModel, Inspected};
use crate::view::arena::boxes::{CellBox, is_solid};
use crate::view::arena::canvas::Canvas;
use hitscan_core::world::PairResult;
use hitscan_geom::{Swept, Vector};

pub(super) fn draw(model: &ArenaModel<'_>, canvas: &Canvas<'_>, sketch: &mut Sketch) {
    let Some(Inspected { pair, .. }) = &model.inspected else { return };
    let at_hit = at_hit(&pair.pair_result, canvas);
    for (party, at_hit) in [&pair.a, &pair.b].into_iter().zip(at_hit) {
        let Some(end) = party.shape.as_box().filter(|_| party.motion != Vector::ZERO) else {
            continue;
        };
        let Ok(start) = end.translated(-party.motion) else { continue };
        let style = canvas.theme.dimmed(canvas.theme.kind(party.shape.kind()));
        let start = CellBox::of(&canvas.view, &start);
        if is_solid(&start) {
            // At the hit, it would hide the side beside it.
            sketch.glyph(start.middle_cell(), canvas.glyphs.trail, style);
            continue;
        }
        sketch.outline_in(start, style);
        if let Some(cells) = at_hit {
            sketch.outline_in(cells, style);
        }
    }
}

/// The cells of each moving box at the hit.
pub(super) fn at_hit(pair_result: &PairResult, canvas: &Canvas<'_>) -> [Option<CellBox>; 2] {
    let (Some(frame), Some(Swept::Hit { t, .. })) = (pair_result.frame, pair_result.swept) else {
        return [None; 2];
    };
    frame.map(|moving| {
        (moving.motion() != Vector::ZERO).then(|| CellBox::at(&canvas.view, &moving, t))
    })
}
