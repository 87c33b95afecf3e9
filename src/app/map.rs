//! The map of the arena while it is on: what it shows, the probe, and the way from one
//! group of cells to the next. What each cell answers is the engine's
//! ([`hitscan_core::engine::map`]), how it is drawn the view's.

mod fit;
mod own;
mod question;
mod setup;
mod words;

pub(in crate::app) use own::Forget;
pub use setup::MapSetup;

use self::fit::ViewBefore;
use self::own::CellsState;
use super::screen::Tab;
use super::{Action, App, Arrow, Connection, Effect, Pane};
use hitscan_core::command::{Anchor, Command, Layer, MapRequest};
use hitscan_core::engine::map::{Class, Handle, Map, Place};
use hitscan_core::engine::{Event, Flow};
use hitscan_core::words::grouped;
use hitscan_core::world::Progress;

/// How many cells of boxes and lasers are worked out at a time, before the time is looked at.
const CELLS_AT_A_TIME: usize = 256;
/// How many of polygons, where each may take a test for every pair of their edges.
const CELLS_OF_POLYGONS_AT_A_TIME: usize = 16;

/// The map while it is on.
#[derive(Clone, Debug)]
pub struct MapView {
    layer: Layer,
    /// None while there is nothing to map.
    map: Option<Map>,
    /// How far a program has come, where the map is about an own method.
    cells: CellsState,
    /// The cell that is looked at, while one is.
    probe: Option<[usize; 2]>,
    tour: Option<Tour>,
    /// What the panel showed before.
    tab_before: Tab,
    /// What was in view before, if the map has another part in view.
    view_before: Option<ViewBefore>,
}

/// The way from one group of cells to the next.
#[derive(Clone, Debug)]
struct Tour {
    wanted: TourGoal,
    /// The cell of the first press, from which distances are measured.
    from: [usize; 2],
    /// Which group it has come to.
    at: usize,
    /// Where that is. Once the handle is elsewhere, the tour is over.
    goal: Place,
}

/// What a tour leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TourGoal {
    /// Where the method is wrong.
    Wrong,
    /// The class with this token.
    Class(String),
}

impl TourGoal {
    fn holds(&self, class: Class) -> bool {
        match self {
            Self::Wrong => class.is_wrong(),
            Self::Class(token) => class.token() == *token,
        }
    }
}

impl MapView {
    /// What it shows.
    #[must_use]
    pub const fn layer(&self) -> Layer {
        self.layer
    }

    /// The cells, unless there is nothing to map.
    #[must_use]
    pub const fn map(&self) -> Option<&Map> {
        self.map.as_ref()
    }

    /// The cell that is looked at, while one is.
    #[must_use]
    pub const fn probe(&self) -> Option<[usize; 2]> {
        self.probe
    }
}

impl App {
    /// Whether cells of the map are still to be worked out here: not by a program.
    #[must_use]
    pub fn has_map_work(&self) -> bool {
        let map = self.screen.map.as_deref().and_then(MapView::map);
        map.is_some_and(|map| !map.is_complete() && map.question().own_method().is_none())
    }

    /// Brings the map up to date, as far as it comes while `may_go_on`; the first picture
    /// of boxes and lasers at once.
    pub fn work_on_map(&mut self, mut may_go_on: impl FnMut() -> bool) {
        self.update_map();
        let Some(map) = self.screen.map.as_mut().and_then(|view| view.map.as_mut()) else { return };
        let is_quick = map.question().subject.is_without_polygons();
        let cells = if is_quick { CELLS_AT_A_TIME } else { CELLS_OF_POLYGONS_AT_A_TIME };
        // A map without an older picture would begin with holes.
        let at_once = is_quick && !map.shows_older_answers();
        while (at_once || may_go_on()) && !map.advance(cells) {}
    }

