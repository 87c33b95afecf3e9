//! `y c`: what the current method computes for the current pair: points, lines and half-planes,
//! with the numbers that it compares.
//!
//! The numbers come from the method's steps, in the arithmetic that Why shows; the positions are
//! exact.

mod centres;
mod lines;
mod motion;
mod ranges;

use std::cmp::Ordering;

use ratatui::style::Style;

use super::Sketch;
use crate::app::{ArenaModel, Inspected};
use crate::view::arena::boxes::CellBox;
use crate::view::arena::canvas::ArenaCanvas;
use hitscan_core::engine::Pair;
use hitscan_core::methods::{Arithmetic, Construction, Method, MethodStep, Number, Straddle};
use hitscan_core::words;
use hitscan_core::world::{Axes, Participant};
use hitscan_geom::{Moving, Shape, Step as ExactStep, relate, relate_traced, swept};

pub(super) fn draw(model: &ArenaModel<'_>, canvas: &ArenaCanvas<'_>, sketch: &mut Sketch) {
    let Some(Inspected { pair, method, arithmetic, .. }) = &model.inspected else { return };
    let pages = words::why::pages(&pair.a, &pair.b, &pair.pair_result, *method);
    let method = method.filter(|&method| pages.contains(&Some(method))).map(Method::as_coded);
    show_past(model, canvas, pair, sketch);
    let axes = model.world.settings().axes;
    let mut paper = Paper { canvas, sketch, a: &pair.a, b: &pair.b, axes };
    match method {
        None => truth(&mut paper),
        Some(method) => match &pair.pair_result.frame {
            _ if method.overlap_test().is_some() => {
                let rule = model.world.settings().boundary_rule;
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
    axes: Axes,
}

impl Paper<'_, '_> {
    /// The sign of an orientation for the reader: with y down, `+` is right of the line, with y up
    /// left of it; `0` is on it.
    fn sign(&self, orientation: Number) -> &'static str {
        let orientation = match self.axes {
            Axes::YDown => orientation,
            Axes::YUp => -orientation,
        };
        match orientation.sign() {
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
        (a @ Shape::Box(_), b @ Shape::Box(_)) => ranges::draw(paper, [a, b]),
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
            centres::of_distance(paper, [a, b], steps);
        }
        (Construction::Ranges | Construction::Bounds, a, b) => ranges::draw(paper, [a, b]),
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
        Construction::CornerPassed => motion::of_relative_velocity(paper, frame, &steps),
        Construction::CentrePath => centres::of_prediction(paper, frame, &steps),
        _ => motion::of_swept(paper, frame, swept(&frame[0], &frame[1])),
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
