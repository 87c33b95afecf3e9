//! How the cursor gets from one span of a frame to the next, and which pen writes
//! it.
//!
//! Not here: the order of the spans (`run_order.rs`).

use std::iter;

use ratatui_core::layout::{Position, Size};

use super::cursor_moves::CursorMove;
use super::grid::{Grid, Shown};
use super::pen::{PLAIN, Pen, PenCosts};
use super::spans::Span;

/// The cursor and pen of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// `None` if unknown.
    pub(super) cursor: Option<Position>,
    pub(super) pen: Pen,
}

impl State {
    /// The pen to write this span with: the current one if it will do.
    pub(super) fn pen_for(self, span: &Span) -> Pen {
        if !span.is_blank {
            return span.pen;
        }
        if self.pen.draws_the_same_blank(span.pen) {
            return self.pen;
        }
        // The plain pen is often the cheapest to switch to, and good enough for most blanks.
        if PLAIN.draws_the_same_blank(span.pen) { PLAIN } else { span.pen }
    }

    /// The cheapest step to a span.
    pub(super) fn step<'g>(self, span: &Span, ground: Ground<'g>, pens: &mut PenCosts) -> Step<'g> {
        let way = CursorMove::shortest(self.cursor, span.at, ground.size);
        let passage = self
            .text_between(span, ground)
            .filter(|text| text.len() < way.cost_bytes())
            .map_or(Passage::CursorMove(way), Passage::Over);
        let pen = self.pen_for(span);
        let bytes = passage.cost_bytes() + pens.change(self.pen, pen);
        let straight = Step { passage, from: self.pen, pen, bytes };
        if bytes <= RESTORE.len() {
            return straight;
        }
        let Some(way) = ground.way_from_anchor(span.at) else { return straight };
        let passage = Passage::OverAnchor(way);
        let over_anchor = passage.cost_bytes();
        if over_anchor >= bytes {
            return straight;
        }
        let pen = Self { pen: PLAIN, ..self }.pen_for(span);
        let over_anchor = over_anchor + pens.change(PLAIN, pen);
        if over_anchor >= bytes {
            return straight;
        }
        Step { passage, from: PLAIN, pen, bytes: over_anchor }
    }

    /// The text between the cursor and a span, if the current pen can write it
    /// again.
    fn text_between<'g>(self, span: &Span, ground: Ground<'g>) -> Option<Between<'g>> {
        let from = self.cursor.filter(|from| from.y == span.at.y && from.x < span.at.x)?;
        let grid = ground.grid.filter(|_| span.at.x - from.x <= MOST_REWRITTEN)?;
        let between = Between { grid, from, to: span.at.x };
        between.cells().all(|cell| cell.is_drawn_by(self.pen)).then_some(between)
    }
}

/// A step to a span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'g> {
    passage: Passage<'g>,
    /// The pen when the cursor arrives.
    from: Pen,
    /// The pen that writes the span.
    pen: Pen,
    /// Its cost.
    pub(super) bytes: usize,
}

impl Step<'_> {
    /// The cursor and pen after the span.
    pub(super) fn end(self, span: &Span, size: Size) -> State {
        State { cursor: span.leads_to(size), pen: self.pen }
    }

    pub(super) fn write(self, out: &mut Vec<u8>) {
        self.passage.write(out);
        self.from.change(self.pen, out);
    }
}

/// The most cells that are cheaper to rewrite than to skip.
const MOST_REWRITTEN: u16 = 3;

/// The surface that spans are written on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground<'g> {
    pub(super) size: Size,
    /// What the terminal will show; `None` while parts of rows are being moved
    /// and nothing may be rewritten.
    pub(super) grid: Option<&'g Grid>,
    /// The position saved in the terminal, with the plain pen.
    pub(super) anchor: Option<Position>,
}

impl Ground<'_> {
    fn way_from_anchor(self, to: Position) -> Option<CursorMove> {
        self.anchor.map(|anchor| CursorMove::shortest(Some(anchor), to, self.size))
    }
}

/// DECRC, and DECSC again: some emulators forget a position once restored.
const RESTORE: &[u8] = b"\x1b8\x1b7";

/// Cells that are rewritten on the way.
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

/// How the cursor gets to a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Passage<'g> {
    CursorMove(CursorMove),
    /// To the saved position, with the plain pen, and on from there.
    OverAnchor(CursorMove),
    /// By rewriting the text in between.
    Over(Between<'g>),
}

impl Passage<'_> {
    pub(super) fn cost_bytes(self) -> usize {
        match self {
            Self::CursorMove(way) => way.cost_bytes(),
            Self::OverAnchor(way) => RESTORE.len() + way.cost_bytes(),
            Self::Over(text) => text.len(),
        }
    }

    pub(super) fn write(self, out: &mut Vec<u8>) {
        match self {
            Self::CursorMove(way) => way.write(out),
            Self::OverAnchor(way) => {
                out.extend_from_slice(RESTORE);
                way.write(out);
            }
            Self::Over(text) => text.write(out),
        }
    }
}

/// Where the hidden cursor rests after a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Anywhere.
    Anywhere,
    /// In this row, from this column on.
    InRow(Position),
    /// Exactly here.
    At(Position),
}

impl Rest {
    /// The position to go to and how, unless the cursor is already there.
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
        let straight = Passage::CursorMove(CursorMove::shortest(cursor, to, size));
        let over_anchor = ground.way_from_anchor(to).map(Passage::OverAnchor);
        let cheapest = iter::once(straight).chain(over_anchor).min_by_key(|way| way.cost_bytes());
        cheapest.map(|passage| (to, passage))
    }
}
