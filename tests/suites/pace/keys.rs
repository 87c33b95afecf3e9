//! The cost of a key in a large scene, including the frame for it.

use std::time::Duration;

use hitscan::tested::app::{App, GlyphSet, KeyPress};
use hitscan::tested::view;
use hitscan_core::scene::{Scene, SceneSource};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::effort::effort_of;
use crate::large_scenes::{self, LargeScene};

/// A key may take at most this many times as long as opening its scene, which looks at every object
/// once. A key that looks at every pair of objects takes hundreds of times as long.
const SLACK: u32 = 16;
/// The minimum assumed for opening a scene: shorter times are no measure.
const QUICK: Duration = Duration::from_millis(5);

/// The keys to press, in this order.
const KEYS: &str = "Tab Tab p p s Esc ? Esc + + - - - - - z,z z,c z,Left z,Up Right Left H . . , u r \
    1 1 1 Down 1 2 n 3 n PgDn 4 w Enter Esc m t e Right v Right Esc d x \
    y,v y,n y,d y,g y,b y,s y,e y,c Tab Right . y,a Tab y,a Tab g G : Esc o Down Esc";

/// How long a scene took to open, and each key to be handled and drawn.
struct Timed {
    opened: Duration,
    keys: Vec<Duration>,
}

/// Opens a scene, presses every key and draws after each.
fn timed(scene: Scene) -> Timed {
    let (app, opened) = effort_of(|| App::new(scene, SceneSource::New, (80, 24), GlyphSet::Lines));
    let mut app = app.expect("a world");
    let mut buf = Buffer::empty(Rect::new(0, 0, 80, 24));
    view::draw(app.model(), &mut buf);
    let keys = KEYS.split_whitespace().map(|key| {
        let press = || {
            for part in
                key.split(',').filter(|part| !part.is_empty()).chain((key == ",").then_some(","))
            {
                app.press(KeyPress::parse(part).expect("a key"));
            }
            buf.reset();
            view::draw(app.model(), &mut buf);
        };
        effort_of(press).1
    });
    let keys = keys.collect();
    Timed { opened, keys }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The keys that take too long.
fn too_slow(Timed { opened, keys }: &Timed) -> Vec<String> {
    let slow =
        KEYS.split_whitespace().zip(keys).filter(|(_, took)| **took > *opened.max(&QUICK) * SLACK);
    slow.map(|(key, took)| format!("{key}: {took:?}, opened in {opened:?}")).collect()
}

fn print(name: &str, Timed { opened, keys }: &Timed) {
    let mut sorted: Vec<_> = KEYS.split_whitespace().zip(keys).collect();
    sorted.sort_by_key(|(_, took)| std::cmp::Reverse(*took));
    let slowest: Vec<_> =
        sorted.iter().take(4).map(|(key, took)| format!("{key} {:.1}", ms(**took))).collect();
    let middle = sorted[sorted.len() / 2].1;
    println!("{name:34} {:9.1} {:9.1}  {}", ms(*opened), ms(*middle), slowest.join("  "));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a pace means something in an optimised build only")]
fn no_key_takes_many_times_what_opening_its_scene_takes() {
    println!("{:34} {:>9} {:>9}  the slowest keys, in ms", "scene", "opened", "middle");
    let mut late = Vec::new();
    for LargeScene { name, scene } in large_scenes::all(1) {
        let again = scene.clone();
        let took = timed(scene);
        print(name, &took);
        // The machine may have stalled for a moment.
        if !too_slow(&took).is_empty() {
            late.extend(too_slow(&timed(again)).into_iter().map(|key| format!("{name}: {key}")));
        }
    }
    assert!(late.is_empty(), "{}", late.join("\n"));
}
