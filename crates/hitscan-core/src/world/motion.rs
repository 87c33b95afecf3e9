//! How objects moved in the last frame: one displacement each, and the path segments of those that
//! a contact deflected.

use super::{ChangeError, ObjectId, World};
use hitscan_geom::inside::{Ratio, first_meeting, first_touch, interiors_meet_at, next_hit};
use hitscan_geom::kernel::sweep;
use hitscan_geom::{Blocked, Milli, Moving, MovingRegion, Side, Swept, SweptRegions, Vector};

/// The displacements of the last frame. Objects that are not listed did not move.
#[derive(Clone, Debug, Default)]
pub(super) struct FrameMotion {
    /// In the order of the ids.
    moved: Vec<(ObjectId, Vector)>,
    /// The straight pieces of deflected paths, by object and then by time: from this time on, the
    /// box follows this line, which is given as if the box followed it for the whole frame.
    segments: Vec<(ObjectId, (Ratio, Moving))>,
}

/// Where one object ends in a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameEnd {
    /// Its index in the scene.
    pub(super) place: usize,
    pub(super) displacement: Vector,
    pub(super) velocity: Vector,
}

impl FrameMotion {
    /// Clears the last frame: an edit moves nothing.
    pub(super) fn clear(&mut self) {
        self.moved.clear();
        self.segments.clear();
    }

    /// Adds an object; ids come in ascending order.
    pub(super) fn push(&mut self, id: ObjectId, displacement: Vector) {
        self.moved.push((id, displacement));
    }

    /// Stores the segments of deflected paths, by object and then by time.
    pub(super) fn set_segments(&mut self, segments: Vec<(ObjectId, (Ratio, Moving))>) {
        self.segments = segments;
    }

    /// Approximate size on the heap, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.moved.len() * size_of::<(ObjectId, Vector)>()
            + self.segments.len() * size_of::<(ObjectId, (Ratio, Moving))>()
    }

    /// The objects that took part in the frame, in ascending order.
    pub(super) fn ids(&self) -> impl Iterator<Item = ObjectId> + Clone {
        self.moved.iter().map(|moved| moved.0)
    }

    pub(super) fn displacement(&self, id: ObjectId) -> Vector {
        self.find(id).map_or(Vector::ZERO, |index| self.moved[index].1)
    }

    /// Whether the object took part in the frame, even if a response left it
    /// where it was.
    pub(super) fn took_part(&self, id: ObjectId) -> bool {
        self.find(id).is_some()
    }

    fn find(&self, id: ObjectId) -> Option<usize> {
        self.moved.binary_search_by_key(&id, |moved| moved.0).ok()
    }

    /// The segments of a deflected path; none for a straight one.
    pub(super) fn segments(&self, id: ObjectId) -> impl Iterator<Item = (Ratio, Moving)> + Clone {
        let from = self.segments.partition_point(|segment| segment.0 < id);
        self.segments[from..].iter().take_while(move |segment| segment.0 == id).map(|s| s.1)
    }

    /// Whether no path was deflected.
    pub(super) fn is_straight(&self) -> bool {
        self.segments.is_empty()
    }
}

/// What happens between two boxes, at least one on a deflected path, that had no contact
/// of their own.
pub(super) fn swept_in_pieces(of_a: &[(Ratio, Moving)], of_b: &[(Ratio, Moving)]) -> Swept<Ratio> {
    let (mut of_a, mut of_b) = (of_a.iter().peekable(), of_b.iter().peekable());
    let (Some(&(_, mut a)), Some(&(_, mut b))) = (of_a.next(), of_b.next()) else {
        return Swept::Miss;
    };
    if let overlap @ Swept::Overlap { .. } = sweep(&a, &b).quotients() {
        return overlap;
    }
    let mut from = Ratio::ZERO;
    loop {
        let next = of_a.peek().into_iter().chain(of_b.peek()).map(|(t, _)| *t).min();
        let to = next.unwrap_or(Ratio::ONE);
        match sweep(&a, &b).quotients() {
            // At the very end of a segment they only touch: the path turns there.
            hit @ Swept::Hit { t, .. } if from <= t && (t < to || next.is_none()) => return hit,
            _ => {}
        }
        if let Some((t, flush)) = first_meeting(&a, &b, [from, to]) {
            return Swept::Graze { t: Some(t), flush };
        }
        if next.is_none() {
            return Swept::Miss;
        }
        if let Some((_, piece)) = of_a.next_if(|(t, _)| *t == to) {
            a = *piece;
        }
        if let Some((_, piece)) = of_b.next_if(|(t, _)| *t == to) {
            b = *piece;
        }
        from = to;
    }
}

