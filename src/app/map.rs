//! The map of the arena while it is on: what it shows, and the probe. The engine
//! ([`hitscan_core::engine::map`]) computes the answer of each cell, and the view draws it.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `question` | what the map asks: about which pair, in which cells; and programs that answer |
//! | `captions` | what the screen says about a map |
//!
//! This file has the layer, the probe and the tour; it calls `question`, and `captions` reads it.

mod captions;
mod question;

use self::question::CellsState;
use super::intent::{MapFits, TourGoal};
use super::screen::{Framing, Screen, Tab, Viewport};
use super::{App, Arrow, EditMode, Message};
use hitscan_core::command::{Command, Layer};
use hitscan_core::engine::map::{Handle, Map, MapPlace, MapQuestion, MapSubject};
use hitscan_core::engine::{Event, Flow, Tell};
use hitscan_core::scene::View;
use hitscan_core::words::grouped;
use hitscan_core::world::{CommandProgress, Name};
use hitscan_geom::{Milli, Point, ShapeKind};

/// How many tests to make before checking the time: the cells of as many boxes or lasers, fewer of
/// polygons, where each may test every pair of edges.
const TESTS_AT_A_TIME: usize = 256;

/// The map while it is on.
#[derive(Clone, Debug)]
pub struct MapView {
    /// The layer it shows.
    pub layer: Layer,
    /// `None` while there is nothing to map.
    map: Option<Map>,
    /// How far the program is, if the map is about an own method.
    cells: CellsState,
    /// The probed cell, while the probe is out.
    pub probe: Option<[usize; 2]>,
    tour: Option<Tour>,
    /// The tab that the panel showed before.
    tab_before: Tab,
    /// What was in view before, if the map moved the view.
    view_before: Option<(Viewport, Framing)>,
}

/// What Enter does with the probe.
pub(super) enum Probing {
    Begun,
    /// The probe was at this place.
    Ended(MapPlace),
}

impl MapView {
    /// The cells; `None` if there is nothing to map.
    pub const fn map(&self) -> Option<&Map> {
        self.map.as_ref()
    }

