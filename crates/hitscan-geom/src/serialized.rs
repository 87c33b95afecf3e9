//! The feature `serde`: lengths are decimal strings and fractions are quotient strings; shapes are
//! lists of coordinates, and enums are their tokens. Invalid values are errors of the deserializer.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::broad_phase::BroadPhase;
use super::{
    Aabb, Approach, Axis, Direction, Fraction, Location, Milli, Moving, NumberError, Origin, Point,
    Polygon, Relation, Segment, ShapeKind, Side, Sides, Vector,
};

macro_rules! as_text {
    ($($type:ident: $what:literal),+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text { what: $what, of: PhantomData })
            }
        }
    )+};
}

as_text!(
    Approach: "an approach", Axis: "an axis", BroadPhase: "a broad phase",
    Direction: "a hit direction", Fraction: "a fraction", Location: "a location",
    Origin: "an origin", Relation: "a relation", ShapeKind: "a kind of shape", Side: "a side",
    Sides: "sides"
);

/// Parses a string by its `FromStr`.
struct Text<T> {
    what: &'static str,
    of: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse()
            .map_err(|error| E::custom(format_args!("\"{text}\" is not {}: {error}", self.what)))
    }
}

/// A decimal in a string, which every format keeps exactly.
impl Serialize for Milli {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A decimal in a string; in human-readable formats a number is accepted too.
impl<'de> Deserialize<'de> for Milli {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(Decimal)
        } else {
            deserializer.deserialize_str(Decimal)
        }
    }
}

struct Decimal;

impl Visitor<'_> for Decimal {
    type Value = Milli;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a decimal of at most three decimals")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Milli, E> {
        text.parse().map_err(|error| E::custom(format_args!("\"{text}\": {error}")))
    }

    fn visit_i64<E: Error>(self, units: i64) -> Result<Milli, E> {
        Milli::try_from(i128::from(units) * 1000).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, units: u64) -> Result<Milli, E> {
        Milli::try_from(i128::from(units) * 1000).map_err(E::custom)
    }

    /// A decimal that the format has already parsed into a double. It is accepted as exact if it is
    /// the double nearest to the length.
    fn visit_f64<E: Error>(self, units: f64) -> Result<Milli, E> {
        let rounded = Milli::rounded(units).map_err(E::custom)?.value;
        let difference = f64::from(rounded) - units;
        if difference.abs() > 0.0 {
            let error = NumberError::TooFine { rounded };
            return Err(E::custom(format_args!("{units}: {error}")));
        }
        Ok(rounded)
    }
}

macro_rules! as_list {
    ($($type:ident as $list:ty: $of:expr, $make:expr);+) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let list: fn(&Self) -> $list = $of;
                list(self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let make: fn($list) -> Result<Self, String> = $make;
                make(<$list>::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    )+};
}

as_list!(
    Point as [Milli; 2]: |of| [of.x, of.y], |[x, y]| Ok(Self::new(x, y));
    Vector as [Milli; 2]: |of| [of.x, of.y], |[x, y]| Ok(Self::new(x, y));
    Segment as [Milli; 4]:
        |of| [of.start().x, of.start().y, of.end().x, of.end().y],
        |[x1, y1, x2, y2]| with_message(Self::new(Point::new(x1, y1), Point::new(x2, y2)));
    Aabb as [Milli; 4]:
        |of| [of.left(), of.top(), of.right(), of.bottom()],
        |[x1, y1, x2, y2]| with_message(Self::from_corners(Point::new(x1, y1), Point::new(x2, y2)));
    Polygon as Vec<Point>: |of| of.vertices().to_vec(), |vertices| polygon(&vertices)
);

fn with_message<T>(made: Result<T, impl fmt::Display>) -> Result<T, String> {
    made.map_err(|error| error.to_string())
}

/// External input is limited, since checking a polygon takes quadratic time.
fn polygon(vertices: &[Point]) -> Result<Polygon, String> {
    if vertices.len() > Polygon::MOST_VERTICES {
        return Err(format!("more than {} vertices", Polygon::MOST_VERTICES));
    }
    with_message(Polygon::new(vertices))
}

/// The fields of a moving box: its start and its motion.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Moving", deny_unknown_fields)]
struct StartAndMotion {
    start: Aabb,
    motion: Vector,
}

impl Serialize for Moving {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StartAndMotion { start: self.start(), motion: self.motion() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Moving {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StartAndMotion { start, motion } = StartAndMotion::deserialize(deserializer)?;
        Self::new(start, motion).map_err(D::Error::custom)
    }
}
