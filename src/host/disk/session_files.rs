//! The files of a session besides its scene: the recording in progress, a student's work, and the
//! recovery file.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::crash_recovery::{CrashRecovery, Crashed, Recovered};
use super::desk::{Desk, NOT_HERE};
use super::recorder::Recorder;
use super::submission::{Submission, Unsubmitted};
use super::submission_file::Submitted;
use hitscan_core::command::Recover;
use hitscan_core::engine::{Engine, Event, Tell};
use hitscan_core::lab::{Learning, Progress};
use hitscan_core::scene::printable;

/// How a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The user has left, after being asked about unsaved changes.
    ByChoice,
    /// The terminal is gone, or a signal ended the session.
    CutOff,
}

/// How to open the student's course, or only look at its progress.
#[derive(Clone, Copy, Debug)]
pub struct CourseOpener {
    /// Opens the course where the student stopped, or at the named lesson; `None` if it is not known
    /// who the student is.
    pub open: fn(Option<&str>) -> Result<Option<OpenedCourse>, String>,
    /// The progress in the course, if there is a file of it. The file is only read.
    pub progress: fn() -> Option<Progress>,
}

/// An opened course, and where its work is saved.
#[derive(Debug)]
pub struct OpenedCourse {
    /// The student in the course, and the engine of the open step.
    pub course: (Learning, Engine),
    /// Saves the work; it holds the lock, so that no other session writes there.
    pub work: Submission,
    /// Where the work is now, if it had to move to a new file.
    pub moved: Option<String>,
}

/// A course whose work is being saved, for a face to show.
#[derive(Debug)]
pub struct BegunCourse {
    /// The student in the course, and the engine of the open step.
    pub course: (Learning, Engine),
    /// What to tell the user about the file: `anna.hits keeps your work: 8 of 16 lessons done, 99 of
    /// 212 points`, or that another program changed or replaced it.
    pub about_file: Result<String, String>,
}

impl OpenedCourse {
    /// What to tell the user about the file, as when a course begins.
    ///
    /// # Errors
    /// When another program changed or replaced it.
    pub fn about_file(&self) -> Result<String, String> {
        let (learning, _) = &self.course;
        match self.moved.clone().or_else(|| learning.about_changes()) {
            Some(why) => Err(why),
            None => Ok(format!("{} keeps your work: {}", self.work.name(), learning.summary())),
        }
    }
}

/// The files of a session: its recording, a student's work, and its recovery file.
#[derive(Debug, Default)]
pub struct SessionFiles {
    recorder: Option<Recorder>,
    /// Crash recovery; `None` for scripts, which are not resumed. Shared with the listener that
    /// notes long commands.
    recovery: Option<Arc<Mutex<CrashRecovery>>>,
    /// Where the student's work is saved, in a course.
    submission: Option<Submission>,
    /// Opens a course; `None` where none can be begun.
    course_opener: Option<CourseOpener>,
    /// Which scenes may be read and written.
    desk: Desk,
}

impl SessionFiles {
    /// For a session that may read and write the scenes on this desk.
    pub fn on(desk: Desk) -> Self {
        Self { desk, ..Self::default() }
    }

    /// Which scenes may be read and written.
    pub const fn desk(&self) -> &Desk {
        &self.desk
    }

    /// From now on, writes a recovery file.
    pub fn recover_in(&mut self, recovery: CrashRecovery) {
        self.recovery = Some(Arc::new(Mutex::new(recovery)));
    }

    /// A listener for commands: one that may take long is noted before it runs.
    pub fn listener(&self) -> impl Fn(Event<'_>) + use<> {
        let recovery = self.recovery.clone();
        move |event| {
            if let (Event::Begins(line, engine), Some(recovery)) = (event, &recovery) {
                locked(recovery).begins(engine, line);
            }
        }
    }

    /// From now on, saves the student's work here.
    pub fn hand_in(&mut self, submission: Submission) {
        self.submission = Some(submission);
    }

    /// From now on, courses can be opened with this.
    pub fn learn_by(&mut self, opener: CourseOpener) {
        self.course_opener = Some(opener);
    }

    /// The progress in the course that can be opened, if the student has begun it before.
    pub fn progress(&self) -> Option<Progress> {
        (self.course_opener?.progress)()
    }

    /// Opens a course in place of the scene, which the user has left, and saves the student's work
    /// from now on.
    ///
    /// # Errors
    /// Why it cannot be opened; then nothing has changed.
    pub fn begin_course(&mut self, lesson: Option<&str>) -> Result<Option<BegunCourse>, String> {
        if self.recorder.is_some() {
            return Err("a recording goes on here; learn in a session of its own".to_owned());
        }
        let opener = self.course_opener.ok_or(match self.desk {
            Desk::Anywhere => "hitscan learn opens the lessons",
            Desk::Of(_) => "the lessons are a session of their own: learn",
        })?;
        let Some(opened) = (opener.open)(lesson)? else { return Ok(None) };
        let about_file = opened.about_file();
        self.submission = Some(opened.work);
        if let Some(mut recovery) = self.recovery() {
            recovery.end();
        }
        self.recovery = None;
        Ok(Some(BegunCourse { course: opened.course, about_file }))
    }

