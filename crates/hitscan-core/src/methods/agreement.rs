//! Whether an answer agrees with the exact one, and the reasons for differing.

use super::row::NormalsTest;
use hitscan_geom::{Axis, Fraction, Normal, Relation, Side, Sides, Swept, SweptRegions};

/// How a method's answer compares with the exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Agreement {
    /// Both answers are the same.
    Agrees,
    /// The answers differ only where the author of a method is free to choose.
    Convention,
    /// The method misses a real crossing, or hits shapes that are apart.
    Wrong,
    /// There is nothing to judge: the boxes overlapped before the frame began.
    NotApplicable,
}

impl Agreement {
    /// The token in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Convention => "convention",
            Self::Wrong => "wrong",
            Self::NotApplicable => "not-applicable",
        }
    }

    /// Compares a yes or no with the relation. An author is free to choose only where shapes just
    /// touch, unless a method's row says otherwise.
    pub(super) fn of_hit(hit: bool, relation: Relation) -> Self {
        if hit == relation.is_hit() {
            Self::Agrees
        } else if relation == Relation::Touches {
            Self::Convention
        } else {
            Self::Wrong
        }
    }
}

/// Why a method differs from the exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// The shapes are collinear but apart.
    CollinearApart,
    /// A laser of length 0 has no direction.
    ZeroLength,
    /// The shapes only touch.
    Touching,
    /// The method excludes parallel lasers.
    Parallel,
    /// One shape lies inside the other and meets none of its edges.
    InsideUnseen,
    /// Single precision changed the answer.
    Rounding,
    /// The boxes have passed through each other by the end of the frame.
    Tunnelled,
    /// One box slides along the other.
    Flush,
    /// Two sides were hit at once, and the method names one.
    CornerTie,
    /// The depths are equal, yet one face was hit.
    SquareOverlap,
    /// The corner labels are swapped.
    LabelsSwapped,
    /// The method took the shallower axis.
    AxisGuess,
    /// Neither box moves relative to the other.
    NoMotion,
    /// The method names something although nothing was hit.
    Phantom,
    /// The boxes hit, but the method finds no side.
    NoSide,
    /// The method names the side opposite to one that was hit.
    FarSide,
    /// The method names a corner although one side was hit.
    CornerGuess,
    /// A reason specific to one method.
    OfMethod(MethodReason),
}

/// A reason specific to one method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodReason {
    /// The code in every format.
    pub code: &'static str,
    /// The reason in a sentence; `{a}` and `{b}` stand for the two names.
    pub sentence: &'static str,
}

impl Reason {
    /// For a reading: it does what the article prints, which differs from what its code does.
    pub(crate) const AS_PRINTED: Self = Self::OfMethod(MethodReason {
        code: "as-printed",
        sentence: "this reading says so; the article's code says something else.",
    });

    /// The reasons that several methods share, in the order used by every format.
    pub const SHARED: [Self; 17] = [
        Self::CollinearApart,
        Self::ZeroLength,
        Self::Touching,
        Self::Parallel,
        Self::InsideUnseen,
        Self::Rounding,
        Self::Tunnelled,
        Self::Flush,
        Self::CornerTie,
        Self::SquareOverlap,
        Self::LabelsSwapped,
        Self::AxisGuess,
        Self::NoMotion,
        Self::Phantom,
        Self::NoSide,
        Self::FarSide,
        Self::CornerGuess,
    ];

    /// The code in every format.
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
            Self::Phantom => "phantom",
            Self::NoSide => "no-side",
            Self::FarSide => "far-side",
            Self::CornerGuess => "corner-guess",
            Self::OfMethod(own) => own.code,
        }
    }
}

