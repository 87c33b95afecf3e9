//! Right recipes with one place changed: mistakes by rule, for those that no catalogue holds.

use std::collections::BTreeSet;

use super::numbers::{PairKind, PairNumbers};
use super::recipe::{EdgeLoop, Expr, HowMany, Op, Recipe, Step};
use super::said::Said;

#[cfg(test)]
mod tests;

/// A right recipe with one place changed.
#[derive(Clone, Debug)]
pub struct CodeChange {
    /// The smallest test or line that shows the place, as right code has it.
    pub before: String,
    /// The same after the change.
    pub after: String,
    recipe: Recipe,
}

impl CodeChange {
    /// What it says if touching does not count, and if it does. A division by 0 is a miss; `None` if
    /// the pair is of another kind, or its numbers are too large.
    pub fn says(&self, pair: &PairNumbers) -> Option<[Said; 2]> {
        self.recipe.says(pair)
    }
}

/// All changes of one place of the right recipes of a kind.
pub fn one_place_changes(kind: PairKind) -> Vec<CodeChange> {
    let mut all = Vec::new();
    for recipe in Recipe::all_of(kind) {
        let mut seen = BTreeSet::from([(recipe.steps.clone(), recipe.hit.clone())]);
        let mut known = recipe.given_parts();
        let steps = steps(&recipe, &recipe.steps, &mut known);
        let mut changes: Vec<_> =
            steps.into_iter().map(|it| (it.now, recipe.hit.clone(), it.shown)).collect();
        for it in lines(&recipe, &known, &recipe.hit, Surroundings::default()) {
            changes.push((recipe.steps.clone(), it.now, it.shown));
        }
        for (steps, hit, [before, after]) in changes {
            if seen.insert((steps.clone(), hit.clone())) {
                all.push(CodeChange { before, after, recipe: recipe.with(steps, hit) });
            }
        }
    }
    all
}

/// Something with one place changed, and how it is shown before and after: `T` is what is known of
/// that.
struct Changed<T, Shown = [String; 2]> {
    now: T,
    shown: Shown,
}

/// All changes of one of these steps; what they set is known from then on.
fn steps(recipe: &Recipe, steps: &[Step], known: &mut Vec<usize>) -> Vec<Changed<Vec<Step>>> {
    let mut all = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        for Changed { now, shown } in step_changes(recipe, step, known) {
            let mut steps = steps.to_vec();
            steps[number] = now;
            all.push(Changed { now: steps, shown });
        }
        if let Step::Set { part, .. } | Step::Loop(EdgeLoop { part, .. }) = step {
            known.push(*part);
        }
    }
    all
}

fn step_changes(recipe: &Recipe, step: &Step, known: &[usize]) -> Vec<Changed<Step>> {
    let now = |it: Changed<Expr>, make: &dyn Fn(Expr) -> Step| Changed {
        now: make(it.now),
        shown: it.shown,
    };
    match step {
        // Nothing comes of a change where nothing uses the part.
        Step::Set { part, .. } if !recipe.is_used(*part) => vec![],
        Step::Set { part, to } => {
            let named = |text: String| format!("{} = {text}", recipe.name(*part));
            let changes = expr_changes(recipe, known, to, Surroundings::default()).into_iter();
            let set = |it: Changed<Expr, Option<_>>| {
                let whole = || [to, &it.now].map(|expr| named(recipe.print(expr)));
                let shown = it.shown.unwrap_or_else(whole);
                Changed { now: Step::Set { part: *part, to: it.now }, shown }
            };
            changes.map(set).collect()
        }
        Step::Return { when, hit } => {
            let whens = lines(recipe, known, when, Surroundings::default()).into_iter();
            let whens = whens.map(|it| now(it, &|when| Step::Return { when, hit: hit.clone() }));
            let hits = lines(recipe, known, hit, Surroundings::default()).into_iter();
            let hits = hits.map(|it| now(it, &|hit| Step::Return { when: when.clone(), hit }));
            whens.chain(hits).collect()
        }
        Step::Where(test) => {
            let changes = lines(recipe, known, test, Surroundings::ONE_OF_ALL).into_iter();
            changes.map(|it| now(it, &Step::Where)).collect()
        }
        Step::Loop(it) => loop_changes(recipe, it, known),
    }
}

fn loop_changes(recipe: &Recipe, it: &EdgeLoop, known: &[usize]) -> Vec<Changed<Step>> {
    let mut inside = known.to_vec();
    inside.extend(it.ends);
    let steps = steps(recipe, &it.steps, &mut inside).into_iter();
    let steps = steps.map(|Changed { now: steps, shown }| Changed {
        now: Step::Loop(EdgeLoop { steps, ..it.clone() }),
        shown,
    });
    // After a `where`, the test is one of two.
    let is_one_of_all = it.steps.iter().any(|step| matches!(step, Step::Where(_)));
    let place = if is_one_of_all { Surroundings::ONE_OF_ALL } else { Surroundings::default() };
    let tests = lines(recipe, &inside, &it.test, place).into_iter();
    let tests = tests.map(|Changed { now: test, shown }| Changed {
        now: Step::Loop(EdgeLoop { test, ..it.clone() }),
        shown,
    });
    // A loop that ends one short leaves out the closing edge, or, if it begins with that, the one
    // before.
    let short = [1, 2].map(|left_out| {
        let now = EdgeLoop { left_out, ..it.clone() };
        let shown = [it, &now].map(|it| {
            let count = match it.count {
                HowMany::Any => "any edge",
                HowMany::Every => "every edge",
                HowMany::Odd => "an odd number of edges",
            };
            let side = if it.side == 0 { "a" } else { "b" };
            let but = ["", " but the last", " but the last but one"];
            let but = but.get(it.left_out).copied().unwrap_or("");
            format!("{} = {count} of {side}{but}", recipe.name(it.part))
        });
        Changed { now: Step::Loop(now), shown }
    });
    steps.chain(tests).chain(short).collect()
}

