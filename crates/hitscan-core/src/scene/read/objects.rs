//! Reads objects, which are boxes, lasers, polygons and points with their bodies and behaviours, and crowds;
//! and the keys that each of them may have.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::fields::{Field, Given, Reader, Table};
use crate::scene::excerpt;
use crate::words::{all_of, any_of, flat_box, nearest, no_size};
use crate::world::{
    Behavior, Body, Crowd, CrowdKind, CrowdLayout, Name, Object, ObjectKind, OnEnter, Response,
    Tint, World,
};
use hitscan_geom::{
    Aabb, Milli, Origin, Point, Polygon, Segment, Shape, ShapeError, Side, Sides, Vector,
};

/// What the pieces of the file read so far declare.
#[derive(Default)]
pub(super) struct Declared {
    /// The kind of each object and the line of its name.
    pub(super) names: BTreeMap<Name, (ObjectKind, usize)>,
    /// Whether the names are complete: no fault hides one.
    pub(super) is_complete: bool,
    /// The names of sensors, and of faulty objects, which may be sensors.
    pub(super) sensors: BTreeSet<Name>,
    pub(super) objects: Vec<Object>,
    pub(super) crowds: Vec<Crowd>,
    /// How many objects there are, including faulty ones.
    pub(super) count: usize,
    /// Whether there are more than a world holds.
    pub(super) is_too_much: bool,
}

const POSITION: &str = "two numbers in brackets, such as [10, 4]";
const SPOT: &str = "one x and one y in brackets, such as [10, 4]";
const SIZE: &str = "a width and a height in brackets, such as [16, 8]";
const CORNERS: &str = "two opposite corners, such as [[10, 4], [26, 12]]";
const POINTS: &str = "a list of points, such as [[30, 4], [38, 4], [30, 12]]";

