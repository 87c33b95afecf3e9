//! Constructions for the methods that test sides of a line: `straddle`,
//! `proper`, `edges`, and the exact test of pairs with a laser.
//!
//! A line is dotted beyond its ends, and its half-planes are marked `L+`
//! and `L-`. Each end or corner is labelled with its side of the other line: `+`
//! right of it, `-` left, `0` on it.

use super::{Paper, straddles};
use crate::app::Cell;
use crate::view::arena::boxes::CellBox;
use crate::view::arena::stroke::Stroke;
use crate::view::arena::{lasers, polygons};
use hitscan_core::methods::{Edge, MethodStep, Number, Segments};
use hitscan_core::words::short_fraction;
use hitscan_geom::{Fraction, Meeting, Milli, Operand, Segment, Shape};

/// Longer fractions are shown as decimals.
const FRACTION_WIDTH: usize = 7;
/// Draws both lines and the side of the other line on which each end lies.
pub(super) fn of_lasers(
    paper: &mut Paper<'_, '_>,
    [a, b]: [&Segment; 2],
    orientations: &[(Operand, [Number; 2])],
) {
    let strokes = [a, b].map(|laser| lasers::stroke(&paper.canvas.view, laser));
    let ends = strokes.map(|stroke| [stroke.start(), stroke.end()]).concat();
    for ((laser, name), stroke) in [(a, Operand::A), (b, Operand::B)].into_iter().zip(strokes) {
        paper.sketch.beyond(stroke);
        let of = match name {
            Operand::A => &paper.a.name,
            Operand::B => &paper.b.name,
        };
        half_planes(paper, of.as_str(), laser, stroke, &ends);
        for (_, orientations) in orientations.iter().filter(|(of, _)| *of == name) {
            for (cell, &orientation) in [stroke.start(), stroke.end()].iter().zip(orientations) {
                let sign = paper.sign(orientation);
                paper.sketch.label_beside(*cell, sign);
            }
        }
    }
}

/// Marks the half-planes of a laser's line with its name and the sign of an orientation
/// there, near where the line leaves the view. Skips places close to an end, where the
/// mark would look like that end's sign.
fn half_planes(
    paper: &mut Paper<'_, '_>,
    name: &str,
    laser: &Segment,
    stroke: Stroke,
    ends: &[Cell],
) {
    /// Cells from the edge of the view.
    const INWARD: usize = 3;
    /// In columns from any end; a row counts as two.
    const APART: i64 = 9;
    let way = laser.direction();
    // On the screen a row is as high as two columns are wide.
    let right = match (way.x.abs() >= way.y.abs(), way.x > Milli::ZERO, way.y > Milli::ZERO) {
        (true, true, _) => (0, 1),
        (true, false, _) => (0, -1),
        (false, _, true) => (-2, 0),
        (false, _, false) => (2, 0),
    };
    let cells: Vec<Cell> = stroke.beyond().filter(|&cell| paper.canvas.shows(cell)).collect();
    let Some(last) = cells.len().checked_sub(1) else { return };
    for at in [INWARD.min(last), last.saturating_sub(INWARD)] {
        let Cell { col, row } = cells[at];
        let is_near = |end: &Cell| (end.col - col).abs() + 2 * (end.row - row).abs() < APART;
        if ends.iter().any(is_near) {
            continue;
        }
        let beside = |sense: i64| Cell { col: col + sense * right.0, row: row + sense * right.1 };
        let [of_right, of_left] =
            [Fraction::ONE, -Fraction::ONE].map(|orientation| paper.sign(orientation.into()));
        // Far from both lasers, a sign without a name would be ambiguous.
        paper.sketch.label_on(beside(1), &format!("{name}{of_right}"));
        paper.sketch.label_on(beside(-1), &format!("{name}{of_left}"));
    }
}

