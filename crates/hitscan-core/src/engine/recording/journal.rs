//! What has been done so far, as a recording says it, and the records that came
//! of it.

use std::fmt::{self, Write};

use super::reader::{Item, Kind, Reader};
use super::{DIGEST, Digest, FORMAT, HEADER, SCENE_MARK};
use crate::command::{Command, CommandError};
use crate::engine::{Applied, Observer, Sandbox};
use crate::scene::Scene;
use crate::world::{History, Record};

/// The scene, and every command that did something since.
///
/// Every command passes through [`Journal::apply`] on its way to the sandbox.
/// Records are counted in once [`Journal::keep_records`] has been called.
#[derive(Clone, Debug)]
pub struct Journal {
    text: String,
    /// Where in the text the present scene begins.
    scene_at: usize,
    kept: Option<Kept>,
}

/// The records of everything in the text since the scene began.
#[derive(Clone, Debug, Default)]
struct Kept {
    digest: Digest,
    /// Lines that nobody has taken yet.
    lines: String,
}

/// Both see what happens.
pub(in crate::engine) struct Both<'a> {
    kept: Option<&'a mut Kept>,
    other: &'a mut dyn Observer,
}

impl Observer for Both<'_> {
    fn kept(&mut self, record: &Record) {
        if let Some(kept) = &mut self.kept {
            let line = kept.digest.add(record);
            if !self.other.on_record_line(line) {
                kept.lines.push_str(line);
            }
        }
        self.other.kept(record);
    }

    fn made(&mut self, history: &History) {
        self.other.made(history);
    }

    fn is_interrupted(&self) -> bool {
        self.other.is_interrupted()
    }
}

/// The digest, while the text is gone through again.
impl Observer for Kept {
    fn kept(&mut self, record: &Record) {
        let line = self.digest.add(record);
        self.lines.push_str(line);
    }
}

