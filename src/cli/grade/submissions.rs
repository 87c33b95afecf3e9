//! Submitted files: finds them, reads them, and replays them on all cores.

use std::any::Any;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Read as _;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, io, thread};

use super::super::CliError;
use crate::host::files::{ROSTER, ReadFault, SUBMISSION, open, read_text};
use hitscan_core::lab::grade::{GradedFile, Listed, NotGraded, Syllabus};
use hitscan_core::lab::is_student;
use hitscan_core::scene::printable;

/// The maximum depth of folders in which to look for files; deeper ones are reported as not read.
pub const DEEPEST: usize = 8;
/// The extension of the files to look for in folders.
pub(super) const EXTENSION: &str = "hits";

/// A file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SubmissionFault {
    /// The file, safe to print.
    pub(super) file: String,
    /// The faulty line, from 1.
    pub(super) line: Option<u64>,
    /// Why.
    pub(super) message: String,
    what: NotRead,
}

/// What could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NotRead {
    /// An existing file.
    Found,
    /// A path that does not exist.
    Missing,
    /// A folder without submissions.
    Empty,
}

/// `hand-in/x.hits not read: line 1: not a recording: ...`, `x.hits: no such file or folder`, `no
/// .hits files in hand-in`
impl std::fmt::Display for SubmissionFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.what {
            NotRead::Found => write!(f, "{} not read: ", self.file)?,
            NotRead::Missing => write!(f, "{}: ", self.file)?,
            NotRead::Empty => return write!(f, "no .{EXTENSION} files in {}", self.file),
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl SubmissionFault {
    /// `not read: hand-in/x.hits: line 1: not a recording: ...`: the beginning of a note. It keeps
    /// a spreadsheet from taking the name of a file for a formula.
    pub(super) fn note(&self) -> String {
        if self.what == NotRead::Empty {
            return self.to_string();
        }
        let line = self.line.map(|line| format!("line {line}: ")).unwrap_or_default();
        format!("not read: {}: {line}{}", self.file, self.message)
    }

    fn new(path: &Path, message: impl Into<String>) -> Self {
        let file = printable(&path.to_string_lossy());
        Self { file, line: None, message: message.into(), what: NotRead::Found }
    }

    fn missing(path: &Path) -> Self {
        let fault = Self::new(path, "no such file or folder");
        Self { what: NotRead::Missing, ..fault }
    }

    fn empty(folder: &Path) -> Self {
        let fault = Self::new(folder, format!("no .{EXTENSION} files in it"));
        Self { what: NotRead::Empty, ..fault }
    }
}

/// Grades all files, in the order of their paths.
pub(super) fn grade(
    syllabus: &Syllabus<'_>,
    paths: &[PathBuf],
    threads: NonZeroUsize,
) -> (Vec<GradedFile>, Vec<SubmissionFault>) {
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for path in paths {
        if path.is_dir() {
            let before = (found.len(), faults.len());
            look_in(path, 0, &mut found, &mut faults);
            if (found.len(), faults.len()) == before {
                faults.push(SubmissionFault::empty(path));
            }
        } else {
            found.push(path.clone());
        }
    }
    found.sort();
    found.dedup();
    let mut graded = Vec::new();
    for result in on_all_cores(&found, threads, |path| graded_file(syllabus, path)) {
        match result {
            Ok(file) => graded.push(file),
            Err(fault) => faults.push(fault),
        }
    }
    faults.sort_by(|one, other| one.file.cmp(&other.file));
    (graded, faults)
}

/// Grades work that is stored elsewhere and read by name, in the order of the names.
pub(super) fn grade_kept(
    syllabus: &Syllabus<'_>,
    names: &[String],
    read: &(dyn Fn(&str) -> Result<Vec<u8>, String> + Sync),
    threads: NonZeroUsize,
) -> (Vec<GradedFile>, Vec<SubmissionFault>) {
    let (mut graded, mut faults) = (Vec::new(), Vec::new());
    let one = |name: &String| {
        let path = Path::new(name);
        let bytes = read(name).map_err(|why| SubmissionFault::new(path, printable(&why)))?;
        graded_bytes(syllabus, path, &bytes)
    };
    for result in on_all_cores(names, threads, one) {
        match result {
            Ok(file) => graded.push(file),
            Err(fault) => faults.push(fault),
        }
    }
    (graded, faults)
}

/// Finds the files in a folder and its subfolders. Symbolic links are not followed.
fn look_in(
    folder: &Path,
    depth: usize,
    found: &mut Vec<PathBuf>,
    faults: &mut Vec<SubmissionFault>,
) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return faults.push(SubmissionFault::new(folder, reason(error))),
    };
    for entry in entries {
        let typed = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)));
        match typed {
            Err(error) => faults.push(SubmissionFault::new(folder, reason(error))),
            Ok((path, kind)) if kind.is_dir() && depth < DEEPEST => {
                look_in(&path, depth + 1, found, faults);
            }
            Ok((path, kind)) if kind.is_dir() => {
                let message = format!("it is more than {DEEPEST} folders deep");
                faults.push(SubmissionFault::new(&path, message));
            }
            Ok((path, _)) if path.extension().is_none_or(|it| it != EXTENSION) => {}
            Ok((path, _)) if is_set_aside(&path) => {}
            Ok((path, kind)) if kind.is_symlink() => {
                faults
                    .push(SubmissionFault::new(&path, "it is a link, and links are not followed"));
            }
            Ok((path, _)) => found.push(path),
        }
    }
}