/// Draws the laser's line, the lines of a box's sides, and the parameters of the first and last
/// common points.
pub(super) fn of_clipping(
    paper: &mut Paper<'_, '_>,
    laser: &Segment,
    region: &Shape,
    meeting: &Meeting,
) {
    let view = paper.canvas.view;
    paper.sketch.beyond(lasers::stroke(&view, laser));
    draw_sides(paper, region);
    let Some(span) = &meeting.span else { return };
    let Some(t) = span.t else { return };
    let common = if t[0] == t[1] { 1 } else { 2 };
    for (point, t) in span.points.iter().zip(t).take(common) {
        let text = format!("t {}", short_fraction(t, FRACTION_WIDTH).replace('≈', "~"));
        paper.sketch.label_beside(view.cell_of_exact(point), text);
    }
}

/// Draws the laser's line and the side of it on which each corner lies, and the lines of a box's
/// sides or of the polygon edges that hit.
pub(super) fn of_edges(
    paper: &mut Paper<'_, '_>,
    laser: &Segment,
    region: &Shape,
    steps: &[MethodStep],
) {
    let view = paper.canvas.view;
    paper.sketch.beyond(lasers::stroke(&view, laser));
    draw_sides(paper, region);
    let of_edges = straddles(steps).filter(|half| half.ends_of == Operand::A);
    // An edge starts at the corner with its own number or at the next one.
    for (corner, half) in of_edges.enumerate() {
        let orientation = half.orientations[0];
        let sign = paper.sign(orientation);
        paper.sketch.label_beside(corner_cell(paper, region, corner), sign);
        if let (Shape::Polygon(polygon), Segments::EdgeAndLaser(Edge::Index(edge))) =
            (region, half.segments)
        {
            let mut halves = straddles(steps).filter(|other| other.segments == half.segments);
            if halves.all(|half| half.holds) {
                paper.sketch.beyond(polygons::edge_stroke(&view, polygon, edge));
            }
        }
    }
}

/// Draws the first two edges that hit and each end's side of the other edge.
pub(super) fn of_regions(paper: &mut Paper<'_, '_>, [a, b]: [&Shape; 2], steps: &[MethodStep]) {
    for half in straddles(steps) {
        let Segments::Edges([of_a, of_b]) = half.segments else { continue };
        let (shape, edge) = match half.ends_of {
            Operand::A => (a, of_a),
            Operand::B => (b, of_b),
        };
        draw_edge_line(paper, shape, edge);
        // The original code goes around its edges backwards.
        for (corner, orientation) in [edge + 1, edge].into_iter().zip(half.orientations) {
            let sign = paper.sign(orientation);
            paper.sketch.label_beside(corner_cell(paper, shape, corner), sign);
        }
    }
}

/// Draws the lines of all four sides of a box.
fn draw_sides(paper: &mut Paper<'_, '_>, region: &Shape) {
    if let Shape::Box(_) = region {
        (0..4).for_each(|edge| draw_edge_line(paper, region, edge));
    }
}

/// Draws the line of one edge beyond its ends. For a box, the line continues
/// its border.
fn draw_edge_line(paper: &mut Paper<'_, '_>, shape: &Shape, edge: usize) {
    let view = paper.canvas.view;
    match shape {
        Shape::Box(shape) => {
            let CellBox { left, top, right, bottom } = CellBox::of(&view, shape);
            let last = paper.canvas.last();
            let row = |row| CellBox { left: 0, top: row, right: last.col, bottom: row };
            let column = |col| CellBox { left: col, top: 0, right: col, bottom: last.row };
            let line = match edge % 4 {
                0 => row(top),
                1 => column(right),
                2 => row(bottom),
                _ => column(left),
            };
            paper.sketch.outline(line);
        }
        Shape::Polygon(polygon) => {
            paper.sketch.beyond(polygons::edge_stroke(&view, polygon, edge));
        }
        Shape::Segment(_) => {}
    }
}

fn corner_cell(paper: &Paper<'_, '_>, shape: &Shape, corner: usize) -> Cell {
    let view = &paper.canvas.view;
    match shape {
        Shape::Box(shape) => CellBox::of(view, shape).corners()[corner % 4],
        Shape::Polygon(polygon) => polygons::vertex_cell(view, polygon, corner),
        Shape::Segment(laser) => Stroke::start(&lasers::stroke(view, laser)),
    }
}
