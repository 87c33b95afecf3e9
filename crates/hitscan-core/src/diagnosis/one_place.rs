//! Right recipes with one place changed: mistakes by rule, for those that no catalogue holds.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::numbers::{PairKind, PairNumbers};
use super::recipe::{EdgeLoop, Expr, HowMany, Op, Patch, Recipe, Step, Taken};
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
    recipe: Arc<Recipe>,
    patch: Patch,
}

impl CodeChange {
    /// What it says if touching does not count, and if it does. A division by 0 is a miss; `None` if
    /// the pair is of another kind, or its numbers are too large.
    pub fn says(&self, pair: &PairNumbers) -> Option<[Said; 2]> {
        self.recipe.says(&self.patch, pair, None)
    }

    /// The same with another answer in the place of the exact one.
    pub fn says_before(&self, pair: &PairNumbers, exact: [Said; 2]) -> Option<[Said; 2]> {
        self.recipe.says(&self.patch, pair, Some(exact))
    }

    /// Whether it only rejects early, and leaves the rest to the exact test.
    pub fn leaves_the_rest(&self) -> bool {
        self.recipe.leaves_the_rest()
    }

    /// Whether something is compared with itself in it.
    pub(super) fn compares_with_itself(&self) -> bool {
        let is_same = |step: &Step| step.compares_with_itself();
        self.patch.steps.iter().any(|(_, step)| is_same(step))
            || self.patch.hit.as_ref().is_some_and(Expr::compares_with_itself)
    }

    /// Both changes at once; `None` if they are of different recipes, or of the same line.
    #[must_use]
    pub fn and(&self, other: &Self) -> Option<Self> {
        let are_apart = self
            .patch
            .steps
            .iter()
            .all(|(at, _)| other.patch.steps.iter().all(|(known, _)| known != at));
        let is_one_line = self.patch.hit.is_some() && other.patch.hit.is_some();
        if !Arc::ptr_eq(&self.recipe, &other.recipe) || !are_apart || is_one_line {
            return None;
        }
        let mut both = self.clone();
        both.patch.steps.extend(other.patch.steps.iter().cloned());
        both.patch.hit = both.patch.hit.or_else(|| other.patch.hit.clone());
        Some(both)
    }
}

/// All changes of one place of the right recipes of a kind.
pub fn one_place_changes(kind: PairKind) -> Vec<CodeChange> {
    let mut all = Vec::new();
    for recipe in Recipe::all_of(kind) {
        let recipe = Arc::new(recipe);
        let mut seen = BTreeSet::from([Patch::default()]);
        let mut known = recipe.given_parts();
        let steps = steps(&recipe, &recipe.steps, &mut known).into_iter();
        let of_steps = steps.map(|Changed { now: (at, step), shown }| {
            (Patch { steps: vec![(at, step)], hit: None }, shown)
        });
        let mut changes: Vec<_> = of_steps.collect();
        for it in lines(&recipe, &known, &recipe.hit, Surroundings::default()) {
            changes.push((Patch { steps: vec![], hit: Some(it.now) }, it.shown));
        }
        changes.extend(in_other_order(&recipe));
        for (patch, [before, after]) in changes {
            if seen.insert(patch.clone()) {
                all.push(CodeChange { before, after, recipe: Arc::clone(&recipe), patch });
            }
        }
    }
    all
}

/// Two early answers, the second of them first.
fn in_other_order(recipe: &Recipe) -> Vec<(Patch, [String; 2])> {
    let two = recipe.steps.windows(2).enumerate().filter_map(|(at, two)| {
        let [Step::Return { when, .. }, Step::Return { when: other, .. }] = two else {
            return None;
        };
        let steps = vec![(at, two[1].clone()), (at + 1, two[0].clone())];
        let asks = |one, other| format!("{}, then {}", recipe.print(one), recipe.print(other));
        Some((Patch { steps, hit: None }, [asks(when, other), asks(other, when)]))
    });
    two.collect()
}

/// Something with one place changed, and how it is shown before and after: `T` is what is known of
/// that.
struct Changed<T, Shown = [String; 2]> {
    now: T,
    shown: Shown,
}

