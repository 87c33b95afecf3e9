//! `y b`: the AABB of each laser and polygon.

use super::Sketch;
use crate::view::arena::Shown;
use crate::view::arena::boxes::CellBox;
use crate::view::arena::canvas::Canvas;
use hitscan_geom::Shape;

pub(super) fn draw(shown: &[Shown<'_>], canvas: &Canvas<'_>, sketch: &mut Sketch) {
    for Shown { object, .. } in shown {
        if !matches!(object.shape, Shape::Box(_)) {
            let (min, max) = object.shape.bounds();
            sketch.outline(CellBox::between(&canvas.view, min, max));
        }
    }
}
