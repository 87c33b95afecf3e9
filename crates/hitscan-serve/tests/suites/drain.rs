//! A test of restarting one machine while a class works: its students are warned, and go on at the
//! other.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use russh::client;
use russh::keys::PrivateKey;
use tokio::time::{sleep, timeout};

use super::nodes::{Nodes, answers};
use crate::support::balancer::Balancer;
use crate::support::postgres::Postgres;
use crate::support::server::new_key;
use crate::support::visitor::{AnyHost, Visitor, prove, type_code};

const PATIENCE: Duration = Duration::from_secs(30);
/// How long logging in may take while one machine is stopping.
const LOGIN_TIME: Duration = Duration::from_secs(5);
const TOLD: &str = "the server restarts in 30 s; your work is kept";
const OVER: &str = "the server restarts; your work is kept; ssh again in a moment";

struct Student {
    name: String,
    key: PrivateKey,
    visitor: Visitor,
}

impl Student {
    /// Claims a place and answers a question.
    async fn comes(door: SocketAddr, name: String, code: &str) -> Self {
        let key = new_key();
        // The connection may break at the moment a machine stops; then the student tries again.
        let came = async {
            let mut client = client::connect(Arc::default(), door, AnyHost).await;
            while client.is_err() {
                client = client::connect(Arc::default(), door, AnyHost).await;
            }
            client
        };
        let mut client = timeout(LOGIN_TIME, came).await.expect("in time").expect("a connection");
        prove(&mut client, &name, &key).await;
        assert!(type_code(&mut client, &name, code).await, "{name} logs in");
        let mut visitor = Visitor::of(client).await.on_a_screen("").await;
        // The same if a machine stops right after the login.
        let seated = async {
            while !visitor.shows().contains("step 1 of") {
                if !visitor.hears().await {
                    visitor = Visitor::by_key(door, &name, &key).await.on_a_screen("").await;
                }
            }
        };
        timeout(LOGIN_TIME, seated).await.expect("in time");
        answers(&mut visitor).await;
        Self { name, key, visitor }
    }

    /// Logs in again and sees the answer.
    async fn comes_again(&mut self, door: SocketAddr) {
        self.visitor = Visitor::by_key(door, &self.name, &self.key).await.on_a_screen("").await;
        self.visitor.sees("You have answered this.").await;
    }

    /// Whether the student was warned that the machine stops.
    async fn is_told(&mut self) -> bool {
        let told =
            async { while !self.visitor.shows().contains(TOLD) && self.visitor.hears().await {} };
        timeout(Duration::from_secs(1), told).await.is_ok()
    }

    async fn leaves(&mut self) {
        self.visitor.press("\x03").await;
        assert_eq!(self.visitor.ends().await.0, Some(0));
    }
}

#[tokio::test]
async fn a_machine_is_restarted_while_a_class_works_and_nothing_is_lost() {
    let Some(postgres) = Postgres::shared() else { return };
    let nodes: Arc<Nodes> =
        Arc::new(Nodes::with(postgres, "trusted = [\"127.0.0.1\"]\ndrain = \"30s\"\n"));
    let [one, _other] = nodes.starts();
    let Some(balancer) = Balancer::start(&nodes.addresses) else { return };
    let door = balancer.address;
    let mut all = Vec::new();
    for number in 0..6 {
        all.push(Student::comes(door, format!("s{number}"), &nodes.code).await);
    }
    one.terminate();
    let ended = Instant::now();
    // New students get to the other machine.
    for number in 6..9 {
        let begun = Instant::now();
        let student = Student::comes(door, format!("s{number}"), &nodes.code).await;
        let took = begun.elapsed();
        assert!(took < LOGIN_TIME, "{} took {took:?} to log in", student.name);
        all.push(student);
    }
    let mut told = Vec::new();
    for (number, student) in all.iter_mut().enumerate() {
        if student.is_told().await {
            told.push(number);
        }
    }
    assert!(
        told.len() == 3 && told.iter().all(|number| *number < 6),
        "three of the first six students are told: {told:?}"
    );
    let stays = told.pop().expect("one of three");
    for number in told {
        all[number].leaves().await;
        all[number].comes_again(door).await;
        assert!(!all[number].is_told().await, "s{number} is at the other machine");
    }
    println!("told, left and back after {:?}", ended.elapsed());
    // A student who stays sees the end.
    one.terminate();
    assert_eq!(all[stays].visitor.ends().await, (Some(0), OVER.to_owned()));
    assert_eq!(one.ends().code(), Some(0));
    all[stays].comes_again(door).await;
    for student in &all {
        let kept = nodes.work_of(&student.name).await;
        assert_eq!(kept.matches("\nanswer ").count(), 1, "{}: {kept}", student.name);
    }
    // After a restart, it gets the next students, because it has fewer.
    let _one = nodes.installed[0].starts();
    let here = || {
        let status = nodes.installed[0].command(&["status"]).output().expect("it runs");
        String::from_utf8_lossy(&status.stdout).into_owned()
    };
    let begun = Instant::now();
    while here().is_empty() {
        assert!(begun.elapsed() < PATIENCE, "the machine gets connections again");
        all[0].leaves().await;
        all[0].comes_again(door).await;
        sleep(Duration::from_millis(200)).await;
    }
    println!("taken in again after {:?}", begun.elapsed());
}
