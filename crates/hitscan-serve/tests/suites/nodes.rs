//! Several machines that serve one class: they share a database, and nothing else.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hitscan_serve::config::Config;
use hitscan_serve::store::Store as _;
use hitscan_serve::store::postgres::PostgresStore;
use hitscan_serve::user::UserId;
use russh::client;
use russh::keys::{PrivateKey, PrivateKeyWithHashAlg};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{Instant, sleep, timeout};

use crate::support::balancer::Balancer;
use crate::support::postgres::{Postgres, address_of, aside, url_of};
use crate::support::process::{Installed, Running};
use crate::support::server::{class_id, new_key};
use crate::support::skips::say_skipped;
use crate::support::visitor::{AnyHost, Visitor, cells, connect, prove, type_code};

/// How long a test waits for something that comes soon.
const PATIENCE: Duration = Duration::from_secs(30);

/// The lessons of the built-in pack, and about how many steps each has.
const LESSONS: usize = 16;
const STEPS: usize = 9;
/// After so long without a word a screen shows what it has to show.
const QUIET: Duration = Duration::from_millis(150);

/// An address that nothing listens on.
fn free_address() -> SocketAddr {
    let free = TcpListener::bind("127.0.0.1:0").expect("an address");
    free.local_addr().expect("an address")
}

/// Two machines with one database and one host key.
pub(super) struct Nodes {
    pub(super) installed: [Installed; 2],
    pub(super) addresses: [SocketAddr; 2],
    pub(super) code: String,
    database: (String, PostgresStore),
    _folder: tempfile::TempDir,
}

impl Nodes {
    fn new(postgres: &Postgres, trusted: &str) -> Self {
        Self::with(postgres, &format!("trusted = [{trusted}]\n"))
    }

    /// With these lines in the configuration of each.
    pub(super) fn with(postgres: &Postgres, lines: &str) -> Self {
        let name = postgres.new_database("migrated");
        let addresses = [free_address(), free_address()];
        let address = address_of(postgres.folder(), &name);
        let mut installed = [(addresses[0], "a"), (addresses[1], "b")].map(|(listen, node)| {
            Installed::with(&format!(
                "listen = [\"{listen}\"]\nstore = \"{address}\"\nnode = \"{node}\"\n{lines}"
            ))
        });
        installed[0].makes_a_class();
        let code = installed[0].code.clone();
        postgres.sql(&name, "UPDATE class SET most_students = 1000");
        let made = installed[0].command(&["host-key"]).output().expect("it runs");
        assert!(made.status.success(), "{made:?}");
        let [one, other] = [0, 1].map(|node| installed[node].folder().join("data"));
        fs::create_dir_all(&other).expect("a folder");
        // With its rights: no one else may read it.
        fs::copy(one.join("host_key"), other.join("host_key")).expect("a key");
        let same = installed[1].command(&["host-key"]).output().expect("it runs");
        assert_eq!(same.stdout, made.stdout, "one fingerprint on both machines");
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config { data: folder.path().to_owned(), ..Config::default() };
        let url = url_of(postgres.folder(), &name);
        let store = aside(|| PostgresStore::open(&config, &url));
        let database = (name, store.expect("it opens"));
        Self { installed, addresses, code, database, _folder: folder }
    }

    pub(super) fn starts(&self) -> [Running; 2] {
        [0, 1].map(|node| self.installed[node].starts())
    }

    /// The submission of a student.
    pub(super) async fn work_of(self: &Arc<Self>, student: &str) -> String {
        let (nodes, student): (_, UserId) = (Arc::clone(self), student.parse().expect("a name"));
        let read = spawn_blocking(move || nodes.database.1.read_work(&class_id(), &student));
        let read = read.await.expect("no panic").unwrap_or_default();
        String::from_utf8(read).expect("text")
    }
}

/// A student at a screen, past the first one.
pub(super) async fn at_a_screen(address: SocketAddr, student: &str, code: &str) -> Visitor {
    let visitor = Visitor::by_code(address, student, code).await;
    let mut visitor = visitor.on_a_screen("").await;
    visitor.sees("Your own code:").await;
    visitor.press("\r").await;
    visitor.sees("step 1 of").await;
    visitor
}

