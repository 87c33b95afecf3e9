//! Which part of the plane is in view: of a new scene, where a pair meets, and
//! when the selected object leaves the view.

use super::screen::{Framing, PanelWidth};
use super::{App, EditMode};
use hitscan_core::command::Page;
use hitscan_core::scene::{Opening, OpeningEdit};
use hitscan_geom::{Point, Shape};

impl App {
    /// Brings all objects into view.
    pub(super) fn show_all(&mut self) {
        self.screen.framing = Framing::Fitted;
        self.fit();
    }

    /// Brings all objects into view, if one is not wholly there.
    pub(super) fn show_what_is_out_of_view(&mut self) {
        let is_shown = self.screen.viewport.shows_whole(self.engine.sandbox().world());
        if !is_shown {
            self.show_all();
        }
    }

    /// Fits all objects into the view, and gives the panel more columns where that leaves
    /// the zoom as it is.
    fn fit(&mut self) {
        let (world, most) = (self.engine.sandbox().world(), self.screen.most_fitted());
        let layout = self.screen.layout();
        let of_layout = layout.map(|layout| (layout.arena_cols(), layout.arena_rows()));
        let viewport = &mut self.screen.viewport;
        // A picture of a map has a size of its own, and no panel.
        if of_layout != Some((viewport.cols(), viewport.rows())) {
            return viewport.show_all(world, most);
        }
        let fitted = [PanelWidth::Widest, PanelWidth::Usual].map(|width| {
            self.screen.set_panel_width(width);
            self.screen.viewport.show_all(world, most);
            self.screen.viewport
        });
        if fitted[0].zoom() == fitted[1].zoom() {
            self.screen.set_panel_width(PanelWidth::Widest);
            self.screen.viewport = fitted[0];
        }
    }

    /// Shows what the scene opens with: view, layers, panel and method.
    pub(super) fn show_opening(&mut self) {
        let Opening { panel, method, overlays, .. } = self.engine.sandbox().opening().clone();
        self.screen.overlays = self.screen.overlays.opened_with(&overlays);
        if let Some(panel) = panel {
            self.screen.show(panel.into());
        }
        if let Some(method) = method {
            self.engine.focus_mut().page = Page::Method(method);
        }
        self.begin_edit_mode();
        self.edit_as_opened();
        self.open_note();
        self.show_opening_view();
    }

    /// Has the note stand at the panel's foot until the first command. In a course the goal
    /// stands there, and while answers are covered it might give one away.
    pub(super) fn open_note(&mut self) {
        let note = self.model().note();
        let is_shown = !self.screen.has_goal && !self.engine.is_predicting() && !note.is_empty();
        self.screen.note = is_shown.then_some(note);
    }

    /// Edits what the scene opens with, where the selected object has it.
    fn edit_as_opened(&mut self) {
        let Some(edit) = self.engine.sandbox().opening().edit else { return };
        let Some((_, object)) = self.engine.sandbox().selection() else { return };
        let mode = match edit {
            OpeningEdit::Move => EditMode::Move,
            OpeningEdit::Turn => EditMode::Turn,
            OpeningEdit::End => EditMode::Move.next_end(object),
            OpeningEdit::Speed => EditMode::Speed,
            OpeningEdit::Steer => EditMode::Steer,
        };
        match mode.checked(object, &self.input.keymap) {
            Ok(mode) => self.input.edit_mode = mode,
            Err(why) => self.screen.fail(why),
        }
    }

    /// Shows the part of the plane that the scene opens with: all objects, if it does
    /// not say.
    fn show_opening_view(&mut self) {
        self.screen.framing = Framing::Opened;
        match self.engine.sandbox().opening().view {
            Some(view) => self.screen.viewport.show(view),
            None => self.fit(),
        }
    }

    /// Resizes the view. One that was not chosen by a person is found anew; in another, the selected
    /// object stays in view if it was.
    pub(super) fn reframe(&mut self, was_in_view: bool) {
        match self.screen.framing {
            Framing::Opened => self.show_opening_view(),
            Framing::Fitted => self.show_all(),
            Framing::Chosen if was_in_view => self.follow_selection(),
            Framing::Chosen => {}
        }
    }

