//! Right tests as small trees with named parts, which can be read, changed, run and printed.
//!
//! | files | contents |
//! | --- | --- |
//! | `read` | recipes from their text (data: `recipes.txt`) |
//! | `run` | what a recipe says to a pair, exactly |

mod read;
mod run;

pub(super) use run::Patch;

use std::fmt::Write;

use super::numbers::PairKind;

/// The most named parts of a recipe.
const MOST_PARTS: usize = 64;

/// A number or a test; a test is 1 or 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Expr {
    /// A whole number.
    Number(i64),
    /// Beyond all numbers, or before them.
    Infinite {
        /// Before them.
        is_negative: bool,
    },
    /// A part, by its number among the names.
    Part(usize),
    /// Whether touching counts.
    Touching,
    /// The exact answer, for recipes that only reject or accept early.
    Exact,
    /// The exact answer unless touching counts, and else true: for recipes that do not know `<` from
    /// `<=`.
    Settled,
    /// A test that is none: a constant, or what is left in the place of one that is left out.
    Always(bool),
    /// Something made of others.
    Of(Op, Vec<Self>),
}

/// How a number or a test is made of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Abs,
    Min,
    Max,
    /// `a <= b` if touching counts, else `a < b`.
    Le,
    AtMost,
    Less,
    Greater,
    Equal,
    Unequal,
    And,
    Or,
    Not,
    /// The value, the condition, and what it is otherwise.
    If,
    /// Whether the place x, y is inside the first or the second shape.
    Inside(usize),
    /// The least product of a vertex with a direction x, y.
    Lowest(usize),
    /// The greatest one.
    Highest(usize),
    /// The mean of the products of all vertices.
    Mean(usize),
    /// The product of the first vertex.
    First(usize),
    /// The square of the greatest distance of a vertex from a place x, y.
    Farthest(usize),
    /// That of the least distance.
    Nearest(usize),
    /// That of the distance of the first vertex.
    ToFirst(usize),
    /// The square of the sum of the roots of two squares.
    Reach,
}

/// How many edges must pass the test of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HowMany {
    Any,
    Every,
    Odd,
    /// Not how many, but the sum of their values.
    Sum,
}

/// Which of the edges or vertices of a shape are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Taken {
    All,
    ButLast,
    ButLastButOne,
    ButFirst,
    ButFirstAndLast,
    /// So many from the first.
    Only(usize),
    LastOnly,
    EverySecond,
    /// Those from the one with the number of the edge of the loop around this one.
    FromOuter,
    AfterOuter,
    UpToOuter,
    BeforeOuter,
    OuterOnly,
    /// The same if the closing edge is the first.
    FromOuterClosingFirst,
    AfterOuterClosingFirst,
    /// From each vertex to the next but one.
    Ahead,
    /// From each vertex to the first.
    ToFirst,
    /// The corners of a box, left to right and then top to bottom.
    RowByRow,
    /// All, but a vertex that is the lowest so far is not looked at as the highest.
    ElseHighest,
}

/// A loop over the edges of a shape.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EdgeLoop {
    /// The part that is its result.
    pub(super) part: usize,
    pub(super) count: HowMany,
    /// The first or the second shape.
    pub(super) side: usize,
    /// The parts that are the ends of the edge.
    pub(super) ends: [usize; 4],
    pub(super) taken: Taken,
    pub(super) steps: Vec<Step>,
    pub(super) test: Expr,
}

/// A line of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// A part gets its value.
    Set {
        part: usize,
        to: Expr,
    },
    /// The answer is known early.
    Return {
        when: Expr,
        hit: Expr,
    },
    /// The edge does not count unless this holds.
    Where(Expr),
    Loop(EdgeLoop),
    /// The vertices of the first or the second shape, or, for 2, of both, from here on.
    Vertices {
        side: usize,
        taken: Taken,
    },
    /// Steps carried out so many times.
    Repeat {
        times: usize,
        steps: Vec<Self>,
    },
}

