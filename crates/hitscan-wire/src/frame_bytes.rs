//! The bytes of a frame: the cheapest way to write it, with spans in the cheapest order and the
//! cursor's path between them.

use std::io::Write;
use std::ops::Range;
use std::{iter, mem};

use ratatui_core::layout::{Position, Size};

use super::features::Shifts;
use super::grid::{Grid, Shown};
use super::pen::{PLAIN, Pen, PenCosts};
use super::spans;
use super::spans::{Change, RowEdit, Span, SpanInk};

/// The bytes of a frame so far, and the cursor and pen after them.
#[derive(Clone, Debug)]
pub(super) struct FrameBytes {
    pub(super) bytes: Vec<u8>,
    pub(super) end: State,
}

impl FrameBytes {
    /// The cheapest way to write changes that the grid already contains.
    pub(super) fn cheapest(
        changes: &[Change],
        grid: &Grid,
        shifts: Shifts,
        start: State,
        rest: Rest,
        still: Ground<'_>,
    ) -> Self {
        let start = Self::from(start);
        let moving = Ground { grid: None, ..still };
        let shifts = match shifts {
            Shifts::Known => spans::find(changes, grid),
            Shifts::Unknown => Vec::new(),
        };
        let shifted = shifts.iter().map(|plan| {
            let edited = start.clone().then_edits(&edits(&plan.deletions), moving);
            let edited = edited.then_edits(&edits(&plan.insertions), moving);
            (edited, spans::join(&plan.changes, grid))
        });
        let written = (start.clone(), spans::join(changes, grid));
        let mut ways: Vec<_> = iter::once(written).chain(shifted).collect();
        // Most of the time of a frame goes into the order of spans, so the most promising way is
        // first, and those that cannot be cheaper are left out.
        ways.sort_by_key(|(before, spans)| before.least_bytes(spans));
        let mut cheapest: Option<Self> = None;
        for (before, spans) in ways {
            let most = cheapest.as_ref().map_or(usize::MAX, |path| path.bytes.len());
            let least = before.least_bytes(&spans);
            if least >= most {
                break;
            }
            let path = before.then(&spans, still, rest);
            debug_assert!(path.bytes.len() >= least, "at least {least}: {:?}", path.bytes);
            if path.bytes.len() < most {
                cheapest = Some(path);
            }
        }
        cheapest.unwrap_or(start)
    }

    /// Starts from this state, with nothing written.
    pub(super) const fn from(start: State) -> Self {
        Self { bytes: Vec::new(), end: start }
    }

    /// The fewest bytes that there can be with these spans, in any order: to get from one to the next
    /// takes at least one.
    pub(super) fn least_bytes(&self, spans: &[Span]) -> usize {
        let inks: usize = spans.iter().map(|span| span.ink.least_bytes()).sum();
        self.bytes.len() + inks + spans.len().saturating_sub(1)
    }

    /// Writes these spans in the cheapest order. The cursor's rest position afterwards counts, too.
    pub(super) fn then(self, spans: &[Span], ground: Ground<'_>, rest: Rest) -> Self {
        let mut pens = PenCosts::default();
        let order = cheapest(spans, self.end, ground, rest, &mut pens);
        self.in_order(order, spans, ground, &mut pens)
    }

    /// Writes row edits, one below the other, from the top down or from the bottom up, whichever is
    /// cheaper.
    pub(super) fn then_edits(self, spans: &[Span], ground: Ground<'_>) -> Self {
        let mut pens = PenCosts::default();
        let order = down_or_up(spans, self.end, ground, &mut pens);
        self.in_order(order, spans, ground, &mut pens)
    }

    fn in_order(
        mut self,
        order: Vec<usize>,
        spans: &[Span],
        ground: Ground<'_>,
        pens: &mut PenCosts,
    ) -> Self {
        for index in order {
            let span = &spans[index];
            let step = self.end.step(span, ground, pens);
            step.write(&mut self.bytes);
            span.ink.write(&mut self.bytes);
            self.end = step.end(span, ground.size);
        }
        self
    }

    /// Moves the cursor to its rest position.
    pub(super) fn then_rest(mut self, rest: Rest, ground: Ground<'_>) -> Self {
        if let Some((to, passage)) = rest.passage(self.end.cursor, ground) {
            passage.write(&mut self.bytes);
            let pen = if let Passage::OverAnchor(_) = passage { PLAIN } else { self.end.pen };
            self.end = State { cursor: Some(to), pen };
        }
        self
    }
}

/// Edits of rows as spans.
fn edits(edits: &[(Position, RowEdit)]) -> Vec<Span> {
    let span = |&(at, edit): &_| Span { at, ink: SpanInk::Edit(edit), pen: PLAIN, is_blank: true };
    edits.iter().map(span).collect()
}

// The order in which the spans of a frame are written: the cursor moves and
// pen changes between them cost bytes.
//
// Reading order changes the pen in every row with several styles. Always going
// to the nearest span draws a red vertical line in one go and returns for the
// green one, but leaves spans behind that are expensive to return to. So parts
// of that path are moved elsewhere as long as this shortens it (I. Or's
// exchange for the travelling salesman problem, 1976). The cheapest of a few
// orders wins.

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
#[cfg_attr(test, derive(Debug))]
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
        let mut exchange = Exchange::of(self, order);
        let mut is_shorter = true;
        while mem::take(&mut is_shorter) {
            for length in 1..=LONGEST_PIECE.min(self.spans) {
                for start in 1..=self.spans + 1 - length {
                    is_shorter |= exchange.move_piece(start..start + length);
                }
            }
        }
        exchange.path[1..=self.spans].to_vec()
    }
}

