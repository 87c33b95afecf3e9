//! The object that the mouse points at in the arena.

use super::{Cell, Viewport};
use hitscan_core::engine::Sandbox;
use hitscan_core::world::{Name, ObjectId, World};
use hitscan_geom::{Aabb, Point, Relation, Shape, Vector, milli, relate};

/// The object in a cell. If there are several, it is the smallest: the larger ones can be clicked
/// elsewhere.
pub(super) fn object_at(world: &World, view: &Viewport, cell: Cell) -> Option<(ObjectId, Name)> {
    let (exact, near) = (cell_box(view, cell, 0)?, cell_box(view, cell, 1)?);
    let meets =
        |one: &Aabb, shape: &Shape| relate(&Shape::Box(*one), shape).relation != Relation::Disjoint;
    let hits = world.objects().filter(|(_, object)| match &object.shape {
        Shape::Segment(_) => meets(&near, &object.shape),
        Shape::Box(_) | Shape::Polygon(_) => meets(&exact, &object.shape),
    });
    let smallest = hits.min_by_key(|(id, object)| {
        let (min, max) = object.shape.bounds();
        let is_region = !matches!(object.shape, Shape::Segment(_));
        let area = (max.x.wide() - min.x.wide()) * (max.y.wide() - min.y.wide());
        (is_region, area, std::cmp::Reverse(*id))
    });
    smallest.map(|(id, object)| (id, object.name))
}

/// The part of the plane that a cell shows, with `around` columns on each side.
fn cell_box(view: &Viewport, cell: Cell, around: i64) -> Option<Aabb> {
    let from = view.point_of(Cell { col: cell.col - around, row: cell.row })?;
    let to = view.point_of(Cell { col: cell.col + 1 + around, row: cell.row + 1 })?;
    // What only touches the next cell is not in this one.
    let to = to.checked_add(Vector::new(milli!(-1), milli!(-1)))?;
    Aabb::from_corners(from, to).ok()
}

/// The vertex of the selected object that a press in this cell means, while the arrows move one.
pub(super) fn vertex_near(sandbox: &Sandbox, view: &Viewport, cell: Cell) -> Option<usize> {
    let (_, object) = sandbox.selection()?;
    let is_near = |p: &Point| {
        let at = view.cell_of(*p);
        (at.col - cell.col).abs() <= 1 && (at.row - cell.row).abs() <= 1
    };
    object.shape.vertices().iter().position(is_near)
}
