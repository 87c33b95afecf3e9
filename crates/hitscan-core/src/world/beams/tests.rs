use proptest::prelude::*;

use super::super::scratch::Scratch;
use super::super::{Behavior, Change, History, Name, Object, ObjectId, Settings, SharedBehavior};
use super::*;
use hitscan_geom::{Milli, Point, Polygon, Vector};

fn point([x, y]: [i16; 2]) -> Point {
    Point::new(Milli::from_units(x), Milli::from_units(y))
}

fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

fn boxed(text: &str, from: [i16; 2], to: [i16; 2]) -> Object {
    Object::new(name(text), Shape::Box(Aabb::from_corners(point(from), point(to)).expect("a box")))
}

fn laser(text: &str, from: [i16; 2], to: [i16; 2]) -> Object {
    let laser = Segment::new(point(from), point(to)).expect("in range");
    Object::new(name(text), Shape::Segment(laser))
}

fn beam(text: &str, from: [i16; 2], to: [i16; 2]) -> Object {
    let mut object = laser(text, from, to);
    object.behavior.beam = true;
    object
}

fn world(objects: Vec<Object>) -> World {
    World::new(String::new(), Settings::default(), objects).expect("few objects")
}

fn id(world: &World, text: &str) -> ObjectId {
    world.find(&name(text)).expect("it is there")
}

/// `HIT`, `MISS behind A`.
fn text_of(world: &World, one: &str, other: &str) -> String {
    let found = world.pair(id(world, one), id(world, other)).expect("a pair").pair_result;
    let behind = found.behind.map_or_else(String::new, |name| format!(" behind {name}"));
    format!("{}{behind}", found.outcome.word())
}

/// The tests that a history recorded, in order.
fn log(history: &History) -> Vec<String> {
    let line = |record: &super::super::Record| {
        let result = record.pair_result();
        let behind = result.behind.map_or_else(String::new, |name| format!(" behind {name}"));
        format!("{} {} {}{behind}", result.outcome.word(), record.a.name, record.b.name)
    };
    history.log().records().map(line).collect()
}

fn done(history: &mut History, change: Change) {
    history.apply(change, None, &mut |_| super::super::Flow::GoOn).expect("it is made");
}

fn three_in_a_row() -> Vec<Object> {
    vec![
        boxed("A", [4, 0], [6, 4]),
        boxed("B", [8, 0], [10, 4]),
        boxed("C", [12, 0], [14, 4]),
        beam("L", [0, 2], [20, 2]),
    ]
}

#[test]
fn a_beam_ends_at_the_first_region_and_hides_those_behind() {
    let world = world(three_in_a_row());
    assert_eq!(text_of(&world, "L", "A"), "HIT");
    assert_eq!(text_of(&world, "L", "B"), "MISS behind A");
    assert_eq!(text_of(&world, "C", "L"), "MISS behind A");
    let beam = world.beam(id(&world, "L")).expect("a beam");
    assert_eq!((beam.end, beam.first.as_slice()), (Fraction::new(1, 5), &[id(&world, "A")][..]));
    // The relation is still that of the whole segment.
    let found = world.pair(id(&world, "L"), id(&world, "C")).expect("a pair").pair_result;
    assert_eq!(found.meeting.relation, Relation::Crosses);
}

#[test]
fn a_box_pushed_into_a_beam_takes_the_hit_until_it_leaves() {
    let mut objects = three_in_a_row();
    objects.push(boxed("D", [1, 5], [3, 7]));
    let mut history = History::new(world(objects));
    let moving = id(history.world(), "D");
    let up = |by: i16| Vector::new(Milli::ZERO, Milli::from_units(by));
    done(&mut history, Change::Move(moving, up(-4)));
    assert_eq!(text_of(history.world(), "L", "A"), "MISS behind D");
    done(&mut history, Change::Move(moving, up(4)));
    assert_eq!(text_of(history.world(), "L", "A"), "HIT");
    let first = id(history.world(), "A");
    done(&mut history, Change::Remove(first));
    assert_eq!(log(&history), ["MISS A L behind D", "HIT D L", "HIT A L", "MISS D L", "HIT B L"]);
    history.go_to(1, &mut |_| super::super::Flow::GoOn).expect("back");
    assert_eq!(text_of(history.world(), "L", "A"), "MISS behind D");
    history.go_to(3, &mut |_| super::super::Flow::GoOn).expect("and on");
    assert_eq!(text_of(history.world(), "L", "B"), "HIT");
}

#[test]
fn regions_entered_at_once_are_all_first() {
    let objects = vec![
        boxed("A", [4, 0], [6, 4]),
        boxed("B", [4, 1], [9, 3]),
        boxed("C", [5, 0], [7, 4]),
        beam("L", [0, 2], [20, 2]),
    ];
    let world = world(objects);
    let words = ["A", "B", "C"].map(|region| text_of(&world, "L", region));
    assert_eq!(words, ["HIT", "HIT", "MISS behind A"]);
}

