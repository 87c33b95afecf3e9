//! The names of steps that students see: `task 1`, `question 2`. Ids are used in files, and
//! may be typed.

use std::fmt;

use super::pack::{Lesson, LessonStep, StepKind};

/// The name of a step: its kind, and its number among the steps of that kind in its lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepName {
    word: &'static str,
    number: usize,
    of: usize,
    points: u32,
}

impl Lesson {
    /// The name of a step of this lesson.
    #[must_use]
    pub fn name_of(&self, step: &LessonStep) -> StepName {
        let word = step.kind.word();
        let alike = || self.steps.iter().filter(|other| other.kind.word() == word);
        let before = alike().take_while(|other| other.id != step.id).count();
        StepName { word, number: before + 1, of: alike().count(), points: step.points() }
    }

    /// `STEP 3 of 8: question 1 of 3, 2 points`, `STEP 1 of 8: to read`.
    #[must_use]
    pub fn head_of(&self, step: &LessonStep) -> String {
        let number = 1 + self.steps.iter().take_while(|other| other.id != step.id).count();
        let steps = self.steps.len();
        match step.kind {
            StepKind::Card => format!("STEP {number} of {steps}: to read"),
            StepKind::Question(_) | StepKind::Task(_) => {
                format!("STEP {number} of {steps}: {}", self.name_of(step).with_points())
            }
        }
    }
}

impl StepName {
    /// `1 of 3`.
    #[must_use]
    pub fn place(self) -> String {
        format!("{} of {}", self.number, self.of)
    }

    /// `question 1 of 3`.
    #[must_use]
    pub fn counted(self) -> String {
        format!("{} {}", self.word, self.place())
    }

    /// `question 1 of 3, 2 points`.
    #[must_use]
    pub fn with_points(self) -> String {
        format!("{}, {} points", self.counted(), self.points)
    }
}

/// `question 1`.
impl fmt::Display for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word, self.number)
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::Pack;

    #[test]
    fn steps_are_numbered_among_those_of_their_kind() {
        let pack = Pack::builtin().expect("it reads");
        let lesson = pack.lesson("inside").expect("a lesson");
        for (id, name, head) in [
            ("box", "card 1", "STEP 1 of 8: to read"),
            ("edges", "question 1", "STEP 2 of 8: question 1 of 3, 2 points"),
            ("again", "question 2", "STEP 3 of 8: question 2 of 3, 2 points"),
            ("hide", "task 1", "STEP 6 of 8: task 1 of 2, 4 points"),
            ("seen", "task 2", "STEP 7 of 8: task 2 of 2, 4 points"),
        ] {
            let step = lesson.step(id).expect("a step");
            assert_eq!(lesson.name_of(step).to_string(), name);
            assert_eq!(lesson.head_of(step), head);
        }
        let first = lesson.step("edges").expect("a step");
        assert_eq!(lesson.name_of(first).counted(), "question 1 of 3");
    }
}
