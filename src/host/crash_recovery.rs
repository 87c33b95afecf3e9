//! What sessions leave behind that were cut off: a recording and the scene as it
//! was, in the place where a program may keep its state.
//!
//! ```text
//! left-1764000000-4711.hits    the recording, unfinished; `# file PATH` says where from
//! left-1764000000-4711.toml    the scene as it was, for people
//! ```

use crate::host::files;
use std::fmt::Display;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hitscan_core::engine::{Engine, Sandbox};
use hitscan_core::scene::{Source, printable};

/// How many sessions are kept; of more the oldest go.
const MOST_KEPT: usize = 8;
/// How the second line of a recording says which file its scene belongs to.
const FILE_MARK: &str = "# file ";

/// The place, and which of what lies there has been taken up.
#[derive(Clone, Debug)]
pub struct CrashRecovery {
    directory: Option<PathBuf>,
    taken: Option<PathBuf>,
}

impl CrashRecovery {
    /// The place of this user, by the rules of the system.
    #[must_use]
    pub fn of_this_user() -> Self {
        Self { directory: files::state_directory(), taken: None }
    }

    /// This directory.
    #[must_use]
    pub const fn in_directory(directory: PathBuf) -> Self {
        Self { directory: Some(directory), taken: None }
    }

    /// All recordings that were left, the oldest first.
    fn all(&self) -> Vec<PathBuf> {
        let entries = self.directory.as_ref().and_then(|directory| fs::read_dir(directory).ok());
        let paths = entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let is_left = |path: &PathBuf| {
            let name = path.file_name().map(|name| name.to_string_lossy());
            name.is_some_and(|name| name.starts_with("left-") && name.ends_with(".hits"))
        };
        let mut paths: Vec<_> = paths.filter(is_left).collect();
        paths.sort_by_key(|path| {
            (fs::metadata(path).and_then(|found| found.modified()).ok(), path.clone())
        });
        paths
    }

    fn newest(&self) -> Result<PathBuf, String> {
        self.all().pop().ok_or_else(|| "no session was cut off".to_owned())
    }

    /// How long ago the last session was cut off, in words, if one was.
    #[must_use]
    pub fn age(&self) -> Option<String> {
        let newest = self.newest().ok()?;
        let modified = fs::metadata(newest).and_then(|found| found.modified()).ok()?;
        Some(ago(SystemTime::now().duration_since(modified).unwrap_or_default()))
    }

    /// Takes up the session that crashed last. Its files stay until the session
    /// that takes it up has ended well.
    ///
    /// # Errors
    /// When there is none, or when it cannot be read or executed again.
    pub fn resume(&mut self, engine: &mut Engine) -> Result<(), String> {
        let path = self.newest()?;
        let refused = |why: &dyn Display| {
            let path = printable(&path.to_string_lossy());
            format!("{path}: {}", printable(&why.to_string()))
        };
        let text = files::read_text(&path, &files::RECORDING)
            .map_err(|fault| fault.message(&path, &files::RECORDING))?;
        let file = text.lines().nth(1).and_then(|line| line.strip_prefix(FILE_MARK));
        let source = file.map_or(Source::New, |file| Source::File(file.into()));
        engine.resume(&text, source).map_err(|why| refused(&why))?;
        self.taken = Some(path);
        Ok(())
    }

    /// Throws the session away that was cut off last.
    ///
    /// # Errors
    /// When there is none, or when it cannot be removed.
    pub fn drop_newest(&mut self) -> Result<(), String> {
        let path = self.newest()?;
        remove(&path).map_err(|why| {
            format!("{}: {}", printable(&path.to_string_lossy()), printable(&why.to_string()))
        })
    }

    /// What was taken up has found its end.
    pub fn forget_taken(&self) {
        if let Some(path) = &self.taken {
            // Offered once more at worst.
            let _ = remove(path);
        }
    }

    /// Leaves what was done for the next session: an unfinished recording, what
    /// came of it, and where its scene came from.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&self, recording: &str, sandbox: &Sandbox, source: &Source) -> Result<(), String> {
        let directory = self.directory.as_ref().ok_or("there is no place to keep it in")?;
        self.keep_in(directory, (recording, sandbox, source)).map_err(|why| {
            let directory = printable(&directory.to_string_lossy());
            format!("{directory}: the session is not kept: {}", printable(&why.to_string()))
        })
    }

    fn keep_in(
        &self,
        directory: &Path,
        (recording, sandbox, source): (&str, &Sandbox, &Source),
    ) -> io::Result<()> {
        // Sessions are private.
        DirBuilder::new().recursive(true).mode(0o700).create(directory)?;
        let (header, rest) = recording.split_once('\n').unwrap_or((recording, ""));
        let file = match source {
            Source::File(path) => file_line(path),
            Source::New | Source::BuiltIn(_) => None,
        };
        let recording = format!("{header}\n{}{rest}", file.unwrap_or_default());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let path = directory.join(format!("left-{now}-{}.hits", std::process::id()));
        // The scene first: a recording says that all of it is there.
        files::replace_file(
            &path.with_extension("toml"),
            sandbox.scene_to_save().to_toml().as_bytes(),
        )?;
        files::replace_file(&path, recording.as_bytes())?;
        if self.taken.as_ref() != Some(&path) {
            self.forget_taken();
        }
        let all = self.all();
        for path in &all[..all.len().saturating_sub(MOST_KEPT)] {
            remove(path)?;
        }
        Ok(())
    }
}

