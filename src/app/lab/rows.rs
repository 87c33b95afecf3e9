//! What the Lab view and the goal under every view say.

use crate::app::{Action, Model};
use hitscan_core::lab::{Learning, Question, Room, StepKind, StepStanding, StepState, Task};
use hitscan_core::words::comparison::ComparisonRow;

/// A part of the Lab view, from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabRow {
    /// Text to be broken into rows.
    Text(String),
    /// Text that matters less.
    Quiet(String),
    /// A heading, what stands behind it, and what stands at the right.
    Heading(&'static str, String, String),
    /// What is asked.
    Asked(String),
    /// Choices side by side: the digit and the word of each.
    Choices(Vec<(usize, &'static str)>),
    /// A choice below others.
    Choice {
        /// Its digit.
        number: usize,
        /// What it says, and its word if that is another.
        text: String,
        /// What it says alone.
        plain: &'static str,
    },
    /// What the answer taught; its first sentence matters most.
    Learned(String),
    /// What the lesson taught, to keep.
    Kept(String),
    /// Numbers that a method compares.
    Compared(Vec<ComparisonRow>),
    /// How far a question or a task is.
    Step(StepStanding),
    /// What came of an answer or a task: `RIGHT` or `[x]`, and the rest.
    Verdict(&'static str, String),
    /// A hint, by its number.
    Hint(usize, String),
    /// Of which moment the picture is; it goes where the choices have no other room.
    Moment(&'static str),
    /// What helps to read the choices; it goes where there is no room.
    Note(&'static str),
    /// What was asked, which is left out where it alone would have the others scroll.
    Before(String),
    /// An empty row.
    Blank,
    /// An empty row that goes first where there is no room.
    Gap,
}

impl LabRow {
    pub(super) const fn heading(text: &'static str) -> Self {
        Self::Heading(text, String::new(), String::new())
    }
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
    /// The same for a row that is too narrow, where there is such a thing.
    pub brief: Option<String>,
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
        let learning = &lab.learning;
        let key_of = |action: &str| self.key_in_text(action);
        let end = if learning.is_at_end() { self.end_rows(learning) } else { Vec::new() };
        match &learning.step().kind {
            _ if learning.tells_end() => self.ended_rows(learning),
            StepKind::Card => vec![LabRow::Text(learning.body(&key_of))],
            StepKind::Question(_) => [self.question_rows(learning), end].concat(),
            StepKind::Task(_) => match learning.state() {
                StepState::Task { points: Some(points), .. } => self.done_rows(learning, points),
                _ => self.task_rows(learning),
            },
        }
    }

    /// The hints of the open task that were opened, the newest last.
    fn hint_rows(self, learning: &Learning) -> impl Iterator<Item = LabRow> {
        (1..=learning.hints_opened()).map(move |number| {
            let text = learning.hint_text(number, &|action| self.key_in_text(action));
            LabRow::Hint(number, text.unwrap_or_default())
        })
    }

    /// How far the Lab view is scrolled to have the newest hint in view, with as much above it
    /// as there is room for.
    pub(in crate::app) fn scrolled_to_newest_hint(self) -> usize {
        let Some(layout) = self.screen.layout() else { return 0 };
        let room = usize::from(layout.panel_cols.saturating_sub(2));
        let broken = |head: usize, text: &str| {
            let first = room.saturating_sub(head);
            Room { first, others: room, rows: usize::MAX }.broken(text).len()
        };
        let height = |row: &LabRow| match row {
            LabRow::Text(text) | LabRow::Quiet(text) => broken(0, text),
            LabRow::Verdict(word, text) => broken(word.len() + 1, text),
            LabRow::Hint(number, text) => broken(format!("HINT {number} ").len(), text),
            _ => 1,
        };
        let goal = self.goal_row().filter(|_| layout.goal_rows == 0);
        let goal = goal.map_or(0, |it| broken("GOAL ".len(), &it.goal) + broken(0, &it.state));
        let rows = self.lab_rows();
        let newest = rows.iter().rposition(|row| matches!(row, LabRow::Hint(..)));
        let Some((above, newest)) = newest.map(|at| (&rows[..at], &rows[at])) else { return 0 };
        let above = goal + above.iter().map(height).sum::<usize>();
        // The last row says how to scroll.
        let visible = usize::from(layout.view_rows()).saturating_sub(1);
        above.min((above + height(newest)).saturating_sub(visible))
    }

    /// What the lesson came to, and which one follows, after a blank.
    fn end_rows(self, learning: &Learning) -> Vec<LabRow> {
        let end = learning.end_of(learning.lesson(), &|action| self.key_in_text(action));
        let (number, result) = (learning.lesson_number(), end.result());
        let verdict = if end.not_done.is_empty() {
            LabRow::Verdict("[x]", format!("Lesson {number} is finished: {result}."))
        } else {
            LabRow::Verdict("[ ]", format!("Lesson {number} ends here: {result}."))
        };
        let [enter, list] = [Action::Enter, Action::Open].map(|it| self.input.keymap.named(it));
        let then = match end.next {
            Some(next) => format!("{enter} opens {next}. {list} lists all lessons."),
            None => format!("It was the last lesson. {}. {list} lists them.", learning.summary()),
        };
        vec![LabRow::Blank, verdict, LabRow::Text(then)]
    }

    /// A task that is done.
    fn done_rows(self, learning: &Learning, points: u32) -> Vec<LabRow> {
        let (name, of) = (capitalised(&learning.step_name()), learning.most_points());
        let done = format!("{name} is done: {points} of {of} points.");
        let mut rows = vec![LabRow::Verdict("[x]", done)];
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
            let name = capitalised(&learning.step_name().with_points());
            let task = format!("{name}: do what the goal says.");
            rows.extend([LabRow::Text(task), LabRow::Blank]);
        }
        // Where the goal has no rows below the view, it stands above with its state.
        let has_goal_below = self.screen.layout().is_some_and(|layout| layout.goal_rows > 0);
        if let Some(shortfall) = learning.shortfall().filter(|_| has_goal_below) {
            let sentence = shortfall.sentence(&|action| self.key_in_text(action));
            rows.extend([LabRow::Verdict("[ ]", sentence), LabRow::Blank]);
        }
        let told = if learning.is_last_hint_open() {
            format!("All hints are open: the task counts {after_last}. :reset begins again.")
        } else if learning.hint_needs_change() {
            format!("{key} gives another hint, once you have changed something.")
        } else if learning.hints_opened() > 0 {
            format!("{key} gives another hint.")
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
        let learning = &self.lab?.learning;
        let key_of = |action: &str| self.key_in_text(action);
        let enter = format!("{} goes on", self.input.keymap.named(Action::Enter));
        let of = learning.most_points();
        let shortfall = learning.shortfall();
        let (mark, state) = match learning.state() {
            StepState::Card => (GoalMark::Open, enter),
            StepState::Asked { points: None } => (GoalMark::Open, "[ ] not yet".to_owned()),
            StepState::Asked { points: Some(points) } | StepState::Answered { points, .. } => {
                let (mark, answered) = answer_state([points, of]);
                (mark, format!("{answered}; {enter}"))
            }
            StepState::Task { points: None, .. } => {
                (GoalMark::Open, not_yet(shortfall.map(|it| it.sentence(&key_of))))
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
        let brief = shortfall.map(|it| not_yet(Some(it.brief(&key_of))));
        Some(GoalRow { goal, worth, state, brief, mark })
    }
}

/// How far a task is that is not done: what is in the way, where that can be told.
fn not_yet(sentence: Option<String>) -> String {
    format!("[ ] {}", sentence.unwrap_or_else(|| "not yet".to_owned()))
}

/// What a question has come to by its first answer, which counts: `[x] right 2 of 2`.
fn answer_state([points, of]: [u32; 2]) -> (GoalMark, String) {
    match points {
        0 => (GoalMark::Open, "[ ] passed 0".to_owned()),
        _ if points == of => (GoalMark::Right, format!("[x] right {points} of {of}")),
        _ => (GoalMark::Wrong, format!("[-] wrong {points} of {of}")),
    }
}

/// A name at the start of a sentence.
fn capitalised(name: &impl ToString) -> String {
    let mut name = name.to_string();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}
