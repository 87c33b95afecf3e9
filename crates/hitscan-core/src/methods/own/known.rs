//! Known answers that a program's answers may resemble.

use super::answer::{OwnAnswer, Says};
use super::cause::Cause;
use super::judgement::{Judgement, is_same};
use super::mistakes::Mistake;
use super::rules::{JudgingRules, Tolerance};
use super::truth::{Meets, OwnPair, OwnTruth};
use crate::methods::scalar::Exact;
use crate::methods::{Agreement, Arithmetic, BoundaryRule, Method, Reason};
use hitscan_geom::{Shape, ShapeKind, relate};

/// A known way to answer pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownAnswer {
    /// The exact answer.
    Truth,
    /// A method of the catalogue.
    Method(Method, Precision, BoundaryRule),
    /// A classical mistake.
    Mistake(Mistake, Precision),
    /// The exact answer, except that touching does not count.
    Strict,
    /// Yes to every pair.
    AlwaysHit,
    /// No to every pair.
    AlwaysMiss,
}

/// The arithmetic of a known answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Whole numbers.
    Exact,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

impl KnownAnswer {
    /// The known answers for such a pair, in display order.
    #[must_use]
    pub fn all(pair: OwnPair<'_>) -> Vec<Self> {
        let mut all = vec![Self::Truth];
        let [a, b] = match pair {
            OwnPair::Frame(..) => [ShapeKind::Box; 2],
            OwnPair::Still(a, b) => [a.kind(), b.kind()],
        };
        let is_frame = matches!(pair, OwnPair::Frame(..));
        let applies = |method: &Method| {
            *method != Method::SWEPT
                && method.applies_to(a, b)
                && method.side_test().is_some() == is_frame
        };
        for method in Method::all().filter(applies) {
            // Only methods for two boxes leave the boundary rule to their author.
            let rules = if [a, b] == [ShapeKind::Box; 2] && !is_frame { 3 } else { 1 };
            let rules = &BoundaryRule::ALL[..rules];
            for precision in Precision::ALL.into_iter().filter(|it| it.is_of(method)) {
                all.extend(rules.iter().map(|&rule| Self::Method(method, precision, rule)));
            }
        }
        for &mistake in Mistake::of(pair) {
            all.extend(Precision::ALL.map(|precision| Self::Mistake(mistake, precision)));
        }
        all.extend([Self::Strict, Self::AlwaysHit, Self::AlwaysMiss]);
        let slips = Mistake::slips_of(pair).iter();
        all.extend(slips.map(|&slip| Self::Mistake(slip, Precision::Exact)));
        all
    }

    /// Its name: `edges`, `center-distance (inclusive)`, `half-a in f32`.
    #[must_use]
    pub fn name(&self) -> String {
        let precise = |name: &str, precision: &str| match precision {
            "exact" => name.to_owned(),
            precision => format!("{name} in {precision}"),
        };
        match self {
            Self::Truth => "the truth".to_owned(),
            Self::Method(method, precision, rule) => {
                let name = precise(method.id(), precision.token());
                match rule {
                    BoundaryRule::Source => name,
                    rule => format!("{name} ({})", rule.token()),
                }
            }
            Self::Mistake(mistake, precision) => precise(mistake.name(), precision.token()),
            Self::Strict => "the truth without touching".to_owned(),
            Self::AlwaysHit => "always hit".to_owned(),
            Self::AlwaysMiss => "always miss".to_owned(),
        }
    }

    /// Whether it answers a pair like the program, as far as both give an answer.
    #[must_use]
    pub fn answers_like(
        &self,
        pair: OwnPair<'_>,
        truth: &OwnTruth,
        said: &OwnAnswer,
        rules: JudgingRules,
    ) -> bool {
        let is_contact = said.says.is_contact();
        match self {
            Self::Truth => {
                let Judgement { agreement, cause } = pair.judge_by(truth, said, rules);
                agreement == Agreement::Agrees || cause == Some(Cause::StartSide)
            }
            Self::Strict => {
                let meets = match pair {
                    OwnPair::Still(..) => truth.meets == Meets::Truly,
                    OwnPair::Frame(..) => truth.is_hit,
                };
                is_contact == meets && has_details_of(truth, said, rules.tolerance)
            }
            Self::Method(method, precision, rule) => match pair {
                OwnPair::Frame(a, b) => {
                    method.claim(a, b).is_some_and(|claim| said.is_like(claim.named))
                }
                OwnPair::Still(a, b) => method.hit(a, b, *precision, *rule) == Some(is_contact),
            },
            Self::Mistake(mistake, precision) => {
                if let Some(answers) = mistake.answers(pair, truth) {
                    return answers.contains(&is_contact);
                }
                let hit = match precision {
                    Precision::Exact => mistake.hit::<Exact>(pair),
                    Precision::F32 => mistake.hit::<f32>(pair),
                    Precision::F64 => mistake.hit::<f64>(pair),
                };
                hit == is_contact
            }
            Self::AlwaysHit => is_contact,
            Self::AlwaysMiss => said.says == Says::Miss,
        }
    }
}

