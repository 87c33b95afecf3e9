//! The board of a class: who is here, how far everyone is, who is stuck, and which questions most
//! students missed.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `row` `missed` | a student, whether they are stuck, and a sentence about them; a question that many have missed |
//! | `columns` | the columns that fit a width, and the sort orders of the rows |
//! | `draw` | drawing the board |
//! | `keys` `prompt` | what a key does, and the help page; typing a line |
//! | `text` | the board as text and as JSON; durations and due times as short texts |
//! | `tests/samples` | a sample class, for tests |
//!
//! A key goes from here to `keys` and on to `prompt`; a frame to `draw`, which asks `columns` for its
//! cells. All read the rows of `row`, and word times by `text`.
//!
//! This module does no I/O and changes no class: a [`Board`] holds what there is to see, and
//! [`Board::press`] returns what the teacher asks for.

mod columns;
mod draw;
mod keys;
mod missed;
mod prompt;
mod row;
mod text;

use std::sync::Arc;

use jiff::Timestamp;

pub use columns::Sorting;
pub use draw::draw;
pub use keys::Wish;
pub use missed::{Missed, missed_most};
pub use prompt::{About, Prompt, Typed};
pub use row::{Attendance, StudentRow};
pub use text::{age, due_at, due_in, ndjson, table};

use crate::class::Class;
use crate::live::Hearing;
use crate::place::UserId;

/// A snapshot of a class.
#[derive(Clone, Debug)]
pub struct Moment {
    /// When it was taken.
    pub now: Timestamp,
    /// The record of the class.
    pub class: Arc<Class>,
    /// The students.
    pub rows: Vec<StudentRow>,
    /// The questions that were missed, the worst first.
    pub missed: Vec<Missed>,
    /// Which machines it does not cover, if any.
    pub unheard: Option<String>,
}

/// What the board cannot see of the `of` machines that share a class, such as `1 of 2 nodes`; none if
/// it sees everything.
pub fn unheard(hearing: Hearing, of: u32) -> Option<String> {
    let machines = match hearing {
        Hearing::NoBus | Hearing::Away => 1,
        Hearing::Others(others) => others.saturating_add(1),
    };
    let nodes = format!("{machines} of {of} nodes");
    match (hearing == Hearing::Away, machines < of) {
        (true, true) => Some(format!("bus away: {nodes}")),
        (true, false) => Some("bus away".to_owned()),
        (false, true) => Some(nodes),
        (false, false) => None,
    }
}

/// The state of a teacher's board.
#[derive(Clone, Debug)]
pub struct Board {
    /// The snapshot it shows, its rows sorted.
    pub moment: Moment,
    sorting: Sorting,
    /// The text to find, in lower case; only rows that contain it are shown.
    found: String,
    /// The selected student, who stays selected when rows move.
    cursor: Option<UserId>,
    focus: Focus,
    /// Columns and rows of the screen that it is drawn on.
    pub screen: [u16; 2],
    /// The message in the last row, shown until the next key.
    told: Option<String>,
}

/// The part of the board that gets the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Focus {
    /// The rows.
    Rows,
    /// A line being typed.
    Typing(Prompt),
    /// The help page, from this row on.
    Help(usize),
}

impl Moment {
    /// How many students are logged in.
    pub fn here(&self) -> usize {
        self.rows.iter().filter(|row| row.is_here()).count()
    }

    /// How many are stuck.
    pub fn stuck(&self) -> usize {
        self.rows.iter().filter(|row| row.is_stuck).count()
    }
}

impl Board {
    /// The board of a class, with its first row selected.
    pub fn new(moment: Moment) -> Self {
        let mut board = Self {
            moment,
            sorting: Sorting::default(),
            found: String::new(),
            cursor: None,
            focus: Focus::Rows,
            screen: [80, 24],
            told: None,
        };
        board.sort();
        board.choose(0);
        board
    }

    /// Shows a newer snapshot; the selected student stays selected.
    pub fn show(&mut self, moment: Moment) {
        let at = self.chosen_at();
        self.moment = moment;
        self.sort();
        if self.chosen().is_none() {
            self.choose(at.unwrap_or_default());
        }
    }

