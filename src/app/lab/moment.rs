//! What the headline, the row above the keys and the keys are about in a lesson: a question, its
//! answer, or the end of the lesson.

use crate::app::{Model, Tab};
use hitscan_core::lab::{
    AnswerReport, Answered, Ask, CourseStanding, Learning, LessonAnswer, LessonQuestion,
    StepStanding,
};
use hitscan_core::world::Name;

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
    #[must_use]
    pub fn left(&self) -> usize {
        self.steps.iter().filter(|step| !step.is_settled).count()
    }
}

impl<'a> Model<'a> {
    /// The current moment of the lesson. It lasts as long as the Lab view is open and nothing
    /// changes.
    #[must_use]
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
    #[must_use]
    pub fn names_asked(self) -> Option<[Name; 2]> {
        self.lab?.learning.step().question().and_then(LessonQuestion::pair)
    }

    /// Whether the open question asks what a method says.
    #[must_use]
    pub fn asks_a_method(self) -> bool {
        let question = self.lab.and_then(|lab| lab.learning.step().question());
        question.is_some_and(|question| matches!(question.ask, Ask::Says(..)))
    }

    /// Whether the open question is about the sides of a box that were hit.
    #[must_use]
    pub fn asks_of_sides(self) -> bool {
        let question = self.lab.and_then(|lab| lab.learning.step().question());
        question.is_some_and(|question| match question.ask {
            Ask::Side(_) => true,
            Ask::Says(_, method, _) | Ask::Reason(_, method, _) => method.overlap_test().is_none(),
            Ask::Result(_) | Ask::Relation(_) | Ask::Sign(_) | Ask::Number(_) => false,
        })
    }

    /// The meaning of the right answer, if that is a reason in a sentence.
    #[must_use]
    pub fn meaning_of(self, answered: &Answered) -> Option<&'static str> {
        let question = self.lab?.learning.step().question()?;
        match &answered.right {
            LessonAnswer::Word(word) => question.meaning(word),
            LessonAnswer::Number(..) => None,
        }
    }

    /// What to say when the open lesson is at its end.
    #[must_use]
    pub fn end_of_lesson(self) -> Option<EndOfLesson> {
        let learning = &self.lab?.learning;
        let key_of = |action: &str| self.key_in_text(action);
        let (lesson, progress) = (learning.lesson(), learning.progress());
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
    #[must_use]
    pub fn has_next_lesson(self) -> bool {
        self.lab.is_some_and(|lab| lab.learning.next_lesson().is_some())
    }
}
