//! The sort orders of the board.

use std::cmp::{Ordering, Reverse};

use super::row::{Attendance, StudentRow};

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
    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|&known| known == self).unwrap_or_default();
        Self::ALL[(at + 1) % Self::ALL.len()]
    }

    /// `sorted by points, the fewest first`
    #[must_use]
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
    use rstest::rstest;

    use super::super::samples::class_of_28;
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
