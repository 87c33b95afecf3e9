//! A map: the class of every cell, worked out a few cells at a time, and kept while
//! nothing that it depends on changes.

use std::collections::BTreeMap;

use super::answer::{Answer, Asked};
use super::class::Class;
use super::grid::{Grid, Place};
use super::places::Places;
use super::subject::{Poser, Subject, Timing};
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
    /// Row by row; the cells after these are still to be worked out.
    classes: Vec<Class>,
    counts: BTreeMap<Class, usize>,
    computed: usize,
}

impl Question {
    /// When the two are judged.
    #[must_use]
    pub fn timing(&self) -> Timing {
        let is_about_sides = match self.asked.layer {
            Layer::Relation => false,
            Layer::Side => true,
            Layer::Method | Layer::F32 => {
                self.asked.method.is_some_and(|method| method.side_test().is_some())
            }
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
}

impl Map {
    /// A map of which no cell is worked out yet.
    #[must_use]
    pub fn new(question: Question) -> Self {
        let critical = question.subject.critical(question.timing());
        Self {
            places: Places::new(question.grid, &critical),
            present: question.subject.present(),
            classes: Vec::with_capacity(question.cell_count()),
            counts: BTreeMap::new(),
            computed: 0,
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

    fn recompute(&mut self, [column, row]: [usize; 2]) {
        let index = row * self.question.grid.cells[0] + column;
        let Some(&known) = self.classes.get(index) else { return };
        let class = self.computed_class(index);
        if class != known {
            self.classes[index] = class;
            if let Some(count) = self.counts.get_mut(&known) {
                *count -= 1;
            }
            *self.counts.entry(class).or_insert(0) += 1;
        }
        self.computed += 1;
    }

    fn computed_class(&self, index: usize) -> Class {
        let poser = Poser::new(&self.question.subject);
        self.class_with(poser.as_ref(), index)
    }

    fn class_with(&self, poser: Option<&Poser<'_>>, index: usize) -> Class {
        let columns = self.question.grid.cells[0];
        let place = self.place([index % columns, index / columns]);
        let posed = poser.zip(place).and_then(|(poser, place)| poser.at(place));
        posed.map_or(Class::None, |posed| self.question.asked.class(&posed))
    }

    /// Works out this many more cells at most. Returns whether all are worked out.
    pub fn advance(&mut self, cells: usize) -> bool {
        let all = self.question.cell_count();
        let end = self.classes.len().saturating_add(cells).min(all);
        let poser = Poser::new(&self.question.subject);
        let computed: Vec<Class> =
            (self.classes.len()..end).map(|index| self.class_with(poser.as_ref(), index)).collect();
        for class in &computed {
            *self.counts.entry(*class).or_insert(0) += 1;
        }
        self.computed += computed.len();
        self.classes.extend(computed);
        self.is_complete()
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
        self.classes.len() == self.question.cell_count()
    }

    /// How many cells are worked out, of how many.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.classes.len(), self.question.cell_count())
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
        self.classes.get(row * columns + column).copied()
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
        Some(self.question.asked.answer(&posed))
    }

    /// How many cells have each class, in the order of the classes.
    pub fn counts(&self) -> impl Iterator<Item = (Class, usize)> + '_ {
        self.counts.iter().map(|(&class, &count)| (class, count)).filter(|&(_, count)| count > 0)
    }
}
