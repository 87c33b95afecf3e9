//! The board as text, for people who read line by line, and as JSON, for programs.

use std::time::Duration;

use hitscan_core::scene::printable;
use jiff::{SignedDuration, Timestamp, ZonedDateTime};
use serde::Serialize;

use super::Moment;
use super::row::{Attendance, StudentRow};
use crate::class::ClassState;
use crate::paint::cells_of;

/// The headings of the table.
const HEADS: [&str; 8] = ["student", "", "lesson", "step", "changes", "hints", "points", "quiet"];
/// Which columns are aligned right.
const NUMBERS: [bool; 8] = [false, false, false, false, true, true, true, true];
/// The most missed questions that are listed.
const MOST_MISSED: usize = 12;

/// The board as a table, with nothing cut off.
pub fn table(moment: &Moment) -> String {
    let class = &moment.class;
    let mut facts = vec![format!("{} of {} here", moment.here(), moment.rows.len())];
    facts.extend(moment.unheard.clone());
    facts.push(format!("{} stuck", moment.stuck()));
    facts.extend(class.due.map(|due| due_in(due, moment.now)));
    if class.state != ClassState::Open {
        facts.push(class.state.token().to_owned());
    }
    let mut lines = vec![format!("{}  {}", class.id, printable(&class.title)), facts.join(", ")];
    lines.push(String::new());
    let heads = HEADS.map(str::to_owned);
    lines.extend(aligned(&[vec![heads], moment.rows.iter().map(cells).collect()].concat()));
    if !moment.missed.is_empty() {
        lines.extend([String::new(), "missed most:".to_owned()]);
        let missed = moment.missed.iter().take(MOST_MISSED);
        lines.extend(missed.map(|it| printable(&it.sentence())));
    }
    lines.join("\n") + "\n"
}

fn cells(row: &StudentRow) -> [String; HEADS.len()] {
    let quiet = match row.attendance {
        Attendance::Here(quiet) => age(quiet),
        Attendance::Away => "away".to_owned(),
        Attendance::Free => "free".to_owned(),
    };
    let mark = if row.is_stuck { "!" } else { "" };
    let none = || "-".to_owned();
    let [lesson, step, changes, hints, points] = match &row.standing {
        None => [none(), none(), none(), none(), none()],
        Some(it) => [
            format!("{} {}", it.lesson_number, printable(&it.lesson)),
            format!("{}/{} {}", it.step_number[0], it.step_number[1], printable(&it.step)),
            it.changes.to_string(),
            it.hints.to_string(),
            format!("{}/{}", it.points[0], it.points[1]),
        ],
    };
    [row.student.to_string(), mark.to_owned(), lesson, step, changes, hints, points, quiet]
}

/// Lines with aligned columns, each as wide as its longest cell.
fn aligned(rows: &[[String; HEADS.len()]]) -> Vec<String> {
    let mut widths = [0; HEADS.len()];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = usize::from(cells_of(cell)).max(*width);
        }
    }
    let line = |row: &[String; HEADS.len()]| {
        let mut line = String::new();
        for ((cell, width), is_number) in row.iter().zip(widths).zip(NUMBERS) {
            let blanks = " ".repeat(width - usize::from(cells_of(cell)));
            let [before, after] = if is_number { [&*blanks, ""] } else { ["", &*blanks] };
            line.extend([before, cell, after, "  "]);
        }
        line.trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum BoardLine<'m> {
    Class {
        class: &'m str,
        title: &'m str,
        state: &'static str,
        here: usize,
        of: usize,
        stuck: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        due: Option<String>,
        /// Which machines cannot be heard, if any.
        #[serde(skip_serializing_if = "Option::is_none")]
        heard: Option<&'m str>,
        at: String,
    },
    Student {
        student: &'m str,
        here: bool,
        taken: bool,
        stuck: bool,
        late: usize,
        /// Seconds since the last key.
        #[serde(skip_serializing_if = "Option::is_none")]
        quiet: Option<u64>,
        #[serde(flatten)]
        place: Option<StudentPlace<'m>>,
    },
    Missed {
        question: &'m str,
        wrong: usize,
        answered: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        said: Option<&'m str>,
    },
}