/// A right test for a kind of pairs, or one with a place changed.
#[derive(Clone, Debug)]
pub(super) struct Recipe {
    pub(super) kind: PairKind,
    /// The names of the parts: first the numbers of the pair.
    names: Vec<String>,
    /// How many of them are numbers of A, of B, and of the motions.
    given: [usize; 3],
    /// Parts that could be taken for each other.
    alike: Vec<Vec<usize>>,
    /// Those of them that have the bounds 0 and 1.
    times: Vec<usize>,
    /// The parts of which code may take the absolute value.
    signed: Vec<usize>,
    /// The parts that are tests.
    tests: Vec<usize>,
    pub(super) steps: Vec<Step>,
    /// The answer after all steps.
    pub(super) hit: Expr,
    /// The part that is the time it says.
    time: Option<usize>,
    /// Whether it only rejects early, and leaves the rest to the exact test.
    asks_exactly: bool,
}

impl Expr {
    /// Whether it is made of this part.
    fn has(&self, part: usize) -> bool {
        match self {
            Self::Part(it) => *it == part,
            Self::Of(_, args) => args.iter().any(|arg| arg.has(part)),
            _ => false,
        }
    }

    /// Whether it is a test, or several.
    pub(super) fn is_test(&self) -> bool {
        match self {
            Self::Always(_) => true,
            Self::Of(op, _) => op.is_test() || matches!(op, Op::And | Op::Or),
            _ => false,
        }
    }

    /// Whether something in it is compared with itself, or taken from itself.
    pub(super) fn compares_with_itself(&self) -> bool {
        let Self::Of(op, args) = self else { return false };
        let is_two = op.is_test() || matches!(op, Op::Sub | Op::Min | Op::Max);
        is_two && matches!(&args[..], [one, other] if one == other)
            || args.iter().any(Self::compares_with_itself)
    }

    /// Whether it needs the exact answer.
    fn asks_exactly(&self) -> bool {
        match self {
            Self::Exact | Self::Settled => true,
            Self::Of(_, args) => args.iter().any(Self::asks_exactly),
            _ => false,
        }
    }

    /// The same with each part replaced by another; `None` if one has no other.
    pub(super) fn with_all(&self, other: &impl Fn(usize) -> Option<usize>) -> Option<Self> {
        match self {
            Self::Part(part) => other(*part).map(Self::Part),
            Self::Of(op, args) => {
                let replaced: Option<_> = args.iter().map(|arg| arg.with_all(other)).collect();
                replaced.map(|args| Self::Of(*op, args))
            }
            _ => Some(self.clone()),
        }
    }
}

impl Step {
    /// Whether something in it is made of this part.
    fn has(&self, part: usize) -> bool {
        match self {
            Self::Set { to, .. } => to.has(part),
            Self::Return { when, hit } => when.has(part) || hit.has(part),
            Self::Where(test) => test.has(part),
            Self::Vertices { .. } => false,
            Self::Repeat { steps, .. } => steps.iter().any(|step| step.has(part)),
            Self::Loop(it) => it.test.has(part) || it.steps.iter().any(|step| step.has(part)),
        }
    }

    /// Whether something in it is compared with itself.
    pub(super) fn compares_with_itself(&self) -> bool {
        let is_one = |steps: &[Self]| steps.iter().any(Self::compares_with_itself);
        match self {
            Self::Set { to, .. } => to.compares_with_itself(),
            Self::Return { when, hit } => when.compares_with_itself() || hit.compares_with_itself(),
            Self::Where(test) => test.compares_with_itself(),
            Self::Loop(it) => it.test.compares_with_itself() || is_one(&it.steps),
            Self::Vertices { .. } => false,
            Self::Repeat { steps, .. } => is_one(steps),
        }
    }
}

