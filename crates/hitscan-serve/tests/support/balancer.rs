//! `HAProxy` in front of servers, with the configuration that is shipped.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::skips::say_skipped;

/// Where it is looked for: it is outside of the path of users.
const PROGRAMS: [&str; 3] = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy", "/usr/bin/haproxy"];

/// It runs until this is dropped.
pub(crate) struct Balancer {
    child: Child,
    _folder: tempfile::TempDir,
    /// Where visitors come.
    pub(crate) address: SocketAddr,
}

impl Balancer {
    /// In front of one or two servers; none where it is not installed, which is said.
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
        let other = match servers {
            [_, other] => format!("server b {other}"),
            _ => "# server b 10.0.0.3:2222".to_owned(),
        };
        for (shipped, here) in [
            ("bind :2222", format!("bind {address}")),
            ("server a 10.0.0.2:2222", format!("server a {}", servers[0])),
            ("server b 10.0.0.3:2222", other),
        ] {
            assert!(text.contains(shipped), "{shipped}");
            text = text.replace(shipped, &here);
        }
        let file = folder.path().join("haproxy.cfg");
        std::fs::write(&file, text).expect("a file");
        let mut haproxy = Command::new(program);
        haproxy.args(["-db", "-f"]).arg(file).stdout(Stdio::null()).stderr(Stdio::null());
        let child = haproxy.spawn().expect("it runs");
        Some(Self { child, _folder: folder, address })
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
