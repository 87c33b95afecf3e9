//! Reads boxes, lasers and polygons.

use std::collections::{BTreeMap, BTreeSet};

use super::fields::{Field, Given, Reader, Table};
use super::keys::TablePlace;
use crate::scene::fault::excerpt;
use crate::world::{Axes, Name, Object};
use hitscan_geom::{Aabb, Milli, Origin, Point, Polygon, Segment, Shape, ShapeError, ShapeKind};

/// The names that the file gives to objects.
#[derive(Default)]
pub(super) struct Declared {
    /// The kind of each object and the line of its name.
    pub(super) names: BTreeMap<Name, (ShapeKind, usize)>,
    /// Whether the names are complete: no fault hides one.
    pub(super) is_complete: bool,
    /// The names of sensors, and of faulty objects, which may be sensors.
    pub(super) sensors: BTreeSet<Name>,
}

const POSITION: &str = "two numbers in brackets, such as [10, 4]";
const SIZE: &str = "a width and a height in brackets, such as [16, 8]";
const CORNERS: &str = "two opposite corners, such as [[10, 4], [26, 12]]";
const POINTS: &str = "a list of points, such as [[30, 4], [38, 4], [30, 12]]";

impl Reader<'_> {
    pub(super) fn object(
        &mut self,
        kind: ShapeKind,
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
            ShapeKind::Box => self.rectangle(table, &who).map(Shape::Box),
            ShapeKind::Segment => self.laser(table, &who).map(Shape::Segment),
            ShapeKind::Polygon => self.polygon(table, &who).map(Shape::Polygon),
        };
        let behavior = self.behavior(kind, table);
        let body = self.body(table, &behavior);
        let velocity = self.velocity(table, &who, body);
        if behavior.sensor || self.source.count() > faults || self.source.is_damaged(&table.extent)
        {
            declared.sensors.extend(name);
        }
        let behavior = behavior.into();
        Some(Object { name: name?, shape: shape?, velocity: velocity?, body: body?, behavior })
    }

    fn name(
        &mut self,
        kind: ShapeKind,
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
            return self.made(&given, Aabb::from_corners(*first, *second));
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
        let made = self.made(&given, Aabb::from_size(at.unwrap_or(roomiest), size, origin))?;
        at.map(|_| made)
    }

    fn laser(&mut self, table: &Table<'_>, who: &str) -> Option<Segment> {
        let from = self.needed(table, "from", who, "from, where it starts, is missing");
        let to = self.needed(table, "to", who, "to, where it ends, is missing");
        let start = from.and_then(|from| self.point(&from.given(), POSITION));
        let end = to.and_then(|to| self.point(&to.given(), POSITION));
        Segment::new(start?, end?).ok()
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
                let at = if is_y && self.axes? == Axes::YUp { -at } else { at };
                self.refused(given, ShapeError::OutOfRange { what, at, limit }.to_string())
            }
            Err(fault) => self.refused(given, fault.to_string()),
        }
    }
}
