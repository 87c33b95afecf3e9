//! Why a program's answers cannot be used.

use std::io;
use std::process::ExitStatus;

use thiserror::Error;

use hitscan_core::scene::excerpt;

/// What is wrong with a program that was asked.
#[derive(Debug, Error)]
pub enum ProgramFault {
    /// It could not be started; `instead` is a command that might work.
    #[error("{program}: cannot be started: {why}")]
    NotStarted {
        /// The program.
        program: String,
        /// Why not.
        why: String,
        /// What to start instead.
        instead: Option<String>,
    },
    /// It printed something other than an answer.
    #[error(
        "answer {number} is \"{}\", to: {line}. Right is hit or miss alone on a line; \
         other prints belong on stderr",
        excerpt(.answer)
    )]
    NoAnswer {
        /// Which answer, from 1.
        number: usize,
        /// What it printed.
        answer: String,
        /// What it was asked.
        line: String,
    },
    /// It answers by the other protocol.
    #[error("answer {number} is {}: --protocol {other} reads that", excerpt(.answer))]
    OtherProtocol {
        /// Which answer, from 1.
        number: usize,
        /// What it printed.
        answer: String,
        /// The protocol that reads it.
        other: &'static str,
    },
    /// It printed something other than an answer in JSON.
    #[error("answer {number} {what}; right is {{\"id\":\"{number}\",\"hit\":true}}")]
    NoJsonAnswer {
        /// Which answer, from 1.
        number: usize,
        /// What is wrong with it.
        what: String,
    },
    /// It gave more answers than it was asked lines.
    #[error("more than {lines} answers to {lines} lines: print one for each, nothing else")]
    TooMany {
        /// How many lines it was asked.
        lines: usize,
    },
    /// It answers one line and exits, every time it is started.
    #[error(
        "it answered one line and ended; read lines until the end of input \
         (--template python shows how)"
    )]
    OneLine,
    /// It exited with status 0 and lines unanswered.
    #[error("ended after {answers} of {lines} answers, {}; next was: {next}", how_it_ended(*.status))]
    Ended {
        /// How many answers it gave.
        answers: usize,
        /// How many lines it was asked.
        lines: usize,
        /// How it ended; `None` if it closed its output and kept running.
        status: Option<ExitStatus>,
        /// The first line without an answer.
        next: String,
    },
    /// It was silent for too long.
    #[error(
        "no answer for {seconds} s{}; first without one: {next}",
        if *.input_ended { ", though its input had ended" } else { "" }
    )]
    Silent {
        /// For how long.
        seconds: String,
        /// Whether its input had ended by then.
        input_ended: bool,
        /// The first line without an answer.
        next: String,
    },
    /// An answer is too long.
    #[error("answer {number} is longer than {longest} bytes: \"{}\"", excerpt(.start))]
    TooLong {
        /// Which answer, from 1.
        number: usize,
        /// The limit, in bytes.
        longest: usize,
        /// How it begins.
        start: String,
    },
    /// Its pipes cannot be used.
    #[error("its pipes failed: {0}")]
    Pipes(#[from] io::Error),
}

impl ProgramFault {
    /// A command to start instead, where one is likely to work.
    pub fn instead(&self) -> Option<&str> {
        match self {
            Self::NotStarted { instead, .. } => instead.as_deref(),
            _ => None,
        }
    }
}

/// `status 1`, `signal 9`, `its output closed`.
pub fn how_it_ended(status: Option<ExitStatus>) -> String {
    use std::os::unix::process::ExitStatusExt;
    match status.map(|status| (status.code(), status.signal())) {
        Some((Some(code), _)) => format!("status {code}"),
        Some((None, Some(signal))) => signal_name(signal),
        Some((None, None)) | None => "its output closed".to_owned(),
    }
}

/// `SIGSEGV`, `SIGFPE, a division by zero`.
fn signal_name(signal: i32) -> String {
    use signal_hook::consts::{
        SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGKILL, SIGPIPE, SIGSEGV, SIGTERM,
    };
    const NAMES: [(i32, &str); 8] = [
        (SIGABRT, "SIGABRT"),
        (SIGBUS, "SIGBUS"),
        (SIGFPE, "SIGFPE, a division by zero"),
        (SIGILL, "SIGILL"),
        (SIGKILL, "SIGKILL"),
        (SIGPIPE, "SIGPIPE"),
        (SIGSEGV, "SIGSEGV"),
        (SIGTERM, "SIGTERM"),
    ];
    let name = NAMES.iter().find(|(number, _)| *number == signal).map(|(_, name)| *name);
    name.map_or_else(|| format!("signal {signal}"), str::to_owned)
}
