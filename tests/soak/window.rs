//! A terminal window: a pty whose reader can stall, and whose writer never blocks the driver.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::unix::fs::OpenOptionsExt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty};
use rustix::termios::{
    OptionalActions, QueueSelector, SpecialCodeIndex, tcflush, tcgetattr, tcsetattr,
};

use crate::plan::Start;
use crate::pty;
use crate::scanner::Scanner;

/// `O_NOCTTY | O_NONBLOCK` on Linux: our handle on the program's side neither takes over the
/// terminal nor blocks.
const LOOK_ONLY: i32 = 0o400 | 0o4000;
/// How much to type in one write: less than the line discipline holds.
const KEYS_AT_ONCE: usize = 512;

/// The window.
pub(crate) struct Window {
    /// `None` once it is closed.
    ends: Option<Ends>,
    /// Our handle on the program's side.
    tty: File,
    /// The line discipline before the program started.
    line_discipline: String,
    shown: Arc<Shown>,
}

struct Ends {
    master: Box<dyn MasterPty + Send>,
    typed: Sender<Vec<u8>>,
    typist: JoinHandle<()>,
    reader: JoinHandle<()>,
}

/// What the reader and the writer share with the driver.
struct Shown {
    state: Mutex<State>,
    changed: Condvar,
    /// How many bytes are waiting to be typed.
    waiting: AtomicU64,
    stop: AtomicBool,
}

/// The state of the window.
pub(crate) struct State {
    parser: vt100::Parser,
    pub(crate) scanner: Scanner,
    flow: Flow,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Reading,
    Stalled,
}

/// Whether the terminal answers cursor position queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    Always,
    Never,
}

impl Window {
    /// Opens a window and starts a program in it.
    pub(crate) fn open(
        command: CommandBuilder,
        start: &Start,
    ) -> (Self, Box<dyn Child + Send + Sync>) {
        let ((columns, rows), answers) = (start.size, start.answers);
        let pty = pty::open(columns, rows);
        let name = pty.master.tty_name().expect("a pty has a name");
        let tty = OpenOptions::new().read(true).write(true).custom_flags(LOOK_ONLY).open(name);
        let tty = tty.expect("the program's side can be opened");
        let line_discipline = discipline(&tty);
        let reader = pty.master.try_clone_reader().expect("a pty can be read");
        let writer = pty.master.take_writer().expect("a pty can be written to");
        let shown = Arc::new(Shown::new(start));
        let (typed, to_type) = mpsc::channel();
        let typist = thread::spawn({
            let shown = Arc::clone(&shown);
            move || shown.type_all(writer, &to_type)
        });
        let reader = thread::spawn({
            let (shown, typed) = (Arc::clone(&shown), typed.clone());
            move || shown.read_all(reader, answers, &typed)
        });
        let child = pty.slave.spawn_command(command).expect("the program can be started");
        let ends = Ends { master: pty.master, typed, typist, reader };
        (Self { ends: Some(ends), tty, line_discipline, shown }, child)
    }

    /// Types these bytes, as soon as the program takes them.
    pub(crate) fn send(&self, bytes: &[u8]) {
        let Some(ends) = &self.ends else { return };
        let count = u64::try_from(bytes.len()).expect("input fits in memory");
        self.shown.waiting.fetch_add(count, Ordering::SeqCst);
        // The writer stops only when the window is closed.
        let _ = ends.typed.send(bytes.to_vec());
    }

    /// How many bytes are waiting to be typed.
    pub(crate) fn waiting(&self) -> u64 {
        self.shown.waiting.load(Ordering::SeqCst)
    }