    /// Shows a message in the last row until the next key.
    pub fn tell(&mut self, said: &str) {
        self.told = Some(said.to_owned());
    }

    /// Removes this message from the last row, if it is still there.
    pub fn forget(&mut self, said: &str) {
        self.told.take_if(|told| told == said);
    }

    /// The rows that are shown.
    fn shown(&self) -> Vec<&StudentRow> {
        self.moment.rows.iter().filter(|row| row.has(&self.found)).collect()
    }

    /// The selected student.
    pub fn chosen(&self) -> Option<&StudentRow> {
        let cursor = self.cursor.as_ref()?;
        self.shown().into_iter().find(|row| row.student == *cursor)
    }

    /// The next student in row order who is here, after the named one; wraps round to the first.
    pub fn next_here(&self, student: &UserId) -> Option<UserId> {
        let rows = self.shown();
        let at = rows.iter().position(|row| row.student == *student);
        let (before, after) = rows.split_at(at.map_or(0, |at| at + 1));
        let next = after.iter().chain(before).find(|row| row.is_here())?;
        Some(next.student.clone())
    }

    /// Selects a student.
    pub fn choose_student(&mut self, student: &UserId) {
        self.cursor = Some(student.clone());
    }

    fn chosen_at(&self) -> Option<usize> {
        let cursor = self.cursor.as_ref()?;
        self.shown().iter().position(|row| row.student == *cursor)
    }

    /// Selects the row at this index, or the last row.
    fn choose(&mut self, at: usize) {
        let rows = self.shown();
        let row = rows.get(at).or(rows.last());
        self.cursor = row.map(|row| row.student.clone());
    }

    fn sort(&mut self) {
        self.sorting.sort(&mut self.moment.rows);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    pub(crate) mod samples;

    use super::*;
    use samples::{class_of_28, here};

    fn name(student: &str) -> UserId {
        student.parse().expect("a name")
    }

    #[test]
    fn the_title_says_which_machines_are_not_heard() {
        for (hearing, of, told) in [
            (Hearing::NoBus, 1, None),
            (Hearing::NoBus, 2, Some("1 of 2 nodes")),
            (Hearing::Away, 1, Some("bus away")),
            (Hearing::Away, 3, Some("bus away: 1 of 3 nodes")),
            (Hearing::Others(0), 2, Some("1 of 2 nodes")),
            (Hearing::Others(1), 2, None),
            (Hearing::Others(1), 1, None),
        ] {
            assert_eq!(unheard(hearing, of).as_deref(), told, "{hearing:?} of {of}");
        }
    }

    #[test]
    fn the_selected_student_stays_selected_when_rows_move() {
        let mut board = Board::new(class_of_28());
        assert_eq!(board.chosen().map(|row| row.student.as_str()), Some("ben"));
        board.choose_student(&name("anna"));
        let mut later = class_of_28();
        later.rows.iter_mut().filter(|row| row.student.as_str() > "m").for_each(|row| {
            row.is_stuck = true;
        });
        board.show(later);
        assert_eq!(board.chosen().map(|row| row.student.as_str()), Some("anna"));
    }

    #[test]
    fn the_next_student_is_selected_when_the_selected_one_goes() {
        let mut board = Board::new(class_of_28());
        let mut later = class_of_28();
        later.rows.retain(|row| row.student.as_str() != "ben");
        board.show(later);
        assert_eq!(board.chosen().map(|row| row.student.as_str()), Some("fay"));
        board.show(Moment { rows: Vec::new(), ..class_of_28() });
        assert_eq!(board.chosen(), None);
    }

    #[test]
    fn the_next_student_to_watch_is_here_and_the_order_wraps_round() {
        let board = Board::new(class_of_28());
        assert_eq!(board.next_here(&name("cleo")), Some(name("emil")), "dora is away");
        let last = board.shown().iter().rev().find(|row| row.is_here()).map(|row| &row.student);
        assert_eq!(board.next_here(last.expect("some are here")), Some(name("ben")));
        let alone = Moment { rows: vec![here("anna")], ..class_of_28() };
        assert_eq!(Board::new(alone).next_here(&name("anna")), Some(name("anna")));
    }
}
