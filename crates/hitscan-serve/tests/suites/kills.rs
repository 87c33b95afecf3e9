//! Tests that everything students saw is kept when machines are killed while a class works.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use russh::client;
use russh::keys::{PrivateKey, PrivateKeyWithHashAlg};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use super::nodes::{Nodes, has_result};
use super::truth::Seen;
use crate::support::balancer::Balancer;
use crate::support::postgres::Postgres;
use crate::support::server::new_key;
use crate::support::visitor::{AnyHost, Visitor};

/// A generous timeout.
const PATIENCE: Duration = Duration::from_secs(30);
/// The number of lessons in the built-in pack, and about the number of steps of each.
const LESSONS: usize = 16;
const STEPS: usize = 9;
/// After this long without output, the picture is complete.
const QUIET: Duration = Duration::from_millis(150);

/// The parameters of a run: how many students work, for how long, and the time between kills.
#[derive(Clone, Copy)]
pub(super) struct Course {
    pub(super) students: usize,
    pub(super) time: Duration,
    pub(super) every: Duration,
    /// How long a student thinks before the next step.
    pub(super) thought: Duration,
}

/// The state that all students share.
pub(super) struct Class {
    nodes: Arc<Nodes>,
    pub(super) door: SocketAddr,
    pub(super) is_over: AtomicBool,
    visits: AtomicUsize,
    thought: Duration,
}

/// A student who logs in by key, answers questions, and logs in again when the machine is gone.
pub(super) struct Student {
    pub(super) name: String,
    key: PrivateKey,
    /// The number of results they saw.
    results: AtomicUsize,
    /// Everything they saw.
    pub(super) seen: Mutex<Seen>,
}

impl Student {
    fn new(number: usize) -> Self {
        let (name, key) = (format!("s{number}"), new_key());
        Self { name, key, results: AtomicUsize::new(0), seen: Mutex::default() }
    }

    fn seen(&self, note: impl FnOnce(&mut Seen)) {
        note(&mut self.seen.lock().expect("no panic"));
    }

    /// Logs in; none if the machine is gone.
    async fn comes(&self, class: &Class) -> Option<Visitor> {
        let client = client::connect(Arc::default(), class.door, AnyHost);
        let mut client = timeout(PATIENCE, client).await.ok()?.ok()?;
        let key = PrivateKeyWithHashAlg::new(Arc::new(self.key.clone()), None);
        let entered = client.authenticate_publickey(&self.name, key).await.ok()?;
        if !entered.success() {
            let answer = client.authenticate_keyboard_interactive_start(&self.name, None);
            answer.await.ok()?;
            let codes = vec![class.nodes.code.clone()];
            client.authenticate_keyboard_interactive_respond(codes).await.ok()?;
        }
        let mut visitor = Visitor::try_of(client).await.ok()?;
        visitor.try_a_screen("").await.ok()?;
        Some(visitor)
    }

    /// Reads output. False at its end.
    async fn looks(&self, visitor: &mut Visitor) -> bool {
        let is_there = visitor.hears().await;
        self.seen(|seen| seen.screen(&visitor.shows()));
        is_there
    }

    /// Presses keys and reads until the output pauses. False if the machine is gone.
    async fn presses(&self, visitor: &mut Visitor, keys: &str) -> bool {
        let pressed = visitor.try_keys(keys).await.is_ok();
        while timeout(QUIET, self.looks(visitor)).await == Ok(true) {}
        pressed
    }

    /// Answers the current question. False if the machine is gone.
    async fn answers(&self, visitor: &mut Visitor) -> bool {
        self.seen(Seen::answers);
        if visitor.try_keys(":answer 1\r").await.is_err() {
            return false;
        }
        while !has_result(visitor) {
            if !self.looks(visitor).await {
                return false;
            }
        }
        self.results.fetch_add(1, Ordering::SeqCst);
        true
    }

