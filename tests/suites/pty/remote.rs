//! Over ssh and a slow line: keys are answered quickly while the world plays, and a nudge costs
//! little.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::HITSCAN;
use crate::relay::{self, Line};
use crate::skips::say_skipped;
use crate::terminal::{Screen, Start, Terminal};
use crate::tools::{find_or_skip, until};

/// A poor line: 25 KB a second, a twentieth of a second each way.
const SLOW: Line = Line { bytes_per_second: 25_000, delay: Duration::from_millis(50) };
/// What a person perceives as almost immediate; the line alone takes 100 ms of it.
const SOON: Duration = Duration::from_millis(250);
/// The most bytes that the program may write for a nudge.
const NUDGE_BYTES: usize = 200;

const ASKED: &[u8] = b"\x1b[6n";

/// Makes the keys with its first argument, and becomes the program of the others. Once the tests
/// are gone, however they ended, it is killed, and the folder with the keys is removed.
const WATCHED: &str = "exec 3<&0 </dev/null
{ read -r _ <&3; kill \"$$\" 2>&-; rm -rf \"$0\"; } &
exec 3<&-
for key in host user; do \"$1\" -q -t ed25519 -N '' -f \"$0/$key\" || exit; done
shift
exec \"$@\"";

/// A private ssh server, and a key for it.
pub(crate) struct Server {
    process: Child,
    folder: TempDir,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn path(path: &Path) -> String {
    path.to_str().expect("its name is text").to_owned()
}

impl Server {
    /// `None`, after printing why, if it cannot run here.
    pub(crate) fn start() -> Option<Self> {
        let sshd = find_or_skip("sshd", "openssh-server")?;
        let keygen = find_or_skip("ssh-keygen", "openssh-client")?;
        find_or_skip("ssh", "openssh-client")?;
        let folder = tempfile::tempdir().expect("there is room");
        if rustix::process::geteuid().is_root() {
            // The directory for privilege separation. If it is missing, the server says so itself.
            let _ = fs::create_dir_all("/run/sshd");
        }
        let free = TcpListener::bind(("127.0.0.1", 0)).expect("there are ports left");
        let port = free.local_addr().expect("it is bound").port();
        drop(free);
        let settings = folder.path().join("settings");
        fs::write(&settings, settings_for(folder.path(), port)).expect("there is room");
        let log = folder.path().join("log");
        fs::create_dir(folder.path().join("home")).expect("there is room");
        let mut command = Command::new("sh");
        command.args(["-c", WATCHED, &path(folder.path()), &path(&keygen), &path(&sshd)]);
        command.args(["-D", "-f", &path(&settings), "-E", &path(&log)]);
        // Out of reach of a Ctrl-C that ends the tests.
        let process = command.process_group(0).stdin(Stdio::piped()).spawn();
        let process = process.expect("sshd can be started");
        let mut server = Self { process, folder, port };
        let listens = until("sshd to listen", || match server.process.try_wait() {
            Ok(None) => TcpStream::connect(("127.0.0.1", port)).is_ok().then_some(true),
            _ => Some(false),
        });
        if !listens {
            let why = fs::read_to_string(&log).unwrap_or_default();
            say_skipped(&format!("sshd does not start here: {}", why.trim()));
            return None;
        }
        // Some users have no shell, or one that accepts no commands.
        let login =
            Command::new("ssh").args(server.arguments(port)).arg("echo $((6 * 7))").output();
        let login = login.expect("ssh can be started");
        if login.stdout == b"42\n" {
            return Some(server);
        }
        let why = [login.stdout, login.stderr].concat();
        let why = String::from_utf8_lossy(&why).trim().replace('\n', " ");
        say_skipped(&format!("this user cannot log in: {why}"));
        None
    }

    /// Sets the options of the key.
    pub(crate) fn restrict(&self, options: &str) {
        let key = self.folder.path().join("user.pub");
        let line = fs::read_to_string(&key).expect("there is a key");
        let line = &line[line.find("ssh-ed25519").expect("it is of this kind")..];
        fs::write(&key, format!("{options} {line}")).expect("there is room");
    }

    /// The program at the far end of a slow line, with a scene.
    fn run(&self, scene: &str) -> Terminal {
        self.at_the_far_end(&format!("LANG=C.UTF-8 exec {HITSCAN} {scene}")).run()
    }

    /// A shell command line at the far end of a slow line.
    pub(crate) fn at_the_far_end(&self, line: &str) -> Start {
        let near = relay::lay(SLOW, self.port);
        let line = format!("export XDG_STATE_HOME=/dev/null; {line}");
        let mut arguments = vec!["-tt".to_owned()];
        arguments.extend(self.arguments(near));
        arguments.push(line);
        let home = path(self.folder.path());
        Start::program("ssh", arguments).env("HOME", &home)
    }

    /// The arguments of `ssh` to log in at this port.
    fn arguments(&self, port: u16) -> Vec<String> {
        let (key, port) = (path(&self.folder.path().join("user")), port.to_string());
        let options = [
            "StrictHostKeyChecking=no",
            "UserKnownHostsFile=/dev/null",
            "LogLevel=ERROR",
            "BatchMode=yes",
            "IdentitiesOnly=yes",
        ];
        let options = options.into_iter().flat_map(|option| ["-o", option]);
        let login = ["-F", "none", "-p", &port, "-i", &key];
        login.into_iter().chain(options).chain(["127.0.0.1"]).map(str::to_owned).collect()
    }
}

/// Its shells have their own home directory: the user's start-up files are not part of a test.
fn settings_for(folder: &Path, port: u16) -> String {
    let folder = path(folder);
    format!(
        "Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nPidFile none\n\
         AuthorizedKeysFile {folder}/user.pub\nStrictModes no\nUsePAM no\n\
         PasswordAuthentication no\nPermitRootLogin yes\nPrintMotd no\nPrintLastLog no\n\
         PermitUserRC no\nSetEnv HOME={folder}/home\n"
    )
}

/// Answers all cursor position queries, as terminals do, until the screen satisfies a condition.
/// Returns how long that took.
#[track_caller]
fn answering_until(
    terminal: &mut Terminal,
    answered: &mut usize,
    what: &str,
    is_so: impl Fn(&Screen) -> bool,
) -> Duration {
    let begun = Instant::now();
    loop {
        let asked = terminal.times_written(ASKED);
        for _ in *answered..asked {
            terminal.send("\x1b[4;60R");
        }
        *answered = asked;
        let screen = terminal.screen();
        if is_so(&screen) {
            return begun.elapsed();
        }
        let late = begun.elapsed() > Duration::from_secs(30);
        assert!(!late, "waited for {what}; the screen is\n{screen}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// How soon stopping a playing scene becomes visible, measured five times, the quickest first; and
/// how many cursor position queries there had been.
fn stops(server: &Server, scene: &str) -> (Vec<Duration>, usize) {
    let mut terminal = server.run(scene);
    let mut answered = 0;
    answering_until(&mut terminal, &mut answered, "the scene", |screen| {
        screen.header().starts_with(scene) && screen.rows[23].contains("play")
    });
    let mut times = Vec::new();
    for _ in 0..5 {
        let stopped = |screen: &Screen| screen.status().ends_with(":pause");
        terminal.keys("Space");
        answering_until(&mut terminal, &mut answered, "it to play", |screen| !stopped(screen));
        // Long enough for frames to queue up, if they did.
        let begun = Instant::now();
        answering_until(&mut terminal, &mut answered, "frames", |_| {
            begun.elapsed() > Duration::from_millis(700)
        });
        terminal.keys("Space");
        times.push(answering_until(&mut terminal, &mut answered, "it to stop", stopped));
    }
    times.sort_unstable();
    println!("{scene}: a stop was seen after {times:?}");
    (times, answered)
}

#[test]
fn start_up_files_of_the_user_are_not_read_at_the_far_end() {
    let Some(server) = Server::start() else { return };
    let home = path(&server.folder.path().join("home"));
    let mut terminal = server.at_the_far_end("echo \"at home in $HOME.\"").size(200, 24).run();
    terminal.wait_for_text(&format!("at home in {home}."));
    assert_eq!(terminal.wait_for_end(), 0);
}

#[test]
fn when_the_tests_are_killed_server_and_keys_are_removed() {
    let Some(mut server) = Server::start() else { return };
    assert!(server.folder.path().join("user").is_file());
    // As the end of this process would.
    drop(server.process.stdin.take());
    until("the server to end", || server.process.try_wait().expect("it was started"));
    until("the keys to go", || (!server.folder.path().exists()).then_some(()));
}

#[test]
fn over_a_slow_line_a_stop_is_seen_soon_while_a_ball_flies() {
    let Some(server) = Server::start() else { return };
    let (times, answered) = stops(&server, "breakout-swept");
    assert!(answered > 5, "frames wait for answers: {answered}");
    // A busy machine is sometimes late; queued frames are always late.
    assert!(times[1] < SOON, "{times:?}");
}

/// A picture of a crowd takes longer on the line; still there are never more than two in flight.
#[test]
fn over_a_slow_line_a_stop_is_seen_soon_while_two_thousand_boxes_move() {
    let Some(server) = Server::start() else { return };
    let (times, answered) = stops(&server, "crowd");
    assert!(answered > 5, "frames wait for answers: {answered}");
    assert!(times[1] < 2 * SOON, "{times:?}");
}

#[test]
fn over_a_slow_line_a_nudge_costs_little() {
    let Some(server) = Server::start() else { return };
    let mut terminal = server.run("start");
    terminal.wait_for("the scene", |screen| screen.status().starts_with("MOVE B"));
    for nudge in 1..=4 {
        let before = terminal.written().len();
        terminal.keys("Right").wait_for_text(&format!("frame {nudge} boxes"));
        let bytes = terminal.written().len() - before;
        assert!(bytes <= NUDGE_BYTES, "{bytes} bytes");
    }
    assert_eq!(terminal.times_written(ASKED), 0, "nothing plays");
    assert_eq!(terminal.keys("q").wait_for_end(), 0);
}
