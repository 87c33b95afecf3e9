//! Large scenes, generated from a seed: ten thousand objects, touching, overlapping, spread out,
//! all in one place, and of mixed kinds.

use hitscan_core::scene::Scene;
use hitscan_core::world::{Name, Object};
use hitscan_geom::{Aabb, Milli, Point, Polygon, Segment, Shape, Vector};

/// A scene and its description.
pub(crate) struct LargeScene {
    pub(crate) name: &'static str,
    pub(crate) scene: Scene,
}

/// Every kind of large scene, with the number of objects divided by `fewer`.
pub(crate) fn all(fewer: i32) -> Vec<LargeScene> {
    let most = 10_000 / fewer;
    // As many in one place as the default memory limit of a world allows.
    let (stack, polygons) = (800 / fewer, (80 / fewer).max(4));
    let one_place = |at: i32| round([at * 100, 0], 20_000, 1000);
    let scene = |name, objects: Vec<Object>| LargeScene { name, scene: of(objects) };
    vec![
        scene("boxes, each over a third", stacked_boxes(stack / 3)),
        scene("boxes, each over all", stacked_boxes(stack)),
        scene("boxes in one place", vec_of(stack, |_| boxed([0, 0], [8000, 8000]))),
        scene("boxes, spread", grid_of_boxes(most, 6000, 3000)),
        scene("boxes, touching", grid_of_boxes(most, 3000, 3000)),
        scene("boxes, overlapping", grid_of_boxes(most, 2000, 7000)),
        scene("boxes, tiny", grid_of_boxes(most, 400, 300)),
        scene("boxes, moving", moving_boxes(most)),
        scene("boxes with a view to themselves", beside(grid_of_boxes(most, 8000, 3000))),
        scene("lasers, spread", lasers(most, 4000)),
        scene("lasers, crossing", lasers(most, 40_000)),
        scene("lasers across the view", vec_of(most, |at| laser([0, at], [400_000, at]))),
        scene("polygons in one place", vec_of(polygons, one_place)),
        scene("polygons, the same", vec_of(polygons, |_| one_place(0))),
        scene("polygons, spread", spread_polygons(polygons, 1000)),
        scene("a mixture", mixture(3000 / fewer)),
    ]
}

/// Boxes in a grid: `pitch` apart and `size` wide and high, in thousandths.
pub(crate) fn grid_of_boxes(count: i32, pitch: i32, size: i32) -> Vec<Object> {
    vec_of(count, |at| boxed([at % 100 * pitch, at / 100 * pitch], [size, size]))
}

/// Boxes that all overlap each other.
fn stacked_boxes(count: i32) -> Vec<Object> {
    vec_of(count, |at| boxed([at * 10, at * 7], [40_000, 30_000]))
}

/// The boxes after another one that is far away from all of them.
fn beside(mut boxes: Vec<Object>) -> Vec<Object> {
    if let Some(first) = boxes.first_mut() {
        first.shape = boxed([-9_000_000, -9_000_000], [3000, 3000]);
    }
    boxes
}

/// Boxes far apart, each with its own velocity.
fn moving_boxes(count: i32) -> Vec<Object> {
    let mut random = Random(7);
    let mut boxes = grid_of_boxes(count, 8000, 3000);
    for it in &mut boxes {
        it.velocity =
            Vector::new(milli(random.below(4001) - 2000), milli(random.below(3001) - 1500));
    }
    boxes
}

/// Lasers in all directions, up to `length` thousandths long along each axis.
fn lasers(count: i32, length: i32) -> Vec<Object> {
    let mut random = Random(11);
    vec_of(count, |_| {
        let from = [random.below(800_000), random.below(800_000)];
        let by = [random.below(2 * length) - length, random.below(2 * length) - length];
        laser(from, [from[0] + by[0], from[1] + by[1]])
    })
}

pub(crate) fn spread_polygons(count: i32, vertices: i32) -> Vec<Object> {
    vec_of(count, |at| round([at % 10 * 30_000, at / 10 * 30_000], 12_000, vertices))
}

/// Boxes, lasers and polygons on top of each other.
fn mixture(count: i32) -> Vec<Object> {
    let mut random = Random(13);
    vec_of(count, |at| {
        let from = [random.below(150_000), random.below(150_000)];
        match at % 3 {
            0 => boxed(from, [1000 + random.below(9000), 1000 + random.below(9000)]),
            1 => laser(from, [from[0] + random.below(20_000), from[1] + random.below(20_000)]),
            _ => round(from, 4000, 12),
        }
    })
}

/// A convex polygon around a centre: points at equal steps along the bounds of a circle.
fn round([x, y]: [i32; 2], radius: i32, vertices: i32) -> Shape {
    let corner = |at: i32| {
        let turn = f64::from(at) / f64::from(vertices) * std::f64::consts::TAU;
        let along = |ratio: f64| format!("{:.0}", ratio * f64::from(radius)).parse().unwrap_or(0);
        point([x + along(turn.cos()), y + along(turn.sin())])
    };
    let corners: Vec<_> = (0..vertices).map(corner).collect();
    Shape::Polygon(Polygon::new(&corners).expect("a polygon"))
}

pub(crate) fn boxed([x, y]: [i32; 2], [width, height]: [i32; 2]) -> Shape {
    Shape::Box(Aabb::from_corners(point([x, y]), point([x + width, y + height])).expect("a box"))
}

pub(crate) fn laser(from: [i32; 2], to: [i32; 2]) -> Shape {
    Shape::Segment(Segment::new(point(from), point(to)).expect("a laser"))
}

fn point([x, y]: [i32; 2]) -> Point {
    Point::new(milli(x), milli(y))
}

fn milli(thousandths: i32) -> Milli {
    Milli::new(thousandths).expect("in range")
}

/// This many objects, with these shapes.
pub(crate) fn vec_of(count: i32, mut shape: impl FnMut(i32) -> Shape) -> Vec<Object> {
    let object = |at| Object::new(Name::new(&format!("b{at}")).expect("a name"), shape(at));
    (0..count).map(object).collect()
}

/// A scene with these objects.
pub(crate) fn of(objects: Vec<Object>) -> Scene {
    Scene { objects, ..Scene::default() }
}

/// A small random generator, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: i32) -> i32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let high = i32::try_from(self.0 >> 34).unwrap_or_default();
        high % limit
    }
}
