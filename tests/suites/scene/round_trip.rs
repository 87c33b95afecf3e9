//! Properties of reading and writing any scene and any text.

use std::fmt::Write;

use hitscan_core::methods::{BoundaryRule, Method, Reason, SideClaim};
use hitscan_core::scene::{
    EndCondition, Expect, ExpectSubject, ExpectedTime, GameEnds, Opening, OpeningEdit, Overlay,
    PanelView, Scene, SweptOutcome, View, expect_bytes, gallery, object_bytes, printable,
    update_toml,
};
use hitscan_core::world::{
    Axes, Behavior, Body, Name, Object, ObjectKind, OnEnter, Response, Settings, TestResult, Tint,
};
use hitscan_geom::broad_phase::BroadPhase;
use hitscan_geom::{
    Aabb, Approach, Direction, Fraction, Milli, Point, Polygon, Relation, Segment, Shape,
    ShapeKind, Side, Sides, Vector,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};

const LIMIT: i32 = 16_000_000;

fn coordinate() -> impl Strategy<Value = Milli> {
    prop_oneof![-LIMIT..=LIMIT, -40_000..=40_000, select(vec![-LIMIT, LIMIT, 0, 1, -1, 500])]
        .prop_map(|thousandths| Milli::new(thousandths).expect("in range"))
}

fn point() -> impl Strategy<Value = Point> {
    (coordinate(), coordinate()).prop_map(|(x, y)| Point::new(x, y))
}

/// Points of a parabola, which form a convex polygon for any numbers.
fn polygon() -> impl Strategy<Value = Shape> {
    (3..20i32, 1..400i32, 1..400i32, -9_000..9_000i32, any::<bool>()).prop_map(
        |(count, dx, dy, offset, is_turned)| {
            let at = |i: i32| {
                let (x, y) = (offset + i * dx, offset + i * i * dy);
                let (x, y) = if is_turned { (y, x) } else { (x, y) };
                Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"))
            };
            let vertices: Vec<Point> = (0..count).map(at).collect();
            Shape::Polygon(Polygon::new(&vertices).expect("convex"))
        },
    )
}

fn shape() -> impl Strategy<Value = Shape> {
    let corners = (point(), point());
    prop_oneof![
        3 => corners.prop_filter_map("a box", |(a, b)| Aabb::from_corners(a, b).ok().map(Shape::Box)),
        2 => (point(), point()).prop_map(|(a, b)| Shape::Segment(Segment::new(a, b).expect("in range"))),
        1 => polygon(),
    ]
}

fn object() -> impl Strategy<Value = Object> {
    let moving = prop_oneof![4 => Just(Body::Dynamic), 1 => Just(Body::Kinematic)];
    let motion = prop_oneof![
        (coordinate(), coordinate(), moving).prop_map(|(x, y, body)| (Vector::new(x, y), body)),
        select(Body::ALL.to_vec()).prop_map(|body| (Vector::ZERO, body)),
    ];
    let spot = point().prop_map(|at| Object::point(Name::new("unnamed").expect("a name"), at));
    let other =
        (shape(), motion, behavior()).prop_map(|(shape, (velocity, body), mut behavior)| {
            let name = Name::new("unnamed").expect("a name");
            if body == Body::Dynamic {
                behavior.one_way = Sides::NONE;
            }
            match (&shape, body) {
                (Shape::Box(_), body) => {
                    let behavior = behavior.into();
                    Object { velocity, body, behavior, ..Object::new(name, shape) }
                }
                (Shape::Polygon(_), body) => {
                    let behavior = Behavior { name_hidden: false, tint: None, ..behavior }.into();
                    Object { velocity, body, behavior, ..Object::new(name, shape) }
                }
                (Shape::Segment(_), body) => {
                    let body = if body == Body::Kinematic { Body::Dynamic } else { body };
                    // Of these, only a laser has a behaviour of its own.
                    let behavior = Behavior { beam: behavior.sensor, ..Behavior::NONE }.into();
                    Object { velocity, body, behavior, ..Object::new(name, shape) }
                }
            }
        });
    prop_oneof![1 => spot.prop_map(|spot| spot.expect("in range")), 6 => other]
}

