//! A teacher and a class: the board, looking on, showing, and words to all.

use hitscan_serve::key::LoginKey;
use hitscan_serve::store::Store as _;
use russh::keys::PrivateKey;

use crate::support::server::{TestServer, class_id, new_key};
use crate::support::visitor::{Visitor, connect, prove, type_code};

/// A server with a teacher, and her key.
fn with_ada() -> (TestServer, PrivateKey) {
    let key = new_key();
    let login_key = LoginKey::new(key.public_key()).expect("a good key");
    let server = TestServer::with(
        |config| {
            config.teachers.insert("ada".parse().expect("a name"), vec![login_key]);
        },
        |_| (),
    );
    (server, key)
}

impl TestServer {
    /// A student in the lessons, by the code of the class.
    async fn student(&self, name: &str) -> Visitor {
        let visitor = Visitor::by_code(self.address, name, &self.code).await;
        let mut visitor = visitor.on_a_screen("").await;
        visitor.sees("Your own code:").await;
        visitor.press("\r").await;
        visitor.sees("step 1 of").await;
        visitor
    }

    /// What comes of a word of a teacher's: the status, what was answered, what was said.
    async fn word(&self, key: &PrivateKey, words: &str) -> (Option<u32>, String, String) {
        let mut ada = Visitor::by_key(self.address, "ada", key).await;
        ada.asks(words).await;
        ada.channel.eof().await.expect("sent");
        let (status, said) = ada.ends().await;
        (status, String::from_utf8_lossy(&ada.out).into_owned(), said)
    }

    /// What was noted.
    fn audit(&self) -> String {
        std::fs::read_to_string(self.data.path().join("audit.ndjson")).expect("an audit")
    }

    async fn does(&self, key: &PrivateKey, words: &str) -> String {
        let (status, answer, said) = self.word(key, words).await;
        assert_eq!((status, said.as_str()), (Some(0), ""), "{words}: {answer}");
        answer
    }
}

#[tokio::test]
async fn the_board_tells_who_is_here_and_how_far() {
    let (server, key) = with_ada();
    let ada = Visitor::by_key(server.address, "ada", &key).await;
    let mut ada = ada.on_a_screen("").await;
    ada.sees("0 of 3 here").await;
    ada.sees("free").await;
    let mut anna = server.student("anna").await;
    ada.sees("1 of 3 here").await;
    let shown = ada.sees("1 apart").await;
    assert!(shown.contains("3b  Collisions, Monday"), "{shown}");
    anna.press(":q!\r").await;
    anna.ends().await;
    ada.sees("0 of 3 here").await;
    let shown = ada.sees("away").await;
    assert!(shown.contains("1 apart"), "how far she was stays:\n{shown}");
    ada.press("q").await;
    assert_eq!(ada.ends().await, (Some(0), String::new()));
}

#[tokio::test]
async fn a_student_who_reads_the_first_screen_is_here() {
    let (server, key) = with_ada();
    let anna = Visitor::by_code(server.address, "anna", &server.code).await;
    let mut anna = anna.on_a_screen("").await;
    anna.sees("Your own code:").await;
    let board = server.does(&key, "board").await;
    assert!(board.contains("1 of 3 here"), "{board}");
    assert!(server.live.to_string().starts_with("3b/anna  in no lesson  "), "{}", server.live);
    anna.press("\r").await;
    anna.sees("step 1 of").await;
    assert!(server.live.to_string().starts_with("3b/anna  apart 1/"), "{}", server.live);
}

#[tokio::test]
async fn who_comes_in_by_a_key_is_told_once_that_all_is_kept_and_who_may_look_on() {
    let (server, _) = with_ada();
    let key = new_key();
    let said = "kept for you and for your teacher, who may look on";
    let mut client = connect(server.address).await;
    prove(&mut client, "anna", &key).await;
    assert!(type_code(&mut client, "anna", &server.code).await);
    let mut anna = Visitor::of(client).await.on_a_screen("").await;
    anna.sees(said).await;
    anna.press(":q!\r").await;
    anna.ends().await;
    let mut anna = Visitor::by_key(server.address, "anna", &key).await.on_a_screen("").await;
    anna.sees("step 1 of").await;
    assert!(!anna.shows().contains(said), "{}", anna.shows());
}

