//! What can happen to a session: the events, and how often each is generated.

use std::fmt;

use proptest::prelude::*;
use proptest::sample::select;
use rustix::process::Signal;

use crate::combs::comb_points;
use crate::command_lines::line;
use crate::scratch::any_file;

/// Something that happens to a running program.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// Keys, as the key table names them.
    Keys(Vec<String>),
    /// A line at the `:` prompt.
    Line(String),
    /// Pasted text, in this many pieces.
    Paste(String, Pasted, usize),
    /// Mouse reports: button, column, row.
    Mouse(Vec<(u8, u16, u16)>),
    /// A sequence that no key sends: how it begins, how many times `q`, and how it ends.
    Sequence(&'static str, usize, &'static str),
    /// A sequence in two parts, with a pause of this many milliseconds between them.
    Torn(&'static str, &'static str, u64),
    /// Keys that move around in a map.
    MapKeys(Vec<String>),
    /// A line at the `:` prompt about a map.
    MapLine(String),
    /// The window gets this size.
    Resize(u16, u16),
    /// The window is resized to each of these in turn, without waiting for the program.
    Resizes(Vec<(u16, u16)>),
    /// The reader stalls for this many milliseconds while keys are typed.
    Stall(u64),
    /// This many kilobytes of this key at once.
    Flood(&'static str, usize),
    /// A signal that does not end the program.
    Signal(Signal),
    /// The program is stopped from outside for this many milliseconds.
    Stop(u64),
    /// Another program overwrites this file with a scene.
    Overwrite(&'static str),
    /// Another run of the program, without a screen, with these arguments.
    Tool(Vec<String>),
    /// Nothing, for this many milliseconds.
    Wait(u64),
}

/// Where text is pasted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pasted {
    /// Wherever the input focus is.
    Anywhere,
    /// In the `:` line, which is then entered.
    InLine,
}

impl Event {
    /// The name of this kind of event.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Keys(_) => "keys",
            Self::Line(_) => "lines",
            Self::Paste(..) => "pastes",
            Self::Mouse(_) => "mouse reports",
            Self::Sequence(..) => "long sequences",
            Self::Torn(..) => "torn sequences",
            Self::MapKeys(_) => "map keys",
            Self::MapLine(_) => "map lines",
            Self::Resize(..) => "resizes",
            Self::Resizes(_) => "resizes in a row",
            Self::Stall(_) => "stalls",
            Self::Flood(..) => "floods",
            Self::Signal(_) => "signals",
            Self::Stop(_) => "stops",
            Self::Overwrite(_) => "files overwritten",
            Self::Tool(_) => "runs without a screen",
            Self::Wait(_) => "pauses",
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keys(keys) | Self::MapKeys(keys) => write!(f, "keys {}", keys.join(" ")),
            Self::Line(line) | Self::MapLine(line) => write!(f, "line {}", brief(line)),
            Self::Paste(text, pasted, pieces) => {
                let bytes = text.len();
                write!(f, "paste {bytes} bytes {pasted:?} in {pieces}: {}", brief(text))
            }
            other => write!(f, "{other:?}"),
        }
    }
}

/// The beginning of a text, on one line.
fn brief(text: &str) -> String {
    const CHARS: usize = 120;
    let begin: String = text.chars().take(CHARS).collect();
    let more = if text.chars().nth(CHARS).is_some() { "…" } else { "" };
    format!("{}{more}", begin.escape_debug())
}

/// The bytes of a key that is named as in the key table.
pub(crate) fn key_bytes(name: &str) -> Vec<u8> {
    let bytes = match name {
        "Up" => "\x1b[A",
        "Down" => "\x1b[B",
        "Right" => "\x1b[C",
        "Left" => "\x1b[D",
        "Shift-Up" => "\x1b[1;2A",
        "Shift-Down" => "\x1b[1;2B",
        "Shift-Right" => "\x1b[1;2C",
        "Shift-Left" => "\x1b[1;2D",
        "Shift-Tab" => "\x1b[Z",
        "PgUp" => "\x1b[5~",
        "PgDn" => "\x1b[6~",
        "Home" => "\x1b[H",
        "End" => "\x1b[F",
        "F1" => "\x1bOP",
        "Space" => " ",
        "Tab" => "\t",
        "Enter" => "\r",
        "Esc" => "\x1b",
        "Backspace" => "\x7f",
        "Ctrl-C" => "\x03",
        "Ctrl-L" => "\x0c",
        "Ctrl-R" => "\x12",
        "Ctrl-Z" => "\x1a",
        letter => letter,
    };
    bytes.as_bytes().to_vec()
}

/// Keys that quit, or that need a shell; rarely generated.
const LEAVING: [&str; 3] = ["q", "Ctrl-C", "Ctrl-Z"];

