//! Maps of random pairs, compared with what a world and `query` say once the object is there.

mod own;
mod plane;

use proptest::prelude::*;
use serde_json::Value;

use plane::{elsewhere, shift, shifted};

use super::{
    CellClass, Grid, Handle, Map, MapMethod, MapPlace, MapQuery, MapQuestion, MapSubject, MapTiming,
};
use crate::command::{Anchor, Command, Layer};
use crate::engine::ndjson::{AnswerContents, PairAnswerKeys, json};
use crate::engine::{Engine, Pair, silent};
use crate::methods::{BoundaryRule, Method, Requested};
use crate::scene::{Scene, SceneSource};
use crate::world::{Name, Settings};
use hitscan_geom::{Milli, Point, Shape, Vector};

/// Shapes with small coordinates in whole and half units, so that they often touch and align.
fn shape_line() -> impl Strategy<Value = String> {
    let at = || (-12_i32..12).prop_map(|half| f64::from(half) / 2.0);
    let size = || (1_i32..7).prop_map(|half| f64::from(half) / 2.0);
    prop_oneof![
        (at(), at(), size(), size()).prop_map(|(x, y, w, h)| format!("box NAME {x} {y} {w} {h}")),
        (at(), at(), at(), at()).prop_map(|(x, y, u, v)| format!("laser NAME {x} {y} {u} {v}")),
        (at(), at(), size(), size(), size()).prop_map(|(x, y, w, h, s)| {
            let (right, low, middle) = (x + w, y + h, x + s);
            format!("polygon NAME {x} {y} {right} {y} {middle} {low}")
        }),
    ]
}

fn handle() -> impl Strategy<Value = Handle> {
    prop_oneof![
        2 => Just(Handle::Move),
        2 => (0_usize..4).prop_map(Handle::End),
        1 => Just(Handle::Turn),
        2 => Just(Handle::Speed),
    ]
}

fn entered(engine: &mut Engine, line: &str) {
    let command = Command::parse(line, &Settings::default()).expect(line).expect("a command");
    engine.execute(&command, &mut silent).expect(line);
}

/// An engine with the objects A and B, with these velocities in whole units.
fn engine_of(lines: [&str; 2], velocities: [(i32, i32); 2]) -> Engine {
    let mut engine = Engine::new(Scene::default(), SceneSource::New).expect("nothing is a world");
    for (name, line) in ["A", "B"].into_iter().zip(lines) {
        entered(&mut engine, &line.replace("NAME", name));
    }
    for (name, (x, y)) in ["A", "B"].into_iter().zip(velocities) {
        entered(&mut engine, &format!("velocity {name} {x} {y}"));
    }
    entered(&mut engine, "select A");
    engine
}

fn subject_of(engine: &Engine, handle: Handle) -> MapSubject {
    let object = |name: &str| {
        let id = engine.world().find(&Name::new(name).expect("a name")).expect("it is there");
        engine.world().object(id).expect("it is there").clone()
    };
    let (a, b) = (object("A"), object("B"));
    let handle = match handle {
        Handle::End(index) => Handle::End(index % a.shape.vertices().len()),
        handle => handle,
    };
    MapSubject {
        object: a.shape,
        velocity: a.velocity,
        partner: b.shape,
        partner_velocity: b.velocity,
        handle,
    }
}

fn question(subject: MapSubject, layer: Layer, method: Option<Method>, zoom: i64) -> MapQuestion {
    let cell = 32_000 / zoom * 2;
    let offset = subject.offset();
    MapQuestion {
        grid: Grid { origin: [-6 * cell, -4 * cell], cell: [cell, cell], cells: [12, 8], offset },
        asked: MapQuery {
            layer,
            method: method.map(MapMethod::Catalogue),
            boundary_rule: BoundaryRule::Source,
        },
        subject,
    }
}

/// The cells of a map of such a question, by column and row.
fn cells() -> impl Iterator<Item = [usize; 2]> {
    (0..8).flat_map(|row| (0..12).map(move |column| [column, row]))
}

