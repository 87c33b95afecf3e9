//! A teacher's commands that change the class or deliver its work.

use std::io::Write;

use hitscan_core::scene::printable;
use jiff::ZonedDateTime;

use super::Teacher;
use crate::audit::Deed;
use crate::board::{self, due_at};
use crate::class::{Class, ClassState};
use crate::farewell::Farewell;
use crate::inbox::Inbox;
use crate::live::Visitor;
use crate::place::UserId;
use crate::store::{Erase, StoreError};
use crate::teaching::{NotDone, collect, grade, reset};
use crate::user_commands::{BoardFormat, Request, Role, help};

/// The most characters of a message to the class.
const MOST_SAID: usize = 200;

impl From<NotDone> for Farewell {
    fn from(why: NotDone) -> Self {
        match why {
            // A teacher may know who has a place in the class.
            NotDone::Store(why @ StoreError::NoPlace { .. }) => Self::Refused(why.to_string()),
            NotDone::Store(why) => Self::Store(why),
            NotDone::Refused(why) => Self::Refused(why),
        }
    }
}

impl Teacher<'_> {
    /// Runs a command and returns its result; a long one goes to `out` directly.
    pub(super) fn obeys(
        &self,
        asked: &Request,
        input: Inbox,
        out: &mut impl Write,
    ) -> Result<String, Farewell> {
        let is_teacher = |user: &UserId| self.seats.teachers.contains_key(user);
        match asked {
            Request::Help => Ok(help(Role::Teacher)),
            Request::Board(format) => self.tells_board(format.unwrap_or_default()),
            Request::Roster => {
                let answer = self.teaching().set_roster(input, &is_teacher)?;
                self.changed(&self.room.class(), None);
                Ok(answer)
            }
            Request::Pack => {
                let answer = self.teaching().set_pack(input)?;
                self.changed(&self.teaching().record()?, None);
                Ok(answer)
            }
            Request::Collect => {
                let collected = collect(&self.teaching(), &self.at_work(), out);
                collected.map(|_| String::new()).map_err(Farewell::from)
            }
            Request::Grade(format) => {
                let (report, is_whole) = grade(&self.teaching(), &self.at_work(), *format)?;
                let unheard = self.unheard()?;
                if let (true, None) = (is_whole, &unheard) {
                    return Ok(report);
                }
                // The client may have hung up.
                let _ = out.write_all(report.as_bytes());
                if let (true, Some(heard)) = (is_whole, unheard) {
                    let said =
                        format!("{heard}: students may be at work on a node that is not heard");
                    return Err(Farewell::Beside(said));
                }
                Err(Farewell::Refused("some files were not read; the report says which".to_owned()))
            }
            asked => self.orders(asked).map(|answer| answer + "\n"),
        }
    }

    /// Runs a command that takes and returns no more than a line.
    pub(super) fn orders(&self, asked: &Request) -> Result<String, Farewell> {
        match asked {
            Request::Say(text) => self.says(text),
            Request::Pause => self.pauses(),
            Request::Go => self.lets_go_on(),
            Request::Lessons(lessons) => self.opens_lessons(lessons),
            Request::Due(due) => self.says_when_due(due),
            Request::CodeNew(None) => self.makes_code(),
            Request::CodeNew(Some(student)) => self.makes_own_code(student),
            Request::Reset { student, lesson, step } => {
                self.resets(student, lesson.as_deref(), step.as_deref())
            }
            Request::Free { student, erase } => self.frees(student, *erase),
            _ => Err(Farewell::Refused("not on the board; see ssh HOST help".to_owned())),
        }
    }

    /// Tells all screens of the class that its record changed.
    fn changed(&self, class: &Class, by: Option<&UserId>) {
        self.seats.live.changed(class, by, &*self.seats.store);
    }

    /// Sends a message to all students who are here.
    pub(super) fn says(&self, text: &str) -> Result<String, Farewell> {
        let text: String = printable(text.trim()).chars().take(MOST_SAID).collect();
        if text.is_empty() {
            return Err(Farewell::Refused("expected say TEXT".to_owned()));
        }
        self.seats.live.say(&self.class.id, self.user, &text);
        self.notes(Deed::Say, None)?;
        Ok(match self.students_here().count() {
            1 => "said to 1 student".to_owned(),
            students => format!("said to {students} students"),
        })
    }

    fn pauses(&self) -> Result<String, Farewell> {
        if self.room.class().state == ClassState::Closed {
            let why = format!("{} is closed; go opens it again", self.class.id);
            return Err(Farewell::Refused(why));
        }
        if self.room.is_paused() {
            return Ok("it is already paused; go, or p on the board, resumes it".to_owned());
        }
        self.changed(&self.teaching().set_state(ClassState::Paused)?, Some(self.user));
        self.tells_all(&format!("paused by {}", self.user));
        Ok(format!("{} is paused; go, or p on the board, resumes it", self.class.id))
    }

    fn lets_go_on(&self) -> Result<String, Farewell> {
        let before = self.room.class().state;
        self.changed(&self.teaching().set_state(ClassState::Open)?, Some(self.user));
        if before == ClassState::Paused {
            self.tells_all(&format!("{} resumed the class", self.user));
        }
        Ok(match before {
            ClassState::Open | ClassState::Paused => format!("{} has resumed", self.class.id),
            ClassState::Closed => format!("{} is open again", self.class.id),
        })
    }

    fn opens_lessons(&self, lessons: &[String]) -> Result<String, Farewell> {
        let asked: Vec<_> = lessons.iter().map(String::as_str).collect();
        let class = self.teaching().set_lessons(&asked)?;
        let answer = match &class.lessons {
            None => "all lessons are open".to_owned(),
            Some(open) => format!("open: {}", open.join(" ")),
        };
        self.changed(&class, None);
        Ok(answer)
    }

    fn says_when_due(&self, due: &str) -> Result<String, Farewell> {
        let now = ZonedDateTime::now();
        let class = self.teaching().set_due(due, &now)?;
        self.changed(&class, None);
        let Some(due) = class.due else { return Ok("no work is due".to_owned()) };
        let answer = due_at(due, &now);
        self.seats.live.say(&self.class.id, self.user, &format!("work is {answer}"));
        Ok(answer)
    }

    fn makes_own_code(&self, student: &UserId) -> Result<String, Farewell> {
        let code = self.teaching().new_own_code(student)?;
        Ok(format!("the code of {student} is {} now", code.shown()))
    }

    fn makes_code(&self) -> Result<String, Farewell> {
        let code = self.teaching().new_code()?;
        Ok(format!("the code of {} is {} now", self.class.id, code.shown()))
    }

    fn resets(
        &self,
        student: &UserId,
        lesson: Option<&str>,
        step: Option<&str>,
    ) -> Result<String, Farewell> {
        self.ends_screen_of(student)?;
        reset(&self.teaching(), student, lesson, step)?;
        self.forgets(student);
        let of = match (lesson, step) {
            (Some(lesson), Some(step)) => format!("{}/{}", printable(lesson), printable(step)),
            (Some(lesson), None) => printable(lesson),
            (None, _) => "everything".to_owned(),
        };
        Ok(format!("{student} starts {of} afresh; the old work is kept, renamed"))
    }

    fn frees(&self, student: &UserId, erase: Erase) -> Result<String, Farewell> {
        self.ends_screen_of(student)?;
        self.teaching().free(student, erase)?;
        self.forgets(student);
        let work = match erase {
            Erase::Nothing => "the old work is kept, renamed",
            Erase::Work => "the old work is erased",
        };
        Ok(format!("the place of {student} is free; {work}"))
    }

    /// Ends the student's session, if any, and waits until its files are closed.
    fn ends_screen_of(&self, student: &UserId) -> Result<(), Farewell> {
        let class = Some(self.class.id.clone());
        let visitor = Visitor { class, user: student.clone(), role: Role::Student };
        let left = self.seats.live.dismiss(&visitor, &Farewell::Removed);
        left.map_err(|_| Farewell::Refused(format!("{student} is still at a screen; try again")))
    }

    /// Marks the student's progress to be read again.
    fn forgets(&self, student: &UserId) {
        self.seats.live.work_changed(&self.class.id, student);
    }

    fn tells_all(&self, line: &str) {
        self.seats.live.tells_students(&self.class.id, line);
    }

    /// The board as text or JSON.
    fn tells_board(&self, format: BoardFormat) -> Result<String, Farewell> {
        let (moment, _) = self.moment(None)?;
        match format {
            BoardFormat::Text => Ok(board::table(&moment)),
            BoardFormat::Ndjson => {
                board::ndjson(&moment).map_err(|why| Farewell::Refused(why.to_string()))
            }
        }
    }
}
