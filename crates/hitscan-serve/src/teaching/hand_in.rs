//! The work of all students of a class: collecting, grading, resetting.

use std::collections::BTreeSet;
use std::io;

use hitscan::classroom::{Circumstances, ClassWork, GradeFormat, LateStep};
use hitscan_core::lab::{Course, DrawnPack, MOST_BYTES, header_of, replay, without_steps};
use hitscan_core::scene::printable;
use tar::{EntryType, Header};

use super::{NotDone, Teaching, count};
use crate::audit::{Deed, Detail};
use crate::place::{Listed, Place, UserId};
use crate::reached::late;
use crate::store::StoreError;

/// Writes a tar archive of everyone's work: `3b/anna.hits`, and `3b/roster.csv` to grade it with.
/// Those at work are in the lessons now, and may be writing. Returns the number of submissions in it.
///
/// # Errors
/// When the store or the output fails.
pub fn collect(
    teaching: &Teaching<'_>,
    at_work: &BTreeSet<UserId>,
    output: impl io::Write,
) -> Result<u64, NotDone> {
    let Teaching { store, class, .. } = teaching;
    let places = store.places(class)?;
    let refused = |why: io::Error| NotDone::Refused(printable(&why.to_string()));
    let mut archive = tar::Builder::new(output);
    let roster = crate::place::written(&listed(&places));
    append(&mut archive, &format!("{class}/roster.csv"), roster.as_bytes()).map_err(refused)?;
    if let Some(due) = teaching.record()?.due {
        let late = late_table(teaching, &places, due)?;
        append(&mut archive, &format!("{class}/late.csv"), late.as_bytes()).map_err(refused)?;
    }
    let mut files = 0;
    for place in &places {
        let work = work_of(teaching, &place.student, at_work)?;
        if !work.is_empty() {
            let path = format!("{class}/{}.hits", place.student);
            append(&mut archive, &path, &work).map_err(refused)?;
            files += 1;
        }
    }
    archive.finish().map_err(refused)?;
    teaching.note(Deed::Collect, Some(Detail::Count(files)))?;
    Ok(files)
}

/// `anna,inside/hide,2026-11-27T10:20:00Z` for each step that earned points after the due time.
fn late_table(
    teaching: &Teaching<'_>,
    places: &[Place],
    due: jiff::Timestamp,
) -> Result<String, NotDone> {
    let mut table = "student,step,at\n".to_owned();
    for place in places {
        let earned = teaching.store.earned(teaching.class, &place.student)?;
        for (step, at) in late(&earned, Some(due)) {
            // IDs and times contain no commas or quotes.
            table.extend([place.student.as_str(), ",", step, ",", &at.to_string(), "\n"]);
        }
    }
    Ok(table)
}

fn append(archive: &mut tar::Builder<impl io::Write>, path: &str, text: &[u8]) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_entry_type(EntryType::Regular);
    header.set_size(count(text.len()));
    header.set_mode(0o600);
    header.set_mtime(u64::try_from(jiff::Timestamp::now().as_second()).unwrap_or_default());
    archive.append_data(&mut header, path, text)
}

/// A student's work so far. If they are at work, a partial last line is cut off; otherwise it
/// stays, for the readers of the file to report.
fn work_of(
    teaching: &Teaching<'_>,
    student: &UserId,
    at_work: &BTreeSet<UserId>,
) -> Result<Vec<u8>, StoreError> {
    let work = teaching.store.read_work(teaching.class, student)?;
    Ok(if at_work.contains(student) { whole_lines(work) } else { work })
}

/// Cuts off a partial last line, which a session may still be writing.
fn whole_lines(mut work: Vec<u8>) -> Vec<u8> {
    let whole = work.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    work.truncate(whole);
    work
}

