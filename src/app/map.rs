//! The map of the arena while it is on: what it shows, and the probe. The engine
//! ([`hitscan_core::engine::map`]) computes the answer of each cell, and the view draws it.

mod captions;
mod fit;
mod own_cells;
mod question;
mod setup;
mod tour;

pub use setup::MapSetup;
pub(super) use tour::TourGoal;

use self::fit::ViewBefore;
use self::own_cells::CellsState;
use self::tour::Tour;
use super::screen::Tab;
use super::{Arrow, Screen};
use hitscan_core::command::Layer;
use hitscan_core::engine::map::{Map, MapPlace, MapQuestion, MapSubject};
use hitscan_core::engine::{Event, Flow, Tell};
use hitscan_core::words::grouped;
use hitscan_core::world::CommandProgress;

/// How many tests to make before checking the time: the cells of as many boxes or lasers, fewer of
/// polygons, where each may test every pair of edges.
const TESTS_AT_A_TIME: usize = 256;

/// The map while it is on.
#[derive(Clone, Debug)]
pub struct MapView {
    layer: Layer,
    /// `None` while there is nothing to map.
    map: Option<Map>,
    /// How far the program is, if the map is about an own method.
    cells: CellsState,
    /// The probed cell, while the probe is out.
    probe: Option<[usize; 2]>,
    tour: Option<Tour>,
    /// The tab that the panel showed before.
    tab_before: Tab,
    /// What was in view before, if the map moved the view.
    view_before: Option<ViewBefore>,
}

/// Whether a map is fitted into the view when it is turned on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapFits {
    Yes,
    No,
}

/// What Enter does with the probe.
pub(super) enum Probing {
    Begun,
    /// The probe was at this place.
    Ended(MapPlace),
}

impl MapView {
    /// The layer it shows.
    #[must_use]
    pub const fn layer(&self) -> Layer {
        self.layer
    }

    /// The cells; `None` if there is nothing to map.
    #[must_use]
    pub const fn map(&self) -> Option<&Map> {
        self.map.as_ref()
    }

    /// The probed cell, while the probe is out.
    #[must_use]
    pub const fn probe(&self) -> Option<[usize; 2]> {
        self.probe
    }

    /// Turns a map on, and fits its subject into the view if asked to.
    pub(super) fn begin(layer: Layer, (subject, fits): (MapSubject, MapFits), screen: &mut Screen) {
        let (cells, tab_before) = (CellsState::AtRest, screen.panel.tab);
        let (map, probe, tour, view_before) = (None, None, None, None);
        let mut view = Self { layer, map, cells, probe, tour, tab_before, view_before };
        if fits == MapFits::Yes {
            view.fit(&subject, screen);
        }
        screen.map = Some(Box::new(view));
        screen.panel.show(Tab::Map);
    }

    pub(super) fn show_layer(&mut self, layer: Option<Layer>) {
        self.layer = layer.unwrap_or(self.layer);
        self.tour = None;
    }

    /// Asks the map its current question; cells without a known answer are computed later. If only
    /// the object has changed, cells keep their answers until then.
    pub(super) fn ask(&mut self, question: Result<MapQuestion, String>) {
        let Ok(question) = question else {
            (self.map, self.probe) = (None, None);
            return;
        };
        let follows =
            { self.map.as_mut() }.is_some_and(|map| map.follow(&question) || map.renew(&question));
        if !follows {
            let cells = question.grid.cells;
            self.cells = CellsState::AtRest;
            self.map = Some(Map::new(question));
            self.probe = self.probe.filter(|at| at[0] < cells[0] && at[1] < cells[1]);
        }
    }

    /// Computes cells as long as `may_go_on`; the first picture of boxes and lasers is computed at
    /// once.
    pub(super) fn work(&mut self, mut may_go_on: impl FnMut() -> bool) {
        let Some(map) = &mut self.map else { return };
        let is_quick = map.question().subject.is_without_polygons();
        let cells = cells_at_a_time(map);
        // Without an older picture, the map would have holes at first.
        let at_once = is_quick && !map.shows_older_answers();
        while (at_once || may_go_on()) && !map.advance(cells) {}
    }

    /// Whether cells are still to be computed here, rather than by a program.
    pub(super) fn has_work(&self) -> bool {
        let map = self.map.as_ref();
        map.is_some_and(|map| !map.is_complete() && map.question().own_method().is_none())
    }

    /// Computes all cells, like a command that can be stopped: cells computed by then stay.
    ///
    /// # Errors
    /// Says how many cells were computed when it was stopped.
    pub(super) fn finish(&mut self, tell: &mut Tell<'_>) -> Result<(), String> {
        while let Some(map) = &mut self.map {
            let (done, total) = map.progress();
            let progress = CommandProgress { done: done as u64, total: total as u64 };
            if tell(Event::Working(progress)) == Flow::Stop {
                let [done, total] = [progress.done, progress.total].map(grouped);
                return Err(format!("stopped; {done} of {total} cells are known so far"));
            }
            if map.advance(cells_at_a_time(map)) {
                break;
            }
        }
        Ok(())
    }

