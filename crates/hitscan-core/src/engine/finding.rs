//! The result of checking an expectation: the answers that it can contain, by key, how they differ
//! from the ones found, and all of it as lines of text.

use std::borrow::Cow;
use std::fmt;

use super::Pair;
use crate::command::CommandError;
use crate::methods::{Method, Reason};
use crate::scene::{Expect, ExpectedTime};
use crate::words;
use crate::words::all_of;
use crate::world::{Name, TestResult};
use hitscan_geom::{Direction, Fraction, Relation, Side};

/// An expectation, and whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was expected.
    pub expect: Expect,
    /// The result of checking it.
    pub held: ExpectResult,
    /// The pair, if the expectation says which methods are wrong: own methods are asked about it.
    pub(super) judged: Option<Box<JudgedPair>>,
    /// What own methods answered against the expectation, one line each.
    pub(super) own_said: Vec<String>,
}

/// The pair of an expectation, and the facts about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JudgedPair {
    pub(super) pair: Pair,
    pub(super) truth: Expect,
    /// The facts without the methods that are asked since [`ASKED_SINCE`].
    pub(super) before: Option<Expect>,
    /// What the methods say that were expected to be wrong and are not, one line each.
    pub(super) not_wrong: Vec<String>,
}

impl JudgedPair {
    pub(super) fn result(&self, expect: &Expect) -> ExpectResult {
        let mut held = ExpectResult::of(expect, &self.truth);
        if let (ExpectResult::Differs(differences), Some(before)) = (&mut held, &self.before) {
            note_newly_asked(differences, &self.truth, before);
        }
        held
    }
}

/// The result of an expectation, and the pair to ask own methods about.
pub(super) type JudgedResult = (ExpectResult, Option<Box<JudgedPair>>);

/// The result of checking an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectResult {
    /// Everything that it expects is true.
    Holds,
    /// At least one thing is not.
    Differs(Vec<KeyDifference>),
    /// There is no object with this name, or no longer.
    NoObject(Name),
    /// The frame that it asks for cannot be made.
    NotReached {
        /// The last frame that can be made.
        last: u64,
        /// What prevents the next one.
        why: CommandError,
    },
    /// A command that it asks for was refused.
    Refused {
        /// The command.
        line: String,
        /// The reason.
        why: CommandError,
    },
}

impl ExpectResult {
    /// Compares an expectation with the facts.
    pub(super) fn of(expect: &Expect, truth: &Expect) -> Self {
        let differences = differences(expect, truth);
        if differences.is_empty() { Self::Holds } else { Self::Differs(differences) }
    }
}

impl Finding {
    /// Whether everything is as expected.
    pub fn holds(&self) -> bool {
        self.held == ExpectResult::Holds
    }
}

