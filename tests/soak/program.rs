//! The real program in a window: start, input, probes, end.

use std::thread;
use std::time::Duration;

use portable_pty::{Child, ExitStatus};
use rustix::process::{Pid, Signal, kill_process};

use crate::machine::Stopwatch;
use crate::plan::{End, Parent, Start};
use crate::process::{is_running, peak_kilobytes};
use crate::pty;
use crate::report::{Fault, Figures};
use crate::scratch::Scratch;
use crate::window::{State, Window};

/// The program must answer a key, obey a signal and take input within this time. It normally takes
/// milliseconds: this tells a responsive program from a frozen one. The time that the machine takes
/// away does not count.
pub(crate) const BOUND: Duration = Duration::from_secs(5);
/// It must end within this time, whatever the programs that it queries do: a second, plus the same
/// again as a margin.
pub(crate) const ENDS_WITHIN: Duration = Duration::from_secs(2);
/// The memory limit of the program, in kilobytes: what its default setting allows for a world, and
/// half as much for the rest.
const MEMORY_KILOBYTES: u64 = (256 + 128) * 1024;
/// When to ask again: keys may be dropped in a flood.
const ASK_AGAIN: Duration = Duration::from_millis(400);
/// How long a lone Esc waits for the rest of a sequence, plus a margin.
const ESCAPE_TIME: Duration = Duration::from_millis(70);
/// A signal that cannot be handled may cost at most a second of work.
const KEPT_AFTER: Duration = Duration::from_millis(1500);
/// The window size when a program is asked to quit.
const LEAVING_SIZE: (u16, u16) = (110, 30);

/// A shell that continues its job whenever that has stopped. Like a shell at its prompt, it first
/// restores its own terminal modes; a second Ctrl-Z or Ctrl-C at that point neither stops nor kills
/// it. The job itself starts with default signal handling.
const SHELL: &str = "set -m; modes=$(stty -g); trap : INT QUIT; \"$@\"; status=$?; \
    trap '' INT QUIT TSTP; \
    while [ $status = 147 ] || [ $status = 148 ]; do \
    stty \"$modes\"; sleep 0.2; fg >/dev/null; status=$?; done; exit $status";

/// A program in its window.
pub(crate) struct Program {
    pub(crate) window: Window,
    child: Box<dyn Child + Send + Sync>,
    pid: Option<Pid>,
    start: Start,
    ended: Option<ExitStatus>,
}

/// Whether a program is still running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    Running,
    Ended,
}

impl Program {
    /// Starts it with these arguments, and waits for its first picture.
    pub(crate) fn begin(
        binary: &str,
        arguments: &[String],
        start: &Start,
        scratch: &Scratch,
    ) -> Result<Self, Fault> {
        let words = arguments.iter().map(String::as_str);
        let mut command = match start.parent {
            Parent::Terminal => pty::command(binary, words),
            Parent::Shell => {
                let shell = ["--norc", "-c", SHELL, "soak", binary];
                pty::command("bash", shell.into_iter().chain(words))
            }
        };
        command.cwd(scratch.work());
        scratch.variables().into_iter().for_each(|(name, value)| command.env(name, value));
        start.variables.iter().for_each(|(name, value)| command.env(name, value));
        let (window, child) = Window::open(command, start);
        let mut program = Self { window, child, pid: None, start: start.clone(), ended: None };
        program.await_picture()?;
        Ok(program)
    }

    fn await_picture(&mut self) -> Result<(), Fault> {
        let watch = self.stopwatch();
        while !watch.is_over(BOUND) && self.life() == Life::Running {
            let short = Duration::from_millis(20);
            if self.window.wait(short, |state| (state.scanner.erasures > 0).then_some(())).is_some()
            {
                let leader = self.window.foreground();
                self.pid = leader.and_then(Pid::from_raw);
                return Ok(());
            }
        }
        match &self.ended {
            // If a scene is refused, that happens before anything is drawn: status 2.
            Some(status) if status.signal().is_none() && status.exit_code() == 2 => Ok(()),
            Some(status) => Err(Fault(format!("it ended with {status} at its start"))),
            None => Err(Fault(format!("there is no picture after {BOUND:?}"))),
        }
    }

    /// Whether its arguments were refused before anything was drawn.
    pub(crate) const fn was_refused(&self) -> bool {
        self.pid.is_none()
    }

    /// Whether it is running.
    pub(crate) fn life(&mut self) -> Life {
        if self.ended.is_none() {
            self.ended = self.child.try_wait().expect("it can be waited for");
        }
        if self.ended.is_some() { Life::Ended } else { Life::Running }
    }

    /// Starts a stopwatch for the program.
    fn stopwatch(&self) -> Stopwatch {
        let leader = || self.window.foreground().and_then(Pid::from_raw);
        Stopwatch::begin(self.pid.or_else(leader))
    }

    /// Types these bytes.
    pub(crate) fn send(&self, bytes: &[u8]) {
        self.window.send(bytes);
    }