/// The line that says which file the scene belongs to, wherever the next
/// session begins; none of a path that no line can say.
fn file_line(path: &Path) -> Option<String> {
    let path = std::path::absolute(path).ok()?;
    let path = path.to_str().filter(|path| !path.contains(char::is_control))?;
    Some(format!("{FILE_MARK}{path}\n"))
}

fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)?;
    match fs::remove_file(path.with_extension("toml")) {
        Err(fault) if fault.kind() != io::ErrorKind::NotFound => Err(fault),
        _ => Ok(()),
    }
}

/// `3 minutes ago`.
fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return "just now".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;

    use super::*;
    use crate::app::{App, GlyphSet, KeyPress, Message};
    use crate::host::pictures::Coloring;
    use crate::host::{Ending, ScreenFace, SessionFiles, carry_out};
    use hitscan_core::command::Recover;
    use hitscan_core::engine::Effect;

    fn app(target: &str) -> App {
        let (scene, source) = files::find(target).expect("it can be read");
        App::new(scene, source, (80, 24), GlyphSet::Lines).expect("it makes a world")
    }

    fn session(directory: &Path) -> SessionFiles {
        let recovery = CrashRecovery::in_directory(directory.join("deep/state"));
        SessionFiles::with_recovery(recovery)
    }

    fn recover(files: &mut SessionFiles, app: &mut App, what: Recover) {
        let mut face = ScreenFace { app, coloring: Coloring::Colored };
        carry_out(Effect::Recover(what), &mut face, files);
    }

    fn pushed(target: &str) -> App {
        let mut app = app(target);
        for _ in 0..6 {
            app.press(KeyPress::plain(KeyCode::Right));
        }
        app
    }

    #[test]
    fn a_session_that_was_cut_off_is_offered_and_goes_on_with_its_history() {
        let directory = tempfile::tempdir().expect("there is room");
        let mine = directory.path().join("mine.toml");
        fs::write(&mine, app("start").sandbox().scene().to_toml()).expect("it can be written");
        let mut cut_off = pushed(&mine.to_string_lossy());
        session(directory.path()).finish(cut_off.engine_mut(), Ending::CutOff).expect("it is kept");

        let (mut next, mut files) = (app("start"), session(directory.path()));
        assert_eq!(files.crashed().as_deref(), Some("just now"));
        assert_eq!(next.sandbox().history().position(), 0, "nothing is taken up by itself");

        recover(&mut files, &mut next, Recover::Take);
        assert_eq!(next.sandbox().scene(), cut_off.sandbox().scene());
        assert_eq!(next.sandbox().history().position(), 6);
        assert_eq!(next.engine().source(), &Source::File(mine));
        next.press(KeyPress::plain(KeyCode::Char('u')));
        assert_eq!(next.sandbox().history().position(), 5);

        // Cut off once more it takes the place of what it took up.
        files.finish(next.engine_mut(), Ending::CutOff).expect("it is kept");
        let left = CrashRecovery::in_directory(directory.path().join("deep/state"));
        assert_eq!(left.all().len(), 1);
    }

    #[test]
    fn whoever_leaves_leaves_nothing_behind() {
        let directory = tempfile::tempdir().expect("there is room");
        session(directory.path())
            .finish(pushed("start").engine_mut(), Ending::ByChoice)
            .expect("nothing is left to save");
        session(directory.path())
            .finish(app("start").engine_mut(), Ending::CutOff)
            .expect("there is nothing to keep");
        assert!(CrashRecovery::in_directory(directory.path().join("deep/state")).age().is_none());

        session(directory.path())
            .finish(pushed("start").engine_mut(), Ending::CutOff)
            .expect("it is kept");
        let (mut next, mut files) = (app("start"), session(directory.path()));
        recover(&mut files, &mut next, Recover::Take);
        files.finish(next.engine_mut(), Ending::ByChoice).expect("nothing is left to save");
        assert!(CrashRecovery::in_directory(directory.path().join("deep/state")).age().is_none());
    }

    #[test]
    fn what_was_left_can_be_thrown_away_and_the_oldest_goes_by_itself() {
        let directory = tempfile::tempdir().expect("there is room");
        let left = CrashRecovery::in_directory(directory.path().to_owned());
        for number in 0..12 {
            let path = directory.path().join(format!("left-{number}-1.hits"));
            fs::write(path, "# hitscan recording 1\n").expect("it can be written");
        }
        let app = pushed("start");
        let recording = app.engine().journal().recording();
        left.keep(&recording, app.sandbox(), app.engine().source()).expect("it is kept");
        assert_eq!(left.all().len(), MOST_KEPT);
        let mut files = SessionFiles::with_recovery(left.clone());
        let mut app = self::app("start");
        for count in (0..MOST_KEPT).rev() {
            recover(&mut files, &mut app, Recover::Drop);
            assert_eq!(left.all().len(), count);
        }
        recover(&mut files, &mut app, Recover::Drop);
        assert_eq!(
            app.screen().message.as_ref(),
            Some(&Message::Fault("no session was cut off".to_owned()))
        );
    }

    #[test]
    fn what_is_no_recording_is_not_taken_up() {
        let directory = tempfile::tempdir().expect("there is room");
        fs::write(directory.path().join("left-1-1.hits"), "\u{1b}[31m").expect("written");
        let mut files =
            SessionFiles::with_recovery(CrashRecovery::in_directory(directory.path().to_owned()));
        let mut app = app("start");
        recover(&mut files, &mut app, Recover::Take);
        let Some(Message::Fault(why)) = app.screen().message.as_ref() else {
            panic!("{:?}", app.screen().message.as_ref())
        };
        assert!(why.contains("no recording") && !why.contains('\u{1b}'), "{why}");
    }
}
