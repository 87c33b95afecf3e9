//! Which part of the plane a map shows when it is turned on.

use super::MapView;
use crate::app::screen::{Framing, Screen, Viewport};
use hitscan_core::engine::map::{Handle, MapSubject};
use hitscan_geom::{Milli, Point};

/// What was in view before a map was turned on.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewBefore {
    viewport: Viewport,
    framing: Framing,
}

impl MapView {
    /// Fits the pair of the map, and all places where the two would meet, into the view. A view
    /// that shows all this and could not be closer stays as it is.
    pub(in crate::app) fn fit(&mut self, subject: &MapSubject, screen: &mut Screen) {
        let Some((min, max)) = reach(subject) else { return };
        let before = ViewBefore { viewport: screen.viewport, framing: screen.framing };
        let mut fitted = before.viewport;
        fitted.fit_with_margin((min, max), screen.most_fitted());
        let has_all = before.viewport.shows(min) && before.viewport.shows(max);
        if has_all && fitted.zoom() <= before.viewport.zoom() {
            return;
        }
        (screen.viewport, screen.framing) = (fitted, Framing::Chosen);
        self.view_before = Some(before);
    }
}

impl ViewBefore {
    /// Restores the view, unless the screen size has changed.
    pub(super) fn give_back(self, screen: &mut Screen) {
        let size = |viewport: &Viewport| (viewport.cols(), viewport.rows());
        if size(&self.viewport) == size(&screen.viewport) {
            (screen.viewport, screen.framing) = (self.viewport, self.framing);
        }
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

#[cfg(test)]
mod tests {
    use crate::app::{App, GlyphSet, KeyPress};
    use hitscan_core::scene::{SceneSource, builtin};
    use hitscan_core::world::Name;

    fn pressed(mut app: App, keys: &str) -> App {
        for key in keys.split_whitespace() {
            app.press(KeyPress::parse(key).expect("a key"));
        }
        app
    }

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
