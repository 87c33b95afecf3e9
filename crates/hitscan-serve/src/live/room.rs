//! A class while it is held: its record as it is now, and its lessons, which all of its
//! students share.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use hitscan::seat;
use hitscan_core::lab::Course;

use super::{Progress, Standing};
use crate::class::{Class, ClassState, PackVersion};
use crate::farewell::Farewell;
use crate::store::{Store, StoreError};
use crate::user::UserId;

/// A class while it is held.
#[derive(Debug)]
pub struct Room {
    now: RwLock<Now>,
    /// Held while the record is read again.
    reading: Mutex<()>,
    /// The lessons, read when the first student comes.
    course: Mutex<Option<(PackVersion, Arc<Course>)>>,
    standings: Mutex<Standings>,
}

/// How far those are who were seen, or whose work was read.
type Standings = BTreeMap<UserId, Known>;

/// How far a student is, as far as is known.
#[derive(Debug, Default)]
struct Known {
    /// Nothing where nothing was begun.
    standing: Option<Standing>,
    /// Whether the work may tell something else by now.
    is_old: bool,
}

#[derive(Clone, Debug)]
struct Now {
    class: Arc<Class>,
    /// Who has paused the class.
    paused_by: Option<UserId>,
}

impl Room {
    pub(super) fn new(class: Class) -> Self {
        let now = Now { class: Arc::new(class), paused_by: None };
        Self {
            now: RwLock::new(now),
            reading: Mutex::default(),
            course: Mutex::default(),
            standings: Mutex::default(),
        }
    }

    /// Reads the record again, and gives what it was before and is now. Of two who do so at once
    /// one waits for the other: what stands here at last is what was read last.
    ///
    /// # Errors
    /// When the store does not answer: all is as before.
    pub(super) fn read_again(
        &self,
        by: Option<UserId>,
        store: &dyn Store,
    ) -> Result<[Arc<Class>; 2], StoreError> {
        let _alone = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.class();
        let read = store.class(&before.id)?;
        // A class that is there no more has no one in it.
        self.change(read.unwrap_or_else(|| (*before).clone()), by);
        Ok([before, self.class()])
    }

    /// The record is this now. Who has paused the class stays named, whatever else is changed.
    pub(super) fn change(&self, class: Class, by: Option<UserId>) {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        let paused_by = by.or_else(|| now.paused_by.take());
        let paused_by = paused_by.filter(|_| class.state == ClassState::Paused);
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

    /// The lessons: those of its pack, or the built-in ones.
    ///
    /// # Errors
    /// Tells every fault of the pack, a line each; or that the store does not have it.
    pub fn course(&self, store: &dyn Store) -> Result<Arc<Course>, Farewell> {
        let class = self.class();
        let mut kept = self.course.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, course)) = kept.as_ref().filter(|(version, _)| *version == class.pack) {
            return Ok(Arc::clone(course));
        }
        let language = class.languages.first().map(String::as_str);
        let folder = store.pack_folder(&class.id, class.pack)?;
        let course = seat::course(folder.as_deref(), language).map_err(Farewell::Refused)?;
        let course = Arc::new(course);
        *kept = Some((class.pack, Arc::clone(&course)));
        Ok(course)
    }

    /// How far a student was when they were seen last, or by their work: nothing where neither
    /// is known yet, and nothing within where nothing was begun.
    #[must_use]
    pub fn standing(&self, student: &UserId) -> Option<Option<Standing>> {
        self.standings().get(student).map(|known| known.standing.clone())
    }

    /// Whether the work of a student has to be read to know how far they are.
    #[must_use]
    pub fn is_to_be_read(&self, student: &UserId) -> bool {
        self.standings().get(student).is_none_or(|known| known.is_old)
    }

    /// The work of a student is read now. What changes meanwhile makes it old again.
    pub fn begins_to_read(&self, student: &UserId) {
        self.standings().entry(student.clone()).or_default().is_old = false;
    }

    /// Keeps how far a student is.
    pub fn keep(&self, student: &UserId, standing: Option<Standing>) {
        self.standings().entry(student.clone()).or_default().standing = standing;
    }

    /// How far a student is has to be read again.
    pub fn forget(&self, student: &UserId) {
        self.standings().remove(student);
    }

    /// Another machine has told how far a student is.
    pub(super) fn hears(&self, student: &UserId, progress: Option<&Progress>) {
        let mut standings = self.standings();
        // Of those who were never asked for the work is read when they are.
        let Some(known) = standings.get_mut(student) else { return };
        let next = known.standing.as_ref().zip(progress);
        match next.and_then(|(before, to)| before.gets_on(to)) {
            Some(next) => known.standing = Some(next),
            None => known.is_old = true,
        }
    }

    /// How far each is has to be read again.
    pub(super) fn reads_all_again(&self) {
        self.standings().values_mut().for_each(|known| known.is_old = true);
    }

    fn standings(&self) -> MutexGuard<'_, Standings> {
        self.standings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Now {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
