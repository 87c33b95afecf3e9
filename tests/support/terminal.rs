//! A program in a pty: read its screen, type, and wait.
//!
//! Nothing here sleeps for a fixed time and hopes for the best: every wait names its condition.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Write};
use std::mem::ManuallyDrop;
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, SlavePty};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};

use crate::program::HITSCAN;
use crate::pty;

/// Far more than anything takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long the next piece of a picture may take, and the most pieces to wait for.
const PIECE: Duration = Duration::from_millis(20);
const PIECES: usize = 10;

/// The start of every full redraw.
pub(crate) const ERASURE: &[u8] = b"\x1b[2J";

/// How to start a program.
pub(crate) struct Start {
    command: CommandBuilder,
    columns: u16,
    rows: u16,
}

impl Start {
    /// hitscan with these arguments at 80×24, in a clean environment.
    pub(crate) fn hitscan<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Self {
        Self::program(HITSCAN, arguments)
    }

    /// Any program, in the same environment.
    pub(crate) fn program<S: AsRef<OsStr>>(
        program: &str,
        arguments: impl IntoIterator<Item = S>,
    ) -> Self {
        Self { command: pty::command(program, arguments), columns: 80, rows: 24 }
    }

    pub(crate) fn size(mut self, columns: u16, rows: u16) -> Self {
        (self.columns, self.rows) = (columns, rows);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn cwd(mut self, directory: &Path) -> Self {
        self.command.cwd(directory);
        self
    }

    /// Starts it, and waits until it shows the scene `start`.
    #[track_caller]
    pub(crate) fn run_to_start(self) -> Terminal {
        self.run_to("start two boxes and a laser")
    }

    /// Starts it, and waits until a row contains this text.
    #[track_caller]
    pub(crate) fn run_to(self, text: &str) -> Terminal {
        let terminal = self.run();
        terminal.wait_for_text(text);
        terminal
    }

    /// Starts the program.
    pub(crate) fn run(self) -> Terminal {
        let pty = pty::open(self.columns, self.rows);
        let modes = modes(&*pty.master);
        let reader = pty.master.try_clone_reader().expect("a pty can be read");
        let writer = pty.master.take_writer().expect("a pty can be written to");
        let shown = Arc::new(Shown::new(self.columns, self.rows));
        let thread = thread::spawn({
            let shown = Arc::clone(&shown);
            move || shown.read_all(reader)
        });
        let child = pty.slave.spawn_command(self.command).expect("the program can be started");
        let ends = Ends { _slave: pty.slave, master: pty.master, writer };
        Terminal { ends: Some(ends), modes, child, shown, thread: Some(thread) }
    }
}

/// The input side: dropping it would type an end of input.
type Writer = ManuallyDrop<Box<dyn Write + Send>>;

/// Both ends of the pty. The program's end stays open here, too, so that its final state can be
/// checked.
struct Ends {
    _slave: Box<dyn SlavePty + Send>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
}

/// The program and its terminal; dropping this ends both.
pub(crate) struct Terminal {
    ends: Option<Ends>,
    modes: String,
    child: Box<dyn Child + Send + Sync>,
    shown: Arc<Shown>,
    thread: Option<JoinHandle<()>>,
}

impl Terminal {
    fn ends(&mut self) -> &mut Ends {
        self.ends.as_mut().expect("the terminal was not hung up")
    }

    /// Types these bytes.
    pub(crate) fn send(&mut self, bytes: &str) -> &mut Self {
        let writer = &mut self.ends().writer;
        writer.write_all(bytes.as_bytes()).and_then(|()| writer.flush()).expect("keys arrive");
        self
    }

    /// Types these keys, each named as in the key table.
    pub(crate) fn keys(&mut self, names: &str) -> &mut Self {
        for name in names.split_whitespace() {
            self.send(match name {
                "Up" => "\x1b[A",
                "Down" => "\x1b[B",
                "Right" => "\x1b[C",
                "Left" => "\x1b[D",
                "Space" => " ",
                "Tab" => "\t",
                "Enter" => "\r",
                "Esc" => "\x1b",
                "Ctrl-C" => "\x03",
                "Ctrl-L" => "\x0c",
                "Ctrl-Z" => "\x1a",
                "Colon" => ":",
                letter => letter,
            });
        }
        self
    }

