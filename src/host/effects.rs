//! Effects: what an engine asks its host to do, the same for every face.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::disk::BegunCourse;
use super::disk::files::ShownTarget;
use super::disk::{Crashed, Desk, NOT_HERE, NotWritten, Recovered, SessionFiles};
use crate::app::Clash;
use hitscan_core::engine::{Effect, Engine, Leaving, Overwrite, Saved, Tell};
use hitscan_core::scene::SceneSource;
use hitscan_core::words::SavedState;

/// The result of an effect.
#[derive(Debug)]
pub enum EffectReport<'a> {
    /// The engine has this scene now, opened under this name.
    Opened(&'a str),
    /// The scene was saved to this file, in this state.
    Saved(&'a Path, Saved, SavedState),
    /// The file is not as the scene left it: the user must confirm overwriting it.
    Clash(PathBuf, Clash),
    /// The session is being recorded in this file.
    Recording(&'a Path),
    /// What was done with crashed sessions.
    Recovered(Recovered),
    /// A course continues where the student stopped.
    CourseBegun(Box<BegunCourse>),
    /// Before this lesson begins, the student must say who they are.
    NeedsStudent(Option<&'a str>),
    /// The effect failed, and why.
    Failed(String),
}

/// A face that presents an engine to people.
pub trait Presenter {
    /// The engine.
    fn engine(&mut self) -> &mut Engine;

    /// A listener that can stop a long effect, and shows the progress of this command.
    fn listener(&mut self, command: &str) -> Box<Tell<'static>>;

    /// Presents the result of an effect.
    fn report(&mut self, report: EffectReport<'_>);

    /// Leaves the scene, now that it is saved; returns the next effect.
    fn leave(&mut self, leaving: Leaving) -> Option<Effect>;

    /// Writes a picture of the screen, if there is one.
    fn screenshot(&mut self, path: &Path);

    /// Sets which crashed sessions can be recovered.
    fn set_recoverable(&mut self, _crashed: Option<Crashed>) {}

    /// Called when the engine's clock was started or stopped.
    fn set_clock(&mut self) {}
}

/// Carries out an effect for a face; breaks if the session ends.
pub fn carry_out(
    effect: Effect,
    face: &mut dyn Presenter,
    files: &mut SessionFiles,
) -> ControlFlow<()> {
    let is_on_desk = matches!(files.desk(), Desk::Of(_));
    match effect {
        Effect::Record(_) | Effect::Screenshot(_) if is_on_desk => {
            face.report(EffectReport::Failed(NOT_HERE.to_owned()));
        }
        Effect::Open(target) => open(&target, face, files.desk()),
        Effect::Learn(lesson) => match files.begin_course(lesson.as_deref()) {
            Ok(Some(begun)) => face.report(EffectReport::CourseBegun(Box::new(begun))),
            Ok(None) => face.report(EffectReport::NeedsStudent(lesson.as_deref())),
            Err(why) => face.report(EffectReport::Failed(why)),
        },
        Effect::Save(path, overwrite) => {
            let next = save(path, overwrite, face, files);
            return next.map_or(ControlFlow::Continue(()), |effect| carry_out(effect, face, files));
        }
        Effect::Record(path) => {
            let mut tell = face.listener("record");
            match files.record(face.engine(), &path, &mut *tell) {
                Ok(()) => face.report(EffectReport::Recording(&path)),
                Err(why) => face.report(EffectReport::Failed(why)),
            }
        }
        Effect::Recover(what) => {
            let mut tell = face.listener("recover");
            match files.recover(face.engine(), what, &mut *tell) {
                Ok(recovered) => face.report(EffectReport::Recovered(recovered)),
                Err(why) => face.report(EffectReport::Failed(why)),
            }
            face.set_recoverable(files.crashed());
        }
        Effect::Screenshot(path) => face.screenshot(&path),
        Effect::Play | Effect::Pause => face.set_clock(),
        Effect::Quit => return ControlFlow::Break(()),
    }
    ControlFlow::Continue(())
}

fn open(target: &str, face: &mut dyn Presenter, desk: &Desk) {
    let mut rounding = face.engine().rounding();
    let mut tell = face.listener("open");
    let opened = desk.find_or_new(target, &mut rounding).map_err(|why| why.to_string());
    let opened = opened.and_then(|shown| {
        let opened = match shown {
            ShownTarget::Found(scene, source) => {
                face.engine().opened_by((*scene, source), &mut *tell)
            }
            ShownTarget::New(path) => face.engine().opened_new(path),
        };
        opened.map_err(|why| why.to_string())
    });
    let file = match face.engine().source() {
        SceneSource::File(path) => Some(path.to_string_lossy().into_owned()),
        SceneSource::BuiltIn(_) | SceneSource::New => None,
    };
    match opened {
        Ok(()) => face.report(EffectReport::Opened(file.as_deref().unwrap_or(target))),
        Err(why) => face.report(EffectReport::Failed(why)),
    }
}

/// Saves the scene; returns the effect that waited for the save, if any.
fn save(
    path: PathBuf,
    overwrite: Overwrite,
    face: &mut dyn Presenter,
    files: &mut SessionFiles,
) -> Option<Effect> {
    let engine = face.engine();
    let path = files.desk().file_to_save(path, engine.source());
    let is_new = !files.desk().holds(&path);
    let scene = engine.scene_to_save();
    match files.desk().write_scene(&path, &scene, engine.own_file(), overwrite) {
        Ok(()) => {
            let state = engine.sandbox().state_to_save();
            let (saved, leaving) = engine.saved(path.clone());
            let saved = if is_new { Saved::Made } else { saved };
            files.saved(engine, &path);
            face.report(EffectReport::Saved(&path, saved, state));
            leaving.and_then(|leaving| face.leave(leaving))
        }
        Err(NotWritten::Clash(clash)) => {
            face.report(EffectReport::Clash(path, clash));
            None
        }
        Err(NotWritten::Fault(why)) => {
            engine.stay();
            face.report(EffectReport::Failed(why));
            None
        }
    }
}