pub(super) fn has_result(visitor: &Visitor) -> bool {
    let shown = visitor.shows();
    shown.contains(" RIGHT") || shown.contains(" WRONG")
}

#[tokio::test]
async fn a_student_is_at_the_machine_that_wrote_first() {
    let Some(postgres) = Postgres::shared() else { return };
    let nodes = Arc::new(Nodes::new(postgres, ""));
    let _running = nodes.starts();
    let key = new_key();
    let mut first = connect(nodes.addresses[0]).await;
    prove(&mut first, "anna", &key).await;
    assert!(type_code(&mut first, "anna", &nodes.code).await);
    let mut first = Visitor::of(first).await.on_a_screen("").await;
    first.sees("step").await;
    // No machine knows yet of the screen at the other one.
    let mut second = Visitor::by_key(nodes.addresses[1], "anna", &key).await.on_a_screen("").await;
    second.sees("step").await;
    second.press(":next\r:answer 1\r").await;
    let seen = timeout(PATIENCE, async { while !has_result(&second) && second.hears().await {} });
    seen.await.expect("a result in time");
    let kept = nodes.work_of("anna").await;
    assert!(kept.contains("\nanswer "), "{kept}");
    first.press(":next\r:answer 2\r").await;
    let (status, said) = first.ends().await;
    assert_eq!((status, &*said), (Some(1), "your work goes on at another screen"));
    assert!(!has_result(&first), "nothing was shown: {}", first.shows());
    assert_eq!(nodes.work_of("anna").await, kept);
    let noted = postgres.sql(&nodes.database.0, "SELECT audit::text FROM audit");
    assert!(noted.contains("login") && !noted.contains(&nodes.code), "{noted}");
}

#[tokio::test]
async fn while_the_database_is_stopped_no_result_is_shown_and_keys_are_answered() {
    let Some(postgres) = Postgres::start() else { return say_skipped("no PostgreSQL") };
    let nodes = Arc::new(Nodes::new(&postgres, ""));
    let _running = nodes.starts();
    let mut anna = at_a_screen(nodes.addresses[0], "anna", &nodes.code).await;
    anna.press(":next\r").await;
    anna.sees("question 1 of 2").await;
    postgres.stop();
    anna.press("1\r").await;
    let said = "not kept: the store does not answer; nothing counts until it does";
    anna.sees(said).await;
    // It waits for nothing: it is drawn for another size at once.
    anna.channel.window_change(100, 30, 0, 0).await.expect("sent");
    anna.screen = vt100::Parser::new(cells(30), cells(100), 0);
    anna.sees(said).await;
    assert!(!has_result(&anna), "{}", anna.shows());
    postgres.start_again();
    // The next key tries again.
    let again = timeout(PATIENCE, async {
        while anna.shows().contains(said) {
            anna.press("\x1b").await;
            let _ = timeout(Duration::from_millis(200), anna.hears()).await;
        }
        while !has_result(&anna) && anna.hears().await {}
    });
    let in_time = again.await.is_ok();
    assert!(has_result(&anna), "a result is shown again (in time: {in_time}): {}", anna.shows());
    assert!(nodes.work_of("anna").await.contains("\nanswer "), "and is kept");
}

/// What all students share.
pub(super) struct Class {
    nodes: Arc<Nodes>,
    pub(super) door: SocketAddr,
    pub(super) is_over: AtomicBool,
    visits: AtomicUsize,
}

/// A student who comes by key, answers, and comes again when the machine has gone.
pub(super) struct Student {
    pub(super) name: String,
    key: PrivateKey,
    /// How many results were seen.
    seen: AtomicUsize,
    /// Whether they are at a screen, and since when that is so.
    pub(super) here: Mutex<(bool, Instant)>,
}

impl Student {
    /// Comes in; nothing where the machine is gone.
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

