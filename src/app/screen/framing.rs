//! Which part of the plane is in view: for a new scene, where a pair meets, and when the selected
//! object leaves the view.

use super::{Cell, Framing, Layout, PanelWidth, Screen, Viewport};
use crate::app::{CrowdLook, KeyMap, MouseEvent};
use hitscan_core::command::WhySubject;
use hitscan_core::engine::{Engine, Sandbox};
use hitscan_core::scene::Opening;
use hitscan_core::world::World;
use hitscan_geom::{Point, Shape};

const ENDS_OF_ZOOM: &str = "zoom goes from 1/64 to 16";

impl Screen {
    /// Brings all objects into view.
    pub(in crate::app) fn show_all(&mut self, world: &World) {
        (self.framing, self.zoomed_out) = (Framing::Fitted, 0);
        self.fit(world);
    }

    /// Brings all objects into view if any is not wholly visible.
    pub(in crate::app) fn show_what_is_out_of_view(&mut self, world: &World) {
        if !self.viewport.shows_whole(world) {
            self.show_all(world);
        }
    }

    /// Fits all objects into the view, and gives the panel more columns if the zoom stays the same.
    fn fit(&mut self, world: &World) {
        let most = self.most_fitted();
        let of_layout = self.layout().map(|layout| (layout.arena_cols(), layout.arena_rows()));
        // A picture of a map has its own size and no panel.
        if of_layout != Some((self.viewport.cols(), self.viewport.rows())) {
            return self.viewport.show_all(world, most);
        }
        let has_timeline = !self.has_panel_over();
        let fitted = [PanelWidth::Widest, PanelWidth::Usual].map(|width| {
            self.set_panel_width(width);
            self.viewport.show_all(world, most);
            if has_timeline {
                self.viewport.leave_last_row_free(world, most);
            }
            self.viewport
        });
        if fitted[0].zoom() == fitted[1].zoom() {
            self.set_panel_width(PanelWidth::Widest);
            self.viewport = fitted[0];
        }
    }

    /// The current view: the panel's width, and the part of the plane.
    pub(in crate::app) const fn view(&self) -> (PanelWidth, Viewport, Framing) {
        (self.panel_width, self.viewport, self.framing)
    }

    /// Restores a view.
    pub(in crate::app) fn set_view(
        &mut self,
        width: PanelWidth,
        viewport: Viewport,
        framing: Framing,
    ) {
        self.set_panel_width(width);
        (self.viewport, self.framing) = (viewport, framing);
    }

    /// Shows what the scene opens with: view, layers, panel and method.
    pub(in crate::app) fn show_opening(&mut self, engine: &mut Engine, keys: &KeyMap) {
        let Opening { panel, method, overlays, .. } = engine.sandbox().opening().clone();
        self.overlays = self.overlays.opened_with(&overlays);
        if let Some(panel) = panel {
            self.show(panel.into());
        }
        if let Some(method) = method {
            engine.focus_mut().open_with(WhySubject::Method(method));
        }
        self.open_note(engine, keys);
        self.show_opening_view(engine.sandbox());
    }

    /// Shows the note at the panel's foot until the first command. In a course the goal is there
    /// instead, and while answers are covered the note might reveal one.
    pub(in crate::app) fn open_note(&mut self, engine: &Engine, keys: &KeyMap) {
        let note = keys.filled(engine.sandbox().note());
        let is_shown = !self.has_goal && !engine.is_predicting() && !note.is_empty();
        self.note = is_shown.then_some(note);
    }

    /// Shows the part of the plane that the scene opens with, or all objects if it does not say.
    fn show_opening_view(&mut self, sandbox: &Sandbox) {
        (self.framing, self.zoomed_out) = (Framing::Opened, 0);
        match sandbox.opening().view {
            Some(view) => self.viewport.show(view),
            None => self.fit(sandbox.world()),
        }
    }

    /// Adjusts the view to a new size. A view that the user did not choose is set up again; in a
    /// chosen one, the selected object stays in view if it was.
    pub(in crate::app) fn reframe(&mut self, sandbox: &Sandbox, was_in_view: bool) {
        match self.framing {
            Framing::Opened => self.show_opening_view(sandbox),
            Framing::Fitted => self.show_all(sandbox.world()),
            Framing::Chosen if was_in_view => self.follow_selection(sandbox),
            Framing::Chosen => {}
        }
    }