    /// Centers the place where the pair meets, or the gap between the two if
    /// they do not meet or the result is covered. Dots of a crowd come close enough to be
    /// bodies.
    pub(super) fn show_contact(&mut self) {
        let Some(pair) = self.engine.pair_in_focus() else {
            return self.screen.say("there is no pair yet; add two objects");
        };
        let bounds = [&pair.a, &pair.b].map(|of| of.shape.bounds());
        let is_dot = |&(min, max)| self.screen.viewport.is_under_a_cell(min, max);
        if bounds.iter().any(is_dot) && self.model().crowd().is_some() {
            let [(a_min, a_max), (b_min, b_max)] = bounds;
            let min = Point::new(a_min.x.min(b_min.x), a_min.y.min(b_min.y));
            let max = Point::new(a_max.x.max(b_max.x), a_max.y.max(b_max.y));
            self.screen.viewport.fit((min, max), self.screen.most_fitted());
        }
        let span =
            pair.pair_result.meeting.span.filter(|_| self.engine.covered_in_focus().is_none());
        let (from, to) = if let Some(span) = span {
            let [first, last] = &span.points;
            (self.screen.viewport.cell_of_exact(first), self.screen.viewport.cell_of_exact(last))
        } else {
            let [from, to] = common_bounds(&pair.a.shape, &pair.b.shape);
            (self.screen.viewport.cell_of(from), self.screen.viewport.cell_of(to))
        };
        self.screen.viewport.center_between(from, to);
    }

    pub(super) fn follow_selection(&mut self) {
        if let Some((min, max)) = self.selection_bounds() {
            self.screen.viewport.follow(min, max);
        }
    }

    /// The bounds of the selected object.
    fn selection_bounds(&self) -> Option<(Point, Point)> {
        self.engine.sandbox().selection().map(|(_, object)| object.shape.bounds())
    }

    /// Whether the corners of the selected object are in view.
    pub(super) fn selection_is_in_view(&self) -> bool {
        self.selection_bounds().is_some_and(|(min, max)| {
            self.screen.viewport.shows(min) && self.screen.viewport.shows(max)
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

    /// Where lasers cross, what boxes share, and halfway between what is apart.
    #[test]
    fn the_contact_comes_to_the_middle_at_any_zoom() {
        let (middle_col, middle_row) = (21, 10);
        for (shapes, contact) in [
            (["laser L 93 201 300 201", "laser M 103 100 103 400"], [103, 201]),
            (["box A 400 300 10 10", "box B 408 306 10 10"], [409, 308]),
            (["box A 0 0 10 10", "box B -200 0 10 10"], [-95, 5]),
        ] {
            let [x, y] = contact.map(Milli::from_units);
            for zoom in ["", "- -", "+ +"] {
                let app = pressed(typed(&shapes), &format!("{zoom} z c"));
                let shown = app.screen().viewport.cell_of(Point::new(x, y));
                let is_near = |one: i64, other: i64| (one - other).abs() <= 1;
                assert!(
                    is_near(shown.col, middle_col) && is_near(shown.row, middle_row),
                    "{shapes:?} {zoom}: {shown:?}"
                );
            }
        }
    }

    #[test]
    fn what_was_panned_stays_and_what_was_in_sight_stays_in_sight() {
        let mut panned = pressed(typed(&["box A 0 0 4 4"]), "z Right z Right z Down");
        let before = panned.screen().viewport;
        panned.resize(80, 24);
        assert_eq!(panned.screen().viewport, before, "no other size");
        panned.resize(120, 40);
        panned.resize(80, 24);
        assert_eq!(panned.screen().viewport, before, "there and back");

        let mut nudged = pressed(typed(&["box A 30 0 4 4"]), "Right");
        nudged.resize(60, 16);
        assert!(nudged.selection_is_in_view(), "{:?}", nudged.screen().viewport);
    }

    #[test]
    fn without_a_pair_there_is_no_contact_to_go_to() {
        let app = pressed(typed(&["box A 0 0 4 4"]), "z c");
        assert_eq!(
            app.screen().message.as_ref(),
            Some(&Message::Note("there is no pair yet; add two objects".to_owned()))
        );
    }
}
