//! The answers that an expectation can contain, by key, and how expected answers differ from
//! the ones found.

use std::borrow::Cow;
use std::fmt;

use crate::methods::{Method, Reason};
use crate::scene::{Expect, ExpectedTime};
use crate::words::all_of;
use crate::world::Name;
use hitscan_geom::{Direction, Fraction, Side};

/// What can be expected of a pair or of a laser, by the keys of `[[expect]]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The relation of the two.
    Relation,
    /// The result of the test.
    Result,
    /// What the response took it for, if that is not the result.
    Responded,
    /// Where the laser enters.
    Direction,
    /// What happened to two boxes during the frame.
    TestResult,
    /// The sides that were hit.
    Sides,
    /// When they meet.
    T,
    /// The reason codes of all methods.
    Reasons,
    /// The methods that are wrong.
    Wrong,
    /// The answers of methods and readings.
    Says,
    /// The regions that a laser enters first.
    First,
}

/// An answer, as every format writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectAnswer {
    /// A token.
    Token(&'static str),
    /// Tokens, in their canonical order; possibly none.
    Tokens(Vec<Cow<'static, str>>),
    /// Edges of a polygon, ascending.
    Edges(Vec<usize>),
    /// A time in the frame.
    Time(Fraction),
    /// The first and the last common point along a laser.
    Times([Fraction; 2]),
    /// The answers of methods, each after the method's id.
    Says(Vec<(&'static str, &'static str)>),
}

/// A key for which the facts are not as expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyDifference {
    /// The key.
    pub key: Key,
    /// What was expected.
    pub expected: ExpectAnswer,
    /// What was found, if there is anything.
    pub found: Option<ExpectAnswer>,
    /// The methods without which there would be no difference, if files once held although they
    /// were wrong.
    pub newly_asked: Vec<Method>,
}

impl Key {
    /// All keys, in the order of display and of files.
    pub const ALL: [Self; 11] = [
        Self::Relation,
        Self::Result,
        Self::Responded,
        Self::Direction,
        Self::TestResult,
        Self::Sides,
        Self::T,
        Self::Reasons,
        Self::Wrong,
        Self::Says,
        Self::First,
    ];

    /// The key in every format.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Relation => "relation",
            Self::Result => "result",
            Self::Responded => "responded",
            Self::Direction => "direction",
            Self::TestResult => "outcome",
            Self::Sides => "sides",
            Self::T => "t",
            Self::Reasons => "reasons",
            Self::Wrong => "wrong",
            Self::Says => "says",
            Self::First => "first",
        }
    }

    /// The answer of this key. Lists that represent sets come in canonical order, whatever the
    /// order in the file.
    #[must_use]
    pub fn answer(self, expect: &Expect) -> Option<ExpectAnswer> {
        Some(match self {
            Self::Relation => ExpectAnswer::Token(expect.relation?.token()),
            Self::Result => ExpectAnswer::Token(expect.result?.token()),
            Self::Responded => ExpectAnswer::Token(expect.responded?.token()),
            Self::Direction => direction(expect.direction?),
            Self::TestResult => ExpectAnswer::Token(expect.outcome?.token()),
            Self::Sides => tokens(expect.sides?.iter().map(Side::token)),
            Self::T => match expect.t? {
                ExpectedTime::Frame(t) => ExpectAnswer::Time(t),
                ExpectedTime::Segment(both) => ExpectAnswer::Times(both),
            },
            Self::Reasons => {
                ExpectAnswer::Tokens(set(expect.reasons.as_ref()?, Reason::code).collect())
            }
            Self::Wrong => {
                let mut own: Vec<_> = expect.own_wrong.iter().map(Name::to_string).collect();
                own.sort_unstable();
                let own = own.into_iter().map(Cow::Owned);
                let wrong = set(expect.wrong.as_ref()?, Method::id);
                ExpectAnswer::Tokens(wrong.chain(own).collect())
            }
            Self::Says => {
                let says = expect.says.iter().flatten();
                let says = says.map(|&(method, text)| (method.id(), text)).collect();
                return Some(ExpectAnswer::Says(says)).filter(|_| expect.says.is_some());
            }
            Self::First => {
                let mut first: Vec<_> =
                    expect.first.as_ref()?.iter().map(Name::to_string).collect();
                first.sort_unstable();
                ExpectAnswer::Tokens(first.into_iter().map(Cow::Owned).collect())
            }
        })
    }
}

fn direction(direction: Direction) -> ExpectAnswer {
    match direction {
        Direction::None => ExpectAnswer::Tokens(Vec::new()),
        Direction::Approach(approach) => tokens([approach.token()]),
        Direction::Sides(sides) => tokens(sides.iter().map(Side::token)),
        Direction::Edges(one, other) => {
            ExpectAnswer::Edges(std::iter::once(one).chain(other).collect())
        }
        Direction::Inside => tokens(["inside"]),
    }
}

fn set<T: Copy + Ord>(
    items: &[T],
    token: fn(T) -> &'static str,
) -> impl Iterator<Item = Cow<'static, str>> + use<T> {
    let mut items = items.to_vec();
    items.sort_unstable();
    items.dedup();
    items.into_iter().map(move |item| Cow::Borrowed(token(item)))
}

fn tokens(all: impl IntoIterator<Item = &'static str>) -> ExpectAnswer {
    ExpectAnswer::Tokens(all.into_iter().map(Cow::Borrowed).collect())
}

/// Every key for which the facts differ from the expectation.
pub(super) fn differences(expect: &Expect, truth: &Expect) -> Vec<KeyDifference> {
    let differs = |key: Key| {
        let (expected, found) = (key.answer(expect)?, key.answer(truth));
        (found.as_ref() != Some(&expected)).then_some(KeyDifference {
            key,
            expected,
            found,
            newly_asked: Vec::new(),
        })
    };
    Key::ALL.into_iter().filter_map(differs).collect()
}

/// Names the methods behind each difference that `before`, the facts without them, does not have.
pub(super) fn note_newly_asked(differences: &mut [KeyDifference], truth: &Expect, before: &Expect) {
    let known = before.wrong.as_deref().unwrap_or_default();
    let before = Expect { own_wrong: truth.own_wrong.clone(), ..before.clone() };
    let wrong = truth.wrong.iter().flatten().copied();
    let newly: Vec<Method> = wrong.filter(|method| !known.contains(method)).collect();
    let of_methods = |each: &&mut KeyDifference| matches!(each.key, Key::Reasons | Key::Wrong);
    for each in differences.iter_mut().filter(of_methods) {
        if each.key.answer(&before).as_ref() == Some(&each.expected) {
            each.newly_asked.clone_from(&newly);
        }
    }
}

/// For users: `within`, `left and top`, `edges 1 and 2`, `3/7`, `1/4 to 2/3`, `none`.
impl fmt::Display for ExpectAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(token) => f.write_str(token),
            Self::Tokens(tokens) if tokens.is_empty() => f.write_str("none"),
            Self::Tokens(tokens) => f.write_str(&all_of(tokens)),
            Self::Edges(edges) => {
                let numbers: Vec<_> = edges.iter().map(usize::to_string).collect();
                let edges = if edges.len() == 1 { "edge" } else { "edges" };
                write!(f, "{edges} {}", all_of(&numbers))
            }
            Self::Time(t) => t.fmt(f),
            Self::Times([first, last]) => write!(f, "{first} to {last}"),
            Self::Says(all) if all.is_empty() => f.write_str("no answer"),
            Self::Says(all) => {
                f.write_str(&all_of(all.iter().map(|(id, answer)| format!("{id} {answer}"))))
            }
        }
    }
}
