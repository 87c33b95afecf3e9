//! Markers for a recording of the screen: one for every hit.

use crate::app::App;
use hitscan_core::words::test_line;
use hitscan_core::world::{Record, TestResult};

/// The hits since the last picture.
#[derive(Debug)]
pub(super) struct CastMarkers {
    /// The number of the latest record seen.
    seen: u64,
    labels: Vec<String>,
    /// Hits beyond those that get their own marker.
    more: usize,
}

impl CastMarkers {
    /// The most markers per picture.
    const MOST: usize = 8;

    /// Starts with the next hit.
    pub(super) fn from_now(app: &App) -> Self {
        let seen = newest(app).map_or(0, |record| record.seq);
        Self { seen, labels: Vec::new(), more: 0 }
    }

    /// Collects the hits since the last call. Call it after every key: a hit
    /// that is undone and redone counts again.
    pub(super) fn look(&mut self, app: &App) {
        let newest = newest(app).map_or(0, |record| record.seq);
        let is_new = |record: &&Record| record.seq > self.seen;
        let sandbox = app.engine.sandbox();
        let up_to_now = (0..sandbox.log_len_now()).rev();
        let new: Vec<_> =
            up_to_now.map_while(|index| sandbox.log().get(index)).take_while(is_new).collect();
        self.seen = newest;
        for hit in new.into_iter().rev().filter(|record| record.outcome == TestResult::Hit) {
            if self.labels.len() < Self::MOST {
                self.labels.push(test_line(&hit.a, &hit.b, &hit.pair_result()));
            } else {
                self.more += 1;
            }
        }
    }

    /// Returns the markers since the last call, one line of ASCII each.
    pub(super) fn take(&mut self) -> Vec<String> {
        let mut labels = std::mem::take(&mut self.labels);
        match std::mem::take(&mut self.more) {
            0 => {}
            more => labels.push(format!("{more} more at once")),
        }
        labels
    }
}

fn newest(app: &App) -> Option<&Record> {
    let sandbox = app.engine.sandbox();
    sandbox.log().get(sandbox.log_len_now().checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{GlyphSet, KeyPress};
    use hitscan_core::scene::{Scene, SceneSource, builtin};

    fn app(scene: Scene) -> App {
        App::new(scene, SceneSource::New, (80, 24), GlyphSet::Lines).expect("a world")
    }

    fn press(app: &mut App, markers: &mut CastMarkers, keys: &str) {
        for key in keys.split_whitespace() {
            app.press(KeyPress::parse(key).expect("a key"));
            markers.look(app);
        }
    }

    #[test]
    fn a_repeated_hit_is_marked_each_time() {
        let mut app = app(builtin("start").expect("it is built in"));
        let mut markers = CastMarkers::from_now(&app);
        press(&mut app, &mut markers, "Right Right Right Right Right");
        assert_eq!(markers.take(), [""; 0], "a touch is no hit");
        press(&mut app, &mut markers, "Right");
        assert_eq!(markers.take(), ["HIT B into A left t=0"]);
        press(&mut app, &mut markers, "u");
        assert_eq!(markers.take(), [""; 0]);
        press(&mut app, &mut markers, "r u Right");
        assert_eq!(markers.take(), ["HIT B into A left t=0"; 2]);
    }

    #[test]
    fn many_hits_get_a_few_markers_and_a_count() {
        let boxes = "[[box]]\nname = \"M\"\nat = [0, 0]\nsize = [2, 2]\nvelocity = [9, 0]\n";
        let target =
            |number| format!("[[box]]\nname = \"N{number}\"\nat = [5, 0]\nsize = [2, 2]\n");
        let text: String = std::iter::once(boxes.to_owned()).chain((0..11).map(target)).collect();
        let mut app = app(Scene::parse(&text).expect("a scene"));
        let mut markers = CastMarkers::from_now(&app);
        press(&mut app, &mut markers, ".");
        let taken = markers.take();
        assert_eq!((taken.len(), taken[0].as_str()), (9, "HIT M into N0 left t=1/3"));
        assert_eq!(taken[8], "3 more at once");
    }
}