    /// Closes prompts, then types and enters a line at the `:` prompt.
    pub(crate) fn enter(&self, line: &[u8]) {
        self.close_prompts();
        self.send(&[b":", line, b"\r"].concat());
    }

    /// Presses Esc until nothing is open.
    pub(crate) fn close_prompts(&self) {
        self.send(b"\x1b\x1b\x1b");
        thread::sleep(ESCAPE_TIME);
    }

    /// Sends a signal, if it is running.
    pub(crate) fn signal(&mut self, signal: Signal) {
        if let (Life::Running, Some(pid)) = (self.life(), self.pid) {
            // It may be ending right now.
            let _ = kill_process(pid, signal);
        }
    }

    /// Continues it, unless its shell does: that restores its own terminal modes first, of which a
    /// program that goes on by itself knows nothing.
    pub(crate) fn continue_alone(&mut self) {
        if self.start.parent == Parent::Terminal {
            self.signal(Signal::CONT);
        }
    }

    /// Asks for a redraw and waits for it; then checks the screen.
    pub(crate) fn probe(&mut self, figures: &mut Figures) -> Result<Life, Fault> {
        self.await_typed()?;
        let watch = self.stopwatch();
        let before = self.window.state().scanner.erasures;
        loop {
            self.send(b"\x0c");
            let drawn = |state: &State| state.scanner.erasures > before;
            if self.window.wait(ASK_AGAIN, |state| drawn(state).then_some(())).is_some() {
                break;
            }
            if self.life() == Life::Ended {
                return self.check_own_end().map(|()| Life::Ended);
            }
            if watch.is_over(BOUND) {
                return Err(Fault(format!("no answer to a key for {BOUND:?}")));
            }
        }
        figures.answered(watch.elapsed());
        self.check_shown()?;
        self.check_memory(figures)?;
        Ok(Life::Running)
    }

    /// Waits until all input has been taken, as long as the program keeps taking some.
    fn await_typed(&mut self) -> Result<(), Fault> {
        let (mut waiting, mut since) = (self.window.waiting(), self.stopwatch());
        while waiting > 0 && self.life() == Life::Running {
            thread::sleep(Duration::from_millis(2));
            let now = self.window.waiting();
            if now != waiting {
                (waiting, since) = (now, self.stopwatch());
            } else if since.is_over(BOUND) {
                return Err(Fault(format!("no input taken for {BOUND:?}: {waiting} bytes wait")));
            }
        }
        Ok(())
    }

    fn check_shown(&self) -> Result<(), Fault> {
        let state = self.window.state();
        if let Some(fault) = &state.scanner.fault {
            return Err(Fault(fault.clone()));
        }
        match state.rows().iter().find(|row| row.contains("panicked at")) {
            Some(row) => Err(Fault(format!("a panic is shown: {row}"))),
            None => Ok(()),
        }
    }

    fn check_memory(&self, figures: &mut Figures) -> Result<(), Fault> {
        let Some(kilobytes) = self.pid.and_then(peak_kilobytes) else { return Ok(()) };
        figures.took_memory(kilobytes);
        if kilobytes > MEMORY_KILOBYTES {
            return Err(Fault(format!("it has taken {} MB of memory", kilobytes / 1024)));
        }
        Ok(())
    }

    /// Checks an end that the driver did not cause: a key must have.
    fn check_own_end(&mut self) -> Result<(), Fault> {
        let status = self.ended.as_ref().expect("it has ended");
        if status.signal().is_some() || status.exit_code() != 0 {
            return Err(Fault(format!("it ended with {status}, unasked")));
        }
        self.check_restored()
    }

    /// Does something that must not be lost: adds a box with this name. Returns whether the program
    /// confirms it.
    pub(crate) fn add_mark(&mut self, name: &str) -> Result<bool, Fault> {
        self.window.resize(LEAVING_SIZE.0, LEAVING_SIZE.1);
        self.enter(format!("box {name} 1 1 1 1").as_bytes());
        self.await_typed()?;
        let said = format!("box {name} ");
        let added = self.window.wait(BOUND / 5, |state| {
            let rows = state.rows();
            // Esc may have stopped a long command instead of closing a prompt, which then has the
            // line.
            let is_prompt = rows.last().is_some_and(|row| row.contains("Enter runs it"));
            let status = rows.len().checked_sub(2).map(|row| rows[row].contains(&said));
            let status = status.filter(|_| !is_prompt);
            status.filter(|&is_said| is_said)
        });
        Ok(added.is_some())
    }

    /// Saves to this file, over any scene. Returns whether the program confirms it.
    pub(crate) fn save(&mut self, file: &str) -> Result<bool, Fault> {
        let shows = |program: &Self, text: &str| {
            let has = |state: &State| state.rows().iter().any(|row| row.contains(text));
            program.window.wait(BOUND / 8, |state| has(state).then_some(())).is_some()
        };
        self.enter(format!("save {file}").as_bytes());
        self.await_typed()?;
        let said = format!("saved {file}");
        if shows(self, &said) {
            return Ok(true);
        }
        // Overwriting another scene requires confirmation.
        let asks = shows(self, "n cancel");
        if asks {
            self.send(b"y");
        }
        Ok(asks && shows(self, &said))
    }

