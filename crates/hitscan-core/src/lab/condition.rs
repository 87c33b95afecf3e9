//! The conditions on a moment, and whether they hold: a closed list.

use super::claim::Claims;
use super::expression::{Expression, Scope, Values};
use crate::engine::Sandbox;
use crate::engine::expect::{Examined, ExpectResult, examine_requested, held_now};
use crate::methods::{Agreement, Arithmetic, BoundaryRule, Method, Reason, Requested};
use crate::scene::{Expect, ExpectedTime};
use crate::world::{Name, Object, Response, World, tests_of_pair};
use hitscan_geom::{Fraction, Shape};

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// On a pair.
    Pair(Box<PairCondition>),
    /// A value lies in a range; a missing end is open.
    Value {
        /// The value.
        of: Expression,
        /// The least.
        from: Option<Expression>,
        /// The greatest.
        to: Option<Expression>,
    },
    /// A setting of the world.
    Setting(Setting),
    /// The most commands so far that changed the world.
    Commands(usize),
    /// The most frames so far.
    Frames(usize),
    /// These objects were moved at most.
    Same(Vec<Name>),
    /// These objects were not even moved.
    Still(Vec<Name>),
    /// The objects meet the expectations of the lesson's scene.
    Check,
    /// The answer of the student's program about a pair agrees with the truth in this way.
    Own([Name; 2], Agreement),
    /// All conditions of at least one of these lists.
    Any(Vec<Vec<Self>>),
    /// The opposite of this condition.
    Not(Box<Self>),
}

/// A condition on a pair: everything that is given must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairCondition {
    /// The keys of `[[expect]]`, except the time.
    pub expect: Expect,
    /// When they meet: a range.
    pub time: Option<[Fraction; 2]>,
    /// A condition on a method's answer.
    pub method: Option<MethodCondition>,
}

/// A condition on a method's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodCondition {
    /// The method.
    pub method: Method,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// Its answer.
    pub says: Option<String>,
    /// How it agrees with the truth.
    pub against: Option<Agreement>,
    /// Why it differs.
    pub reason: Option<Reason>,
}

/// A setting with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// What boxes do when they hit each other.
    Response(Response),
    /// The method that names the side.
    Side(Method),
    /// Whether the box methods count touching.
    Contact(BoundaryRule),
}

/// The answer of a method of either kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodAnswer {
    /// The token.
    pub says: &'static str,
    /// How it agrees with the truth.
    pub against: Agreement,
    /// Why it differs.
    pub reason: Option<Reason>,
}

/// A moment, and what led to it.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'m> {
    /// The drawn numbers.
    pub values: &'m Values,
    /// The world.
    pub sandbox: &'m Sandbox,
    /// The world at the opening of the step.
    pub opening: &'m World,
    /// The expectations of the lesson's scene.
    pub expects: &'m [Expect],
    /// The claims of the student's program.
    pub claims: &'m Claims,
    /// How many changes the history has.
    pub position: usize,
    /// How many commands have changed the world so far.
    pub commands: usize,
    /// How many frames have been made so far.
    pub frames: usize,
}

impl Condition {
    /// Whether it holds. A condition without a value, or about a missing object, does not.
    pub fn holds(&self, moment: Moment<'_>) -> bool {
        let scope = Scope { values: moment.values, sandbox: Some(moment.sandbox) };
        match self {
            Self::Pair(pair) => pair.holds(moment.sandbox),
            Self::Value { of, from, to } => of.value(scope).is_ok_and(|value| {
                let end = |end: &Option<Expression>, holds: fn(Fraction, Fraction) -> bool| {
                    let end = end.as_ref();
                    end.is_none_or(|end| end.value(scope).is_ok_and(|end| holds(value, end)))
                };
                end(from, |value, least| value >= least) && end(to, |value, most| value <= most)
            }),
            Self::Setting(setting) => setting.holds(moment.sandbox.world()),
            Self::Commands(most) => moment.commands <= *most,
            Self::Frames(most) => moment.frames <= *most,
            Self::Same(names) => {
                moment.compares(names, |now, then| is_moved(&now.shape, &then.shape))
            }
            Self::Still(names) => moment.compares(names, |now, then| now.shape == then.shape),
            Self::Check => moment
                .expects
                .iter()
                .all(|expect| held_now(moment.sandbox, expect) == ExpectResult::Holds),
            Self::Own(pair, against) => {
                let found = moment.claims.judgement(moment.position, *pair, moment.sandbox);
                found.is_some_and(|found| found.agreement == *against)
            }
            Self::Any(lists) => lists.iter().any(|list| all_hold(list, moment)),
            Self::Not(condition) => !condition.holds(moment),
        }
    }

    /// How many tests of pairs its evaluation counts.
    pub(super) fn tests(&self, moment: Moment<'_>) -> u64 {
        match self {
            Self::Pair(pair) => pair.expect.pair().map_or(0, |pair| moment.tests_of(pair)),
            Self::Own(pair, _) => moment.tests_of(*pair),
            Self::Check => {
                let tests = |expect: &Expect| match expect.pair() {
                    Some(pair) => moment.tests_of(pair),
                    // A laser is tested against everything.
                    None => moment.sandbox.world().len() as u64,
                };
                moment.expects.iter().map(tests).sum()
            }
            Self::Any(lists) => lists.iter().flatten().map(|one| one.tests(moment)).sum(),
            Self::Not(condition) => condition.tests(moment),
            Self::Value { .. }
            | Self::Setting(_)
            | Self::Commands(_)
            | Self::Frames(_)
            | Self::Same(_)
            | Self::Still(_) => 0,
        }
    }

