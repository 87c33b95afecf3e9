//! What a recipe says to a pair.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::cmp::Ordering;

use super::{EdgeLoop, Expr, HowMany, MOST_PARTS, Op, Recipe, Step, Taken};
use crate::diagnosis::numbers::PairNumbers;
use crate::diagnosis::reference::{corners, is_inside};
use crate::diagnosis::said::{Said, SaidMoment, Switches};
use crate::diagnosis::time::Time;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NoAnswer {
    /// A division by 0.
    ByZero,
    /// A number too large, or what no recipe does.
    Beyond,
}

/// What comes after a step.
enum Next {
    Step,
    /// The edge does not count.
    Edge,
    Answer(bool),
}

/// A recipe at work.
struct RecipeRun<'a> {
    parts: [Time; MOST_PARTS],
    /// The numbers of the vertices of A and of B.
    vertices: [Cow<'a, [i64]>; 2],
    /// Whether a vertex that is the lowest so far is not looked at as the highest.
    is_else: [bool; 2],
    /// The number of the edge of the loop around, and how many edges that has.
    outer: [usize; 2],
    pair: &'a PairNumbers,
    /// What the exact test says if touching does not count, and if it does.
    exact: OnceCell<[Said; 2]>,
    touching: bool,
    /// Whether the answer may depend on that.
    is_close: Cell<bool>,
}

/// Steps in the places of others, by their numbers, and another answer after them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::diagnosis) struct Patch {
    pub(in crate::diagnosis) steps: Vec<(usize, Step)>,
    pub(in crate::diagnosis) hit: Option<Expr>,
}

impl Recipe {
    /// What it says if touching does not count, and if it does. A division by 0 is a miss; `None` if
    /// the numbers are too large, or of another kind.
    ///
    /// With `exact` in the place of the exact answer, if given.
    pub(in crate::diagnosis) fn says(
        &self,
        patch: &Patch,
        pair: &PairNumbers,
        exact: Option<[Said; 2]>,
    ) -> Option<[Said; 2]> {
        if pair.kind != self.kind {
            return None;
        }
        let corners = [0, 1].map(|side| corners(&pair.places[side]));
        let of = |side: usize| match pair.noun(side) {
            "box" => &corners[side][..],
            _ => &pair.places[side],
        };
        let mut run = RecipeRun {
            parts: [Time::ZERO; MOST_PARTS],
            vertices: [of(0), of(1)].map(Cow::Borrowed),
            is_else: [false; 2],
            outer: [0, 1],
            pair,
            exact: exact.map(OnceCell::from).unwrap_or_default(),
            touching: false,
            is_close: Cell::new(false),
        };
        self.give(pair, &mut run.parts);
        let open = run.answer(self, patch);
        if !run.is_close.get() {
            return match open {
                Err(NoAnswer::Beyond) => None,
                said => Some([said.unwrap_or(Said::MISS); 2]),
            };
        }
        self.give(pair, &mut run.parts);
        run.vertices = [of(0), of(1)].map(Cow::Borrowed);
        run.is_else = [false; 2];
        run.touching = true;
        match (open, run.answer(self, patch)) {
            (Ok(open), Ok(closed)) => Some([open, closed]),
            (Err(NoAnswer::Beyond), _) | (_, Err(NoAnswer::Beyond)) => None,
            _ => Some([Said::MISS; 2]),
        }
    }

    /// Sets the parts that are numbers of the pair.
    fn give(&self, pair: &PairNumbers, parts: &mut [Time; MOST_PARTS]) {
        let [a, b, motions] = self.given;
        let places = pair.places[0].iter().take(a).chain(pair.places[1].iter().take(b));
        let all = places.chain(pair.motions.iter().flatten().take(motions));
        for (part, &number) in parts.iter_mut().zip(all) {
            *part = whole(number);
        }
    }
}

fn whole(number: i64) -> Time {
    Time::whole(number.into())
}

