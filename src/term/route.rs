//! How the cursor gets from one run of a frame to the next, and with which pen
//! it is written.
//!
//! In which order the runs are written does not live here (`order.rs`).

use std::iter;

use ratatui::layout::{Position, Size};

use super::grid::{Grid, Shown};
use super::moves::Way;
use super::order;
use super::pen::{PLAIN, Pen, PenCosts};
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

    /// The cheapest step to a run.
    pub(super) fn step<'g>(self, run: &Run, ground: Ground<'g>, pens: &mut PenCosts) -> Step<'g> {
        let way = Way::shortest(self.cursor, run.at, ground.size);
        let passage = self
            .text_between(run, ground)
            .filter(|text| text.len() < way.cost_bytes())
            .map_or(Passage::Way(way), Passage::Over);
        let pen = self.pen_for(run);
        let bytes = passage.cost_bytes() + pens.change(self.pen, pen);
        let straight = Step { passage, from: self.pen, pen, bytes };
        let Some(way) = ground.way_from_anchor(run.at) else { return straight };
        let passage = Passage::OverAnchor(way);
        if passage.cost_bytes() >= bytes {
            return straight;
        }
        let pen = Self { pen: PLAIN, ..self }.pen_for(run);
        let step = Step {
            passage,
            from: PLAIN,
            pen,
            bytes: passage.cost_bytes() + pens.change(PLAIN, pen),
        };
        if step.bytes < bytes { step } else { straight }
    }

    /// What stands between the cursor and a run, where the pen at hand can write
    /// it once more.
    fn text_between<'g>(self, run: &Run, ground: Ground<'g>) -> Option<Between<'g>> {
        let from = self.cursor.filter(|from| from.y == run.at.y && from.x < run.at.x)?;
        let grid = ground.grid.filter(|_| run.at.x - from.x <= MOST_REWRITTEN)?;
        let between = Between { grid, from, to: run.at.x };
        between.cells().all(|cell| cell.is_drawn_by(self.pen)).then_some(between)
    }
}

/// How to get to a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'g> {
    passage: Passage<'g>,
    /// The pen when the cursor is there.
    from: Pen,
    /// The pen that the run is written with.
    pen: Pen,
    /// What it costs.
    pub(super) bytes: usize,
}

impl Step<'_> {
    /// Where the cursor and the pen are when the run is written.
    pub(super) fn end(self, run: &Run, size: Size) -> State {
        State { cursor: run.leads_to(size), pen: self.pen }
    }

    fn write(self, out: &mut Vec<u8>) {
        self.passage.write(out);
        self.from.change(self.pen, out);
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
    /// Where the terminal goes back to, with the plain pen, when it is told to.
    pub(super) anchor: Option<Position>,
}

impl Ground<'_> {
    fn way_from_anchor(self, to: Position) -> Option<Way> {
        self.anchor.map(|anchor| Way::shortest(Some(anchor), to, self.size))
    }
}

/// DECRC, and DECSC again: some emulators go back to a place but once.
const RESTORE: &[u8] = b"\x1b8\x1b7";

/// Cells that are written again on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Between<'g> {
    grid: &'g Grid,
    from: Position,
    to: u16,
}

impl<'g> Between<'g> {
    fn cells(self) -> impl Iterator<Item = Shown> + use<'g> {
        self.grid.cells(self.from.y, self.from.x..self.to)
    }

    fn len(self) -> usize {
        self.cells().filter_map(|cell| cell.symbol).map(char::len_utf8).sum()
    }

    fn write(self, out: &mut Vec<u8>) {
        for symbol in self.cells().filter_map(|cell| cell.symbol) {
            out.extend_from_slice(symbol.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

/// How the cursor gets somewhere.
#[derive(Clone, Copy, Debug)]
pub(super) enum Passage<'g> {
    Way(Way),
    /// To the anchor, with the plain pen, and on from there.
    OverAnchor(Way),
    /// What lies between is written once more.
    Over(Between<'g>),
}

impl Passage<'_> {
    pub(super) fn cost_bytes(self) -> usize {
        match self {
            Self::Way(way) => way.cost_bytes(),
            Self::OverAnchor(way) => RESTORE.len() + way.cost_bytes(),
            Self::Over(text) => text.len(),
        }
    }

    fn write(self, out: &mut Vec<u8>) {
        match self {
            Self::Way(way) => way.write(out),
            Self::OverAnchor(way) => {
                out.extend_from_slice(RESTORE);
                way.write(out);
            }
            Self::Over(text) => text.write(out),
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
    pub(super) fn passage(
        self,
        cursor: Option<Position>,
        ground: Ground<'_>,
    ) -> Option<(Position, Passage<'static>)> {
        let (to, is_there) = match (self, cursor) {
            (Self::Anywhere, _) => return None,
            (Self::InRow(to), Some(at)) => (to, at.y == to.y && at.x >= to.x),
            (Self::At(to), Some(at)) => (to, at == to),
            (Self::InRow(to) | Self::At(to), None) => (to, false),
        };
        let size = ground.size;
        if is_there || to.x >= size.width || to.y >= size.height {
            return None;
        }
        let straight = Passage::Way(Way::shortest(cursor, to, size));
        let over_anchor = ground.way_from_anchor(to).map(Passage::OverAnchor);
        let cheapest = iter::once(straight).chain(over_anchor).min_by_key(|way| way.cost_bytes());
        cheapest.map(|passage| (to, passage))
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
        let mut pens = PenCosts::default();
        for index in order::cheapest(runs, self.end, ground, rest, &mut pens) {
            let run = &runs[index];
            let step = self.end.step(run, ground, &mut pens);
            step.write(&mut self.bytes);
            run.ink.write(&mut self.bytes);
            self.end = step.end(run, ground.size);
        }
        self
    }

    /// Then to the place of rest.
    pub(super) fn then_rest(mut self, rest: Rest, ground: Ground<'_>) -> Self {
        if let Some((to, passage)) = rest.passage(self.end.cursor, ground) {
            passage.write(&mut self.bytes);
            let pen = if let Passage::OverAnchor(_) = passage { PLAIN } else { self.end.pen };
            self.end = State { cursor: Some(to), pen };
        }
        self
    }
}
