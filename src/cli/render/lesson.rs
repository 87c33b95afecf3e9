//! `--lesson`: a lesson as a new student sees it.

use std::sync::Arc;

use crate::app::App;
use crate::cli::CliError;
use crate::cli::pack_files::PackFiles;
use hitscan_core::lab::{DrawnPack, Header, Learning};
use hitscan_core::world::Rules;

/// The student of the lesson, who decides its numbers.
const STUDENT: &str = "hitscan";

/// The app with the first step of a lesson open.
///
/// # Errors
/// When there is no such lesson.
pub(super) fn open(mut app: App, lesson: &str) -> Result<App, CliError> {
    let course = PackFiles::BuiltIn.course(None)?;
    let lesson = course.known_lesson(lesson).map_err(CliError::other)?.id.clone();
    let header = Header {
        rules: Rules::default(),
        pack: course.pack.id.clone(),
        student: STUDENT.to_owned(),
        seed: STUDENT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let drawn = DrawnPack::new(&course.pack, STUDENT).map_err(CliError::other)?;
    let lines = format!("{header}\n");
    let begun = Learning::begin(Arc::new(course), drawn, (header, &lines), Some(&lesson));
    app.begin_course(begun.map_err(CliError::other)?);
    Ok(app)
}
