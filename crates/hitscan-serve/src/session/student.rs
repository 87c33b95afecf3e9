//! The session of a student.

use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use jiff::ZonedDateTime;

use hitscan::seat::{self, Desk, DeskFiles, LineSink, Look, OpenedCourse, RemoteTerminal, Seat};

use super::files::SoleWriter;
use super::joining::Joining;
use super::supervision::ClassEye;
use super::{AtPlace, Face, Job, Joined, Outlet, Seats, files, joining};
use crate::board::due_at;
use crate::class::{Class, ClassState};
use crate::code::NewCode;
use crate::config::Limits;
use crate::farewell::Farewell;
use crate::inbox::Inbox;
use crate::live::{Presence, Room, Visitor};
use crate::place::Place;
use crate::store::StoreError;
use crate::user_commands::{Request, Role};

/// The time to wait for work that is still being closed, and the interval of checking.
const CLOSING_TIME: Duration = Duration::from_secs(2);
const CLOSING_LOOK: Duration = Duration::from_millis(20);

/// Runs the session of a student.
pub(super) fn run(
    seats: &Seats,
    class: &Class,
    place: &Place,
    joined: Option<&Joined>,
    job: Job,
) -> Result<(), Farewell> {
    let Job { request, face, handle, destination, address } = job;
    let is_new_by_key = matches!(joined, Some(Joined::ByKey));
    let student = AtPlace { seats, class, place, handle, address, is_new_by_key };
    match (request, face) {
        (request, Face::Screen(screen, look)) => {
            let own = joined.and_then(Joined::own_code);
            if let Some(own) = own
                && !student.joins(&screen, look, own, &destination)?
            {
                return Ok(());
            }
            match request {
                Request::Sandbox(scene) => student.plays(scene.as_deref(), &screen, look),
                Request::Learn(lesson) => student.learns(lesson.as_deref(), &screen, look),
                _ => Err(Farewell::Broken),
            }
        }
        (request, Face::Lines(input, mut output)) => {
            let Request::Lines(lesson) = request else {
                return files::run(&student, &request, input, output);
            };
            if let Some(own) = joined.and_then(Joined::own_code) {
                // The client may have hung up.
                let _ = writeln!(output, "{}", joining::in_a_line(own));
            }
            student.reads(lesson.as_deref(), input, output)
        }
    }
}