    /// Resizes the window.
    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        // The emulator first: the next picture needs its new size.
        self.shown.lock().parser.screen_mut().set_size(cells(rows), cells(columns));
        if let Some(ends) = &self.ends {
            ends.master.resize(pty::size(columns, rows)).expect("a pty can be resized");
        }
    }

    /// Stops reading the program's output.
    pub(crate) fn stall(&self) {
        self.shown.lock().flow = Flow::Stalled;
    }

    /// Resumes reading.
    pub(crate) fn read_on(&self) {
        self.shown.lock().flow = Flow::Reading;
        self.shown.changed.notify_all();
    }

    /// The process group in the foreground.
    pub(crate) fn foreground(&self) -> Option<i32> {
        self.ends.as_ref()?.master.process_group_leader()
    }

    /// Waits until `found` returns a value, or the time is up.
    pub(crate) fn wait<T>(
        &self,
        time: Duration,
        mut found: impl FnMut(&State) -> Option<T>,
    ) -> Option<T> {
        let deadline = Instant::now() + time;
        let mut state = self.shown.lock();
        loop {
            if let Some(found) = found(&state) {
                return Some(found);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            let woken = self.shown.changed.wait_timeout(state, left);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The current state.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.shown.lock()
    }

    /// How the line discipline differs after the end, if it does.
    pub(crate) fn changed_discipline(&self) -> Option<String> {
        let now = discipline(&self.tty);
        (now != self.line_discipline)
            .then(|| format!("the line discipline was {}, is {now}", self.line_discipline))
    }

    /// Closes the window: the program gets a hang-up.
    pub(crate) fn close(&mut self) {
        let Some(ends) = self.ends.take() else { return };
        self.type_no_end_of_input();
        self.shown.stop.store(true, Ordering::SeqCst);
        self.read_on();
        drop(ends.typed);
        // Both threads may be blocked in a call: give each what it waits for.
        while !ends.reader.is_finished() {
            let _ = (&self.tty).write(b" ");
            thread::sleep(Duration::from_millis(1));
        }
        while !ends.typist.is_finished() {
            let _ = tcflush(&self.tty, QueueSelector::IFlush);
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Dropping the writer types an end of input, which closing a window does not: from now on no
    /// byte means end of input.
    fn type_no_end_of_input(&self) {
        if let Ok(mut modes) = tcgetattr(&self.tty) {
            modes.special_codes[SpecialCodeIndex::VEOF] = 0;
            // A terminal that is already gone has no modes.
            let _ = tcsetattr(&self.tty, OptionalActions::Now, &modes);
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shown {
    fn new(start: &Start) -> Self {
        let (columns, rows) = start.size;
        let state = State {
            parser: vt100::Parser::new(cells(rows), cells(columns), 0),
            scanner: Scanner::beside(start.parent),
            flow: Flow::Reading,
        };
        Self {
            state: Mutex::new(state),
            changed: Condvar::new(),
            waiting: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_all(
        &self,
        mut reader: Box<dyn Read + Send>,
        answers: Answers,
        typed: &Sender<Vec<u8>>,
    ) {
        let mut room = [0; 16384];
        while let Ok(count @ 1..) = reader.read(&mut room) {
            let mut state = self.lock();
            state.scanner.feed(&room[..count]);
            state.parser.process(&room[..count]);
            let questions = std::mem::take(&mut state.scanner.questions);
            if answers == Answers::Always {
                let (row, column) = state.parser.screen().cursor_position();
                for _ in 0..questions {
                    let answer = format!("\x1b[{};{}R", row + 1, column + 1).into_bytes();
                    let count = u64::try_from(answer.len()).expect("an answer is short");
                    self.waiting.fetch_add(count, Ordering::SeqCst);
                    let _ = typed.send(answer);
                }
            }
            self.changed.notify_all();
            while state.flow == Flow::Stalled && !self.stop.load(Ordering::SeqCst) {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if self.stop.load(Ordering::SeqCst) {
                return;
            }
        }
    }

    fn type_all(&self, mut writer: Box<dyn Write + Send>, to_type: &Receiver<Vec<u8>>) {
        for bytes in to_type {
            for keys in bytes.chunks(KEYS_AT_ONCE) {
                let may_type = !self.stop.load(Ordering::SeqCst);
                // A closed terminal takes nothing.
                if may_type && writer.write_all(keys).and_then(|()| writer.flush()).is_err() {
                    self.stop.store(true, Ordering::SeqCst);
                }
                let count = u64::try_from(keys.len()).expect("a few");
                self.waiting.fetch_sub(count, Ordering::SeqCst);
            }
        }
    }
}

impl State {
    /// The rows of the screen, without trailing blanks.
    pub(crate) fn rows(&self) -> Vec<String> {
        let screen = self.parser.screen();
        let (_, columns) = screen.size();
        screen.rows(0, columns.get()).map(|row| row.trim_end().to_owned()).collect()
    }
}

fn discipline(tty: &File) -> String {
    tcgetattr(tty).map_or_else(|why| why.to_string(), |modes| format!("{modes:?}"))
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("windows have cells")
}
