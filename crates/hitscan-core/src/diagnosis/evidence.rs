//! A pair that a program was asked, and whether its answer is like that of a test.

use hitscan_geom::Fraction;

use super::numbers::PairNumbers;
use super::said::{Said, SaidMoment};
use super::time::Time;
use crate::methods::{Agreement, ClaimedSides, JudgingRules, Meets, OwnAnswer, Says, Tolerance};

/// A pair, the program's answer, and how that was judged.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The pair.
    pub pair: PairNumbers,
    /// What the program said.
    pub answer: OwnAnswer,
    /// Whether that is wrong, by the rules of the trial.
    pub is_wrong: bool,
    /// What the exact test says if touching does not count, and if it does.
    exact: [Said; 2],
    tolerance: Tolerance,
}

impl Asked {
    /// Judges an answer; `None` if the pair is no valid one.
    pub fn judged(pair: PairNumbers, answer: OwnAnswer, rules: JudgingRules) -> Option<Self> {
        let judgement = pair.case()?.pair().judge(&answer, rules);
        Some(Self::new(pair, answer, judgement.agreement == Agreement::Wrong, rules.tolerance))
    }

    /// An answer that was judged elsewhere.
    pub fn new(pair: PairNumbers, answer: OwnAnswer, is_wrong: bool, tolerance: Tolerance) -> Self {
        let exact = pair.kind.exact(&pair);
        Self { pair, answer, is_wrong, exact, tolerance }
    }

    /// Whether the exact answer is a hit or a miss whatever touching counts as.
    pub fn is_decided(&self) -> bool {
        self.pair.meets != Meets::Touching
    }

    /// Whether the boxes of a frame slide along each other before it ends: then only a side is wrong.
    pub fn is_flush(&self) -> bool {
        let is_at_end = self.exact[1].at == Some(SaidMoment::Share(Time::ONE));
        self.is_wrong && !self.is_decided() && self.pair.is_flush() && !is_at_end
    }

    /// Whether a test that says this, if touching does not count and if it does, explains the
    /// answer: it gives the same one, and is wrong in the same respect.
    ///
    /// Where the two answers differ, only `<` or `<=` decides, and either will do; but what is
    /// wrong though the two only touch is wrong in its side or its time.
    pub fn is_like(&self, says: [Said; 2]) -> bool {
        let [open, closed] = says;
        let is_free = open.hit != closed.hit;
        if !self.is_wrong {
            return is_free || self.fits(open);
        }
        if is_free {
            return self.is_decided()
                || !self.is_flush() && self.fits(closed) && self.is_wrong_likewise(closed, 1);
        }
        self.fits(open) && self.is_wrong_likewise(open, 0)
    }

    /// Whether yes or no, sides and time are as a test says them.
    fn fits(&self, said: Said) -> bool {
        let hit = self.answer.says.is_contact();
        match (said.hit, self.answer.says) {
            (_, Says::Touch) | (true, Says::Miss) | (false, Says::Hit) => return false,
            (true, Says::Hit) | (false, Says::Miss) => {}
        }
        !hit || self.fits_sides(said) && self.fits_time(said)
    }

    /// Whether the sides are as a test names them; true if one of the two names none.
    pub(super) fn fits_sides(&self, said: Said) -> bool {
        let (Some(claimed), Some(sides)) = (self.answer.sides, said.sides) else { return true };
        match (sides, claimed) {
            (ClaimedSides::Inside, _) => true,
            (ClaimedSides::Sides(both), ClaimedSides::Corner) => both.len() > 1,
            (ClaimedSides::Sides(both), ClaimedSides::Sides(some)) => {
                some == both || both.len() > 1 && some.iter().all(|side| both.contains(side))
            }
            (one, other) => one == other,
        }
    }

    /// Whether the time is as a test says it; true if one of the two says none.
    pub(super) fn fits_time(&self, said: Said) -> bool {
        let (Some(claimed), Some(at)) = (self.answer.t, said.at) else { return true };
        let Some(exact) = at.fraction() else { return false };
        let starts_inside = said.sides == Some(ClaimedSides::Inside) && exact <= Fraction::ZERO;
        is_near(claimed.value, if starts_inside { Fraction::ZERO } else { exact }, self.tolerance)
    }

    /// A wrong side or time is explained only by a side or a time that is wrong in the same way: a
    /// test that names none would explain all.
    fn is_wrong_likewise(&self, said: Said, form: usize) -> bool {
        let exact = self.exact[form];
        if !(exact.hit && self.answer.says.is_contact() && said.hit) {
            return true;
        }
        let at_start = Some(SaidMoment::Share(Time::ZERO));
        let names_none = said.sides.is_none() && said.at != at_start;
        (self.fits_sides(exact) || !names_none) && (self.fits_time(exact) || said.at.is_some())
    }

    /// When the two first meet, if they do.
    pub(super) fn true_time(&self) -> Option<Fraction> {
        self.exact[1].at?.fraction()
    }

    /// Whether the time that it says is `over / under` times the true one; `None` without a time.
    pub(super) fn has_time_times(&self, [over, under]: [i128; 2]) -> Option<bool> {
        let said = self.answer.t.filter(|_| self.is_true_hit())?.value;
        let exact = self.true_time()?;
        let over = exact.numerator().checked_mul(over)?;
        let product = Fraction::new(over, exact.denominator().checked_mul(under)?)?;
        Some(is_near(said, product, self.tolerance))
    }

    /// Whether the side that it names is wrong, though the two do meet.
    pub(super) fn has_wrong_side(&self) -> bool {
        self.is_true_hit() && !self.fits_sides(self.exact[0])
    }

    /// Whether the time that it says is wrong, though the two do meet.
    pub(super) fn has_wrong_time(&self) -> bool {
        self.is_true_hit() && !self.fits_time(self.exact[0])
    }

    fn is_true_hit(&self) -> bool {
        self.exact[0].hit && self.answer.says.is_contact()
    }
}

impl SaidMoment {
    /// The time as a fraction, a root to six digits; `None` if it is beyond all numbers.
    pub fn fraction(self) -> Option<Fraction> {
        match self {
            Self::Share(time) => time.fraction(),
            Self::Length(time, square) => {
                let root = square.checked_mul(1_000_000_000_000)?.isqrt();
                let share = time.fraction()?;
                let over = share.numerator().checked_mul(root)?;
                Fraction::new(over, share.denominator().checked_mul(1_000_000_000)?)
            }
        }
    }
}

/// Whether two times are as near as the rules ask; times above 1 in proportion.
fn is_near(said: Fraction, exact: Fraction, tolerance: Tolerance) -> bool {
    let share = || {
        let over = said.numerator().checked_mul(exact.denominator())?;
        Fraction::new(over, said.denominator().checked_mul(exact.numerator())?)
    };
    tolerance.covers(said, exact)
        || exact > Fraction::ONE
            && share().is_some_and(|share| tolerance.covers(share, Fraction::ONE))
}
