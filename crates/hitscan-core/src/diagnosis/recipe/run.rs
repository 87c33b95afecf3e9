//! What a recipe says to a pair.

use std::cmp::Ordering;

use super::{EdgeLoop, Expr, HowMany, MOST_PARTS, Op, Recipe, Step};
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
    vertices: [&'a [i64]; 2],
    /// What the exact test says if touching does not count, and if it does.
    exact: [Said; 2],
    touching: bool,
}

impl Recipe {
    /// What it says if touching does not count, and if it does. A division by 0 is a miss; `None` if
    /// the numbers are too large, or of another kind.
    pub(in crate::diagnosis) fn says(&self, pair: &PairNumbers) -> Option<[Said; 2]> {
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
            vertices: [of(0), of(1)],
            exact: if self.asks_exactly { pair.kind.exact(pair) } else { [Said::MISS; 2] },
            touching: false,
        };
        self.give(pair, &mut run.parts);
        let open = run.answer(self);
        run.touching = true;
        match (open, run.answer(self)) {
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
    fn answer(&mut self, recipe: &Recipe) -> Result<Said, NoAnswer> {
        let hit = match self.steps(&recipe.steps)? {
            Next::Answer(hit) => return Ok(Said::only(hit)),
            Next::Step | Next::Edge => self.test(&recipe.hit)?,
        };
        let at = recipe.time.map(|part| SaidMoment::Share(self.parts[part]));
        Ok(match self.exact() {
            _ if !hit => Said::MISS,
            exact if recipe.asks_exactly && exact.hit => exact,
            _ => Said { at, ..Said::only(true) },
        })
    }

    const fn exact(&self) -> Said {
        self.exact[if self.touching { 1 } else { 0 }]
    }

    fn steps(&mut self, steps: &[Step]) -> Result<Next, NoAnswer> {
        for step in steps {
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
                    let holds = self.edges(it)?;
                    self.parts[it.part] = whole(holds.into());
                }
            }
        }
        Ok(Next::Step)
    }

    fn edges(&mut self, it: &EdgeLoop) -> Result<bool, NoAnswer> {
        let vertices = self.vertices[it.side];
        let ends = vertices.chunks_exact(2);
        let edges = ends.clone().zip(ends.clone().skip(1).chain(ends.clone().take(1)));
        let left_out = (it.left_out > 0).then(|| ends.len().checked_sub(it.left_out)).flatten();
        let mut is_odd = false;
        for (number, (from, to)) in edges.enumerate() {
            if left_out == Some(number) {
                continue;
            }
            for (&part, &number) in it.ends.iter().zip(from.iter().chain(to)) {
                self.parts[part] = whole(number);
            }
            let holds = match self.steps(&it.steps)? {
                Next::Edge => false,
                Next::Answer(answer) => answer,
                Next::Step => self.test(&it.test)?,
            };
            match it.count {
                HowMany::Any if holds => return Ok(true),
                HowMany::Every if !holds => return Ok(false),
                _ => is_odd ^= holds,
            }
        }
        Ok(match it.count {
            HowMany::Any => false,
            HowMany::Every => true,
            HowMany::Odd => is_odd,
        })
    }

    fn test(&self, expr: &Expr) -> Result<bool, NoAnswer> {
        let (op, args) = match expr {
            Expr::Touching => return Ok(self.touching),
            Expr::Exact => return Ok(self.exact().hit),
            Expr::Always(holds) => return Ok(*holds),
            Expr::Of(op, args) => (*op, &args[..]),
            _ => return Ok(self.value(expr)? != Time::ZERO),
        };
        let order = || {
            let [a, b] = args else { return Err(NoAnswer::Beyond) };
            Ok(compared(self.value(a)?, self.value(b)?))
        };
        match (op, args) {
            (Op::And, _) => self.is_first(args, false).map(|found| !found),
            (Op::Or, _) => self.is_first(args, true),
            (Op::Not, [test]) => self.test(test).map(|holds| !holds),
            (Op::Le, _) if self.touching => order().map(Ordering::is_le),
            (Op::Le | Op::Less, _) => order().map(Ordering::is_lt),
            (Op::AtMost, _) => order().map(Ordering::is_le),
            (Op::Greater, _) => order().map(Ordering::is_gt),
            (Op::Equal, _) => order().map(Ordering::is_eq),
            (Op::Unequal, _) => order().map(Ordering::is_ne),
            (Op::Inside(side), [x, y]) => {
                let at = [self.number(x)?, self.number(y)?];
                Ok(is_inside(self.vertices[side], at, Switches::NONE, self.touching))
            }
            _ => Ok(self.value(expr)? != Time::ZERO),
        }
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
            Expr::Touching | Expr::Exact | Expr::Always(_) => {
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
                    best = if op == Op::Min { best.min(other) } else { best.max(other) };
                }
                Ok(best)
            }
            (Op::If, [value, when, other]) => {
                self.value(if self.test(when)? { value } else { other })
            }
            (Op::Lowest(side) | Op::Highest(side), [x, y]) => {
                let [x, y] = [self.number(x)?, self.number(y)?].map(i128::from);
                let vertices = self.vertices[side].chunks_exact(2);
                let products = vertices.map(|at| i128::from(at[0]) * x + i128::from(at[1]) * y);
                let lowest = matches!(op, Op::Lowest(_));
                let best = if lowest { products.min() } else { products.max() };
                best.map(Time::whole).ok_or(NoAnswer::Beyond)
            }
            // A test as a number: not by way of `value` again.
            _ if op.is_test() || matches!(op, Op::And | Op::Or) => {
                Ok(whole(self.test(expr)?.into()))
            }
            _ => Err(NoAnswer::Beyond),
        }
    }

    /// A value that is a whole number.
    fn number(&self, expr: &Expr) -> Result<i64, NoAnswer> {
        match self.value(expr)? {
            Time::At { over, under: 1 } => i64::try_from(over).map_err(|_| NoAnswer::Beyond),
            _ => Err(NoAnswer::Beyond),
        }
    }
}

/// Most numbers are whole: those are compared without a product.
fn compared(a: Time, b: Time) -> Ordering {
    match (a, b) {
        (Time::At { over: a, under: 1 }, Time::At { over: b, under: 1 }) => a.cmp(&b),
        _ => a.cmp(&b),
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
