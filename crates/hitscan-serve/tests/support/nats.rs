//! `NATS` for tests: a server on an address of its own, which can be killed and started again there.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::skips::say_skipped;

/// Where it is looked for: it is outside of the path of users.
const PROGRAMS: [&str; 3] =
    ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/usr/bin/nats-server"];
/// How long it may take to start.
const PATIENCE: Duration = Duration::from_secs(20);

/// It runs until this is dropped.
pub(crate) struct Nats {
    program: &'static str,
    words: Vec<String>,
    child: Child,
    folder: tempfile::TempDir,
    port: u16,
}

impl Nats {
    /// A server; none where it is not installed, which is said.
    pub(crate) fn start() -> Option<Self> {
        Self::with(Vec::new())
    }

    /// One that speaks TLS alone.
    pub(crate) fn encrypted(certificates: &Path) -> Option<Self> {
        let file = |name| certificates.join(name).display().to_string();
        let [certificate, key] = ["server.crt", "server.key"].map(file);
        Self::with(vec!["--tls".into(), "--tlscert".into(), certificate, "--tlskey".into(), key])
    }

    /// One that takes in who has what these words of its command line say.
    pub(crate) fn guarded(words: &[&str]) -> Option<Self> {
        Self::with(words.iter().map(|&word| word.to_owned()).collect())
    }

    fn with(words: Vec<String>) -> Option<Self> {
        let Some(program) = PROGRAMS.into_iter().find(|it| Path::new(it).exists()) else {
            say_skipped("no nats-server");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let child = started((program, &words), folder.path(), "-1");
        let mut nats = Self { program, words, child, folder, port: 0 };
        nats.port = nats.listens();
        Some(nats)
    }

    /// Where it listens, as the configuration says it.
    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The same as a number.
    pub(crate) fn socket(&self) -> SocketAddr {
        ([127, 0, 0, 1], self.port).into()
    }

    /// Ends it as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again at the same address.
    pub(crate) fn start_again(&mut self) {
        let program = (self.program, &*self.words);
        self.child = started(program, self.folder.path(), &self.port.to_string());
        assert_eq!(self.listens(), self.port);
    }

    /// Waits until it listens, and tells on which port.
    fn listens(&self) -> u16 {
        let file = self.folder.path().join(format!("nats-server_{}.ports", self.child.id()));
        let deadline = Instant::now() + PATIENCE;
        loop {
            let text = fs::read_to_string(&file).unwrap_or_default();
            let port = text.split("//127.0.0.1:").nth(1).and_then(|it| it.split('"').next());
            if let Some(port) = port.and_then(|port| port.parse().ok()) {
                return port;
            }
            assert!(Instant::now() < deadline, "it says where it listens: {text}");
            sleep(Duration::from_millis(20));
        }
    }
}

fn started((program, words): (&str, &[String]), folder: &Path, port: &str) -> Child {
    let mut nats = Command::new(program);
    nats.args(["-a", "127.0.0.1", "-p", port, "--ports_file_dir"]).arg(folder).args(words);
    nats.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs")
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}
