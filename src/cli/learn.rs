//! `hitscan learn`: a course, on the screen or line by line. The file of the student is
//! the state, and what they hand in.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `elsewhere` | work that is kept in another folder |
//!
//! What counts is decided in [`hitscan_core::lab`].

mod elsewhere;

use std::env;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::lesson::PackFiles;
use super::options::WidthArg;
use super::run::learn_by_lines;
use super::screen::ScreenArgs;
use super::{CliError, Environment, ExitStatus};
use crate::host::{CourseOpener, LastSubmission, OpenedCourse, SubmissionFile, Submitted};
use elsewhere::Elsewhere;
use hitscan_core::engine::recording::Journal;
use hitscan_core::lab::{
    Course, DrawnPack, Header, Learning, NotBegun, Pack, Progress, header_of, is_student,
};
use hitscan_core::scene::printable;
use hitscan_core::world::Rules;

const ABOUT_KEYS: &str = "\
On the screen: Enter goes on, a digit fills in an answer and Enter says it, I
gives a hint, o lists the lessons, 7 shows again what the step says. Behind :
and line by line (ACCESSIBLE=1, TERM=dumb, no terminal): next, previous, answer
WORD, hint, skip, goal, reset, lessons, lesson ID [STEP]. Line by line, help
lists what the open step needs, help all everything.

The file keeps all that counts, as it happens; learn goes on where it ends, and
it is what you hand in. The first line says in which folder it is; from another
folder, learn tells where. While one hitscan has it, no other can use it.

If another program replaces, changes or removes it meanwhile, all of your work
goes to a new file beside it, such as anna-2.hits, and you are told.

Exit status: 0, also where a line was refused; 2 if the command line is wrong,
or the file or the pack cannot be used or written.";

/// What to learn, and who learns.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[command(after_help = ABOUT_KEYS)]
pub struct LearnArgs {
    /// The lesson to open, by its id, number or title [default: where your file ends]
    pub lesson: Option<String>,

    /// Who you are [default: your login]
    #[arg(long, value_name = "NAME")]
    pub student: Option<String>,

    /// What your numbers are drawn from [default: NAME]
    #[arg(long, value_name = "WORD")]
    pub seed: Option<String>,

    /// The folder of another pack of lessons
    #[arg(long, value_name = "DIR")]
    pub pack: Option<PathBuf>,

    /// The file that keeps your work in the lessons. Unless named, it is NAME.hits
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// The language of the texts [default: that of the locale, else the first of the pack]
    #[arg(long, value_name = "LANG")]
    pub language: Option<String>,

    /// How wide lines are.
    #[command(flatten)]
    pub width: WidthArg,
}

impl LearnArgs {
    /// Opens the course where the student's file ends.
    ///
    /// # Errors
    /// When the file or the pack cannot be used, or there is no such lesson.
    pub fn run(self, environment: &Environment) -> Result<ExitStatus, CliError> {
        if let (true, Some(_)) = (environment.has_a_screen(), self.width.width) {
            return Err(CliError::other("--width: the screen is as wide as the terminal"));
        }
        let (opened, opening) = self.open().map_err(|why| why.told(&self))?;
        let OpenedCourse { course, file, moved } = opened;
        if let Some(said) = moved {
            // If standard error is closed, the end tells it, too.
            let _ = writeln!(io::stderr(), "{said}");
        }
        if environment.has_a_screen() {
            return ScreenArgs::plain().learn((course, file), environment);
        }
        let first = first_line_of(opening, &file, &course.0);
        learn_by_lines((course, file), (&first, self.width), environment)
    }

    /// The course of the login, as the screen opens it.
    pub(super) const OPENER: CourseOpener =
        CourseOpener { open: Self::open_by_login, progress: Self::progress_by_login };

    /// What the login has reached in the built-in lessons, in their file here or elsewhere.
    fn progress_by_login() -> Option<Progress> {
        let arguments = Self::default();
        let (student, course) = (arguments.student().ok()?, arguments.course().ok()?);
        let here = PathBuf::from(format!("{student}.hits"));
        let last = || LastSubmission::of(&course.pack.id, &student).path();
        let path = if here.symlink_metadata().is_ok() { Some(here) } else { last() };
        elsewhere::progress_in(&path?, (&course, &student), None)
    }

