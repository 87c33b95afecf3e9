//! What a row of the registry says about its method, and how one generic formula becomes the
//! functions of a row.

use super::agreement::{Agreement, NormalsClaim, Reason, SideClaim};
use super::any::{AnyNumber, Scale};
use super::scalar::{Point, Rectangle, Scalar, Segment};
use super::step::{MethodStep, Operator};
use hitscan_geom::{
    self as geom, Aabb, Milli, Moving, MovingRegion, Relation, Shape, ShapeKind, Sides,
};

/// Everything known about a method.
pub struct MethodRow {
    /// The id in every format.
    pub id: &'static str,
    /// The article that it comes from, if any.
    pub source: Option<ArticleSource>,
    /// When it is listed.
    pub shown: ListedWhen,
    /// The question that it answers, and how.
    pub question: MethodQuestion,
    /// Why it may differ from the exact answer.
    pub reasons: &'static [Reason],
    /// How Why lays out its steps.
    pub layout: WhyLayout,
    /// What the arena draws of its computation.
    pub construction: Construction,
    /// The reading that it is, if it is one.
    pub reading: Option<Reading>,
}

/// A variant of a method: the article can be read to say this where its code says something else.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The id of the method.
    pub of: &'static str,
    /// What distinguishes it from other readings of the method.
    pub name: &'static str,
    /// Where the reading comes from.
    pub label: ReadingLabel,
    /// What the article says and what its code does, one paragraph each.
    pub about: &'static [&'static str],
    /// The lesson to learn from it, in a sentence.
    pub teaches: &'static str,
    /// Whether it has an answer for two boxes in a frame.
    pub(super) covers: fn(&Moving, &Moving) -> bool,
}

/// Where a reading comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingLabel {
    /// The article prints it.
    Printed,
    /// The article's text says it.
    Prose,
    /// The article leaves it open.
    Choice,
    /// Our own: no sentence of the article says it.
    Ours,
}

impl ReadingLabel {
    /// Its word on a page of Why.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Printed => "printed",
            Self::Prose => "prose",
            Self::Choice => "choice",
            Self::Ours => "ours",
        }
    }
}

/// The origin of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArticleSource {
    /// The title of the article.
    pub title: &'static str,
    /// The deciding functions of its code, each with the pair it is for.
    pub functions: &'static [(&'static str, FunctionPair)],
    /// Other points about the article and its code, one sentence each.
    pub remarks: &'static [&'static str],
    /// Misprints that its code does not share.
    pub misprints: &'static [&'static str],
}

/// The kinds of two shapes, such as the arguments of a function of an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionPair {
    /// Two lasers.
    Lasers,
    /// A box and a laser.
    BoxAndLaser,
    /// A polygon and a laser.
    PolygonAndLaser,
    /// Two boxes.
    Boxes,
    /// Two regions.
    Regions,
    /// A box and a point.
    BoxAndPoint,
    /// A polygon and a point.
    PolygonAndPoint,
}

impl FunctionPair {
    /// The narrowest pair of shapes of these kinds, in either order.
    pub const fn of(a: ShapeKind, b: ShapeKind) -> Self {
        use ShapeKind::{Box, Polygon, Segment};
        match (a, b) {
            (Segment, Segment) => Self::Lasers,
            (Box, Segment) | (Segment, Box) => Self::BoxAndLaser,
            (Polygon, Segment) | (Segment, Polygon) => Self::PolygonAndLaser,
            (Box, Box) => Self::Boxes,
            (Polygon, Box | Polygon) | (Box, Polygon) => Self::Regions,
        }
    }

    /// The same pair, if its laser is a point. A point beside a laser is a laser itself.
    pub const fn with_point(self) -> Self {
        match self {
            Self::BoxAndLaser => Self::BoxAndPoint,
            Self::PolygonAndLaser => Self::PolygonAndPoint,
            other => other,
        }
    }

    /// Whether it accepts shapes of these kinds, in either order.
    pub fn takes(self, a: ShapeKind, b: ShapeKind) -> bool {
        let pair = Self::of(a, b);
        pair == self || (self, pair) == (Self::Regions, Self::Boxes)
    }

