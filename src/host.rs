//! Carries out effects outside the app: lists, reads and writes scenes, records sessions, and
//! exports pictures of the screen.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `disk` | files, and everything that a session saves |
//! | `program` | external programs that answer line by line |
//! | `own_programs` | the programs of the user's own methods, during a session |
//! | `effects` | what an engine asks its host to do |
//! | `course` | a course that replaces a scene |
//! | `screen_face` | the screen, as effects report to it |
//!
//! No terminal lives here, and no decisions: the app requests effects, and is told the results.

mod config;
mod course;
mod disk;
mod effects;
mod listing;
mod own_programs;
pub mod pictures;
pub mod program;
mod screen_face;

use std::path::Path;

pub use config::{ConfigError, LoadedConfig, Wanted, load_config, own_config_path};
pub use course::{CourseOpener, OpenedCourse, Opening, Student, WorkRefused, begin, open_kept};
pub use disk::{
    CrashRecovery, Desk, DeskFault, DeskFiles, DeskLimits, Ending, FolderDesk, LastSubmission,
    LineFile, LineSink, NOT_HERE, NotWritten, Recorder, Recovered, SessionFiles, Submission,
    SubmissionFile, Submitted, Syncer, Unsubmitted, Urgency, files, is_plain, records_beside,
};
pub use effects::{EffectReport, Presenter, carry_out};
pub use own_programs::{OwnPrograms, Stamp, stamp};
pub use screen_face::ScreenFace;

use crate::app::App;

/// Tells the app which scene files there are, on the desk if there is one, otherwise in the working
/// directory, and what the student has reached in the lessons.
pub fn list_scenes(app: &mut App, files: &SessionFiles) {
    let scenes = match files.desk() {
        Desk::Anywhere => listing::scene_files(Path::new(".")),
        Desk::Of(desk) => listing::scenes_of(&**desk),
    };
    let lessons = files.progress().map(|progress| app.model().built_in_lessons(&progress));
    app.input.scenes_listed((scenes, lessons), &app.engine, &app.screen);
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