/// Judges a claim against the exact answer: the first matching rule decides.
pub(super) fn against_swept(claim: SideClaim, swept: &Swept) -> (Agreement, Option<Reason>) {
    let wrong = |reason| (Agreement::Wrong, Some(reason));
    let convention = |reason| (Agreement::Convention, Some(reason));
    let agrees = (Agreement::Agrees, None);
    match (claim.named, *swept) {
        (_, Swept::Overlap { .. }) => (Agreement::NotApplicable, None),
        (Named::NoMotion, _) => convention(Reason::NoMotion),
        (Named::Nothing, Swept::Hit { .. }) if claim.if_wrong == Reason::AS_PRINTED => {
            wrong(Reason::AS_PRINTED)
        }
        // They touch only at the end of the frame.
        (Named::Nothing, Swept::Hit { t: Fraction::ONE, .. }) => convention(Reason::Touching),
        (Named::Nothing, Swept::Hit { .. }) => wrong(Reason::Tunnelled),
        // A method that only decides whether they meet cannot be wrong about the side.
        (Named::Nothing, _) | (Named::Meets, Swept::Hit { .. }) => agrees,
        (_, Swept::Miss) => wrong(Reason::Phantom),
        // Naming the face that a box slides along is a matter of choice; it does not meet
        // any other face.
        (named, Swept::Graze { flush: Some(axis), .. })
            if named != Named::Meets && named.axes() != [axis] =>
        {
            wrong(Reason::Flush)
        }
        (_, Swept::Graze { .. }) => convention(Reason::Touching),
        (Named::NoSide, Swept::Hit { .. }) => wrong(Reason::NoSide),
        (named, Swept::Hit { sides, .. }) if named.sides() == sides => agrees,
        (named, Swept::Hit { sides, .. })
            if sides.iter().any(|side| named.sides().contains(side.opposite())) =>
        {
            wrong(Reason::FarSide)
        }
        (Named::Corner, Swept::Hit { sides, .. }) if sides.len() == 2 => agrees,
        (_, Swept::Hit { sides, .. }) if sides.len() == 2 => convention(Reason::CornerTie),
        (Named::Sides(_), Swept::Hit { .. }) => wrong(Reason::CornerGuess),
        (Named::Axis(axis), Swept::Hit { sides, .. })
            if sides.iter().any(|side| side.axis() == axis) =>
        {
            agrees
        }
        (_, Swept::Hit { .. }) => wrong(claim.if_wrong),
    }
}

/// Judges a claim about a frame with a polygon: the first matching rule decides. `is_still`: nothing
/// moves.
pub(super) fn against_regions(
    test: &NormalsTest,
    claim: &NormalsClaim,
    swept: &SweptRegions,
    is_still: bool,
) -> (Agreement, Option<Reason>) {
    let wrong = |reason| (Agreement::Wrong, Some(reason));
    let touching = (Agreement::Convention, Some(Reason::Touching));
    let agrees = (Agreement::Agrees, None);
    let names_sides = !matches!(claim.named, NamedNormals::Meets(_));
    let (t, blocked) = match swept {
        SweptRegions::Overlap => return (Agreement::NotApplicable, None),
        _ if is_still && names_sides => return (Agreement::NotApplicable, None),
        _ if claim.is_silent() && !matches!(swept, SweptRegions::Hit { .. }) => return agrees,
        SweptRegions::Graze { .. } if claim.only_touches => return touching,
        SweptRegions::Miss | SweptRegions::Graze { .. } => return wrong(test.phantom),
        SweptRegions::Hit { t, blocked } => (*t, blocked),
    };
    let normals = &blocked.normals;
    match &claim.named {
        _ if claim.is_silent() && t == Fraction::ONE => touching,
        _ if claim.is_silent() => wrong(test.silent),
        NamedNormals::Meets(_) => agrees,
        NamedNormals::Normals(named) if named == normals => agrees,
        NamedNormals::Normals(named) if named.iter().all(|normal| normals.contains(normal)) => {
            (Agreement::Convention, Some(Reason::CornerTie))
        }
        NamedNormals::Normals(named)
            if named.iter().any(|normal| normals.contains(&normal.opposite())) =>
        {
            wrong(Reason::FarSide)
        }
        NamedNormals::Normals(_) => wrong(Reason::AxisGuess),
    }
}

/// The answer of a method about a frame with a polygon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormalsClaim {
    /// What it names.
    pub named: NamedNormals,
    /// Whether it takes the two for touching only, if nothing was hit.
    pub(super) only_touches: bool,
}

