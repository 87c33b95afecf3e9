//! A student's work that is in another folder than the current one.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::LearnArgs;
use crate::cli::options::LookArgs;
use crate::host::LastSubmission;
use hitscan_core::lab::{Course, DrawnPack, MOST_BYTES, Progress, header_of, replay};
use hitscan_core::scene::printable;

/// A student's progress in a course, from a file that is the student's own and has the numbers of
/// this seed, or of any seed. The file is only read.
pub(super) fn progress_in(
    path: &Path,
    (course, student): (&Course, &str),
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
    let session = replay(&work, &drawn, &hints).ok()?.session;
    Some(session.progress().clone())
}

/// Work that is elsewhere.
pub(super) struct Elsewhere {
    /// The file that does not exist here.
    here: PathBuf,
    path: PathBuf,
    /// `99 of 212 points`
    points: String,
}

impl Elsewhere {
    /// The work that the student did last, if there is no file of that name here and the other one
    /// still exists.
    pub(super) fn found(
        args: &LearnArgs,
        (course, student): (&Course, &str),
        (here, last): (&Path, &LastSubmission),
    ) -> Option<Self> {
        if here.symlink_metadata().is_ok() {
            return None;
        }
        let path = last.path()?;
        let progress = progress_in(&path, (course, student), args.seed.as_deref())?;
        let points = progress.total(&course.pack);
        let points = format!("{points} of {} points", course.pack.points());
        Some(Self { here: here.to_owned(), path, points })
    }

    /// Where it is, and what to type to continue it or to start anew.
    pub(super) fn told(&self, args: &LearnArgs) -> String {
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
    pub(super) fn in_a_row(&self) -> String {
        let Self { here, path, points } = self;
        let (name, path) = (shown(here), quoted(&shown(path)));
        format!("{name} is not here; hitscan learn --file {path} goes on with {points}")
    }
}

impl LearnArgs {
    /// The other options that were given, to be typed again.
    fn further_options(&self) -> String {
        let pack = self.pack.as_deref().map(shown);
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
    use crate::app::ThemeName;
    use crate::cli::options::WidthArg;

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
