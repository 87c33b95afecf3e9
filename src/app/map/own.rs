//! Cells of the map that a program answers for: what it is asked, and how far it has
//! come. The host asks the programs.

use super::MapView;
use crate::app::{App, Model, OwnMethod};
use hitscan_core::engine::map::{Map, Question};
use hitscan_core::methods::{OwnState, Reply};
use hitscan_geom::ShapeKind;

/// How far a program has come with the cells that it is asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CellsState {
    /// It is not asked, or has answered.
    #[default]
    AtRest,
    /// It has not answered yet.
    Thinking,
    /// It has not answered for long.
    Slow,
}

impl App {
    /// Which of the own methods the map is about.
    #[must_use]
    pub fn own_method_of_map(&self) -> Option<usize> {
        let name = self.screen.map.as_deref()?.map()?.question().own_method()?;
        self.own_methods.iter().position(|method| method.name == name)
    }

    /// What to ask that program about the cells; `None` if it has been asked already.
    pub fn lines_to_ask(&mut self) -> Option<Vec<String>> {
        let view = self.screen.map.as_deref_mut()?;
        let lines = view.map.as_mut()?.lines_to_ask()?;
        view.cells = CellsState::Thinking;
        Some(lines)
    }

    /// A program has not answered for long what it was asked about cells.
    pub fn cells_are_slow(&mut self) {
        if let Some(view) = &mut self.screen.map
            && view.cells == CellsState::Thinking
        {
            view.cells = CellsState::Slow;
        }
    }

    /// A program has answered what it was asked last about cells.
    pub fn cells_answered(&mut self, replies: &[Reply]) {
        let Some(view) = &mut self.screen.map else { return };
        if let Some(map) = &mut view.map {
            map.answered(replies);
            view.cells = CellsState::AtRest;
        }
    }

    /// What a program said before it died or was saved anew does not count any more:
    /// all that it was not asked, or has not answered, is asked once it runs again.
    pub(in crate::app) fn forget_cells(&mut self, index: usize, forget: Forget) {
        if self.own_method_of_map() != Some(index) {
            return;
        }
        let Some(view) = &mut self.screen.map else { return };
        view.cells = CellsState::AtRest;
        match (forget, &mut view.map) {
            (Forget::Questions, Some(map)) => map.ask_again(),
            (Forget::Answers, Some(map)) => *map = Map::new(map.question().clone()),
            (_, None) => {}
        }
    }
}

/// What does not count any more once a program has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Forget {
    /// What it was asked and has not answered.
    Questions,
    /// All that it has said: it is another program.
    Answers,
}

impl<'a> Model<'a> {
    /// The own method that the map is about.
    fn own_method_mapped(self) -> Option<(&'a MapView, &'a OwnMethod)> {
        let view = self.map()?;
        let name = view.map().map(Map::question).and_then(Question::own_method)?;
        Some((view, self.own_methods.iter().find(|method| method.name == name)?))
    }

    /// What stands where an own method has not answered: `...`, `slow`, `dead`.
    pub(super) fn cells_wait(self) -> &'static str {
        match self.own_method_mapped() {
            Some((_, OwnMethod { state: OwnState::Dead(_), .. })) => "dead",
            Some((view, _)) if view.cells == CellsState::Slow => "slow",
            Some(_) | None => "...",
        }
    }

    /// Why cells have no answer: the program is dead, or knows no such pairs.
    #[must_use]
    pub fn why_no_cells(self) -> Option<String> {
        let (view, method) = self.own_method_mapped()?;
        if let OwnState::Dead(why) = &method.state {
            return Some(why.clone());
        }
        let [a, b] = view.map()?.unknown_kinds()?.map(ShapeKind::token);
        Some(format!("it does not know {a}-{b} pairs"))
    }
}