impl AtPlace<'_> {
    /// Shows the welcome screen with the student's own code. Returns whether they go on.
    fn joins(
        &self,
        screen: &OwnedFd,
        look: Look,
        code: &NewCode,
        destination: &str,
    ) -> Result<bool, Farewell> {
        // Register the student. If that fails, still show the code: they need it to log in again.
        let here = self.enters().ok();
        let room = self.seats.live.room(self.class, &*self.seats.store);
        // If the pack has faults, still show the code: it is shown only once.
        let course = room.course(&*self.seats.store).ok();
        let first = course.as_ref().and_then(|it| it.title(it.pack.lessons.first()?));
        let begins =
            first.map_or_else(|| "the lessons".to_owned(), |title| format!("lesson 1, {title}"));
        let joining = Joining {
            class: self.class,
            student: &self.place.student,
            code,
            destination,
            begins: &begins,
        };
        let next = joining.show(self.terminal(screen)?, look);
        drop(here);
        let goes_on = next.map_err(|why| Farewell::Refused(why.to_string()))?;
        match self.handle.why() {
            Some(why) if !goes_on => {
                Err(Farewell::WithCode { told: joining::in_a_line(code), why: Box::new(why) })
            }
            _ => Ok(goes_on),
        }
    }

    /// Runs the lessons on the screen.
    fn learns(&self, lesson: Option<&str>, screen: &OwnedFd, look: Look) -> Result<(), Farewell> {
        let (room, presence) = self.enters()?;
        let opened = self.opens(&room, lesson)?;
        let eye = self.eye(room, Arc::clone(&presence));
        eye.sees(&opened.course.0);
        let seat = Seat::learning(opened, self.desk()?, look, &limits(&self.seats.limits));
        self.sits(seat, screen, eye)
    }

    /// Runs the sandbox with the student's own scenes.
    fn plays(&self, scene: Option<&str>, screen: &OwnedFd, look: Look) -> Result<(), Farewell> {
        let (room, presence) = self.enters()?;
        let seat = Seat::sandbox(scene, self.desk()?, look, &limits(&self.seats.limits));
        let ended = self.sits(seat, screen, self.eye(room, Arc::clone(&presence)));
        // Unsaved changes are stored by now, so the next session can start.
        drop(presence);
        ended
    }

    fn sits(
        &self,
        seat: Result<Seat, String>,
        screen: &OwnedFd,
        eye: ClassEye,
    ) -> Result<(), Farewell> {
        let seat = seat.map_err(Farewell::Refused)?;
        let terminal = self.terminal(screen)?;
        if let Some(greeting) = self.greeting() {
            self.handle.say(&greeting);
        }
        let ended = seat.run(terminal, Box::new(eye));
        if let Some(Farewell::ElsewhereNow) = self.handle.why() {
            // Nothing is lost: the other session has everything that was shown.
            return Err(Farewell::ElsewhereNow);
        }
        match (ended.end, ended.kept) {
            (_, Err(lost)) => Err(Farewell::Refused(lost)),
            (Err(fault), Ok(())) => Err(Farewell::Refused(fault.to_string())),
            (Ok(_), Ok(())) => self.handle.why().map_or(Ok(()), Err),
        }
    }

    /// The first message: to a new student who saw no welcome screen, that everything is kept; to
    /// others, when work is due.
    fn greeting(&self) -> Option<String> {
        if self.is_new_by_key {
            return Some(joining::KEPT.to_owned());
        }
        self.due().map(|due| format!("work is {due}"))
    }

    /// `due in 41 min, at 10:30`, if work is due.
    pub(super) fn due(&self) -> Option<String> {
        let room = self.seats.live.room(self.class, &*self.seats.store);
        room.class().due.map(|due| due_at(due, &ZonedDateTime::now()))
    }

    /// Supervises the student's screen for the class.
    fn eye(&self, room: Arc<Room>, presence: Arc<Presence>) -> ClassEye {
        ClassEye::new(&self.seats.store, &self.place.student, room, presence)
    }

    /// The client's terminal, for what is shown next.
    fn terminal(&self, screen: &OwnedFd) -> Result<RemoteTerminal, Farewell> {
        self.handle.terminal(screen).map_err(|_| Farewell::ServerFull)
    }

    /// Runs the lessons line by line.
    fn reads(
        &self,
        lesson: Option<&str>,
        input: Inbox,
        mut output: Outlet,
    ) -> Result<(), Farewell> {
        let (room, presence) = self.enters()?;
        if let Some(greeting) = self.greeting() {
            // The client may have hung up.
            let _ = writeln!(output, "{greeting}");
        }
        let opened = self.opens(&room, lesson)?;
        let eye = self.eye(room, presence);
        eye.sees(&opened.course.0);
        let look =
            Look::of("lines", Some("C.UTF-8")).map_err(|why| Farewell::Refused(why.to_string()))?;
        let seat = Seat::learning(opened, self.desk()?, look, &limits(&self.seats.limits));
        let ended = seat.and_then(|seat| seat.run_lines(input, output, Box::new(eye)));
        match (self.handle.why(), ended) {
            (Some(why), _) => Err(why),
            (None, ended) => ended.map_err(Farewell::Refused),
        }
    }

    /// Registers the student, and ends their other session.
    fn enters(&self) -> Result<(Arc<Room>, Arc<Presence>), Farewell> {
        let visitor = Visitor {
            class: Some(self.class.id.clone()),
            user: self.place.student.clone(),
            role: Role::Student,
        };
        let presence = self.seats.live.enter(visitor, &self.handle)?;
        let room = self.seats.live.room(self.class, &*self.seats.store);
        // The class may have been closed between the login and now.
        if room.class().state == ClassState::Closed {
            return Err(Farewell::ClassClosed(self.class.id.clone()));
        }
        Ok((room, Arc::new(presence)))
    }

    /// Opens the lessons at the end of the student's work, as its only writer.
    fn opens(&self, room: &Room, lesson: Option<&str>) -> Result<OpenedCourse, Farewell> {
        let opened = self.opens_with(room, self.work()?, lesson);
        // If another session took over, say that instead.
        opened.map_err(|why| self.handle.why().unwrap_or(why))
    }

    /// Opens the work as its only writer. The previous writer may have closed it a moment ago, and
    /// the close may not have completed.
    fn work(&self) -> Result<Box<dyn LineSink>, Farewell> {
        let deadline = Instant::now() + CLOSING_TIME;
        loop {
            match self.seats.store.work(&self.class.id, &self.place.student) {
                Err(StoreError::Conflict) if Instant::now() < deadline => sleep(CLOSING_LOOK),
                Err(StoreError::Conflict) => return Err(Farewell::StillClosing),
                work => {
                    let whose = format!("{}/{}", self.class.id, self.place.student);
                    return Ok(SoleWriter::of(work?, &self.handle, whose, &self.seats.trouble));
                }
            }
        }
    }

    /// Opens the lessons at the end of this work.
    pub(super) fn opens_with(
        &self,
        room: &Room,
        work: Box<dyn LineSink>,
        lesson: Option<&str>,
    ) -> Result<OpenedCourse, Farewell> {
        let course = room.course(&*self.seats.store)?;
        let student = self.place.student.as_str();
        let opened = seat::open_course(course, student, &self.place.seed, work, lesson);
        opened.map_err(Farewell::Refused)
    }

    fn desk(&self) -> Result<Desk, Farewell> {
        Ok(Desk::Of(self.scenes()?))
    }

    /// The student's scenes.
    pub(super) fn scenes(&self) -> Result<Arc<dyn DeskFiles>, Farewell> {
        Ok(self.seats.store.desk(&self.class.id, &self.place.student)?)
    }
}

/// The limits of a screen.
pub(super) fn limits(of: &Limits) -> seat::Limits {
    seat::Limits {
        memory: of.session_memory,
        command_time: of.command_time,
        frames: u16::try_from(of.frames).unwrap_or(u16::MAX),
    }
}
