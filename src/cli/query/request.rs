//! Parses a line into a query, or into its first fault.

use std::collections::BTreeMap;
use std::fmt;

use super::raw_json::{decoded, elements, kind, members, quoted, refused_elsewhere};
use hitscan_core::scene::Rounding;
use hitscan_geom::{
    Aabb, Milli, Moving, MovingRegion, NumberError, Origin, Point, Polygon, Segment, Shape,
    ShapeError, Vector,
};
use serde::Serialize;
use serde_json::value::RawValue;

/// The question.
pub(super) enum Query {
    /// Two shapes, and two boxes at the start of the frame, if one has a velocity.
    Shapes([Shape; 2], Option<[Moving; 2]>),
    /// Two regions, one of them a polygon, and both at the start of the frame.
    Regions([Shape; 2], [MovingRegion; 2]),
    /// A shape and a point, whichever came first.
    Point(Shape, Segment),
    /// Two points.
    Points([Segment; 2]),
}

/// The moment of the frame that positions refer to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    Start,
    End,
}

/// A shape with its velocity, or a point.
enum QuerySubject {
    Shape {
        shape: Shape,
        velocity: Option<Vector>,
    },
    /// A laser of no length.
    Point(Segment),
}

/// The id as written, and the query or its first fault, in the order keys, id, a, b,
/// frame.
pub(super) fn read<'a>(
    object: &'a RawValue,
    rounding: &mut Rounding,
) -> (Option<&'a RawValue>, Result<Query, QueryFault>) {
    let Some(members) = members(object) else {
        let found = kind(object);
        let fault = QueryFault::new(
            Code::WrongType,
            format!("found {found}; a query is an object, {{\"a\":…,\"b\":…}}"),
        );
        return (None, Err(fault));
    };
    let ([id, a, b, frame], sorted) = by_key(["id", "a", "b", "frame"], members, None);
    let (id, echoed) = match id.and_then(refused_elsewhere) {
        None => (id, Ok(())),
        Some(refused) => (None, Err(id_fault(refused))),
    };
    let query = sorted.and(echoed).and_then(|()| {
        let missing = |key| move || QueryFault::new(Code::Missing, format!("{key} is missing"));
        let a = subject(a.ok_or_else(missing("a"))?, QueryPlace::Top("a"), rounding)?;
        let b = subject(b.ok_or_else(missing("b"))?, QueryPlace::Top("b"), rounding)?;
        let moment = frame.map_or(Ok(Moment::Start), moment)?;
        Ok(match (a, b) {
            (QuerySubject::Point(a), QuerySubject::Point(b)) => Query::Points([a, b]),
            (QuerySubject::Point(point), QuerySubject::Shape { shape, .. })
            | (QuerySubject::Shape { shape, .. }, QuerySubject::Point(point)) => {
                Query::Point(shape, point)
            }
            (
                QuerySubject::Shape { shape: a, velocity: of_a },
                QuerySubject::Shape { shape: b, velocity: of_b },
            ) => {
                if let Some(frame) = regions_of([&a, &b], [of_a, of_b], moment) {
                    return Ok(Query::Regions([a, b], frame));
                }
                let frame = frame_of([&a, &b], [of_a, of_b], moment);
                Query::Shapes([a, b], frame)
            }
        })
    });
    (id, query)
}

/// The fault of an id whose echo no strict reader of JSON would take.
pub(super) fn id_fault(refused: &str) -> QueryFault {
    let (place, found) = (QueryPlace::Top("id"), Quoted(refused));
    if refused.starts_with('"') {
        let message = format_args!("{found} has half of a surrogate pair; expected both halves");
        QueryFault::at(Code::BadValue, &place, message)
    } else {
        let message = format_args!("{found} is more than a float can be; expected a text");
        QueryFault::at(Code::OutOfRange, &place, message)
    }
}

