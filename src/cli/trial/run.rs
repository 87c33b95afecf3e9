//! `hitscan try` from its options to the exit status.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
use super::watch::Watch;
use crate::cli::compare::{Case, Measure, Plan, PlanError, save_one, simpler};
use crate::cli::{CliError, ExitStatus, print};
use crate::host::program::{Remarks, Words};
use hitscan_core::methods::{Agreement, Cause, OwnAnswer, Reply};
use hitscan_core::scene::printable;

/// How often a program is started to simplify a pair that it crashes on.
const MOST_STARTS: usize = 400;

/// The status after Ctrl-C.
const INTERRUPTED: ExitStatus = ExitStatus::Ended(crate::term::End::Signal(SIGINT));

/// Clears the screen before the next report of a watch.
const CLEAR_SCREEN: &[u8] = b"\x1b[H\x1b[2J";

/// What came of a trial.
#[derive(Debug)]
struct Tried {
    status: ExitStatus,
    /// The first scene that was saved.
    first_saved: Option<PathBuf>,
}

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

/// What stops a trial.
#[derive(Debug, Default)]
struct Stops {
    /// Set for whatever reason.
    stop: Arc<AtomicBool>,
    /// Set by Ctrl-C.
    interrupted: Arc<AtomicBool>,
    /// Set when a watched file is saved.
    saved: AtomicBool,
}

impl TryArgs {
    /// Asks the program, and prints the report on `output`; what is wrong with
    /// the program, and what it says on its own standard error, on `errors`.
    /// `open` shows a scene.
    ///
    /// # Errors
    /// When the options do not go together, or writing fails.
    pub fn run(
        &self,
        mut output: impl Write,
        mut errors: impl Write,
        open: impl FnOnce(PathBuf) -> Result<ExitStatus, CliError>,
    ) -> Result<ExitStatus, CliError> {
        if let Some(template) = self.template {
            return print(template.text(), output);
        }
        let plan = self.plan().map_err(usage)?;
        let words = Words::new(self.program.iter().cloned());
        let words = words.ok_or_else(|| CliError::other("PROGRAM is missing"))?;
        let stops = Stops::default();
        let handlers = [&stops.stop, &stops.interrupted]
            .map(|flag| signal_hook::flag::register(SIGINT, Arc::clone(flag)));
        let tried = self.try_and_watch(plan, &words, &stops, &mut output, &mut errors);
        for handler in handlers {
            signal_hook::low_level::unregister(handler?);
        }
        match tried? {
            Tried { first_saved: Some(path), status } if self.open => {
                drop(output);
                open(path).map(|_| status)
            }
            Tried { status, .. } => Ok(status),
        }
    }

    /// Tries the program, and again whenever a watched file is saved.
    fn try_and_watch(
        &self,
        plan: Plan,
        words: &Words,
        stops: &Stops,
        output: &mut impl Write,
        errors: &mut impl Write,
    ) -> Result<Tried, CliError> {
        if self.watch.is_empty() {
            return self.try_once(plan, words, stops, output, errors);
        }
        let mut watch = Watch::new(&self.watch);
        loop {
            let tried = watch.during(&stops.saved, &stops.stop, || {
                self.try_once(plan, words, stops, output, errors)
            })?;
            let is_saved = stops.saved.swap(false, Ordering::SeqCst);
            if is_saved && !stops.interrupted.load(Ordering::SeqCst) {
                stops.stop.store(false, Ordering::SeqCst);
            }
            if !watch.wait(&stops.stop) {
                return Ok(Tried { status: INTERRUPTED, ..tried });
            }
            if io::stdout().is_terminal() {
                output.write_all(CLEAR_SCREEN)?;
            }
        }
    }

    fn try_once(
        &self,
        plan: Plan,
        words: &Words,
        stops: &Stops,
        output: &mut impl Write,
        errors: &mut impl Write,
    ) -> Result<Tried, CliError> {
        let mut trial = Trial::new(self, plan, words, &stops.stop);
        let report = self.build().and_then(|()| trial.report());
        let mut tried = Tried { status: ExitStatus::ProgramAtFault, first_saved: None };
        match report {
            // What is asked anew has no result.
            _ if stops.saved.load(Ordering::SeqCst) => return Ok(tried),
            Ok(report) => {
                let text = match self.format {
                    TryFormat::Table => table(&report),
                    TryFormat::Ndjson => ndjson(&report),
                    TryFormat::Tap => tap(&report),
                    TryFormat::Junit => junit(&report),
                };
                output.write_all(text.as_bytes())?;
                tried.first_saved = self.save(&report, output, errors)?;
                tried.status = if trial.is_interrupted {
                    INTERRUPTED
                } else {
                    ExitStatus::of(report.is_right())
                };
            }
            Err(fault) => writeln!(errors, "hitscan: {fault}")?,
        }
        output.flush()?;
        write_remarks(&trial.asker.remarks(), errors)?;
        Ok(tried)
    }

    /// Runs the command of `--build` to its end.
    fn build(&self) -> Result<(), Fault> {
        let Some(command) = &self.build else { return Ok(()) };
        let words = Words::parse(command).ok_or_else(|| Fault::NoBuild(printable(command)))?;
        let status = words.run()?;
        if status.success() { Ok(()) } else { Err(Fault::Build(status)) }
    }

    /// Saves the examples as scenes, if asked to, and gives the first. Programs that
    /// read the output do not hear of it.
    fn save(
        &self,
        report: &Report,
        output: &mut impl Write,
        errors: &mut impl Write,
    ) -> Result<Option<PathBuf>, CliError> {
        let Some(directory) = &self.save else { return Ok(None) };
        fs::create_dir_all(directory).map_err(|error| {
            let (directory, why) =
                (printable(&directory.to_string_lossy()), printable(&error.to_string()));
            CliError::other(format_args!("{directory}: cannot be created: {why}"))
        })?;
        let mut first = None;
        for example in &report.examples {
            let saved = save_one(directory, example.code(), &example.scene());
            if !saved.is_there() {
                writeln!(errors, "hitscan: {saved}")?;
                continue;
            }
            if self.format == TryFormat::Table {
                writeln!(output, "{saved}")?;
            }
            first.get_or_insert(saved.path);
        }
        Ok(first)
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