    /// Answers questions of one lesson after the other, until the machine is gone or all is over.
    async fn answers(&self, class: &Class, visitor: &mut Visitor) {
        while !visitor.shows().contains("step") {
            if !visitor.hears().await {
                return;
            }
        }
        *self.here.lock().expect("no panic") = (true, Instant::now());
        // Each visit begins with another lesson: those of the visits before are answered.
        let visit = class.visits.fetch_add(1, Ordering::SeqCst);
        for lesson in (1..=LESSONS).cycle().skip(visit % LESSONS).take(LESSONS) {
            let mut keys = format!(":lesson {lesson}\r");
            for _ in 0..STEPS {
                if class.is_over.load(Ordering::SeqCst) || visitor.try_keys(&keys).await.is_err() {
                    return;
                }
                while timeout(QUIET, visitor.hears()).await == Ok(true) {}
                if visitor.shows().contains("Esc close") {
                    // What cannot be done stays in the line of commands.
                    if visitor.try_keys("\x1b").await.is_err() {
                        return;
                    }
                    while timeout(QUIET, visitor.hears()).await == Ok(true) {}
                }
                let is_asked = visitor.shows().contains("ASK  question");
                // Where a result is shown, the question was answered before.
                if is_asked && !has_result(visitor) {
                    if visitor.try_keys(":answer 1\r").await.is_err() {
                        return;
                    }
                    while !has_result(visitor) {
                        if !visitor.hears().await {
                            return;
                        }
                    }
                    self.seen.fetch_add(1, Ordering::SeqCst);
                }
                ":next\r".clone_into(&mut keys);
            }
        }
    }

    async fn works(&self, class: &Class) {
        while !class.is_over.load(Ordering::SeqCst) {
            if let Some(mut visitor) = self.comes(class).await {
                // A machine that is gone without a word is left.
                let _ = timeout(PATIENCE, self.answers(class, &mut visitor)).await;
                *self.here.lock().expect("no panic") = (false, Instant::now());
            }
            sleep(Duration::from_millis(500)).await;
        }
    }
}

/// Kills one machine after the other, so long and so often, while so many students answer. With
/// these lines in the configuration of each machine, and with someone who looks at the class.
pub(super) async fn killed_while_a_class_answers<F: Future<Output = ()> + Send + 'static>(
    students: usize,
    [time, every]: [Duration; 2],
    (lines, looks): (&str, impl FnOnce(Arc<Class>, Vec<Arc<Student>>) -> F),
) {
    let Some(postgres) = Postgres::shared() else { return };
    let lines = format!("trusted = [\"127.0.0.1\"]\n{lines}");
    let nodes = Arc::new(Nodes::with(postgres, &lines));
    let mut running = nodes.starts().map(Some);
    let Some(balancer) = Balancer::start(&nodes.addresses) else { return };
    let (is_over, visits) = (AtomicBool::new(false), AtomicUsize::new(0));
    let door = balancer.address;
    let class = Arc::new(Class { nodes: Arc::clone(&nodes), door, is_over, visits });
    let all: Vec<_> = (0..students)
        .map(|number| {
            let (name, key, seen) = (format!("s{number}"), new_key(), AtomicUsize::new(0));
            Arc::new(Student { name, key, seen, here: Mutex::new((false, Instant::now())) })
        })
        .collect();
    let looking = tokio::spawn(looks(Arc::clone(&class), all.clone()));
    let mut working = JoinSet::new();
    for student in &all {
        let (class, student) = (Arc::clone(&class), Arc::clone(student));
        working.spawn(async move { student.works(&class).await });
    }
    let (deadline, mut kills) = (Instant::now() + time, 0);
    while Instant::now() < deadline {
        sleep(every).await;
        let node = kills % 2;
        running[node].take().expect("it runs").kill();
        kills += 1;
        running[node] = Some(nodes.installed[node].starts());
    }
    class.is_over.store(true, Ordering::SeqCst);
    timeout(2 * PATIENCE, working.join_all()).await.expect("all end");
    looking.await.expect("what was seen is so");
    let mut seen = 0;
    for student in &all {
        let kept = nodes.work_of(&student.name).await;
        let (answers, of_student) =
            (kept.matches("\nanswer ").count(), student.seen.load(Ordering::SeqCst));
        let name = &student.name;
        assert!(answers >= of_student, "{name}: {answers} kept, {of_student} seen");
        if answers > 0 {
            // Each line of it is read again: half a line, or one of another writer, is refused.
            let mut visitor = Visitor::by_key(door, name, &student.key).await;
            visitor.asks("points").await;
            let (status, said) = visitor.ends().await;
            assert_eq!((status, &*said), (Some(0), ""), "{name}");
        }
        seen += of_student;
    }
    let visits = class.visits.load(Ordering::SeqCst);
    println!("{students} students, {kills} kills: {visits} visits, {seen} results seen and kept");
    assert!(seen >= students && visits > students, "{seen} seen, {visits} visits");
}

