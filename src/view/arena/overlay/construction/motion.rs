//! Constructions for the methods that follow a motion: `swept` and
//! `relative-velocity`.

use std::cmp::Ordering;

use super::Paper;
use crate::app::grains;
use crate::view::arena::boxes::CellBox;
use crate::view::arena::stroke::{GrainPoint, Stroke};
use hitscan_core::methods::MethodStep;
use hitscan_core::words::short_fraction;
use hitscan_core::world::Participant;
use hitscan_geom::{Aabb, Milli, Moving, Swept, Vector};

/// The minimum length of v, in columns.
const LEAST_CELLS: i64 = 2;
/// Longer fractions are shown as decimals.
const FRACTION_WIDTH: usize = 7;

/// Draws each box's start, the path of its centre and where the boxes touch.
pub(super) fn of_swept(paper: &mut Paper<'_, '_>, frame: &[Moving; 2], swept: Swept) {
    let view = paper.canvas.view;
    let t = match swept {
        Swept::Hit { t, .. } | Swept::Graze { t: Some(t), .. } => Some(t),
        _ => None,
    };
    for moving in frame.iter().filter(|moving| moving.motion() != Vector::ZERO) {
        let [from, to] = [moving.start(), moving.end()]
            .map(|shape| GrainPoint::from(shape.min()).midpoint(shape.max().into()));
        let [start, end] = [moving.start(), moving.end()].map(|shape| CellBox::of(&view, &shape));
        paper.sketch.corners(paper.canvas, start, end);
        paper.sketch.line(Stroke::new(&view, from, to));
        let Some(t) = t else { continue };
        let cells = CellBox::at(&view, moving, t);
        paper.sketch.outline(cells);
        let text = format!("t {}", short_fraction(t, FRACTION_WIDTH).replace('≈', "~"));
        paper.sketch.label_beside(cells.corners()[0], text);
    }
}

/// Draws two vectors from the corner of b that would have been touched first: `r`, to the leading
/// corner of a, which has gone that far past it; and `v`, in the direction of the motion, as long
/// as r. If neither box has passed the other, `v` is the path of the leading corner.
pub(super) fn of_relative_velocity(
    paper: &mut Paper<'_, '_>,
    [a, b]: &[Moving; 2],
    steps: &[MethodStep],
) {
    let v = a.motion_relative_to(b);
    let way = GrainPoint { x: grains(v.x), y: grains(v.y) };
    let lead = leading(&a.end(), v);
    mark(paper, paper.a, lead);
    let is_past = |step: &MethodStep| matches!(step, MethodStep::Overshoot { .. });
    if !steps.iter().any(is_past) {
        let start = GrainPoint { x: lead.x - way.x, y: lead.y - way.y };
        return draw_vector(paper, start, lead, "v");
    }
    let met = leading(&b.end(), -v);
    let view = paper.canvas.view;
    let tip = as_far(met, lead, way, LEAST_CELLS * view.column_grains());
    if tip.cell(&view) == lead.cell(&view) {
        draw_vector(paper, met, lead, "r v");
    } else {
        draw_vector(paper, met, tip, "v");
        draw_vector(paper, met, lead, "r");
    }
    mark(paper, paper.b, met);
}

/// The point in direction `way` at the same distance from `from` as `to`, but at least `least`.
/// Rounded to a grain, which is finer than any dot.
fn as_far(from: GrainPoint, to: GrainPoint, way: GrainPoint, least: i64) -> GrainPoint {
    let length = |x: i64, y: i64| (i128::from(x).pow(2) + i128::from(y).pow(2)).isqrt();
    let far = length(to.x - from.x, to.y - from.y).max(least.into());
    let whole = length(way.x, way.y).max(1);
    let along = |by: i64| i64::try_from(i128::from(by) * far / whole).unwrap_or_default();
    GrainPoint { x: from.x + along(way.x), y: from.y + along(way.y) }
}

fn draw_vector(paper: &mut Paper<'_, '_>, from: GrainPoint, to: GrainPoint, name: &str) {
    let view = paper.canvas.view;
    paper.sketch.line(Stroke::new(&view, from, to));
    paper.sketch.label_beside(from.midpoint(to).cell(&view), name);
}

fn mark(paper: &mut Paper<'_, '_>, party: &Participant, at: GrainPoint) {
    let style = paper.style(party);
    paper.sketch.mark(at.cell(&paper.canvas.view), style);
}

/// The leading corner of a box that moves by `v`; on an axis without motion,
/// the middle.
fn leading(shape: &Aabb, v: Vector) -> GrainPoint {
    let (min, max) = (GrainPoint::from(shape.min()), GrainPoint::from(shape.max()));
    let middle = min.midpoint(max);
    let lead = |v: Milli, min, middle, max| match v.cmp(&Milli::ZERO) {
        Ordering::Less => min,
        Ordering::Equal => middle,
        Ordering::Greater => max,
    };
    GrainPoint { x: lead(v.x, min.x, middle.x, max.x), y: lead(v.y, min.y, middle.y, max.y) }
}
