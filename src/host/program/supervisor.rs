//! The process between hitscan and a program: it starts the program, tells how it
//! ends, and ends all of its family when hitscan is gone, however that went.
//!
//! hitscan holds the other end of a socket. When that closes, by choice or because
//! hitscan was killed, every process of the family is killed. None escapes: this
//! process leads its own session, whose groups hold no other programs, and on Linux
//! it becomes the parent of every process of the family whose own parent ends. So
//! it kills its children until it has none.
//!
//! How hitscan starts it and hears from it is in `supervised`.

use std::ffi::OsString;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::process::{ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::{
    Pid, Signal, WaitOptions, getpgid, getpgrp, getpid, kill_process, kill_process_group, setsid,
    wait,
};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::low_level::pipe::register;

use super::Words;
use super::message::{Streams, SupervisorMessage};
use super::processes::processes;

/// How long a family is killed, process by process, before this process kills
/// its own group, itself included.
const KILLING_TIME: Duration = Duration::from_millis(500);

/// How long what was killed may take to end before the next look.
const PAUSE: Duration = Duration::from_millis(1);

/// A program and the streams that it gets.
#[derive(Debug)]
pub struct Supervisor {
    streams: Streams,
    words: Words,
}

impl Supervisor {
    /// The supervisor that a command line asks for, the name of this program first;
    /// none if it asks for anything else.
    #[must_use]
    pub fn asked_for(words: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let mut words = words.into_iter().skip(1);
        let streams = Streams::of_option(&words.next()?)?;
        Some(Self { streams, words: Words::new(words)? })
    }

    /// Starts the program, and waits until hitscan is done with it.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        match self.supervise() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                // It has no other use for standard error than a start by hand.
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
        // A group leader has a session of its own already, when started by hand.
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

/// Makes the pipes of the program, and sends hitscan its ends of them.
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

/// Makes this process the parent of processes of the family whose parent ends.
fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    {
        // Without it, those that leave the group of the program are not known.
        let _: Result<(), Errno> = rustix::process::set_child_subreaper(Some(getpid()));
    }
}

/// A program, and all that it has started.
#[derive(Debug)]
struct Family {
    program: Pid,
    /// Whether the program has ended, so that its id may be another's.
    is_reaped: bool,
}

impl Family {
    /// Waits until hitscan closes its end of the line, and tells it when the program
    /// ends. A signal that asks this process to end is obeyed.
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

    /// Takes note of processes that have ended, and gives the status of the program to
    /// `tell`. Whether there are others.
    fn reap(&mut self, mut tell: impl FnMut(i32) -> io::Result<()>) -> io::Result<Others> {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((id, status))) if id == self.program => {
                    self.is_reaped = true;
                    tell(status.as_raw())?;
                }
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return Ok(Others::Live),
                Err(_) => return Ok(Others::None),
            }
        }
    }

    /// Kills every process of the family. The children of a process that was killed
    /// become children of this one, so that no id is taken for that of a stranger.
    fn end(mut self) {
        let begun = Instant::now();
        while begun.elapsed() < KILLING_TIME {
            if matches!(self.reap(|_| Ok(())), Ok(Others::None)) {
                return;
            }
            if !self.is_reaped {
                kill_with_group(self.program);
            }
            children().for_each(kill_with_group);
            thread::sleep(PAUSE);
        }
        // They may be in this group, and multiply faster than they are killed.
        let _: Result<(), Errno> = kill_process_group(getpgrp(), Signal::KILL);
    }
}

/// Whether processes of a family live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    Live,
    None,
}

/// Kills a child, and its group unless that is the group of this process. What cannot
/// be killed has ended, or belongs to another user.
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
