//! `y c`: what the current method computes for the current pair: points, lines and half-planes,
//! with the numbers that it compares.
//!
//! The numbers come from the method's steps, in the arithmetic that Why shows; the positions are
//! exact.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `lines` | the methods that test sides of a line |
//!
//! This file has the other methods, and calls `lines`.

mod lines;

use std::cmp::Ordering;

use ratatui::style::Style;

use super::super::stroke::{GrainPoint, Stroke};
use super::Sketch;
use crate::app::{ArenaModel, Cell, Inspected, grains};
use crate::view::arena::boxes::CellBox;
use crate::view::arena::canvas::ArenaCanvas;
use hitscan_core::engine::Pair;
use hitscan_core::methods::{
    Arithmetic, Construction, Method, MethodStep, Number, Operator, Straddle,
};
use hitscan_core::words;
use hitscan_core::words::short_fraction;
use hitscan_core::world::{Participant, Settings};
use hitscan_geom::{
    Aabb, Axis, Milli, Moving, Shape, Step as ExactStep, Swept, Vector, relate, relate_traced,
    swept,
};

pub(super) fn draw(model: &ArenaModel<'_>, canvas: &ArenaCanvas<'_>, sketch: &mut Sketch) {
    let Some(Inspected { pair, method, arithmetic, .. }) = &model.inspected else { return };
    let pages = words::why::pages(&pair.a, &pair.b, &pair.pair_result, *method);
    let method = method.filter(|&method| pages.contains(&Some(method))).map(Method::as_coded);
    show_past(model, canvas, pair, sketch);
    let settings = model.world.settings();
    let mut paper = Paper { canvas, sketch, a: &pair.a, b: &pair.b, settings };
    match method {
        None => truth(&mut paper),
        Some(method) => match &pair.pair_result.frame {
            _ if method.overlap_test().is_some() => {
                let rule = settings.boundary_rule;
                let computes = method.computes_in(*arithmetic);
                let arithmetic = if computes { *arithmetic } else { Arithmetic::Exact };
                let (a, b) = (&pair.a.shape, &pair.b.shape);
                let steps = method.overlap_steps(a, b, rule, arithmetic);
                overlap(&mut paper, method, &steps);
            }
            Some(frame) if frame[0].motion() != frame[1].motion() => {
                side(&mut paper, method, frame);
            }
            _ => {}
        },
    }
}

/// The canvas, sketch and pair that a construction draws with.
struct Paper<'a, 'c> {
    canvas: &'a ArenaCanvas<'c>,
    sketch: &'a mut Sketch,
    a: &'a Participant,
    b: &'a Participant,
    /// Which way y grows for the reader.
    settings: &'a Settings,
}

impl Paper<'_, '_> {
    /// The sign of an orientation for the reader: with y down, `+` is right of the line, with y up
    /// left of it; `0` is on it.
    fn sign(&self, orientation: Number) -> &'static str {
        match self.settings.read_y(orientation).sign() {
            Ordering::Less => "-",
            Ordering::Equal => "0",
            Ordering::Greater => "+",
        }
    }

    /// The colour of one object of the pair; a static box has that of any other box.
    fn style(&self, party: &Participant) -> Style {
        self.canvas.theme.kind(party.shape.kind())
    }
}

/// Shows the pair of an earlier frame where it was: the objects may have moved since.
fn show_past(model: &ArenaModel<'_>, canvas: &ArenaCanvas<'_>, pair: &Pair, sketch: &mut Sketch) {
    for party in [&pair.a, &pair.b] {
        let now = model.world.object(party.id);
        if now.is_none_or(|object| object.shape != party.shape) {
            let (min, max) = party.shape.bounds();
            sketch.outline(CellBox::between(&canvas.view, min, max));
        }
    }
}

fn truth(paper: &mut Paper<'_, '_>) {
    let mut steps = Vec::new();
    let meeting = relate_traced(&paper.a.shape, &paper.b.shape, &mut steps);
    match (&paper.a.shape, &paper.b.shape) {
        (a @ Shape::Box(_), b @ Shape::Box(_)) => draw_ranges(paper, [a, b]),
        (Shape::Segment(a), Shape::Segment(b)) => {
            let ends = steps.iter().filter_map(|step| match *step {
                ExactStep::Ends { of, orientations, .. } => {
                    Some((of, orientations.map(Number::area)))
                }
                _ => None,
            });
            lines::of_lasers(paper, [a, b], &ends.collect::<Vec<_>>());
        }
        (Shape::Segment(laser), region) | (region, Shape::Segment(laser)) => {
            lines::of_clipping(paper, laser, region, &meeting);
        }
        _ => {}
    }
}

