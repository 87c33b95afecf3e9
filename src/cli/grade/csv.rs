//! CSV: a row for each student, a column for each lesson; then a row for each file that could not
//! be read, with only a note, unless the row of a student already mentions it.

use super::Graded;
use super::notes::Notes;
use crate::cli::CliError;
use hitscan_core::lab::grade::StudentStanding;

/// The points of a lesson are those that count, as in the total: for work with another student's
/// numbers both are 0, and the notes say how many were reached.
pub(super) fn report(graded: &Graded<'_>) -> Result<String, CliError> {
    let notes = Notes::of(graded);
    let of = graded.syllabus.points().to_string();
    let ids = graded.syllabus.lessons.iter().map(|lesson| lesson.id.as_str());
    let lessons = graded.syllabus.lessons.len();
    let header = ["student", "points", "of", "done"].into_iter().chain(ids).chain(["notes"]);
    let mut rows = csv::Writer::from_writer(Vec::new());
    let mut write = |row: Vec<String>| rows.write_record(row).map_err(CliError::other);
    write(header.map(str::to_owned).collect())?;
    for student in &graded.class.students {
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