#[tokio::test]
async fn a_student_who_has_no_place_is_named_to_the_teacher() {
    let (server, key) = with_ada();
    for words in ["code new nobody", "free nobody", "reset nobody"] {
        let told = (Some(1), String::new(), "there is no student nobody in 3b".to_owned());
        assert_eq!(server.word(&key, words).await, told, "{words}");
    }
}

#[tokio::test]
async fn the_board_is_told_that_the_server_ends_and_names_its_own_keys() {
    let (server, key) = with_ada();
    assert_eq!(server.live.to_string(), "nobody is here\n");
    let ada = Visitor::by_key(server.address, "ada", &key).await;
    let mut ada = ada.on_a_screen("").await;
    ada.sees("0 of 3 here").await;
    assert!(server.live.to_string().starts_with("3b/ada  teacher  "), "{}", server.live);
    ada.press(":bogus\r").await;
    ada.sees("no such word: bogus; ? lists them").await;
    server.stopper.stop();
    ada.sees("the server restarts in 30 s; your work is kept").await;
}

#[tokio::test]
async fn the_board_can_be_made_again_from_the_files() {
    let (server, key) = with_ada();
    let mut anna = server.student("anna").await;
    anna.press(":q!\r").await;
    anna.ends().await;
    // What was seen is not needed.
    let class = server.store.class(&class_id()).expect("it answers").expect("a class");
    server.live.room(&class, &*server.store).forget(&"anna".parse().expect("a name"));
    let again = server.does(&key, "board --format ndjson").await;
    assert!(again.contains("\"student\":\"anna\",\"here\":false"), "{again}");
    assert!(again.contains("\"lesson\":\"apart\""), "{again}");
    assert_eq!(again.lines().count(), 1 + 3);
}

#[tokio::test]
async fn a_teacher_sees_the_rows_of_a_student_who_is_told() {
    let (server, key) = with_ada();
    let mut anna = server.student("anna").await;
    let ada = Visitor::by_key(server.address, "ada", &key).await;
    let mut ada = ada.on_a_screen("watch anna").await;
    ada.sees(" WATCH anna  1 apart").await;
    anna.sees("watched").await;
    ada.sees("watched").await;
    anna.press("?").await;
    let of_anna = anna.sees("HELP").await;
    let word = of_anna.lines().nth(10).expect("a row").trim().to_owned();
    let of_ada = ada.sees(&word).await;
    let rows = |shown: &str| shown.lines().take(23).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows(&of_ada), rows(&of_anna));
    // Keys are for the watcher alone.
    ada.press("\u{1b}").await;
    assert_eq!(ada.ends().await, (Some(0), String::new()));
    while anna.shows().contains("watched") {
        assert!(anna.hears().await);
    }
    let audit = server.audit();
    let watched: Vec<_> = audit.lines().filter(|line| line.contains("\"watch\"")).collect();
    assert!(
        matches!(watched[..], [line] if line.contains("ada") && line.contains("anna") && line.contains("127.0.0.1")),
        "{audit}"
    );
}

#[tokio::test]
async fn who_is_not_here_cannot_be_watched() {
    let (server, key) = with_ada();
    let ada = Visitor::by_key(server.address, "ada", &key).await;
    let mut ada = ada.on_a_screen("watch ben").await;
    assert_eq!(ada.ends().await, (Some(1), "ben is not here".to_owned()));
}

#[tokio::test]
async fn a_class_that_is_paused_changes_nothing_until_it_goes_on() {
    let (server, key) = with_ada();
    let mut anna = server.student("anna").await;
    assert_eq!(
        server.does(&key, "pause").await,
        "3b is paused; go, or p on the board, lets it go on\n"
    );
    anna.sees("paused by ada").await;
    anna.press("\t").await;
    anna.press("\r").await;
    let shown = anna.sees("paused by ada").await;
    assert!(shown.contains("step 1 of"), "{shown}");
    assert_eq!(server.does(&key, "go").await, "3b goes on\n");
    anna.sees("ada lets you go on").await;
    anna.press("\r").await;
    anna.sees("step 2 of").await;
}