fn overlap(paper: &mut Paper<'_, '_>, method: Method, steps: &[MethodStep]) {
    match (method.row().construction, &paper.a.shape, &paper.b.shape) {
        (Construction::Centres, Shape::Box(a), Shape::Box(b)) => {
            of_distance(paper, [a, b], steps);
        }
        (Construction::Ranges | Construction::Bounds, a, b) => draw_ranges(paper, [a, b]),
        (Construction::Nothing, ..) => {}
        (Construction::Clipping, Shape::Segment(laser), region)
        | (Construction::Clipping, region, Shape::Segment(laser)) => {
            let meeting = relate(&paper.a.shape, &paper.b.shape);
            lines::of_clipping(paper, laser, region, &meeting);
        }
        (_, Shape::Segment(a), Shape::Segment(b)) => {
            let ends = straddles(steps).map(|half| (half.ends_of, half.orientations));
            lines::of_lasers(paper, [a, b], &ends.collect::<Vec<_>>());
        }
        (_, Shape::Segment(laser), region) | (_, region, Shape::Segment(laser)) => {
            lines::of_edges(paper, laser, region, steps);
        }
        (_, a, b) => lines::of_regions(paper, [a, b], steps),
    }
}

fn side(paper: &mut Paper<'_, '_>, method: Method, frame: &[Moving; 2]) {
    let steps = method.side_steps(&frame[0], &frame[1]);
    match method.row().construction {
        Construction::CornerPassed => of_relative_velocity(paper, frame, &steps),
        Construction::CentrePath => of_prediction(paper, frame, &steps),
        _ => of_swept(paper, frame, swept(&frame[0], &frame[1])),
    }
}

/// The halves of the straddle test among a method's steps.
fn straddles(steps: &[MethodStep]) -> impl Iterator<Item = &Straddle> {
    steps.iter().filter_map(|step| match step {
        MethodStep::Straddle(straddle) => Some(straddle),
        _ => None,
    })
}

/// Formats a number for a narrow space.
fn short(number: Number) -> String {
    match number {
        Number::Exact(number) => words::decimal(number, 4),
        Number::Single(_) | Number::Double(_) => number.to_string(),
    }
}

// Constructions for `center-distance` and `predict-corner`, which compare the distance between two
// centres with half the summed sizes.
//
// Half the summed sizes on each side of one centre form a frame. If the other centre is inside, it
// is close enough on both axes.

/// Draws both centres and the comparison on each axis.
fn of_distance(paper: &mut Paper<'_, '_>, [a, b]: [&Aabb; 2], steps: &[MethodStep]) {
    let [from, to] = [centre(a), centre(b)];
    let [MethodStep::CentreDistance(x), MethodStep::CentreDistance(y)] = steps else { return };
    let compared = [x, y].map(|axis| comparison(axis.distance, axis.operator, axis.half_sizes));
    draw_frame(paper, a, b);
    draw_legs(paper, from, to, compared);
    draw_centres(paper, from, to);
}

/// Draws the centre of `a` before and after its move, with `b` at rest.
fn of_prediction(paper: &mut Paper<'_, '_>, [a, b]: &[Moving; 2], steps: &[MethodStep]) {
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

// Constructions for the methods that follow a motion: `swept` and
// `relative-velocity`.

/// The minimum length of v, in columns.
const LEAST_CELLS: i64 = 2;
/// Longer fractions are shown as decimals.
const FRACTION_WIDTH: usize = 7;

/// Draws each box's start, the path of its centre and where the boxes touch.
fn of_swept(paper: &mut Paper<'_, '_>, frame: &[Moving; 2], swept: Swept) {
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
fn of_relative_velocity(paper: &mut Paper<'_, '_>, [a, b]: &[Moving; 2], steps: &[MethodStep]) {
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

// Constructions for the exact test of two boxes and `edge-relations`, which does the same with
// four comparisons: the range that each box covers on each axis.
//
// Each box casts a shadow on both axes, along the top and left of the arena. If the shadows are
// apart, dotted lines run between the boxes.

/// Rows at the top and columns at the left that the shadows take.
const LANES: i64 = 2;

fn draw_ranges(paper: &mut Paper<'_, '_>, shapes: [&Shape; 2]) {
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
