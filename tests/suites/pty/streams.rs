//! Screens on streams, many in one process: each sends the bytes that it would send to its own
//! terminal, obeys the owner of its stream, and disturbs no other.

use std::fs;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use hitscan::tested::app::config::Config;
use hitscan::tested::app::{App, ColorDepth, Connection, GlyphSet};
use hitscan::tested::host::{OwnPrograms, SessionFiles};
use hitscan::tested::term::{
    self, Capabilities, Charset, Colors, Control, End, Ended, RemoteTerminal, Shifts, Terminal,
};
use hitscan_core::engine::Engine;
use hitscan_core::scene::{SceneSource, builtin};
use rustix::io::ioctl_fionread;

use crate::terminal::{ERASURE, Start, cells, count, squeezed};

/// Far more than anything takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[m\x1b[H\x1b[2J";
const LEAVE: &[u8] = b"\x1b[m\x1b[999H\x1b[K\x1b7\x1b[?2004l\x1b[?25h\x1b[?1049l";

/// The far end of a stream with a screen at its near end, on a thread of its own.
pub(crate) struct Seat {
    pub(crate) stream: UnixStream,
    pub(crate) control: Control,
    pub(crate) parser: vt100::Parser,
    pub(crate) bytes: Vec<u8>,
    pub(crate) thread: JoinHandle<Ended>,
    /// The kernel's files about the thread, if it has any.
    task: PathBuf,
}

