//! Tests of machines that serve one class and share only a database.

use std::array::from_fn;
use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use hitscan_serve::config::Config;
use hitscan_serve::place::UserId;
use hitscan_serve::store::Store as _;
use hitscan_serve::store::postgres::PostgresStore;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout};

use crate::support::postgres::{Postgres, address_of, aside, url_of};
use crate::support::process::{Installed, Running};
use crate::support::server::{class_id, new_key};
use crate::support::skips::say_skipped;
use crate::support::visitor::{Visitor, cells, connect, prove, type_code};

/// A generous timeout.
const PATIENCE: Duration = Duration::from_secs(30);

/// An address that nothing listens on.
fn free_address() -> SocketAddr {
    let free = TcpListener::bind("127.0.0.1:0").expect("an address");
    free.local_addr().expect("an address")
}

/// Machines with one database and one host key.
pub(super) struct Nodes<const N: usize = 2> {
    pub(super) installed: [Installed; N],
    pub(super) addresses: [SocketAddr; N],
    pub(super) code: String,
    database: (String, PostgresStore),
    _folder: tempfile::TempDir,
}

impl<const N: usize> Nodes<N> {
    /// Machines with these lines in each configuration.
    pub(super) fn with(postgres: &Postgres, lines: &str) -> Self {
        Self::with_each(postgres, &[lines; N])
    }

