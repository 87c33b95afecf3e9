//! Recipes from their text.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::{EdgeLoop, Expr, HowMany, MOST_PARTS, Op, Recipe, Step, Taken};
use crate::diagnosis::numbers::PairKind;

const RECIPES: &str = include_str!("../recipes.txt");

/// All recipes. A test checks that none is left out because it cannot be read.
pub(super) fn recipes() -> Vec<Recipe> {
    texts().filter_map(recipe).collect()
}

fn texts() -> impl Iterator<Item = &'static str> {
    RECIPES.split("\nrecipe ").skip(1)
}

fn recipe(text: &str) -> Option<Recipe> {
    let (kind, text) = text.split_once('\n')?;
    let kind = PairKind::ALL.into_iter().find(|known| known.token() == kind)?;
    let mut recipe = Recipe {
        kind,
        names: vec![],
        given: [0; 3],
        alike: vec![],
        times: vec![],
        signed: vec![],
        tests: vec![],
        steps: vec![],
        hit: Expr::Always(false),
        time: None,
        asks_exactly: false,
    };
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let mut lines = text.lines().filter(is_code).collect::<Vec<_>>().into_iter().peekable();
    while let Some((what, names)) = lines.peek().and_then(|line| line.split_once(": ")) {
        if what.contains(' ') {
            break;
        }
        recipe.declare(what, names)?;
        lines.next();
    }
    let (steps, last) = recipe.block(&mut lines, 0)?;
    recipe.hit = recipe.expr(last.strip_prefix("return ")?)?;
    recipe.asks_exactly = recipe.hit.asks_exactly();
    recipe.steps = steps;
    recipe.time = recipe.names.iter().position(|name| name == "time");
    (lines.next().is_none() && recipe.names.len() <= MOST_PARTS).then_some(recipe)
}

type CodeLines<'a> = Peekable<IntoIter<&'a str>>;

impl Recipe {
    fn declare(&mut self, what: &str, names: &str) -> Option<()> {
        let parts: Vec<_> = names.split(' ').map(|name| self.part(name)).collect();
        match what {
            "a" => self.given[0] = parts.len(),
            "b" => self.given[1] = parts.len(),
            "motions" => self.given[2] = parts.len(),
            "alike" => self.alike.push(parts),
            "times" => {
                self.times.extend(&parts);
                self.alike.push(parts);
            }
            "signed" => self.signed = parts,
            _ => return None,
        }
        Some(())
    }

    fn part(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// The steps indented this far, and the last line, which is the result.
    fn block<'a>(
        &mut self,
        lines: &mut CodeLines<'a>,
        indent: usize,
    ) -> Option<(Vec<Step>, &'a str)> {
        let mut steps = Vec::new();
        let is_here = |line: &&str| line.len() - line.trim_start().len() == indent;
        let mut last = lines.next_if(is_here)?;
        while let Some(step) = self.step(last.trim_start(), lines, indent) {
            steps.push(step);
            last = lines.next_if(is_here)?;
        }
        Some((steps, last.trim_start()))
    }

    fn step(&mut self, line: &str, lines: &mut CodeLines, indent: usize) -> Option<Step> {
        if let Some(test) = line.strip_prefix("where ") {
            return self.expr(test).map(Step::Where);
        }
        if let Some((when, hit)) =
            line.strip_prefix("if ").and_then(|it| it.split_once(": return "))
        {
            return Some(Step::Return { when: self.expr(when)?, hit: self.expr(hit)? });
        }
        if let Some(shape) = line.strip_prefix("all vertices of ") {
            let side = side_of(shape).or_else(|| (shape == "both").then_some(2))?;
            return Some(Step::Vertices { side, taken: Taken::All });
        }
        if let Some(times) = line.strip_prefix("repeat ").and_then(|it| it.strip_suffix(':')) {
            let (steps, last) = self.block(lines, indent + 4)?;
            let times = times.parse().ok()?;
            return (last == "again").then_some(Step::Repeat { times, steps });
        }
        let (name, value) = line.split_once(" = ")?;
        let part = self.part(name);
        if let Some(head) = value.strip_suffix(':') {
            self.tests.push(part);
            return self.edge_loop(part, head, lines, indent + 4).map(Step::Loop);
        }
        let to = self.expr(value)?;
        if to.is_test() {
            self.tests.push(part);
        }
        Some(Step::Set { part, to })
    }

    /// `any edge x1 y1 x2 y2 of a` and what is indented below it.
    fn edge_loop(
        &mut self,
        part: usize,
        head: &str,
        lines: &mut CodeLines,
        indent: usize,
    ) -> Option<EdgeLoop> {
        let words: Vec<_> = head.split(' ').collect();
        let [count, "edge", x1, y1, x2, y2, "of", side] = words[..] else { return None };
        let count = match count {
            "any" => HowMany::Any,
            "every" => HowMany::Every,
            "odd" => HowMany::Odd,
            "sum" => HowMany::Sum,
            _ => return None,
        };
        let ends = [x1, y1, x2, y2].map(|name| self.part(name));
        let (steps, last) = self.block(lines, indent)?;
        let test = self.expr(last)?;
        Some(EdgeLoop { part, count, side: side_of(side)?, ends, taken: Taken::All, steps, test })
    }

