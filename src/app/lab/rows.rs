//! What the Lab view and the goal under every view say.

use crate::app::{Action, Model};
use hitscan_core::lab::{Choice, Learning, Question, StepKind, StepState, Task};

/// A part of the Lab view, from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabRow {
    /// Text to be broken into rows.
    Text(String),
    /// Text that matters less.
    Quiet(String),
    /// Choices side by side: the digit and the word of each.
    Choices(Vec<(usize, &'static str)>),
    /// A choice with what it means.
    Choice(usize, String),
    /// What came of an answer: `RIGHT`, and the rest.
    Verdict(&'static str, String),
    /// A hint, by its number.
    Hint(usize, String),
    /// An empty row.
    Blank,
}

/// The goal: two rows, and how far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalRow {
    /// The text after the word `GOAL`.
    pub goal: String,
    /// What stands in the second row, where that is not the goal's.
    pub worth: Option<String>,
    /// How far it is.
    pub state: String,
    /// Whether there is nothing left to do.
    pub is_done: bool,
}

impl Model<'_> {
    /// What the Lab view shows; nothing outside a course.
    #[must_use]
    pub fn lab_rows(self) -> Vec<LabRow> {
        let Some(lab) = self.lab else { return Vec::new() };
        let learning = lab.learning();
        let key_of = |action: &str| self.key_in_text(action);
        match &learning.step().kind {
            StepKind::Card => vec![LabRow::Text(learning.body(&key_of))],
            StepKind::Question(_) => self.question_rows(learning),
            StepKind::Task(_) => self.task_rows(learning),
        }
    }

    fn question_rows(self, learning: &Learning) -> Vec<LabRow> {
        let key_of = |action: &str| self.key_in_text(action);
        let asked = LabRow::Text(learning.body(&key_of));
        if learning.is_asking() {
            let mut rows = vec![asked, LabRow::Blank];
            let choices = learning.choices();
            let how = if choices.is_empty() {
                "Type a number: 3, 0.25 or 1/3."
            } else {
                "A digit or a word answers."
            };
            rows.extend(choice_rows(&choices));
            if !choices.is_empty() {
                rows.push(LabRow::Blank);
            }
            rows.push(LabRow::Quiet(how.to_owned()));
            return rows;
        }
        let Some(told) = learning.told() else {
            let answered = LabRow::Quiet("You have answered this.".to_owned());
            return vec![asked, LabRow::Blank, answered];
        };
        // What is new comes first: in a small window the rest is below the last row.
        let mut rows = vec![match &told.correction {
            None => LabRow::Verdict("RIGHT", told.answered.said.to_string()),
            Some(correction) => LabRow::Verdict("WRONG", correction.clone()),
        }];
        for text in told.explanation.iter().cloned().chain(learning.afterwords(&key_of)) {
            rows.extend([LabRow::Blank, LabRow::Text(text)]);
        }
        rows.extend([LabRow::Blank, LabRow::Quiet(format!("Asked: {}", learning.body(&key_of)))]);
        rows
    }

    fn task_rows(self, learning: &Learning) -> Vec<LabRow> {
        let key_of = |action: &str| self.key_in_text(action);
        let (points, after_last) = (Task::POINTS, Task::POINTS_AFTER_LAST_HINT);
        let is_done = matches!(learning.state(), StepState::Task { points: Some(_), .. });
        let after = learning.after_task(&key_of).filter(|_| is_done);
        let mut rows: Vec<_> = after.into_iter().map(LabRow::Text).collect();
        let opened = (1..=learning.hints_opened()).rev();
        let hints: Vec<_> = opened
            .filter_map(|number| Some(LabRow::Hint(number, learning.hint_text(number, &key_of)?)))
            .collect();
        if hints.is_empty() && !is_done {
            let hint = self.input.keymap.named(Action::Hint);
            let id = &learning.step().id;
            rows.push(LabRow::Text(format!(
                "Task {id}, for {points} points: do what the goal says."
            )));
            rows.push(LabRow::Blank);
            rows.push(LabRow::Quiet(format!(
                "{hint} gives a hint. With the last one it counts {after_last}. :reset begins \
                 again."
            )));
        }
        for hint in hints {
            if !rows.is_empty() {
                rows.push(LabRow::Blank);
            }
            rows.push(hint);
        }
        rows
    }

    /// The goal of the open step; nothing outside a course.
    #[must_use]
    pub fn goal_row(self) -> Option<GoalRow> {
        let learning = self.lab?.learning();
        let key_of = |action: &str| self.key_in_text(action);
        let enter = format!("{} goes on", self.input.keymap.named(Action::Enter));
        let of = learning.most_points();
        let (state, is_done) = match learning.state() {
            StepState::Card => (enter, false),
            StepState::Asked { points: None } | StepState::Task { points: None, reached: None } => {
                ("[ ] not yet".to_owned(), false)
            }
            StepState::Asked { points: Some(_) } => (format!("[x] answered; {enter}"), true),
            StepState::Answered { is_right, points } => {
                let word = match is_right {
                    Some(true) => "right",
                    Some(false) => "wrong",
                    None => "passed",
                };
                (format!("[x] {word} {points} of {of}; {enter}"), true)
            }
            StepState::Task { points: None, reached: Some((some, all)) } => {
                (format!("[ ] {some} of {all}"), false)
            }
            StepState::Task { points: Some(points), .. } => {
                (format!("[x] done, {points} of {of}; {enter}"), true)
            }
        };
        let asks = matches!(learning.step().kind, StepKind::Question(_));
        let goal =
            if asks { "Say it before you see it.".to_owned() } else { learning.goal(&key_of) };
        let worth = match learning.state() {
            StepState::Asked { points: Some(points) } => {
                Some(format!("your first answer: {points} of {of}"))
            }
            _ => asks.then(Question::worth),
        };
        Some(GoalRow { goal, worth, state, is_done })
    }
}

/// The most words to choose from that stand below each other: few are read more easily so.
const MOST_BELOW: usize = 4;

/// Choices with meanings below each other, others side by side.
fn choice_rows(choices: &[Choice]) -> Vec<LabRow> {
    let has_meanings = choices.iter().any(|choice| choice.meaning.is_some());
    let numbered = (1..).zip(choices);
    if has_meanings {
        let row = |(number, choice): (usize, &Choice)| {
            let meaning = choice.meaning.map(|meaning| format!(": {meaning}"));
            LabRow::Choice(number, format!("{}{}", choice.word, meaning.unwrap_or_default()))
        };
        return numbered.map(row).collect();
    }
    if choices.len() <= MOST_BELOW {
        return numbered.map(|(number, it)| LabRow::Choice(number, it.word.to_owned())).collect();
    }
    let words = numbered.map(|(number, choice)| (number, choice.word)).collect();
    if choices.is_empty() { Vec::new() } else { vec![LabRow::Choices(words)] }
}