/// The commands that move the handle there.
fn commands(subject: &MapSubject, timing: MapTiming, place: MapPlace) -> Option<Vec<Command>> {
    let a = Name::new("A").expect("a name");
    let from = subject.present();
    let milli = |value: i64| Milli::new(i32::try_from(value).ok()?).ok();
    let by = Vector::new(milli(place[0] - from[0])?, milli(place[1] - from[1])?);
    Some(match (subject.handle, timing) {
        (Handle::Move, MapTiming::AtTheEnd) => {
            vec![Command::Put(Some(a), subject.first_vertex_at(place)?)]
        }
        (Handle::Move, MapTiming::OnTheWay) => vec![Command::Move(None, by)],
        (Handle::End(index), _) => vec![Command::End(None, index + 1, by)],
        (Handle::Turn, _) => vec![Command::Point(a, subject.point_at(place)?)],
        (Handle::Speed, _) => {
            let velocity = subject.velocity_to(place)?;
            vec![Command::Velocity(Some(a), velocity, Anchor::Start), Command::Step(1)]
        }
    })
}

/// The answer of `query` about A and B now, and about the frame that led here.
fn query(engine: &Engine) -> Value {
    let names = ["A", "B"].map(|name| Name::new(name).expect("a name"));
    let Pair { a, b, pair_result } = engine.sandbox().found(Some(&names)).expect("a pair");
    let requested =
        AnswerContents { requested: Requested::All, doubles: true, ..AnswerContents::default() };
    let answer = PairAnswerKeys::new([&a.shape, &b.shape], pair_result.frame.as_ref(), &requested);
    serde_json::from_str(&json(&answer)).expect("it is JSON")
}

/// The class of such an answer, derived from its tokens.
fn class_of(answer: &Value, asked: &MapQuery) -> String {
    let text = |value: &Value| value.as_str().expect("a token").to_owned();
    let Some(method) = asked.catalogued().filter(|_| asked.layer.arithmetic().is_some()) else {
        return match (asked.layer, answer.get("frame"), answer.get("direction")) {
            (Layer::Relation, ..) => text(&answer["relation"]),
            (_, Some(frame), _) => match frame["swept"]["outcome"].as_str() {
                Some("hit") if frame["swept"]["sides"][1].is_null() => {
                    text(&frame["swept"]["sides"][0])
                }
                Some("hit") => "corner".to_owned(),
                Some("overlap") => "inside".to_owned(),
                other => other.expect("an outcome").to_owned(),
            },
            (_, None, Some(Value::Array(direction))) => match direction.as_slice() {
                [] if answer["hit"] == false => "miss".to_owned(),
                [] => "no-side".to_owned(),
                [Value::Number(edge)] => format!("edge-{edge}"),
                [only] => text(only),
                _ => "corner".to_owned(),
            },
            (..) if answer["hit"] == false => "miss".to_owned(),
            _ => "no-side".to_owned(),
        };
    };
    let arithmetic = asked.layer.arithmetic().expect("it is about a method").token();
    let verdict = match method.side_test() {
        Some(_) if arithmetic != "exact" => None,
        Some(_) => answer.get("frame").and_then(|frame| frame.get(method.id())),
        None => {
            let rows = answer["methods"].as_array().expect("rows");
            rows.iter().find(|row| row["id"] == method.id() && row["arithmetic"] == arithmetic)
        }
    };
    let Some(verdict) = verdict else { return "not-applicable".to_owned() };
    let is_hit = match method.side_test() {
        Some(_) => answer["frame"]["swept"]["outcome"] != "miss",
        None => answer["hit"] == true,
    };
    match (verdict["against"].as_str(), verdict["reason"].as_str()) {
        (Some("agrees"), Some("rounding")) => "right-by-rounding".to_owned(),
        (Some("agrees"), _) if is_hit => "agrees-hit".to_owned(),
        (Some("agrees"), _) => "agrees-miss".to_owned(),
        (Some("not-applicable"), _) => "not-applicable".to_owned(),
        (Some(_), Some(reason)) => reason.to_owned(),
        (against, None) => against.expect("a token").to_owned(),
        (None, Some(_)) => unreachable!("a reason without a judgement"),
    }
}

