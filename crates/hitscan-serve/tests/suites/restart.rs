//! Tests of restarting the server while a class works.

use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use russh::client;
use russh::keys::{HashAlg, PublicKeyOrCertificate};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::idle::at_lessons;
use crate::support::process::Installed;
use crate::support::visitor::Visitor;

/// Logs in this many students, who each complete a step.
async fn students(installed: &Installed, address: SocketAddr, count: usize) -> Vec<Visitor> {
    let mut all = at_lessons(installed, address, count).await;
    for student in &mut all {
        student.press(":next\r:answer 1\r").await;
        student.sees("WHAT YOU JUST LEARNED").await;
    }
    all
}

/// Records the host's key.
struct SeenHost(Arc<Mutex<String>>);

impl client::Handler for SeenHost {
    type Error = russh::Error;

    async fn check_server_key(
        &mut self,
        host: &PublicKeyOrCertificate,
    ) -> Result<bool, Self::Error> {
        *self.0.lock().expect("no panic") =
            host.public_key().fingerprint(HashAlg::Sha256).to_string();
        Ok(true)
    }
}

#[tokio::test]
async fn the_host_key_is_the_same_after_a_restart() {
    let installed = Installed::new();
    let printed = installed.command(&["host-key"]).output().expect("it runs");
    let printed = String::from_utf8(printed.stdout).expect("text");
    for _ in 0..2 {
        let server = installed.starts();
        let seen = Arc::new(Mutex::new(String::new()));
        let host = SeenHost(Arc::clone(&seen));
        client::connect(Arc::default(), server.address, host).await.expect("a connection");
        let seen = seen.lock().expect("no panic").clone();
        assert!(seen.starts_with("SHA256:") && printed.contains(&seen), "{seen}: {printed}");
        server.terminate();
        assert_eq!(server.ends().code(), Some(0));
    }
}

/// Checks that all students are warned, keep their work and get their terminal back.
async fn ends_gently(count: usize) {
    let installed = Installed::new();
    let server = installed.starts();
    let mut all = students(&installed, server.address, count).await;
    server.terminate();
    for (number, student) in all.iter_mut().enumerate() {
        let told = "the server restarts; your work is kept; ssh again in a moment".to_owned();
        assert_eq!(student.ends().await, (Some(0), told), "s{number}");
        let left = String::from_utf8_lossy(&student.out).into_owned();
        assert!(left.contains("the server restarts in"), "s{number} is warned before");
        assert!(
            left.contains("\u{1b}[?1049l"),
            "s{number}: the terminal leaves the alternate screen"
        );
        let work = installed.work_of(&format!("s{number}"));
        assert!(work.contains("\nanswer "), "s{number}: work is kept: {work}");
    }
    assert_eq!(server.ends().code(), Some(0));
    let names: Vec<_> = (0..count).map(|number| format!("s{number}")).collect();
    installed.grades(&names.iter().map(String::as_str).collect::<Vec<_>>());
}

#[tokio::test]
async fn sigterm_is_gentle_to_a_class() {
    ends_gently(25).await;
}

#[tokio::test]
#[ignore = "takes a minute: by hand, in release"]
async fn sigterm_is_gentle_to_three_hundred() {
    ends_gently(300).await;
}

#[tokio::test]
async fn a_second_sigterm_ends_at_once() {
    let installed = Installed::new();
    let server = installed.starts();
    let mut all = students(&installed, server.address, 1).await;
    server.terminate();
    all[0].sees("the server restarts in").await;
    server.terminate();
    assert_eq!(all[0].ends().await.0, Some(0));
    assert_eq!(server.ends().code(), Some(0));
}

/// The service manager holds the socket: clients that connect meanwhile wait, and get in.
#[tokio::test]
async fn no_login_is_refused_during_a_restart() {
    let installed = Installed::new();
    let listener = TcpListener::bind("127.0.0.1:0").expect("an address");
    let address = listener.local_addr().expect("an address");
    let server = installed.starts_on(&listener);
    let mut here = students(&installed, address, 1).await;
    server.terminate();
    here[0].sees("the server restarts in").await;
    let mut coming = JoinSet::new();
    for number in 0..100_u64 {
        let (code, user) = (installed.code.clone(), format!("r{number}"));
        coming.spawn(async move {
            sleep(Duration::from_millis(20 * number)).await;
            let student = Visitor::by_code(address, &user, &code).await;
            let mut student = student.on_a_screen("").await;
            student.sees("Your own code:").await;
        });
    }
    let ended = tokio::task::spawn_blocking(move || server.ends()).await.expect("no panic");
    assert_eq!(ended.code(), Some(0));
    let _next = installed.starts_on(&listener);
    let all = timeout(Duration::from_secs(60), coming.join_all()).await;
    assert_eq!(all.expect("all students log in").len(), 100);
}