/// A path that is being shortened.
///
/// Most pieces cannot be moved most of the time. One that found no better place is asked again only
/// about the steps that have become part of the path since, unless its own steps have changed.
struct Exchange<'l> {
    links: &'l Links,
    /// From the start to the rest position, which have the same index.
    path: Vec<usize>,
    /// Where each index is on the path; for the start and the rest position, where the path starts.
    places: Vec<usize>,
    /// The indexes after which the path has changed, in the order of the changes.
    changed: Vec<usize>,
    /// For each index, how many changes there were when the step after it came to be.
    since: Vec<usize>,
    /// For each length and first index of a piece, how many changes there were when it last found no
    /// better place.
    settled: Vec<Option<usize>>,
}

impl<'l> Exchange<'l> {
    fn of(links: &'l Links, order: Vec<usize>) -> Self {
        let spans = links.spans;
        let path: Vec<usize> = iter::once(spans).chain(order).chain(iter::once(spans)).collect();
        let mut exchange = Self {
            links,
            places: vec![0; spans + 1],
            changed: Vec::new(),
            since: vec![0; spans + 1],
            settled: vec![None; LONGEST_PIECE * (spans + 1)],
            path,
        };
        exchange.place(1..spans + 1);
        exchange
    }

    /// Notes where these parts of the path are now.
    fn place(&mut self, range: Range<usize>) {
        for at in range {
            self.places[self.path[at]] = at;
        }
    }

    /// Moves a piece to where it saves most, and says whether there is such a place.
    fn move_piece(&mut self, piece: Range<usize>) -> bool {
        let settled = (piece.len() - 1) * (self.links.spans + 1) + self.path[piece.start];
        let Some(to) = self.best_place(piece.clone(), self.settled[settled]) else {
            self.settled[settled] = Some(self.changed.len());
            return false;
        };
        let moved = if to > piece.end { piece.start..to } else { to..piece.end };
        let joints = if to > piece.end {
            self.path[moved.clone()].rotate_left(piece.len());
            [moved.start - 1, to - piece.len() - 1, to - 1]
        } else {
            self.path[moved.clone()].rotate_right(piece.len());
            [to - 1, to + piece.len() - 1, piece.end - 1]
        };
        self.place(moved);
        for joint in joints {
            let index = self.path[joint];
            self.changed.push(index);
            self.since[index] = self.changed.len();
        }
        true
    }

    /// The position of the path before which this piece saves most, if it saves anything; the first
    /// of equals.
    fn best_place(&self, piece: Range<usize>, settled: Option<usize>) -> Option<usize> {
        let path = &self.path;
        let (first, last) = (path[piece.start], path[piece.end - 1]);
        let (before, after) = (path[piece.start - 1], path[piece.end]);
        let between = |from, to| self.links.between(from, to);
        let saved = between(before, first) + between(last, after) - between(before, after);
        if saved <= 0 {
            return None;
        }
        let gain = |to: usize| {
            let (left, right) = (path[to - 1], path[to]);
            saved - (between(left, first) + between(last, right) - between(left, right))
        };
        let own = piece.start - 1..piece.end;
        match settled {
            Some(settled) if own.clone().all(|at| self.since[path[at]] <= settled) => {
                let since = self.changed[settled..].iter().map(|&index| self.places[index] + 1);
                best_of(since.filter(|to| !own.contains(&(to - 1))), gain)
            }
            _ => best_of((1..piece.start).chain(piece.end + 1..path.len()), gain),
        }
    }
}

/// The place with the greatest gain, if any gains anything; the first of equals.
fn best_of(places: impl Iterator<Item = usize>, gain: impl Fn(usize) -> isize) -> Option<usize> {
    let mut best = (0, None);
    for place in places {
        let gain = gain(place);
        if gain > best.0 || (gain == best.0 && best.1.is_some_and(|found| place < found)) {
            best = (gain, Some(place));
        }
    }
    best.1
}

/// As a number that can be subtracted; no frame has that many bytes.
fn count_of(bytes: usize) -> isize {
    isize::try_from(bytes).unwrap_or(isize::MAX)
}

// How the cursor gets from one span of a frame to the next, and which pen writes it.

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

    fn links() -> impl Strategy<Value = Links> {
        (3_usize..14).prop_flat_map(|spans| {
            let count = (spans + 1) * (spans + 1);
            let bytes = proptest::collection::vec(0_isize..20, count);
            bytes.prop_map(move |bytes| Links { spans, bytes })
        })
    }

    proptest! {
        #[test]
        fn a_shortened_order_has_every_span_once_and_no_piece_with_a_better_place(links in links()) {
            let order = links.shorten(links.nearest());
            let mut sorted = order.clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (0..links.spans).collect::<Vec<_>>());
            let exchange = Exchange::of(&links, order);
            for length in 1..=LONGEST_PIECE.min(links.spans) {
                for start in 1..=links.spans + 1 - length {
                    prop_assert_eq!(exchange.best_place(start..start + length, None), None);
                }
            }
        }
    }
}

#[cfg(test)]
mod path_tests {
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
