//! The program in a terminal, observed from outside: what each key costs in bytes, writes and
//! wake-ups, as the kernel counts them.
//!
//! A frame ends when the program sleeps again and everything it wrote has arrived. Nothing here
//! sleeps for a fixed time and hopes for the best.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, MasterPty, SlavePty};

use crate::pty;

/// Far more than anything takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Columns and rows of a terminal.
pub(crate) type Size = (u16, u16);

/// The kernel's counts for a process so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Bytes written.
    pub(crate) bytes: usize,
    /// Calls to `write`.
    pub(crate) writes: usize,
    /// How often it went to sleep, which is how often it was woken.
    pub(crate) naps: usize,
}

/// The answer to some keys.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The bytes written.
    pub(crate) bytes: Vec<u8>,
    /// The number of calls.
    pub(crate) writes: usize,
    /// The time from the keys to the first byte; `None` without an answer.
    pub(crate) latency: Option<Duration>,
}

/// A program in a terminal.
pub(crate) struct Session {
    child: Box<dyn Child + Send + Sync>,
    _master: Box<dyn MasterPty + Send>,
    _slave: Box<dyn SlavePty + Send>,
    writer: Box<dyn Write + Send>,
    arrived: Arc<Arrived>,
    begun: Instant,
    /// An emulator that has read the first bytes of what arrived.
    screen: vt100::Parser,
    /// How many bytes it has read.
    read: usize,
}

impl Session {
    /// Starts a program.
    pub(crate) fn start(program: &Path, arguments: &[&str], size: Size) -> Self {
        let (columns, rows) = size;
        let command = pty::command(program, arguments);
        let pty = pty::open(columns, rows);
        let reader = pty.master.try_clone_reader().expect("a pty can be read");
        let writer = pty.master.take_writer().expect("a pty can be written to");
        let arrived = Arc::new(Arrived::default());
        thread::spawn({
            let arrived = Arc::clone(&arrived);
            move || arrived.read_all(reader)
        });
        let begun = Instant::now();
        let child = pty.slave.spawn_command(command).expect("the program can be started");
        let (screen, read) = (terminal(size), 0);
        Self { child, _master: pty.master, _slave: pty.slave, writer, arrived, begun, screen, read }
    }

    /// Waits until the program sleeps, and returns everything that it has written so far, and how
    /// long after the start that had arrived.
    pub(crate) fn first_answer(&self) -> (Answer, Duration) {
        let counts = self.counts_when_asleep(|counts| counts.bytes > 0);
        let all = self.arrived.at_least(counts.bytes);
        let last = all.chunks.last().expect("it has written").when;
        let latency = all.chunks.first().map(|chunk| chunk.when - self.begun);
        let answer = Answer { bytes: all.bytes.clone(), writes: counts.writes, latency };
        (answer, last - self.begun)
    }

    /// Types these bytes, and returns the answer.
    pub(crate) fn type_and_wait(&mut self, keys: &str) -> Answer {
        let before = self.counts_when_asleep(|_| true);
        let begun = Instant::now();
        self.send(keys);
        let after = self.counts_when_asleep(|now| now.naps > before.naps);
        let all = self.arrived.at_least(after.bytes);
        let bytes = all.bytes[before.bytes..].to_vec();
        let latency = all.time_of(before.bytes).map(|when| when - begun);
        drop(all);
        self.assert_none_dropped();
        Answer { bytes, writes: after.writes - before.writes, latency }
    }

    /// Types these bytes, and waits until the program sleeps again. Returns how many bytes it
    /// wrote, including to files.
    pub(crate) fn type_and_settle(&mut self, keys: &str) -> usize {
        let before = self.counts_when_asleep(|_| true);
        self.send(keys);
        let after = self.counts_when_asleep(|now| now.naps > before.naps);
        self.assert_none_dropped();
        after.bytes - before.bytes
    }

    /// Causes something that the program shows, and waits until it sleeps again. Returns how many
    /// bytes it wrote.
    pub(crate) fn settle_after(&mut self, happens: impl FnOnce(&mut Self)) -> usize {
        let before = self.counts_when_asleep(|_| true);
        happens(self);
        let after = self.counts_when_asleep(|now| now.bytes > before.bytes);
        after.bytes - before.bytes
    }

    /// Types these bytes, and returns the time until the first byte of an answer. For programs
    /// about which nothing else is known.
    pub(crate) fn type_for_latency(&mut self, keys: &str) -> Duration {
        let before = self.arrived.lock().bytes.len();
        let begun = Instant::now();
        self.send(keys);
        let all = self.arrived.at_least(before + 1);
        let when = all.time_of(before).expect("it has arrived") - begun;
        drop(all);
        // The next key must not arrive while the last one is still being handled.
        thread::sleep(Duration::from_millis(5));
        when
    }

    /// Types these bytes without waiting.
    pub(crate) fn send(&mut self, keys: &str) {
        let sent = self.writer.write_all(keys.as_bytes()).and_then(|()| self.writer.flush());
        sent.expect("keys arrive");
    }