/// What a method names in a frame with a polygon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedNormals {
    /// Whether they meet; it does not decide where.
    Meets(bool),
    /// The directions out of the second across which the first goes in, clockwise from left; none
    /// if they do not meet.
    Normals(Vec<Normal>),
}

impl NormalsClaim {
    /// Names these normals, which count even if the two only graze.
    pub(super) const fn of(normals: Vec<Normal>) -> Self {
        Self { named: NamedNormals::Normals(normals), only_touches: false }
    }

    /// Whether it says that nothing is hit.
    pub const fn is_silent(&self) -> bool {
        match &self.named {
            NamedNormals::Meets(meet) => !*meet,
            NamedNormals::Normals(normals) => normals.is_empty(),
        }
    }
}

/// The answer of a side method: what it means, and how its source writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideClaim {
    /// What it means.
    pub named: Named,
    /// The token in every format.
    pub label: &'static str,
    /// The number that the source uses for it, if the source uses numbers.
    pub code: Option<u8>,
    /// Why the claim is wrong if another face was hit.
    pub(super) if_wrong: Reason,
}

/// The meaning of a side method's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// The boxes do not meet.
    Nothing,
    /// This side of b.
    Side(Side),
    /// One of the two sides of b across this axis.
    Axis(Axis),
    /// Both axes at once.
    Corner,
    /// The two sides of b that meet at this corner.
    Sides(Sides),
    /// The boxes meet, but neither moves relative to the other.
    NoMotion,
    /// The boxes meet, but the method finds no side.
    NoSide,
    /// The boxes meet; the method does not decide where.
    Meets,
}

impl SideClaim {
    /// Every label of every side method.
    pub const LABELS: [&'static str; 15] = [
        "left",
        "top",
        "right",
        "bottom",
        "left+top",
        "top+right",
        "left+bottom",
        "right+bottom",
        "left-right",
        "top-bottom",
        "corner",
        "corner-left-right",
        "corner-top-bottom",
        "none",
        "impossible",
    ];
    /// The boxes do not meet.
    pub(super) const NONE: Self = Self::of(Named::Nothing, "none");
    /// The boxes meet, but the method finds no side.
    pub(super) const NO_SIDE: Self = Self::of(Named::NoSide, "impossible");

    pub(super) const fn of(named: Named, label: &'static str) -> Self {
        Self { named, label, code: None, if_wrong: Reason::AxisGuess }
    }

    /// Names at most one side of b along each axis; `NONE` without either.
    pub(super) fn of_sides(x: Option<Side>, y: Option<Side>) -> Self {
        let label = match (x, y) {
            (None, None) => return Self::NONE,
            (Some(side), None) | (None, Some(side)) => {
                return Self::of(Named::Side(side), side.token());
            }
            (Some(Side::Right), Some(Side::Bottom)) => "right+bottom",
            (Some(Side::Right), Some(_)) => "top+right",
            (Some(_), Some(Side::Bottom)) => "left+bottom",
            (Some(_), Some(_)) => "left+top",
        };
        Self::of(Named::Sides(x.into_iter().chain(y).collect()), label)
    }
}

impl Named {
    /// The axes that it names: none, one, or both at a corner.
    pub fn axes(self) -> &'static [Axis] {
        match self {
            Self::Nothing | Self::NoMotion | Self::NoSide | Self::Meets => &[],
            Self::Corner | Self::Sides(_) => &Axis::ALL,
            Self::Axis(Axis::X) | Self::Side(Side::Left | Side::Right) => &[Axis::X],
            Self::Axis(Axis::Y) | Self::Side(Side::Top | Side::Bottom) => &[Axis::Y],
        }
    }

    /// The sides of b that it names.
    pub fn sides(self) -> Sides {
        match self {
            Self::Side(side) => side.into(),
            Self::Sides(sides) => sides,
            Self::Nothing
            | Self::Axis(_)
            | Self::Corner
            | Self::NoMotion
            | Self::NoSide
            | Self::Meets => Sides::NONE,
        }
    }
}