    /// The pair in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Lasers => "two lasers",
            Self::BoxAndLaser => "a box and a laser",
            Self::PolygonAndLaser => "a polygon and a laser",
            Self::Boxes => "two boxes",
            Self::Regions => "two regions",
            Self::BoxAndPoint => "a box and a point",
            Self::PolygonAndPoint => "a polygon and a point",
        }
    }
}

/// When a method is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedWhen {
    /// With every pair it applies to.
    Always,
    /// In machine-readable answers only when named; on the screen below the other methods.
    OnRequest,
    /// When the readings of the articles are requested, and in Why after its method.
    AsPrinted,
}

/// The question that a method answers.
pub enum MethodQuestion {
    /// Do two shapes meet?
    DoTheyMeet(OverlapTest),
    /// Does a point, given as a laser of no length, lie in a region?
    IsPointIn(OverlapTest),
    /// From which side does one box run into another?
    FromWhichSide(SideTest),
    /// Across which normals does a box or polygon run into another, one of them a polygon?
    AcrossWhichNormals(NormalsTest),
}

/// A method that answers whether two shapes meet.
pub struct OverlapTest {
    /// The pairs it applies to, in either order.
    pub pairs: &'static [[ShapeKind; 2]],
    /// In integers.
    pub(super) exact: Overlap,
    /// In single precision, if its source computes that way.
    pub(super) f32: Option<Overlap>,
    /// In double precision, as many programs compute.
    pub(super) f64: Overlap,
    /// The relations that it misses, with agreement and reason.
    pub(super) misses: &'static [(Relation, Agreement, Reason)],
    /// Why it hits shapes that are apart, if it does.
    pub(super) false_hit: Option<Reason>,
}

/// A method that answers from which side one box runs into another.
pub struct SideTest {
    /// Computes the answer.
    pub(super) claim: fn(&Moving, &Moving, &mut ()) -> SideClaim,
    /// Computes the answer and the steps that lead to it.
    pub(super) explained: fn(&Moving, &Moving, &mut Vec<MethodStep>) -> SideClaim,
    /// The same method for a frame with a polygon, if it has one.
    pub(super) normals: Option<&'static NormalsTest>,
    /// When a response uses it, if responses can.
    pub timing: Option<ResponseTiming>,
    /// How machine-readable answers write what it names.
    pub keys: AnswerKeys,
    /// The meaning of a reason for this method, where the common sentence is too vague; `{a}` and
    /// `{b}` stand for the two names.
    pub sentences: &'static [(Reason, &'static str)],
    /// The hypotheses about it that `hitscan compare` counts.
    pub hypotheses: &'static [Hypothesis],
}

/// A method that answers whether a box or polygon runs into another in a frame, and across which
/// normals; one of the two is a polygon.
pub struct NormalsTest {
    /// Computes the answer.
    pub(super) claim: fn(&MovingRegion, &MovingRegion) -> NormalsClaim,
    /// Why it is silent on a hit.
    pub(super) silent: Reason,
    /// Why it names something although nothing was hit.
    pub(super) phantom: Reason,
}

/// How machine-readable answers write what a side method names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKeys {
    /// Its label, under this key.
    Label(&'static str),
    /// `"named"`: `"none"`, `"impossible"`, or a list of sides.
    Named,
    /// `"hit"`: whether the boxes meet.
    Hit,
}

/// When a response uses a side method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResponseTiming {
    /// At each contact, in order of time.
    AtContact,
    /// After everything has moved its whole distance, where they then meet.
    AfterMotion,
    /// After everything has moved its whole distance, where they meet then or met before.
    AfterMotionOnTheWay,
    /// Before anything moves.
    BeforeMotion,
}

/// A hypothesis about the answers of a side method, for those one-sided `swept` hits
/// that it covers.
pub struct Hypothesis {
    /// Which pairs it covers, in words.
    pub about: &'static str,
    /// What is claimed about them.
    pub truth: Truth,
    /// Whether it covers this pair, for which the method makes this claim.
    pub covers: fn(&[Moving; 2], SideClaim) -> bool,
}

/// How often a method is right about the pairs of a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It names the right side or axis.
    NeverWrong,
    /// It names the wrong one.
    AlwaysWrong,
    /// It names the wrong one if the motion is as far along x as along y.
    AlwaysWrongDiagonally,
    /// It is right or wrong.
    Either,
}