/// One of these keys.
pub(crate) fn key(names: &[&'static str]) -> BoxedStrategy<String> {
    select(names.to_vec()).prop_map(str::to_owned).boxed()
}

fn keys() -> BoxedStrategy<Event> {
    let known = hitscan::tested::app::ACTIONS.iter().flat_map(|spec| spec.keys);
    let all: Vec<&str> =
        known.flat_map(|keys| keys.split(' ')).filter(|key| !LEAVING.contains(key)).collect();
    let usual = ["Right", "Left", "Up", "Down", "Tab", ".", ",", "Enter", "Esc", "u", "r"];
    let key = prop_oneof![
        40 => select(all).prop_map(str::to_owned),
        40 => select(usual.to_vec()).prop_map(str::to_owned),
        10 => "[a-zA-Z0-9:/.,-]",
        5 => "\\PC",
        2 => Just("Backspace".to_owned()),
        1 => Just("Ctrl-Z".to_owned()),
    ];
    let leaving = select(&["q", "Ctrl-C"][..]).prop_map(|key| vec![key.to_owned()]);
    prop_oneof![60 => prop::collection::vec(key, 1..12), 1 => leaving]
        .prop_map(|keys| {
            // A random letter may be one of those that quit.
            let stays = |key: &String| key != "q" || keys.len() == 1;
            Event::Keys(keys.iter().filter(|key| stays(key)).cloned().collect())
        })
        .boxed()
}

/// A line about files.
fn file_line() -> BoxedStrategy<String> {
    let file = any_file;
    let scenes: Vec<_> = hitscan_core::scene::gallery().iter().map(|(name, _)| *name).collect();
    let picture = select(&["picture.svg", "picture.txt", "picture.ansi", "full.svg"][..]);
    prop_oneof![
        6 => file().prop_map(|file| format!("save {file}")),
        4 => Just("save".to_owned()),
        4 => file().prop_map(|file| format!("open {file}")),
        2 => select(scenes).prop_map(|name| format!("open {name}")),
        2 => (0_u8..4).prop_map(|n| format!("record late-{n}.hits")),
        1 => select(&["record /dev/full", "record fifo", "record small/late.hits"][..])
            .prop_map(str::to_owned),
        2 => picture.prop_map(|file| format!("screenshot {file}")),
        2 => Just("recover".to_owned()),
        1 => Just("recover drop".to_owned()),
        1 => Just("new".to_owned()),
        1 => Just("wq".to_owned()),
        1 => Just("wq leaving.toml".to_owned()),
    ]
    .boxed()
}

/// A line that causes a lot of work.
fn long_line() -> BoxedStrategy<String> {
    let steps = select(&[1000_u32, 20_000, 1_000_000, u32::MAX][..]);
    let count = select(&[1000_u32, 100_000, 1_000_000, u32::MAX][..]);
    prop_oneof![
        1 => steps.prop_map(|count| format!("step {count}")),
        2 => (select(&["undo", "back", "redo"][..]), count)
            .prop_map(|(name, count)| format!("{name} {count}")),
        1 => (3_usize..1200).prop_map(|vertices| polygon("LONG", vertices)),
        1 => select(&[("UP", false), ("DOWN", true)][..]).prop_map(|(name, way)| comb(name, way)),
        1 => crowd_line(),
        1 => Just("seek 100000".to_owned()),
        1 => Just("check".to_owned()),
    ]
    .boxed()
}

/// The line that adds a crowd: of few objects, or of more than fit, by their number, their pairs or
/// their room.
fn crowd_line() -> BoxedStrategy<String> {
    let count = select(&[100_u32, 900, 20_000, 99_990, 4_000_000_000][..]);
    let side = select(&[5_u32, 60, 8000][..]);
    let rest = select(&["", " speed 0 0.5", " apart", " layout mixed-sizes apart"][..]);
    (count, side, rest, select(&["box", "laser"][..]))
        .prop_map(|(count, side, rest, kind)| {
            format!("crowd c {count} {kind} 0 0 {side} {side}{rest}")
        })
        .boxed()
}

/// The line that adds one of two combs of a thousand vertices. Their teeth lie between each other,
/// aslant, so that all edges are near all others and none meet.
fn comb(name: &str, from_above: bool) -> String {
    let points = comb_points(from_above);
    let points: Vec<_> = points.map(|[x, y]| format!("{x} {y}")).collect();
    format!("polygon {name} {}", points.join(" "))
}

/// The line that adds a polygon with many vertices.
fn polygon(name: &str, vertices: usize) -> String {
    let points: Vec<_> = (0..vertices).map(|i| format!("{} {}.5", i, (i * i) % 97)).collect();
    format!("polygon {name} {}", points.join(" "))
}

fn any_line() -> BoxedStrategy<Event> {
    prop_oneof![12 => line(), 8 => file_line(), 2 => long_line()]
        .prop_filter_map("a line stays one line", |line| {
            (!line.contains(['\r', '\n'])).then_some(Event::Line(line))
        })
        .boxed()
}

fn paste() -> BoxedStrategy<Event> {
    let short = prop_oneof![line(), "[\\PC\\n\\t]{0,60}"];
    let long = select(&[5_000_usize, 70_000, 5_000_000][..])
        .prop_map(|bytes| "0123456789 ".repeat(bytes / 11));
    let polygons = (10_usize..900).prop_map(|vertices| polygon("PASTED", vertices));
    let text = prop_oneof![12 => short, 3 => polygons, 1 => long];
    let where_to = select(&[Pasted::Anywhere, Pasted::InLine][..]);
    (text, where_to, 1_usize..5)
        .prop_map(|(text, pasted, pieces)| Event::Paste(text, pasted, pieces))
        .boxed()
}

fn mouse() -> BoxedStrategy<Event> {
    let button = select(&[0_u8, 32, 64, 65, 1, 2, 35][..]);
    let reports = prop::collection::vec((button, 1_u16..120, 1_u16..50), 1..8);
    let far = prop::collection::vec((any::<u8>(), any::<u16>(), any::<u16>()), 1..3);
    prop_oneof![5 => reports, 1 => far].prop_map(Event::Mouse).boxed()
}

fn torn() -> BoxedStrategy<Event> {
    const SEQUENCES: &[(&str, &str)] = &[
        ("\x1b", "[C"),
        ("\x1b[", "C"),
        ("\x1b[1;", "2A"),
        ("\x1b[<0;", "12;9M"),
        ("\x1b[200", "~pasted\x1b[201~"),
        ("\x1bO", "P"),
        ("\x1b[", ""),
        ("\x1b[1;1", ""),
        ("\x1bP", ""),
        ("\x1b]0;title", ""),
    ];
    (select(SEQUENCES), select(&[1_u64, 30, 60, 1200][..]))
        .prop_map(|((begin, rest), milliseconds)| Event::Torn(begin, rest, milliseconds))
        .boxed()
}

/// A sequence that the program has no use for, shorter or longer than what it stores.
fn sequence() -> BoxedStrategy<Event> {
    let begin = select(&["\x1bP", "\x1b]0;", "\x1b_", "\x1b^", "\x1bX"][..]);
    let count = select(&[2_usize, 4200, 100_000][..]);
    (begin, count, select(&["\x1b\\", "\x07"][..]))
        .prop_map(|(begin, count, end)| Event::Sequence(begin, count, end))
        .boxed()
}

pub(crate) fn resize() -> BoxedStrategy<Event> {
    let usual = (20_u16..160, 8_u16..60);
    let odd = select(&[(1_u16, 1_u16), (1, 24), (80, 1), (300, 100), (59, 15), (60, 16)][..]);
    prop_oneof![3 => usual, 2 => odd]
        .prop_map(|(columns, rows)| Event::Resize(columns, rows))
        .boxed()
}

fn tool() -> BoxedStrategy<Event> {
    let run = prop_oneof![
        select(&["run", "check", "render"][..]).prop_map(|name| vec![name.to_owned()]),
        Just(vec!["run".to_owned(), "--replay".to_owned()]),
        Just(vec!["check".to_owned(), "--all".to_owned()]),
    ];
    (run, any_file())
        .prop_map(|(mut arguments, file)| {
            arguments.push(file.to_owned());
            Event::Tool(arguments)
        })
        .boxed()
}

/// Any event.
pub(crate) fn event() -> BoxedStrategy<Event> {
    let signals = [Signal::WINCH, Signal::CONT, Signal::TSTP];
    let floods = ["\x1b[C", "\t", ".", "u", ":", "\x1b[<64;9;9M", "x", "\x0c"];
    let files = ["good.toml", "chain.toml", "hard.toml"];
    prop_oneof![
        400 => keys(),
        250 => any_line(),
        40 => paste(),
        40 => mouse(),
        30 => torn(),
        10 => sequence(),
        60 => resize(),
        8 => (50_u64..3000).prop_map(Event::Stall),
        8 => (select(floods.to_vec()), select(&[8_usize, 64, 512, 2048][..]))
            .prop_map(|(key, kilobytes)| Event::Flood(key, kilobytes)),
        30 => select(signals.to_vec()).prop_map(Event::Signal),
        10 => (1_u64..300).prop_map(Event::Stop),
        10 => select(files.to_vec()).prop_map(Event::Overwrite),
        15 => tool(),
        20 => (1_u64..200).prop_map(Event::Wait),
    ]
    .boxed()
}