    /// Waits until the program has made this many frames in total.
    pub(crate) fn wait_for_frames(&mut self, frames: usize) {
        let (shown, deadline) = (format!("frame {frames} "), Instant::now() + PATIENCE);
        loop {
            let screen = self.screen();
            if screen.contains(&shown) {
                return;
            }
            assert!(Instant::now() < deadline, "waited for {shown}:\n{screen}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Asserts that all keys were obeyed: the status row counts dropped ones.
    fn assert_none_dropped(&mut self) {
        let screen = self.screen();
        assert!(!screen.contains("they came too fast"), "keys were dropped:\n{screen}");
    }

    /// The current screen.
    fn screen(&mut self) -> String {
        let all = self.arrived.lock();
        self.screen.process(&all.bytes[self.read..]);
        self.read = all.bytes.len();
        self.screen.screen().contents()
    }

    /// The number of bytes written in this time without a key.
    pub(crate) fn idle(&self, time: Duration) -> usize {
        let before = self.counts_when_asleep(|_| true);
        thread::sleep(time);
        self.counts().bytes - before.bytes
    }

    /// Waits until the program has written this many bytes in total.
    pub(crate) fn wait_for_bytes(&self, count: usize) {
        drop(self.arrived.at_least(count));
    }

    /// The memory in use, in KiB, by a name in `/proc/self/status`.
    pub(crate) fn memory_kib(&self, name: &str) -> usize {
        number_after(&self.proc("status"), name).expect("the kernel counts memory")
    }

    /// Waits for the program to end.
    pub(crate) fn wait_for_end(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        while self.child.try_wait().expect("it can be asked for").is_none() {
            assert!(Instant::now() < deadline, "it does not end:\n{}", self.screen());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until the program sleeps and its counts satisfy a condition.
    pub(crate) fn counts_when_asleep(&self, is_enough: impl Fn(Counts) -> bool) -> Counts {
        let deadline = Instant::now() + PATIENCE;
        let mut before = None;
        loop {
            let sleeps = self.proc("stat").rsplit(')').next().is_some_and(|s| s.starts_with(" S"));
            let now = self.counts();
            // Twice the same: a nap in the middle of a frame is not its end.
            if sleeps && is_enough(now) && before == Some(now) {
                return now;
            }
            before = sleeps.then_some(now);
            assert!(Instant::now() < deadline, "it does not go to sleep: {now:?}");
            thread::sleep(Duration::from_micros(700));
        }
    }

    /// The kernel's current counts.
    pub(crate) fn counts(&self) -> Counts {
        // Of the thread that draws: another thread watches for aborts.
        let io = self.proc(&format!("task/{}/io", self.id()));
        let count = |name| number_after(&io, name).expect("the kernel counts them");
        let naps = number_after(&self.proc("status"), "voluntary_ctxt_switches:");
        Counts {
            bytes: count("wchar:"),
            writes: count("syscw:"),
            naps: naps.expect("the kernel counts them"),
        }
    }

    fn proc(&self, name: &str) -> String {
        fs::read_to_string(format!("/proc/{}/{name}", self.id())).expect("it runs")
    }

    fn id(&self) -> u32 {
        self.child.process_id().expect("it was started")
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn number_after(text: &str, name: &str) -> Option<usize> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// The bytes that have arrived at the other end.
#[derive(Debug, Default)]
struct Arrived {
    all: Mutex<All>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct All {
    bytes: Vec<u8>,
    chunks: Vec<Chunk>,
}

#[derive(Debug)]
struct Chunk {
    /// The total number of bytes, up to its end.
    end: usize,
    when: Instant,
}

impl Arrived {
    fn lock(&self) -> MutexGuard<'_, All> {
        self.all.lock().expect("no reader panics")
    }

    fn read_all(&self, mut reader: Box<dyn Read + Send>) {
        let mut room = vec![0; 65536];
        while let Ok(count @ 1..) = reader.read(&mut room) {
            let when = Instant::now();
            let mut all = self.lock();
            all.bytes.extend_from_slice(&room[..count]);
            let end = all.bytes.len();
            all.chunks.push(Chunk { end, when });
            self.changed.notify_all();
        }
    }

    /// Waits until this many bytes have arrived.
    fn at_least(&self, count: usize) -> MutexGuard<'_, All> {
        let all = self.lock();
        let missing = |all: &mut All| all.bytes.len() < count;
        let (all, waited) =
            self.changed.wait_timeout_while(all, PATIENCE, missing).expect("no reader panics");
        assert!(!waited.timed_out(), "{} bytes of {count} came", all.bytes.len());
        all
    }
}

impl All {
    /// When the byte at this offset arrived.
    fn time_of(&self, place: usize) -> Option<Instant> {
        self.chunks.iter().find(|chunk| chunk.end > place).map(|chunk| chunk.when)
    }
}

/// An emulator that reads what was written.
pub(crate) fn terminal((columns, rows): Size) -> vt100::Parser {
    let cells = |count| NonZeroU16::new(count).expect("windows have cells");
    vt100::Parser::new(cells(rows), cells(columns), 0)
}
