//! A student in a course: the random plan of their sittings.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `student` | runs the sittings one after the other, and checks each |
//! | `screen`, `lines` | a sitting on the screen, or line by line |
//! | `taken` | what was shown as answered or done, compared with grading |
//! | `hand_in` | the file: its names, and how it is removed |

mod hand_in;
mod lines;
mod screen;
mod student;
mod taken;

use std::fmt;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use rustix::process::Signal;

use crate::command_lines::command;
use crate::events::{Event, key, resize};
use crate::lessons::{Way, ids, ways};
use crate::plan::{End, Start, start};

use hand_in::Replacement;
pub(crate) use student::Student;

/// The student, whose numbers are drawn from their name.
const STUDENT: &str = "anna";

/// A lesson: its id, and how to complete its steps.
type LessonWays = (String, Vec<(String, Way)>);

/// The course of the student.
static COURSE: LazyLock<Vec<LessonWays>> =
    LazyLock::new(|| ids().into_iter().map(|id| (id.clone(), ways(&id, STUDENT))).collect());

/// A run of `hitscan learn`, and what the student does until it ends.
#[derive(Clone, Debug)]
pub(crate) struct Sitting {
    face: Face,
    moves: Vec<Move>,
    /// What is interrupted if the program is killed at once, and after how many milliseconds.
    last: (Visit, u64),
    start: Start,
}

/// Where the student sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Face {
    Screen,
    Lines,
}

/// What a student does.
#[derive(Clone, Debug)]
enum Move {
    Visit(Visit),
    /// An event that may happen on any screen.
    Happens(Event),
    /// The file is replaced or removed; then a step is opened.
    Replace(Replacement, Visit),
}

/// A step to open, and what to do there.
#[derive(Clone, Debug)]
struct Visit {
    lesson: Index,
    step: Index,
    doing: Doing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    /// Nothing.
    Look,
    /// The right answer, or the solution.
    Right,
    /// This answer, right or wrong, or half of the solution.
    Perhaps(&'static str),
}

impl Visit {
    fn lesson(&self) -> &'static LessonWays {
        self.lesson.get(&COURSE)
    }

    fn step(&self) -> &'static (String, Way) {
        self.step.get(&self.lesson().1)
    }

    /// The command that opens the step.
    fn opening(&self) -> String {
        format!("lesson {} {}", self.lesson().0, self.step().0)
    }

    /// What the student then types.
    fn lines(&self) -> Vec<String> {
        match (&self.step().1, self.doing) {
            (Way::Read, _) | (_, Doing::Look) => Vec::new(),
            (way, Doing::Right) => way.lines(),
            (Way::Say(_), Doing::Perhaps(word)) => vec![format!("answer {word}")],
            (Way::Make(lines), Doing::Perhaps(_)) => lines[..lines.len() / 2].to_vec(),
        }
    }

    /// Its name in the figures.
    fn kind(&self) -> &'static str {
        match (&self.step().1, self.doing) {
            (Way::Read, _) | (_, Doing::Look) => "steps of lessons opened",
            (Way::Say(_), Doing::Right) => "right answers in lessons",
            (Way::Say(_), Doing::Perhaps(_)) => "other answers in lessons",
            (Way::Make(_), Doing::Right) => "tasks of lessons solved",
            (Way::Make(_), Doing::Perhaps(_)) => "tasks of lessons begun",
        }
    }
}

impl fmt::Display for Visit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.opening())?;
        self.lines().iter().try_for_each(|line| write!(f, "; {line}"))
    }
}

/// The sittings of a session; in some sessions the file is replaced now and then.
pub(crate) fn sittings(is_replaced: bool) -> BoxedStrategy<Vec<Sitting>> {
    let face = prop_oneof![2 => Just(Face::Screen), 1 => Just(Face::Lines)];
    let sitting = face.prop_flat_map(move |face| sitting(face, is_replaced));
    prop::collection::vec(sitting, 2..5).boxed()
}

fn sitting(face: Face, is_replaced: bool) -> BoxedStrategy<Sitting> {
    let replace = (select(&Replacement::ALL[..]), visit())
        .prop_map(|(replacement, visit)| Move::Replace(replacement, visit));
    let happens = match face {
        Face::Screen => on_screen(),
        Face::Lines => line(),
    };
    let moves = prop_oneof![
        10 => visit().prop_map(Move::Visit),
        8 => happens.prop_map(Move::Happens),
        u32::from(is_replaced) * 4 => replace,
    ];
    // If the file gets another name, the window needs room to show it.
    let sizes = if is_replaced { &[ROOMY][..] } else { SIZES };
    let last = (visit(), select(&[0_u64, 3, 10, 20, 40, 80, 200][..]));
    (prop::collection::vec(moves, 4..16), last, start(), select(sizes), end())
        .prop_map(move |(moves, last, start, size, end)| {
            let start = Start { size, end, ..start };
            Sitting { face, moves, last, start }
        })
        .boxed()
}

/// Large enough to show where the file is.
const ROOMY: (u16, u16) = (160, 40);

const SIZES: &[(u16, u16)] = &[(80, 24), (80, 24), (100, 30), (120, 40), (60, 16), (40, 12)];

fn end() -> BoxedStrategy<End> {
    prop_oneof![
        4 => Just(End::Quit),
        2 => select(&[Signal::TERM, Signal::INT, Signal::HUP][..]).prop_map(End::Signal),
        6 => Just(End::AtOnce),
        1 => Just(End::HangUp),
    ]
    .boxed()
}

fn visit() -> BoxedStrategy<Visit> {
    const WORDS: &str = "hit miss touch left top left+top 0 1 1/2 0.25 above zero agrees touching \
        rounding none no-such-word";
    let doing = prop_oneof![
        5 => Just(Doing::Right),
        4 => select(WORDS.split(' ').collect::<Vec<_>>()).prop_map(Doing::Perhaps),
        1 => Just(Doing::Look),
    ];
    (any::<Index>(), any::<Index>(), doing)
        .prop_map(|(lesson, step, doing)| Visit { lesson, step, doing })
        .boxed()
}

/// A line about lessons, or one that moves something.
fn line() -> BoxedStrategy<Event> {
    let words = ["next", "next", "hint", "hint", "skip", "reset", "goal", "lessons", "answer hit"];
    prop_oneof![
        3 => key(&words),
        2 => command(),
        1 => (-9_i32..10, -9_i32..10).prop_map(|(x, y)| format!("move {x} {y}")),
    ]
    .prop_map(Event::Line)
    .boxed()
}

fn on_screen() -> BoxedStrategy<Event> {
    let keys = [
        "Enter", "Enter", "I", "7", "o", "Esc", "1", "2", "3", "Left", "Right", "Up", "Down", ".",
        ",", "u", "r", "w", "PgDn", "Tab", "M", "y", "t",
    ];
    let sizes = prop::collection::vec((20_u16..160, 8_u16..50), 2..6);
    let flood = select(&["\x1b[C", "\r", ".", "u", "I"][..]);
    prop_oneof![
        10 => prop::collection::vec(key(&keys), 1..8).prop_map(Event::Keys),
        10 => line(),
        3 => resize(),
        1 => sizes.prop_map(Event::Resizes),
        1 => (50_u64..800).prop_map(Event::Stall),
        1 => flood.prop_map(|key| Event::Flood(key, 8)),
        1 => (1_u64..200).prop_map(Event::Stop),
        1 => (1_u64..100).prop_map(Event::Wait),
    ]
    .boxed()
}
