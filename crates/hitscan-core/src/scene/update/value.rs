//! Puts values into tables, in the style of each table.

use toml_edit::{Item, Table, Value};

use super::HeadedTable;
use crate::scene::write::{
    KeyText, key_of_body, keys_of_expect, keys_of_object, pair, point, quoted, table_of, vector,
};
use crate::scene::{Declaration, Expect};
use crate::world::{Attribute, Body, Object, Settings};
use hitscan_geom::{Aabb, Milli, Origin, Point, Shape, ShapeKind};

/// Sets a key to this value, given as text. A value that stays equal keeps its text, and
/// comments always stay.
pub(super) fn put(table: &mut Table, key: &str, value: &str) -> Option<()> {
    let value: Value = value.parse().ok()?;
    match table.get_mut(key) {
        Some(Item::Value(old)) => assign(old, value),
        _ => {
            table.insert(key, Item::Value(value));
        }
    }
    Some(())
}

fn assign(old: &mut Value, mut new: Value) {
    match (&mut *old, &mut new) {
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (old, new) in old.iter_mut().zip(new.iter_mut()) {
                assign(old, new.clone());
            }
        }
        (old, new) if is_same(old, new) => {}
        (old, new) => {
            *new.decor_mut() = old.decor().clone();
            *old = new.clone();
        }
    }
}

fn is_same(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::String(old), Value::String(new)) => old.value() == new.value(),
        (Value::Boolean(old), Value::Boolean(new)) => old.value() == new.value(),
        _ => number(old).is_some_and(|old| number(new) == Some(old)),
    }
}

/// Reads a number from its text, `5`, `5.0` or `"1/4"`; sizes have the wider range.
fn number(value: &Value) -> Option<Milli> {
    let text = match value {
        Value::Integer(integer) => integer.display_repr(),
        Value::Float(float) => float.display_repr(),
        Value::String(text) => text.value().into(),
        _ => return None,
    };
    Milli::parse_size(&text).ok()
}

pub(super) fn new_item(item: Declaration<'_>, settings: &Settings) -> Option<HeadedTable> {
    let (header, keys) = table_of(item, settings);
    new_entry(header, keys)
}

pub(super) fn new_expect(header: &'static str, expect: &Expect) -> Option<HeadedTable> {
    new_entry(header, keys_of_expect(expect))
}

fn new_entry(header: &'static str, keys: Vec<KeyText>) -> Option<HeadedTable> {
    let mut table = Table::new();
    for (key, value) in keys {
        put(&mut table, key, &value)?;
    }
    Some(HeadedTable { header, table })
}

pub(super) fn edit_object(
    mut entry: HeadedTable,
    object: &Object,
    settings: &Settings,
) -> Option<HeadedTable> {
    let table = &mut entry.table;
    let place = match &object.shape {
        Shape::Box(shape) if table.contains_key("corners") => {
            vec![("corners", corners(table, shape, settings))]
        }
        Shape::Box(shape) => at_its_origin(table, shape, settings),
        Shape::Segment(_) | Shape::Polygon(_) => Vec::new(),
    };
    put_body(table, object)?;
    // A point has no key but its place.
    let is_box = object.shape.as_box().is_some();
    let is_said = |key: &str| match key {
        "at" | "size" => is_box,
        "body" | "fixed" => true,
        _ => false,
    };
    let keys = keys_of_object(object, settings);
    for (key, value) in keys.into_iter().filter(|(key, _)| !is_said(key)).chain(place) {
        put(table, key, &value)?;
    }
    if table.contains_key("velocity") {
        put(table, "velocity", &vector(object.velocity, settings))?;
    }
    let ended = object.behavior.attributes().into_iter().filter(Attribute::is_none);
    for attribute in ended {
        table.remove(attribute.key());
    }
    Some(entry)
}

/// Writes what moves an object. An existing `fixed` stays if it is still right.
fn put_body(table: &mut Table, object: &Object) -> Option<()> {
    let fixed = table.get("fixed").and_then(Item::as_bool);
    let body = quoted(object.body.token());
    match fixed {
        Some(_) if object.shape.kind() == ShapeKind::Segment => {
            put(table, "fixed", &object.is_static().to_string())
        }
        Some(true) if object.body == Body::Static => Some(()),
        Some(false) if object.body == Body::Dynamic => Some(()),
        Some(_) => {
            table.remove("fixed");
            put(table, "body", &body)
        }
        None if table.contains_key("body") => put(table, "body", &body),
        // A velocity of 0 in the file counts as a velocity.
        None if table.contains_key("velocity") && object.shape.kind() == ShapeKind::Polygon => {
            put(table, "body", &body)
        }
        None => key_of_body(object).map_or(Some(()), |(key, value)| put(table, key, &value)),
    }
}

/// The two corners that the file names, which may be any two opposite ones.
fn corners(table: &Table, shape: &Aabb, settings: &Settings) -> String {
    let coordinate = |corner: usize, axis: usize| {
        let corners = table.get("corners")?.as_array()?;
        number(corners.get(corner)?.as_array()?.get(axis)?)
    };
    let is_greater = |axis| coordinate(0, axis) > coordinate(1, axis);
    let (min, max) = (shape.min(), shape.max());
    let (left, right) = if is_greater(0) { (max.x, min.x) } else { (min.x, max.x) };
    // If y is flipped, either order of the two works.
    let (top, bottom) =
        if is_greater(1) == settings.y_grows_up() { (min.y, max.y) } else { (max.y, min.y) };
    format!(
        "[{}, {}]",
        point(Point::new(left, top), settings),
        point(Point::new(right, bottom), settings)
    )
}

/// `at` and `size` relative to the origin that the file names. A box whose centre lies between two
/// thousandths is written by its corner.
fn at_its_origin(table: &Table, shape: &Aabb, settings: &Settings) -> Vec<KeyText> {
    let origin = table.get("origin").and_then(Item::as_str).and_then(|token| token.parse().ok());
    let middle = |low: Milli, size: Milli| low.checked_add(size.half()?);
    let size = ("size", pair(shape.width(), shape.height()));
    let at = match origin {
        None | Some(Origin::TopLeft) => Some(shape.min()),
        Some(Origin::Center) => middle(shape.left(), shape.width())
            .zip(middle(shape.top(), shape.height()))
            .map(|(x, y)| Point::new(x, y)),
        Some(Origin::BottomCenter) => {
            middle(shape.left(), shape.width()).map(|x| Point::new(x, shape.bottom()))
        }
    };
    if let Some(at) = at {
        return vec![("at", point(at, settings)), size];
    }
    let origin = ("origin", quoted(Origin::TopLeft.token()));
    vec![("at", point(shape.min(), settings)), size, origin]
}

pub(super) fn edit_expect(mut entry: HeadedTable, expect: &Expect) -> Option<HeadedTable> {
    let keys = keys_of_expect(expect);
    entry.table.retain(|key, _| keys.iter().any(|(kept, _)| *kept == key));
    for (key, value) in keys {
        put(&mut entry.table, key, &value)?;
    }
    Some(entry)
}
