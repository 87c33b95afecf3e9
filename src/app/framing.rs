//! What part of the plane is in view: after the screen has changed its size, of
//! a new scene, and when the selected object goes out of sight.

use super::{App, Layout};
use crate::geom::Point;

impl App {
    /// The screen has another size.
    pub fn resize(&mut self, cols: u16, rows: u16) {
        self.size = (cols, rows);
        if let Some(layout) = Layout::of(cols, rows) {
            self.viewport.resize(layout.arena_cols(), layout.arena_rows());
            self.follow_selection();
        }
        self.resize_picker();
    }

    /// Where everything lies: `(min, max)`.
    fn extent(&self) -> Option<(Point, Point)> {
        let bounds = self.sandbox.world().objects().map(|(_, object)| object.shape.bounds());
        bounds.reduce(|(min, max), (other_min, other_max)| {
            (
                Point::new(min.x.min(other_min.x), min.y.min(other_min.y)),
                Point::new(max.x.max(other_max.x), max.y.max(other_max.y)),
            )
        })
    }

    pub(super) fn show_everything(&mut self) {
        match self.extent() {
            Some((min, max)) => self.viewport.fit(min, max),
            None => self.viewport.reset(),
        }
    }

    pub(super) fn follow_selection(&mut self) {
        if let Some((min, max)) = self.sandbox.selection().map(|(_, o)| o.shape.bounds()) {
            self.viewport.follow(min, max);
        }
    }
}
