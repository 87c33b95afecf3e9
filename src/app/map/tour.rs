//! A tour of the map from one group of cells to the next, nearest first.

use super::MapView;
use crate::app::Arrow;
use hitscan_core::command::Layer;
use hitscan_core::engine::map::{CellClass, Map, MapPlace};

/// A tour from one group of cells to the next.
#[derive(Clone, Debug)]
pub(in crate::app) struct Tour {
    wanted: TourGoal,
    /// The cell of the first press, from which distances are measured.
    from: [usize; 2],
    /// The group it is at.
    at: usize,
    /// The place of that group. If the handle is elsewhere, the tour is over.
    goal: MapPlace,
}

/// What a tour looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum TourGoal {
    /// Where the method is wrong.
    Wrong,
    /// The class with this token.
    Class(String),
}

impl TourGoal {
    /// Whether a layer can have such cells.
    pub(in crate::app) fn may_be_on(&self, layer: Layer) -> bool {
        *self != Self::Wrong || layer.arithmetic().is_some()
    }

    /// The layer to show if the one in view cannot have such cells.
    pub(in crate::app) fn layer(&self) -> Option<Layer> {
        (*self == Self::Wrong).then_some(Layer::Method)
    }

    fn holds(&self, class: CellClass) -> bool {
        match self {
            Self::Wrong => class.is_wrong(),
            Self::Class(token) => class.token() == *token,
        }
    }
}

impl MapView {
    /// The next stop of a tour, and its cell; `None` if no cell matches.
    pub(super) fn next_on_tour(
        &self,
        map: &Map,
        way: Arrow,
        wanted: &TourGoal,
    ) -> Option<([usize; 2], Tour)> {
        let middle = map.question().grid.cells.map(|all| all / 2);
        let here = self.probe.or(map.present_cell()).unwrap_or(middle);
        let place = self.place_now(map);
        let tour = self.tour.as_ref().filter(|tour| tour.wanted == *wanted && tour.goal == place);
        let from = tour.map_or(here, |tour| tour.from);
        let groups = map.groups(|class| wanted.holds(class), from);
        let last = groups.len().checked_sub(1)?;
        let at = match (tour, way) {
            (Some(Tour { at: 0, .. }) | None, Arrow::Up) => last,
            (Some(tour), Arrow::Up) => tour.at - 1,
            (Some(tour), _) => tour.at + 1,
            // Not to where the tour starts.
            (None, _) => usize::from(groups[0] == here && last > 0),
        };
        let at = if at > last { 0 } else { at };
        let goal = map.place(groups[at])?;
        Some((groups[at], Tour { wanted: wanted.clone(), from, at, goal }))
    }

    /// Whether a tour leads to where it already is: there is no other such place.
    pub(super) fn is_there(&self, map: &Map, tour: &Tour) -> bool {
        tour.goal == self.place_now(map)
    }

    /// The probed place, or that of the handle.
    fn place_now(&self, map: &Map) -> MapPlace {
        self.probe.and_then(|cell| map.place(cell)).unwrap_or(map.present())
    }

    /// Moves the probe to a stop of a tour; without the probe, returns where the handle is to go.
    pub(in crate::app) fn come_to(&mut self, (cell, tour): ([usize; 2], Tour)) -> Option<MapPlace> {
        let goal = tour.goal;
        self.tour = Some(tour);
        match &mut self.probe {
            Some(probe) => {
                *probe = cell;
                None
            }
            None => Some(goal),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::app::tests::pressed;
    use crate::app::{App, GlyphSet, Message};
    use hitscan_core::scene::{SceneSource, builtin};

    #[test]
    fn a_tour_of_wrong_cells_does_not_start_at_the_current_one() {
        let scene = builtin("off-45").expect("a built-in scene");
        let app = App::new(scene, SceneSource::BuiltIn("off-45".into()), (80, 24), GlyphSet::Lines);
        let mut app = pressed(app.expect("a world"), "M 6 Enter !");
        let probe = |app: &App| app.screen.map.as_ref().and_then(|view| view.probe);
        let first = probe(&app).expect("a cell that is looked at");
        // As if the tour started here.
        app.screen.map.as_mut().expect("a map").tour = None;
        let next = probe(&pressed(app, "!")).expect("a cell that is looked at");
        assert_ne!(next, first);
    }

    #[test]
    fn a_tour_that_is_at_the_only_match_changes_nothing() {
        let scene = builtin("inside").expect("a built-in scene");
        let app = App::new(scene, SceneSource::BuiltIn("inside".into()), (80, 24), GlyphSet::Lines);
        let app = pressed(app.expect("a world"), "M 6 6 !");
        let changes = app.engine.history().len();
        let again = pressed(app, "!");
        assert_eq!(again.engine.history().len(), changes);
        let said = "edges is wrong nowhere else in view".to_owned();
        assert_eq!(again.screen.message, Some(Message::Note(said)));
    }
}
