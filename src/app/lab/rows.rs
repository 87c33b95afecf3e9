//! What the Lab view says, and the goal under every view.

use super::super::Tab;
use crate::app::{Action, Model};
use hitscan_core::lab::{
    AnswerReport, Answered, Ask, CourseStanding, Learning, LessonAnswer, LessonQuestion, Room,
    StepKind, StepStanding, StepState, Task,
};
use hitscan_core::words::formula::ComparisonRow;
use hitscan_core::world::Name;

/// A part of the Lab view, from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabRow {
    /// Text to break into rows.
    Text(String),
    /// Less important text.
    Quiet(String),
    /// A heading, the text after it, and the text at the right.
    Heading(&'static str, String, String),
    /// A question.
    Asked(String),
    /// Choices side by side: the digit and the word of each.
    Choices(Vec<(usize, &'static str)>),
    /// A choice in a list.
    Choice {
        /// Its digit.
        number: usize,
        /// Its text, and its word if that differs.
        text: String,
        /// Its text alone.
        plain: &'static str,
    },
    /// What the answer taught; its first sentence matters most.
    Learned(String),
    /// What the lesson taught, to remember.
    Kept(String),
    /// Numbers that a method compares.
    Compared(Vec<ComparisonRow>),
    /// The state of a question or task.
    Step(StepStanding),
    /// The result of an answer or task: `RIGHT` or `[x]`, and the rest.
    Verdict(&'static str, String),
    /// A hint, by its number.
    Hint(usize, String),
    /// Which moment the picture shows; it is dropped if the choices have no other room.
    Moment(&'static str),
    /// A note on how to read the choices; it is dropped if there is no room.
    Note(&'static str),
    /// The question, which is left out if it alone would make the rest scroll.
    Before(String),
    /// An empty row.
    Blank,
    /// An empty row, dropped first if there is no room.
    Gap,
}

impl LabRow {
    pub(super) const fn heading(text: &'static str) -> Self {
        Self::Heading(text, String::new(), String::new())
    }
}

/// The goal: two rows, and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalRow {
    /// The text after the word `GOAL`.
    pub goal: String,
    /// The second row, if that does not continue the goal.
    pub worth: Option<String>,
    /// The state of the goal.
    pub state: String,
    /// A shorter state for a row that is too narrow, if there is one.
    pub brief: Option<String>,
    /// The result.
    pub mark: GoalMark,
}

/// The result of the open step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalMark {
    /// None yet, or the step was skipped.
    Open,
    /// Right, or done.
    Right,
    /// Wrong.
    Wrong,
}

impl Model<'_> {
    /// What the Lab view shows; empty outside a course.
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

    /// The opened hints of the task, newest last.
    fn hint_rows(self, learning: &Learning) -> impl Iterator<Item = LabRow> {
        (1..=learning.hints_opened()).map(move |number| {
            let text = learning.hint_text(number, &|action| self.key_in_text(action));
            LabRow::Hint(number, text.unwrap_or_default())
        })
    }

    /// How far the Lab view scrolls to show the newest hint, with as much above it as fits.
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

    /// The result of the lesson and which lesson follows, after a blank row.
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

    /// An open task, with the opened hints.
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
        // Without goal rows below the view, the goal is shown above with its state.
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

    /// The goal of the open step; `None` outside a course.
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
            _ => asks.then(LessonQuestion::worth),
        };
        let brief = shortfall.map(|it| not_yet(Some(it.brief(&key_of))));
        Some(GoalRow { goal, worth, state, brief, mark })
    }
}

/// The state of an unfinished task: what is missing, if that is known.
fn not_yet(sentence: Option<String>) -> String {
    format!("[ ] {}", sentence.unwrap_or_else(|| "not yet".to_owned()))
}

/// The state of a question by its first answer, which is the one that counts: `[x] right 2 of 2`.
fn answer_state([points, of]: [u32; 2]) -> (GoalMark, String) {
    match points {
        0 => (GoalMark::Open, "[ ] passed 0".to_owned()),
        _ if points == of => (GoalMark::Right, format!("[x] right {points} of {of}")),
        _ => (GoalMark::Wrong, format!("[-] wrong {points} of {of}")),
    }
}