impl Reader<'_> {
    pub(super) fn object(
        &mut self,
        kind: ObjectKind,
        table: &Table<'_>,
        declared: &mut Declared,
    ) -> Option<Object> {
        let faults = self.source.count();
        self.check_keys(table, TablePlace::Object(kind));
        let name = self.name(kind, table, declared);
        declared.is_complete &= name.is_some();
        let who = match name {
            Some(name) => format!("{} \"{name}\"", kind.token()),
            None => format!("[[{}]]", kind.token()),
        };
        let shape = match kind {
            ObjectKind::Box => self.rectangle(table, &who).map(Shape::Box),
            ObjectKind::Laser => self.laser(table, &who).map(Shape::Segment),
            ObjectKind::Polygon => self.polygon(table, &who).map(Shape::Polygon),
            ObjectKind::Point => self.spot(table, &who).map(Shape::Segment),
        };
        let behavior = self.behavior(kind, table);
        let body = self.body(kind, table, &behavior);
        let velocity = self.velocity(table, &who, body);
        if let Some(given) = table.field("one_way").map(|field| field.given())
            && body == Some(Body::Dynamic)
            && !behavior.one_way.is_empty()
            // Without the key `body`, this one may still be right.
            && !["body", "fixed"].iter().any(|key| self.is_lost(table, key))
        {
            let message = format!("a dynamic {}; it must be static or kinematic", kind.token());
            self.refuse(&given, message);
        }
        if behavior.sensor || self.source.count() > faults || self.source.is_damaged(&table.extent)
        {
            declared.sensors.extend(name);
        }
        let behavior = behavior.into();
        let (name, shape, velocity, body) = (name?, shape?, velocity?, body?);
        let is_point = kind == ObjectKind::Point;
        Some(Object { name, shape, velocity, body, behavior, is_point })
    }

    fn name(
        &mut self,
        kind: ObjectKind,
        table: &Table<'_>,
        declared: &mut Declared,
    ) -> Option<Name> {
        let header = format!("[[{}]]", kind.token());
        let field =
            self.needed(table, "name", &header, "a name, such as name = \"A\", is missing")?;
        let given = field.given();
        let text = self.text_of(&given, "a name between quotation marks, such as \"A\"")?;
        let name = match Name::new(&text) {
            Ok(name) => name,
            Err(fault) => {
                return self.refused(&given, fault.to_string());
            }
        };
        let line = self.source.line(given.span.start);
        if let Some((kind, first)) = declared.names.get(&name) {
            self.refuse(
                &given,
                format!("the {} on line {first} has that name already", kind.token()),
            );
            return Some(name);
        }
        declared.names.insert(name, (kind, line));
        Some(name)
    }

    /// A required key.
    pub(super) fn needed<'d>(
        &mut self,
        table: &Table<'d>,
        key: &str,
        who: &str,
        message: &str,
    ) -> Option<Field<'d>> {
        let field = table.field(key);
        if field.is_none() {
            self.missing(table, who, key, message);
        }
        field
    }

    fn rectangle(&mut self, table: &Table<'_>, who: &str) -> Option<Aabb> {
        let [at, size, origin] = ["at", "size", "origin"].map(|key| table.field(key));
        if let Some(corners) = table.field("corners") {
            for other in [&at, &size, &origin].into_iter().flatten() {
                let message =
                    format!("{who} has corners already; a box has corners, or at and size");
                self.fault(&other.key_span, excerpt(other.key), message);
            }
            let given = corners.given();
            let points = self.list(&given, CORNERS, |reader, each| reader.point(each, CORNERS))?;
            let [first, second] = points.as_slice() else {
                return self.refused(&given, CORNERS);
            };
            return self.cornered(&given, [*first, *second]);
        }
        let origin = match &origin {
            Some(origin) => self.one_of(&origin.given(), &Origin::ALL, Origin::token),
            None => Some(Origin::default()),
        };
        match (&at, &size) {
            (None, None) => {
                let message = "no place; a box has at and size, or corners";
                self.missing(table, who, "corners", message);
            }
            (None, Some(_)) => {
                self.missing(table, who, "at", "at, the place of its origin, is missing");
            }
            (Some(_), None) => {
                self.missing(table, who, "size", "size, its width and height, is missing");
            }
            (Some(_), Some(_)) => {}
        }
        let at = at.and_then(|at| self.point(&at.given(), POSITION));
        let given = size?.given();
        let (size, origin) = (self.size(&given, SIZE)?, origin?);
        // A size can be faulty wherever the box is. Without a valid position, use the one from
        // which the largest box fills the plane.
        let (none, most) = (Milli::ZERO, Milli::LIMIT);
        let roomiest = match origin {
            Origin::TopLeft => Point::new(-most, -most),
            Origin::Center => Point::new(none, none),
            Origin::BottomCenter => Point::new(none, most),
        };
        let made = Aabb::from_size(at.unwrap_or(roomiest), size, origin);
        if let (Some(at), Err(ShapeError::NoWidth(_) | ShapeError::NoHeight(_))) = (at, &made) {
            let in_file = |[x, y, width, height]: [Milli; 4]| {
                format!("at [{x}, {y}], size [{width}, {height}]")
            };
            let why = no_size(at, size, origin, |y| self.read_y(y), in_file);
            if let Some(why) = why {
                return self.refused(&given, why);
            }
        }
        let made = self.made(&given, made)?;
        at.map(|_| made)
    }

    fn cornered(&mut self, given: &Given<'_>, [first, second]: [Point; 2]) -> Option<Aabb> {
        let made = Aabb::from_corners(first, second);
        let edges = [first.x, self.read_y(first.y), second.x, self.read_y(second.y)];
        match flat_box(&edges.map(|edge| edge.to_string())) {
            Some(flat) if made.is_err() => self.refused(given, flat),
            _ => self.made(given, made),
        }
    }

    fn laser(&mut self, table: &Table<'_>, who: &str) -> Option<Segment> {
        let from = self.needed(table, "from", who, "from, where it starts, is missing");
        let to = self.needed(table, "to", who, "to, where it ends, is missing");
        let start = from.and_then(|from| self.point(&from.given(), POSITION));
        let end = to.and_then(|to| self.point(&to.given(), POSITION));
        Segment::new(start?, end?).ok()
    }

    /// The place of a point, as a laser of no length.
    fn spot(&mut self, table: &Table<'_>, who: &str) -> Option<Segment> {
        let at = self.needed(table, "at", who, "at, where it is, is missing")?;
        let at = self.point(&at.given(), SPOT)?;
        Segment::new(at, at).ok()
    }

    fn polygon(&mut self, table: &Table<'_>, who: &str) -> Option<Polygon> {
        let points = self.needed(table, "points", who, "points, its vertices, are missing")?;
        let given = points.given();
        let count = given.elements().map_or(0, |elements| elements.len());
        if count > Polygon::MOST_VERTICES {
            let message =
                format!("{count} vertices; a polygon has at most {}", Polygon::MOST_VERTICES);
            return self.refused(&given, message);
        }
        let vertices: Vec<Point> = self.list(&given, POINTS, |reader, each| {
            reader.point(each, "a point is two numbers in brackets, such as [30, 4]")
        })?;
        self.made(&given, Polygon::new(&vertices).map_err(ShapeError::from))
    }

    /// The shape, if its values come from the file.
    fn made<T>(&mut self, given: &Given<'_>, shape: Result<T, ShapeError>) -> Option<T> {
        match shape {
            Ok(shape) => Some(shape),
            Err(ShapeError::OutOfRange { what, at, limit }) => {
                // The error refers to the plane, which is y-down; the file may be y-up.
                let is_y = what.contains("top") || what.contains("bottom");
                let at = if is_y { self.y_in_file(at)? } else { at };
                self.refused(given, ShapeError::OutOfRange { what, at, limit }.to_string())
            }
            Err(fault) => self.refused(given, fault.to_string()),
        }
    }
}