/// The values of an object by its known keys, and the first fault of a key. Continues after a fault,
/// since the id may come later.
pub(super) fn by_key<'a, const N: usize>(
    names: [&'static str; N],
    members: Vec<(&'a RawValue, &'a RawValue)>,
    place: Option<&QueryPlace<'_>>,
) -> ([Option<&'a RawValue>; N], Result<(), QueryFault>) {
    let (mut values, mut first) = ([None; N], Ok(()));
    let place = || place.map_or_else(String::new, |place| format!("{place}: "));
    for (key, value) in members {
        let shown = Quoted(key.get());
        let index = decoded(key.get(), |key| names.iter().position(|name| *name == key));
        let fault = match index {
            None => {
                let known = names.join(", ");
                let message = format!("{}unknown key {shown}; expected {known}", place());
                QueryFault::new(Code::UnknownKey, message)
            }
            Some(index) if values[index].is_some() => {
                QueryFault::new(Code::RepeatedKey, format!("{}duplicate key {shown}", place()))
            }
            Some(index) => {
                values[index] = Some(value);
                continue;
            }
        };
        first = first.and(Err(fault));
    }
    (values, first)
}

pub(super) fn wrong_type(place: &QueryPlace<'_>, found: &RawValue, right: &str) -> QueryFault {
    QueryFault::at(Code::WrongType, place, format_args!("found {}; expected {right}", kind(found)))
}

/// A text with its quotes.
fn text<'a>(
    value: &'a RawValue,
    place: &QueryPlace<'_>,
    right: &str,
) -> Result<&'a str, QueryFault> {
    quoted(value).ok_or_else(|| wrong_type(place, value, right))
}

fn moment(value: &RawValue) -> Result<Moment, QueryFault> {
    let place = QueryPlace::Top("frame");
    let text = text(value, &place, "\"start\" or \"end\"")?;
    let moment = decoded(text, |text| match text {
        "start" => Some(Moment::Start),
        "end" => Some(Moment::End),
        _ => None,
    });
    moment.ok_or_else(|| {
        let found = Quoted(text);
        QueryFault::at(
            Code::BadValue,
            &place,
            format_args!("{found}; expected \"start\" or \"end\""),
        )
    })
}

/// Whether a frame is given at its end.
pub(super) fn moment_at_end(value: &RawValue) -> Result<bool, QueryFault> {
    Ok(moment(value)? == Moment::End)
}

fn frame_of(
    shapes: [&Shape; 2],
    [of_a, of_b]: [Option<Vector>; 2],
    moment: Moment,
) -> Option<[Moving; 2]> {
    let [Shape::Box(a_box), Shape::Box(b_box)] = shapes else { return None };
    // Without a velocity there is no frame.
    of_a.or(of_b)?;
    let moving = |given: &Aabb, velocity: Option<Vector>| {
        let motion = velocity.unwrap_or_default();
        // Positions are within `Milli::LIMIT`, and both ends of the frame within `REACH`.
        match moment {
            Moment::Start => Moving::new(*given, motion).ok(),
            Moment::End => Moving::ending_at(*given, motion).ok(),
        }
    };
    Some([moving(a_box, of_a)?, moving(b_box, of_b)?])
}

/// The two regions from the start of the frame, if one is a polygon and one has a velocity.
fn regions_of(
    shapes: [&Shape; 2],
    [of_a, of_b]: [Option<Vector>; 2],
    moment: Moment,
) -> Option<[MovingRegion; 2]> {
    of_a.or(of_b)?;
    if !shapes.iter().any(|shape| matches!(shape, Shape::Polygon(_))) {
        return None;
    }
    let moving = |given: &Shape, velocity: Option<Vector>| {
        let motion = velocity.unwrap_or_default();
        match moment {
            Moment::Start => MovingRegion::new(given.clone(), motion).ok(),
            Moment::End => MovingRegion::ending_at(given.clone(), motion).ok(),
        }
    };
    Some([moving(shapes[0], of_a)?, moving(shapes[1], of_b)?])
}

