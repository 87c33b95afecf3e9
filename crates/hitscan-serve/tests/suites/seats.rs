//! Tests of sessions, and of how they end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hitscan_serve::class::{Class, ClassState};
use hitscan_serve::store::Store as _;

use crate::support::server::{TestServer, class_id, new_key};
use crate::support::visitor::Visitor;

#[tokio::test]
async fn a_student_joins_by_the_code_works_and_leaves() {
    let server = TestServer::start();
    let anna = Visitor::by_code(server.address, "anna", &server.code).await;
    let mut anna = anna.on_a_screen("").await;
    let shown = anna.sees("Your own code:").await;
    assert!(shown.contains("Welcome, anna."), "{shown}");
    assert!(shown.contains("anna@127.0.0.1 key < ~/.ssh/id_ed25519.pub"), "{shown}");
    let (_, after) = shown.split_once("Your own code:").expect("it is shown");
    let own: String = after.trim_start().chars().take(10).collect();
    anna.press("\r").await;
    anna.sees("step 1 of").await;
    anna.press(":q!\r").await;
    assert_eq!(anna.ends().await, (Some(0), String::new()));
    assert_eq!(anna.ends, ["status", "eof", "close"]);

    let mut again = Visitor::by_code(server.address, "anna", &own.to_lowercase()).await;
    again.asks("points").await;
    assert!(again.gets().await.contains("0 of 16 lessons done"), "{}", again.said);
}

#[tokio::test]
async fn lines_are_read_and_written_without_a_terminal() {
    let server = TestServer::start();
    let mut anna = Visitor::by_code(server.address, "anna", &server.code).await;
    anna.asks("lines").await;
    anna.sends("next\nlessons\n").await;
    let said = anna.gets().await;
    assert!(said.starts_with("Your own code: "), "{said}");
    assert!(said.contains("STEP 1 of"), "{said}{}", anna.said);
    assert_eq!(anna.status, Some(0));
}

#[tokio::test]
async fn a_second_login_ends_the_first() {
    let (server, key) = TestServer::with_anna();
    let mut first = server.at_lessons("anna", &key).await;
    let mut second = Visitor::by_key(server.address, "anna", &key).await.on_a_screen("").await;
    let told = (Some(0), "anna is at another screen now".to_owned());
    assert_eq!(first.ends().await, told);
    second.sees("step 1 of").await;
    assert_eq!(server.live.here(Some(&class_id())).len(), 1);
}

#[tokio::test]
async fn a_paused_class_refuses_changes_and_says_who_paused_it() {
    let (server, key) = TestServer::with_anna();
    let mut anna = Visitor::by_key(server.address, "anna", &key).await.on_a_screen("sandbox").await;
    anna.sees("MOVE").await;
    let paused = |class: &mut Class| class.state = ClassState::Paused;
    let class = server.store.change_class(&class_id(), &paused).expect("kept");
    server.live.changed(&class, Some(&"ada".parse().expect("a name")), &*server.store);
    anna.press("l").await;
    anna.sees("paused by ada").await;
}

#[tokio::test]
async fn a_teachers_message_reaches_a_student() {
    let (server, key) = TestServer::with_anna();
    let mut anna = server.at_lessons("anna", &key).await;
    server.live.say(&class_id(), &"ada".parse().expect("a name"), "look\u{1b}[2J up, please");
    anna.sees("up, please").await;
    assert!(!String::from_utf8_lossy(&anna.out).contains("look\u{1b}[2J"));
}

