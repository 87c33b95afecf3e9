//! A trial while it runs: named and random pairs are asked, answers are counted,
//! and examples simplified.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::args::TryArgs;
use super::fault::Fault;
use super::line::text;
use super::pairs::{self, NamedPair};
use super::report::{Example, NamedAnswer, Oddity, Report};
use super::shrinking::{Extent, MOST_LINES, MOST_STARTS, MOST_TIME, Shrunk, shrink};
use super::tally::{Class, Judge, Origin, Shown, Tally};
use crate::cli::compare::{Case, Measure, Plan, simpler};
use crate::host::program::{Asked, Asker, Crash, CrashingLines, Remarks, Stop, Words};
use hitscan_core::methods::{Agreement, Cause, JudgingRules, OwnAnswer, Reply};

/// A trial while it runs.
pub(super) struct Trial<'a> {
    args: &'a TryArgs,
    plan: Plan,
    asker: Asker<'a>,
    tally: Tally,
    /// How many random pairs were asked.
    random: u64,
    /// The pair that it crashed on, how, and after which answer.
    crash: Option<(Case, Crash, String)>,
    is_interrupted: bool,
    /// How far examples were simplified.
    extent: Extent,
}

impl<'a> Trial<'a> {
    pub(super) fn new(
        args: &'a TryArgs,
        plan: Plan,
        rules: JudgingRules,
        words: &'a Words,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            args,
            plan,
            asker: Asker::new(
                words,
                args.protocol,
                args.timeout,
                Stop { is_set: stop, waker: None, deadline: None },
            ),
            tally: Tally::new(rules),
            random: 0,
            crash: None,
            is_interrupted: false,
            extent: Extent::Far,
        }
    }

    /// The line that asks a case; its id counts from 1 in each round.
    fn line(&self, case: &Case, number: usize) -> String {
        self.args.line(case, number)
    }

    /// Whether Ctrl-C ended it.
    pub(super) const fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// What the program has said on standard error.
    pub(super) fn remarks(&self) -> Remarks {
        self.asker.remarks()
    }

    /// Asks everything, and reports what was answered.
    ///
    /// # Errors
    /// When the program does not keep to the protocol.
    pub(super) fn report(&mut self) -> Result<Report, Fault> {
        let named = self.ask_named()?;
        self.ask_random()?;
        let judge = self.tally.judge();
        let named = named.into_iter().map(|(name, case, answer)| {
            let class = judge.class(&case, &answer);
            let example = Example { class, case, answer: Some(answer), oddity: None };
            NamedAnswer { name, example }
        });
        let named = named.collect();
        let examples = self.examples(&judge)?;
        self.plan.pairs = self.random;
        let name = self.args.name_of_program();
        Ok(Report {
            name,
            plan: self.plan.clone(),
            named,
            tally: std::mem::replace(&mut self.tally, Tally::new(judge.rules)),
            examples,
            extent: self.extent,
        })
    }

    fn ask_named(&mut self) -> Result<Vec<(&'static str, Case, OwnAnswer)>, Fault> {
        let named = pairs::named(self.plan.kind);
        let cases: Vec<Case> = named.iter().map(|pair| pair.case.clone()).collect();
        let answers = self.ask(&cases, Origin::Named)?;
        let answered = named.into_iter().zip(answers).map(|(NamedPair { name, case }, answer)| {
            self.tally.add(&case, &answer, Origin::Named);
            (name, case, answer)
        });
        Ok(answered.collect())
    }

    fn ask_random(&mut self) -> Result<(), Fault> {
        let round = u64::try_from(MOST_LINES).unwrap_or(u64::MAX);
        while self.random < self.plan.pairs && self.may_go_on() {
            let end = self.plan.pairs.min(self.random + round);
            let cases = pairs::random(&self.plan, self.random..end);
            let answers = self.ask(&cases, Origin::Random)?;
            for (case, answer) in cases.iter().zip(answers) {
                self.tally.add(case, &answer, Origin::Random);
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
    fn ask(&mut self, cases: &[Case], origin: Origin) -> Result<Vec<OwnAnswer>, Fault> {
        let lines: Vec<String> =
            cases.iter().enumerate().map(|(index, case)| self.line(case, index + 1)).collect();
        let replies = match self.asker.ask(&lines)? {
            Asked::Answered(replies) => replies,
            Asked::Crashed(crash) => {
                self.check_start(cases, &crash.how)?;
                self.find_crash(cases, crash, origin)?;
                Vec::new()
            }
            Asked::Interrupted => {
                self.is_interrupted = true;
                Vec::new()
            }
        };
        let known = |reply| match reply {
            Reply::Answer(answer) => Ok(answer),
            Reply::Unknown => Err(Fault::UnknownKind { kind: self.plan.kind.token().to_owned() }),
        };
        replies.into_iter().map(known).collect()
    }

    /// Looks for the pair that it crashes on when it is asked that alone.
    fn find_crash(&mut self, cases: &[Case], crash: Crash, origin: Origin) -> Result<(), Fault> {
        let args = self.args;
        let line = |at: usize, number| args.line(&cases[at], number);
        let found = self.asker.crashing_lines(cases.len(), &crash, line);
        match &found {
            CrashingLines::These(lines) if lines.len() == 1 => {
                let at = lines[0];
                let is_next = at == crash.answers;
                let place = if is_next { crash.place(&text(&cases[at])) } else { String::new() };
                self.tally.add_crash(origin);
                self.crash = Some((cases[at].clone(), crash, place));
                Ok(())
            }
            _ if self.asker.is_stopped() => {
                self.is_interrupted = true;
                Ok(())
            }
            _ => Err(Fault::crashed(&crash, &found, line)),
        }
    }

    /// Whether a program that has crashed before its first answer answers anything: one
    /// that never does is at fault, as one that cannot be started.
    fn check_start(&mut self, cases: &[Case], how: &str) -> Result<(), Fault> {
        if self.tally.likenesses.pairs() > 0 {
            return Ok(());
        }
        let remarks = self.remarks();
        let tried = [cases.first(), cases.get(cases.len() / 2), cases.last()];
        for case in tried.into_iter().flatten() {
            if !matches!(self.asker.ask_alone(&self.line(case, 1))?, Asked::Crashed(_)) {
                return Ok(());
            }
        }
        let says = if remarks.first().is_empty() { "" } else { "; it says:" };
        self.asker.keep_remarks(remarks);
        let (name, how) = (self.args.name_of_program(), how.to_owned());
        Err(Fault::EndedFirst { name, how, says })
    }

    /// The smallest pair for each reason, with its answer.
    fn examples(&mut self, judge: &Judge) -> Result<Vec<Example>, Fault> {
        if let Some((case, crash, place)) = self.crash.take() {
            let class = (Agreement::Wrong, Some(Cause::Crash));
            let (case, crash) = self.simplest_crash(case, crash)?;
            let how = format!("{} {place}", crash.sentence());
            let oddity = Some(Oddity::Crashed(how.trim_end().to_owned()));
            return Ok(vec![Example { class, case, answer: None, oddity }]);
        }
        let starts = self.tally.classes().iter();
        let starts: Vec<(Class, Shown)> = starts
            .flat_map(|(&class, counts)| {
                counts.starts.iter().map(move |shown| (class, shown.clone()))
            })
            .collect();
        if starts.is_empty() || self.is_interrupted {
            return Ok(Vec::new());
        }
        let args = self.args;
        let line = |case: &Case, number| args.line(case, number);
        let Shrunk { examples: found, extent } = shrink(&mut self.asker, judge, line, starts)?;
        self.extent = extent;
        found.into_iter().map(|(of, shown)| self.example(judge, of, shown)).collect()
    }

    /// The example of a class, which the program is asked again alone.
    fn example(&mut self, judge: &Judge, of: Class, shown: Shown) -> Result<Example, Fault> {
        let Shown { case, answer: first } = shown;
        let answer = self.answer_alone(&case)?;
        self.is_interrupted |= self.asker.is_stopped();
        if self.is_interrupted {
            return Ok(Example { class: of, case, answer: Some(first), oddity: None });
        }
        let steady = answer.filter(|answer| judge.class(&case, answer) == of);
        let (class, oddity) = match steady {
            Some(_) => (of, None),
            None => ((of.0, Some(Cause::Unsteady)), Some(Oddity::AnsweredFirst(first))),
        };
        Ok(Example { class, case, answer, oddity })
    }

    /// A simpler pair that the program crashes on, as far as a bounded number of
    /// starts and time leads, and how it does.
    fn simplest_crash(&mut self, case: Case, crash: Crash) -> Result<(Case, Crash), Fault> {
        self.asker.end_rounds_at(Some(Instant::now() + MOST_TIME));
        let remarks = self.remarks();
        let simplest = self.simpler_crash(case, crash);
        self.asker.end_rounds_at(None);
        self.asker.keep_remarks(remarks);
        simplest
    }

    fn simpler_crash(&mut self, case: Case, crash: Crash) -> Result<(Case, Crash), Fault> {
        let reach = Measure::of(&case).greatest();
        let (mut simplest, mut starts) = ((case, crash), 0);
        'simpler: loop {
            let candidates: Vec<Case> = simpler(&simplest.0, reach).collect();
            for candidate in candidates {
                if starts == MOST_STARTS {
                    self.extent = Extent::Starts;
                    return Ok(simplest);
                }
                starts += 1;
                match self.asker.ask_alone(&self.line(&candidate, 1))? {
                    Asked::Crashed(crash) => {
                        simplest = (candidate, crash);
                        continue 'simpler;
                    }
                    Asked::Answered(_) => {}
                    Asked::Interrupted => {
                        self.is_interrupted |= self.asker.is_stopped();
                        if !self.is_interrupted {
                            self.extent = Extent::Time;
                        }
                        return Ok(simplest);
                    }
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
            Asked::Crashed(_) | Asked::Interrupted => None,
        })
    }
}