const AREA: &str = "left, top, right and bottom in brackets, such as [-500, -500, 500, 500]";
const SIZES: &str = "the least and the greatest size in brackets, such as [1, 3]";
const SPEEDS: &str = "the least and the greatest speed in brackets, such as [0, 0.9]";
const GRID: &str = "a number above 0, such as 0.1";
const SEED: &str = "a whole number from 0 to 4294967295";

impl Reader<'_> {
    /// A crowd and its objects, if the scene has room for them.
    pub(super) fn crowd(
        &mut self,
        table: &Table<'_>,
        room: usize,
        declared: &mut Declared,
    ) -> Option<(Crowd, Vec<Object>)> {
        self.check_keys(table, TablePlace::Crowd);
        let crowd = self.crowd_as_given(table);
        let objects = crowd.as_ref().and_then(|crowd| {
            if crowd.count as usize > room {
                let most = World::MAX_OBJECTS;
                let message =
                    format!("a scene has at most {most} objects; there is room for {room}");
                self.fault(&table.span, "[[crowd]]".to_owned(), message);
                return None;
            }
            let objects: Result<Vec<_>, _> = crowd.objects().collect();
            let refused =
                |error| self.fault(&table.span, "[[crowd]]".to_owned(), format!("{error}"));
            objects.map_err(refused).ok()
        });
        declared.is_complete &= objects.is_some();
        let (crowd, objects) = crowd.zip(objects)?;
        let line = self.source.line(table.span.start);
        for object in &objects {
            let kind = crowd.kind.shape().into();
            let taken = declared.names.insert(object.name, (kind, line));
            if let Some((kind, first)) = taken {
                let name = object.name;
                let message =
                    format!("{name}: the {} on line {first} has that name already", kind.token());
                self.fault(&table.span, "[[crowd]]".to_owned(), message);
            }
        }
        Some((crowd, objects))
    }

    fn crowd_as_given(&mut self, table: &Table<'_>) -> Option<Crowd> {
        let who = "[[crowd]]";
        let name = self.needed(table, "name", who, "name, what the names begin with, is missing");
        let name = name.and_then(|field| self.crowd_name(&field.given()));
        let count = self.needed(table, "count", who, "count, how many objects, is missing");
        let most = u32::try_from(World::MAX_OBJECTS).unwrap_or(u32::MAX);
        let count = count.and_then(|field| {
            self.whole(&field.given(), 1..=most, &format!("a whole number from 1 to {most}"))
        });
        let area = self.needed(table, "area", who, "area, where they lie, is missing");
        let area = area.and_then(|field| self.area(&field.given()));
        let given = |key| table.field(key).map(|field: Field<'_>| field.given());
        let kind = given("kind").map_or(Some(CrowdKind::default()), |kind| {
            self.one_of(&kind, &CrowdKind::ALL, CrowdKind::token)
        });
        let layout = given("layout").map_or(Some(CrowdLayout::default()), |layout| {
            self.one_of(&layout, &CrowdLayout::ALL, CrowdLayout::token)
        });
        let size = given("size").map_or(Some(Crowd::SIZE), |size| self.range(&size, SIZES));
        let speed =
            given("speed").map_or(Some([Milli::ZERO; 2]), |speed| self.range(&speed, SPEEDS));
        let grid = given("grid")
            .map_or(Some(Crowd::GRID), |grid| self.number(&grid, GRID, Milli::parse_size));
        let apart = given("apart").map_or(Some(false), |apart| self.yes_or_no(&apart));
        let seed = given("seed").map_or(Some(0), |seed| self.whole(&seed, 0..=u32::MAX, SEED));
        Some(Crowd {
            name: name?,
            count: count?,
            kind: kind?,
            area: area?,
            size: size?,
            grid: grid?,
            speed: speed?,
            layout: layout?,
            apart: apart?,
            seed: seed?,
        })
    }

    fn crowd_name(&mut self, given: &Given<'_>) -> Option<Name> {
        let text = self.text_of(given, "a name between quotation marks, such as \"c\"")?;
        Name::new(&text).map_err(|fault| self.refuse(given, fault.to_string())).ok()
    }

    fn area(&mut self, given: &Given<'_>) -> Option<Aabb> {
        let edges = self.list(given, AREA, |reader, each| reader.number(each, AREA, Milli::parse));
        let [x1, y1, x2, y2] = *edges?.as_slice() else { return self.refused(given, AREA) };
        let [from, to] = [(x1, y1), (x2, y2)].map(|(x, y)| Point::new(x, self.read_y(y)));
        Aabb::from_corners(from, to).map_err(|fault| self.refuse(given, fault.to_string())).ok()
    }

    /// Two numbers, the least first; the axes do not reverse them.
    fn range(&mut self, given: &Given<'_>, right: &str) -> Option<[Milli; 2]> {
        self.size(given, right).map(|range| [range.x, range.y])
    }
}