impl Recipe {
    /// The right recipes of a kind.
    pub(super) fn all_of(kind: PairKind) -> impl Iterator<Item = Self> {
        read::recipes().into_iter().filter(move |recipe| recipe.kind == kind)
    }

    /// The numbers of the pair, which are known from the beginning.
    pub(super) fn given_parts(&self) -> Vec<usize> {
        (0..self.given.iter().sum()).collect()
    }

    /// The parts that could be taken for this one.
    pub(super) fn alike(&self, part: usize) -> impl Iterator<Item = usize> {
        let sorts = self.alike.iter().filter(move |sort| sort.contains(&part));
        sorts.flatten().copied().filter(move |&other| other != part)
    }

    /// Whether this part is a time.
    pub(super) fn is_time(&self, part: usize) -> bool {
        self.times.contains(&part)
    }

    /// Whether code may take the absolute value of this part.
    pub(super) fn is_signed(&self, part: usize) -> bool {
        self.signed.contains(&part)
    }

    /// Whether this part is an end of an edge of a loop.
    pub(super) fn is_end(&self, part: usize) -> bool {
        let is_end = |step: &Step| matches!(step, Step::Loop(it) if it.ends.contains(&part));
        self.steps.iter().any(is_end)
    }

    /// Whether it only rejects early, and leaves the rest to the exact test.
    pub(super) fn leaves_the_rest(&self) -> bool {
        self.hit == Expr::Exact
            || matches!(&self.hit, Expr::Of(Op::And, args) if args.contains(&Expr::Exact))
    }

    /// Whether this part is a test.
    pub(super) fn is_test(&self, part: usize) -> bool {
        self.tests.contains(&part)
    }

    /// Whether something is made of this part, or it is the time.
    pub(super) fn is_used(&self, part: usize) -> bool {
        self.time == Some(part) || self.hit.has(part) || self.steps.iter().any(|it| it.has(part))
    }

    /// The part with the name of this one, but for these words: each is the other of its two.
    pub(super) fn sibling(&self, part: usize, words: &[[&str; 2]]) -> Option<usize> {
        let name = self.name(part);
        let mut other = String::new();
        let mut rest = name;
        while let Some(first) = rest.chars().next() {
            let swapped = words.iter().find_map(|[one, two]| {
                let after = |word: &&str| rest.strip_prefix(*word);
                after(one).map(|rest| (*two, rest)).or_else(|| after(two).map(|rest| (*one, rest)))
            });
            let (word, after) = swapped.unwrap_or_else(|| rest.split_at(first.len_utf8()));
            other.push_str(word);
            rest = after;
        }
        self.names.iter().position(|known| *known == other && other != name)
    }

    /// The name of a part.
    pub(super) fn name(&self, part: usize) -> &str {
        self.names.get(part).map_or("", String::as_str)
    }

    /// As readable code.
    pub(super) fn print(&self, expr: &Expr) -> String {
        let mut text = String::new();
        self.push(&mut text, expr, 0);
        text
    }

