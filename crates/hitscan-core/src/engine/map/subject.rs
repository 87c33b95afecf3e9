//! A pair of which one object may be elsewhere: what moves, its position, and the shapes and the
//! frame for each place.

use super::critical::{Critical, place};
use super::grid::{Grid, MapPlace};
use crate::engine::sandbox::shapes::with_vertex;
use crate::world::tests_of_pair;
use hitscan_geom::{Milli, Moving, Point, Segment, Shape, Vector};

/// The part of the object that is elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handle {
    /// The whole object.
    Move,
    /// One end, corner or vertex, counted from 0.
    End(usize),
    /// End 2 of a laser whose middle stays.
    Turn,
    /// The position after one step.
    Speed,
}

/// When in the frame the two are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapTiming {
    /// At their final positions.
    AtTheEnd,
    /// During the motion there: two boxes in a frame.
    OnTheWay,
}

/// A pair of which one object may be elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapSubject {
    /// The object that may be elsewhere.
    pub object: Shape,
    /// Its velocity.
    pub velocity: Vector,
    /// The other object, which stays.
    pub partner: Shape,
    /// The velocity of the other object.
    pub partner_velocity: Vector,
    /// The part of the object that is elsewhere.
    pub handle: Handle,
}

/// The pair with the object elsewhere.
#[derive(Clone, Debug)]
pub struct Posed<'a> {
    /// The object there.
    pub object: Shape,
    /// The partner at that time.
    pub partner: &'a Shape,
    /// The motions of two boxes: from the current place to the new one, or for one step. Both are
    /// at rest if the handle is an end.
    pub frame: Option<[Moving; 2]>,
}

/// A subject, with everything precomputed that is the same for all places.
#[derive(Clone, Debug)]
pub(super) struct Poser<'a> {
    subject: &'a MapSubject,
    /// The partner at the time of judging.
    partner: Shape,
}

fn point([x, y]: MapPlace) -> Option<Point> {
    let milli = |value: i64| Milli::new(i32::try_from(value).ok()?).ok();
    Some(Point::new(milli(x)?, milli(y)?))
}

fn moved(from: MapPlace, by: Vector) -> MapPlace {
    [from[0] + by.x.wide(), from[1] + by.y.wide()]
}

/// Whether a world would accept the shape at its position.
fn is_in_plane(shape: &Shape) -> bool {
    let (min, max) = shape.bounds();
    min.in_range() && max.in_range()
}

impl MapSubject {
    /// Whether this handle exists: only lasers turn about their middle.
    pub const fn has_places(&self) -> bool {
        !matches!((self.handle, &self.object), (Handle::Turn, Shape::Box(_) | Shape::Polygon(_)))
    }

    /// Whether both are boxes.
    pub const fn is_of_boxes(&self) -> bool {
        matches!((&self.object, &self.partner), (Shape::Box(_), Shape::Box(_)))
    }

    /// Whether each of the two is a box or a laser, whose answers are cheap.
    pub const fn is_without_polygons(&self) -> bool {
        !matches!(&self.object, Shape::Polygon(_)) && !matches!(&self.partner, Shape::Polygon(_))
    }

    /// How many tests the answer for one place counts.
    pub fn tests_of_place(&self) -> u64 {
        tests_of_pair(&self.object, &self.partner)
    }

    /// The current position of the handle.
    pub fn present(&self) -> MapPlace {
        let (min, _) = self.object.bounds();
        let vertices = self.object.vertices();
        match self.handle {
            Handle::Move => place(min),
            Handle::Speed => moved(place(min), self.velocity),
            Handle::End(index) => place(vertices[index.min(vertices.len() - 1)]),
            Handle::Turn => place(vertices[1]),
        }
    }

    /// The offset from the handle to the point that determines the cell, in the unit of [`Grid`].
    pub fn offset(&self) -> [i64; 2] {
        let (min, max) = self.object.bounds();
        let half = |min: Milli, max: Milli| (max.wide() - min.wide()) * Grid::PER_THOUSANDTH / 2;
        match self.handle {
            Handle::Move | Handle::Speed => [half(min.x, max.x), half(min.y, max.y)],
            Handle::End(_) | Handle::Turn => [0, 0],
        }
    }

    /// The middle of the object with the handle at this place, or the end that is there,
    /// in half thousandths.
    pub fn shown(&self, at: MapPlace) -> [i64; 2] {
        let offset = self.offset();
        [0, 1].map(|axis| 2 * at[axis] + offset[axis] * 2 / Grid::PER_THOUSANDTH)
    }

    /// The velocity that leads to this place in one step.
    pub fn velocity_to(&self, at: MapPlace) -> Option<Vector> {
        self.object.bounds().0.to(point(at)?)
    }

    /// The position of the first vertex, or of a box's top left corner, with the handle of a whole
    /// object at this place.
    pub fn first_vertex_at(&self, at: MapPlace) -> Option<Point> {
        let (min, first) = (place(self.object.bounds().0), place(self.object.vertices()[0]));
        point([at[0] + first[0] - min[0], at[1] + first[1] - min[1]])
    }

    /// The point at this place.
    pub fn point_at(&self, at: MapPlace) -> Option<Point> {
        point(at)
    }