const VELOCITY: &str = "two numbers in brackets, such as [1, -0.5]";
const STEER: &str = "two speeds of 0 or more in brackets, such as [2, 0]";
const JUMP: &str = "a speed above 0, such as 5";

impl Reader<'_> {
    /// The body: from `body` or `fixed`. A polygon that nothing moves is static, as all were once.
    pub(super) fn body(
        &mut self,
        kind: ObjectKind,
        table: &Table<'_>,
        behavior: &Behavior,
    ) -> Option<Body> {
        let moves = ["velocity", "steer", "jump"].iter().any(|key| table.field(key).is_some());
        match (table.field("body"), table.field("fixed")) {
            (Some(_), Some(fixed)) => {
                self.refused(&fixed.given(), "one of body and fixed; body says it all")
            }
            (Some(body), None) => self.one_of(&body.given(), &Body::ALL, Body::token),
            (None, Some(fixed)) => {
                let is_fixed = self.yes_or_no(&fixed.given())?;
                Some(if is_fixed { Body::Static } else { Body::Dynamic })
            }
            (None, None) if behavior.sensor => {
                // Without the key `body`, the other keys may still be right.
                (!self.is_lost(table, "body")).then_some(Body::Static)
            }
            (None, None) if kind == ObjectKind::Polygon && !moves => {
                (!self.is_lost(table, "body")).then_some(Body::Static)
            }
            (None, None) => Some(Body::Dynamic),
        }
    }

    pub(super) fn velocity(
        &mut self,
        table: &Table<'_>,
        who: &str,
        body: Option<Body>,
    ) -> Option<Vector> {
        let Some(field) = table.field("velocity") else { return Some(Vector::ZERO) };
        let velocity = self.vector(&field.given(), VELOCITY);
        let moves = velocity.is_some_and(|velocity| velocity != Vector::ZERO);
        if body == Some(Body::Static) && moves {
            self.refuse(&field.given(), format!("{who} is static and has no velocity"));
        }
        velocity
    }

    /// Reads what an object does on its own. A faulty part is omitted, and the file is refused.
    pub(super) fn behavior(&mut self, kind: ObjectKind, table: &Table<'_>) -> Behavior {
        let given = |key| table.field(key).map(|field: Field<'_>| field.given());
        if matches!(kind, ObjectKind::Laser | ObjectKind::Point) {
            // `check_keys` has dealt with every other key.
            let beam = given("beam").filter(|_| kind == ObjectKind::Laser);
            let beam = beam.and_then(|given| self.yes_or_no(&given)).unwrap_or_default();
            return Behavior { beam, ..Behavior::NONE };
        }
        let (fewest, most) = (*Behavior::BREAKS_AFTER.start(), *Behavior::BREAKS_AFTER.end());
        let contacts = format!("a whole number of contacts, {fewest} to {most}");
        Behavior {
            response: given("response")
                .and_then(|given| self.one_of(&given, &Response::ALL, Response::token)),
            breaks_after: given("breaks_after")
                .and_then(|given| self.whole(&given, fewest.into()..=most.into(), &contacts))
                .and_then(Behavior::contacts),
            sensor: given("sensor").and_then(|given| self.yes_or_no(&given)).unwrap_or_default(),
            on_enter: given("on_enter")
                .and_then(|given| self.one_of(&given, &OnEnter::ALL, OnEnter::token)),
            message: given("message").and_then(|given| self.message(&given)),
            steer: given("steer").and_then(|given| self.steer(&given)),
            jump: given("jump").and_then(|given| self.jump(&given)),
            name_hidden: given("name_shown").and_then(|given| self.yes_or_no(&given))
                == Some(false),
            tint: given("tint").and_then(|given| self.tint(&given)),
            beam: false,
            one_way: given("one_way").map_or(Sides::NONE, |given| self.one_way(&given)),
        }
    }

    /// One side, or a list of them.
    fn one_way(&mut self, given: &Given<'_>) -> Sides {
        let elements = given.elements().unwrap_or_else(|| vec![given.clone()]);
        let mut sides = Sides::NONE;
        for each in elements {
            if let Some(side) = Side::ALL.into_iter().find(|side| each.is(side.token())) {
                sides = sides.with(side);
                continue;
            }
            let found = self.text(&each.span).to_owned();
            let found = excerpt(&found);
            self.refuse(&each, format!("{found} is no side; top, left, right, bottom"));
        }
        sides
    }

    fn message(&mut self, given: &Given<'_>) -> Option<Arc<str>> {
        let text = self.line_of_text(given)?;
        if text.len() > Behavior::MAX_MESSAGE_BYTES {
            return self.refused(given, format!("at most {} bytes", Behavior::MAX_MESSAGE_BYTES));
        }
        Some(text.into())
    }

    fn steer(&mut self, given: &Given<'_>) -> Option<Vector> {
        let speeds = self.size(given, STEER)?;
        let is_right = [speeds.x, speeds.y].iter().all(|&s| s >= Milli::ZERO && s.in_range());
        if is_right { Some(speeds) } else { self.refused(given, STEER) }
    }

    fn tint(&mut self, given: &Given<'_>) -> Option<Tint> {
        let (first, last) = (*Tint::NUMBERS.start(), *Tint::NUMBERS.end());
        let right = format!("the number of a tint, {first} to {last}");
        self.whole(given, first.into()..=last.into(), &right).and_then(Tint::new)
    }

    fn jump(&mut self, given: &Given<'_>) -> Option<Milli> {
        let speed = self.number(given, JUMP, Milli::parse)?;
        if speed > Milli::ZERO { Some(speed) } else { self.refused(given, JUMP) }
    }
}