/// The same for two regions, one a polygon.
pub(super) fn regions_in_pieces(
    of_a: &[(Ratio, MovingRegion)],
    of_b: &[(Ratio, MovingRegion)],
) -> SweptRegions {
    let mut from = Ratio::ZERO;
    loop {
        let at = |pieces: &[(Ratio, MovingRegion)]| {
            pieces.iter().rposition(|piece| piece.0 <= from).unwrap_or(0)
        };
        let [i, j] = [at(of_a), at(of_b)];
        let next = [of_a.get(i + 1), of_b.get(j + 1)].into_iter().flatten().map(|it| it.0).min();
        let (a, b) = (&of_a[i].1, &of_b[j].1);
        if from == Ratio::ZERO && interiors_meet_at(a, b, from) {
            return SweptRegions::Overlap;
        }
        let hit = next_hit(a, b, from).filter(|(t, _)| next.is_none_or(|next| *t < next));
        if let Some((t, hit)) = hit {
            return SweptRegions::Hit { t: t.into(), blocked: Blocked::of(&hit) };
        }
        if let Some(t) = first_touch(a, b, [from, next.unwrap_or(Ratio::ONE)]) {
            return SweptRegions::Graze { t: Some(t.into()) };
        }
        let Some(to) = next else { return SweptRegions::Miss };
        from = to;
    }
}

impl World {
    /// An arrow key towards this side of the screen: it gives a box its speed in that
    /// direction, or first stops it if it moves the other way. Against gravity, a box that
    /// stands on something jumps.
    pub(super) fn steer(&mut self, id: ObjectId, side: Side) -> Result<(), ChangeError> {
        let index = self.index(id).ok_or(ChangeError::NoObject)?;
        let object = &self.objects[index].object;
        if object.is_static() {
            return Err(ChangeError::StaticHasNoVelocity(object.name));
        }
        let axis = side.axis();
        let towards = |speed: Milli, side: Side| match side {
            Side::Left | Side::Top => -speed,
            Side::Right | Side::Bottom => speed,
        };
        let speed = match object.behavior.jump.filter(|_| self.falls_towards(side.opposite())) {
            Some(_) if !self.stands_on(id, side.opposite()) => {
                return Err(ChangeError::InTheAir(object.name));
            }
            Some(jump) => towards(jump, side),
            None => {
                let speed = object.behavior.steer.map_or(Milli::ZERO, |speeds| speeds.along(axis));
                if speed == Milli::ZERO {
                    return Err(ChangeError::NotSteered { name: object.name, axis });
                }
                let now = towards(object.velocity.along(axis), side);
                if now < Milli::ZERO { Milli::ZERO } else { towards(speed, side) }
            }
        };
        self.objects.change(index, |entry| {
            entry.object.velocity = entry.object.velocity.with(axis, speed);
        });
        Ok(())
    }

    /// Whether gravity points to this side of the screen.
    fn falls_towards(&self, side: Side) -> bool {
        let pull = self.settings.gravity.along(side.axis());
        match side {
            Side::Left | Side::Top => pull < Milli::ZERO,
            Side::Right | Side::Bottom => pull > Milli::ZERO,
        }
    }
}