/// Whether the sides and the time that the program names are exact.
fn has_details_of(truth: &OwnTruth, said: &OwnAnswer, tolerance: Tolerance) -> bool {
    let sides = match (truth.sides, said.sides) {
        (Some(exact), Some(claimed)) => truth.meets == Meets::Before || is_same(exact, claimed),
        _ => true,
    };
    let t = match (truth.t, said.t) {
        (Some(exact), Some(said)) => tolerance.covers(said.value, exact),
        _ => true,
    };
    !said.says.is_contact() || (sides && t)
}

impl KnownAnswer {
    /// Whether its reasons are known: it is a method of the catalogue, or a slip.
    #[must_use]
    pub fn has_reasons(&self) -> bool {
        matches!(self, Self::Method(_, _, BoundaryRule::Source)) || self.is_slip()
    }

    /// Whether it is a test that is correct except for a slip.
    #[must_use]
    pub const fn is_slip(&self) -> bool {
        matches!(self, Self::Mistake(mistake, _) if mistake.is_slip())
    }

    /// Explains a judged answer that this known answer would give too: replaces the cause with the
    /// reason of the method, if it is one and has one.
    #[must_use]
    pub fn explains(&self, pair: OwnPair<'_>, judgement: Judgement) -> Judgement {
        let (method, precision) = match self {
            Self::Method(method, precision, BoundaryRule::Source) => (method, precision),
            Self::Mistake(slip, _) if slip.is_slip() => return slip.explains(pair, judgement),
            _ => return judgement,
        };
        match method.judge(pair, *precision) {
            // Rounding is a mistake even where another test is free to choose.
            Some((agreement, Some(reason)))
                if judgement.cause.is_some()
                    && (agreement == judgement.agreement
                        || judgement.cause == Some(Cause::Method(Reason::Rounding))
                            && reason == Reason::Rounding) =>
            {
                Judgement { agreement, cause: Some(reason.into()) }
            }
            _ => judgement,
        }
    }
}

impl Precision {
    /// All precisions, in display order.
    const ALL: [Self; 3] = [Self::Exact, Self::F32, Self::F64];

    /// Whether the method has a form in this precision.
    fn is_of(self, method: Method) -> bool {
        match self {
            Self::Exact => method.computes_in(Arithmetic::Exact),
            Self::F32 => method.computes_in(Arithmetic::F32),
            Self::F64 => method.overlap_test().is_some(),
        }
    }

    /// The token: `exact`, `f32`, `f64`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

impl Method {
    /// How the method's answer compares with the exact one.
    fn judge(self, pair: OwnPair<'_>, precision: Precision) -> Option<(Agreement, Option<Reason>)> {
        let (a, b) = match pair {
            OwnPair::Still(a, b) => (a, b),
            OwnPair::Frame(a, b) => {
                let verdict = self.side_verdict(a, b, &hitscan_geom::swept(a, b))?;
                return Some((verdict.agreement, verdict.reason));
            }
        };
        let meeting = relate(a, b);
        let rule = BoundaryRule::Source;
        let of = |arithmetic| {
            let mut verdicts = self.verdicts(a, b, &meeting, rule);
            verdicts.find(|verdict| verdict.arithmetic == arithmetic)
        };
        let verdict = match precision {
            Precision::Exact => of(Arithmetic::Exact)?,
            Precision::F32 => of(Arithmetic::F32)?,
            Precision::F64 => {
                let exact = of(Arithmetic::Exact)?;
                if self.hit(a, b, precision, rule)? != exact.hit {
                    let agreement = Agreement::of_hit(!exact.hit, meeting.relation);
                    return Some((agreement, Some(Reason::Rounding)));
                }
                exact
            }
        };
        Some((verdict.agreement, verdict.reason))
    }

    /// Its yes or no, unjudged.
    fn hit(self, a: &Shape, b: &Shape, precision: Precision, rule: BoundaryRule) -> Option<bool> {
        let test = self.overlap_test()?;
        let answer = match precision {
            Precision::Exact => test.exact.answer,
            Precision::F32 => test.f32?.answer,
            Precision::F64 => test.f64,
        };
        answer(a, b, rule, &mut ()).map(|answer| answer.hit)
    }
}
