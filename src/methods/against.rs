//! What a method's answer is worth: the judgement and its reason codes.

/// A method's answer against the exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Against {
    /// They say the same.
    Agrees,
    /// They differ only where an author may choose.
    Convention,
    /// A miss of a real crossing, or a hit of things apart.
    Wrong,
    /// The question does not arise: the boxes were inside each other before.
    NotApplicable,
}

impl Against {
    /// The token in every format.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Convention => "convention",
            Self::Wrong => "wrong",
            Self::NotApplicable => "not-applicable",
        }
    }
}

/// Why a method differs from the exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// They lie in one line, apart.
    CollinearApart,
    /// A laser of length 0 has no direction.
    ZeroLength,
    /// They only touch.
    Touching,
    /// Parallel lasers are turned away.
    Parallel,
    /// One lies inside the other and meets no edge.
    InsideUnseen,
    /// Single precision made another answer of it.
    Rounding,
    /// Past each other at the end of the frame.
    Tunnelled,
    /// Sliding along.
    Flush,
    /// Both sides at once; one is named.
    CornerTie,
    /// Equal depth, yet one face was hit.
    SquareOverlap,
    /// The corner labels are the wrong way round.
    LabelsSwapped,
    /// The shallower axis was taken.
    AxisGuess,
    /// Nothing moves against the other.
    NoMotion,
}

impl Reason {
    /// The code in every format.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::CollinearApart => "collinear-apart",
            Self::ZeroLength => "zero-length",
            Self::Touching => "touching",
            Self::Parallel => "parallel",
            Self::InsideUnseen => "inside-unseen",
            Self::Rounding => "rounding",
            Self::Tunnelled => "tunnelled",
            Self::Flush => "flush",
            Self::CornerTie => "corner-tie",
            Self::SquareOverlap => "square-overlap",
            Self::LabelsSwapped => "labels-swapped",
            Self::AxisGuess => "axis-guess",
            Self::NoMotion => "no-motion",
        }
    }
}
