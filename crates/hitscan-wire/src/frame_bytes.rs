//! The bytes of a frame: the cheapest way to write it, with spans in the cheapest order and the
//! cursor's path between them.

use std::iter;

use ratatui_core::layout::Position;

use super::cursor_path::{Ground, Passage, Rest, State};
use super::features::Shifts;
use super::grid::Grid;
use super::pen::{PLAIN, PenCosts};
use super::spans::{self, Change, RowEdit, Span, SpanInk};
use super::{row_shift, run_order};

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
            Shifts::Known => row_shift::find(changes, grid),
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
        let order = run_order::cheapest(spans, self.end, ground, rest, &mut pens);
        self.in_order(order, spans, ground, &mut pens)
    }

    /// Writes row edits, one below the other, from the top down or from the bottom up, whichever is
    /// cheaper.
    pub(super) fn then_edits(self, spans: &[Span], ground: Ground<'_>) -> Self {
        let mut pens = PenCosts::default();
        let order = run_order::down_or_up(spans, self.end, ground, &mut pens);
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
