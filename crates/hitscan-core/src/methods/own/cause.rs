//! Why a program's answer differs from the exact one: the codes.

use super::answer::Says;
use super::mistakes::Mistake;
use crate::methods::Reason;
use hitscan_geom::Side;

/// Why a program's answer differs from the exact one. The first that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The program crashed on it.
    Crash,
    /// Asked again, alone, it says something else.
    Unsteady,
    /// A polygon is not convex, and a test of convex shapes says the same.
    Concave,
    /// A hit, though the boxes keep their distance along an axis.
    AxisAtRest,
    /// A miss, though the boxes overlap before the frame begins.
    AlreadyInside,
    /// A side, though the boxes overlap before the frame begins.
    StartSide,
    /// It answers like a test with this slip on every pair.
    Slip(Mistake),
    /// They only touch, and by the rule of the trial that must be said so.
    Contact(Says),
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
    /// No reason is known.
    Plain,
}

impl Cause {
    /// Those that no method of the catalogue has, in the order in which they are tried.
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

/// A code stands for one cause, whether a method has it or not.
impl From<Reason> for Cause {
    fn from(reason: Reason) -> Self {
        let own = [Self::Concave, Self::BoundsOnly, Self::NoCornerInside];
        let same = own.into_iter().find(|own| own.code() == reason.code());
        same.unwrap_or(Self::Method(reason))
    }
}
