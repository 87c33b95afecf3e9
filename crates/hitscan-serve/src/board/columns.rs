//! The columns of the board: which of them fit a screen's width, and what each row has in them.

use std::cmp::{Ordering, Reverse};

use super::row::{Attendance, StudentRow};
use super::text::age;
use crate::live::Standing;

/// A column: what it shows, and its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) field: Field,
    /// The first cell, and the one after the last.
    pub(super) cells: [u16; 2],
    /// The heading, and the cell it begins at.
    pub(super) head: &'static str,
    pub(super) head_at: u16,
}

/// What a column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Student,
    LessonNumber,
    Lesson,
    StepNumber,
    Step,
    Changes,
    Hints,
    Points,
    Quiet,
}

/// The text of a row in a column, and how it is aligned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// A word, aligned left.
    Word(String),
    /// A number, aligned right.
    Number(String),
    /// A word in a column of numbers, beginning this many cells before its right end.
    WordAt(String, u16),
}

/// Where the first column begins, after the cursor and the mark.
const FIRST: u16 = 3;
/// The least width for all columns, and the least for the names of lessons.
const ALL: u16 = 80;
const WITH_LESSONS: u16 = 60;
/// The most cells that wider screens add to the names of students, lessons and steps.
const MORE: [u16; 3] = [20, 10, 24];

/// The columns on a screen of this width.
pub(super) fn columns(width: u16) -> Vec<Column> {
    if width >= ALL {
        all(width - ALL)
    } else if width >= WITH_LESSONS {
        with_lessons(width)
    } else {
        fewest(width)
    }
}

const fn bare(field: Field, cells: [u16; 2]) -> Column {
    headed(field, cells, "", cells[0])
}

const fn headed(field: Field, cells: [u16; 2], head: &'static str, head_at: u16) -> Column {
    Column { field, cells, head, head_at }
}

/// All columns, with `more` spare cells to share out.
fn all(more: u16) -> Vec<Column> {
    let students = (more / 2).min(MORE[0]);
    let lessons = (more / 4).min(MORE[1]);
    let steps = (more - students - lessons).min(MORE[2]);
    let (a, b, c) = (students, students + lessons, students + lessons + steps);
    vec![
        headed(Field::Student, [FIRST, 16 + a], "student", FIRST),
        headed(Field::LessonNumber, [16 + a, 19 + a], "lesson", 18 + a),
        bare(Field::Lesson, [20 + a, 31 + b]),
        headed(Field::Step, [32 + b, 52 + c], "step", 32 + b),
        headed(Field::Changes, [52 + c, 57 + c], "changes", 50 + c),
        headed(Field::Hints, [58 + c, 63 + c], "hints", 58 + c),
        headed(Field::Points, [63 + c, 71 + c], "points", 65 + c),
        headed(Field::Quiet, [73 + c, 80 + c], "quiet", 75 + c),
    ]
}

/// The columns without step names and hints.
fn with_lessons(width: u16) -> Vec<Column> {
    let a = width - WITH_LESSONS;
    vec![
        headed(Field::Student, [FIRST, 15 + a], "student", FIRST),
        headed(Field::LessonNumber, [16 + a, 18 + a], "lesson", 17 + a),
        bare(Field::Lesson, [19 + a, 30 + a]),
        headed(Field::StepNumber, [31 + a, 36 + a], "step", 31 + a),
        headed(Field::Changes, [37 + a, 43 + a], "changes", 36 + a),
        headed(Field::Points, [44 + a, 52 + a], "points", 46 + a),
        headed(Field::Quiet, [53 + a, 60 + a], "quiet", 55 + a),
    ]
}

/// The columns that fit a phone; on an even narrower screen the right ones are cut off.
fn fewest(width: u16) -> Vec<Column> {
    const LEAST: u16 = 40;
    let a = width.saturating_sub(LEAST);
    vec![
        headed(Field::Student, [FIRST, 16 + a], "student", FIRST),
        headed(Field::LessonNumber, [17 + a, 19 + a], "at", 17 + a),
        bare(Field::StepNumber, [20 + a, 24 + a]),
        headed(Field::Points, [24 + a, 32 + a], "points", 26 + a),
        headed(Field::Quiet, [33 + a, 40 + a], "quiet", 35 + a),
    ]
}

/// The text of a row in a column.
pub(super) fn cell(field: Field, row: &StudentRow) -> Cell {
    let number = |number: String| Cell::Number(number);
    let standing = row.standing.as_ref();
    match (field, standing) {
        (Field::Student, _) => Cell::Word(row.student.to_string()),
        (Field::Quiet, _) => match row.attendance {
            Attendance::Here(quiet) => number(age(quiet)),
            Attendance::Away => Cell::WordAt("away".to_owned(), 5),
            Attendance::Free => Cell::WordAt("free".to_owned(), 5),
        },
        (Field::LessonNumber | Field::Changes | Field::Hints, None) => number("-".to_owned()),
        // Under the slash of the other rows.
        (Field::Points, None) => Cell::WordAt("-".to_owned(), 4),
        (Field::StepNumber | Field::Step, None) => Cell::Word("-".to_owned()),
        (Field::Lesson, None) => Cell::Word(String::new()),
        (Field::LessonNumber, Some(it)) => number(it.lesson_number.to_string()),
        (Field::Lesson, Some(it)) => Cell::Word(it.lesson.clone()),
        (Field::StepNumber, Some(it)) => Cell::Word(step_number(it)),
        (Field::Step, Some(it)) => Cell::Word(format!("{} {}", step_number(it), it.step)),
        (Field::Changes, Some(it)) => number(it.changes.to_string()),
        (Field::Hints, Some(it)) => number(it.hints.to_string()),
        (Field::Points, Some(it)) => {
            let [points, most] = it.points;
            number(format!("{points}/{most}"))
        }
    }
}

