//! Tests of machines that serve one class, connected by a bus.

use std::sync::Arc;
use std::time::{Duration, Instant};

use russh::keys::PrivateKey;
use tokio::time::{sleep, timeout};

use super::nodes::{Nodes, answers, at_a_screen};
use crate::support::nats::Nats;
use crate::support::postgres::Postgres;
use crate::support::process::Running;
use crate::support::server::new_key;
use crate::support::visitor::{Visitor, connect, type_code};

/// How long the board may be out of date.
const BOARD_TIME: Duration = Duration::from_secs(5);
/// A generous timeout.
const PATIENCE: Duration = Duration::from_secs(30);

/// Two machines, a bus that connects them, and a teacher.
struct Joined {
    nodes: Arc<Nodes>,
    running: [Running; 2],
    nats: Nats,
    ada: PrivateKey,
}

impl Joined {
    fn start() -> Option<Self> {
        Self::by(Nats::start()?, "")
    }

    /// Connected by a bus, with this login in its URL.
    fn by(nats: Nats, login: &str) -> Option<Self> {
        let postgres = Postgres::shared()?;
        let bus = format!("bus = \"nats://{login}{}\"\n", nats.socket());
        let (nodes, ada) = with_a_teacher(postgres, &bus);
        let running = nodes.starts();
        Some(Self { nodes, running, nats, ada })
    }

    async fn student(&self, node: usize, name: &str) -> Visitor {
        at_a_screen(self.nodes.addresses[node], name, &self.nodes.code).await
    }

    async fn teacher(&self, node: usize, words: &str) -> Visitor {
        Visitor::by_key(self.nodes.addresses[node], "ada", &self.ada).await.on_a_screen(words).await
    }
}

fn with_a_teacher(postgres: &Postgres, lines: &str) -> (Arc<Nodes>, PrivateKey) {
    let ada = new_key();
    let key = ada.public_key().to_openssh().expect("a key");
    let lines = format!("{lines}teachers.ada = [\"{key}\"]\n");
    (Arc::new(Nodes::with(postgres, &lines)), ada)
}

/// Waits for a row of the board with this name and these words, and returns it.
pub(super) async fn row_with(
    board: &mut Visitor,
    name: &str,
    words: &[&str],
    time: Duration,
) -> String {
    let found = |board: &Visitor| {
        let shown = board.shows();
        let mut rows = shown.lines().filter(|row| row.contains(name));
        rows.find(|row| words.iter().all(|word| row.contains(word))).map(str::to_owned)
    };
    let seen = timeout(time, async {
        loop {
            if let Some(row) = found(board) {
                return row;
            }
            assert!(board.hears().await, "{}", board.said);
        }
    });
    let seen = seen.await;
    seen.unwrap_or_else(|_| panic!("{name} with {words:?} in {time:?}:\n{}", board.shows()))
}

#[tokio::test]
async fn the_board_shows_within_five_seconds_what_happens_at_the_other_machine() {
    let Some(joined) = Joined::start() else { return };
    let mut board = joined.teacher(0, "").await;
    board.sees("0 of 0 here").await;
    let mut anna = joined.student(1, "anna").await;
    row_with(&mut board, "anna", &["1/8 card", " s"], BOARD_TIME).await;
    board.sees("1 of 1 here").await;
    answers(&mut anna).await;
    let row = row_with(&mut board, "anna", &["2/8 ask"], BOARD_TIME).await;
    assert!(!row.contains("away"), "{row}");
    assert!(!board.shows().contains("nodes"), "all are heard: {}", board.shows());
    anna.press("\x03").await;
    anna.ends().await;
    row_with(&mut board, "anna", &["away"], BOARD_TIME).await;
}

#[tokio::test]
async fn a_class_that_is_closed_at_one_machine_ends_its_students_at_all() {
    let Some(joined) = Joined::start() else { return };
    let mut all = Vec::new();
    for (node, name) in ["anna", "ben"].into_iter().enumerate() {
        all.push(joined.student(node, name).await);
    }
    let close = || joined.nodes.installed[0].command(&["class", "close", "3b"]).output();
    let closed = close().expect("it runs");
    assert!(closed.status.success(), "{closed:?}");
    for student in &mut all {
        assert_eq!(student.ends().await, (Some(1), "3b is closed".to_owned()));
    }
    let mut client = connect(joined.nodes.addresses[1]).await;
    assert!(type_code(&mut client, "anna", "anything").await);
    let mut anna = Visitor::of(client).await.on_a_screen("").await;
    assert_eq!(anna.ends().await, (Some(1), "3b is closed".to_owned()));
    let open = joined.nodes.installed[1].command(&["class", "open", "3b"]).output();
    assert!(open.expect("it runs").status.success());
    joined.student(0, "cleo").await;
}