#[tokio::test]
async fn what_is_said_is_seen_by_all_and_noted_without_the_text() {
    let (server, key) = with_ada();
    let mut anna = server.student("anna").await;
    let mut ben = server.student("ben").await;
    let said = server.does(&key, "say look up, please: this is a long line of words").await;
    assert_eq!(said, "said to 2 students\n");
    for student in [&mut anna, &mut ben] {
        student.sees("ada says: look up, please: this is a long line of words").await;
    }
    let audit = server.audit();
    assert!(audit.contains("\"say\"") && !audit.contains("look"), "{audit}");
}

#[tokio::test]
async fn lessons_that_are_not_open_say_so() {
    let (server, key) = with_ada();
    let mut anna = server.student("anna").await;
    assert_eq!(server.does(&key, "lessons apart 2").await, "open: apart centres\n");
    anna.press(":lesson inside\r").await;
    anna.sees("not open yet").await;
    assert_eq!(server.does(&key, "lessons all").await, "all lessons are open\n");
    // The line is still there.
    anna.press("\r").await;
    anna.sees("A box of four edges").await;
    let (status, _, said) = server.word(&key, "lessons insde").await;
    let told = "insde: no such lesson; did you mean inside?";
    assert_eq!((status, said.as_str()), (Some(1), told));
}

#[tokio::test]
async fn a_due_time_is_on_the_board_and_told_to_students() {
    let (server, key) = with_ada();
    let mut anna = server.student("anna").await;
    let answer = server.does(&key, "due 3h").await;
    assert!(answer.starts_with("due in 3 h, at "), "{answer}");
    anna.sees("ada says: work is due in ").await;
    let board = server.does(&key, "board").await;
    assert!(board.contains("due in 2 h"), "{board}");
    let mut ben = server.student("ben").await;
    ben.sees("work is due in 2 h, at ").await;
    let mut cleo = Visitor::by_code(server.address, "cleo", &server.code).await;
    cleo.asks("points").await;
    let points = cleo.gets().await;
    assert!(
        points.lines().last().is_some_and(|line| line.starts_with("due in 2 h, at ")),
        "{points}"
    );
    assert_eq!(server.does(&key, "due none").await, "no work is due\n");
    let (status, _, said) = server.word(&key, "due soon").await;
    assert_eq!(status, Some(1));
    assert!(said.contains("expected 10:30, 45m"), "{said}");
}

#[tokio::test]
async fn all_follow_a_teacher_until_they_come_back_or_she_leaves() {
    let (server, key) = with_ada();
    let mut anna = server.student("anna").await;
    let ada = Visitor::by_key(server.address, "ada", &key).await;
    let mut ada = ada.on_a_screen("follow").await;
    anna.sees("ada shows you a screen; Esc comes back to yours").await;
    ada.sees("watched").await;
    ada.sees("all students see this sandbox until you leave it: q").await;
    ada.press("l").await;
    ada.sees("4 apart in x").await;
    anna.sees("4 apart in x").await;
    // Who comes later sees it, too.
    let visitor = Visitor::by_code(server.address, "ben", &server.code).await;
    let mut ben = visitor.on_a_screen("sandbox").await;
    ben.sees("Your own code:").await;
    ben.press("\r").await;
    ben.sees("ada shows you a screen").await;
    anna.press("\u{1b}").await;
    anna.sees("step 1 of").await;
    anna.sees(":follow shows the other again").await;
    anna.press(":follow\r").await;
    anna.sees("ada shows you a screen; Esc comes back to yours").await;
    anna.press("\u{1b}").await;
    anna.sees("step 1 of").await;
    ada.press(":q\r").await;
    while ben.shows().contains("ada shows you") {
        assert!(ben.hears().await);
    }
    // With no screen to see the word is no longer known.
    anna.press(":follow\r").await;
    anna.sees("follow: no such command").await;
}

#[tokio::test]
async fn a_student_whose_work_begins_afresh_leaves_first() {
    let (server, key) = with_ada();
    let mut anna = server.student("anna").await;
    let answer = server.does(&key, "reset anna").await;
    assert_eq!(answer, "anna starts everything afresh; what was done stays, renamed\n");
    let told = "your teacher has ended this screen; your work is kept";
    assert_eq!(anna.ends().await, (Some(0), told.to_owned()));
    let answer = server.does(&key, "free anna").await;
    assert_eq!(answer, "the place of anna is free; what was done stays, renamed\n");
    let audit = server.audit();
    assert!(audit.contains("\"reset\"") && audit.contains("\"freed\""), "{audit}");
}

