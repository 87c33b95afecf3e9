//! Frames of one mover among static and kinematic things, compared with answers that were worked
//! out by other means.

use serde_json::{Value, json};

use crate::methods::Method;
use crate::world::limits::Budget;
use crate::world::response::{BodyState, ContactEvent, ContactSolver};
use crate::world::{Body, ContactReply, MemoryLimit, Response};
use hitscan_geom::{
    Aabb, Blocked, Fraction, Milli, Moving, MovingRegion, Normal, Point, Polygon, Shape, Side,
    Sides, Vector, contacts,
};

fn milli(number: &Value) -> Milli {
    number.to_string().parse().expect("a decimal")
}

fn point(at: &Value) -> Point {
    Point::new(milli(&at[0]), milli(&at[1]))
}

fn vector(at: &Value) -> Vector {
    if at.is_null() { Vector::ZERO } else { Vector::new(milli(&at[0]), milli(&at[1])) }
}

fn shape(object: &Value) -> Shape {
    if let Some(corners) = object["box"].as_array() {
        let at = |i: usize| milli(&corners[i]);
        let corners = [Point::new(at(0), at(1)), Point::new(at(2), at(3))];
        return Shape::Box(Aabb::from_corners(corners[0], corners[1]).expect("a box"));
    }
    let vertices: Vec<_> =
        object["polygon"].as_array().expect("vertices").iter().map(point).collect();
    Shape::Polygon(Polygon::new(&vertices).expect("a polygon"))
}

fn bounds(shape: &Shape) -> Aabb {
    let (min, max) = shape.bounds();
    Aabb::from_corners(min, max).expect("it has an area")
}

fn add(solver: &mut ContactSolver, object: &Value, body: Body, response: Response) {
    let shape = shape(object);
    let line = Moving::new(bounds(&shape), vector(&object["velocity"])).expect("in range");
    let one_way = object["one_way"].as_array().map_or(Sides::NONE, |sides| {
        let is_named = |side: &Side| sides.iter().any(|it| it.as_str() == Some(side.token()));
        Side::ALL.into_iter().filter(is_named).collect()
    });
    let state = BodyState { line, body, response, one_way };
    match shape {
        Shape::Polygon(polygon) => solver.add_polygon(state, polygon),
        _ => solver.add(state),
    }
}

fn number(milli: Milli) -> Value {
    serde_json::from_str(&milli.to_string()).expect("a number")
}

fn pair(v: Vector) -> Value {
    json!([number(v.x), number(v.y)])
}

/// A region on a line that is given for its bounding box.
fn on_line(shape: &Shape, line: &Moving) -> MovingRegion {
    let start = bounds(shape).displacement_to(&line.start());
    let region = MovingRegion::new(shape.clone(), Vector::ZERO).expect("a region");
    region.continued(start, line.motion()).expect("in range")
}

fn contact(
    event: &ContactEvent,
    objects: &[&Value],
    is_put_out: bool,
    next: Option<Vector>,
) -> Value {
    // The mover is the first body, even where a kinematic one came to it.
    let k = usize::from(event.pair[1] == 0);
    let [mover, other] = [event.pair[k], event.pair[1 - k]];
    let with = other - 1;
    let t = event.t.map(|t| Fraction::from(t).to_string());
    if event.reply == ContactReply::Wedged {
        return json!({"with": with, "t": t, "wedged": true});
    }
    let regions = [(mover, k), (other, 1 - k)]
        .map(|(index, k)| on_line(&shape(objects[index]), &event.approach[k]));
    let motion = regions[0].motion_relative_to(&regions[1]);
    let at = event.t.map(Fraction::from).expect("a time");
    let mut all = contacts(&regions[0], &regions[1], at).expect("contacts");
    all.retain(|contact| contact.is_entered_by(motion));
    let counts = |normal: Normal| {
        // What is put out names all that it went into.
        let sides = objects[other]["one_way"].as_array().filter(|_| !is_put_out);
        let side = |side: &Side| normal.points_to(*side);
        sides.is_none_or(|sides| {
            let named = |it: &Side| sides.iter().any(|s| s.as_str() == Some(it.token()));
            Side::ALL.iter().any(|it| named(it) && side(it))
        })
    };
    let all: Vec<_> = all.iter().filter_map(|contact| contact.counting(counts)).collect();
    let Blocked { edges, corners, normals } = Blocked::of(&all);
    let is_box = objects[other]["box"].is_array();
    let name = |index: usize, names: [&str; 4]| {
        if is_box { json!(names[index]) } else { json!(index) }
    };
    let listed = |mut found: Vec<usize>, names, first: usize| -> Vec<Value> {
        if is_box {
            found.sort_by_key(|index| (index + first) % 4);
        }
        found.into_iter().map(|index| name(index, names)).collect()
    };
    let mut found = json!({
        "with": with,
        "t": t,
        "edges": listed(edges, ["top", "right", "bottom", "left"], 1),
        "corners": listed(corners, ["left-top", "right-top", "right-bottom", "left-bottom"], 0),
        "normals": normals.iter().map(|n| json!([n.x, n.y])).collect::<Vec<_>>(),
    });
    if is_put_out {
        found["to"] = next.map_or(Value::Null, pair);
    } else {
        found["velocity"] = pair(event.after[k]);
    }
    found
}

