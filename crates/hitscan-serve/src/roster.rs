//! Rosters as they come in: a table with the columns `student` and `seed`, as for
//! `hitscan grade`.

use hitscan::classroom;
pub use hitscan_core::lab::grade::Listed;

use crate::user::UserId;

/// The largest roster.
pub const MOST_ROSTER_BYTES: usize = 1 << 20;
/// The most students of a class.
pub const MOST_STUDENTS: usize = 10_000;

/// Reads a roster. None of its students may have the name of a teacher.
///
/// # Errors
/// Every fault, each with its line.
pub fn parse(
    bytes: &[u8],
    is_teacher: &dyn Fn(&UserId) -> bool,
) -> Result<Vec<Listed>, Vec<String>> {
    if bytes.len() > MOST_ROSTER_BYTES {
        return Err(vec![format!("1: a roster has at most {MOST_ROSTER_BYTES} bytes")]);
    }
    let text = std::str::from_utf8(bytes);
    let text = text.map_err(|_| vec!["1: no text in UTF-8: save the table as CSV".to_owned()])?;
    let students = classroom::roster(text)?;
    if students.len() > MOST_STUDENTS {
        return Err(vec![format!("1: a class has at most {MOST_STUDENTS} students")]);
    }
    let teaches = |listed: &&Listed| listed.id.parse().is_ok_and(|id| is_teacher(&id));
    let teachers: Vec<_> = students
        .iter()
        .filter(teaches)
        .map(|listed| format!("1: student {}: a teacher has that name", listed.id))
        .collect();
    if teachers.is_empty() { Ok(students) } else { Err(teachers) }
}

/// The roster as a table, for the store.
#[must_use]
pub fn written(roster: &[Listed]) -> String {
    // Ids and seeds have no commas or quotes.
    let rows = roster.iter().map(|Listed { id, seed }| format!("{id},{seed}\n"));
    std::iter::once("student,seed\n".to_owned()).chain(rows).collect()
}