    /// Opens the course of the login, as `:learn` does.
    ///
    /// # Errors
    /// Says why not.
    fn open_by_login(lesson: Option<&str>) -> Result<OpenedCourse, String> {
        let arguments = Self { lesson: lesson.map(str::to_owned), ..Self::default() };
        let opened = arguments.open().map(|(opened, _)| opened);
        opened.map_err(|why| why.in_a_row())
    }

    /// Opens the course where the student's file ends, and the file.
    fn open(&self) -> Result<(OpenedCourse, Opening), NotOpened> {
        let student = self.student()?;
        let course = self.course()?;
        // Before a file is made.
        let lesson = self.lesson.as_deref().map(|lesson| course.known_lesson(lesson));
        let lesson = lesson.transpose().map_err(CliError::other)?.map(|lesson| lesson.id.clone());
        let path = self.file.clone().unwrap_or_else(|| PathBuf::from(format!("{student}.hits")));
        // A file that is named needs no memory.
        let last = self.file.is_none().then(|| LastSubmission::of(&course.pack.id, &student));
        if let Some(last) = &last
            && let Some(work) = Elsewhere::found(self, (&course, &student), (&path, last))
        {
            return Err(NotOpened::Elsewhere(work));
        }
        let (mut file, held) = SubmissionFile::open(&path).map_err(CliError::InFile)?;
        let opening = Opening::of(&held);
        let header = match opening {
            Opening::Blank => self.new_header(student, &course.pack)?,
            Opening::Held => self.held_header(&student, &course.pack, (&file.name(), &held))?,
        };
        let drawn = DrawnPack::new(&course.pack, &header.seed).map_err(CliError::other)?;
        let course = Arc::new(course);
        let lesson = lesson.as_deref();
        let begun = match opening {
            Opening::Blank => {
                let lines = format!("{}{header}\n# at {}\n", first_line(), now());
                Learning::begin(course, drawn, (header, &lines), lesson).map(|begun| (begun, 0))
            }
            Opening::Held => Learning::resume(course, drawn, &held, lesson),
        };
        let ((mut learning, engine), bytes) = begun.map_err(|why| match why {
            NotBegun::NotRead(why) => CliError::InFile(format!("{}: {why}", file.name())),
            why => CliError::other(why),
        })?;
        let kept = file.keep(bytes).and_then(|()| file.update(&mut learning));
        let moved = match kept.map_err(CliError::InFile)? {
            Submitted::InPlace => None,
            Submitted::Anew(said) => Some(said),
        };
        if let Some(last) = last {
            last.keep(file.path());
        }
        Ok((OpenedCourse { course: (learning, engine), file, moved }, opening))
    }

    /// The id of the student.
    fn student(&self) -> Result<String, CliError> {
        let login = || ["USER", "LOGNAME"].into_iter().find_map(|name| env::var(name).ok());
        let known = self.student.clone().or_else(login).filter(|name| !name.is_empty());
        let name = known.ok_or_else(|| {
            CliError::other("your login is not known: --student NAME says who you are")
        })?;
        checked(name, "--student")
    }

    fn seed_or(&self, student: &str) -> Result<String, CliError> {
        checked(self.seed.clone().unwrap_or_else(|| student.to_owned()), "--seed")
    }

    /// The pack with its texts.
    fn course(&self) -> Result<Course, CliError> {
        let language = self.language.clone().unwrap_or_else(language_of_locale);
        PackFiles::at(self.pack.as_deref()).course(Some(&language))
    }

    fn new_header(&self, student: String, pack: &Pack) -> Result<Header, CliError> {
        let seed = self.seed_or(&student)?;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Ok(Header { pack: pack.id.clone(), student, seed, version })
    }

    /// The header of a file that is there: it must be the student's own, and of this pack.
    fn held_header(
        &self,
        student: &str,
        pack: &Pack,
        (name, held): (&str, &[u8]),
    ) -> Result<Header, CliError> {
        let header = header_of(held).map_err(|why| CliError::InFile(format!("{name}: {why}")))?;
        let other =
            |what: String| Err(CliError::InFile(format!("{name} {what}; --file names another")));
        if header.student != student {
            return other(format!("is {}'s", header.student));
        }
        if header.pack != pack.id {
            return other(format!("is of the pack {}", header.pack));
        }
        match &self.seed {
            Some(seed) if *seed != header.seed => {
                other(format!("has the numbers of the seed {}", header.seed))
            }
            _ => Ok(header),
        }
    }
}

