//! A student on the board: how far they are, whether they are here, and whether they are stuck.

use std::time::Duration;

use jiff::Timestamp;

use super::stuck::is_stuck;
use crate::live::Standing;
use crate::user::UserId;

/// A student on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudentRow {
    /// The name.
    pub student: UserId,
    /// Whether they are here.
    pub attendance: Attendance,
    /// How far they are; none if they have not started.
    pub standing: Option<Standing>,
    /// How many steps got points after they were due.
    pub late: usize,
    /// Whether they are stuck.
    pub is_stuck: bool,
}

/// Whether a student is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attendance {
    /// No student has claimed the place yet.
    Free,
    /// They are not logged in.
    Away,
    /// They are logged in, and typed their last key this long ago.
    Here(Duration),
}

impl StudentRow {
    /// A student's row at this time.
    #[must_use]
    pub fn new(
        student: UserId,
        attendance: Attendance,
        standing: Option<Standing>,
        now: Timestamp,
    ) -> Self {
        let is_stuck = match (attendance, &standing) {
            (Attendance::Here(quiet), Some(standing)) => is_stuck(standing, quiet, now),
            _ => false,
        };
        Self { student, attendance, standing, late: 0, is_stuck }
    }

    /// The same row, with this many late steps.
    #[must_use]
    pub fn with_late(self, late: usize) -> Self {
        Self { late, ..self }
    }

    /// Whether they are logged in.
    #[must_use]
    pub const fn is_here(&self) -> bool {
        matches!(self.attendance, Attendance::Here(_))
    }

    /// Whether the name, the lesson or the step contains this text, which is in lower case.
    #[must_use]
    pub fn has(&self, part: &str) -> bool {
        let of = self.standing.as_ref().map(|it| [it.lesson.as_str(), it.step.as_str()]);
        let words = [self.student.as_str()].into_iter().chain(of.into_iter().flatten());
        words.into_iter().any(|word| word.to_lowercase().contains(part))
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{now, standing};
    use super::*;

    #[test]
    fn only_a_student_who_is_here_is_stuck() {
        let standing = standing(9, "inside", "3/6 ask edges", (71, 1, 0));
        let row = |attendance| {
            let anna = "anna".parse().expect("a name");
            StudentRow::new(anna, attendance, Some(standing.clone()), now())
        };
        assert!(row(Attendance::Here(Duration::from_mins(11))).is_stuck);
        assert!(!row(Attendance::Away).is_stuck);
        assert!(!row(Attendance::Free).is_stuck);
    }
}
