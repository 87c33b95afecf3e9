//! Carries out effects outside the app: lists, reads and writes scenes, records sessions, and
//! exports pictures of the screen.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `disk` | files, and everything that a session saves |
//! | `program` | external programs that answer line by line |
//! | `own_programs` | the programs of the user's own methods, during a session |
//! | `effects` `screen_face` | what an engine asks its host to do; the screen, as effects report to it |
//! | `course` | opens a student's work as a course |
//! | `config` | the configuration file |
//! | `pictures` | the screen as text and as SVG |
//!
//! `effects` calls `disk` and tells a face; `screen_face` is one, and makes `pictures`. `course`
//! and `config` call `disk`, and `own_programs` calls `program`. `disk`, `program` and `pictures`
//! call none of the others.
//!
//! No terminal lives here, and no decisions: the app requests effects, and is told the results.

mod config;
mod course;
mod disk;
mod effects;
mod own_programs;
pub mod pictures;
pub mod program;
mod screen_face;

use std::fs;
use std::path::Path;

use hitscan_core::scene::Scene;

pub use config::{ConfigError, Wanted, load_config, own_config_path};
pub use course::{Opening, Student, WorkRefused, begin, open_kept};
pub use disk::{
    CourseOpener, CrashRecovery, Desk, DeskFault, DeskFiles, DeskLimits, Ending, FolderDesk,
    LastSubmission, LineFile, LineSink, NOT_HERE, NotWritten, OpenedCourse, Recorder, Recovered,
    SessionFiles, Submission, SubmissionFile, Submitted, Syncer, Unsubmitted, Urgency, files,
    is_plain, records_beside,
};
pub use effects::{EffectReport, Presenter, carry_out};
pub use own_programs::{OwnPrograms, Stamp, stamp};
pub use screen_face::ScreenFace;

use self::files::{LoadError, Refusal};
use super::app::SceneFile;
use crate::app::App;

/// Tells the app which scene files there are, on the desk if there is one, otherwise in the working
/// directory, and what the student has reached in the lessons.
pub fn list_scenes(app: &mut App, files: &SessionFiles) {
    let scenes = match files.desk() {
        Desk::Anywhere => scene_files(Path::new(".")),
        Desk::Of(desk) => scenes_of(&**desk),
    };
    let lessons = files.progress().map(|progress| app.model().built_in_lessons(&progress));
    app.input.scenes_listed(scenes, lessons, &app.engine, &app.screen);
}

/// Tells the app about crashed sessions that can be recovered, if there are any.
pub fn offer_recovery(app: &mut App, files: &SessionFiles) {
    if let Some(crashed) = files.crashed() {
        let offer = crashed.offer(|line| app.input.keymap.line(line));
        app.screen.recoverable = Some(offer.clone());
        app.screen.say(offer);
    }
}

/// Writes what has been done on the screen since the last call: to the recording, to the recovery
/// file and to the student's work.
///
/// # Errors
/// As [`SessionFiles::update`] and [`SessionFiles::update_submission`].
pub fn update(app: &mut App, files: &mut SessionFiles) -> Result<Submitted, Unsubmitted> {
    let kept = files.update(&mut app.engine).map_err(Unsubmitted::Said);
    let submitted = app.lab.as_mut().map(|lab| files.update_submission(&mut lab.learning));
    submitted.unwrap_or(Ok(Submitted::InPlace)).and_then(|submitted| kept.map(|()| submitted))
}

/// Finishes the files of a session on the screen. [`SessionFiles::about_submission`] says where a
/// student's work is then.
///
/// # Errors
/// As [`SessionFiles::finish`] and [`SessionFiles::finish_submission`].
pub fn finish(app: &mut App, files: &mut SessionFiles, ending: Ending) -> Result<(), String> {
    let submitted = app.lab.as_mut().map(|lab| files.finish_submission(&mut lab.learning));
    let submitted = submitted.map_or(Ok(()), |done| done.map(drop));
    files.finish(&mut app.engine, ending).and(submitted)
}

/// The most files to list: the first ones by name.
const MOST_FILES: usize = 500;
/// Once this many bytes have been read, further files are listed unread.
const MOST_BYTES: u64 = 4 << 20;