/// A place in the file that has keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TablePlace {
    /// Above the first header.
    Scene,
    /// Under the header of an object.
    Object(ObjectKind),
    /// Under `[[crowd]]`.
    Crowd,
    /// Under `[[expect]]`.
    Expect,
    /// Under `[[step]]`.
    Step,
}

impl TablePlace {
    const ALL: [Self; 8] = [
        Self::Scene,
        Self::Object(ObjectKind::Box),
        Self::Object(ObjectKind::Laser),
        Self::Object(ObjectKind::Polygon),
        Self::Object(ObjectKind::Point),
        Self::Crowd,
        Self::Expect,
        Self::Step,
    ];

    /// The tables that declare objects, in the order in which people read them.
    pub(super) const DECLARATIONS: [Self; 5] = [
        Self::Object(ObjectKind::Box),
        Self::Object(ObjectKind::Laser),
        Self::Object(ObjectKind::Polygon),
        Self::Object(ObjectKind::Point),
        Self::Crowd,
    ];

    /// All places that have a header.
    pub(super) fn tables() -> impl Iterator<Item = Self> {
        Self::DECLARATIONS.into_iter().chain([Self::Expect, Self::Step])
    }

    pub(super) const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Scene => &[
                "title",
                "note",
                "search",
                "source",
                "axes",
                "response",
                "side",
                "contact",
                "gravity",
                "broad_phase",
                "speed",
                "select",
                "panel",
                "method",
                "edit",
                "overlays",
                "view",
                "win",
                "lose",
                "box",
                "laser",
                "polygon",
                "point",
                "crowd",
                "expect",
                "step",
            ],
            Self::Object(ObjectKind::Box) => &[
                "name",
                "at",
                "size",
                "origin",
                "corners",
                "velocity",
                "body",
                "fixed",
                "response",
                "breaks_after",
                "sensor",
                "on_enter",
                "message",
                "steer",
                "jump",
                "name_shown",
                "tint",
                "one_way",
            ],
            Self::Object(ObjectKind::Laser) => &["name", "from", "to", "velocity", "fixed", "beam"],
            Self::Object(ObjectKind::Polygon) => &[
                "name",
                "points",
                "velocity",
                "body",
                "fixed",
                "response",
                "breaks_after",
                "sensor",
                "on_enter",
                "message",
                "steer",
                "jump",
                "one_way",
            ],
            Self::Object(ObjectKind::Point) => &["name", "at"],
            Self::Crowd => &[
                "name", "count", "kind", "area", "size", "grid", "speed", "layout", "apart", "seed",
            ],
            Self::Step => &["keys", "text"],
            Self::Expect => &[
                "pair",
                "object",
                "relation",
                "result",
                "responded",
                "direction",
                "outcome",
                "sides",
                "edges",
                "corners",
                "normals",
                "t",
                "reasons",
                "wrong",
                "says",
                "first",
                "after_frames",
                "after",
            ],
        }
    }

    /// The word in its header.
    pub(super) const fn header(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::Object(kind) => kind.token(),
            Self::Crowd => "crowd",
            Self::Expect => "expect",
            Self::Step => "step",
        }
    }

    fn named(self) -> String {
        match self {
            Self::Expect => "an expect".to_owned(),
            other => format!("a {}", other.header()),
        }
    }
}