    /// Whether the map is better left as it was until the keys rest: over a slow line each
    /// of its pictures costs more than what else a key changes.
    #[must_use]
    pub fn map_waits_for_rest(&self) -> bool {
        let map = self.screen.map.as_deref().and_then(MapView::map);
        self.screen.appearance.connection == Connection::Remote
            && map.is_some_and(Map::shows_older_answers)
    }

    /// Brings the map up to date, like a command that can be stopped: what is worked out by then
    /// stays.
    ///
    /// # Errors
    /// Says how many cells were worked out when it was stopped.
    pub fn finish_map(&mut self) -> Result<(), String> {
        self.work_on_map(|| false);
        if !self.has_map_work() {
            return Ok(());
        }
        let mut tell = self.listener("map");
        while let Some(map) = self.screen.map.as_mut().and_then(|view| view.map.as_mut()) {
            let (done, total) = map.progress();
            let progress = Progress { done: done as u64, total: total as u64 };
            if tell(Event::Working(progress)) == Flow::Stop {
                let [done, total] = [progress.done, progress.total].map(grouped);
                return Err(format!("stopped; {done} of {total} cells are known so far"));
            }
            if map.advance(CELLS_OF_POLYGONS_AT_A_TIME) {
                break;
            }
        }
        Ok(())
    }

    /// Lets the map answer what is asked now; cells that it does not know yet are
    /// worked out later. Where only the object has changed, they keep their answers until
    /// then.
    pub fn update_map(&mut self) {
        let Some(view) = &self.screen.map else { return };
        let question = self.model().map_question(view.layer);
        let Some(view) = &mut self.screen.map else { return };
        match question {
            Err(_) => (view.map, view.probe) = (None, None),
            Ok(question) => {
                let follows = view
                    .map
                    .as_mut()
                    .is_some_and(|map| map.follow(&question) || map.renew(&question));
                if !follows {
                    let cells = question.grid.cells;
                    view.cells = CellsState::AtRest;
                    view.map = Some(Map::new(question));
                    view.probe = view.probe.filter(|at| at[0] < cells[0] && at[1] < cells[1]);
                }
            }
        }
    }

    pub(super) fn toggle_map(&mut self) {
        let Some(view) = self.screen.map.take() else { return self.show_fitted_map(None) };
        if self.screen.panel.tab == Tab::Map {
            self.screen.panel.show(view.tab_before);
        }
        self.leave_fitted_map(view.view_before);
    }

    /// The same as [`Self::show_map`]; one that was off comes into view whole.
    fn show_fitted_map(&mut self, layer: Option<Layer>) {
        let was_off = self.screen.map.is_none();
        self.show_map(layer);
        if was_off {
            self.fit_map();
        }
    }

    /// Turns the map on, or shows another layer. Where there is nothing to map, says
    /// why.
    pub(super) fn show_map(&mut self, layer: Option<Layer>) {
        let begins_with = match self.model().map_handle() {
            Some(Handle::Speed) => Layer::Side,
            _ => Layer::Relation,
        };
        if let Err(why) = self.model().map_question(layer.unwrap_or(begins_with)) {
            return self.screen.fail(why);
        }
        if let Some(view) = &mut self.screen.map {
            view.layer = layer.unwrap_or(view.layer);
            view.tour = None;
            return;
        }
        let tab_before = self.screen.panel.tab;
        let layer = layer.unwrap_or(begins_with);
        let cells = CellsState::AtRest;
        let (map, probe, tour, view_before) = (None, None, None, None);
        let view = MapView { layer, map, cells, probe, tour, tab_before, view_before };
        self.screen.map = Some(Box::new(view));
        self.screen.panel.show(Tab::Map);
    }

    /// Shows the panel of the map; where it is shown, the next layer.
    pub(super) fn show_map_panel(&mut self) {
        let Some(view) = &self.screen.map else {
            let on = self.input.keymap.named(Action::ToggleMap);
            return self.screen.fail(format!("there is no map; {on} shows one"));
        };
        let is_shown = self.screen.panel.tab == Tab::Map && self.screen.panel.answer.is_none();
        if !is_shown {
            return self.screen.show(Tab::Map);
        }
        let next = self.model().layer_after(view.layer);
        self.show_map(Some(next));
    }

