//! Tables for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::CliError;
use super::Graded;
use super::notes::Notes;
use crate::cli::NEVER_FAILS;
use crate::cli::report::write_columns;
use hitscan_core::lab::grade::{Statistics, Student, StudentStanding, Syllabus};
use unicode_width::UnicodeWidthStr as _;

/// The minimum width of the names of steps and beliefs.
const NAME_WIDTH: usize = 17;
/// How many of the most missed questions are listed; NDJSON has the others.
const MOST_MISSED: usize = 12;
/// How many wrong answers of a question are listed; NDJSON has the others.
const MOST_SAID: usize = 3;

/// Students and files that could not be read, then missed questions, beliefs and notes.
pub(super) fn report(graded: &Graded<'_>) -> String {
    let mut out = heading(graded);
    students(graded, &mut out);
    for fault in &graded.faults {
        writeln!(out, "{fault}").expect(NEVER_FAILS);
    }
    statistics(graded.syllabus, &Statistics::of(graded.syllabus, &graded.students), &mut out);
    out
}

/// `lessons: inside, polygons`, if only those count.
fn heading(graded: &Graded<'_>) -> String {
    if !graded.syllabus.is_part {
        return String::new();
    }
    let ids: Vec<_> = graded.syllabus.lessons.iter().map(|lesson| lesson.id.as_str()).collect();
    format!("lessons: {}\n\n", ids.join(", "))
}

fn students(graded: &Graded<'_>, out: &mut String) {
    let notes = Notes::of(graded);
    let of = graded.syllabus.points();
    let rows = graded.students.iter().map(|student| {
        let (points, done) = cells(graded, student);
        [student.id.clone(), format!("{points:<7}{of:>4}"), done, notes.line(student)]
    });
    write_columns("<<><", &["student", "points   of", "done", "notes"], rows, out);
}

/// Points and completed lessons. A bracket is outside the column, so that digits stay aligned.
fn cells(graded: &Graded<'_>, student: &Student) -> (String, String) {
    let done = || student.done(graded.syllabus).to_string();
    match student.standing {
        StudentStanding::Counts => (format!("{:>6}", student.points()), done()),
        StudentStanding::OtherSeed => {
            (format!("{:>7}", format!("({})", student.reached())), done())
        }
        StudentStanding::NoFile => (format!("{:>6}", "-"), "-".to_owned()),
    }
}

fn statistics(syllabus: &Syllabus<'_>, statistics: &Statistics<'_>, out: &mut String) {
    let mut missed = statistics.missed();
    missed.truncate(MOST_MISSED);
    let names = missed.iter().map(|count| count.step.to_string());
    let names = names.chain(statistics.beliefs.iter().map(|count| count.belief.clone()));
    let names = names.chain(statistics.last_hints.iter().map(|count| count.step.to_string()));
    let width = names.map(|name| name.width()).max().unwrap_or_default().max(NAME_WIDTH);
    let mut table = |title: &str, aligns: &str, heads: &[&str], rows: Vec<Vec<String>>| {
        if !rows.is_empty() {
            let title = format!("{title:width$}");
            let heads = [&[title.as_str()], heads].concat();
            out.push('\n');
            write_columns(aligns, &heads, rows, out);
        }
    };
    let missed = missed.iter().map(|count| {
        let said = most_first(&count.said).into_iter().take(MOST_SAID);
        let said: Vec<_> = said.map(|(said, times)| format!("{said} {times}")).collect();
        let beliefs = most_first(&count.beliefs).into_iter();
        let beliefs: Vec<_> =
            beliefs.map(|(id, _)| syllabus.belief_in(count.step.lesson, id)).collect();
        let share = format!("{}/{}", count.right, count.answered);
        vec![count.step.to_string(), share, said.join(", "), beliefs.join(", ")]
    });
    table("missed most", "<><<", &["right", "said instead", "belief"], missed.collect());
    let beliefs = statistics.beliefs.iter().map(|count| {
        let (answers, students) = (count.answers.to_string(), count.students.to_string());
        vec![count.belief.clone(), answers, students, count.text.clone()]
    });
    table("beliefs", "<>><", &["answers", "students", "what it says"], beliefs.collect());
    let hints = statistics.last_hints.iter().map(|count| {
        let share = format!("{}/{}", count.done, count.of);
        vec![count.step.to_string(), count.students.to_string(), share]
    });
    table("last hints", "<>>", &["students", "done by"], hints.collect());
}

/// The most frequent first, ties by name.
fn most_first(counts: &BTreeMap<String, usize>) -> Vec<(&str, usize)> {
    let mut sorted: Vec<_> = counts.iter().map(|(name, &times)| (name.as_str(), times)).collect();
    sorted.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    sorted
}

// CSV: a row for each student, a column for each lesson; then a row for each file that could not
// be read, with only a note, unless the row of a student already mentions it.

/// The points of a lesson are those that count, as in the total: for work with another student's
/// numbers both are 0, and the notes say how many were reached.
pub(super) fn report_csv(graded: &Graded<'_>) -> Result<String, CliError> {
    let notes = Notes::of(graded);
    let of = graded.syllabus.points().to_string();
    let ids = graded.syllabus.lessons.iter().map(|lesson| lesson.id.as_str());
    let lessons = graded.syllabus.lessons.len();
    let header = ["student", "points", "of", "done"].into_iter().chain(ids).chain(["notes"]);
    let mut rows = csv::Writer::from_writer(Vec::new());
    let mut write = |row: Vec<String>| rows.write_record(row).map_err(CliError::other);
    write(header.map(str::to_owned).collect())?;
    for student in &graded.students {
        let has_file = student.standing != StudentStanding::NoFile;
        let shown = |cell: String| if has_file { cell } else { String::new() };
        let mut row = vec![
            student.id.clone(),
            shown(student.points().to_string()),
            of.clone(),
            shown(student.counted_done(graded.syllabus).to_string()),
        ];
        row.extend(student.lessons(graded.syllabus).map(|steps| {
            shown(steps.iter().map(|grade| student.step_points(grade)).sum::<u32>().to_string())
        }));
        row.push(notes.line_in_full(student));
        write(row)?;
    }
    for fault in graded.faults.iter().filter(|fault| !notes.tell(fault)) {
        let mut row = vec![String::new(); 4 + lessons];
        row.push(fault.note());
        write(row)?;
    }
    let bytes = rows.into_inner().map_err(CliError::other)?;
    String::from_utf8(bytes).map_err(CliError::other)
}
