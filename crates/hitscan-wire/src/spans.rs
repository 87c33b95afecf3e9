//! Joins changed cells into spans: parts of a row written in one go.
//!
//! Not here: the order of the spans, and how the cursor gets there.

use std::io::Write;
use std::iter;
use std::ops::Range;

use ratatui_core::layout::{Position, Size};

use super::grid::{BLANK, Grid, Shown};
use super::pen::{PLAIN, Pen};

/// A cell to write.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) at: Position,
    /// What it showed before.
    pub(super) before: Shown,
    pub(super) shown: Shown,
    /// The symbol, if it is not one narrow character.
    pub(super) odd_symbol: Option<String>,
}

/// What a span writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SpanInk {
    /// This text, one column for each character.
    Text(String),
    /// This text, after which the cursor position is uncertain.
    Odd(String),
    /// Erases the rest of the row; the cursor stays.
    EraseRest,
    /// Moves the rest of the row.
    Edit(RowEdit),
}

/// Edits the row from the cursor on; the cursor stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowEdit {
    /// Deletes cells; those that follow move left.
    Delete(u16),
    /// Inserts blanks; what follows moves right.
    Insert(u16),
}

impl RowEdit {
    pub(super) const fn columns(self) -> u16 {
        let (Self::Delete(columns) | Self::Insert(columns)) = self;
        columns
    }

    fn write(self, out: &mut Vec<u8>) {
        let end = match self {
            Self::Delete(_) => 'P',
            Self::Insert(_) => '@',
        };
        let said = match self.columns() {
            1 => write!(out, "\x1b[{end}"),
            columns => write!(out, "\x1b[{columns}{end}"),
        };
        said.expect("a Vec takes all bytes");
    }
}

/// A part of a row written in one go, with one pen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) at: Position,
    pub(super) ink: SpanInk,
    pub(super) pen: Pen,
    /// Whether it has only blanks: any pen that draws them alike will do.
    pub(super) is_blank: bool,
}

impl SpanInk {
    /// The fewest bytes it can take.
    pub(super) const fn least_bytes(&self) -> usize {
        match self {
            Self::Text(text) | Self::Odd(text) => text.len(),
            Self::EraseRest | Self::Edit(_) => ERASE_BYTES,
        }
    }

    /// Writes it.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Text(text) | Self::Odd(text) => out.extend_from_slice(text.as_bytes()),
            Self::EraseRest => out.extend_from_slice(b"\x1b[K"),
            Self::Edit(edit) => edit.write(out),
        }
    }
}

impl Span {
    /// The cursor position afterwards. After the last column it is uncertain.
    pub(super) fn leads_to(&self, size: Size) -> Option<Position> {
        let columns = match &self.ink {
            SpanInk::EraseRest | SpanInk::Edit(_) => 0,
            SpanInk::Odd(_) => return None,
            SpanInk::Text(text) => text.chars().count(),
        };
        let x = self.at.x.checked_add(u16::try_from(columns).ok()?)?;
        (x < size.width).then_some(Position::new(x, self.at.y))
    }

    fn of(change: &Change) -> Self {
        let ink = match (&change.odd_symbol, change.shown.symbol) {
            (None, Some(symbol)) => SpanInk::Text(symbol.into()),
            (odd, _) => SpanInk::Odd(odd.clone().unwrap_or_default()),
        };
        let Shown { pen, .. } = change.shown;
        Self { at: change.at, ink, pen, is_blank: change.shown.is_blank() }
    }

    /// Appends these cells, and says whether it did: it does if one pen can draw all of them.
    fn append(&mut self, cells: impl Iterator<Item = Shown>) -> bool {
        let SpanInk::Text(text) = &mut self.ink else { return false };
        let (mut pen, mut is_blank, before) = (self.pen, self.is_blank, text.len());
        for cell in cells {
            let fits = if cell.is_blank() || is_blank {
                pen.draws_the_same_blank(cell.pen)
            } else {
                pen == cell.pen
            };
            match cell.symbol.filter(|_| fits) {
                None => {
                    text.truncate(before);
                    return false;
                }
                Some(symbol) => text.push(symbol),
            }
            if is_blank && !cell.is_blank() {
                (pen, is_blank) = (cell.pen, false);
            }
        }
        (self.pen, self.is_blank) = (pen, is_blank);
        true
    }
}

