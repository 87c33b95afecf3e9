//! A course that many students share, and the work of one of them in it.

use std::path::Path;
use std::sync::Arc;

use crate::cli::pack_files::PackFiles;
use crate::host::{LineSink, OpenedCourse, Student, open_kept};
use hitscan_core::lab::{Course, header_of, is_student};
use hitscan_core::scene::printable;

/// Reads the pack in a folder, or the built-in one, with its texts in a language if it has them.
///
/// # Errors
/// Every fault of the pack, one per line.
pub fn course(pack: Option<&Path>, language: Option<&str>) -> Result<Course, String> {
    PackFiles::at(pack).course(language).map_err(|faults| faults.to_string())
}

/// Opens a course where a student's work ends, or at the lesson named by its id, number or title.
/// New work draws its numbers from this seed; existing work keeps its own.
///
/// # Errors
/// In one line: the student or lesson name is invalid, the work is not the student's, or it cannot
/// be read or written.
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
