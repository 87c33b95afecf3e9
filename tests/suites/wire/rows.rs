//! The measurements at each size, and their budgets.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::instructions;
use super::parts::{Ledger, Part};
use super::quiet::Quiet;
use super::session::{Session, Size};
use super::table::{Must, Table, percentile};
use super::walks::{self, Walk};
use crate::program::HITSCAN;

pub(crate) const SIZES: [Size; 2] = [(80, 24), (200, 60)];

/// The time within which a program with late answers has answered.
const LATE: Duration = Duration::from_millis(900);
/// Keys that arrive together, in bytes of arrow keys.
const QUEUED: usize = 100;
const LONG_LOG: usize = 10_000;

/// The budgets at a size, and limits for those that are not met yet.
struct Budget {
    nudge_bytes: usize,
    /// For the walks *in and out* and *at the side*.
    line_bytes: [usize; 2],
    /// Limits that they may not exceed as long as they are over budget.
    line_bytes_held: [usize; 2],
    first_bytes: usize,
    latency_of_cat: usize,
}

impl Budget {
    const fn of((columns, _): Size) -> Self {
        if columns < 200 {
            Self {
                // With the number between the boxes.
                nudge_bytes: 126,
                // A key that begins a hit or a touch changes the headline and its ground, too.
                line_bytes: [420, 420],
                line_bytes_held: [450, 420],
                first_bytes: 2560,
                latency_of_cat: 6,
            }
        } else {
            Self {
                nudge_bytes: 260,
                // Here the scene is enlarged four times, but not on a slow line: a
                // side has four times the rows, and the overlap of two boxes 16 times the cells.
                line_bytes: [750, 750],
                // Below the log, the panel explains the line and lists what each method says.
                line_bytes_held: [1500, 1800],
                first_bytes: 6900,
                latency_of_cat: 12,
            }
        }
    }
}

/// Measures everything at one size.
pub(crate) fn measure(size: Size, table: &mut Table, quiet: &mut Quiet) {
    let budget = Budget::of(size);
    Table::head(&format!("{}x{}", size.0, size.1));
    first_frame(size, &budget, table);
    nudges(size, &budget, table);
    on_grounds(size, table, quiet);
    time_and_axes(size, table);
    idle(size, quiet);
    crowds(size, table);
    beams(size, table);
    maps(size, table, quiet);
    menus(size, table, quiet);
    own_methods(size, table, quiet);
    lessons(size, table, quiet);
    queued_keys(size, table);
    latency(size, &budget);
    if size == SIZES[0] {
        page(size, table);
    }
    costs(size, table);
}

/// The numbers of `docs/terminal.md`, with lines only and with bodies filled: the first frame, a
/// nudge, and the first one that touches.
fn page(size: Size, table: &mut Table) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/terminal.md");
    let text = fs::read_to_string(root).expect("there is a page");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, said) = text.split_once("the first frame at 80x24 takes ").expect("it says");
    let said = said.split(". ").next().unwrap_or(said);
    let mut said = said.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse().ok());
    let walk = walks::free();
    for (how, arguments) in
        [("lines", &[][..]), ("filled", &["--theme", "dark", "--color", "true"])]
    {
        let started = || Session::start(Path::new(HITSCAN), arguments, size);
        let mut session = started();
        let first = session.first_answer().0.bytes.len();
        let nudges: Vec<usize> =
            walk.iter().map(|key| session.type_and_settle(walks::bytes(key))).collect();
        let mut session = started();
        session.first_answer();
        let keys: Vec<usize> =
            ["Right"; 5].iter().map(|key| session.type_and_settle(walks::bytes(key))).collect();
        for (what, measured) in
            [("first frame", first), ("nudge", percentile(&nudges, 50)), ("touch", keys[4])]
        {
            table.as_said(&format!("the page, {how}, {what}: bytes"), measured, said.next());
        }
    }
    assert_eq!(said.next(), None, "the page says more");
}

/// Measures memory and instructions.
pub(crate) fn costs(size: Size, table: &mut Table) {
    memory(size, table);
    instructions::measure(size, table);
}

