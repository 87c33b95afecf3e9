//! Tests of a teacher and a class: the board, watching, following, and commands.

use hitscan_serve::class::{Class, ClassState};
use hitscan_serve::store::Store as _;
use russh::keys::PrivateKey;

use crate::support::server::{TestServer, class_id, new_key};
use crate::support::visitor::{Visitor, connect, prove, type_code};

/// Starts a server with a teacher; returns her key.
fn with_ada() -> (TestServer, PrivateKey) {
    TestServer::with_teacher(|_| ())
}

/// The same, with a student in the lessons.
async fn with_ada_and_anna() -> (TestServer, PrivateKey, Visitor) {
    let (server, key) = with_ada();
    let student = server.student("anna").await;
    (server, key, student)
}

impl TestServer {
    /// Logs in a student with the code of the class, to the lessons.
    async fn student(&self, name: &str) -> Visitor {
        let visitor = Visitor::by_code(self.address, name, &self.code).await;
        let mut visitor = visitor.on_a_screen("").await;
        visitor.begins_lessons().await;
        visitor
    }

    /// The teacher, at what these words show.
    async fn ada(&self, key: &PrivateKey, words: &str) -> Visitor {
        Visitor::by_key(self.address, "ada", key).await.on_a_screen(words).await
    }

    /// Runs a teacher's command; returns its status, standard output and standard error.
    async fn word(&self, key: &PrivateKey, words: &str) -> (Option<u32>, String, String) {
        let mut ada = Visitor::by_key(self.address, "ada", key).await;
        ada.asks(words).await;
        ada.channel.eof().await.expect("sent");
        let (status, said) = ada.ends().await;
        (status, String::from_utf8_lossy(&ada.out).into_owned(), said)
    }

