//! `hitscan learn`: a course, on the screen or line by line. The student's file is both the state
//! and what they hand in.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `elsewhere` | work that is in another folder |
//!
//! [`hitscan_core::lab`] decides what counts.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, io};

use super::config::ConfigFrom;
use super::options::{DeskArg, LookArgs, WidthArg};
use super::pack_files::PackFiles;
use super::run::learn_by_lines;
use super::screen::ScreenArgs;
use super::{CliError, Environment, ExitStatus};
use crate::host::{
    CourseOpener, Desk, DeskFiles, LastSubmission, OpenedCourse, Opening, Student, Submission,
    SubmissionFile, Submitted, WorkRefused, begin, open_kept,
};
use clap::ValueEnum;
use hitscan_core::lab::{
    Course, DrawnPack, Learning, MOST_BYTES, Progress, header_of, is_student, replay,
};
use hitscan_core::scene::printable;
use hitscan_core::words::all_of;
use nix::unistd::{User, getuid};

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
or the file or the pack cannot be used or written; 128 and the number of the
signal that ended it, such as 143.";

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
    #[arg(long, value_name = "FILE", conflicts_with = "desk")]
    pub file: Option<PathBuf>,

    /// Which scenes there are, and where the work is kept.
    #[command(flatten)]
    pub desk: DeskArg,

    /// The language of the texts [default: that of the locale, else the first of the pack]
    #[arg(long, value_name = "LANG")]
    pub language: Option<String>,

    /// Which configuration is read.
    #[command(flatten)]
    pub config: ConfigFrom,

    /// Characters and colours.
    #[command(flatten)]
    pub look: LookArgs,

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
        let config = self.config.config.as_ref().map(|_| "--config");
        let given = self.look.given().or(config);
        if let (false, Some(option)) = (environment.has_a_screen(), given) {
            let why = environment.wants_lines().unwrap_or("this is no terminal");
            return Err(CliError::other(format_args!("{why}: {option} is for the screen")));
        }
        let (opened, opening) = self.open().map_err(|why| why.told(&self))?;
        let OpenedCourse { course, work, moved } = opened;
        if let Some(said) = moved {
            // If standard error is closed, the message at the end says it, too.
            let _ = writeln!(io::stderr(), "{said}");
        }
        if environment.has_a_screen() {
            let Self { desk, config, look, .. } = self;
            let screen = ScreenArgs { desk, config, look, ..ScreenArgs::plain() };
            return screen.learn(course, work, environment);
        }
        let desk = self.desk.desk()?;
        let first = first_line_of(opening, &work, &course.0);
        learn_by_lines(course, work, desk, &first, self.width, environment)
    }

    /// The course of the login, as opened from the screen.
    pub(super) const OPENER: CourseOpener =
        CourseOpener { open: Self::open_by_login, progress: Self::progress_by_login };

    /// The progress of the login in the built-in lessons, from their file here or elsewhere.
    fn progress_by_login() -> Option<Progress> {
        let arguments = Self::default();
        let (student, course) = (arguments.student().ok()?, arguments.course().ok()?);
        let here = PathBuf::from(format!("{student}.hits"));
        let last = || LastSubmission::of(&course.pack.id, &student).path();
        let path = if here.symlink_metadata().is_ok() { Some(here) } else { last() };
        progress_in(&path?, &course, &student, None)
    }

    /// Opens the course for `:learn`, of the login or of who is named after `as`; `None` if there is
    /// no login to know the student by.
    ///
    /// # Errors
    /// Why it cannot be opened.
    fn open_by_login(words: Option<&str>) -> Result<Option<OpenedCourse>, String> {
        let (lesson, student) = words.map_or((None, None), lesson_and_student);
        if student.is_none() && login().is_none() {
            return Ok(None);
        }
        let student = student.map(|name| checked(name, "as")).transpose();
        let student = student.map_err(|why| why.to_string())?;
        let arguments = Self { lesson, student, ..Self::default() };
        let opened = arguments.open().map(|(opened, _)| Some(opened));
        opened.map_err(|why| why.in_a_row())
    }

    /// Opens the course where the student's file ends, and the file.
    fn open(&self) -> Result<(OpenedCourse, Opening), NotOpened> {
        let student = self.student()?;
        let course = self.course()?;
        let seed = self.seed.clone().map(|seed| checked(seed, "--seed")).transpose()?;
        // Checked before a file is created.
        let lesson = self.lesson.as_deref().map(|lesson| course.known_lesson(lesson));
        let lesson = lesson.transpose().map_err(CliError::other)?.map(|lesson| lesson.id.clone());
        let student = Student { id: &student, seed: seed.as_deref() };
        if let Desk::Of(desk) = self.desk.desk()? {
            return Ok(Self::open_on(&*desk, Arc::new(course), student, lesson.as_deref())?);
        }
        let path =
            self.file.clone().unwrap_or_else(|| PathBuf::from(format!("{}.hits", student.id)));
        // If a file is named, there is no need to remember the last one.
        let last = self.file.is_none().then(|| LastSubmission::of(&course.pack.id, student.id));
        if let Some(last) = &last
            && let Some(work) = Elsewhere::found(self, &course, student.id, &path, last)
        {
            return Err(NotOpened::Elsewhere(work));
        }
        let (mut file, held) = SubmissionFile::open(&path).map_err(CliError::InFile)?;
        let opening = Opening::of(&held);
        let begun = begin(Arc::new(course), student, &held, lesson.as_deref());
        let begun = begun.map_err(|why| refused(&file.name(), &why))?;
        let ((mut learning, engine), bytes) = begun;
        let kept = file.keep(bytes).and_then(|()| file.update(&mut learning));
        let moved = match kept.map_err(CliError::InFile)? {
            Submitted::InPlace => None,
            Submitted::Anew(said) => Some(said),
        };
        if let Some(last) = last {
            last.keep(file.path());
        }
        let work = Submission::File(Box::new(file));
        Ok((OpenedCourse { course: (learning, engine), work, moved }, opening))
    }

    /// Opens the course where the student's work ends, with the work on a desk.
    fn open_on(
        desk: &dyn DeskFiles,
        course: Arc<Course>,
        student: Student<'_>,
        lesson: Option<&str>,
    ) -> Result<(OpenedCourse, Opening), CliError> {
        let name = format!("{}.hits", student.id);
        let lines = desk.lines(&name).map_err(|why| CliError::InFile(format!("{name}: {why}")))?;
        let opened = open_kept(course, student, lines, lesson).map_err(CliError::InFile)?;
        Ok((opened, Opening::Held))
    }

    /// The id of the student.
    fn student(&self) -> Result<String, CliError> {
        let known = self.student.clone().or_else(login);
        let name = known.ok_or_else(|| {
            CliError::other(
                "no login says who you are: --student NAME does, and NAME.hits is yours",
            )
        })?;
        checked(name, "--student")
    }

    /// The pack with its texts.
    fn course(&self) -> Result<Course, CliError> {
        let language = self.language.clone().unwrap_or_else(language_of_locale);
        let course = PackFiles::at(self.pack.as_deref()).course(Some(&language))?;
        let known = &course.pack.languages;
        match &self.language {
            Some(asked) if !known.contains(asked) && self.pack.is_none() => {
                Err(CliError::other(format_args!(
                    "--language {}: lessons: only {}",
                    printable(asked),
                    all_of(known.iter().map(String::as_str))
                )))
            }
            Some(asked) if !known.contains(asked) => Err(CliError::other(format_args!(
                "--language {}: {} has texts in {}",
                printable(asked),
                course.pack.id,
                all_of(known.iter().map(String::as_str))
            ))),
            _ => Ok(course),
        }
    }
}