/// All changes of a line that is shown as it is.
fn lines(recipe: &Recipe, known: &[usize], line: &Expr, place: Surroundings) -> Vec<Changed<Expr>> {
    let changes = expr_changes(recipe, known, line, place).into_iter();
    let whole = |it: Changed<Expr, Option<_>>| {
        let shown = it.shown.unwrap_or_else(|| [line, &it.now].map(|expr| recipe.print(expr)));
        Changed { now: it.now, shown }
    };
    changes.map(whole).collect()
}

/// Where something stands.
#[derive(Clone, Copy, Default)]
struct Surroundings {
    /// In a list of tests, of which all (`true`) or any (`false`) must hold: this is left of a test
    /// that is left out.
    neutral: Option<bool>,
    /// Beside a time, as its bound.
    is_bound: bool,
    /// Compared for equality, where a sign makes no difference to 0.
    is_equated: bool,
}

impl Surroundings {
    /// A test beside others that must hold as well.
    const ONE_OF_ALL: Self = Self { neutral: Some(true), is_bound: false, is_equated: false };
}

/// All changes of one place, shown once they stand in a test of their own.
fn expr_changes(
    recipe: &Recipe,
    known: &[usize],
    expr: &Expr,
    place: Surroundings,
) -> Vec<Changed<Expr, Option<[String; 2]>>> {
    let here = changes_here(recipe, known, expr, place).into_iter();
    let mut all: Vec<_> = here.map(|now| Changed { now, shown: None }).collect();
    let Expr::Of(op, args) = expr else { return all };
    let is_time = |arg: &Expr| matches!(arg, Expr::Part(part) if recipe.is_time(*part));
    let has_time = matches!(op, Op::Le | Op::Less | Op::Min | Op::Max) && args.iter().any(is_time);
    let neutral = match op {
        Op::And => Some(true),
        Op::Or => Some(false),
        _ => None,
    };
    let place = Surroundings {
        neutral,
        is_bound: has_time,
        is_equated: matches!(op, Op::Equal | Op::Unequal),
    };
    for (number, arg) in args.iter().enumerate() {
        for Changed { now, shown } in expr_changes(recipe, known, arg, place) {
            let is_test = matches!(op, Op::And | Op::Or | Op::If);
            let shown =
                shown.or_else(|| is_test.then(|| [arg, &now].map(|expr| recipe.print(expr))));
            let mut args = args.clone();
            args[number] = now;
            all.push(Changed { now: Expr::Of(*op, args), shown });
        }
    }
    all
}

/// What may stand in the place of `expr` as a whole.
fn changes_here(recipe: &Recipe, known: &[usize], expr: &Expr, place: Surroundings) -> Vec<Expr> {
    let mut all = Vec::new();
    let absolute = || Expr::Of(Op::Abs, vec![expr.clone()]);
    match expr {
        Expr::Part(part) => {
            let others = recipe.alike(*part).filter(|other| known.contains(other));
            all.extend(others.map(Expr::Part));
            if recipe.is_signed(*part) && !place.is_equated {
                all.push(absolute());
            }
            let left = place.neutral.filter(|_| recipe.is_test(*part));
            all.extend(left.map(Expr::Always));
        }
        Expr::Number(bound @ (0 | 1)) if place.is_bound => all.push(Expr::Number(1 - bound)),
        Expr::Of(op, args) => {
            let left = place.neutral.filter(|_| op.is_test());
            all.extend(left.map(Expr::Always));
            all.extend(other_op(*op).map(|other| Expr::Of(other, args.clone())));
            if matches!(op, Op::Sub | Op::Div) {
                all.push(absolute());
            }
            if matches!(op, Op::Abs | Op::Not) {
                all.extend(args.first().cloned());
            }
            // A comparison turned round.
            if matches!(op, Op::Le | Op::AtMost | Op::Less | Op::Greater) {
                all.push(Expr::Of(*op, args.iter().rev().cloned().collect()));
            }
        }
        _ => {}
    }
    all
}

/// What is easily taken for this.
const fn other_op(op: Op) -> Option<Op> {
    Some(match op {
        Op::And => Op::Or,
        Op::Or => Op::And,
        Op::Min => Op::Max,
        Op::Max => Op::Min,
        Op::Add => Op::Sub,
        Op::Sub => Op::Add,
        Op::Equal => Op::Unequal,
        Op::Unequal => Op::Equal,
        Op::Lowest(side) => Op::Highest(side),
        Op::Highest(side) => Op::Lowest(side),
        _ => return None,
    })
}