pub(crate) fn start(size: Size) -> Session {
    Session::start(Path::new(HITSCAN), &[], size)
}

fn first_frame(size: Size, budget: &Budget, table: &mut Table) {
    let session = start(size);
    let (answer, time) = session.first_answer();
    table.count("first frame: bytes", answer.bytes.len(), budget.first_bytes, Must::Keep);
    table.count("first frame: writes", answer.writes, 2, Must::Keep);
    Table::say("first frame: ms", format!("{:.1}", time.as_secs_f64() * 1e3), 30);
}

fn nudges(size: Size, budget: &Budget, table: &mut Table) {
    let frames = frames_of(size, &walks::free());
    let bytes: Vec<usize> = frames.iter().map(|frame| frame.bytes).collect();
    let median = percentile(&bytes, 50);
    table.count("a nudge: bytes, median", median, budget.nudge_bytes, Must::Keep);
    let writes = frames.iter().map(|frame| frame.writes).max().unwrap_or(0);
    table.count("a nudge: writes, most", writes, 1, Must::Keep);

    let ([in_and_out, at_the_side], held) = (budget.line_bytes, budget.line_bytes_held);
    for (name, walk, budget, must) in [
        ("in and out", walks::in_and_out(), in_and_out, Must::NotExceed(held[0])),
        ("at the side", walks::at_the_side(), at_the_side, Must::NotExceed(held[1])),
        ("all over", walks::all_over(), at_the_side, Must::Nothing),
    ] {
        let frames = frames_of(size, &walk);
        let lines: Vec<usize> =
            frames.iter().filter(|frame| frame.makes_a_line).map(|frame| frame.bytes).collect();
        let all: Vec<usize> = frames.iter().map(|frame| frame.bytes).collect();
        let what = |of: &str| format!("{name}, {of}");
        let with = format!("{} of {} keys with a line: p95", lines.len(), all.len());
        table.count(&what(&with), percentile(&lines, 95), budget, must);
        Table::say(&what("the same: median"), percentile(&lines, 50), budget);
        Table::say(&what("all keys: p95"), percentile(&all, 95), budget);
    }
}

/// The same with filled bodies and a filled map, in 24 bits: on a local terminal, where the budgets
/// are larger.
fn on_grounds(size: Size, table: &mut Table, quiet: &mut Quiet) {
    let is_small = size.0 < 200;
    let of = |bytes: usize| if is_small { bytes } else { 4 * bytes };
    let started = || {
        let arguments = ["--theme", "dark", "--color", "true"];
        Session::start(Path::new(HITSCAN), &arguments, size)
    };
    let mut session = started();
    let first = session.first_answer().0.bytes.len();
    table.count("on grounds, first frame: bytes", first, of(4096), Must::Keep);
    let nudges: Vec<usize> =
        walks::free().iter().map(|key| session.type_and_settle(walks::bytes(key))).collect();
    table.count("on grounds, a nudge: bytes, median", percentile(&nudges, 50), of(250), Must::Keep);
    let lines: Vec<usize> =
        walks::at_the_side().iter().map(|key| session.type_and_settle(walks::bytes(key))).collect();
    table.count(
        "on grounds, at the side: bytes, median",
        percentile(&lines, 50),
        of(520),
        Must::Keep,
    );
    let mut mapped = started();
    mapped.first_answer();
    let map = mapped.type_and_wait("M").bytes.len();
    table.count("on grounds, a map: bytes", map, of(6 * 1024), Must::Keep);
    quiet.leave(size, "on grounds", mapped);
}

