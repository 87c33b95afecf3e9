//! Tables for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Graded;
use super::notes::Notes;
use crate::cli::NEVER_FAILS;
use hitscan_core::lab::grade::{Standing, Statistics, Student};
use unicode_width::UnicodeWidthStr as _;

/// The least width of the names of steps and beliefs.
const NAME_WIDTH: usize = 17;
/// The questions listed as missed most; the others are in NDJSON.
const MOST_MISSED: usize = 12;
/// The wrong answers listed of a question; the others are in NDJSON.
const MOST_SAID: usize = 3;

/// Students, files that were not read, then what was missed, believed and told.
pub(super) fn report(graded: &Graded<'_>) -> String {
    let mut out = String::new();
    students(graded, &mut out);
    for fault in &graded.faults {
        writeln!(out, "{fault}").expect(NEVER_FAILS);
    }
    statistics(&Statistics::of(graded.syllabus, &graded.class), &mut out);
    out
}

fn students(graded: &Graded<'_>, out: &mut String) {
    let notes = Notes::of(graded);
    let of = graded.syllabus.points();
    let ids = graded.class.students.iter().map(|student| student.id.width());
    let width = ids.max().unwrap_or_default().max("student".width());
    line(out, &format!("{:width$}  points   of  done  notes", "student"));
    for student in &graded.class.students {
        let (points, done) = cells(graded, student);
        let note = notes.line(student);
        line(out, &format!("{:width$}  {points:<7}{of:>4}  {done:>4}  {note}", student.id));
    }
}

/// Points and lessons that are done. A bracket stands beside the column, so that
/// figures stay below each other.
fn cells(graded: &Graded<'_>, student: &Student) -> (String, String) {
    let done = || student.done(graded.syllabus).to_string();
    match student.standing {
        Standing::Counts => (format!("{:>6}", student.points()), done()),
        Standing::OtherSeed => (format!("{:>7}", format!("({})", student.reached())), done()),
        Standing::NoFile => (format!("{:>6}", "-"), "-".to_owned()),
    }
}

fn statistics(statistics: &Statistics<'_>, out: &mut String) {
    let mut missed = statistics.missed();
    missed.truncate(MOST_MISSED);
    let names = missed.iter().map(|count| count.step.to_string());
    let names = names.chain(statistics.beliefs.iter().map(|count| count.belief.clone()));
    let names = names.chain(statistics.last_hints.iter().map(|count| count.step.to_string()));
    let width = names.map(|name| name.width()).max().unwrap_or_default().max(NAME_WIDTH);
    let rows: Vec<_> = missed
        .iter()
        .map(|count| (count, most_first(&count.said), most_first(&count.beliefs)))
        .map(|(count, said, beliefs)| {
            let said: Vec<_> = said
                .iter()
                .take(MOST_SAID)
                .map(|(said, times)| format!("{said} {times}"))
                .collect();
            let beliefs: Vec<_> = beliefs.iter().map(|(belief, _)| *belief).collect();
            (count, said.join(", "), beliefs.join(", "))
        })
        .collect();
    let said_width = rows.iter().map(|(_, said, _)| said.width()).max().unwrap_or_default();
    let said_width = said_width.max("said instead".width());
    if !rows.is_empty() {
        let said = "said instead";
        line(out, &format!("\n{:width$}  right  {said:said_width$}  belief", "missed most"));
    }
    for (count, said, beliefs) in rows {
        let share = format!("{}/{}", count.right, count.answered);
        let name = count.step.to_string();
        line(out, &format!("{name:width$}  {share:>5}  {said:said_width$}  {beliefs}"));
    }
    if !statistics.beliefs.is_empty() {
        line(out, &format!("\n{:width$}  answers  students", "beliefs"));
    }
    for count in &statistics.beliefs {
        let (answers, students) = (count.answers, count.students);
        line(out, &format!("{:width$}  {answers:>7}  {students:>8}", count.belief));
    }
    if !statistics.last_hints.is_empty() {
        line(out, &format!("\n{:width$}  students  done by", "last hints"));
    }
    for count in &statistics.last_hints {
        let share = format!("{}/{}", count.done, count.of);
        let name = count.step.to_string();
        line(out, &format!("{name:width$}  {:>8}  {share:>7}", count.students));
    }
}

/// The most frequent first, then by their names.
fn most_first(counts: &BTreeMap<String, usize>) -> Vec<(&str, usize)> {
    let mut sorted: Vec<_> = counts.iter().map(|(name, &times)| (name.as_str(), times)).collect();
    sorted.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    sorted
}

fn line(out: &mut String, line: &str) {
    writeln!(out, "{}", line.trim_end()).expect(NEVER_FAILS);
}
