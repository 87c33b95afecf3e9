//! The words that a visitor may send in place of a command: which there are, who may say them,
//! and what they ask for. They never reach a shell.

use std::fmt;

use hitscan_core::scene::printable;

/// The most bytes of all words.
pub const MOST_BYTES: usize = 200;
/// The most words.
pub const MOST_WORDS: usize = 8;

/// What a visitor asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The lessons on the screen, where the work ends or at this one.
    Learn(Option<String>),
    /// The sandbox on the screen, with this scene.
    Sandbox(Option<String>),
    /// The lessons line by line.
    Lines(Option<String>),
    /// A line for each lesson: what was reached in it.
    Points,
    /// These words.
    Help,
    /// The submission, to keep.
    Hits,
    /// One more key, which is told.
    Key,
    /// A scene, to keep.
    File(String),
    /// A scene, which is told.
    Put(String),
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Someone who learns in a class.
    Student,
    /// Someone who teaches it.
    Teacher,
}

/// Why words ask for nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordFault {
    /// They are too many or too long.
    #[error("too many words: {MOST_WORDS} at most, and {MOST_BYTES} bytes in all")]
    TooMuch,
    /// Something in them is no text.
    #[error("these words are not text: expected letters, digits and signs in UTF-8")]
    NotText,
    /// There is none, or none for this visitor.
    #[error("no such word: {0}; ssh HOST help lists them")]
    Unknown(String),
    /// A word takes fewer or more after it.
    #[error("{word}: expected {word}{}", Usage(arguments))]
    Arguments {
        /// The word.
        word: &'static str,
        /// What stands after it.
        arguments: &'static str,
    },
}

/// What stands after a word, if anything does.
struct Usage<'a>(&'a str);

impl fmt::Display for Usage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => f.write_str(" alone"),
            arguments => write!(f, " {arguments}"),
        }
    }
}

/// A word, and what it is for.
struct Row {
    word: &'static str,
    arguments: &'static str,
    says: &'static str,
    roles: &'static [Role],
    /// What it asks for with these arguments; nothing, where they are too few or too many.
    request: fn(&[&str]) -> Option<Request>,
}

const STUDENT: &[Role] = &[Role::Student];
const BOTH: &[Role] = &[Role::Student, Role::Teacher];

const ROWS: &[Row] = &[
    Row {
        word: "learn",
        arguments: "[LESSON]",
        says: "the lessons, as without a word",
        roles: STUDENT,
        request: |lesson| Some(Request::Learn(joined(lesson))),
    },
    Row {
        word: "sandbox",
        arguments: "[SCENE]",
        says: "the sandbox; a student's own scenes are there",
        roles: BOTH,
        request: |scene| match scene {
            [] => Some(Request::Sandbox(None)),
            scene => one(scene).map(|scene| Request::Sandbox(Some(scene))),
        },
    },
    Row {
        word: "lines",
        arguments: "[LESSON]",
        says: "the lessons line by line: ssh -T HOST lines",
        roles: STUDENT,
        request: |lesson| Some(Request::Lines(joined(lesson))),
    },
    Row {
        word: "points",
        arguments: "",
        says: "what you have reached, a line for each lesson",
        roles: STUDENT,
        request: |rest| rest.is_empty().then_some(Request::Points),
    },
    Row {
        word: "hits",
        arguments: "",
        says: "your work, to keep: ssh HOST hits > my.hits",
        roles: STUDENT,
        request: |rest| rest.is_empty().then_some(Request::Hits),
    },
    Row {
        word: "file",
        arguments: "NAME",
        says: "a scene of yours: ssh HOST file mine.toml > mine.toml",
        roles: STUDENT,
        request: |name| one(name).map(Request::File),
    },
    Row {
        word: "put",
        arguments: "NAME",
        says: "a scene, to be yours: ssh HOST put mine.toml < mine.toml",
        roles: STUDENT,
        request: |name| one(name).map(Request::Put),
    },
    Row {
        word: "key",
        arguments: "",
        says: "one more key that enters: ssh HOST key < ~/.ssh/id_ed25519.pub",
        roles: STUDENT,
        request: |rest| rest.is_empty().then_some(Request::Key),
    },
    Row {
        word: "help",
        arguments: "",
        says: "these words",
        roles: BOTH,
        request: |rest| rest.is_empty().then_some(Request::Help),
    },
];

