//! Lasers: a straight line with a dot at its start and an arrow head at its
//! end.

use ratatui::style::Style;

use super::borders::Borders;
use super::canvas::Canvas;
use super::dots;
use super::stroke::{Stroke, StrokeRun};
use crate::app::{Cell, Viewport};
use crate::view::glyphs::{Glyphs, Outline};
use hitscan_geom::{Axis, Segment};

/// The line of a laser.
pub(super) fn stroke(view: &Viewport, laser: &Segment) -> Stroke {
    Stroke::new(view, laser.start().into(), laser.end().into())
}

/// Draws the line in cells, one glyph each.
pub(super) fn draw_line(canvas: &mut Canvas<'_>, stroke: Stroke, style: Style) {
    let glyphs = canvas.glyphs;
    for (cell, run) in line_cells(stroke) {
        canvas.put(cell, stroke.glyph(glyphs, run), style);
    }
}

/// Draws a laser over borders that it runs along for two cells or more: it would
/// vanish in them. Borders that it only crosses stay whole.
pub(super) fn draw_along_borders(
    canvas: &mut Canvas<'_>,
    borders: &Borders,
    laser: &Segment,
    style: Style,
) {
    let stroke = stroke(&canvas.view, laser);
    let cells: Vec<_> = line_cells(stroke).collect();
    let is_border = |(cell, _): &(Cell, StrokeRun)| borders.holds(*cell);
    let runs = cells.chunk_by(|one, next| is_border(one) == is_border(next));
    for run in runs.filter(|run| run.len() >= 2 && is_border(&run[0])) {
        if canvas.glyphs.lines == Outline::Dots {
            let cells: Vec<_> = run.iter().map(|&(cell, _)| cell).collect();
            dots::draw_laser_over(canvas, laser, &cells, style);
            continue;
        }
        for &(cell, run) in run {
            canvas.put(cell, stroke.glyph(canvas.glyphs, run), style);
        }
    }
}

fn line_cells(stroke: Stroke) -> impl Iterator<Item = (Cell, StrokeRun)> {
    let skipped = stroke.skips_first_exit().then(|| along(stroke.axis(), stroke.start()));
    let is_kept = move |cell| skipped != Some(along(stroke.axis(), cell));
    stroke.cells().filter(move |&(cell, run)| run == StrokeRun::Along || is_kept(cell))
}

/// Marks the start and the end of a laser.
pub(super) fn draw_ends(canvas: &mut Canvas<'_>, stroke: Stroke, style: Style) {
    let glyphs = canvas.glyphs;
    canvas.put(stroke.start(), glyphs.start, style);
    if stroke.senses() != (0, 0) {
        canvas.put(stroke.end(), head(glyphs, stroke.heading(), stroke.senses()), style);
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