    /// Centers the place where the pair meets, or the gap between the two if they do not meet or
    /// the result is covered. If they are dots of a crowd, zooms in until they are bodies.
    pub(in crate::app) fn show_contact(&mut self, engine: &Engine) {
        let Some(pair) = engine.pair_in_focus() else {
            return self.say("there is no pair yet; add two objects");
        };
        let bounds = [&pair.a, &pair.b].map(|of| of.shape.bounds());
        let is_dot = |&(min, max)| self.viewport.is_under_a_cell(min, max);
        let is_crowd = || CrowdLook::of(engine.world_in_focus(), &self.viewport).is_some();
        if bounds.iter().any(is_dot) && is_crowd() {
            let [(a_min, a_max), (b_min, b_max)] = bounds;
            let min = Point::new(a_min.x.min(b_min.x), a_min.y.min(b_min.y));
            let max = Point::new(a_max.x.max(b_max.x), a_max.y.max(b_max.y));
            self.viewport.fit(min, max, self.most_fitted());
        }
        let span = pair.pair_result.meeting.span.filter(|_| engine.covered_in_focus().is_none());
        let (from, to) = if let Some(span) = span {
            let [first, last] = &span.points;
            (self.viewport.cell_of_exact(first), self.viewport.cell_of_exact(last))
        } else {
            let [from, to] = common_bounds(&pair.a.shape, &pair.b.shape);
            (self.viewport.cell_of(from), self.viewport.cell_of(to))
        };
        self.viewport.center_between(from, to);
    }

    /// Zooms by powers of two about the middle, and keeps the selected object in view.
    pub(in crate::app) fn zoom(&mut self, powers: i8, sandbox: &Sandbox) {
        if self.viewport.zoom_by(powers) {
            self.follow_selection(sandbox);
        } else {
            self.fail(ENDS_OF_ZOOM);
        }
    }

    pub(in crate::app) fn zoom_about(&mut self, powers: i8, cell: Cell) {
        self.framing = Framing::Chosen;
        if !self.viewport.zoom_about(powers, cell) {
            self.fail(ENDS_OF_ZOOM);
        }
    }

    /// The arena cell of a mouse event.
    pub(in crate::app) fn arena_cell(&self, event: MouseEvent) -> Option<Cell> {
        let (left, top) = (i64::from(Layout::RULER_COLS), i64::from(Layout::ARENA_ROW));
        let cell = Cell { col: i64::from(event.col) - left, row: i64::from(event.row) - top };
        (self.shows_arena() && self.viewport.has(cell)).then_some(cell)
    }

    pub(in crate::app) fn follow_selection(&mut self, sandbox: &Sandbox) {
        if let Some((_, object)) = sandbox.selection() {
            let (min, max) = object.shape.bounds();
            let rows = self.viewport.rows();
            // After playing, the last row has the timeline.
            let is_short = self.has_played && !self.has_panel_over();
            self.viewport.resize(self.viewport.cols(), rows - u16::from(is_short && rows > 1));
            self.viewport.follow(min, max);
            self.viewport.resize(self.viewport.cols(), rows);
        }
    }

    /// If the pair in focus is not wholly in view, shows it from farther out, by two powers of two at
    /// most; comes back when it fits again. A view that the user chose stays.
    pub(in crate::app) fn keep_pair_in_view(&mut self, engine: &Engine) {
        const MOST: i8 = 2;
        if self.framing == Framing::Chosen {
            self.zoomed_out = 0;
            return;
        }
        let Some(pair) = engine.pair_in_focus() else { return };
        let [(a_min, a_max), (b_min, b_max)] = [&pair.a, &pair.b].map(|of| of.shape.bounds());
        let min = Point::new(a_min.x.min(b_min.x), a_min.y.min(b_min.y));
        let max = Point::new(a_max.x.max(b_max.x), a_max.y.max(b_max.y));
        let chosen = self.viewport.zoom() + self.zoomed_out;
        let is_seen = self.viewport.shows_extent(min, max);
        // It comes back only with some room, so that it does not go to and fro.
        let nearer = (0..self.zoomed_out).map(|out| (out, 2));
        let farther = (self.zoomed_out + 1..=MOST).filter(|_| !is_seen).map(|out| (out, 0));
        for (out, margin) in nearer.chain(farther) {
            let view = self.viewport.at_zoom(chosen - out, [min, max], margin);
            if let Some(view) = view {
                (self.viewport, self.zoomed_out) = (view, out);
                return;
            }
        }
    }

