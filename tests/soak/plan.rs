//! What a session will be, drawn from its seed before it begins: its files, how
//! often the program is started in them, what happens, and how each start ends.
//!
//! What a session is about depends on its number alone, so that a short run has
//! some of everything.

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
use crate::scratch::FILES;
use crate::trials::{Trial, trials};
use crate::window::Answers;

/// A session.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Bytes that are changed in the broken scene: where, and to what.
    pub(crate) damage: Vec<(prop::sample::Index, u8)>,
    /// How many boxes lie upon each other in the crowd.
    pub(crate) crowd: usize,
    pub(crate) play: Play,
}

/// What is played.
#[derive(Clone, Debug)]
pub(crate) enum Play {
    /// The sandbox on the screen, started once for each of these.
    Lives(Vec<Life>),
    /// A course: the sittings of one student.
    Course(Vec<Sitting>),
    /// Commands that ask a program, without a screen.
    Trials(Vec<Trial>),
}

/// What a session is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    /// Everything that the sandbox has.
    Sandbox,
    /// Lessons, whose file stays where it is.
    Lessons,
    /// Lessons, whose file is replaced now and then.
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

/// The program from its start to its end, in one window or in several.
#[derive(Clone, Debug)]
pub(crate) struct Life {
    pub(crate) starts: Vec<Start>,
    /// What happens, and to which of the windows.
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
    /// Whether what it sends to the terminal is.
    pub(crate) cast: bool,
    pub(crate) size: (u16, u16),
    pub(crate) parent: Parent,
    pub(crate) answers: Answers,
    pub(crate) end: End,
    /// The program that answers for a method of its own, if there is one.
    pub(crate) own: Option<Answering>,
}

/// What starts the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    /// The terminal itself.
    Terminal,
    /// A shell that continues it when it has stopped.
    Shell,
}

/// How a program ends that has not ended by then.
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
    /// The same while it is stopped; then it is continued, by its shell if it has
    /// one.
    Stopped(Signal),
    /// A signal that it cannot handle, or does not.
    Kill(Signal),
    /// SIGKILL as soon as it says that it has saved to this file.
    Saved(&'static str),
    /// SIGKILL in the middle of what it does.
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

/// Files that a scene may be saved to, where there is room.
const SAVED: &[&str] = &[
    "good.toml",
    "fresh-1.toml",
    "chain.toml",
    "hard.toml",
    "dangling.toml",
    "read-only.toml",
    "small/fresh.toml",
];

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

/// The session of this number in the run of this seed.
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

/// A life of up to `most` of these events.
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
    let scene = prop_oneof![4 => select(scenes), 4 => Just("good.toml"), 1 => select(FILES)];
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
                // Glyphs are chosen once.
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
        3 => select(SAVED).prop_map(End::Saved),
    ]
    .boxed()
}