/// What a shape has under `box`, `laser`, `polygon`, `point` and `velocity`. Of the first four there
/// is one at most, and only a box or a polygon has a velocity.
pub(super) fn shape_keys<'a>(
    value: &'a RawValue,
    place: &QueryPlace<'_>,
) -> Result<[Option<&'a RawValue>; 5], QueryFault> {
    const SHAPES: &str = "a shape such as {\"box\":[0,0,2,1]}";
    let members = members(value).ok_or_else(|| wrong_type(place, value, SHAPES))?;
    let known = ["box", "laser", "polygon", "point", "velocity"];
    let (values, sorted) = by_key(known, members, Some(place));
    sorted?;
    let [aabb, laser, polygon, point, velocity] = values;
    let message = if [aabb, laser, polygon, point].iter().flatten().count() > 1 {
        "a shape is one of box, laser, polygon, point; found more than one"
    } else if velocity.is_some() && point.is_some() {
        "\"velocity\": a point has none"
    } else if velocity.is_some() && laser.is_some() {
        "only boxes and polygons have a velocity"
    } else {
        return Ok(values);
    };
    Err(QueryFault::at(Code::UnknownKey, place, message))
}

pub(super) fn no_shape(place: &QueryPlace<'_>) -> QueryFault {
    let message = "no shape: box, laser, polygon or point is missing";
    QueryFault::at(Code::Missing, place, message)
}

fn subject(
    value: &RawValue,
    place: QueryPlace<'_>,
    rounding: &mut Rounding,
) -> Result<QuerySubject, QueryFault> {
    let [aabb, laser, polygon, point, velocity] = shape_keys(value, &place)?;
    if let Some(value) = point {
        let place = QueryPlace::Key(&place, "point");
        if elements(value).is_none_or(|numbers| numbers.len() != 2) {
            return Err(QueryFault::at(Code::WrongType, &place, "one x and one y"));
        }
        let [x, y] = coordinates(value, &place, rounding)?;
        let at = Point::new(x, y);
        let point = Segment::new(at, at).map_err(|error| shape_fault(&error, &place))?;
        return Ok(QuerySubject::Point(point));
    }
    let shape = if let Some(value) = aabb {
        read_box(value, &QueryPlace::Key(&place, "box"), rounding)?
    } else if let Some(value) = laser {
        let place = QueryPlace::Key(&place, "laser");
        let [x1, y1, x2, y2] = coordinates(value, &place, rounding)?;
        let laser = Segment::new(Point::new(x1, y1), Point::new(x2, y2));
        Shape::Segment(laser.map_err(|error| shape_fault(&error, &place))?)
    } else if let Some(value) = polygon {
        read_polygon(value, &QueryPlace::Key(&place, "polygon"), rounding)?
    } else {
        return Err(no_shape(&place));
    };
    let velocity = velocity
        .map(|value| coordinates(value, &QueryPlace::Key(&place, "velocity"), rounding))
        .transpose()?
        .map(|[x, y]| Vector::new(x, y));
    Ok(QuerySubject::Shape { shape, velocity })
}

fn read_box(
    value: &RawValue,
    place: &QueryPlace<'_>,
    rounding: &mut Rounding,
) -> Result<Shape, QueryFault> {
    let made = if let Some(members) = members(value) {
        let (values, sorted) = by_key(["at", "size", "origin"], members, Some(place));
        sorted?;
        let [at, size, origin] = values;
        let missing =
            |key| move || QueryFault::at(Code::Missing, place, format_args!("{key} is missing"));
        let at = at.ok_or_else(missing("at"))?;
        let [x, y] = coordinates(at, &QueryPlace::Key(place, "at"), rounding)?;
        let size_place = QueryPlace::Key(place, "size");
        let size = size.ok_or_else(missing("size"))?;
        let [width, height] = numbers(size, &size_place, Milli::parse_size, rounding)?;
        let origin_place = QueryPlace::Key(place, "origin");
        let origin = origin.map_or(Ok(Origin::default()), |v| read_origin(v, &origin_place))?;
        Aabb::from_size(Point::new(x, y), Vector::new(width, height), origin)
    } else if value.get().starts_with('[') {
        let [x1, y1, x2, y2] = coordinates(value, place, rounding)?;
        if x1 > x2 || y1 > y2 {
            let message = "its corners are swapped";
            return Err(QueryFault::at(Code::BadShape, place, message));
        }
        Aabb::from_corners(Point::new(x1, y1), Point::new(x2, y2))
    } else {
        return Err(wrong_type(place, value, "[left,top,right,bottom]"));
    };
    made.map(Shape::Box).map_err(|fault| shape_fault(&fault, place))
}