    /// The audit log.
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
async fn the_board_shows_who_is_here_and_how_far_they_are() {
    let (server, key) = with_ada();
    let mut ada = server.ada(&key, "").await;
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
    assert!(shown.contains("1 apart"), "her progress stays:\n{shown}");
    ada.press("q").await;
    assert_eq!(ada.ends().await, (Some(0), String::new()));
}

#[tokio::test]
async fn a_student_on_the_welcome_screen_is_here() {
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
async fn a_student_who_joins_by_key_is_told_once_that_all_is_kept() {
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
    let anna = server.at_lessons("anna", &key).await;
    assert!(!anna.shows().contains(said), "{}", anna.shows());
}

#[tokio::test]
async fn a_teacher_is_told_that_a_student_has_no_place() {
    let (server, key) = with_ada();
    for words in ["code new nobody", "free nobody", "reset nobody"] {
        let told = (Some(1), String::new(), "there is no student nobody in 3b".to_owned());
        assert_eq!(server.word(&key, words).await, told, "{words}");
    }
}

#[tokio::test]
async fn the_board_warns_of_a_restart_and_refers_to_its_own_help() {
    let (server, key) = with_ada();
    assert_eq!(server.live.to_string(), "no one is here\n");
    let mut ada = server.ada(&key, "").await;
    ada.sees("0 of 3 here").await;
    assert!(server.live.to_string().starts_with("3b/ada  teacher  "), "{}", server.live);
    ada.press(":bogus\r").await;
    ada.sees("no such word: bogus; ? lists them").await;
    server.stopper.stop();
    ada.sees("the server restarts in 30 s; your work is kept").await;
}

#[tokio::test]
async fn the_board_can_be_rebuilt_from_the_files() {
    let (server, key, mut anna) = with_ada_and_anna().await;
    anna.press(":q!\r").await;
    anna.ends().await;
    // Forget the progress in memory.
    let class = server.store.class(&class_id()).expect("it answers").expect("a class");
    server.live.room(&class, &*server.store).forget(&"anna".parse().expect("a name"));
    let again = server.does(&key, "board --format ndjson").await;
    assert!(again.contains("\"student\":\"anna\",\"here\":false"), "{again}");
    assert!(again.contains("\"lesson\":\"apart\""), "{again}");
    assert_eq!(again.lines().count(), 1 + 3);
}

#[tokio::test]
async fn a_watcher_sees_the_students_rows_and_the_student_sees_that() {
    let (server, key, mut anna) = with_ada_and_anna().await;
    let mut ada = server.ada(&key, "watch anna").await;
    ada.sees(" WATCH anna  1 apart").await;
    anna.sees("watched").await;
    ada.sees("watched").await;
    anna.press("?").await;
    let of_anna = anna.sees("HELP").await;
    let word = of_anna.lines().nth(10).expect("a row").trim().to_owned();
    let of_ada = ada.sees(&word).await;
    let rows = |shown: &str| shown.lines().take(23).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows(&of_ada), rows(&of_anna));
    // Keys go to the watcher only.
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
async fn a_student_who_is_not_here_cannot_be_watched() {
    let (server, key) = with_ada();
    let mut ada = server.ada(&key, "watch ben").await;
    assert_eq!(ada.ends().await, (Some(1), "ben is not here".to_owned()));
}

#[tokio::test]
async fn a_paused_class_refuses_changes_until_it_is_resumed() {
    let (server, key, mut anna) = with_ada_and_anna().await;
    let paused = server.does(&key, "pause").await;
    assert_eq!(paused, "3b is paused; go, or p on the board, resumes it\n");
    anna.sees("paused by ada").await;
    anna.press("\t").await;
    anna.press("\r").await;
    let shown = anna.sees("paused by ada").await;
    assert!(shown.contains("step 1 of"), "{shown}");
    assert_eq!(server.does(&key, "go").await, "3b has resumed\n");
    anna.sees("ada resumed the class").await;
    anna.press("\r").await;
    anna.sees("step 2 of").await;
}

#[tokio::test]
async fn a_message_reaches_all_and_is_logged_without_its_text() {
    let (server, key, mut anna) = with_ada_and_anna().await;
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
async fn a_lesson_that_is_not_open_says_so() {
    let (server, key, mut anna) = with_ada_and_anna().await;
    assert_eq!(server.does(&key, "lessons apart 2").await, "open: apart centres\n");
    anna.press(":lesson inside\r").await;
    anna.sees("not open yet").await;
    assert_eq!(server.does(&key, "lessons all").await, "all lessons are open\n");
    // The command line still has its text.
    anna.press("\r").await;
    anna.sees("A box of four edges").await;
    let (status, _, said) = server.word(&key, "lessons insde").await;
    let told = "insde: no such lesson; did you mean inside?";
    assert_eq!((status, said.as_str()), (Some(1), told));
}

#[tokio::test]
async fn a_due_time_is_on_the_board_and_announced_to_students() {
    let (server, key, mut anna) = with_ada_and_anna().await;
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
    let last = points.lines().last().unwrap_or_default();
    assert!(last.starts_with("due in 2 h, at "), "{points}");
    assert_eq!(server.does(&key, "due none").await, "no work is due\n");
    let (status, _, said) = server.word(&key, "due soon").await;
    assert_eq!(status, Some(1));
    assert!(said.contains("expected 10:30, 45m"), "{said}");
}

#[tokio::test]
async fn all_follow_a_teacher_until_they_press_esc_or_she_leaves() {
    let (server, key, mut anna) = with_ada_and_anna().await;
    let mut ada = server.ada(&key, "follow").await;
    anna.sees("ada shows you a screen; Esc comes back to yours").await;
    let shown = ada.sees("all students see this sandbox; q stops showing it").await;
    assert!(shown.contains("shown to all") && !shown.contains("watched"), "{shown}");
    assert!(shown.lines().last().is_some_and(|row| row.contains("q stop showing")), "{shown}");
    ada.press("l").await;
    ada.sees("B is 4 left of A").await;
    let shown = anna.sees("B is 4 left of A").await;
    assert!(!shown.contains("q stop showing"), "only the teacher can: {shown}");
    ada.press("\u{1b}").await;
    ada.sees("all still see this sandbox; q stops showing it").await;
    // A student who logs in later sees it, too.
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
    ada.press("q").await;
    while ben.shows().contains("ada shows you") {
        assert!(ben.hears().await);
    }
    // Without a shown screen, the command is unknown.
    anna.press(":follow\r").await;
    anna.sees("follow: no such command").await;
}

#[tokio::test]
async fn a_teacher_comes_back_to_the_board_from_a_shown_sandbox_and_is_told() {
    let (server, key) = with_ada();
    let mut ada = server.ada(&key, "").await;
    ada.sees("0 of 3 here").await;
    ada.press("f").await;
    ada.sees("shown to all").await;
    // What was added is lost: that is asked first.
    ada.press("ab").await;
    ada.sees("C box").await;
    ada.press("q").await;
    let asked = ada.sees("Stop showing it?").await;
    assert!(asked.contains("This sandbox is not saved anywhere: "), "{asked}");
    assert!(!asked.contains("save,"), "{asked}");
    ada.press("y").await;
    ada.sees("your sandbox is no longer shown").await;
    ada.sees("0 of 3 here").await;
}

#[tokio::test]
async fn a_watcher_scrolls_in_a_larger_picture_and_sees_its_keys() {
    let (server, key, anna) = with_ada_and_anna().await;
    let ada = Visitor::by_key(server.address, "ada", &key).await;
    let mut ada = ada.on_a_screen_of("watch anna", (40, 16)).await;
    ada.sees("WATCH anna  more \u{25ba}\u{25bc}").await;
    ada.sees("lesson 1  Not apart").await;
    ada.press("?").await;
    ada.sees("no key reaches the student").await;
    ada.press("?").await;
    ada.press("lllllljjj").await;
    ada.sees("WATCH anna  more \u{25c4}\u{25b2} ").await;
    let mut own = Vec::new();
    for row in anna.screen.screen().rows(40, 40).skip(9) {
        own.push(row.trim_end().to_owned());
    }
    // The student sees that she is watched since.
    let theirs: Vec<_> =
        ada.screen.screen().rows(0, 40).map(|row| row.trim_end().to_owned()).collect();
    assert_eq!(theirs[..15], own[..15], "the lower right of 80x24");
    ada.press("\u{1b}[H").await;
    ada.sees("lesson 1  Not apart").await;
    ada.press("\u{1b}").await;
    assert_eq!(ada.ends().await, (Some(0), String::new()));
}

#[tokio::test]
async fn a_student_who_logs_in_again_is_still_watched() {
    let (server, key) = with_ada();
    let of_anna = new_key();
    server.give_key("anna", &of_anna);
    let visit =
        async || Visitor::by_key(server.address, "anna", &of_anna).await.on_a_screen("").await;
    let mut anna = visit().await;
    anna.sees("step 1 of").await;
    let mut ada = server.ada(&key, "watch anna").await;
    for _ in 0..3 {
        anna.sees("watched").await;
        ada.sees("step 1 of").await;
        anna.press(":q!\r").await;
        anna.ends().await;
        ada.sees("WATCH anna  has left").await;
        anna = visit().await;
        anna.sees("step 1 of").await;
        ada.sees("WATCH anna  1 apart").await;
    }
}

#[tokio::test]
async fn closing_a_class_ends_its_students_and_nothing_counts_after_it() {
    let (server, key, mut anna) = with_ada_and_anna().await;
    let mut ben = Visitor::by_code(server.address, "ben", &server.code).await;
    ben.asks("lines").await;
    while !String::from_utf8_lossy(&ben.out).contains("STEP 1 of") {
        assert!(ben.hears().await);
    }
    let cleo = Visitor::by_code(server.address, "cleo", &server.code).await;
    let mut cleo = cleo.on_a_screen("").await;
    let shown = cleo.sees("Your own code:").await;
    let code = shown.split_whitespace().find(|word| word.len() == 10).expect("a code").to_owned();
    let mut board = server.ada(&key, "").await;
    board.sees("3 of 3 here").await;
    let work = |student: &str| {
        let student = student.parse().expect("a name");
        server.store.read_work(&class_id(), &student).expect("it answers")
    };
    let before = work("anna");
    let close = |class: &mut Class| class.state = ClassState::Closed;
    let closed = server.store.change_class(&class_id(), &close).expect("closed");
    server.live.changed(&closed, None, &*server.store);
    // These keys may arrive before the end does.
    let _ = anna.try_keys(":answer 1\r\r").await;
    let told = (Some(1), "3b is closed".to_owned());
    assert_eq!(anna.ends().await, told);
    assert_eq!(ben.ends().await, told);
    let (status, said) = cleo.ends().await;
    assert_eq!(status, Some(1));
    assert!(said.contains(&code) && said.ends_with("\n3b is closed"), "{said}");
    assert_eq!(work("anna"), before);
    board.sees("closed").await;
    board.sees("0 of 3 here").await;
    board.press("p").await;
    board.sees("3b is closed; go opens it again").await;
    board.press(":go\r").await;
    board.sees("3b is open again").await;
    let cleo = Visitor::by_code(server.address, "cleo", &code).await;
    let mut cleo = cleo.on_a_screen("").await;
    cleo.sees("step 1 of").await;
}

#[tokio::test]
async fn resetting_work_ends_the_students_session_first() {
    let (server, key, mut anna) = with_ada_and_anna().await;
    let answer = server.does(&key, "reset anna").await;
    assert_eq!(answer, "anna starts everything afresh; the old work is kept, renamed\n");
    let told = "your teacher has ended this screen; your work is kept";
    assert_eq!(anna.ends().await, (Some(0), told.to_owned()));
    let answer = server.does(&key, "free anna").await;
    assert_eq!(answer, "the place of anna is free; the old work is kept, renamed\n");
    let audit = server.audit();
    assert!(audit.contains("\"reset\"") && audit.contains("\"freed\""), "{audit}");
}

#[tokio::test]
async fn the_audit_log_has_who_did_what_from_where() {
    let (server, key) = with_ada();
    drop(server.student("anna").await);
    for words in
        ["pause", "go", "lessons apart", "due 3h", "collect", "grade", "code new", "reset anna"]
    {
        let mut done = server.word(&key, words).await;
        // Her session may still be closing.
        while words == "reset anna" && done.2.contains("try again") {
            done = server.word(&key, words).await;
        }
        assert_eq!(done.0, Some(0), "{words}: {}", done.2);
    }
    server.does(&key, "free anna --erase").await;
    let audit = server.audit();
    let entries: Vec<serde_json::Value> =
        audit.lines().map(|line| serde_json::from_str(line).expect("an entry")).collect();
    let deeds = "login pause go lessons due collect grade class-code reset erased logout";
    for deed in deeds.split(' ') {
        let is_it = |entry: &&serde_json::Value| entry["what"] == deed && entry["who"] == "ada";
        let entry = entries.iter().find(is_it).unwrap_or_else(|| panic!("{deed}: {audit}"));
        assert!(entry["class"] == "3b" && entry["address"] == "127.0.0.1", "{entry}");
    }
    let about_anna = |entry: &&serde_json::Value| entry["detail"] == "anna";
    assert!(entries.iter().filter(about_anna).count() >= 2, "reset and erased: {audit}");
}

/// Sequences that act on a terminal: they set the title or the clipboard, or make it type an
/// answer; the last one uses one-byte control characters.
const ACTS: [&str; 4] = [
    "\u{1b}]0;owned\u{7}",
    "\u{1b}]52;c;b3duZWQ=\u{7}",
    "\u{1b}P+q544e\u{1b}\\",
    "\u{9d}0;owned\u{9c}",
];

#[tokio::test]
async fn typed_control_sequences_never_reach_anothers_terminal() {
    let acts = ACTS.concat();
    let ((server, key), of_anna) = (with_ada(), new_key());
    server.give_key("anna", &of_anna);
    let mut anna = server.asked_by_anna(&of_anna, "put mine.toml").await;
    let text = acts.replace('\\', "\\\\");
    anna.sends(&format!("title = \"{text}\"\n[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [4, 4]\n"))
        .await;
    anna.ends().await;
    let mut board = server.ada(&key, "").await;
    let anna = Visitor::by_key(server.address, "anna", &of_anna).await;
    let mut anna = anna.on_a_screen("sandbox").await;
    anna.sees("arrows move").await;
    let mut watching = server.ada(&key, "watch anna").await;
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
    // A message stays until the next key: this key follows all of them.
    anna.press(":help\r").await;
    anna.sees("HELP").await;
    let (_, answer, said) = server.word(&key, &format!("say look up{acts} end-of-it")).await;
    // Send it directly, too.
    let ada = "ada".parse().expect("a name");
    server.live.say(&class_id(), &ada, &format!("look up{acts} end-of-it"));
    anna.sees("end-of-it").await;
    let (_, refused, why) = server.word(&key, &format!("roster{acts}")).await;
    let mut table = Visitor::by_key(server.address, "ada", &key).await;
    table.asks("roster").await;
    table.sends(&format!("student\nanna{acts}\n")).await;
    table.ends().await;
    let listed = server.does(&key, "board").await + &server.does(&key, "grade").await;
    watching.press("\u{1b}").await;
    watching.ends().await;
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
async fn a_new_code_is_shown_only_to_the_teacher() {
    let (server, key) = with_ada();
    let answer = server.does(&key, "code new").await;
    let code = answer.trim_end().strip_prefix("the code of 3b is ").expect("a code");
    let code = code.strip_suffix(" now").expect("a code");
    Visitor::by_code(server.address, "ben", code).await;
    let audit = server.audit();
    assert!(audit.contains("\"class-code\"") && !audit.contains(code), "{audit}");
}

#[tokio::test]
async fn a_student_who_lost_their_code_gets_a_new_one_and_keeps_the_place() {
    let (server, key) = with_ada();
    let mut anna = Visitor::by_code(server.address, "anna", &server.code).await;
    anna.asks("points").await;
    let said = anna.gets().await + &anna.said;
    let (_, lost) = said.split_once("Your own code: ").expect("the code is shown");
    let lost: String = lost.chars().take(10).collect();
    let answer = server.does(&key, "code new anna").await;
    let code = answer.trim_end().strip_prefix("the code of anna is ").expect("a code");
    let code = code.strip_suffix(" now").expect("a code");
    Visitor::by_code(server.address, "anna", code).await;
    let mut client = crate::support::visitor::connect(server.address).await;
    assert!(!crate::support::visitor::type_code(&mut client, "anna", &lost).await);
    let audit = server.audit();
    assert!(!audit.contains(code) && !audit.contains(&lost), "{audit}");
    // A free place has no code to replace.
    let (status, _, said) = server.word(&key, "code new ben").await;
    assert_eq!(status, Some(1), "{said}");
}

#[tokio::test]
async fn students_cannot_use_teachers_commands() {
    let (server, _) = with_ada();
    let key = new_key();
    server.give_key("anna", &key);
    for words in ["board", "watch ben", "say hello", "pause", "collect", "free ben"] {
        let mut anna = server.asked_by_anna(&key, words).await;
        let word = words.split(' ').next().expect("a word");
        let told = format!("no such word: {word}; ssh HOST help lists them");
        assert_eq!(anna.ends().await, (Some(2), told));
    }
}

#[tokio::test]
async fn work_after_the_due_time_counts_and_is_marked_late() {
    let past = "2026-01-01T10:00:00Z".parse().expect("a time");
    let (server, key) = TestServer::with_teacher(|class| class.due = Some(past));
    let mut anna = Visitor::by_code(server.address, "anna", &server.code).await;
    anna.asks("lines").await;
    anna.sends("lesson inside edges\nmiss\nhit\nquit\n").await;
    let said = anna.gets().await;
    assert!(said.contains("points"), "it counts:\n{said}");
    let board = server.does(&key, "board --format ndjson").await;
    let of_anna = board.lines().find(|line| line.contains("\"anna\"")).expect("a line");
    assert!(of_anna.contains("\"late\":1"), "{of_anna}");
    let report = server.does(&key, "grade").await;
    assert!(report.contains("late: inside/edges"), "{report}");
    let (status, archive, said) = server.word(&key, "collect").await;
    assert_eq!((status, said.as_str()), (Some(0), ""));
    for part in ["3b/late.csv", "anna,inside/edges,20", "3b/anna.hits"] {
        assert!(archive.contains(part), "{archive}");
    }
}