impl Reader<'_> {
    /// Reports every key that does not belong here.
    pub(super) fn check_keys(&mut self, table: &Table<'_>, place: TablePlace) {
        let unknown = |field: &Field<'_>| !place.keys().contains(&field.key);
        for field in table.fields().filter(unknown) {
            let message = unknown_key(field.key, place);
            self.fault(&field.key_span, excerpt(field.key), message);
        }
    }

    /// Reports a missing key, unless it may be in a part that could not be parsed, or is misspelt
    /// and has been reported already.
    pub(super) fn missing(&mut self, table: &Table<'_>, who: &str, key: &str, message: &str) {
        if !self.is_lost(table, key) {
            self.fault(&table.span, who.to_owned(), message);
        }
    }

    /// Whether a key that was not found may be in a part that could not be parsed, or is misspelt.
    pub(super) fn is_lost(&self, table: &Table<'_>, key: &str) -> bool {
        let is_misspelt = |field: Field<'_>| nearest(field.key, [key]).is_some();
        self.source.is_damaged(&table.extent) || table.fields().any(is_misspelt)
    }
}

fn unknown_key(key: &str, here: TablePlace) -> String {
    if (key, here) == ("velocity", TablePlace::Object(ObjectKind::Point)) {
        return "a point has none".to_owned();
    }
    let elsewhere: Vec<_> =
        TablePlace::ALL.into_iter().filter(|place| place.keys().contains(&key)).collect();
    match (here, elsewhere.as_slice()) {
        (_, [TablePlace::Scene] | [TablePlace::Scene, TablePlace::Crowd]) => {
            "holds for the whole scene; it stands above the first [[...]]".to_owned()
        }
        (TablePlace::Scene, [_, ..]) => {
            let headers = elsewhere.iter().map(|place| format!("[[{}]]", place.header()));
            format!("stands under {}", any_of(headers))
        }
        _ => match nearest(key, here.keys().iter().copied()) {
            Some(meant) => format!("no such key; did you mean {meant}?"),
            None => {
                format!("no such key; {} has {}", here.named(), all_of(here.keys().iter()))
            }
        },
    }
}
