//! Text written while the cursor is next to it for an edit anyway. When a box
//! is pushed against another, the deleted cells are next to the side that turns
//! red.

use super::grid::Grid;
use super::pen::PLAIN;
use super::row_shift::ShiftPlan;
use super::spans::{self, Edit, Ink, Span};

/// The phases of a frame that shifts cells, in writing order.
#[derive(Clone, Debug)]
pub(super) struct Phases {
    pub(super) deletions: Vec<Span>,
    pub(super) insertions: Vec<Span>,
    pub(super) rest: Vec<Span>,
    edits: Vec<RowEdits>,
}

/// What is deleted from a row, and inserted into it afterwards.
#[derive(Clone, Copy, Debug)]
struct RowEdits {
    row: u16,
    delete_at: u16,
    insert_at: u16,
    columns: u16,
}

impl Phases {
    /// All text after all edits. The grid shows it already.
    pub(super) fn of(plan: &ShiftPlan, grid: &Grid) -> Self {
        let span = |&(at, edit): &(_, Edit)| Span {
            at,
            ink: Ink::Edit { before: String::new(), edit, after: String::new() },
            pen: PLAIN,
            is_blank: true,
        };
        let both = plan.deletions.iter().zip(&plan.insertions);
        let edits = both.map(|((deleted, edit), (inserted, _))| RowEdits {
            row: deleted.y,
            delete_at: deleted.x,
            insert_at: inserted.x,
            columns: edit.columns(),
        });
        Self {
            deletions: plan.deletions.iter().map(span).collect(),
            insertions: plan.insertions.iter().map(span).collect(),
            rest: spans::join(&plan.changes, grid),
            edits: edits.collect(),
        }
    }

    /// The same with text next to the edits, and text of the rows right above
    /// and below in the same pen; `None` if there is none.
    pub(super) fn with_riders(&self) -> Option<Self> {
        let mut riding = Self { rest: Vec::new(), ..self.clone() };
        for span in &self.rest {
            if riding.take(span).is_none() {
                riding.rest.push(span.clone());
            }
        }
        if riding.rest.len() == self.rest.len() {
            return None;
        }
        let Self { deletions, insertions, rest, edits } = &mut riding;
        for phase in [deletions, insertions] {
            while let Some(place) = rest.iter().position(|span| {
                let moves = edits.iter().any(|edits| edits.row == span.at.y);
                !moves && phase.iter().any(|rider| continues(rider, span))
            }) {
                phase.push(rest.remove(place));
            }
        }
        Some(riding)
    }

    /// Writes a span with an edit of its row, if it is next to one.
    fn take(&mut self, span: &Span) -> Option<()> {
        let Ink::Text(text) = &span.ink else { return None };
        let place = self.edits.iter().position(|edits| edits.row == span.at.y)?;
        let edits = self.edits[place];
        let columns = u16::try_from(text.chars().count()).ok()?;
        let start = edits.between(span.at.x, columns)?;
        let end = start + columns;
        let (deletion, insertion) = (&mut self.deletions[place], &mut self.insertions[place]);
        if start == edits.delete_at {
            deletion.carry(span, start, Side::After)
        } else if end == edits.delete_at {
            deletion.carry(span, start, Side::Before)
        } else if end == edits.insert_at && span.pen.draws_the_same_blank(PLAIN) {
            // On another ground the inserted blanks would get it, too.
            insertion.carry(span, start, Side::Before)
        } else {
            None
        }
    }
}

impl RowEdits {
    /// Where a part of the row that ends up at `x` is between the deletion and
    /// the insertion, unless the insertion splits it.
    fn between(self, x: u16, columns: u16) -> Option<u16> {
        if x + columns <= self.insert_at {
            Some(x)
        } else {
            x.checked_sub(self.columns).filter(|x| *x >= self.insert_at)
        }
    }
}

/// A side of an edit.
#[derive(Clone, Copy, Debug)]
enum Side {
    Before,
    After,
}

impl Span {
    /// Adds the text of another span to this edit, from this column on; `None`
    /// if it has text already.
    fn carry(&mut self, rider: &Span, start: u16, side: Side) -> Option<()> {
        let (Ink::Edit { before, after, .. }, Ink::Text(text)) = (&mut self.ink, &rider.ink) else {
            return None;
        };
        if !self.is_blank || rider.is_blank {
            return None;
        }
        match side {
            Side::Before => text.clone_into(before),
            Side::After => text.clone_into(after),
        }
        self.at.x = start;
        (self.pen, self.is_blank) = (rider.pen, false);
        Some(())
    }
}

/// Whether a span continues a vertical line that was begun.
fn continues(begun: &Span, span: &Span) -> bool {
    !begun.is_blank
        && span.pen == begun.pen
        && begun.at.y.abs_diff(span.at.y) == 1
        && begun.at.x.abs_diff(span.at.x) <= 2
}
