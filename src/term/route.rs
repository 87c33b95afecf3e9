//! In which order the runs of a frame are written, and how the cursor gets from
//! one to the next.
//!
//! Reading order changes the pen whenever a row has cells of several looks, and
//! does so again in the next row. Going to whatever is nearest, in bytes of
//! cursor and pen together, writes a red upright line in one go and comes back
//! for the green one. The cheapest of a few orders is taken.

use ratatui::layout::{Position, Size};

use super::moves::Way;
use super::pen::{PLAIN, Pen};
use super::runs::{Grid, Run, Shown};

/// Where a terminal's cursor and pen are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// `None` when it is not sure.
    pub(super) cursor: Option<Position>,
    pub(super) pen: Pen,
}

impl State {
    /// The pen to write this run with: the one at hand when it will do.
    fn pen_for(self, run: &Run) -> Pen {
        if !run.is_blank {
            return run.pen;
        }
        if self.pen.draws_the_same_blank(run.pen) {
            return self.pen;
        }
        // Often the shortest one to say, and for blanks often as good.
        if PLAIN.draws_the_same_blank(run.pen) { PLAIN } else { run.pen }
    }

    fn after(self, run: &Run, size: Size) -> Self {
        Self { cursor: run.leads_to(size), pen: self.pen_for(run) }
    }

    /// The cheapest way to a run.
    fn passage<'g>(self, run: &Run, ground: Ground<'g>) -> Passage<'g> {
        let way = Way::shortest(self.cursor, run.at, ground.size);
        self.text_between(run, ground)
            .filter(|text| text.len() < way.cost_bytes())
            .map_or(Passage::Way(way), Passage::Over)
    }

    /// What stands between the cursor and a run, where the pen at hand can write
    /// it once more.
    fn text_between<'g>(self, run: &Run, ground: Ground<'g>) -> Option<Between<'g>> {
        let from = self.cursor.filter(|from| from.y == run.at.y && from.x < run.at.x)?;
        let cells = ground.grid.filter(|_| run.at.x - from.x <= MOST_REWRITTEN)?.row(run.at.y);
        let cells = cells.get(usize::from(from.x)..usize::from(run.at.x))?;
        cells.iter().all(|cell| cell.is_drawn_by(self.pen)).then_some(Between { cells })
    }
}

/// So many cells can be cheaper to write again than to pass over.
const MOST_REWRITTEN: u16 = 3;

/// What runs are written on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground<'g> {
    pub(super) size: Size,
    /// What the terminal shows in the end; `None` while pieces of rows are on
    /// their way, and nothing may be written to its place yet.
    pub(super) grid: Option<&'g Grid>,
}

/// Cells that are written again on the way.
#[derive(Clone, Copy, Debug)]
struct Between<'g> {
    cells: &'g [Shown],
}

impl Between<'_> {
    fn len(self) -> usize {
        self.cells.iter().filter_map(|cell| cell.symbol).map(char::len_utf8).sum()
    }

    fn write(self, out: &mut Vec<u8>) {
        for symbol in self.cells.iter().filter_map(|cell| cell.symbol) {
            out.extend_from_slice(symbol.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

/// How the cursor gets to a run.
#[derive(Clone, Copy, Debug)]
enum Passage<'g> {
    Way(Way),
    /// What lies between is written once more.
    Over(Between<'g>),
}

impl Passage<'_> {
    fn cost_bytes(self) -> usize {
        match self {
            Self::Way(way) => way.cost_bytes(),
            Self::Over(text) => text.len(),
        }
    }
}

/// Where the cursor is to be when a frame is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// Wherever it happens to be.
    Anywhere,
    /// Anywhere in this row, from this column on.
    InRow(Position),
    /// Just here.
    At(Position),
}

impl Rest {
    /// The place to go to and the way there, unless the cursor is there.
    pub(super) fn way(self, cursor: Option<Position>, size: Size) -> Option<(Position, Way)> {
        let (to, is_there) = match (self, cursor) {
            (Self::Anywhere, _) => return None,
            (Self::InRow(to), Some(at)) => (to, at.y == to.y && at.x >= to.x),
            (Self::At(to), Some(at)) => (to, at == to),
            (Self::InRow(to) | Self::At(to), None) => (to, false),
        };
        let is_on_screen = to.x < size.width && to.y < size.height;
        (is_on_screen && !is_there).then(|| (to, Way::shortest(cursor, to, size)))
    }

    fn row(self) -> Option<u16> {
        match self {
            Self::Anywhere => None,
            Self::InRow(to) | Self::At(to) => Some(to.y),
        }
    }
}

/// The most runs for which the nearest is looked for: it takes the square of
/// their number, and whole pictures have no better order than reading.
const MOST_RUNS: usize = 80;

/// The bytes of a frame as they are put together, and where they lead.
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub(super) bytes: Vec<u8>,
    pub(super) end: State,
}