    /// What `:map` asks for.
    pub(super) fn obey_map_request(&mut self, request: MapRequest) {
        match request {
            MapRequest::On => self.show_fitted_map(None),
            MapRequest::Off if self.screen.map.is_some() => self.toggle_map(),
            MapRequest::Off => {}
            MapRequest::Show(layer) => self.show_fitted_map(Some(layer)),
            MapRequest::Next(token) => {
                if self.screen.map.is_none() {
                    self.show_map(None);
                }
                self.tour(Arrow::Down, TourGoal::Class(token));
            }
        }
    }

    /// Goes to the next or previous cells where the method is wrong.
    pub(super) fn tour_of_wrong(&mut self, way: Arrow) {
        let layer = self.screen.map.as_deref().map(MapView::layer);
        if layer.is_some_and(|layer| layer.arithmetic().is_none()) {
            self.show_map(Some(Layer::Method));
        }
        self.tour(way, TourGoal::Wrong);
    }

    fn tour(&mut self, way: Arrow, wanted: TourGoal) {
        if let Err(why) = self.finish_map() {
            return self.screen.fail(why);
        }
        let Some(MapView { map: Some(map), probe, tour, .. }) = self.screen.map.as_deref() else {
            return;
        };
        let here =
            probe.or(map.present_cell()).unwrap_or(map.question().grid.cells.map(|all| all / 2));
        let place = probe.and_then(|cell| map.place(cell)).unwrap_or(map.present());
        let tour = tour.as_ref().filter(|tour| tour.wanted == wanted && tour.goal == place);
        let from = tour.map_or(here, |tour| tour.from);
        let groups = map.groups(|class| wanted.holds(class), from);
        let Some(last) = groups.len().checked_sub(1) else {
            let why = self.model().nothing_like_that(
                map,
                match &wanted {
                    TourGoal::Wrong => None,
                    TourGoal::Class(token) => Some(token),
                },
            );
            return self.screen.say(why);
        };
        let at = match (tour, way) {
            (Some(Tour { at: 0, .. }) | None, Arrow::Up) => last,
            (Some(tour), Arrow::Up) => tour.at - 1,
            (Some(tour), _) => tour.at + 1,
            // Not to where it is.
            (None, _) => usize::from(groups[0] == here && last > 0),
        };
        let at = if at > last { 0 } else { at };
        let (cell, from) = (groups[at], from);
        let Some(goal) = map.place(cell) else { return };
        let is_probing = probe.is_some();
        if is_probing {
            self.put_probe(cell);
        } else {
            self.go_to(goal);
        }
        if let Some(view) = &mut self.screen.map {
            view.tour = Some(Tour { wanted, from, at, goal });
        }
    }

    fn put_probe(&mut self, cell: [usize; 2]) {
        if let Some(view) = &mut self.screen.map {
            view.probe = Some(cell);
        }
    }

    /// Brings the handle to a place, by one command without a motion.
    fn go_to(&mut self, place: Place) -> Vec<Effect> {
        let Some(command) = self.command_to(place) else {
            self.screen.fail("it cannot be there");
            return Vec::new();
        };
        self.run(&command)
    }

    fn command_to(&self, place: Place) -> Option<Command> {
        let subject = &self.screen.map.as_ref()?.map()?.question().subject;
        let (_, object) = self.engine.sandbox().selection()?;
        Some(match subject.handle {
            Handle::Move => Command::Put(None, subject.first_vertex_at(place)?),
            Handle::End(index) => {
                let from = *object.shape.vertices().get(index)?;
                Command::End(None, index + 1, from.to(subject.point_at(place)?)?)
            }
            Handle::Turn => Command::Point(object.name, subject.point_at(place)?),
            Handle::Speed => {
                Command::Velocity(Some(object.name), subject.velocity_to(place)?, Anchor::Start)
            }
        })
    }

