//! The commands of users over SSH: which there are, who may use them, and what they request. They
//! never reach a shell.

use clap::ValueEnum as _;
use hitscan::classroom::GradeFormat;
use hitscan_core::scene::printable;

use crate::place::UserId;
use crate::store::Erase;

/// The most bytes of a command.
pub const MOST_BYTES: usize = 200;
/// The most words of a command.
pub const MOST_WORDS: usize = 8;

/// A user's request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Run the lessons on the screen, at the end of the work or in this lesson.
    Learn(Option<String>),
    /// Run the sandbox on the screen, with this scene.
    Sandbox(Option<String>),
    /// Run the lessons line by line.
    Lines(Option<String>),
    /// List the points of each lesson.
    Points,
    /// List the commands.
    Help,
    /// Download the submission.
    Hits,
    /// Add a key from standard input.
    Key,
    /// Download a scene.
    File(String),
    /// Upload a scene from standard input.
    Put(String),
    /// Show the board of the class: on the screen if there is a terminal and no format is given.
    Board(Option<BoardFormat>),
    /// Watch a student's screen.
    Watch(UserId),
    /// Show the teacher's own sandbox to the class.
    Follow,
    /// Send a message to all students.
    Say(String),
    /// Pause the class.
    Pause,
    /// Resume the class.
    Go,
    /// Open only these lessons.
    Lessons(Vec<String>),
    /// Set the due time.
    Due(String),
    /// Make a new code for the class, or for a student who lost theirs.
    CodeNew(Option<UserId>),
    /// Reset a student's work.
    Reset {
        /// The student.
        student: UserId,
        /// The lesson; none means all.
        lesson: Option<String>,
        /// The step of the lesson; none means all.
        step: Option<String>,
    },
    /// Free a place.
    Free {
        /// The student.
        student: UserId,
        /// What happens to the work.
        erase: Erase,
    },
    /// Set the roster from standard input.
    Roster,
    /// Set the pack from standard input.
    Pack,
    /// Download the work of all students.
    Collect,
    /// Grade the work of all students.
    Grade(GradeFormat),
}

/// The format of the board without a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardFormat {
    /// A table.
    #[default]
    Text,
    /// JSON, one object per line.
    Ndjson,
}

/// The role of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Learns in a class.
    Student,
    /// Teaches a class.
    Teacher,
}

/// Why a command is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordFault {
    /// It has too many words or bytes.
    #[error("too many words: {MOST_WORDS} at most, and {MOST_BYTES} bytes in all")]
    TooMuch,
    /// The command is not text.
    #[error("these words are not text: expected letters, digits and signs in UTF-8")]
    NotText,
    /// There is no such command for this user.
    #[error("no such word: {0}; ssh HOST help lists them")]
    Unknown(String),
    /// The command has wrong arguments.
    #[error("{word}: expected {word}{}", usage(arguments))]
    Arguments {
        /// The command.
        word: &'static str,
        /// Its expected arguments.
        arguments: &'static str,
    },
}

/// The expected arguments, for a message.
fn usage(arguments: &str) -> String {
    if arguments.is_empty() { " alone".to_owned() } else { format!(" {arguments}") }
}

/// A command.
struct Row {
    word: &'static str,
    arguments: &'static str,
    says: &'static str,
    roles: &'static [Role],
    /// Parses the arguments; none if they are not valid.
    request: fn(&[&str]) -> Option<Request>,
}

const STUDENT: &[Role] = &[Role::Student];
const BOTH: &[Role] = &[Role::Student, Role::Teacher];

const TEACHER: &[Role] = &[Role::Teacher];