/// The length of `ESC [ K`, and of the shortest edit of a row.
const ERASE_BYTES: usize = 3;

/// The changes as spans in reading order. The grid already contains them.
pub(super) fn join(changes: &[Change], grid: &Grid) -> Vec<Span> {
    let mut spans = Vec::new();
    for row in changes.chunk_by(|one, next| one.at.y == next.at.y) {
        let y = row[0].at.y;
        let blank_from = grid.blank_from(y);
        let is_inked = |change: &Change| usize::from(change.at.x) < blank_from;
        let (inked, wiped) = row.split_at(row.partition_point(is_inked));
        let wiped_columns = match (wiped.first(), wiped.last()) {
            (Some(first), Some(last)) => usize::from(last.at.x.saturating_sub(first.at.x)) + 1,
            _ => 0,
        };
        if wiped_columns > ERASE_BYTES {
            join_row(inked, grid, &mut spans);
            let at = wiped[0].at;
            spans.push(Span { at, ink: SpanInk::EraseRest, pen: PLAIN, is_blank: true });
        } else {
            join_row(row, grid, &mut spans);
        }
    }
    spans
}

fn join_row(changes: &[Change], grid: &Grid, spans: &mut Vec<Span>) {
    let mut open: Option<(Span, u16)> = None;
    for change in changes {
        let x = change.at.x;
        let joined = open.as_mut().is_some_and(|(span, last)| {
            near(grid, change.at.y, *last, x)
                .is_some_and(|cells| change.odd_symbol.is_none() && span.append(cells))
        });
        match open.as_mut().filter(|_| joined) {
            Some((_, last)) => *last = x,
            None => spans.extend(open.replace((Span::of(change), x)).map(|(span, _)| span)),
        }
    }
    spans.extend(open.map(|(span, _)| span));
}

/// The cells after one column up to another, if writing them costs less than
/// skipping those that do not change.
fn near(
    grid: &Grid,
    y: u16,
    last: u16,
    next: u16,
) -> Option<impl DoubleEndedIterator<Item = Shown>> {
    let between = next.checked_sub(last + 1)?;
    let pass_bytes = match between {
        0 => return Some(grid.cells(y, next..next + 1)),
        1 => 3,
        _ => 4,
    };
    if usize::from(between) >= pass_bytes {
        return None;
    }
    let cells = grid.cells(y, last + 1..next);
    let write_bytes: usize = cells.map(|cell| cell.symbol.map_or(9, char::len_utf8)).sum();
    (write_bytes < pass_bytes).then(|| grid.cells(y, last + 1..next + 1))
}

// Parts of a row that move sideways, as a pushed box does, or the whole picture when the view
// follows it. Deleting cells on one side and inserting as many on the other moves them without
// writing them again.
//
// The deletion always comes first: the cells after it move left and then back, so that the last
// column is not lost.

/// The farthest shift of a single part, in columns. Faster motion is rare, and
/// looking for it takes time.
const FARTHEST: usize = 3;
/// The farthest shift of the whole picture.
const FARTHEST_TOGETHER: usize = 40;
/// With fewer changes than this, a shift of the whole picture is not considered.
const FEWEST_TOGETHER: usize = 60;
/// What a cell costs besides its character: often the cursor must go there.
const WAY_BYTES: i32 = 2;
/// With more changes than this it is a new picture, and no shift is tried.
const MOST_CHANGES: usize = 800;

/// Shifts the cells of one row from `left` to `right` by some columns. The cells it moves onto are
/// lost, and it leaves blanks behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RowShift {
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