#[test]
fn touching_a_region_does_not_stop_a_beam_and_counts_as_a_touch() {
    let polygon = |text: &str, vertices: &[[i16; 2]]| {
        let vertices: Vec<_> = vertices.iter().copied().map(point).collect();
        Object::new(name(text), Shape::Polygon(Polygon::new(&vertices).expect("a polygon")))
    };
    let found = world(vec![
        polygon("P", &[[8, 2], [12, 6], [4, 6]]),
        boxed("A", [10, 0], [12, 4]),
        beam("L", [0, 2], [20, 2]),
    ]);
    assert_eq!(["P", "A"].map(|region| text_of(&found, "L", region)), ["TOUCH", "HIT"]);
    let found = world(vec![
        // The laser touches a corner at (2, 0), and would enter beyond Q.
        polygon("N", &[[2, 0], [3, 2], [16, -2], [18, -2], [18, 3], [2, 3]]),
        boxed("Q", [5, -1], [7, 1]),
        boxed("A", [10, 0], [12, 4]),
        beam("L", [0, 0], [20, 0]),
    ]);
    let words = ["N", "Q", "A"].map(|region| text_of(&found, "L", region));
    assert_eq!(words, ["TOUCH", "HIT", "MISS behind Q"]);
}

#[test]
fn two_lasers_meet_where_neither_has_ended() {
    let objects = || {
        vec![
            boxed("A", [4, 0], [6, 4]),
            beam("L", [0, 2], [20, 2]),
            laser("front", [2, 0], [2, 4]),
            laser("at-end", [4, 0], [4, 4]),
            laser("back", [10, 0], [10, 4]),
            // Collinear with it: from behind up to its end, and not as far.
            laser("meets", [20, 2], [4, 2]),
            laser("apart", [20, 2], [5, 2]),
        ]
    };
    let found = world(objects());
    let others = ["front", "at-end", "back", "meets", "apart"];
    assert_eq!(
        others.map(|other| text_of(&found, other, "L")),
        ["HIT", "HIT", "MISS behind A", "HIT", "MISS behind A"]
    );
    // Towards each other, both stopped before they meet.
    let mut objects = objects();
    objects.push(beam("R", [20, 2], [0, 2]));
    assert_eq!(text_of(&world(objects), "R", "L"), "MISS behind A");
}

#[test]
fn only_lasers_can_be_switched_to_beams_and_back() {
    let mut history = History::new(world(three_in_a_row()));
    let laser = id(history.world(), "L");
    let beam = |beam| SharedBehavior::from(Behavior { beam, ..Behavior::NONE });
    done(&mut history, Change::SetBehavior(laser, beam(false)));
    assert_eq!(log(&history), ["HIT B L", "HIT C L"]);
    assert_eq!(history.world().beam(laser), None);
    done(&mut history, Change::SetBehavior(laser, beam(true)));
    assert_eq!(log(&history)[2..], ["MISS B L behind A", "MISS C L behind A"]);
    let region = id(history.world(), "A");
    let mut tell = |_: super::super::Happening<'_>| super::super::Flow::GoOn;
    let refused = history.apply(Change::SetBehavior(region, beam(true)), None, &mut tell);
    assert_eq!(refused.expect_err("a box").to_string(), "A is a box; only a laser is a beam");
}

/// The number of tests is the same on every machine.
#[test]
fn a_beam_turned_in_a_crowd_costs_at_most_twice_the_tests_of_a_laser() {
    let objects = |is_beam: bool| {
        let row = |at: i16| (0..45).map(move |col| [12 * col - 270, 12 * at - 270]);
        let boxes = (0..45)
            .flat_map(row)
            .enumerate()
            .map(|(number, [x, y])| boxed(&format!("c{number}"), [x, y], [x + 3, y + 3]));
        let mut light = laser("L", [-200, 0], [200, 0]);
        light.behavior.beam = is_beam;
        boxes.chain([light]).collect()
    };
    let [through, stopped] = [false, true].map(|is_beam| {
        let mut history = History::new(world(objects(is_beam)));
        let light = id(history.world(), "L");
        for _ in 0..24 {
            done(&mut history, Change::Turn(light, Milli::from_units(15)));
        }
        history.effort()
    });
    assert!(through < stopped && stopped <= 2 * through, "{stopped} for {through}");
}

/// The result of a laser and a region, by a loop over everything.
fn expected(world: &World, laser: ObjectId, region: ObjectId) -> TestResult {
    let shapes = [laser, region].map(|id| &world.object(id).expect("it is there").shape);
    let whole = relate(shapes[0], shapes[1]);
    let result = TestResult::at_rest(whole.relation);
    let (Shape::Segment(line), Some(_)) = (shapes[0], world.beam(laser)) else { return result };
    let entries = world.objects().filter_map(|(_, object)| enter(line, &object.shape));
    let Some(end) = entries.map(|entry| entry.t).min() else { return result };
    match enter(line, shapes[1]) {
        Some(entry) if entry.t == end => TestResult::Hit,
        _ => match whole.span.and_then(|span| span.t) {
            Some([first, _]) if first <= end => TestResult::Touch,
            _ => TestResult::Miss,
        },
    }
}

