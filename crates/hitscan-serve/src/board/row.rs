//! A student on the board: how far they are, whether they are here, and whether they are stuck.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::Moment;
use super::text::age;
use crate::live::Standing;
use crate::place::UserId;

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
    pub fn with_late(self, late: usize) -> Self {
        Self { late, ..self }
    }

    /// Whether they are logged in.
    pub const fn is_here(&self) -> bool {
        matches!(self.attendance, Attendance::Here(_))
    }

    /// Whether the name, the lesson or the step contains this text, which is in lower case.
    pub fn has(&self, part: &str) -> bool {
        let of = self.standing.as_ref().map(|it| [it.lesson.as_str(), it.step.as_str()]);
        let words = [self.student.as_str()].into_iter().chain(of.into_iter().flatten());
        words.into_iter().any(|word| word.to_lowercase().contains(part))
    }
}

/// A student who keeps trying is stuck after this long without finishing anything.
const LONG_AT_IT: SignedDuration = SignedDuration::from_mins(6);
/// The tries since then that make such a student stuck.
const MANY_TRIES: u32 = 5;
/// A student who types nothing for this long is stuck.
const LONG_QUIET: Duration = Duration::from_mins(10);

/// Whether a student needs help: they keep trying and finish nothing, or have stopped trying.
pub(super) fn is_stuck(standing: &Standing, quiet: Duration, now: Timestamp) -> bool {
    let tries_in_vain =
        standing.effort.tries >= MANY_TRIES && now.duration_since(standing.finished) >= LONG_AT_IT;
    !standing.is_done && (tries_in_vain || quiet >= LONG_QUIET)
}

/// `ben  asked 3 times, last said hit; the belief: an edge test sees the inside`.
pub(super) fn about(row: &StudentRow, moment: &Moment) -> String {
    let told = match (&row.attendance, &row.standing) {
        (Attendance::Free, _) => {
            "has not logged in yet; the code of the class takes this place".into()
        }
        (Attendance::Away, None) => "is away, and has not started".into(),
        (Attendance::Away, Some(it)) => format!("is away, at {} {}", it.lesson, it.step),
        (Attendance::Here(_), None) => "is here, but not in a lesson".into(),
        (Attendance::Here(_), Some(it)) if it.is_done => "has done all lessons".into(),
        (Attendance::Here(_), Some(it)) => at_work(it, moment),
    };
    let late = match row.late {
        0 => String::new(),
        1 => "; 1 step late".to_owned(),
        late => format!("; {late} steps late"),
    };
    format!("{}  {told}{late}", row.student)
}

fn at_work(standing: &Standing, moment: &Moment) -> String {
    let effort = &standing.effort;
    if let (Some(said), 1..) = (&effort.said, effort.answers) {
        let asked = match effort.answers {
            1 => format!("said {said}"),
            times => format!("asked {times} times, last said {said}"),
        };
        let belief = effort.belief.as_ref().map(|it| format!("; the belief: {it}"));
        return asked + &belief.unwrap_or_default();
    }
    let since = moment.now.duration_since(standing.finished);
    let since = if since.is_negative() { "0 s".to_owned() } else { age(since.unsigned_abs()) };
    let changes = counted(standing.changes, "change");
    let hints = match standing.hints {
        0 => String::new(),
        hints => format!(" and {}", counted(u32::try_from(hints).unwrap_or(u32::MAX), "hint")),
    };
    match standing.step.split_once(' ') {
        Some(("task", task)) => {
            format!("{changes}{hints} at task {task}; finished nothing for {since}")
        }
        Some(("ask", question)) => format!("is asked {question}; finished nothing for {since}"),
        _ => format!("is reading; finished nothing for {since}"),
    }
}

fn counted(count: u32, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::super::tests::samples::{now, standing};
    use super::*;

    #[test]
    fn only_a_student_who_is_here_is_stuck() {
        let standing = standing(9, "inside", "3/6 ask edges", 71, 1, 0);
        let row = |attendance| {
            let anna = "anna".parse().expect("a name");
            StudentRow::new(anna, attendance, Some(standing.clone()), now())
        };
        assert!(row(Attendance::Here(Duration::from_mins(11))).is_stuck);
        assert!(!row(Attendance::Away).is_stuck);
        assert!(!row(Attendance::Free).is_stuck);
    }
}

#[cfg(test)]
mod stuck_tests {
    use rstest::rstest;

    use super::super::tests::samples::now;
    use super::super::tests::samples::standing;
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
        let mut standing = standing(9, "inside", "3/6 ask edges", 71, 1, 0);
        standing.effort.tries = tries;
        standing.finished = now() - SignedDuration::from_secs(seconds_since_finished);
        assert_eq!(is_stuck(&standing, Duration::from_secs(quiet), now()), expected);
        standing.is_done = true;
        assert!(!is_stuck(&standing, Duration::from_secs(quiet), now()), "nothing is left to do");
    }
}

#[cfg(test)]
mod about_tests {
    use std::time::Duration;

    use jiff::SignedDuration;

    use super::super::tests::samples::class_of_28;
    use super::super::tests::samples::now;
    use super::super::tests::samples::standing;
    use super::*;

    #[test]
    fn the_sentence_says_what_a_teacher_wants_to_know() {
        let moment = class_of_28();
        let mut task = standing(9, "inside", "5/6 task hide", 68, 38, 2);
        task.finished = now() - SignedDuration::from_mins(12);
        let mut asked = standing(9, "inside", "4/6 ask reason", 72, 1, 0);
        asked.finished = now();
        let mut said = asked.clone();
        said.effort.answers = 1;
        said.effort.said = Some("parallel".to_owned());
        let done = Standing { is_done: true, ..task.clone() };
        let card = standing(10, "polygons", "1/5 card why", 84, 0, 0);
        let here = Attendance::Here(Duration::ZERO);
        for (attendance, standing, late, told) in [
            (
                here,
                Some(task.clone()),
                0,
                "38 changes and 2 hints at task hide; finished nothing for 12 min",
            ),
            (here, Some(asked), 0, "is asked reason; finished nothing for 0 s"),
            (here, Some(said), 2, "said parallel; 2 steps late"),
            (here, Some(done), 1, "has done all lessons; 1 step late"),
            (here, Some(card), 0, "is reading; finished nothing for 0 s"),
            (here, None, 0, "is here, but not in a lesson"),
            (Attendance::Away, Some(task), 0, "is away, at inside task hide"),
            (Attendance::Away, None, 0, "is away, and has not started"),
            (
                Attendance::Free,
                None,
                0,
                "has not logged in yet; the code of the class takes this place",
            ),
        ] {
            let student = "anna".parse().expect("a name");
            let row = StudentRow::new(student, attendance, standing, now()).with_late(late);
            assert_eq!(about(&row, &moment), format!("anna  {told}"));
        }
    }
}
