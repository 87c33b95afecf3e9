//! Crowds: each body smaller than a cell is a dot at its centre.
//!
//! All dots have one colour, except in cells with a contact, which have that of contacts. If the
//! cells have more bodies than dots on average, the number of dots in a cell shows its number of
//! bodies relative to the fullest cell. The selected body and its partner are blocks with names, on
//! top of everything.

use ratatui::style::Style;

use super::canvas::ArenaCanvas;
use super::dots::{braille, dot_bit};
use super::labels::LabelRole;
use crate::app::{ArenaModel, Cell, CrowdLook};
use crate::view::glyphs::Outline;
use crate::view::theme::{GroundRole, Theme};
use hitscan_core::world::{Object, ObjectId};
use hitscan_geom::Point;

/// The dots of a cell.
const DOTS: usize = CrowdLook::DOTS;
/// The order in which dots are added as a cell has more bodies: spread out, so that a few look
/// even.
const SPREAD: [u8; DOTS] = [0x02, 0x20, 0x40, 0x08, 0x04, 0x80, 0x01, 0x10];
/// Without single dots, a cell has one of three glyphs: the number of bodies, and of dots, from
/// which on it has the second and the third.
const MORE_BODIES: [usize; 2] = [2, DOTS];
const MORE_DOTS: [usize; 2] = [4, 7];

/// The bodies that are drawn as dots.
pub(super) struct Crowd {
    look: CrowdLook,
    /// The cells, row by row.
    cells: Vec<CrowdCell>,
    /// The style of the first body, which all dots share.
    style: Option<Style>,
    /// The selected body and its partner, if they are smaller than a cell.
    chosen: Vec<ChosenBody>,
}

/// The content of one cell.
#[derive(Clone, Copy, Debug, Default)]
struct CrowdCell {
    bodies: usize,
    /// The dots at the centres of its bodies.
    dots: u8,
    has_contact: bool,
}

/// A body that is drawn individually.
struct ChosenBody {
    cell: Cell,
    role: LabelRole,
    name: String,
    style: Style,
}

impl Crowd {
    /// An empty crowd; `None` if there are too few bodies smaller than a cell.
    pub(super) fn of(model: &ArenaModel<'_>, canvas: &ArenaCanvas<'_>) -> Option<Self> {
        let (cols, rows) = (usize::from(canvas.view.cols()), usize::from(canvas.view.rows()));
        let look = model.crowd?;
        Some(Self {
            look,
            cells: vec![CrowdCell::default(); cols * rows],
            style: None,
            chosen: Vec::new(),
        })
    }

    /// Takes an object if it is smaller than a cell, and returns whether it did. Others are drawn
    /// as usual.
    pub(super) fn takes(
        &mut self,
        model: &ArenaModel<'_>,
        canvas: &ArenaCanvas<'_>,
        id: ObjectId,
        object: &Object,
        min: Point,
        max: Point,
    ) -> bool {
        if !canvas.view.is_under_a_cell(min, max) {
            return false;
        }
        let (cell, dot) = canvas.view.middle_dot(min, max);
        let Some(here) = self.cell_mut(canvas, cell) else { return true };
        here.bodies += 1;
        here.dots |= dot_bit(dot);
        let role = LabelRole::of(model, id);
        if role != LabelRole::Plain {
            let style = canvas.theme.in_arena(object);
            let is_selected = role == LabelRole::Selected;
            let style = if is_selected { Theme::selected(style) } else { style };
            let name = role.bracketed(object.name.as_str());
            self.chosen.push(ChosenBody { cell, role, name, style });
        } else if self.style.is_none() {
            let is_aside = model.is_aside(id);
            self.style = Some(if is_aside {
                canvas.theme.quiet
            } else {
                canvas.theme.kind(object.shape.kind())
            });
        }
        true
    }

    /// Marks the cells of bodies that touch or overlap another body.
    pub(super) fn mark_contacts(&mut self, model: &ArenaModel<'_>, canvas: &ArenaCanvas<'_>) {
        for id in model.contacts().flatten() {
            let Some(object) = model.world.object(id) else { continue };
            let (min, max) = object.shape.bounds();
            if canvas.view.is_under_a_cell(min, max)
                && let Some(cell) = self.cell_mut(canvas, canvas.view.middle_dot(min, max).0)
            {
                cell.has_contact = true;
            }
        }
    }

    /// Draws the dots.
    pub(super) fn draw(&self, canvas: &mut ArenaCanvas<'_>) {
        let most = self.cells.iter().map(|cell| cell.bodies).max().unwrap_or_default();
        let style = self.style.unwrap_or_default();
        let cols = usize::from(canvas.view.cols()).max(1);
        for (row, cells) in (0..).zip(self.cells.chunks(cols)) {
            for (col, here) in (0..).zip(cells).filter(|(_, here)| here.bodies > 0) {
                let (cell, glyph) = (Cell { col, row }, self.glyph(canvas, here, most));
                if here.has_contact {
                    canvas.put(cell, glyph, canvas.theme.crowd_contact());
                    canvas.lay_under(cell, GroundRole::Overlap);
                } else {
                    canvas.put(cell, glyph, style);
                }
            }
        }
    }

