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
    /// What came of an answer or a task: `RIGHT` or `[x]`, and the rest.
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
    /// What it has come to.
    pub mark: GoalMark,
}

/// What the open step has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalMark {
    /// Nothing yet, or it was passed.
    Open,
    /// It is answered right, or done.
    Right,
    /// It is answered wrong.
    Wrong,
}

impl Model<'_> {
    /// What the Lab view shows; nothing outside a course.
    #[must_use]
    pub fn lab_rows(self) -> Vec<LabRow> {
        let Some(lab) = self.lab else { return Vec::new() };
        let learning = lab.learning();
        let key_of = |action: &str| self.key_in_text(action);
        let end = if learning.is_at_end() { self.end_rows(learning) } else { Vec::new() };
        match &learning.step().kind {
            StepKind::Card => [vec![LabRow::Text(learning.body(&key_of))], end].concat(),
            StepKind::Question(_) => [self.question_rows(learning), end].concat(),
            StepKind::Task(_) => match learning.state() {
                StepState::Task { points: Some(points), .. } => {
                    self.done_rows(learning, points, end)
                }
                _ => self.task_rows(learning),
            },
        }
    }

    /// The hints of the open task that were opened, the newest first.
    fn hint_rows(self, learning: &Learning) -> impl Iterator<Item = LabRow> {
        (1..=learning.hints_opened()).rev().map(move |number| {
            let text = learning.hint_text(number, &|action| self.key_in_text(action));
            LabRow::Hint(number, text.unwrap_or_default())
        })
    }

    /// What the lesson came to, and which one follows, after a blank.
    fn end_rows(self, learning: &Learning) -> Vec<LabRow> {
        let end = learning.end_of(learning.lesson(), &|action| self.key_in_text(action));
        let (id, result) = (&learning.lesson().id, end.result());
        let verdict = if end.not_done.is_empty() {
            LabRow::Verdict("[x]", format!("Lesson {id} is finished: {result}."))
        } else {
            LabRow::Verdict("[ ]", format!("Lesson {id} ends here: {result}."))
        };
        let [enter, list] = [Action::Enter, Action::Open].map(|it| self.input.keymap.named(it));
        let then = match end.next {
            Some(next) => format!("{enter} opens {next}. {list} lists all lessons."),
            None => format!("It was the last lesson. {}. {list} lists them.", learning.summary()),
        };
        vec![LabRow::Blank, verdict, LabRow::Text(then)]
    }

    fn question_rows(self, learning: &Learning) -> Vec<LabRow> {
        let key_of = |action: &str| self.key_in_text(action);
        let asked = LabRow::Text(learning.body(&key_of));
        if learning.is_asking() {
            let mut rows = vec![asked];
            rows.extend(moment_row(learning));
            rows.push(LabRow::Blank);
            let choices = learning.choices();
            let notes = learning.moment_asked().into_iter().chain(learning.answers_note());
            let notes: Vec<_> = notes.collect();
            let how = match (choices.is_empty(), notes.is_empty()) {
                (true, _) => Some("Type a number: 3, 0.25 or 1/3."),
                (false, true) => Some("A digit or a word answers."),
                // What the answers mean needs the room; the keys stand below.
                (false, false) => None,
            };
            rows.extend(choice_rows(&choices));
            let below = how.into_iter().chain(notes);
            let below = below.flat_map(|it| [LabRow::Blank, LabRow::Quiet(it.to_owned())]);
            rows.extend(below.skip(usize::from(choices.is_empty())));
            return rows;
        }
        let Some(feedback) = learning.feedback(&key_of) else {
            let answered = LabRow::Quiet("You have answered this.".to_owned());
            return [asked]
                .into_iter()
                .chain(moment_row(learning))
                .chain([LabRow::Blank, answered])
                .collect();
        };
        // What is new comes first: in a small window the rest is below the last row.
        let mut rows = vec![LabRow::Verdict(feedback.badge(), feedback.result())];
        rows.extend(moment_row(learning));
        for text in feedback.texts() {
            rows.extend([LabRow::Blank, LabRow::Text(text.clone())]);
        }
        rows.extend([LabRow::Blank, LabRow::Quiet(format!("Asked: {}", learning.body(&key_of)))]);
        rows
    }

    /// A task that is done, with the end of the lesson if it is the last.
    fn done_rows(self, learning: &Learning, points: u32, end: Vec<LabRow>) -> Vec<LabRow> {
        let (name, of) = (capitalised(learning.step_name()), learning.most_points());
        let done = format!("{name} is done: {points} of {of} points.");
        let mut rows = vec![LabRow::Verdict("[x]", done)];
        rows.extend(end);
        let after = learning.after_task(&|action| self.key_in_text(action));
        rows.extend(after.into_iter().flat_map(|after| [LabRow::Blank, LabRow::Text(after)]));
        if let Some(next) = learning.next_step() {
            let enter = self.input.keymap.named(Action::Enter);
            rows.extend([LabRow::Blank, LabRow::Text(format!("{enter} goes on to {next}."))]);
        }
        let again = ":reset begins it again; its points stay.";
        rows.extend([LabRow::Blank, LabRow::Quiet(again.to_owned())]);
        rows.extend(self.hint_rows(learning).flat_map(|hint| [LabRow::Blank, hint]));
        rows
    }

    /// A task to be done, with the hints that were opened.
    fn task_rows(self, learning: &Learning) -> Vec<LabRow> {
        let (points, after_last) = (Task::POINTS, Task::POINTS_AFTER_LAST_HINT);
        let key = self.input.keymap.named(Action::Hint);
        let hints = self.hint_rows(learning);
        let mut rows: Vec<_> = hints.flat_map(|hint| [hint, LabRow::Blank]).collect();
        if rows.is_empty() {
            let name = capitalised(learning.step_name().with_points());
            let task = format!("{name}: do what the goal says.");
            rows.extend([LabRow::Text(task), LabRow::Blank]);
        }
        let told = if learning.is_last_hint_open() {
            format!("All hints are open: the task counts {after_last}. :reset begins again.")
        } else if learning.hints_opened() > 0 {
            format!("{key} gives another hint, once you have changed something.")
        } else {
            format!(
                "{key} gives a hint. Hints cost nothing but the last: after it the task counts \
                 {after_last}, not {points}. :reset begins again."
            )
        };
        rows.push(LabRow::Quiet(told));
        rows
    }

    /// The goal of the open step; nothing outside a course.
    #[must_use]
    pub fn goal_row(self) -> Option<GoalRow> {
        let learning = self.lab?.learning();
        let key_of = |action: &str| self.key_in_text(action);
        let enter = format!("{} goes on", self.input.keymap.named(Action::Enter));
        let of = learning.most_points();
        let (mark, state) = match learning.state() {
            StepState::Card => (GoalMark::Open, enter),
            StepState::Asked { points: None } | StepState::Task { points: None, reached: None } => {
                (GoalMark::Open, "[ ] not yet".to_owned())
            }
            StepState::Asked { points: Some(points) } | StepState::Answered { points, .. } => {
                let (mark, answered) = answer_state([points, of]);
                (mark, format!("{answered}; {enter}"))
            }
            StepState::Task { points: None, reached: Some((some, all)) } => {
                (GoalMark::Open, format!("[ ] {some} of {all}"))
            }
            StepState::Task { points: Some(points), .. } => {
                (GoalMark::Right, format!("[x] done, {points} of {of}; {enter}"))
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
        Some(GoalRow { goal, worth, state, mark })
    }
}

/// What a question has come to by its first answer, which counts: `[x] right 2 of 2`.
fn answer_state([points, of]: [u32; 2]) -> (GoalMark, String) {
    match points {
        0 => (GoalMark::Open, "[ ] passed 0".to_owned()),
        _ if points == of => (GoalMark::Right, format!("[x] right {points} of {of}")),
        _ => (GoalMark::Wrong, format!("[-] wrong {points} of {of}")),
    }
}

/// Of which moment the picture is, where the question asks of a later one.
fn moment_row(learning: &Learning) -> Option<LabRow> {
    learning.moment_shown().map(|moment| LabRow::Quiet(moment.to_owned()))
}

/// A name at the start of a sentence.
fn capitalised(name: impl ToString) -> String {
    let mut name = name.to_string();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

/// The most words to choose from that stand below each other: few are read more easily so.
const MOST_BELOW: usize = 4;

/// Few choices and sentences below each other, others side by side.
fn choice_rows(choices: &[Choice]) -> Vec<LabRow> {
    let are_sentences = choices.iter().any(|choice| choice.meaning.is_some());
    let numbered = (1..).zip(choices);
    if are_sentences || choices.len() <= MOST_BELOW {
        return numbered.map(|(number, it)| LabRow::Choice(number, it.to_string())).collect();
    }
    let words = numbered.map(|(number, choice)| (number, choice.label)).collect();
    if choices.is_empty() { Vec::new() } else { vec![LabRow::Choices(words)] }
}