    /// Adds the pairs that the student's program is asked about.
    pub(super) fn add_claimed_pairs(&self, pairs: &mut Vec<[Name; 2]>) {
        match self {
            Self::Own(pair, _) if !pairs.contains(pair) => pairs.push(*pair),
            Self::Any(lists) => {
                lists.iter().flatten().for_each(|condition| condition.add_claimed_pairs(pairs));
            }
            Self::Not(condition) => condition.add_claimed_pairs(pairs),
            Self::Own(..)
            | Self::Pair(_)
            | Self::Value { .. }
            | Self::Setting(_)
            | Self::Commands(_)
            | Self::Frames(_)
            | Self::Same(_)
            | Self::Still(_)
            | Self::Check => {}
        }
    }
}

/// Whether all of these hold at the same moment.
pub fn all_hold(conditions: &[Condition], moment: Moment<'_>) -> bool {
    conditions.iter().all(|condition| condition.holds(moment))
}

/// How many tests it counts to run all methods on a pair.
const TESTS_OF_ALL_METHODS: u64 = 8;

impl<'m> Moment<'m> {
    /// The current world.
    pub(super) const fn now(self) -> &'m World {
        self.sandbox.world()
    }

    /// How many tests it counts to examine a pair; 0 if an object is missing.
    fn tests_of(self, pair: [Name; 2]) -> u64 {
        let world = self.sandbox.world();
        let [a, b] = pair.map(|name| world.find(&name).and_then(|id| world.object(id)));
        let tests = a.zip(b).map(|(a, b)| tests_of_pair(&a.shape, &b.shape));
        tests.unwrap_or(0) * TESTS_OF_ALL_METHODS
    }

    /// Whether each of these objects passes this comparison with its state at the opening.
    fn compares(self, names: &[Name], alike: fn(&Object, &Object) -> bool) -> bool {
        let now = self.sandbox.world();
        names.iter().all(|name| {
            let of = |world: &World| world.find(name).and_then(|id| world.object(id)).cloned();
            of(now).zip(of(self.opening)).is_some_and(|(now, then)| alike(&now, &then))
        })
    }
}

/// Whether one shape is the other, moved but not turned.
fn is_moved(now: &Shape, then: &Shape) -> bool {
    let (now_at, then_at) = (now.vertices(), then.vertices());
    let by = now_at.first().zip(then_at.first()).and_then(|(&now, &then)| then.to(now));
    by.and_then(|by| then.translated(by).ok()).is_some_and(|moved| moved == *now)
}

impl PairCondition {
    fn holds(&self, sandbox: &Sandbox) -> bool {
        let Some(examined) = self.examined(sandbox) else { return false };
        let in_time = |[from, to]: [Fraction; 2]| match examined.truth().t {
            Some(ExpectedTime::Frame(t)) => from <= t && t <= to,
            Some(ExpectedTime::Segment(_)) | None => false,
        };
        (self.expect.asks_nothing() || held_now(sandbox, &self.expect) == ExpectResult::Holds)
            && self.time.is_none_or(in_time)
            && self.method.as_ref().is_none_or(|method| method.holds(&examined))
    }

    /// The current facts about the pair, including the method's answer.
    pub(super) fn examined(&self, sandbox: &Sandbox) -> Option<Examined> {
        let requested = self.method.iter().map(|asked| asked.method).collect();
        let [a, b] = self.expect.pair()?.map(|name| sandbox.world().find(&name));
        examine_requested(sandbox, [a?, b?], &Requested::These(requested))
    }
}

impl MethodCondition {
    fn holds(&self, examined: &Examined) -> bool {
        answer_of(examined, self.method, self.arithmetic).is_some_and(|answer| {
            self.says.as_ref().is_none_or(|says| answer.says == says)
                && self.against.is_none_or(|against| answer.against == against)
                && self.reason.is_none_or(|reason| answer.reason == Some(reason))
        })
    }
}

/// The current answer of a method about a pair.
pub fn answer(
    sandbox: &Sandbox,
    pair: [Name; 2],
    method: Method,
    arithmetic: Arithmetic,
) -> Option<MethodAnswer> {
    answer_of(&examined_by(sandbox, pair, method)?, method, arithmetic)
}

/// The current facts about a pair, including this method's answer in addition to the listed ones.
pub fn examined_by(sandbox: &Sandbox, pair: [Name; 2], method: Method) -> Option<Examined> {
    let [a, b] = pair.map(|name| sandbox.world().find(&name));
    examine_requested(sandbox, [a?, b?], &Requested::These(vec![method]))
}

/// The answer of a method about an examined pair.
pub fn answer_of(
    examined: &Examined,
    method: Method,
    arithmetic: Arithmetic,
) -> Option<MethodAnswer> {
    let overlap =
        examined.overlap.iter().find(|it| (it.method, it.arithmetic) == (method, arithmetic));
    let overlap = overlap.map(|it| MethodAnswer {
        says: if it.hit { "hit" } else { "miss" },
        against: it.agreement,
        reason: it.reason,
    });
    overlap.or_else(|| {
        let side = examined.frame.as_ref()?.of(method)?;
        Some(MethodAnswer { says: side.claim.label, against: side.agreement, reason: side.reason })
    })
}

impl Setting {
    fn holds(self, world: &World) -> bool {
        let settings = world.settings();
        match self {
            Self::Response(response) => settings.response == response,
            Self::Side(method) => settings.side == method,
            Self::Contact(rule) => settings.boundary_rule == rule,
        }
    }
}