    /// Writes `expr`, in brackets if it binds less than `least`.
    fn push(&self, text: &mut String, expr: &Expr, least: u8) {
        let (op, args) = match expr {
            Expr::Number(number) => {
                // Writing to a String never fails.
                let _ = write!(text, "{number}");
                return;
            }
            Expr::Of(op, args) => (*op, args),
            Expr::Infinite { is_negative: true } => return text.push_str("-inf"),
            Expr::Infinite { is_negative: false } => return text.push_str("inf"),
            Expr::Part(part) => return text.push_str(self.name(*part)),
            Expr::Touching => return text.push_str("touching"),
            Expr::Exact => return text.push_str("exact"),
            Expr::Settled => return text.push_str("settled"),
            Expr::Always(holds) => return text.push_str(if *holds { "true" } else { "false" }),
        };
        let binds = op.binds();
        let in_brackets = binds < least;
        if in_brackets {
            text.push('(');
        }
        match (op, &args[..]) {
            (Op::If, [value, when, other]) => {
                self.push(text, value, binds + 1);
                text.push_str(" if ");
                self.push(text, when, binds + 1);
                text.push_str(" else ");
                self.push(text, other, binds);
            }
            (Op::Not, [test]) => {
                text.push_str("not ");
                self.push(text, test, binds);
            }
            _ if binds == CALL => self.push_call(text, op, args),
            _ => {
                for (number, arg) in args.iter().enumerate() {
                    if number > 0 {
                        // Writing to a String never fails.
                        let _ = write!(text, " {} ", op.sign());
                    }
                    let is_left = number == 0 && binds >= SUM;
                    // `and` within `or` has brackets, though it needs none.
                    let least = if op == Op::Or { binds + 2 } else { binds + 1 };
                    self.push(text, arg, if is_left { binds } else { least });
                }
            }
        }
        if in_brackets {
            text.push(')');
        }
    }

    fn push_call(&self, text: &mut String, op: Op, args: &[Expr]) {
        text.push_str(op.sign());
        text.push('(');
        for (number, arg) in args.iter().enumerate() {
            text.push_str(if number > 0 { ", " } else { "" });
            self.push(text, arg, 0);
        }
        if let Some(side) = op.side() {
            text.push_str(if side == 0 { ", a" } else { ", b" });
        }
        text.push(')');
    }
}

/// How tightly sums bind.
const SUM: u8 = 5;

/// How tightly calls bind.
const CALL: u8 = 7;

impl Op {
    /// Its sign between two others, or its name before them.
    const fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Abs => "abs",
            Self::Min => "min",
            Self::Max => "max",
            Self::Le => "le",
            Self::AtMost => "<=",
            Self::Less => "<",
            Self::Greater => ">",
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::And => "and",
            Self::Or => "or",
            Self::Not => "not",
            Self::If => "if",
            Self::Inside(_) => "inside",
            Self::Lowest(_) => "lowest",
            Self::Highest(_) => "highest",
            Self::Mean(_) => "mean",
            Self::First(_) => "first",
            Self::Farthest(_) => "farthest",
            Self::Nearest(_) => "nearest",
            Self::ToFirst(_) => "to_first",
            Self::Reach => "reach",
        }
    }

    /// The shape whose vertices it is about.
    const fn side(self) -> Option<usize> {
        match self {
            Self::Inside(side)
            | Self::Lowest(side)
            | Self::Highest(side)
            | Self::Mean(side)
            | Self::First(side)
            | Self::Farthest(side)
            | Self::Nearest(side)
            | Self::ToFirst(side) => Some(side),
            _ => None,
        }
    }

    /// The same about another shape.
    const fn about(self, side: usize) -> Self {
        match self {
            Self::Inside(_) => Self::Inside(side),
            Self::Lowest(_) => Self::Lowest(side),
            Self::Highest(_) => Self::Highest(side),
            Self::Mean(_) => Self::Mean(side),
            Self::First(_) => Self::First(side),
            Self::Farthest(_) => Self::Farthest(side),
            Self::Nearest(_) => Self::Nearest(side),
            Self::ToFirst(_) => Self::ToFirst(side),
            other => other,
        }
    }

    /// How tightly it binds.
    const fn binds(self) -> u8 {
        match self {
            Self::If => 0,
            Self::Or => 1,
            Self::And => 2,
            Self::Not => 3,
            Self::AtMost | Self::Less | Self::Greater | Self::Equal | Self::Unequal => 4,
            Self::Add | Self::Sub => SUM,
            Self::Mul | Self::Div => 6,
            _ => CALL,
        }
    }

    /// Whether it is a comparison, or another test that can be left out.
    pub(super) const fn is_test(self) -> bool {
        matches!(self.binds(), 3 | 4) || matches!(self, Self::Le | Self::Inside(_))
    }
}
