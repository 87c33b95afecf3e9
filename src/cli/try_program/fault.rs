//! Why a trial has no result.

use std::io;
use std::process::ExitStatus;

use thiserror::Error;

use crate::host::program::{self, Crash, CrashingLines, how_it_ended};

/// Why a trial has no result; printed to standard error, with exit status 3.
#[derive(Debug, Error)]
pub(super) enum TryFault {
    #[error("{}", with_instead(.0))]
    Program(#[from] program::ProgramFault),
    #[error("it does not know {kind} pairs (answered ?)")]
    UnknownKind { kind: String },
    #[error("--build ended with {}; nothing was tried", how_it_ended(Some(*.0)))]
    Build(ExitStatus),
    #[error("--build \"{0}\" is not a command: expected a program and its arguments")]
    NoBuild(String),
    #[error("--build cannot be started: {0}")]
    BuildNotStarted(#[from] io::Error),
    #[error("{0}")]
    Crashed(String),
    #[error("{name} ended before its first answer, {how}{says}")]
    EndedFirst { name: String, how: String, says: &'static str },
}

impl TryFault {
    /// How many of the lines that crash a program are shown.
    const MOST_LINES: usize = 10;

    /// A crash that cannot be attributed to one pair, or cannot be reproduced; `line` returns a
    /// line by its index, with its number in the round.
    pub(super) fn crashed(
        crash: &Crash,
        found: &CrashingLines,
        line: impl Fn(usize, usize) -> String,
    ) -> Self {
        let next = line(crash.answers, crash.answers + 1);
        let comes_of = match found {
            CrashingLines::Unknown => String::new(),
            CrashingLines::None => " Asked the same again, it does not crash.".to_owned(),
            CrashingLines::These(lines) if *lines == [crash.answers] => String::new(),
            CrashingLines::These(lines) => {
                let shown = lines.iter().zip(1..).take(Self::MOST_LINES);
                let shown = shown.map(|(&at, number)| "\n  ".to_owned() + &line(at, number));
                let shown: String = shown.collect();
                let more = match lines.len().saturating_sub(Self::MOST_LINES) {
                    0 => String::new(),
                    more => format!("\n  … {more} more"),
                };
                let these = match lines.len() {
                    1 => "this line alone".to_owned(),
                    count => format!("these {count} lines together"),
                };
                format!(" Not on that line alone: it crashes on {these}:{shown}{more}")
            }
        };
        Self::Crashed(format!("{} {}{comes_of}", crash.sentence(), crash.place(&next)))
    }
}

/// The message of the fault, with what to start instead.
fn with_instead(fault: &program::ProgramFault) -> String {
    match fault.instead() {
        Some(instead) => format!("{fault}. Try: hitscan try -- {instead}"),
        None => fault.to_string(),
    }
}