/// Why a course is not opened.
enum NotOpened {
    /// The work is in another folder.
    Elsewhere(Elsewhere),
    /// The file or the pack cannot be used.
    Refused(CliError),
}

impl NotOpened {
    /// As the command line tells it.
    fn told(self, args: &LearnArgs) -> CliError {
        match self {
            Self::Elsewhere(work) => CliError::other(work.told(args)),
            Self::Refused(why) => why,
        }
    }

    /// As the status tells it, which has one row.
    fn in_a_row(&self) -> String {
        match self {
            Self::Elsewhere(work) => work.in_a_row(),
            Self::Refused(why) => why.to_string().lines().next().unwrap_or_default().to_owned(),
        }
    }
}

impl From<CliError> for NotOpened {
    fn from(why: CliError) -> Self {
        Self::Refused(why)
    }
}

/// What a file holds at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    /// Nothing, or half of what it should begin with.
    Blank,
    /// Something that a student has done.
    Held,
}

impl Opening {
    fn of(held: &[u8]) -> Self {
        let first = first_line();
        let held = held.strip_prefix("\u{feff}".as_bytes()).unwrap_or(held);
        let lines = held.split_inclusive(|&byte| byte == b'\n');
        let lines = lines.filter(|line| line.ends_with(b"\n")).count();
        let begins_well = first.as_bytes().starts_with(held) || held.starts_with(first.as_bytes());
        if lines < 2 && begins_well { Self::Blank } else { Self::Held }
    }
}

/// Where the work is: `anna.hits in /home/anna/lab: 8 of 16 lessons done, …`.
fn first_line_of(opening: Opening, file: &SubmissionFile, learning: &Learning) -> String {
    let [name, folder] = file.name_and_folder();
    match opening {
        Opening::Blank => format!("{name} is new, in {folder}: this is what you hand in"),
        Opening::Held => format!("{name} in {folder}: {}", learning.summary()),
    }
}

fn first_line() -> String {
    Journal::header(Rules::default())
}

fn checked(word: String, option: &str) -> Result<String, CliError> {
    if is_student(&word) {
        return Ok(word);
    }
    let word = printable(&word);
    Err(CliError::other(format!(
        "{option} {word}: up to 64 letters, digits and . _ @ + -, beginning with a letter or digit"
    )))
}

/// The language of the locale: `ja` of `ja_JP.UTF-8`.
fn language_of_locale() -> String {
    let set = |name: &&str| env::var(name).is_ok_and(|value| !value.is_empty());
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find(set);
    let locale = name.and_then(|name| env::var(name).ok()).unwrap_or_default();
    locale.split(['_', '.', '-', '@']).next().unwrap_or_default().to_owned()
}

/// The time of day in UTC: `2026-11-22T09:14:02Z`.
fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    utc(seconds)
}

/// A time in UTC, by the seconds since 1970.
fn utc(seconds: u64) -> String {
    const DAYS_IN_400_YEARS: u64 = 146_097;
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that a leap day is the last of its year.
    let since_0000_03_01 = days + 719_468;
    let (era, day) = (since_0000_03_01 / DAYS_IN_400_YEARS, since_0000_03_01 % DAYS_IN_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_as_the_calendar_has_it() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_795_338_842, "2026-11-22T09:14:02Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(seconds), expected);
        }
    }

    #[test]
    fn a_file_that_was_cut_in_its_first_lines_begins_anew() {
        let first = first_line();
        for blank in ["", "\u{feff}", "# hit", &first, &format!("{first}# lab coll")] {
            assert_eq!(Opening::of(blank.as_bytes()), Opening::Blank, "{blank:?}");
        }
        for held in ["hello\n", "hello", &format!("{first}# lab x\n")] {
            assert_eq!(Opening::of(held.as_bytes()), Opening::Held, "{held:?}");
        }
    }
}
