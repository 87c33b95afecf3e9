//! How the cursor gets from one run of a frame to the next, and with which pen
//! it is written.
//!
//! In which order the runs are written does not live here (`order.rs`).

use ratatui::layout::{Position, Size};

use super::moves::Way;
use super::order;
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

    /// Where a run leads.
    pub(super) fn after(self, run: &Run, size: Size) -> Self {
        Self { cursor: run.leads_to(size), pen: self.pen_for(run) }
    }

    /// What it costs to get to a run.
    pub(super) fn way_bytes(self, run: &Run, ground: Ground<'_>) -> usize {
        self.passage(run, ground).cost_bytes()
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
}

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
        for index in order::cheapest(runs, self.end, ground, rest) {
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
