//! Why a program cannot be judged.

use std::io;
use std::process::ExitStatus;

use thiserror::Error;

use hitscan_core::scene::{excerpt, printable};

/// What is wrong with the program; it is said on standard error, and the exit
/// status is 3.
#[derive(Debug, Error)]
pub(super) enum Fault {
    #[error("{program}: cannot be started: {why}{}", try_instead(.instead.as_deref()))]
    NotStarted { program: String, why: String, instead: Option<String> },
    #[error(
        "answer {number} is \"{}\", to: {line}. Right is hit or miss alone on a line; \
         other prints belong on stderr",
        excerpt(.answer)
    )]
    NoAnswer { number: usize, answer: String, line: String },
    #[error("more than {lines} answers to {lines} lines: print one for each, nothing else")]
    TooMany { lines: usize },
    #[error("ended after {answers} of {lines} answers, {}; next was: {next}", how(*.status))]
    Ended { answers: usize, lines: usize, status: Option<ExitStatus>, next: String },
    #[error("no answer for {seconds} s{}; first without one: {next}",
        if *.input_ended { ", though its input had ended" } else { "" })]
    Silent { seconds: String, input_ended: bool, next: String },
    #[error("answer {number} is longer than {longest} bytes: \"{}…\"", printable(.start))]
    TooLong { number: usize, longest: usize, start: String },
    #[error("it does not know {kind} pairs (answered ?)")]
    UnknownKind { kind: &'static str },
    #[error("--build ended with {}; nothing was tried", how(Some(*.0)))]
    Build(ExitStatus),
    #[error("--build \"{0}\" is no command: expected a program and its arguments")]
    NoBuild(String),
    #[error("crashed in a round of {lines} lines, on none of them alone")]
    CrashedTogether { lines: usize },
    #[error("its pipes failed: {0}")]
    Pipes(#[from] io::Error),
}

fn try_instead(instead: Option<&str>) -> String {
    instead.map_or_else(String::new, |instead| format!(". Try: {instead}"))
}

fn how(status: Option<ExitStatus>) -> String {
    use std::os::unix::process::ExitStatusExt;
    match status.map(|status| (status.code(), status.signal())) {
        Some((Some(code), _)) => format!("status {code}"),
        Some((None, Some(signal))) => format!("signal {signal}"),
        Some((None, None)) | None => "its output closed".to_owned(),
    }
}
