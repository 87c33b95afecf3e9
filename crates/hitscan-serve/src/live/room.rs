//! A class in memory: its current record, and its lessons, which all of its students share.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use hitscan::seat;
use hitscan_core::lab::Course;

use super::{Progress, Standing};
use crate::class::{Class, ClassState, PackVersion};
use crate::farewell::Farewell;
use crate::locked;
use crate::place::UserId;
use crate::store::{Store, StoreError};

/// The shortest time between two reads of a student's work while another machine reports their
/// progress: the work is read again only for the answers in it.
const READING_PACE: Duration = Duration::from_secs(10);

/// A class in memory.
#[derive(Debug)]
pub struct Room {
    now: RwLock<Now>,
    /// Locked while the record is read again.
    reading: Mutex<()>,
    /// The lessons, loaded when the first student logs in.
    course: Mutex<Option<(PackVersion, Arc<Course>)>>,
    /// The known progress of each student.
    standings: Mutex<BTreeMap<UserId, Known>>,
    /// Whether the stored progress was looked up, for students whose work was not read.
    is_looked_up: AtomicBool,
}

/// The known progress of a student.
#[derive(Debug, Default)]
struct Known {
    /// None if the student has not started.
    standing: Option<Standing>,
    /// Whether the work may have changed since, and must be read again.
    is_old: bool,
    /// Until when reading it again is put off.
    rests_until: Option<Instant>,
    /// Whether another machine reported progress since reading began.
    was_told: bool,
}

#[derive(Clone, Debug)]
struct Now {
    class: Arc<Class>,
    /// The teacher who paused the class.
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
            is_looked_up: AtomicBool::new(false),
        }
    }

    /// Reads the record again, and returns the old and the new one. Concurrent calls take turns, so
    /// the record that was read last is the one that stays.
    ///
    /// # Errors
    /// When the store does not answer; nothing changes then.
    pub(super) fn read_again(
        &self,
        by: Option<UserId>,
        store: &dyn Store,
    ) -> Result<[Arc<Class>; 2], StoreError> {
        let _alone = locked(&self.reading);
        let before = self.class();
        let read = store.class(&before.id)?;
        // If the class is gone, keep the old record: no one is in it.
        self.change(read.unwrap_or_else(|| (*before).clone()), by);
        Ok([before, self.class()])
    }

    /// Replaces the record. The teacher who paused the class stays named while it is paused.
    pub(super) fn change(&self, class: Class, by: Option<UserId>) {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        let paused_by = by.or_else(|| now.paused_by.take());
        let paused_by = paused_by.filter(|_| class.state == ClassState::Paused);
        *now = Now { class: Arc::new(class), paused_by };
    }

    /// The record of the class.
    pub fn class(&self) -> Arc<Class> {
        Arc::clone(&self.now().class)
    }

    /// Whether students cannot change anything now.
    pub fn is_paused(&self) -> bool {
        self.now().class.state == ClassState::Paused
    }

    /// Why students cannot change anything now, if so: `paused by ada`, `3b is closed`.
    pub fn refuses_changes(&self) -> Option<String> {
        let Now { class, paused_by } = self.now();
        match class.state {
            ClassState::Open => None,
            ClassState::Paused => Some(paused_by.map_or_else(
                || "paused by your teacher".to_owned(),
                |by| format!("paused by {by}"),
            )),
            ClassState::Closed => Some(Farewell::ClassClosed(class.id.clone()).to_string()),
        }
    }

    /// Why this lesson cannot be opened now, if so.
    pub fn closes(&self, lesson: &str) -> Option<String> {
        let is_open = self.now().class.opens(lesson);
        (!is_open).then(|| "not open yet".to_owned())
    }

    /// The lessons: from the pack of the class, or the built-in ones.
    ///
    /// # Errors
    /// Every fault of the pack, one line each; or the store's error.
    pub fn course(&self, store: &dyn Store) -> Result<Arc<Course>, Farewell> {
        let class = self.class();
        let mut kept = locked(&self.course);
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

    /// A student's last known progress: `None` if it is unknown, `Some(None)` if they have not
    /// started.
    pub fn standing(&self, student: &UserId) -> Option<Option<Standing>> {
        locked(&self.standings).get(student).map(|known| known.standing.clone())
    }

    /// Whether a student's work must be read to know their progress or answers.
    pub fn is_to_be_read(&self, student: &UserId) -> bool {
        let now = Instant::now();
        locked(&self.standings)
            .get(student)
            .is_none_or(|known| known.is_old && known.rests_until.is_none_or(|until| until <= now))
    }

    /// Call this before reading a student's work. Progress reported after this makes the result
    /// stale.
    pub fn begins_to_read(&self, student: &UserId) {
        let mut standings = locked(&self.standings);
        let known = standings.entry(student.clone()).or_default();
        (known.is_old, known.rests_until) = (false, Some(Instant::now() + READING_PACE));
        known.was_told = false;
    }

    /// Stores the progress read from a student's work. If another machine reported newer progress
    /// meanwhile, that stays, and the work must be read again.
    pub fn keep_read(&self, student: &UserId, standing: Option<Standing>) {
        let mut standings = locked(&self.standings);
        let known = standings.entry(student.clone()).or_default();
        if known.was_told {
            (known.is_old, known.rests_until) = (true, None);
        }
        if !known.was_told || known.standing.is_none() {
            known.standing = standing;
        }
    }

    /// Whether the stored progress must be looked up; true only for the first caller.
    pub fn is_to_be_looked_up(&self) -> bool {
        !self.is_looked_up.swap(true, Ordering::SeqCst)
    }

    /// Stores a student's progress from the stored steps, until their work was read.
    pub fn keep_for_now(&self, student: &UserId, standing: Standing) {
        let mut standings = locked(&self.standings);
        let known = standings.entry(student.clone());
        let known = known.or_insert_with(|| Known { is_old: true, ..Known::default() });
        if known.is_old {
            known.standing = Some(standing);
        }
    }

    /// Stores a student's progress.
    pub fn keep(&self, student: &UserId, standing: Option<Standing>) {
        locked(&self.standings).entry(student.clone()).or_default().standing = standing;
    }

    /// Forgets a student's progress, so that it is read again.
    pub fn forget(&self, student: &UserId) {
        locked(&self.standings).remove(student);
    }

    /// Handles progress that another machine reported.
    pub(super) fn hears(&self, student: &UserId, progress: Option<&Progress>) {
        let mut standings = locked(&self.standings);
        // The work of a student without an entry is read when they are first asked for.
        let Some(known) = standings.get_mut(student) else { return };
        known.was_told = true;
        let told = known.standing.as_ref().zip(progress);
        let next = told.and_then(|(before, to)| {
            // Do not wait if the lessons are being loaded: read the work instead.
            let course = self.course.try_lock().ok()?;
            before.goes_to(to, &course.as_ref()?.1.pack)
        });
        let Some(next) = next else {
            (known.is_old, known.rests_until) = (true, None);
            return;
        };
        let is_in_place = known.standing.as_ref().is_some_and(|before| {
            (&next.lesson, &next.step, next.points) == (&before.lesson, &before.step, before.points)
        });
        known.standing = Some(next);
        known.is_old |= !is_in_place;
    }

    /// Marks the progress of all students to be read again.
    pub(super) fn reads_all_again(&self) {
        self.is_looked_up.store(false, Ordering::SeqCst);
        for known in locked(&self.standings).values_mut() {
            (known.is_old, known.rests_until) = (true, None);
        }
    }

    fn now(&self) -> Now {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
