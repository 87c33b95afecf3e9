//! A class while it is held: its record as it is now, and its lessons, which all of its
//! students share.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use hitscan::seat;
use hitscan_core::lab::Course;

use super::Standing;
use crate::class::{Class, ClassState, PackVersion};
use crate::user::UserId;

/// A class while it is held.
#[derive(Debug)]
pub struct Room {
    now: RwLock<Now>,
    /// The lessons, read when the first student comes.
    course: Mutex<Option<(PackVersion, Arc<Course>)>>,
    standings: Mutex<Standings>,
}

/// How far those are who were seen, or whose work was read; nothing where nothing was begun.
type Standings = BTreeMap<UserId, Option<Standing>>;

#[derive(Clone, Debug)]
struct Now {
    class: Arc<Class>,
    /// Who has paused the class.
    paused_by: Option<UserId>,
}

impl Room {
    pub(super) fn new(class: Class) -> Self {
        let now = Now { class: Arc::new(class), paused_by: None };
        Self { now: RwLock::new(now), course: Mutex::default(), standings: Mutex::default() }
    }

    pub(super) fn change(&self, class: Class, by: Option<UserId>) {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        let was_paused = now.class.state == ClassState::Paused;
        // What else is changed meanwhile is no pause of its own.
        let paused_by = if was_paused { now.paused_by.take().or(by) } else { by };
        *now = Now { class: Arc::new(class), paused_by };
    }

    /// The record of the class.
    #[must_use]
    pub fn class(&self) -> Arc<Class> {
        Arc::clone(&self.now().class)
    }

    /// Whether nothing may be changed now.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.now().class.state == ClassState::Paused
    }

    /// Why nothing may be changed now, if so: `paused by ada`.
    #[must_use]
    pub fn refuses_changes(&self) -> Option<String> {
        let now = self.now();
        let by = || now.paused_by.as_ref().map(|by| format!("paused by {by}"));
        let is_paused = now.class.state == ClassState::Paused;
        is_paused.then(|| by().unwrap_or_else(|| "paused by your teacher".to_owned()))
    }

    /// Why this lesson may not be opened now, if so.
    #[must_use]
    pub fn closes(&self, lesson: &str) -> Option<String> {
        let is_open = self.now().class.opens(lesson);
        (!is_open).then(|| "not open yet".to_owned())
    }

    /// The lessons: those of the pack in this folder, or the built-in ones.
    ///
    /// # Errors
    /// Tells every fault of the pack, a line each.
    pub fn course(&self, pack: Option<&Path>) -> Result<Arc<Course>, String> {
        let class = self.class();
        let mut kept = self.course.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, course)) = kept.as_ref().filter(|(version, _)| *version == class.pack) {
            return Ok(Arc::clone(course));
        }
        let language = class.languages.first().map(String::as_str);
        let course = Arc::new(seat::course(pack, language)?);
        *kept = Some((class.pack, Arc::clone(&course)));
        Ok(course)
    }

    /// How far a student was when they were seen last, or by their work: nothing where neither
    /// is known yet, and nothing within where nothing was begun.
    #[must_use]
    pub fn standing(&self, student: &UserId) -> Option<Option<Standing>> {
        self.standings().get(student).cloned()
    }

    /// Keeps how far a student is.
    pub fn keep(&self, student: &UserId, standing: Option<Standing>) {
        self.standings().insert(student.clone(), standing);
    }

    /// How far a student is has to be read again.
    pub fn forget(&self, student: &UserId) {
        self.standings().remove(student);
    }

    fn standings(&self) -> MutexGuard<'_, Standings> {
        self.standings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Now {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
