//! The program, run as a process.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use hitscan::classroom::{Circumstances, ClassWork, GradeFormat};
use russh::keys::PrivateKey;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hitscan-serve");

/// A folder with a class, `3b`, whose roster is open, and a configuration.
pub(crate) struct Installed {
    folder: TempDir,
    /// The code of the class.
    pub(crate) code: String,
}

/// A running server, killed on drop.
pub(crate) struct Running {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Installed {
    pub(crate) fn new() -> Self {
        let mut installed = Self::with("listen = [\"127.0.0.1:0\"]\n");
        installed.makes_a_class();
        let record = installed.folder.path().join("data/classes/3b/class.toml");
        let text = fs::read_to_string(&record).expect("a record");
        let text = text.replace("most_students = 40", "most_students = 1000");
        fs::write(record, text).expect("a record");
        installed
    }

    /// An installation without a class, with these lines in its configuration.
    pub(crate) fn with(lines: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        let drain = if lines.contains("drain = ") { "" } else { "drain = \"1s\"\n" };
        let text = format!("data = \"{}\"\n{drain}{lines}", data.display());
        fs::write(folder.path().join("serve.toml"), text).expect("a configuration");
        Self { folder, code: String::new() }
    }

    /// Makes the class, and stores its code.
    pub(crate) fn makes_a_class(&mut self) {
        let made = self.command(&["class", "new", "3b", "--title", "Monday"]).output();
        let made = made.expect("it runs");
        let said = String::from_utf8_lossy(&made.stdout).into_owned();
        let code = said.lines().find_map(|line| line.strip_prefix("code of 3b: "));
        code.unwrap_or_else(|| panic!("a code: {made:?}")).clone_into(&mut self.code);
    }

    /// Its folder, removed on drop.
    #[cfg(feature = "postgres")]
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.arg("-c").arg(self.folder.path().join("serve.toml")).args(words);
        // As in the service file.
        command.env("MALLOC_ARENA_MAX", "2");
        command
    }

    /// The text of its configuration.
    #[cfg(feature = "nats")]
    pub(crate) fn configuration(&self) -> String {
        fs::read_to_string(self.folder.path().join("serve.toml")).expect("a configuration")
    }

    /// The output of `check` for another configuration.
    #[cfg(feature = "nats")]
    pub(crate) fn checks(&self, configuration: &str) -> String {
        let file = self.folder.path().join("checked.toml");
        fs::write(&file, configuration).expect("a configuration");
        let mut command = Command::new(PROGRAM);
        let output = command.arg("-c").arg(file).arg("check").output().expect("it runs");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    }

    pub(crate) fn starts(&self) -> Running {
        Self::started(self.command(&["run"]))
    }

    /// Starts it with standard error in a file, whose path is returned.
    #[cfg(feature = "postgres")]
    pub(crate) fn starts_with_a_journal(&self) -> (Running, PathBuf) {
        let path = self.folder.path().join("journal");
        let mut command = self.command(&["run"]);
        command.stderr(fs::File::create(&path).expect("a file"));
        (Self::started(command), path)
    }

    /// Starts it on a machine that trusts these certificates.
    #[cfg(feature = "nats")]
    pub(crate) fn starts_trusting(&self, authority: &Path) -> Running {
        let mut command = self.command(&["run"]);
        command.env("SSL_CERT_FILE", authority);
        Self::started(command)
    }

    /// Starts it as a service manager does, with a listening socket that outlives it.
    pub(crate) fn starts_on(&self, listener: &TcpListener) -> Running {
        let of_server = self.command(&["run"]);
        let mut command = Command::new("sh");
        let script = "LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" \"$@\" 3<&0 </dev/null";
        command.args(["-c", script]).arg(of_server.get_program()).args(of_server.get_args());
        let listener = OwnedFd::from(listener.try_clone().expect("a socket"));
        command.stdin(Stdio::from(listener));
        Self::started(command)
    }

    /// Starts it on a small disk of its own, with a copy of the data; none if no disk can be made.
    /// While it runs, the returned folder shows the files on the disk.
    pub(crate) fn starts_on_a_small_disk(&self) -> Option<(Running, PathBuf)> {
        let disk = self.folder.path().join("disk");
        fs::create_dir(&disk).expect("a folder");
        let config = fs::read_to_string(self.folder.path().join("serve.toml")).expect("as above");
        let config = config.replace("/data\"", "/disk\"");
        fs::write(self.folder.path().join("disk.toml"), config).expect("a configuration");
        let alone = ["-rm", "sh", "-c"];
        let mount = "mount -t tmpfs -o size=400k,mode=700 tmpfs disk";
        let mut tried = Command::new("unshare");
        tried.args(alone).arg(mount).current_dir(&self.folder);
        tried.status().ok().filter(ExitStatus::success)?;
        let script = format!("{mount} && cp -a data/. disk && exec \"$0\" -c disk.toml run");
        let mut command = Command::new("unshare");
        command.args(alone).args([&script, PROGRAM]).current_dir(&self.folder);
        let running = Self::started(command);
        let seen = format!("/proc/{}/root{}", running.id(), disk.display());
        Some((running, seen.into()))
    }

    fn started(mut command: Command) -> Running {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it runs");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line.trim().rsplit(' ').next().and_then(|address| address.parse().ok());
        Running { child, address: address.unwrap_or_else(|| panic!("an address: {line}")) }
    }

    /// The record of the class.
    pub(crate) fn record(&self) -> String {
        let path = self.folder.path().join("data/classes/3b/class.toml");
        fs::read_to_string(path).expect("a record")
    }

    /// The submission of a student.
    pub(crate) fn work_of(&self, student: &str) -> String {
        let work = self.folder.path().join("data/classes/3b/work");
        let path = work.join(student).join(format!("{student}.hits"));
        fs::read_to_string(path).unwrap_or_default()
    }

    /// Grades these students' work. Every file must be readable to its end.
    pub(crate) fn grades(&self, students: &[&str]) -> String {
        let names: Vec<_> = students.iter().map(|student| format!("{student}.hits")).collect();
        let read = |name: &str| {
            let student = name.strip_suffix(".hits").expect("as above");
            Ok(self.work_of(student).into_bytes())
        };
        let work =
            ClassWork { known: Circumstances::default(), names: &names, read: &read, pack: None };
        let (report, is_all_read) = work.graded(GradeFormat::Ndjson).expect("the built-in pack");
        assert!(is_all_read, "{report}");
        report
    }
}

impl Running {
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it with SIGKILL.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    pub(crate) fn terminate(&self) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).expect("it runs");
    }

    /// Waits for it to end by itself.
    pub(crate) fn ends(mut self) -> ExitStatus {
        self.child.wait().expect("it ends")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The anonymous memory of a process in KiB, if the system reports it.
pub(crate) fn written_kib(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The context switches of a process's threads.
pub(crate) fn switches(process: u32) -> u64 {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).expect("a process");
    let counts = tasks.filter_map(|task| {
        let status = fs::read_to_string(task.ok()?.path().join("status")).ok()?;
        let counts = status.lines().filter(|line| line.contains("ctxt_switches:"));
        Some(
            counts
                .filter_map(|line| line.split_whitespace().last()?.parse::<u64>().ok())
                .sum::<u64>(),
        )
    });
    counts.sum()
}

/// Writes a key pair as OpenSSH's client requires it, to a file that only its owner can read.
pub(crate) fn key_file(folder: &Path, key: &PrivateKey) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join("id");
    let text = key.to_openssh(russh::keys::ssh_key::LineEnding::LF).expect("a key");
    fs::write(&path, text.as_bytes()).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("rights");
    path
}
