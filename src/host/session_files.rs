//! The files of a session beyond its scene: the recording as it goes on, and
//! what is kept when the session crashes.

use std::path::Path;

use super::crash_recovery::CrashRecovery;
use super::recorder::Recorder;
use hitscan_core::command::Recover;
use hitscan_core::engine::Engine;
use hitscan_core::scene::printable;

/// How a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The user has left, and has been asked about changes.
    ByChoice,
    /// The terminal has gone, or a signal has come.
    CutOff,
}

/// The recording of a session, and what is kept when it crashes.
#[derive(Debug, Default)]
pub struct SessionFiles {
    recorder: Option<Recorder>,
    /// `None` for scripts, which are not resumed.
    recovery: Option<CrashRecovery>,
}

impl SessionFiles {
    /// Files of a session that can be resumed after a crash.
    #[must_use]
    pub const fn with_recovery(recovery: CrashRecovery) -> Self {
        Self { recorder: None, recovery: Some(recovery) }
    }

    /// From now on keeps what is needed to resume after a crash.
    pub fn recover_in(&mut self, recovery: CrashRecovery) {
        self.recovery = Some(recovery);
    }

    /// How long ago the last session crashed, in words, if one did.
    #[must_use]
    pub fn crashed(&self) -> Option<String> {
        self.recovery.as_ref()?.age()
    }

    /// Records the session in a new file, from where its scene began.
    ///
    /// # Errors
    /// Says why not.
    pub fn record(&mut self, engine: &mut Engine, path: &Path) -> Result<(), String> {
        if let Some(recorder) = &self.recorder {
            let path = printable(&recorder.path().to_string_lossy());
            return Err(format!("{path}: this is being recorded already"));
        }
        self.recorder = Some(Recorder::begin(path, engine)?);
        Ok(())
    }

    /// Records what has been done since the last call.
    ///
    /// # Errors
    /// When the disk refuses; then the recording has ended.
    pub fn update(&mut self, engine: &mut Engine) -> Result<(), String> {
        let Some(recorder) = &mut self.recorder else { return Ok(()) };
        recorder.update(engine).inspect_err(|_| {
            self.recorder = None;
            engine.journal_mut().forget_records();
        })
    }

    /// Resumes or drops the last session that crashed.
    ///
    /// # Errors
    /// Says why not.
    pub fn recover(&mut self, engine: &mut Engine, what: Recover) -> Result<(), String> {
        let Some(recovery) = &mut self.recovery else {
            return Err("only a prompt or a screen takes that up; here: hitscan run --replay FILE"
                .to_owned());
        };
        match what {
            Recover::Drop => recovery.drop_newest(),
            Recover::Take if self.recorder.is_some() => {
                Err("a recording goes on here; take it up in a session of its own".to_owned())
            }
            Recover::Take if engine.is_unsaved() => {
                Err("this scene has changes; save it first, or take it up from another".to_owned())
            }
            Recover::Take => recovery.resume(engine),
        }
    }

    /// Finishes the recording, and keeps what was done if the session was cut
    /// off.
    ///
    /// # Errors
    /// Says what could not be written.
    pub fn finish(&mut self, engine: &mut Engine, ending: Ending) -> Result<(), String> {
        let kept = match (self.recovery.take(), ending) {
            (Some(recovery), Ending::CutOff) if engine.is_worth_keeping() => {
                recovery.keep(&engine.journal().recording(), engine.sandbox(), engine.source())
            }
            (Some(recovery), Ending::ByChoice) => {
                recovery.forget_taken();
                Ok(())
            }
            (_, _) => Ok(()),
        };
        let finished = match self.recorder.take() {
            Some(recorder) => recorder.finish(engine),
            None => Ok(()),
        };
        kept.and(finished)
    }
}
