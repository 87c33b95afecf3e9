use rstest::rstest;

use super::*;

fn read(words: &str) -> Result<Request, WordFault> {
    Request::read(words.as_bytes(), Role::Student)
}

#[rstest]
#[case("", Request::Learn(None))]
#[case(" \t ", Request::Learn(None))]
#[case("learn", Request::Learn(None))]
#[case("learn inside", Request::Learn(Some("inside".into())))]
#[case("learn  Not   apart", Request::Learn(Some("Not apart".into())))]
#[case("lines 3", Request::Lines(Some("3".into())))]
#[case("sandbox", Request::Sandbox(None))]
#[case("sandbox mine.toml", Request::Sandbox(Some("mine.toml".into())))]
#[case("points", Request::Points)]
#[case("help", Request::Help)]
#[case("hits", Request::Hits)]
#[case("key", Request::Key)]
#[case("file a.toml", Request::File("a.toml".into()))]
#[case("put a.toml", Request::Put("a.toml".into()))]
fn a_students_commands_are_parsed(#[case] words: &str, #[case] request: Request) {
    assert_eq!(read(words), Ok(request));
}

#[rstest]
#[case("id", "no such word: id; ssh HOST help lists them")]
#[case("rm -rf /", "no such word: rm; ssh HOST help lists them")]
#[case("Learn", "no such word: Learn; ssh HOST help lists them")]
#[case("points now", "points: expected points alone")]
#[case("file", "file: expected file NAME")]
#[case("put a b", "put: expected put NAME")]
#[case("sandbox a b", "sandbox: expected sandbox [SCENE]")]
#[case("help\u{1b}[2J", "these words are not text: expected letters, digits and signs in UTF-8")]
#[case("a b c d e f g h i", "too many words: 8 at most, and 200 bytes in all")]
fn invalid_commands_are_refused_with_what_is_valid(#[case] words: &str, #[case] said: &str) {
    assert_eq!(read(words).expect_err("nothing").to_string(), said);
}

#[rstest]
#[case("", Request::Board(None))]
#[case("board", Request::Board(None))]
#[case("board --format text", Request::Board(Some(BoardFormat::Text)))]
#[case("board --format=ndjson", Request::Board(Some(BoardFormat::Ndjson)))]
#[case("say look up, please: it is a line of many words", Request::Say(
    "look up, please: it is a line of many words".into()
))]
#[case("lessons apart,inside 3", Request::Lessons(
    ["apart", "inside", "3"].map(Into::into).into()
))]
#[case("due 2026-11-27 10:30", Request::Due("2026-11-27 10:30".into()))]
#[case("code new", Request::CodeNew(None))]
#[case("code new anna", Request::CodeNew(Some("anna".parse().expect("a name"))))]
#[case("grade", Request::Grade(GradeFormat::Text))]
#[case("grade --format csv", Request::Grade(GradeFormat::Csv))]
fn a_teachers_commands_are_parsed(#[case] words: &str, #[case] request: Request) {
    assert_eq!(Request::read(words.as_bytes(), Role::Teacher), Ok(request));
}

#[rstest]
#[case("board --format html", "board: expected board [--format text|ndjson]")]
#[case("watch", "watch: expected watch STUDENT")]
#[case("watch ../x", "watch: expected watch STUDENT")]
#[case("say", "say: expected say TEXT")]
#[case("pause now", "pause: expected pause alone")]
#[case("code old", "code: expected code new [STUDENT]")]
#[case("free anna --erased", "free: expected free STUDENT [--erase]")]
#[case("reset anna a b c", "reset: expected reset STUDENT [LESSON [STEP]]")]
#[case("say a\u{1b}[2J", "these words are not text: expected letters, digits and signs in UTF-8")]
fn a_teacher_is_told_the_arguments_of_a_command(#[case] words: &str, #[case] said: &str) {
    let fault = Request::read(words.as_bytes(), Role::Teacher).expect_err("nothing");
    assert_eq!(fault.to_string(), said);
}

#[test]
fn a_command_has_a_maximum_length_and_is_text() {
    assert_eq!(read(&format!("learn {}", "x".repeat(195))), Err(WordFault::TooMuch));
    assert!(read(&format!("learn {}", "x".repeat(194))).is_ok());
    assert_eq!(Request::read(b"learn \xff", Role::Student), Err(WordFault::NotText));
    let said = read(&"x".repeat(200)).expect_err("no word").to_string();
    assert!(said.chars().count() < 100, "{said}");
}

#[test]
fn a_teacher_has_no_work_of_their_own() {
    for word in ["hits", "points", "key", "learn"] {
        let asked = Request::read(word.as_bytes(), Role::Teacher);
        assert_eq!(asked, Err(WordFault::Unknown(word.to_owned())));
    }
}

#[test]
fn help_has_a_line_for_each_command() {
    for role in [Role::Student, Role::Teacher] {
        assert!(help(role).contains("\nhelp "));
        for line in help(role).lines() {
            assert!(line.chars().count() < 80, "{line}");
            let word = line.split(' ').next().expect("a word");
            let asked = Request::read(word.as_bytes(), role);
            assert!(!matches!(asked, Err(WordFault::Unknown(_))), "{line}");
        }
    }
    let told = [Role::Student, Role::Teacher].map(|role| help(role).lines().count());
    let said = ROWS.iter().map(|row| row.roles.len()).sum::<usize>();
    assert_eq!(told.iter().sum::<usize>(), said);
}