    /// The glyph of a cell, if the fullest cell has `most` bodies.
    fn glyph(&self, canvas: &ArenaCanvas<'_>, here: &CrowdCell, most: usize) -> char {
        let glyphs = canvas.glyphs;
        let share = share_of_dots(here.bodies, most);
        match (glyphs.lines, self.look) {
            (Outline::Dots, CrowdLook::Dots) => braille(here.dots),
            (Outline::Dots, CrowdLook::Density) => {
                braille(SPREAD[..share].iter().fold(0, |dots, dot| dots | dot))
            }
            (Outline::Cells, CrowdLook::Dots) => level(glyphs.density, here.bodies, MORE_BODIES),
            (Outline::Cells, CrowdLook::Density) => level(glyphs.density, share, MORE_DOTS),
        }
    }

    /// Draws the partner and then the selected body, on top of everything, each with its name.
    pub(super) fn draw_chosen(&self, canvas: &mut ArenaCanvas<'_>) {
        let of = |role| self.chosen.iter().filter(move |chosen| chosen.role == role);
        let selected: Vec<_> =
            of(LabelRole::Selected).flat_map(|it| it.cells(canvas, &[])).collect();
        for partner in of(LabelRole::Partner) {
            partner.draw(canvas, &selected);
        }
        for chosen in of(LabelRole::Selected) {
            chosen.draw(canvas, &[]);
        }
    }

    fn cell_mut(&mut self, canvas: &ArenaCanvas<'_>, cell: Cell) -> Option<&mut CrowdCell> {
        let place = canvas.view.place_of(cell)?;
        self.cells.get_mut(place)
    }
}

impl ChosenBody {
    /// Where its name begins: to the right of its block, to the left, above or below; the first
    /// place that is in view and avoids these cells.
    fn name_at(&self, canvas: &ArenaCanvas<'_>, others: &[Cell]) -> Option<Cell> {
        let Cell { col, row } = self.cell;
        let len = self.columns();
        let places = [(col + 2, row), (col - 1 - len, row), (col, row - 1), (col, row + 1)];
        let mut places = places.into_iter().map(|(col, row)| Cell { col, row });
        places.find(|&from| {
            let cells = || (from.col..from.col + len).map(|col| Cell { col, ..from });
            cells().all(|cell| canvas.shows(cell) && !others.contains(&cell))
        })
    }

    fn columns(&self) -> i64 {
        i64::try_from(self.name.len()).unwrap_or(i64::MAX)
    }

    /// The cells of its block and name, and the blank between them.
    fn cells(&self, canvas: &ArenaCanvas<'_>, others: &[Cell]) -> Vec<Cell> {
        let name = self.name_at(canvas, others);
        let (from, to) = name.map_or((0, 0), |at| (at.col, at.col + self.columns()));
        let row = name.map_or(self.cell.row, |at| at.row);
        let beside = (from..to).map(|col| Cell { col, row });
        beside.chain([self.cell]).collect()
    }

    /// Lays its ground under the block with its blanks, and under its name.
    fn lay_ground(&self, canvas: &mut ArenaCanvas<'_>, name: Cell) {
        let role = match self.role {
            LabelRole::Selected => GroundRole::SelectedBox,
            LabelRole::Partner | LabelRole::Plain => GroundRole::Box,
        };
        let block = (self.cell.col - 1, self.cell.col + 1, self.cell.row);
        for (from, to, row) in [block, (name.col, name.col + self.columns(), name.row)] {
            (from..to).for_each(|col| canvas.lay_under(Cell { col, row }, role));
        }
        if name.row == self.cell.row && name.col > self.cell.col {
            canvas.lay_under(Cell { col: self.cell.col + 1, ..self.cell }, role);
        }
    }

    fn draw(&self, canvas: &mut ArenaCanvas<'_>, others: &[Cell]) {
        if !others.contains(&self.cell) {
            // The blank before the block keeps a dot from looking like part of it.
            canvas.put(Cell { col: self.cell.col - 1, ..self.cell }, ' ', Style::new());
            canvas.put(self.cell, canvas.glyphs.block, self.style);
        }
        let Some(at) = self.name_at(canvas, others) else { return };
        if at.row == self.cell.row {
            let between =
                if at.col > self.cell.col { self.cell.col + 1 } else { self.cell.col - 1 };
            canvas.put(Cell { col: between, ..at }, ' ', Style::new());
        }
        self.lay_ground(canvas, at);
        canvas.put_text(at, &self.name, self.style);
    }
}

/// How many dots a cell with `bodies` has, if the fullest cell has `most`.
fn share_of_dots(bodies: usize, most: usize) -> usize {
    1 + (DOTS - 1) * bodies / most.max(1)
}

fn level(glyphs: [char; 3], count: usize, from: [usize; 2]) -> char {
    glyphs[from.iter().filter(|&&from| count >= from).count()]
}
