//! What a scene can expect of a pair, which depends on the kinds of its objects, or of a laser.

use crate::methods::{FunctionPair, Method, Reason};
use crate::world::{Name, TestResult};
use hitscan_geom::{Direction, Fraction, Relation, ShapeKind, Sides, Swept, SweptRegions};

/// What an expectation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectSubject {
    /// Two objects; `within` and `contains` read from the first to the second.
    Pair([Name; 2]),
    /// A laser, and the first regions that it enters.
    Laser(Name),
}

impl ExpectSubject {
    /// The object names in it.
    pub const fn names(&self) -> &[Name] {
        match self {
            Self::Pair(pair) => pair,
            Self::Laser(name) => std::slice::from_ref(name),
        }
    }
}

/// What `hitscan check` must find. Parts that are `None` are not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// What it is about.
    pub subject: ExpectSubject,
    /// How many steps to make first.
    pub after_frames: u32,
    /// The commands to execute first, instead of steps, one per line.
    pub after: Vec<String>,
    /// The relation afterwards.
    pub relation: Option<Relation>,
    /// The result of the test.
    pub result: Option<TestResult>,
    /// What the response took it for: a HIT that is none.
    pub responded: Option<TestResult>,
    /// Where the laser enters.
    pub direction: Option<Direction>,
    /// What happened during the frame, for two boxes.
    pub outcome: Option<SweptOutcome>,
    /// The sides of the second that were hit, for two boxes.
    pub sides: Option<Sides>,
    /// The edges of the second that were hit, for a polygon and a region.
    pub edges: Option<Vec<usize>>,
    /// Its corners that were hit, likewise.
    pub corners: Option<Vec<usize>>,
    /// The directions across which it was hit, likewise: whole and reduced.
    pub normals: Option<Vec<[i32; 2]>>,
    /// When they meet.
    pub t: Option<ExpectedTime>,
    /// The reason codes of all methods, without repetition.
    pub reasons: Option<Vec<Reason>>,
    /// All methods that are wrong, in either arithmetic.
    pub wrong: Option<Vec<Method>>,
    /// All own methods that are wrong, if the scene says which.
    pub own_wrong: Vec<Name>,
    /// The answers of these methods and readings, in their order and in exact arithmetic: `hit`,
    /// `miss`, a side, a label.
    pub says: Option<Vec<(Method, &'static str)>>,
    /// The regions that a laser enters first, several if it enters them at once; empty if
    /// it enters none.
    pub first: Option<Vec<Name>>,
}

/// When a pair meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedTime {
    /// For two boxes: the time in the frame, from 0 to 1.
    Frame(Fraction),
    /// For a region and a laser: the parameters of the first and last common
    /// point along the laser, from 0 at P1 to 1 at P2.
    Segment([Fraction; 2]),
}

/// What happens to two boxes in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SweptOutcome {
    /// They do not meet within the frame.
    Miss,
    /// They only graze each other.
    Graze,
    /// Their interiors already meet at the start.
    Overlap,
    /// They hit each other from outside.
    Hit,
}

impl Expect {
    /// The most steps before a check.
    pub const MOST_FRAMES: u32 = 1_000_000;

    /// The most commands before a check.
    pub const MOST_COMMANDS: usize = 1000;

    /// An expectation about a pair that checks nothing yet.
    pub const fn nothing_of(pair: [Name; 2]) -> Self {
        Self::nothing_about(ExpectSubject::Pair(pair))
    }

    /// An expectation that checks nothing yet.
    pub const fn nothing_about(subject: ExpectSubject) -> Self {
        Self {
            subject,
            after_frames: 0,
            after: Vec::new(),
            relation: None,
            result: None,
            responded: None,
            direction: None,
            outcome: None,
            sides: None,
            edges: None,
            corners: None,
            normals: None,
            t: None,
            reasons: None,
            wrong: None,
            own_wrong: Vec::new(),
            says: None,
            first: None,
        }
    }

    /// The pair, if it is about one.
    pub const fn pair(&self) -> Option<[Name; 2]> {
        match self.subject {
            ExpectSubject::Pair(pair) => Some(pair),
            ExpectSubject::Laser(_) => None,
        }
    }