    /// Resizes the window.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) -> &mut Self {
        // The emulator first: the new picture needs the new size.
        self.shown.lock().parser.screen_mut().set_size(cells(rows), cells(columns));
        self.ends().master.resize(pty::size(columns, rows)).expect("a pty can be resized");
        self
    }

    /// Waits until the screen satisfies a condition, and returns it.
    #[track_caller]
    pub(crate) fn wait_for(&self, what: &str, is_so: impl Fn(&Screen) -> bool) -> Screen {
        let mut screen = self.wait(what, |state| Some(state.screen()).filter(&is_so));
        // A picture can arrive in pieces: what follows immediately belongs to it.
        let mut state = self.shown.lock();
        for _ in 0..PIECES {
            let (next, waited) =
                self.shown.changed.wait_timeout(state, PIECE).expect("no reader panics");
            state = next;
            if waited.timed_out() {
                break;
            }
            screen = Some(state.screen()).filter(&is_so).unwrap_or(screen);
        }
        screen
    }

    /// Waits until the program has written these bytes this many times.
    #[track_caller]
    pub(crate) fn wait_for_bytes(&mut self, bytes: &[u8], times: usize) -> &mut Self {
        self.wait(&format!("{} {times} times", bytes.escape_ascii()), |state| {
            (count(&state.bytes, bytes) >= times).then_some(())
        });
        self
    }

    /// How often the program has written these bytes so far.
    pub(crate) fn times_written(&self, bytes: &[u8]) -> usize {
        count(&self.shown.lock().bytes, bytes)
    }

