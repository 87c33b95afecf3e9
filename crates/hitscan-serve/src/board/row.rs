//! A student on the board: how far they are, whether they are here, and whether they are stuck.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::live::Standing;
use crate::user::UserId;

/// A student who keeps trying is stuck after this long without finishing anything.
const LONG_AT_IT: SignedDuration = SignedDuration::from_mins(6);
/// The tries since then that make such a student stuck.
const MANY_TRIES: u32 = 5;
/// A student who types nothing for this long is stuck.
const LONG_QUIET: Duration = Duration::from_mins(10);

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

/// Whether a student needs help: they keep trying and finish nothing, or have stopped trying.
#[must_use]
pub fn is_stuck(standing: &Standing, quiet: Duration, now: Timestamp) -> bool {
    let tries_in_vain =
        standing.effort.tries >= MANY_TRIES && now.duration_since(standing.finished) >= LONG_AT_IT;
    !standing.is_done && (tries_in_vain || quiet >= LONG_QUIET)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::samples::{now, standing};
    use super::*;

    #[rstest]
    // Keeps trying and finishes nothing.
    #[case(5, 6 * 60, 0, true)]
    #[case(4, 60 * 60, 0, false)]
    #[case(100, 6 * 60 - 1, 0, false)]
    // Has stopped trying.
    #[case(0, 0, 10 * 60, true)]
    #[case(0, 60 * 60, 10 * 60 - 1, false)]
    fn a_student_who_tries_in_vain_or_stops_is_stuck(
        #[case] tries: u32,
        #[case] seconds_since_finished: i64,
        #[case] quiet: u64,
        #[case] expected: bool,
    ) {
        let mut standing = standing(9, "inside", "3/6 ask edges", (71, 1, 0));
        standing.effort.tries = tries;
        standing.finished = now() - SignedDuration::from_secs(seconds_since_finished);
        assert_eq!(is_stuck(&standing, Duration::from_secs(quiet), now()), expected);
        standing.is_done = true;
        assert!(!is_stuck(&standing, Duration::from_secs(quiet), now()), "nothing is left to do");
    }

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
