//! Who is logged in: every session, how far each student is, and what a class is told.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `handle` | requests to a session: to end, to show a line or a picture |
//! | `room` | a class in memory: its record, its lessons |
//! | `standing` | how far a student is |
//! | `effort` | what a student tries, their first answers, and when the last key was pressed |
//! | `takeover` | a second login ends the first session of a student |
//! | `watching` | the picture of a screen, for watchers |
//! | `bus` `elsewhere` | messages to other machines; sessions there |
//!
//! Sessions call [`Live`], here; `takeover`, `watching` and `elsewhere` are parts of it. What it learns
//! it tells the `bus`; what other machines tell arrives in `elsewhere`. `standing` holds an `effort`.
//!
//! This is the state of the moment only. Everything permanent is in the [`store`](crate::store),
//! and this state can be rebuilt from it.

mod bus;
mod effort;
mod elsewhere;
mod handle;
mod room;
mod standing;
mod takeover;
mod watching;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use jiff::Timestamp;

pub use bus::{Bus, Hearing, Leave, Notice, OneMachine};
pub use effort::{Activity, Effort, FirstAnswer};
pub use elsewhere::{Machine, SeenElsewhere, ShownElsewhere};
pub use handle::{SessionHandle, Way};
pub use room::Room;
pub use standing::{Progress, Standing};
pub use watching::Watching;

use crate::class::{Class, ClassId, ClassState};
use crate::farewell::Farewell;
use crate::locked;
use crate::place::UserId;
use crate::store::Store;
use crate::user_commands::Role;
use watching::Watched;

/// The ID of a session, unique while the process runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionId(u64);

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// All sessions known to this process, and their classes.
pub struct Live {
    state: Mutex<State>,
    /// Notified when a session has left.
    left: Condvar,
    bus: Arc<dyn Bus>,
}

#[derive(Default)]
struct State {
    last: u64,
    sessions: BTreeMap<SessionId, Session>,
    rooms: BTreeMap<ClassId, Arc<Room>>,
    listeners: BTreeMap<u64, Listener>,
    /// When the next line of the journal is due. There is no timer: the line is written at the first
    /// change after that, so an idle class costs nothing.
    next_line: Option<Instant>,
}

struct Session {
    visitor: Visitor,
    /// The machine it is at, if not this one.
    machine: Option<Machine>,
    since: Timestamp,
    handle: Arc<SessionHandle>,
    standing: Option<Standing>,
    /// Whether another machine reported that the student is in the lessons.
    is_told_in_lessons: bool,
    watched: Watched,
}

/// The callback of a listener, and the class it listens to.
type Listener = (ClassId, Arc<dyn Fn() + Send + Sync>);

/// The user of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    /// The class; a teacher may be in none.
    pub class: Option<ClassId>,
    /// Their name.
    pub user: UserId,
    /// Student or teacher.
    pub role: Role,
}

/// A session as seen by others.
#[derive(Clone, Debug)]
pub struct Here {
    /// Its ID.
    pub session: SessionId,
    /// Its user.
    pub visitor: Visitor,
    /// When it began.
    pub since: Timestamp,
    /// The time since its last key.
    pub quiet: Duration,
    /// How far the student is; none in the sandbox.
    pub standing: Option<Standing>,
    /// Whether the student is in the lessons, which write to their work.
    pub is_in_lessons: bool,
    /// Whether it is at another machine; its handle then does nothing.
    pub is_elsewhere: bool,
    /// Its handle.
    pub handle: Arc<SessionHandle>,
}

impl Here {
    /// Whether it is a student's.
    pub fn is_student(&self) -> bool {
        self.visitor.role == Role::Student
    }
}

