//! What effects do beyond the app: scenes are listed, read and written, what is
//! done is recorded, and pictures of the screen are made.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `disk` | files that are read and written, and what is kept of a session |
//! | `program` | programs that answer lines |
//! | `own_programs` | those of the user's own methods, while a session lasts |
//! | `effects` | what an engine asks its host to do |
//! | `course` | a course that takes the place of a scene |
//! | `screen_face` | the screen, as effects report to it |
//!
//! No terminal lives here, and nothing is decided here: the app says what is
//! wanted, and is told what came of it.

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
pub use effects::{Presenter, Report, carry_out};
pub use own_programs::{OwnPrograms, Stamp, stamp};
pub use screen_face::ScreenFace;

use crate::app::App;

/// Lists the scene files of the desk, else of the directory that the program runs in, and what the student
/// has reached in the lessons, and tells the app.
pub fn list_scenes(app: &mut App, files: &SessionFiles) {
    let scenes = match files.desk() {
        Desk::Anywhere => listing::scene_files(Path::new(".")),
        Desk::Of(desk) => listing::scenes_of(&**desk),
    };
    let lessons = files.progress().map(|progress| app.model().built_in_lessons(&progress));
    app.input.scenes_listed((scenes, lessons), &app.engine, &app.screen);
}

/// Tells that sessions that were cut off can be recovered, if there are any.
pub fn offer_recovery(app: &mut App, files: &SessionFiles) {
    if let Some(crashed) = files.crashed() {
        let offer = crashed.offer(|line| app.input.keymap.line(line));
        app.screen.recoverable = Some(offer.clone());
        app.screen.say(offer);
    }
}

/// Records and keeps what was done on the screen since the last call.
///
/// # Errors
/// As [`SessionFiles::update`] and [`SessionFiles::update_submission`].
pub fn update(app: &mut App, files: &mut SessionFiles) -> Result<Submitted, Unsubmitted> {
    let kept = files.update(&mut app.engine).map_err(Unsubmitted::Said);
    let submitted = app.lab.as_mut().map(|lab| files.update_submission(&mut lab.learning));
    submitted.unwrap_or(Ok(Submitted::InPlace)).and_then(|submitted| kept.map(|()| submitted))
}

/// Finishes the files of a session on the screen. Where the work of a student is then,
/// [`SessionFiles::about_submission`] says.
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
    use hitscan_core::scene::Source;

    fn app(target: &str) -> App {
        let (scene, source) = files::find(target).expect("it can be read");
        App::new(scene, source, (80, 24), GlyphSet::Lines).expect("it makes a world")
    }

    fn open(app: &mut App, target: &str) {
        let mut face = ScreenFace { app, coloring: Coloring::Colored };
        let _ = carry_out(Effect::Open(target.to_owned()), &mut face, &mut SessionFiles::default());
    }

    #[test]
    fn what_cannot_be_opened_is_said_and_nothing_changes() {
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
    fn opening_takes_the_place_of_the_scene() {
        let mut app = app("start");
        open(&mut app, "tunnel");
        assert_eq!(app.engine.source(), &Source::BuiltIn("tunnel".to_owned()));
    }
}
