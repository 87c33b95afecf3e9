//! Constructions for `center-distance` and `predict-corner`, which compare the distance between two
//! centres with half the summed sizes.
//!
//! Half the summed sizes on each side of one centre form a frame. If the other centre is inside, it
//! is close enough on both axes.

use super::{Paper, short};
use crate::app::Cell;
use crate::view::arena::boxes::CellBox;
use crate::view::arena::stroke::{GrainPoint, Stroke};
use hitscan_core::methods::{MethodStep, Number, Operator};
use hitscan_geom::{Aabb, Moving};

/// Draws both centres and the comparison on each axis.
pub(super) fn of_distance(paper: &mut Paper<'_, '_>, [a, b]: [&Aabb; 2], steps: &[MethodStep]) {
    let [from, to] = [centre(a), centre(b)];
    let [MethodStep::CentreDistance(x), MethodStep::CentreDistance(y)] = steps else { return };
    let compared = [x, y].map(|axis| comparison(axis.distance, axis.operator, axis.half_sizes));
    draw_frame(paper, a, b);
    draw_legs(paper, from, to, compared);
    draw_centres(paper, from, to);
}

/// Draws the centre of `a` before and after its move, with `b` at rest.
pub(super) fn of_prediction(paper: &mut Paper<'_, '_>, [a, b]: &[Moving; 2], steps: &[MethodStep]) {
    let view = paper.canvas.view;
    let Ok(after) = a.start().translated(a.motion_relative_to(b)) else { return };
    let [start, end, still] = [&a.start(), &after, &b.start()].map(centre);
    let compared = steps.iter().find_map(|step| match *step {
        MethodStep::AfterMove { distance: n, half_sizes: s, .. } => {
            Some([0, 1].map(|axis| comparison(n[axis], Operator::LessOrEqual, s[axis])))
        }
        _ => None,
    });
    let Some(compared) = compared else { return };
    draw_frame(paper, &a.start(), &b.start());
    paper.sketch.line(Stroke::new(&view, start, end));
    draw_legs(paper, end, still, compared);
    draw_centres(paper, end, still);
    let style = paper.style(paper.a);
    paper.sketch.mark(start.cell(&view), style);
}

/// Such as `10<12 yes`, as in the step.
fn comparison(left: Number, operator: Operator, right: Number) -> String {
    let answer = if operator.holds(left, right) { "yes" } else { "no" };
    format!("{}{}{} {answer}", short(left), operator.token(), short(right))
}

fn centre(shape: &Aabb) -> GrainPoint {
    GrainPoint::from(shape.min()).midpoint(shape.max().into())
}

/// Draws half the summed sizes on each side of the second box's centre.
fn draw_frame(paper: &mut Paper<'_, '_>, a: &Aabb, b: &Aabb) {
    let view = &paper.canvas.view;
    let middle = centre(b);
    let half_sum = |a: hitscan_geom::Milli, b: hitscan_geom::Milli| {
        i64::midpoint(crate::app::grains(a), crate::app::grains(b))
    };
    let (x, y) = (half_sum(a.width(), b.width()), half_sum(a.height(), b.height()));
    let [least, greatest] =
        [(-x, -y), (x, y)].map(|(x, y)| GrainPoint { x: middle.x + x, y: middle.y + y }.cell(view));
    let (left, top, right, bottom) = (least.col, least.row, greatest.col, greatest.row);
    paper.sketch.outline(CellBox { left, top, right, bottom });
}

/// Draws a leg from one centre along x and one to the other centre along y,
/// each labelled with its comparison.
fn draw_legs(paper: &mut Paper<'_, '_>, from: GrainPoint, to: GrainPoint, compared: [String; 2]) {
    let view = paper.canvas.view;
    let corner = GrainPoint { x: to.x, y: from.y };
    for ((from, to), text) in [(from, corner), (corner, to)].into_iter().zip(compared) {
        paper.sketch.line(Stroke::new(&view, from, to));
        let [from, to] = [from, to].map(|spot| spot.cell(&view));
        let col = i64::midpoint(from.col, to.col);
        let row = i64::midpoint(from.row, to.row);
        paper.sketch.label_on(Cell { col, row }, &text);
    }
}

fn draw_centres(paper: &mut Paper<'_, '_>, a: GrainPoint, b: GrainPoint) {
    let view = paper.canvas.view;
    for (spot, party) in [(a, paper.a), (b, paper.b)] {
        let style = paper.style(party);
        paper.sketch.mark(spot.cell(&view), style);
    }
}