fn behavior() -> impl Strategy<Value = Behavior> {
    let speed = || (1..=16_000_000_i32).prop_map(|n| Milli::new(n).expect("in range"));
    let some = (
        option::of(select(Response::ALL.to_vec())),
        option::of((1..=99_u32).prop_map(|n| Behavior::contacts(n).expect("in range"))),
        any::<bool>(),
        option::of(Just(OnEnter::Pause)),
        option::of(line().prop_map(Into::into)),
        option::of((speed(), speed()).prop_map(|(x, y)| Vector::new(x, y))),
        option::of(speed()),
        (any::<bool>(), option::of((1..=6_u32).prop_map(|n| Tint::new(n).expect("in range")))),
    );
    let some =
        some.prop_map(|(response, breaks_after, sensor, on_enter, message, steer, jump, shown)| {
            let (name_hidden, tint) = shown;
            Behavior {
                response,
                breaks_after,
                sensor,
                on_enter,
                message,
                steer,
                jump,
                name_hidden,
                tint,
                beam: false,
                one_way: if name_hidden {
                    Sides::from(Side::Top)
                } else {
                    Side::ALL.into_iter().collect()
                },
            }
        });
    prop_oneof![2 => Just(Behavior::default()), 1 => some]
}

fn objects() -> impl Strategy<Value = Vec<Object>> {
    vec(object(), 0..8).prop_map(|mut objects| {
        for (i, object) in objects.iter_mut().enumerate() {
            object.name = Name::new(&format!("N{i}")).expect("a name");
        }
        objects
    })
}

/// Any script, and everything that TOML might stumble over, but nothing forbidden.
fn line() -> impl Strategy<Value = String> {
    prop_oneof!["[ -~]{0,30}", "[\"'\\\\#=\\[\\]]{0,9}", "\\PC{0,30}"]
        .prop_filter("printable", |text| printable(text) == *text)
}

fn settings() -> impl Strategy<Value = Settings> {
    (
        select(Response::ALL.to_vec()),
        select(Method::side_methods().collect::<Vec<_>>()),
        select(BoundaryRule::ALL.to_vec()),
        select(Axes::ALL.to_vec()),
        (coordinate(), coordinate()).prop_map(|(x, y)| Vector::new(x, y)),
        proptest::option::of(select(BroadPhase::ALL.to_vec())),
        1..=240u16,
    )
        .prop_map(|(response, side, boundary_rule, axes, gravity, broad_phase, speed)| {
            Settings { response, side, boundary_rule, axes, gravity, broad_phase, speed }
        })
}

fn fraction() -> impl Strategy<Value = Fraction> {
    (0..1000i128, 1..1000i128).prop_map(|(a, b)| Fraction::new(a.min(b), b).expect("in range"))
}

/// What can be expected of a pair; each part applies to certain kinds.
#[derive(Clone, Debug)]
struct Asked {
    pair: (Index, Index),
    after_frames: u32,
    relation: Option<Index>,
    result: Option<TestResult>,
    direction: Option<usize>,
    outcome: Option<SweptOutcome>,
    sides: Option<usize>,
    t: Option<(Fraction, Fraction)>,
    reasons: Option<Vec<Reason>>,
    is_wrong: Option<bool>,
    /// The answer of a method, and of a reading of it.
    says: Option<[Index; 2]>,
    /// The commands that come first, instead of frames.
    after: Vec<&'static str>,
    /// What a laser enters first, if it is about one, instead of everything else.
    first: Option<Vec<Index>>,
}