    /// The points and lines on which answers change.
    pub(super) fn critical(&self, timing: MapTiming) -> Critical {
        let vertices: Vec<MapPlace> = self.object.vertices().into_iter().map(place).collect();
        let step = [self.partner_velocity.x.wide(), self.partner_velocity.y.wide()];
        match (self.handle, timing) {
            (Handle::Move, MapTiming::AtTheEnd) => {
                Critical::of_move(&self.object, &self.partner, [0, 0])
            }
            (Handle::Move, MapTiming::OnTheWay) => {
                Critical::of_frame(&self.object, &self.partner, [0, 0])
            }
            (Handle::Speed, MapTiming::AtTheEnd) => {
                Critical::of_move(&self.object, &self.partner, step)
            }
            (Handle::Speed, MapTiming::OnTheWay) => {
                Critical::of_frame(&self.object, &self.partner, step)
            }
            (Handle::End(index), _) => {
                let index = index.min(vertices.len() - 1);
                match &self.object {
                    Shape::Box(_) => Critical::of_corner(vertices[(index + 2) % 4], &self.partner),
                    Shape::Segment(_) => {
                        Critical::of_end(&vertices[1 - index..][..1], &self.partner)
                    }
                    Shape::Polygon(_) => {
                        let count = vertices.len();
                        let beside = [1, count - 1].map(|by| vertices[(index + by) % count]);
                        Critical::of_end(&beside, &self.partner)
                    }
                }
            }
            (Handle::Turn, _) => {
                let [start, end] = [vertices[0], vertices[1]];
                Critical::of_turn([start[0] + end[0], start[1] + end[1]], &self.partner)
            }
        }
    }

    /// Whether two subjects differ at most in the handle's position, so that all places have
    /// the same answers.
    pub(super) fn is_elsewhere_of(&self, other: &Self, timing: MapTiming) -> bool {
        let is_same = (&self.partner, self.partner_velocity, self.handle)
            == (&other.partner, other.partner_velocity, other.handle);
        is_same
            && self.object.kind() == other.object.kind()
            && self.fixed(timing) == other.fixed(timing)
    }

    /// The part of the object that does not depend on the handle's position.
    fn fixed(&self, timing: MapTiming) -> Vec<MapPlace> {
        let mut vertices: Vec<MapPlace> = self.object.vertices().into_iter().map(place).collect();
        match (self.handle, timing) {
            (Handle::Move, MapTiming::AtTheEnd) => {
                let [x, y] = place(self.object.bounds().0);
                for vertex in &mut vertices {
                    *vertex = [vertex[0] - x, vertex[1] - y];
                }
            }
            (Handle::Move, MapTiming::OnTheWay) | (Handle::Speed, _) => {}
            (Handle::End(index), _) if self.object.as_box().is_some() => {
                return vec![vertices[(index + 2) % 4]];
            }
            (Handle::End(index), _) => {
                vertices.remove(index.min(vertices.len() - 1));
            }
            (Handle::Turn, _) => {
                let [start, end] = [vertices[0], vertices[vertices.len() - 1]];
                return vec![[start[0] + end[0], start[1] + end[1]]];
            }
        }
        vertices
    }
}

impl<'a> Poser<'a> {
    /// Precomputes what all places share; `None` if the partner's step leaves the plane.
    pub(super) fn new(subject: &'a MapSubject) -> Option<Self> {
        let partner = match subject.handle {
            Handle::Speed => subject.partner.translated(subject.partner_velocity).ok()?,
            Handle::Move | Handle::End(_) | Handle::Turn => subject.partner.clone(),
        };
        is_in_plane(&partner).then_some(Self { subject, partner })
    }

    /// The pair with the handle at this place; `None` if the handle cannot be there.
    pub(super) fn at(&self, at: MapPlace) -> Option<Posed<'_>> {
        let MapSubject { object, handle, .. } = self.subject;
        let to = point(at)?;
        let by = object.bounds().0.to(to);
        let there = match (handle, object) {
            (Handle::Move | Handle::Speed, Shape::Box(it)) => Shape::Box(it.moved_to(to).ok()?),
            (Handle::Move | Handle::Speed, it) => it.translated(by?).ok()?,
            (Handle::End(index), it) => with_vertex(it, index + 1, |_| Some(to)).ok()?,
            (Handle::Turn, Shape::Segment(laser)) => {
                let [start, end] = [laser.start(), laser.end()].map(place);
                let start = point([start[0] + end[0] - at[0], start[1] + end[1] - at[1]])?;
                Shape::Segment(Segment::new(start, to).ok()?)
            }
            (Handle::Turn, _) => return None,
        };
        // Shapes may reach farther than a world allows, because the motions of boxes start there.
        let is_too_fast = *handle == Handle::Speed && !by?.in_range();
        if is_too_fast || !is_in_plane(&there) {
            return None;
        }
        let frame = match (&there, &self.partner, handle) {
            (Shape::Box(_), Shape::Box(partner), Handle::Move) => {
                let motion = Moving::new(*object.as_box()?, by?).ok()?;
                Some([motion, Moving::at_rest(*partner)])
            }
            (Shape::Box(_), Shape::Box(_), Handle::Speed) => {
                let motion = Moving::new(*object.as_box()?, by?).ok()?;
                let partner = *self.subject.partner.as_box()?;
                Some([motion, Moving::new(partner, self.subject.partner_velocity).ok()?])
            }
            (Shape::Box(there), Shape::Box(partner), Handle::End(_)) => {
                Some([Moving::at_rest(*there), Moving::at_rest(*partner)])
            }
            _ => None,
        };
        Some(Posed { object: there, partner: &self.partner, frame })
    }
}
