//! The program itself, as a process of its own.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use russh::keys::PrivateKey;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hitscan-serve");

/// A folder with a class, `3b`, whose roster is open, and a configuration.
pub(crate) struct Installed {
    folder: TempDir,
    /// What is on the blackboard.
    pub(crate) code: String,
}

/// A server that runs until this is dropped.
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

    /// Without a class, and with these lines in its configuration.
    pub(crate) fn with(lines: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        let text = format!("{lines}data = \"{}\"\ndrain = \"1s\"\n", data.display());
        fs::write(folder.path().join("serve.toml"), text).expect("a configuration");
        Self { folder, code: String::new() }
    }

    /// Makes the class, and takes down what is on the blackboard.
    pub(crate) fn makes_a_class(&mut self) {
        let made = self.command(&["class", "new", "3b", "--title", "Monday"]).output();
        let made = made.expect("it runs");
        let said = String::from_utf8_lossy(&made.stdout).into_owned();
        let code = said.lines().find_map(|line| line.strip_prefix("code of 3b: "));
        code.unwrap_or_else(|| panic!("a code: {made:?}")).clone_into(&mut self.code);
    }

    /// Its folder, which goes with it.
    #[cfg(feature = "postgres")]
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.arg("-c").arg(self.folder.path().join("serve.toml")).args(words);
        command
    }

    pub(crate) fn starts(&self) -> Running {
        let mut child = self.command(&["run"]).stdout(Stdio::piped()).spawn().expect("it runs");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line.trim().rsplit(' ').next().and_then(|address| address.parse().ok());
        Running { child, address: address.unwrap_or_else(|| panic!("an address: {line}")) }
    }

    /// The submission of a student.
    pub(crate) fn work_of(&self, student: &str) -> String {
        let work = self.folder.path().join("data/classes/3b/work");
        let path = work.join(student).join(format!("{student}.hits"));
        fs::read_to_string(path).unwrap_or_default()
    }
}

impl Running {
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as `kill -9` does.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How often the threads of a process were switched to.
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

/// A key pair as OpenSSH's client wants it: a file that no one else can read.
pub(crate) fn key_file(folder: &Path, key: &PrivateKey) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join("id");
    let text = key.to_openssh(russh::keys::ssh_key::LineEnding::LF).expect("a key");
    fs::write(&path, text.as_bytes()).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("rights");
    path
}
