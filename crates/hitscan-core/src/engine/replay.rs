//! Going through recordings again.

use std::fmt;
use std::io::BufRead;

use super::recording::{FileMark, Item, Kept, Kind, Reader, RecordSink};
use super::{Engine, Observer};
use crate::command::Command;
use crate::scene::{Scene, Source};
use crate::world::{MemoryLimit, Rules};

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

    /// Takes up a session where its recording ends. The scene belongs to the file
    /// that the last [`FileMark`] names.
    ///
    /// # Errors
    /// Says which line is wrong, and why; then nothing has changed.
    pub fn resume(&mut self, recording: impl BufRead) -> Result<(), String> {
        let again = Self::replayed(recording, self.world().memory(), &mut ())?;
        self.journal.continue_with(again.journal);
        self.rules = again.rules;
        self.baseline = again.baseline;
        self.begin(again.sandbox, again.source);
        self.has_work = again.has_work;
        Ok(())
    }

    /// Counts records in from now on, and sends their lines to `sink`, if there is
    /// one. Both begin with those since the scene began, which are made again by
    /// a replay.
    pub fn keep_records(&mut self, sink: Option<RecordSink>) {
        let mut kept = Kept::going_to(sink);
        // A journal reads back as it was written, and what could be done once can
        // be done again.
        let memory = self.world().memory();
        let _ = Self::replayed(self.journal.recording().as_bytes(), memory, &mut kept);
        self.journal.keep(kept);
    }

    /// An engine that has executed a recording.
    fn replayed(
        recording: impl BufRead,
        memory: MemoryLimit,
        observer: &mut dyn Observer,
    ) -> Result<Self, String> {
        let at = |line: u64, why: &dyn fmt::Display| format!("line {line}: {why}");
        let empty = Self::within(memory, Scene::default(), Source::New);
        let mut engine = empty.map_err(|why| why.to_string())?;
        let mut source = Source::New;
        let mut reader = Reader::new(recording, Kind::Recording);
        while let Some((number, item)) = reader.next_item().map_err(|why| why.to_string())? {
            match item.map_err(|fault| at(number, &fault))? {
                Item::Line(line) => {
                    match FileMark::read(line) {
                        Some(FileMark::From(path)) => source = Source::File(path),
                        Some(FileMark::Saved(path)) => engine.was_saved(path),
                        None => {}
                    }
                    let command = Command::parse(line, engine.axes());
                    if let Some(command) = command.map_err(|why| at(number, &why))? {
                        engine
                            .execute_observed(&command, observer)
                            .map_err(|why| at(number, &why))?;
                    }
                }
                Item::Rules(rules) => engine.set_rules(rules),
                Item::Scene(scene) => {
                    let rules = engine.rules;
                    engine = Self::within(memory, scene, source.clone())
                        .map_err(|why| at(number, &why))?;
                    engine.set_rules(rules);
                }
                Item::Digest(_) | Item::CutOff => {}
            }
        }
        Ok(engine)
    }
}
