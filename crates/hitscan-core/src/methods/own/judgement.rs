//! Whether a program's answer agrees with the exact one, and why it does not.

use super::answer::{ClaimedSides, OwnAnswer, Says};
use super::truth::{Meets, OwnPair, OwnTruth};
use crate::methods::{
    Agreement, Arithmetic, BoundaryRule, Named, Reason, SideVerdict, Verdict, frame_verdicts,
    verdicts,
};
use hitscan_geom::{Aabb, Fraction, Moving, Point, Relation, Shape, Sides, relate};

/// Whether touching counts as meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Contact {
    /// It may or may not: to differ is a convention.
    #[default]
    Any,
    /// It must.
    Inclusive,
    /// It must not.
    Strict,
}

/// How far a time may be off; exact times are compared with it.
pub type Tolerance = Fraction;

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// How it compares with the exact answer.
    pub agreement: Agreement,
    /// Why it differs.
    pub cause: Option<Cause>,
}

/// Why a program's answer differs from the exact one. The first that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The program crashed on it.
    Crash,
    /// Asked again, alone, it says something else.
    Unsteady,
    /// A method of the catalogue says the same for this reason, or the two only
    /// touch.
    Method(Reason),
    /// The side is wrong, the rest is right.
    WrongSide,
    /// The time is wrong, the rest is right.
    WrongTime,
    /// The bounding boxes meet; the shapes do not.
    BoundsOnly,
    /// The interiors meet, yet no end or vertex of one lies in the other.
    NoCornerInside,
    /// Nothing is special about the pair.
    Plain,
}

impl Cause {
    /// The code in every format.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Unsteady => "unsteady",
            Self::Method(reason) => reason.code(),
            Self::WrongSide => "wrong-side",
            Self::WrongTime => "wrong-time",
            Self::BoundsOnly => "bounds-only",
            Self::NoCornerInside => "no-corner-inside",
            Self::Plain => "plain",
        }
    }
}

impl Judgement {
    const AGREES: Self = Self { agreement: Agreement::Agrees, cause: None };

    const fn wrong(cause: Cause) -> Self {
        Self { agreement: Agreement::Wrong, cause: Some(cause) }
    }

    const fn convention(reason: Reason) -> Self {
        Self { agreement: Agreement::Convention, cause: Some(Cause::Method(reason)) }
    }
}

/// Judges an answer. What it does not say is not judged: a side or a time counts
/// only where the program names one and the pair has one.
#[must_use]
pub fn judge(
    pair: OwnPair<'_>,
    answer: &OwnAnswer,
    contact: Contact,
    tolerance: Tolerance,
) -> Judgement {
    let truth = pair.truth();
    match of_word(answer.says, &truth, contact) {
        Agreement::Agrees => of_details(pair, answer, &truth, tolerance),
        Agreement::NotApplicable => Judgement { agreement: Agreement::NotApplicable, cause: None },
        agreement => Judgement { agreement, cause: Some(cause(pair, answer, &truth)) },
    }
}

/// Judges the yes or no alone.
fn of_word(says: Says, truth: &OwnTruth, contact: Contact) -> Agreement {
    let differs = |differs| if differs { Agreement::Convention } else { Agreement::Agrees };
    let must_not = |wrong| if wrong { Agreement::Wrong } else { Agreement::Agrees };
    match (truth.meets, says) {
        (Meets::Before, _) => Agreement::NotApplicable,
        (Meets::Apart, Says::Miss) | (Meets::Truly, Says::Hit) | (Meets::Touching, Says::Touch) => {
            Agreement::Agrees
        }
        (Meets::Touching, Says::Hit | Says::Miss) => match contact {
            Contact::Any => differs(truth.is_hit != says.is_contact()),
            Contact::Inclusive => must_not(says == Says::Miss),
            Contact::Strict => must_not(says == Says::Hit),
        },
        (Meets::Truly, Says::Miss) if truth.is_parallel && contact == Contact::Any => {
            Agreement::Convention
        }
        (Meets::Apart, Says::Hit | Says::Touch) | (Meets::Truly, Says::Miss | Says::Touch) => {
            Agreement::Wrong
        }
    }
}

/// Judges the sides and the time of an answer whose yes or no agrees.
fn of_details(
    pair: OwnPair<'_>,
    answer: &OwnAnswer,
    truth: &OwnTruth,
    tolerance: Tolerance,
) -> Judgement {
    if !answer.says.is_contact() {
        return Judgement::AGREES;
    }
    if let Some(claimed) = answer.sides {
        match (truth.sides, claimed) {
            (None, ClaimedSides::Sides(_) | ClaimedSides::Corner) if truth.is_flush => {
                return Judgement::wrong(Cause::Method(Reason::Flush));
            }
            (None, _) => {}
            (Some(exact), claimed) if is_same(exact, claimed) => {}
            (Some(exact), claimed) if is_one_of(exact, claimed) => {
                return Judgement::convention(Reason::CornerTie);
            }
            (Some(_), _) => {
                let reason = reason_of_methods(pair, answer, truth);
                return Judgement::wrong(reason.map_or(Cause::WrongSide, Cause::Method));
            }
        }
    }
    match (answer.t, truth.t) {
        (Some(said), Some(exact)) if !is_within(said, exact, tolerance) => {
            Judgement::wrong(Cause::WrongTime)
        }
        _ => Judgement::AGREES,
    }
}

pub(super) fn is_same(exact: ClaimedSides, claimed: ClaimedSides) -> bool {
    match (exact, claimed) {
        (ClaimedSides::Sides(sides), ClaimedSides::Corner) => sides.len() == 2,
        _ => exact == claimed,
    }
}

