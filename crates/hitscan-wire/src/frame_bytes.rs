//! The bytes of a frame: the cheapest way to write it, with spans in the cheapest order and the
//! cursor's path between them.

use std::ops::Range;
use std::{iter, mem};

use ratatui_core::layout::Position;

use super::cursor_path::{Ground, Passage, Rest, State};
use super::features::Shifts;
use super::grid::Grid;
use super::pen::{PLAIN, PenCosts};
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