/// The timeline, which appears with the first frame back and moves with the next, and the ranges on
/// the rulers, which appear with Why: only the bytes for these, without the rest of the frame.
fn time_and_axes(size: Size, table: &mut Table) {
    let grounds: &[&str] = &["--theme", "dark", "--color", "true"];
    for (on, arguments, [comes, one, bars]) in
        [("", &[][..], [213, 34, 233]), ("on grounds, ", grounds, [363, 46, 346])]
    {
        let begun = |keys: &[&str]| {
            let mut session = Session::start(Path::new(HITSCAN), arguments, size);
            let mut ledger = Ledger::new(size);
            ledger.enter(&session.first_answer().0.bytes);
            for key in keys {
                ledger.enter(&session.type_and_wait(walks::bytes(key)).bytes);
            }
            (session, ledger)
        };
        // As many frames as the row has columns, or about a quarter of that.
        let (mut session, mut ledger) = begun(&walks::free());
        let mut of_row = || ledger.enter_row(&session.type_and_wait(",").bytes, size.1 - 3);
        let first = of_row();
        let moves: Vec<usize> = (0..9).map(|_| of_row()).collect();
        let (mut session, mut ledger) = begun(&["Right"; 8]);
        let of_rulers = ledger.enter(&session.type_and_wait("3").bytes);
        let of_rulers = of_rulers.get(&Part::Rulers).copied().unwrap_or(0);
        for (what, measured, budget, must) in [
            ("the timeline comes: bytes", first, comes, Must::Keep),
            ("the timeline moves: bytes, median", percentile(&moves, 50), one, Must::Keep),
            ("ranges on the rulers come: bytes", of_rulers, bars, Must::Keep),
        ] {
            // Four times as many columns, at four times the zoom.
            let budget = if size.0 < 200 { budget } else { 4 * budget };
            let must = if size.0 < 200 { must } else { Must::Keep };
            table.count(&format!("{on}{what}"), measured, budget, must);
        }
    }
}

fn idle(size: Size, quiet: &mut Quiet) {
    let mut session = start(size);
    session.type_and_wait(walks::bytes("Right"));
    quiet.leave(size, "a box", session);
}

/// A crowd plays ten frames a second: all of them locally, every second one over a slow line.
fn crowds(size: Size, table: &mut Table) {
    // The budgets are those of the small size. Frames that would exceed the byte rate of the line
    // are dropped.
    let must = |budget| Must::NotExceed(if size.0 < 200 { budget * 5 / 4 } else { 3 * budget });
    let mut nearby = Session::start(Path::new(HITSCAN), &["crowd"], size);
    // Started by `env` directly, so that the kernel counts no other process.
    let slow = ["SSH_CONNECTION=1", HITSCAN, "crowd"];
    let mut slow = Session::start(Path::new("/usr/bin/env"), &slow, size);
    for (what, session, keys, budget) in [
        ("a crowd: bytes a frame, median", &mut nearby, ".", 3000),
        ("a crowd on a slow line: bytes of two frames", &mut slow, "..", 1800),
    ] {
        session.wait_for_bytes(1024);
        session.type_and_settle(".");
        let bytes: Vec<usize> = (0..9).map(|_| session.type_and_settle(keys)).collect();
        table.count(what, percentile(&bytes, 50), budget, must(budget));
    }
}

/// A beam turned in a crowd, with the list of what it meets, compared with the same laser without
/// blocking.
fn beams(size: Size, table: &mut Table) {
    let mut session = Session::start(Path::new(HITSCAN), &["beam-crowd"], size);
    session.wait_for_bytes(1024);
    let mut turned = |key: &str| {
        session.type_and_settle(key);
        let bytes: Vec<usize> = (0..9).map(|_| session.type_and_settle("\x1b[C")).collect();
        percentile(&bytes, 50)
    };
    // The first turn shows the frame number.
    let of_beam = turned("\x1b[D");
    let of_laser = turned("cl");
    let budget = if size.0 < 200 { 1024 } else { 4 * 1024 };
    table.count("a beam turned in a crowd: bytes, median", of_beam, budget, Must::Keep);
    Table::say("the same, a laser that goes through", of_laser, budget);
}

/// The menus over the lower rows, opened and closed again.
fn menus(size: Size, table: &mut Table, quiet: &mut Quiet) {
    let budgets = if size.0 < 200 { [1390, 1443] } else { [4 * 1024, 4 * 1024] };
    let mut session = start(size);
    session.first_answer();
    session.type_and_settle(":");
    let palette = session.type_and_settle("m");
    let longer = session.type_and_settle("o");
    session.type_and_settle("\x1b");
    let prefix = session.type_and_settle("b");
    table.count("the palette: bytes", palette, budgets[0], Must::Keep);
    table.count("the palette, a letter more: bytes", longer, budgets[0], Must::Keep);
    table.count("the keys after b: bytes", prefix, budgets[1], Must::Keep);
    quiet.leave(size, "a menu", session);
}

