//! Map cells that a program answers for: what it is asked, and how far it is. The host asks the
//! programs.

use super::MapView;
use crate::app::{Model, OwnMethod, ProgramEvent};
use hitscan_core::engine::map::{Map, MapQuestion};
use hitscan_core::methods::OwnState;
use hitscan_geom::ShapeKind;

/// How far a program is with the cells it was asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CellsState {
    /// Nothing is asked, or all is answered.
    #[default]
    AtRest,
    /// It has not answered yet.
    Thinking,
    /// It is taking a long time.
    Slow,
}

impl MapView {
    /// What to ask the program about the cells; `None` if it was already asked.
    pub(in crate::app) fn lines_to_ask(&mut self) -> Option<Vec<String>> {
        let lines = self.map.as_mut()?.lines_to_ask()?;
        self.cells = CellsState::Thinking;
        Some(lines)
    }

    /// Handles an event of the program that the map is about.
    ///
    /// If the program was saved again, its earlier answers no longer count; if it ended, they do.
    /// Either way, cells without an answer are asked about again once it runs.
    pub(in crate::app) fn hear(&mut self, event: &ProgramEvent) {
        match (event, &mut self.map) {
            (ProgramEvent::CellsSlow, _) if self.cells == CellsState::Thinking => {
                self.cells = CellsState::Slow;
                return;
            }
            (ProgramEvent::CellsAnswered(replies), Some(map)) => map.answered(replies),
            (ProgramEvent::Died(_), Some(map)) => map.ask_again(),
            (ProgramEvent::Changed, Some(map)) => *map = Map::new(map.question().clone()),
            _ => return,
        }
        self.cells = CellsState::AtRest;
    }
}

impl<'a> Model<'a> {
    /// The own method that the map is about.
    fn own_method_mapped(self) -> Option<(&'a MapView, &'a OwnMethod)> {
        let view = self.map()?;
        let name = view.map().map(Map::question).and_then(MapQuestion::own_method)?;
        Some((view, self.own_methods.iter().find(|method| method.name == name)?))
    }

    /// The word for a missing answer of an own method: `...`, `slow`, `dead`.
    pub(super) fn cells_wait(self) -> &'static str {
        match self.own_method_mapped() {
            Some((_, OwnMethod { state: OwnState::Dead(_), .. })) => "dead",
            Some((view, _)) if view.cells == CellsState::Slow => "slow",
            Some(_) | None => "...",
        }
    }

    /// Why cells have no answer: the program is dead, or does not know such pairs.
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