    /// Whether arrows move the probe.
    pub(super) fn is_probing(&self) -> bool {
        self.screen.pane == Pane::Arena
            && self.screen.map.as_ref().is_some_and(|view| view.probe.is_some())
    }

    /// Begins to look at a cell, or brings the handle to the one that is looked at.
    /// Returns none where Enter is not for the map.
    pub(super) fn enter_map(&mut self) -> Option<Vec<Effect>> {
        if self.screen.pane != Pane::Arena || self.screen.panel.tab != Tab::Map {
            return None;
        }
        self.update_map();
        let view = self.screen.map.as_mut()?;
        let map = view.map.as_ref()?;
        if let Some(cell) = view.probe.take() {
            let place = map.place(cell)?;
            return Some(self.go_to(place));
        }
        let middle = map.question().grid.cells.map(|all| all / 2);
        view.probe = Some(map.present_cell().unwrap_or(middle));
        Some(Vec::new())
    }

    /// Leaves the probe; returns whether there was one.
    pub(super) fn leave_probe(&mut self) -> bool {
        self.screen.map.as_mut().is_some_and(|view| view.probe.take().is_some())
    }

    /// Moves the probe by one cell, within the picture.
    pub(super) fn move_probe(&mut self, arrow: Arrow) {
        let Some(view) = &mut self.screen.map else { return };
        let MapView { probe: Some(probe), map: Some(map), .. } = &mut **view else { return };
        let [columns, rows] = map.question().grid.cells;
        match arrow {
            Arrow::Left => probe[0] = probe[0].saturating_sub(1),
            Arrow::Right => probe[0] = (probe[0] + 1).min(columns.saturating_sub(1)),
            Arrow::Up => probe[1] = probe[1].saturating_sub(1),
            Arrow::Down => probe[1] = (probe[1] + 1).min(rows.saturating_sub(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::GlyphSet;
    use crate::app::tests::pressed;
    use hitscan_core::scene::{Source, builtin};

    fn progress(app: &App) -> (usize, usize) {
        app.model().map().and_then(MapView::map).expect("a map").progress()
    }

    /// The sides of two boxes, of which one moves: each place has another answer then.
    #[test]
    fn a_first_map_comes_at_once_and_a_changed_object_is_mapped_in_slices() {
        let scene = builtin("off-45").expect("a built-in scene");
        let app = App::new(scene, Source::BuiltIn("off-45".into()), (80, 24), GlyphSet::Lines);
        let mut app = pressed(app.expect("a world"), "M 6");
        app.work_on_map(|| false);
        let all = 43 * 20;
        assert_eq!(progress(&app), (all, all));

        let mut app = pressed(app, "Right");
        let mut slices = 0;
        app.work_on_map(|| {
            slices += 1;
            slices <= 1
        });
        assert_eq!(progress(&app), (CELLS_AT_A_TIME, all));
        assert!(app.has_map_work() && !app.map_waits_for_rest(), "nearby it goes on at once");
        let slow = app.clone().on_slow_line();
        assert!(slow.map_waits_for_rest(), "a slow line keeps the picture until keys rest");
        app.finish_map().expect("nothing stops it");
        let done = app.on_slow_line();
        assert!(!done.has_map_work() && !done.map_waits_for_rest());
    }

    #[test]
    fn the_way_to_what_is_wrong_does_not_lead_to_where_it_is() {
        let scene = builtin("off-45").expect("a built-in scene");
        let app = App::new(scene, Source::BuiltIn("off-45".into()), (80, 24), GlyphSet::Lines);
        let mut app = pressed(app.expect("a world"), "M 6 Enter !");
        let probe = |app: &App| app.screen.map.as_ref().and_then(|view| view.probe);
        let first = probe(&app).expect("a cell that is looked at");
        // As if the keys began here.
        app.screen.map.as_mut().expect("a map").tour = None;
        let next = probe(&pressed(app, "!")).expect("a cell that is looked at");
        assert_ne!(next, first);
    }
}
