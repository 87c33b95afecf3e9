//! Going through recordings again.

use std::fmt;

use super::Engine;
use super::recording::{Item, Kind, Reader};
use crate::command::Command;
use crate::scene::{Scene, Source};

impl Engine {
    /// Takes up a session where its recording ends.
    ///
    /// # Errors
    /// Says which line is wrong, and why; then nothing has changed.
    pub fn resume(&mut self, recording: &str, source: Source) -> Result<(), String> {
        let again = Self::replayed(recording)?;
        self.journal = again.journal;
        self.baseline = again.baseline;
        self.begin(again.sandbox, source);
        Ok(())
    }

    /// An engine that has executed a recording.
    fn replayed(recording: &str) -> Result<Self, String> {
        let at = |line: u64, why: &dyn fmt::Display| format!("line {line}: {why}");
        let empty = Self::new(Scene::default(), Source::New);
        let mut engine = empty.map_err(|why| why.to_string())?;
        let mut reader = Reader::new(recording.as_bytes(), Kind::Recording);
        while let Some((number, item)) = reader.next_item().map_err(|why| why.to_string())? {
            match item.map_err(|fault| at(number, &fault))? {
                Item::Line(line) => {
                    let command = Command::parse(line, engine.axes());
                    if let Some(command) = command.map_err(|why| at(number, &why))? {
                        engine.execute(&command).map_err(|why| at(number, &why))?;
                    }
                }
                Item::Scene(scene) => {
                    engine = Self::new(scene, Source::New).map_err(|why| at(number, &why))?;
                }
                Item::Digest(_) => {}
            }
        }
        Ok(engine)
    }
}