/// The methods for such a pair; `[None]` for layers that are not about a method.
fn methods_for(subject: &MapSubject, layer: Layer) -> Vec<Option<Method>> {
    if layer.arithmetic().is_none() {
        return vec![None];
    }
    let (a, b) = (subject.object.kind(), subject.partner.kind());
    Method::all()
        .filter(|method| *method != Method::SWEPT && method.applies_to(a, b))
        .map(Some)
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Going to the place of a cell confirms its class, with the very commands for going there.
    #[test]
    fn query_confirms_every_cell_of_a_map(
        lines in [shape_line(), shape_line()],
        velocities in [(-3_i32..3, -3_i32..3), (-3_i32..3, -3_i32..3)],
        handle in handle(),
        layer in prop::sample::select(Layer::ALL.to_vec()),
        zoom in prop::sample::select(vec![1_i64, 2, 16]),
        pick in any::<prop::sample::Index>(),
        shift in shift(),
    ) {
        let mut engine = engine_of([&lines[0], &lines[1]], velocities);
        shifted(&mut engine, shift);
        let subject = subject_of(&engine, handle);
        prop_assume!(subject.has_places());
        let methods = methods_for(&subject, layer);
        prop_assume!(!methods.is_empty());
        let method = methods[pick.index(methods.len())];
        let question = elsewhere(question(subject.clone(), layer, method, zoom), shift);
        let (asked, timing) = (question.asked, question.timing());
        let map = Map::new(question).completed();
        for [column, row] in cells() {
            let class = map.class([column, row]).expect("it is complete");
            let place = map.place([column, row]).expect("cells are not that fine");
            let mut there = engine.clone();
            let commands = commands(&subject, timing, place);
            let went = commands.is_some_and(|commands| {
                commands.iter().all(|command| there.execute(command, &mut silent).is_ok())
            });
            if went {
                prop_assert_eq!(
                    class.token(), class_of(&query(&there), &asked),
                    "{:?} at {:?} of {:?}, {:?}", asked, place, subject, lines
                );
            } else {
                prop_assert_eq!(class, CellClass::None, "{:?} at {:?}", subject, place);
            }
        }
        let counted: usize = map.counts().map(|(_, count)| count).sum();
        prop_assert_eq!(counted, 96);
    }

    /// A map that follows the handle equals a newly made map.
    #[test]
    fn following_the_handle_equals_mapping_from_scratch(
        lines in [shape_line(), shape_line()],
        velocity in (-3_i32..3, -3_i32..3),
        handle in handle(),
        layer in prop::sample::select(Layer::ALL.to_vec()),
        to in (-5_i64..5, -5_i64..5),
    ) {
        let mut engine = engine_of([&lines[0], &lines[1]], [velocity, (1, 0)]);
        let subject = subject_of(&engine, handle);
        prop_assume!(subject.has_places());
        let method = methods_for(&subject, layer).first().copied().flatten();
        let before = question(subject.clone(), layer, method, 1);
        let mut map = Map::new(before.clone()).completed();
        let place = [to.0 * 500, to.1 * 500];
        let timing = match handle {
            Handle::Move => MapTiming::AtTheEnd,
            _ => before.timing(),
        };
        let commands = commands(&subject, timing, place).expect("it is near");
        // The step realizes the velocity; the map is about the frame before it.
        prop_assume!(engine.execute(&commands[0], &mut silent).is_ok());
        let after = question(subject_of(&engine, handle), layer, method, 1);
        let computed = map.computed();
        if map.follow(&after) {
            prop_assert!(map.computed() - computed <= 2, "{} cells", map.computed() - computed);
            let anew = Map::new(after).completed();
            for [column, row] in cells() {
                prop_assert_eq!(map.class([column, row]), anew.class([column, row]));
            }
            prop_assert_eq!(
                map.counts().collect::<Vec<_>>(), anew.counts().collect::<Vec<_>>()
            );
        } else {
            let is_on_the_way = matches!(handle, Handle::Move) && before.timing() == MapTiming::OnTheWay;
            prop_assert!(is_on_the_way, "{handle:?} is followed otherwise");
        }
    }
}