    /// Writes what a student has done since the last call.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn update_submission(&mut self, learning: &mut Learning) -> Result<Submitted, Unsubmitted> {
        let submission = self.submission.as_mut();
        submission.map_or(Ok(Submitted::InPlace), |submission| submission.update(learning))
    }

    /// Adds the final chain link and writes the rest of what a student has done.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn finish_submission(&mut self, learning: &mut Learning) -> Result<Submitted, String> {
        let submission = self.submission.as_mut();
        submission.map_or(Ok(Submitted::InPlace), |submission| submission.finish(learning))
    }

    /// What to tell the student at the end: `anna.hits: 8 of 16 lessons done, … this file is what
    /// you hand in`.
    pub fn about_submission(&self, learning: &Learning) -> Option<String> {
        let submission = self.submission.as_ref()?;
        Some(format!("{}: {}; {}", submission.name(), learning.summary(), submission.about()))
    }

    fn recovery(&self) -> Option<MutexGuard<'_, CrashRecovery>> {
        self.recovery.as_deref().map(locked)
    }

    /// The crashed sessions, if there are any.
    pub fn crashed(&self) -> Option<Crashed> {
        self.recovery()?.crashed()
    }

    /// Records the session in a new file, from the start of its scene; `tell` may interrupt.
    ///
    /// # Errors
    /// Why it cannot be recorded.
    pub fn record(
        &mut self,
        engine: &mut Engine,
        path: &Path,
        tell: &mut Tell<'_>,
    ) -> Result<(), String> {
        if let Some(recorder) = &self.recorder {
            let path = printable(&recorder.path().to_string_lossy());
            return Err(format!("{path}: this is being recorded already"));
        }
        self.recorder = Some(Recorder::begin(path, engine, tell)?);
        Ok(())
    }

    /// Writes what has been done since the last call to the recording and the recovery file, in
    /// time that does not grow with the session. Call it after each command or batch of commands.
    ///
    /// # Errors
    /// When the disk refuses. A recording then ends; writing the recovery file is retried, and its
    /// errors are reported once.
    pub fn update(&mut self, engine: &mut Engine) -> Result<(), String> {
        let kept = self.recovery().map_or(Ok(()), |mut recovery| recovery.update(engine));
        let Some(recorder) = &mut self.recorder else { return kept };
        let recorded = recorder.update(engine).inspect_err(|_| {
            self.recorder = None;
            engine.journal_mut().forget_records();
        });
        recorded.and(kept)
    }

    /// Notes that the scene was saved to this file: a recovery has nothing more to
    /// offer.
    pub fn saved(&mut self, engine: &Engine, path: &Path) {
        if let Some(mut recovery) = self.recovery() {
            recovery.saved(path, engine);
        }
    }

    /// Resumes, discards or lists crashed sessions; `tell` may interrupt.
    ///
    /// # Errors
    /// Why it failed.
    pub fn recover(
        &mut self,
        engine: &mut Engine,
        what: Recover,
        tell: &mut Tell<'_>,
    ) -> Result<Recovered, String> {
        let Some(mut recovery) = self.recovery() else {
            if let Desk::Of(_) = self.desk {
                return Err(NOT_HERE.to_owned());
            }
            return Err(
                "only a prompt or a screen resumes a session; here: hitscan run --replay FILE"
                    .to_owned(),
            );
        };
        match what {
            Recover::List => Ok(Recovered::Listed(recovery.list())),
            Recover::Drop(number) => recovery.drop_session(number),
            Recover::DropAll => recovery.drop_all(),
            Recover::Take(_) if self.recorder.is_some() => {
                Err("a recording goes on here; resume it in a session of its own".to_owned())
            }
            Recover::Take(_) if engine.is_unsaved() => {
                Err("this scene has changes; save it first, or resume from another".to_owned())
            }
            Recover::Take(number) => recovery.resume(engine, number, tell),
        }
    }

    /// Finishes the recording, and the recovery file if the session was cut off.
    ///
    /// # Errors
    /// What could not be written.
    pub fn finish(&mut self, engine: &mut Engine, ending: Ending) -> Result<(), String> {
        let finished = match self.recorder.take() {
            Some(recorder) => recorder.finish(engine),
            None => Ok(()),
        };
        let recovery = self.recovery.take();
        let kept = match (recovery.as_deref().map(locked), ending) {
            (Some(mut recovery), Ending::CutOff) => recovery.cut_off(engine),
            (Some(mut recovery), Ending::ByChoice) => {
                recovery.end();
                Ok(())
            }
            (None, _) => Ok(()),
        };
        kept.and(finished)
    }
}

fn locked(recovery: &Mutex<CrashRecovery>) -> MutexGuard<'_, CrashRecovery> {
    recovery.lock().unwrap_or_else(PoisonError::into_inner)
}
