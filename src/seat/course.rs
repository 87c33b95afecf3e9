//! A course that many students share, and the work of one of them in it.

use std::path::Path;
use std::sync::Arc;

use crate::cli::lesson::PackFiles;
use crate::host::{LineSink, OpenedCourse, Student, open_kept};
use hitscan_core::lab::{Course, header_of, is_student};
use hitscan_core::scene::printable;

/// Reads the pack in a folder, or the built-in one, with its texts in a language if it has
/// them.
///
/// # Errors
/// Tells every fault of the pack, a line each.
pub fn course(pack: Option<&Path>, language: Option<&str>) -> Result<Course, String> {
    PackFiles::at(pack).course(language).map_err(|faults| faults.to_string())
}

/// Opens a course where the work of a student ends, or at the lesson that is named by its id,
/// number or title. Where there is no work yet, its numbers are drawn from this seed; work
/// that is there keeps its own.
///
/// # Errors
/// In one line: the student or the lesson has no such name, the work is another's, or it
/// cannot be read or written.
pub fn open_course(
    course: Arc<Course>,
    student: &str,
    seed: &str,
    mut work: Box<dyn LineSink>,
    lesson: Option<&str>,
) -> Result<OpenedCourse, String> {
    if !is_student(student) || !is_student(seed) {
        return Err(format!("{}: no name of a student", printable(student)));
    }
    let lesson = lesson.map(|lesson| course.known_lesson(lesson)).transpose();
    let lesson = lesson.map_err(|why| why.message(&|_| None))?.map(|lesson| lesson.id.clone());
    let is_begun = header_of(&work.held().map_err(|why| why.to_string())?).is_ok();
    let student = Student { id: student, seed: Some(seed).filter(|_| !is_begun) };
    open_kept(course, student, work, lesson.as_deref())
}
