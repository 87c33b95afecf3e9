//! Going through recordings again.

use std::fmt;
use std::io::BufRead;

use super::event::only_asks;
use super::recording::{Item, Kept, Kind, Reader, RecordSink, RecoveryMark, counting};
use super::{Engine, Event, Flow, Outcome, Tell};
use crate::command::Command;
use crate::scene::{Scene, Source};
use crate::world::{MemoryLimit, Progress, Rules};

impl Engine {
    /// Makes frames by these rules, which are those of a recording. Nothing may
    /// have been done yet.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.journal.set_rules(rules);
        self.sandbox.set_rules(rules);
    }

    /// The rules that frames are made by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Resumes a session where its recording ends. The scene belongs to the file
    /// that the last [`RecoveryMark`] names. Gives the line of the command that was
    /// cut off, if one was: it is not executed. `tell` may stop it, and hears nothing else.
    ///
    /// # Errors
    /// Says which line is wrong, and why, or that it was interrupted; then nothing
    /// has changed.
    pub fn resume(
        &mut self,
        recording: impl BufRead,
        tell: &mut Tell<'_>,
    ) -> Result<Option<String>, String> {
        let memory = self.world().memory();
        let Replayed { engine: again, cut_off } =
            Self::replayed(recording, memory, &mut only_asks(tell))?;
        self.journal.continue_with(again.journal);
        self.rules = again.rules;
        self.baseline = again.baseline;
        self.begin(again.sandbox, again.source);
        self.has_work = again.has_work;
        Ok(cut_off)
    }

    /// Counts records in from now on, and sends their lines to `sink`, if there is
    /// one. Both begin with those since the scene began, which are made again by
    /// a replay; `tell` may stop it.
    ///
    /// # Errors
    /// Says that it was interrupted; then none are counted.
    pub fn keep_records(
        &mut self,
        sink: Option<RecordSink>,
        tell: &mut Tell<'_>,
    ) -> Result<(), String> {
        let mut kept = Kept::going_to(sink);
        let (recording, memory) = (self.journal.recording(), self.world().memory());
        let mut asks = only_asks(tell);
        Self::replayed(recording.as_bytes(), memory, &mut counting(Some(&mut kept), &mut asks))?;
        self.journal.keep(kept);
        Ok(())
    }

    /// Executes a recording.
    fn replayed(
        recording: impl BufRead,
        memory: MemoryLimit,
        tell: &mut Tell<'_>,
    ) -> Result<Replayed, String> {
        let at = |line: u64, why: &dyn fmt::Display| format!("line {line}: {why}");
        let empty = Self::within(memory, Scene::default(), Source::New);
        let mut engine = empty.map_err(|why| why.to_string())?;
        let (mut source, mut cut_off) = (Source::New, None);
        let mut reader = Reader::new(recording, Kind::Recording);
        while let Some((number, item)) = reader.next_item().map_err(|why| why.to_string())? {
            match item.map_err(|fault| at(number, &fault))? {
                Item::Line(line) => {
                    cut_off = None;
                    match RecoveryMark::read(line) {
                        Some(RecoveryMark::From(path)) => source = Source::File(path),
                        Some(RecoveryMark::Saved(path)) => engine.was_saved(path),
                        Some(RecoveryMark::Begun(line)) => cut_off = Some(line),
                        None => {}
                    }
                    let command = Command::parse(line, engine.axes());
                    let command = command.map_err(|why| at(number, &why))?;
                    let known = |command: &Command| engine.missing_own_method(command).is_none();
                    if let Some(command) = command.filter(known) {
                        let outcome = engine.execute(&command, tell);
                        let outcome = outcome.map_err(|why| at(number, &why))?;
                        // What stopped by itself then is recorded as what it did.
                        let is_stopped =
                            matches!(outcome, Outcome::Interrupted(_) | Outcome::Stopped { .. });
                        // Short commands do not ask.
                        if is_stopped || tell(Event::Working(Progress::default())) == Flow::Stop {
                            return Err(at(number, &"interrupted; nothing has changed"));
                        }
                    }
                }
                Item::Rules(rules) => engine.set_rules(rules),
                Item::Scene(scene) => {
                    let rules = engine.rules;
                    engine = Self::within(memory, *scene, source.clone())
                        .map_err(|why| at(number, &why))?;
                    engine.set_rules(rules);
                }
                Item::Digest(_) | Item::CutOff => {}
            }
        }
        Ok(Replayed { engine, cut_off })
    }
}

/// What came of a recording.
struct Replayed {
    engine: Engine,
    /// The line of a command that began and did not end.
    cut_off: Option<String>,
}
