//! The class as it is now: from those who are here, and of the others from their work.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hitscan::seat;
use hitscan_core::lab::Course;
use jiff::Timestamp;

use super::super::files::Copied;
use super::Teacher;
use crate::board::{Attendance, Heard, Moment, StudentRow, missed_most};
use crate::earned::late;
use crate::farewell::Farewell;
use crate::live::{Effort, Here, Standing};
use crate::place::Place;
use crate::reached::{KnownSteps, NoteSource};
use crate::store::StoreError;
use crate::user::UserId;

/// For how long work is read of those of whom it is known how far they are: for what they answered.
const TIME_FOR_KNOWN: Duration = Duration::from_secs(1);

impl Teacher<'_> {
    /// The class now. How far those are who were not seen yet is read first: of all, or for so
    /// long at most. Whether there are more of them is the second result.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(super) fn moment(&self, time: Option<Duration>) -> Result<(Moment, bool), StoreError> {
        let places = self.seats.store.places(&self.class.id)?;
        self.looks_up_steps();
        let begun = Instant::now();
        let mut rest = self.to_be_read(&places).into_iter().peekable();
        while rest.peek().is_some_and(|place| {
            let is_known = self.room.standing(&place.student).is_some();
            let time = if is_known { time.or(Some(TIME_FOR_KNOWN)) } else { time };
            time.is_none_or(|time| begun.elapsed() < time)
        }) {
            rest.next().into_iter().for_each(|place| self.reads_work_of(place));
        }
        let now = Timestamp::now();
        let is_over = self.room.class().is_late(now);
        let here: BTreeMap<UserId, Here> =
            self.students_here().map(|here| (here.visitor.user.clone(), here)).collect();
        let row = |place: &Place| {
            let here = here.get(&place.student);
            let attendance = match (here, place.is_taken()) {
                (Some(here), _) => Attendance::Here(here.quiet),
                (None, true) => Attendance::Away,
                (None, false) => Attendance::Free,
            };
            let live = here.and_then(|here| here.standing.clone());
            let standing = live.or_else(|| self.room.standing(&place.student).flatten());
            StudentRow::new(place.student.clone(), attendance, standing, now)
                .with_late(if is_over { self.late_steps_of(place) } else { 0 })
        };
        let rows: Vec<_> = places.iter().map(row).collect();
        let standings = rows.iter().filter_map(|row| row.standing.as_ref());
        let missed = missed_most(standings.flat_map(|it| it.first_answers.iter()));
        let heard = self.heard()?;
        let moment = Moment { now, class: self.room.class(), rows, missed, heard };
        Ok((moment, rest.peek().is_some()))
    }

    /// What is heard of the class at all its machines.
    pub(super) fn heard(&self) -> Result<Heard, StoreError> {
        Ok(Heard::new(self.seats.live.bus().hearing(), self.seats.store.machines()?))
    }

    /// How many steps of a student got points after they were due.
    fn late_steps_of(&self, place: &Place) -> usize {
        let earned = self.seats.store.earned(&self.class.id, &place.student);
        // What cannot be read is told where it is needed.
        earned.map_or(0, |earned| late(&earned, self.room.class().due).len())
    }

    /// How far students are by what is kept of that beside their work, if anything is: once, for
    /// all whose work was not read yet.
    fn looks_up_steps(&self) {
        if !self.room.is_to_be_looked_up() {
            return;
        }
        // Where that is refused, the work tells it.
        let Ok(all) = self.seats.store.steps(&self.class.id) else { return };
        let Ok(course) = self.course() else { return };
        for (student, kept) in all {
            if let Some(standing) = Standing::of_steps(&kept, &course.pack) {
                self.room.keep_for_now(&student, standing);
            }
        }
    }

    /// The places of those whose work is to be read, first of those of whom nothing is known.
    fn to_be_read<'p>(&self, places: &'p [Place]) -> Vec<&'p Place> {
        let is_old = |place: &&Place| self.room.is_to_be_read(&place.student);
        let mut places: Vec<_> = places.iter().filter(is_old).collect();
        places.sort_by_key(|place| self.room.standing(&place.student).is_some());
        places
    }

    fn course(&self) -> Result<Arc<Course>, Farewell> {
        self.room.course(&*self.seats.store)
    }

    /// Reads how far a student is. Where that cannot be read, it is as if nothing was begun:
    /// grading says why.
    fn reads_work_of(&self, place: &Place) {
        self.room.begins_to_read(&place.student);
        let standing = self.standing_in_work(place).ok().flatten();
        self.room.keep_read(&place.student, standing);
    }

    /// How far a student is, by the work alone.
    fn standing_in_work(&self, place: &Place) -> Result<Option<Standing>, Farewell> {
        let work = self.seats.store.read_work(&self.class.id, &place.student)?;
        if work.is_empty() {
            return Ok(None);
        }
        let copied = Box::new(Copied(work.clone()));
        let (student, seed) = (place.student.as_str(), &place.seed);
        let opened = seat::open_course(self.course()?, student, seed, copied, None);
        let opened = opened.map_err(Farewell::Refused)?;
        let learning = &opened.course.0;
        // Whatever became of the one who wrote it: it is kept once more what it comes to.
        let note = KnownSteps::default().note(learning, NoteSource::Read(work.len()));
        self.seats.store.note_steps(&self.class.id, &place.student, note);
        let standing = Standing::of(learning, None);
        Ok(Some(Standing { effort: Effort::in_file(&work, learning), ..standing }))
    }
}
