//! Where a student's work is saved: in the student's own file, or in lines that a server stores.

use std::fmt;

use super::desk::{DeskFault, LineSink, Urgency};
use super::submission_file::{SubmissionFile, Submitted};
use hitscan_core::lab::{FirstReply, Learning};

/// Where a student's work goes.
#[derive(Debug)]
pub enum Submission {
    /// To a file that the student hands in.
    File(Box<SubmissionFile>),
    /// To a store that keeps it for the student.
    Kept(Box<KeptWork>),
}

/// Why work could not be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsubmitted {
    /// The disk refuses; the session continues, and the user is told.
    Said(String),
    /// The work does not count, so its results must not be shown.
    Withheld(DeskFault),
}

impl fmt::Display for Unsubmitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said(said) => f.write_str(said),
            Self::Withheld(why) => f.write_str(&why.about_work()),
        }
    }
}

/// A student's work in a store.
#[derive(Debug)]
pub struct KeptWork {
    sink: Box<dyn LineSink>,
    name: String,
    /// The results when it was last written.
    results: Vec<StepResult>,
}

/// The results of a step: the answer that counts, the points of a task, and how many hints were
/// opened.
type StepResult = (Option<FirstReply>, Option<u32>, usize);

fn results_of(learning: &Learning) -> Vec<StepResult> {
    let steps = learning.pack().lessons.iter();
    let steps = steps.flat_map(|lesson| lesson.steps.iter().map(move |step| (lesson, step)));
    let reached = steps.filter_map(|(lesson, step)| learning.progress().step(&lesson.id, &step.id));
    let results = reached.map(|it| (it.answer.clone(), it.done, it.hints.opened()));
    results.filter(|result| *result != (None, None, 0)).collect()
}

impl KeptWork {
    /// Saves a student's work in these lines from now on.
    #[must_use]
    pub fn new(sink: Box<dyn LineSink>, student: &str, learning: &Learning) -> Self {
        Self { sink, name: format!("{student}.hits"), results: results_of(learning) }
    }

    /// Writes what a student has done since the last call.
    ///
    /// # Errors
    /// When it cannot be stored; the next call tries again.
    pub fn update(&mut self, learning: &mut Learning) -> Result<(), DeskFault> {
        let lines = learning.unwritten();
        if lines.is_empty() {
            return Ok(());
        }
        // If there are new results, they may only be shown once the work is safe.
        let results = results_of(learning);
        let urgency =
            if results == self.results { Urgency::Soon } else { Urgency::BeforeThePicture };
        self.sink.append(lines, urgency)?;
        self.results = results;
        learning.wrote();
        Ok(())
    }
}

impl Submission {
    /// Writes what a student has done since the last call.
    ///
    /// # Errors
    /// When it cannot be stored; the next call tries again.
    pub fn update(&mut self, learning: &mut Learning) -> Result<Submitted, Unsubmitted> {
        match self {
            Self::File(file) => file.update(learning).map_err(Unsubmitted::Said),
            Self::Kept(work) => {
                let done = work.update(learning).map_err(Unsubmitted::Withheld);
                done.map(|()| Submitted::InPlace)
            }
        }
    }

    /// Adds the final chain link and writes the rest of what a student has done.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub fn finish(&mut self, learning: &mut Learning) -> Result<Submitted, String> {
        match self {
            Self::File(file) => file.finish(learning),
            Self::Kept(work) => {
                learning.end();
                let done = work.update(learning).map_err(|why| why.about_work());
                done.map(|()| Submitted::InPlace)
            }
        }
    }

    /// The name of the file, for messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::File(file) => file.name(),
            Self::Kept(work) => work.name.clone(),
        }
    }

    /// What the student is told about it at the end.
    #[must_use]
    pub fn about(&self) -> String {
        match self {
            Self::File(file) => file.about(),
            Self::Kept(_) => "your work is kept for you".to_owned(),
        }
    }
}