/// All changes of one of these steps, with its number; what they set is known from then on.
fn steps(recipe: &Recipe, steps: &[Step], known: &mut Vec<usize>) -> Vec<Changed<(usize, Step)>> {
    let mut all = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let changes = step_changes(recipe, step, known).into_iter();
        all.extend(changes.map(|it| Changed { now: (number, it.now), shown: it.shown }));
        if let Step::Set { part, .. } | Step::Loop(EdgeLoop { part, .. }) = step {
            known.push(*part);
        }
        if let Step::Repeat { steps, .. } = step {
            let parts = steps.iter().filter_map(|step| match step {
                Step::Set { part, .. } => Some(*part),
                _ => None,
            });
            known.extend(parts);
        }
    }
    all
}

/// The changes of one of these steps inside another.
fn block(recipe: &Recipe, those: &[Step], known: &[usize]) -> Vec<Changed<Vec<Step>>> {
    let changes = steps(recipe, those, &mut known.to_vec()).into_iter();
    let whole = changes.map(|Changed { now: (number, step), shown }| {
        let mut steps = those.to_vec();
        steps[number] = step;
        Changed { now: steps, shown }
    });
    whole.collect()
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
            let settings = set_changes(recipe, known, *part, to).into_iter();
            let named = |text: String| format!("{} = {text}", recipe.name(*part));
            let changes = expr_changes(recipe, known, to, Surroundings::default()).into_iter();
            let set = |it: Changed<Expr, Option<_>>| {
                let whole = || [to, &it.now].map(|expr| named(recipe.print(expr)));
                let shown = it.shown.unwrap_or_else(whole);
                Changed { now: Step::Set { part: *part, to: it.now }, shown }
            };
            changes.map(set).chain(settings).collect()
        }
        Step::Return { when, hit } => {
            let never = [true, false].map(Expr::Always).map(|other| Changed {
                shown: [when, &other].map(|expr| recipe.print(expr)),
                now: Step::Return { when: other, hit: hit.clone() },
            });
            let whens = lines(recipe, known, when, Surroundings::default()).into_iter();
            let whens = whens.map(|it| now(it, &|when| Step::Return { when, hit: hit.clone() }));
            let hits = lines(recipe, known, hit, Surroundings::default()).into_iter();
            let hits = hits.map(|it| now(it, &|hit| Step::Return { when: when.clone(), hit }));
            whens.chain(hits).chain(never).collect()
        }
        Step::Where(test) => {
            let changes = lines(recipe, known, test, Surroundings::ONE_OF_ALL).into_iter();
            changes.map(|it| now(it, &Step::Where)).collect()
        }
        Step::Loop(it) => loop_changes(recipe, it, known),
        Step::Vertices { side, .. } => vertex_changes(*side),
        Step::Repeat { times, steps } => {
            let again = |times: usize| Step::Repeat { times, steps: steps.clone() };
            let repeats = |times: usize| format!("repeat {times} times");
            let fewer = (1..*times)
                .map(|less| Changed { now: again(less), shown: [*times, less].map(repeats) });
            let changes = block(recipe, steps, known).into_iter();
            let changes = changes.map(|it| Changed {
                now: Step::Repeat { times: *times, steps: it.now },
                shown: it.shown,
            });
            changes.chain(fewer).collect()
        }
    }
}

fn side_name(side: usize) -> &'static str {
    ["a", "b"].get(side).copied().unwrap_or("both")
}

/// Vertices left out, or in another order.
fn vertex_changes(side: usize) -> Vec<Changed<Step>> {
    let all = |how: &str| format!("all vertices of {}{how}", side_name(side));
    let ways = [
        (Taken::ButLast, " but the last"),
        (Taken::ButFirst, " but the first"),
        (Taken::Only(3), ", but three at most"),
        (Taken::Only(4), ", but four at most"),
        (Taken::RowByRow, ", the corners of a box row by row"),
        (Taken::ElseHighest, ", each as the highest only if it is no new lowest"),
    ];
    let changed = ways.map(|(taken, how)| Changed {
        now: Step::Vertices { side, taken },
        shown: [all(""), all(how)],
    });
    changed.into()
}

