//! The order in which the spans of a frame are written: the cursor moves and
//! pen changes between them cost bytes.
//!
//! Reading order changes the pen in every row with several styles. Always going
//! to the nearest span draws a red vertical line in one go and returns for the
//! green one, but leaves spans behind that are expensive to return to. So parts
//! of that path are moved elsewhere as long as this shortens it (I. Or's
//! exchange for the travelling salesman problem, 1976). The cheapest of a few
//! orders wins.

use std::iter;
use std::mem;
use std::ops::Range;

use super::cursor_path::{Ground, Rest, State};
use super::pen::{PLAIN, PenCosts};
use super::spans::Span;

/// The most spans for which to look for a better order: the time grows with the
/// square, and whole pictures gain nothing.
const MAX_SPANS: usize = 80;
/// The most spans that are moved together.
const LONGEST_PIECE: usize = 4;

/// The spans, by index, in the cheapest order found from `start` to the rest position.
pub(super) fn cheapest(
    spans: &[Span],
    start: State,
    ground: Ground<'_>,
    rest: Rest,
    pens: &mut PenCosts,
) -> Vec<usize> {
    let reading: Vec<usize> = (0..spans.len()).collect();
    if spans.len() < 3 || spans.len() > MAX_SPANS {
        return reading;
    }
    let mut costs = Costs { spans, ground, rest, pens };
    let links = costs.links(start);
    let orders = [links.shorten(links.nearest()), links.shorten(reading.clone()), reading];
    orders.into_iter().min_by_key(|order| costs.total(order, start)).unwrap_or_default()
}

/// The spans, by index, in reading order or in reverse, whichever is cheaper.
pub(super) fn down_or_up(
    spans: &[Span],
    start: State,
    ground: Ground<'_>,
    pens: &mut PenCosts,
) -> Vec<usize> {
    let mut costs = Costs { spans, ground, rest: Rest::Anywhere, pens };
    let orders = [(0..spans.len()).collect::<Vec<_>>(), (0..spans.len()).rev().collect()];
    orders.into_iter().min_by_key(|order| costs.total(order, start)).unwrap_or_default()
}

/// The costs of moves and pens.
struct Costs<'r> {
    spans: &'r [Span],
    ground: Ground<'r>,
    rest: Rest,
    pens: &'r mut PenCosts,
}

impl Costs<'_> {
    /// The cost of writing each span after each other one. A blank span keeps the pen it is given,
    /// which depends on the order; here it counts as plain if that will do.
    fn links(&mut self, start: State) -> Links {
        let spans = self.spans.len();
        let mut states = Vec::with_capacity(spans + 1);
        for index in 0..spans {
            states.push(self.step(State { cursor: None, pen: PLAIN }, index).1);
        }
        states.push(start);
        let mut bytes = Vec::with_capacity(states.len() * states.len());
        for state in states {
            let steps = (0..spans).map(|index| self.step(state, index).0);
            bytes.extend(steps.map(count_of));
            bytes.push(count_of(self.last_step(state)));
        }
        Links { spans, bytes }
    }

    /// The cost of an order.
    fn total(&mut self, order: &[usize], start: State) -> usize {
        let mut state = start;
        let mut total = 0;
        for &index in order {
            let (bytes, end) = self.step(state, index);
            total += bytes;
            state = end;
        }
        total + self.last_step(state)
    }

    /// The cost to get to a span with the right pen, and the state after it.
    fn step(&mut self, state: State, index: usize) -> (usize, State) {
        let span = &self.spans[index];
        let step = state.step(span, self.ground, self.pens);
        (step.bytes, step.end(span, self.ground.size))
    }

    /// The cost to get to the rest position.
    fn last_step(&self, state: State) -> usize {
        self.rest.passage(state.cursor, self.ground).map_or(0, |(_, way)| way.cost_bytes())
    }
}

/// The cost of writing each span after each other one. The index after the last stands for the
/// start as a predecessor, and for the rest position as a successor.
struct Links {
    spans: usize,
    bytes: Vec<isize>,
}

impl Links {
    fn between(&self, from: usize, to: usize) -> isize {
        self.bytes[from * (self.spans + 1) + to]
    }

    /// The greedy order: from the start, always to the nearest span, with ties in reading order.
    fn nearest(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.spans);
        let mut left: Vec<usize> = (0..self.spans).collect();
        let mut from = self.spans;
        while let Some(place) = (0..left.len()).min_by_key(|&place| self.between(from, left[place]))
        {
            from = left.remove(place);
            order.push(from);
        }
        order
    }

    /// Moves parts, each to where it saves most, until no move saves anything.
    fn shorten(&self, order: Vec<usize>) -> Vec<usize> {
        let ends = || iter::once(self.spans);
        let mut path: Vec<usize> = ends().chain(order).chain(ends()).collect();
        let mut is_shorter = true;
        while mem::take(&mut is_shorter) {
            for length in 1..=LONGEST_PIECE.min(self.spans) {
                for start in 1..=self.spans + 1 - length {
                    let piece = start..start + length;
                    let Some(to) = self.best_place(&path, piece.clone()) else { continue };
                    if to > piece.end {
                        path[start..to].rotate_left(length);
                    } else {
                        path[to..piece.end].rotate_right(length);
                    }
                    is_shorter = true;
                }
            }
        }
        path[1..=self.spans].to_vec()
    }

    /// The position of the path before which this piece saves most, if it saves anything; the first
    /// of equals.
    fn best_place(&self, path: &[usize], piece: Range<usize>) -> Option<usize> {
        let (first, last) = (path[piece.start], path[piece.end - 1]);
        let (before, after) = (path[piece.start - 1], path[piece.end]);
        let saved =
            self.between(before, first) + self.between(last, after) - self.between(before, after);
        if saved <= 0 {
            return None;
        }
        let mut best = (0, None);
        for to in (1..piece.start).chain(piece.end + 1..path.len()) {
            let (left, right) = (path[to - 1], path[to]);
            let longer =
                self.between(left, first) + self.between(last, right) - self.between(left, right);
            if saved - longer > best.0 {
                best = (saved - longer, Some(to));
            }
        }
        best.1
    }
}

/// As a number that can be subtracted; no frame has that many bytes.
fn count_of(bytes: usize) -> isize {
    isize::try_from(bytes).unwrap_or(isize::MAX)
}
