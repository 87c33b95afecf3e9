//! A pty and what runs in it.

use std::ffi::OsStr;

use portable_pty::{CommandBuilder, PtyPair, PtySize, native_pty_system};

/// A program with its arguments in a clean environment, in which no session is saved for recovery.
pub(crate) fn command<S: AsRef<OsStr>>(
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = S>,
) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
    command.args(arguments);
    command.env_clear();
    let state = ("XDG_STATE_HOME", "/dev/null");
    for (name, value) in [("TERM", "xterm"), ("LANG", "C.UTF-8"), state] {
        command.env(name, value);
    }
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path);
    }
    command.cwd(env!("CARGO_TARGET_TMPDIR"));
    command
}

/// A new pty.
pub(crate) fn open(columns: u16, rows: u16) -> PtyPair {
    native_pty_system().openpty(size(columns, rows)).expect("there are ptys left")
}

/// A size in cells.
pub(crate) fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}
