//! `y b`: the AABB of each laser and polygon.

use super::Sketch;
use crate::view::arena::boxes::CellBox;
use crate::view::arena::canvas::Canvas;
use crate::view::arena::is_in_view;
use hitscan_core::world::World;
use hitscan_geom::Shape;

pub(super) fn draw(world: &World, canvas: &Canvas<'_>, sketch: &mut Sketch) {
    for (_, object) in world.objects().filter(|(_, object)| is_in_view(canvas, object)) {
        if !matches!(object.shape, Shape::Box(_)) {
            let (min, max) = object.shape.bounds();
            sketch.outline(CellBox::between(&canvas.view, min, max));
        }
    }
}
