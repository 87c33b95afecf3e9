//! The methods that compare how far centres are apart with half the summed
//! sizes: `center-distance` and `predict-corner`.
//!
//! Half the summed sizes to each side of a centre is a frame: the other centre
//! is nearer in both axes if it lies in it.

use super::{Paper, Steps, order, short, value};
use crate::app::Cell;
use crate::view::arena::boxes::CellBox;
use crate::view::arena::stroke::{HitRegion, Stroke};
use hitscan_geom::{Aabb, Moving, Step};

/// Both centres where the boxes stand, and what is compared in each axis.
pub(super) fn of_distance(paper: &mut Paper<'_, '_>, [a, b]: [&Aabb; 2], steps: &Steps) {
    let [from, to] = [centre(a), centre(b)];
    let comparison = |formula: &str| {
        let step = steps.find(formula)?;
        comparison(step, ["distance", "half sizes"])
    };
    let compared = ["abs(b.centre.x", "abs(b.centre.y"].map(comparison);
    draw_frame(paper, a, b);
    draw_legs(paper, from, to, compared);
    draw_centres(paper, from, to);
}

/// The centre of the first before and after its move, b standing still.
pub(super) fn of_prediction(paper: &mut Paper<'_, '_>, [a, b]: &[Moving; 2], steps: &Steps) {
    let view = paper.canvas.view;
    let after = a.start.translated(a.motion - b.motion);
    let [start, end, still] = [&a.start, &after, &b.start].map(centre);
    let compared = steps.find("n.x").map_or([None, None], |step| {
        [["n.x", "s.x"], ["n.y", "s.y"]].map(|names| comparison(step, names))
    });
    draw_frame(paper, &a.start, &b.start);
    paper.sketch.line(Stroke::new(&view, start, end));
    draw_legs(paper, end, still, compared);
    draw_centres(paper, end, still);
    let style = paper.style(paper.a);
    paper.sketch.mark(start.cell(&view), style);
}

/// `10<12 yes`, as the step has it.
fn comparison(step: &Step, names: [&str; 2]) -> Option<String> {
    let [lesser, greater] = names.map(|name| value(step, name));
    let (lesser, greater) = (lesser?, greater?);
    let order = order(lesser, greater)?;
    let (operator, holds) =
        if step.formula.contains("<=") { ("<=", order.is_le()) } else { ("<", order.is_lt()) };
    let answer = if holds { "yes" } else { "no" };
    Some(format!("{}{operator}{} {answer}", short(lesser), short(greater)))
}

fn centre(shape: &Aabb) -> HitRegion {
    HitRegion::from(shape.min()).midpoint(shape.max().into())
}

/// Half the summed sizes to each side of the second's centre.
fn draw_frame(paper: &mut Paper<'_, '_>, a: &Aabb, b: &Aabb) {
    let view = &paper.canvas.view;
    let middle = centre(b);
    let half_sum = |a: hitscan_geom::Milli, b: hitscan_geom::Milli| {
        i64::midpoint(crate::app::grains(a), crate::app::grains(b))
    };
    let (x, y) = (half_sum(a.width(), b.width()), half_sum(a.height(), b.height()));
    let [least, greatest] =
        [(-x, -y), (x, y)].map(|(x, y)| HitRegion { x: middle.x + x, y: middle.y + y }.cell(view));
    let (left, top, right, bottom) = (least.col, least.row, greatest.col, greatest.row);
    paper.sketch.outline(CellBox { left, top, right, bottom });
}

/// From one centre along x to where the other is, then along y, with what is
/// compared in each axis.
fn draw_legs(
    paper: &mut Paper<'_, '_>,
    from: HitRegion,
    to: HitRegion,
    compared: [Option<String>; 2],
) {
    let view = paper.canvas.view;
    let corner = HitRegion { x: to.x, y: from.y };
    for ((from, to), text) in [(from, corner), (corner, to)].into_iter().zip(compared) {
        paper.sketch.line(Stroke::new(&view, from, to));
        if let Some(text) = text {
            let [from, to] = [from, to].map(|spot| spot.cell(&view));
            let col = i64::midpoint(from.col, to.col);
            let row = i64::midpoint(from.row, to.row);
            paper.sketch.label_on(Cell { col, row }, &text);
        }
    }
}

fn draw_centres(paper: &mut Paper<'_, '_>, a: HitRegion, b: HitRegion) {
    let view = paper.canvas.view;
    for (spot, party) in [(a, paper.a), (b, paper.b)] {
        let style = paper.style(party);
        paper.sketch.mark(spot.cell(&view), style);
    }
}
