//! A teacher's own sandbox, alone or followed by the class.

use std::sync::Arc;

use hitscan::seat::ratatui::buffer::Buffer;
use hitscan::seat::{
    Desk, DeskFault, DeskFiles, LineSink, Look, Permits, Proposed, RemoteTerminal, Seat,
    Supervision,
};
use hitscan_core::lab::{Learning, Lesson};

use super::super::student::limits;
use super::super::{Ended, Screen};
use super::Teacher;
use crate::audit::Deed;
use crate::farewell::Farewell;
use crate::follow::ShownToAll;
use crate::live::Presence;

/// Permits everything, and publishes the screen to its watchers.
struct OwnScreen(Arc<Presence>);

impl Permits for OwnScreen {
    fn refuses(&self, _: Proposed<'_>) -> Option<String> {
        None
    }

    fn closes(&self, _: &Lesson) -> Option<String> {
        None
    }
}

impl Supervision for OwnScreen {
    fn kept(&self, _: &Learning) {}

    fn drew(&self, picture: &Buffer) {
        self.0.drew(picture);
    }
}

impl Teacher<'_> {
    /// Runs the sandbox.
    pub(super) fn plays(
        &self,
        scene: Option<&str>,
        (terminal, look): (RemoteTerminal, Look),
    ) -> Ended {
        let desk = Desk::Of(Arc::new(BareDesk));
        let seat = Seat::sandbox(scene, desk, look, &limits(&self.seats.limits));
        let seat = seat.map_err(Farewell::Refused)?;
        let ended = seat.run(terminal, Box::new(OwnScreen(Arc::clone(&self.presence))));
        match (ended.end, ended.kept) {
            (_, Err(lost)) => Err(Farewell::Refused(lost)),
            (Err(fault), Ok(())) => Err(Farewell::Refused(fault.to_string())),
            (Ok(_), Ok(())) => Ok(()),
        }
    }

    /// Runs the sandbox, shown to all students until the teacher leaves it.
    pub(super) fn is_followed(&self, screen: &Screen, look: Look) -> Ended {
        // Make the terminal before anyone watches the screen.
        let terminal = self.terminal(screen)?;
        let by = (self.user, self.presence.id());
        let shown = ShownToAll::begin(&self.seats.live, &self.class.id, by);
        let _shown = shown.map_err(|why| Farewell::Refused(why.to_string()))?;
        let _elsewhere = self.seats.live.shows_elsewhere(&self.class.id, by);
        self.notes(Deed::Follow, None)?;
        self.handle.say("all students see this sandbox; q stops showing it");
        self.plays(None, (terminal, look))
    }
}

/// An empty desk: a teacher has no place in a class, so there is nowhere to keep scenes.
#[derive(Debug)]
struct BareDesk;

impl DeskFiles for BareDesk {
    fn list(&self) -> Result<Vec<String>, DeskFault> {
        Ok(Vec::new())
    }

    fn read(&self, _: &str) -> Result<Option<String>, DeskFault> {
        Ok(None)
    }

    fn write(&self, _: &str, _: &str, _: Option<&str>) -> Result<(), DeskFault> {
        Err(DeskFault::Refused("teachers have no desk here; put scenes into a pack".to_owned()))
    }

    fn lines(&self, _: &str) -> Result<Box<dyn LineSink>, DeskFault> {
        Err(DeskFault::Refused("teachers hand in no work".to_owned()))
    }
}