const ROWS: &[Row] = &[
    Row {
        word: "learn",
        arguments: "[LESSON]",
        says: "the lessons; the default",
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
        says: "your points, one line for each lesson",
        roles: STUDENT,
        request: |rest| rest.is_empty().then_some(Request::Points),
    },
    Row {
        word: "hits",
        arguments: "",
        says: "download your work: ssh HOST hits > my.hits",
        roles: STUDENT,
        request: |rest| rest.is_empty().then_some(Request::Hits),
    },
    Row {
        word: "file",
        arguments: "NAME",
        says: "download a scene: ssh HOST file mine.toml > mine.toml",
        roles: STUDENT,
        request: |name| one(name).map(Request::File),
    },
    Row {
        word: "put",
        arguments: "NAME",
        says: "upload a scene: ssh HOST put mine.toml < mine.toml",
        roles: STUDENT,
        request: |name| one(name).map(Request::Put),
    },
    Row {
        word: "key",
        arguments: "",
        says: "add a login key: ssh HOST key < ~/.ssh/id_ed25519.pub",
        roles: STUDENT,
        request: |rest| rest.is_empty().then_some(Request::Key),
    },
    Row {
        word: "board",
        arguments: "[--format text|ndjson]",
        says: "the board of the class; the default",
        roles: TEACHER,
        request: board,
    },
    Row {
        word: "watch",
        arguments: "STUDENT",
        says: "watch a student's screen",
        roles: TEACHER,
        request: |rest| one_student(rest).map(Request::Watch),
    },
    Row {
        word: "follow",
        arguments: "",
        says: "show your own sandbox to all",
        roles: TEACHER,
        request: |rest| rest.is_empty().then_some(Request::Follow),
    },
    Row {
        word: "say",
        arguments: "TEXT",
        says: "send a message to all students",
        roles: TEACHER,
        request: |text| joined(text).map(Request::Say),
    },
    Row {
        word: "pause",
        arguments: "",
        says: "pause: screens stay, nothing can be changed",
        roles: TEACHER,
        request: |rest| rest.is_empty().then_some(Request::Pause),
    },
    Row {
        word: "go",
        arguments: "",
        says: "resume the class",
        roles: TEACHER,
        request: |rest| rest.is_empty().then_some(Request::Go),
    },
    Row {
        word: "lessons",
        arguments: "ID\u{2026}|all",
        says: "open only these lessons",
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
        says: "make a new code for the class or a student",
        roles: TEACHER,
        request: code,
    },
    Row {
        word: "reset",
        arguments: "STUDENT [LESSON [STEP]]",
        says: "start afresh; the old work is kept, renamed",
        roles: TEACHER,
        request: reset,
    },
    Row {
        word: "free",
        arguments: "STUDENT [--erase]",
        says: "free the place; --erase deletes the work, too",
        roles: TEACHER,
        request: free,
    },
    Row {
        word: "roster",
        arguments: "",
        says: "set the roster: ssh HOST roster < 3b.csv",
        roles: TEACHER,
        request: |rest| rest.is_empty().then_some(Request::Roster),
    },
    Row {
        word: "pack",
        arguments: "",
        says: "set lessons: tar -c -C FOLDER . | ssh HOST pack",
        roles: TEACHER,
        request: |rest| rest.is_empty().then_some(Request::Pack),
    },
    Row {
        word: "collect",
        arguments: "",
        says: "download all work: ssh HOST collect > 3b.tar",
        roles: TEACHER,
        request: |rest| rest.is_empty().then_some(Request::Collect),
    },
    Row {
        word: "grade",
        arguments: "[--format FORMAT]",
        says: "the report of hitscan grade",
        roles: TEACHER,
        request: grade,
    },
    Row {
        word: "help",
        arguments: "",
        says: "list these commands",
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

/// IDs can also be separated by commas, because there are more lessons than words in a command.
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

/// `F` of `--format F`; empty if there is none.
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
    /// Parses a command.
    ///
    /// # Errors
    /// When it is not a valid command for this role.
    pub fn read(words: &[u8], role: Role) -> Result<Self, WordFault> {
        if words.len() > MOST_BYTES {
            return Err(WordFault::TooMuch);
        }
        let text = str::from_utf8(words).map_err(|_| WordFault::NotText)?;
        if text.contains(|sign: char| sign.is_control() && sign != '\t') {
            return Err(WordFault::NotText);
        }
        let words: Vec<_> = text.split_ascii_whitespace().collect();
        // A message may have any number of words.
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

    /// The default request, without a command.
    pub const fn of_no_words(role: Role) -> Self {
        match role {
            Role::Student => Self::Learn(None),
            Role::Teacher => Self::Board(None),
        }
    }

    /// Whether it runs on a screen, depending on whether there is a terminal.
    pub const fn is_for_a_screen(&self, has_terminal: bool) -> bool {
        match self {
            Self::Learn(_) | Self::Sandbox(_) | Self::Watch(_) | Self::Follow => true,
            Self::Board(None) => has_terminal,
            _ => false,
        }
    }
}

/// The output of `help`: one line for each command of this role.
pub fn help(role: Role) -> String {
    let rows: Vec<_> = ROWS.iter().filter(|row| row.roles.contains(&role)).collect();
    let usage = |row: &Row| format!("{} {}", row.word, row.arguments).trim_end().to_owned();
    let width = rows.iter().map(|row| usage(row).len()).max().unwrap_or_default();
    let line = |row: &&Row| format!("{:width$}  {}\n", usage(row), row.says);
    rows.iter().map(line).collect()
}

/// Shortens a word for a message, safe to print.
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