/// A way to draw a frame: all deletions, then all insertions, then the cells
/// that still differ.
#[derive(Debug, Default)]
pub(super) struct ShiftPlan {
    pub(super) deletions: Vec<(Position, RowEdit)>,
    /// One for each deletion, in the same order.
    pub(super) insertions: Vec<(Position, RowEdit)>,
    pub(super) changes: Vec<Change>,
}

/// How far parts move, and to which side.
type Shift = (usize, Side);

/// Plans that leave fewer changes: one with small shifts, one that moves the whole picture, or
/// none. The grid already contains the changes.
pub(super) fn find(changes: &[Change], grid: &Grid) -> Vec<ShiftPlan> {
    if changes.len() > MOST_CHANGES {
        return Vec::new();
    }
    let mut rows: Vec<Row<'_>> = changes
        .chunk_by(|one, next| one.at.y == next.at.y)
        .map(|changes| Row::of(changes, grid))
        .collect();
    let small: Vec<Shift> = (1..=FARTHEST).flat_map(to_both_sides).collect();
    let large = Some(&rows).filter(|_| changes.len() >= FEWEST_TOGETHER);
    let large = large.and_then(|rows| shift_of_all(rows)).map(|shift| vec![shift]);
    iter::once(small).chain(large).filter_map(|shifts| ShiftPlan::of(&mut rows, &shifts)).collect()
}

/// A row, its changes, and its best shift.
#[derive(Debug)]
struct Row<'c> {
    y: u16,
    changes: &'c [Change],
    /// What it showed before the changes, if all of it is known. Other characters have an uncertain
    /// width, and cutting them in two has unpredictable results.
    before: Option<Vec<Shown>>,
    after: Vec<Shown>,
    /// What each cell costs if nothing shifts: see [`price`].
    as_is: Vec<i32>,
    shift: Option<RowShift>,
}

/// The overhead of a shift: to get to a part, twice, to edit the row, twice, and to get to the next
/// row.
const BYTES_FOR_ALL: i32 = 14;
const BYTES_FOR_EACH: i32 = 8;
/// The most rows between two rows that move together.
const MOST_BETWEEN: u16 = 2;

impl<'c> Row<'c> {
    fn of(changes: &'c [Change], grid: &Grid) -> Self {
        let y = changes[0].at.y;
        let after: Vec<Shown> = grid.row(y).collect();
        let before = before(changes, &after);
        let mut as_is = vec![0; after.len()];
        for change in changes {
            if let Some(cost) = as_is.get_mut(usize::from(change.at.x)) {
                *cost = price(change.before, change.shown);
            }
        }
        Self { y, changes, before, after, as_is, shift: None }
    }

    /// The shift that saves most, if it saves more than it costs.
    fn best(&self, shifts: &[Shift]) -> Option<RowShift> {
        let before = self.before.as_deref()?;
        let mut best: Option<(i32, RowShift)> = None;
        for &shift in shifts {
            if self.most_saved(shift) <= BYTES_FOR_EACH {
                continue;
            }
            let found = self.best_to(before, self.stretch(shift), shift);
            if let Some((gain, shift)) = found
                && best.is_none_or(|(most, _)| gain > most)
            {
                best = Some((gain, shift));
            }
        }
        best.filter(|(gain, _)| *gain > BYTES_FOR_EACH).map(|(_, shift)| shift)
    }

