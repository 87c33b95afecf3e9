//! Densities: how many objects fall into a cell, in a view of many.
//!
//! With more than [`MOST_NAMED`] objects in view, a cell that two objects share which have
//! only one, or any three, shows how many they are, and at the farthest zoom so does the
//! cell of a lone object that has only one: darker always means more. The selected object
//! and the pairs that are marked stay as they are and lie over it.

use ratatui::style::Style;

use super::borders::each_border_cell;
use super::boxes::{CellBox, is_solid};
use super::canvas::Canvas;
use super::labels::MOST_NAMED;
use super::{Pair, Shown};
use crate::app::{Cell, Viewport};
use hitscan_geom::Shape;

/// From how many objects on a cell takes each of the glyphs after the first.
const DARKER_FROM: [u16; 3] = [2, 3, 5];
/// How many styles of objects are told apart in one view.
const STYLES: usize = 6;

/// What falls into one cell.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    objects: u16,
    /// Of those, objects of one cell.
    tiny: u16,
    /// Whether an object that is drawn as it is has the cell.
    is_taken: bool,
    /// How many there are of each style.
    of_style: [u16; STYLES],
}

/// How many objects fall into each cell of the view.
#[derive(Debug, Default)]
pub(super) struct Density {
    cols: usize,
    cells: Vec<Tally>,
    styles: Vec<Style>,
    is_farthest: bool,
}

/// The one cell of an object.
#[derive(Clone, Copy, Debug)]
enum OnlyCell {
    /// It has several, or is drawn as it is.
    None,
    OutOfView,
    /// As an index of the cells of the view.
    At(usize),
}

/// The cells of an object.
#[derive(Clone, Copy, Debug)]
enum Extent {
    /// All of them are drawn: a box without room for an outline, or anything in one cell.
    Small(CellBox),
    /// Those of its border are.
    Outline(CellBox),
    /// A line through several cells.
    Line,
}

impl Extent {
    fn of(canvas: &Canvas<'_>, shape: &Shape) -> Self {
        let (min, max) = shape.bounds();
        let cells = CellBox::between(&canvas.view, min, max);
        match shape {
            Shape::Box(_) if is_solid(&cells) => Self::Small(cells),
            Shape::Box(_) => Self::Outline(cells),
            Shape::Segment(_) | Shape::Polygon(_) if is_tiny(&cells) => Self::Small(cells),
            Shape::Segment(_) | Shape::Polygon(_) => Self::Line,
        }
    }
}

const fn is_tiny(cells: &CellBox) -> bool {
    cells.top == cells.bottom && cells.left == cells.right
}

impl Density {
    /// Counts the objects in view, and takes those that are drawn as a part of a density
    /// alone. Nothing is a density where they are few.
    pub(super) fn take(canvas: &Canvas<'_>, shown: &mut Vec<Shown<'_>>, marked: &[Pair]) -> Self {
        if shown.len() <= MOST_NAMED {
            return Self::default();
        }
        let (cols, rows) = (usize::from(canvas.view.cols()), usize::from(canvas.view.rows()));
        let mut density = Self {
            cols,
            cells: vec![Tally::default(); cols * rows],
            styles: Vec::new(),
            is_farthest: canvas.view.zoom() == *Viewport::ZOOMS.start(),
        };
        let mut marked: Vec<_> = marked.iter().flat_map(|pair| [pair.a.id, pair.b.id]).collect();
        marked.sort_unstable();
        let mut only_cells = Vec::with_capacity(shown.len());
        for each in &*shown {
            let is_itself = each.is_selected || marked.binary_search(&each.id).is_ok();
            let only_cell = density.add(canvas, each, is_itself);
            only_cells.push(if each.is_selected { OnlyCell::None } else { only_cell });
        }
        let mut only_cells = only_cells.into_iter();
        shown.retain(|_| only_cells.next().is_none_or(|cell| !density.holds(cell)));
        density
    }

    /// Counts an object in its cells. Returns its cell, if it has only one.
    fn add(&mut self, canvas: &Canvas<'_>, shown: &Shown<'_>, is_itself: bool) -> OnlyCell {
        let style = self.styles.iter().position(|style| *style == shown.style);
        let style = style.unwrap_or_else(|| {
            self.styles.push(shown.style);
            self.styles.len() - 1
        });
        let extent = Extent::of(canvas, &shown.object.shape);
        let (Extent::Small(cells) | Extent::Outline(cells)) = extent else { return OnlyCell::None };
        let is_tiny = is_tiny(&cells);
        let Some(seen) = cells.in_view(canvas) else {
            return if is_tiny { OnlyCell::OutOfView } else { OnlyCell::None };
        };
        let tiny = u16::from(is_tiny);
        // Every cell of a small object lies on its border.
        each_border_cell(&cells, &seen, |cell| {
            let Some(tally) = self.place(cell).and_then(|place| self.cells.get_mut(place)) else {
                return;
            };
            if is_itself {
                tally.is_taken = true;
                return;
            }
            tally.objects = tally.objects.saturating_add(1);
            tally.tiny = tally.tiny.saturating_add(tiny);
            if let Some(count) = tally.of_style.get_mut(style) {
                *count = count.saturating_add(1);
            }
        });
        let cell = self.place(Cell { col: cells.left, row: cells.top }).filter(|_| is_tiny);
        cell.map_or(OnlyCell::None, OnlyCell::At)
    }

    /// Whether an object with this cell is drawn as a part of a density alone.
    fn holds(&self, cell: OnlyCell) -> bool {
        match cell {
            OnlyCell::None => false,
            // Only its arrow would be seen.
            OnlyCell::OutOfView => self.is_farthest,
            OnlyCell::At(place) => {
                self.cells.get(place).is_some_and(|it| !it.is_taken && self.is_shown(it))
            }
        }
    }

    /// The objects whose velocities are drawn: only that of the selected one, which is the
    /// last, where arrows would hide most of the picture.
    pub(super) fn with_arrows<'b, 'a>(&self, shown: &'b [Shown<'a>]) -> &'b [Shown<'a>] {
        if !self.is_farthest {
            return shown;
        }
        let others = shown.iter().position(|each| each.is_selected).unwrap_or(shown.len());
        &shown[others..]
    }

    /// Draws the densities.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>) {
        for (row, tallies) in (0..).zip(self.cells.chunks(self.cols.max(1))) {
            for (col, tally) in (0..).zip(tallies) {
                if !tally.is_taken && self.is_shown(tally) {
                    let level = DARKER_FROM.iter().filter(|&&from| tally.objects >= from).count();
                    let glyph = canvas.glyphs.density[level];
                    canvas.put(Cell { col, row }, glyph, self.style(tally));
                }
            }
        }
    }

    const fn is_shown(&self, tally: &Tally) -> bool {
        tally.tiny >= 2 || tally.objects >= 3 || self.is_farthest && tally.tiny > 0
    }

    /// The style of what is most, of equals the one in scene order.
    fn style(&self, tally: &Tally) -> Style {
        let styles = self.styles.iter().zip(tally.of_style).rev();
        styles.max_by_key(|(_, count)| *count).map_or_else(Style::new, |(style, _)| *style)
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        let (row, col) = (usize::try_from(cell.row).ok()?, usize::try_from(cell.col).ok()?);
        (col < self.cols).then_some(row * self.cols + col)
    }
}