impl Live {
    /// Starts with no sessions.
    pub fn new(bus: Arc<dyn Bus>) -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), left: Condvar::new(), bus })
    }

    /// All sessions of a class, or of all classes, in order of login.
    pub fn here(&self, class: Option<&ClassId>) -> Vec<Here> {
        let state = self.lock();
        let is_asked = |it: &Session| class.is_none() || it.visitor.class.as_ref() == class;
        let sessions = state.sessions.iter().filter(|(_, it)| is_asked(it));
        sessions
            .map(|(&session, it)| Here {
                session,
                visitor: it.visitor.clone(),
                since: it.since,
                quiet: it.handle.activity.quiet(),
                standing: it.standing.clone(),
                is_in_lessons: it.standing.is_some() || it.is_told_in_lessons,
                is_elsewhere: it.machine.is_some(),
                handle: Arc::clone(&it.handle),
            })
            .collect()
    }

    /// The room of a class, given a recently read record.
    pub fn room(&self, class: &Class, store: &dyn Store) -> Arc<Room> {
        let room = self.held_room(class);
        if *room.class() != *class {
            // One of the two records is stale. If the store does not answer, keep the room's.
            let _ = room.read_again(None, store);
        }
        room
    }

    /// The room of a class; a new room starts with this record.
    fn held_room(&self, class: &Class) -> Arc<Room> {
        let mut state = self.lock();
        let room = state.rooms.entry(class.id.clone());
        Arc::clone(room.or_insert_with(|| Arc::new(Room::new(class.clone()))))
    }

    /// Tells all screens of a class that its record changed; the change must already be stored.
    /// `by` is the teacher who paused or resumed the class.
    pub fn changed(&self, class: &Class, by: Option<&UserId>, store: &dyn Store) {
        let room = self.held_room(class);
        // Name the teacher only if they paused the class: after a resume, another teacher may have
        // paused it again by now.
        let paused_by = by.filter(|_| class.state == ClassState::Paused).cloned();
        // Playback checks the room before each frame, so it stops when the class pauses.
        if room.read_again(paused_by.clone(), store).is_err() {
            room.change(class.clone(), paused_by);
        }
        self.ends_if_closed(&room.class());
        self.bus.publish(&class.id, Notice::ClassChanged { by: by.cloned() });
        self.tell(Some(&class.id));
    }

    /// Ends the sessions of students at this machine if their class is closed. By now its room
    /// refuses their changes.
    fn ends_if_closed(&self, class: &Class) {
        if class.state != ClassState::Closed {
            return;
        }
        let here = self.here(Some(&class.id)).into_iter();
        let students = here.filter(|it| it.is_student() && !it.is_elsewhere);
        students.for_each(|it| it.handle.end(Farewell::ClassClosed(class.id.clone())));
    }

    /// Shows a message to every student of a class until their next key.
    pub fn say(&self, class: &ClassId, by: &UserId, text: &str) {
        self.say_here(class, by, text);
        self.bus.publish(class, Notice::Said { by: by.clone(), text: text.to_owned() });
    }

    /// Shows a message to the students at this machine only.
    pub fn say_here(&self, class: &ClassId, by: &UserId, text: &str) {
        self.tells_students(class, &format!("{by} says: {text}"));
    }

    /// Shows a line to the students of a class at this machine.
    pub fn tells_students(&self, class: &ClassId, line: &str) {
        let here = self.here(Some(class)).into_iter();
        here.filter(Here::is_student).for_each(|here| here.handle.say(line));
    }

    /// A student's work was replaced: their progress must be read again.
    pub fn work_changed(&self, class: &ClassId, student: &UserId) {
        if let Some(room) = self.lock().rooms.get(class) {
            room.forget(student);
        }
        let student = student.clone();
        self.bus.publish(class, Notice::Student { student, standing: None, is_here: false });
        self.tell(Some(class));
    }

    /// The connection to the other machines.
    pub fn bus(&self) -> &dyn Bus {
        &*self.bus
    }

    /// Tells the other machines about a student.
    fn tell_of(&self, visitor: &Visitor, standing: Option<Standing>, is_here: bool) {
        if let (Some(class), Role::Student) = (&visitor.class, visitor.role) {
            let student = visitor.user.clone();
            self.bus.publish(class, Notice::Student { student, standing, is_here });
        }
    }

    /// Calls `wake` whenever something about a class changes, until the [`Listening`] is dropped.
    /// The callback must not block or call [`Live`].
    pub fn listen(
        self: &Arc<Self>,
        class: &ClassId,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Listening {
        let mut state = self.lock();
        state.last += 1;
        let number = state.last;
        state.listeners.insert(number, (class.clone(), Arc::new(wake)));
        Listening { live: Arc::clone(self), number }
    }

    /// Wakes the listeners of a class: something about it changed.
    pub fn tell(&self, class: Option<&ClassId>) {
        let mut state = self.lock();
        let listeners = state.listeners.values();
        let of_class = listeners.filter(|(of, _)| class.is_some_and(|class| class == of));
        of_class.for_each(|(_, wake)| wake());
        let State { next_line, sessions, .. } = &mut *state;
        let here = sessions.values().filter(|it| it.machine.is_none());
        let line = journal_line(next_line, Instant::now(), here.map(|it| &it.visitor));
        drop(state);
        if let Some(line) = line {
            eprintln!("{line}");
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }
}

/// Keeps a session registered until it is dropped.
pub struct Presence {
    live: Arc<Live>,
    /// The ID of the session.
    pub id: SessionId,
    visitor: Visitor,
}

impl Presence {
    /// Updates how far the student is; their work must already be stored.
    pub fn stands(&self, standing: Standing) {
        let mut state = self.live.lock();
        let Some(session) = state.sessions.get_mut(&self.id) else { return };
        if session.standing.as_ref() == Some(&standing) {
            return;
        }
        session.standing = Some(standing.clone());
        if let Some(room) = self.visitor.class.as_ref().and_then(|class| state.rooms.get(class)) {
            room.keep(&self.visitor.user, Some(standing.clone()));
        }
        drop(state);
        self.live.tell_of(&self.visitor, Some(standing), true);
        self.live.tell(self.visitor.class.as_ref());
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let session = self.live.lock().sessions.remove(&self.id);
        if let Some(session) = session {
            session.watched.tell();
            self.live.tell_of(&self.visitor, session.standing, false);
        }
        self.live.left.notify_all();
        self.live.tell(self.visitor.class.as_ref());
    }
}

/// Keeps a listener registered until it is dropped.
pub struct Listening {
    live: Arc<Live>,
    number: u64,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.live.lock().listeners.remove(&self.number);
    }
}

