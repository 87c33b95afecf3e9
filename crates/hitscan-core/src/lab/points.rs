//! Points: what a question and a task are worth, and what a student has earned. Earned
//! points are never lost.

use super::pack::{Lesson, LessonStep, Pack, StepKind};
use super::progress::{FirstReply, Progress, Reached};
use super::question::LessonQuestion;
use super::task::Task;

impl LessonQuestion {
    /// The points for any answer, and for the right one.
    pub const POINTS: [u32; 2] = [1, 2];

    /// The points for any answer and for the right one, in words.
    #[must_use]
    pub fn worth() -> String {
        let [any, right] = Self::POINTS;
        format!("{any} point to answer, {right} if right")
    }
}

impl Task {
    /// The points for a task that is done.
    pub const POINTS: u32 = 4;
    /// The points after the hint that gives the solution away.
    pub const POINTS_AFTER_LAST_HINT: u32 = 2;
}

impl LessonStep {
    /// The maximum number of points.
    #[must_use]
    pub const fn points(&self) -> u32 {
        match &self.kind {
            StepKind::Card => 0,
            StepKind::Question(_) => LessonQuestion::POINTS[1],
            StepKind::Task(_) => Task::POINTS,
        }
    }
}

impl Lesson {
    /// The maximum number of points.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.steps.iter().map(|step| step.points()).sum()
    }
}

impl Pack {
    /// The maximum number of points.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.lessons.iter().map(|lesson| lesson.points()).sum()
    }
}

impl Reached {
    /// Records that the task is done, if it was not, and returns its points.
    pub fn finish(&mut self) -> u32 {
        let points =
            if self.hints.tells_way() { Task::POINTS_AFTER_LAST_HINT } else { Task::POINTS };
        *self.done.get_or_insert(points)
    }

    /// The points so far.
    #[must_use]
    pub fn points(&self) -> u32 {
        let [any, right] = LessonQuestion::POINTS;
        let answer = match &self.answer {
            None | Some(FirstReply::Skipped) => 0,
            Some(FirstReply::Said { is_right, .. }) => {
                if *is_right {
                    right
                } else {
                    any
                }
            }
        };
        answer + self.done.unwrap_or_default()
    }
}

impl Progress {
    /// The points of a lesson.
    #[must_use]
    pub fn points(&self, lesson: &Lesson) -> u32 {
        let steps = lesson.steps.iter().filter_map(|step| self.step(&lesson.id, &step.id));
        steps.map(Reached::points).sum()
    }

    /// The points of all lessons.
    #[must_use]
    pub fn total(&self, pack: &Pack) -> u32 {
        pack.lessons.iter().map(|lesson| self.points(lesson)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_counts_half_once_the_last_hint_is_open_but_not_if_it_was_done_before() {
        let open_all = |reached: &mut Reached| {
            for _ in 0..4 {
                reached.hints.world_changed();
                // The first request is refused, as a warning.
                let _ = reached.hints.open(2);
            }
        };
        let mut helped = Reached::default();
        open_all(&mut helped);
        assert_eq!(helped.finish(), 2);
        let mut alone = Reached::default();
        alone.hints.open(2).expect("the first opens");
        assert_eq!(alone.finish(), 4);
        open_all(&mut alone);
        assert_eq!((alone.finish(), alone.points()), (4, 4));
    }
}