#[derive(Serialize)]
struct StudentPlace<'m> {
    lesson: &'m str,
    lesson_number: usize,
    kind: &'m str,
    step: &'m str,
    step_number: usize,
    steps: usize,
    points: u32,
    most: u32,
    changes: u32,
    hints: usize,
}

/// The board as JSON, one object per line.
///
/// # Errors
/// Never: all of it can be written as JSON.
pub fn ndjson(moment: &Moment) -> serde_json::Result<String> {
    let class = BoardLine::Class {
        class: moment.class.id.as_str(),
        title: &moment.class.title,
        state: moment.class.state.token(),
        here: moment.here(),
        of: moment.rows.len(),
        stuck: moment.stuck(),
        due: moment.class.due.map(|due| due.to_string()),
        heard: moment.unheard.as_deref(),
        at: moment.now.to_string(),
    };
    let students = moment.rows.iter().map(student);
    let missed = moment.missed.iter().map(|it| BoardLine::Missed {
        question: &it.question,
        wrong: it.wrong,
        answered: it.answered,
        said: it.said.as_deref(),
    });
    let lines = [class].into_iter().chain(students).chain(missed);
    lines.map(|line| serde_json::to_string(&line).map(|line| line + "\n")).collect()
}

fn student(row: &StudentRow) -> BoardLine<'_> {
    let quiet = match row.attendance {
        Attendance::Here(quiet) => Some(quiet.as_secs()),
        Attendance::Away | Attendance::Free => None,
    };
    let place = row.standing.as_ref().map(|it| {
        let (kind, step) = it.step.split_once(' ').unwrap_or(("", &it.step));
        StudentPlace {
            lesson: &it.lesson,
            lesson_number: it.lesson_number,
            kind,
            step,
            step_number: it.step_number[0],
            steps: it.step_number[1],
            points: it.points[0],
            most: it.points[1],
            changes: it.changes,
            hints: it.hints,
        }
    });
    BoardLine::Student {
        student: row.student.as_str(),
        here: row.is_here(),
        taken: row.attendance != Attendance::Free,
        stuck: row.is_stuck,
        late: row.late,
        quiet,
        place,
    }
}

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// `44 s`, `6 min`, `3 h`, `12 d`: rounded down.
pub fn age(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..MINUTE => format!("{seconds} s"),
        seconds @ MINUTE..HOUR => format!("{} min", seconds / MINUTE),
        seconds @ HOUR..DAY => format!("{} h", seconds / HOUR),
        seconds => format!("{} d", (seconds / DAY).min(999)),
    }
}

/// `due in 41 min`, `due 3 min ago`.
pub fn due_in(due: Timestamp, now: Timestamp) -> String {
    let left = due.duration_since(now);
    let of = |time: SignedDuration| age(time.unsigned_abs());
    if left.is_negative() {
        format!("due {} ago", of(left))
    } else {
        format!("due in {}", of(left))
    }
}

