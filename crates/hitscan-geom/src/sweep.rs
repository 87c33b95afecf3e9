//! Two boxes in motion for one frame: when they meet, and on which side.
//!
//! | files | contents |
//! | --- | --- |
//! | `regions` | the same for boxes and polygons: [`swept_regions`] |
//! | `lines` | regions that follow a line for a part of the frame, after a contact |
//! | `contact` | where two regions touch: normals, edges and corners |

mod contact;
mod lines;
mod regions;

pub use contact::{Blocked, Normal, RegionContact, deciding};
pub use lines::{first_touch, interiors_meet_at, next_hit};
pub use regions::{MovingRegion, SweptRegions, contacts, swept_regions};

use std::cmp::Ordering;

use super::fraction::Ratio;
use super::{
    Aabb, AtRest, Axis, ExactPoint, Fraction, Milli, Passage, Segment, ShapeError, Side, Sides,
    Step, Trace, Vector,
};

/// A box and its motion in one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moving {
    pub(crate) start: Aabb,
    pub(crate) motion: Vector,
}

impl Moving {
    /// The box that starts the frame at `start` and moves by `motion`.
    ///
    /// # Errors
    /// [`ShapeError::TooFast`] for a motion beyond ±[`Milli::REACH`] along an axis,
    /// [`ShapeError::OutOfRange`] if the box would end out of range.
    ///
    /// ```
    /// use hitscan_geom::{Aabb, Milli, Moving, Origin, Point, Vector, milli};
    /// let size = Vector::new(milli!(2000), milli!(1000));
    /// let start = Aabb::from_size(Point::default(), size, Origin::TopLeft)?;
    /// let moving = Moving::new(start, Vector::new(milli!(500), Milli::ZERO))?;
    /// assert_eq!(moving.end().right(), milli!(2500));
    /// assert_eq!(Moving::ending_at(moving.end(), moving.motion()), Ok(moving));
    /// assert!(Moving::new(start, Vector::new(Milli::REACH, Milli::ZERO)).is_err());
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    pub fn new(start: Aabb, motion: Vector) -> Result<Self, ShapeError> {
        if motion.x.abs().max(motion.y.abs()) > Milli::REACH {
            return Err(ShapeError::TooFast(motion));
        }
        start.translated(motion)?;
        Ok(Self { start, motion })
    }

    /// The box that moves by `motion` in the frame and ends at `end`.
    ///
    /// # Errors
    /// As [`Moving::new`], except that it is the start that may be out of range.
    pub fn ending_at(end: Aabb, motion: Vector) -> Result<Self, ShapeError> {
        Self::new(end.translated(-motion)?, motion)
    }

    /// The box that stays at `start`.
    #[must_use]
    pub const fn at_rest(start: Aabb) -> Self {
        Self { start, motion: Vector::ZERO }
    }

    /// Its place when the frame begins.
    #[must_use]
    pub const fn start(&self) -> Aabb {
        self.start
    }

    /// Its displacement in the frame.
    #[must_use]
    pub const fn motion(&self) -> Vector {
        self.motion
    }

    /// Its place when the frame ends.
    #[must_use]
    pub fn end(&self) -> Aabb {
        self.start.moved_in_range(self.motion)
    }

    /// The corners with the least and the greatest x and y at time `t` of the frame, 0 at its start
    /// and 1 at its end; `None` as for [`Segment::at`].
    #[must_use]
    pub fn at(&self, t: Fraction) -> Option<[ExactPoint; 2]> {
        let (start, end) = (self.start, self.end());
        let on_the_way = |from, to| Segment::raw(from, to).at(t);
        Some([on_the_way(start.min(), end.min())?, on_the_way(start.max(), end.max())?])
    }

    /// Its motion relative to `other`.
    #[must_use]
    pub const fn motion_relative_to(&self, other: &Self) -> Vector {
        let (own, other) = (self.motion, other.motion);
        Vector::new(own.x.minus(other.x), own.y.minus(other.y))
    }
}

