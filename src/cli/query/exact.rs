//! Reads a query whose numbers are finer or larger than thousandths allow, whose box is swapped, or
//! whose polygon ends where it begins; and says what is wrong with a shape in its own numbers.

use super::raw_json::{decoded, elements, kind, members, refused_elsewhere};
use super::request::{
    Code, QueryFault, QueryPlace, Quoted, by_key, id_fault, moment_at_end, no_shape, read_origin,
    shape_keys, wrong_type,
};
use hitscan_core::methods::{AnyNumber, AnyNumberError, AnyPair, AnyShape};
use hitscan_core::words::{flat_box, swapped_box};
use hitscan_geom::{Origin, Polygon};
use serde_json::value::RawValue;

/// What an answer says about the way its shapes were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AsWritten {
    /// Whether the last vertex of a polygon repeats the first.
    pub(super) closed_ring: bool,
    /// What is said of the first box that has its left right of its right, or its top below its
    /// bottom.
    pub(super) swapped: Option<String>,
    /// Which of the two is a point; as a shape it is a laser of no length.
    pub(super) are_points: [bool; 2],
}

/// The two shapes of an object whose keys have been checked, or the first fault.
pub(super) fn read(object: &RawValue) -> Result<(AnyPair, AsWritten), QueryFault> {
    let members = members(object).unwrap_or_default();
    let ([id, a, b, frame], sorted) = by_key(["id", "a", "b", "frame"], members, None);
    sorted?;
    if let Some(refused) = id.and_then(refused_elsewhere) {
        return Err(id_fault(refused));
    }
    let mut written = AsWritten::default();
    let missing = |key| move || QueryFault::new(Code::Missing, format!("{key} is missing"));
    let [a, b] = [a.ok_or_else(missing("a"))?, b.ok_or_else(missing("b"))?];
    let (a, by_a) = subject(a, 0, &mut written)?;
    let (b, by_b) = subject(b, 1, &mut written)?;
    let at_end = frame.map_or(Ok(false), moment_at_end)?;
    let has_laser = [&a, &b].iter().any(|shape| matches!(shape, AnyShape::Laser(_)));
    let motions = if has_laser { [None, None] } else { [by_a, by_b] };
    Ok((AnyPair { shapes: [a, b], motions, at_end }, written))
}

/// A shape, and how far it moves.
type Subject = (AnyShape, Option<[AnyNumber; 2]>);

/// The first shape or the second.
fn subject(value: &RawValue, which: usize, written: &mut AsWritten) -> Result<Subject, QueryFault> {
    let place = &QueryPlace::Top(["a", "b"][which]);
    let [aabb, laser, polygon, point, velocity] = shape_keys(value, place)?;
    let shape = if let Some(value) = aabb {
        let place = QueryPlace::Key(place, "box");
        let corners = in_order(read_box(value, &place)?, written);
        has_size(&corners, &place)?;
        AnyShape::Box(corners)
    } else if let Some(value) = laser {
        AnyShape::Laser(numbers(value, &QueryPlace::Key(place, "laser"))?)
    } else if let Some(value) = polygon {
        AnyShape::Polygon(ring(value, &QueryPlace::Key(place, "polygon"), written)?)
    } else if let Some(value) = point {
        let [x, y] = numbers(value, &QueryPlace::Key(place, "point"))?;
        written.are_points[which] = true;
        AnyShape::Laser([x.clone(), y.clone(), x, y])
    } else {
        return Err(no_shape(place));
    };
    let velocity = velocity.map(|value| numbers(value, &QueryPlace::Key(place, "velocity")));
    Ok((shape, velocity.transpose()?))
}

/// Left, top, right and bottom as written.
fn read_box(value: &RawValue, place: &QueryPlace<'_>) -> Result<[AnyNumber; 4], QueryFault> {
    let Some(members) = members(value) else { return numbers(value, place) };
    let (values, sorted) = by_key(["at", "size", "origin"], members, Some(place));
    sorted?;
    let [at, size, origin] = values;
    let missing =
        |key| move || QueryFault::at(Code::Missing, place, format_args!("{key} is missing"));
    let at = numbers::<2>(at.ok_or_else(missing("at"))?, &QueryPlace::Key(place, "at"))?;
    let size = numbers::<2>(size.ok_or_else(missing("size"))?, &QueryPlace::Key(place, "size"))?;
    let origin_place = QueryPlace::Key(place, "origin");
    let origin = origin.map_or(Ok(Origin::default()), |value| read_origin(value, &origin_place))?;
    let ([x, y], [width, height]) = (at, size);
    let (left, top) = match origin {
        Origin::TopLeft => (x, y),
        Origin::Center => (x.minus(&width.half()), y.minus(&height.half())),
        Origin::BottomCenter => (x.minus(&width.half()), y.minus(&height)),
    };
    let (right, bottom) = (left.plus(&width), top.plus(&height));
    Ok([left, top, right, bottom])
}

