//! Commands of a student that need no screen.

use std::fmt;
use std::io::{Read as _, Write as _};
use std::sync::Arc;

use hitscan::seat::{DeskFault, LineSink, Urgency};
use hitscan_core::lab::{Learning, Lesson, LessonState};
use hitscan_core::scene::printable;

use super::{AtPlace, Outlet};
use crate::audit::{AuditEntry, Deed};
use crate::farewell::Farewell;
use crate::inbox::Inbox;
use crate::key::{LoginKey, MOST_KEY_BYTES, NOT_A_KEY};
use crate::live::SessionHandle;
use crate::trouble::Trouble;
use crate::user_commands::{Request, Role, help};

/// The most bytes of an uploaded scene.
const MOST_SCENE_BYTES: usize = 1 << 20;

/// Runs a command and writes its result.
pub(super) fn run(
    student: &AtPlace<'_>,
    asked: &Request,
    input: Inbox,
    mut out: Outlet,
) -> Result<(), Farewell> {
    let answer = match asked {
        Request::Help => help(Role::Student).into_bytes(),
        Request::Points => student.points()?.into_bytes(),
        Request::Hits => student.hits()?,
        Request::Key => student.adds_key(input)?.into_bytes(),
        Request::File(name) => student.reads_scene(name)?.into_bytes(),
        Request::Put(name) => student.puts_scene(name, input)?.into_bytes(),
        // The other requests need a screen or are for teachers.
        _ => return Err(Farewell::Broken),
    };
    // The client may have hung up.
    let _ = out.write_all(&answer);
    Ok(())
}

impl AtPlace<'_> {
    /// The points in each lesson, one line each.
    fn points(&self) -> Result<String, Farewell> {
        let room = self.seats.live.room(self.class, &*self.seats.store);
        let opened = self.opens_with(&room, Box::new(Copied(self.hits()?)), None)?;
        let due = self.due().map(|due| format!("{due}\n"));
        Ok(points_of(&opened.course.0) + &due.unwrap_or_default())
    }

    /// The student's submission.
    fn hits(&self) -> Result<Vec<u8>, Farewell> {
        let (class, student) = (&self.class.id, &self.place.student);
        Ok(self.seats.store.read_work(class, student)?)
    }

    /// Adds a key to the place.
    fn adds_key(&self, input: Inbox) -> Result<String, Farewell> {
        let line = told(input, MOST_KEY_BYTES).ok_or_else(|| refused(NOT_A_KEY))?;
        let key: LoginKey = line.parse().map_err(|why| refused(&why))?;
        let (class, student) = (&self.class.id, &self.place.student);
        self.seats.store.add_key(class, student, &key)?;
        self.seats
            .store
            .note(&AuditEntry::now(Deed::Key).in_class(class).by(student).from(self.address))?;
        Ok(format!("this key logs you in from now on: {}\n", key.fingerprint()))
    }

    /// Reads a scene from the desk.
    fn reads_scene(&self, name: &str) -> Result<String, Farewell> {
        let scene = self.scenes()?.read(name).map_err(|why| about(name, &why))?;
        scene.ok_or_else(|| about(name, "there is no such scene"))
    }

    /// Writes a scene to the desk, replacing one of the same name.
    fn puts_scene(&self, name: &str, input: Inbox) -> Result<String, Farewell> {
        let scenes = self.scenes()?;
        let before = scenes.read(name).map_err(|why| about(name, &why))?;
        let text = told(input, MOST_SCENE_BYTES);
        let text = text.ok_or_else(|| about(name, "a scene is text in UTF-8, 1 MiB at most"))?;
        scenes.write(name, &text, before.as_deref()).map_err(|why| about(name, &why))?;
        Ok(format!("{name} is on your desk: ssh -t HOST sandbox {name}\n"))
    }
}

/// `inside  12 of 14 points, done` for each lesson, and the total.
fn points_of(learning: &Learning) -> String {
    let (progress, pack) = (&learning.progress, learning.pack());
    let width = pack.lessons.iter().map(|lesson| lesson.id.len()).max().unwrap_or_default();
    let line = |lesson: &Arc<Lesson>| {
        let state = match progress.state(lesson) {
            LessonState::New => "",
            LessonState::Begun => ", begun",
            LessonState::Done => ", done",
        };
        let (points, most) = (progress.points(lesson), lesson.points());
        format!("{:width$}  {points} of {most} points{state}\n", lesson.id)
    };
    let lines: String = pack.lessons.iter().map(line).collect();
    format!("{lines}{}\n", learning.summary())
}

/// A read-only copy of work: what is appended is discarded.
#[derive(Debug)]
pub(super) struct Copied(pub(super) Vec<u8>);

impl LineSink for Copied {
    fn held(&mut self) -> Result<Vec<u8>, DeskFault> {
        Ok(self.0.clone())
    }

    fn append(&mut self, _: &str, _: Urgency) -> Result<(), DeskFault> {
        Ok(())
    }

    fn truncate(&mut self, _: u64) -> Result<(), DeskFault> {
        Ok(())
    }
}

/// Reads text of at most this many bytes from standard input.
fn told(input: Inbox, most: usize) -> Option<String> {
    let mut text = String::new();
    let limit = u64::try_from(most).ok()? + 1;
    let read = input.take(limit).read_to_string(&mut text);
    (read.is_ok() && text.len() <= most).then_some(text)
}

/// A fault of a scene.
fn about(name: &str, why: &(impl fmt::Display + ?Sized)) -> Farewell {
    refused(&format_args!("{}: {why}", printable(name)))
}

fn refused(why: &(impl fmt::Display + ?Sized)) -> Farewell {
    Farewell::Refused(why.to_string())
}

/// The work of a session, which ends when another writer gets in first.
#[derive(Debug)]
pub(super) struct SoleWriter {
    work: Box<dyn LineSink>,
    session: Arc<SessionHandle>,
    /// The student, for reports of failed writes to the system log.
    whose: String,
    trouble: Arc<Trouble>,
}

impl SoleWriter {
    /// Wraps the work of a session.
    pub(super) fn of(
        work: Box<dyn LineSink>,
        session: &Arc<SessionHandle>,
        whose: String,
        trouble: &Arc<Trouble>,
    ) -> Box<dyn LineSink> {
        let (session, trouble) = (Arc::clone(session), Arc::clone(trouble));
        Box::new(Self { work, session, whose, trouble })
    }

    fn looked_at<T>(&self, done: Result<T, DeskFault>) -> Result<T, DeskFault> {
        if matches!(done, Err(DeskFault::Conflict)) {
            self.session.end(Farewell::ElsewhereNow);
        }
        if let Err(why @ (DeskFault::Full | DeskFault::Refused(_))) = &done {
            self.trouble.say(format_args!("{}: not kept: {why}", self.whose));
        }
        done
    }
}

impl LineSink for SoleWriter {
    fn held(&mut self) -> Result<Vec<u8>, DeskFault> {
        self.work.held()
    }

    fn append(&mut self, lines: &str, urgency: Urgency) -> Result<(), DeskFault> {
        let appended = self.work.append(lines, urgency);
        self.looked_at(appended)
    }

    fn truncate(&mut self, bytes: u64) -> Result<(), DeskFault> {
        let cut = self.work.truncate(bytes);
        self.looked_at(cut)
    }
}