/// A map that is turned on, followed, and replaced by another.
fn maps(size: Size, table: &mut Table, quiet: &mut Quiet) {
    let is_small = size.0 < 200;
    let on = if is_small { 2 * 1024 } else { 12 * 1024 };
    let mut session = start(size);
    session.first_answer();
    let answer = session.type_and_wait("M");
    table.count("a map: bytes", answer.bytes.len(), on, Must::Keep);
    table.count("a map: writes", answer.writes, 2, Must::Keep);
    if is_small {
        let nudges: Vec<usize> = walks::free()
            .iter()
            .map(|key| session.type_and_wait(walks::bytes(key)).bytes.len())
            .collect();
        table.count("a nudge on a map: bytes, median", percentile(&nudges, 50), 320, Must::Keep);
    }
    // Each key shows another corner of the box, or another layer: other pictures.
    let layers: Vec<usize> = ["6", "6", "e", "e", "e", "m", "6"]
        .iter()
        .map(|key| session.type_and_wait(key).bytes.len())
        .collect();
    let budget = if is_small { 1024 } else { on };
    table.count("another map: bytes, median", percentile(&layers, 50), budget, Must::Keep);
    quiet.leave(size, "a map", session);
    let mut braille = Session::start(Path::new(HITSCAN), &["--glyphs", "braille"], size);
    braille.first_answer();
    let answer = braille.type_and_wait("M");
    let budget = if is_small { 30 * 1024 / 4 } else { 30 * 1024 };
    table.count("a map in braille: bytes", answer.bytes.len(), budget, Must::Keep);
    let mut queued = start(size);
    queued.first_answer();
    queued.type_and_wait("M");
    let answer = queued.type_and_wait(&walks::bytes("Right").repeat(QUEUED));
    table.count("100 queued keys on a map: frames", answer.writes, 2, Must::Keep);
}

/// A program that answers after the frame: its row is drawn once more, and its answer if it is
/// chosen; between questions the running program costs nothing.
fn own_methods(size: Size, table: &mut Table, quiet: &mut Quiet) {
    // It answers on command: once a file exists, which it removes.
    let folder = tempfile::tempdir().expect("there is room");
    let go = folder.path().join("go");
    let waits = format!("until rm {} 2>&-; do sleep 0.02; done", go.display());
    // It knows no pair but that of the scene, so that no trial in the background goes on.
    let answers = format!("case $l in box\\ 1?\\ 4\\ *) {waits}; echo hit;; *) echo \\?;; esac");
    let method = format!("--method=own=sh -c 'while read -r l; do {answers}; done'");
    let mut session = Session::start(Path::new(HITSCAN), &["inside", &method], size);
    session.first_answer();
    session.type_and_settle("2");
    let answer = |_: &mut Session| fs::write(&go, "").expect("there is room");
    session.settle_after(answer);
    for (chosen, what) in [("", "a late answer, chosen: bytes"), ("N", "a late answer: bytes")] {
        if !chosen.is_empty() {
            session.type_and_settle(chosen);
        }
        session.settle_after(|session| session.send(walks::bytes("Right")));
        table.count(what, session.settle_after(answer), 40, Must::Keep);
    }
    quiet.leave(size, "a program", session);
    quiet.keep(folder);
    let method = "--method=own=sh -c 'while read -r l; do echo hit; done'";
    let mut session = Session::start(Path::new(HITSCAN), &["inside", method], size);
    session.first_answer();
    session.type_and_settle("M66");
    session.idle(LATE);
    // Late output counts, too.
    let nudges = ["Right", "Left", "Right", "Left", "Right"]
        .map(|key| session.type_and_wait(walks::bytes(key)).bytes.len() + session.idle(LATE / 5));
    if size.0 < 200 {
        let median = percentile(&nudges, 50);
        table.count("a nudge on a map of a program: bytes, median", median, 320, Must::Keep);
    }
    quiet.leave(size, "a map of a program", session);
}

