//! The codes for why a program's answer differs from the exact one.

use super::answer::Says;
use super::mistakes::Mistake;
use crate::methods::Reason;
use hitscan_geom::Side;

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
    #[must_use]
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
