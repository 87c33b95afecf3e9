//! Everything done so far, in recording format, and the resulting records.

use std::fmt::Write;

use super::{DIGEST, Digest, FORMATS, HEADER, RecordSink, SCENE_MARK};
use crate::command::{Command, CommandError, CommandKind};
use crate::engine::{Event, Flow, Tell};
use crate::scene::Scene;
use crate::world::{MemoryLimit, Record, Rules};

/// The scene, and every command since then that did something.
///
/// Records are counted once [`crate::engine::Engine::keep_records`] has been called.
#[derive(Clone, Debug)]
pub struct Journal {
    text: String,
    /// Where the current scene begins in the text.
    scene_at: usize,
    /// How many scenes there were before the current one.
    scenes_before: u64,
    kept: Option<Kept>,
    rules: Rules,
}

/// The records of everything in the text since the scene began.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Kept {
    digest: Digest,
    /// Lines on their way to the sink; empty if there is none.
    lines: String,
    sink: Option<RecordSink>,
}

/// How many bytes are collected before they go to the sink.
const BLOCK_BYTES: usize = 64 * 1024;

impl Kept {
    pub(in crate::engine) fn going_to(sink: Option<RecordSink>) -> Self {
        Self { sink, ..Self::default() }
    }

    /// Counts a record, and returns its line.
    fn add(&mut self, record: &Record) -> &str {
        if self.lines.len() >= BLOCK_BYTES {
            self.flush();
        }
        let line = self.digest.add(record);
        if self.sink.is_some() {
            self.lines.push_str(line);
        }
        line
    }

    fn flush(&mut self) {
        if let Some(sink) = self.sink.as_ref().filter(|_| !self.lines.is_empty()) {
            sink.take(&self.lines);
        }
        self.lines.clear();
    }
}

/// Counts records, if `kept` is there, and passes on every event.
pub(in crate::engine) fn counting<'a>(
    mut kept: Option<&'a mut Kept>,
    tell: &'a mut Tell<'_>,
) -> impl FnMut(Event<'_>) -> Flow + 'a {
    move |event| match (event, &mut kept) {
        (Event::Tested(record, _), Some(kept)) => {
            tell(Event::Tested(record, Some(kept.add(record))))
        }
        (event, _) => tell(event),
    }
}

impl Journal {
    /// A journal of this scene, without any commands yet.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let mut text = String::new();
        write_scene(scene, &mut text);
        text.shrink_to_fit();
        Self { text, scene_at: 0, scenes_before: 0, kept: None, rules: Rules::default() }
    }

    /// Sets the rules for everything in the journal.
    pub(in crate::engine) const fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Appends a line.
    pub(in crate::engine) fn note(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    /// Checks that there is memory for this line. Commands that save or leave the scene need none.
    pub(in crate::engine) fn check_room(
        &self,
        command: &Command,
        line: &str,
        memory: MemoryLimit,
    ) -> Result<(), CommandError> {
        let needs_no_room = [CommandKind::Leave, CommandKind::Quit].contains(&command.kind());
        if needs_no_room || self.text.len() + line.len() < memory.journal_bytes() {
            return Ok(());
        }
        Err(CommandError::new(format!(
            "what was done since the scene was opened fills its share of {memory}, the memory \
             setting; save the scene and open it again to go on"
        )))
    }

    /// Appends the command that starts an empty scene.
    pub(in crate::engine) fn begin_with(&mut self, line: &str) {
        self.scene_at = self.text.len();
        self.scenes_before += 1;
        self.note(line);
    }

    /// Counts records, and passes on every event.
    pub(in crate::engine) fn counting<'a>(
        &'a mut self,
        tell: &'a mut Tell<'_>,
    ) -> impl FnMut(Event<'_>) -> Flow + 'a {
        counting(self.kept.as_mut(), tell)
    }

    /// Continues with another scene. The earlier text is kept only if it is being recorded.
    pub(in crate::engine) fn open(&mut self, scene: &Scene) {
        if self.keeps_records() {
            // Without a line between them, two scenes would be read as one.
            self.note("# another scene");
        } else {
            self.text.clear();
        }
        self.scene_at = self.text.len();
        self.scenes_before += 1;
        write_scene(scene, &mut self.text);
        if self.keeps_records() && self.text.len() == self.scene_at {
            // Without its own line, an empty scene would continue the previous one.
            self.note(SCENE_MARK);
        }
    }

    /// The whole text, one line per entry.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the current scene begins in the text.
    #[must_use]
    pub const fn scene_at(&self) -> usize {
        self.scene_at
    }

    /// How many scenes there were before the current one. While this stays the same, the
    /// text only grows.
    #[must_use]
    pub const fn scenes_before(&self) -> u64 {
        self.scenes_before
    }

    /// Continues with the journal of another engine.
    pub(in crate::engine) fn continue_with(&mut self, other: Self) {
        *self = Self { scenes_before: self.scenes_before + 1, ..other };
    }

    /// Counts records from now on, after those in `kept`.
    pub(in crate::engine) fn keep(&mut self, kept: Kept) {
        self.kept = Some(kept);
    }

    /// Stops counting records.
    pub fn forget_records(&mut self) {
        self.kept = None;
    }

    /// Sends the records made so far to the sink.
    pub fn flush_records(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.flush();
        }
    }

    /// The digest of the records, if they are counted.
    #[must_use]
    pub fn digest(&self) -> Option<&Digest> {
        self.kept.as_ref().map(|kept| &kept.digest)
    }

    /// The current scene and everything done to it, as an unfinished recording.
    #[must_use]
    pub fn recording(&self) -> String {
        format!("{}{}", Self::header(self.rules), &self.text[self.scene_at..])
    }

    /// Whether records are counted.
    #[must_use]
    pub const fn keeps_records(&self) -> bool {
        self.kept.is_some()
    }

    /// The first line of a recording by these rules.
    #[must_use]
    pub fn header(rules: Rules) -> String {
        let format = FORMATS.iter().find(|(_, known)| *known == rules);
        format!("{HEADER}{}\n", format.map_or("", |(number, _)| number))
    }

    /// The rules that the first line of a recording names.
    #[must_use]
    pub fn rules_of(first_line: &str) -> Option<Rules> {
        let format = first_line.strip_prefix(HEADER)?;
        FORMATS.iter().find(|(number, _)| *number == format).map(|(_, rules)| *rules)
    }

    /// The last line of a recording.
    #[must_use]
    pub fn ending(digest: &Digest) -> String {
        format!("{DIGEST}{digest}\n")
    }
}

fn write_scene(scene: &Scene, text: &mut String) {
    for line in scene.to_toml().lines() {
        let _ = writeln!(text, "{SCENE_MARK} {line}");
    }
}
