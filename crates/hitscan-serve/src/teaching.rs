//! What teachers can do to a class without a screen. The input is arguments or an uploaded file,
//! the result is text or an archive.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `hand_in` | collecting, grading and resetting work |
//!
//! What changes a class itself, and parsing due times, is here; `hand_in` reads it and never calls back.

mod hand_in;

use std::io::Read;
use std::net::IpAddr;
use std::path::Path;

use hitscan::{classroom, seat};
use hitscan_core::lab::Course;
use hitscan_core::scene::printable;
use hitscan_core::words::nearest;
use jiff::civil::{DateTime, Time};
use jiff::{Span, Timestamp, ToSpan as _, ZonedDateTime};

pub use hand_in::{collect, grade, reset};

use super::place;
use crate::audit::{AuditEntry, Deed, Detail};
use crate::class::{Class, ClassId, ClassState, PackVersion};
use crate::code::NewCode;
use crate::pack::PackFiles;
use crate::place::UserId;
use crate::store::{Erase, Store, StoreError};

/// The seeds that a pack is checked with before a class gets it.
const SEEDS_OF_A_CHECK: usize = 20;

/// Operations on a class, on behalf of a teacher or the operator.
#[derive(Clone, Copy, Debug)]
pub struct Teaching<'s> {
    /// The store with the class.
    pub store: &'s dyn Store,
    /// The class.
    pub class: &'s ClassId,
    /// The teacher and their address; none for the operator.
    pub by: Option<(&'s UserId, IpAddr)>,
}

/// Why an operation failed, in one or more lines. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The input is not valid; this says what would be.
    #[error("{0}")]
    Refused(String),
}

impl From<String> for NotDone {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

impl Teaching<'_> {
    /// Writes an audit entry. The operation is already done: an error only concerns the operator.
    fn note(&self, what: Deed, detail: Option<Detail>) -> Result<(), StoreError> {
        let mut entry = AuditEntry::now(what).in_class(self.class);
        if let Some((who, address)) = self.by {
            entry = entry.by(who).from(address);
        }
        entry.detail = detail;
        self.store.note(&entry)
    }

    /// Writes the audit entry for a new class.
    pub(crate) fn made(&self) -> Result<(), StoreError> {
        self.note(Deed::ClassNew, None)
    }

    /// The current record of the class.
    ///
    /// # Errors
    /// When there is none, or the store does not answer.
    pub fn record(&self) -> Result<Class, StoreError> {
        self.store.class(self.class)?.ok_or_else(|| StoreError::NoClass(self.class.clone()))
    }

    /// The lessons of the class, in its first language.
    ///
    /// # Errors
    /// When the pack cannot be read.
    pub fn course(&self) -> Result<Course, NotDone> {
        let class = self.record()?;
        let folder = self.store.pack_folder(self.class, class.pack)?;
        let language = class.languages.first().map(String::as_str);
        Ok(seat::course(folder.as_deref(), language)?)
    }

    /// Pauses, resumes or closes the class.
    ///
    /// # Errors
    /// When the store fails.
    pub fn set_state(&self, state: ClassState) -> Result<Class, NotDone> {
        let class = self.store.change_class(self.class, &|class| class.state = state)?;
        let deed = match state {
            ClassState::Open => Deed::Go,
            ClassState::Paused => Deed::Pause,
            ClassState::Closed => Deed::ClassClosed,
        };
        self.note(deed, None)?;
        Ok(class)
    }

    /// Opens only these lessons, given by ID, number or title; `all` opens all of them.
    ///
    /// # Errors
    /// When there is no such lesson, or the store fails.
    pub fn set_lessons(&self, asked: &[&str]) -> Result<Class, NotDone> {
        let lessons = match asked {
            ["all"] => None,
            [] => {
                return Err("expected lessons ID… or lessons all".to_owned().into());
            }
            asked => Some(known_lessons(&self.course()?, asked)?),
        };
        let count = lessons.as_ref().map(|lessons| Detail::Count(count(lessons.len())));
        let class =
            self.store.change_class(self.class, &|class| class.lessons.clone_from(&lessons))?;
        self.note(Deed::Lessons, Some(count.unwrap_or(Detail::Word("all"))))?;
        Ok(class)
    }

    /// Sets the due time: `none`, or a time as [`parse_due`] reads it.
    ///
    /// # Errors
    /// When it is not a valid time, or the store fails.
    pub fn set_due(&self, asked: &str, now: &jiff::ZonedDateTime) -> Result<Class, NotDone> {
        let due = parse_due(asked, now).map_err(str::to_owned)?;
        let class = self.store.change_class(self.class, &|class| class.due = due)?;
        self.note(Deed::Due, due.is_none().then_some(Detail::Word("none")))?;
        Ok(class)
    }

