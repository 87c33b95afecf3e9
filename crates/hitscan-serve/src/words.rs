//! The words that a visitor may send in place of a command: which there are, who may say them,
//! and what they ask for. They never reach a shell.

use std::fmt;

use clap::ValueEnum as _;
use hitscan::classroom::GradeFormat;
use hitscan_core::scene::printable;

use crate::store::Erase;
use crate::user::UserId;

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
    /// The board of the class: on a screen where there is one, unless a format is named.
    Board(Option<BoardFormat>),
    /// The screen of a student.
    Watch(UserId),
    /// A sandbox of the teacher's own, seen by all.
    Follow,
    /// A line to all students.
    Say(String),
    /// Nothing changes any more.
    Pause,
    /// It does again.
    Go,
    /// These lessons are open.
    Lessons(Vec<String>),
    /// Work is due then.
    Due(String),
    /// Another code of the class, or of a student who has lost theirs.
    CodeNew(Option<UserId>),
    /// A student begins afresh.
    Reset {
        /// Who.
        student: UserId,
        /// In which lesson; in all of them where this is none.
        lesson: Option<String>,
        /// In which step of it.
        step: Option<String>,
    },
    /// A place is free again.
    Free {
        /// Whose.
        student: UserId,
        /// What becomes of the work.
        erase: Erase,
    },
    /// A roster, which is told.
    Roster,
    /// A pack, which is told.
    Pack,
    /// The work of all.
    Collect,
    /// What it came to.
    Grade(GradeFormat),
}

/// As what the board is told without a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardFormat {
    /// A table.
    #[default]
    Text,
    /// JSON, an object a line.
    Ndjson,
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

const TEACHER: &[Role] = &[Role::Teacher];

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
        word: "board",
        arguments: "[--format text|ndjson]",
        says: "the class, as without a word",
        roles: TEACHER,
        request: board,
    },
    Row {
        word: "watch",
        arguments: "STUDENT",
        says: "a student's screen",
        roles: TEACHER,
        request: |rest| one_student(rest).map(Request::Watch),
    },
    Row {
        word: "follow",
        arguments: "",
        says: "a sandbox of your own, shown to all",
        roles: TEACHER,
        request: |rest| rest.is_empty().then_some(Request::Follow),
    },
    Row {
        word: "say",
        arguments: "TEXT",
        says: "a line to all students",
        roles: TEACHER,
        request: |text| joined(text).map(Request::Say),
    },
    Row {
        word: "pause",
        arguments: "",
        says: "nothing can be changed; screens stay",
        roles: TEACHER,
        request: |rest| rest.is_empty().then_some(Request::Pause),
    },
    Row {
        word: "go",
        arguments: "",
        says: "the class goes on",
        roles: TEACHER,
        request: |rest| rest.is_empty().then_some(Request::Go),
    },
    Row {
        word: "lessons",
        arguments: "ID\u{2026}|all",
        says: "which lessons are open",
        roles: TEACHER,
        request: |rest| (!rest.is_empty()).then(|| Request::Lessons(ids(rest))),
    },
    Row {
        word: "due",
        arguments: "TIME|none",
        says: "when work is due: 10:30, 45m, 2026-11-27 10:30",
        roles: TEACHER,
        request: |rest| joined(rest).map(Request::Due),
    },
    Row {
        word: "code",
        arguments: "new [STUDENT]",
        says: "another code of the class, or of a student",
        roles: TEACHER,
        request: code,
    },
    Row {
        word: "reset",
        arguments: "STUDENT [LESSON [STEP]]",
        says: "the work afresh; what was done stays, renamed",
        roles: TEACHER,
        request: reset,
    },
    Row {
        word: "free",
        arguments: "STUDENT [--erase]",
        says: "the place free again; --erase deletes work, too",
        roles: TEACHER,
        request: free,
    },
    Row {
        word: "roster",
        arguments: "",
        says: "the places: ssh HOST roster < 3b.csv",
        roles: TEACHER,
        request: |rest| rest.is_empty().then_some(Request::Roster),
    },
    Row {
        word: "pack",
        arguments: "",
        says: "its lessons: tar -c -C FOLDER . | ssh HOST pack",
        roles: TEACHER,
        request: |rest| rest.is_empty().then_some(Request::Pack),
    },
    Row {
        word: "collect",
        arguments: "",
        says: "the work of all: ssh HOST collect > 3b.tar",
        roles: TEACHER,
        request: |rest| rest.is_empty().then_some(Request::Collect),
    },
    Row {
        word: "grade",
        arguments: "[--format FORMAT]",
        says: "what it came to, as hitscan grade tells it",
        roles: TEACHER,
        request: grade,
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

/// Ids may be told apart by commas, too: there are more lessons than words.
fn ids(words: &[&str]) -> Vec<String> {
    let ids = words.iter().flat_map(|words| words.split(','));
    ids.filter(|id| !id.is_empty()).map(str::to_owned).collect()
}

fn student(word: &str) -> Option<UserId> {
    word.parse().ok()
}

fn one_student(words: &[&str]) -> Option<UserId> {
    let [word] = words else { return None };
    student(word)
}

/// `F` of `--format F`; an empty word where there is none.
fn format_of<'w>(words: &[&'w str]) -> Option<&'w str> {
    match words {
        [] => Some(""),
        ["--format", format] => Some(format),
        [word] => word.strip_prefix("--format="),
        _ => None,
    }
}

fn board(words: &[&str]) -> Option<Request> {
    match format_of(words)? {
        "" => Some(Request::Board(None)),
        format => board_format(format).map(|format| Request::Board(Some(format))),
    }
}

fn grade(words: &[&str]) -> Option<Request> {
    match format_of(words)? {
        "" => Some(Request::Grade(GradeFormat::Text)),
        format => GradeFormat::from_str(format, false).ok().map(Request::Grade),
    }
}

fn board_format(word: &str) -> Option<BoardFormat> {
    match word {
        "text" => Some(BoardFormat::Text),
        "ndjson" => Some(BoardFormat::Ndjson),
        _ => None,
    }
}

fn code(rest: &[&str]) -> Option<Request> {
    match rest {
        ["new"] => Some(Request::CodeNew(None)),
        ["new", name] => Some(Request::CodeNew(Some(student(name)?))),
        _ => None,
    }
}

fn reset(words: &[&str]) -> Option<Request> {
    let (name, lesson, step) = match words {
        [name] => (name, None, None),
        [name, lesson] => (name, Some(lesson), None),
        [name, lesson, step] => (name, Some(lesson), Some(step)),
        _ => return None,
    };
    let [lesson, step] = [lesson, step].map(|word| word.map(|&word| word.to_owned()));
    Some(Request::Reset { student: student(name)?, lesson, step })
}

fn free(words: &[&str]) -> Option<Request> {
    let (name, erase) = match words {
        [name] => (name, Erase::Nothing),
        [name, "--erase"] => (name, Erase::Work),
        _ => return None,
    };
    Some(Request::Free { student: student(name)?, erase })
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
        // What is said to people has as many words as it has.
        let is_said = words.first() == Some(&"say") && role == Role::Teacher;
        if words.len() > MOST_WORDS && !is_said {
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
            Role::Teacher => Self::Board(None),
        }
    }

    /// Whether it is shown on a screen, for a visitor who has a terminal or none.
    #[must_use]
    pub const fn is_for_a_screen(&self, has_terminal: bool) -> bool {
        match self {
            Self::Learn(_) | Self::Sandbox(_) | Self::Watch(_) | Self::Follow => true,
            Self::Board(None) => has_terminal,
            _ => false,
        }
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
mod tests;