#[tokio::test]
async fn everything_that_a_teacher_does_is_noted_with_who_and_where_from() {
    let (server, key) = with_ada();
    drop(server.student("anna").await);
    for words in
        ["pause", "go", "lessons apart", "due 3h", "collect", "grade", "code new", "reset anna"]
    {
        let mut done = server.word(&key, words).await;
        // Her screen may be closing still.
        while words == "reset anna" && done.2.contains("try again") {
            done = server.word(&key, words).await;
        }
        assert_eq!(done.0, Some(0), "{words}: {}", done.2);
    }
    server.does(&key, "free anna --erase").await;
    let audit = server.audit();
    let entries: Vec<serde_json::Value> =
        audit.lines().map(|line| serde_json::from_str(line).expect("an entry")).collect();
    for deed in [
        "login",
        "pause",
        "go",
        "lessons",
        "due",
        "collect",
        "grade",
        "class-code",
        "reset",
        "erased",
        "logout",
    ] {
        let is_it = |entry: &&serde_json::Value| entry["what"] == deed && entry["who"] == "ada";
        let entry = entries.iter().find(is_it).unwrap_or_else(|| panic!("{deed}: {audit}"));
        assert_eq!(
            (&entry["class"], &entry["address"]),
            (&"3b".into(), &"127.0.0.1".into()),
            "{entry}"
        );
    }
    let about_anna = |entry: &&serde_json::Value| entry["detail"] == "anna";
    assert!(entries.iter().filter(about_anna).count() >= 2, "reset and erased: {audit}");
}

/// What acts on a terminal: another title, the clipboard, a question that types its answer, and the
/// same by their signs of one byte.
const ACTS: [&str; 4] = [
    "\u{1b}]0;owned\u{7}",
    "\u{1b}]52;c;b3duZWQ=\u{7}",
    "\u{1b}P+q544e\u{1b}\\",
    "\u{9d}0;owned\u{9c}",
];

#[tokio::test]
async fn nothing_that_a_student_or_a_teacher_types_acts_on_the_terminal_of_another() {
    let acts = ACTS.concat();
    let ((server, key), of_anna) = (with_ada(), new_key());
    server.give_key("anna", &of_anna);
    let mut anna = Visitor::by_key(server.address, "anna", &of_anna).await;
    anna.asks("put mine.toml").await;
    let text = acts.replace('\\', "\\\\");
    anna.press(&format!("title = \"{text}\"\n[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [4, 4]\n"))
        .await;
    anna.channel.eof().await.expect("sent");
    anna.ends().await;
    let board = Visitor::by_key(server.address, "ada", &key).await.on_a_screen("").await;
    let anna = Visitor::by_key(server.address, "anna", &of_anna).await;
    let mut anna = anna.on_a_screen("sandbox").await;
    anna.sees("arrows move").await;
    let watching = Visitor::by_key(server.address, "ada", &key).await;
    let mut watching = watching.on_a_screen("watch anna").await;
    watching.sees("WATCH anna").await;
    for typed in [
        format!(":open mine.toml{acts}\r"),
        ":open mine.toml\r".to_owned(),
        format!(":\u{1b}[200~rename A {acts}\u{1b}[201~\r"),
        format!("/\u{1b}[200~{acts}\u{1b}[201~\r"),
        acts.clone(),
    ] {
        anna.press(&typed).await;
        anna.press("\u{1b}").await;
    }
    // A line is said until the next key: all of them have come.
    anna.press(":help\r").await;
    anna.sees("HELP").await;
    let (_, answer, said) = server.word(&key, &format!("say look up{acts} end-of-it")).await;
    // Whatever way it comes.
    let ada = "ada".parse().expect("a name");
    server.live.say(&class_id(), &ada, &format!("look up{acts} end-of-it"));
    anna.sees("end-of-it").await;
    let (_, refused, why) = server.word(&key, &format!("roster{acts}")).await;
    let mut table = Visitor::by_key(server.address, "ada", &key).await;
    table.asks("roster").await;
    table.press(&format!("student\nanna{acts}\n")).await;
    table.channel.eof().await.expect("sent");
    table.ends().await;
    let listed = server.does(&key, "board").await + &server.does(&key, "grade").await;
    watching.press("\u{1b}").await;
    watching.ends().await;
    let mut board = board;
    board.press("q").await;
    board.ends().await;
    anna.press("q").await;
    anna.press(":q!\r").await;
    anna.ends().await;
    for (who, bytes) in [
        ("board", &board.out),
        ("watcher", &watching.out),
        ("anna", &anna.out),
        ("roster", &table.said.clone().into_bytes()),
        ("words", &[answer, said, refused, why, listed].concat().into_bytes()),
    ] {
        let text = String::from_utf8_lossy(bytes);
        for act in ["\u{7}", "\u{1b}]0;owned", "\u{1b}]52", "\u{1b}P", "\u{9d}", "\u{9c}"] {
            assert!(!text.contains(act), "{who}: {act:?}: {text:?}");
        }
    }
}