/// In a cell that shows its regular place, no vertex meets another, and none lies on the line of an
/// edge, even at ×16.
#[test]
fn a_regular_cell_contains_no_critical_place_at_the_closest_zoom() {
    let pairs = [
        ["box NAME 0 0 1 1", "box NAME 1 1 1.5 1"],
        ["laser NAME 0 0 1 0.5", "box NAME 0.5 0 1 1"],
        ["laser NAME 0 0 1 0.3", "laser NAME 0.2 0.9 0.9 -0.2"],
        ["polygon NAME 0 0 1 0 0.3 0.7", "box NAME 0.1 0.2 0.4 0.4"],
    ];
    for lines in pairs {
        let engine = engine_of(lines, [(0, 0); 2]);
        for handle in [Handle::Move, Handle::End(1), Handle::Turn] {
            let subject = subject_of(&engine, handle);
            if !subject.has_places() {
                continue;
            }
            let question = question(subject.clone(), Layer::Relation, None, 16);
            let critical = subject.critical(question.timing());
            let grid = question.grid;
            let map = Map::new(question);
            for [column, row] in cells() {
                let place = map.place([column, row]).expect("a place");
                let regular = [grid.regular(0, column), grid.regular(1, row)];
                if regular != place.map(Some) || map.present_cell() == Some([column, row]) {
                    continue;
                }
                let is_critical = |at: MapPlace| {
                    let is_on =
                        |line: &super::CriticalLine| line.a * at[0] + line.b * at[1] == line.c;
                    critical.points.contains(&at) || critical.lines.iter().any(is_on)
                };
                let within =
                    grid.range(1, row).flat_map(|y| grid.range(0, column).map(move |x| [x, y]));
                let found = within.into_iter().find(|&at| at != place && is_critical(at));
                assert!(
                    found.is_none() || is_critical(place),
                    "{lines:?} {handle:?}: {found:?} in cell {column}, {row}"
                );
            }
        }
    }
}

#[test]
fn a_nudge_computes_two_cells() {
    let engine = engine_of(["box NAME 0 0 2 2", "box NAME 3 0 2 2"], [(0, 0); 2]);
    let of = |engine: &Engine| question(subject_of(engine, Handle::Move), Layer::Relation, None, 1);
    let mut map = Map::new(of(&engine)).completed();
    let mut moved = engine.clone();
    entered(&mut moved, "move A 2 0");
    let before = map.computed();
    assert!(map.follow(&of(&moved)));
    assert_eq!(map.computed() - before, 2);
    let mut elsewhere = engine;
    entered(&mut elsewhere, "put B 1 1");
    assert!(!map.follow(&of(&elsewhere)), "the partner is elsewhere");
}

