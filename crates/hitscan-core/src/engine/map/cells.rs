//! A map: the class of every cell, computed a few cells at a time, and kept until something that it
//! depends on changes.

use std::collections::BTreeMap;

use super::answer::{MapAnswer, MapMethod, MapQuery};
use super::class::CellClass;
use super::grid::{Grid, MapPlace};
use super::places::Places;
use super::subject::{Handle, MapSubject, MapTiming, Posed, Poser};
use crate::command::Layer;
use crate::methods::OwnReply;
use hitscan_geom::relate;

/// What a map is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapQuestion {
    /// The pair, and which part of it is elsewhere.
    pub subject: MapSubject,
    /// What the map computes at each place.
    pub asked: MapQuery,
    /// The cells. Their offset is that of the subject.
    pub grid: Grid,
}

/// The class of each cell.
#[derive(Clone, Debug)]
pub struct Map {
    question: MapQuestion,
    places: Places,
    present: MapPlace,
    /// Row by row; `None` where it is not known yet.
    classes: Vec<Option<CellClass>>,
    /// The rows in the order of computation: the nearest to the handle first.
    rows: Vec<usize>,
    /// How many cells of that order have been computed.
    next: usize,
    /// Whether the cells after those still have the answers to an older question.
    is_renewed: bool,
    counts: BTreeMap<CellClass, usize>,
    computed: usize,
    /// The replies of a program about the cells, by index.
    pub(super) replies: BTreeMap<usize, Vec<OwnReply>>,
    /// The cells that the program is being asked about.
    pub(super) asked_of_program: Vec<usize>,
}

impl MapQuestion {
    /// When in the frame the two are judged.
    pub fn timing(&self) -> MapTiming {
        let is_about_sides = match self.asked.layer {
            Layer::Relation => false,
            Layer::Side => true,
            Layer::Method | Layer::F32 | Layer::F64 => match self.asked.method {
                Some(MapMethod::Catalogue(method)) => method.side_test().is_some(),
                // A program may also answer frames.
                Some(MapMethod::Own { .. }) => self.subject.handle == Handle::Speed,
                None => false,
            },
        };
        if is_about_sides && self.subject.is_of_boxes() {
            MapTiming::OnTheWay
        } else {
            MapTiming::AtTheEnd
        }
    }

    /// Whether no place has a side: the map is about sides, the boxes overlap where the object
    /// starts, and so each of its ways begins inside the other.
    pub fn names_no_side(&self) -> bool {
        let MapSubject { object, partner, handle, .. } = &self.subject;
        let has_way = matches!(handle, Handle::Move | Handle::Speed);
        has_way
            && self.asked.layer == Layer::Side
            && self.subject.is_of_boxes()
            && relate(object, partner).relation.is_hit()
    }

    fn cell_count(&self) -> usize {
        self.grid.cells[0] * self.grid.cells[1]
    }

    /// All rows, the nearest to the handle first.
    fn rows_by_distance(&self) -> Vec<usize> {
        let here = self.grid.row_near(self.subject.present());
        let mut rows: Vec<usize> = (0..self.grid.cells[1]).collect();
        rows.sort_by_key(|row| row.abs_diff(here));
        rows
    }

    /// Whether two questions differ at most in the object's shape, velocity and position.
    fn is_of_object_changed(&self, other: &Self) -> bool {
        let all_else = |question: &Self| {
            (question.asked, question.grid, question.subject.handle, question.subject.object.kind())
        };
        all_else(self) == all_else(other)
            && self.subject.partner == other.subject.partner
            && self.subject.partner_velocity == other.subject.partner_velocity
    }
}

impl Map {
    /// A map without any computed cells.
    pub fn new(question: MapQuestion) -> Self {
        let critical = question.subject.critical(question.timing());
        Self {
            places: Places::new(question.grid, &critical),
            present: question.subject.present(),
            classes: vec![None; question.cell_count()],
            rows: question.rows_by_distance(),
            next: 0,
            is_renewed: false,
            counts: BTreeMap::new(),
            computed: 0,
            replies: BTreeMap::new(),
            asked_of_program: Vec::new(),
            question,
        }
    }

    /// The question that it answers.
    pub const fn question(&self) -> &MapQuestion {
        &self.question
    }

    /// Changes to a question that differs at most in the handle's position: only the cells that the
    /// handle leaves and enters are recomputed. Returns whether it is such a question.
    pub fn follow(&mut self, question: &MapQuestion) -> bool {
        let timing = self.question.timing();
        let is_same = (self.question.asked, self.question.grid) == (question.asked, question.grid)
            && self.question.subject.is_elsewhere_of(&question.subject, timing);
        if !is_same {
            return false;
        }
        let before = std::mem::replace(&mut self.present, question.subject.present());
        if self.question.subject != question.subject {
            self.question.subject.clone_from(&question.subject);
        }
        if before != self.present {
            let [left, entered] =
                [before, self.present].map(|place| self.question.grid.cell_of(place));
            for cell in left.into_iter().chain(entered.filter(|_| left != entered)) {
                self.recompute(cell);
            }
        }
        true
    }

    /// Changes to a question about a changed object with the same partner: all cells except the one
    /// with the handle keep their answers until they are recomputed. Returns whether it is such a
    /// question. A program's replies are never kept.
    pub fn renew(&mut self, question: &MapQuestion) -> bool {
        if question.own_method().is_some() || !self.question.is_of_object_changed(question) {
            return false;
        }
        let critical = question.subject.critical(question.timing());
        self.places = Places::new(question.grid, &critical);
        self.present = question.subject.present();
        self.rows = question.rows_by_distance();
        self.question.clone_from(question);
        (self.next, self.is_renewed) = (0, true);
        if let Some(cell) = self.present_cell() {
            self.recompute(cell);
        }
        true
    }