/// What the solver answers, in the words of the file.
fn answered(question: &Value) -> Value {
    let mover = &question["mover"];
    let response =
        Response::ALL.into_iter().find(|it| Some(it.token()) == mover["response"].as_str());
    let response = response.expect("a response");
    let mut solver = ContactSolver::default();
    let others: Vec<_> = question["others"].as_array().expect("a list").iter().collect();
    add(&mut solver, mover, Body::Dynamic, response);
    for other in &others {
        let body = if other["velocity"].is_null() { Body::Static } else { Body::Kinematic };
        add(&mut solver, other, body, Response::Pass);
    }
    for (number, _) in others.iter().enumerate().filter(|(_, it)| it["dropped"] == json!(true)) {
        solver.one_ways.drops.push([0, number + 1]);
    }
    let mut goes_on = |_| false;
    let mut budget = Budget::new(MemoryLimit::default(), 0, &mut goes_on);
    solver.resolve(Method::SWEPT, &mut budget).expect("a frame");
    let objects: Vec<_> = [mover].into_iter().chain(others).collect();
    let displacement = |line: &Moving| solver.bodies[0].line.start().displacement_to(&line.end());
    let events = &solver.events;
    let is_put_out = response == Response::PushOut;
    let end = displacement(&solver.trajectories[0].line);
    let contacts = events.iter().enumerate().filter(|(_, event)| event.t.is_some());
    let contacts = contacts.map(|(number, event)| {
        let next = events
            .get(number + 1)
            .map_or(end, |next| displacement(&next.approach[usize::from(next.pair[1] == 0)]));
        contact(event, &objects, is_put_out, Some(next))
    });
    let has = |reply| events.iter().any(|event| event.reply == reply);
    let state = match () {
        () if has(ContactReply::Wedged) => "wedged",
        () if has(ContactReply::GaveUp) => "gave-up",
        () if has(ContactReply::Crushed) => "crushed",
        () => "moved",
    };
    let mut passing: Vec<_> = solver.one_ways.passing.iter().collect();
    passing.sort_by_key(|it| it.pair[1]);
    let passes = passing.into_iter().map(|it| {
        let mut keys = json!({"with": it.pair[1] - 1, "why": it.why.token()});
        if let Some(t) = it.t {
            keys["t"] = json!(Fraction::from(t).to_string());
            keys["normals"] = it.normals.iter().map(|n| json!([n.x, n.y])).collect();
        }
        keys
    });
    let passes: Vec<_> = passes.collect();
    json!({
        "passes": passes,
        "displacement": pair(end),
        "velocity": pair(solver.trajectories[0].velocity),
        "contacts": contacts.collect::<Vec<_>>(),
        "state": state,
    })
}

/// Numbers as they are written, whether with decimals or not.
fn same_numbers(value: &Value) -> String {
    value.to_string().replace(".0,", ",").replace(".0]", "]")
}

/// The frames in which a mover does otherwise than it should.
fn wrong(lines: &str, is_one_way: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for line in lines.lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let mut wanted = case["out"].clone();
        // What starts inside an ordinary thing passes it without a note.
        let passes = wanted["passes"].as_array().cloned().unwrap_or_default();
        let with = |it: &Value| it["with"].as_u64().and_then(|with| usize::try_from(with).ok());
        let is_noted = |it: &Value| {
            is_one_way && with(it).is_some_and(|at| case["in"]["others"][at]["one_way"].is_array())
        };
        wanted["passes"] = passes.into_iter().filter(is_noted).collect();
        let (found, wanted) = (same_numbers(&answered(&case["in"])), same_numbers(&wanted));
        if found != wanted {
            let (id, question) = (&case["id"], &case["in"]);
            wrong.push(format!("{id}\n  in     {question}\n  found  {found}\n  wanted {wanted}"));
        }
    }
    wrong
}

#[test]
fn frames_of_one_mover_agree_with_answers_worked_out_elsewhere() {
    let wrong = wrong(include_str!("../../../../tests/fixtures/shapes/steps.ndjson"), false);
    assert!(wrong.is_empty(), "{} of 225:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn frames_with_one_way_things_agree_with_answers_worked_out_elsewhere() {
    let wrong = wrong(include_str!("../../../../tests/fixtures/shapes/one_way.ndjson"), true);
    assert!(wrong.is_empty(), "{} of 156:\n{}", wrong.len(), wrong.join("\n"));
}