fn asked() -> impl Strategy<Value = Asked> {
    let index = any::<Index>;
    let first = (
        (index(), index()),
        0..5u32,
        option::of(index()),
        option::of(select(TestResult::ALL.to_vec())),
        option::of(0..4usize),
    );
    let rest = (
        option::of(select(SweptOutcome::ALL.to_vec())),
        option::of(0..3usize),
        option::of((fraction(), fraction())),
        option::of(subsequence(Method::reasons(), 0..4)),
        option::of(any::<bool>()),
        option::of([index(), index()]),
        subsequence(vec!["step", "title \"it\"", "back 2", "undo"], 0..4),
        option::of(vec(index(), 0..3)),
    );
    (first, rest).prop_map(|(first, rest)| Asked {
        pair: first.0,
        after_frames: first.1,
        relation: first.2,
        result: first.3,
        direction: first.4,
        outcome: rest.0,
        sides: rest.1,
        t: rest.2,
        reasons: rest.3,
        is_wrong: rest.4,
        says: rest.5,
        after: rest.6,
        first: rest.7,
    })
}

fn expect(objects: &[Object], asked: Asked) -> Option<Expect> {
    let (a, b) = (asked.pair.0.get(objects), asked.pair.1.get(objects));
    if let (ObjectKind::Laser, Some(first)) = (a.kind(), &asked.first) {
        let regions: Vec<_> =
            objects.iter().filter(|each| !matches!(each.shape, Shape::Segment(_))).collect();
        let named = first.iter().filter(|_| !regions.is_empty()).map(|at| at.get(&regions).name);
        let named: std::collections::BTreeSet<_> = named.collect();
        return Some(Expect {
            first: Some(named.into_iter().collect()),
            after_frames: asked.after_frames,
            ..Expect::nothing_about(ExpectSubject::Laser(a.name))
        });
    }
    let kinds = [a.shape.kind(), b.shape.kind()];
    let lasers = kinds.iter().filter(|&&kind| kind == ShapeKind::Segment).count();
    let boxes = kinds.iter().filter(|&&kind| kind == ShapeKind::Box).count();
    let is_of_point = lasers == 1 && (a.is_point || b.is_point);
    let corner = Sides::from(Side::Top).with(Side::Right);
    let sides = [Sides::NONE, Side::Left.into(), corner];
    let relations: &[Relation] = match lasers {
        2 => &[Relation::Disjoint, Relation::Crosses, Relation::Overlaps],
        1 => &[Relation::Touches, Relation::Within],
        _ => &[Relation::Equals, Relation::Contains],
    };
    let (method, directions) = match (lasers, boxes) {
        (2, _) => (Method::PROPER, Approach::ALL.map(Direction::Approach).to_vec()),
        (1, 1) => {
            (Method::EDGES, vec![Direction::Inside, Direction::Sides(corner), Direction::None])
        }
        (1, _) => (
            Method::EDGES,
            vec![Direction::Inside, Direction::Edges(0, None), Direction::Edges(2, Some(17))],
        ),
        (_, 2) => (Method::PREDICT_CORNER, vec![Direction::None]),
        _ => (Method::EDGES, vec![Direction::None]),
    };
    let method = if is_of_point { Method::EVEN_ODD } else { method };
    let expect = Expect {
        after_frames: if asked.after.is_empty() { asked.after_frames } else { 0 },
        after: asked.after.into_iter().map(str::to_owned).collect(),
        relation: asked.relation.map(|index| *index.get(relations)),
        result: asked.result,
        direction: asked.direction.map(|i| directions[i % directions.len()]),
        outcome: asked.outcome.filter(|_| boxes == 2),
        sides: asked.sides.map(|i| sides[i]).filter(|_| boxes == 2),
        t: match (asked.t, lasers, boxes) {
            (Some((a, _)), 0, 2) => Some(ExpectedTime::Frame(a)),
            (Some((a, b)), 1, _) if !is_of_point => {
                Some(ExpectedTime::Segment([a.min(b), a.max(b)]))
            }
            _ => None,
        },
        reasons: asked.reasons,
        wrong: asked.is_wrong.map(|is_wrong| if is_wrong { vec![method] } else { Vec::new() }),
        says: asked.says.map(|said| {
            let methods = std::iter::once(method).chain(method.readings_of_it());
            let words: &[&'static str] =
                if boxes == 2 { &SideClaim::LABELS } else { &["hit", "miss"] };
            methods.zip(said.map(|index| *index.get(words))).collect()
        }),
        ..Expect::nothing_of([a.name, b.name])
    };
    (a.name != b.name && !expect.asks_nothing()).then_some(expect)
}

fn scene() -> impl Strategy<Value = Scene> {
    let lines = (line(), line(), line());
    (lines, settings(), objects(), opening(), [conditions(), conditions()], vec(asked(), 0..4))
        .prop_map(|((title, note, source), settings, objects, (select, opening), ends, asked)| {
            let [win, lose] = ends.map(|asked| of_sensors(&objects, asked));
            let game_ends = GameEnds { win, lose };
            let some = if objects.is_empty() { Vec::new() } else { asked };
            let expects = some.into_iter().filter_map(|asked| expect(&objects, asked)).collect();
            let select = select.filter(|_| !objects.is_empty()).map(|at| at.get(&objects).name);
            let selected = objects.iter().find(|object| Some(object.name) == select);
            // A point is only moved.
            let edit = opening.edit.filter(|_| !selected.is_some_and(|object| object.is_point));
            let opening = Opening { select, edit, ..opening };
            let crowds = Vec::new();
            let (title, note) = (title.into(), note.into());
            let others = Scene::default();
            Scene {
                title,
                note,
                source,
                opening,
                game_ends,
                settings,
                objects,
                crowds,
                expects,
                ..others
            }
        })
}

/// Conditions that end a game, each once, with a number for each sensor.
fn conditions() -> impl Strategy<Value = Vec<EndCondition<Index>>> {
    let condition = prop_oneof![
        Just(EndCondition::Broken),
        any::<Index>().prop_map(EndCondition::Sensor),
        (1..=u32::MAX).prop_map(EndCondition::Frames),
    ];
    vec(condition, 0..4)
}

/// The same about existing sensors.
fn of_sensors(objects: &[Object], asked: Vec<EndCondition<Index>>) -> Vec<EndCondition> {
    let sensors: Vec<_> = objects.iter().filter(|object| object.behavior.sensor).collect();
    let condition = |condition: EndCondition<Index>| match condition {
        EndCondition::Broken => Some(EndCondition::Broken),
        EndCondition::Sensor(_) if sensors.is_empty() => None,
        EndCondition::Sensor(at) => Some(EndCondition::Sensor(at.get(&sensors).name)),
        EndCondition::Frames(frames) => Some(EndCondition::Frames(frames)),
    };
    let mut all = Vec::new();
    for condition in asked.into_iter().filter_map(condition) {
        if !all.contains(&condition) {
            all.push(condition);
        }
    }
    all
}

/// How a scene opens, and which of its objects is then selected.
fn opening() -> impl Strategy<Value = (Option<Index>, Opening)> {
    let panel = option::of(select(PanelView::ALL.to_vec()));
    let method = option::of(select(Method::all().collect::<Vec<_>>()));
    let view = option::of((point(), View::ZOOMS).prop_map(|(middle, zoom)| View { middle, zoom }));
    let overlays = subsequence(Overlay::ALL.to_vec(), 0..4);
    // What every object has.
    let edit = option::of(select(vec![OpeningEdit::Move, OpeningEdit::End, OpeningEdit::Speed]));
    (option::of(any::<Index>()), panel, method, edit, overlays, view).prop_map(
        |(selected, panel, method, edit, overlays, view)| {
            (selected, Opening { select: None, panel, method, edit, overlays, view })
        },
    )
}

/// The same file as a user might have left it: with a comment above every header and after every
/// key, and numbers written in their own way.
fn annotated(text: &str) -> String {
    let mut result = "# the beginning of the file\n\n".to_owned();
    let mut count = 0;
    let mut in_list = false;
    for line in text.lines() {
        count += 1;
        let begins_list = line.ends_with('[');
        in_list = (in_list || begins_list) && !line.starts_with(']');
        if line.starts_with("[[") {
            let _ = writeln!(result, "# above {count}\n{line} # at {count}");
        } else if line.is_empty() || in_list {
            let _ = writeln!(result, "{line}");
        } else {
            let _ = writeln!(result, "{line} # behind {count}");
        }
    }
    result + "# the end of the file\n"
}

fn comments(text: &str) -> Vec<&str> {
    let words = ["# above", "# at", "# behind", "# the beginning", "# the end"];
    let comment = |line: &'_ str| line.rfind("# ").map(|at| at..line.len());
    let found = text.lines().filter_map(|line| comment(line).map(|range| &line[range]));
    found.filter(|found| words.iter().any(|word| found.starts_with(word))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back_as_the_same_scene(scene in scene()) {
        let text = scene.to_toml();
        prop_assert_eq!(Scene::parse(&text), Ok(scene), "{}", text);
    }

    #[test]
    fn no_scene_needs_more_bytes_than_are_kept_for_it(scene in scene()) {
        let objects: usize = scene.objects.iter().map(object_bytes).sum();
        let expects: usize = scene.expects.iter().map(expect_bytes).sum();
        let head = 2 * (scene.title.shown().len() + scene.note.shown().len() + scene.source.len()) + 2048;
        prop_assert!(scene.to_toml().len() <= head + objects + expects);
    }

    #[test]
    fn an_unchanged_scene_leaves_its_file_as_it_is(scene in scene()) {
        let text = annotated(&scene.to_toml());
        prop_assert_eq!(Scene::parse(&text), Ok(scene.clone()), "{}", text);
        prop_assert_eq!(update_toml(&text, &scene), text);
    }

    #[test]
    fn a_scene_saved_over_any_other_reads_back(old in scene(), new in scene()) {
        let text = update_toml(&annotated(&old.to_toml()), &new);
        prop_assert_eq!(Scene::parse(&text), Ok(new), "{}", text);
    }

    /// Objects move and get velocities, and settings change: every line of the file is still there
    /// with its comment.
    #[test]
    fn what_moves_keeps_every_comment(
        old in scene(),
        shapes in vec(shape(), 8),
        speed in 1..=240u16,
    ) {
        let mut new = old.clone();
        for (object, shape) in new.objects.iter_mut().zip(shapes) {
            if object.kind() == shape.kind().into() {
                object.shape = shape;
            }
        }
        new.settings.speed = speed;
        let text = annotated(&old.to_toml());
        let updated = update_toml(&text, &new);
        prop_assert_eq!(Scene::parse(&updated), Ok(new), "{}", updated);
        prop_assert_eq!(comments(&updated), comments(&text), "{}", updated);
    }

    #[test]
    fn what_is_removed_takes_only_its_own_comments(old in scene(), gone in any::<Index>()) {
        if old.objects.is_empty() {
            return Ok(());
        }
        let mut new = old.clone();
        let gone = new.objects.remove(gone.index(old.objects.len())).name;
        let is_about = |expect: &Expect| {
            expect.subject.names().contains(&gone)
                || expect.first.iter().flatten().any(|name| *name == gone)
        };
        new.expects.retain(|expect| !is_about(expect));
        new.opening.select = new.opening.select.filter(|name| *name != gone);
        for ends in [&mut new.game_ends.win, &mut new.game_ends.lose] {
            ends.retain(|condition| *condition != EndCondition::Sensor(gone));
        }
        let updated = update_toml(&annotated(&old.to_toml()), &new);
        prop_assert_eq!(Scene::parse(&updated), Ok(new.clone()), "{}", updated);
        let tables = new.objects.len() + new.expects.len();
        let above = comments(&updated).into_iter().filter(|found| found.starts_with("# above"));
        prop_assert_eq!(above.count(), tables, "{}", updated);
        prop_assert!(updated.starts_with("# the beginning of the file\n"), "{}", updated);
        prop_assert!(updated.ends_with("# the end of the file\n"), "{}", updated);
    }

    /// Mistakes, each on its own line: every fault is on one of those lines, and each of them has
    /// one.
    #[test]
    fn a_slip_on_one_line_brings_no_fault_on_another(
        scene in scene(),
        slips in vec((any::<Index>(), 0..6usize), 1..4),
    ) {
        let text = scene.to_toml();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut slipped = std::collections::BTreeSet::new();
        for (at, slip) in slips {
            let Some(at) = (!lines.is_empty()).then(|| at.index(lines.len())) else { continue };
            // An open list and a key without = after it would read as one list.
            let is_alone = (at..=at + 2).all(|line| !slipped.contains(&line));
            if is_alone && let Some(line) = with_slip(&lines[at], slip) {
                lines[at] = line;
                slipped.insert(at + 1);
            }
        }
        let text = lines.join("\n");
        let at_fault = match Scene::parse(&text) {
            Ok(_) => std::collections::BTreeSet::new(),
            Err(faults) => faults.iter().map(|fault| fault.line).collect(),
        };
        prop_assert_eq!(at_fault, slipped, "{}", text);
    }

    #[test]
    fn no_text_makes_it_panic_and_every_fault_has_a_place(text in "\\PC{0,200}|[\\x00-\\x7f]{0,200}") {
        check_faults(&text)?;
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in vec(any::<u8>(), 0..300)) {
        check_faults(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn no_damaged_scene_makes_it_panic(
        text in prop_oneof![
            scene().prop_map(|scene| scene.to_toml()),
            select(gallery().to_vec()).prop_map(|(_, text)| text.to_owned()),
        ],
        damage in vec((any::<Index>(), 0..6usize, fragment()), 1..6),
    ) {
        let mut characters: Vec<char> = text.chars().collect();
        for (at, length, fragment) in damage {
            let at = at.index(characters.len() + 1);
            let end = (at + length).min(characters.len());
            characters.splice(at..end, fragment.chars());
        }
        check_faults(&characters.into_iter().collect::<String>())?;
    }
}

/// The line with a typical mistake; `None` if it has no place for that one.
fn with_slip(line: &str, slip: usize) -> Option<String> {
    let (key, value) = line.split_once(" = ")?;
    let is_open = value.ends_with('[');
    match slip {
        0 => Some(format!("{key} {value}")).filter(|_| !is_open),
        1 => value.strip_suffix(']').map(|value| format!("{key} = {value}")),
        2 => Some(format!("{key} = {}", value.strip_prefix('"')?.strip_suffix('"')?))
            .filter(|_| key == "name" || key == "relation"),
        3 => Some(format!("{line} 5")).filter(|_| !is_open),
        4 => Some(format!("{key} = {}", value.replacen(", ", " ", 1)))
            .filter(|_| matches!(key, "at" | "size" | "from" | "to" | "velocity")),
        _ => Some(format!("{key}x = {value}")).filter(|_| matches!(key, "name" | "at" | "size")),
    }
}

fn fragment() -> impl Strategy<Value = String> {
    let tokens = "[ ] [[ ]] \" ' \"\"\" ''' = # \n \r \r\n , . { } \\ \\u202e \u{202e} \u{1b} \u{85} \0 é 箱 0x 1e9 nan - + _ \
        true 2024-01-01 [[box]] [[_]] name at points_=_[";
    let tokens = [""].into_iter().chain(tokens.split(' ')).map(|token| token.replace("_=_", " = "));
    prop_oneof![select(tokens.collect::<Vec<_>>()), "\\PC{0,3}"]
}

fn check_faults(text: &str) -> Result<(), TestCaseError> {
    let Err(faults) = Scene::parse(text) else {
        prop_assert_eq!(update_toml(text, &Scene::parse(text).expect("read before")), text);
        return Ok(());
    };
    prop_assert!(!faults.is_empty());
    prop_assert!(faults.is_sorted());
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = text.split('\n').collect();
    for fault in faults {
        let line = lines.get(fault.line - 1);
        let columns = line.map_or(0, |line| line.chars().count());
        prop_assert!(line.is_some() && (1..=columns + 1).contains(&fault.column), "{}", fault);
        let shown = fault.to_string();
        prop_assert_eq!(printable(&shown), shown);
    }
    Ok(())
}