/// How Why lays out the steps of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyLayout {
    /// One line per step: the formula, and whether it holds.
    Steps,
    /// Each laser against the line of the other.
    Halves,
    /// [`Halves`](Self::Halves) after a test for parallel lasers.
    ProperHalves,
    /// Two columns: distances of centres and half sizes.
    Centres,
    /// Pairs of edges.
    EdgeRelations,
    /// Every edge against a laser or against other edges.
    Edges,
    /// Two columns: when each axis is entered and left.
    Times,
    /// How far the leading corner has passed, and a cross product.
    CornerPassed,
    /// Two columns: distances before and after the move, and depths.
    Depths,
    /// Two columns: when a laser passes the edges of a box along each axis.
    Slabs,
    /// Where two boxes are in a frame and what follows from that, in sentences.
    Frame,
}

/// What the arena draws of a method's computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construction {
    /// The lines of two lasers, and on which side the ends lie.
    SegmentLines,
    /// [`SegmentLines`](Self::SegmentLines), unless the lasers are parallel.
    SegmentLinesUnlessParallel,
    /// The centres, and the rectangle of half sizes around one of them.
    Centres,
    /// The ranges of each box in x and y.
    Ranges,
    /// The lines of edges and lasers.
    EdgeLines,
    /// The path of the mover's centre, and the mover at the hit.
    Path,
    /// The motion, and how far the leading corner has passed.
    CornerPassed,
    /// The mover's centre before and after, and the rectangle of half sizes.
    CentrePath,
    /// The ranges of both bounding boxes in x and y.
    Bounds,
    /// The lines of a laser and of a box's sides, and where the laser is inside.
    Clipping,
    /// Nothing.
    Nothing,
}

/// The answer of an overlap test.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct OverlapAnswer {
    pub(super) hit: bool,
    /// The edges of a box that hit, if the test reports them.
    pub(super) edges: Option<Sides>,
}

impl From<bool> for OverlapAnswer {
    fn from(hit: bool) -> Self {
        Self { hit, edges: None }
    }
}

/// The answer for two boxes; `None` for other shapes.
pub(super) fn of_boxes(
    a: &Shape,
    b: &Shape,
    meet: impl FnOnce(&Aabb, &Aabb) -> bool,
) -> Option<OverlapAnswer> {
    let (Shape::Box(a), Shape::Box(b)) = (a, b) else { return None };
    Some(meet(a, b).into())
}

/// The answer for two lasers; `None` for other shapes.
pub(super) fn of_lasers<S: Scalar>(
    a: &Shape,
    b: &Shape,
    given: MethodInput<'_>,
    meet: impl FnOnce(&Segment<S>, &Segment<S>) -> bool,
) -> Option<OverlapAnswer> {
    let (Shape::Segment(a), Shape::Segment(b)) = (a, b) else { return None };
    let [a, b] = [a, b].map(|laser| given.segment(laser.start(), laser.end()));
    Some(meet(&a, &b).into())
}