fn shape_fault(fault: &ShapeError, place: &QueryPlace<'_>) -> QueryFault {
    let code = match fault {
        ShapeError::OutOfRange { .. } => Code::OutOfRange,
        _ => Code::BadShape,
    };
    QueryFault::at(code, place, fault)
}

pub(super) fn read_origin(value: &RawValue, place: &QueryPlace<'_>) -> Result<Origin, QueryFault> {
    let text = text(value, place, "an origin")?;
    let named = decoded(text, |text| Origin::ALL.into_iter().find(|origin| origin.token() == text));
    named.ok_or_else(|| {
        let (found, right) = (Quoted(text), Origin::ALL.map(Origin::token).join(", "));
        QueryFault::at(Code::BadValue, place, format_args!("{found}; expected one of {right}"))
    })
}

fn read_polygon(
    value: &RawValue,
    place: &QueryPlace<'_>,
    rounding: &mut Rounding,
) -> Result<Shape, QueryFault> {
    let elements = elements(value).ok_or_else(|| wrong_type(place, value, "a list of [x,y]"))?;
    let mut vertices = Vec::new();
    for (index, element) in elements.into_iter().enumerate() {
        if index == Polygon::MOST_VERTICES {
            let message = format_args!("more than {index} vertices");
            return Err(QueryFault::at(Code::BadShape, place, message));
        }
        let [x, y] = coordinates(element, &QueryPlace::Index(place, index), rounding)?;
        vertices.push(Point::new(x, y));
    }
    let polygon = Polygon::new(&vertices);
    polygon.map(Shape::Polygon).map_err(|fault| QueryFault::at(Code::BadShape, place, fault))
}

/// A list of exactly `N` coordinates.
fn coordinates<const N: usize>(
    value: &RawValue,
    place: &QueryPlace<'_>,
    rounding: &mut Rounding,
) -> Result<[Milli; N], QueryFault> {
    numbers(value, place, Milli::parse, rounding)
}

fn numbers<const N: usize>(
    value: &RawValue,
    place: &QueryPlace<'_>,
    parse: fn(&str) -> Result<Milli, NumberError>,
    rounding: &mut Rounding,
) -> Result<[Milli; N], QueryFault> {
    let right = || wrong_type(place, value, &format!("a list of {N} numbers"));
    let mut elements = elements(value).ok_or_else(right)?.into_iter();
    let mut numbers = [Milli::ZERO; N];
    for (index, number) in numbers.iter_mut().enumerate() {
        let element = elements.next().ok_or_else(|| {
            let message = format_args!("{index} numbers; expected {N}");
            QueryFault::at(Code::WrongType, place, message)
        })?;
        *number = read_number(element, &QueryPlace::Index(place, index), parse, rounding)?;
    }
    if elements.next().is_some() {
        let message = format_args!("more than {N} numbers; expected {N}");
        return Err(QueryFault::at(Code::WrongType, place, message));
    }
    Ok(numbers)
}

/// A number, or one in quotation marks as in answers: `"2/3"`.
fn read_number(
    value: &RawValue,
    place: &QueryPlace<'_>,
    parse: fn(&str) -> Result<Milli, NumberError>,
    rounding: &mut Rounding,
) -> Result<Milli, QueryFault> {
    let text = value.get();
    let read = match kind(value) {
        "a number" => rounding.read(text, parse),
        "a text" => decoded(text, |inside| rounding.read(inside, parse)),
        _ => return Err(wrong_type(place, value, "a number")),
    };
    read.map_err(|fault| number_fault(text, place, fault))
}

