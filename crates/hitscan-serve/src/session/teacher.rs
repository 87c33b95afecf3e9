//! The session of a teacher. On a screen: the board, a student's screen, or a sandbox that the
//! class follows. Without one: commands and their results.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `orders` | commands that change a class or deliver its work |
//! | `moments` | snapshots of the class |
//! | `screens` | switching between the board and students' screens; the teacher's own sandbox, alone or followed by the class |
//!
//! This file calls `screens` for a terminal and `orders` for a command; both ask `moments` for what
//! they show.

mod moments;
mod orders;
mod screens;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::net::IpAddr;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use hitscan::seat::RemoteTerminal;

use super::{Face, Job, Seats};
use crate::audit::{AuditEntry, Deed, Detail};
use crate::class::Class;
use crate::farewell::Farewell;
use crate::live::{Here, Presence, Room, SessionHandle, Visitor};
use crate::place::UserId;
use crate::store::StoreError;
use crate::teaching::Teaching;
use crate::user_commands::Role;

/// A teacher in a class.
pub(super) struct Teacher<'s> {
    seats: &'s Seats,
    user: &'s UserId,
    /// The record of the class when the session began.
    class: &'s Class,
    room: Arc<Room>,
    presence: Arc<Presence>,
    handle: Arc<SessionHandle>,
    address: IpAddr,
}

/// Runs the session of a teacher.
pub(super) fn run(
    seats: &Seats,
    class: Option<&Class>,
    user: &UserId,
    job: Job,
) -> Result<(), Farewell> {
    let Job { request, face, handle, address, .. } = job;
    let Some(class) = class else { return Err(which_class(seats, user)?) };
    let visitor =
        Visitor { class: Some(class.id.clone()), user: user.clone(), role: Role::Teacher };
    let presence = Arc::new(seats.live.enter(visitor, &handle)?);
    let room = seats.live.room(class, &*seats.store);
    let teacher = Teacher { seats, user, class, room, presence, handle, address };
    let ended = match face {
        Face::Screen(screen, look) => teacher.shows(request, &screen, look),
        Face::Lines(input, mut out) => {
            let done = teacher.obeys(&request, input, &mut out);
            done.map(|answer| {
                // The client may have hung up.
                let _ = out.write_all(answer.as_bytes());
            })
        }
    };
    ended.and_then(|()| teacher.handle.why().map_or(Ok(()), Err))
}

/// The message for a teacher who named no class and has not just one.
fn which_class(seats: &Seats, user: &UserId) -> Result<Farewell, Farewell> {
    let classes = seats.store.classes()?;
    let classes: Vec<_> = classes.into_iter().map(|class| class.id).collect();
    Ok(match classes.as_slice() {
        [] => Farewell::NoClass,
        _ => Farewell::WhichClass { classes, user: user.clone() },
    })
}

impl Teacher<'_> {
    /// The operations on the class, on behalf of this teacher.
    fn teaching(&self) -> Teaching<'_> {
        let by = Some((self.user, self.address));
        Teaching { store: &*self.seats.store, class: &self.class.id, by }
    }

    /// The students who are here or at another machine. The progress of the latter is in the room.
    fn students_here(&self) -> impl Iterator<Item = Here> {
        let here = self.seats.live.here(Some(&self.class.id));
        let students = here.into_iter().filter(Here::is_student);
        students.map(|here| {
            let standing = if here.is_elsewhere {
                self.room.standing(&here.visitor.user).flatten()
            } else {
                here.standing
            };
            Here { standing, ..here }
        })
    }

    /// The students in the lessons, which write to their work.
    fn at_work(&self) -> BTreeSet<UserId> {
        let in_lessons = self.students_here().filter(|here| here.is_in_lessons);
        in_lessons.map(|here| here.visitor.user).collect()
    }

    /// The session of a student, if they are here.
    fn student_here(&self, student: &UserId) -> Option<Here> {
        self.students_here().find(|here| here.visitor.user == *student)
    }

    /// The session of a student; an error if they are not here.
    fn found(&self, student: &UserId) -> Result<Here, Farewell> {
        let here = self.student_here(student);
        here.ok_or_else(|| Farewell::Refused(format!("{student} is not here")))
    }

    /// The terminal, for what is shown next.
    fn terminal(&self, screen: &OwnedFd) -> Result<RemoteTerminal, Farewell> {
        self.handle.terminal(screen).map_err(|_| Farewell::ServerFull)
    }

    /// Writes an audit entry.
    fn notes(&self, deed: Deed, detail: Option<Detail>) -> Result<(), StoreError> {
        let entry = AuditEntry::now(deed).in_class(&self.class.id).by(self.user).from(self.address);
        let entry = match detail {
            Some(detail) => entry.with(detail),
            None => entry,
        };
        self.seats.store.note(&entry)
    }
}