fn joined(words: &[&str]) -> Option<String> {
    (!words.is_empty()).then(|| words.join(" "))
}

fn one(words: &[&str]) -> Option<String> {
    let [word] = words else { return None };
    Some((*word).to_owned())
}

impl Request {
    /// What the words of a visitor ask for.
    ///
    /// # Errors
    /// When they ask for nothing that this visitor may have.
    pub fn read(words: &[u8], role: Role) -> Result<Self, WordFault> {
        if words.len() > MOST_BYTES {
            return Err(WordFault::TooMuch);
        }
        let text = str::from_utf8(words).map_err(|_| WordFault::NotText)?;
        if text.contains(|sign: char| sign.is_control() && sign != '\t') {
            return Err(WordFault::NotText);
        }
        let words: Vec<_> = text.split_ascii_whitespace().collect();
        if words.len() > MOST_WORDS {
            return Err(WordFault::TooMuch);
        }
        let Some((&word, arguments)) = words.split_first() else {
            return Ok(Self::of_no_words(role));
        };
        let row = ROWS.iter().find(|row| row.word == word && row.roles.contains(&role));
        let row = row.ok_or_else(|| WordFault::Unknown(shortened(word)))?;
        let fault = WordFault::Arguments { word: row.word, arguments: row.arguments };
        (row.request)(arguments).ok_or(fault)
    }

    /// What is asked for without a word.
    #[must_use]
    pub const fn of_no_words(role: Role) -> Self {
        match role {
            Role::Student => Self::Learn(None),
            Role::Teacher => Self::Sandbox(None),
        }
    }

    /// Whether it is shown on a screen.
    #[must_use]
    pub const fn needs_a_screen(&self) -> bool {
        matches!(self, Self::Learn(_) | Self::Sandbox(_))
    }
}

/// What `help` answers: a line for each word of this visitor.
#[must_use]
pub fn help(role: Role) -> String {
    let rows: Vec<_> = ROWS.iter().filter(|row| row.roles.contains(&role)).collect();
    let usage = |row: &Row| format!("{} {}", row.word, row.arguments).trim_end().to_owned();
    let width = rows.iter().map(|row| usage(row).len()).max().unwrap_or_default();
    let line = |row: &&Row| format!("{:width$}  {}\n", usage(row), row.says);
    rows.iter().map(line).collect()
}

/// A word as it can be shown: a part, where it is long.
fn shortened(word: &str) -> String {
    const MOST: usize = 40;
    let mut shown = printable(&word.chars().take(MOST).collect::<String>());
    if word.chars().count() > MOST {
        shown.push('\u{2026}');
    }
    shown
}

#[cfg(test)]
mod tests {
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
    fn words_ask_for_what_they_say(#[case] words: &str, #[case] request: Request) {
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
    #[case(
        "help\u{1b}[2J",
        "these words are not text: expected letters, digits and signs in UTF-8"
    )]
    #[case("a b c d e f g h i", "too many words: 8 at most, and 200 bytes in all")]
    fn what_asks_for_nothing_is_told_what_would(#[case] words: &str, #[case] said: &str) {
        assert_eq!(read(words).expect_err("nothing").to_string(), said);
    }

    #[test]
    fn words_have_a_length_and_are_text() {
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
    fn help_has_a_line_for_each_word_that_can_be_said() {
        for role in [Role::Student, Role::Teacher] {
            for line in help(role).lines() {
                assert!(line.chars().count() < 80, "{line}");
                let word = line.split(' ').next().expect("a word");
                let asked = Request::read(word.as_bytes(), role);
                assert!(!matches!(asked, Err(WordFault::Unknown(_))), "{line}");
            }
        }
        assert_eq!(help(Role::Student).lines().count(), ROWS.len());
    }
}
