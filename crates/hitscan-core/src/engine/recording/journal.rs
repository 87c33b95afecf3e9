//! What has been done so far, as a recording says it, and the records that came
//! of it.

use std::fmt::Write;

use super::{DIGEST, Digest, FORMAT, HEADER, SCENE_MARK};
use crate::engine::Observer;
use crate::scene::Scene;
use crate::world::{History, Record};

/// The scene, and every command that did something since.
///
/// Records are counted in once [`crate::engine::Engine::keep_records`] has been
/// called.
#[derive(Clone, Debug)]
pub struct Journal {
    text: String,
    /// Where in the text the present scene begins.
    scene_at: usize,
    kept: Option<Kept>,
}

/// The records of everything in the text since the scene began.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Kept {
    digest: Digest,
    /// Lines that have not been taken yet.
    lines: String,
}

/// Counts records in, and passes everything on.
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

    fn is_interrupted(&mut self) -> bool {
        self.other.is_interrupted()
    }
}

/// Counts records in during a replay.
impl Observer for Kept {
    fn kept(&mut self, record: &Record) {
        let line = self.digest.add(record);
        self.lines.push_str(line);
    }
}

impl Journal {
    /// A journal of this scene, to which nothing has been done yet.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let mut text = String::new();
        write_scene(scene, &mut text);
        Self { text, scene_at: 0, kept: None }
    }

    /// Notes a line: what was done.
    pub(in crate::engine) fn note(&mut self, line: &str) {
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

    /// Goes on with another scene. What came before it is kept only for a
    /// recording.
    pub(in crate::engine) fn open(&mut self, scene: &Scene) {
        if self.keeps_records() {
            // Without a line between them two scenes would be read as one.
            self.note("# another scene");
        } else {
            self.text.clear();
        }
        self.scene_at = self.text.len();
        write_scene(scene, &mut self.text);
    }

    /// Everything that was noted, a line each.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where in the text the present scene begins.
    #[must_use]
    pub const fn scene_at(&self) -> usize {
        self.scene_at
    }

    /// Counts records in from now on, after those in `kept`.
    pub(in crate::engine) fn keep(&mut self, kept: Kept) {
        self.kept = Some(kept);
    }

    /// Stops counting records in.
    pub fn forget_records(&mut self) {
        self.kept = None;
    }

    /// Takes the records since the last call, a line each.
    pub fn take_records(&mut self) -> String {
        self.kept.as_mut().map(|kept| std::mem::take(&mut kept.lines)).unwrap_or_default()
    }

    /// The digest of the records, if they are counted in.
    #[must_use]
    pub fn digest(&self) -> Option<&Digest> {
        self.kept.as_ref().map(|kept| &kept.digest)
    }

    /// The present scene and what has been done to it, as an unfinished
    /// recording.
    #[must_use]
    pub fn recording(&self) -> String {
        format!("{}{}", Self::header(), &self.text[self.scene_at..])
    }

    /// Whether records are counted in.
    #[must_use]
    pub const fn keeps_records(&self) -> bool {
        self.kept.is_some()
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
