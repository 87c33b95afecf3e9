//! The regions that a laser meets, in order.

use serde::Serialize;

use super::answer::DirectionList;
use super::{Text, write_line};
use crate::engine::Ray;
use crate::world::{Axes, Name, RayHit, RayMeets};
use hitscan_geom::{Crossing, Fraction, Point};

/// Writes the regions that a laser meets, with a line feed, in these axes.
///
/// # Panics
/// Never: writing to a `String` cannot fail.
pub fn write_ray(ray: &Ray, axes: Axes, out: &mut String) {
    let read = |point: Point| [point.x, axes.read_y(point.y)].map(|n| Text(Fraction::from(n)));
    let [[x1, y1], [x2, y2]] = [ray.laser.start(), ray.laser.end()].map(read);
    let line = RayLine {
        name: ray.name.as_ref().map(Name::as_str),
        laser: [x1, y1, x2, y2],
        hits: ray.hits.iter().map(HitKeys::from).collect(),
    };
    write_line(&line, out);
}

#[derive(Serialize)]
#[serde(tag = "event", rename = "ray")]
struct RayLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    laser: [Text<Fraction>; 4],
    hits: Vec<HitKeys<'a>>,
}

/// A region that it enters, or touches.
#[derive(Serialize)]
struct HitKeys<'a> {
    name: &'a str,
    #[serde(flatten)]
    at: CrossingKeys,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<CrossingKeys>,
    #[serde(skip_serializing_if = "Option::is_none")]
    touches: Option<bool>,
}

#[derive(Serialize)]
struct CrossingKeys {
    t: Text<Fraction>,
    direction: DirectionList,
}

impl From<Crossing> for CrossingKeys {
    fn from(Crossing { t, through }: Crossing) -> Self {
        Self { t: Text(t), direction: DirectionList(through) }
    }
}

impl<'a> From<&'a RayHit> for HitKeys<'a> {
    fn from(hit: &'a RayHit) -> Self {
        let name = hit.name.as_str();
        match hit.meets {
            RayMeets::Enters(pass) => {
                Self { name, at: pass.entry.into(), out: Some(pass.exit.into()), touches: None }
            }
            RayMeets::Touches(at) => Self { name, at: at.into(), out: None, touches: Some(true) },
        }
    }
}