/// Why a course could not be opened.
enum NotOpened {
    /// The work is in another folder.
    Elsewhere(Elsewhere),
    /// The file or the pack cannot be used.
    Refused(CliError),
}

impl NotOpened {
    /// As an error of the command line.
    fn told(self, args: &LearnArgs) -> CliError {
        match self {
            Self::Elsewhere(work) => CliError::other(work.told(args)),
            Self::Refused(why) => why,
        }
    }

    /// As a message for the status, which has one row.
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

/// The error for work in a file of this name that cannot be continued.
fn refused(name: &str, why: &WorkRefused) -> CliError {
    match why {
        WorkRefused::NotRead(why) => CliError::InFile(format!("{name}: {why}")),
        WorkRefused::OfStudent(_) | WorkRefused::OfPack(_) | WorkRefused::OfSeed(_) => {
            CliError::InFile(format!("{name} {why}; --file names another"))
        }
        WorkRefused::Course(why) => CliError::other(why),
    }
}

/// Where the work is: `anna.hits in /home/anna/lab: 8 of 16 lessons done, …`.
fn first_line_of(opening: Opening, work: &Submission, learning: &Learning) -> String {
    let Submission::File(file) = work else {
        return format!("{}: {}", work.about(), learning.summary());
    };
    let [name, folder] = file.name_and_folder();
    match opening {
        Opening::Blank => format!("{name} is new, in {folder}: this is what you hand in"),
        Opening::Held => format!("{name} in {folder}: {}", learning.summary()),
    }
}

/// The login, if it can be the name of a student: of the environment, else of the user database,
/// since containers often have no `$USER`.
fn login() -> Option<String> {
    let of_environment = ["USER", "LOGNAME"].into_iter().filter_map(|name| env::var(name).ok());
    let of_system = || User::from_uid(getuid()).ok().flatten().map(|user| user.name);
    let all = of_environment.chain(std::iter::once_with(of_system).flatten());
    all.into_iter().find(|name| is_student(name))
}

/// The lesson and the student in `inside as anna`.
fn lesson_and_student(words: &str) -> (Option<String>, Option<String>) {
    let some = |words: &[&str]| Some(words.join(" ")).filter(|text| !text.is_empty());
    let words: Vec<_> = words.split_whitespace().collect();
    match words.iter().rposition(|word| *word == "as") {
        Some(at) => (some(&words[..at]), some(&words[at + 1..])),
        None => (some(&words), None),
    }
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

/// The language of the locale: `ja` for `ja_JP.UTF-8`.
fn language_of_locale() -> String {
    let set = |name: &&str| env::var(name).is_ok_and(|value| !value.is_empty());
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find(set);
    let locale = name.and_then(|name| env::var(name).ok()).unwrap_or_default();
    locale.split(['_', '.', '-', '@']).next().unwrap_or_default().to_owned()
}

/// A student's progress in a course, from a file that is the student's own and has the numbers of
/// this seed, or of any seed. The file is only read.
fn progress_in(
    path: &Path,
    course: &Course,
    student: &str,
    seed: Option<&str>,
) -> Option<Progress> {
    // Reading another kind of file may never end, or never start.
    if !path.is_file() {
        return None;
    }
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let mut work = Vec::new();
    File::open(path).ok()?.take(most).read_to_end(&mut work).ok()?;
    let header = header_of(&work).ok()?;
    let is_asked_for = seed.is_none_or(|seed| *seed == header.seed);
    if header.student != student || header.pack != course.pack.id || !is_asked_for {
        return None;
    }
    let drawn = [DrawnPack::of(&course.pack, &header).ok()?];
    let hints = |lesson: &str, step: &str| course.hints(lesson, step);
    Some(replay(&work, &drawn, &hints).ok()?.progress)
}

/// Work that is elsewhere.
struct Elsewhere {
    /// The file that does not exist here.
    here: PathBuf,
    path: PathBuf,
    /// `99 of 212 points`
    points: String,
}

impl Elsewhere {
    /// The work that the student did last, if there is no file of that name here and the other one
    /// still exists.
    fn found(
        args: &LearnArgs,
        course: &Course,
        student: &str,
        here: &Path,
        last: &LastSubmission,
    ) -> Option<Self> {
        if here.symlink_metadata().is_ok() {
            return None;
        }
        let path = last.path()?;
        let progress = progress_in(&path, course, student, args.seed.as_deref())?;
        let points = progress.total(&course.pack);
        let points = format!("{points} of {} points", course.pack.points());
        Some(Self { here: here.to_owned(), path, points })
    }

    /// Where it is, and what to type to continue it or to start anew.
    fn told(&self, args: &LearnArgs) -> String {
        let Self { here, path, points } = self;
        let (name, more) = (shown(here), args.further_options());
        format!(
            "{name} is not here; yours is {}, {points}\n\
             to go on: hitscan learn --file {}{more}\n\
             to begin anew here: hitscan learn --file {}{more}",
            shown(path),
            quoted(&shown(path)),
            quoted(&name),
        )
    }

    /// What to type to continue, in one row, which has no room for the path twice.
    fn in_a_row(&self) -> String {
        let Self { here, path, points } = self;
        let (name, path) = (shown(here), quoted(&shown(path)));
        format!("{name} is not here; hitscan learn --file {path} goes on with {points}")
    }
}

impl LearnArgs {
    /// The other options that were given, to be typed again.
    fn further_options(&self) -> String {
        let pack = self.pack.as_deref().map(shown);
        let config = self.config.config.as_deref().map(shown);
        let width = self.width.width.map(|width| width.to_string());
        let LookArgs { glyphs, theme, color } = self.look;
        let glyphs = glyphs.as_ref().and_then(name_of);
        let theme = theme.as_ref().and_then(name_of);
        let color = color.as_ref().and_then(name_of);
        let options = [
            ("--student", self.student.as_ref()),
            ("--seed", self.seed.as_ref()),
            ("--pack", pack.as_ref()),
            ("--language", self.language.as_ref()),
            ("--config", config.as_ref()),
            ("--glyphs", glyphs.as_ref()),
            ("--theme", theme.as_ref()),
            ("--color", color.as_ref()),
            ("--width", width.as_ref()),
        ];
        let given = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let mut words: Vec<_> =
            given.map(|(name, value)| format!(" {name} {}", quoted(value))).collect();
        words.extend(self.lesson.as_ref().map(|lesson| format!(" {}", quoted(lesson))));
        words.concat()
    }
}

/// The name of an option's value, as it is typed.
fn name_of(value: &impl ValueEnum) -> Option<String> {
    value.to_possible_value().map(|value| value.get_name().to_owned())
}

fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@%,:=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_student_may_be_named_after_the_lesson() {
        for (words, lesson, student) in [
            ("inside as anna", Some("inside"), Some("anna")),
            ("as anna", None, Some("anna")),
            ("A box of four edges", Some("A box of four edges"), None),
            ("inside as", Some("inside"), None),
            ("as", None, None),
        ] {
            let [lesson, student] = [lesson, student].map(|it: Option<&str>| it.map(str::to_owned));
            assert_eq!(lesson_and_student(words), (lesson, student), "{words}");
        }
    }
}

#[cfg(test)]
mod elsewhere_tests {
    use super::super::options::WidthArg;
    use super::*;
    use crate::app::ThemeName;

