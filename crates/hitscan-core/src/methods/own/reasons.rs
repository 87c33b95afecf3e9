//! Why a program's yes or no differs, or why it names another side than the one hit: the first
//! reason that fits the pair and the answer.

use super::answer::{OwnAnswer, Says};
use super::judgement::ContactRule;
use super::mistakes::Mistake;
use super::truth::{Meets, OwnPair, OwnTruth};
use crate::methods::row::OverlapFunction;
use crate::methods::{Arithmetic, BoundaryRule, Method, Named, Reason, Requested, SideVerdict};
use hitscan_geom::{
    Aabb, Axis, Fraction, Milli, Moving, Point, Relation, Segment, Shape, Side, Swept, Vector,
    relate,
};

/// Why the yes or no differs.
pub(super) fn why(
    pair: OwnPair<'_>,
    answer: &OwnAnswer,
    truth: &OwnTruth,
    contact: ContactRule,
) -> Cause {
    if truth.meets == Meets::Touching
        && let Some(must) = contact.must_say()
    {
        return Cause::Contact(must);
    }
    match (pair, &truth.swept) {
        (OwnPair::Frame(a, b), Some(swept)) => of_frame(pair, [a, b], answer, swept),
        (OwnPair::Still(a, b), _) => of_shapes([a, b], answer, truth),
        (OwnPair::Frame(..), None) => None,
    }
    .unwrap_or_else(|| of_bounds(pair, answer, truth))
}

fn of_shapes([a, b]: [&Shape; 2], answer: &OwnAnswer, truth: &OwnTruth) -> Option<Cause> {
    let says = answer.says.is_contact();
    let all = Requested::All.verdicts(a, b, &relate(a, b), BoundaryRule::Source);
    let exact = || all.iter().filter(|it| it.arithmetic == Arithmetic::Exact && it.hit == says);
    if exact().any(|it| it.method == Method::SAT && it.reason.is_some()) {
        return Some(Cause::Concave);
    }
    if Precisions::that_round(OwnPair::Still(a, b), answer).is_some() {
        return Some(Cause::Method(Reason::Rounding));
    }
    let of_methods = exact().find_map(|it| it.reason);
    let touches = (truth.meets == Meets::Touching).then_some(Reason::Touching);
    of_methods.or(touches).map(Cause::from)
}

fn of_frame(
    pair: OwnPair<'_>,
    [a, b]: [&Moving; 2],
    answer: &OwnAnswer,
    swept: &Swept,
) -> Option<Cause> {
    let verdicts = || Requested::All.frame_verdicts(a, b).sides;
    let says_so = |verdict: &SideVerdict| answer.is_like(verdict.claim.named);
    let reason = match *swept {
        Swept::Overlap { .. } => return Some(Cause::AlreadyInside),
        Swept::Miss if pair.axis_at_rest().is_some() => return Some(Cause::AxisAtRest),
        // The other reasons concern the sides that methods name.
        Swept::Miss => Reason::Phantom,
        Swept::Graze { .. } | Swept::Hit { t: Fraction::ONE, .. } => Reason::Touching,
        Swept::Hit { .. } if answer.says.is_contact() => return None,
        Swept::Hit { .. } if !a.end().overlaps(&b.end()) => {
            return Some(Cause::Method(Reason::Tunnelled));
        }
        Swept::Hit { .. } => Reason::Tunnelled,
    };
    let is_known = reason == Reason::Touching
        || verdicts().iter().any(|verdict| verdict.reason == Some(reason) && says_so(verdict));
    is_known.then_some(Cause::Method(reason))
}

/// The cause for an answer that no method of the catalogue explains.
fn of_bounds(pair: OwnPair<'_>, answer: &OwnAnswer, truth: &OwnTruth) -> Cause {
    let says = answer.says.is_contact();
    match truth.meets {
        Meets::Apart if says && pair.bounds_meet() => Cause::BoundsOnly,
        Meets::Truly if !says && !pair.has_vertex_inside() => Cause::NoCornerInside,
        Meets::Apart | Meets::Touching | Meets::Truly | Meets::Before => Cause::Plain,
    }
}

/// Why the answer names another axis, or a corner, instead of the side that was hit: the reason of
/// the first side method that names the same, or else of one that names the axis of that side.
pub(super) fn of_other_side(pair: OwnPair<'_>, named: Named) -> Cause {
    let OwnPair::Frame(a, b) = pair else { return Cause::WrongSide };
    let verdicts = Requested::All.frame_verdicts(a, b).sides;
    let of = |named| {
        let mut same = verdicts.iter().filter(|verdict| verdict.claim.named == named);
        same.find_map(|verdict| verdict.reason)
    };
    let of_axis = || match named {
        Named::Side(side) => of(Named::Axis(side.axis())),
        Named::Corner => Some(Reason::CornerGuess),
        _ => None,
    };
    of(named).or_else(of_axis).map_or(Cause::WrongSide, Cause::from)
}

/// The precisions whose rounding leads to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precisions {
    /// Single precision.
    pub single: bool,
    /// Double precision.
    pub double: bool,
}

impl Precisions {
    /// The precisions in which some method of the catalogue gives this answer although its exact
    /// form does not; `None` if there is no such method.
    pub fn that_round(pair: OwnPair<'_>, answer: &OwnAnswer) -> Option<Self> {
        let OwnPair::Still(a, b) = pair else { return None };
        let says = answer.says.is_contact();
        let mut found = Self { single: false, double: false };
        for test in Method::all().filter_map(Method::overlap_test) {
            let hit = |formula: OverlapFunction<()>| {
                formula(a, b, BoundaryRule::Source, &mut ()).map(|answer| answer.hit)
            };
            if hit(test.exact.answer) != Some(!says) {
                continue;
            }
            found.double |= hit(test.f64) == Some(says);
            found.single |= test.f32.and_then(|f32| hit(f32.answer)) == Some(says);
        }
        (found.single || found.double).then_some(found)
    }
}

