//! The first page of help: what keys do in the current mode, with the selected object and in the
//! open view, and what the scene's author suggests.

use super::keys::entry;
use super::page::{ColumnBreaks, HelpBlock, HelpEntry, HelpSection, Subject};
use crate::app::{Action as A, Lab, Mode, Model, Pane};

impl Model<'_> {
    pub(super) fn here(self) -> Vec<HelpBlock> {
        let mode = self.mode_in_help();
        let mut modes = vec![mode];
        if !matches!(mode, Mode::Covered | Mode::Question) {
            if self.screen.pane == Pane::Arena {
                modes.push(Mode::Panel(self.screen.panel.tab));
            }
            modes.push(Mode::Time);
        }
        let keys = modes.into_iter().map(|mode| {
            let (title, rows) = self.docs(mode);
            let entries = rows.iter().map(|(its, text)| entry(&self.input.keymap, its, text));
            HelpSection { title, entries: entries.collect() }
        });
        let sections = keys.chain([self.about_the_scene()]).chain(self.recoverable());
        let sections = sections.chain(self.announced()).collect();
        vec![HelpBlock { sections, breaks: ColumnBreaks::Sections }]
    }

    /// The title and note of the scene, and how to see the note again.
    fn about_the_scene(self) -> HelpSection {
        if let Some(lab) = self.lab {
            return self.about_the_lesson(lab);
        }
        let title = self.engine.sandbox().world().title();
        let title = if title.is_empty() { "this scene".to_owned() } else { title.to_owned() };
        let note = match self.note() {
            _ if self.engine.covered_in_focus().is_some() => {
                "The scene's note appears after your answer.".to_owned()
            }
            note if note.is_empty() => "This scene has no note.".to_owned(),
            note => note,
        };
        let again = entry(&self.input.keymap, &[A::ShowNote], "this note, in the panel");
        HelpSection { title, entries: vec![HelpEntry::new(Subject::Nothing, note), again] }
    }

    /// Unsaved work that can be recovered, if there is any.
    fn recoverable(self) -> Option<HelpSection> {
        let offer = self.screen.recoverable.clone()?;
        let entries = vec![HelpEntry::new(Subject::Nothing, offer)];
        Some(HelpSection { title: "unsaved work".to_owned(), entries })
    }

    /// The last announcement from others.
    fn announced(self) -> Option<HelpSection> {
        let said = self.screen.announced.clone()?;
        let entries = vec![HelpEntry::new(Subject::Nothing, said)];
        Some(HelpSection { title: "said to you".to_owned(), entries })
    }

    /// The title and goal of the open lesson, and how to see its step again.
    fn about_the_lesson(self, lab: &Lab) -> HelpSection {
        let learning = &lab.learning;
        let key_of = |action: &str| self.key_in_text(action);
        let title = format!("lesson {}: {}", learning.lesson_number(), learning.title(&key_of));
        let goal = learning.text("goal", &key_of).unwrap_or_default();
        let again = entry(&self.input.keymap, &[A::ShowLab], "the open step, in the panel");
        let all = entry(&self.input.keymap, &[A::Open], "all lessons, with your points");
        HelpSection { title, entries: vec![HelpEntry::new(Subject::Nothing, goal), again, all] }
    }
}
