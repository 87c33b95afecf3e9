//! An object in exact numbers, and a pair as a line for `hitscan query`.

use serde::ser::{Error, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{Text, json, write_line};
use crate::engine::Pair;
use crate::methods::{Case, defining_points};
use crate::world::{Attribute, Object, OnEnter, Response, Settings, Tint};
use hitscan_geom::{Fraction, Milli, Point, Shape, Side, Vector};

/// Writes an object with a line feed, as users read it.
///
/// # Panics
/// Never: writing to a `String` cannot fail.
pub fn write_object(object: &Object, settings: &Settings, out: &mut String) {
    write_line(&ObjectLine { object, settings }, out);
}

struct ObjectLine<'a> {
    object: &'a Object,
    settings: &'a Settings,
}

impl Serialize for ObjectLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Object { name, shape, velocity, body, behavior, is_point } = self.object;
        let kind = self.object.kind().token();
        let read = |x, y| [x, self.settings.read_y(y)].map(|n| Text(Fraction::from(n)));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("event", "object")?;
        map.serialize_entry("name", name.as_str())?;
        map.serialize_entry("kind", kind)?;
        if *is_point {
            let (at, _) = shape.bounds();
            map.serialize_entry(kind, &read(at.x, at.y))?;
            return map.end();
        }
        map.serialize_entry(kind, &Coordinates::of(shape, |point| read(point.x, point.y)))?;
        map.serialize_entry("velocity", &read(velocity.x, velocity.y))?;
        map.serialize_entry("fixed", &self.object.is_static())?;
        if shape.as_box().is_some() {
            map.serialize_entry("body", body.token())?;
        }
        let attributes = behavior.attributes().into_iter().filter(|each| !each.is_none());
        for attribute in attributes {
            map.serialize_entry(attribute.key(), &attribute)?;
        }
        map.end()
    }
}

/// The value of an attribute that is set.
impl Serialize for Attribute {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = |n: Milli| Text(Fraction::from(n));
        match self {
            Attribute::Response(response) => response.map(Response::token).serialize(serializer),
            Attribute::BreaksAfter(count) => count.serialize(serializer),
            Attribute::Sensor(sensor) => sensor.serialize(serializer),
            Attribute::OnEnter(action) => action.map(OnEnter::token).serialize(serializer),
            Attribute::Message(message) => message.as_deref().serialize(serializer),
            Attribute::Steer(speeds) => speeds.map(|v| [v.x, v.y].map(text)).serialize(serializer),
            Attribute::Jump(speed) => speed.map(text).serialize(serializer),
            Attribute::NameShown(shown) => shown.serialize(serializer),
            Attribute::Tint(tint) => tint.map(Tint::number).serialize(serializer),
            Attribute::Beam(beam) => beam.serialize(serializer),
            Attribute::OneWay(sides) => serializer.collect_seq(sides.iter().map(Side::token)),
        }
    }
}

/// The coordinates of a shape: four numbers, or a pair for each vertex.
#[derive(Serialize)]
#[serde(untagged)]
enum Coordinates<T> {
    Row(Vec<T>),
    Pairs(Vec<[T; 2]>),
}

impl<T> Coordinates<T> {
    fn of(shape: &Shape, read: impl Fn(Point) -> [T; 2]) -> Self {
        let points = defining_points(shape).map(read);
        match shape {
            Shape::Box(_) | Shape::Segment(_) => Self::Row(points.flatten().collect()),
            Shape::Polygon(_) => Self::Pairs(points.collect()),
        }
    }
}

/// Writes a pair in the input format of `hitscan query`, y down, with a line feed. Two boxes
/// include the motion that was judged, if there was one.
///
/// # Panics
/// Never: writing to a `String` cannot fail.
pub fn write_query(pair: &Pair, out: &mut String) {
    let (a, b) = (&pair.a, &pair.b);
    let id = format!("{} {}", a.name, b.name);
    let moving = pair.pair_result.frame.filter(|[a, b]| a.motion() != b.motion());
    let Some(both) = moving else {
        let [a, b] = [a, b].map(|each| QueryShape {
            is_point: each.is_point,
            ..QueryShape::at_rest(each.shape.clone())
        });
        return write_line(&QueryLine { id, a, b, frame: None }, out);
    };
    // A deflected motion leads to the contact, not to the boxes' current places. The boxes are then
    // given at the start of the frame.
    let ends = both.map(|moving| moving.end());
    let is_straight =
        [a, b].into_iter().zip(&ends).all(|(each, end)| each.shape == Shape::Box(*end));
    let (at, frame) =
        if is_straight { (ends, "end") } else { (both.map(|moving| moving.start()), "start") };
    let given = |index: usize| QueryShape {
        velocity: Some(both[index].motion()),
        ..QueryShape::at_rest(Shape::Box(at[index]))
    };
    write_line(&QueryLine { id, a: given(0), b: given(1), frame: Some(frame) }, out);
}

/// A line for `hitscan query`.
#[derive(Clone, Debug, Serialize)]
pub struct QueryLine {
    /// The id of the answer.
    pub id: String,
    /// The first shape.
    pub a: QueryShape,
    /// The second shape.
    pub b: QueryShape,
    /// Which end of the frame the positions refer to: `start` or `end`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<&'static str>,
}

/// A shape with its velocity, if it has one.
#[derive(Clone, Debug)]
pub struct QueryShape {
    /// The shape.
    pub shape: Shape,
    /// Its displacement in the frame.
    pub velocity: Option<Vector>,
    /// Whether it is a point, which is a laser of no length.
    pub is_point: bool,
}

impl QueryShape {
    const fn at_rest(shape: Shape) -> Self {
        Self { shape, velocity: None, is_point: false }
    }
}

impl Case {
    /// The case as a line for `hitscan query`, without a line feed.
    pub fn query(&self, id: &str) -> String {
        json(&self.query_line(id.to_owned()))
    }

    /// The case as a query.
    pub fn query_line(&self, id: String) -> QueryLine {
        let ([a, b], motions) = (self.shapes(), self.motions());
        let [of_a, of_b] = motions.map(|motion| (motion != Vector::ZERO).then_some(motion));
        let a = QueryShape { velocity: of_a, ..QueryShape::at_rest(a) };
        let is_point = matches!(self, Self::Point(_));
        let b = QueryShape { shape: b, velocity: of_b, is_point };
        QueryLine { id, a, b, frame: None }
    }
}

impl Serialize for QueryShape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let exact = |point: Point| [ExactNumber(point.x), ExactNumber(point.y)];
        if self.is_point {
            let (at, _) = self.shape.bounds();
            map.serialize_entry("point", &exact(at))?;
            return map.end();
        }
        let coordinates = Coordinates::of(&self.shape, exact);
        map.serialize_entry(self.shape.kind().token(), &coordinates)?;
        if let Some(velocity) = self.velocity {
            map.serialize_entry("velocity", &[ExactNumber(velocity.x), ExactNumber(velocity.y)])?;
        }
        map.end()
    }
}

/// A coordinate as an exact JSON number.
struct ExactNumber(Milli);

impl Serialize for ExactNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.to_string()).map_err(S::Error::custom)?.serialize(serializer)
    }
}
