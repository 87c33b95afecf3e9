//! Layers of cells: which boxes their tiles join to.
//!
//! Boxes as wide as their cell, alike in all they are, are joined along a row; runs of whole cells
//! with equal runs right below them. Everything else stays as it is.

use std::collections::BTreeMap;

use hitscan_core::world::World;

use super::cells::Grid;
use super::draft::{Draft, DraftPiece, PieceKeys, Rounded};
use super::geometry::{Geometry, Spot, whole};
use super::options::Seams;
use super::report::MapSubject;

/// How a shape of a tile joins those of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JoinRule {
    /// Not at all.
    Never,
    /// Along a row.
    Rows,
    /// Along a row, and whole runs with those below.
    Blocks,
}

/// A shape of a tile, seen from the left top corner of its cell.
#[derive(Clone, Debug)]
pub(super) struct CellShape {
    pub(super) geometry: Geometry,
    pub(super) keys: PieceKeys,
    /// What stands behind the name of the cell.
    pub(super) letter: String,
    pub(super) angle: Option<String>,
    joins: JoinRule,
    /// The same for shapes that may be joined.
    alike: usize,
}

/// The shapes of the tiles of a layer.
#[derive(Debug, Default)]
pub(super) struct CellShapes {
    pub(super) all: Vec<CellShape>,
    /// Which of them each kind of cell has.
    of_cell: BTreeMap<u32, Vec<usize>>,
    /// What makes shapes alike, and its number.
    kinds: BTreeMap<String, usize>,
}

/// A tile of a layer, or several that are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The first cell.
    pub(super) column: usize,
    pub(super) row: usize,
    /// How many cells it spans.
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Which shape of the layer it is.
    pub(super) shape: usize,
}

/// Tiles in the order of their first cells.
#[derive(Debug, Default)]
pub(super) struct Runs {
    pub(super) first: Vec<Run>,
    /// How many there are in all.
    pub(super) count: usize,
}

impl CellShapes {
    /// The most shapes that are looked at in a layer: a few for each cell of a large one.
    const MOST: usize = 1 << 26;

    /// Adds the shapes of a kind of cell. Those with the same `value` may be joined.
    pub(super) fn insert(&mut self, cell: u32, shapes: Vec<NewShape>, size: &Spot, value: u32) {
        let mut places = Vec::new();
        let has_letters = shapes.len() > 1;
        for (number, NewShape { geometry, keys, angle }) in shapes.into_iter().enumerate() {
            let joins = joins(&geometry, size);
            let kind = format!("{value} {geometry:?} {keys:?}");
            let next = self.kinds.len();
            let alike = *self.kinds.entry(kind).or_insert(next);
            let letter = if has_letters { letters(number) } else { String::new() };
            places.push(self.all.len());
            self.all.push(CellShape { geometry, keys, letter, angle, joins, alike });
        }
        self.of_cell.insert(cell, places);
    }

    /// The shapes of a kind of cell.
    fn of(&self, cell: u32) -> &[usize] {
        self.of_cell.get(&cell).map_or(&[], Vec::as_slice)
    }

    /// The tiles of a layer, joined or not, of which at most so many are listed.
    ///
    /// # Errors
    /// When there are too many to look at.
    pub(super) fn runs(&self, grid: &Grid, merge: bool, most: usize) -> Result<Runs, String> {
        let of_cell = |&cell: &u32| self.of(cell).len();
        let all = grid.cells.iter().map(of_cell).fold(0, usize::saturating_add);
        if all > Self::MOST {
            return Err("its tiles have too many shapes".to_owned());
        }
        let mut runs = Runs::default();
        let mut above = BTreeMap::new();
        let columns = grid.extent.columns.max(1);
        for (row, cells) in grid.cells.chunks(columns).enumerate() {
            let found = self.runs_of_row(row, cells, merge);
            above = self.join_down(found, &above, merge, most, &mut runs);
        }
        Ok(runs)
    }

