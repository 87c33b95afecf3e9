//! Why a trial has no result.

use std::io;
use std::process::ExitStatus;

use thiserror::Error;

use crate::host::program::{self, how_it_ended};
use hitscan_core::scene::printable;
use hitscan_core::words::crash_sentence;

/// Why a trial has no result; it is said on standard error, and the exit status
/// is 3.
#[derive(Debug, Error)]
pub(super) enum Fault {
    #[error("{}", with_instead(.0))]
    Program(#[from] program::Fault),
    #[error("it does not know {kind} pairs (answered ?)")]
    UnknownKind { kind: String },
    #[error("--build ended with {}; nothing was tried", how_it_ended(Some(*.0)))]
    Build(ExitStatus),
    #[error("--build \"{0}\" is no command: expected a program and its arguments")]
    NoBuild(String),
    #[error("--build cannot be started: {0}")]
    BuildNotStarted(#[from] io::Error),
    #[error("{} It was asked {line}", crash_sentence(&printable(.last)))]
    CrashedOn { line: String, last: String },
    #[error("{name} ended before its first answer, {how}{says}")]
    EndedFirst { name: String, how: String, says: &'static str },
    #[error("crashed in a round of {lines} lines, on none of them alone")]
    CrashedTogether { lines: usize },
}

/// The fault, with what to start instead.
fn with_instead(fault: &program::Fault) -> String {
    match fault.instead() {
        Some(instead) => format!("{fault}. Try: hitscan try -- {instead}"),
        None => fault.to_string(),
    }
}
