//! What the environment says about the terminal and the user, read once.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::thread;

use rustix::process::{Resource, getrlimit};

use super::CliError;
use crate::app::ColorDepth;
use crate::app::Connection;
use crate::host::pictures::Coloring;
use crate::term::{self, Charset};

/// The environment variables that matter, decoded.
#[derive(Clone, Debug)]
pub struct Environment {
    /// The kind of terminal: `TERM`, empty if it is not set.
    pub term: OsString,
    /// Whether to use colours unless something else decides: `NO_COLOR` (<https://no-color.org>).
    pub coloring: Coloring,
    /// How many colours the terminal has: `COLORTERM`, `TERM`.
    pub depth: ColorDepth,
    /// Whether a screen reader is in use: `ACCESSIBLE`.
    pub is_accessible: bool,
    /// Whether the terminal is at the end of a slow line: `SSH_CONNECTION`, `SSH_TTY`,
    /// `SSH_CLIENT`.
    pub line: Connection,
    /// Which characters the locale can show.
    pub charset: Charset,
    /// Whether it is unclear how wide the locale makes box-drawing lines.
    pub doubts_line_glyphs: bool,
}

impl Environment {
    /// Reads the environment of the process.
    pub fn read() -> Self {
        let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let charset = term::locale_charset(|name| env::var_os(name));
        let of_ssh = ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"];
        let is_over_ssh = of_ssh.into_iter().any(|name| env::var_os(name).is_some());
        Self {
            term: env::var_os("TERM").unwrap_or_default(),
            coloring: if is_set("NO_COLOR") { Coloring::Uncolored } else { Coloring::Colored },
            depth: depth(),
            is_accessible: is_set("ACCESSIBLE")
                && env::var_os("ACCESSIBLE").is_some_and(|value| value != "0"),
            line: if is_over_ssh { Connection::Remote } else { Connection::Local },
            charset,
            doubts_line_glyphs: term::locale_is_wide(|name| env::var_os(name)),
        }
    }

    /// Why a user at a terminal gets lines instead of a screen, if that is so.
    pub fn wants_lines(&self) -> Option<&'static str> {
        let is_dumb = self.term.is_empty() || self.term == "dumb";
        match (is_at_terminal(), self.is_accessible, is_dumb) {
            (true, true, _) => Some("ACCESSIBLE is set"),
            (true, false, true) => Some("this terminal cannot move its cursor"),
            _ => None,
        }
    }

    /// Whether there is a terminal to draw on.
    pub fn has_a_screen(&self) -> bool {
        is_at_terminal() && self.wants_lines().is_none()
    }
}

/// The least stack of a process. What nests deepest takes a fifth of it; a release build takes less.
pub(super) const LEAST_STACK_BYTES: u64 = 1 << 20;

/// Refuses a stack that the program could run out of, which would end it without a word.
///
/// # Errors
/// When the system gives less than 1 MiB.
pub fn require_stack() -> Result<(), CliError> {
    match getrlimit(Resource::Stack).current {
        Some(bytes) if bytes < LEAST_STACK_BYTES => {
            let [found, least] = [bytes, LEAST_STACK_BYTES].map(|bytes| bytes >> 10);
            Err(CliError::other(format_args!(
                "a stack of {found} KiB is too small; expected {least} KiB or more: ulimit -s {least}"
            )))
        }
        _ => Ok(()),
    }
}

/// How many threads to work on: as many as there are cores, but one where `ulimit -v` leaves the
/// memory of others no room, which makes every allocation in them a detour; then says so.
pub(super) fn threads(mut errors: impl Write) -> NonZeroUsize {
    /// What the C library reserves for each thread, twice, since it aligns it.
    const OF_A_THREAD: u64 = 128 << 20;
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let wanted = u64::try_from(cores.get()).unwrap_or(u64::MAX).saturating_mul(OF_A_THREAD);
    match getrlimit(Resource::As).current {
        Some(bytes) if bytes < wanted && cores > NonZeroUsize::MIN => {
            let [found, wanted] = [bytes, wanted].map(|bytes| bytes >> 20);
            // If standard error is closed, nobody waits for it.
            let _ = writeln!(
                errors,
                "hitscan: on one core of {cores}, since ulimit -v leaves {found} MiB; all take {wanted}"
            );
            NonZeroUsize::MIN
        }
        _ => cores,
    }
}

/// Whether standard input and output are both terminals.
pub(super) fn is_at_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn depth() -> ColorDepth {
    let says = |name: &str, any: &[&str]| {
        let value = env::var_os(name).unwrap_or_default();
        let value = value.to_string_lossy().to_ascii_lowercase();
        any.iter().any(|word| value.contains(word))
    };
    if says("COLORTERM", &["truecolor", "24bit"]) {
        ColorDepth::Rgb
    } else if says("TERM", &["256color", "direct"]) {
        ColorDepth::Indexed
    } else {
        ColorDepth::Sixteen
    }
}