#[tokio::test]
async fn a_new_code_is_told_to_the_teacher_alone() {
    let (server, key) = with_ada();
    let answer = server.does(&key, "code new").await;
    let code = answer.trim_end().strip_prefix("the code of 3b is ").expect("a code");
    let code = code.strip_suffix(" now").expect("a code");
    Visitor::by_code(server.address, "ben", code).await;
    let audit = server.audit();
    assert!(audit.contains("\"class-code\"") && !audit.contains(code), "{audit}");
}

#[tokio::test]
async fn a_student_who_lost_their_code_gets_another_and_keeps_the_place() {
    let (server, key) = with_ada();
    let mut anna = Visitor::by_code(server.address, "anna", &server.code).await;
    anna.asks("points").await;
    let said = anna.gets().await + &anna.said;
    let (_, lost) = said.split_once("Your own code: ").expect("it is told once");
    let lost: String = lost.chars().take(10).collect();
    let answer = server.does(&key, "code new anna").await;
    let code = answer.trim_end().strip_prefix("the code of anna is ").expect("a code");
    let code = code.strip_suffix(" now").expect("a code");
    Visitor::by_code(server.address, "anna", code).await;
    let mut client = crate::support::visitor::connect(server.address).await;
    assert!(!crate::support::visitor::type_code(&mut client, "anna", &lost).await);
    let audit = server.audit();
    assert!(!audit.contains(code) && !audit.contains(&lost), "{audit}");
    // A place that nobody took has none to lose.
    let (status, _, said) = server.word(&key, "code new ben").await;
    assert_eq!(status, Some(1), "{said}");
}

#[tokio::test]
async fn words_of_teachers_are_none_for_students() {
    let (server, _) = with_ada();
    let key = new_key();
    server.give_key("anna", &key);
    for words in ["board", "watch ben", "say hello", "pause", "collect", "free ben"] {
        let mut anna = Visitor::by_key(server.address, "anna", &key).await;
        anna.asks(words).await;
        let word = words.split(' ').next().expect("a word");
        let told = format!("no such word: {word}; ssh HOST help lists them");
        assert_eq!(anna.ends().await, (Some(2), told));
    }
}

#[tokio::test]
async fn what_comes_after_it_was_due_counts_and_is_told_as_late() {
    let key = new_key();
    let login_key = LoginKey::new(key.public_key()).expect("a good key");
    let server = TestServer::with(
        |config| {
            config.teachers.insert("ada".parse().expect("a name"), vec![login_key]);
        },
        |class| class.due = Some("2026-01-01T10:00:00Z".parse().expect("a time")),
    );
    let mut anna = Visitor::by_code(server.address, "anna", &server.code).await;
    anna.asks("lines").await;
    anna.press("lesson inside edges\nmiss\nhit\nquit\n").await;
    anna.channel.eof().await.expect("sent");
    let said = anna.gets().await;
    assert!(said.contains("points"), "it counts:\n{said}");
    let board = server.does(&key, "board --format ndjson").await;
    let of_anna = board.lines().find(|line| line.contains("\"anna\"")).expect("a line");
    assert!(of_anna.contains("\"late\":1"), "{of_anna}");
    let report = server.does(&key, "grade").await;
    assert!(report.contains("late: inside/edges"), "{report}");
    let (status, archive, said) = server.word(&key, "collect").await;
    assert_eq!((status, said.as_str()), (Some(0), ""));
    assert!(
        archive.contains("3b/late.csv") && archive.contains("anna,inside/edges,20"),
        "{archive}"
    );
    assert!(archive.contains("3b/anna.hits"), "{archive}");
}