/// The version that first asked all methods about two regions, for files that expected less.
const ASKED_SINCE: &str = "0.3";

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
    /// The edges of a polygon that were hit.
    Edges,
    /// Its corners that were hit.
    Corners,
    /// The directions across which it was hit.
    Normals,
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
    pub const ALL: [Self; 14] = [
        Self::Relation,
        Self::Result,
        Self::Responded,
        Self::Direction,
        Self::TestResult,
        Self::Sides,
        Self::Edges,
        Self::Corners,
        Self::Normals,
        Self::T,
        Self::Reasons,
        Self::Wrong,
        Self::Says,
        Self::First,
    ];

    /// The key in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Relation => "relation",
            Self::Result => "result",
            Self::Responded => "responded",
            Self::Direction => "direction",
            Self::TestResult => "outcome",
            Self::Sides => "sides",
            Self::Edges => "edges",
            Self::Corners => "corners",
            Self::Normals => "normals",
            Self::T => "t",
            Self::Reasons => "reasons",
            Self::Wrong => "wrong",
            Self::Says => "says",
            Self::First => "first",
        }
    }

    /// The answer of this key. Lists that represent sets come in canonical order, whatever the
    /// order in the file.
    pub fn answer(self, expect: &Expect) -> Option<ExpectAnswer> {
        Some(match self {
            Self::Relation => ExpectAnswer::Token(expect.relation?.token()),
            Self::Result => ExpectAnswer::Token(expect.result?.token()),
            Self::Responded => ExpectAnswer::Token(expect.responded?.token()),
            Self::Direction => direction(expect.direction?),
            Self::TestResult => ExpectAnswer::Token(expect.outcome?.token()),
            Self::Sides => tokens(expect.sides?.iter().map(Side::token)),
            Self::Edges => numbers(expect.edges.as_ref()?),
            Self::Corners => numbers(expect.corners.as_ref()?),
            Self::Normals => {
                let all = expect.normals.as_ref()?.iter();
                ExpectAnswer::Tokens(all.map(|[x, y]| Cow::Owned(format!("{x},{y}"))).collect())
            }
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

fn numbers(all: &[usize]) -> ExpectAnswer {
    ExpectAnswer::Tokens(all.iter().map(|number| Cow::Owned(number.to_string())).collect())
}

fn direction(direction: Direction) -> ExpectAnswer {
    match direction {
        // No pair at rest names a corner.
        Direction::None | Direction::Corner(_) => ExpectAnswer::Tokens(Vec::new()),
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
fn differences(expect: &Expect, truth: &Expect) -> Vec<KeyDifference> {
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
fn note_newly_asked(differences: &mut [KeyDifference], truth: &Expect, before: &Expect) {
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

/// `expect 2: A B after 3 frames`.
pub fn expectation_line(number: usize, expect: &Expect) -> String {
    let names: Vec<_> = expect.subject.names().iter().map(Name::as_str).collect();
    format!("expect {number}: {}{}", names.join(" "), after(expect))
}

/// ` after 3 frames`, ` after velocity A 2 0, step`: what comes first, if anything.
fn after(expect: &Expect) -> String {
    match (expect.after_frames, expect.after.as_slice()) {
        (0, []) => String::new(),
        (frames, []) => format!(" {}", words::after_frames(frames.into())),
        (_, lines) => format!(" after {}", lines.join(", ")),
    }
}

/// `expect L A within, wrong edges`: the stored facts about a pair, in short.
pub fn noted_line([x, y]: [Name; 2], expect: &Expect) -> String {
    let relation = expect.relation.map(Relation::token);
    let found = relation.or(expect.result.map(TestResult::token)).unwrap_or_default();
    let sides = expect.sides.filter(|sides| !sides.is_empty());
    let sides = sides.map_or_else(String::new, |sides| format!(" {sides}"));
    let wrong: Vec<_> = expect.wrong_names().collect();
    let wrong = match wrong.as_slice() {
        [] => String::new(),
        wrong => format!(", wrong {}", wrong.join(" ")),
    };
    format!("expect {x} {y} {found}{sides}{wrong}{}", after(expect))
}

impl Finding {
    /// The version since which the methods are asked without which it would hold, if there are any.
    pub fn asked_since(&self) -> Option<&'static str> {
        let ExpectResult::Differs(differences) = &self.held else { return None };
        differences.iter().any(|each| !each.newly_asked.is_empty()).then_some(ASKED_SINCE)
    }

    /// The differences, one line each; empty if there are none.
    pub fn difference_lines(&self) -> Vec<String> {
        let differences = match &self.held {
            ExpectResult::Holds => return Vec::new(),
            ExpectResult::NoObject(name) => return vec![words::no_object(name)],
            ExpectResult::NotReached { last, why } => return vec![words::stops_after(*last, why)],
            ExpectResult::Refused { line, why } => return vec![format!("{line}: {why}")],
            ExpectResult::Differs(differences) => differences,
        };
        let line = |each: &KeyDifference| {
            let text = words::expected_found(&each.expected, each.found.as_ref());
            let newly = words::all_of(each.newly_asked.iter().map(|method| method.id()));
            let since = match each.newly_asked.len() {
                0 => String::new(),
                1 => format!("; {newly} is asked since {ASKED_SINCE}"),
                _ => format!("; {newly} are asked since {ASKED_SINCE}"),
            };
            format!("{}: {text}{since}", each.key.token())
        };
        let is_wrong = differences.iter().any(|each| each.key == Key::Wrong);
        let not_wrong = self.judged.iter().flat_map(|judged| &judged.not_wrong);
        let said = not_wrong.chain(&self.own_said).filter(|_| is_wrong).cloned();
        differences.iter().map(line).chain(said).collect()
    }

    /// `ok expect 2: A B`, or `not ok` and one line for each difference.
    pub fn lines(&self, number: usize) -> Vec<String> {
        let word = if self.holds() { "ok" } else { "not ok" };
        let first = format!("{word} {}", expectation_line(number, &self.expect));
        let differences = self.difference_lines();
        let differences = differences.iter().map(|difference| format!("  {difference}"));
        std::iter::once(first).chain(differences).collect()
    }
}
