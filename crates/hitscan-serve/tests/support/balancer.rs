//! `HAProxy` in front of servers, with the shipped configuration.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::skips::say_skipped;

/// Where to find it: it is not in users' `PATH`.
const PROGRAMS: [&str; 3] = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/usr/bin/haproxy"];

/// The time allowed for it to start.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running balancer, stopped on drop.
pub(crate) struct Balancer {
    child: Child,
    _folder: tempfile::TempDir,
    /// The address that clients connect to.
    pub(crate) address: SocketAddr,
}

impl Balancer {
    /// Starts it in front of these servers; skips the test if it is not installed.
    pub(crate) fn start(servers: &[SocketAddr]) -> Option<Self> {
        let Some(program) = PROGRAMS.into_iter().find(|it| Path::new(it).exists()) else {
            say_skipped("no haproxy");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let free = TcpListener::bind("127.0.0.1:0").expect("an address");
        let address = free.local_addr().expect("an address");
        drop(free);
        let mut text = include_str!("../../dist/haproxy.cfg").to_owned();
        let shipped = |line: &str| line.trim_start().starts_with("server ");
        let like = text.lines().find(|line| shipped(line)).expect("a server").to_owned();
        let lines = servers.iter().enumerate().map(|(number, server)| {
            let (name, address) = (format!("server n{number} "), server.to_string());
            like.replace("server a ", &name).replace("10.0.0.2:2222", &address)
        });
        let lines: Vec<_> = lines.collect();
        assert!(!lines.contains(&like), "{like}");
        let kept: Vec<_> = text.lines().filter(|line| !shipped(line)).collect();
        text = kept.join("\n") + "\n" + &lines.join("\n") + "\n";
        let bind = "bind :2222";
        assert!(text.contains(bind), "{text}");
        text = text.replace(bind, &format!("bind {address}"));
        let file = folder.path().join("haproxy.cfg");
        std::fs::write(&file, text).expect("a file");
        let mut haproxy = Command::new(program);
        haproxy.args(["-db", "-f"]).arg(file).stdout(Stdio::null()).stderr(Stdio::null());
        let child = haproxy.spawn().expect("it runs");
        let begun = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(begun.elapsed() < PATIENCE, "it listens");
            sleep(Duration::from_millis(20));
        }
        Some(Self { child, _folder: folder, address })
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
