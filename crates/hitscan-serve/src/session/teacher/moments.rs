//! Snapshots of the class: from the sessions, and from the work of students who are away.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hitscan::seat;
use hitscan_core::lab::Course;
use jiff::Timestamp;

use super::super::files::Copied;
use super::Teacher;
use crate::board::{self, Attendance, Moment, StudentRow, missed_most};
use crate::farewell::Farewell;
use crate::live::{Effort, Here, Standing};
use crate::place::{Place, UserId};
use crate::reached::{KnownSteps, is_late, late};
use crate::store::StoreError;

/// The most time spent reading work of students whose progress is already known, for their answers.
const TIME_FOR_KNOWN: Duration = Duration::from_secs(1);

impl Teacher<'_> {
    /// A snapshot of the class. First reads the work of students with unknown progress: all of it,
    /// or for at most this long. The second result tells whether there is more to read.
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
        let is_over = is_late(now, self.room.class().due);
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
        let unheard = self.unheard()?;
        let moment = Moment { now, class: self.room.class(), rows, missed, unheard };
        Ok((moment, rest.peek().is_some()))
    }

    /// Which machines of the class cannot be heard, if any.
    pub(super) fn unheard(&self) -> Result<Option<String>, StoreError> {
        Ok(board::unheard(self.seats.live.bus().hearing(), self.seats.store.machines()?))
    }

    /// How many of a student's steps earned points after the due time.
    fn late_steps_of(&self, place: &Place) -> usize {
        let earned = self.seats.store.earned(&self.class.id, &place.student);
        // Grading reports what cannot be read.
        earned.map_or(0, |earned| late(&earned, self.room.class().due).len())
    }

    /// Looks up the stored progress of students whose work was not read yet, if there is any; only
    /// once.
    fn looks_up_steps(&self) {
        if !self.room.is_to_be_looked_up() {
            return;
        }
        // If this fails, the work is read instead.
        let Ok(all) = self.seats.store.steps(&self.class.id) else { return };
        let Ok(course) = self.course() else { return };
        for (student, kept) in all {
            if let Some(standing) = Standing::of_steps(&kept, &course.pack) {
                self.room.keep_for_now(&student, standing);
            }
        }
    }

    /// The places whose work must be read, students with unknown progress first.
    fn to_be_read<'p>(&self, places: &'p [Place]) -> Vec<&'p Place> {
        let is_old = |place: &&Place| self.room.is_to_be_read(&place.student);
        let mut places: Vec<_> = places.iter().filter(is_old).collect();
        places.sort_by_key(|place| self.room.standing(&place.student).is_some());
        places
    }

    fn course(&self) -> Result<Arc<Course>, Farewell> {
        self.room.course(&*self.seats.store)
    }

    /// Reads a student's progress. Work that cannot be read counts as not started; grading says
    /// why.
    fn reads_work_of(&self, place: &Place) {
        self.room.begins_to_read(&place.student);
        let standing = self.standing_in_work(place).ok().flatten();
        self.room.keep_read(&place.student, standing);
    }

    /// A student's progress, from the work alone.
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
        // Store the result again, in case the writer failed before it did.
        let note = KnownSteps::default().note(learning, Some(work.len()));
        self.seats.store.note_steps(&self.class.id, &place.student, note);
        let standing = Standing::of(learning, None);
        Ok(Some(Standing { effort: Effort::in_file(&work, learning), ..standing }))
    }
}
