//! Inside tmux and GNU screen the picture is the same as in any terminal, even after parts of it
//! have moved.

use std::cell::RefCell;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::program::HITSCAN;
use crate::terminal::{Start, Terminal};
use crate::tools::{find_or_skip, until};

const RIGHT: &str = "\x1b[C";

/// The rows of the picture after this many nudges, as on a plain terminal.
fn expected(nudges: usize) -> Vec<String> {
    let mut terminal = Start::hitscan([""; 0]).run_to("start two boxes");
    for nudge in 1..=nudges {
        terminal.send(RIGHT).wait_for_text(&format!("frame {nudge} boxes"));
    }
    terminal.wait_for("all of it", |screen| !screen.rows[23].trim().is_empty()).rows
}

/// A session of a multiplexer with the program running in it.
trait Multiplexer {
    fn send(&self, keys: &str);
    fn rows(&self) -> Option<Vec<String>>;
}

fn check(session: &impl Multiplexer, name: &str) {
    for nudges in 0..=6 {
        if nudges > 0 {
            session.send(RIGHT);
        }
        let wanted: Vec<String> =
            expected(nudges).iter().map(|row| row.trim_end().to_owned()).collect();
        let mut last = Vec::new();
        let frame = format!("frame {nudges} ");
        until(&format!("{name} to show {frame}"), || {
            last = session.rows()?.iter().map(|row| row.trim_end().to_owned()).collect();
            last.iter().any(|row| row.contains(&frame)).then_some(())
        });
        // The rest of the frame may still be on its way.
        until(&format!("{name} to show\n{}\nnot\n{}", wanted.join("\n"), last.join("\n")), || {
            let rows = session.rows()?;
            let shows = rows.iter().map(|row| row.trim_end()).eq(wanted.iter().map(String::as_str));
            shows.then_some(())
        });
    }
}

fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_remove("TMUX").env_remove("STY").env_remove("NO_COLOR");
    command.env("LANG", "C.UTF-8").env("LC_ALL", "C.UTF-8").env("TERM", "xterm-256color");
    // No user settings, no state directory, and a shell that accepts commands.
    command.env("XDG_CONFIG_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.env("XDG_STATE_HOME", "/dev/null").env("SHELL", "/bin/sh");
    command.stdin(Stdio::null());
    command
}

struct Tmux {
    program: PathBuf,
    folder: TempDir,
}

impl Tmux {
    fn run(&self, arguments: &[&str]) -> Option<String> {
        let mut command = command(&self.program);
        command.env("TMUX_TMPDIR", self.folder.path()).args(["-u", "-f", "/dev/null"]);
        let output = command.args(arguments).output().expect("tmux can be started");
        output.status.success().then(|| String::from_utf8(output.stdout).expect("rows are text"))
    }
}

impl Multiplexer for Tmux {
    fn send(&self, keys: &str) {
        self.run(&["send-keys", "-l", keys]).expect("the session is there");
    }

    fn rows(&self) -> Option<Vec<String>> {
        Some(self.run(&["capture-pane", "-p"])?.lines().map(str::to_owned).collect())
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}

#[test]
fn in_tmux_the_picture_is_the_same() {
    let Some(program) = find_or_skip("tmux", "tmux") else { return };
    let folder = tempfile::tempdir().expect("there is room");
    let tmux = Tmux { program, folder };
    let begun = tmux.run(&[
        "new-session",
        "-d",
        "-x",
        "80",
        "-y",
        "24",
        HITSCAN,
        ";",
        "set",
        "-g",
        "status",
        "off",
    ]);
    begun.expect("a session is begun");
    check(&tmux, "tmux");
}

/// Its own dumps of a screen have no characters beyond Latin-1, so the session is shown on another
/// terminal, which is read.
struct GnuScreen {
    terminal: RefCell<Terminal>,
    program: PathBuf,
    folder: TempDir,
}

impl Multiplexer for GnuScreen {
    fn send(&self, keys: &str) {
        self.terminal.borrow_mut().send(keys);
    }

    fn rows(&self) -> Option<Vec<String>> {
        Some(self.terminal.borrow().screen().rows)
    }
}

impl Drop for GnuScreen {
    fn drop(&mut self) {
        let mut command = command(&self.program);
        command.env("SCREENDIR", self.folder.path().join("sockets"));
        // It may have ended.
        let _ = command.args(["-S", "hitscan", "-X", "quit"]).stdout(Stdio::null()).status();
    }
}

#[test]
fn in_gnu_screen_the_picture_is_the_same() {
    let Some(program) = find_or_skip("screen", "screen") else { return };
    let folder = tempfile::tempdir().expect("there is room");
    let (sockets, settings) = (folder.path().join("sockets"), folder.path().join("screenrc"));
    fs::create_dir(&sockets).expect("there is room");
    fs::set_permissions(&sockets, Permissions::from_mode(0o700)).expect("it is ours");
    fs::write(&settings, "startup_message off\naltscreen on\n").expect("there is room");
    let path = |path: &Path| path.to_str().expect("its name is text").to_owned();
    let arguments = ["-c", &path(&settings), "-U", "-S", "hitscan", HITSCAN];
    let start = Start::program(&path(&program), arguments).env("SCREENDIR", &path(&sockets));
    let terminal = RefCell::new(start.env("LC_ALL", "C.UTF-8").env("SHELL", "/bin/sh").run());
    check(&GnuScreen { terminal, program, folder }, "screen");
}