#[tokio::test]
async fn a_watcher_gets_the_newest_picture_and_the_student_sees_that() {
    let (server, key) = TestServer::with_anna();
    let mut anna = server.at_lessons("anna", &key).await;
    let here = server.live.here(Some(&class_id()));
    let woken = Arc::new(AtomicBool::new(false));
    let wakes = Arc::clone(&woken);
    let watching = server.live.watch(here[0].session, move || wakes.store(true, Ordering::SeqCst));
    let watching = watching.expect("anna is here");
    anna.sees("watched").await;
    let begun = Instant::now();
    while watching.picture().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(10), "a picture comes");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(woken.load(Ordering::SeqCst));
    let picture = watching.picture().expect("a picture");
    assert_eq!((picture.area.width, picture.area.height), (80, 24));
    anna.press(":q!\r").await;
    anna.ends().await;
    assert!(watching.is_over());
}

#[tokio::test]
async fn the_idle_time_without_a_key_ends_a_session() {
    let server = TestServer::with(|config| config.limits.idle = Duration::from_secs(4), |_| ());
    let key = new_key();
    server.give_key("anna", &key);
    let mut anna = server.at_lessons("anna", &key).await;
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_secs(1)).await;
    anna.press("?").await;
    let (status, said) = anna.ends().await;
    assert_eq!((status, &*said), (Some(0), "4 seconds without a key: your work is kept"));
    assert!(begun.elapsed() > Duration::from_millis(4900), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn the_server_drains_and_ends_at_once_if_asked_twice() {
    let server = TestServer::with(|config| config.drain = Duration::from_secs(2), |_| ());
    let keys = [new_key(), new_key()];
    server.give_key("anna", &keys[0]);
    server.give_key("ben", &keys[1]);
    let mut anna = server.at_lessons("anna", &keys[0]).await;
    let mut ben = server.at_lessons("ben", &keys[1]).await;
    let begun = Instant::now();
    server.stopper.stop();
    anna.sees("the server restarts in 2 s; your work is kept").await;
    let new = tokio::net::TcpStream::connect(server.address).await;
    assert!(new.is_err(), "new connections are refused");
    ben.press(":q!\r").await;
    assert_eq!(ben.ends().await, (Some(0), String::new()));
    let told = "the server restarts; your work is kept; ssh again in a moment".to_owned();
    assert_eq!(anna.ends().await, (Some(0), told));
    assert!(begun.elapsed() >= Duration::from_secs(2));

    let server = TestServer::start();
    server.give_key("anna", &keys[0]);
    let mut anna = server.at_lessons("anna", &keys[0]).await;
    let begun = Instant::now();
    server.stopper.stop();
    server.stopper.stop();
    assert_eq!(anna.ends().await.0, Some(0));
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn the_audit_log_has_what_users_do_but_not_what_they_type() {
    let mut server = TestServer::start();
    let anna = Visitor::by_code(server.address, "anna", &server.code).await;
    let mut anna = anna.on_a_screen("").await;
    let shown = anna.sees("Your own code:").await;
    let mut client = crate::support::visitor::connect(server.address).await;
    assert!(!crate::support::visitor::type_code(&mut client, "ben", "my-secret-99").await);
    drop(client);
    anna.press("\u{3}").await;
    anna.ends().await;
    server.stop();
    let audit = std::fs::read_to_string(server.data.path().join("audit.ndjson"));
    let audit = audit.expect("notes");
    let (_, after) = shown.split_once("Your own code:").expect("it is shown");
    let own: String = after.trim_start().chars().take(10).collect();
    for deed in ["claimed", "code", "login", "logout", "refused"] {
        assert!(audit.contains(&format!("\"{deed}\"")), "{deed}: {audit}");
    }
    assert!(!audit.contains("secret") && !audit.contains(&own), "{audit}");
    let at = |deed: &str| {
        let entries = audit.lines().map(serde_json::from_str::<serde_json::Value>);
        let mut entries = entries.map(|it| it.expect("an entry"));
        let entry = entries.find(|it| it["what"] == deed).expect(deed);
        entry["at"].as_str().and_then(|it| it.parse::<jiff::Timestamp>().ok()).expect("a time")
    };
    assert!(at("login") < at("refused") && at("refused") < at("logout"), "{audit}");
}
