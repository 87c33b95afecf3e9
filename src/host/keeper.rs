//! What is kept of a session at the screen beyond its scene: a recording as it
//! goes on, and what was left when the session was cut off.

use std::path::Path;

use super::crash_recovery::CrashRecovery;
use super::recorder::Recorder;
use crate::app::App;
use hitscan_core::command::Recover;
use hitscan_core::scene::printable;

/// How a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The person has left, and has been asked about changes.
    ByChoice,
    /// The terminal has gone, or a signal asked for it: nobody could be asked.
    CutOff,
}

/// Keeps what is done at a screen.
#[derive(Debug)]
pub struct Keeper {
    recorder: Option<Recorder>,
    left: CrashRecovery,
}

impl Keeper {
    /// Sessions that are cut off leave what was done in this place.
    #[must_use]
    pub const fn new(left: CrashRecovery) -> Self {
        Self { recorder: None, left }
    }

    /// Says that a session was cut off, if one was: in one line, and no more.
    pub fn offer(&self, app: &mut App) {
        if let Some(age) = self.left.age() {
            let [take, drop] =
                ["recover", "recover drop"].map(|line| app.input().keymap.line(line));
            app.say(format!(
                "a session was cut off {age}: {take} takes it up, {drop} throws it away"
            ));
        }
    }

    /// From now on what is done goes to a file, with what has been done since
    /// the scene was opened.
    ///
    /// # Errors
    /// Says why not.
    pub fn record(&mut self, app: &mut App, path: &Path) -> Result<(), String> {
        if let Some(recorder) = &self.recorder {
            let path = printable(&recorder.path().to_string_lossy());
            return Err(format!("{path}: this is being recorded already"));
        }
        self.recorder = Some(Recorder::begin(path, app.journal())?);
        Ok(())
    }

    /// The same, and the app says what came of it.
    pub fn record_and_say(&mut self, app: &mut App, path: &Path) {
        match self.record(app, path) {
            Ok(()) => app.say(format!("recording {}", printable(&path.to_string_lossy()))),
            Err(why) => app.fail(why),
        }
    }

    /// What has been done since the last time is recorded; the app says if it
    /// cannot be.
    pub fn go_on(&mut self, app: &mut App) {
        let Some(recorder) = &mut self.recorder else { return };
        if let Err(why) = recorder.go_on(app.journal()) {
            self.recorder = None;
            app.journal().forget_records();
            app.fail(why);
        }
    }

    /// Sees to the session that was cut off last.
    pub fn recover(&mut self, app: &mut App, what: Recover) {
        match what {
            Recover::Drop => match self.left.drop_newest() {
                Ok(()) => app.say("thrown away"),
                Err(why) => app.fail(why),
            },
            Recover::Take if self.recorder.is_some() => {
                app.fail("a recording goes on here; take it up in a session of its own");
            }
            Recover::Take if app.session().is_unsaved() => {
                app.fail("this scene has changes; save it first, or take it up from another");
            }
            Recover::Take => match self.left.take() {
                Ok((session, source)) => app.taken_up(session, source),
                Err(why) => app.fail(why),
            },
        }
    }

    /// The session ends: its recording is finished, and where nobody could be
    /// asked what was done is left for the next one.
    ///
    /// # Errors
    /// Says what could not be written.
    pub fn leave(self, app: &mut App, how: Leaving) -> Result<(), String> {
        let kept = match how {
            Leaving::ByChoice => {
                self.left.forget_taken();
                Ok(())
            }
            Leaving::CutOff if app.sandbox().is_worth_keeping() => {
                let recording = app.journal().recording();
                self.left.keep(&recording, app.sandbox(), app.session().source())
            }
            Leaving::CutOff => Ok(()),
        };
        let finished = match self.recorder {
            Some(recorder) => recorder.finish(app.journal()),
            None => Ok(()),
        };
        kept.and(finished)
    }
}