/// Whether it names one side of a corner.
fn is_one_of(exact: ClaimedSides, claimed: ClaimedSides) -> bool {
    match (exact, claimed) {
        (ClaimedSides::Sides(exact), ClaimedSides::Sides(claimed)) => {
            exact.len() == 2
                && claimed.len() == 1
                && claimed.iter().all(|side| exact.contains(side))
        }
        _ => false,
    }
}

/// Whether two times are at most this far apart. Of numbers too large to tell,
/// they are not.
pub(super) fn is_within(said: Fraction, exact: Fraction, tolerance: Tolerance) -> bool {
    let within = || {
        let one = said.numerator().checked_mul(exact.denominator())?;
        let other = exact.numerator().checked_mul(said.denominator())?;
        let apart = one.checked_sub(other)?.checked_abs()?;
        let per = said.denominator().checked_mul(exact.denominator())?;
        let (apart, most) =
            (apart.checked_mul(tolerance.denominator())?, per.checked_mul(tolerance.numerator())?);
        Some(apart <= most)
    };
    within().unwrap_or(said == exact)
}

/// Why the yes or no differs.
fn cause(pair: OwnPair<'_>, answer: &OwnAnswer, truth: &OwnTruth) -> Cause {
    if let Some(reason) = reason_of_methods(pair, answer, truth) {
        return Cause::Method(reason);
    }
    let is_contact = answer.says.is_contact();
    match truth.meets {
        Meets::Touching => Cause::Method(Reason::Touching),
        Meets::Apart if is_contact && pair.bounds_meet() => Cause::BoundsOnly,
        Meets::Truly if !is_contact && !pair.has_vertex_inside() => Cause::NoCornerInside,
        Meets::Apart | Meets::Truly | Meets::Before => Cause::Plain,
    }
}

/// The reason of the first method of the catalogue that says the same and has
/// one, those in exact arithmetic first.
fn reason_of_methods(pair: OwnPair<'_>, answer: &OwnAnswer, truth: &OwnTruth) -> Option<Reason> {
    match pair {
        OwnPair::Still(a, b) => {
            if answer.sides.is_some() && truth.is_hit == answer.says.is_contact() {
                // No overlap test names where a laser comes in.
                return None;
            }
            let all = verdicts(a, b, &relate(a, b), BoundaryRule::Source);
            let of = |arithmetic| {
                let says_so = move |verdict: &&Verdict| {
                    verdict.arithmetic == arithmetic && verdict.hit == answer.says.is_contact()
                };
                all.iter().filter(says_so).find_map(|verdict| verdict.reason)
            };
            of(Arithmetic::Exact).or_else(|| of(Arithmetic::F32))
        }
        OwnPair::Frame(a, b) => {
            let says_so = |verdict: &&SideVerdict| names_the_same(verdict.claim.named, answer);
            frame_verdicts(a, b).sides.iter().filter(says_so).find_map(|verdict| verdict.reason)
        }
    }
}

/// Whether a side method names what the answer says.
pub(super) fn names_the_same(named: Named, answer: &OwnAnswer) -> bool {
    if named == Named::Nothing {
        return !answer.says.is_contact();
    }
    let claimed = match (answer.says.is_contact(), answer.sides) {
        (false, _) => return false,
        (true, None) => return true,
        (true, Some(claimed)) => claimed,
    };
    match (named, claimed) {
        (Named::Side(side), ClaimedSides::Sides(sides)) => sides == Sides::from(side),
        (Named::Axis(axis), ClaimedSides::Sides(sides)) => {
            sides.len() == 1 && sides.iter().all(|side| side.axis() == axis)
        }
        (Named::Corner, ClaimedSides::Sides(sides)) => sides.len() == 2,
        (Named::Corner, ClaimedSides::Corner) => true,
        _ => false,
    }
}

impl OwnPair<'_> {
    /// Whether the closed bounding boxes meet; in a frame, those of both ways.
    fn bounds_meet(&self) -> bool {
        let [(a_min, a_max), (b_min, b_max)] = match self {
            Self::Still(a, b) => [a.bounds(), b.bounds()],
            Self::Frame(a, b) => [covered_bounds(a), covered_bounds(b)],
        };
        a_min.x <= b_max.x && b_min.x <= a_max.x && a_min.y <= b_max.y && b_min.y <= a_max.y
    }

    /// Whether an end or a vertex of one lies in the other, its edge included.
    fn has_vertex_inside(&self) -> bool {
        match self {
            Self::Still(a, b) => {
                let lies_in = |inner: &Shape, outer: &Shape| {
                    inner.vertices().into_iter().any(|vertex| {
                        let vertex = hitscan_geom::Segment::new(vertex, vertex);
                        vertex.is_ok_and(|point| {
                            relate(&Shape::Segment(point), outer).relation != Relation::Disjoint
                        })
                    })
                };
                lies_in(a, b) || lies_in(b, a)
            }
            Self::Frame(a, b) => {
                let (a, b) = (a.end(), b.end());
                let lies_in = |inner: &Aabb, outer: &Aabb| {
                    inner.vertices().iter().any(|corner| {
                        (outer.left()..=outer.right()).contains(&corner.x)
                            && (outer.top()..=outer.bottom()).contains(&corner.y)
                    })
                };
                lies_in(&a, &b) || lies_in(&b, &a)
            }
        }
    }
}

/// What a box covers on its way.
fn covered_bounds(moving: &Moving) -> (Point, Point) {
    let (start, end) = (moving.start(), moving.end());
    let least = |one: Point, other: Point| Point::new(one.x.min(other.x), one.y.min(other.y));
    let most = |one: Point, other: Point| Point::new(one.x.max(other.x), one.y.max(other.y));
    (least(start.min(), end.min()), most(start.max(), end.max()))
}
