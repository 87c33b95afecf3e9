//! The plan of a session, generated from its seed before it begins: its files, how often the
//! program is started, what happens, and how each run ends.
//!
//! The subject of a session depends only on its number, so that a short soak covers something of
//! everything.

use std::fmt;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rustix::process::Signal;

use crate::answering::Answering;
use crate::course::{Sitting, sittings};
use crate::events::{Event, event};
use crate::maps::map_event;
use crate::own::{own_event, own_start};
use crate::scratch::any_file;
use crate::trials::{Trial, trials};
use crate::window::Answers;

/// A session.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Bytes to change in the broken scene: position and new value.
    pub(crate) damage: Vec<(prop::sample::Index, u8)>,
    /// How many boxes of the crowd lie on top of each other.
    pub(crate) crowd: usize,
    pub(crate) play: Play,
}

/// What to play.
#[derive(Clone, Debug)]
pub(crate) enum Play {
    /// The sandbox on the screen, started once for each of these.
    Lives(Vec<Life>),
    /// A course: the sittings of one student.
    Course(Vec<Sitting>),
    /// Commands that ask a program, without a screen.
    Trials(Vec<Trial>),
}

/// The subject of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    /// Everything in the sandbox.
    Sandbox,
    /// Lessons, with a file that stays in place.
    Lessons,
    /// Lessons, with a file that is replaced now and then.
    Replaced,
    /// Programs that answer for a method on the screen.
    Programs,
    /// The same without a screen.
    Trials,
    /// Maps.
    Maps,
}

impl Subject {
    /// The subjects of the sessions, in turn.
    const TURNS: [Self; 8] = [
        Self::Sandbox,
        Self::Lessons,
        Self::Programs,
        Self::Maps,
        Self::Sandbox,
        Self::Trials,
        Self::Replaced,
        Self::Sandbox,
    ];

    fn of(session: u64) -> Self {
        let turn = usize::try_from(session).unwrap_or_default() % Self::TURNS.len();
        Self::TURNS[turn]
    }
}

/// The program from start to end, in one window or several.
#[derive(Clone, Debug)]
pub(crate) struct Life {
    pub(crate) starts: Vec<Start>,
    /// What happens, and to which window.
    pub(crate) events: Vec<(prop::sample::Index, Event)>,
}

/// How the program is started in a window, and how it ends there.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) scene: String,
    pub(crate) options: Vec<String>,
    pub(crate) variables: Vec<(&'static str, &'static str)>,
    /// Whether its session is recorded.
    pub(crate) record: bool,
    /// Whether its output to the terminal is recorded.
    pub(crate) cast: bool,
    pub(crate) size: (u16, u16),
    pub(crate) parent: Parent,
    pub(crate) answers: Answers,
    pub(crate) end: End,
    /// The program that answers for an own method, if there is one.
    pub(crate) own: Option<Answering>,
}

/// The parent of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    /// None besides the terminal.
    Terminal,
    /// A shell that continues the program when it has stopped.
    Shell,
}

/// How to end a program that has not ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// `:q!`
    Quit,
    /// A signal that it may handle.
    Signal(Signal),
    /// The same while the reader stalls.
    Stalled(Signal),
    /// The same in a flood of keys.
    Flooded(Signal),
    /// The same while the program is stopped; then it is continued, by its shell if it has one.
    Stopped(Signal),
    /// A signal that the program cannot or does not handle.
    Kill(Signal),
    /// SIGKILL as soon as the program says that it has saved to this file.
    Saved(&'static str),
    /// SIGKILL in the middle of an action.
    AtOnce,
    /// The window is closed.
    HangUp,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (signal, when) = match self {
            Self::Quit => return f.write_str(":q!"),
            Self::HangUp => return f.write_str("window closed"),
            Self::Saved(_) => return f.write_str("SIGKILL after a save"),
            Self::AtOnce => return f.write_str("SIGKILL at once"),
            Self::Signal(signal) | Self::Kill(signal) => (signal, ""),
            Self::Stalled(signal) => (signal, " while the reader stalls"),
            Self::Flooded(signal) => (signal, " in a flood of keys"),
            Self::Stopped(signal) => (signal, " while it is stopped"),
        };
        write!(f, "{}{when}", name_of(*signal))
    }
}

/// Files on disks with enough room, to save a scene to.
const SAVED: &str = "good.toml fresh-1.toml chain.toml hard.toml dangling.toml read-only.toml \
    small/fresh.toml";

/// The names of the signals that end a program here.
const NAMES: [(Signal, &str); 6] = [
    (Signal::TERM, "SIGTERM"),
    (Signal::INT, "SIGINT"),
    (Signal::HUP, "SIGHUP"),
    (Signal::QUIT, "SIGQUIT"),
    (Signal::KILL, "SIGKILL"),
    (Signal::USR1, "SIGUSR1"),
];

/// The name of a signal.
pub(crate) fn name_of(signal: Signal) -> &'static str {
    NAMES.iter().find(|(known, _)| *known == signal).map_or("a signal", |it| it.1)
}

