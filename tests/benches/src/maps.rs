//! A map of 96 000 dots, compared with a loop over `geo` that only asks whether the two shapes
//! meet.

use std::hint::black_box;
use std::time::{Duration, Instant};

use geo::Intersects;
use hitscan_core::command::Layer;
use hitscan_core::engine::map::{MapQuery, Grid, Handle, Map, MapMethod, MapQuestion, MapSubject};
use hitscan_core::methods::{BoundaryRule, Method};
use hitscan_geom::{Aabb, Milli, Point, Segment, Shape, Vector};

use crate::geo_peer::{line, rect};

/// Dots across and down: 200 × 60 characters of braille.
const DOTS: [usize; 2] = [400, 240];
/// The time limit for all dots together.
const BUDGET_MS: f64 = 33.0;
/// The number of runs, of which the fastest counts.
const RUNS: usize = 9;

fn point(x: i16, y: i16) -> Point {
    Point::new(Milli::from_units(x), Milli::from_units(y))
}

fn region(x: i16, y: i16, width: i16, height: i16) -> Shape {
    let corners = (point(x, y), point(x + width, y + height));
    Shape::Box(Aabb::from_corners(corners.0, corners.1).expect("a box"))
}

fn laser(from: (i16, i16), to: (i16, i16)) -> Shape {
    Shape::Segment(Segment::new(point(from.0, from.1), point(to.0, to.1)).expect("a laser"))
}

fn question(pair: [Shape; 2], handle: Handle, layer: Layer, method: Option<Method>) -> MapQuestion {
    let [object, partner] = pair;
    let subject =
        MapSubject { object, velocity: Vector::ZERO, partner, partner_velocity: Vector::ZERO, handle };
    // Dots of half a unit, around the origin.
    let cell = [16_000, 16_000];
    let grid = Grid {
        origin: [-200 * cell[0], -120 * cell[1]],
        cell,
        cells: DOTS,
        offset: subject.offset(),
    };
    let boundary_rule = BoundaryRule::Source;
    let method = method.map(MapMethod::Catalogue);
    MapQuestion { subject, asked: MapQuery { layer, method, boundary_rule }, grid }
}

fn fastest_ms(mut run: impl FnMut()) -> f64 {
    let mut fastest = Duration::MAX;
    for _ in 0..RUNS {
        let begin = Instant::now();
        run();
        fastest = fastest.min(begin.elapsed());
    }
    fastest.as_secs_f64() * 1e3
}

/// The positions of all dots, as a loop over another library would compute them.
fn places() -> impl Iterator<Item = (f64, f64)> {
    let half = |count: usize, index: usize| (index as f64 - count as f64 / 2.0) / 2.0;
    (0..DOTS[1]).flat_map(move |y| (0..DOTS[0]).map(move |x| (half(DOTS[0], x), half(DOTS[1], y))))
}

/// Runs `geo` for the object at every dot.
fn by_geo(object: &Shape, partner: &Shape) {
    use geo::Translate;
    match (object, partner) {
        (Shape::Box(a), Shape::Box(b)) => {
            let (a, b) = (rect::<f64>(a), rect::<f64>(b));
            for (x, y) in places() {
                let _ = black_box(a.translate(x, y).intersects(&b));
            }
        }
        (Shape::Segment(a), Shape::Box(b)) => {
            let (a, b) = (line::<f64>(a), rect::<f64>(b));
            for (x, y) in places() {
                let _ = black_box(a.translate(x, y).intersects(&b));
            }
        }
        (Shape::Segment(a), Shape::Segment(b)) => {
            let (a, b) = (line::<f64>(a), line::<f64>(b));
            for (x, y) in places() {
                let _ = black_box(a.translate(x, y).intersects(&b));
            }
        }
        _ => unreachable!("no such pair is timed"),
    }
}

/// Prints the time of each map, with its budget and the time of the loop.
pub fn print() {
    println!(
        "\n{:44} {:>8} {:>8} {:>10}",
        "a map of 96 000 dots, ms", "ours", "budget", "geo loop"
    );
    let boxes = || [region(0, 0, 8, 8), region(-10, -8, 30, 20)];
    let in_box = || [laser((0, 0), (14, 9)), region(-10, -8, 30, 20)];
    let lasers = || [laser((0, 0), (14, 9)), laser((-30, -20), (25, 31))];
    type Pair = fn() -> [Shape; 2];
    let pairs: [(&str, Pair, Method); 3] = [
        ("box, box", boxes, Method::CENTER_DISTANCE),
        ("laser, box", in_box, Method::EDGES),
        ("laser, laser", lasers, Method::STRADDLE),
    ];
    for (name, pair, method) in pairs {
        let [object, partner] = pair();
        let loop_ms = fastest_ms(|| by_geo(&object, &partner));
        for layer in Layer::ALL {
            report(name, question(pair(), Handle::Move, layer, Some(method)), loop_ms);
        }
    }
    let [object, partner] = boxes();
    let loop_ms = fastest_ms(|| by_geo(&object, &partner));
    for method in [Method::PREDICT_CORNER, Method::RELATIVE_VELOCITY] {
        let asked = question(boxes(), Handle::Speed, Layer::Method, Some(method));
        report("box, box, speed", asked, loop_ms);
    }
    report("box, box, a corner", question(boxes(), Handle::End(1), Layer::Relation, None), loop_ms);
}

fn report(name: &str, question: MapQuestion, loop_ms: f64) {
    let layer = question.asked.layer.token();
    let ms = fastest_ms(|| drop(black_box(Map::new(question.clone()).completed())));
    let verdict = if ms <= BUDGET_MS { "ok" } else { "short" };
    let method = question.asked.method.as_ref();
    let what = match method.filter(|_| question.asked.layer.arithmetic().is_some()) {
        Some(method) => format!("{name}, {layer} {}", method.id()),
        None => format!("{name}, {layer}"),
    };
    println!("{what:44} {ms:8.1} {BUDGET_MS:8.0} {loop_ms:10.1}  {verdict}");
}
