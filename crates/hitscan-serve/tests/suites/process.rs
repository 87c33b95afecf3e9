//! What only a process of its own can show: that it is free while idle, and that what it has
//! shown is kept when it is killed.

use std::time::Duration;

use rand::RngExt as _;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::support::process::{Installed, switches};
use crate::support::server::new_key;
use crate::support::visitor::{Visitor, connect, prove, type_code};

/// So many students at their screens send nothing, get nothing and wake nothing.
async fn idle_is_free(students: usize, time: Duration) {
    if !cfg!(target_os = "linux") {
        return crate::support::skips::say_skipped("no /proc");
    }
    let installed = Installed::new();
    let server = installed.starts();
    let mut all = Vec::new();
    // No more at once than may be half-open from one address.
    for wave in (0..students).collect::<Vec<_>>().chunks(50) {
        let mut coming = JoinSet::new();
        for number in wave {
            let (address, code, user) =
                (server.address, installed.code.clone(), format!("s{number}"));
            coming.spawn(async move {
                let student = Visitor::by_code(address, &user, &code).await;
                let mut student = student.on_a_screen("").await;
                student.sees("Your own code:").await;
                student.press("\r").await;
                student.sees("step 1 of").await;
                student
            });
        }
        all.extend(coming.join_all().await);
    }
    // The last that the logins began: threads that waited for the disk.
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

/// Kills the server so often while a student answers: each result that they saw is in the file.
async fn killed_at_random_moments(times: usize) {
    let installed = Installed::new();
    let key = new_key();
    let mut seen = 0;
    for time in 0..times {
        let server = installed.starts();
        let student = format!("s{}", time / 8);
        let mut client = connect(server.address).await;
        if !prove(&mut client, &student, &key).await.success() {
            assert!(type_code(&mut client, &student, &installed.code).await);
            seen = 0;
        }
        let mut anna = Visitor::of(client).await.on_a_screen("").await;
        anna.sees("step").await;
        let deadline = Duration::from_millis(rand::rng().random_range(50..900));
        let before = installed.work_of(&student).matches("\nanswer ").count();
        let mut answered = 0;
        let _ = timeout(deadline, async {
            loop {
                anna.press(":next\r:answer 1\r").await;
                let mut result = false;
                while !result && anna.hears().await {
                    let shown = anna.shows();
                    result = shown.contains(" RIGHT") || shown.contains(" WRONG");
                }
                answered += usize::from(result);
                anna.press(":next\r").await;
                while anna.shows().contains(" RIGHT") || anna.shows().contains(" WRONG") {
                    if !anna.hears().await {
                        return;
                    }
                }
            }
        })
        .await;
        server.kill();
        let kept = installed.work_of(&student).matches("\nanswer ").count();
        assert!(
            kept >= before + answered,
            "{student}: {kept} kept, {answered} seen, {before} before"
        );
        seen += answered;
    }
    assert!(seen > 0, "something was answered");
    let students: Vec<_> = (0..times.div_ceil(8)).map(|number| format!("s{number}")).collect();
    installed.grades(&students.iter().map(String::as_str).collect::<Vec<_>>());
}

#[tokio::test]
async fn an_answer_that_was_shown_is_kept_when_the_server_is_killed() {
    killed_at_random_moments(4).await;
}

#[tokio::test]
#[ignore = "takes minutes: by hand"]
async fn two_hundred_kills_lose_no_answer_that_was_shown() {
    killed_at_random_moments(200).await;
}