    /// Whether some cells still have the answers to an older question.
    pub fn shows_older_answers(&self) -> bool {
        self.is_renewed && !self.is_complete()
    }

    fn recompute(&mut self, [column, row]: [usize; 2]) {
        let index = row * self.question.grid.cells[0] + column;
        if self.question.own_method().is_some() {
            self.replies.remove(&index);
            self.asked_of_program.clear();
            self.set(index, None);
        } else if self.classes[index].is_some() {
            let class = self.class_with(Poser::new(&self.question.subject).as_ref(), index);
            self.set(index, Some(class));
        }
    }

    /// Sets the class of a cell, or `None` until it is known.
    pub(super) fn set(&mut self, index: usize, class: Option<CellClass>) {
        let Some(known) = self.classes.get_mut(index) else { return };
        let before = std::mem::replace(known, class);
        if let Some(count) = before.and_then(|before| self.counts.get_mut(&before)) {
            *count -= 1;
        }
        if let Some(class) = class {
            *self.counts.entry(class).or_insert(0) += 1;
            self.computed += 1;
        }
    }

    fn class_with(&self, poser: Option<&Poser<'_>>, index: usize) -> CellClass {
        let posed = poser.and_then(|poser| self.posed_by(poser, index));
        posed.map_or(CellClass::None, |posed| self.question.asked.class(&posed))
    }

    /// The indices of the cells whose class is not known.
    pub(super) fn unanswered(&self) -> impl Iterator<Item = usize> + '_ {
        let cells = self.classes.iter().enumerate();
        cells.filter(|(_, class)| class.is_none()).map(|(index, _)| index)
    }

    /// The pair with the handle in a cell; `None` if the handle cannot be there.
    pub(super) fn posed_by<'a>(&self, poser: &'a Poser<'_>, index: usize) -> Option<Posed<'a>> {
        let columns = self.question.grid.cells[0];
        poser.at(self.place([index % columns, index / columns])?)
    }

    /// Computes at most this many more cells, unless a program answers for them. Returns whether
    /// all cells are done.
    pub fn advance(&mut self, cells: usize) -> bool {
        if self.question.own_method().is_some() {
            return true;
        }
        let all = self.question.cell_count();
        let end = self.next.saturating_add(cells).min(all);
        let poser = Poser::new(&self.question.subject);
        let [columns, _] = self.question.grid.cells;
        let indices =
            (self.next..end).map(|nth| self.rows[nth / columns] * columns + nth % columns);
        let computed: Vec<(usize, CellClass)> =
            indices.map(|index| (index, self.class_with(poser.as_ref(), index))).collect();
        for (index, class) in computed {
            self.set(index, Some(class));
        }
        self.next = end;
        self.next == all
    }

    /// The same map with all cells computed.
    pub fn completed(mut self) -> Self {
        self.advance(usize::MAX);
        self
    }

    /// Whether all cells are computed.
    pub fn is_complete(&self) -> bool {
        let (known, all) = self.progress();
        known == all
    }

    /// How many cells are computed, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        // A program answers in its own order.
        let is_of_program = self.question.own_method().is_some();
        let known = if is_of_program { self.counts.values().sum() } else { self.next };
        (known, self.question.cell_count())
    }

    /// How many cells have been computed, counting repetitions.
    pub const fn computed(&self) -> usize {
        self.computed
    }

    /// Whether there were too many critical lines to follow.
    pub const fn lines_left_out(&self) -> bool {
        self.places.lines_left_out()
    }

    /// The class of a cell; `None` if it is not computed, or there is no such cell.
    pub fn class(&self, [column, row]: [usize; 2]) -> Option<CellClass> {
        let [columns, _] = self.question.grid.cells;
        if column >= columns {
            return None;
        }
        self.classes.get(row * columns + column).copied().flatten()
    }

    /// The current position of the handle.
    pub const fn present(&self) -> MapPlace {
        self.present
    }

    /// The cell with the handle, if it is in the picture.
    pub fn present_cell(&self) -> Option<[usize; 2]> {
        self.question.grid.cell_of(self.present)
    }

    /// The place that represents a cell.
    pub fn place(&self, cell: [usize; 2]) -> Option<MapPlace> {
        if self.present_cell() == Some(cell) {
            return Some(self.present);
        }
        self.places.at(cell[0], cell[1])
    }

    /// The answer with the handle at a place; `None` if the handle cannot be there.
    pub fn answer(&self, place: MapPlace) -> Option<MapAnswer> {
        let poser = Poser::new(&self.question.subject)?;
        let posed = poser.at(place)?;
        let [columns, _] = self.question.grid.cells;
        let cell = self.question.grid.cell_of(place);
        let cell = cell.filter(|&cell| self.place(cell) == Some(place));
        let replies = cell.and_then(|[column, row]| self.replies.get(&(row * columns + column)));
        Some(self.question.asked.answer(&posed, replies.map(Vec::as_slice)))
    }

    /// How many cells have each class, in the order of the classes.
    pub fn counts(&self) -> impl Iterator<Item = (CellClass, usize)> + '_ {
        self.counts.iter().map(|(&class, &count)| (class, count)).filter(|&(_, count)| count > 0)
    }
}
