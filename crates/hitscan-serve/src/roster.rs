//! Parsing rosters: tables with the columns `student` and `seed`, as for `hitscan grade`.

use hitscan::classroom;
pub use hitscan_core::lab::grade::Listed;

use crate::user::UserId;

/// The most bytes of a roster.
pub const MOST_ROSTER_BYTES: usize = 1 << 20;
/// The most students of a class.
pub const MOST_STUDENTS: usize = 10_000;

/// Parses a roster. A student must not have the name of a teacher.
///
/// # Errors
/// Every fault, with its line.
pub fn parse(
    bytes: &[u8],
    is_teacher: &dyn Fn(&UserId) -> bool,
) -> Result<Vec<Listed>, Vec<String>> {
    if bytes.len() > MOST_ROSTER_BYTES {
        return Err(vec![format!("1: a roster has at most {MOST_ROSTER_BYTES} bytes")]);
    }
    let text = std::str::from_utf8(bytes);
    let text = text.map_err(|_| vec!["1: not UTF-8 text: save the table as CSV".to_owned()])?;
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

/// Formats the roster as a table, for the store.
#[must_use]
pub fn written(roster: &[Listed]) -> String {
    // IDs and seeds contain no commas or quotes.
    let rows = roster.iter().map(|Listed { id, seed }| format!("{id},{seed}\n"));
    std::iter::once("student,seed\n".to_owned()).chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Valid and invalid cells, and separators.
    const PIECES: [&str; 14] = [
        "student",
        "seed",
        "anna",
        "ben",
        "../x",
        "\u{1b}[2J",
        ",",
        ";",
        "\n",
        "\r\n",
        "\"",
        " ",
        "\u{feff}",
        "\0",
    ];

    fn is_told(parsed: Result<Vec<Listed>, Vec<String>>) -> Result<(), TestCaseError> {
        match parsed {
            Ok(students) => {
                let again = parse(written(&students).as_bytes(), &|_| false);
                prop_assert_eq!(again, Ok(students));
            }
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                let is_line = |fault: &String| fault.chars().all(|c| !c.is_control());
                prop_assert!(faults.iter().all(is_line), "{:?}", faults);
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn other_bytes_are_refused_in_printable_lines(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..40),
        ) {
            is_told(parse(&bytes, &|_| false))?;
            let text = format!("student,seed\n{}", pieces.concat());
            is_told(parse(text.as_bytes(), &|_| false))?;
        }
    }

    #[test]
    fn names_of_teachers_and_rosters_that_are_too_long_are_refused() {
        let ada = |user: &UserId| user.as_str() == "ada";
        let faults = parse(b"student\nben\nada\n", &ada).expect_err("ada teaches");
        assert_eq!(faults, ["1: student ada: a teacher has that name"]);
        let many: Vec<_> = (0..100_000).map(|number| format!("s{number}")).collect();
        let many = format!("student\n{}\n", many.join("\n"));
        let faults = parse(many.as_bytes(), &ada).expect_err("too many");
        assert_eq!(faults, ["1: a class has at most 10000 students"]);
        let long = vec![b'x'; MOST_ROSTER_BYTES + 1];
        let faults = parse(&long, &ada).expect_err("too long");
        assert_eq!(faults, ["1: a roster has at most 1048576 bytes"]);
    }
}