    /// Turns a map on, and fits its subject into the view if asked to.
    pub(super) fn begin(layer: Layer, subject: &MapSubject, fits: MapFits, screen: &mut Screen) {
        let (cells, tab_before) = (CellsState::AtRest, screen.panel.tab);
        let (map, probe, tour, view_before) = (None, None, None, None);
        let mut view = Self { layer, map, cells, probe, tour, tab_before, view_before };
        if fits == MapFits::Yes {
            view.fit(subject, screen);
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
        let size = |viewport: &Viewport| (viewport.cols(), viewport.rows());
        if let Some((viewport, framing)) = view.view_before
            && size(&viewport) == size(&screen.viewport)
        {
            (screen.viewport, screen.framing) = (viewport, framing);
        }
    }
}

/// How many cells to compute before checking the time; at least one.
fn cells_at_a_time(map: &Map) -> usize {
    let tests = usize::try_from(map.question().subject.tests_of_place()).unwrap_or(usize::MAX);
    (TESTS_AT_A_TIME / tests.max(1)).max(1)
}

impl MapView {
    /// Fits the pair of the map, and all places where the two would meet, into the view. A view
    /// that shows all this and could not be closer stays as it is.
    pub(super) fn fit(&mut self, subject: &MapSubject, screen: &mut Screen) {
        let Some((min, max)) = reach(subject) else { return };
        let before = screen.viewport;
        let mut fitted = before;
        fitted.fit_with_margin(min, max, screen.most_fitted());
        if before.shows(min) && before.shows(max) && fitted.zoom() <= before.zoom() {
            return;
        }
        self.view_before = Some((before, screen.framing));
        (screen.viewport, screen.framing) = (fitted, Framing::Chosen);
    }
}

/// The bounds of the pair and of the handle places where the two meet; `None` beyond the plane.
/// Ignores the places that a velocity leads through, which have no end.
fn reach(subject: &MapSubject) -> Option<(Point, Point)> {
    let (object, partner) = (subject.object.bounds(), subject.partner.bounds());
    let half = |from: Milli, to: Milli| (to.wide() - from.wide() + 1) / 2;
    let [x, y] = match subject.handle {
        // The handle is the object's middle.
        Handle::Move | Handle::Speed => {
            [half(object.0.x, object.1.x), half(object.0.y, object.1.y)]
        }
        Handle::End(_) | Handle::Turn => [0, 0],
    };
    let at = |x: i64, y: i64| {
        let milli = |thousandths: i64| Milli::new(i32::try_from(thousandths).ok()?).ok();
        Some(Point::new(milli(x)?, milli(y)?))
    };
    let least = |a: Milli, b: Milli, by: i64| a.wide().min(b.wide() - by);
    let most = |a: Milli, b: Milli, by: i64| a.wide().max(b.wide() + by);
    let min = at(least(object.0.x, partner.0.x, x), least(object.0.y, partner.0.y, y))?;
    let max = at(most(object.1.x, partner.1.x, x), most(object.1.y, partner.1.y, y))?;
    Some((min, max))
}

/// What to map, where it differs from how the scene opens.
#[derive(Clone, Debug, Default)]
pub struct MapSetup {
    /// The selected object.
    pub select: Option<Name>,
    /// Its partner.
    pub partner: Option<Name>,
    /// The part of the object to move elsewhere.
    pub edit: EditMode,
    /// What the map shows.
    pub layer: Option<Layer>,
    /// Columns and rows of the arena; `None` leaves the screen's.
    pub size: Option<(u16, u16)>,
    /// The zoom, as an exponent of 2.
    pub zoom: Option<i8>,
    /// The point in the middle.
    pub middle: Option<Point>,
}

impl MapSetup {
    /// Turns the map of an app on with this setup, and computes all of it.
    ///
    /// # Errors
    /// Says what does not exist, or why there is no map.
    pub fn open_in(&self, app: &mut App) -> Result<(), String> {
        if let Some(name) = self.select {
            app.execute(&Command::Select(name)).map_err(|why| why.to_string())?;
        }
        let (selected, object) = app.engine.sandbox().selection().ok_or("nothing is selected")?;
        let (name, vertices) = (object.name, object.shape.vertices().len());
        if let EditMode::End(index) = self.edit
            && index >= vertices
        {
            let kind = match object.shape.kind() {
                ShapeKind::Box => "a box has corners",
                ShapeKind::Segment => "a laser has ends",
                ShapeKind::Polygon => "this polygon has vertices",
            };
            return Err(format!("end {}: {kind} 1 to {vertices}", index + 1));
        }
        app.input.edit_mode = self.edit.checked(object, &app.input.keymap)?;
        if let Some(partner) = self.partner {
            if partner == name {
                return Err(format!("{name} has another object for a partner"));
            }
            let partner_id = app.engine.world().find(&partner);
            let partner = partner_id.ok_or_else(|| format!("there is no object {partner}"))?;
            app.engine.pin(Some([selected, partner]));
        }
        if let Some((columns, rows)) = self.size {
            app.screen.viewport.resize(columns, rows);
            app.screen.reframe(app.engine.sandbox(), false);
        }
        let viewport = &mut app.screen.viewport;
        if let Some(zoom) = self.zoom {
            viewport.zoom_by(zoom - viewport.zoom());
        }
        if let Some(middle) = self.middle {
            viewport.show(View { middle, zoom: viewport.zoom() });
        }
        if self.zoom.is_some() || self.middle.is_some() {
            app.screen.framing = Framing::Chosen;
        }
        app.show_map(self.layer, MapFits::No)?;
        app.finish_map()?;
        match &app.screen.message {
            Some(Message::Fault(why)) => Err(why.clone()),
            _ => Ok(()),
        }
    }
}

/// A tour from one group of cells to the next.
#[derive(Clone, Debug)]
pub(super) struct Tour {
    wanted: TourGoal,
    /// The cell of the first press, from which distances are measured.
    from: [usize; 2],
    /// The group it is at.
    at: usize,
    /// The place of that group. If the handle is elsewhere, the tour is over.
    goal: MapPlace,
}

impl MapView {
    /// The next stop of a tour, and its cell; `None` if no cell matches.
    fn next_on_tour(&self, map: &Map, way: Arrow, wanted: &TourGoal) -> Option<([usize; 2], Tour)> {
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
    fn is_there(&self, map: &Map, tour: &Tour) -> bool {
        tour.goal == self.place_now(map)
    }

    /// The probed place, or that of the handle.
    fn place_now(&self, map: &Map) -> MapPlace {
        self.probe.and_then(|cell| map.place(cell)).unwrap_or(map.present())
    }

    /// Moves the probe to a stop of a tour; without the probe, returns where the handle is to go.
    pub(super) fn come_to(&mut self, cell: [usize; 2], tour: Tour) -> Option<MapPlace> {
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

#[cfg(test)]
mod fit_tests {
    use super::super::App;
    use super::super::GlyphSet;
    use super::super::KeyPress;
    use super::super::tests::pressed;
    use hitscan_core::scene::SceneSource;
    use hitscan_core::scene::builtin;
    use hitscan_core::world::Name;

    fn start() -> App {
        let scene = builtin("start").expect("a built-in scene");
        let source = SceneSource::BuiltIn("start".into());
        App::new(scene, source, (80, 24), GlyphSet::Lines).expect("a world")
    }

    #[test]
    fn a_map_already_in_view_does_not_move_the_view() {
        let app = start();
        let before = app.screen.viewport;
        assert_eq!(pressed(app, "M").screen.viewport, before);
    }

    #[test]
    fn a_map_has_a_margin_of_two_cells_and_is_never_zoomed_out_beyond_a_quarter() {
        let mut far = start();
        for line in ["remove L", "put A 3000 0", "select B"] {
            far.press(KeyPress::parse(":").expect("a key"));
            far.input.paste(line, &far.engine, &mut far.screen);
            far.press(KeyPress::parse("Enter").expect("a key"));
        }
        assert_eq!(pressed(far, "- - - - - - M").screen.viewport.zoom(), -2);
        let on = pressed(start(), "+ + M");
        let viewport = &on.screen.viewport;
        let pair = ["A", "B"].map(|name| Name::new(name).expect("a name"));
        for name in &pair {
            let object = on.engine.world().find(name).and_then(|id| on.engine.world().object(id));
            let (min, max) = object.expect("it is there").shape.bounds();
            let [from, to] = [min, max].map(|corner| viewport.cell_of(corner));
            assert!(from.col >= 2 && from.row >= 2, "{from:?}");
            assert!(to.col <= i64::from(viewport.cols()) - 2, "{to:?}");
            assert!(to.row <= i64::from(viewport.rows()) - 2, "{to:?}");
        }
    }

    #[test]
    fn a_map_is_fitted_into_the_view_and_restores_it_afterwards() {
        for keys in ["+ + +", "- - -", "z Right z Right z Right z Right z Right z Right"] {
            let app = pressed(start(), keys);
            let before = app.screen.viewport;
            let on = pressed(app, "M");
            assert!(on.screen.has_selection_in_view(on.engine.sandbox()), "{keys}");
            assert_ne!(on.screen.viewport, before, "{keys}");
            assert_eq!(on.screen.viewport.zoom(), 0, "{keys}");
            assert_eq!(pressed(on, "M").screen.viewport, before, "{keys}");
        }
    }
}

#[cfg(test)]
mod tour_tests {
    use super::super::App;
    use super::super::GlyphSet;
    use super::super::Message;
    use super::super::tests::pressed;
    use hitscan_core::scene::SceneSource;
    use hitscan_core::scene::builtin;

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