/// The same corners, with the least x and y first.
fn in_order(mut corners: [AnyNumber; 4], written: &mut AsWritten) -> [AnyNumber; 4] {
    let are_swapped = [corners[0] > corners[2], corners[1] > corners[3]];
    if are_swapped == [false; 2] {
        return corners;
    }
    let words = |edges: &[AnyNumber; 4]| edges.each_ref().map(AnyNumber::written).join(" ");
    let as_written = words(&corners);
    for (axis, is_swapped) in are_swapped.into_iter().enumerate() {
        if is_swapped {
            corners.swap(axis, axis + 2);
        }
    }
    let sentence = swapped_box(are_swapped, &format!("box {}", words(&corners)));
    written.swapped.get_or_insert_with(|| format!("box {as_written}: {sentence}"));
    corners
}

/// Refuses a box without a width or a height, and names the shape that it has.
fn has_size(corners: &[AnyNumber; 4], place: &QueryPlace<'_>) -> Result<(), QueryFault> {
    let flat = flat_box(&corners.each_ref().map(AnyNumber::written));
    flat.map_or(Ok(()), |why| Err(QueryFault::at(Code::BadShape, place, why)))
}

/// The vertices, without the last one if it repeats the first.
fn ring(
    value: &RawValue,
    place: &QueryPlace<'_>,
    written: &mut AsWritten,
) -> Result<Vec<[AnyNumber; 2]>, QueryFault> {
    let elements = elements(value).ok_or_else(|| wrong_type(place, value, "a list of [x,y]"))?;
    let mut vertices = Vec::new();
    for (index, element) in elements.into_iter().enumerate() {
        // One more than a polygon may have, since the last one may be the first.
        if index > Polygon::MOST_VERTICES {
            let message = format_args!("more than {} vertices", Polygon::MOST_VERTICES);
            return Err(QueryFault::at(Code::BadShape, place, message));
        }
        vertices.push(numbers(element, &QueryPlace::Index(place, index))?);
    }
    if vertices.len() > 3 && vertices.first() == vertices.last() {
        vertices.pop();
        written.closed_ring = true;
    }
    if vertices.len() > Polygon::MOST_VERTICES {
        let message = format_args!("more than {} vertices", Polygon::MOST_VERTICES);
        return Err(QueryFault::at(Code::BadShape, place, message));
    }
    Ok(vertices)
}

fn numbers<const N: usize>(
    value: &RawValue,
    place: &QueryPlace<'_>,
) -> Result<[AnyNumber; N], QueryFault> {
    let right = || wrong_type(place, value, &format!("a list of {N} numbers"));
    let elements = elements(value).ok_or_else(right)?;
    let each = elements.into_iter().enumerate();
    let numbers = each
        .map(|(index, element)| number(element, &QueryPlace::Index(place, index)))
        .collect::<Result<Vec<_>, _>>()?;
    numbers.try_into().map_err(|numbers: Vec<_>| {
        let message = format_args!("{} numbers; expected {N}", numbers.len());
        QueryFault::at(Code::WrongType, place, message)
    })
}

fn number(value: &RawValue, place: &QueryPlace<'_>) -> Result<AnyNumber, QueryFault> {
    let text = value.get();
    let read = match kind(value) {
        "a number" => AnyNumber::parse(text),
        "a text" => decoded(text, AnyNumber::parse),
        _ => return Err(wrong_type(place, value, "a number")),
    };
    read.map_err(|fault| {
        let code = match fault {
            AnyNumberError::TooLong => Code::OutOfRange,
            _ => Code::BadNumber,
        };
        QueryFault::at(code, place, format_args!("{} {fault}", Quoted(text)))
    })
}
