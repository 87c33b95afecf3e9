//! `hitscan try --file`: asks a program the questions of a student's open task, and saves the
//! answers in the student's file, where they count.

use std::fmt::{Display, Write as _};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::args::TryArgs;
use super::report::TryFault;
use super::run::{INTERRUPTED, write_remarks};
use crate::cli::pack_files::PackFiles;
use crate::cli::{CliError, ExitStatus};
use crate::host::program::{Asked, Asker, CommandWords, Stop};
use crate::host::{SubmissionFile, Submitted};
use hitscan_core::engine::Engine;
use hitscan_core::lab::{
    ClaimQuestion, DrawnPack, LearnError, Learning, OwnClaim, Shortfall, StepState, header_of,
};
use hitscan_core::methods::{Agreement, Case, OwnAnswer, OwnReply};
use hitscan_core::scene::printable;
use hitscan_core::words::{own_cause_of, own_fact_of, own_judgement, truth_as_said};
use hitscan_core::world::Name;

impl TryArgs {
    /// Asks the program the questions of the open task in this file, and writes the answers to the
    /// file.
    pub(super) fn ask_for_submission(
        &self,
        path: &Path,
        words: &CommandWords,
        stop: &AtomicBool,
        output: &mut impl Write,
        errors: &mut impl Write,
    ) -> Result<ExitStatus, CliError> {
        let program = self.name_in_file()?;
        if !path.exists() {
            let path = printable(&path.to_string_lossy());
            return Err(CliError::in_file(format!("{path}: no such file; hitscan learn makes it")));
        }
        let (mut file, held) = SubmissionFile::open(path).map_err(CliError::InFile)?;
        let name = file.name();
        let in_file = |why: &dyn Display| CliError::InFile(format!("{name}: {why}"));
        let course = PackFiles::at(self.pack.as_deref()).course(None)?;
        let header = header_of(&held).map_err(|why| in_file(&why))?;
        if header.pack != course.pack.id {
            let pack = header.pack;
            return Err(in_file(&format_args!(
                "it belongs to the pack {pack}; --pack names its folder"
            )));
        }
        let drawn = DrawnPack::of(&course.pack, &header).map_err(CliError::other)?;
        let resumed = Learning::resume(Arc::new(course), drawn, &held, None);
        let ((mut learning, engine), bytes) = resumed.map_err(|why| in_file(&why))?;
        if let Some(said) = learning.about_changes() {
            writeln!(errors, "{name}: {said}")?;
        }
        let asked = learning.asked_of_program(&engine).map_err(|why| in_file(&why))?;
        let stops = Stop { is_set: stop, waker: None, deadline: None };
        let mut asker = Asker::new(words, self.protocol, self.timeout, stops);
        let answers = match self.build(stop) {
            Ok(ControlFlow::Continue(())) => self.answers(&mut asker, &asked),
            Ok(ControlFlow::Break(())) => Ok(None),
            Err(fault) => Err(fault),
        };
        let status = match answers {
            Ok(Some(answers)) => {
                let told = claim(&mut learning, &engine, program, asked.iter().zip(answers));
                let (told, is_right) = told.map_err(|why| in_file(&why))?;
                let kept = file.keep(bytes).and_then(|()| file.finish(&mut learning));
                if let Submitted::Anew(said) = kept.map_err(CliError::InFile)? {
                    writeln!(errors, "{said}")?;
                }
                let place = format!("{}, task {}", learning.lesson().id, learning.step().id);
                writeln!(output, "{}: {place}\n{}{}", file.name(), told, state(&learning))?;
                ExitStatus::of(is_right)
            }
            Ok(None) => INTERRUPTED,
            Err(fault) => {
                writeln!(errors, "hitscan: {fault}")?;
                ExitStatus::ProgramAtFault
            }
        };
        output.flush()?;
        write_remarks(&asker.remarks(), errors)?;
        Ok(status)
    }

    /// The name of the program in the file.
    fn name_in_file(&self) -> Result<Name, CliError> {
        let name = self.name_of_program();
        Name::new(&name).map_err(|why| {
            CliError::other(format!("{name}: {why}; --name says what to call it in the file"))
        })
    }

    /// Asks everything in one round; `None` if that was stopped.
    fn answers(
        &self,
        asker: &mut Asker<'_>,
        asked: &[ClaimQuestion],
    ) -> Result<Option<Vec<OwnAnswer>>, TryFault> {
        let cases = asked.iter().map(|question| Case::from(question.asked()));
        let lines: Vec<_> =
            (1..).zip(cases).map(|(number, case)| self.line(&case, number)).collect();
        let replies = match asker.ask(&lines)? {
            Asked::Answered(replies) => replies,
            Asked::Crashed(crash) => {
                let line = |at: usize, number| self.line(&asked[at].asked().into(), number);
                let found = asker.crashing_lines(lines.len(), &crash, line);
                if asker.is_stopped() {
                    return Ok(None);
                }
                return Err(TryFault::crashed(&crash, &found, line));
            }
            Asked::Interrupted => return Ok(None),
        };
        let known = |(reply, question): (OwnReply, &ClaimQuestion)| match reply {
            OwnReply::Answer(answer) => Ok(answer),
            OwnReply::Unknown => Err(TryFault::UnknownKind { kind: question.asked().kinds() }),
        };
        let answers: Result<_, TryFault> = replies.into_iter().zip(asked).map(known).collect();
        answers.map(Some)
    }
}

/// Writes the answers to the file, and reports each with its judgement; also returns whether all are
/// right.
fn claim<'q>(
    learning: &mut Learning,
    engine: &Engine,
    program: Name,
    answers: impl Iterator<Item = (&'q ClaimQuestion, OwnAnswer)>,
) -> Result<(String, bool), LearnError> {
    let (mut text, mut is_right) = (String::new(), true);
    for (question, answer) in answers {
        let claim = OwnClaim { program, pair: question.pair, answer };
        learning.claim(&claim, engine)?;
        let judgement = question.judge(&answer);
        is_right &= judgement.agreement != Agreement::Wrong;
        // Writing to a String never fails.
        let _ = writeln!(text, "{claim}\n  {}", own_judgement(judgement));
        let (asked, names) = (question.asked(), question.names());
        let sentence = match judgement.cause {
            Some(cause) => Some(own_cause_of(asked, names, cause)),
            None if judgement.agreement == Agreement::Wrong => own_fact_of(asked, names, &answer),
            None => None,
        };
        if let Some(sentence) = &sentence {
            let _ = writeln!(text, "  {sentence}");
        }
        if sentence.is_some() || judgement.agreement == Agreement::Wrong {
            let exact = truth_as_said(&asked.truth(), &answer);
            let _ = writeln!(text, "  it says {answer}, the truth is {exact}");
        }
    }
    Ok((text, is_right))
}

/// The state of the task: `DONE task 1; 4 of 4 points; hitscan learn goes on`.
fn state(learning: &Learning) -> String {
    let (name, of) = (learning.step_name(), learning.most_points());
    match learning.state() {
        StepState::Task { points: Some(points), .. } => {
            format!("DONE {name}; {points} of {of} points; hitscan learn goes on")
        }
        StepState::Task { .. }
        | StepState::Card
        | StepState::Asked { .. }
        | StepState::Answered { .. } => Shortfall::line(learning.shortfall()),
    }
}
