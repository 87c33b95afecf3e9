//! The process between hitscan and a program: it starts the program, reports how it ends, and kills
//! its whole family when hitscan is gone, for whatever reason.
//!
//! hitscan holds the other end of a socket. When that closes, on purpose or because hitscan was
//! killed, every process of the family is killed. None escapes: this process leads its own session,
//! whose groups contain no other programs, and on Linux it is the subreaper, which becomes the
//! parent of every process of the family whose own parent ends. So it kills its children until it
//! has none.
//!
//! The other side of this, in hitscan, lives in `supervised`.

use std::ffi::OsString;
use std::io::{PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::{
    Pid, Signal, WaitOptions, getpgid, getpgrp, getpid, kill_process, kill_process_group, setsid,
    wait,
};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::low_level::pipe::register;

use super::CommandWords;
use super::supervised::{Streams, SupervisorMessage};

/// How long to kill a family process by process, before this process kills its own group, itself
/// included.
const KILLING_TIME: Duration = Duration::from_millis(500);

/// The pause between two checks whether killed processes have ended.
const PAUSE: Duration = Duration::from_millis(1);

/// A program and its streams.
#[derive(Debug)]
pub struct Supervisor {
    streams: Streams,
    words: CommandWords,
}

impl Supervisor {
    /// The supervisor that a command line asks for, where the first word is the name of this
    /// program; `None` for any other command line.
    pub fn asked_for(words: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let mut words = words.into_iter().skip(1);
        let streams = Streams::of_option(&words.next()?)?;
        Some(Self { streams, words: CommandWords::new(words)? })
    }

    /// Starts the program, and waits until hitscan is done with it.
    pub fn run(&self) -> ExitCode {
        match self.supervise() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                // It uses standard error only when started by hand.
                let _ = writeln!(io::stderr(), "hitscan: a part of hitscan try: {error}");
                ExitCode::FAILURE
            }
        }
    }

    fn supervise(&self) -> io::Result<()> {
        let mut line = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
        let (signalled, signals) = UnixStream::pair()?;
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            register(signal, signals.try_clone()?)?;
        }
        let (child_ended, ends) = UnixStream::pair()?;
        child_ended.set_nonblocking(true)?;
        register(SIGCHLD, ends)?;
        // This fails if started by hand as a group leader, which has its own session already.
        let _: Result<Pid, Errno> = setsid();
        adopt_orphans();
        let stdio = match self.streams {
            Streams::Piped => send_pipes(&line)?,
            Streams::Shared => [Stdio::null(), Stdio::inherit(), Stdio::inherit()],
        };
        let program = match self.words.start_as_child(stdio) {
            Ok(program) => program,
            Err(error) => {
                let number = error.raw_os_error().unwrap_or_default();
                return line.write_all(&SupervisorMessage::NotStarted(number).bytes());
            }
        };
        let mut family = Family { program: Pid::from_child(&program), is_reaped: false };
        let told = line.write_all(&SupervisorMessage::Started.bytes());
        let waited = told.and_then(|()| family.wait(&mut line, &child_ended, signalled.as_fd()));
        family.end();
        waited
    }
}

/// Creates the pipes of the program, and sends hitscan its ends of them.
fn send_pipes(line: &UnixStream) -> io::Result<[Stdio; 3]> {
    let (stdin, input): (PipeReader, PipeWriter) = io::pipe()?;
    let (output, stdout) = io::pipe()?;
    let (errors, stderr) = io::pipe()?;
    let ends = [input.as_fd(), output.as_fd(), errors.as_fd()];
    let mut room = [const { std::mem::MaybeUninit::uninit() }; rustix::cmsg_space!(ScmRights(3))];
    let mut attached = SendAncillaryBuffer::new(&mut room);
    if !attached.push(SendAncillaryMessage::ScmRights(&ends)) {
        return Err(io::Error::other("no room for three pipes"));
    }
    let bytes = SupervisorMessage::Pipes.bytes();
    sendmsg(line, &[io::IoSlice::new(&bytes)], &mut attached, SendFlags::empty())?;
    Ok([stdin.into(), stdout.into(), stderr.into()])
}