/// Which edges a loop may take by mistake.
const EDGES_TAKEN: [(Taken, &str); 11] = [
    // A loop that ends one short leaves out the closing edge, or, if it begins with that, the one
    // before.
    (Taken::ButLast, " but the last"),
    (Taken::ButLastButOne, " but the last but one"),
    (Taken::ButFirst, " but the first"),
    (Taken::ButFirstAndLast, " but the first and the last"),
    (Taken::Only(1), ", but only the first"),
    (Taken::Only(2), ", but the first two"),
    (Taken::Only(3), ", but three at most"),
    (Taken::Only(4), ", but four at most"),
    (Taken::LastOnly, ", but only the last"),
    (Taken::EverySecond, ", every second"),
    (Taken::ToFirst, ", each from its vertex to the first"),
];

/// The same for a loop in another one.
const EDGES_TAKEN_INSIDE: [(Taken, &str); 7] = [
    (Taken::FromOuter, " from the number of the edge around on"),
    (Taken::AfterOuter, " after the number of the edge around"),
    (Taken::UpToOuter, " up to the number of the edge around"),
    (Taken::BeforeOuter, " before the number of the edge around"),
    (Taken::OuterOnly, ", but only that with the number of the edge around"),
    (Taken::FromOuterClosingFirst, ", the last first, from the number of the edge around on"),
    (Taken::AfterOuterClosingFirst, ", the last first, after the number of the edge around"),
];

fn loop_changes(recipe: &Recipe, it: &EdgeLoop, known: &[usize]) -> Vec<Changed<Step>> {
    let mut inside = known.to_vec();
    inside.extend(it.ends);
    let changes = block(recipe, &it.steps, &inside).into_iter();
    let changes = changes.map(|Changed { now: steps, shown }| Changed {
        now: Step::Loop(EdgeLoop { steps, ..it.clone() }),
        shown,
    });
    // What the steps set is known in the test.
    steps(recipe, &it.steps, &mut inside);
    // After a `where`, the test is one of two.
    let is_one_of_all = it.steps.iter().any(|step| matches!(step, Step::Where(_)));
    let place = if is_one_of_all { Surroundings::ONE_OF_ALL } else { Surroundings::default() };
    let tests = lines(recipe, &inside, &it.test, place).into_iter();
    let tests = tests.map(|Changed { now: test, shown }| Changed {
        now: Step::Loop(EdgeLoop { test, ..it.clone() }),
        shown,
    });
    let named = |now: &EdgeLoop, which: &str| {
        let count = match now.count {
            HowMany::Any => "any edge",
            HowMany::Every => "every edge",
            HowMany::Odd => "an odd number of edges",
            HowMany::Sum => "the sum over the edges",
        };
        format!("{} = {count} of {}{which}", recipe.name(it.part), side_name(it.side))
    };
    let shown_as = |now: EdgeLoop, which: &str| Changed {
        shown: [named(it, ""), named(&now, which)],
        now: Step::Loop(now),
    };
    let is_inside = known.iter().any(|part| recipe.is_end(*part));
    let ahead = (Taken::Ahead, ", each from its vertex to the next but one");
    let ways = EDGES_TAKEN.iter().chain([&ahead]);
    let ways = ways.chain(EDGES_TAKEN_INSIDE.iter().filter(|_| is_inside));
    let taken: Vec<_> =
        ways.map(|&(taken, which)| shown_as(EdgeLoop { taken, ..it.clone() }, which)).collect();
    let counts: &[HowMany] = match it.count {
        HowMany::Any => &[HowMany::Every, HowMany::Odd],
        HowMany::Every | HowMany::Odd => &[HowMany::Any],
        HowMany::Sum => &[],
    };
    let counted = counts.iter().map(|&count| shown_as(EdgeLoop { count, ..it.clone() }, ""));
    changes.chain(tests).chain(taken).chain(counted).collect()
}

/// A part that gets the value of another line: always or never, or that of a line like it.
fn set_changes(recipe: &Recipe, known: &[usize], part: usize, to: &Expr) -> Vec<Changed<Step>> {
    let named = |expr: &Expr| format!("{} = {}", recipe.name(part), recipe.print(expr));
    let constants: &[bool] = match to {
        Expr::Always(true) => &[false],
        Expr::Always(false) => &[true],
        _ if to.is_test() => &[false, true],
        _ => &[],
    };
    let constants = constants.iter().map(|&holds| Expr::Always(holds));
    let likes = LIKE_LINES.iter().filter_map(|words| {
        let sibling = |part| recipe.sibling(part, words).filter(|it| known.contains(it));
        to.with_all(&|part| sibling(part).or(Some(part)))
    });
    let all = constants.chain(likes).filter(|other| other != to);
    let shown = |other: Expr| Changed {
        shown: [named(to), named(&other)],
        now: Step::Set { part, to: other },
    };
    all.map(shown).collect()
}