#[tokio::test]
async fn the_password_or_token_in_the_url_is_used_for_the_bus() {
    let of_user = ["--user", "hitscan", "--pass", "p@ss/word"];
    for (asks, login, wrong) in [
        (&of_user[..], "hitscan:p%40ss%2Fword@", "hitscan:other@"),
        (&["--auth", "a-long-token"], "a-long-token@", ""),
    ] {
        let Some(nats) = Nats::guarded(asks) else { return };
        let Some(joined) = Joined::by(nats, login) else { return };
        let check = |bus: &str| {
            let config = joined.nodes.installed[0].configuration();
            let config = config.replace(&format!("nats://{login}"), &format!("nats://{bus}"));
            joined.nodes.installed[0].checks(&config)
        };
        assert!(check(login).contains("bus: it answers\n"), "{}", check(login));
        assert!(check(wrong).contains("error: bus: authorization violation"), "{}", check(wrong));
        let mut board = joined.teacher(0, "").await;
        let _anna = joined.student(1, "anna").await;
        row_with(&mut board, "anna", &["1/8 card", " s"], BOARD_TIME).await;
    }
}

#[tokio::test]
async fn students_of_a_killed_machine_are_away_after_five_seconds() {
    let Some(mut joined) = Joined::start() else { return };
    let mut board = joined.teacher(0, "").await;
    let _anna = joined.student(1, "anna").await;
    row_with(&mut board, "anna", &["card", " s"], BOARD_TIME).await;
    let [one, other] = joined.running;
    let killed = Instant::now();
    other.kill();
    let time = BOARD_TIME + Duration::from_millis(500);
    row_with(&mut board, "anna", &["away"], time).await;
    println!("away after {:?}", killed.elapsed());
    // Students can work on a restarted machine, and the board sees them.
    joined.running = [one, joined.nodes.installed[1].starts()];
    let _ben = joined.student(1, "ben").await;
    row_with(&mut board, "ben", &["card", " s"], BOARD_TIME).await;
}

#[tokio::test]
async fn a_teachers_messages_and_changes_reach_students_at_the_other_machine() {
    let Some(joined) = Joined::start() else { return };
    let mut anna = joined.student(1, "anna").await;
    let mut teacher = joined.teacher(0, "").await;
    row_with(&mut teacher, "anna", &["card"], BOARD_TIME).await;
    teacher.press("slook up, please\r").await;
    anna.sees("ada says: look up, please").await;
    teacher.sees("said to 1 student").await;
    teacher.press("p").await;
    anna.sees("paused by ada").await;
    teacher.sees("paused  1 of 1 here").await;
    teacher.press("p").await;
    anna.sees("ada resumed the class").await;
}

#[tokio::test]
async fn a_second_login_at_another_machine_ends_the_first() {
    let Some(joined) = Joined::start() else { return };
    let mut first = Visitor::by_code(joined.nodes.addresses[0], "anna", &joined.nodes.code).await;
    let own = {
        first = first.on_a_screen("").await;
        let shown = first.sees("Your own code:").await;
        let line = shown.lines().find(|line| line.contains("Your own code:")).map(str::to_owned);
        line.and_then(|it| it.split_whitespace().last().map(str::to_owned)).expect("a code")
    };
    first.press("\r").await;
    first.sees("step 1 of").await;
    let begun = Instant::now();
    let second = Visitor::by_code(joined.nodes.addresses[1], "anna", &own).await;
    let mut second = second.on_a_screen("").await;
    second.sees("step").await;
    let took = begun.elapsed();
    let (status, said) = first.ends().await;
    assert_eq!((status, &*said), (Some(0), "anna is at another screen now"));
    answers(&mut second).await;
    println!("the second screen came after {took:?}");
}