impl OwnPair<'_> {
    /// In a frame, the axis along which the boxes are apart and do not move relative to each other.
    pub fn axis_at_rest(&self) -> Option<Axis> {
        let Self::Frame(a, b) = self else { return None };
        let motion = a.motion_relative_to(b);
        let [a, b] = [a, b].map(|moving| Shape::Box(moving.start()));
        let gap = a.gap_to(&b);
        Axis::ALL
            .into_iter()
            .find(|&axis| motion.along(axis) == Milli::ZERO && gap.along(axis) > Milli::ZERO)
    }

    /// The gap from the range of the first to that of the second, negative where they overlap; in a
    /// frame, between the swept areas of the boxes.
    pub fn gap(&self) -> Option<Vector> {
        match self {
            Self::Still(a, b) => Some(a.gap_to(b)),
            Self::Frame(a, b) => Some(covered(a)?.gap_to(&covered(b)?)),
        }
    }

    /// Whether the closed bounding boxes meet; in a frame, the bounds of the swept areas.
    fn bounds_meet(&self) -> bool {
        let is_apart = |gap: Vector| gap.x > Milli::ZERO || gap.y > Milli::ZERO;
        self.gap().is_some_and(|gap| !is_apart(gap))
    }

    /// Whether an end or a vertex of one lies in the other, boundary included.
    fn has_vertex_inside(&self) -> bool {
        match self {
            Self::Still(a, b) => lies_in(a, b) || lies_in(b, a),
            Self::Frame(a, b) => {
                let [a, b] = [a.end(), b.end()].map(Shape::Box);
                lies_in(&a, &b) || lies_in(&b, &a)
            }
        }
    }
}

/// Whether a vertex of the first lies in the second.
fn lies_in(inner: &Shape, outer: &Shape) -> bool {
    let touches = |vertex: Point| {
        let point = Segment::new(vertex, vertex).map(Shape::Segment);
        point.is_ok_and(|point| relate(&point, outer).relation != Relation::Disjoint)
    };
    inner.vertices().into_iter().any(touches)
}

/// The bounding box of the area that a moving box sweeps.
fn covered(moving: &Moving) -> Option<Shape> {
    let (start, end) = (moving.start(), moving.end());
    let least = |one: Point, other: Point| Point::new(one.x.min(other.x), one.y.min(other.y));
    let most = |one: Point, other: Point| Point::new(one.x.max(other.x), one.y.max(other.y));
    let (min, max) = (least(start.min(), end.min()), most(start.max(), end.max()));
    Aabb::from_corners(min, max).ok().map(Shape::Box)
}

/// Why a program's answer differs from the exact one: the first cause that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The program crashed on this pair.
    Crash,
    /// Asked again, on its own, it answers differently.
    Unsteady,
    /// A polygon is not convex, and a test for convex shapes gives the same answer.
    Concave,
    /// It says hit, though the boxes stay apart along an axis.
    AxisAtRest,
    /// It says miss, though the boxes overlap before the frame begins.
    AlreadyInside,
    /// It names a side, though the boxes overlap before the frame begins.
    StartSide,
    /// It answers every pair like a test with this slip.
    Slip(Mistake),
    /// The shapes only touch, and the rules of the trial require this answer.
    Contact(Says),
    /// A method of the catalogue gives the same answer for this reason, or the two only touch.
    Method(Reason),
    /// Only the side is wrong.
    WrongSide,
    /// Only the time is wrong.
    WrongTime,
    /// The bounding boxes meet; the shapes do not.
    BoundsOnly,
    /// The interiors meet, yet no end or vertex of either lies in the other.
    NoCornerInside,
    /// The reason is unknown.
    Plain,
}

impl Cause {
    /// The causes that no method of the catalogue has, in the order in which they are tried.
    pub const OF_PROGRAMS: [Self; 15] = [
        Self::Crash,
        Self::Unsteady,
        Self::AxisAtRest,
        Self::AlreadyInside,
        Self::StartSide,
        Self::Slip(Mistake::ForgottenSide(Side::Left)),
        Self::Slip(Mistake::SizeAsCorner),
        Self::Slip(Mistake::NotSwapped),
        Self::Slip(Mistake::PastTheEnd),
        Self::Slip(Mistake::ZeroByZero),
        Self::Slip(Mistake::FirstNormals),
        Self::Slip(Mistake::EdgesAsAxes),
        Self::WrongSide,
        Self::WrongTime,
        Self::Plain,
    ];

    /// The code in every format.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Unsteady => "unsteady",
            Self::Concave => "concave",
            Self::AxisAtRest => "axis-at-rest",
            Self::AlreadyInside => "already-inside",
            Self::StartSide => "start-side",
            Self::Slip(mistake) => mistake.name(),
            Self::Contact(_) => Reason::Touching.code(),
            Self::Method(reason) => reason.code(),
            Self::WrongSide => "wrong-side",
            Self::WrongTime => "wrong-time",
            Self::BoundsOnly => "bounds-only",
            Self::NoCornerInside => "no-corner-inside",
            Self::Plain => "plain",
        }
    }
}

/// Each code stands for one cause, so a reason that shares its code with a cause
/// becomes that cause.
impl From<Reason> for Cause {
    fn from(reason: Reason) -> Self {
        let own = [Self::Concave, Self::BoundsOnly, Self::NoCornerInside];
        let same = own.into_iter().find(|own| own.code() == reason.code());
        same.unwrap_or(Self::Method(reason))
    }
}
