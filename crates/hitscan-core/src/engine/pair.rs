//! Two objects and the result of their test.

use crate::command::{Guess, WhySubject};
use crate::methods::{Agreement, Arithmetic, BoundaryRule, ListedWhen, Method, MethodInput};
pub use crate::world::Pair;
use crate::world::{ObjectId, PairResult, Response, Settings, TestResult};
use hitscan_geom::{Direction, Normal, Shape, Vector, swept};

impl Pair {
    /// The methods for this pair, with side methods only if there is a frame: first those that are
    /// always listed, then those shown on request.
    pub fn methods(&self) -> Vec<Method> {
        // No method is judged on a region that a beam does not reach.
        if self.pair_result.behind.is_some() {
            return Vec::new();
        }
        let mut methods = self.methods_for_shapes();
        if self.pair_result.frame.is_none() {
            methods.retain(|method| method.side_test().is_none());
        }
        methods
    }

    /// The methods for two such shapes. They do not depend on what happened, so they may be listed
    /// while the answer is covered.
    pub fn methods_for_shapes(&self) -> Vec<Method> {
        let methods = Method::all().filter(|&method| method != Method::SWEPT);
        let mut methods: Vec<_> = methods.filter(|&method| self.a.takes(method, &self.b)).collect();
        methods.sort_by_key(|method| method.row().shown != ListedWhen::Always);
        methods
    }

    /// How the answer of the compared method agrees with the truth here; `None` if no
    /// method applies.
    pub fn agreement(&self, compared: Compared, rule: BoundaryRule) -> Option<Agreement> {
        let method = compared.for_pair(self).filter(|_| self.pair_result.behind.is_none())?;
        if method.side_test().is_some() {
            let [a, b] = self.pair_result.frame?;
            return method.side_verdict(&a, &b, &swept(&a, &b)).map(|verdict| verdict.agreement);
        }
        let (a, b) = (&self.a.shape, &self.b.shape);
        let mut verdicts = method.verdicts(a, b, &self.pair_result.meeting, rule);
        let exact = verdicts.find(|verdict| verdict.arithmetic == Arithmetic::Exact);
        exact.map(|verdict| verdict.agreement)
    }

    /// Whether the method answers otherwise in double precision than in its exact form.
    pub fn differs_in_double(&self, method: Method, rule: BoundaryRule) -> bool {
        let (a, b, meeting) = (&self.a.shape, &self.b.shape, &self.pair_result.meeting);
        let mut verdicts = method.verdicts(a, b, meeting, MethodInput::with_doubles(rule));
        verdicts.any(|verdict| verdict.arithmetic == Arithmetic::F64)
    }

    /// How the side method that took the pair for a HIT agrees with the truth, if it was none.
    pub fn agreement_of_response(&self) -> Option<Agreement> {
        let method = self.pair_result.contact?.mistaken_by?;
        let [a, b] = self.pair_result.frame?;
        method.side_verdict(&a, &b, &swept(&a, &b)).map(|verdict| verdict.agreement)
    }

    /// The same pair as seen from the other object: sides become those of `a`.
    pub fn reversed(self) -> Self {
        let pair_result = self.pair_result.reversed(&self.b, &self.a);
        Self { a: self.b, b: self.a, pair_result }
    }

    /// Whether both are regions and one is a polygon, which tests for convex shapes and for boxes
    /// take for something else.
    pub const fn are_regions(&self) -> bool {
        matches!(
            (&self.a.shape, &self.b.shape),
            (Shape::Polygon(_), Shape::Box(_) | Shape::Polygon(_))
                | (Shape::Box(_), Shape::Polygon(_))
        )
    }

    /// Whether it is the pair of these two objects, in either order.
    pub fn is_of(&self, ids: [ObjectId; 2]) -> bool {
        ids == [self.a.id, self.b.id] || ids == [self.b.id, self.a.id]
    }

    /// The pair with `first` first, if nothing has moved and nothing meets.
    pub(super) fn with_first(self, first: ObjectId) -> Self {
        let Self { a, b, pair_result } = self;
        let at_rest = a.motion == Vector::ZERO && b.motion == Vector::ZERO;
        if at_rest && b.id == first && pair_result.outcome == TestResult::Miss {
            let PairResult { outcome, behind, .. } = pair_result;
            let pair_result = PairResult { outcome, behind, ..PairResult::of(&b, &a) };
            return Self { a: b, b: a, pair_result };
        }
        Self { a, b, pair_result }
    }
}

/// Whether a claim about a pair is right: the result, and the side if one is given.
pub(super) fn holds(pair_result: &PairResult, (outcome, side): Guess) -> bool {
    let is_named = |side: Direction| side == pair_result.named() || points_to(pair_result, side);
    pair_result.outcome == outcome && side.is_none_or(is_named)
}

/// Whether two regions, one a polygon, hit each other across exactly these sides.
fn points_to(pair_result: &PairResult, side: Direction) -> bool {
    let (Direction::Sides(sides), Some((blocked, _))) = (side, pair_result.blocked()) else {
        return false;
    };
    let asked: Vec<Normal> = sides.iter().map(Normal::from).collect();
    !asked.is_empty()
        && asked.len() == blocked.normals.len()
        && asked.iter().all(|normal| blocked.normals.contains(normal))
}

/// `hit left`.
pub(super) fn guess_text(outcome: TestResult, side: Option<Direction>) -> String {
    match side {
        Some(side) => format!("{} {side}", outcome.token()),
        None => outcome.token().to_owned(),
    }
}

/// Which methods are compared with the truth, for the flags of the log, its caption, its filter and
/// the jumps through it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// The chosen method.
    pub chosen: Option<Method>,
    /// The method that the scene suggests.
    pub of_scene: Option<Method>,
}

impl Compared {
    /// The methods of a page and a scene: the chosen method, or else the scene's side method if it
    /// can be wrong. If boxes respond by the exact sides, it is the first of the other side
    /// methods: what it would name is the point of the scene.
    pub fn of(page: WhySubject, settings: &Settings) -> Self {
        let is_fallible_side = |&it: &Method| it != Method::SWEPT && it.side_test().is_some();
        let of_scene = match settings.response {
            _ if settings.side != Method::SWEPT => Some(settings.side),
            Response::Pass => None,
            _ => Method::all().find(is_fallible_side),
        };
        Self { chosen: page.method().map(Method::as_coded), of_scene }
    }

    /// The method for a pair: the first of the two that applies to such shapes, or else the first
    /// that is listed for the pair.
    pub fn for_shapes(self, pair: &Pair) -> Option<Method> {
        self.first(pair, |_| true, &pair.methods_for_shapes())
    }

    /// The same, but without side methods if there is no frame to judge.
    fn for_pair(self, pair: &Pair) -> Option<Method> {
        let has_frame = pair.pair_result.frame.is_some();
        self.first(pair, |it| has_frame || it.side_test().is_none(), &pair.methods())
    }

    fn first(
        self,
        pair: &Pair,
        is_judged: impl Fn(Method) -> bool,
        listed: &[Method],
    ) -> Option<Method> {
        let mut compared = [self.chosen, self.of_scene].into_iter().flatten();
        let applies = compared.find(|&it| pair.a.takes(it, &pair.b) && is_judged(it));
        applies.or_else(|| listed.first().copied())
    }
}