    /// The names of the methods that are wrong: those of the catalogue, then own ones.
    pub fn wrong_names(&self) -> impl Iterator<Item = &str> {
        let catalogue = self.wrong.iter().flatten().map(|method| method.id());
        catalogue.chain(self.own_wrong.iter().map(Name::as_str))
    }

    /// Whether it has no checks.
    pub fn asks_nothing(&self) -> bool {
        let Self { after_frames, after, subject, .. } = self;
        let nothing = Self::nothing_about(*subject);
        *self == Self { after_frames: *after_frames, after: after.clone(), ..nothing }
    }
}

impl SweptOutcome {
    /// All outcomes.
    pub const ALL: [Self; 4] = [Self::Miss, Self::Graze, Self::Overlap, Self::Hit];

    /// The token in every format: `miss`, `graze`, `overlap`, `hit`.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Miss => "miss",
            Self::Graze => "graze",
            Self::Overlap => "overlap",
            Self::Hit => "hit",
        }
    }
}

impl From<&SweptRegions> for SweptOutcome {
    fn from(swept: &SweptRegions) -> Self {
        match swept {
            SweptRegions::Miss => Self::Miss,
            SweptRegions::Graze { .. } => Self::Graze,
            SweptRegions::Overlap => Self::Overlap,
            SweptRegions::Hit { .. } => Self::Hit,
        }
    }
}

impl From<Swept> for SweptOutcome {
    fn from(swept: Swept) -> Self {
        match swept {
            Swept::Miss => Self::Miss,
            Swept::Graze { .. } => Self::Graze,
            Swept::Overlap { .. } => Self::Overlap,
            Swept::Hit { .. } => Self::Hit,
        }
    }
}

/// The relations that two shapes of these kinds can have.
pub fn relations_of(a: ShapeKind, b: ShapeKind) -> &'static [Relation] {
    relations(FunctionPair::of(a, b))
}

/// What a pair of some kinds is called in faults.
pub(super) const fn called(kinds: FunctionPair) -> &'static str {
    match kinds {
        FunctionPair::Regions => "a polygon and a region",
        other => other.words(),
    }
}

/// The relations that such a pair can have.
pub(super) const fn relations(kinds: FunctionPair) -> &'static [Relation] {
    use Relation::{Contains, Crosses, Disjoint, Equals, Overlaps, Touches, Within};
    match kinds {
        FunctionPair::Lasers => &[Disjoint, Touches, Crosses, Overlaps],
        FunctionPair::BoxAndLaser | FunctionPair::PolygonAndLaser => {
            &[Disjoint, Touches, Crosses, Within]
        }
        FunctionPair::BoxAndPoint | FunctionPair::PolygonAndPoint => &[Disjoint, Touches, Within],
        FunctionPair::Boxes | FunctionPair::Regions => {
            &[Disjoint, Touches, Overlaps, Within, Contains, Equals]
        }
    }
}

/// The methods that are judged on such a pair, in registry order.
pub(super) fn methods(kinds: FunctionPair) -> Vec<Method> {
    use ShapeKind::{Box, Polygon, Segment};
    let [a, b] = match kinds {
        FunctionPair::Lasers => [Segment, Segment],
        FunctionPair::BoxAndLaser => [Box, Segment],
        FunctionPair::PolygonAndLaser => [Polygon, Segment],
        FunctionPair::Boxes => [Box, Box],
        FunctionPair::Regions => [Polygon, Box],
        FunctionPair::BoxAndPoint | FunctionPair::PolygonAndPoint => {
            return Method::all().filter(|method| method.point_test().is_some()).collect();
        }
    };
    let judged = |method: &Method| *method != Method::SWEPT && method.applies_to(a, b);
    Method::all().filter(judged).collect()
}

/// [`methods`] with their readings.
pub(super) fn methods_and_readings(kinds: FunctionPair) -> Vec<Method> {
    let methods = methods(kinds);
    let readings = Method::readings().filter(|reading| methods.contains(&reading.as_coded()));
    methods.iter().copied().chain(readings).collect()
}