/// What differs between lines that are copied from each other.
const LIKE_LINES: [&[[&str; 2]]; 3] = [
    &[["left", "top"], ["right", "bottom"], ["width", "height"], ["x", "y"]],
    &[["a.", "b."], ["_a", "_b"], ["p", "q"]],
    &[["1", "2"], ["left", "right"], ["top", "bottom"], ["low_", "high_"]],
];

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
            // A part or a number alone would not tell the place.
            let is_bare = !matches!(arg, Expr::Of(..)) && *op == Op::If;
            let is_test = matches!(op, Op::And | Op::Or | Op::If) && !is_bare;
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
    match expr {
        Expr::Part(part) => {
            let others = recipe.alike(*part).filter(|other| known.contains(other));
            all.extend(others.map(Expr::Part));
            let siblings = LIKE_LINES.iter().filter_map(|words| recipe.sibling(*part, words));
            all.extend(siblings.filter(|other| known.contains(other)).map(Expr::Part));
            if recipe.is_signed(*part) && !place.is_equated {
                all.push(Expr::Of(Op::Abs, vec![expr.clone()]));
            }
            let left = place.neutral.filter(|_| recipe.is_test(*part));
            all.extend(left.map(Expr::Always));
        }
        Expr::Number(bound @ (0 | 1)) if place.is_bound => all.push(Expr::Number(1 - bound)),
        Expr::Always(holds) => all.push(Expr::Always(!holds)),
        Expr::Of(op, args) => {
            all.extend(place.neutral.filter(|_| expr.is_test()).map(Expr::Always));
            all.extend(other_ops(*op).iter().map(|other| Expr::Of(*other, args.clone())));
            if matches!(op, Op::Sub | Op::Div) {
                all.push(Expr::Of(Op::Abs, vec![expr.clone()]));
            }
            all.extend(without_some(*op, args));
            // What is turned round.
            if matches!(op, Op::Le | Op::AtMost | Op::Less | Op::Greater | Op::Sub) {
                all.push(Expr::Of(*op, args.iter().rev().cloned().collect()));
            }
            if matches!(op, Op::Greater) {
                all.push(Expr::Of(Op::AtMost, args.iter().rev().cloned().collect()));
            }
        }
        _ => {}
    }
    all
}

/// What is left of this without one of its terms.
fn without_some(op: Op, args: &[Expr]) -> Vec<Expr> {
    match (op, args) {
        (Op::Abs | Op::Not | Op::Div, [first, ..]) => vec![first.clone()],
        (Op::If, [value, _, other]) => vec![value.clone(), other.clone()],
        (Op::Add | Op::Sub | Op::Mul | Op::Reach | Op::Min | Op::Max, [_, _]) => args.to_vec(),
        (Op::Min | Op::Max, _) => {
            let less = |at| args.iter().take(at).chain(args.iter().skip(at + 1)).cloned();
            (0..args.len()).map(|at| Expr::Of(op, less(at).collect())).collect()
        }
        _ => vec![],
    }
}

/// What is easily taken for this.
fn other_ops(op: Op) -> Vec<Op> {
    match op {
        Op::And => vec![Op::Or],
        Op::Or => vec![Op::And],
        Op::Min => vec![Op::Max],
        Op::Max => vec![Op::Min],
        Op::Add => vec![Op::Sub, Op::Max, Op::Min],
        Op::Sub | Op::Mul => vec![Op::Add],
        Op::Div => vec![Op::Mul],
        Op::Reach => vec![Op::Add, Op::Max, Op::Min],
        Op::Equal => vec![Op::Unequal],
        Op::Unequal => vec![Op::Equal],
        Op::Le => vec![Op::AtMost, Op::Less],
        Op::AtMost => vec![Op::Less],
        Op::Less => vec![Op::AtMost],
        Op::Lowest(side) => vec![Op::Highest(side), Op::First(side)],
        Op::Highest(side) => vec![Op::Lowest(side), Op::First(side)],
        Op::Mean(side) => vec![Op::First(side), Op::Lowest(side)],
        Op::Farthest(side) => vec![Op::Nearest(side), Op::ToFirst(side)],
        _ => vec![],
    }
}
