//! Lasers: a straight line with a dot at its start and an arrow head at its end. The part of a beam
//! beyond its light is dim and has gaps.

use ratatui::style::Style;

use super::boxes::Borders;
use super::canvas::ArenaCanvas;
use super::stroke::{GrainPoint, Stroke, StrokeRun};
use super::{ShownObject, dots};
use crate::app::{Cell, Viewport};
use crate::view::glyphs::{Glyphs, Outline};
use hitscan_core::world::{ObjectId, World};
use hitscan_geom::{Axis, Segment, Shape};

/// The line of a laser.
pub(super) fn stroke(view: &Viewport, laser: &Segment) -> Stroke {
    Stroke::new(view, laser.start().into(), laser.end().into())
}

/// Where the light of a beam ends, if something blocks it.
pub(super) fn lit_until(world: &World, id: ObjectId) -> Option<GrainPoint> {
    let end = world.beam(id)?.end?;
    let Shape::Segment(laser) = &world.object(id)?.shape else { return None };
    Some(GrainPoint::of(&laser.at(end)?))
}

/// Draws a laser without its end marks.
pub(super) fn draw(canvas: &mut ArenaCanvas<'_>, laser: &Segment, shown: &ShownObject<'_>) {
    let (style, unlit) = (shown.style, canvas.theme.dimmed(shown.style));
    match (canvas.glyphs.lines, shown.lit_until) {
        (Outline::Dots, None) => dots::draw_laser(canvas, laser, style),
        (Outline::Dots, Some(until)) => dots::draw_beam(canvas, laser, until, style, unlit),
        (Outline::Cells, until) => {
            let stroke = stroke(&canvas.view, laser);
            let light = until.map(|until| Light::of(canvas, stroke, until));
            for (cell, run) in line_cells(stroke) {
                let style = match &light {
                    Some(light) if !light.reaches(cell) && light.leaves_out(cell) => continue,
                    Some(light) if !light.reaches(cell) => unlit,
                    _ => style,
                };
                canvas.put(cell, stroke.glyph(canvas.glyphs, run), style);
            }
        }
    }
}

/// How far the light of a beam reaches, in cells along its axis.
struct Light {
    axis: Axis,
    start: i64,
    until: i64,
}

impl Light {
    fn of(canvas: &ArenaCanvas<'_>, stroke: Stroke, until: GrainPoint) -> Self {
        let axis = stroke.axis();
        let until = along(axis, until.cell(&canvas.view));
        Self { axis, start: along(axis, stroke.start()), until }
    }

    fn reaches(&self, cell: Cell) -> bool {
        (along(self.axis, cell) - self.start).abs() <= (self.until - self.start).abs()
    }

    /// Whether a cell is one of the gaps beyond the light.
    fn leaves_out(&self, cell: Cell) -> bool {
        (along(self.axis, cell) - self.start) % 2 != 0
    }
}

/// Draws the parts of a laser that go over borders.
pub(super) fn draw_over(canvas: &mut ArenaCanvas<'_>, borders: &Borders, shown: &ShownObject<'_>) {
    let Shape::Segment(laser) = &shown.object.shape else { return };
    draw_along_borders(canvas, borders, laser, shown);
    let stroke = stroke(&canvas.view, laser);
    let head =
        if shown.lit_until.is_some() { canvas.theme.dimmed(shown.style) } else { shown.style };
    draw_ends(canvas, stroke, [shown.style, head]);
}

/// Draws a laser over borders that it runs along for two cells or more, because it would disappear
/// in them. Borders that it only crosses stay whole.
fn draw_along_borders(
    canvas: &mut ArenaCanvas<'_>,
    borders: &Borders,
    laser: &Segment,
    shown: &ShownObject<'_>,
) {
    let (stroke, style) = (stroke(&canvas.view, laser), shown.style);
    let light = shown.lit_until.map(|until| Light::of(canvas, stroke, until));
    let is_lit = |cell: Cell| light.as_ref().is_none_or(|light| light.reaches(cell));
    let cells: Vec<_> = line_cells(stroke).filter(|(cell, _)| is_lit(*cell)).collect();
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
fn draw_ends(canvas: &mut ArenaCanvas<'_>, stroke: Stroke, [start, end]: [Style; 2]) {
    let glyphs = canvas.glyphs;
    canvas.put(stroke.start(), glyphs.start, start);
    if stroke.senses() != [0, 0] {
        canvas.put(stroke.end(), head(glyphs, stroke.heading(), stroke.senses()), end);
    }
}

/// The arrow head along this axis.
pub(super) const fn head(glyphs: &Glyphs, axis: Axis, [x, y]: [i64; 2]) -> char {
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
