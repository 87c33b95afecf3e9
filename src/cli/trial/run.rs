//! `hitscan try` from its options to the exit status.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::error::ErrorKind;
use signal_hook::consts::SIGINT;

use super::args::{ProtocolArg, TryArgs, TryFormat};
use super::asker::{Asked, Asker, Mode, Protocol};
use super::fault::Fault;
use super::line;
use super::ndjson::ndjson;
use super::pairs::{self, NamedPair};
use super::points::{junit, tap};
use super::report::{Example, NamedAnswer, Report};
use super::shrinking::{MOST_LINES, Shrunk, class, shrink};
use super::table::table;
use super::tally::{Class, Rules, Tally};
use crate::cli::compare::{Case, Measure, Plan, PlanError, save_one, simpler};
use crate::cli::{CliError, ExitStatus};
use crate::host::program::{Remarks, Words};
use hitscan_core::methods::{Agreement, Cause, OwnAnswer, Reply};
use hitscan_core::scene::printable;

/// How often a program is started to simplify a pair that it crashes on.
const MOST_STARTS: usize = 400;

/// A trial while it runs.
struct Trial<'a> {
    args: &'a TryArgs,
    plan: Plan,
    rules: Rules,
    asker: Asker<'a>,
    tally: Tally,
    /// How many random pairs were asked.
    random: u64,
    crash: Option<Case>,
    is_interrupted: bool,
}

impl TryArgs {
    /// Asks the program, and prints the report on `output`; what is wrong with
    /// the program, and what it says on its own standard error, on `errors`.
    ///
    /// # Errors
    /// When the options do not go together, or writing fails.
    pub fn run(
        &self,
        mut output: impl Write,
        mut errors: impl Write,
    ) -> Result<ExitStatus, CliError> {
        let plan = self.plan().map_err(usage)?;
        let stop = Arc::new(AtomicBool::new(false));
        let handler = signal_hook::flag::register(SIGINT, Arc::clone(&stop))?;
        let words = Words::new(self.program.iter().cloned());
        let words = words.ok_or_else(|| CliError::other("PROGRAM is missing"))?;
        let mut trial = Trial::new(self, plan, &words, &stop);
        let report = trial.report();
        signal_hook::low_level::unregister(handler);
        let status = match &report {
            Ok(report) => {
                let text = match self.format {
                    TryFormat::Table => table(report),
                    TryFormat::Ndjson => ndjson(report),
                    TryFormat::Tap => tap(report),
                    TryFormat::Junit => junit(report),
                };
                output.write_all(text.as_bytes())?;
                self.save(report, &mut output, &mut errors)?;
                output.flush()?;
                if trial.is_interrupted {
                    ExitStatus::Ended(crate::term::End::Signal(SIGINT))
                } else {
                    ExitStatus::of(report.is_right())
                }
            }
            Err(fault) => {
                writeln!(errors, "hitscan: {fault}")?;
                ExitStatus::ProgramAtFault
            }
        };
        write_remarks(&trial.asker.remarks(), &mut errors)?;
        Ok(status)
    }

    /// Saves the examples as scenes, if asked to. Programs that read the output do
    /// not hear of it.
    fn save(
        &self,
        report: &Report,
        output: &mut impl Write,
        errors: &mut impl Write,
    ) -> Result<(), CliError> {
        let Some(directory) = &self.save else { return Ok(()) };
        fs::create_dir_all(directory).map_err(|error| {
            let (directory, why) =
                (printable(&directory.to_string_lossy()), printable(&error.to_string()));
            CliError::other(format_args!("{directory}: cannot be created: {why}"))
        })?;
        for example in &report.examples {
            let saved = save_one(directory, example.code(), &example.scene());
            if !saved.is_there() {
                writeln!(errors, "hitscan: {saved}")?;
            } else if self.format == TryFormat::Table {
                writeln!(output, "{saved}")?;
            }
        }
        Ok(())
    }

    /// What the program is called: the name of its file, without its ending. Of
    /// `python3 my_hit.py` the file is the script.
    fn name_of_program(&self) -> String {
        if let Some(name) = &self.name {
            return printable(name);
        }
        let stem = |word: &std::ffi::OsString| {
            Path::new(word).file_stem().map(|stem| printable(&stem.to_string_lossy()))
        };
        let script = self.program.iter().skip(1).find(|word| Path::new(word).is_file());
        script.or(self.program.first()).and_then(stem).unwrap_or_default()
    }
}

fn usage(error: PlanError) -> clap::Error {
    let message = format!("{error}\n\nFor more information, try '--help'.\n");
    clap::Error::raw(ErrorKind::ValueValidation, message)
}

/// Its first lines of standard error, each after a bar.
fn write_remarks(remarks: &Remarks, errors: &mut impl Write) -> io::Result<()> {
    for line in remarks.first() {
        writeln!(errors, "| {}", printable(line))?;
    }
    if remarks.more() > 0 {
        writeln!(errors, "… {} more", remarks.more())?;
    }
    Ok(())
}

impl<'a> Trial<'a> {
    fn new(args: &'a TryArgs, plan: Plan, words: &'a Words, stop: &'a AtomicBool) -> Self {
        let protocol = match args.protocol {
            ProtocolArg::Text => Protocol::Text,
            ProtocolArg::Ndjson => Protocol::Ndjson,
        };
        Self {
            args,
            plan,
            rules: Rules { contact: args.contact.into(), tolerance: args.tolerance },
            asker: Asker::new(words, protocol, args.timeout, stop),
            tally: Tally::default(),
            random: 0,
            crash: None,
            is_interrupted: false,
        }
    }

    /// The line that asks a case; its id counts from 1 in each round.
    fn line(&self, case: &Case, number: usize) -> String {
        match self.args.protocol {
            ProtocolArg::Text => line::text(case),
            ProtocolArg::Ndjson => case.query(&number.to_string()),
        }
    }