/// `5/6`
fn step_number(Standing { step_number: [step, of], .. }: &Standing) -> String {
    format!("{step}/{of}")
}

/// What the rows are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sorting {
    /// Stuck students first, then by name.
    #[default]
    Stuck,
    /// By name.
    Name,
    /// By lesson and step, the earliest first.
    Lesson,
    /// By points, the fewest first.
    Points,
    /// By the last key, the longest ago first.
    Quiet,
}

impl Sorting {
    /// All of them, in the order that `o` cycles through.
    pub const ALL: [Self; 5] = [Self::Stuck, Self::Name, Self::Lesson, Self::Points, Self::Quiet];

    /// The next order; wraps round.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&known| known == self).unwrap_or_default();
        Self::ALL[(at + 1) % Self::ALL.len()]
    }

    /// `sorted by points, the fewest first`
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Stuck => "sorted by name, those who are stuck first",
            Self::Name => "sorted by name",
            Self::Lesson => "sorted by lesson and step, the earliest first",
            Self::Points => "sorted by points, the fewest first",
            Self::Quiet => "sorted by the last key, the longest ago first",
        }
    }

    /// Sorts rows; rows without the value come last, and ties are sorted by name.
    pub fn sort(self, rows: &mut [StudentRow]) {
        rows.sort_by(|one, other| {
            self.compare(one, other).then_with(|| one.student.cmp(&other.student))
        });
    }

    fn compare(self, one: &StudentRow, other: &StudentRow) -> Ordering {
        match self {
            Self::Stuck => other.is_stuck.cmp(&one.is_stuck),
            Self::Name => Ordering::Equal,
            Self::Lesson => {
                let place = |row: &StudentRow| {
                    let standing = row.standing.as_ref();
                    standing.map(|it| (it.lesson_number, it.step_number[0]))
                };
                last_if_none(place(one), place(other))
            }
            Self::Points => {
                let points = |row: &StudentRow| row.standing.as_ref().map(|it| it.points[0]);
                last_if_none(points(one), points(other))
            }
            Self::Quiet => {
                let quiet = |row: &StudentRow| match row.attendance {
                    Attendance::Here(quiet) => Some(Reverse(quiet)),
                    Attendance::Away | Attendance::Free => None,
                };
                last_if_none(quiet(one), quiet(other))
            }
        }
    }
}

fn last_if_none<T: Ord>(one: Option<T>, other: Option<T>) -> Ordering {
    (one.is_none(), one).cmp(&(other.is_none(), other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_never_overlap_and_end_where_the_screen_does() {
        for width in 40..=200 {
            let columns = columns(width);
            for pair in columns.windows(2) {
                assert!(pair[0].cells[1] <= pair[1].cells[0], "{width}: {pair:?}");
            }
            let end = columns.last().map(|it| it.cells[1]).expect("some");
            assert!(end == width || width > 134, "{width}: {end}");
        }
    }
}

#[cfg(test)]
mod sorting_tests {
    use rstest::rstest;

    use super::super::tests::samples::class_of_28;
    use super::*;

    #[test]
    fn the_sort_orders_cycle() {
        let mut sorting = Sorting::default();
        let gone_through: Vec<_> = std::iter::repeat_with(|| {
            sorting = sorting.next();
            sorting
        })
        .take(Sorting::ALL.len())
        .collect();
        assert_eq!(gone_through.last(), Some(&Sorting::default()));
        assert!(Sorting::ALL.iter().all(|it| gone_through.contains(it)));
    }

    #[rstest]
    #[case(Sorting::Stuck, ["ben", "fay", "raj", "anna"])]
    #[case(Sorting::Name, ["anna", "ben", "cleo", "dora"])]
    #[case(Sorting::Lesson, ["otto", "gus", "lena", "ben"])]
    #[case(Sorting::Points, ["otto", "gus", "fay", "lena"])]
    #[case(Sorting::Quiet, ["ben", "lena", "pia", "ines"])]
    fn rows_are_sorted_as_asked(#[case] sorting: Sorting, #[case] first: [&str; 4]) {
        let mut rows = class_of_28().rows;
        rows.retain(|row| row.student.as_str() < "r" || row.is_stuck);
        sorting.sort(&mut rows);
        let names: Vec<_> = rows.iter().take(4).map(|row| row.student.as_str()).collect();
        assert_eq!(names, first);
        if sorting != Sorting::Stuck && sorting != Sorting::Name {
            assert_eq!(rows.last().map(|row| row.student.as_str()), Some("dora"), "away");
        }
    }
}
