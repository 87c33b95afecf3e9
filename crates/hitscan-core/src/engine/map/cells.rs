//! A map: the class of every cell, worked out a few cells at a time, and kept while
//! nothing that it depends on changes.

use std::collections::BTreeMap;

use super::answer::{Answer, Asked};
use super::class::Class;
use super::grid::{Grid, Place};
use super::method::MapMethod;
use super::places::Places;
use super::replies::OwnCells;
use super::subject::{Handle, Posed, Poser, Subject, Timing};
use crate::command::Layer;

/// What a map answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The pair, and what of it is elsewhere.
    pub subject: Subject,
    /// What is asked at each place.
    pub asked: Asked,
    /// The cells. Their offset is that of the subject.
    pub grid: Grid,
}

/// Which class each cell has.
#[derive(Clone, Debug)]
pub struct Map {
    question: Question,
    places: Places,
    present: Place,
    /// Row by row; none where it is not known yet.
    classes: Vec<Option<Class>>,
    /// The rows in the order in which they are worked out: the nearest to the handle first.
    rows: Vec<usize>,
    /// How many cells of that order are worked out.
    next: usize,
    /// Whether the cells behind them have the answers to an older question.
    is_renewed: bool,
    counts: BTreeMap<Class, usize>,
    computed: usize,
    pub(super) own: OwnCells,
}

impl Question {
    /// When the two are judged.
    #[must_use]
    pub fn timing(&self) -> Timing {
        let is_about_sides = match self.asked.layer {
            Layer::Relation => false,
            Layer::Side => true,
            Layer::Method | Layer::F32 => match self.asked.method {
                Some(MapMethod::Catalogue(method)) => method.side_test().is_some(),
                // A program may answer frames, too.
                Some(MapMethod::Own { .. }) => self.subject.handle == Handle::Speed,
                None => false,
            },
        };
        if is_about_sides && self.subject.is_of_boxes() {
            Timing::OnTheWay
        } else {
            Timing::AtTheEnd
        }
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

    /// Whether two questions differ at most by what the object is like and where it is.
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
    /// A map of which no cell is worked out yet.
    #[must_use]
    pub fn new(question: Question) -> Self {
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
            own: OwnCells::default(),
            question,
        }
    }

    /// What it answers.
    #[must_use]
    pub const fn question(&self) -> &Question {
        &self.question
    }

    /// Answers a question that differs at most by where the handle is: only the cells
    /// that it leaves and enters are worked out again. Returns whether this is such a
    /// question.
    pub fn follow(&mut self, question: &Question) -> bool {
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

    /// Answers a question about an object that has changed beside the same partner: all
    /// cells but the one with the handle keep their answers until they are worked out anew.
    /// Returns whether this is such a question. What a program has said is never kept.
    pub fn renew(&mut self, question: &Question) -> bool {
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

    /// Whether some cells have the answers to an older question still.
    #[must_use]
    pub fn shows_older_answers(&self) -> bool {
        self.is_renewed && !self.is_complete()
    }

    fn recompute(&mut self, [column, row]: [usize; 2]) {
        let index = row * self.question.grid.cells[0] + column;
        if self.question.own_method().is_some() {
            self.own.forget(index);
            self.set(index, None);
        } else if self.classes[index].is_some() {
            let class = self.class_with(Poser::new(&self.question.subject).as_ref(), index);
            self.set(index, Some(class));
        }
    }

    /// Gives a cell its class, or none until it is known.
    pub(super) fn set(&mut self, index: usize, class: Option<Class>) {
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

    fn class_with(&self, poser: Option<&Poser<'_>>, index: usize) -> Class {
        let posed = poser.and_then(|poser| self.posed_by(poser, index));
        posed.map_or(Class::None, |posed| self.question.asked.class(&posed))
    }

    /// The numbers of the cells whose class is not known.
    pub(super) fn unanswered(&self) -> impl Iterator<Item = usize> + '_ {
        let cells = self.classes.iter().enumerate();
        cells.filter(|(_, class)| class.is_none()).map(|(index, _)| index)
    }

    /// The pair with the handle in a cell; none if it cannot be there.
    pub(super) fn posed_by<'a>(&self, poser: &'a Poser<'_>, index: usize) -> Option<Posed<'a>> {
        let columns = self.question.grid.cells[0];
        poser.at(self.place([index % columns, index / columns])?)
    }

    /// Works out this many more cells at most, unless a program is asked about them.
    /// Returns whether there are no more.
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
        let computed: Vec<(usize, Class)> =
            indices.map(|index| (index, self.class_with(poser.as_ref(), index))).collect();
        for (index, class) in computed {
            self.set(index, Some(class));
        }
        self.next = end;
        self.next == all
    }

    /// The same map with all cells worked out.
    #[must_use]
    pub fn completed(mut self) -> Self {
        self.advance(usize::MAX);
        self
    }

    /// Whether all cells are worked out.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let (known, all) = self.progress();
        known == all
    }

    /// How many cells are worked out, of how many.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        // A program answers in its own order.
        let is_of_program = self.question.own_method().is_some();
        let known = if is_of_program { self.counts.values().sum() } else { self.next };
        (known, self.question.cell_count())
    }

    /// How many times a cell has been worked out.
    #[must_use]
    pub const fn computed(&self) -> usize {
        self.computed
    }

    /// Whether critical lines were too many to follow.
    #[must_use]
    pub const fn lines_left_out(&self) -> bool {
        self.places.lines_left_out()
    }

    /// The class of a cell; none where it is not worked out, or there is no cell.
    #[must_use]
    pub fn class(&self, [column, row]: [usize; 2]) -> Option<Class> {
        let [columns, _] = self.question.grid.cells;
        if column >= columns {
            return None;
        }
        self.classes.get(row * columns + column).copied().flatten()
    }

    /// Where the handle is now.
    #[must_use]
    pub const fn present(&self) -> Place {
        self.present
    }

    /// The cell that the handle is in, if it is in the picture.
    #[must_use]
    pub fn present_cell(&self) -> Option<[usize; 2]> {
        self.question.grid.cell_of(self.present)
    }

    /// The place that stands for a cell.
    #[must_use]
    pub fn place(&self, cell: [usize; 2]) -> Option<Place> {
        if self.present_cell() == Some(cell) {
            return Some(self.present);
        }
        self.places.at(cell[0], cell[1])
    }

    /// The answer with the handle at a place; none if it cannot be there.
    #[must_use]
    pub fn answer(&self, place: Place) -> Option<Answer> {
        let poser = Poser::new(&self.question.subject)?;
        let posed = poser.at(place)?;
        let [columns, _] = self.question.grid.cells;
        let cell = self.question.grid.cell_of(place);
        let cell = cell.filter(|&cell| self.place(cell) == Some(place));
        let replies = cell.and_then(|[column, row]| self.own.replies(row * columns + column));
        Some(self.question.asked.answer(&posed, replies))
    }

    /// How many cells have each class, in the order of the classes.
    pub fn counts(&self) -> impl Iterator<Item = (Class, usize)> + '_ {
        self.counts.iter().map(|(&class, &count)| (class, count)).filter(|&(_, count)| count > 0)
    }
}