    /// Gives the class a new code; the old one is no longer valid.
    ///
    /// # Errors
    /// When the store fails.
    pub fn new_code(&self) -> Result<NewCode, NotDone> {
        let code = NewCode::of_class().map_err(str::to_owned)?;
        let hash = code.hashed().map_err(str::to_owned)?;
        self.store.set_class_code(self.class, &hash)?;
        self.note(Deed::ClassCode, None)?;
        Ok(code)
    }

    /// Gives a student a new code of their own, to replace a lost one. Their keys and their work
    /// stay.
    ///
    /// # Errors
    /// When there is no such place, there are no random numbers, or the store fails.
    pub fn new_own_code(&self, student: &UserId) -> Result<NewCode, NotDone> {
        let code = NewCode::own().map_err(str::to_owned)?;
        let hash = code.hashed().map_err(str::to_owned)?;
        self.store.set_own_code(self.class, student, &hash)?;
        self.note(Deed::Code, Some(Detail::User(student.clone())))?;
        Ok(code)
    }

    /// Frees a place; the student's session must have ended.
    ///
    /// # Errors
    /// When there is no such place, the student is logged in, or the store fails.
    pub fn free(&self, student: &UserId, what: Erase) -> Result<(), NotDone> {
        self.store.free(self.class, student, what)?;
        let deed = match what {
            Erase::Nothing => Deed::Freed,
            Erase::Work => Deed::Erased,
        };
        Ok(self.note(deed, Some(Detail::User(student.clone())))?)
    }

    /// Replaces the roster of the class, and describes the result.
    ///
    /// # Errors
    /// Every fault of the roster with its line, or the store's error.
    pub fn set_roster(
        &self,
        input: impl Read,
        is_teacher: &dyn Fn(&UserId) -> bool,
    ) -> Result<String, NotDone> {
        let bytes = all_of(input, place::MOST_ROSTER_BYTES)?;
        let listed = place::parse(&bytes, is_teacher).map_err(|faults| faults.join("\n"))?;
        let before = self.store.places(self.class)?;
        self.store.set_roster(self.class, &listed)?;
        self.note(Deed::Roster, Some(Detail::Count(count(listed.len()))))?;
        let is_listed = |id: &str| listed.iter().any(|listed| listed.id == id);
        let stay = before.iter().filter(|it| it.is_taken() && !is_listed(it.student.as_str()));
        let stay: Vec<_> = stay.map(|place| place.student.as_str()).collect();
        let gone = before.iter().filter(|it| !it.is_taken() && !is_listed(it.student.as_str()));
        let gone: Vec<_> = gone.map(|place| place.student.as_str()).collect();
        let keep = before.iter().filter(|place| {
            let same = listed.iter().find(|listed| listed.id == place.student.as_str());
            place.is_taken() && same.is_some_and(|same| same.seed != place.seed)
        });
        let keep: Vec<_> = keep.map(|place| place.student.as_str()).collect();
        let mut said = match listed.len() {
            1 => "1 place".to_owned(),
            count => format!("{count} places"),
        };
        for (what, students) in [
            ("not on the roster, but taken until you free them", stay),
            ("no longer on the roster, and removed", gone),
            ("already at work, and keeping their old seed", keep),
        ] {
            if !students.is_empty() {
                said.extend(["; ", what, ": ", &*students.join(", ")]);
            }
        }
        Ok(said + "\n")
    }

    /// Gives the class the pack in an archive, if it passes all checks.
    ///
    /// # Errors
    /// Every fault of the pack, or the store's error.
    pub fn set_pack(&self, archive: impl Read) -> Result<String, NotDone> {
        let pack = PackFiles::from_tar(archive)?;
        let check = |folder: &Path| {
            let checked = classroom::check_pack(folder, SEEDS_OF_A_CHECK).map(drop);
            checked.map_err(|faults| faults.replace(&format!("{}/", folder.display()), ""))
        };
        let version = self.store.put_pack(self.class, &pack, &check).map_err(without_folder)?;
        // Of two concurrent uploads, the newer version stays, whichever finishes first.
        self.store.change_class(self.class, &|class| class.pack = class.pack.max(version))?;
        let number = match version {
            PackVersion::BuiltIn => 0,
            PackVersion::Put(number) => number,
        };
        self.note(Deed::Pack, Some(Detail::Count(u64::from(number))))?;
        let lessons = self.course()?.pack.lessons.len();
        Ok(format!("{version}: {lessons} lessons; students who log in from now on have them\n"))
    }
}

/// Removes the temporary folder from the faults of a pack.
fn without_folder(why: StoreError) -> NotDone {
    match why {
        StoreError::Faulty(faults) => NotDone::Refused(faults.trim_end().to_owned()),
        why => NotDone::Store(why),
    }
}

/// The IDs of the lessons with these names.
fn known_lessons(course: &Course, asked: &[&str]) -> Result<Vec<String>, NotDone> {
    let ids = || course.pack.lessons.iter().map(|lesson| lesson.id.as_str());
    let known = asked.iter().map(|asked| {
        let found = course.lesson_named(asked).map(|lesson| lesson.id.clone());
        found.ok_or_else(|| {
            let meant = nearest(asked, ids());
            let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
            NotDone::Refused(format!("{}: no such lesson{meant}", printable(asked)))
        })
    });
    let known: Vec<String> = known.collect::<Result<_, _>>()?;
    // In the order of the pack, without duplicates.
    Ok(ids().filter(|id| known.iter().any(|it| it == id)).map(str::to_owned).collect())
}