/// A name with a capital letter, to start a sentence.
fn capitalised(name: &impl ToString) -> String {
    let mut name = name.to_string();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

// What the headline, the row above the keys and the keys are about in a lesson: a question, its
// answer, or the end of the lesson.

/// A moment in a lesson that is not an ordinary step.
#[derive(Clone, Copy, Debug)]
pub enum LessonMoment<'a> {
    /// A question waits for its answer.
    Asking(&'a Learning),
    /// A question was answered, and nothing has changed since.
    Answered(&'a AnswerReport),
    /// The end of a lesson; nothing has changed since the last step opened or was done.
    End(&'a Learning),
}

/// What the end of a lesson says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndOfLesson {
    /// The number of the lesson, from 1.
    pub number: usize,
    /// Its title.
    pub title: String,
    /// The points reached, and the most points.
    pub points: [u32; 2],
    /// Its questions and tasks.
    pub steps: Vec<StepStanding>,
    /// The title of the next lesson.
    pub next: Option<String>,
    /// The progress in all lessons.
    pub all: CourseStanding,
}

impl EndOfLesson {
    /// How many steps still have something to do.
    pub fn left(&self) -> usize {
        self.steps.iter().filter(|step| !step.is_settled).count()
    }
}

impl<'a> Model<'a> {
    /// The current moment of the lesson. It lasts as long as the Lab view is open and nothing
    /// changes.
    pub fn lesson_moment(self) -> Option<LessonMoment<'a>> {
        let lab = self.lab?;
        let learning = &lab.learning;
        if learning.is_asking() {
            return Some(LessonMoment::Asking(learning));
        }
        let is_shown = self.screen.shows_panel() && self.screen.panel.tab == Tab::Lab;
        let is_at_rest = self.engine.history().position() == lab.told_at;
        if !is_shown || !is_at_rest || self.engine.focus().is_looking() {
            return None;
        }
        match learning.told() {
            Some(told) => Some(LessonMoment::Answered(told)),
            None => learning.tells_end().then_some(LessonMoment::End(learning)),
        }
    }

    /// The names of the pair that the open question is about.
    pub fn names_asked(self) -> Option<[Name; 2]> {
        self.lab?.learning.step().question().and_then(LessonQuestion::pair)
    }

    /// Whether the open question asks what a method says.
    pub fn asks_a_method(self) -> bool {
        let question = self.lab.and_then(|lab| lab.learning.step().question());
        question.is_some_and(|question| matches!(question.ask, Ask::Says(..)))
    }

    /// Whether the open question is about the sides of a box that were hit.
    pub fn asks_of_sides(self) -> bool {
        let question = self.lab.and_then(|lab| lab.learning.step().question());
        question.is_some_and(|question| match question.ask {
            Ask::Side(_) => true,
            Ask::Says(_, method, _) | Ask::Reason(_, method, _) => method.overlap_test().is_none(),
            Ask::Result(_) | Ask::Relation(_) | Ask::Sign(_) | Ask::Number(_) => false,
        })
    }

    /// The meaning of the right answer, if that is a reason in a sentence.
    pub fn meaning_of(self, answered: &Answered) -> Option<&'static str> {
        let question = self.lab?.learning.step().question()?;
        match &answered.right {
            LessonAnswer::Word(word) => question.meaning(word),
            LessonAnswer::Number(..) => None,
        }
    }

    /// What to say when the open lesson is at its end.
    pub fn end_of_lesson(self) -> Option<EndOfLesson> {
        let learning = &self.lab?.learning;
        let key_of = |action: &str| self.key_in_text(action);
        let (lesson, progress) = (learning.lesson(), &learning.progress);
        let next = learning.next_lesson();
        learning.tells_end().then(|| EndOfLesson {
            number: learning.lesson_number(),
            title: learning.title(&key_of),
            points: [progress.points(lesson), lesson.points()],
            steps: progress.steps(lesson),
            next: next.map(|next| learning.title_of(next, &key_of)),
            all: progress.standing(learning.pack()),
        })
    }

    /// Whether a lesson follows the open one.
    pub fn has_next_lesson(self) -> bool {
        self.lab.is_some_and(|lab| lab.learning.next_lesson().is_some())
    }
}