impl RecipeRun<'_> {
    fn answer(&mut self, recipe: &Recipe, patch: &Patch) -> Result<Said, NoAnswer> {
        for (number, step) in recipe.steps.iter().enumerate() {
            let patched = patch.steps.iter().find(|(at, _)| *at == number);
            if let Next::Answer(hit) = self.step(patched.map_or(step, |(_, step)| step))? {
                return Ok(Said::only(hit));
            }
        }
        if !self.test(patch.hit.as_ref().unwrap_or(&recipe.hit))? {
            return Ok(Said::MISS);
        }
        let at = recipe.time.map(|part| SaidMoment::Share(self.parts[part]));
        let said = Said { at, ..Said::only(true) };
        if !recipe.asks_exactly || at.is_some() {
            return Ok(said);
        }
        let exact = self.exact();
        Ok(if exact.hit { exact } else { said })
    }

    fn exact(&self) -> Said {
        let exact = self.exact.get_or_init(|| self.pair.kind.exact(self.pair));
        self.notes(exact[0] != exact[1]);
        exact[usize::from(self.touching)]
    }

    fn steps(&mut self, steps: &[Step]) -> Result<Next, NoAnswer> {
        for step in steps {
            match self.step(step)? {
                Next::Step => {}
                other => return Ok(other),
            }
        }
        Ok(Next::Step)
    }

    fn step(&mut self, step: &Step) -> Result<Next, NoAnswer> {
        match step {
            Step::Set { part, to } => self.parts[*part] = self.value(to)?,
            Step::Return { when, hit } => {
                if self.test(when)? {
                    return self.test(hit).map(Next::Answer);
                }
            }
            Step::Where(test) => {
                if !self.test(test)? {
                    return Ok(Next::Edge);
                }
            }
            Step::Loop(it) => {
                let outer = self.outer;
                self.parts[it.part] = self.edges(it)?;
                self.outer = outer;
            }
            Step::Vertices { taken: Taken::All, .. } => {}
            Step::Vertices { side, taken } => {
                for side in [0, 1].into_iter().filter(|it| *side == 2 || side == it) {
                    self.take_vertices(side, *taken);
                }
            }
            Step::Repeat { times, steps } => {
                for _ in 0..*times {
                    if let next @ Next::Answer(_) = self.steps(steps)? {
                        return Ok(next);
                    }
                }
            }
        }
        Ok(Next::Step)
    }

    /// Leaves vertices out, or changes their order.
    fn take_vertices(&mut self, side: usize, taken: Taken) {
        if taken == Taken::ElseHighest {
            self.is_else[side] = true;
            return;
        }
        let all: Vec<&[i64]> = self.vertices[side].chunks_exact(2).collect();
        let count = all.len();
        // A box from which another change has taken a corner has no rows.
        let has_rows = self.pair.noun(side) == "box" && count == 4;
        let of_box = [0, 1, 3, 2];
        let taken = (0..count).filter(|at| taken.has(*at, count, [0, 1])).map(|at| {
            let swaps = taken == Taken::RowByRow && has_rows;
            all[if swaps { of_box[at % 4] } else { at }]
        });
        self.vertices[side] = Cow::Owned(taken.flatten().copied().collect());
    }

    fn edges(&mut self, it: &EdgeLoop) -> Result<Time, NoAnswer> {
        let vertices = self.vertices[it.side].clone();
        let at = |number: usize| &vertices[2 * number..2 * number + 2];
        let count = vertices.len() / 2;
        let outer = self.outer;
        let mut is_odd = false;
        let mut sum = Time::ZERO;
        for number in (0..count).filter(|&number| it.taken.has(number, count, outer)) {
            let to = match it.taken {
                Taken::ToFirst => 0,
                Taken::Ahead => (number + 2) % count,
                _ => (number + 1) % count,
            };
            for (&part, &number) in it.ends.iter().zip(at(number).iter().chain(at(to))) {
                self.parts[part] = whole(number);
            }
            self.outer = [number, count];
            let holds = match self.steps(&it.steps)? {
                Next::Edge => false,
                Next::Answer(answer) => answer,
                Next::Step if it.count == HowMany::Sum => {
                    sum = calculated(Op::Add, sum, self.value(&it.test)?)?;
                    continue;
                }
                Next::Step => self.test(&it.test)?,
            };
            match it.count {
                HowMany::Any if holds => return Ok(Time::ONE),
                HowMany::Every if !holds => return Ok(Time::ZERO),
                _ => is_odd ^= holds,
            }
        }
        Ok(match it.count {
            HowMany::Any => Time::ZERO,
            HowMany::Every => Time::ONE,
            HowMany::Odd => whole(is_odd.into()),
            HowMany::Sum => sum,
        })
    }

    fn test(&self, expr: &Expr) -> Result<bool, NoAnswer> {
        let (op, args) = match expr {
            Expr::Touching => {
                self.notes(true);
                return Ok(self.touching);
            }
            Expr::Exact => return Ok(self.exact().hit),
            Expr::Settled => {
                let is_hit = self.exact().hit;
                self.notes(!is_hit);
                return Ok(self.touching || is_hit);
            }
            Expr::Always(holds) => return Ok(*holds),
            Expr::Of(op, args) => (*op, &args[..]),
            _ => return Ok(self.value(expr)? != Time::ZERO),
        };
        let order = || {
            let [a, b] = args else { return Err(NoAnswer::Beyond) };
            compared(self.value(a)?, self.value(b)?)
        };
        match (op, args) {
            (Op::And, _) => self.is_first(args, false).map(|found| !found),
            (Op::Or, _) => self.is_first(args, true),
            (Op::Not, [test]) => self.test(test).map(|holds| !holds),
            (Op::Le, _) => {
                let order = order()?;
                self.notes(order.is_eq());
                Ok(if self.touching { order.is_le() } else { order.is_lt() })
            }
            (Op::Less, _) => order().map(Ordering::is_lt),
            (Op::AtMost, _) => order().map(Ordering::is_le),
            (Op::Greater, _) => order().map(Ordering::is_gt),
            (Op::Equal, _) => order().map(Ordering::is_eq),
            (Op::Unequal, _) => order().map(Ordering::is_ne),
            (Op::Inside(side), [x, y]) => {
                let at = [self.number(x)?, self.number(y)?];
                let [open, closed] = [false, true]
                    .map(|touching| is_inside(&self.vertices[side], at, Switches::NONE, touching));
                self.notes(open != closed);
                Ok(if self.touching { closed } else { open })
            }
            _ => Ok(self.value(expr)? != Time::ZERO),
        }
    }

    /// Notes whether something depends on whether touching counts.
    fn notes(&self, is_close: bool) {
        self.is_close.set(self.is_close.get() || is_close);
    }

    /// Whether one of the tests comes out like this; those after it are not made.
    fn is_first(&self, tests: &[Expr], like: bool) -> Result<bool, NoAnswer> {
        for test in tests {
            if self.test(test)? == like {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn value(&self, expr: &Expr) -> Result<Time, NoAnswer> {
        let (op, args) = match expr {
            Expr::Number(number) => return Ok(whole(*number)),
            Expr::Infinite { is_negative: true } => return Ok(Time::Never),
            Expr::Infinite { is_negative: false } => return Ok(Time::Forever),
            Expr::Part(part) => return Ok(self.parts[*part]),
            Expr::Touching | Expr::Exact | Expr::Settled | Expr::Always(_) => {
                return Ok(whole(self.test(expr)?.into()));
            }
            Expr::Of(op, args) => (*op, &args[..]),
        };
        match (op, args) {
            (Op::Add | Op::Sub | Op::Mul | Op::Div, [a, b]) => {
                calculated(op, self.value(a)?, self.value(b)?)
            }
            (Op::Abs, [a]) => {
                let a = self.value(a)?;
                Ok(if a < Time::ZERO { a.negative() } else { a })
            }
            (Op::Min | Op::Max, [first, rest @ ..]) => {
                let mut best = self.value(first)?;
                for other in rest {
                    let other = self.value(other)?;
                    let order = compared(other, best)?;
                    let is_better = if op == Op::Min { order.is_lt() } else { order.is_gt() };
                    best = if is_better { other } else { best };
                }
                Ok(best)
            }
            (Op::If, [value, when, other]) => {
                self.value(if self.test(when)? { value } else { other })
            }
            (Op::Reach, [a, b]) => reach(self.value(a)?, self.value(b)?),
            (_, [x, y]) if op.side().is_some() && !op.is_test() => {
                self.of_vertices(op, [self.value(x)?, self.value(y)?])
            }
            // A test as a number: not by way of `value` again.
            _ if op.is_test() || matches!(op, Op::And | Op::Or) => {
                Ok(whole(self.test(expr)?.into()))
            }
            _ => Err(NoAnswer::Beyond),
        }
    }

    /// What follows from the products of the vertices with a direction, or from their distances.
    fn of_vertices(&self, op: Op, [x, y]: [Time; 2]) -> Result<Time, NoAnswer> {
        let side = op.side().ok_or(NoAnswer::Beyond)?;
        let mut all = self.vertices[side].chunks_exact(2).map(|at| {
            let [at_x, at_y] = [whole(at[0]), whole(at[1])];
            let [a, b] = if matches!(op, Op::Farthest(_) | Op::Nearest(_) | Op::ToFirst(_)) {
                let x = calculated(Op::Sub, at_x, x)?;
                let y = calculated(Op::Sub, at_y, y)?;
                [calculated(Op::Mul, x, x)?, calculated(Op::Mul, y, y)?]
            } else {
                [calculated(Op::Mul, at_x, x)?, calculated(Op::Mul, at_y, y)?]
            };
            calculated(Op::Add, a, b)
        });
        let first = all.next().ok_or(NoAnswer::Beyond)??;
        if matches!(op, Op::First(_) | Op::ToFirst(_)) {
            return Ok(first);
        }
        // Where a new lowest is not looked at as the highest, the first is none.
        let is_else = self.is_else[side] && matches!(op, Op::Highest(_));
        let [mut best, mut lowest] = [if is_else { Time::Never } else { first }, first];
        let mut count = 1;
        for other in all {
            let other = other?;
            count += 1;
            if is_else && compared(other, lowest)?.is_lt() {
                lowest = other;
                continue;
            }
            best = match op {
                Op::Mean(_) => calculated(Op::Add, best, other)?,
                Op::Lowest(_) | Op::Nearest(_) if compared(other, best)?.is_lt() => other,
                Op::Highest(_) | Op::Farthest(_) if compared(other, best)?.is_gt() => other,
                _ => best,
            };
        }
        if matches!(op, Op::Mean(_)) {
            return calculated(Op::Div, best, whole(count));
        }
        Ok(best)
    }

    /// A value that is a whole number.
    fn number(&self, expr: &Expr) -> Result<i64, NoAnswer> {
        match self.value(expr)? {
            Time::At { over, under: 1 } => i64::try_from(over).map_err(|_| NoAnswer::Beyond),
            _ => Err(NoAnswer::Beyond),
        }
    }
}

/// The square of the sum of two roots: exact where the product of the two is a square, as it is
/// wherever two lengths lie in one line.
fn reach(a: Time, b: Time) -> Result<Time, NoAnswer> {
    let Time::At { over, under } = calculated(Op::Mul, a, b)? else {
        return Err(NoAnswer::Beyond);
    };
    let square = over.max(0).checked_mul(under).ok_or(NoAnswer::Beyond)?;
    let root = square.isqrt();
    let finer = square.checked_mul(MORE_DIGITS * MORE_DIGITS).filter(|_| root * root != square);
    let root = match finer {
        Some(finer) => Time::At { over: finer.isqrt(), under: under * MORE_DIGITS },
        None => Time::At { over: root, under },
    };
    let twice = calculated(Op::Add, root, root)?;
    calculated(Op::Add, calculated(Op::Add, a, b)?, twice)
}

/// How much finer than a unit a root is taken that is not whole.
const MORE_DIGITS: i128 = 1000;

/// The order of two numbers, unless they are too large. Most are whole: those are compared without a
/// product.
fn compared(a: Time, b: Time) -> Result<Ordering, NoAnswer> {
    let (Time::At { over, under }, Time::At { over: other, under: by }) = (a, b) else {
        return Ok(a.cmp(&b));
    };
    if under == by {
        return Ok(over.cmp(&other));
    }
    let products = product(over, by).zip(product(other, under)).ok_or(NoAnswer::Beyond)?;
    Ok(products.0.cmp(&products.1))
}

impl Taken {
    /// Whether the edge or vertex with this number, of so many, is taken.
    const fn has(self, number: usize, count: usize, [outer, of]: [usize; 2]) -> bool {
        match self {
            Self::All | Self::Ahead | Self::ToFirst | Self::RowByRow | Self::ElseHighest => true,
            Self::ButLast => number + 1 != count,
            Self::ButLastButOne => number + 2 != count,
            Self::ButFirst => number != 0,
            Self::ButFirstAndLast => number != 0 && number + 1 != count,
            Self::Only(those) => number < those,
            Self::LastOnly => number + 1 == count,
            Self::EverySecond => number.is_multiple_of(2),
            Self::FromOuter => number >= outer,
            Self::AfterOuter => number > outer,
            Self::UpToOuter => number <= outer,
            Self::BeforeOuter => number < outer,
            Self::OuterOnly => number == outer,
            // The closing edge is number 0 there, and each other one comes one later.
            Self::FromOuterClosingFirst => (number + 1) % count >= (outer + 1) % of,
            Self::AfterOuterClosingFirst => (number + 1) % count > (outer + 1) % of,
        }
    }
}

/// A sum, a difference, a product or a quotient of two numbers.
fn calculated(op: Op, a: Time, b: Time) -> Result<Time, NoAnswer> {
    let (Time::At { over: a, under: by_a }, Time::At { over: b, under: by_b }) = (a, b) else {
        return Err(NoAnswer::Beyond);
    };
    let [over, under] = match op {
        Op::Mul => [product(a, b), product(by_a, by_b)],
        Op::Div if b == 0 => return Err(NoAnswer::ByZero),
        Op::Div => [product(a * b.signum(), by_b), product(by_a, b.abs())],
        _ => {
            let (a, b) = product(a, by_b).zip(product(b, by_a)).ok_or(NoAnswer::Beyond)?;
            let over = if op == Op::Add { a.checked_add(b) } else { a.checked_sub(b) };
            [over, product(by_a, by_b)]
        }
    };
    let (over, under) = over.zip(under).ok_or(NoAnswer::Beyond)?;
    Ok(Time::At { over, under })
}

/// The product, unless it is too large. That of two small numbers, as most are, needs no check.
fn product(a: i128, b: i128) -> Option<i128> {
    match (i64::try_from(a), i64::try_from(b)) {
        (_, Ok(1)) => Some(a),
        (Ok(a), Ok(b)) => Some(i128::from(a) * i128::from(b)),
        _ => a.checked_mul(b),
    }
}
