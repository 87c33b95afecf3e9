//! What a class asks of a student's screen, and is told of it.

use std::cell::RefCell;
use std::sync::Arc;

use hitscan::seat::ratatui::buffer::Buffer;
use hitscan::seat::{Permits, Proposed, Supervision};
use hitscan_core::lab::{Learning, Lesson};

use crate::live::{Presence, Room, Standing};

/// The eye of a class on one screen.
#[derive(Debug)]
pub(super) struct ClassEye {
    room: Arc<Room>,
    presence: Arc<Presence>,
    standing: RefCell<Option<Standing>>,
}

impl ClassEye {
    pub(super) const fn new(room: Arc<Room>, presence: Arc<Presence>) -> Self {
        Self { room, presence, standing: RefCell::new(None) }
    }

    /// The student is this far.
    pub(super) fn sees(&self, learning: &Learning) {
        let mut before = self.standing.borrow_mut();
        let standing = Standing::of(learning).after(before.as_ref());
        self.presence.stands(standing.clone());
        *before = Some(standing);
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