/// What happens in a frame. Sides are those of the second box.
///
/// `T` is [`Fraction`] in every answer of this library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Swept<T = Fraction> {
    /// They do not meet within the frame.
    Miss,
    /// They touch, but their interiors would never meet even if the motion went on.
    Graze {
        /// When they first meet, in frames; `None` without relative motion.
        t: Option<T>,
        /// The axis along whose sides they slide flush, if any.
        flush: Option<Axis>,
    },
    /// The interiors already meet at the start of the frame.
    Overlap {
        /// The sides that the motion would have come through; empty without motion.
        sides: Sides,
    },
    /// They meet from outside.
    Hit {
        /// When, in frames, within [0, 1].
        t: T,
        /// On which sides; two at a corner.
        sides: Sides,
    },
}

impl<T: Copy> Swept<T> {
    /// Its token, as `Display` writes it: `miss`, `graze`, `overlap`, `hit`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Miss => "miss",
            Self::Graze { .. } => "graze",
            Self::Overlap { .. } => "overlap",
            Self::Hit { .. } => "hit",
        }
    }
}

/// When the closed intervals along one axis meet, in frames.
#[derive(Clone, Copy)]
enum Meets {
    /// No relative motion along it.
    AtRest(AtRest),
    /// From `entry` to `exit`, arriving through `side`.
    During { entry: Ratio, exit: Ratio, side: Side },
}

/// What happens when `a` and `b` move for one frame: when they meet, and on which side of `b`. Only
/// the relative motion matters.
///
/// - Times are in frames, from 0 to 1, exact.
/// - Boxes are closed: touching counts as meeting, at t = 0 and t = 1 too. Boxes that touch and
///   never go deeper are a [`Swept::Graze`].
/// - Boxes whose interiors meet at the start are a [`Swept::Overlap`], which has no time.
/// - Where both axes are entered at the same time, at a corner, both sides are named.
/// - Every [`Moving`] is in range: the query cannot fail.
///
/// For boxes at rest use [`relate`](fn@crate::relate); for part of a frame, [`first_meeting`]; for
/// one box against many, [`kernel::MovingBoxes`](crate::kernel::MovingBoxes); to find the pairs
/// first, [`Finder`](crate::broad_phase::Finder); for polygons, [`swept_regions`].
///
/// ```
/// use hitscan_geom::{Aabb, Fraction, Moving, Point, Side, Swept, Vector, swept};
///
/// let point = Point::from_units;
/// let start = Aabb::from_corners(point(0, 0), point(2, 2))?;
/// let wall = Moving::at_rest(Aabb::from_corners(point(5, 0), point(6, 9))?);
/// let run = |x| Moving::new(start, Vector::from_units(x, 0));
///
/// let t = Fraction::new(3, 4).expect("a denominator other than 0");
/// let sides = Side::Left.into();
/// assert_eq!(swept(&run(4)?, &wall), Swept::Hit { t, sides });
/// assert_eq!(swept(&run(3)?, &wall), Swept::Hit { t: Fraction::ONE, sides });
/// assert_eq!(swept(&run(2)?, &wall), Swept::Miss);
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[doc(alias("cast_shapes", "sweep", "time_of_impact"))]
#[must_use]
pub fn swept(a: &Moving, b: &Moving) -> Swept {
    swept_traced(a, b, &mut ())
}

/// [`swept`] that reports each step of the decision to `trace`.
///
/// ```
/// use hitscan_geom::{Aabb, Moving, Point, Step, swept, swept_traced};
///
/// let point = Point::from_units;
/// let a = Moving::at_rest(Aabb::from_corners(point(0, 0), point(2, 2))?);
/// let mut steps: Vec<Step> = Vec::new();
/// let found = swept_traced(&a, &a, &mut steps);
/// assert_eq!(steps.last(), Some(&Step::Outcome(found)));
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
pub fn swept_traced(a: &Moving, b: &Moving, trace: &mut impl Trace) -> Swept {
    let motion = a.motion_relative_to(b);
    let [x, y] = Axis::ALL.map(|axis| meets(&a.start, &b.start, motion, axis, trace));
    let swept = match (x, y) {
        (Meets::AtRest(AtRest::Never), _) | (_, Meets::AtRest(AtRest::Never)) => Swept::Miss,
        (Meets::During { entry, exit, side }, rest)
        | (rest, Meets::During { entry, exit, side }) => moving([entry, exit], side, rest, trace),
        (Meets::AtRest(AtRest::Always), Meets::AtRest(AtRest::Always)) => {
            Swept::Overlap { sides: Sides::NONE }
        }
        (Meets::AtRest(_), Meets::AtRest(_)) => Swept::Graze { t: None, flush: None },
    };
    trace.step(|| Step::Outcome(swept));
    swept
}

