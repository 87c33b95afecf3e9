//! How the cursor gets from one span of a frame to the next, and which pen writes
//! it.
//!
//! Not here: the order of the spans (`frame_bytes.rs`).

use std::io::Write;
use std::iter;

use ratatui_core::layout::{Position, Size};

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

// Cursor moves, and the shortest one between two positions.
//
// In raw mode, which the guard switches on, a line feed goes straight down.

/// A move from one position to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CursorMove {
    /// To an absolute position.
    Straight(Position),
    /// By this number of rows and columns; negative goes back.
    Relative { rows: i32, columns: i32 },
    /// To the left edge, then by this number of rows and columns.
    FromTheEdge { rows: i32, columns: i32 },
}

impl CursorMove {
    /// The shortest move. It must be absolute if the cursor position is
    /// unknown.
    pub(super) fn shortest(from: Option<Position>, to: Position, size: Size) -> Self {
        let straight = Self::Straight(to);
        let Some(from) = from else { return straight };
        if to.y >= size.height {
            // A line feed in the last row would scroll.
            return straight;
        }
        let rows = i32::from(to.y) - i32::from(from.y);
        let columns = i32::from(to.x) - i32::from(from.x);
        let relative = Self::Relative { rows, columns };
        let from_the_edge = Self::FromTheEdge { rows, columns: to.x.into() };
        [relative, from_the_edge, straight]
            .into_iter()
            .min_by_key(|way| way.cost_bytes())
            .unwrap_or(straight)
    }

    /// Its length in bytes.
    pub(super) fn cost_bytes(self) -> usize {
        match self {
            Self::Straight(Position { x: 0, y: 0 }) => 3,
            Self::Straight(Position { x: 0, y }) => 3 + digits(u32::from(y) + 1),
            Self::Straight(Position { x, y: 0 }) => 4 + digits(u32::from(x) + 1),
            Self::Straight(Position { x, y }) => {
                4 + digits(u32::from(y) + 1) + digits(u32::from(x) + 1)
            }
            Self::Relative { rows, columns } => {
                vertical(rows).cost_bytes() + horizontal(columns).cost_bytes()
            }
            Self::FromTheEdge { rows, columns } => {
                vertical(rows).cost_bytes() + 1 + horizontal(columns).cost_bytes()
            }
        }
    }

    /// Writes it.
    pub(super) fn write(self, out: &mut Vec<u8>) {
        match self {
            Self::Straight(Position { x, y }) => {
                let (row, column) = (u32::from(y) + 1, u32::from(x) + 1);
                match (row, column) {
                    (1, 1) => out.extend_from_slice(b"\x1b[H"),
                    (_, 1) => sequence(out, format_args!("{row}H")),
                    (1, _) => sequence(out, format_args!(";{column}H")),
                    _ => sequence(out, format_args!("{row};{column}H")),
                }
            }
            Self::Relative { rows, columns } => {
                vertical(rows).write(out);
                horizontal(columns).write(out);
            }
            Self::FromTheEdge { rows, columns } => {
                vertical(rows).write(out);
                out.push(b'\r');
                horizontal(columns).write(out);
            }
        }
    }
}

/// The part of a move along one axis.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// A control character, repeated.
    Repeated { control: u8, times: u32 },
    /// A sequence with a number, which is omitted when it is 1.
    Counted { end: char, number: u32 },
    /// One row up, a byte shorter. It would scroll in the first row, but no
    /// move leaves the screen.
    ReverseIndex,
}

/// Up to this many control characters are shorter than a sequence.
const FEW: u32 = 3;

fn vertical(rows: i32) -> Part {
    let number = rows.unsigned_abs();
    match rows {
        0.. if number <= FEW => Part::Repeated { control: b'\n', times: number },
        0.. => Part::Counted { end: 'B', number },
        -1 => Part::ReverseIndex,
        _ => Part::Counted { end: 'A', number },
    }
}

fn horizontal(columns: i32) -> Part {
    let number = columns.unsigned_abs();
    match columns {
        1.. => Part::Counted { end: 'C', number },
        _ if number <= FEW => Part::Repeated { control: b'\x08', times: number },
        _ => Part::Counted { end: 'D', number },
    }
}

impl Part {
    fn cost_bytes(self) -> usize {
        match self {
            Self::Repeated { times, .. } => usize::try_from(times).unwrap_or(usize::MAX),
            Self::ReverseIndex => 2,
            Self::Counted { number: 1, .. } => 3,
            Self::Counted { number, .. } => 3 + digits(number),
        }
    }

    fn write(self, out: &mut Vec<u8>) {
        match self {
            Self::Repeated { control, times } => out.extend((0..times).map(|_| control)),
            Self::ReverseIndex => out.extend_from_slice(b"\x1bM"),
            Self::Counted { end, number: 1 } => sequence(out, format_args!("{end}")),
            Self::Counted { end, number } => sequence(out, format_args!("{number}{end}")),
        }
    }
}

fn digits(number: u32) -> usize {
    match number {
        0..=9 => 1,
        10..=99 => 2,
        100..=999 => 3,
        1000..=9999 => 4,
        _ => 5,
    }
}

fn sequence(out: &mut Vec<u8>, rest: std::fmt::Arguments<'_>) {
    write!(out, "\x1b[{rest}").expect("a Vec takes all bytes");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::num::NonZeroU16;

    const SIZE: Size = Size { width: 300, height: 100 };

    fn said(way: CursorMove) -> Vec<u8> {
        let mut out = Vec::new();
        way.write(&mut out);
        out
    }

    fn shortest(from: (u16, u16), to: (u16, u16)) -> Vec<u8> {
        said(CursorMove::shortest(Some(from.into()), to.into(), SIZE))
    }

    #[test]
    fn common_moves() {
        assert_eq!(shortest((5, 5), (5, 5)), b"");
        assert_eq!(shortest((5, 5), (4, 6)), b"\n\x08");
        assert_eq!(shortest((5, 5), (6, 5)), b"\x1b[C");
        assert_eq!(shortest((5, 5), (5, 4)), b"\x1bM");
        assert_eq!(shortest((5, 5), (5, 3)), b"\x1b[2A");
        assert_eq!(shortest((5, 5), (0, 6)), b"\n\r");
        assert_eq!(shortest((100, 5), (1, 5)), b"\r\x1b[C");
        assert_eq!(shortest((5, 5), (0, 0)), b"\x1b[H");
        assert_eq!(shortest((5, 50), (90, 0)), b"\x1b[;91H");
    }

    #[test]
    fn no_line_feed_goes_below_the_last_row() {
        let below = CursorMove::shortest(Some((5, 99).into()), (5, 100).into(), SIZE);
        assert_eq!(said(below), b"\x1b[101;6H");
    }

    proptest! {
        #[test]
        fn every_way_leads_there_at_its_price_and_none_is_longer_than_the_straight_one(
            from in (0_u16..300, 0_u16..100), to in (0_u16..300, 0_u16..100),
        ) {
            let way = CursorMove::shortest(Some(from.into()), to.into(), SIZE);
            let straight = CursorMove::Straight(to.into());
            for way in [way, straight] {
                prop_assert_eq!(said(way).len(), way.cost_bytes());
            }
            prop_assert!(way.cost_bytes() <= straight.cost_bytes());
            let cells = |count| NonZeroU16::new(count).expect("screens have cells");
            let mut shown = vt100::Parser::new(cells(100), cells(300), 0);
            shown.process(&said(CursorMove::Straight(from.into())));
            shown.process(&said(way));
            prop_assert_eq!(shown.screen().cursor_position(), (to.1, to.0));
        }
    }
}
