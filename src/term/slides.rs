//! Pieces of a row that go a few columns to the side, as a box does that is
//! pushed: deleting cells on one side of them and inserting as many on the
//! other moves them without writing them again.
//!
//! The deletion comes first, always: what lies beyond goes to the left and
//! comes back, and the last column of the row is not lost on the way.

use ratatui::layout::Position;

use super::pen::PLAIN;
use super::runs::{BLANK, Change, Grid, Ink, Run, Shown};

/// The farthest that a piece goes, in columns. What moves in one frame by more
/// is rare, and looking for it costs time.
const FARTHEST: usize = 3;
/// What a cell costs beside its character: often the cursor has to go there.
const WAY_BYTES: i32 = 2;
/// With more changes than this the picture is another one, and nothing slides.
const MOST_CHANGES: usize = 400;

/// The cells of one row from `left` to `right` go so many columns to a side;
/// what was there at that side is gone, and blanks are left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slide {
    left: usize,
    right: usize,
    columns: usize,
    to: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// A way to a picture: first all deletions, then all insertions, then the cells
/// that still differ.
#[derive(Debug, Default)]
pub(super) struct Sliding {
    pub(super) deletions: Vec<Run>,
    pub(super) insertions: Vec<Run>,
    pub(super) changes: Vec<Change>,
}

/// The slides that make the changes fewer; `None` when there are none. The grid
/// shows the changes already.
pub(super) fn find(changes: &[Change], grid: &Grid) -> Option<Sliding> {
    if changes.len() > MOST_CHANGES {
        return None;
    }
    let rows: Vec<Row<'_>> = changes
        .chunk_by(|one, next| one.at.y == next.at.y)
        .map(|changes| Row::of(changes, grid))
        .collect();
    let mut found = Sliding::default();
    for together in rows.chunk_by(Row::slides_with) {
        if pays(together) {
            for row in together {
                found.slide(row, grid);
            }
        } else {
            found.changes.extend(together.iter().flat_map(|row| row.changes).cloned());
        }
    }
    (!found.deletions.is_empty()).then_some(found)
}

/// A row, its changes, and what would save most of them.
#[derive(Clone, Debug)]
struct Row<'c> {
    y: u16,
    changes: &'c [Change],
    slide: Option<(i32, Slide)>,
}

/// To go to a piece, twice; and to edit a row, twice, and go to the next.
const BYTES_FOR_ALL: i32 = 14;
const BYTES_FOR_EACH: i32 = 8;