/// Reads the whole input, up to this many bytes.
fn all_of(input: impl Read, most: usize) -> Result<Vec<u8>, NotDone> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let read = input.take(limit).read_to_end(&mut bytes);
    read.map_err(|why| NotDone::Refused(printable(&why.to_string())))?;
    if bytes.len() > most {
        return Err(NotDone::Refused(format!("too long: at most {most} bytes")));
    }
    Ok(bytes)
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// What is said of what is no due time.
const NO_TIME: &str = "expected 10:30, 45m, 2h, 2026-11-27 10:30 or none";
/// What is said of one that is over.
const OVER: &str = "that time has passed";

/// Parses a due time; none for `none`. A time of day means its next occurrence, in the machine's
/// time zone.
///
/// # Errors
/// When it is not a time, or has passed.
pub fn parse_due(asked: &str, now: &ZonedDateTime) -> Result<Option<Timestamp>, &'static str> {
    let asked = asked.trim();
    if asked == "none" {
        return Ok(None);
    }
    let due = within(asked, now).or_else(|| of_day(asked, now)).or_else(|| at(asked, now));
    let due = due.ok_or(NO_TIME)?;
    if due <= now.timestamp() { Err(OVER) } else { Ok(Some(due)) }
}

/// `45m`, `2h`, `3d`: from now.
fn within(asked: &str, now: &ZonedDateTime) -> Option<Timestamp> {
    const MOST: i64 = 10_000;
    let digits = asked.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = asked.split_at(digits);
    let number: i64 = number.parse().ok().filter(|number| *number <= MOST)?;
    let span: Span = match unit {
        "m" => number.minutes(),
        "h" => number.hours(),
        "d" => number.days(),
        _ => return None,
    };
    now.checked_add(span).ok().map(|due| due.timestamp())
}

/// `10:30`: today, or tomorrow if that has passed.
fn of_day(asked: &str, now: &ZonedDateTime) -> Option<Timestamp> {
    let (hour, minute) = asked.split_once(':')?;
    let number = |digits: &str| {
        let is_number =
            (1..=2).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit());
        is_number.then(|| digits.parse::<i8>().ok()).flatten()
    };
    let time = Time::new(number(hour)?, number(minute)?, 0, 0).ok()?;
    let on = |date: jiff::civil::Date| {
        date.to_datetime(time).to_zoned_datetime(now.time_zone().clone()).ok()
    };
    let today = on(now.date())?;
    let due = if today > *now { today } else { on(now.date().tomorrow().ok()?)? };
    Some(due.timestamp())
}

/// `2026-11-27 10:30`, in the machine's time zone, or with its own offset.
fn at(asked: &str, now: &ZonedDateTime) -> Option<Timestamp> {
    let of_zone = asked.parse::<Timestamp>().ok();
    let local = || {
        let local =
            asked.parse::<DateTime>().ok()?.to_zoned_datetime(now.time_zone().clone()).ok()?;
        Some(local.timestamp())
    };
    of_zone.or_else(local)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(asked: &str) -> Result<Option<String>, &'static str> {
        let now: ZonedDateTime = "2026-11-27T09:15:20+00:00[UTC]".parse().expect("a time");
        parse_due(asked, &now).map(|due| due.map(|due| due.to_string()))
    }

    #[test]
    fn due_times_are_parsed_in_every_form() {
        for (asked, expected) in [
            ("10:30", "2026-11-27T10:30:00Z"),
            ("9:15", "2026-11-28T09:15:00Z"),
            ("45m", "2026-11-27T10:00:20Z"),
            ("2h", "2026-11-27T11:15:20Z"),
            ("3d", "2026-11-30T09:15:20Z"),
            ("2026-12-01 08:00", "2026-12-01T08:00:00Z"),
            ("2026-12-01T08:00", "2026-12-01T08:00:00Z"),
            ("2026-12-01T08:00:00+02:00", "2026-12-01T06:00:00Z"),
        ] {
            assert_eq!(due(asked), Ok(Some(expected.to_owned())), "{asked}");
        }
        assert_eq!(due("none"), Ok(None));
    }

    #[test]
    fn other_words_and_times_that_have_passed_are_refused() {
        for asked in ["", "soon", "25:00", "10:60", "-5m", "5", "99999d", "1:2:3", "\u{1b}[2J", "é"]
        {
            assert_eq!(due(asked), Err(NO_TIME), "{asked}");
        }
        for asked in ["2026-11-27 09:00", "0m", "2020-01-01T00:00:00Z"] {
            assert_eq!(due(asked), Err(OVER), "{asked}");
        }
    }
}