/// Whether `hitscan-serve` has set this file aside, such as `left-20261127T103000Z.hits`: the work
/// of a student whose place was freed, or who started over.
fn is_set_aside(path: &Path) -> bool {
    let stem = path.file_stem().and_then(OsStr::to_str);
    let Some(time) = stem.and_then(|stem| stem.strip_prefix("left-")) else { return false };
    let (time, number) = time.split_once("Z-").or(time.split_once('Z')).unwrap_or_default();
    let is_digits =
        |text: &str, count| text.len() == count && text.bytes().all(|it| it.is_ascii_digit());
    let is_time =
        time.split_once('T').is_some_and(|(day, time)| is_digits(day, 8) && is_digits(time, 6));
    is_time && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn reason(error: io::Error) -> String {
    ReadFault::from(error).reason(&SUBMISSION)
}

fn graded_file(syllabus: &Syllabus<'_>, path: &Path) -> Result<GradedFile, SubmissionFault> {
    let bytes = read(path).map_err(|why| match why {
        ReadFault::NotFound => SubmissionFault::missing(path),
        why => SubmissionFault::new(path, why.reason(&SUBMISSION)),
    })?;
    graded_bytes(syllabus, path, &bytes)
}

fn graded_bytes(
    syllabus: &Syllabus<'_>,
    path: &Path,
    bytes: &[u8],
) -> Result<GradedFile, SubmissionFault> {
    let name = printable(&path.to_string_lossy());
    // A panic on one file must not cost the work of all others.
    let graded = catch_unwind(AssertUnwindSafe(|| syllabus.grade(&name, bytes)));
    let graded = graded.map_err(|panic| SubmissionFault::new(path, told(panic.as_ref())))?;
    graded.map_err(|why| {
        let line = match &why {
            NotGraded::NotRead(why) => why.line(),
            NotGraded::NoScene(_) => None,
        };
        SubmissionFault { line, ..SubmissionFault::new(path, printable(&why.to_string())) }
    })
}

/// The message of a panic.
fn told(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    format!("hitscan itself failed on it: {}", printable(text))
}

/// The bytes of a file; up to one byte more than the limit.
fn read(path: &Path) -> Result<Vec<u8>, ReadFault> {
    let most = u64::try_from(SUBMISSION.most_bytes).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Applies a function to each item on all cores; the results stay in order.
fn on_all_cores<T: Sync, R: Send>(
    all: &[T],
    threads: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let share = || {
        let mut done = Vec::new();
        while let Some((index, each)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            all.get(index).map(|each| (index, each))
        } {
            done.push((index, work(each)));
        }
        done
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let spawned: Vec<_> = (1..threads.get()).map(|_| scope.spawn(share)).collect();
        let own = share();
        let others = spawned.into_iter().filter_map(|thread| thread.join().ok());
        own.into_iter().chain(others.flatten()).collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Reads a roster: the students in the order of the file.
///
/// # Errors
/// When it cannot be read, and as [`parse_roster`].
pub(super) fn read_roster(path: &Path) -> Result<Vec<Listed>, CliError> {
    let text =
        read_text(path, &ROSTER).map_err(|why| CliError::in_file(why.message(path, &ROSTER)))?;
    let file = printable(&path.to_string_lossy());
    parse_roster(&text).map_err(|faults| {
        let lines: Vec<_> = faults.iter().map(|fault| format!("{file}:{fault}")).collect();
        CliError::in_file(lines.join("\n"))
    })
}

/// Reads the text of a roster: a header row, then a row for each student. Columns other than
/// `student` and `seed` are ignored.
///
/// # Errors
/// Every fault, each with its line.
pub fn parse_roster(text: &str) -> Result<Vec<Listed>, Vec<String>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let header = text.lines().next().unwrap_or_default();
    let separator = if header.contains(';') { b';' } else { b',' };
    let mut rows = csv::ReaderBuilder::new()
        .delimiter(separator)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let column = |name: &str, rows: &mut csv::Reader<&[u8]>| {
        rows.headers().ok().and_then(|header| header.iter().position(|cell| cell == name))
    };
    let Some(id_column) = column("student", &mut rows) else {
        return Err(vec!["1: a header row with the column student is missing".to_owned()]);
    };
    let seed_column = column("seed", &mut rows);
    let (mut students, mut faults) = (Vec::<Listed>::new(), Vec::new());
    let mut known = BTreeMap::new();
    for row in rows.records() {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                faults.push(printable(&format!("1: {error}")));
                break;
            }
        };
        let line = row.position().map_or(1, csv::Position::line);
        let cell = |column| row.get(column).unwrap_or_default();
        let id = cell(id_column);
        let seed = seed_column.map(cell).filter(|seed| !seed.is_empty()).unwrap_or(id);
        let found = [("student", id), ("seed", seed)].into_iter().find(|(_, it)| !is_student(it));
        if let Some((what, found)) = found {
            let found = printable(found);
            faults.push(format!(
                "{line}: {what} {found}: up to 64 letters a-z, digits and . _ @ + -, beginning \
                     with a letter or digit"
            ));
        } else if let Some(first) = known.insert(id.to_owned(), line) {
            faults.push(format!("{line}: student {id} is listed twice: also in line {first}"));
        } else {
            students.push(Listed { id: id.to_owned(), seed: seed.to_owned() });
        }
    }
    if faults.is_empty() { Ok(students) } else { Err(faults) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stay_in_order_on_any_number_of_threads() {
        let numbers: Vec<usize> = (0..500).collect();
        for threads in [1, 2, 7].map(|threads| NonZeroUsize::new(threads).expect("some")) {
            assert_eq!(on_all_cores(&numbers, threads, |number| *number), numbers);
        }
    }

    #[test]
    fn files_set_aside_by_a_class_are_not_submissions() {
        for aside in ["left-20261127T103000Z.hits", "left-20261127T103000Z-2.hits"] {
            assert!(is_set_aside(&Path::new("anna").join(aside)), "{aside}");
        }
        for work in [
            "anna.hits",
            "left-anna.hits",
            "left-20261127T103000.hits",
            "left-.hits",
            "left-1T2Z.hits",
        ] {
            assert!(!is_set_aside(&Path::new("anna").join(work)), "{work}");
        }
    }

    #[test]
    fn a_panic_is_reported_in_one_line() {
        let panic = catch_unwind(|| panic!("at {}\u{1b}[2J\nthen", 7)).expect_err("it panics");
        let said = told(panic.as_ref());
        assert!(said.starts_with("hitscan itself failed on it: at 7"), "{said}");
        assert!(!said.contains(['\u{1b}', '\n']), "{said}");
    }
}

#[cfg(test)]
mod roster_tests {
    use super::*;

    fn parsed(text: &str) -> Result<Vec<(String, String)>, Vec<String>> {
        let pair = |listed: Listed| (listed.id, listed.seed);
        parse_roster(text).map(|students| students.into_iter().map(pair).collect())
    }

    #[test]
    fn commas_semicolons_quotes_and_extra_columns_are_accepted() {
        let expected =
            Ok([("anna", "anna"), ("cleo", "cleo-7f")].map(|(a, b)| (a.into(), b.into())).into());
        for text in [
            "student,seed\nanna,\ncleo,cleo-7f\n",
            "name;student;seed\r\n\"Berg; A\";anna;\r\nC;cleo;cleo-7f\r\n",
            "\u{feff}seed, student\n, anna\ncleo-7f , cleo\n",
            "student,seed,mail\nanna\ncleo,cleo-7f,c@x\n",
        ] {
            assert_eq!(parsed(text), expected, "{text}");
        }
        assert_eq!(parsed("student\nben\n"), Ok(vec![("ben".into(), "ben".into())]));
        assert_eq!(parsed("student,seed\n"), Ok(Vec::new()));
    }

    #[test]
    fn each_fault_has_its_line() {
        let missing = "1: a header row with the column student is missing";
        assert_eq!(parsed(""), Err(vec![missing.to_owned()]));
        assert_eq!(parsed("name,seed\nanna,\n"), Err(vec![missing.to_owned()]));
        let faults = parsed("student,seed\nanna,\n../x,\nanna,7\nben,\u{1b}[2J\n");
        let faults = faults.expect_err("three faults");
        assert!(faults[0].starts_with("3: student ../x: up to 64 letters"), "{faults:?}");
        assert_eq!(faults[1], "4: student anna is listed twice: also in line 2");
        assert!(faults[2].starts_with("5: seed ") && !faults[2].contains('\u{1b}'), "{faults:?}");
        assert_eq!(faults.len(), 3);
    }
}
