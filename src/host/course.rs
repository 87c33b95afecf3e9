//! Opens a course where the student's work ends.
//!
//! The command line decides who the student is, and which file holds the work.

use std::fmt::Display;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use hitscan_core::engine::Engine;
use hitscan_core::engine::recording::Journal;
use hitscan_core::lab::{Course, DrawnPack, Header, Learning, NotBegun, Pack, header_of};
use hitscan_core::world::Rules;

use super::disk::{KeptWork, LineSink, OpenedCourse, Submission};

/// The student.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Student<'s> {
    /// The id.
    pub id: &'s str,
    /// The seed from which the numbers are drawn; the id if there is none. Existing work keeps its
    /// own seed.
    pub seed: Option<&'s str>,
}

/// Why the work cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorkRefused {
    /// It is not a submission.
    #[error("{0}")]
    NotRead(String),
    /// It is the work of another student, this one.
    #[error("is {0}'s")]
    OfStudent(String),
    /// It is for another pack, this one.
    #[error("belongs to the pack {0}")]
    OfPack(String),
    /// It was drawn from another seed, this one.
    #[error("has the numbers of the seed {0}")]
    OfSeed(String),
    /// The course cannot be opened.
    #[error("{0}")]
    Course(String),
}

/// What the work consists of at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Nothing, or an incomplete header.
    Blank,
    /// Something that the student has done.
    Held,
}

impl Opening {
    /// Classifies this work.
    pub fn of(held: &[u8]) -> Self {
        let held = held.strip_prefix("\u{feff}".as_bytes()).unwrap_or(held);
        let lines = held.split_inclusive(|&byte| byte == b'\n');
        let lines = lines.filter(|line| line.ends_with(b"\n")).count();
        let begins_well = Rules::ALL
            .map(Journal::header)
            .iter()
            .any(|first| first.as_bytes().starts_with(held) || held.starts_with(first.as_bytes()));
        if lines < 2 && begins_well { Self::Blank } else { Self::Held }
    }
}

/// Opens a course where this work ends, or at the lesson with this id; also returns the engine of
/// the open step, and how many bytes of the work are complete lines.
///
/// # Errors
/// When the work is not the student's, or the course or the lesson cannot be opened.
pub fn begin(
    course: Arc<Course>,
    student: Student<'_>,
    held: &[u8],
    lesson: Option<&str>,
) -> Result<((Learning, Engine), usize), WorkRefused> {
    let opening = Opening::of(held);
    let header = match opening {
        Opening::Blank => new_header(student, &course.pack),
        Opening::Held => held_header(student, &course.pack, held)?,
    };
    let drawn = DrawnPack::of(&course.pack, &header);
    let drawn = drawn.map_err(|why| WorkRefused::Course(why.to_string()))?;
    let begun = match opening {
        Opening::Blank => {
            let lines = format!("{header}\n# at {}\n", now());
            Learning::begin(course, drawn, header, &lines, lesson).map(|begun| (begun, 0))
        }
        Opening::Held => Learning::resume(course, drawn, held, lesson),
    };
    begun.map_err(|why| match why {
        NotBegun::NotRead(why) => WorkRefused::NotRead(why.to_string()),
        why => WorkRefused::Course(why.to_string()),
    })
}

/// Opens a course where a student's stored work ends.
///
/// # Errors
/// In one line: the work is not the student's, or it cannot be read or written.
pub fn open_kept(
    course: Arc<Course>,
    student: Student<'_>,
    mut work: Box<dyn LineSink>,
    lesson: Option<&str>,
) -> Result<OpenedCourse, String> {
    let about = |why: &dyn Display| format!("{}.hits: {why}", student.id);
    let held = work.held().map_err(|why| about(&why))?;
    let begun = begin(course, student, &held, lesson).map_err(|why| match why {
        WorkRefused::OfStudent(_) | WorkRefused::OfPack(_) | WorkRefused::OfSeed(_) => {
            format!("{}.hits {why}", student.id)
        }
        WorkRefused::NotRead(why) => about(&why),
        WorkRefused::Course(why) => why,
    })?;
    let ((mut learning, engine), bytes) = begun;
    if bytes < held.len() {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        work.truncate(bytes).map_err(|why| why.about_work())?;
    }
    let mut work = KeptWork::new(work, student.id, &learning);
    work.update(&mut learning).map_err(|why| why.about_work())?;
    let work = Submission::Kept(Box::new(work));
    Ok(OpenedCourse { course: (learning, engine), work, moved: None })
}

fn new_header(student: Student<'_>, pack: &Pack) -> Header {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let seed = student.seed.unwrap_or(student.id).to_owned();
    let (rules, pack) = (Rules::default(), pack.id.clone());
    Header { rules, pack, student: student.id.to_owned(), seed, version }
}

/// The header of existing work: it must be the student's own, and for this pack.
fn held_header(student: Student<'_>, pack: &Pack, held: &[u8]) -> Result<Header, WorkRefused> {
    let header = header_of(held).map_err(|why| WorkRefused::NotRead(why.to_string()))?;
    if header.student != student.id {
        return Err(WorkRefused::OfStudent(header.student));
    }
    if header.pack != pack.id {
        return Err(WorkRefused::OfPack(header.pack));
    }
    match student.seed {
        Some(seed) if *seed != header.seed => Err(WorkRefused::OfSeed(header.seed)),
        _ => Ok(header),
    }
}

/// The time of day in UTC: `2026-11-22T09:14:02Z`.
fn now() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    utc(seconds)
}

/// A time in UTC, by the seconds since 1970.
fn utc(seconds: u64) -> String {
    const DAYS_IN_400_YEARS: u64 = 146_097;
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that a leap day is the last of its year.
    let since_0000_03_01 = days + 719_468;
    let (era, day) = (since_0000_03_01 / DAYS_IN_400_YEARS, since_0000_03_01 % DAYS_IN_400_YEARS);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_as_a_calendar_date() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_795_338_842, "2026-11-22T09:14:02Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(seconds), expected);
        }
    }

    #[test]
    fn a_file_cut_off_in_its_header_begins_anew() {
        for first in Rules::ALL.map(Journal::header) {
            for blank in ["", "\u{feff}", "# hit", &first, &format!("{first}# lab coll")] {
                assert_eq!(Opening::of(blank.as_bytes()), Opening::Blank, "{blank:?}");
            }
            for held in ["hello\n", "hello", &format!("{first}# lab x\n")] {
                assert_eq!(Opening::of(held.as_bytes()), Opening::Held, "{held:?}");
            }
        }
    }
}