    /// The best shift to one side: the greatest sum of what each cell saves, over all parts of this
    /// stretch of the row.
    fn best_to(
        &self,
        before: &[Shown],
        stretch: Range<usize>,
        (columns, to): Shift,
    ) -> Option<(i32, RowShift)> {
        // Treats all shifts as shifts to the right: for the other side the row is read backwards.
        let place = |index: usize| match to {
            Side::Right => stretch.start + index,
            Side::Left => stretch.end - 1 - index,
        };
        let saved_by_blank = |index: usize| {
            let x = place(index);
            self.as_is[x] - price(BLANK, self.after[x])
        };
        let mut best: Option<(i32, usize, usize)> = None;
        let mut open: Option<(i32, usize)> = None;
        for index in columns..stretch.len() {
            // A part that begins here leaves blanks behind.
            let left_behind: i32 = (index - columns..index).map(saved_by_blank).sum();
            let (gain, first) = open
                .filter(|(gain, _)| *gain > left_behind)
                .unwrap_or((left_behind, index - columns));
            let x = place(index);
            let gain = gain + self.as_is[x] - price(before[place(index - columns)], self.after[x]);
            open = Some((gain, first));
            if best.is_none_or(|(most, ..)| gain > most) {
                best = Some((gain, first, index));
            }
        }
        best.map(|(gain, first, last)| {
            let (one, other) = (place(first), place(last));
            (gain, RowShift { left: one.min(other), right: one.max(other), columns, to })
        })
    }

    /// The columns in which a shift may save anything: those of the changes, and as many on either
    /// side as a part may leave behind.
    fn stretch(&self, (columns, _): Shift) -> Range<usize> {
        let at = |change: Option<&Change>| change.map_or(0, |change| usize::from(change.at.x));
        let (first, last) = (at(self.changes.first()), at(self.changes.last()));
        first.saturating_sub(columns)..(last + 1 + columns).min(self.after.len())
    }

    /// The most that a shift can save. Looking only at the changes is quicker
    /// than at all parts of the row, and mostly enough.
    fn most_saved(&self, (columns, to): Shift) -> i32 {
        let Some(before) = self.before.as_deref() else { return 0 };
        let saved = |change: &Change| {
            let x = usize::from(change.at.x);
            let wanted = self.after[x];
            let source = match to {
                Side::Right => x.checked_sub(columns),
                Side::Left => x.checked_add(columns),
            };
            let shifted = source.and_then(|x| before.get(x));
            let shifted = shifted.map_or(i32::MAX, |&cell| price(cell, wanted));
            self.as_is[x] - shifted.min(price(BLANK, wanted))
        };
        self.changes.iter().map(saved).filter(|saved| *saved > 0).sum()
    }

    /// The cost of all changes.
    fn price(&self) -> i32 {
        self.as_is.iter().sum()
    }

    /// What this shift saves, less its own cost.
    fn gain(&self, shift: RowShift) -> i32 {
        let Some(before) = self.before.as_deref() else { return 0 };
        let mut shifted = before.to_vec();
        shift.apply(&mut shifted);
        let stretch = shift.left..=shift.right;
        let price_of = |cells: &[Shown]| -> i32 {
            let cells = cells[stretch.clone()].iter().zip(&self.after[stretch.clone()]);
            cells.map(|(&known, &wanted)| price(known, wanted)).sum()
        };
        price_of(before) - price_of(&shifted) - BYTES_FOR_EACH
    }

    /// Whether the row below shifts equally far, to the same side.
    fn goes_with(&self, below: &Self) -> bool {
        match (self.shift, below.shift) {
            (Some(one), Some(other)) => {
                one.shift() == other.shift() && below.y - self.y <= MOST_BETWEEN + 1
            }
            _ => false,
        }
    }
}

