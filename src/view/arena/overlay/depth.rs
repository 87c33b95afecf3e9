//! `y d`: how deep two boxes overlap: the minimum translation that moves the
//! first out of the second, and its length.

use super::Sketch;
use crate::app::Cell;
use crate::view::arena::boxes::CellBox;
use crate::view::arena::canvas::Canvas;
use hitscan_core::engine::Pair;
use hitscan_geom::{Shape, Side};

pub(super) fn draw(marked: &[Pair], canvas: &Canvas<'_>, sketch: &mut Sketch) {
    for Pair { a, b, pair_result } in marked {
        let (Shape::Box(a), Shape::Box(b)) = (&a.shape, &b.shape) else { continue };
        let Some(depth) = pair_result.meeting.depth else { continue };
        let [a, b] = [a, b].map(|shape| CellBox::of(&canvas.view, shape));
        let (side, way) = depth.least();
        // From a's side that is deepest in b to b's side, where it would end
        // up.
        let row = off_borders([a.top, b.top], [a.bottom, b.bottom]);
        let col = off_borders([a.left, b.left], [a.right, b.right]);
        let (from, length) = match side {
            Side::Left => (Cell { col: a.right, row }, a.right - b.left + 1),
            Side::Top => (Cell { col, row: a.bottom }, a.bottom - b.top + 1),
            Side::Right => (Cell { col: a.left, row }, b.right - a.left + 1),
            Side::Bottom => (Cell { col, row: a.top }, b.bottom - a.top + 1),
        };
        sketch.arrow_to(canvas, from, side, length);
        sketch.label_beside(from, way.to_string());
    }
}

/// The middle of the range two boxes share, or the next cell if a border there
/// would hide an arrow along it.
fn off_borders(firsts: [i64; 2], lasts: [i64; 2]) -> i64 {
    let (first, last) = (firsts[0].max(firsts[1]), lasts[0].min(lasts[1]));
    let middle = i64::midpoint(first, last);
    let is_off = |at: &i64| !firsts.contains(at) && !lasts.contains(at);
    let near =
        [middle, middle + 1, middle - 1].into_iter().filter(|at| (first..=last).contains(at));
    { near }.find(is_off).unwrap_or(middle)
}