/// `due in 41 min, at 10:30`, in the machine's time zone; with the date if it is another day.
pub fn due_at(due: Timestamp, now: &ZonedDateTime) -> String {
    let local = ZonedDateTime::new(due, now.time_zone().clone());
    let (at, date) = (local.strftime("%H:%M"), local.date());
    let on = if date == now.date() { String::new() } else { format!(" on {date}") };
    format!("{}, at {at}{on}", due_in(due, now.timestamp()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::samples::class_of_28;
    use super::*;
    use crate::class::Class;

    #[test]
    fn the_table_has_a_line_per_student_and_cuts_nothing_off() {
        let table = table(&class_of_28());
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(lines[..2], ["3b  Collisions, Monday", "24 of 28 here, 3 stuck, due in 41 min"]);
        assert_eq!(
            lines[3..6],
            [
                "student     lesson        step                 changes  hints   points  quiet",
                "ben      !  9 inside      3/6 ask edges              1      0   71/212  6 min",
                "fay      !  9 inside      5/6 task hide             38      2   68/212   20 s",
            ]
        );
        assert_eq!(
            lines[9],
            "dora        -             -                          -      -        -   away"
        );
        assert_eq!(
            lines[33..],
            ["missed most:", "inside/edges 9 of 14 said hit", "zeros/why 6 of 20"]
        );
    }

    #[test]
    fn the_json_lines_say_the_same_as_the_table() {
        let lines = ndjson(&class_of_28()).expect("it is JSON");
        let lines: Vec<_> = lines.lines().collect();
        assert_eq!(lines.len(), 1 + 28 + 2);
        assert_eq!(
            lines[0],
            "{\"event\":\"class\",\"class\":\"3b\",\"title\":\"Collisions, Monday\",\"state\":\"open\",\
             \"here\":24,\"of\":28,\"stuck\":3,\"due\":\"2026-11-02T09:41:00Z\",\
             \"at\":\"2026-11-02T09:00:00Z\"}"
        );
        assert_eq!(
            lines[1],
            "{\"event\":\"student\",\"student\":\"ben\",\"here\":true,\"taken\":true,\"stuck\":true,\
             \"late\":0,\"quiet\":360,\"lesson\":\"inside\",\"lesson_number\":9,\"kind\":\"ask\",\
             \"step\":\"edges\",\"step_number\":3,\"steps\":6,\"points\":71,\"most\":212,\
             \"changes\":1,\"hints\":0}"
        );
        assert_eq!(
            lines[6],
            "{\"event\":\"student\",\"student\":\"dora\",\"here\":false,\"taken\":true,\
             \"stuck\":false,\"late\":0}"
        );
        assert_eq!(
            lines[30],
            "{\"event\":\"missed\",\"question\":\"zeros/why\",\"wrong\":6,\"answered\":20}"
        );
    }

    #[test]
    fn a_title_never_reaches_a_terminal_raw() {
        let moment = class_of_28();
        let title = "\u{1b}[2Jb\u{7}".to_owned();
        let moment = Moment { class: Class { title, ..(*moment.class).clone() }.into(), ..moment };
        for text in [table(&moment), ndjson(&moment).expect("it is JSON")] {
            assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        }
    }
}

#[cfg(test)]
mod spans_tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(0, "0 s")]
    #[case(59, "59 s")]
    #[case(60, "1 min")]
    #[case(3599, "59 min")]
    #[case(3600, "1 h")]
    #[case(86_400, "1 d")]
    #[case(u64::MAX, "999 d")]
    fn an_age_uses_the_largest_unit_that_is_full(#[case] secs: u64, #[case] told: &str) {
        assert_eq!(age(Duration::from_secs(secs)), told);
    }

    #[test]
    fn a_due_time_on_another_day_has_its_date() {
        let now: ZonedDateTime =
            "2026-11-02T09:00:00+01:00[Europe/Berlin]".parse().expect("a time");
        let due = |minutes| due_at(now.timestamp() + SignedDuration::from_mins(minutes), &now);
        assert_eq!(due(41), "due in 41 min, at 09:41");
        assert_eq!(due(24 * 60), "due in 1 d, at 09:00 on 2026-11-03");
    }

    #[test]
    fn a_due_time_may_lie_ahead_or_behind() {
        let due: Timestamp = "2026-11-02T09:00:00Z".parse().expect("a time");
        let after = |minutes| due_in(due, due + SignedDuration::from_mins(minutes));
        assert_eq!(
            [after(-41), after(0), after(3)],
            ["due in 41 min", "due in 0 s", "due 3 min ago"]
        );
    }
}
