//! The board of a class: who is here, how far everyone is, who is stuck, and what most have
//! missed.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `row` `missed` | a student; a question that many have missed |
//! | `sorting` | the orders that rows can be in |
//! | `about` | a sentence on one student |
//! | `spans` | how long something is, in a few characters |
//! | `columns` `draw` | the picture |
//! | `keys` `prompt` | what a key does; a line that is typed |
//! | `text` | the same without a screen |
//!
//! Nothing in here waits, asks, or changes a class: a [`Board`] is what there is to see, and
//! [`Board::press`] says what the teacher wishes.

mod about;
mod columns;
mod draw;
mod keys;
mod missed;
mod prompt;
mod row;
#[cfg(test)]
pub(crate) mod samples;
mod sorting;
mod spans;
mod text;

use std::sync::Arc;

use jiff::Timestamp;

pub use draw::draw;
pub use keys::Wish;
pub use missed::{Missed, missed_most};
pub use prompt::SayPrompt;
pub use row::{Attendance, StudentRow, is_stuck};
pub use sorting::Sorting;
pub use spans::{age, due_at, due_in};
pub use text::{ndjson, table};

use crate::class::Class;
use crate::live::Hearing;
use crate::user::UserId;
use prompt::Prompt;

/// A class as it is at one moment.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Which moment.
    pub now: Timestamp,
    /// The record of the class.
    pub class: Arc<Class>,
    /// The students.
    pub rows: Vec<StudentRow>,
    /// The questions that were missed, the worst first.
    pub missed: Vec<Missed>,
    /// Whether that is all of it.
    pub heard: Heard,
}

/// How many of the machines that a class is spread over are heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard {
    /// So many, this one among them.
    pub machines: u32,
    /// Of so many.
    pub of: u32,
    /// Whether the bus does not answer.
    pub is_bus_away: bool,
}

impl Heard {
    /// This machine, of so many.
    #[must_use]
    pub fn new(hearing: Hearing, of: u32) -> Self {
        let machines = match hearing {
            Hearing::NoBus | Hearing::Away => 1,
            Hearing::Others(others) => others.saturating_add(1),
        };
        Self { machines, of: of.max(machines), is_bus_away: hearing == Hearing::Away }
    }

    /// What the board does not know: `1 of 2 nodes`.
    #[must_use]
    pub fn told(self) -> Option<String> {
        let nodes = format!("{} of {} nodes", self.machines, self.of);
        match (self.is_bus_away, self.machines < self.of) {
            (true, true) => Some(format!("bus away: {nodes}")),
            (true, false) => Some("bus away".to_owned()),
            (false, true) => Some(nodes),
            (false, false) => None,
        }
    }
}

/// The board, as a teacher has it before them.
#[derive(Clone, Debug)]
pub struct Board {
    /// The class, with the rows in order.
    moment: Moment,
    sorting: Sorting,
    /// Only rows with this are shown, in small letters.
    found: String,
    /// The student that is chosen: they stay so where rows move.
    cursor: Option<UserId>,
    focus: Focus,
    /// What is told in the last row, until the next key.
    told: Option<String>,
}

/// What keys go to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Focus {
    /// The rows.
    Rows,
    /// A line that is typed.
    Typing(Prompt),
    /// What the keys do is told.
    Help,
}

impl Moment {
    /// How many students are here.
    #[must_use]
    pub fn here(&self) -> usize {
        self.rows.iter().filter(|row| row.is_here()).count()
    }

    /// How many are stuck.
    #[must_use]
    pub fn stuck(&self) -> usize {
        self.rows.iter().filter(|row| row.is_stuck).count()
    }
}

impl Board {
    /// The board of a class, with its first row chosen.
    #[must_use]
    pub fn new(moment: Moment) -> Self {
        let mut board = Self {
            moment,
            sorting: Sorting::default(),
            found: String::new(),
            cursor: None,
            focus: Focus::Rows,
            told: None,
        };
        board.sort();
        board.choose(0);
        board
    }