/// The parameters of a seat: a built-in scene, columns and rows, colours.
type Given = (&'static str, (u16, u16), Colors);

const PLAIN: Given = ("start", (80, 24), Colors::Sixteen);

impl Seat {
    fn open(given: Given) -> Self {
        Self::with(given, || ())
    }

    /// A seat that calls this after its first picture.
    fn with((scene, size, colors): Given, once_drawn: fn()) -> Self {
        Self::of(size, move |remote| {
            let terminal = Terminal::Remote(remote);
            let shown = builtin(scene).expect("it is built in");
            let engine =
                Engine::new(shown, SceneSource::BuiltIn(scene.to_owned())).expect("a world");
            let app = App::showing(engine, terminal.size(), GlyphSet::Lines);
            let mut app = app.with_config(&Config::default(), ColorDepth::Indexed);
            let capabilities = Capabilities {
                colors,
                charset: Charset::Utf8,
                line: Connection::Local,
                shifts: Shifts::Known,
                doubts_line_glyphs: false,
                asks_background: false,
            };
            let (mut files, mut programs) = (SessionFiles::default(), OwnPrograms::none());
            term::run(&mut app, &mut files, &mut programs, terminal, capabilities, None, once_drawn)
        })
    }

    /// A seat of this size, running this at its near end.
    pub(crate) fn of(
        size: (u16, u16),
        sit: impl FnOnce(RemoteTerminal) -> Ended + Send + 'static,
    ) -> Self {
        let (near, stream) = UnixStream::pair().expect("there are sockets left");
        let remote = RemoteTerminal::new(near, size).expect("there are pipes left");
        let control = remote.control();
        let (told, task) = channel();
        let thread = thread::spawn(move || {
            let task = fs::read_link("/proc/thread-self").unwrap_or_default();
            told.send(PathBuf::from("/proc").join(task)).expect("it is waited for");
            sit(remote)
        });
        let parser = vt100::Parser::new(cells(size.1), cells(size.0), 0);
        let task = task.recv().expect("it begins");
        Self { stream, control, parser, bytes: Vec::new(), thread, task }
    }

    pub(crate) fn send(&mut self, keys: &str) -> &mut Self {
        self.stream.write_all(keys.as_bytes()).expect("the screen is there");
        self
    }

    /// Reads until a row of the first pictures contains this text.
    #[track_caller]
    pub(crate) fn at(mut self, text: &str) -> Self {
        self.read_to_text(text);
        self
    }

    /// Reads until a row contains this text.
    #[track_caller]
    pub(crate) fn read_to_text(&mut self, text: &str) -> &mut Self {
        self.read_to(text, |seat| seat.rows().iter().any(|row| squeezed(row).contains(text)))
    }

    /// Reads until this holds.
    #[track_caller]
    pub(crate) fn read_to(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) -> &mut Self {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(self) {
            let left = deadline.saturating_duration_since(Instant::now());
            let is_late = left.is_zero();
            assert!(!is_late && self.read(left) > 0, "no {what} in\n{}", self.rows().join("\n"));
        }
        self
    }

    /// How many bytes arrive within this time.
    pub(crate) fn read(&mut self, time: Duration) -> usize {
        let mut room = [0; 16384];
        self.stream.set_read_timeout(Some(time)).expect("a time");
        let read = self.stream.read(&mut room).unwrap_or(0);
        self.bytes.extend_from_slice(&room[..read]);
        self.parser.process(&room[..read]);
        read
    }

    pub(crate) fn rows(&self) -> Vec<String> {
        let screen = self.parser.screen();
        screen.rows(0, screen.size().1.get()).map(|row| row.trim_end().to_owned()).collect()
    }

    /// Resizes the terminal.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) -> &mut Self {
        self.parser.screen_mut().set_size(cells(rows), cells(columns));
        self.control.resize(columns, rows);
        self
    }

    /// Makes the screen draw, without reading, until the stream accepts no more.
    fn stall(&mut self) {
        let mut columns = 200;
        loop {
            let pending = || ioctl_fionread(&self.stream).expect("it is a socket");
            let before = pending();
            self.control.resize(columns, 60);
            let deadline = Instant::now() + Duration::from_secs(1);
            while pending() == before {
                if Instant::now() > deadline {
                    self.resize(columns, 60);
                    return;
                }
                thread::sleep(Duration::from_millis(1));
            }
            columns ^= 1;
        }
    }

    /// How often the screen has gone to sleep so far, according to the kernel.
    #[cfg(target_os = "linux")]
    fn naps(&self) -> u64 {
        let status = fs::read_to_string(self.task.join("status")).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        line.and_then(|count| count.trim().parse().ok()).expect("the kernel counts them")
    }

    /// Reads everything until the screen has ended, and returns how.
    #[track_caller]
    pub(crate) fn read_end(mut self) -> End {
        self.read_to_end();
        self.end()
    }

    /// Reads everything until the screen has ended.
    #[track_caller]
    pub(crate) fn read_to_end(&mut self) {
        self.stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        let mut rest = Vec::new();
        self.stream.read_to_end(&mut rest).expect("the screen ends");
        self.parser.process(&rest);
        self.bytes.extend(rest);
    }

    /// How the screen ended.
    #[track_caller]
    pub(crate) fn end(self) -> End {
        let ended = self.thread.join().expect("no panic");
        assert_eq!(ended.kept, Ok(()));
        ended.end.expect("no fault of the stream")
    }
}

/// Checks that no mode is left switched on.
#[track_caller]
fn assert_left(seat: &Seat) {
    let tail = seat.bytes.len().saturating_sub(LEAVE.len());
    assert!(seat.bytes.ends_with(LEAVE), "{}", seat.bytes[tail..].escape_ascii());
    assert_eq!(count(&seat.bytes, LEAVE), 1, "the modes are undone once");
    assert!(!seat.parser.screen().alternate_screen() && !seat.parser.screen().hide_cursor());
}

#[test]
fn a_screen_on_a_stream_obeys_keys_and_the_owner_of_the_stream() {
    let mut seat = Seat::open(PLAIN).at("start two boxes and a laser");
    assert!(seat.bytes.starts_with(ENTER), "{}", seat.bytes[..40].escape_ascii());
    seat.send("\x1b[C").read_to_text("frame 1").resize(100, 30);
    seat.read_to("wider picture", |seat| seat.rows()[0].chars().count() > 90);
    seat.read_to_text("frame 1");
    assert!(!seat.rows()[29].is_empty(), "the last row has the keys");
    seat.send("\x1b[C").read_to_text("frame 2");
    seat.control.end();
    seat.read_to_end();
    assert_left(&seat);
    assert_eq!(seat.end(), End::Closed);
}

