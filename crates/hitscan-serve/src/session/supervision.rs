//! Supervision of a student's screen: the rules of the class, and reports of progress.

use std::cell::RefCell;
use std::sync::Arc;

use hitscan::seat::ratatui::buffer::Buffer;
use hitscan::seat::{Permits, Proposed, Supervision};
use hitscan_core::lab::{Learning, Lesson};
use jiff::Timestamp;

use crate::live::{Presence, Room, Standing};
use crate::place::UserId;
use crate::reached::{Earned, KnownSteps};
use crate::store::Store;

/// Supervises one screen for a class.
pub(super) struct ClassEye {
    room: Arc<Room>,
    presence: Arc<Presence>,
    standing: RefCell<Option<Standing>>,
    steps: RefCell<KnownSteps>,
    store: Arc<dyn Store>,
    student: UserId,
}

impl ClassEye {
    pub(super) fn new(
        store: &Arc<dyn Store>,
        student: &UserId,
        room: Arc<Room>,
        presence: Arc<Presence>,
    ) -> Self {
        let (store, student) = (Arc::clone(store), student.clone());
        let (standing, steps) = (RefCell::default(), RefCell::default());
        Self { room, presence, standing, steps, store, student }
    }

    /// Records the student's progress.
    pub(super) fn sees(&self, learning: &Learning) {
        let mut before = self.standing.borrow_mut();
        let standing = Standing::of(learning, before.as_ref());
        if before.as_ref().is_some_and(|before| standing.points[0] > before.points[0]) {
            self.notes_points(learning);
        }
        let note = self.steps.borrow_mut().note(learning, None);
        self.store.note_steps(&self.room.class().id, &self.student, note);
        self.presence.stands(standing.clone());
        *before = Some(standing);
    }

    /// Records the time at which the current step earned points, which the work itself does not
    /// contain.
    fn notes_points(&self, learning: &Learning) {
        let step = format!("{}/{}", learning.lesson().id, learning.step().id);
        let earned = Earned { at: Timestamp::now(), step };
        let id = &self.room.class().id;
        if let Err(why) = self.store.note_earned(id, &self.student, &earned) {
            eprintln!(
                "{id}/{}: could not record when {} earned points: {why}",
                self.student, earned.step
            );
        }
    }
}

impl Permits for ClassEye {
    fn refuses(&self, _: Proposed<'_>) -> Option<String> {
        self.room.refuses_changes()
    }

    fn closes(&self, lesson: &Lesson) -> Option<String> {
        self.room.closes(&lesson.id)
    }
}

impl Supervision for ClassEye {
    fn kept(&self, learning: &Learning) {
        self.sees(learning);
    }

    fn drew(&self, picture: &Buffer) {
        self.presence.drew(picture);
    }
}