    /// The class is like this now. Who is chosen stays so.
    pub fn show(&mut self, moment: Moment) {
        let at = self.chosen_at();
        self.moment = moment;
        self.sort();
        if self.chosen().is_none() {
            self.choose(at.unwrap_or_default());
        }
    }

    /// Tells something in the last row, until the next key.
    pub fn tell(&mut self, said: &str) {
        self.told = Some(said.to_owned());
    }

    /// What was told is not so any more, if it still stands there.
    pub fn forget(&mut self, said: &str) {
        self.told.take_if(|told| told == said);
    }

    /// The moment that is shown, with the rows in order.
    #[must_use]
    pub const fn moment(&self) -> &Moment {
        &self.moment
    }

    /// The rows that are shown.
    fn shown(&self) -> Vec<&StudentRow> {
        self.moment.rows.iter().filter(|row| row.has(&self.found)).collect()
    }

    /// The student that is chosen.
    #[must_use]
    pub fn chosen(&self) -> Option<&StudentRow> {
        let cursor = self.cursor.as_ref()?;
        self.shown().into_iter().find(|row| row.student == *cursor)
    }

    /// The student after the one who is named, in the order of the rows, of those who are here;
    /// after the last comes the first.
    #[must_use]
    pub fn next_here(&self, student: &UserId) -> Option<UserId> {
        let rows = self.shown();
        let at = rows.iter().position(|row| row.student == *student);
        let (before, after) = rows.split_at(at.map_or(0, |at| at + 1));
        let next = after.iter().chain(before).find(|row| row.is_here())?;
        Some(next.student.clone())
    }

    /// Chooses a student.
    pub fn choose_student(&mut self, student: &UserId) {
        self.cursor = Some(student.clone());
    }

    fn chosen_at(&self) -> Option<usize> {
        let cursor = self.cursor.as_ref()?;
        self.shown().iter().position(|row| row.student == *cursor)
    }

    /// Chooses the row at this place, or the last.
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
mod tests {
    use super::samples::{class_of_28, here};
    use super::*;

    fn name(student: &str) -> UserId {
        student.parse().expect("a name")
    }

    #[test]
    fn it_is_told_which_machines_are_not_heard() {
        for (hearing, of, told) in [
            (Hearing::NoBus, 1, None),
            (Hearing::NoBus, 2, Some("1 of 2 nodes")),
            (Hearing::Away, 1, Some("bus away")),
            (Hearing::Away, 3, Some("bus away: 1 of 3 nodes")),
            (Hearing::Others(0), 2, Some("1 of 2 nodes")),
            (Hearing::Others(1), 2, None),
            (Hearing::Others(1), 1, None),
        ] {
            assert_eq!(Heard::new(hearing, of).told().as_deref(), told, "{hearing:?} of {of}");
        }
    }

    #[test]
    fn the_chosen_student_stays_chosen_where_rows_move() {
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
    fn where_the_chosen_student_goes_the_next_one_is_chosen() {
        let mut board = Board::new(class_of_28());
        let mut later = class_of_28();
        later.rows.retain(|row| row.student.as_str() != "ben");
        board.show(later);
        assert_eq!(board.chosen().map(|row| row.student.as_str()), Some("fay"));
        board.show(Moment { rows: Vec::new(), ..class_of_28() });
        assert_eq!(board.chosen(), None);
    }

    #[test]
    fn the_next_student_to_watch_is_one_who_is_here_and_comes_round() {
        let board = Board::new(class_of_28());
        assert_eq!(board.next_here(&name("cleo")), Some(name("emil")), "dora is away");
        let last = board.shown().iter().rev().find(|row| row.is_here()).map(|row| &row.student);
        assert_eq!(board.next_here(last.expect("some are here")), Some(name("ben")));
        let alone = Moment { rows: vec![here("anna")], ..class_of_28() };
        assert_eq!(Board::new(alone).next_here(&name("anna")), Some(name("anna")));
    }
}