/// When `a` and `b` first meet between two times of the frame, and the axis on which they only
/// slide along each other, if any; `None` if they do not meet.
///
/// - Times are in frames. Times outside [0, 1] extrapolate the motion.
/// - Boxes are closed: touching counts. If they already meet when `within` begins, the result
///   is that time.
/// - The result is also `None` if `within` ends before it begins.
/// - Errors: none. Ties: at rest, with both axes flush (corner on corner), the axis is
///   [`Axis::Y`].
///
/// For the side, and whether the boxes go further in, use [`swept`].
///
/// ```
/// use hitscan_geom::{Aabb, Axis, Fraction, Moving, Point, Vector, first_meeting};
///
/// let point = Point::from_units;
/// let a = Aabb::from_corners(point(0, 0), point(2, 2))?;
/// let a = Moving::new(a, Vector::from_units(4, 0))?;
/// let b = Moving::at_rest(Aabb::from_corners(point(4, 0), point(6, 2))?);
/// let (t, flush) = first_meeting(&a, &b, [Fraction::ZERO, Fraction::ONE]).expect("they meet");
/// assert_eq!((t, flush), (Fraction::new(1, 2).expect("a half"), None));
/// // In the next frame, if both keep moving, a is still passing through b.
/// let next = [Fraction::ONE, Fraction::from(2)];
/// assert_eq!(first_meeting(&a, &b, next), Some((Fraction::ONE, None)));
/// // Corner on corner.
/// let corner = Moving::at_rest(Aabb::from_corners(point(6, 2), point(8, 4))?);
/// let met = first_meeting(&corner, &b, [Fraction::ZERO, Fraction::ONE]);
/// assert_eq!(met, Some((Fraction::ZERO, Some(Axis::Y))));
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[must_use]
pub fn first_meeting(
    a: &Moving,
    b: &Moving,
    within: [Fraction; 2],
) -> Option<(Fraction, Option<Axis>)> {
    first_meeting_of(a, b, within)
}

/// [`first_meeting`] for any type of time that can be made from quotients of coordinates.
#[must_use]
pub fn first_meeting_of<T: Ord + From<Ratio>>(
    a: &Moving,
    b: &Moving,
    [from, to]: [T; 2],
) -> Option<(T, Option<Axis>)> {
    let motion = a.motion_relative_to(b);
    let (mut first, mut last, mut flush) = (from, to, None);
    for axis in Axis::ALL {
        match meets(&a.start, &b.start, motion, axis, &mut ()) {
            Meets::AtRest(AtRest::Never) => return None,
            Meets::AtRest(AtRest::Always) => {}
            Meets::AtRest(AtRest::Flush) => flush = Some(axis),
            Meets::During { entry, exit, .. } => {
                first = first.max(entry.into());
                last = last.min(exit.into());
            }
        }
    }
    (first <= last).then_some((first, flush))
}

