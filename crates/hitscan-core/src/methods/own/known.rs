//! Well-known answers: what a program's answers may be like.

use super::answer::{OwnAnswer, Says};
use super::judgement::{Tolerance, is_same, is_within, names_the_same};
use super::mistakes::Mistake;
use super::truth::{Meets, OwnPair, OwnTruth};
use crate::methods::scalar::Exact;
use crate::methods::{Arithmetic, BoundaryRule, Method};
use hitscan_geom::{Shape, ShapeKind};

/// A well-known way to answer pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownAnswer {
    /// The exact answer.
    Truth,
    /// A method of the catalogue.
    Method(Method, Precision, BoundaryRule),
    /// A classical mistake.
    Mistake(Mistake, Precision),
    /// The exact answer, but touching does not count.
    Strict,
    /// Yes to every pair.
    AlwaysHit,
    /// No to every pair.
    AlwaysMiss,
}

/// What a known answer is computed in.
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
    /// The known answers for such a pair, in the order in which they are named.
    #[must_use]
    pub fn all(pair: OwnPair<'_>) -> Vec<Self> {
        let mut all = vec![Self::Truth];
        let [a, b] = match pair {
            OwnPair::Frame(..) => [ShapeKind::Box; 2],
            OwnPair::Still(a, b) => [a.kind(), b.kind()],
        };
        let is_frame = matches!(pair, OwnPair::Frame(..));
        for method in Method::listed(a, b).filter(|m| m.side_test().is_some() == is_frame) {
            // Only methods for two boxes leave the choice to their author.
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
        all
    }

    /// What it is called: `edges`, `center-distance (inclusive)`, `half-a in f32`.
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

    /// Whether it answers a pair as the program does, as far as both say. Where
    /// there is nothing to judge, it does.
    #[must_use]
    pub fn answers_like(
        &self,
        pair: OwnPair<'_>,
        truth: &OwnTruth,
        said: &OwnAnswer,
        tolerance: Tolerance,
    ) -> bool {
        if truth.meets == Meets::Before {
            return true;
        }
        let is_contact = said.says.is_contact();
        match self {
            Self::Truth => {
                let same = said.says == truth.says()
                    || (truth.meets == Meets::Touching && truth.is_hit == is_contact);
                same && has_details_of(truth, said, tolerance)
            }
            Self::Strict => {
                let meets = match pair {
                    OwnPair::Still(..) => truth.meets == Meets::Truly,
                    OwnPair::Frame(..) => truth.is_hit,
                };
                is_contact == meets && has_details_of(truth, said, tolerance)
            }
            Self::Method(method, precision, rule) => match pair {
                OwnPair::Frame(a, b) => {
                    method.claim(a, b).is_some_and(|claim| names_the_same(claim.named, said))
                }
                OwnPair::Still(a, b) => method.hit(a, b, *precision, *rule) == Some(is_contact),
            },
            Self::Mistake(mistake, precision) => {
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

/// Whether the sides and the time that the program says are the exact ones.
fn has_details_of(truth: &OwnTruth, said: &OwnAnswer, tolerance: Tolerance) -> bool {
    let sides = match (truth.sides, said.sides) {
        (Some(exact), Some(claimed)) => is_same(exact, claimed),
        _ => true,
    };
    let t = match (truth.t, said.t) {
        (Some(exact), Some(said)) => is_within(said, exact, tolerance),
        _ => true,
    };
    !said.says.is_contact() || (sides && t)
}

impl Precision {
    /// All of them, in the order in which known answers are named.
    const ALL: [Self; 3] = [Self::Exact, Self::F32, Self::F64];

    /// Whether a method is computed in it.
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
    /// Its yes or no, without judging it.
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