    /// The tiles of a row, joined along it.
    fn runs_of_row(&self, row: usize, cells: &[u32], merge: bool) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        // Those that end at the cell before.
        let mut open: Vec<usize> = Vec::new();
        for (column, &cell) in cells.iter().enumerate() {
            let mut next = Vec::new();
            for &shape in self.of(cell) {
                let is_joined = merge && self.all[shape].joins != JoinRule::Never;
                let alike = self.all[shape].alike;
                let is_alike = |&run: &usize| self.all[runs[run].shape].alike == alike;
                let before = open.iter().position(is_alike).filter(|_| is_joined);
                if let Some(before) = before {
                    let run = open.swap_remove(before);
                    runs[run].columns += 1;
                    next.push(run);
                } else {
                    if is_joined {
                        next.push(runs.len());
                    }
                    runs.push(Run { column, row, columns: 1, rows: 1, shape });
                }
            }
            open = next;
        }
        runs
    }

    /// Joins the tiles of a row with those above; returns what the row below may be joined to.
    fn join_down(
        &self,
        row: Vec<Run>,
        above: &BTreeMap<[usize; 3], Option<usize>>,
        merge: bool,
        most: usize,
        runs: &mut Runs,
    ) -> BTreeMap<[usize; 3], Option<usize>> {
        let mut below = BTreeMap::new();
        for run in row {
            let shape = &self.all[run.shape];
            let key = [run.column, run.columns, shape.alike];
            let is_block = merge && shape.joins == JoinRule::Blocks && !below.contains_key(&key);
            let place = if let Some(&place) = above.get(&key).filter(|_| is_block) {
                if let Some(upper) = place.and_then(|place| runs.first.get_mut(place)) {
                    upper.rows += 1;
                }
                place
            } else {
                runs.count += 1;
                let has_room = runs.first.len() < most;
                if has_room {
                    runs.first.push(run);
                }
                has_room.then(|| runs.first.len() - 1)
            };
            if is_block {
                below.insert(key, place);
            }
        }
        below
    }
}

/// A layer of cells.
pub(super) struct CellLayer {
    /// Which of the layers of cells it is, from 1.
    pub(super) number: usize,
    /// Where its cell 0,0 begins.
    pub(super) at: Spot,
    /// The size of a cell.
    pub(super) cell: Spot,
    pub(super) subject: MapSubject,
}

impl CellLayer {
    /// Adds its tiles to the scene, joined or not.
    pub(super) fn add(&self, draft: &mut Draft<'_>, grid: &Grid, shapes: &CellShapes) {
        let merge = draft.options.seams == Seams::Merge;
        let runs = match shapes.runs(grid, merge, World::MAX_OBJECTS) {
            Ok(runs) => runs,
            Err(why) => return draft.report.fault(&self.subject, &why),
        };
        let mut rounded = Rounded::default();
        for run in &runs.first {
            if !draft.has_room() {
                break;
            }
            let shape = &shapes.all[run.shape];
            let column = grid.extent.left.saturating_add(wide(run.column));
            let row = grid.extent.top.saturating_add(wide(run.row));
            let piece = DraftPiece {
                name: name_of_cell(self.number, column, row, &shape.letter),
                geometry: self.geometry(shape, run, [column, row]),
                keys: shape.keys.clone(),
                angle: shape.angle.clone(),
            };
            let subject = self.subject.part(&format!("tile at {column},{row}"));
            draft.add_tile(&subject, &piece, &mut rounded);
        }
        draft.add_uncounted(runs.count - runs.first.len());
        draft.tell_of_layer(&self.subject, &rounded);
    }

    /// A shape where its run lies, as large as that is.
    fn geometry(&self, shape: &CellShape, run: &Run, [column, row]: [i64; 2]) -> Geometry {
        let at = Spot { x: whole(column), y: whole(row) }.scaled(&self.cell);
        let further = Spot { x: whole(wide(run.columns - 1)), y: whole(wide(run.rows - 1)) };
        match shape.geometry.moved(&at.plus(&self.at)) {
            Geometry::Box { at, size } => {
                Geometry::Box { at, size: size.plus(&further.scaled(&self.cell)) }
            }
            other => other,
        }
    }
}

/// A number of cells, which is never so large.
pub(super) fn wide(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A shape that a kind of cell has.
#[derive(Clone, Debug)]
pub(super) struct NewShape {
    pub(super) geometry: Geometry,
    pub(super) keys: PieceKeys,
    /// The angle that it was turned by, if its corners have no end of digits.
    pub(super) angle: Option<String>,
}

fn joins(geometry: &Geometry, cell: &Spot) -> JoinRule {
    let Geometry::Box { at, size } = geometry else { return JoinRule::Never };
    let origin = Spot::zero();
    if at.x != origin.x || size.x != cell.x {
        JoinRule::Never
    } else if at.y != origin.y || size.y != cell.y {
        JoinRule::Rows
    } else {
        JoinRule::Blocks
    }
}

/// `a` to `z`, then `aa`, as columns of a spreadsheet.
fn letters(number: usize) -> String {
    const ALL: [char; 26] = [
        'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r',
        's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ];
    let last = ALL[number % ALL.len()];
    match number / ALL.len() {
        0 => last.to_string(),
        before => letters(before - 1) + &last.to_string(),
    }
}

/// The name of a cell of the layer of this number, from 1.
fn name_of_cell(layer: usize, column: i64, row: i64, letter: &str) -> String {
    let layer = if layer > 1 { format!("{layer}-") } else { String::new() };
    let shown = |number: i64| {
        let minus = if number < 0 { "m" } else { "" };
        format!("{minus}{}", number.unsigned_abs())
    };
    format!("t{layer}{}-{}{letter}", shown(column), shown(row))
}
