//! The session of a teacher.

use std::io::Write as _;
use std::sync::Arc;

use hitscan::seat::{Desk, DeskFault, DeskFiles, LineSink, Seat, Unsupervised};

use super::student::limits;
use super::{Ended, Face, Job, Seats};
use crate::class::Class;
use crate::farewell::Farewell;
use crate::live::Visitor;
use crate::user::UserId;
use crate::words::{Request, Role, help};

/// Runs the session of a teacher, to its end.
pub(super) fn run(seats: &Seats, class: Option<&Class>, user: &UserId, job: Job) -> Ended {
    let Job { request, face, handle, .. } = job;
    match (request, face) {
        (Request::Sandbox(scene), Face::Screen(screen, look)) => {
            let class = class.map(|class| class.id.clone());
            let visitor = Visitor { class, user: user.clone(), role: Role::Teacher };
            let _presence = seats.live.enter(visitor, &handle)?;
            let desk = Desk::Of(Arc::new(BareDesk));
            let seat = Seat::sandbox(scene.as_deref(), desk, look, &limits(&seats.limits));
            let terminal = screen.terminal(&handle).map_err(|_| Farewell::ServerFull)?;
            let ended = seat.map_err(Farewell::Refused)?.run(terminal, Box::new(Unsupervised));
            ended.end.map_err(|fault| Farewell::Refused(fault.to_string()))?;
            handle.why().map_or(Ok(()), Err)
        }
        (_, Face::Lines(_, mut output)) => {
            // Whoever has gone wants no help.
            let _ = output.write_all(help(Role::Teacher).as_bytes());
            Ok(())
        }
        (_, Face::Screen(..)) => Err(Farewell::Broken),
    }
}

/// A desk with nothing on it: a teacher has no place in a class, and so nowhere to keep scenes.
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
