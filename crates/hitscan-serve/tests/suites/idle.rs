//! Tests, on a server process, that idle sessions cost nothing.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::support::process::{Installed, switches};
use crate::support::visitor::Visitor;

/// Logs in this many students, in waves, to stay below the limit of half-open connections.
pub(crate) async fn at_lessons(
    installed: &Installed,
    address: SocketAddr,
    count: usize,
) -> Vec<Visitor> {
    let mut all = Vec::new();
    for wave in (0..count).collect::<Vec<_>>().chunks(50) {
        let mut coming = JoinSet::new();
        for number in wave {
            let (code, user) = (installed.code.clone(), format!("s{number}"));
            coming.spawn(async move {
                let student = Visitor::by_code(address, &user, &code).await;
                let mut student = student.on_a_screen("").await;
                student.begins_lessons().await;
                student
            });
        }
        all.extend(coming.join_all().await);
    }
    all
}

/// Checks that idle sessions cause no output and no context switches.
async fn idle_is_free(students: usize, time: Duration) {
    if !cfg!(target_os = "linux") {
        return crate::support::skips::say_skipped("no /proc");
    }
    let installed = Installed::new();
    let server = installed.starts();
    let mut all = at_lessons(&installed, server.address, students).await;
    // Wait for the threads for blocking work to end after the logins.
    sleep(Duration::from_secs(3)).await;
    for student in &mut all {
        while timeout(Duration::from_millis(1), student.hears()).await.is_ok() {}
    }
    let before = (switches(server.id()), all.iter().map(|it| it.out.len()).sum::<usize>());
    sleep(time).await;
    let switched = switches(server.id()) - before.0;
    for student in &mut all {
        let _ = timeout(Duration::from_millis(1), student.hears()).await;
    }
    let sent = all.iter().map(|it| it.out.len()).sum::<usize>() - before.1;
    assert_eq!((switched, sent), (0, 0), "switches, bytes");
}

#[tokio::test]
async fn idle_students_cost_nothing() {
    idle_is_free(20, Duration::from_secs(2)).await;
}

#[tokio::test]
#[ignore = "takes a minute: by hand, in release"]
async fn three_hundred_idle_students_cost_nothing() {
    idle_is_free(300, Duration::from_secs(10)).await;
}
