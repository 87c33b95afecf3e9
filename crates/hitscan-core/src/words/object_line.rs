//! An object in exact numbers, in one line of ASCII.

use crate::world::{Axes, Body, Object};
use hitscan_geom::{Shape, Vector};

/// `A box x 24..36 y 6..22 v 0,0 static`, `L laser 6,32 to 40,24 v 0,0`.
#[must_use]
pub fn object_line(object: &Object, axes: Axes) -> String {
    let Object { name, shape, velocity, body, behavior: _ } = object;
    let kind = shape.kind().token();
    let at = |v: Vector| format!("{},{}", v.x, axes.read_y(v.y));
    let place = match shape {
        Shape::Box(shape) => {
            let (top, bottom) = (axes.read_y(shape.top()), axes.read_y(shape.bottom()));
            format!("x {}..{} y {top}..{bottom}", shape.left(), shape.right())
        }
        Shape::Segment(laser) => {
            let [from, to] = [laser.start(), laser.end()].map(|p| at(Vector::new(p.x, p.y)));
            format!("{from} to {to}")
        }
        Shape::Polygon(polygon) => {
            let vertices = polygon.vertices().iter().map(|p| at(Vector::new(p.x, p.y)));
            vertices.collect::<Vec<_>>().join(" ")
        }
    };
    let body = match body {
        Body::Dynamic => "",
        Body::Static => " static",
        Body::Kinematic => " kinematic",
    };
    format!("{name} {kind} {place} v {}{body}", at(*velocity))
}
