//! Replaying recordings.

use std::error::Error;
use std::io::BufRead;
use std::ops::ControlFlow::Continue;

use super::outcome::only_progress;
use super::recording::{Item, Kept, Kind, RecordSink, RecoveryMark, counting, replay};
use super::{Engine, Event, Flow, Outcome, Tell};
use crate::command::Command;
use crate::scene::{Scene, SceneSource};
use crate::world::{CommandProgress, MemoryLimit, Rules};

impl Engine {
    /// Sets the rules for frames to those of a recording. The history must still be empty.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.journal.set_rules(rules);
        self.sandbox.set_rules(rules);
    }

    /// The rules for frames.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Resumes a session at the end of its recording. The scene belongs to the file that the last
    /// [`RecoveryMark`] names. Returns the line of the command that was cut off, if there was one;
    /// it is not executed. `tell` may stop it, and gets no other events.
    ///
    /// # Errors
    /// Which line is wrong, and why, or that it was interrupted; then nothing has changed.
    pub fn resume(
        &mut self,
        recording: impl BufRead,
        tell: &mut Tell<'_>,
    ) -> Result<Option<String>, String> {
        let memory = self.world().memory();
        let (again, cut_off) = Self::replayed(recording, memory, &mut only_progress(tell))?;
        self.journal.continue_with(again.journal);
        self.rules = again.rules;
        self.baseline = again.baseline;
        self.begin(again.sandbox, again.source);
        self.has_work = again.has_work;
        Ok(cut_off)
    }

    /// Counts records from now on, and sends their lines to `sink`, if there is one. This includes
    /// the records since the scene began, which a replay makes again; `tell` may stop it.
    ///
    /// # Errors
    /// If it was interrupted; then no records are counted.
    pub fn keep_records(
        &mut self,
        sink: Option<RecordSink>,
        tell: &mut Tell<'_>,
    ) -> Result<(), String> {
        let mut kept = Kept::going_to(sink);
        let (recording, memory) = (self.journal.recording(), self.world().memory());
        let mut asks = only_progress(tell);
        Self::replayed(recording.as_bytes(), memory, &mut counting(Some(&mut kept), &mut asks))?;
        self.journal.keep(kept);
        Ok(())
    }

    /// Goes through a recording under its rules: opens its scenes, and passes each line to `take`
    /// with its command, unless that needs an own method that is not there. Returns the number of
    /// the line that is cut off, if there is one.
    ///
    /// # Errors
    /// Which line is wrong, and why.
    pub(super) fn go_through(
        &mut self,
        recording: impl BufRead,
        tell: &mut Tell<'_>,
        mut take: impl FnMut(
            &mut Self,
            (&str, Option<Command>),
            &mut Tell<'_>,
        ) -> Result<(), Box<dyn Error>>,
    ) -> Result<Option<u64>, String> {
        let mut source = SceneSource::New;
        let end = replay(recording, Kind::Recording, |number, item| {
            let done = match item {
                Ok(Item::Rules(rules)) => {
                    self.set_rules(rules);
                    Ok(())
                }
                Ok(Item::Scene(scene)) => {
                    self.opened_by((*scene, source.clone()), tell).map_err(Into::into)
                }
                Ok(Item::Line(line)) => {
                    match RecoveryMark::read(line) {
                        Some(RecoveryMark::From(path)) => source = SceneSource::File(path),
                        Some(RecoveryMark::BuiltIn(name)) => {
                            source = SceneSource::BuiltIn(name.to_owned());
                        }
                        Some(RecoveryMark::Saved(_) | RecoveryMark::Begun(_)) | None => {}
                    }
                    let command = Command::parse(line, self.world().settings());
                    let is_known = |command: &Command| self.missing_own_method(command).is_none();
                    let command = command.map(|command| command.filter(is_known));
                    command
                        .map_err(Into::into)
                        .and_then(|command| take(self, (line, command), tell))
                }
                Err(fault) => Err(fault.to_string().into()),
            };
            done.map_err(|why| format!("line {number}: {why}"))?;
            Ok(Continue(()))
        });
        Ok(end.map_err(|why: Box<dyn Error>| why.to_string())?.cut_off)
    }

    /// Executes a recording. Also returns the line of a command that started and did not end.
    fn replayed(
        recording: impl BufRead,
        memory: MemoryLimit,
        tell: &mut Tell<'_>,
    ) -> Result<(Self, Option<String>), String> {
        let empty = Self::within(memory, Scene::default(), SceneSource::New);
        let mut engine = empty.map_err(|why| why.to_string())?;
        let mut cut_off = None;
        engine.go_through(recording, tell, |engine, (line, command), tell| {
            cut_off = None;
            match RecoveryMark::read(line) {
                Some(RecoveryMark::Saved(path)) => engine.was_saved(path),
                Some(RecoveryMark::Begun(line)) => cut_off = Some(line),
                Some(RecoveryMark::From(_) | RecoveryMark::BuiltIn(_)) | None => {}
            }
            let Some(command) = command else { return Ok(()) };
            let outcome = engine.execute(&command, tell)?;
            // A command that stopped by itself was recorded as what it had done. So a stop during a
            // replay is an interrupt.
            let is_stopped = matches!(outcome, Outcome::Interrupted(_) | Outcome::Stopped { .. });
            // Short commands do not check for an interrupt themselves.
            if is_stopped || tell(Event::Working(CommandProgress::default())) == Flow::Stop {
                return Err("interrupted; nothing has changed".into());
            }
            Ok(())
        })?;
        Ok((engine, cut_off))
    }
}