fn drawn() -> impl Strategy<Value = (u8, [i16; 2], [i16; 2], [i16; 2])> {
    let pair = |low: i16, high: i16| prop::array::uniform2(low..=high);
    (0_u8..6, pair(0, 20), pair(1, 6), pair(-3, 3))
}

fn object(
    number: usize,
    (kind, from, size, velocity): (u8, [i16; 2], [i16; 2], [i16; 2]),
) -> Object {
    let to = [from[0] + size[0], from[1] + size[1]];
    let text = format!("o{number}");
    let mut object = match kind {
        0 => beam(&text, from, [from[0] + 4 * velocity[0], from[1] + 4 * velocity[1]]),
        1 => beam(&text, from, [40, from[1]]),
        2 => laser(&text, from, to),
        3 => {
            let corners = [from, [to[0], from[1]], to].map(point);
            let triangle = Polygon::new(&corners).expect("a triangle");
            Object::new(name(&text), Shape::Polygon(triangle))
        }
        _ => boxed(&text, from, to),
    };
    let velocity = velocity.map(Milli::from_units);
    object.velocity = Vector::new(velocity[0], velocity[1]);
    // Some break, and then no longer stop a beam.
    if kind == 5 {
        object.behavior.breaks_after = std::num::NonZeroU8::new(1);
        object.velocity = Vector::ZERO;
    }
    object
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// After any change, whether it moves a beam, something in its way, or neither.
    #[test]
    fn every_pair_equals_a_loop_over_everything(
        first in prop::collection::vec(drawn(), 1..16),
        changes in prop::collection::vec((0_u8..7, any::<prop::sample::Index>(), drawn()), 1..12),
        bounces in any::<bool>(),
    ) {
        let objects = first.into_iter().enumerate().map(|(at, drawn)| object(at, drawn)).collect();
        let response = if bounces { super::super::Response::Bounce } else { super::super::Response::default() };
        let settings = Settings { response, ..Settings::default() };
        let mut world = World::new(String::new(), settings, objects).expect("few objects");
        let mut scratch = Scratch::default();
        for (number, (kind, at, drawn)) in (100..).zip(changes) {
            let ids: Vec<_> = world.objects().map(|(id, _)| id).collect();
            let Some(&id) = (!ids.is_empty()).then(|| at.get(&ids)) else { break };
            let made = object(number, drawn);
            let change = match kind {
                0 => Change::Add(Box::new(made)),
                1 => Change::Remove(id),
                2 => Change::Move(id, made.velocity),
                3 => Change::Turn(id, Milli::from_units(15)),
                4 => {
                    let beam = world.beam(id).is_none();
                    Change::SetBehavior(id, Behavior { beam, ..Behavior::NONE }.into())
                }
                _ => Change::Step,
            };
            let before = world.clone();
            let known: Vec<_> = world.meeting_ids().collect();
            if world.apply(&change, &mut scratch, &mut |_| false).is_err() {
                prop_assert_eq!(&world.beams, &before.beams);
                prop_assert_eq!(world.meeting_ids().collect::<Vec<_>>(), known);
                continue;
            }
            prop_assert_eq!(&world.beams, &beams_now(&world, &[], &mut |_| Ok(())).expect("no limits"));
            let concerned: Vec<_> = world.concerned_by(&change).collect();
            let ids: Vec<_> = world.objects().map(|(id, _)| id).collect();
            for (at, &one) in ids.iter().enumerate() {
                for &other in &ids[at + 1..] {
                    let found = world.pair(one, other).expect("a pair").pair_result;
                    let kinds = [one, other].map(|id| world.object(id).expect("there").shape.kind());
                    let of_laser = match kinds.map(|kind| kind == hitscan_geom::ShapeKind::Segment) {
                        [true, false] => Some([one, other]),
                        [false, true] => Some([other, one]),
                        _ => None,
                    };
                    if let Some([laser, region]) = of_laser {
                        prop_assert_eq!(found.outcome, expected(&world, laser, region));
                        let is_hidden = found.outcome == TestResult::Miss
                            && found.meeting.relation != Relation::Disjoint;
                        prop_assert_eq!(found.behind.is_some(), is_hidden);
                    }
                    let is_tested = [one, other].iter().any(|id| concerned.binary_search(id).is_ok());
                    let was = before.pair(one, other).map(|pair| pair.pair_result.outcome);
                    // An untested pair keeps its result.
                    prop_assert!(is_tested || was == Some(found.outcome), "{:?}", change);
                    let kept = world.meeting_ids().any(|ids| ids == [one, other] || ids == [other, one]);
                    prop_assert_eq!(kept, found.outcome != TestResult::Miss);
                }
            }
        }
    }
}