/// The report of `hitscan grade` on everyone's work, and whether every file could be read.
///
/// # Errors
/// When the pack cannot be read, or the store fails.
pub fn grade(
    teaching: &Teaching<'_>,
    at_work: &BTreeSet<UserId>,
    format: GradeFormat,
) -> Result<(String, bool), NotDone> {
    let Teaching { store, class, .. } = *teaching;
    let places = store.places(class)?;
    let roster = listed(&places);
    let has_work = |place: &&Place| {
        let work = store.read_work(class, &place.student);
        // The report lists work that cannot be read.
        work.map_or(true, |work| !work.is_empty())
    };
    let begun = places.iter().filter(has_work);
    let names: Vec<_> = begun.map(|place| format!("{}.hits", place.student)).collect();
    let read = |name: &str| {
        let student = name.strip_suffix(".hits").unwrap_or(name);
        let student = student.parse::<UserId>().map_err(str::to_owned)?;
        work_of(teaching, &student, at_work).map_err(|why| why.to_string())
    };
    let record = teaching.record()?;
    let mut late_steps = Vec::new();
    for Place { student, .. } in &places {
        let earned = store.earned(class, student)?;
        let steps = late(&earned, record.due).into_keys();
        late_steps.extend(
            steps.map(|step| LateStep { student: student.to_string(), step: step.to_owned() }),
        );
    }
    let pack = store.pack_folder(class, record.pack)?;
    let at_work: Vec<_> = at_work.iter().map(UserId::to_string).collect();
    let known = Circumstances { roster: &roster, late: &late_steps, at_work: &at_work };
    let work = ClassWork { known, names: &names, read: &read, pack };
    let report = work.graded(format)?;
    teaching.note(Deed::Grade, Some(Detail::Count(count(names.len()))))?;
    Ok(report)
}

fn listed(places: &[Place]) -> Vec<Listed> {
    let listed = |place: &Place| Listed { id: place.student.to_string(), seed: place.seed.clone() };
    places.iter().map(listed).collect()
}

/// Resets a student's work: all of it, a lesson, or one step. The old work is kept under another
/// name, for teachers. The student's session must have ended.
///
/// # Errors
/// When there is no such lesson or step, a session has the work open, or the store fails.
pub fn reset(
    teaching: &Teaching<'_>,
    student: &UserId,
    lesson: Option<&str>,
    step: Option<&str>,
) -> Result<(), NotDone> {
    let Teaching { store, class, .. } = teaching;
    let work = whole_lines(store.read_work(class, student)?);
    if work.is_empty() {
        return Err(format!("{student} has done nothing yet").into());
    }
    let afresh = match lesson {
        None => Vec::new(),
        Some(lesson) => without(&teaching.course()?, &work, lesson, step)?,
    };
    store.replace_work(class, student, &afresh).map_err(|why| match why {
        StoreError::Conflict => NotDone::Refused(format!("{student} is at a screen")),
        why => NotDone::Store(why),
    })?;
    Ok(teaching.note(Deed::Reset, Some(Detail::User(student.clone())))?)
}

/// The work without a lesson, or without a step of it.
fn without(
    course: &Course,
    work: &[u8],
    lesson: &str,
    step: Option<&str>,
) -> Result<Vec<u8>, NotDone> {
    let lesson = course.lesson_named(lesson);
    let lesson = lesson.ok_or_else(|| "there is no such lesson".to_owned())?;
    let step = match step {
        None => None,
        Some(step) => {
            let steps = lesson.steps.iter().map(|step| step.id.as_str());
            let known = steps.clone().find(|known| *known == step);
            let all = hitscan_core::words::all_of(steps);
            let no_such = || format!("there is no such step; {} has {all}", lesson.id);
            Some(known.ok_or_else(no_such)?)
        }
    };
    let is_left_out = |of: &str, id: &str| of == lesson.id && step.is_none_or(|step| step == id);
    let header = header_of(work).map_err(|why| why.to_string())?;
    let drawn = DrawnPack::of(&course.pack, &header).map_err(|why| why.to_string())?;
    let hints = |lesson: &str, step: &str| course.hints(lesson, step);
    let before = replay(work, std::slice::from_ref(&drawn), &hints);
    let before = before.map_err(|why| why.to_string())?;
    let kept = without_steps(work, before.changed_at.is_some(), &is_left_out);
    let kept = kept.map_err(|why| why.to_string())?;
    debug_assert!(kept.len() <= MOST_BYTES, "it is not longer than before");
    Ok(kept)
}