    fn report(&mut self) -> Result<Report, Fault> {
        let named = self.ask_named()?;
        if self.asker.mode() == Mode::Single && self.args.pairs.is_none() {
            self.plan.pairs = TryArgs::PAIRS_OF_SINGLE;
        }
        self.ask_random()?;
        let examples = self.examples()?;
        self.plan.pairs = self.random;
        let name = self.args.name_of_program();
        Ok(Report {
            name,
            plan: self.plan,
            named,
            tally: std::mem::take(&mut self.tally),
            examples,
        })
    }

    fn ask_named(&mut self) -> Result<Vec<NamedAnswer>, Fault> {
        let named = pairs::named(self.plan.kind);
        let cases: Vec<Case> = named.iter().map(|pair| pair.case.clone()).collect();
        let answers = self.ask(&cases, true)?;
        let answered = named.into_iter().zip(answers).map(|(NamedPair { name, case }, answer)| {
            let class = self.tally.add(&case, &answer, &self.rules, true);
            NamedAnswer { name, example: Example { class, case, answer: Some(answer) } }
        });
        Ok(answered.collect())
    }

    fn ask_random(&mut self) -> Result<(), Fault> {
        let round = u64::try_from(MOST_LINES).unwrap_or(u64::MAX);
        while self.random < self.plan.pairs && self.may_go_on() {
            let end = self.plan.pairs.min(self.random + round);
            let cases = pairs::random(&self.plan, self.random..end);
            let answers = self.ask(&cases, false)?;
            for (case, answer) in cases.iter().zip(answers) {
                self.tally.add(case, &answer, &self.rules, false);
                self.random += 1;
            }
        }
        Ok(())
    }

    const fn may_go_on(&self) -> bool {
        self.crash.is_none() && !self.is_interrupted
    }

    /// Asks cases together. After a crash there are no answers, and the case that
    /// the program crashes on is kept.
    fn ask(&mut self, cases: &[Case], is_named: bool) -> Result<Vec<OwnAnswer>, Fault> {
        let lines: Vec<String> =
            cases.iter().enumerate().map(|(index, case)| self.line(case, index + 1)).collect();
        let replies = match self.asker.ask(&lines)? {
            Asked::Answered(replies) => replies,
            Asked::Crashed => {
                let lines: Vec<String> = cases.iter().map(|case| self.line(case, 1)).collect();
                let at = self.asker.crashes_on(&lines)?;
                let at = at.ok_or(Fault::CrashedTogether { lines: lines.len() })?;
                self.tally.add_crash(is_named);
                self.crash = Some(cases[at].clone());
                Vec::new()
            }
            Asked::Interrupted => {
                self.is_interrupted = true;
                Vec::new()
            }
        };
        let known = |reply| match reply {
            Reply::Answer(answer) => Ok(answer),
            Reply::Unknown => Err(Fault::UnknownKind { kind: self.plan.kind.token() }),
        };
        replies.into_iter().map(known).collect()
    }

    /// The smallest pair for each reason, with its answer.
    fn examples(&mut self) -> Result<Vec<Example>, Fault> {
        if let Some(case) = self.crash.take() {
            let class = (Agreement::Wrong, Some(Cause::Crash));
            let case = self.simplest_crash(case)?;
            return Ok(vec![Example { class, case, answer: None }]);
        }
        let starts = self.tally.classes.iter();
        let starts: Vec<(Class, Case)> = starts
            .flat_map(|(&class, counts)| counts.starts().map(move |case| (class, case.clone())))
            .collect();
        if starts.is_empty() || self.is_interrupted {
            return Ok(Vec::new());
        }
        let args = self.args;
        let line = |case: &Case, number: usize| match args.protocol {
            ProtocolArg::Text => line::text(case),
            ProtocolArg::Ndjson => case.query(&number.to_string()),
        };
        let found = match shrink(&mut self.asker, &self.rules, line, starts)? {
            Shrunk::Examples(found) | Shrunk::CutShort(found) => found,
        };
        let mut examples = Vec::new();
        for (of, case) in found {
            let answer = self.answer_alone(&case)?;
            let steady = answer.filter(|answer| class(&self.rules, &case, answer) == of);
            let class = if steady.is_some() { of } else { (of.0, Some(Cause::Unsteady)) };
            examples.push(Example { class, case, answer });
        }
        Ok(examples)
    }

    /// A simpler pair that the program crashes on, as far as a bounded number of
    /// starts leads.
    fn simplest_crash(&mut self, case: Case) -> Result<Case, Fault> {
        let reach = Measure::of(&case).greatest();
        let (mut simplest, mut starts) = (case, 0);
        'simpler: loop {
            let candidates: Vec<Case> = simpler(&simplest, reach).collect();
            for candidate in candidates {
                if starts == MOST_STARTS {
                    return Ok(simplest);
                }
                starts += 1;
                match self.asker.ask_alone(&self.line(&candidate, 1))? {
                    Asked::Crashed => {
                        simplest = candidate;
                        continue 'simpler;
                    }
                    Asked::Answered(_) => {}
                    Asked::Interrupted => return Ok(simplest),
                }
            }
            return Ok(simplest);
        }
    }

    /// What the program says when it has read nothing else.
    fn answer_alone(&mut self, case: &Case) -> Result<Option<OwnAnswer>, Fault> {
        Ok(match self.asker.ask_alone(&self.line(case, 1))? {
            Asked::Answered(replies) => replies.into_iter().find_map(|reply| match reply {
                Reply::Answer(answer) => Some(answer),
                Reply::Unknown => None,
            }),
            Asked::Crashed | Asked::Interrupted => None,
        })
    }
}