/// The session with this number, for this seed.
pub(crate) fn draw(seed: u64, session: u64) -> Plan {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&session.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let plan = plan(Subject::of(session));
    plan.new_tree(&mut runner).expect("few lines are filtered out").current()
}

fn plan(subject: Subject) -> BoxedStrategy<Plan> {
    let damage = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5);
    let crowd = prop_oneof![6 => Just(30_usize), 3 => Just(500), 1 => Just(3000)];
    (damage, crowd, play(subject))
        .prop_map(|(damage, crowd, play)| Plan { damage, crowd, play })
        .boxed()
}

fn play(subject: Subject) -> BoxedStrategy<Play> {
    let lives = match subject {
        Subject::Lessons | Subject::Replaced => {
            return sittings(subject == Subject::Replaced).prop_map(Play::Course).boxed();
        }
        Subject::Trials => return trials().prop_map(Play::Trials).boxed(),
        Subject::Sandbox => {
            let starts = prop_oneof![
                6 => prop::collection::vec(start(), 1),
                1 => prop::collection::vec(start(), 2..5),
            ];
            prop::collection::vec(life(starts.boxed(), event(), 60), 1..4)
        }
        Subject::Maps => {
            let starts = prop::collection::vec(start(), 1).boxed();
            prop::collection::vec(life(starts, map_event(), 60), 1..3)
        }
        Subject::Programs => {
            let starts = prop::collection::vec(own_start(), 1).boxed();
            prop::collection::vec(life(starts, own_event(), 20), 2..6)
        }
    };
    lives.prop_map(Play::Lives).boxed()
}

/// A life with up to `most` of these events.
fn life(
    starts: BoxedStrategy<Vec<Start>>,
    event: BoxedStrategy<Event>,
    most: usize,
) -> BoxedStrategy<Life> {
    let events = prop::collection::vec((any::<prop::sample::Index>(), event), 5..most);
    (starts, events).prop_map(|(starts, events)| Life { starts, events }).boxed()
}

/// Any start in the sandbox.
pub(crate) fn start() -> BoxedStrategy<Start> {
    let scenes: Vec<_> = hitscan_core::scene::gallery().iter().map(|(name, _)| *name).collect();
    let scene = prop_oneof![4 => select(scenes), 4 => Just("good.toml"), 1 => any_file()];
    let options = prop::sample::subsequence(
        vec!["--predict", "--gate", "--glyphs=ascii", "--theme=dark", "--color=256"],
        0..3,
    );
    let options = (options, select(&["", "", "--glyphs=braille"][..]));
    let variables = (
        select(&["xterm-256color", "xterm", "screen-256color", "linux", "vt100"][..]),
        select(&["C.UTF-8", "C.UTF-8", "C", "ja_JP.UTF-8"][..]),
        prop::sample::subsequence(
            vec![("NO_COLOR", "1"), ("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")],
            0..3,
        ),
    );
    let size = prop_oneof![
        5 => Just((80, 24)),
        2 => (20_u16..200, 8_u16..60),
        1 => select(&[(1, 1), (300, 100)][..]),
    ];
    let record = (prop::bool::weighted(0.4), prop::bool::weighted(0.1));
    let parent = prop_oneof![2 => Just(Parent::Terminal), 1 => Just(Parent::Shell)];
    let answers = select(&[Answers::Always, Answers::Never][..]);
    (scene, options, variables, record, size, parent, answers, end())
        .prop_map(
            |(
                scene,
                (mut options, more),
                variables,
                (record, cast),
                size,
                parent,
                answers,
                end,
            )| {
                // Glyphs may only be chosen once.
                options.retain(|option| {
                    !(option.starts_with("--glyphs") && more.starts_with("--glyphs"))
                });
                options.extend(Some(more).filter(|more| !more.is_empty()));
                let (term, lang, mut more) = variables;
                more.extend([("TERM", term), ("LANG", lang)]);
                Start {
                    scene: scene.to_owned(),
                    options: options.into_iter().map(str::to_owned).collect(),
                    variables: more,
                    record,
                    cast,
                    size,
                    parent,
                    answers,
                    end,
                    own: None,
                }
            },
        )
        .boxed()
}

fn end() -> BoxedStrategy<End> {
    let signal = || select(&[Signal::TERM, Signal::INT, Signal::HUP, Signal::QUIT][..]);
    prop_oneof![
        6 => Just(End::Quit),
        6 => signal().prop_map(End::Signal),
        2 => signal().prop_map(End::Stalled),
        2 => signal().prop_map(End::Flooded),
        2 => signal().prop_map(End::Stopped),
        5 => Just(End::Kill(Signal::KILL)),
        1 => Just(End::Kill(Signal::USR1)),
        3 => Just(End::HangUp),
        3 => select(SAVED.split(' ').collect::<Vec<_>>()).prop_map(End::Saved),
    ]
    .boxed()
}
