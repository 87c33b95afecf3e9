//! Tests with a slow bus, and with three machines.

use std::time::{Duration, Instant};

use rstest::rstest;
use russh::keys::PrivateKey;

use super::bus::row_with;
use super::nodes::{Nodes, answers, at_a_screen};
use crate::support::nats::Nats;
use crate::support::postgres::Postgres;
use crate::support::server::new_key;
use crate::support::slow_line::slow_line;
use crate::support::visitor::Visitor;

/// How long the board may be out of date, apart from the delay of the bus.
const BOARD_TIME: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(30);

fn lines(bus: &str, ada: &PrivateKey) -> String {
    let key = ada.public_key().to_openssh().expect("a key");
    format!("bus = \"{bus}\"\nteachers.ada = [\"{key}\"]\n")
}

/// Watches, from the board of one machine, a student at another, with this delay of messages to and
/// from the bus.
#[rstest]
#[case(100)]
#[case(500)]
#[case(1000)]
#[tokio::test]
async fn a_slow_bus_delays_reports_and_loses_none(#[case] delay: u64) {
    let (Some(postgres), Some(nats)) = (Postgres::shared(), Nats::start()) else { return };
    let delay = Duration::from_millis(delay);
    let slow = slow_line(nats.socket(), delay);
    let ada = new_key();
    let nodes =
        std::sync::Arc::new(Nodes::<2>::with(postgres, &lines(&format!("nats://{slow}"), &ada)));
    let _running = nodes.starts();
    let [here, there] = nodes.addresses;
    let mut board = Visitor::by_key(here, "ada", &ada).await.on_a_screen("").await;
    let mut anna = at_a_screen(there, "anna", &nodes.code).await;
    row_with(&mut board, "anna", &["1/8 card", " s"], PATIENCE).await;
    answers(&mut anna).await;
    let answered = Instant::now();
    row_with(&mut board, "anna", &["2/8 ask", " s"], BOARD_TIME).await;
    println!("{delay:?} each way: the board is right after {:?}", answered.elapsed());
    let paused = Instant::now();
    board.press("p").await;
    anna.sees("paused by ada").await;
    println!("{delay:?} each way: paused after {:?}", paused.elapsed());
    board.press("p").await;
    anna.sees("ada resumed the class").await;
    anna.press("\x03").await;
    anna.ends().await;
    let left = Instant::now();
    row_with(&mut board, "anna", &["away"], BOARD_TIME).await;
    println!("{delay:?} each way: away after {:?}", left.elapsed());
    assert!(!board.shows().contains("nodes"), "both are heard: {}", board.shows());
    assert!(nodes.work_of("anna").await.contains("\nanswer "));
}

#[tokio::test]
async fn three_machines_see_all_students_and_a_killed_one_only_loses_its_own() {
    let (Some(postgres), Some(nats)) = (Postgres::shared(), Nats::start()) else { return };
    let ada = new_key();
    let nodes = std::sync::Arc::new(Nodes::<3>::with(postgres, &lines(&nats.address(), &ada)));
    let [one, other, _third] = nodes.starts();
    let mut students = Vec::new();
    for (node, name) in ["anna", "ben", "cleo"].into_iter().enumerate() {
        students.push(at_a_screen(nodes.addresses[node], name, &nodes.code).await);
    }
    let mut board = Visitor::by_key(nodes.addresses[2], "ada", &ada).await.on_a_screen("").await;
    board.sees("3 of 3 here").await;
    for (name, student) in ["anna", "ben", "cleo"].into_iter().zip(&mut students) {
        answers(student).await;
        row_with(&mut board, name, &["2/8 ask", " s"], BOARD_TIME).await;
    }
    board.press("slook up, please\r").await;
    for student in &mut students {
        student.sees("ada says: look up, please").await;
    }
    let killed = Instant::now();
    one.kill();
    row_with(&mut board, "anna", &["away"], BOARD_TIME).await;
    println!("away after {:?}", killed.elapsed());
    row_with(&mut board, "ben", &["2/8 ask", " s"], BOARD_TIME).await;
    // The restarted machine gets reports about all students.
    let _one = nodes.installed[0].starts();
    let mut board = Visitor::by_key(nodes.addresses[0], "ada", &ada).await.on_a_screen("").await;
    for name in ["ben", "cleo"] {
        row_with(&mut board, name, &["2/8 ask", " s"], BOARD_TIME).await;
    }
    row_with(&mut board, "anna", &["2/8 ask", "away"], BOARD_TIME).await;
    drop(other);
}