#[tokio::test]
async fn a_teacher_watches_a_student_at_the_other_machine() {
    let Some(joined) = Joined::start() else { return };
    let mut anna = joined.student(1, "anna").await;
    let mut teacher = joined.teacher(0, "").await;
    row_with(&mut teacher, "anna", &["card"], BOARD_TIME).await;
    teacher.press("\r").await;
    teacher.sees("WATCH anna").await;
    anna.sees("watched").await;
    teacher.sees("step 1 of").await;
    anna.press(":next\r").await;
    teacher.sees("question 1 of 2").await;
    let rows =
        |visitor: &Visitor| visitor.shows().lines().take(20).map(str::to_owned).collect::<Vec<_>>();
    anna.sees("question 1 of 2").await;
    let same = timeout(PATIENCE, async {
        while rows(&anna) != rows(&teacher) {
            tokio::select! { _ = anna.hears() => {} _ = teacher.hears() => {} }
        }
    });
    let is_same = same.await.is_ok();
    assert!(is_same, "cell for cell:\n{}\n{}", anna.shows(), teacher.shows());
    teacher.press("\x1b").await;
    teacher.sees("1 of 1 here").await;
    let unseen = timeout(PATIENCE, async {
        while anna.shows().contains("watched") && anna.hears().await {}
    });
    unseen.await.expect("it is forgotten after 15 s");
}

#[tokio::test]
async fn students_at_the_other_machine_follow_a_teachers_screen() {
    let Some(joined) = Joined::start() else { return };
    let mut anna = joined.student(1, "anna").await;
    let mut teacher = joined.teacher(0, "").await;
    row_with(&mut teacher, "anna", &["card"], BOARD_TIME).await;
    teacher.press("f").await;
    anna.sees("ada shows you a screen; Esc comes back to yours").await;
    teacher.press("l").await;
    teacher.sees("B is 4 left of A").await;
    anna.sees("B is 4 left of A").await;
    // A student who logs in later sees it, too.
    let mut ben = Visitor::by_code(joined.nodes.addresses[1], "ben", &joined.nodes.code).await;
    ben = ben.on_a_screen("").await;
    ben.sees("Your own code:").await;
    ben.press("\r").await;
    ben.sees("ada shows you a screen").await;
    teacher.press(":q\r").await;
    anna.sees("step 1 of").await;
}

#[tokio::test]
async fn grading_names_students_at_work_at_the_other_machine_or_says_that_it_cannot_hear_it() {
    let Some(mut joined) = Joined::start() else { return };
    let mut anna = joined.student(1, "anna").await;
    answers(&mut anna).await;
    // No board was opened at this machine, which would have read the work.
    let graded = async |joined: &Joined| {
        let mut ada = Visitor::by_key(joined.nodes.addresses[0], "ada", &joined.ada).await;
        ada.asks("grade").await;
        let (status, said) = ada.ends().await;
        assert_eq!(status, Some(0), "{said}");
        (String::from_utf8_lossy(&ada.out).into_owned(), said)
    };
    let heard = timeout(PATIENCE, async {
        while !graded(&joined).await.0.contains("still at work") {
            sleep(Duration::from_millis(100)).await;
        }
    });
    heard.await.expect("it is reported in time");
    joined.nats.kill();
    let said = timeout(PATIENCE, async {
        loop {
            let (report, said) = graded(&joined).await;
            if !said.is_empty() {
                return (report, said);
            }
            sleep(Duration::from_millis(100)).await;
        }
    });
    let (report, said) = said.await.expect("the outage is reported in time");
    assert!(said.starts_with("bus away: 1 of 2 nodes: "), "{said}");
    assert!(report.contains("anna"), "{report}");
}

#[tokio::test]
async fn students_keep_working_while_the_bus_is_cut_and_are_seen_again_afterwards() {
    let Some(mut joined) = Joined::start() else { return };
    let mut board = joined.teacher(0, "").await;
    let mut anna = joined.student(1, "anna").await;
    row_with(&mut board, "anna", &["1/8 card", " s"], BOARD_TIME).await;
    joined.nats.kill();
    board.sees("bus away: 1 of 2 nodes").await;
    answers(&mut anna).await;
    assert!(joined.nodes.work_of("anna").await.contains("\nanswer "), "the answer is kept");
    joined.nats.start_again();
    row_with(&mut board, "anna", &["2/8 ask", " s"], PATIENCE).await;
    let again = timeout(BOARD_TIME, async {
        while board.shows().contains("nodes") && board.hears().await {}
    });
    again.await.expect("all machines are heard");
}

#[tokio::test]
async fn without_a_bus_the_board_says_how_many_machines_it_knows() {
    let Some(postgres) = Postgres::shared() else { return };
    let (nodes, ada) = with_a_teacher(postgres, "");
    let [_one, other] = nodes.starts();
    let visitor = Visitor::by_key(nodes.addresses[0], "ada", &ada).await;
    let mut board = visitor.on_a_screen("").await;
    board.sees("1 of 2 nodes").await;
    drop(other);
    let alone = timeout(BOARD_TIME, async {
        while board.shows().contains("nodes") && board.hears().await {}
    });
    alone.await.expect("there is one");
}