    /// Machines with different lines in each configuration.
    pub(super) fn with_each(postgres: &Postgres, lines: &[&str; N]) -> Self {
        let name = postgres.new_database("migrated");
        let addresses = [(); N].map(|()| free_address());
        let address = address_of(postgres.folder(), &name);
        let mut installed = from_fn(|node| {
            let (listen, lines) = (addresses[node], lines[node]);
            let node = ["a", "b", "c"][node];
            Installed::with(&format!(
                "listen = [\"{listen}\"]\nstore = \"{address}\"\nnode = \"{node}\"\n{lines}"
            ))
        });
        installed[0].makes_a_class();
        let code = installed[0].code.clone();
        postgres.sql(&name, "UPDATE class SET most_students = 1000");
        let made = installed[0].command(&["host-key"]).output().expect("it runs");
        assert!(made.status.success(), "{made:?}");
        let of_first = installed[0].folder().join("data/host_key");
        for other in &installed[1..] {
            let data = other.folder().join("data");
            fs::create_dir_all(&data).expect("a folder");
            // This also copies its permissions.
            fs::copy(&of_first, data.join("host_key")).expect("a key");
            let same = other.command(&["host-key"]).output().expect("it runs");
            assert_eq!(same.stdout, made.stdout, "one fingerprint on all machines");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config { data: folder.path().to_owned(), ..Config::default() };
        let url = url_of(postgres.folder(), &name);
        let store = aside(|| PostgresStore::open(&config, &url));
        let database = (name, store.expect("it opens"));
        Self { installed, addresses, code, database, _folder: folder }
    }

    pub(super) fn starts(&self) -> [Running; N] {
        from_fn(|node| self.installed[node].starts())
    }

    /// Runs SQL on the database.
    pub(super) fn sql(&self, postgres: &Postgres, sql: &str) -> String {
        postgres.sql(&self.database.0, sql)
    }

    /// A client of the database.
    pub(super) fn psql(&self, postgres: &Postgres) -> Command {
        postgres.psql(&self.database.0)
    }

    /// The submission of a student.
    pub(super) async fn work_of(self: &Arc<Self>, student: &str) -> String {
        let (nodes, student): (_, UserId) = (Arc::clone(self), student.parse().expect("a name"));
        let read = spawn_blocking(move || nodes.database.1.read_work(&class_id(), &student));
        let read = read.await.expect("no panic").unwrap_or_default();
        String::from_utf8(read).expect("text")
    }
}

/// Logs in a student, past the welcome screen.
pub(super) async fn at_a_screen(address: SocketAddr, student: &str, code: &str) -> Visitor {
    let visitor = Visitor::by_code(address, student, code).await;
    let mut visitor = visitor.on_a_screen("").await;
    visitor.begins_lessons().await;
    visitor
}

/// Goes to the first question and answers it.
pub(super) async fn answers(visitor: &mut Visitor) {
    visitor.press(":next\r:answer 1\r").await;
    let seen = timeout(PATIENCE, async { while !has_result(visitor) && visitor.hears().await {} });
    let is_in_time = seen.await.is_ok();
    assert!(is_in_time && has_result(visitor), "a result in time:\n{}", visitor.shows());
}

/// Presses keys until this message is gone and the answer is kept: each key tries again.
pub(super) async fn goes_on(visitor: &mut Visitor, said: &str) {
    let again = timeout(PATIENCE, async {
        while visitor.shows().contains(said) {
            visitor.press("\x1b").await;
            let _ = timeout(Duration::from_millis(200), visitor.hears()).await;
        }
        while !has_result(visitor) && visitor.hears().await {}
    });
    let in_time = again.await.is_ok();
    assert!(has_result(visitor), "a result (in time: {in_time}): {}", visitor.shows());
}

pub(super) fn has_result(visitor: &Visitor) -> bool {
    let shown = visitor.shows();
    shown.contains(" RIGHT") || shown.contains(" WRONG")
}

#[tokio::test]
async fn of_two_sessions_on_two_machines_the_first_to_write_wins() {
    let Some(postgres) = Postgres::shared() else { return };
    let nodes = Arc::new(Nodes::<2>::with(postgres, ""));
    let _running = nodes.starts();
    let key = new_key();
    let mut first = connect(nodes.addresses[0]).await;
    prove(&mut first, "anna", &key).await;
    assert!(type_code(&mut first, "anna", &nodes.code).await);
    let mut first = Visitor::of(first).await.on_a_screen("").await;
    first.sees("step").await;
    // Neither machine knows of the session at the other one.
    let mut second = Visitor::by_key(nodes.addresses[1], "anna", &key).await.on_a_screen("").await;
    second.sees("step").await;
    answers(&mut second).await;
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
async fn an_unsaved_sandbox_can_be_resumed_at_another_machine() {
    let Some(postgres) = Postgres::shared() else { return };
    let nodes = Arc::new(Nodes::<2>::with(postgres, ""));
    let [one, _other] = nodes.starts();
    let (key, mut first) = (new_key(), connect(nodes.addresses[0]).await);
    prove(&mut first, "anna", &key).await;
    assert!(type_code(&mut first, "anna", &nodes.code).await);
    let mut first = Visitor::of(first).await.on_a_screen("sandbox").await;
    first.sees(": cmd").await;
    first.press(":box Z 1 1 2 2\r").await;
    let kept = "SELECT count(*) FROM work WHERE name LIKE 'left-%'";
    let begun = Instant::now();
    while nodes.sql(postgres, kept) == "0" {
        assert!(begun.elapsed() < PATIENCE, "it is kept a moment later");
        sleep(Duration::from_millis(50)).await;
    }
    assert!(begun.elapsed() < Duration::from_secs(3), "after {:?}", begun.elapsed());
    one.kill();
    let second = Visitor::by_key(nodes.addresses[1], "anna", &key).await;
    let mut second = second.on_a_screen("sandbox").await;
    second.sees("a session was cut off").await;
    second.press(":recover\r").await;
    second.sees("resumed where it was cut off").await;
    // Changes that the student discards are not kept.
    second.press(":q!\r").await;
    assert_eq!(second.ends().await.0, Some(0));
    assert_eq!(nodes.sql(postgres, kept), "0");
}

#[tokio::test]
async fn a_stopped_database_shows_no_result_and_blocks_no_key() {
    let Some(postgres) = Postgres::start() else { return say_skipped("no PostgreSQL") };
    let ada = new_key();
    let key = ada.public_key().to_openssh().expect("a key");
    let teacher = format!("teachers.ada = [\"{key}\"]\n");
    let nodes = Arc::new(Nodes::<1>::with(&postgres, &teacher));
    let (_running, journal) = nodes.installed[0].starts_with_a_journal();
    let mut anna = at_a_screen(nodes.addresses[0], "anna", &nodes.code).await;
    anna.press(":next\r").await;
    anna.sees("question 1 of 2").await;
    let mut board = Visitor::by_key(nodes.addresses[0], "ada", &ada).await.on_a_screen("").await;
    board.sees("Enter watch").await;
    postgres.stop();
    anna.press("1\r").await;
    let said = "not kept: the store does not answer; nothing counts until it does";
    anna.sees(said).await;
    // The screen does not block: it is redrawn at once for another size.
    anna.channel.window_change(100, 30, 0, 0).await.expect("sent");
    anna.screen = vt100::Parser::new(cells(30), cells(100), 0);
    anna.sees(said).await;
    assert!(!has_result(&anna), "{}", anna.shows());
    board.sees(" the store does not answer").await;
    postgres.start_again();
    // Without a key press, both notice that the database is back.
    let again = timeout(PATIENCE, async {
        while anna.shows().contains(said) && anna.hears().await {}
        while !has_result(&anna) && anna.hears().await {}
    });
    again.await.expect("it goes on by itself");
    assert!(has_result(&anna), "{}", anna.shows());
    assert!(nodes.work_of("anna").await.contains("\nanswer "), "the answer is kept");
    board.sees("Enter watch").await;
    let journal = fs::read_to_string(journal).expect("a journal");
    let told = ["PostgreSQL: the store does not answer; ", "PostgreSQL: works again\n"];
    let [trouble, end] = told.map(|line| journal.find(line));
    assert!(trouble.is_some() && end > trouble, "{journal}");
}

#[test]
fn the_command_line_migrates_checks_and_copies_classes() {
    let Some(postgres) = Postgres::shared() else { return };
    let name = postgres.new_database("empty");
    let address = address_of(postgres.folder(), &name);
    let node = Installed::with(&format!("listen = [\"127.0.0.1:0\"]\nstore = \"{address}\"\n"));
    let told = |node: &Installed, words: &[&str]| {
        let output = node.command(words).output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let lacks = "error: the schema of the database is 0, and this hitscan-serve needs 3: it has no \
                 tables yet: hitscan-serve migrate makes them\n";
    for words in ["run", "check"] {
        assert_eq!(told(&node, &[words]), (Some(1), String::new(), lacks.to_owned()), "{words}");
    }
    let made = "the tables are made; their schema is 3\n";
    assert_eq!(told(&node, &["migrate"]), (Some(0), made.to_owned(), String::new()));
    let is_right = "the schema is 3, as it should be\n";
    assert_eq!(told(&node, &["migrate"]), (Some(0), is_right.to_owned(), String::new()));
    // The data folder does not exist yet.
    drop(node.starts());
    let files = Installed::new();
    let copied = "copied 3b, with the work of 0 students\n";
    let to = ["import", "--to", &*address];
    assert_eq!(told(&files, &to), (Some(0), copied.to_owned(), String::new()));
    let (status, _, why) = told(&files, &to);
    assert_eq!(
        (status, &*why),
        (Some(1), "error: 3b was not copied: there is a class 3b already\n")
    );
    let (status, said, why) = told(&node, &["check"]);
    assert_eq!((status, &*why), (Some(0), ""));
    assert!(said.contains("3b: 0 places; built-in lessons\n"), "{said}");
    assert!(said.contains("store: PostgreSQL, schema 3\n"), "{said}");
    let (_, said, _) = told(&node, &["class", "list"]);
    assert!(said.contains("3b") && said.contains("Monday"), "{said}");
    // And back, to a machine with an empty store of files.
    let (status, _, why) = told(&node, &["import", "--to", "files"]);
    assert_eq!((status, &*why), (Some(0), ""));
    let record = |node: &Installed| {
        fs::read_to_string(node.folder().join("data/classes/3b/class.toml")).expect("a record")
    };
    assert_eq!(record(&node), record(&files));
}

#[test]
fn an_unreachable_database_is_reported_without_its_password() {
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