impl Route {
    /// From here, over nothing yet.
    pub(super) const fn from(start: State) -> Self {
        Self { bytes: Vec::new(), end: start }
    }

    /// Then over these runs, in whatever order is cheap, when the cursor is to
    /// rest there afterwards.
    pub(super) fn then(mut self, runs: &[Run], ground: Ground<'_>, rest: Rest) -> Self {
        let mut costs = Costs { runs, ground, rest, pens: Vec::new() };
        for index in costs.order(self.end) {
            self.write(&runs[index], ground);
        }
        self
    }

    fn write(&mut self, run: &Run, ground: Ground<'_>) {
        match self.end.passage(run, ground) {
            Passage::Way(way) => way.write(&mut self.bytes),
            Passage::Over(text) => text.write(&mut self.bytes),
        }
        self.end.pen.change(self.end.pen_for(run), &mut self.bytes);
        run.ink.write(&mut self.bytes);
        self.end = self.end.after(run, ground.size);
    }
}

struct Costs<'r> {
    runs: &'r [Run],
    ground: Ground<'r>,
    rest: Rest,
    /// What changes of the pen cost, as far as they were asked for.
    pens: Vec<(Pen, Pen, usize)>,
}

impl Costs<'_> {
    /// The order in which to write the runs, as their indices.
    fn order(&mut self, start: State) -> Vec<usize> {
        let reading: Vec<usize> = (0..self.runs.len()).collect();
        if reading.len() < 3 || reading.len() > MOST_RUNS {
            return reading;
        }
        let is_last = |index: &usize| Some(self.runs[*index].at.y) == self.rest.row();
        let (last, first): (Vec<_>, Vec<_>) = reading.iter().copied().partition(is_last);
        let mut orders = vec![self.nearest(start, &[&reading])];
        if !last.is_empty() {
            orders.push(self.nearest(start, &[&first, &last]));
        }
        orders.push(reading);
        let best = orders.iter().min_by_key(|order| self.total(order, start));
        best.cloned().unwrap_or_default()
    }

    /// Always on to the nearest, first within the first part, then within the
    /// next.
    fn nearest(&mut self, start: State, parts: &[&[usize]]) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.runs.len());
        let mut state = start;
        for part in parts {
            let mut left = part.to_vec();
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
                state = state.after(&self.runs[index], self.ground.size);
                order.push(index);
            }
        }
        order
    }

    /// What the ways and the pens of an order cost.
    fn total(&mut self, order: &[usize], start: State) -> usize {
        let mut state = start;
        let mut total = 0;
        for &index in order {
            total += self.cost(state, index);
            state = state.after(&self.runs[index], self.ground.size);
        }
        total + self.rest.way(state.cursor, self.ground.size).map_or(0, |(_, way)| way.cost_bytes())
    }

    /// What it costs to get to a run with the right pen.
    fn cost(&mut self, state: State, index: usize) -> usize {
        let run = &self.runs[index];
        let way = state.passage(run, self.ground).cost_bytes();
        way + self.pen_cost(state.pen, state.pen_for(run))
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