impl Journal {
    /// Nothing has been done yet to this scene.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let mut text = String::new();
        write_scene(scene, &mut text);
        Self { text, scene_at: 0, kept: None }
    }

    /// Has the sandbox carry out a command, and notes it if it did something.
    ///
    /// # Errors
    /// As [`Sandbox::apply`]; then nothing is noted.
    pub fn apply(
        &mut self,
        sandbox: &mut Sandbox,
        command: &Command,
        watch: &mut dyn Observer,
    ) -> Result<Applied, CommandError> {
        // As it stands before: the axes may change, and so may the selection.
        let axes = sandbox.world().settings().axes;
        let begins = self.text.len();
        if command.is_recorded() {
            let named = sandbox.with_names(command);
            let _ = writeln!(self.text, "{}", named.written(axes));
        }
        let mut both = Both { kept: self.kept.as_mut(), other: watch };
        let applied = sandbox.apply_watched(command, &mut both);
        match &applied {
            Ok(Applied::Done) if *command == Command::New => self.scene_at = begins,
            Ok(Applied::Done) => {}
            Ok(Applied::Stopped(frames, _)) => {
                self.text.truncate(begins);
                let _ = writeln!(self.text, "{}", Command::Step(*frames).written(axes));
            }
            Ok(Applied::Nothing(_) | Applied::Elsewhere) | Err(_) => self.text.truncate(begins),
        }
        applied
    }

    /// Notes a line that the sandbox does not carry out: what is shown, what was
    /// predicted.
    pub fn note(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    /// Notes the command that begins an empty scene.
    pub(in crate::engine) fn begin_with(&mut self, line: &str) {
        self.scene_at = self.text.len();
        self.note(line);
    }

    /// An observer that counts records in and passes everything on.
    pub(in crate::engine) fn observing<'a>(&'a mut self, other: &'a mut dyn Observer) -> Both<'a> {
        Both { kept: self.kept.as_mut(), other }
    }

    /// Another scene has taken the place of the one before.
    pub fn open(&mut self, scene: &Scene) {
        // Without a line between them two scenes would be read as one.
        self.note("# another scene");
        self.scene_at = self.text.len();
        write_scene(scene, &mut self.text);
    }

    /// Everything since the program began, a line each.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where in the text the present scene begins.
    #[must_use]
    pub const fn scene_at(&self) -> usize {
        self.scene_at
    }

    /// From now on records are kept, and those since the scene began are made
    /// up for, by doing again all that was done.
    pub fn keep_records(&mut self) {
        let mut kept = Kept::default();
        replay(&self.text[self.scene_at..], &mut kept);
        self.kept = Some(kept);
    }

    /// No more records are kept.
    pub fn forget_records(&mut self) {
        self.kept = None;
    }

    /// The records that came since this was last asked, a line each.
    pub fn take_records(&mut self) -> String {
        self.kept.as_mut().map(|kept| std::mem::take(&mut kept.lines)).unwrap_or_default()
    }

    /// The digest of the records since they were kept, if they are.
    #[must_use]
    pub fn digest(&self) -> Option<&Digest> {
        self.kept.as_ref().map(|kept| &kept.digest)
    }

    /// The present scene and what has been done to it, as a recording that is
    /// unfinished.
    #[must_use]
    pub fn recording(&self) -> String {
        format!("{}{}", Self::header(), &self.text[self.scene_at..])
    }

    /// Whether records are kept.
    #[must_use]
    pub const fn keeps_records(&self) -> bool {
        self.kept.is_some()
    }

    /// Does again what a recording says.
    ///
    /// # Errors
    /// Says in which line what is wrong.
    pub fn resume(recording: &str) -> Result<(Sandbox, Self), String> {
        let at = |line: u64, why: &dyn fmt::Display| format!("line {line}: {why}");
        let empty = Scene::default();
        let mut journal = Self::new(&empty);
        let mut sandbox = Sandbox::new(empty).map_err(|why| why.to_string())?;
        let mut reader = Reader::new(recording.as_bytes(), Kind::Recording);
        while let Some((number, item)) = reader.next_item().map_err(|why| why.to_string())? {
            let line = match item.map_err(|fault| at(number, &fault))? {
                Item::Line(line) => line,
                Item::Digest(_) => continue,
                Item::Scene(scene) => {
                    journal = Self::new(&scene);
                    sandbox = Sandbox::new(scene).map_err(|why| at(number, &why))?;
                    continue;
                }
            };
            let axes = sandbox.world().settings().axes;
            let command = Command::parse(line, axes).map_err(|why| at(number, &why))?;
            let Some(command) = command.filter(Command::is_recorded) else { continue };
            let applied = journal.apply(&mut sandbox, &command, &mut ());
            if applied.map_err(|why| at(number, &why))? == Applied::Elsewhere {
                journal.note(line);
            }
        }
        Ok((sandbox, journal))
    }

    /// The first line of a recording.
    #[must_use]
    pub fn header() -> String {
        format!("{HEADER}{FORMAT}\n")
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

/// Does again what a journal says.
fn replay(text: &str, kept: &mut Kept) {
    let mut reader = Reader::new(text.as_bytes(), Kind::Script);
    let empty = || Sandbox::new(Scene::default()).ok();
    let Some(mut sandbox) = empty() else { return };
    // A journal reads back as it was written, and what could be done once can
    // be done again; so whatever could not is left out here as it was there.
    while let Ok(Some((_, item))) = reader.next_item() {
        match item {
            Ok(Item::Scene(scene)) => sandbox = Sandbox::new(scene).unwrap_or(sandbox),
            Ok(Item::Line(line)) => {
                let axes = sandbox.world().settings().axes;
                if let Ok(Some(command)) = Command::parse(line, axes) {
                    let _ = sandbox.apply_watched(&command, kept);
                }
            }
            Ok(Item::Digest(_)) | Err(_) => {}
        }
    }
}
