//! The session of a teacher: on a screen the board, a student's screen, or one's own that all
//! see; else words, and what comes of them.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `orders` | words that change a class, or hand its work out |
//! | `moments` | the class as it is now |
//! | `screens` | from the board to a student's screen, and back |
//! | `following` | a sandbox of one's own, for all to see or for oneself |

mod following;
mod moments;
mod orders;
mod screens;

use std::io::Write as _;
use std::net::IpAddr;
use std::sync::Arc;

use hitscan::seat::RemoteTerminal;

use super::{Ended, Face, Job, Screen, Seats};
use crate::audit::{AuditEntry, Deed, Detail};
use crate::class::Class;
use crate::farewell::Farewell;
use crate::live::{Here, Presence, Room, SessionHandle, Visitor};
use crate::store::StoreError;
use crate::teaching::{AtWork, Teaching};
use crate::user::UserId;
use crate::words::Role;
use screens::Screens;

/// A teacher in a class.
pub(super) struct Teacher<'s> {
    seats: &'s Seats,
    user: &'s UserId,
    /// The class as it was when the session began.
    class: &'s Class,
    room: Arc<Room>,
    presence: Arc<Presence>,
    handle: Arc<SessionHandle>,
    address: IpAddr,
}

/// Runs the session of a teacher, to its end.
pub(super) fn run(seats: &Seats, class: Option<&Class>, user: &UserId, job: Job) -> Ended {
    let Job { request, face, handle, address, .. } = job;
    let Some(class) = class else { return Err(which_class(seats, user)?) };
    let visitor =
        Visitor { class: Some(class.id.clone()), user: user.clone(), role: Role::Teacher };
    let presence = Arc::new(seats.live.enter(visitor, &handle)?);
    let room = seats.live.room(class, &*seats.store);
    let teacher = Teacher { seats, user, class, room, presence, handle, address };
    let ended = match face {
        Face::Screen(screen, look) => {
            Screens { teacher: &teacher, screen: &screen, look }.run(request)
        }
        Face::Lines(input, mut out) => {
            let done = teacher.obeys(&request, input, &mut out);
            done.map(|answer| {
                // Whoever has gone wants no answer.
                let _ = out.write_all(answer.as_bytes());
            })
        }
    };
    ended.and_then(|()| teacher.handle.why().map_or(Ok(()), Err))
}

/// What a teacher is told who has named no class, where there is not just one.
fn which_class(seats: &Seats, user: &UserId) -> Result<Farewell, Farewell> {
    let classes = seats.store.classes()?;
    let classes: Vec<_> = classes.into_iter().map(|class| class.id).collect();
    Ok(match classes.as_slice() {
        [] => Farewell::NoClass,
        _ => Farewell::WhichClass { classes, user: user.clone() },
    })
}

impl Teacher<'_> {
    /// What is done to the class goes through this.
    fn teaching(&self) -> Teaching<'_> {
        let by = Some((self.user, self.address));
        Teaching { store: &*self.seats.store, class: &self.class.id, by }
    }

    /// The students who are here, or at another machine. How far those are stands in the room.
    fn students_here(&self) -> impl Iterator<Item = Here> {
        let here = self.seats.live.here(Some(&self.class.id));
        let students = here.into_iter().filter(|here| here.visitor.role == Role::Student);
        students.map(|here| {
            let standing = if here.is_elsewhere {
                self.room.standing(&here.visitor.user).flatten()
            } else {
                here.standing
            };
            Here { standing, ..here }
        })
    }

    /// Those who are in the lessons, where work is written.
    fn at_work(&self) -> AtWork {
        let in_lessons = self.students_here().filter(|here| here.is_in_lessons);
        in_lessons.map(|here| here.visitor.user).collect()
    }

    /// The session of a student, if they are here.
    fn student_here(&self, student: &UserId) -> Option<Here> {
        self.students_here().find(|here| here.visitor.user == *student)
    }

    /// The session of a student, who has to be here.
    fn found(&self, student: &UserId) -> Result<Here, Farewell> {
        let here = self.student_here(student);
        here.ok_or_else(|| Farewell::Refused(format!("{student} is not here")))
    }

    /// The terminal, for what is shown there next.
    fn terminal(&self, screen: &Screen) -> Result<RemoteTerminal, Farewell> {
        screen.terminal(&self.handle).map_err(|_| Farewell::ServerFull)
    }

    /// Notes a deed.
    fn notes(&self, deed: Deed, detail: Option<Detail>) -> Result<(), StoreError> {
        let entry = AuditEntry::now(deed).in_class(&self.class.id).by(self.user).from(self.address);
        let entry = match detail {
            Some(detail) => entry.with(detail),
            None => entry,
        };
        self.seats.store.note(&entry)
    }
}
