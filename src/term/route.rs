//! In which order the runs of a frame are written.
//!
//! Reading order changes the pen whenever a row has cells of several looks, and
//! does so again in the next row. Going to whatever is nearest, in bytes of
//! cursor and pen together, writes a red upright line in one go and comes back
//! for the green one. The cheaper of the two orders is taken.

use ratatui::layout::{Position, Size};

use super::moves::Way;
use super::pen::{PLAIN, Pen};
use super::runs::Run;

/// Where a terminal's cursor and pen are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// `None` when it is not sure.
    pub(super) cursor: Option<Position>,
    pub(super) pen: Pen,
}

impl State {
    /// The pen to write this run with: the one at hand when it will do.
    pub(super) fn pen_for(self, run: &Run) -> Pen {
        if !run.is_blank {
            return run.pen;
        }
        if self.pen.draws_the_same_blank(run.pen) {
            return self.pen;
        }
        // Often the shortest one to say, and for blanks often as good.
        if PLAIN.draws_the_same_blank(run.pen) { PLAIN } else { run.pen }
    }
}

/// The most runs for which the nearest is looked for: it takes the square of
/// their number, and whole pictures have no better order than reading.
const MOST_RUNS: usize = 80;

/// The order in which to write the runs, as their indices.
pub(super) fn order(runs: &[Run], start: State, size: Size) -> Vec<usize> {
    let reading: Vec<usize> = (0..runs.len()).collect();
    if runs.len() < 3 || runs.len() > MOST_RUNS {
        return reading;
    }
    let mut costs = Costs { runs, size, pens: Vec::new() };
    let nearest = costs.nearest(start);
    if costs.total(&nearest, start) < costs.total(&reading, start) { nearest } else { reading }
}

struct Costs<'r> {
    runs: &'r [Run],
    size: Size,
    /// What changes of the pen cost, as far as they were asked for.
    pens: Vec<(Pen, Pen, usize)>,
}

impl Costs<'_> {
    fn nearest(&mut self, start: State) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.runs.len()).collect();
        let mut order = Vec::with_capacity(left.len());
        let mut state = start;
        while !left.is_empty() {
            let mut best = (usize::MAX, 0);
            for (place, &index) in left.iter().enumerate() {
                // Of equals the first in reading order.
                let cost = self.cost(state, index);
                if cost < best.0 {
                    best = (cost, place);
                }
            }
            let index = left.remove(best.1);
            state = self.after(state, index);
            order.push(index);
        }
        order
    }

    fn total(&mut self, order: &[usize], start: State) -> usize {
        let mut state = start;
        let mut total = 0;
        for &index in order {
            total += self.cost(state, index);
            state = self.after(state, index);
        }
        total
    }

    /// What it costs to get to a run with the right pen.
    fn cost(&mut self, state: State, index: usize) -> usize {
        let run = &self.runs[index];
        let way = Way::shortest(state.cursor, run.at, self.size);
        way.cost_bytes() + self.pen_cost(state.pen, state.pen_for(run))
    }

    fn after(&self, state: State, index: usize) -> State {
        let run = &self.runs[index];
        State { cursor: run.leads_to(self.size), pen: state.pen_for(run) }
    }

    fn pen_cost(&mut self, from: Pen, to: Pen) -> usize {
        if from == to {
            return 0;
        }
        let known = self.pens.iter().find(|(one, other, _)| (*one, *other) == (from, to));
        if let Some(&(.., cost)) = known {
            return cost;
        }
        let mut bytes = Vec::new();
        from.change(to, &mut bytes);
        self.pens.push((from, to, bytes.len()));
        bytes.len()
    }
}