#[tokio::test]
async fn what_was_seen_is_kept_while_one_machine_after_the_other_is_killed() {
    let times = [8000, 1600].map(Duration::from_millis);
    killed_while_a_class_answers(6, times, ("", |_, _| async {})).await;
}

#[tokio::test]
#[ignore = "takes five minutes: by hand"]
async fn what_two_hundred_students_saw_is_kept_while_machines_are_killed_for_five_minutes() {
    let times = [300, 20].map(Duration::from_secs);
    killed_while_a_class_answers(200, times, ("", |_, _| async {})).await;
}

#[test]
fn the_command_line_makes_tables_tells_of_them_and_copies_classes() {
    let Some(postgres) = Postgres::shared() else { return };
    let name = postgres.new_database("empty");
    let address = address_of(postgres.folder(), &name);
    let node = Installed::with(&format!("listen = [\"127.0.0.1:0\"]\nstore = \"{address}\"\n"));
    let told = |node: &Installed, words: &[&str]| {
        let output = node.command(words).output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let lacks = "error: the schema of the database is 0, and this hitscan-serve needs 2: it has no \
                 tables yet: hitscan-serve migrate makes them\n";
    for words in ["run", "check"] {
        assert_eq!(told(&node, &[words]), (Some(1), String::new(), lacks.to_owned()), "{words}");
    }
    let made = "the tables are made; their schema is 2\n";
    assert_eq!(told(&node, &["migrate"]), (Some(0), made.to_owned(), String::new()));
    let is_right = "the schema is 2, as it should be\n";
    assert_eq!(told(&node, &["migrate"]), (Some(0), is_right.to_owned(), String::new()));
    // In a folder that nobody has made yet.
    drop(node.starts());
    let files = Installed::new();
    let copied = "3b is copied, with the work of 0 students\n";
    let to = ["import", "--to", &*address];
    assert_eq!(told(&files, &to), (Some(0), copied.to_owned(), String::new()));
    let (status, _, why) = told(&files, &to);
    assert_eq!(
        (status, &*why),
        (Some(1), "error: 3b is not copied: there is a class 3b already\n")
    );
    let (status, said, why) = told(&node, &["check"]);
    assert_eq!((status, &*why), (Some(0), ""));
    assert!(said.contains("3b: 0 places; built-in lessons\n"), "{said}");
    assert!(said.contains("store: PostgreSQL, schema 2\n"), "{said}");
    let (_, said, _) = told(&node, &["class", "list"]);
    assert!(said.contains("3b") && said.contains("Monday"), "{said}");
    // And back, to a machine that has files and nothing in them.
    let (status, _, why) = told(&node, &["import", "--to", "files"]);
    assert_eq!((status, &*why), (Some(0), ""));
    let record = |node: &Installed| {
        fs::read_to_string(node.folder().join("data/classes/3b/class.toml")).expect("a record")
    };
    assert_eq!(record(&node), record(&files));
}

#[test]
fn a_database_that_is_not_there_is_told_without_its_password() {
    let address = "postgresql://ada:secret@127.0.0.1:1/hitscan";
    let node = Installed::with(&format!("store = \"{address}\"\n"));
    for words in ["run", "check", "migrate"] {
        let output = node.command(&[words]).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let told = "error: the database does not answer: see that PostgreSQL runs, and what \
                    serve.toml says of the store\n";
        assert_eq!((output.status.code(), &*said), (Some(1), told), "{words}");
    }
}
