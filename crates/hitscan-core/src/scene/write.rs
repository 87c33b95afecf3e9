//! Writes scenes: keys and values as text, and whole files.

use std::fmt::Write;

use toml_edit::Value;

use super::{
    Declaration, EndCondition, Expect, ExpectSubject, ExpectedTime, Opening, Scene, SceneText, View,
};
use crate::methods::Method;
use crate::world::{Attribute, Behavior, Body, Crowd, Name, Object, Settings, World};
use hitscan_geom::{Direction, Milli, Point, Shape, Vector};

/// A key and its value, as written in a file.
pub(super) type KeyText = (&'static str, String);

impl Scene {
    /// The scene as text that reads back as the same scene. Default settings are omitted.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let plain = Self::default();
        let unsaid = keys_of_scene(&plain);
        for ((key, value), (_, default)) in keys_of_scene(self).into_iter().zip(unsaid) {
            if let Some(value) = value.filter(|value| Some(value) != default.as_ref()) {
                write_key(&mut text, &(key, value));
            }
        }
        write_steps(&mut text, self);
        for item in self.declarations() {
            let (header, keys) = table_of(item, &self.settings);
            write_header(&mut text, header);
            for key in &keys {
                write_key(&mut text, key);
            }
        }
        for expect in &self.expects {
            write_header(&mut text, "expect");
            for key in keys_of_expect(expect) {
                write_key(&mut text, &key);
            }
        }
        text
    }
}

fn write_steps(text: &mut String, scene: &Scene) {
    for step in &scene.steps {
        write_header(text, "step");
        write_key(text, &("keys", quoted(&step.written_keys())));
        write_key(text, &("text", in_languages(&step.text)));
    }
}

/// A text, or a table of it by language.
fn in_languages(text: &SceneText) -> String {
    match text {
        SceneText::Plain(text) => quoted(text),
        SceneText::ByLanguage(all) => {
            let each = all.iter().map(|(language, text)| format!("{language} = {}", quoted(text)));
            format!("{{ {} }}", comma_separated(each))
        }
    }
}

fn write_header(text: &mut String, header: &str) {
    let blank_line = if text.is_empty() { "" } else { "\n" };
    let _ = writeln!(text, "{blank_line}[[{header}]]");
}

fn write_key(text: &mut String, (key, value): &KeyText) {
    let _ = writeln!(text, "{key} = {value}");
}

