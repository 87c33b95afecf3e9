//! The roster: the students of a class, and the seeds of their numbers.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::CliError;
use crate::host::files::{ROSTER, read_text};
use hitscan_core::lab::grade::Listed;
use hitscan_core::lab::is_student;
use hitscan_core::scene::printable;

/// The students of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// The students, in the order of the file.
    pub students: Vec<Listed>,
}

impl Roster {
    /// Reads a roster.
    ///
    /// # Errors
    /// When it cannot be read, and as [`Roster::parse`].
    pub fn read(path: &Path) -> Result<Self, CliError> {
        let text = read_text(path, &ROSTER)
            .map_err(|why| CliError::in_file(why.message(path, &ROSTER)))?;
        let file = printable(&path.to_string_lossy());
        Self::parse(&text).map_err(|faults| {
            let lines: Vec<_> = faults.iter().map(|fault| format!("{file}:{fault}")).collect();
            CliError::in_file(lines.join("\n"))
        })
    }

    /// Reads the text of a roster: a header row, then a row for each student. Columns other than
    /// `student` and `seed` are ignored.
    ///
    /// # Errors
    /// Every fault, each with its line.
    pub fn parse(text: &str) -> Result<Self, Vec<String>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let header = text.lines().next().unwrap_or_default();
        let separator = if header.contains(';') { b';' } else { b',' };
        let mut rows = csv::ReaderBuilder::new()
            .delimiter(separator)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let column = |name: &str, rows: &mut csv::Reader<&[u8]>| {
            rows.headers().ok().and_then(|header| header.iter().position(|cell| cell == name))
        };
        let Some(id_column) = column("student", &mut rows) else {
            return Err(vec!["1: a header row with the column student is missing".to_owned()]);
        };
        let seed_column = column("seed", &mut rows);
        let (mut students, mut faults) = (Vec::<Listed>::new(), Vec::new());
        let mut known = BTreeMap::new();
        for row in rows.records() {
            let row = match row {
                Ok(row) => row,
                Err(error) => {
                    faults.push(printable(&format!("1: {error}")));
                    break;
                }
            };
            let line = row.position().map_or(1, csv::Position::line);
            let cell = |column| row.get(column).unwrap_or_default();
            let id = cell(id_column);
            let seed = seed_column.map(cell).filter(|seed| !seed.is_empty()).unwrap_or(id);
            let found =
                [("student", id), ("seed", seed)].into_iter().find(|(_, it)| !is_student(it));
            if let Some((what, found)) = found {
                let found = printable(found);
                faults.push(format!(
                    "{line}: {what} {found}: up to 64 letters a-z, digits and . _ @ + -, beginning \
                     with a letter or digit"
                ));
            } else if let Some(first) = known.insert(id.to_owned(), line) {
                faults.push(format!("{line}: student {id} is listed twice: also in line {first}"));
            } else {
                students.push(Listed { id: id.to_owned(), seed: seed.to_owned() });
            }
        }
        if faults.is_empty() { Ok(Self { students }) } else { Err(faults) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Vec<(String, String)>, Vec<String>> {
        let pair = |listed: Listed| (listed.id, listed.seed);
        Roster::parse(text).map(|roster| roster.students.into_iter().map(pair).collect())
    }

    #[test]
    fn commas_semicolons_quotes_and_extra_columns_are_accepted() {
        let expected =
            Ok([("anna", "anna"), ("cleo", "cleo-7f")].map(|(a, b)| (a.into(), b.into())).into());
        for text in [
            "student,seed\nanna,\ncleo,cleo-7f\n",
            "name;student;seed\r\n\"Berg; A\";anna;\r\nC;cleo;cleo-7f\r\n",
            "\u{feff}seed, student\n, anna\ncleo-7f , cleo\n",
            "student,seed,mail\nanna\ncleo,cleo-7f,c@x\n",
        ] {
            assert_eq!(parsed(text), expected, "{text}");
        }
        assert_eq!(parsed("student\nben\n"), Ok(vec![("ben".into(), "ben".into())]));
        assert_eq!(parsed("student,seed\n"), Ok(Vec::new()));
    }

    #[test]
    fn each_fault_has_its_line() {
        let missing = "1: a header row with the column student is missing";
        assert_eq!(parsed(""), Err(vec![missing.to_owned()]));
        assert_eq!(parsed("name,seed\nanna,\n"), Err(vec![missing.to_owned()]));
        let faults = parsed("student,seed\nanna,\n../x,\nanna,7\nben,\u{1b}[2J\n");
        let faults = faults.expect_err("three faults");
        assert!(faults[0].starts_with("3: student ../x: up to 64 letters"), "{faults:?}");
        assert_eq!(faults[1], "4: student anna is listed twice: also in line 2");
        assert!(faults[2].starts_with("5: seed ") && !faults[2].contains('\u{1b}'), "{faults:?}");
        assert_eq!(faults.len(), 3);
    }
}