/// Whether what slides together saves more than it costs.
fn pays(together: &[Row<'_>]) -> bool {
    let gains: Option<Vec<i32>> =
        together.iter().map(|row| row.slide.map(|(gain, _)| gain - BYTES_FOR_EACH)).collect();
    gains.is_some_and(|gains| gains.iter().sum::<i32>() > BYTES_FOR_ALL)
}

impl<'c> Row<'c> {
    fn of(changes: &'c [Change], grid: &Grid) -> Self {
        let y = changes[0].at.y;
        let after = grid.row(y);
        let slide = before(changes, after).and_then(|before| {
            let changed: Vec<usize> =
                changes.iter().map(|change| usize::from(change.at.x)).collect();
            best(&changed, &before, after)
        });
        Self { y, changes, slide: slide.filter(|(gain, _)| *gain > BYTES_FOR_EACH) }
    }

    /// Whether the row below is edited in the same columns.
    fn slides_with(&self, below: &Self) -> bool {
        match (self.slide, below.slide) {
            (Some((_, one)), Some((_, other))) => one == other && below.y - self.y == 1,
            _ => false,
        }
    }
}

/// What a row showed before the changes. Only where all of it is sure: nobody
/// knows how wide other characters are, nor what becomes of one cut in two.
fn before(changes: &[Change], after: &[Shown]) -> Option<Vec<Shown>> {
    let mut before = after.to_vec();
    for change in changes {
        *before.get_mut(usize::from(change.at.x))? = change.before;
    }
    let is_sure = |cells: &[Shown]| cells.iter().all(|cell| cell.symbol.is_some());
    (is_sure(&before) && is_sure(after)).then_some(before)
}

impl Sliding {
    fn slide(&mut self, row: &Row<'_>, grid: &Grid) {
        let after = grid.row(row.y);
        let (Some((_, slide)), Some(mut now)) = (row.slide, before(row.changes, after)) else {
            return;
        };
        let at = |x: usize| Position::new(u16::try_from(x).unwrap_or(u16::MAX), row.y);
        let run = |x, ink| Run { at: at(x), ink, pen: PLAIN, is_blank: true };
        let (delete_at, insert_at) = slide.columns_of_edits();
        self.deletions.push(run(delete_at, Ink::Delete(slide.columns)));
        self.insertions.push(run(insert_at, Ink::Insert(slide.columns)));
        slide.apply(&mut now);
        for (x, (&known, &wanted)) in now.iter().zip(after).enumerate() {
            if !known.looks_like(wanted) {
                let change = Change { at: at(x), before: known, shown: wanted, odd_symbol: None };
                self.changes.push(change);
            }
        }
    }
}

fn best(changed: &[usize], before: &[Shown], after: &[Shown]) -> Option<(i32, Slide)> {
    let mut best: Option<(i32, Slide)> = None;
    for columns in 1..=FARTHEST {
        for to in [Side::Right, Side::Left] {
            if most_saved(changed, before, after, columns, to) <= BYTES_FOR_EACH {
                continue;
            }
            let found = best_to(before, after, columns, to);
            if let Some((gain, slide)) = found
                && best.is_none_or(|(most, _)| gain > most)
            {
                best = Some((gain, slide));
            }
        }
    }
    best
}

/// What a slide can save at most: looking at the few changes alone is quicker
/// than at all stretches of the row, and mostly enough.
fn most_saved(
    changed: &[usize],
    before: &[Shown],
    after: &[Shown],
    columns: usize,
    to: Side,
) -> i32 {
    let saved = |&x: &usize| {
        let source = match to {
            Side::Right => x.checked_sub(columns),
            Side::Left => x.checked_add(columns),
        };
        let slid =
            source.and_then(|x| before.get(x)).map_or(i32::MAX, |&cell| price(cell, after[x]));
        price(before[x], after[x]) - slid.min(price(BLANK, after[x]))
    };
    changed.iter().map(saved).filter(|saved| *saved > 0).sum()
}

/// The slide to one side that saves most: the greatest sum of what each cell
/// saves, over all stretches of the row.
fn best_to(before: &[Shown], after: &[Shown], columns: usize, to: Side) -> Option<(i32, Slide)> {
    let width = after.len();
    // As if all slides went to the right: for the others the row is read
    // from its end.
    let place = |index: usize| match to {
        Side::Right => index,
        Side::Left => width - 1 - index,
    };
    let saved = |index: usize, source: Shown| {
        let wanted = after[place(index)];
        price(before[place(index)], wanted) - price(source, wanted)
    };
    let mut best: Option<(i32, usize, usize)> = None;
    let mut open: Option<(i32, usize)> = None;
    for index in columns..width {
        // A stretch that begins here leaves blanks behind.
        let left_behind: i32 = (index - columns..index).map(|index| saved(index, BLANK)).sum();
        let (gain, first) =
            open.filter(|(gain, _)| *gain > left_behind).unwrap_or((left_behind, index - columns));
        let gain = gain + saved(index, before[place(index - columns)]);
        open = Some((gain, first));
        if best.is_none_or(|(most, ..)| gain > most) {
            best = Some((gain, first, index));
        }
    }
    best.map(|(gain, first, last)| {
        let (one, other) = (place(first), place(last));
        (gain, Slide { left: one.min(other), right: one.max(other), columns, to })
    })
}

/// Roughly what it costs that a cell does not show what it should.
fn price(known: Shown, wanted: Shown) -> i32 {
    if known.looks_like(wanted) {
        return 0;
    }
    let bytes = wanted.symbol.map_or(1, char::len_utf8);
    WAY_BYTES + i32::try_from(bytes).unwrap_or(i32::MAX / 2)
}

impl Slide {
    /// Where to delete, and then where to insert.
    const fn columns_of_edits(self) -> (usize, usize) {
        let last_cells = self.right + 1 - self.columns;
        match self.to {
            Side::Right => (last_cells, self.left),
            Side::Left => (self.left, last_cells),
        }
    }

    fn apply(self, row: &mut [Shown]) {
        let piece = &mut row[self.left..=self.right];
        match self.to {
            Side::Right => {
                piece.rotate_right(self.columns);
                piece[..self.columns].fill(BLANK);
            }
            Side::Left => {
                piece.rotate_left(self.columns);
                let kept = piece.len() - self.columns;
                piece[kept..].fill(BLANK);
            }
        }
    }
}