/// Makes this process the subreaper of the family.
fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    {
        // Without it, processes that leave the group of the program cannot be found.
        let _: Result<(), Errno> = rustix::process::set_child_subreaper(Some(getpid()));
    }
}

/// A program, and everything it has started.
#[derive(Debug)]
struct Family {
    program: Pid,
    /// Whether the program has been reaped, so that its id may be reused.
    is_reaped: bool,
}

impl Family {
    /// Waits until hitscan closes its end of the socket, and reports when the program exits. Also
    /// ends on a termination signal.
    fn wait(
        &mut self,
        line: &mut UnixStream,
        mut child_ended: &UnixStream,
        signalled: BorrowedFd<'_>,
    ) -> io::Result<()> {
        loop {
            let mut sources = [line.as_fd(), signalled, child_ended.as_fd()]
                .map(|source| PollFd::from_borrowed_fd(source, PollFlags::IN));
            match poll(&mut sources, None) {
                Ok(_) => {}
                Err(Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            }
            let [closed, signalled, child] = sources.map(|source| !source.revents().is_empty());
            if closed || signalled {
                return Ok(());
            }
            if child {
                while matches!(child_ended.read(&mut [0; 64]), Ok(count) if count > 0) {}
                self.reap(|status| line.write_all(&SupervisorMessage::Ended(status).bytes()))?;
            }
        }
    }

    /// Reaps processes that have ended, and passes the status of the program to `tell`. Returns
    /// whether others are left.
    fn reap(&mut self, mut tell: impl FnMut(i32) -> io::Result<()>) -> io::Result<bool> {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((id, status))) if id == self.program => {
                    self.is_reaped = true;
                    tell(status.as_raw())?;
                }
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return Ok(true),
                Err(_) => return Ok(false),
            }
        }
    }

    /// Kills every process of the family. The children of a killed process become children of this
    /// one, so that no id can belong to an unrelated process.
    fn end(mut self) {
        let begun = Instant::now();
        while begun.elapsed() < KILLING_TIME {
            if matches!(self.reap(|_| Ok(())), Ok(false)) {
                return;
            }
            if !self.is_reaped {
                kill_with_group(self.program);
            }
            children().for_each(kill_with_group);
            thread::sleep(PAUSE);
        }
        // They may be in this process's group, and multiply faster than they are killed one by one.
        let _: Result<(), Errno> = kill_process_group(getpgrp(), Signal::KILL);
    }
}

/// Kills a child, and its group unless it is the group of this process. A child that cannot be
/// killed has ended, or belongs to another user.
fn kill_with_group(child: Pid) {
    if let Some(group) = getpgid(Some(child)).ok().filter(|&group| group != getpgrp()) {
        let _: Result<(), Errno> = kill_process_group(group, Signal::KILL);
    }
    let _: Result<(), Errno> = kill_process(child, Signal::KILL);
}

/// The children of this process that have not ended.
fn children() -> impl Iterator<Item = Pid> {
    let own = Some(getpid());
    processes().filter(move |process| process.parent == own).map(|process| process.id)
}

/// A process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Process {
    pub(super) id: Pid,
    pub(super) parent: Option<Pid>,
    pub(super) session: Option<Pid>,
}

/// All processes that have not ended.
pub(super) fn processes() -> impl Iterator<Item = Process> {
    let entries = fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(read).filter(|(_, state)| *state != 'Z').map(|(process, _)| process)
}

/// A process, and the letter of its state.
fn read(entry: io::Result<fs::DirEntry>) -> Option<(Process, char)> {
    let entry = entry.ok()?;
    let id = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
    let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
    // After the name, which may contain anything: state, parent, group, session.
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ');
    let state = fields.next()?.chars().next()?;
    let mut ids = fields.map(|field| field.parse().ok().and_then(Pid::from_raw));
    let (parent, _group, session) = (ids.next()?, ids.next()?, ids.next()?);
    Some((Process { id, parent, session }, state))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::getpid;
    use rustix::process::getppid;

    use super::*;

    // The session is not checked: in a container it may be 0, which rustix rejects.
    #[test]
    fn this_process_is_among_them_with_its_parent() {
        let own = processes().find(|process| process.id == getpid()).expect("it runs");
        assert_eq!(own.parent, getppid());
    }
}
