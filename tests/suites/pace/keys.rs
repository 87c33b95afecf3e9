//! What a key costs in a large scene: every key is answered and drawn.

use std::time::Duration;

use hitscan::tested::app::{App, GlyphSet, KeyPress};
use hitscan::tested::view;
use hitscan_core::scene::{Scene, Source};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::effort::effort_of;
use crate::large_scenes::{self, LargeScene};

/// So many times fewer objects are in the small scene of each kind.
const FEWER: i32 = 8;
/// With so many times as much to show, a key takes at most this many times more than that. Where
/// every pair of objects is looked at, it takes [`FEWER`] times more.
const SLACK: u32 = 3;
/// A key that takes less is quick in any scene: what it takes is no measure of another.
const QUICK: Duration = Duration::from_millis(2);

/// What is pressed, in this order.
const KEYS: &str = "Tab Tab p p s Esc ? Esc + + - - - - - z,z z,c z,Left z,Up Right Left H . . , u r \
    1 1 1 Down 1 2 n 3 n PgDn 4 w Enter Esc m t e Right v Right Esc d x \
    y,v y,n y,d y,g y,b y,s y,e y,c Tab Right . y,a Tab y,a Tab g G : Esc o Down Esc";

/// A scene as it was opened, with what was asked of the processor to open it and to answer
/// and draw each key.
struct Timed {
    /// Objects, and pairs of them that meet.
    to_show: usize,
    opened: Duration,
    keys: Vec<Duration>,
}

/// Opens a scene, presses every key and draws after each.
fn timed(scene: Scene) -> Timed {
    let (app, opened) = effort_of(|| App::new(scene, Source::New, (80, 24), GlyphSet::Lines));
    let mut app = app.expect("a world");
    let world = app.sandbox().world();
    let to_show = world.len() + world.meeting_ids().count();
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
    Timed { to_show, opened, keys }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The keys that take more in the large scene than it has more to show.
fn too_slow(small: &Timed, large: &Timed) -> Vec<String> {
    let more = u32::try_from(large.to_show.div_ceil(small.to_show)).expect("it is small");
    let pairs = KEYS.split_whitespace().zip(small.keys.iter().zip(&large.keys));
    let slow = pairs.filter(|(_, (small, large))| **large > (**small).max(QUICK) * more * SLACK);
    slow.map(|(key, (small, large))| format!("{key}: {small:?}, then {large:?}")).collect()
}

fn print(name: &str, Timed { opened, keys, .. }: &Timed) {
    let mut sorted: Vec<_> = KEYS.split_whitespace().zip(keys).collect();
    sorted.sort_by_key(|(_, took)| std::cmp::Reverse(*took));
    let slowest: Vec<_> =
        sorted.iter().take(4).map(|(key, took)| format!("{key} {:.1}", ms(**took))).collect();
    let middle = sorted[sorted.len() / 2].1;
    println!("{name:34} {:9.1} {:9.1}  {}", ms(*opened), ms(*middle), slowest.join("  "));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a pace means something in an optimised build only")]
fn a_key_takes_no_more_than_there_is_more_to_show() {
    println!("{:34} {:>9} {:>9}  the slowest keys, in ms", "scene", "opened", "middle");
    let mut late = Vec::new();
    let (small, large) = (large_scenes::all(FEWER), large_scenes::all(1));
    for (LargeScene { name, scene: small }, LargeScene { scene: large, .. }) in
        small.into_iter().zip(large)
    {
        let again = (small.clone(), large.clone());
        let (small, large) = (timed(small), timed(large));
        print(name, &large);
        if too_slow(&small, &large).is_empty() {
            continue;
        }
        // The machine may have stood still for a moment.
        let (small, large) = (timed(again.0), timed(again.1));
        late.extend(too_slow(&small, &large).into_iter().map(|key| format!("{name}: {key}")));
    }
    assert!(late.is_empty(), "{}", late.join("\n"));
}