/// A moving box differs when it starts elsewhere: all its answers change.
#[test]
fn a_changed_object_keeps_the_picture_until_rows_are_computed_nearest_first() {
    let engine = engine_of(["box NAME 1 2 2 2", "box NAME 5 4 2 2"], [(0, 0); 2]);
    let of = |engine: &Engine| question(subject_of(engine, Handle::Move), Layer::Side, None, 1);
    let before = Map::new(of(&engine)).completed();
    let mut moved = engine;
    entered(&mut moved, "put A 8 2");
    let anew = Map::new(of(&moved)).completed();
    let mut map = before.clone();
    assert!(!map.follow(&of(&moved)) && map.renew(&of(&moved)));
    assert_eq!(map.computed() - before.computed(), 1, "the cell that it is in");
    assert!(map.shows_older_answers() && !map.is_complete());

    let [columns, rows] = map.question().grid.cells;
    let row_of = |map: &Map, row| (0..columns).map(|at| map.class([at, row])).collect::<Vec<_>>();
    assert!((0..rows).any(|row| row_of(&before, row) != row_of(&anew, row)), "the two differ");
    let [_, here] = map.present_cell().expect("it is in the picture");
    let mut order: Vec<usize> = (0..rows).collect();
    order.sort_by_key(|row| row.abs_diff(here));
    for (done, at) in order.iter().enumerate() {
        map.advance(columns);
        assert_eq!(map.progress(), ((done + 1) * columns, rows * columns));
        assert_eq!(row_of(&map, *at), row_of(&anew, *at), "row {at}");
        for &later in order[done + 1..].iter().filter(|&&row| row != here) {
            assert_eq!(row_of(&map, later), row_of(&before, later), "row {later} after {at}");
        }
    }
    assert!(map.is_complete() && !map.shows_older_answers());
    assert_eq!(map.counts().collect::<Vec<_>>(), anew.counts().collect::<Vec<_>>());
}

#[test]
fn a_map_of_another_pair_does_not_show_older_answers() {
    let engine = engine_of(["box NAME 1 2 2 2", "box NAME 5 4 2 2"], [(0, 0); 2]);
    let asked = |engine: &Engine, layer| question(subject_of(engine, Handle::Move), layer, None, 1);
    let mut map = Map::new(asked(&engine, Layer::Side)).completed();
    assert!(!map.renew(&asked(&engine, Layer::Relation)), "another layer");
    let mut elsewhere = engine;
    entered(&mut elsewhere, "put B 6 4");
    assert!(!map.renew(&asked(&elsewhere, Layer::Side)), "another partner");
}

#[test]
fn too_many_critical_lines_are_left_out() {
    let ring = |count: i32| {
        // A zigzag around a circle of vertices in which no line occurs twice.
        let points: Vec<_> = (0..count)
            .map(|index| {
                let angle = f64::from(index) / f64::from(count) * std::f64::consts::TAU;
                let radius = if index % 2 == 0 { 9000.0 } else { 7777.0 };
                let milli = |value: f64| {
                    #[expect(clippy::cast_possible_truncation, reason = "a few thousandths")]
                    let whole = (value * radius).round() as i32;
                    Milli::new(whole).expect("near")
                };
                Point::new(milli(angle.cos()), milli(angle.sin()))
            })
            .collect();
        Shape::Polygon(hitscan_geom::Polygon::new(&points).expect("a star"))
    };
    let subject = MapSubject {
        object: ring(60),
        velocity: Vector::ZERO,
        partner: ring(61 + 1),
        partner_velocity: Vector::ZERO,
        handle: Handle::Move,
    };
    let map = Map::new(question(subject, Layer::Relation, None, 1));
    assert!(map.lines_left_out());
    // Only the object's current place takes precedence over the regular places.
    let grid = map.question().grid;
    let place = map.place([0, 0]).expect("a place");
    assert_eq!(place.map(Some), [grid.regular(0, 0), grid.regular(1, 0)]);
}

/// Two boxes in motion are judged as `hitscan query` judges a frame.
#[test]
fn the_side_for_a_move_is_hit_on_the_way_from_the_current_place() {
    let engine = engine_of(["box NAME 0 0 2 2", "box NAME 4 0 2 2"], [(0, 0); 2]);
    let map =
        Map::new(question(subject_of(&engine, Handle::Move), Layer::Side, None, 1)).completed();
    let through = map.answer([8000, 0]).expect("it can be there");
    assert_eq!(through.class.map(CellClass::sign), Some('l'), "through B and out again");
    assert_eq!(through.t.map(|t| t.to_string()).as_deref(), Some("1/4"));
}
