//! The user's own methods in a check: each program is asked in a single round about the
//! expectations of a scene.

use std::sync::atomic::AtomicBool;

use super::super::options::MethodArgs;
use super::CheckArgs;
use crate::app::config::OwnMethodSpec;
use crate::cli::CliError;
use crate::cli::config::tolerance_of;
use crate::host::OwnPrograms;
use crate::host::program::{Asked, Asker, CommandWords, Protocol, Stop};
use hitscan_core::engine::expect::Finding;
use hitscan_core::methods::{JudgingRules, OwnQuestion, OwnReply};
use hitscan_core::world::Name;

/// The programs of `--method`, and how their answers are judged.
pub(super) struct OwnMethods {
    methods: Vec<(Name, CommandWords)>,
    rules: JudgingRules,
}

impl OwnMethods {
    /// The programs in the options. Of two with the same name the latter counts.
    pub(super) fn of(args: &CheckArgs) -> Result<Self, CliError> {
        if let Some(method) = args.methods.in_view().next() {
            return Err(CliError::other(format_args!(
                "--method {}: a check asks every method; a program is NAME=COMMAND",
                method.id()
            )));
        }
        let mut methods: Vec<(Name, CommandWords)> = Vec::new();
        for OwnMethodSpec { name, command } in args.methods.own() {
            let words = CommandWords::parse(command).ok_or_else(|| {
                CliError::other(format!("--method {name}: expected a program and its arguments"))
            })?;
            methods.retain(|(known, _)| known != name);
            methods.push((*name, words));
        }
        if methods.len() > OwnMethodSpec::MOST {
            let most = OwnMethodSpec::MOST;
            let count = methods.len();
            let why = format!("--method: there are at most {most} own methods, not {count}");
            return Err(CliError::other(why));
        }
        if args.methods.tolerance.is_some() && methods.is_empty() {
            return Err(CliError::other(MethodArgs::NO_PROGRAM));
        }
        // Without programs, an invalid configuration is not an error of a check.
        let tolerance = match args.methods.tolerance {
            None if methods.is_empty() => JudgingRules::default().tolerance,
            given => tolerance_of(given)?,
        };
        Ok(Self { methods, rules: JudgingRules { tolerance, ..JudgingRules::default() } })
    }

    /// The names of the programs.
    pub(super) fn names(&self) -> Vec<Name> {
        self.methods.iter().map(|(name, _)| *name).collect()
    }

    /// The programs, not yet started. `stop` ends their rounds.
    pub(super) fn askers<'a>(&'a self, stop: &'a AtomicBool) -> Askers<'a> {
        let stop = Stop { is_set: stop, waker: None, deadline: None };
        let asker = |words| {
            Asker::new(words, Protocol::Text, OwnPrograms::PATIENCE, stop).or_frames_alone()
        };
        let askers = self.methods.iter().map(|(name, words)| (*name, asker(words)));
        Askers { askers: askers.collect(), rules: self.rules }
    }
}

/// The programs during a check.
pub(super) struct Askers<'a> {
    askers: Vec<(Name, Asker<'a>)>,
    rules: JudgingRules,
}

impl Askers<'_> {
    /// The findings of a scene, with the programs' answers to their questions.
    ///
    /// # Errors
    /// When a program does not answer.
    pub(super) fn judge(&mut self, findings: Vec<Finding>) -> Result<Vec<Finding>, CliError> {
        let questions: Vec<_> = findings.iter().map(Finding::own_question).collect();
        let asked = questions.iter().flatten().flat_map(OwnQuestion::lines);
        let lines: Vec<_> = asked.collect();
        if self.askers.is_empty() || lines.is_empty() {
            return Ok(findings);
        }
        let mut answers = Vec::new();
        for (name, asker) in &mut self.askers {
            answers.push((*name, answers_of(*name, asker, &lines)?.into_iter()));
        }
        let judged = findings.into_iter().zip(questions).map(|(finding, question)| {
            let count = question.map_or(0, |question| question.pairs().count());
            let of_it = answers.iter_mut().map(|(name, all)| (*name, all.take(count).collect()));
            finding.with_own_answers(&of_it.collect::<Vec<_>>(), self.rules)
        });
        Ok(judged.collect())
    }
}

/// A program's answers to these lines, asked in one round.
fn answers_of(
    name: Name,
    asker: &mut Asker<'_>,
    lines: &[String],
) -> Result<Vec<OwnReply>, CliError> {
    let fault = |why: String| CliError::Program(format!("{name}: {why}"));
    match asker.ask(lines) {
        Ok(Asked::Answered(replies)) => Ok(replies),
        Ok(Asked::Crashed(crash)) => {
            let next = lines.get(crash.answers);
            let place = next.map(|next| format!(" {}", crash.place(&asker.as_asked(next))));
            Err(fault(crash.sentence() + &place.unwrap_or_default()))
        }
        Ok(Asked::Interrupted) => Err(fault("interrupted".to_owned())),
        Err(why) => Err(fault(match why.instead() {
            Some(instead) => format!("{why}. Try: {instead}"),
            None => why.to_string(),
        })),
    }
}