fn number_fault(text: &str, place: &QueryPlace<'_>, fault: NumberError) -> QueryFault {
    let found = Quoted(text);
    let way_out = if Rounding::takes(text.trim_matches('"')) { "; --round rounds it" } else { "" };
    let (code, message) = match fault {
        NumberError::NotDecimal if text.starts_with('"') => {
            let right = "expected a number, or a text such as \"2/3\"";
            (Code::BadNumber, format!("{right}, found {found}{way_out}"))
        }
        // A JSON number that is not a decimal has an exponent.
        NumberError::NotDecimal => {
            let right = "expected a number without an exponent";
            (Code::BadNumber, format!("{right}, found {found}{way_out}"))
        }
        NumberError::TooFine { rounded } => {
            let nearest = format_args!("the nearest number is {rounded}");
            (Code::BadNumber, format!("{found} has more than three decimals; {nearest}{way_out}"))
        }
        NumberError::BetweenSteps { .. } => {
            (Code::BadNumber, format!("{found} is {fault}{way_out}"))
        }
        NumberError::OutOfRange { limit } => {
            (Code::OutOfRange, format!("{found} is outside ±{limit}"))
        }
    };
    QueryFault::at(code, place, message)
}

/// The kinds of fault, by their codes in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Code {
    NotJson,
    NotUtf8,
    TooLong,
    Missing,
    UnknownKey,
    RepeatedKey,
    WrongType,
    BadNumber,
    OutOfRange,
    BadShape,
    BadValue,
}

/// A fault: its code, and a sentence for people that says where it is, what was found and what
/// would be right.
#[derive(Debug)]
pub(super) struct QueryFault {
    code: Code,
    message: String,
}

impl QueryFault {
    /// Whether the line may be read in exact numbers, or a better sentence be said about them.
    pub(super) const fn is_about_numbers(&self) -> bool {
        matches!(self.code, Code::BadNumber | Code::OutOfRange | Code::BadShape)
    }

    /// What is wrong, in a sentence.
    pub(super) fn into_message(self) -> String {
        self.message
    }

    pub(super) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// A fault at a place in the query.
    pub(super) fn at(code: Code, place: &QueryPlace<'_>, message: impl fmt::Display) -> Self {
        Self::new(code, format!("{place}: {message}"))
    }

    /// The keys of the error object for the line of this number.
    pub(super) fn keys(&self, line: u64) -> impl Serialize {
        #[derive(Serialize)]
        struct Error<'a> {
            code: Code,
            message: &'a str,
            line: u64,
        }
        BTreeMap::from([("error", Error { code: self.code, message: &self.message, line })])
    }
}

/// A place in the query, written `a.box[2]`. Built on the stack while descending, and used only if
/// something is wrong there.
#[derive(Clone, Copy)]
pub(super) enum QueryPlace<'p> {
    Top(&'static str),
    Key(&'p QueryPlace<'p>, &'static str),
    Index(&'p QueryPlace<'p>, usize),
}

impl fmt::Display for QueryPlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Top(key) => f.write_str(key),
            Self::Key(parent, key) => write!(f, "{parent}.{key}"),
            Self::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// How much of an offending text is shown.
const SHOWN_CHARS: usize = 40;

/// A piece of the input, cut to a readable length.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(SHOWN_CHARS) {
            Some((end, _)) => write!(f, "{}…", &self.0[..end]),
            None => f.write_str(self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_reads_like_a_path() {
        let top = QueryPlace::Top("a");
        let polygon = QueryPlace::Key(&top, "polygon");
        let vertex = QueryPlace::Index(&polygon, 3);
        assert_eq!(QueryPlace::Index(&vertex, 1).to_string(), "a.polygon[3][1]");
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(Quoted(&"é".repeat(41)).to_string(), "é".repeat(40) + "…");
        assert_eq!(Quoted(&"é".repeat(40)).to_string(), "é".repeat(40));
    }
}
