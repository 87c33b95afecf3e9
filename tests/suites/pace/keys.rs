//! What a key costs in a large scene: every key is answered and drawn. Times mean
//! something in a release build only:
//! `cargo test --release --test pace keys -- --nocapture --test-threads 1`.

use std::time::{Duration, Instant};

use hitscan::tested::app::{App, GlyphSet, KeyPress};
use hitscan::tested::view;
use hitscan_core::scene::Source;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::large_scenes::{self, LargeScene};

/// Far more than any key may take, and far less than it took when every pair was
/// drawn: machines that run tests are slow and busy.
const BOUND: Duration = Duration::from_secs(1);

/// What is pressed, in this order.
const KEYS: &str = "Tab Tab p p s Esc ? Esc + + - - - - - z,z z,c z,Left z,Up Right Left H . . , u r \
    1 1 1 Down 1 2 n 3 n PgDn 4 w Enter Esc m t e Right v Right Esc d x \
    y,v y,n y,d y,g y,b y,s y,e y,c Tab Right . y,a Tab y,a Tab g G : Esc o Down Esc";

/// A key, and how long it took until it was drawn.
type Timed = (String, Duration);

/// Presses every key and draws after each.
fn timed(mut app: App) -> Vec<Timed> {
    let mut buf = Buffer::empty(Rect::new(0, 0, 80, 24));
    view::draw(app.model(), &mut buf);
    let timed = KEYS.split_whitespace().map(|key| {
        let begun = Instant::now();
        for part in
            key.split(',').filter(|part| !part.is_empty()).chain((key == ",").then_some(","))
        {
            app.press(KeyPress::parse(part).expect("a key"));
        }
        buf.reset();
        view::draw(app.model(), &mut buf);
        (key.to_owned(), begun.elapsed())
    });
    timed.collect()
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a pace means something in a release build only")]
fn every_key_is_answered_in_every_large_scene() {
    println!("{:34} {:>9} {:>9}  the slowest keys, in ms", "scene", "opened", "middle");
    let mut late = Vec::new();
    for LargeScene { name, scene } in large_scenes::all(1) {
        let begun = Instant::now();
        let app = App::new(scene, Source::New, (80, 24), GlyphSet::Lines).expect("a world");
        let opened = begun.elapsed();
        let mut keys = timed(app);
        keys.sort_by_key(|(_, took)| std::cmp::Reverse(*took));
        let slowest: Vec<_> =
            keys.iter().take(4).map(|(key, took)| format!("{key} {:.1}", ms(*took))).collect();
        let middle = keys[keys.len() / 2].1;
        println!("{name:34} {:9.1} {:9.1}  {}", ms(opened), ms(middle), slowest.join("  "));
        late.extend(keys.into_iter().filter(|(_, took)| *took > BOUND).map(|it| (name, it)));
    }
    assert!(late.is_empty(), "{late:?}");
}