#[test]
fn ctrl_z_does_nothing_on_a_stream() {
    let mut seat = Seat::open(PLAIN).at("start two boxes and a laser");
    let drawn = seat.bytes.len();
    seat.send("\x1a");
    assert_eq!(seat.read(Duration::from_millis(300)), 0, "{}", seat.bytes[drawn..].escape_ascii());
    seat.send("\x1b[C").read_to_text("frame 1");
    assert_eq!(count(&seat.bytes, ERASURE), 1, "nothing was drawn anew");
    seat.send("q").read_to_end();
    assert_left(&seat);
    assert_eq!(seat.end(), End::Quit);
}

#[test]
fn a_stream_gets_the_bytes_that_a_terminal_gets() {
    let mut seat = Seat::open(PLAIN);
    let mut terminal = Start::hitscan(["start"]).run();
    seat.read_to_text("start two boxes and a laser");
    terminal.wait_for_text("start two boxes and a laser");
    for (key, shown) in
        [("\x1b[C", "frame 1"), ("\x1b[B", "frame 2"), (".", "frame 3"), ("u", "frame 2 of 3")]
    {
        seat.send(key);
        terminal.send(key);
        seat.read_to_text(shown);
        terminal.wait_for_text(shown);
    }
    seat.send("q");
    terminal.send("q");
    seat.read_to_end();
    let (thread, sent) = (seat.thread, seat.bytes);
    assert!(matches!(thread.join(), Ok(Ended { end: Ok(End::Quit), .. })));
    assert_eq!(terminal.wait_for_clean_end(), 0);
    let written = terminal.written();
    assert!(sent == written, "{}\n{}", sent.escape_ascii(), written.escape_ascii());
}