    /// Ends it as planned, and checks how it ends.
    pub(crate) fn end(&mut self) -> Result<(), Fault> {
        match self.start.end {
            End::Quit => {
                self.quit();
                self.expect_status(0)?;
            }
            End::Signal(signal) => {
                self.signal(signal);
                self.expect_status(status_of(signal))?;
            }
            End::Stalled(signal) => {
                self.window.stall();
                self.send(&b"\x0c".repeat(300));
                thread::sleep(Duration::from_millis(300));
                self.signal(signal);
                let ended = self.await_end();
                self.window.read_on();
                ended?;
                return self.check_discipline();
            }
            End::Flooded(signal) => {
                self.send(&b"\x1b[C".repeat(300_000));
                thread::sleep(Duration::from_millis(300));
                self.signal(signal);
                self.expect_status(status_of(signal))?;
            }
            End::Stopped(signal) => {
                self.signal(Signal::STOP);
                self.signal(signal);
                thread::sleep(Duration::from_millis(50));
                self.continue_alone();
                self.expect_status(status_of(signal))?;
            }
            End::Kill(signal) => {
                thread::sleep(KEPT_AFTER);
                self.signal(signal);
                return self.await_end();
            }
            End::Saved(_) | End::AtOnce => {
                self.signal(Signal::KILL);
                return self.await_end();
            }
            End::HangUp => {
                self.window.close();
                return self.await_end();
            }
        }
        self.check_restored()
    }

    /// Types `:q!` repeatedly until it is obeyed: while the program is suspended, input goes to its
    /// shell.
    fn quit(&mut self) {
        const TIMES: usize = 3;
        for _ in 0..TIMES {
            self.enter(b"q!");
            let watch = self.stopwatch();
            while self.life() == Life::Running && !watch.is_over(BOUND / 5) {
                thread::sleep(Duration::from_millis(2));
            }
        }
    }

    fn await_end(&mut self) -> Result<(), Fault> {
        let bound = if self.start.own.is_some() { ENDS_WITHIN } else { BOUND };
        let watch = self.stopwatch();
        while self.life() == Life::Running || self.pid.is_some_and(is_running) {
            if watch.is_over(bound) {
                return Err(Fault(format!("it goes on {bound:?} after {}", self.start.end)));
            }
            thread::sleep(Duration::from_millis(2));
        }
        Ok(())
    }

    fn expect_status(&mut self, expected: u32) -> Result<(), Fault> {
        self.await_end()?;
        let status = self.ended.as_ref().expect("it has ended");
        if status.signal().is_some() || status.exit_code() != expected {
            return Err(Fault(format!("it ended with {status}, not {expected}")));
        }
        Ok(())
    }

    /// Checks that the terminal is restored.
    fn check_restored(&self) -> Result<(), Fault> {
        let at_rest = |state: &State| state.scanner.changed_modes().is_empty();
        let (watch, moment) = (self.stopwatch(), BOUND / 10);
        while self.window.wait(moment, |state| at_rest(state).then_some(())).is_none() {
            if has_dropped_output(&self.window.state()) {
                break;
            }
            if watch.is_over(BOUND) {
                let modes = self.window.state().scanner.changed_modes();
                return Err(Fault(format!("these modes are left switched: {modes:?}")));
            }
        }
        self.check_discipline()
    }

    fn check_discipline(&self) -> Result<(), Fault> {
        self.window.changed_discipline().map_or(Ok(()), |change| Err(Fault(change)))
    }

    /// Whether it ended by itself, so that it could finish its files.
    pub(crate) fn ended_by_itself(&self) -> bool {
        let killed = [Signal::KILL, Signal::USR1].map(status_of);
        let by_itself = |status: &ExitStatus| {
            status.signal().is_none() && !killed.contains(&status.exit_code())
        };
        // A shell that received a hang-up does not report its job's status.
        self.start.end == End::HangUp || self.ended.as_ref().is_some_and(by_itself)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.signal(Signal::KILL);
        if self.life() == Life::Running {
            // The shell ends with its terminal.
            self.window.close();
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Whether the terminal turned a key into a signal after the end: it then echoes the key and
/// discards unread output, possibly the very last (`NOFLSH` in termios(3) is off).
fn has_dropped_output(state: &State) -> bool {
    let echoes = ["^C", "^Z", "^\\"];
    state.rows().iter().any(|row| echoes.iter().any(|echo| row.contains(echo)))
}

/// The exit status by which shells recognize a signal.
fn status_of(signal: Signal) -> u32 {
    128 + u32::try_from(signal.as_raw()).expect("signals have small numbers")
}
