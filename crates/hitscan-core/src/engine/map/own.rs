//! Maps of methods that programs answer for: what a program is asked about the cells,
//! and what its replies make of them. No program is started here.

use super::cells::{Map, Question};
use super::class::Class;
use super::judged::said;
use super::method::{First, MapMethod};
use super::subject::{Poser, Subject, Timing};
use crate::methods::{Reply, question_line};
use crate::world::Name;
use hitscan_geom::ShapeKind;

impl Question {
    /// The name of the own method whose answers it is about.
    #[must_use]
    pub fn own_method(&self) -> Option<Name> {
        match self.asked.method? {
            MapMethod::Own { name, .. } if self.asked.own_order().is_some() => Some(name),
            MapMethod::Own { .. } | MapMethod::Catalogue(_) => None,
        }
    }

    /// How many lines a cell takes: where the shapes stand, and two boxes on their way.
    fn lines_a_cell(&self) -> usize {
        match self.timing() {
            Timing::AtTheEnd => 1,
            Timing::OnTheWay => 2,
        }
    }
}

impl Map {
    /// The lines that ask a program about all cells without an answer; none if there is
    /// no such cell, or all of them are asked already.
    pub fn lines_to_ask(&mut self) -> Option<Vec<String>> {
        let first = self.question().asked.own_order()?;
        if self.is_complete() || !self.own.asked.is_empty() {
            return None;
        }
        let timing = self.question().timing();
        let (mut asked, mut impossible, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        let poser = Poser::new(&self.question().subject);
        for cell in self.unanswered() {
            match poser.as_ref().and_then(|poser| self.posed_by(poser, cell)) {
                None => impossible.push(cell),
                Some(posed) => {
                    lines.extend(posed.question(first, timing).pairs().map(question_line));
                    asked.push(cell);
                }
            }
        }
        for cell in impossible {
            self.set(cell, Some(Class::None));
        }
        self.own.asked = asked;
        (!lines.is_empty()).then_some(lines)
    }

    /// The kinds of the pairs, in the order in which a program was asked, if it knows
    /// none of them.
    #[must_use]
    pub fn unknown_kinds(&self) -> Option<[ShapeKind; 2]> {
        let first = self.question().asked.own_order()?;
        let mut replies = self.own.replies.values().flatten().peekable();
        replies.peek()?;
        let Subject { object, partner, .. } = &self.question().subject;
        let kinds = match first {
            First::Object => [object.kind(), partner.kind()],
            First::Partner => [partner.kind(), object.kind()],
        };
        replies.all(|reply| *reply == Reply::Unknown).then_some(kinds)
    }

    /// Lets all cells without an answer be asked anew.
    pub fn ask_again(&mut self) {
        self.own.asked.clear();
    }

    /// The program has answered the lines that it was asked last.
    pub fn answered(&mut self, replies: &[Reply]) {
        let Some(judged_by) = self.question().asked.judged_by() else { return };
        let asked = std::mem::take(&mut self.own.asked);
        let of_cells = replies.chunks(self.question().lines_a_cell());
        let poser = Poser::new(&self.question().subject);
        let class = |cell, replies| {
            let posed = poser.as_ref().and_then(|poser| self.posed_by(poser, cell));
            let judged = posed.and_then(|posed| said(&posed, judged_by, replies));
            judged.map_or(Class::NotApplicable, |judged| judged.class())
        };
        let answered: Vec<_> = asked
            .into_iter()
            .zip(of_cells)
            .map(|(cell, replies)| (cell, replies, class(cell, replies)))
            .collect();
        for (cell, replies, class) in answered {
            self.own.replies.insert(cell, replies.to_vec());
            self.set(cell, Some(class));
        }
    }
}
