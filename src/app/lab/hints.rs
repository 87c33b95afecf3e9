//! Which keys matter in a course.

use crate::app::{Action, Hint, Model};
use hitscan_core::lab::StepKind;

impl Model<'_> {
    /// The keys of a course: what goes on, and what helps.
    pub(in crate::app) fn lab_hints(self) -> Vec<Hint> {
        let Some(lab) = self.lab() else { return Vec::new() };
        let is_task = matches!(lab.learning().step().kind, StepKind::Task(_));
        let on = lab.goes_on().then(|| self.labelled(Action::Enter, "on", 0));
        let hint = is_task.then(|| self.hint(Action::Hint, 0));
        let lessons = self.labelled(Action::Open, "lessons", 1);
        on.into_iter().chain(hint).chain([lessons]).collect()
    }

    /// The keys while a question of a course waits.
    pub(in crate::app) fn question_hints(self) -> Vec<Hint> {
        let choices = self.lab().map_or(0, |lab| lab.learning().choices().len());
        let digits = match choices {
            0 => "0-9".to_owned(),
            few @ 1..=3 => (1..=few).map(|n| n.to_string()).collect::<Vec<_>>().join(" "),
            many => format!("1-{}", many.min(9)),
        };
        let pass = format!("{}skip", self.input.keymap.named(Action::CommandLine));
        vec![
            Hint::of(digits, "answer", 0),
            Hint::of(pass, "pass", 1),
            self.several(&[Action::ZoomIn, Action::ZoomOut], "zoom", 2),
            self.labelled(Action::Open, "lessons", 1),
        ]
    }
}
