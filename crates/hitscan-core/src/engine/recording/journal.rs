//! Everything done so far, in recording format, and the resulting records.

use std::fmt;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::{DIGEST, Digest, FORMATS, HEADER, RecordSink, SCENE_MARK};
use crate::command::{Command, CommandError, CommandKind};
use crate::engine::{Event, Flow, Tell};
use crate::scene::{Scene, gallery};
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
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the current scene begins in the text.
    pub const fn scene_at(&self) -> usize {
        self.scene_at
    }

    /// How many scenes there were before the current one. While this stays the same, the
    /// text only grows.
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
    pub fn digest(&self) -> Option<&Digest> {
        self.kept.as_ref().map(|kept| &kept.digest)
    }

    /// The current scene and everything done to it, as an unfinished recording.
    pub fn recording(&self) -> String {
        format!("{}{}", Self::header(self.rules), &self.text[self.scene_at..])
    }

    /// Whether records are counted.
    pub const fn keeps_records(&self) -> bool {
        self.kept.is_some()
    }

    /// The first line of a recording by these rules.
    pub fn header(rules: Rules) -> String {
        let format = FORMATS.iter().find(|(_, known)| *known == rules);
        format!("{HEADER}{}\n", format.map_or("", |(number, _)| number))
    }

    /// The rules that the first line of a recording names.
    pub fn rules_of(first_line: &str) -> Option<Rules> {
        let format = first_line.strip_prefix(HEADER)?;
        FORMATS.iter().find(|(number, _)| *number == format).map(|(_, rules)| *rules)
    }

    /// The last line of a recording.
    pub fn ending(digest: &Digest) -> String {
        format!("{DIGEST}{digest}\n")
    }
}

fn write_scene(scene: &Scene, text: &mut String) {
    for line in scene.to_toml().lines() {
        let _ = writeln!(text, "{SCENE_MARK} {line}");
    }
}

// Comments in the recording of a session for resuming it after a crash: which file its scene
// belongs to, and which command was running.

/// The contents of such a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecoveryMark {
    /// The scene below comes from this file: `# file PATH`.
    From(PathBuf),
    /// The scene below is the built-in one of this name: `# scene NAME`.
    BuiltIn(&'static str),
    /// The scene was saved to this file here: `# saved PATH`. `None` for a path that cannot be
    /// written on a line.
    Saved(Option<PathBuf>),
    /// This command started here: `# begun LINE`. Its effects follow; if nothing follows, it
    /// was cut off.
    Begun(String),
}

const FROM: &str = "# file ";
const BUILT_IN: &str = "# scene ";
const SAVED: &str = "# saved";
const BEGUN: &str = "# begun ";

impl RecoveryMark {
    /// The mark for a scene from this file, unless its path cannot be written on a line.
    pub fn from_file(path: &Path) -> Option<Self> {
        sayable(path).map(Self::From)
    }

    /// The mark for the built-in scene of this name, if there is one.
    pub fn built_in(name: &str) -> Option<Self> {
        let mut names = gallery().iter().map(|(name, _)| *name);
        names.find(|known| *known == name).map(Self::BuiltIn)
    }

    /// The mark for a scene that was saved to this file.
    pub fn saved(path: &Path) -> Self {
        Self::Saved(sayable(path))
    }

    /// The mark on this line, if there is one.
    pub fn read(line: &str) -> Option<Self> {
        if let Some(path) = line.strip_prefix(FROM) {
            return Some(Self::From(path.into()));
        }
        if let Some(name) = line.strip_prefix(BUILT_IN) {
            return Self::built_in(name);
        }
        if let Some(line) = line.strip_prefix(BEGUN) {
            return Some(Self::Begun(line.to_owned()));
        }
        match line.strip_prefix(SAVED)? {
            "" => Some(Self::Saved(None)),
            rest => rest.strip_prefix(' ').map(|path| Self::Saved(Some(path.into()))),
        }
    }
}

fn sayable(path: &Path) -> Option<PathBuf> {
    let text = path.to_str().filter(|path| !path.contains(char::is_control))?;
    Some(text.into())
}

/// The line, without its end.
impl fmt::Display for RecoveryMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From(path) => write!(f, "{FROM}{}", path.display()),
            Self::BuiltIn(name) => write!(f, "{BUILT_IN}{name}"),
            Self::Saved(Some(path)) => write!(f, "{SAVED} {}", path.display()),
            Self::Saved(None) => f.write_str(SAVED),
            Self::Begun(line) => write!(f, "{BEGUN}{line}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_parse_back_as_written() {
        let marks = [
            RecoveryMark::from_file(Path::new("/a b/#.toml")).expect("a line can say it"),
            RecoveryMark::saved(Path::new("/a.toml")),
            RecoveryMark::saved(Path::new("/a\n.toml")),
            RecoveryMark::Begun("step 100".to_owned()),
            RecoveryMark::built_in("tunnel").expect("a scene"),
        ];
        for mark in marks {
            assert_eq!(RecoveryMark::read(&mark.to_string()).as_ref(), Some(&mark));
        }
        for other in ["# saves", "# savedly", "# begun", "move A 1 0", "# filed a", "# scene x"] {
            assert_eq!(RecoveryMark::read(other), None, "{other}");
        }
        assert_eq!(RecoveryMark::from_file(Path::new("/\u{1b}")), None);
    }
}