    #[test]
    fn a_shell_reads_a_quoted_word_as_one() {
        for (word, expected) in [
            ("/home/anna/lab/anna.hits", "/home/anna/lab/anna.hits"),
            ("/my lab/anna.hits", "'/my lab/anna.hits'"),
            ("/ann's/$HOME", r"'/ann'\''s/$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }

    #[test]
    fn a_row_says_what_to_type_to_go_on() {
        let work = Elsewhere {
            here: PathBuf::from("anna.hits"),
            path: PathBuf::from("/my lab/anna.hits"),
            points: "35 of 212 points".to_owned(),
        };
        let expected = "anna.hits is not here; hitscan learn --file '/my lab/anna.hits' goes on \
                        with 35 of 212 points";
        assert_eq!(work.in_a_row(), expected);
    }

    #[test]
    fn the_suggested_command_repeats_all_options() {
        let args = LearnArgs {
            lesson: Some("inside".to_owned()),
            student: Some("anna".to_owned()),
            look: LookArgs { theme: Some(ThemeName::Light), ..LookArgs::default() },
            width: WidthArg { width: Some(0) },
            ..LearnArgs::default()
        };
        assert_eq!(args.further_options(), " --student anna --theme light --width 0 inside");
        assert_eq!(LearnArgs::default().further_options(), "");
    }
}
