//! A class while it is held: its record as it is now, and its lessons, which all of its
//! students share.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use hitscan::seat;
use hitscan_core::lab::Course;

use super::{Progress, Standing};
use crate::class::{Class, ClassState, PackVersion};
use crate::farewell::Farewell;
use crate::store::{Store, StoreError};
use crate::user::UserId;

/// How often the work of a student is read again, at most, where another machine tells how far they
/// are: it is read for what they answered.
const READING_PACE: Duration = Duration::from_secs(10);

/// A class while it is held.
#[derive(Debug)]
pub struct Room {
    now: RwLock<Now>,
    /// Held while the record is read again.
    reading: Mutex<()>,
    /// The lessons, read when the first student comes.
    course: Mutex<Option<(PackVersion, Arc<Course>)>>,
    standings: Mutex<Standings>,
    /// Whether it was looked up what students have reached, for those whose work was not read.
    is_looked_up: AtomicBool,
}

/// How far those are who were seen, or whose work was read.
type Standings = BTreeMap<UserId, Known>;

/// How far a student is, as far as is known.
#[derive(Debug, Default)]
struct Known {
    /// Nothing where nothing was begun.
    standing: Option<Standing>,
    /// Whether the work may tell something else by now, or more.
    is_old: bool,
    /// Until when it is not read all the same: what counts of it is known.
    rests_until: Option<Instant>,
    /// Whether another machine has told something since it began to be read.
    was_told: bool,
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
            is_looked_up: AtomicBool::new(false),
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

    /// Whether the work of a student has to be read to know how far they are, or what they answered.
    #[must_use]
    pub fn is_to_be_read(&self, student: &UserId) -> bool {
        let now = Instant::now();
        self.standings()
            .get(student)
            .is_none_or(|known| known.is_old && known.rests_until.is_none_or(|until| until <= now))
    }

    /// The work of a student is read now. What changes meanwhile makes it old again.
    pub fn begins_to_read(&self, student: &UserId) {
        let mut standings = self.standings();
        let known = standings.entry(student.clone()).or_default();
        (known.is_old, known.rests_until) = (false, Some(Instant::now() + READING_PACE));
        known.was_told = false;
    }

    /// Keeps how far a student is by their work, unless something newer was told while it was read:
    /// then it is read again.
    pub fn keep_read(&self, student: &UserId, standing: Option<Standing>) {
        let mut standings = self.standings();
        let known = standings.entry(student.clone()).or_default();
        if known.was_told {
            (known.is_old, known.rests_until) = (true, None);
        }
        if !known.was_told || known.standing.is_none() {
            known.standing = standing;
        }
    }

    /// Whether it has to be looked up what students have reached: once.
    #[must_use]
    pub fn is_to_be_looked_up(&self) -> bool {
        !self.is_looked_up.swap(true, Ordering::SeqCst)
    }

    /// Keeps how far a student is by what they have reached, until their work was read.
    pub fn keep_for_now(&self, student: &UserId, standing: Standing) {
        let mut standings = self.standings();
        let known = standings.entry(student.clone());
        let known = known.or_insert_with(|| Known { is_old: true, ..Known::default() });
        if known.is_old {
            known.standing = Some(standing);
        }
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
        known.was_told = true;
        let told = known.standing.as_ref().zip(progress);
        let next = told.and_then(|(before, to)| {
            // Where it is being read nobody waits for it: the work tells it.
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

    /// How far each is has to be read again.
    pub(super) fn reads_all_again(&self) {
        self.is_looked_up.store(false, Ordering::SeqCst);
        for known in self.standings().values_mut() {
            (known.is_old, known.rests_until) = (true, None);
        }
    }

    fn standings(&self) -> MutexGuard<'_, Standings> {
        self.standings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Now {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