    /// Whether the corners of the selected object are in view.
    pub(in crate::app) fn has_selection_in_view(&self, sandbox: &Sandbox) -> bool {
        sandbox.selection().is_some_and(|(_, object)| {
            let (min, max) = object.shape.bounds();
            self.viewport.shows(min) && self.viewport.shows(max)
        })
    }
}

/// Two corners of the part that both bounds share, or of the gap between them.
fn common_bounds(a: &Shape, b: &Shape) -> [Point; 2] {
    let ((a_min, a_max), (b_min, b_max)) = (a.bounds(), b.bounds());
    [
        Point::new(a_min.x.max(b_min.x), a_min.y.max(b_min.y)),
        Point::new(a_max.x.min(b_max.x), a_max.y.min(b_max.y)),
    ]
}

#[cfg(test)]
mod tests {
    use crate::app::Message;
    use crate::app::tests::{pressed, typed};
    use hitscan_geom::{Milli, Point};

    /// Where lasers cross, where boxes overlap, and halfway between objects that are apart.
    #[test]
    fn the_contact_is_centered_at_any_zoom() {
        let (middle_col, middle_row) = (21, 10);
        for (shapes, contact) in [
            (["laser L 93 201 300 201", "laser M 103 100 103 400"], [103, 201]),
            (["box A 400 300 10 10", "box B 408 306 10 10"], [409, 308]),
            (["box A 0 0 10 10", "box B -200 0 10 10"], [-95, 5]),
        ] {
            let [x, y] = contact.map(Milli::from_units);
            for zoom in ["", "- -", "+ +"] {
                let app = pressed(typed(&shapes), &format!("{zoom} z c"));
                let shown = app.screen.viewport.cell_of(Point::new(x, y));
                let is_near = |one: i64, other: i64| (one - other).abs() <= 1;
                assert!(
                    is_near(shown.col, middle_col) && is_near(shown.row, middle_row),
                    "{shapes:?} {zoom}: {shown:?}"
                );
            }
        }
    }

    #[test]
    fn a_panned_view_stays_and_what_was_visible_stays_visible() {
        let mut panned = pressed(typed(&["box A 0 0 4 4"]), "z Right z Right z Down");
        let before = panned.screen.viewport;
        panned.resize(80, 24);
        assert_eq!(panned.screen.viewport, before, "no other size");
        panned.resize(120, 40);
        panned.resize(80, 24);
        assert_eq!(panned.screen.viewport, before, "there and back");

        let mut nudged = pressed(typed(&["box A 30 0 4 4"]), "Right");
        nudged.resize(60, 16);
        assert!(
            nudged.screen.has_selection_in_view(nudged.engine.sandbox()),
            "{:?}",
            nudged.screen.viewport
        );
    }

    #[test]
    fn both_of_a_pair_stay_in_view_from_farther_out_and_the_view_comes_back() {
        let zoom = |lines: &[&str]| typed(lines).screen.viewport.zoom();
        let two = ["box A 0 0 4 4", "box B 10 0 4 4"];
        let after = |moves: &[&str]| zoom(&[&two[..], moves].concat());
        let near = after(&[]);
        assert_eq!(after(&["move B 40 0"]), near - 1);
        assert_eq!(after(&["move B 40 0", "move B 80 0"]), near - 2);
        assert_eq!(after(&["move B 40 0", "move B -38 0"]), near, "they fit again");
        assert_eq!(after(&["move B 900 0"]), near, "too far for both");
        let mut chosen = pressed(typed(&two), "+");
        let zoomed = chosen.screen.viewport.zoom();
        chosen = pressed(chosen, "Right Right Right");
        assert_eq!(chosen.screen.viewport.zoom(), zoomed, "the user chose it");
    }

    #[test]
    fn without_a_pair_there_is_no_contact_to_go_to() {
        let app = pressed(typed(&["box A 0 0 4 4"]), "z c");
        assert_eq!(
            app.screen.message.as_ref(),
            Some(&Message::Note("there is no pair yet; add two objects".to_owned()))
        );
    }
}
