//! Lasers: a straight line with a dot at its start and an arrow head at its
//! end.

use ratatui::style::Style;

use super::canvas::Canvas;
use super::stroke::{Run, Stroke};
use crate::app::{Cell, Viewport};
use crate::view::glyphs::Glyphs;
use hitscan_geom::{Axis, Segment};

/// The line of a laser.
pub(super) fn stroke(view: &Viewport, laser: &Segment) -> Stroke {
    Stroke::new(view, laser.start().into(), laser.end().into())
}

/// Draws the cells where a line steps to the next row or column. They go under
/// the borders of regions, which would look broken otherwise.
pub(super) fn draw_steps(canvas: &mut Canvas<'_>, stroke: Stroke, style: Style) {
    draw_run(canvas, stroke, style, Run::Step);
}

/// Draws the line's other cells over the borders of regions.
pub(super) fn draw_line(canvas: &mut Canvas<'_>, stroke: Stroke, style: Style) {
    draw_run(canvas, stroke, style, Run::Along);
}

/// Marks the start and the end of a laser.
pub(super) fn draw_ends(canvas: &mut Canvas<'_>, stroke: Stroke, style: Style) {
    let glyphs = canvas.glyphs;
    canvas.put(stroke.start(), glyphs.start, style);
    if stroke.senses() != (0, 0) {
        canvas.put(stroke.end(), head(glyphs, stroke.axis(), stroke.senses()), style);
    }
}

fn draw_run(canvas: &mut Canvas<'_>, stroke: Stroke, style: Style, which: Run) {
    let glyphs = canvas.glyphs;
    let skipped = stroke.skips_first_exit().then(|| along(stroke.axis(), stroke.start()));
    for (cell, run) in stroke.cells() {
        if run == which && skipped != Some(along(stroke.axis(), cell)) {
            canvas.put(cell, glyph(glyphs, &stroke, run), style);
        }
    }
}

/// The glyph for one cell of a line.
pub(super) const fn glyph(glyphs: &Glyphs, stroke: &Stroke, run: Run) -> char {
    match (run, stroke.axis()) {
        (Run::Along, Axis::X) => glyphs.horizontal,
        (Run::Along, Axis::Y) => glyphs.vertical,
        (Run::Step, _) => {
            let (x, y) = stroke.senses();
            if x == y { glyphs.falling } else { glyphs.rising }
        }
    }
}

/// The arrow head along this axis.
pub(super) const fn head(glyphs: &Glyphs, axis: Axis, (x, y): (i64, i64)) -> char {
    let [left, right, up, down] = glyphs.heads;
    match axis {
        Axis::X if x < 0 => left,
        Axis::X => right,
        Axis::Y if y < 0 => up,
        Axis::Y => down,
    }
}

const fn along(axis: Axis, cell: Cell) -> i64 {
    match axis {
        Axis::X => cell.col,
        Axis::Y => cell.row,
    }
}
