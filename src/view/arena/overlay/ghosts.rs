//! `y s`: where the boxes of the pair in view were in the last frame: corners
//! where they started, an outline where they hit. Where they ended they stand.
//!
//! While Why explains a method, only what that method knows is shown: of the
//! three side methods `swept` alone knows of a time between start and end.

use super::Sketch;
use crate::app::{App, Tab};
use crate::geom::{Aabb, Swept, Vector};
use crate::methods::{AnyMethod, SideMethod};
use crate::view::arena::boxes::CellBox;
use crate::view::arena::canvas::Canvas;
use crate::world::{Judgement, Party};

pub(super) fn draw(app: &App, canvas: &Canvas<'_>, sketch: &mut Sketch) {
    let Some(pair) = app.pair() else { return };
    for party in [&pair.a, &pair.b] {
        if let Some(start) = start(party) {
            sketch.corners(CellBox::of(&canvas.view, &start));
        }
    }
    let classical = [SideMethod::RelativeVelocity, SideMethod::PredictCorner];
    let explains_classical = app.tab() == Tab::Why
        && classical.iter().any(|&m| app.method() == Some(AnyMethod::FromWhichSide(m)));
    if !explains_classical {
        for cells in at_hit(&pair.judgement, canvas).into_iter().flatten() {
            sketch.outline(cells);
        }
    }
}

/// Where a box started in the last frame, if it has moved.
fn start(party: &Party) -> Option<Aabb> {
    let end = party.shape.as_box()?;
    (party.motion != Vector::ZERO).then(|| end.translated(-party.motion))
}

/// The two where they hit, those that move.
pub(super) fn at_hit(judgement: &Judgement, canvas: &Canvas<'_>) -> [Option<CellBox>; 2] {
    let (Some(frame), Some(Swept::Hit { t, .. })) = (judgement.frame, judgement.swept) else {
        return [None; 2];
    };
    frame.map(|moving| {
        (moving.motion != Vector::ZERO).then(|| CellBox::at(&canvas.view, &moving, t))
    })
}