/// A lesson costs what its scene costs outside; bytes written to the student's file do not count.
fn lessons(size: Size, table: &mut Table, quiet: &mut Quiet) {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("anna.hits");
    let name = file.to_str().expect("its name is text");
    let lesson = ["learn", "inside", "--student", "anna", "--file", name];
    let mut session = Session::start(Path::new(HITSCAN), &lesson, size);
    session.wait_for_bytes(1024);
    let kept = || fs::metadata(&file).map_or(0, |file| file.len());
    let mut nudge = |key: &&str| {
        let before = kept();
        let all = session.type_and_settle(walks::bytes(key));
        all - usize::try_from(kept() - before).expect("files are small")
    };
    // The first nudge changes more than the following ones.
    nudge(&"Right");
    let nudges: Vec<usize> = walks::free().iter().map(&mut nudge).collect();
    let mut outside = Session::start(Path::new(HITSCAN), &["inside"], size);
    outside.wait_for_bytes(1024);
    outside.type_and_settle(walks::bytes("Right"));
    let theirs: Vec<usize> =
        walks::free().iter().map(|key| outside.type_and_settle(walks::bytes(key))).collect();
    let what = "a nudge in a lesson, and outside: bytes, median";
    table.count(what, percentile(&nudges, 50), percentile(&theirs, 50), Must::Keep);
    // A card, three questions with their answers, a task: each step has another text and another
    // scene.
    let (mut steps, mut answers) = (vec![nudge(&"\r")], Vec::new());
    for choice in ["1", "2", "3"] {
        answers.push(nudge(&choice) + nudge(&"\r"));
        steps.push(nudge(&"\r"));
    }
    let budget = if size.0 < 200 { 1040 } else { 2048 };
    // The explanation, the compared values and the belief replace the question.
    let held = Must::NotExceed(if size.0 < 200 { 1130 } else { budget });
    table.count("an answer: bytes, median", percentile(&answers, 50), budget, held);
    table.count("an answer: bytes, most", percentile(&answers, 100), budget, held);
    table.count("another step: bytes, median", percentile(&steps, 50), budget, Must::Keep);
    table.count("another step: bytes, most", percentile(&steps, 100), budget, Must::Keep);
    quiet.leave(size, "a lesson", session);
    quiet.keep(folder);
}

/// All keys arrive in one packet, as over a line that was stuck.
fn queued_keys(size: Size, table: &mut Table) {
    let mut session = start(size);
    session.first_answer();
    let answer = session.type_and_wait(&walks::bytes("Right").repeat(QUEUED));
    session.wait_for_frames(QUEUED);
    table.count("100 queued keys: frames", answer.writes, 2, Must::Keep);
    Table::say("100 queued keys: bytes", answer.bytes.len(), "");
}

/// The time from a key to the first byte of the answer, compared with a program that only echoes.
fn latency(size: Size, budget: &Budget) {
    let mut session = start(size);
    session.first_answer();
    let mut ours = Vec::new();
    for key in walks::free() {
        ours.extend(session.type_and_wait(walks::bytes(key)).latency.map(micros));
    }
    let script = "stty raw -echo; echo ready; exec cat";
    let mut cat = Session::start(Path::new("/bin/sh"), &["-c", script], size);
    cat.wait_for_bytes("ready".len());
    // After the text appears, the program may still take a moment.
    cat.type_for_latency("x");
    let theirs: Vec<usize> = (0..40).map(|_| micros(cat.type_for_latency("x"))).collect();
    let (ours, theirs) = (percentile(&ours, 50), percentile(&theirs, 50).max(1));
    Table::say("key to first byte: us, median", ours, "");
    let tenths = ours * 10 / theirs;
    let times = format!("{}.{}x", tenths / 10, tenths % 10);
    Table::say("the same beside cat", times, format!("{}x", budget.latency_of_cat));
}