/// The `*.toml` files of a directory by name, without hidden ones, each with its content. Names
/// that are not UTF-8 cannot be typed, and are left out, too. Empty if the directory cannot be
/// read.
fn scene_files(directory: &Path) -> Vec<SceneFile> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<_> = names.filter(|name| is_scene_name(name)).collect();
    names.sort_unstable();
    names.truncate(MOST_FILES);
    let mut read = 0_u64;
    let files = names.into_iter().filter_map(|name| {
        let path = directory.join(&name);
        let metadata = fs::metadata(&path).ok()?;
        if !metadata.is_file() {
            return None;
        }
        read = read.saturating_add(metadata.len());
        let scene = if read > MOST_BYTES {
            Err("not read yet, there being so much here; Enter opens it".to_owned())
        } else {
            files::load(&path)
                .map_err(|fault| LoadError { target: name.clone().into(), ..fault }.brief())
        };
        Some(SceneFile { name, scene })
    });
    files.collect()
}

/// The files of a desk by name, each with its content. Empty if the desk cannot be listed.
fn scenes_of(desk: &dyn DeskFiles) -> Vec<SceneFile> {
    let mut names = desk.list().unwrap_or_default();
    names.truncate(MOST_FILES);
    let files = names.into_iter().filter_map(|name| {
        let scene = match desk.read(&name) {
            Ok(None) => return None,
            Ok(Some(text)) => Scene::parse(&text).map_err(|faults| {
                let refusal = Refusal::Faults(faults);
                LoadError { target: name.clone().into(), refusal }.brief()
            }),
            Err(why) => Err(format!("{name}: {why}")),
        };
        Some(SceneFile { name, scene })
    });
    files.collect()
}

fn is_scene_name(name: &str) -> bool {
    !name.starts_with('.')
        && Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{GlyphSet, Message};
    use crate::host::pictures::Coloring;
    use hitscan_core::engine::Effect;
    use hitscan_core::scene::SceneSource;

    fn app(target: &str) -> App {
        let (scene, source) = files::find(target).expect("it can be read");
        App::new(scene, source, (80, 24), GlyphSet::Lines).expect("it makes a world")
    }

    fn open(app: &mut App, target: &str) {
        let mut face = ScreenFace { app, coloring: Coloring::Colored };
        let _ = carry_out(Effect::Open(target.to_owned()), &mut face, &mut SessionFiles::default());
    }

    #[test]
    fn a_scene_that_cannot_be_opened_is_reported_and_nothing_changes() {
        let mut app = app("start");
        let before = app.engine.sandbox().scene();
        open(&mut app, "no-such-scene");
        let said = match app.screen.message.as_ref() {
            Some(Message::Fault(why)) => why,
            other => panic!("a fault was expected, not {other:?}"),
        };
        assert!(said.contains("no such"), "{said}");
        assert_eq!(app.engine.sandbox().scene(), before);
    }

    #[test]
    fn opening_a_scene_replaces_the_current_one() {
        let mut app = app("start");
        open(&mut app, "tunnel");
        assert_eq!(app.engine.source(), &SceneSource::BuiltIn("tunnel".to_owned()));
    }
}

#[cfg(test)]
mod listing_tests {
    use super::*;

    #[test]
    fn scene_files_are_listed_by_name_with_their_content() {
        let directory = tempfile::tempdir().expect("there is room");
        let at = |name: &str| directory.path().join(name);
        fs::write(at("b.toml"), "title = \"two\"\n").expect("it can be written");
        fs::write(at("a.toml"), "titel = 3\n").expect("it can be written");
        fs::write(at(".c.toml"), "title = \"hidden\"\n").expect("it can be written");
        fs::write(at("d.txt"), "title = \"none\"\n").expect("it can be written");
        fs::create_dir(at("e.toml")).expect("there is room");
        let files = scene_files(directory.path());
        let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["a.toml", "b.toml"]);
        let fault = files[0].scene.as_ref().expect_err("there is no such key");
        assert!(fault.starts_with("a.toml:1:1: "), "{fault}");
        assert_eq!(files[1].scene.as_ref().map(|scene| scene.title.shown()), Ok("two"));
        assert_eq!(scene_files(&at("nowhere")), []);
    }

    #[test]
    fn beyond_a_few_megabytes_files_are_listed_unread() {
        let directory = tempfile::tempdir().expect("there is room");
        let text = format!("#{}\n", "-".repeat(1_000_000));
        for name in ["a.toml", "b.toml", "c.toml", "d.toml", "e.toml"] {
            fs::write(directory.path().join(name), &text).expect("it can be written");
        }
        let read: Vec<_> =
            scene_files(directory.path()).iter().map(|file| file.scene.is_ok()).collect();
        assert_eq!(read, [true, true, true, true, false]);
    }
}
