//! The work of a student on its way to where it is kept: a file of their own, or lines
//! that another keeps for them.

use std::fmt;

use super::desk::{DeskFault, LineSink, Urgency};
use super::submission_file::{SubmissionFile, Submitted};
use hitscan_core::lab::{Given, Learning};

/// Where the work of a student goes.
#[derive(Debug)]
pub enum Submission {
    /// To a file that they hand in.
    File(Box<SubmissionFile>),
    /// To one that is kept for them.
    Kept(Box<KeptWork>),
}

/// Why work is not where it belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsubmitted {
    /// The disk refuses; the session goes on, and this is said.
    Said(String),
    /// Nothing of it counts, so that nothing of it may be shown.
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

/// Work that is kept for a student.
#[derive(Debug)]
pub struct KeptWork {
    sink: Box<dyn LineSink>,
    name: String,
    /// What there was to tell when it was last written.
    results: Vec<StepResult>,
}

/// What a step came to: the answer that counts, the points of a task, the hints opened.
type StepResult = (Option<Given>, Option<u32>, usize);

fn results_of(learning: &Learning) -> Vec<StepResult> {
    let steps = learning.pack().lessons.iter();
    let steps = steps.flat_map(|lesson| lesson.steps.iter().map(move |step| (lesson, step)));
    let reached = steps.filter_map(|(lesson, step)| learning.progress().step(&lesson.id, &step.id));
    let results = reached.map(|it| (it.answer.clone(), it.done, it.hints.opened()));
    results.filter(|result| *result != (None, None, 0)).collect()
}

impl KeptWork {
    /// The work of a student, in these lines from now on.
    #[must_use]
    pub fn new(sink: Box<dyn LineSink>, student: &str, learning: &Learning) -> Self {
        Self { sink, name: format!("{student}.hits"), results: results_of(learning) }
    }

    /// Writes what a student has done since the last call.
    ///
    /// # Errors
    /// When it is refused; the next call tries again.
    pub fn update(&mut self, learning: &mut Learning) -> Result<(), DeskFault> {
        let lines = learning.unwritten();
        if lines.is_empty() {
            return Ok(());
        }
        // What is told of them may only be seen once it is safe.
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
    /// When it is refused; the next call tries again.
    pub fn update(&mut self, learning: &mut Learning) -> Result<Submitted, Unsubmitted> {
        match self {
            Self::File(file) => file.update(learning).map_err(Unsubmitted::Said),
            Self::Kept(work) => {
                let done = work.update(learning).map_err(Unsubmitted::Withheld);
                done.map(|()| Submitted::InPlace)
            }
        }
    }

    /// Links and writes the rest of what a student has done.
    ///
    /// # Errors
    /// When it is refused.
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

    /// What becomes of it, for the end.
    #[must_use]
    pub fn about(&self) -> String {
        match self {
            Self::File(file) => file.about(),
            Self::Kept(_) => "your work is kept for you".to_owned(),
        }
    }
}