/// Lists the sessions at this machine, one line each.
impl fmt::Display for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.at_this_machine();
        if all.is_empty() {
            return writeln!(f, "no one is here");
        }
        for here in all {
            let class = here.visitor.class.as_ref().map_or("-", ClassId::as_str);
            let quiet = here.quiet.as_secs();
            let user = &here.visitor.user;
            if let Some(standing) = &here.standing {
                let ([points, most], [step, steps]) = (standing.points, standing.step_number);
                let lesson = &standing.lesson;
                writeln!(f, "{class}/{user}  {lesson} {step}/{steps}  {points}/{most}  {quiet} s")?;
            } else {
                let at = match here.visitor.role {
                    Role::Teacher => "teacher",
                    Role::Student => "in no lesson",
                };
                writeln!(f, "{class}/{user}  {at}  {quiet} s")?;
            }
        }
        Ok(())
    }
}

/// The shortest time between two lines.
const EVERY: Duration = Duration::from_secs(60);

/// The line for these users, if one is due: `3b: 24 students, 1 teacher`.
fn journal_line<'v>(
    next: &mut Option<Instant>,
    now: Instant,
    here: impl Iterator<Item = &'v Visitor>,
) -> Option<String> {
    if now < *next.get_or_insert(now + EVERY) {
        return None;
    }
    *next = Some(now + EVERY);
    let mut classes: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
    for visitor in here {
        let class = visitor.class.as_ref().map_or("no class", |class| class.as_str());
        classes.entry(class).or_default()[usize::from(visitor.role == Role::Teacher)] += 1;
    }
    let told = classes.into_iter().map(|(class, [students, teachers])| {
        let parts = [(students, "student"), (teachers, "teacher")];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let plural = |count| if count == 1 { "" } else { "s" };
        let parts: Vec<_> =
            parts.map(|(count, who)| format!("{count} {who}{}", plural(count))).collect();
        format!("{class}: {}", parts.join(", "))
    });
    Some(told.collect::<Vec<_>>().join("; ")).filter(|told| !told.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_line_a_minute_while_anyone_is_here() {
        let visitor = |class: &str, user: &str, role| Visitor {
            class: Some(class.parse().expect("an id")),
            user: user.parse().expect("a name"),
            role,
        };
        let here = [
            visitor("4", "emil", Role::Student),
            visitor("3b", "anna", Role::Student),
            visitor("3b", "ada", Role::Teacher),
            visitor("3b", "ben", Role::Student),
        ];
        let (mut next, begun) = (None, Instant::now());
        let mut line = |now, here: &[Visitor]| journal_line(&mut next, now, here.iter());
        assert_eq!(line(begun, &here), None);
        assert_eq!(line(begun + EVERY / 2, &here), None);
        let expected = "3b: 2 students, 1 teacher; 4: 1 student";
        assert_eq!(line(begun + EVERY, &here).as_deref(), Some(expected));
        assert_eq!(line(begun + EVERY, &here), None);
        assert_eq!(line(begun + 2 * EVERY, &[]), None);
        assert_eq!(line(begun + 3 * EVERY, &here[..1]).as_deref(), Some("4: 1 student"));
    }
}