/// The answer when at least one axis moves.
fn moving([entry, exit]: [Ratio; 2], side: Side, other: Meets, trace: &mut impl Trace) -> Swept {
    let (t_in, t_out, sides) = match other {
        Meets::During { entry: other_entry, exit: other_exit, side: other_side } => {
            let sides = match entry.cmp(&other_entry) {
                Ordering::Less => other_side.into(),
                Ordering::Equal => Sides::from(side).with(other_side),
                Ordering::Greater => side.into(),
            };
            (entry.max(other_entry), exit.min(other_exit), sides)
        }
        Meets::AtRest(_) => (entry, exit, side.into()),
    };
    let flush = matches!(other, Meets::AtRest(AtRest::Flush)).then(|| match side.axis() {
        Axis::X => Axis::Y,
        Axis::Y => Axis::X,
    });
    trace.step(|| Step::FrameTime { passage: Passage::Entry, t: t_in.into() });
    trace.step(|| Step::FrameTime { passage: Passage::Exit, t: t_out.into() });
    if t_in > t_out || t_in > Ratio::ONE || t_out < Ratio::ZERO {
        Swept::Miss
    } else if flush.is_some() || t_in == t_out || t_out == Ratio::ZERO {
        Swept::Graze { t: Some(t_in.max(Ratio::ZERO).into()), flush }
    } else if t_in < Ratio::ZERO {
        Swept::Overlap { sides }
    } else {
        Swept::Hit { t: t_in.into(), sides }
    }
}

fn meets(a: &Aabb, b: &Aabb, motion: Vector, axis: Axis, trace: &mut impl Trace) -> Meets {
    let [low, high] = axis.sides();
    let way = motion.along(axis);
    // How far a has to move along the axis to meet b from the low side and from the high side.
    let to_low = b.edge(low).minus(a.edge(high));
    let to_high = b.edge(high).minus(a.edge(low));
    let (near, far, side) = match way.cmp(&Milli::ZERO) {
        Ordering::Greater => (to_low, to_high, low),
        Ordering::Less => (to_high, to_low, high),
        Ordering::Equal => return at_rest(axis, to_low.max(-to_high), trace),
    };
    let entry = Ratio::new(near.wide(), way.wide());
    let exit = Ratio::new(far.wide(), way.wide());
    for (passage, gap, t) in [(Passage::Entry, near, entry), (Passage::Exit, far, exit)] {
        trace.step(|| Step::AxisTime { axis, passage, gap, velocity: way, side, t: t.into() });
    }
    Meets::During { entry, exit, side }
}

