//! Known answers that a program's answers may resemble.

use super::answer::{OwnAnswer, Says};
use super::judgement::{Judgement, JudgingRules, Tolerance, is_same};
use super::mistakes::Mistake;
use super::reasons::Cause;
use super::truth::{Meets, OwnPair, OwnTruth};
use crate::methods::scalar::Exact;
use crate::methods::{Agreement, Arithmetic, BoundaryRule, Method};
use hitscan_geom::{Shape, ShapeKind};

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
    pub fn all(pair: OwnPair<'_>) -> Vec<Self> {
        let mut all = vec![Self::Truth];
        let [a, b] = match pair {
            OwnPair::Frame(..) => [ShapeKind::Box; 2],
            OwnPair::Still(a, b) | OwnPair::Point(a, b) => [a.kind(), b.kind()],
        };
        let is_frame = matches!(pair, OwnPair::Frame(..));
        let is_point = matches!(pair, OwnPair::Point(..));
        let applies = |method: &Method| {
            *method != Method::SWEPT
                && if is_point { method.point_test().is_some() } else { method.applies_to(a, b) }
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
                agreement == Agreement::Agrees
                    || matches!(cause, Some(Cause::StartSide | Cause::StartEdge))
            }
            Self::Strict => {
                let meets = match pair {
                    OwnPair::Still(..) | OwnPair::Point(..) => truth.meets == Meets::Truly,
                    OwnPair::Frame(..) => truth.is_hit,
                };
                is_contact == meets && has_details_of(truth, said, rules.tolerance)
            }
            Self::Method(method, precision, rule) => match pair {
                OwnPair::Frame(a, b) => {
                    method.claim(a, b).is_some_and(|claim| said.is_like(claim.named))
                }
                OwnPair::Still(a, b) | OwnPair::Point(a, b) => {
                    method.hit(a, b, *precision, *rule) == Some(is_contact)
                }
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
    /// Whether it is a test that is correct except for a slip.
    pub const fn is_slip(&self) -> bool {
        matches!(self, Self::Mistake(mistake, _) if mistake.is_slip())
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
            Self::F64 => method.yes_or_no().is_some(),
        }
    }

    /// The token: `exact`, `f32`, `f64`.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

impl Method {
    /// Its yes or no, unjudged.
    fn hit(self, a: &Shape, b: &Shape, precision: Precision, rule: BoundaryRule) -> Option<bool> {
        let test = self.yes_or_no()?;
        let answer = match precision {
            Precision::Exact => test.exact.answer,
            Precision::F32 => test.f32?.answer,
            Precision::F64 => test.f64.answer,
        };
        answer(a, b, rule.into(), &mut ()).map(|answer| answer.hit)
    }
}

/// For the pairs of one kind, how many each known answer agrees on.
#[derive(Clone, Debug, Default)]
pub struct Likenesses {
    pairs: u64,
    /// How many pairs had a yes or no that was right, or a matter of choice.
    fair: u64,
    /// In display order.
    known: Vec<(KnownAnswer, u64)>,
}

/// The known answer that a program resembles most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The known answer that agrees on the most pairs; ties go to the first, and the
    /// truth is first.
    pub known: KnownAnswer,
    /// How many pairs it agrees on.
    pub alike: u64,
    /// How many pairs the program answers like the truth.
    pub like_the_truth: u64,
    /// How many pairs there were.
    pub pairs: u64,
}

impl Likenesses {
    /// Counts an answer.
    pub fn add(
        &mut self,
        pair: OwnPair<'_>,
        truth: &OwnTruth,
        answer: &OwnAnswer,
        rules: JudgingRules,
    ) {
        self.pairs += 1;
        if self.known.is_empty() {
            self.known = KnownAnswer::all(pair).into_iter().map(|known| (known, 0)).collect();
        }
        let is_fair = match truth.meets {
            Meets::Touching => true,
            Meets::Apart => !answer.says.is_contact(),
            Meets::Truly | Meets::Before => answer.says.is_contact(),
        };
        self.fair += u64::from(is_fair);
        for (known, alike) in &mut self.known {
            *alike += u64::from(known.answers_like(pair, truth, answer, rules));
        }
    }

    /// How many pairs there were.
    pub const fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The known answers that agree on all pairs so far.
    pub fn on_all(&self) -> impl Iterator<Item = KnownAnswer> + '_ {
        let on_all = self.known.iter().filter(|&&(_, alike)| alike == self.pairs);
        on_all.map(|&(known, _)| known)
    }

    /// What the answers resemble most; `None` before the first answer. A slip counts only if it
    /// agrees on all pairs, and on more than those whose yes or no is right or a matter of choice:
    /// it accepts either answer where shapes touch, so it agrees with correct programs too easily.
    pub fn most(&self) -> Option<Likeness> {
        let &(_, like_the_truth) = self.known.first()?;
        let is_slip_alone = |alike| alike == self.pairs && alike > self.fair;
        let named = || {
            let all = self.known.iter();
            all.filter(|(known, alike)| !known.is_slip() || is_slip_alone(*alike))
        };
        let most = named().map(|&(_, alike)| alike).max()?;
        let &(known, alike) = named().find(|&&(_, alike)| alike == most)?;
        Some(Likeness { known, alike, like_the_truth, pairs: self.pairs })
    }
}
