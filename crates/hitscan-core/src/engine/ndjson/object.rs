//! An object in exact numbers, and a pair as a line for `hitscan query`.

use std::fmt::{self, Display, Write};

use super::NEVER_FAILS;
use super::answer::write_token;
use crate::engine::Pair;
use crate::world::{Axes, Object};
use hitscan_geom::{Aabb, Fraction, Point, Shape, Vector};

/// Writes an object with a line feed, in these axes.
///
/// # Panics
/// Never: a `String` takes whatever is written to it.
pub fn write_object(object: &Object, axes: Axes, out: &mut String) {
    let Object { name, shape, velocity, fixed } = object;
    let kind = shape.kind().token();
    let number = |value: hitscan_geom::Milli| format!("\"{}\"", Fraction::from(value));
    let of_point = |p: Point| [number(p.x), number(axes.read_y(p.y))];
    let vertices: Vec<_> = match shape {
        Shape::Box(shape) => [shape.min(), shape.max()].map(of_point).to_vec(),
        Shape::Segment(_) | Shape::Polygon(_) => {
            shape.vertices().into_iter().map(of_point).collect()
        }
    };
    let written = match shape {
        Shape::Box(_) | Shape::Segment(_) => vertices.concat().join(","),
        Shape::Polygon(_) => {
            let pairs: Vec<_> = vertices.iter().map(|p| format!("[{}]", p.join(","))).collect();
            pairs.join(",")
        }
    };
    let speed = [number(velocity.x), number(axes.read_y(velocity.y))].join(",");
    writeln!(
        out,
        "{{\"event\":\"object\",\"name\":\"{name}\",\"kind\":\"{kind}\",\
         \"{kind}\":[{written}],\"velocity\":[{speed}],\"fixed\":{fixed}}}"
    )
    .expect(NEVER_FAILS);
}

/// Writes a pair as `hitscan query` reads it, y down, with a line feed. Two
/// boxes come with the motion that was judged, if they made one.
///
/// # Panics
/// Never: a `String` takes whatever is written to it.
pub fn write_query(pair: &Pair, out: &mut String) {
    write_pair(pair, out).expect(NEVER_FAILS);
}

fn write_pair(pair: &Pair, out: &mut String) -> fmt::Result {
    let (a, b) = (&pair.a, &pair.b);
    write!(out, "{{\"id\":\"{} {}\",", a.name, b.name)?;
    let moving = pair.pair_result.frame.filter(|[a, b]| a.motion != b.motion);
    match moving {
        Some(both) => {
            // Where the way was bent the motion led to the contact, not to where
            // they now are: then they are given at the start of the frame.
            let ends = both.map(|moving| moving.end());
            let is_straight =
                [a, b].into_iter().zip(&ends).all(|(party, end)| party.shape == Shape::Box(*end));
            let (at, frame) = if is_straight {
                (ends, "end")
            } else {
                (both.map(|moving| moving.start), "start")
            };
            for ((name, shape), moving) in ["a", "b"].into_iter().zip(at).zip(both) {
                write!(out, "\"{name}\":{{\"box\":{},", Numbers(&corners(&shape)))?;
                write!(out, "\"velocity\":{}}},", Numbers(&vector(moving.motion)))?;
            }
            write_token("frame", frame, out);
        }
        None => {
            for (name, party, after) in [("a", a, ","), ("b", b, "")] {
                write!(out, "\"{name}\":{{\"{}\":", party.shape.kind().token())?;
                write_shape(&party.shape, out)?;
                write!(out, "}}{after}")?;
            }
        }
    }
    out.push_str("}\n");
    Ok(())
}

fn write_shape(shape: &Shape, out: &mut String) -> fmt::Result {
    match shape {
        Shape::Box(shape) => write!(out, "{}", Numbers(&corners(shape))),
        Shape::Segment(laser) => {
            let (from, to) = (laser.start, laser.end);
            write!(out, "{}", Numbers(&[from.x, from.y, to.x, to.y]))
        }
        Shape::Polygon(polygon) => {
            let list = polygon.vertices().iter().map(|p| Numbers(&[p.x, p.y]).to_string());
            write!(out, "[{}]", list.collect::<Vec<_>>().join(","))
        }
    }
}

fn corners(shape: &Aabb) -> [hitscan_geom::Milli; 4] {
    [shape.left(), shape.top(), shape.right(), shape.bottom()]
}

fn vector(v: Vector) -> [hitscan_geom::Milli; 2] {
    [v.x, v.y]
}

/// `[1,-2.5]`.
struct Numbers<'a, T>(&'a [T]);

impl<T: Display> Display for Numbers<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (index, number) in self.0.iter().enumerate() {
            write!(f, "{}{number}", if index == 0 { "" } else { "," })?;
        }
        f.write_str("]")
    }
}
