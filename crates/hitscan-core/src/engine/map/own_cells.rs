//! Maps of own methods: the questions to their programs about the cells, and the classes that
//! follow from the replies. No program is started here.

use super::answer::{First, MapMethod, judge_replies};
use super::cells::{Map, MapQuestion};
use super::class::CellClass;
use super::subject::{MapSubject, MapTiming, Poser};
use crate::methods::{OwnReply, question_line};
use crate::world::Name;
use hitscan_geom::ShapeKind;

impl MapQuestion {
    /// The name of the own method that the map is about, if it is about one.
    pub fn own_method(&self) -> Option<Name> {
        match self.asked.method? {
            MapMethod::Own { name, .. } if self.asked.own_order().is_some() => Some(name),
            MapMethod::Own { .. } | MapMethod::Catalogue(_) => None,
        }
    }

    /// How many lines each cell needs: one for the shapes at rest, and one more for two boxes
    /// in a frame.
    fn lines_a_cell(&self) -> usize {
        match self.timing() {
            MapTiming::AtTheEnd => 1,
            MapTiming::OnTheWay => 2,
        }
    }
}

impl Map {
    /// The lines that ask a program about all unanswered cells; `None` if there are none, or all
    /// have been asked.
    pub fn lines_to_ask(&mut self) -> Option<Vec<String>> {
        let first = self.question().asked.own_order()?;
        if self.is_complete() || !self.asked_of_program.is_empty() {
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
            self.set(cell, Some(CellClass::None));
        }
        self.asked_of_program = asked;
        (!lines.is_empty()).then_some(lines)
    }

    /// The kinds of the pair, in the order in which the program was asked, if it handles
    /// no such pair.
    pub fn unknown_kinds(&self) -> Option<[ShapeKind; 2]> {
        let first = self.question().asked.own_order()?;
        let mut replies = self.replies.values().flatten().peekable();
        replies.peek()?;
        let MapSubject { object, partner, .. } = &self.question().subject;
        let kinds = match first {
            First::Object => [object.kind(), partner.kind()],
            First::Partner => [partner.kind(), object.kind()],
        };
        replies.all(|reply| *reply == OwnReply::Unknown).then_some(kinds)
    }

    /// Makes all unanswered cells be asked again.
    pub fn ask_again(&mut self) {
        self.asked_of_program.clear();
    }

    /// Stores the program's replies to the last lines.
    pub fn answered(&mut self, replies: &[OwnReply]) {
        let Some((first, rules)) = self.question().asked.judged_by() else { return };
        let asked = std::mem::take(&mut self.asked_of_program);
        let of_cells = replies.chunks(self.question().lines_a_cell());
        let poser = Poser::new(&self.question().subject);
        let class = |cell, replies| {
            let posed = poser.as_ref().and_then(|poser| self.posed_by(poser, cell));
            let judged = posed.and_then(|posed| judge_replies(&posed, first, rules, replies));
            judged.map_or(CellClass::NotApplicable, |judged| judged.class())
        };
        let answered: Vec<_> = asked
            .into_iter()
            .zip(of_cells)
            .map(|(cell, replies)| (cell, replies, class(cell, replies)))
            .collect();
        for (cell, replies, class) in answered {
            self.replies.insert(cell, replies.to_vec());
            self.set(cell, Some(class));
        }
    }
}
