//! Which part of the plane is in view: for a new scene, where a pair meets, and when the selected
//! object leaves the view.

use super::{Cell, Framing, Layout, PanelWidth, Screen, Viewport};
use crate::app::{CrowdLook, KeyMap, MouseEvent, SceneNote};
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

    /// Fits all objects into the view. The panel takes a second column if the picture is large
    /// enough beside it, else the most columns that do not make the picture smaller.
    fn fit(&mut self, world: &World) {
        let most = self.most_fitted();
        let layout = self.layout().filter(|layout| {
            // A picture of a map has its own size and no panel.
            let of_layout = (layout.arena_cols(), layout.arena_rows());
            of_layout == (self.viewport.cols(), self.viewport.rows())
        });
        let Some(layout) = layout else { return self.viewport.show_all(world, most) };
        if self.may_have_two_columns() {
            self.set_panel_width(PanelWidth::Two);
            self.fit_at_most(world, most);
            if self.viewport.zoom() >= Self::LEAST_ZOOM_BESIDE_TWO {
                return;
            }
        }
        // A column that stays free beside the panel counts as the picture's, if possible.
        let fitted: Vec<_> = { layout.widths() }
            .map(|width| {
                self.set_panel_width(width);
                self.fit_at_most(world, most);
                let (fitted, (cols, rows)) =
                    (self.viewport, (self.viewport.cols(), self.viewport.rows()));
                self.viewport.resize(cols.saturating_sub(1), rows);
                self.fit_at_most(world, most);
                (width, fitted, self.viewport.zoom())
            })
            .collect();
        let greatest = fitted.iter().map(|(_, viewport, _)| viewport.zoom()).max();
        let is_free = |it: &&(_, Viewport, i8)| Some(it.2) == greatest;
        let is_greatest = |it: &&(_, Viewport, i8)| Some(it.1.zoom()) == greatest;
        let widest = fitted.iter().find(is_free).or_else(|| fitted.iter().find(is_greatest));
        if let Some(&(width, viewport, _)) = widest {
            self.set_panel_width(width);
            self.viewport = viewport;
        }
    }

    /// The least zoom of the picture beside two columns of the panel: two cells a unit.
    const LEAST_ZOOM_BESIDE_TWO: i8 = 1;

    fn may_have_two_columns(&self) -> bool {
        let has_room = self.layout().is_some_and(|layout| layout.may_have_two());
        has_room && !self.has_goal && !self.appearance.has_narrow_panel
    }

    /// Gives the panel a second column where there is room for it, or takes it away for good.
    pub(in crate::app) fn toggle_columns(&mut self, sandbox: &Sandbox) {
        let was_in_view = self.has_selection_in_view(sandbox);
        let is_narrow = &mut self.appearance.has_narrow_panel;
        *is_narrow = !*is_narrow;
        let is_narrow = *is_narrow;
        if self.framing == Framing::Chosen {
            let has_two = self.may_have_two_columns();
            self.set_panel_width(if has_two { PanelWidth::Two } else { PanelWidth::Usual });
        }
        self.reframe(sandbox, was_in_view);
        let has_two = self.layout().is_some_and(|layout| layout.second_cols > 0);
        self.say(match (is_narrow, has_two) {
            (true, _) => "the panel has one column",
            (false, true) => "the panel has two columns",
            (false, false) => "the panel has two columns from 160x40, if the picture stays large",
        });
    }

    /// Shows all objects at this zoom at most, with the timeline's row free if that costs no zoom.
    fn fit_at_most(&mut self, world: &World, most: i8) {
        self.viewport.show_all(world, most);
        if !self.has_panel_over() {
            self.viewport.leave_last_row_free(world, most);
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

    /// Shows the note. In a course the goal is there instead, and while answers are covered the
    /// note might reveal one.
    pub(in crate::app) fn open_note(&mut self, engine: &Engine, keys: &KeyMap) {
        let sandbox = engine.sandbox();
        self.note = SceneNote::opened(&keys.filled(sandbox.note()), sandbox.steps_of_note());
        if self.has_goal || engine.is_predicting() {
            self.note.close();
        }
    }

    /// Shows the part of the plane that the scene opens with, or all objects if it does not say.
    fn show_opening_view(&mut self, sandbox: &Sandbox) {
        (self.framing, self.zoomed_out) = (Framing::Opened, 0);
        match sandbox.opening().view {
            Some(view) => {
                let is_large = view.zoom >= Self::LEAST_ZOOM_BESIDE_TWO;
                let has_two = is_large && self.may_have_two_columns();
                self.set_panel_width(if has_two { PanelWidth::Two } else { PanelWidth::Usual });
                self.viewport.show(view);
            }
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