    fn expr(&self, text: &str) -> Option<Expr> {
        let mut tokens = Tokens { all: tokens(text).into_iter().peekable(), names: &self.names };
        let expr = tokens.expr()?;
        tokens.all.next().is_none().then_some(expr)
    }
}

fn side_of(name: &str) -> Option<usize> {
    ["a", "b"].iter().position(|side| *side == name)
}

/// Names and numbers, signs of comparison, and single characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_in = |it: char| match first {
            '<' | '>' | '=' | '!' => it == '=',
            _ => is_word(first) && is_word(it),
        };
        let after = rest[first.len_utf8()..].trim_start_matches(is_in);
        let (token, after) = rest.split_at(rest.len() - after.len());
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

fn is_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_' || it == '.'
}

struct Tokens<'a> {
    all: Peekable<IntoIter<&'a str>>,
    names: &'a [String],
}

/// What binds between two others, from loose to tight.
const LEVELS: [&[(&str, Op)]; 5] = [
    &[("or", Op::Or)],
    &[("and", Op::And)],
    &[
        ("<=", Op::AtMost),
        ("<", Op::Less),
        (">", Op::Greater),
        ("==", Op::Equal),
        ("!=", Op::Unequal),
    ],
    &[("+", Op::Add), ("-", Op::Sub)],
    &[("*", Op::Mul), ("/", Op::Div)],
];

impl Tokens<'_> {
    fn take(&mut self, token: &str) -> Option<()> {
        self.all.next_if(|next| *next == token).map(drop)
    }

    fn expr(&mut self) -> Option<Expr> {
        let value = self.level(0)?;
        if self.take("if").is_none() {
            return Some(value);
        }
        let when = self.level(0)?;
        self.take("else")?;
        Some(Expr::Of(Op::If, vec![value, when, self.expr()?]))
    }

    fn level(&mut self, level: usize) -> Option<Expr> {
        let Some(signs) = LEVELS.get(level) else { return self.single() };
        let mut left = self.level(level + 1)?;
        let mut is_open = false;
        let sign_of = |token: &&str| signs.iter().find(|(sign, _)| sign == token);
        while let Some(&(_, op)) = self.all.peek().and_then(sign_of) {
            self.all.next();
            let right = self.level(level + 1)?;
            left = match left {
                // A chain of `and` or `or` is one test of many.
                Expr::Of(_, mut args) if is_open => {
                    args.push(right);
                    Expr::Of(op, args)
                }
                left => Expr::Of(op, vec![left, right]),
            };
            is_open = matches!(op, Op::And | Op::Or);
        }
        Some(left)
    }

    fn single(&mut self) -> Option<Expr> {
        let token = self.all.next()?;
        let op = match token {
            "(" => {
                let inner = self.expr()?;
                self.take(")")?;
                return Some(inner);
            }
            "not" => return Some(Expr::Of(Op::Not, vec![self.single()?])),
            "-" => return self.take("inf").map(|()| Expr::Infinite { is_negative: true }),
            "inf" => return Some(Expr::Infinite { is_negative: false }),
            "touching" => return Some(Expr::Touching),
            "exact" => return Some(Expr::Exact),
            "settled" => return Some(Expr::Settled),
            "true" => return Some(Expr::Always(true)),
            "false" => return Some(Expr::Always(false)),
            "abs" => Op::Abs,
            "min" => Op::Min,
            "max" => Op::Max,
            "le" => Op::Le,
            "inside" => Op::Inside(0),
            "lowest" => Op::Lowest(0),
            "highest" => Op::Highest(0),
            "mean" => Op::Mean(0),
            "farthest" => Op::Farthest(0),
            "reach" => Op::Reach,
            _ => {
                let part = self.names.iter().position(|name| name == token).map(Expr::Part);
                return part.or_else(|| token.parse().ok().map(Expr::Number));
            }
        };
        self.call(op)
    }

    fn call(&mut self, mut op: Op) -> Option<Expr> {
        self.take("(")?;
        let mut args = Vec::new();
        loop {
            let side = self.all.peek().and_then(|token| side_of(token));
            match side.filter(|_| op.side().is_some()) {
                Some(side) => {
                    op = op.about(side);
                    self.all.next();
                }
                None => args.push(self.expr()?),
            }
            if self.take(",").is_none() {
                break;
            }
        }
        self.take(")")?;
        Some(Expr::Of(op, args))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_recipe_can_be_read_and_is_printed_as_it_stands() {
        for text in texts() {
            let recipe = recipe(text).expect(text);
            for step in &recipe.steps {
                if let Step::Set { part, to } = step {
                    let line = format!("{} = {}", recipe.name(*part), recipe.print(to));
                    assert!(text.lines().any(|known| known == line), "{line}");
                }
            }
            let line = format!("return {}", recipe.print(&recipe.hit));
            assert!(text.lines().any(|known| known == line), "{line}");
        }
    }
}