/// 6.5 MiB.
const START_KIB: usize = 6 * 1024 + 512;
/// The most including all pages of the program that the kernel may have mapped.
const START_MAPPED_KIB: usize = 10 * 1024;
/// The memory that the program may write to at the start: two screens, a scene, its history.
const START_OWN_KIB: usize = 1536;
/// 10 MiB.
const LONG_LOG_KIB: usize = 10 * 1024;
/// The same including all pages of the program that the kernel may have mapped.
const LONG_LOG_MAPPED_KIB: usize = 13 * 1024;
/// The memory that the program may write to with a long log.
const LONG_LOG_OWN_KIB: usize = 4 * 1024;

fn memory(size: Size, table: &mut Table) {
    // A build with debug information maps more of itself. How much of a program is mapped depends
    // on the kernel, which also maps cached pages around each page that is touched: the same
    // program takes from 6.4 to 7.4 MiB. The memory that it writes to is its own.
    let is_release = !cfg!(debug_assertions);
    let own = if is_release { Must::Keep } else { Must::Nothing };
    let mapped = |most| if is_release { Must::NotExceed(most) } else { Must::Nothing };
    let mut session = start(size);
    session.first_answer();
    let held = mapped(START_MAPPED_KIB);
    table.count("memory at start: KiB", session.memory_kib("VmRSS:"), START_KIB, held);
    table.count("its own part: KiB", session.memory_kib("RssAnon:"), START_OWN_KIB, own);
    make_lines(&mut session, LONG_LOG);
    let (all, held) = (session.memory_kib("VmRSS:"), mapped(LONG_LOG_MAPPED_KIB));
    table.count("memory with 10 000 lines: KiB", all, LONG_LOG_KIB, held);
    table.count("its own part: KiB", session.memory_kib("RssAnon:"), LONG_LOG_OWN_KIB, own);
}

/// Pushes the box back and forth until the log has this many lines.
pub(crate) fn make_lines(session: &mut Session, lines: usize) {
    let way = 4;
    session.type_and_settle(&walks::bytes("Right").repeat(way));
    let both = [walks::bytes("Right"), walks::bytes("Left")].concat();
    let at_once = 50;
    for _ in 0..lines / 2 / at_once {
        session.type_and_settle(&both.repeat(at_once));
    }
    session.wait_for_frames(way + lines);
}

struct Frame {
    bytes: usize,
    writes: usize,
    makes_a_line: bool,
}

fn frames_of(size: Size, walk: &Walk) -> Vec<Frame> {
    let mut session = start(size);
    session.first_answer();
    let lines = walks::makes_a_line(walk, size);
    let mut frames = Vec::new();
    for (key, makes_a_line) in walk.iter().zip(lines) {
        let answer = session.type_and_wait(walks::bytes(key));
        frames.push(Frame { bytes: answer.bytes.len(), writes: answer.writes, makes_a_line });
    }
    frames
}

/// How much to print about each frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// The cost of each part of the screen.
    Parts,
    /// The same, and the bytes themselves.
    Bytes,
}

/// Prints how the bytes of each frame of the walks are distributed.
pub(crate) fn print_frames(size: Size, detail: Detail) {
    for (name, walk) in [
        ("free", walks::free()),
        ("in and out", walks::in_and_out()),
        ("at the side", walks::at_the_side()),
        ("all over", walks::all_over()),
    ] {
        println!("\n{}x{}, {name}", size.0, size.1);
        let mut session = start(size);
        let mut ledger = Ledger::new(size);
        ledger.enter(&session.first_answer().0.bytes);
        for key in walk {
            let answer = session.type_and_wait(walks::bytes(key));
            let costs = ledger.enter(&answer.bytes);
            let part = |part: &Part| Some(format!("{} {}", part.name(), costs.get(part)?));
            let parts: Vec<_> = Part::ALL.iter().filter_map(part).collect();
            println!("{key:6} {:4}  {}", answer.bytes.len(), parts.join("  "));
            if detail == Detail::Bytes {
                println!("{}", answer.bytes.escape_ascii());
            }
        }
    }
}

fn micros(time: Duration) -> usize {
    usize::try_from(time.as_micros()).unwrap_or(usize::MAX)
}