#[test]
fn a_peer_that_hangs_up_ends_its_screen() {
    let mut seat = Seat::open(PLAIN).at("start two boxes and a laser");
    seat.stream.shutdown(Shutdown::Write).expect("it is open");
    seat.read_to_end();
    assert_left(&seat);
    assert_eq!(seat.end(), End::HungUp, "it will type no more");

    let Seat { stream, thread, .. } = Seat::open(PLAIN);
    // The first picture: about two thousand bytes.
    while ioctl_fionread(&stream).expect("it is a socket") < 1000 {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(Duration::from_millis(100));
    drop(stream);
    let ended = thread.join().expect("no panic");
    assert_eq!(ended.end.expect("no fault"), End::HungUp, "it has not read the picture");

    let seat = Seat::open(PLAIN).at("start two boxes and a laser");
    let Seat { stream, control, thread, .. } = seat;
    drop(stream);
    let ended = thread.join().expect("no panic");
    assert_eq!(ended.end.expect("no fault"), End::HungUp);
    control.resize(100, 30);
    control.end();
}

#[test]
fn a_long_command_adopts_the_new_size_and_ends_with_its_screen() {
    let mut seat = Seat::open(("crowd", (80, 24), Colors::Sixteen));
    seat.read_to_text("frame 0").send(":step 100000\r").read_to_text("Esc stops").resize(100, 30);
    let erased = count(&seat.bytes, ERASURE);
    seat.read_to("new picture", |seat| count(&seat.bytes, ERASURE) > erased);
    let asked = Instant::now();
    seat.control.take_over();
    seat.read_to_end();
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    assert_left(&seat);
    assert_eq!(seat.end(), End::TakenOver);
}

#[test]
fn a_peer_that_does_not_read_delays_neither_its_own_end_nor_other_screens() {
    let (mut stalled, mut other) = (Seat::open(PLAIN), Seat::open(PLAIN));
    stalled.read_to_text("start two boxes and a laser");
    other.read_to_text("start two boxes and a laser");
    stalled.stall();
    other.send("\x1b[C").read_to_text("frame 1");
    // It reads again, and is answered.
    stalled.send("\x1b[C").read_to_text("frame 1");
    stalled.stall();
    let asked = Instant::now();
    stalled.control.end();
    assert_eq!(stalled.end(), End::Closed);
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    other.control.end();
    other.read_to_end();
    assert_left(&other);
}

#[cfg(target_os = "linux")]
#[test]
fn idle_screens_send_nothing_and_never_wake() {
    let mut seats = CLASS.map(Seat::open);
    for seat in &mut seats {
        seat.read_to_text("frame 0");
        make_a_frame(seat, 1);
    }
    thread::sleep(Duration::from_secs(1));
    let before = seats.each_ref().map(Seat::naps);
    thread::sleep(Duration::from_millis(1500));
    assert_eq!(seats.each_ref().map(Seat::naps), before);
    assert_eq!(seats.each_mut().map(|seat| seat.read(Duration::from_millis(1))), [0; 8]);
    for seat in &seats {
        seat.control.end();
    }
    assert_eq!(seats.map(Seat::end), [End::Closed; 8]);
}

#[test]
fn a_panic_ends_one_screen_and_restores_its_terminal() {
    let mut other = Seat::open(PLAIN);
    // Without the hook that prints a message, which belongs to the owner.
    let mut seat = Seat::with(PLAIN, || resume_unwind(Box::new("asked for")));
    seat.read_to_end();
    assert_left(&seat);
    assert!(seat.thread.join().is_err());
    other.read_to_text("start two boxes and a laser").send("\x1b[C").read_to_text("frame 1");
    other.control.end();
    assert_eq!(other.read_end(), End::Closed);
}

/// Seats that have nothing in common.
const CLASS: [Given; 8] = [
    ("start", (80, 24), Colors::Sixteen),
    ("start", (80, 24), Colors::Rgb),
    ("two-boxes", (200, 60), Colors::Indexed),
    ("bullet", (100, 30), Colors::None),
    ("polygons", (132, 43), Colors::Sixteen),
    ("corridor", (60, 20), Colors::Sixteen),
    ("inside", (500, 200), Colors::Indexed),
    ("crowd", (81, 25), Colors::Rgb),
];

const MOVES: u64 = 5;

/// Makes a frame, and reads its picture.
fn make_a_frame(seat: &mut Seat, number: u64) {
    seat.send(".").read_to_text(&format!("frame {number}/{number}"));
    while seat.read(Duration::from_millis(100)) > 0 {}
}

#[test]
fn eight_screens_at_once_send_the_same_bytes_as_each_alone() {
    let alone = CLASS.map(|given| {
        let mut seat = Seat::open(given).at("frame 0");
        (1..=MOVES).for_each(|number| make_a_frame(&mut seat, number));
        seat.send("q").read_to_end();
        assert_left(&seat);
        seat.bytes
    });
    let mut seats = CLASS.map(Seat::open);
    for seat in &mut seats {
        seat.read_to_text("frame 0");
    }
    for number in 1..=MOVES {
        // All keys are sent before the first picture is read.
        for seat in &mut seats {
            seat.send(".");
        }
        for seat in &mut seats {
            seat.read_to_text(&format!("frame {number}/{number}"));
        }
        for seat in &mut seats {
            while seat.read(Duration::from_millis(100)) > 0 {}
        }
    }
    for seat in &mut seats {
        seat.send("q");
    }
    for (mut seat, (alone, given)) in seats.into_iter().zip(alone.into_iter().zip(CLASS)) {
        seat.read_to_end();
        assert!(seat.bytes == alone, "{given:?}");
        assert_eq!(seat.end(), End::Quit);
    }
}