    /// Takes the probe out, or puts it away.
    pub(super) fn enter(&mut self) -> Option<Probing> {
        let map = self.map.as_ref()?;
        if let Some(cell) = self.probe.take() {
            return map.place(cell).map(Probing::Ended);
        }
        let middle = map.question().grid.cells.map(|all| all / 2);
        self.probe = Some(map.present_cell().unwrap_or(middle));
        Some(Probing::Begun)
    }

    /// Puts the probe away; returns whether it was out.
    pub(super) fn leave_probe(&mut self) -> bool {
        self.probe.take().is_some()
    }

    /// Moves the probe by one cell, inside the picture.
    pub(super) fn move_probe(&mut self, arrow: Arrow) {
        let Self { probe: Some(probe), map: Some(map), .. } = self else { return };
        let [columns, rows] = map.question().grid.cells;
        match arrow {
            Arrow::Left => probe[0] = probe[0].saturating_sub(1),
            Arrow::Right => probe[0] = (probe[0] + 1).min(columns.saturating_sub(1)),
            Arrow::Up => probe[1] = probe[1].saturating_sub(1),
            Arrow::Down => probe[1] = (probe[1] + 1).min(rows.saturating_sub(1)),
        }
    }

    /// Turns the map off: the panel and the view are as they were before it.
    pub(super) fn leave(screen: &mut Screen) {
        let Some(view) = screen.map.take() else { return };
        if screen.panel.tab == Tab::Map {
            screen.panel.show(view.tab_before);
        }
        if let Some(before) = view.view_before {
            before.give_back(screen);
        }
    }
}

/// How many cells to compute before checking the time; at least one.
fn cells_at_a_time(map: &Map) -> usize {
    let tests = usize::try_from(map.question().subject.tests_of_place()).unwrap_or(usize::MAX);
    (TESTS_AT_A_TIME / tests.max(1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::pressed;
    use crate::app::{App, GlyphSet};
    use hitscan_core::scene::{Scene, SceneSource, builtin};

    fn progress(app: &App) -> (usize, usize) {
        app.model().map().and_then(MapView::map).expect("a map").progress()
    }

    /// Polygons of 300 vertices: a place takes 2 813 tests of pairs.
    #[test]
    fn a_map_of_large_polygons_asks_after_each_cell_whether_to_go_on() {
        let polygon = |name: &str| {
            let upper = (0..150).map(|x| format!("[{x}, {}]", x % 2));
            let lower = (0..150).rev().map(|x| format!("[{x}, {}]", 9 - x % 2));
            let points: Vec<_> = upper.chain(lower).collect();
            format!("[[polygon]]\nname = \"{name}\"\npoints = [{}]\n", points.join(", "))
        };
        let scene = Scene::parse(&[polygon("A"), polygon("B")].concat()).expect("a scene");
        let app = App::new(scene, SceneSource::New, (80, 24), GlyphSet::Lines);
        let mut app = pressed(app.expect("a world"), "M");
        let mut asked = 0;
        app.update_map();
        app.screen.work_on_map(|| {
            asked += 1;
            asked <= 3
        });
        assert_eq!(progress(&app).0, 3);
    }

    /// The sides of two boxes, one of which moves: each place then has another answer.
    #[test]
    fn a_first_map_appears_at_once_and_a_changed_object_is_mapped_in_slices() {
        let scene = builtin("off-45").expect("a built-in scene");
        let app = App::new(scene, SceneSource::BuiltIn("off-45".into()), (80, 24), GlyphSet::Lines);
        let mut app = pressed(app.expect("a world"), "M 6");
        app.update_map();
        app.screen.work_on_map(|| false);
        let all = 43 * 20;
        assert_eq!(progress(&app), (all, all));

        let mut app = pressed(app, "Right");
        let mut slices = 0;
        app.update_map();
        app.screen.work_on_map(|| {
            slices += 1;
            slices <= 1
        });
        assert_eq!(progress(&app), (TESTS_AT_A_TIME, all));
        assert!(
            app.model().has_map_work() && !app.model().map_waits_for_rest(),
            "nearby it goes on at once"
        );
        let slow = app.clone().on_slow_line();
        assert!(slow.model().map_waits_for_rest(), "a slow line keeps the picture until keys rest");
        app.finish_map().expect("nothing stops it");
        let done = app.on_slow_line();
        assert!(!done.model().has_map_work() && !done.model().map_waits_for_rest());
    }
}