/// All keys above the first header, each with its value, if any.
pub(super) fn keys_of_scene(scene: &Scene) -> [(&'static str, Option<String>); 19] {
    let Settings { response, side, boundary_rule, axes, gravity, broad_phase, speed } =
        scene.settings;
    let Opening { select, panel, method, edit, overlays, view } = &scene.opening;
    let layers = list(overlays.iter().map(|overlay| quoted(overlay.token())));
    [
        ("title", Some(in_languages(&scene.title))),
        ("note", Some(in_languages(&scene.note))),
        ("search", Some(list(scene.search.iter().map(|word| quoted(word))))),
        ("source", Some(quoted(&scene.source))),
        ("axes", Some(quoted(axes.token()))),
        ("response", Some(quoted(response.token()))),
        ("side", Some(quoted(side.id()))),
        ("contact", Some(quoted(boundary_rule.token()))),
        ("gravity", Some(vector(gravity, &scene.settings))),
        ("broad_phase", broad_phase.map(|which| quoted(which.token()))),
        ("speed", Some(speed.to_string())),
        ("select", select.as_ref().map(|name| quoted(name.as_str()))),
        ("panel", panel.map(|panel| quoted(panel.token()))),
        ("method", method.map(|method| quoted(method.id()))),
        ("edit", edit.map(|edit| quoted(edit.token()))),
        ("overlays", Some(layers)),
        ("view", view.map(|view| view_text(view, &scene.settings))),
        ("win", conditions(&scene.game_ends.win)),
        ("lose", conditions(&scene.game_ends.lose)),
    ]
}

/// One condition, or a list of them.
fn conditions(all: &[EndCondition]) -> Option<String> {
    match all {
        [] => None,
        [one] => Some(quoted(&one.to_string())),
        several => Some(list(several.iter().map(|each| quoted(&each.to_string())))),
    }
}

fn view_text(View { middle, zoom }: View, settings: &Settings) -> String {
    format!("[{}, {}, {}]", middle.x, settings.read_y(middle.y), View::factor(zoom))
}

/// The header and the keys of something new in the file.
pub(super) fn table_of(item: Declaration<'_>, settings: &Settings) -> (&'static str, Vec<KeyText>) {
    match item {
        Declaration::Object(object) => (object.kind().token(), keys_of_object(object, settings)),
        Declaration::Crowd(crowd) => (CROWD, keys_of_crowd(crowd, settings)),
    }
}

/// The header of a crowd.
pub(super) const CROWD: &str = "crowd";

/// All keys of a crowd.
fn keys_of_crowd(crowd: &Crowd, settings: &Settings) -> Vec<KeyText> {
    let Crowd { name, count, kind, area, size, grid, speed, layout, apart, seed } = crowd;
    let [one, other] = [area.min(), area.max()].map(|corner| settings.read_y(corner.y));
    let (left, right, top, bottom) = (area.left(), area.right(), one.min(other), one.max(other));
    vec![
        ("name", quoted(name.as_str())),
        ("count", count.to_string()),
        ("kind", quoted(kind.token())),
        ("area", format!("[{left}, {top}, {right}, {bottom}]")),
        ("size", pair(size[0], size[1])),
        ("grid", grid.to_string()),
        ("speed", pair(speed[0], speed[1])),
        ("layout", quoted(layout.token())),
        ("apart", apart.to_string()),
        ("seed", seed.to_string()),
    ]
}

/// The keys of an object that is new in the file.
pub(super) fn keys_of_object(object: &Object, settings: &Settings) -> Vec<KeyText> {
    let mut keys = vec![("name", quoted(object.name.as_str()))];
    match &object.shape {
        Shape::Box(shape) => {
            keys.push(("at", point(shape.min(), settings)));
            keys.push(("size", pair(shape.width(), shape.height())));
        }
        Shape::Segment(laser) if object.is_point => {
            keys.push(("at", point(laser.start(), settings)));
        }
        Shape::Segment(laser) => {
            keys.push(("from", point(laser.start(), settings)));
            keys.push(("to", point(laser.end(), settings)));
        }
        Shape::Polygon(polygon) => keys.push(("points", points(polygon.vertices(), settings))),
    }
    if object.velocity != Vector::ZERO {
        keys.push(("velocity", vector(object.velocity, settings)));
    }
    keys.extend(key_of_body(object));
    let attributes = object.behavior.attributes().into_iter();
    keys.extend(attributes.filter_map(|attribute| Some((attribute.key(), text_of(&attribute)?))));
    keys
}

/// The key for what moves an object, if it differs from the default.
pub(super) fn key_of_body(object: &Object) -> Option<KeyText> {
    match (&object.shape, object.body) {
        (Shape::Box(_), Body::Dynamic) if !object.behavior.sensor => None,
        (Shape::Box(_), body) => Some(("body", quoted(body.token()))),
        (Shape::Segment(_), Body::Static) => Some(("fixed", true.to_string())),
        (Shape::Segment(_), _) => None,
        (Shape::Polygon(_), body) => {
            // What `body` is without the key.
            let moves = object.velocity != Vector::ZERO || object.behavior.is_steered();
            let is_dynamic = moves && !object.behavior.sensor;
            let unsaid = if is_dynamic { Body::Dynamic } else { Body::Static };
            (body != unsaid).then(|| ("body", quoted(body.token())))
        }
    }
}

/// The value of an attribute, if there is one.
fn text_of(attribute: &Attribute) -> Option<String> {
    Some(match attribute {
        Attribute::Response(response) => quoted((*response)?.token()),
        Attribute::BreaksAfter(count) => (*count)?.to_string(),
        Attribute::Sensor(sensor) => sensor.then_some(*sensor)?.to_string(),
        Attribute::OnEnter(action) => quoted((*action)?.token()),
        Attribute::Message(message) => quoted(message.as_ref()?),
        // Speeds have no direction that could be flipped.
        Attribute::Steer(speeds) => pair((*speeds)?.x, (*speeds)?.y),
        Attribute::Jump(speed) => (*speed)?.to_string(),
        Attribute::NameShown(shown) => (!shown).then_some(*shown)?.to_string(),
        Attribute::Tint(tint) => (*tint)?.number().to_string(),
        Attribute::Beam(beam) => beam.then_some(*beam)?.to_string(),
        Attribute::OneWay(sides) => {
            let mut all = sides.iter().map(|side| quoted(side.token()));
            match (sides.len(), all.next()) {
                (_, None) => return None,
                (1, Some(one)) => one,
                (_, Some(first)) => list(std::iter::once(first).chain(all)),
            }
        }
    })
}

pub(super) fn pair(x: Milli, y: Milli) -> String {
    format!("[{x}, {y}]")
}

pub(super) fn point(at: Point, settings: &Settings) -> String {
    pair(at.x, settings.read_y(at.y))
}

pub(super) fn vector(by: Vector, settings: &Settings) -> String {
    pair(by.x, settings.read_y(by.y))
}

/// Points on one line, or several lines if there are many.
pub(super) fn points(vertices: &[Point], settings: &Settings) -> String {
    const MOST_A_LINE: usize = 8;
    let line = |some: &[Point]| comma_separated(some.iter().map(|&vertex| point(vertex, settings)));
    if vertices.len() <= MOST_A_LINE {
        return format!("[{}]", line(vertices));
    }
    let lines: Vec<String> = vertices.chunks(MOST_A_LINE).map(line).collect();
    format!("[\n  {},\n]", lines.join(",\n  "))
}

/// The keys of an expectation that check something.
pub(super) fn keys_of_expect(expect: &Expect) -> Vec<KeyText> {
    let names = |all: &[Name]| list(all.iter().map(|name| quoted(name.as_str())));
    let mut keys = vec![match &expect.subject {
        ExpectSubject::Pair(pair) => ("pair", names(pair)),
        ExpectSubject::Laser(name) => ("object", quoted(name.as_str())),
    }];
    let mut say = |key, value: Option<String>| keys.extend(value.map(|value| (key, value)));
    let frames = Some(expect.after_frames).filter(|&frames| frames > 0);
    say("after_frames", frames.map(|frames| frames.to_string()));
    let after = Some(&expect.after).filter(|after| !after.is_empty());
    say("after", after.map(|lines| list(lines.iter().map(|line| quoted(line)))));
    say("relation", expect.relation.map(|relation| quoted(relation.token())));
    say("result", expect.result.map(|result| quoted(result.token())));
    say("responded", expect.responded.map(|result| quoted(result.token())));
    say("direction", expect.direction.map(direction));
    say("outcome", expect.outcome.map(|outcome| quoted(outcome.token())));
    let sides = expect.sides.map(|sides| list(sides.iter().map(|side| quoted(side.token()))));
    say("sides", sides);
    let numbers = |all: &Vec<usize>| list(all.iter().map(usize::to_string));
    say("edges", expect.edges.as_ref().map(numbers));
    say("corners", expect.corners.as_ref().map(numbers));
    let normals = expect.normals.as_ref();
    say("normals", normals.map(|all| list(all.iter().map(|[x, y]| format!("[{x}, {y}]")))));
    say("t", expect.t.map(time));
    let reasons = expect.reasons.as_ref();
    say("reasons", reasons.map(|all| list(all.iter().map(|reason| quoted(reason.code())))));
    let wrong = expect.wrong.as_ref();
    say("wrong", wrong.map(|_| list(expect.wrong_names().map(quoted))));
    let answer =
        |(method, answer): &(Method, &'static str)| format!("{} = {}", method.id(), quoted(answer));
    let says = expect.says.as_ref().map(|all| comma_separated(all.iter().map(answer)));
    say("says", says.map(|says| format!("{{ {says} }}")));
    say("first", expect.first.as_deref().map(names));
    keys
}

fn direction(direction: Direction) -> String {
    match direction {
        Direction::None => list([]),
        Direction::Approach(approach) => list([quoted(approach.token())]),
        Direction::Sides(sides) => list(sides.iter().map(|side| quoted(side.token()))),
        Direction::Edges(first, second) => {
            list(std::iter::once(first).chain(second).map(|edge| edge.to_string()))
        }
        Direction::Corner(corner) => list([quoted(&format!("corner-{corner}"))]),
        Direction::Inside => list([quoted("inside")]),
    }
}

fn time(time: ExpectedTime) -> String {
    match time {
        ExpectedTime::Frame(t) => quoted(&t.to_string()),
        ExpectedTime::Segment(both) => list(both.map(|t| quoted(&t.to_string()))),
    }
}

fn list(values: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", comma_separated(values))
}

fn comma_separated(values: impl IntoIterator<Item = String>) -> String {
    values.into_iter().collect::<Vec<_>>().join(", ")
}

pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

// How long the text of a scene can become as its objects move and are renamed. A scene within
// these bounds can always be written, recorded and read back. They apply to files as well as to
// everything added later.

impl Scene {
    /// The largest text of a scene, in bytes: 16 MiB. A file of up to 1 MiB can always be rewritten
    /// in our own, longer form, and so can [`World::MAX_OBJECTS`] boxes.
    pub const MAX_BYTES: usize = 16 << 20;
    /// The most values in a text, counted by what precedes them: `=`, `[` and commas. They
    /// determine how much memory parsing takes.
    pub const MAX_VALUES: usize = 2 << 20;
    /// The most bytes that all objects may need.
    pub const MAX_OBJECT_BYTES: usize = FRAME * World::MAX_OBJECTS;
    /// The most bytes that all expectations may need.
    pub const MAX_EXPECT_BYTES: usize = 3200 << 10;
    /// The most bytes that all objects and expectations may need together.
    pub const MAX_TABLE_BYTES: usize = Self::MAX_BYTES - HEAD_BYTES;
    /// The most bytes that the title, the note with its steps, the words to search by and the
    /// source may need together.
    pub const MAX_TEXT_BYTES: usize = 8 * World::MAX_TITLE_BYTES;
}

/// The most bytes of everything above the first object: all texts, the settings, and how it opens.
const HEAD_BYTES: usize = Scene::MAX_TEXT_BYTES + 2048;

/// How many bytes the texts of a scene need, with the longest title that it can be given.
pub(super) fn text_bytes(scene: &Scene) -> usize {
    let texts = keys_of_scene(scene).into_iter().take_while(|(key, _)| *key != "axes");
    let bytes = |(key, value): (&str, Option<String>)| {
        let bytes = value.map_or(0, |value| value.len());
        if key == "title" { bytes.max(2 * World::MAX_TITLE_BYTES) } else { bytes }
    };
    let above: usize = texts.map(bytes).sum();
    let mut steps = String::new();
    write_steps(&mut steps, scene);
    above + steps.len()
}

/// A header, a name, two points, a velocity and a body, all at their longest.
const FRAME: usize = 160;

const _: () = assert!(
    Scene::MAX_OBJECT_BYTES <= Scene::MAX_TABLE_BYTES,
    "there is room for as many boxes as a world holds"
);

/// The most bytes that an object needs, wherever it is and however it moves.
pub fn object_bytes(object: &Object) -> usize {
    shape_bytes(&object.shape) + behavior_bytes(&object.behavior)
}

/// The most bytes that a box's behavior needs.
fn behavior_bytes(behavior: &Behavior) -> usize {
    /// All keys except the message, at their longest.
    const KEYS: usize = 220;
    // The key, and each character escaped with a backslash.
    let of_message = |message: &str| "message = \"\"\n".len() + 2 * message.len();
    if *behavior == Behavior::default() {
        return 0;
    }
    KEYS + behavior.message.as_deref().map_or(0, of_message)
}

/// The most bytes that an object of this shape needs without a behavior.
fn shape_bytes(shape: &Shape) -> usize {
    /// `[-15999.999, -15999.999], ` and its share of the line.
    const VERTEX: usize = 27;
    match shape {
        Shape::Box(_) | Shape::Segment(_) => FRAME,
        Shape::Polygon(polygon) => FRAME + VERTEX * polygon.vertices().len(),
    }
}

/// The most bytes that the objects of a crowd need.
pub const fn crowd_bytes(crowd: &Crowd) -> usize {
    crowd.count as usize * FRAME
}

/// The most bytes that an expectation needs, with the longest names.
pub fn expect_bytes(expect: &Expect) -> usize {
    const HEADER: usize = "\n[[expect]]\n".len();
    let lines = keys_of_expect(expect).into_iter().map(|(key, value)| {
        let names = match key {
            "pair" | "object" => expect.subject.names(),
            "first" => expect.first.as_deref().unwrap_or_default(),
            _ => &[],
        };
        let longer: usize = names.iter().map(|name| Name::MAX_LEN - name.as_str().len()).sum();
        key.len() + " = ".len() + value.len() + longer + "\n".len()
    });
    HEADER + lines.sum::<usize>()
}

/// The number of values in a text.
pub(super) fn values(text: &str) -> usize {
    text.bytes().filter(|byte| matches!(byte, b'=' | b'[' | b',')).count()
}
