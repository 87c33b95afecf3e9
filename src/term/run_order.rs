//! In which order the runs of a frame are written: what lies between them costs
//! bytes, for the cursor and for the pen.
//!
//! Reading order changes the pen whenever a row has cells of several looks, and
//! does so again in the next row. Going to whatever is nearest writes a red
//! upright line in one go and comes back for the green one, but leaves things
//! behind that are dear to come back for. So pieces of that way are put
//! elsewhere as long as this makes it shorter (I. Or's exchange for the
//! travelling salesman, 1976). The cheapest of a few orders is taken.

use std::iter;
use std::ops::Range;

use super::cursor_path::{Ground, Rest, State};
use super::pen::{PLAIN, PenCosts};
use super::spans::Span;

/// The most runs for which a better order than reading is looked for: it takes
/// the square of their number, and whole pictures have none.
const MAX_SPANS: usize = 80;
/// The most runs that are put elsewhere together.
const LONGEST_PIECE: usize = 4;

/// The runs, by their indices, in the cheapest order found from a state to a
/// place of rest.
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
    let near = costs.nearest(start);
    let orders = [links.shorten(near), links.shorten(reading.clone()), reading];
    orders.into_iter().min_by_key(|order| costs.total(order, start)).unwrap_or_default()
}

/// What ways and pens cost.
struct Costs<'r> {
    spans: &'r [Span],
    ground: Ground<'r>,
    rest: Rest,
    pens: &'r mut PenCosts,
}

impl Costs<'_> {
    /// Always on to the nearest; of equals to the first in reading order.
    fn nearest(&mut self, start: State) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.spans.len());
        let mut left: Vec<usize> = (0..self.spans.len()).collect();
        let mut state = start;
        while !left.is_empty() {
            let mut best = (usize::MAX, 0);
            for (place, &index) in left.iter().enumerate() {
                best = best.min((self.step(state, index).0, place));
            }
            let index = left.remove(best.1);
            state = self.step(state, index).1;
            order.push(index);
        }
        order
    }

    /// What each run costs after each other. A run of blanks hands on the pen
    /// that it was given, which is not known before there is an order: here it
    /// is the plain one, if that will do.
    fn links(&mut self, start: State) -> Links {
        let spans = self.spans.len();
        let mut states = Vec::with_capacity(spans + 1);
        for index in 0..spans {
            states.push(self.step(State { cursor: None, pen: PLAIN }, index).1);
        }
        states.push(start);
        let mut bytes = Vec::with_capacity(states.len() * states.len());
        for state in states {
            bytes.extend((0..spans).map(|index| self.step(state, index).0));
            bytes.push(self.last_step(state));
        }
        Links { spans, bytes }
    }

    /// What the ways and the pens of an order cost.
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

    /// What it costs to get to a run with the right pen, and where it leads.
    fn step(&mut self, state: State, index: usize) -> (usize, State) {
        let span = &self.spans[index];
        let step = state.step(span, self.ground, self.pens);
        (step.bytes, step.end(span, self.ground.size))
    }

    /// What it costs to get to the place of rest.
    fn last_step(&self, state: State) -> usize {
        self.rest.passage(state.cursor, self.ground).map_or(0, |(_, way)| way.cost_bytes())
    }
}

/// What each run costs after each other. The number of runs itself stands for
/// the start, where something comes after it, and for the place of rest, where
/// it comes after something.
struct Links {
    spans: usize,
    bytes: Vec<usize>,
}

/// Runs that follow each other in an order, and the place where they go.
struct Move {
    piece: Range<usize>,
    to: usize,
}

impl Links {
    fn between(&self, from: usize, to: usize) -> usize {
        self.bytes[from * (self.spans + 1) + to]
    }

    /// Puts pieces elsewhere until that saves nothing more.
    fn shorten(&self, order: Vec<usize>) -> Vec<usize> {
        let ends = || iter::once(self.spans);
        let mut path: Vec<usize> = ends().chain(order).chain(ends()).collect();
        while let Some(Move { piece, to }) = self.best_move(&path) {
            if to > piece.end {
                path[piece.start..to].rotate_left(piece.len());
            } else {
                path[to..piece.end].rotate_right(piece.len());
            }
        }
        path[1..=self.spans].to_vec()
    }

    /// The move that saves most, if one saves anything: of equals the first.
    fn best_move(&self, path: &[usize]) -> Option<Move> {
        let mut best = (0, None);
        for length in 1..=LONGEST_PIECE.min(self.spans) {
            for start in 1..=self.spans + 1 - length {
                let piece = start..start + length;
                let (first, last) = (path[start], path[piece.end - 1]);
                let saved = self.detour(path[start - 1], (first, last), path[piece.end]);
                if saved <= best.0 {
                    continue;
                }
                for to in (1..start).chain(piece.end + 1..path.len()) {
                    let gain = saved - self.detour(path[to - 1], (first, last), path[to]);
                    if gain > best.0 {
                        best = (gain, Some(Move { piece: piece.clone(), to }));
                    }
                }
            }
        }
        best.1
    }

    /// How much more it is from one run to another over a piece, from its first
    /// to its last, than straight on.
    fn detour(&self, from: usize, (first, last): (usize, usize), to: usize) -> isize {
        let bytes = |from, to| isize::try_from(self.between(from, to)).unwrap_or(isize::MAX);
        bytes(from, first) + bytes(last, to) - bytes(from, to)
    }
}