pub(super) type OverlapFunction<T> =
    fn(&Shape, &Shape, MethodInput<'_>, &mut T) -> Option<OverlapAnswer>;

/// An overlap formula in one arithmetic.
#[derive(Clone, Copy)]
pub(super) struct Overlap {
    pub(super) answer: OverlapFunction<()>,
    pub(super) explained: OverlapFunction<Vec<MethodStep>>,
}

/// An [`Overlap`] in an arithmetic, from a function that is generic over scalar and sink: about two
/// boxes, two lasers, any two shapes, or shapes to which it may not apply.
macro_rules! overlap {
    (shapes $formula:ident, $scalar:ty) => {
        $crate::methods::row::Overlap {
            answer: $formula::<$scalar, ()>,
            explained: $formula::<$scalar, Vec<$crate::methods::MethodStep>>,
        }
    };
    (all shapes $formula:ident, $scalar:ty) => {
        $crate::methods::row::Overlap {
            answer: |a, b, _, trace| Some($formula::<$scalar, ()>(a, b, trace).into()),
            explained: |a, b, _, trace| {
                Some($formula::<$scalar, Vec<$crate::methods::MethodStep>>(a, b, trace).into())
            },
        }
    };
    (boxes $formula:ident, $scalar:ty) => {
        $crate::methods::row::Overlap {
            answer: |a, b, given, trace| {
                $crate::methods::row::of_boxes(a, b, |a, b| {
                    $formula::<$scalar, ()>(a, b, given, trace)
                })
            },
            explained: |a, b, given, trace| {
                $crate::methods::row::of_boxes(a, b, |a, b| {
                    $formula::<$scalar, Vec<$crate::methods::MethodStep>>(a, b, given, trace)
                })
            },
        }
    };
    (lasers $formula:ident, $scalar:ty) => {
        $crate::methods::row::Overlap {
            answer: |a, b, given, trace| {
                $crate::methods::row::of_lasers(a, b, given, |a, b| {
                    $formula::<$scalar, ()>(a, b, trace)
                })
            },
            explained: |a, b, given, trace| {
                $crate::methods::row::of_lasers(a, b, given, |a, b| {
                    $formula::<$scalar, Vec<$crate::methods::MethodStep>>(a, b, trace)
                })
            },
        }
    };
}
pub(super) use overlap;

/// Whether `center-distance` and `edge-relations` count touching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum BoundaryRule {
    /// As in the source of each method: strict for the first, inclusive for the second.
    #[default]
    Source,
    /// Touching counts.
    Inclusive,
    /// Touching does not count.
    Strict,
}

/// What a method is given besides two shapes. A boundary rule alone is what most callers give.
#[derive(Clone, Copy, Debug, Default)]
pub struct MethodInput<'a> {
    /// Whether the box methods count touching.
    pub boundary_rule: BoundaryRule,
    /// The way back to the numbers of the pair, if it is scaled: floating-point methods round those.
    pub scale: Option<&'a Scale>,
    /// Which answers in double precision are wanted.
    pub doubles: Doubles,
}

/// Which answers in double precision are wanted, of methods that also answer in single precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Doubles {
    /// None.
    #[default]
    None,
    /// Those that differ from the exact form of the method.
    Different,
    /// All.
    All,
}

impl From<BoundaryRule> for MethodInput<'_> {
    fn from(boundary_rule: BoundaryRule) -> Self {
        Self { boundary_rule, ..Self::default() }
    }
}

impl MethodInput<'_> {
    /// The usual rule, with answers in double precision where they differ.
    pub fn with_doubles(boundary_rule: BoundaryRule) -> Self {
        Self { boundary_rule, doubles: Doubles::Different, ..Self::default() }
    }

    /// A point, each coordinate rounded once.
    pub(super) fn point<S: Scalar>(self, at: geom::Point) -> Point<S> {
        let own = |scale: &Scale| {
            let [x, y]: [AnyNumber; 2] = scale.point(at.into());
            Some(Point { x: S::nearest(&x)?, y: S::nearest(&y)? })
        };
        self.scale.and_then(own).unwrap_or_else(|| at.into())
    }

    /// The segment between two points.
    pub(super) fn segment<S: Scalar>(self, start: geom::Point, end: geom::Point) -> Segment<S> {
        Segment { start: self.point(start), end: self.point(end) }
    }

    /// A box by its corner and its size, which is exact before it is rounded.
    pub(super) fn rectangle<S: Scalar>(self, aabb: &Aabb) -> Rectangle<S> {
        let length = |length: Milli| {
            let own = self.scale.and_then(|scale| S::nearest(&scale.length(length.into())));
            own.unwrap_or_else(|| S::length(length))
        };
        let Point { x, y } = self.point(aabb.min());
        Rectangle { x, y, width: length(aabb.width()), height: length(aabb.height()) }
    }
}

impl BoundaryRule {
    /// All rules, the default first.
    pub const ALL: [Self; 3] = [Self::Source, Self::Inclusive, Self::Strict];

    /// The token in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Inclusive => "inclusive",
            Self::Strict => "strict",
        }
    }

    /// The comparison to use for a method whose source uses `source`.
    pub(super) const fn operator(self, source: Operator) -> Operator {
        match self {
            Self::Source => source,
            Self::Inclusive => Operator::LessOrEqual,
            Self::Strict => Operator::Less,
        }
    }
}