fn at_rest(axis: Axis, gap: Milli, trace: &mut impl Trace) -> Meets {
    let meets = match gap.cmp(&Milli::ZERO) {
        Ordering::Greater => AtRest::Never,
        Ordering::Equal => AtRest::Flush,
        Ordering::Less => AtRest::Always,
    };
    trace.step(|| Step::AxisAtRest { axis, gap, meets });
    Meets::AtRest(meets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;
    use crate::kernel::sweep;

    fn moving([left, top, right, bottom]: [i16; 4], (x, y): (i16, i16)) -> Moving {
        let milli = Milli::from_units;
        let corners = [(left, top), (right, bottom)].map(|(x, y)| Point::new(milli(x), milli(y)));
        let start = Aabb::from_corners(corners[0], corners[1]).expect("a box");
        Moving::new(start, Vector::new(milli(x), milli(y))).expect("in range")
    }

    fn text_of(swept: Swept) -> String {
        match swept {
            Swept::Miss => "miss".to_owned(),
            Swept::Hit { t, sides } => format!("hit {t} {sides}"),
            Swept::Overlap { sides } => format!("overlap {sides}").trim_end().to_owned(),
            Swept::Graze { t, flush } => {
                let t = t.map_or("at rest".to_owned(), |t| t.to_string());
                format!("graze {t} {}", flush.map_or("", Axis::token)).trim_end().to_owned()
            }
        }
    }

    /// Runs the exact query and the kernel, which decides by a different method, and checks
    /// that they agree.
    fn both(a: &Moving, b: &Moving) -> String {
        let exact = swept(a, b);
        let packed = sweep(a, b).unpack();
        assert_eq!(exact, packed, "{a:?} and {b:?}");
        text_of(exact)
    }

    #[test]
    fn boxes_meet_when_the_later_axis_does_and_on_its_side() {
        let a = [0, 0, 2, 2];
        for (motion, other, expected) in [
            ((4, 0), [4, 0, 6, 2], "hit 1/2 left"),
            ((-4, 0), [-4, 0, -2, 2], "hit 1/2 right"),
            ((0, 4), [0, 4, 2, 6], "hit 1/2 top"),
            ((0, -4), [0, -4, 2, -2], "hit 1/2 bottom"),
            // At the end of the frame, at its start, and too late.
            ((2, 0), [4, 0, 6, 2], "hit 1 left"),
            ((1, 0), [2, 0, 4, 2], "hit 0 left"),
            ((1, 0), [4, 0, 6, 2], "miss"),
            // Along both axes: at once, y before x, and x already over when y begins.
            ((4, 4), [4, 4, 6, 6], "hit 1/2 left+top"),
            ((4, 4), [4, 3, 6, 5], "hit 1/2 left"),
            ((4, 4), [3, 4, 5, 6], "hit 1/2 top"),
            ((8, 4), [3, 5, 4, 6], "miss"),
            // Overlapping as the frame begins: the last side it came through.
            ((1, 0), [1, 0, 3, 2], "overlap left"),
            ((0, 0), [1, 1, 3, 3], "overlap"),
            // For a moment: past a corner, and as they separate.
            ((4, 4), [-1, 4, 2, 6], "graze 1/2"),
            ((-1, 0), [2, 0, 4, 2], "graze 0"),
            ((-1, -1), [2, 2, 4, 4], "graze 0"),
            // Flush all the way, and at rest.
            ((4, 0), [3, 2, 9, 4], "graze 1/4 y"),
            ((0, -4), [2, -9, 4, -1], "graze 1/4 x"),
            ((0, 0), [2, 0, 4, 2], "graze at rest"),
            ((0, 0), [3, 0, 4, 2], "miss"),
            ((4, 0), [3, 3, 9, 4], "miss"),
        ] {
            let (still, mover) = (moving(other, (0, 0)), moving(a, motion));
            assert_eq!(both(&mover, &still), expected, "{motion:?} to {other:?}");
            // The same as seen from the mover: only the difference of the motions counts.
            let (x, y) = motion;
            let against = both(&moving(a, (0, 0)), &moving(other, (-x, -y)));
            assert_eq!(against, expected, "{other:?} by {motion:?} the other way");
        }
    }

    #[test]
    fn a_first_meeting_counts_both_ends_of_the_interval() {
        let [half, quarter] = [2, 4].map(|under| Ratio::new(1, under));
        let corner = [moving([0, 0, 2, 2], (4, 4)), moving([-1, 4, 2, 6], (0, 0))];
        let first = |[a, b]: &[Moving; 2], part| first_meeting_of(a, b, part);
        assert_eq!(first(&corner, [Ratio::ZERO, Ratio::ONE]), Some((half, None)));
        assert_eq!(first(&corner, [half, Ratio::ONE]), Some((half, None)));
        assert_eq!(first(&corner, [quarter, half]), Some((half, None)));
        assert_eq!(first(&corner, [Ratio::ZERO, quarter]), None);
        let along = [moving([0, 0, 2, 2], (4, 0)), moving([3, 2, 9, 4], (0, 0))];
        assert_eq!(first(&along, [Ratio::ZERO, Ratio::ONE]), Some((quarter, Some(Axis::Y))));
        assert_eq!(first(&along, [half, Ratio::ONE]), Some((half, Some(Axis::Y))));
    }

    #[test]
    fn a_motion_has_the_same_limit_as_a_coordinate() {
        let by = |milli: Milli| Vector::new(milli, Milli::ZERO);
        let far = -Milli::REACH;
        let corner = Point::new(far, Milli::ZERO);
        let size = Vector::new(Milli::from_units(1), Milli::from_units(1));
        let other = corner.checked_add(size).expect("in range");
        let start = Aabb::from_corners(corner, other).expect("a box");
        assert!(Moving::new(start, by(Milli::REACH)).is_ok());
        let more = Milli::REACH.checked_add(Milli::new(1).expect("in range")).expect("it is");
        assert_eq!(Moving::new(start, by(more)), Err(ShapeError::TooFast(by(more))));
    }
}
