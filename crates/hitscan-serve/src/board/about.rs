//! A sentence about the selected student: what a teacher wants to know before going to them.

use super::Moment;
use super::row::{Attendance, StudentRow};
use super::spans::age;
use crate::live::Standing;

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
    use std::time::Duration;

    use jiff::SignedDuration;

    use super::super::samples::{class_of_28, now, standing};
    use super::*;

    #[test]
    fn the_sentence_says_what_a_teacher_wants_to_know() {
        let moment = class_of_28();
        let mut task = standing(9, "inside", "5/6 task hide", (68, 38, 2));
        task.finished = now() - SignedDuration::from_mins(12);
        let mut asked = standing(9, "inside", "4/6 ask reason", (72, 1, 0));
        asked.finished = now();
        let mut said = asked.clone();
        said.effort.answers = 1;
        said.effort.said = Some("parallel".to_owned());
        let done = Standing { is_done: true, ..task.clone() };
        let card = standing(10, "polygons", "1/5 card why", (84, 0, 0));
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