/// Makes rows that move equally far shift the same columns if that is cheaper: the cursor then
/// moves straight down.
fn widen(together: &mut [Row<'_>]) {
    let shifts = || together.iter().filter_map(|row| row.shift);
    let Some(first) = shifts().next() else { return };
    let all = shifts().fold(first, |all, shift| RowShift {
        left: all.left.min(shift.left),
        right: all.right.max(shift.right),
        ..all
    });
    let alike = together.chunk_by(|row, below| row.shift == below.shift);
    let apart: i32 = alike.map(|rows| gain_of(rows, |row| row.shift).max(0)).sum();
    if gain_of(together, |_| Some(all)) >= apart {
        for row in together {
            row.shift = Some(all);
        }
    }
}

/// What these rows save if each shifts as `shift` says.
fn gain_of<'r>(rows: &'r [Row<'_>], shift: impl Fn(&'r Row<'_>) -> Option<RowShift>) -> i32 {
    let gains = rows.iter().map(|row| shift(row).map_or(0, |shift| row.gain(shift)));
    gains.sum::<i32>() - BYTES_FOR_ALL
}

/// How far most of the picture moves, if farther than single parts do. It must explain half of the
/// changes, since letters recur by chance.
fn shift_of_all(rows: &[Row<'_>]) -> Option<Shift> {
    let saved = |shift: Shift| -> i32 { rows.iter().map(|row| row.most_saved(shift)).sum() };
    let all: i32 = rows.iter().map(Row::price).sum();
    (FARTHEST + 1..=FARTHEST_TOGETHER)
        .flat_map(to_both_sides)
        .map(|shift| (saved(shift), shift))
        .max_by_key(|(saved, _)| *saved)
        .filter(|(saved, _)| *saved > all / 2)
        .map(|(_, shift)| shift)
}

const fn to_both_sides(columns: usize) -> [Shift; 2] {
    [(columns, Side::Right), (columns, Side::Left)]
}

/// What a row showed before the changes, if all of it is known.
fn before(changes: &[Change], after: &[Shown]) -> Option<Vec<Shown>> {
    let mut before = after.to_vec();
    for change in changes {
        *before.get_mut(usize::from(change.at.x))? = change.before;
    }
    let is_sure = |cells: &[Shown]| cells.iter().all(|cell| cell.symbol.is_some());
    (is_sure(&before) && is_sure(after)).then_some(before)
}

impl ShiftPlan {
    /// Applies to each row whichever of these shifts saves most, if that is any.
    fn of(rows: &mut [Row<'_>], shifts: &[Shift]) -> Option<Self> {
        for row in &mut *rows {
            row.shift = row.best(shifts);
        }
        if rows.iter().all(|row| row.shift.is_none()) {
            return None;
        }
        let mut plan = Self::default();
        for together in rows.chunk_by_mut(Row::goes_with) {
            widen(together);
            for alike in together.chunk_by(|row, below| row.shift == below.shift) {
                plan.take(alike);
            }
        }
        Some(plan).filter(|plan| !plan.deletions.is_empty())
    }

    /// Adds rows that shift the same columns, if that saves anything.
    fn take(&mut self, alike: &[Row<'_>]) {
        if gain_of(alike, |row| row.shift) <= 0 {
            self.changes.extend(alike.iter().flat_map(|row| row.changes).cloned());
            return;
        }
        for row in alike {
            if let (Some(shift), Some(before)) = (row.shift, &row.before) {
                self.shift(row, shift, before.clone());
            }
        }
    }

    fn shift(&mut self, row: &Row<'_>, shift: RowShift, mut now: Vec<Shown>) {
        let at = |x: usize| Position::new(u16::try_from(x).unwrap_or(u16::MAX), row.y);
        let (delete_at, insert_at) = shift.columns_of_edits();
        let columns = u16::try_from(shift.columns).unwrap_or(u16::MAX);
        self.deletions.push((at(delete_at), RowEdit::Delete(columns)));
        self.insertions.push((at(insert_at), RowEdit::Insert(columns)));
        shift.apply(&mut now);
        for (x, (&known, &wanted)) in now.iter().zip(&row.after).enumerate() {
            if !known.looks_like(wanted) {
                let change = Change { at: at(x), before: known, shown: wanted, odd_symbol: None };
                self.changes.push(change);
            }
        }
    }
}

/// The approximate cost of a cell that shows the wrong content.
fn price(known: Shown, wanted: Shown) -> i32 {
    if known.looks_like(wanted) {
        return 0;
    }
    let bytes = wanted.symbol.map_or(1, char::len_utf8);
    WAY_BYTES + i32::try_from(bytes).unwrap_or(i32::MAX / 2)
}

impl RowShift {
    const fn shift(self) -> Shift {
        (self.columns, self.to)
    }

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
