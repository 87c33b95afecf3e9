//! `NATS` for tests: a server on its own port, which can be killed and restarted there.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::skips::say_skipped;

/// Where to find it: it is not in users' `PATH`.
const PROGRAMS: [&str; 3] =
    ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/usr/bin/nats-server"];
/// The time allowed for it to start.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running server, stopped on drop.
pub(crate) struct Nats {
    program: &'static str,
    words: Vec<String>,
    child: Child,
    folder: tempfile::TempDir,
    port: u16,
}

impl Nats {
    /// Starts a server; skips the test if it is not installed.
    pub(crate) fn start() -> Option<Self> {
        Self::with(Vec::new())
    }

    /// Starts a server that requires TLS.
    pub(crate) fn encrypted(certificates: &Path) -> Option<Self> {
        let file = |name| certificates.join(name).display().to_string();
        let [certificate, key] = ["server.crt", "server.key"].map(file);
        Self::with(vec!["--tls".into(), "--tlscert".into(), certificate, "--tlskey".into(), key])
    }

    /// Starts a server with these arguments, which require a login.
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

    /// Its URL, for the configuration.
    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its socket address.
    pub(crate) fn socket(&self) -> SocketAddr {
        ([127, 0, 0, 1], self.port).into()
    }

    /// Kills it with SIGKILL.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Restarts it on the same port.
    pub(crate) fn start_again(&mut self) {
        let program = (self.program, &*self.words);
        self.child = started(program, self.folder.path(), &self.port.to_string());
        assert_eq!(self.listens(), self.port);
    }

    /// Waits until it listens, and returns its port.
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