    /// Answers the questions of one lesson after another, until the machine is gone or the test
    /// ends.
    async fn works_at(&self, class: &Class, visitor: &mut Visitor) {
        while !visitor.shows().contains("step") {
            if !self.looks(visitor).await {
                return;
            }
        }
        // Begin each session with another lesson, because the earlier ones are answered.
        let visit = class.visits.fetch_add(1, Ordering::SeqCst);
        for lesson in (1..=LESSONS).cycle().skip(visit % LESSONS).take(LESSONS) {
            let mut keys = format!(":lesson {lesson}\r");
            for _ in 0..STEPS {
                if class.is_over.load(Ordering::SeqCst) || !self.presses(visitor, &keys).await {
                    return;
                }
                // A refused command stays in the command line.
                let is_refused = visitor.shows().contains("Esc close");
                if is_refused && !self.presses(visitor, "\x1b").await {
                    return;
                }
                let is_asked = visitor.shows().contains("ASK  question");
                // A result means that the question was already answered.
                if is_asked && !has_result(visitor) && !self.answers(visitor).await {
                    return;
                }
                let _ = timeout(class.thought, async { while self.looks(visitor).await {} }).await;
                ":next\r".clone_into(&mut keys);
            }
        }
    }

    async fn works(&self, class: &Class) {
        while !class.is_over.load(Ordering::SeqCst) {
            if let Some(mut visitor) = self.comes(class).await {
                // Give up on a machine that vanished silently.
                let _ = timeout(PATIENCE, self.works_at(class, &mut visitor)).await;
                self.seen(Seen::leaves);
            }
            sleep(Duration::from_millis(500)).await;
        }
    }

    /// Checks that all results the student saw are kept and readable, and returns their number.
    async fn keeps(&self, class: &Class) -> usize {
        let kept = class.nodes.work_of(&self.name).await;
        let (answers, seen) =
            (kept.matches("\nanswer ").count(), self.results.load(Ordering::SeqCst));
        let name = &self.name;
        assert!(answers >= seen, "{name}: {answers} kept, {seen} seen");
        if answers > 0 {
            // This replays every line: a partial line, or one of another writer, would be refused.
            let mut visitor = Visitor::by_key(class.door, name, &self.key).await;
            visitor.asks("points").await;
            let (status, said) = visitor.ends().await;
            assert_eq!((status, &*said), (Some(0), ""), "{name}");
        }
        seen
    }
}

/// Kills the machines in turn while students answer, with these lines in the configuration of each
/// machine, and with an observer of the class.
pub(super) async fn killed_while_a_class_answers<F: Future<Output = ()> + Send + 'static>(
    course: Course,
    (lines, looks): (&str, impl FnOnce(Arc<Class>, Vec<Arc<Student>>) -> F),
) {
    let Some(postgres) = Postgres::shared() else { return };
    let lines = format!("trusted = [\"127.0.0.1\"]\n{lines}");
    let nodes = Arc::new(Nodes::with(postgres, &lines));
    let mut running = nodes.starts().map(Some);
    let Some(balancer) = Balancer::start(&nodes.addresses) else { return };
    let class = Arc::new(Class {
        nodes: Arc::clone(&nodes),
        door: balancer.address,
        is_over: AtomicBool::new(false),
        visits: AtomicUsize::new(0),
        thought: course.thought,
    });
    let all: Vec<_> = (0..course.students).map(|number| Arc::new(Student::new(number))).collect();
    let looking = tokio::spawn(looks(Arc::clone(&class), all.clone()));
    let mut working = JoinSet::new();
    for student in &all {
        let (class, student) = (Arc::clone(&class), Arc::clone(student));
        working.spawn(async move { student.works(&class).await });
    }
    let (deadline, mut kills) = (Instant::now() + course.time, 0);
    while Instant::now() < deadline {
        sleep(course.every).await;
        let node = kills % 2;
        running[node].take().expect("it runs").kill();
        kills += 1;
        running[node] = Some(nodes.installed[node].starts());
    }
    class.is_over.store(true, Ordering::SeqCst);
    timeout(2 * PATIENCE, working.join_all()).await.expect("all students end in time");
    looking.await.expect("the boards are right");
    let mut seen = 0;
    for student in &all {
        seen += student.keeps(&class).await;
    }
    let (students, visits) = (course.students, class.visits.load(Ordering::SeqCst));
    println!("{students} students, {kills} kills: {visits} visits, {seen} results seen and kept");
    assert!(seen >= students && visits > students, "{seen} seen, {visits} visits");
}

#[tokio::test]
async fn everything_seen_is_kept_while_machines_are_killed_in_turn() {
    let [time, every] = [8000, 1600].map(Duration::from_millis);
    let course = Course { students: 6, time, every, thought: Duration::ZERO };
    killed_while_a_class_answers(course, ("", |_, _| async {})).await;
}