    #[track_caller]
    fn wait<T>(&self, what: &str, found: impl Fn(&State) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        let mut state = self.shown.lock();
        loop {
            if let Some(found) = found(&state) {
                return found;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || state.closed {
                let screen = state.screen();
                drop(state);
                panic!("waited for {what}; the screen is\n{screen}");
            }
            state = self.shown.changed.wait_timeout(state, left).expect("no reader panics").0;
        }
    }

    /// Waits until a row of the screen contains this text, blanks squeezed.
    #[track_caller]
    pub(crate) fn wait_for_text(&self, text: &str) -> Screen {
        self.wait_for(&format!("\"{text}\""), |screen| screen.contains(text))
    }

    /// The same, and goes on.
    #[track_caller]
    pub(crate) fn shows(&mut self, text: &str) -> &mut Self {
        self.wait_for_text(text);
        self
    }

    /// The current screen.
    pub(crate) fn screen(&self) -> Screen {
        self.shown.lock().screen()
    }

    /// Row and column of the terminal's cursor, both counted from 0.
    pub(crate) fn cursor(&self) -> (u16, u16) {
        self.shown.lock().parser.screen().cursor_position()
    }

    /// The process group in the foreground: the job of a shell.
    pub(crate) fn foreground(&mut self) -> Pid {
        let group = self.ends().master.process_group_leader().and_then(Pid::from_raw);
        group.expect("a process has it")
    }

    /// All bytes that the program has written so far.
    pub(crate) fn written(&self) -> Vec<u8> {
        self.shown.lock().bytes.clone()
    }

    /// The program's process.
    pub(crate) fn pid(&self) -> Pid {
        let id = self.child.process_id().and_then(|id| i32::try_from(id).ok());
        id.and_then(Pid::from_raw).expect("it was started")
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("it runs");
    }

    /// Kills the program, and closes its terminal.
    pub(crate) fn kill(self) {
        self.signal(Signal::KILL);
    }

    /// Waits until the program has exited, and returns its exit status.
    #[track_caller]
    pub(crate) fn wait_for_end(&mut self) -> u32 {
        let status = self.wait_until_ended();
        assert_eq!(status.signal(), None, "it ended by itself");
        status.exit_code()
    }

    /// Waits until the program has ended, by itself or by a signal.
    #[track_caller]
    pub(crate) fn wait_until_ended(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be asked for") {
                return status;
            }
            assert!(Instant::now() < deadline, "it goes on; the screen is\n{}", self.screen());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits for the end, and checks that the terminal is restored.
    #[track_caller]
    pub(crate) fn wait_for_clean_end(&mut self) -> u32 {
        let status = self.wait_for_end();
        self.check_restored();
        status
    }

    /// Quits, and checks that the terminal is restored.
    #[track_caller]
    pub(crate) fn quit(&mut self) {
        self.keys("q");
        assert_eq!(self.wait_for_clean_end(), 0);
    }

    /// Ends the program by a signal, and checks that the terminal is restored.
    #[track_caller]
    pub(crate) fn end_by(&mut self, signal: Signal) {
        self.signal(signal);
        assert_eq!(self.wait_for_clean_end(), 128 + signal.as_raw().cast_unsigned());
    }

    /// Checks that no mode is left switched on.
    #[track_caller]
    pub(crate) fn check_restored(&mut self) {
        self.wait_for("the modes to be undone", |screen| screen.modes == Modes::default());
        assert_eq!(modes(&*self.ends().master), self.modes, "the line discipline is as it was");
    }

    /// The current line discipline, and the one before the start.
    pub(crate) fn line_disciplines(&mut self) -> (String, String) {
        (modes(&*self.ends().master), self.modes.clone())
    }

    /// Types these bytes from another thread, since a busy program does not read them all at once.
    /// Nothing else can be typed until `type_on`.
    pub(crate) fn type_in_the_background(&mut self, bytes: String) -> JoinHandle<Writer> {
        let writer = std::mem::replace(&mut self.ends().writer, Box::new(std::io::sink()));
        thread::spawn(move || {
            let mut writer = ManuallyDrop::new(writer);
            // The program may end first.
            let _ = writer.write_all(bytes.as_bytes());
            writer
        })
    }

    /// Waits until these bytes are typed; then others can be typed again.
    pub(crate) fn type_on(&mut self, typing: JoinHandle<Writer>) {
        let writer = typing.join().expect("the bytes were typed");
        self.ends().writer = ManuallyDrop::into_inner(writer);
    }

    /// Stops reading until `read_on`, like a relay that hangs. Output stays in the terminal's
    /// buffer.
    pub(crate) fn stop_reading(&mut self) {
        self.shown.lock().paused = true;
    }

    /// Stops reading, and makes the program draw until the terminal accepts no more.
    #[cfg(target_os = "linux")]
    pub(crate) fn stall(&mut self) {
        self.stop_reading();
        loop {
            let before = self.bytes_counted();
            self.keys("Ctrl-L");
            let deadline = Instant::now() + Duration::from_secs(1);
            while self.bytes_counted() == before {
                if Instant::now() > deadline {
                    return;
                }
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// The number of bytes that the program has written, according to the kernel.
    #[cfg(target_os = "linux")]
    fn bytes_counted(&self) -> Option<String> {
        let io = std::fs::read_to_string(format!("/proc/{}/io", self.pid())).expect("it runs");
        io.lines().find(|line| line.starts_with("wchar:")).map(str::to_owned)
    }

    /// The peak memory of the program so far, in KiB.
    #[cfg(target_os = "linux")]
    pub(crate) fn most_memory_kib(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid()));
        let status = status.expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.expect("the kernel counts memory")
    }

    /// Resumes reading after `stop_reading`.
    pub(crate) fn read_on(&mut self) {
        self.shown.lock().paused = false;
        self.shown.changed.notify_all();
    }

    /// Closes the terminal, as when its window is closed.
    pub(crate) fn hang_up(&mut self) {
        // The reader holds the terminal open, too, and only checks the flag when data arrives: so
        // some must.
        self.shown.lock().stop = true;
        self.keys("Ctrl-L");
        let thread = self.thread.take().expect("it is hung up once");
        thread.join().expect("no reader panics");
        self.type_nothing_more();
        self.ends = None;
    }

    /// Dropping the writer would type an end of input, which closing a window does not: so disables
    /// end of input.
    fn type_nothing_more(&mut self) {
        let name = self.ends().master.tty_name().expect("a pty has a name");
        let tty = File::open(name).expect("it can be opened");
        let mut modes = tcgetattr(&tty).expect("a pty has modes");
        modes.special_codes[SpecialCodeIndex::VEOF] = 0;
        tcsetattr(&tty, OptionalActions::Now, &modes).expect("they can be changed");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What has been drawn so far, shared with the reader.
struct Shown {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    closed: bool,
    stop: bool,
    paused: bool,
}

impl Shown {
    fn new(columns: u16, rows: u16) -> Self {
        let parser = vt100::Parser::new(cells(rows), cells(columns), 0);
        let state = State { parser, bytes: Vec::new(), closed: false, stop: false, paused: false };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no reader panics")
    }

    fn read_all(&self, mut reader: Box<dyn Read + Send>) {
        let mut room = [0; 16384];
        loop {
            let count = reader.read(&mut room).unwrap_or(0);
            let mut state = self.lock();
            state.bytes.extend_from_slice(&room[..count]);
            state.parser.process(&room[..count]);
            state.closed = count == 0;
            self.changed.notify_all();
            state = self.changed.wait_while(state, |state| state.paused).expect("no waiter panics");
            if count == 0 || state.stop {
                return;
            }
        }
    }
}

impl State {
    fn screen(&self) -> Screen {
        let screen = self.parser.screen();
        let (_, columns) = screen.size();
        Screen {
            // Whether trailing blanks were written or skipped is invisible; it depends on how many
            // keys arrived at once.
            rows: screen.rows(0, columns.get()).map(|row| row.trim_end().to_owned()).collect(),
            modes: Modes {
                alternate_screen: screen.alternate_screen(),
                hidden_cursor: screen.hide_cursor(),
                bracketed_paste: screen.bracketed_paste(),
                mouse: screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None,
                application_cursor: screen.application_cursor(),
            },
        }
    }
}

/// The modes that a program may leave behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the terminal")]
pub(crate) struct Modes {
    pub(crate) alternate_screen: bool,
    pub(crate) hidden_cursor: bool,
    pub(crate) bracketed_paste: bool,
    pub(crate) mouse: bool,
    pub(crate) application_cursor: bool,
}

/// What the user sees, and the modes behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Screen {
    pub(crate) rows: Vec<String>,
    pub(crate) modes: Modes,
}

impl Screen {
    /// Whether a row contains this text; runs of blanks count as one.
    pub(crate) fn contains(&self, text: &str) -> bool {
        self.rows.iter().any(|row| squeezed(row).contains(text))
    }

    /// The header.
    pub(crate) fn header(&self) -> String {
        squeezed(self.rows.first().expect("there are rows"))
    }

    /// The row with the selected object and the last command.
    pub(crate) fn status(&self) -> String {
        let at = self.rows.len().checked_sub(2).expect("there are rows");
        squeezed(&self.rows[at])
    }

    /// The pair in focus: `B>A MISS disjoint`.
    pub(crate) fn pair(&self) -> String {
        self.panel_row(2)
    }

    /// The sentence of the verdict below it.
    pub(crate) fn verdict(&self) -> String {
        self.panel_row(3)
    }

    fn panel_row(&self, row: usize) -> String {
        // The panel begins after the last vertical line that reaches the top.
        let row = &self.rows[row];
        squeezed(row.rsplit_once(['│', '|']).map_or("", |(_, panel)| panel))
    }
}

impl std::fmt::Display for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in &self.rows {
            writeln!(f, "  {}", row.trim_end())?;
        }
        write!(f, "  {:?}", self.modes)
    }
}

/// The text with each run of blanks replaced by one.
pub(crate) fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How often these bytes occur.
pub(crate) fn count(all: &[u8], bytes: &[u8]) -> usize {
    all.windows(bytes.len()).filter(|window| *window == bytes).count()
}

fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("a pty has modes"))
}

pub(crate) fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("windows have cells")
}
