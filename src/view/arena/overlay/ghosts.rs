//! `y s`: where the pair's boxes were in the last frame: an outline at the start,
//! one at the hit. The end is where the objects are drawn.

use super::Sketch;
use crate::app::{ArenaModel, Inspected};
use crate::view::arena::boxes::CellBox;
use crate::view::arena::canvas::Canvas;
use hitscan_core::world::PairResult;
use hitscan_geom::{Swept, Vector};

pub(super) fn draw(model: &ArenaModel<'_>, canvas: &Canvas<'_>, sketch: &mut Sketch) {
    let Some(Inspected { pair, .. }) = &model.inspected else { return };
    for party in [&pair.a, &pair.b] {
        let Some(end) = party.shape.as_box().filter(|_| party.motion != Vector::ZERO) else {
            continue;
        };
        let Ok(start) = end.translated(-party.motion) else { continue };
        sketch.outline(CellBox::of(&canvas.view, &start));
    }
    for cells in at_hit(&pair.pair_result, canvas).into_iter().flatten() {
        sketch.outline(cells);
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
