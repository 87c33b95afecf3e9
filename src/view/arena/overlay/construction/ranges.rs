//! Constructions for the exact test of two boxes and `edge-relations`, which does the same with
//! four comparisons: the range that each box covers on each axis.
//!
//! Each box casts a shadow on both axes, along the top and left of the arena. If the shadows are
//! apart, dotted lines run between the boxes.

use super::Paper;
use crate::app::Cell;
use crate::view::arena::boxes::CellBox;
use hitscan_core::world::Participant;
use hitscan_geom::{Axis, Milli, Shape};

/// Rows at the top and columns at the left that the shadows take.
const LANES: i64 = 2;

pub(super) fn draw(paper: &mut Paper<'_, '_>, shapes: [&Shape; 2]) {
    let view = paper.canvas.view;
    let last = paper.canvas.last();
    let cells = shapes.map(|shape| {
        let (min, max) = shape.bounds();
        CellBox::between(&view, min, max)
    });
    let gap = shapes[0].gap_to(shapes[1]);
    for axis in Axis::ALL {
        if gap.along(axis) >= Milli::ZERO {
            draw_gap(paper, axis, cells, gap.along(axis), last);
        }
    }
    for (lane, (party, cells)) in (0..).zip([paper.a, paper.b].into_iter().zip(cells)) {
        draw_shadow(paper, party, lane, cells);
    }
}

/// Draws one box's shadows in row and column `lane` of the arena.
fn draw_shadow(paper: &mut Paper<'_, '_>, party: &Participant, lane: i64, cells: CellBox) {
    let style = paper.style(party);
    let CellBox { left, top, right, bottom } = cells;
    let on_x = CellBox { left, top: lane, right, bottom: lane };
    let on_y = CellBox { left: lane, top, right: lane, bottom };
    let letter = party.name.as_str().chars().next().unwrap_or(' ');
    for shadow in [on_x, on_y] {
        paper.sketch.outline_in(shadow, style);
        paper.sketch.glyph(Cell { col: shadow.left, row: shadow.top }, letter, style);
    }
}

/// Draws lines along the two facing edges, and the distance between them.
fn draw_gap(paper: &mut Paper<'_, '_>, axis: Axis, [a, b]: [CellBox; 2], gap: Milli, last: Cell) {
    let (before, after) = match axis {
        Axis::X if a.left <= b.left => (a.right, b.left),
        Axis::X => (b.right, a.left),
        Axis::Y if a.top <= b.top => (a.bottom, b.top),
        Axis::Y => (b.bottom, a.top),
    };
    let across = |at: i64| match axis {
        Axis::X => CellBox { left: at, top: LANES, right: at, bottom: last.row },
        Axis::Y => CellBox { left: LANES, top: at, right: last.col, bottom: at },
    };
    paper.sketch.outline(across(before));
    paper.sketch.outline(across(after));
    let middle = i64::midpoint(before, after);
    let anchor = match axis {
        Axis::X => Cell { col: middle, row: LANES },
        Axis::Y => Cell { col: LANES + 2, row: middle },
    };
    paper.sketch.label_on(anchor, &gap.to_string());
}
