//! A trial in progress: asks named and random pairs, counts the answers, and minimises examples.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::super::compare::{ComparedPair, Generator};
use super::args::TryArgs;
use super::line;
use super::line::text;
use super::pairs_from::GivenPairs;
use super::report::{Finer, GivenSource, NamedAnswer, Oddity, TryExample, TryFault, TryReport};
use super::run::{Follower, Stage};
use super::shrinking::{MOST_LINES, MOST_STARTS, ShrinkExtent, shrink};
use super::tally::{AnswerClass, AnsweredCase, Origin, TrialTally, class_of};
use crate::cli::compare::ComparePlan;
use crate::host::program::{Asked, Asker, CommandWords, Crash, CrashingLines, Remarks, Stop};
use hitscan_core::diagnosis::{
    self as experiments, Blunder, Claim, Findings, Investigation, PairKind, PairNumbers,
    ProgramFinding, Proof, ScaledPair, ZERO_BY_ZERO,
};
use hitscan_core::methods::{
    Agreement, Case, Cause, Complexity, ContactRule, JudgingRules, KnownAnswer, Mistake, OwnAnswer,
    OwnReply, simpler,
};

/// How many random pairs are kept for experiments.
const FRESH: u64 = 5000;

/// How much later than its deadline a round may end.
const LATE: Duration = Duration::from_millis(300);

/// The time to start a program and ask it a single example.
const ALONE: Duration = Duration::from_secs(1);

/// A trial in progress.
pub(super) struct Trial<'a> {
    args: &'a TryArgs,
    plan: ComparePlan,
    asker: Asker<'a>,
    follower: &'a Follower,
    tally: TrialTally,
    /// How many named pairs were skipped because they have decimals.
    left_out: usize,
    /// How many random pairs were asked.
    random: u64,
    crash: Option<CrashingPair>,
    is_interrupted: bool,
}

/// A pair that the program crashes on.
#[derive(Clone, Debug)]
struct CrashingPair {
    case: Case,
    crash: Crash,
    /// Which line was next, and the previous answer, if this pair was that line.
    place: String,
}

impl<'a> Trial<'a> {
    pub(super) fn new(
        args: &'a TryArgs,
        plan: ComparePlan,
        rules: JudgingRules,
        words: &'a CommandWords,
        stop: &'a AtomicBool,
        follower: &'a Follower,
        listener: &'a dyn Fn(OwnReply),
    ) -> Self {
        let stop = Stop { is_set: stop, waker: None, deadline: None };
        Self {
            args,
            plan,
            asker: Asker::new(words, args.protocol, args.timeout, stop).heard_by(listener),
            follower,
            tally: TrialTally::new(rules),
            left_out: 0,
            random: 0,
            crash: None,
            is_interrupted: false,
        }
    }

    /// The line for a case; its id counts from 1 in each round.
    fn line(&self, case: &Case, number: usize) -> String {
        self.args.line(case, number)
    }

    /// Whether Ctrl-C ended it.
    pub(super) const fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// What the program has written to standard error.
    pub(super) fn remarks(&self) -> Remarks {
        self.asker.remarks()
    }

    /// Asks everything, and reports the answers, without examples.
    ///
    /// # Errors
    /// When the program violates the protocol.
    pub(super) fn ask_all(&mut self) -> Result<TryReport, TryFault> {
        let named = self.ask_named()?;
        self.ask_random()?;
        self.follower.clear();
        let rules = self.tally.rules;
        let named = named.into_iter().map(|(name, case, answer)| {
            let class = class_of(&case, &answer, rules);
            NamedAnswer { name, example: TryExample::of(class, AnsweredCase { case, answer }) }
        });
        self.plan.pairs = self.random;
        let named = named.collect();
        Ok(self.reported(named))
    }

    /// The counts, as a report without examples.
    fn reported(&mut self, named: Vec<NamedAnswer>) -> TryReport {
        let rules = self.tally.rules;
        TryReport {
            name: self.args.name_of_program(),
            protocol: self.args.protocol,
            plan: self.plan.clone(),
            named,
            given: None,
            left_out: self.left_out,
            tally: std::mem::replace(&mut self.tally, TrialTally::new(rules)),
            findings: Findings::default(),
            starts: 0,
            examples: Vec::new(),
            extent: ShrinkExtent::default(),
            shrink: self.args.shrink,
        }
    }

    /// Asks the given pairs, or judges what the game answered, and reports the answers, without
    /// examples.
    ///
    /// # Errors
    /// When the program violates the protocol.
    pub(super) fn ask_given(&mut self, given: &GivenPairs) -> Result<TryReport, TryFault> {
        let mut finer = Finer::default();
        let is_dump = self.args.program.is_empty();
        for pairs in given.pairs.chunks(MOST_LINES) {
            if !self.may_go_on() {
                break;
            }
            let all = u64::try_from(given.pairs.len()).unwrap_or(u64::MAX);
            self.follower.begin(Stage::Asking { answered: self.random, all });
            let answers = if is_dump {
                pairs.iter().filter_map(|pair| pair.said).collect()
            } else {
                let protocol = self.args.protocol;
                let line = |at: usize, number| pairs[at].asked(protocol, number);
                let case = |at: usize| pairs[at].as_given();
                self.ask_lines(pairs.len(), Origin::Random, &case, &line)?
            };
            for (pair, answer) in pairs.iter().zip(answers) {
                if self.tally.add_given(pair, &answer) == Agreement::Wrong && !pair.is_as_given() {
                    finer.add(pair, &answer);
                }
                self.random += 1;
            }
        }
        self.follower.clear();
        self.plan.pairs = self.random;
        let mut report = self.reported(Vec::new());
        report.given = Some(GivenSource {
            name: given.name.clone(),
            of_other_kinds: given.of_other_kinds.clone(),
            too_fine: given.too_fine.clone(),
            swapped: given.swapped.clone(),
            fields: fields_of(given),
            finer,
            is_dump,
        });
        Ok(report)
    }

    fn ask_named(&mut self) -> Result<Vec<(&'static str, Case, OwnAnswer)>, TryFault> {
        let (named, left_out) = named(&self.plan);
        self.left_out = left_out;
        let cases: Vec<Case> = named.iter().map(|(_, case)| case.clone()).collect();
        let all = u64::try_from(cases.len()).unwrap_or(u64::MAX);
        self.follower.begin(Stage::Asking { answered: 0, all });
        let answers = self.ask(&cases, Origin::Named)?;
        let answered = named.into_iter().zip(answers).map(|((name, case), answer)| {
            self.tally.add(&case, &answer, Origin::Named);
            (name, case, answer)
        });
        Ok(answered.collect())
    }

    fn ask_random(&mut self) -> Result<(), TryFault> {
        let round = u64::try_from(MOST_LINES).unwrap_or(u64::MAX);
        while self.random < self.plan.pairs && self.may_go_on() {
            let end = self.plan.pairs.min(self.random + round);
            let cases = random(&self.plan, self.random..end);
            self.follower.begin(Stage::Asking { answered: self.random, all: self.plan.pairs });
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

    /// Asks cases together. After a crash returns no answers, and stores the case that the program
    /// crashes on; after Ctrl-C returns the answers so far.
    fn ask(&mut self, cases: &[Case], origin: Origin) -> Result<Vec<OwnAnswer>, TryFault> {
        let args = self.args;
        let line = |at: usize, number| args.line(&cases[at], number);
        self.ask_lines(cases.len(), origin, &|at| cases.get(at), &line)
    }

    /// Asks this many lines. `line` returns a line by its index, with its number in the round;
    /// `case` returns the case in the same numbers, if there is one.
    fn ask_lines<'c>(
        &mut self,
        count: usize,
        origin: Origin,
        case: &dyn Fn(usize) -> Option<&'c Case>,
        line: &dyn Fn(usize, usize) -> String,
    ) -> Result<Vec<OwnAnswer>, TryFault> {
        let lines: Vec<String> = (0..count).map(|at| line(at, at + 1)).collect();
        let replies = match self.asker.ask(&lines) {
            Ok(Asked::Answered(replies)) => replies,
            // A fault of a program that is being stopped does not count.
            _ if self.asker.is_stopped() => self.interrupted(),
            Ok(Asked::Interrupted) => self.interrupted(),
            Ok(Asked::Crashed(crash)) => {
                self.follower.clear();
                self.check_start(count, &crash.how, line)?;
                self.find_crash(count, crash, origin, case, line)?;
                Vec::new()
            }
            Err(fault) => return Err(fault.into()),
        };
        let known = |reply| match reply {
            OwnReply::Answer(answer) => Ok(answer),
            OwnReply::Unknown => {
                Err(TryFault::UnknownKind { kind: self.plan.kind.token().to_owned() })
            }
        };
        replies.into_iter().map(known).collect()
    }

    /// Notes the interruption, and returns the answers of this round so far, which count.
    fn interrupted(&mut self) -> Vec<OwnReply> {
        self.is_interrupted = true;
        let is_answer = |reply: &OwnReply| matches!(reply, OwnReply::Answer(_));
        self.follower.take().into_iter().take_while(is_answer).collect()
    }

    /// Looks for the pair that crashes the program when asked alone.
    fn find_crash<'c>(
        &mut self,
        count: usize,
        crash: Crash,
        origin: Origin,
        case: &dyn Fn(usize) -> Option<&'c Case>,
        line: &dyn Fn(usize, usize) -> String,
    ) -> Result<(), TryFault> {
        let found = self.asker.crashing_lines(count, &crash, line);
        let alone = match &found {
            CrashingLines::These(lines) if lines.len() == 1 => {
                case(lines[0]).map(|case| (lines[0], case.clone()))
            }
            _ => None,
        };
        match alone {
            Some((at, case)) => {
                let is_next = at == crash.answers;
                let place = if is_next { crash.place(&text(&case)) } else { String::new() };
                self.tally.add_crash(origin);
                self.crash = Some(CrashingPair { case, crash, place });
                Ok(())
            }
            _ if self.asker.is_stopped() => {
                self.is_interrupted = true;
                Ok(())
            }
            _ => Err(TryFault::crashed(&crash, &found, line)),
        }
    }

    /// After a crash before the first answer, checks whether the program answers anything: one that
    /// never does is at fault, like one that cannot be started.
    fn check_start(
        &mut self,
        cases: usize,
        how: &str,
        line: &dyn Fn(usize, usize) -> String,
    ) -> Result<(), TryFault> {
        if self.tally.likenesses.pairs() > 0 {
            return Ok(());
        }
        let remarks = self.remarks();
        for at in [0, cases / 2, cases.saturating_sub(1)] {
            if !matches!(self.asker.ask_alone(&line(at, 1))?, Asked::Crashed(_)) {
                return Ok(());
            }
        }
        let says = if remarks.first().is_empty() { "" } else { "; it says:" };
        self.asker.keep_remarks(remarks);
        let (name, how) = (self.args.name_of_program(), how.to_owned());
        Err(TryFault::EndedFirst { name, how, says })
    }

    /// Experiments on the program, and looks for the smallest pair of each finding and each
    /// convention. The report contains what was found, however that ends.
    ///
    /// # Errors
    /// When the program violates the protocol.
    pub(super) fn explain(&mut self, report: &mut TryReport) -> Result<(), TryFault> {
        let begun = Instant::now();
        let most = self.args.explain;
        let crash = self.crash.take();
        if crash.is_none() && !self.is_interrupted && !most.is_zero() {
            self.experiment(report, begun + most.mul_f64(0.75));
        }
        let starts = if crash.is_some() { Vec::new() } else { starts(report) };
        report.examples = match &crash {
            Some(crash) => vec![crash.example()],
            None => examples_of(&starts),
        };
        if self.is_interrupted {
            report.extent = ShrinkExtent::Stopped;
        }
        let most = if most.is_zero() {
            self.args.shrink
        } else {
            // The search for smaller pairs has what the experiments leave.
            self.args.shrink.min(most.saturating_sub(begun.elapsed()).max(LATE * 2))
        };
        let is_dump = report.given.as_ref().is_some_and(|given| given.is_dump);
        let has_none = starts.is_empty() && crash.is_none();
        if has_none || is_dump || self.is_interrupted || most.is_zero() {
            return Ok(());
        }
        let goals = starts.chunk_by(|(one, _), (other, _)| one == other).count();
        let stage = Stage::Minimising { reasons: goals.max(report.examples.len()), most };
        self.follower.begin(stage);
        let minimised = match crash {
            Some(crash) => {
                let until = Instant::now() + most.saturating_sub(LATE);
                let remarks = self.remarks();
                let minimised = self.minimise_crash(crash, report, until);
                self.asker.keep_remarks(remarks);
                minimised
            }
            None => self.minimise_all(starts, stage, report, most),
        };
        self.follower.clear();
        self.asker.end_rounds_at(None);
        self.is_interrupted = self.asker.is_stopped();
        // A fault of a program that is being stopped does not count.
        if self.is_interrupted { Ok(()) } else { minimised }
    }

    /// Carries out the experiments of [`hitscan_core::diagnosis`], until this time at most. A fault
    /// of the program ends the experiment alone, and the program is started anew.
    fn experiment(&mut self, report: &mut TryReport, until: Instant) {
        let kind = report.plan.kind.pair_kind();
        let rules = JudgingRules { contact: ContactRule::Any, ..report.tally.rules };
        let kept = report.tally.kept.iter().filter_map(|(shown, is_wrong)| {
            let pair = PairNumbers::of(&shown.case, kind)?;
            Some(experiments::Asked::new(pair, shown.answer, *is_wrong, rules.tolerance))
        });
        let kept: Vec<_> = kept.collect();
        let is_dump = report.given.as_ref().is_some_and(|given| given.is_dump);
        let fresh = random(&self.plan, self.random..self.random + FRESH);
        let fresh = fresh.iter().filter_map(|case| PairNumbers::of(case, kind)).collect();
        let step = report.plan.step.wide();
        let (args, follower, asker) = (self.args, self.follower, &mut self.asker);
        let remarks = asker.remarks();
        asker.end_rounds_at(Some(until));
        let mut asked_before = 0;
        let mut ask = |pairs: &[ScaledPair]| {
            if is_dump || asker.is_stopped() || Instant::now() >= until {
                return Vec::new();
            }
            let lines: Vec<String> = pairs
                .iter()
                .enumerate()
                .map(|(index, scaled)| line::scaled(args.protocol, scaled, index + 1))
                .collect();
            follower.begin(Stage::Experimenting { asked: asked_before });
            asked_before += lines.len();
            answers_of(asker.ask(&lines))
        };
        let all = Investigation::new(kind, kept, fresh, step, rules, &mut ask).explain();
        report.findings = all;
        name_by_likeness(report);
        report.starts = self.asker.starts();
        self.asker.end_rounds_at(None);
        self.asker.keep_remarks(remarks);
        self.follower.clear();
        if self.asker.is_stopped() {
            self.is_interrupted = true;
            report.findings.is_cut_short = true;
        }
    }

    /// Minimises all examples, then asks each again alone, for which up to a quarter of the time is
    /// reserved.
    fn minimise_all(
        &mut self,
        starts: Vec<(Goal, AnsweredCase)>,
        stage: Stage,
        report: &mut TryReport,
        most: Duration,
    ) -> Result<(), TryFault> {
        let args = self.args;
        let line = |case: &Case, number| args.line(case, number);
        let count = u32::try_from(starts.len()).unwrap_or(u32::MAX);
        let again = ALONE.saturating_mul(count);
        let until = Instant::now() + most.saturating_sub(LATE);
        self.asker.end_rounds_at(Some(until.checked_sub(again.min(most / 4)).unwrap_or(until)));
        let (kind, rules) = (report.plan.kind.pair_kind(), report.tally.rules);
        let findings = &report.findings;
        let is_shown = |goal: &Goal, case: &Case, answer: &OwnAnswer| {
            goal.is_shown(case, answer, findings, kind, rules)
        };
        let (shrunk, extent) =
            shrink(&mut self.asker, self.follower, stage, is_shown, line, starts);
        report.extent = extent?;
        self.asker.end_rounds_at(Some(until));
        let mut examples = Vec::new();
        for (goal, shown) in shrunk {
            examples.extend(self.asked_again(goal, shown, report)?);
        }
        report.examples = examples;
        // Of the unsteady ones, only the smallest is kept.
        let examples = &mut report.examples;
        examples.sort_by_cached_key(|each| (each.class, Complexity::of(&each.case)));
        examples.dedup_by_key(|each| each.class);
        Ok(())
    }

    /// Asks a freshly started program a single example. The example of a finding goes to the
    /// finding; any other one, and one that the program answers differently now, is returned.
    fn asked_again(
        &mut self,
        goal: Goal,
        shown: AnsweredCase,
        report: &mut TryReport,
    ) -> Result<Option<TryExample>, TryFault> {
        let (kind, rules) = (report.plan.kind.pair_kind(), report.tally.rules);
        let class = class_of(&shown.case, &shown.answer, rules);
        let mut example = TryExample::of(class, shown);
        let asked = self.asker.ask_alone(&self.line(&example.case, 1));
        let answer = if self.asker.is_stopped() {
            example.answer
        } else {
            match asked? {
                Asked::Interrupted => example.answer,
                Asked::Crashed(_) => None,
                Asked::Answered(replies) => replies.into_iter().find_map(|reply| match reply {
                    OwnReply::Answer(answer) => Some(answer),
                    OwnReply::Unknown => None,
                }),
            }
        };
        let shows = answer.is_some_and(|answer| {
            goal.is_shown(&example.case, &answer, &report.findings, kind, rules)
        });
        if !shows {
            example.class = (class.0, Some(Cause::Unsteady));
            example.oddity = example.answer.map(Oddity::AnsweredFirst);
            example.answer = answer;
            return Ok(Some(example));
        }
        if let (Goal::Finding(index), Some(pair)) = (goal, PairNumbers::of(&example.case, kind))
            && let Some(answer) = answer
        {
            let asked = experiments::Asked::new(pair, answer, true, rules.tolerance);
            if let Some(finding) = report.findings.found.get_mut(index) {
                finding.example = Some(asked);
            }
            return Ok(None);
        }
        example.answer = answer;
        Ok(Some(example))
    }

    /// Looks for a simpler pair that crashes the program, within a limited number of starts and a
    /// limited time.
    fn minimise_crash(
        &mut self,
        crash: CrashingPair,
        report: &mut TryReport,
        until: Instant,
    ) -> Result<(), TryFault> {
        self.asker.end_rounds_at(Some(until));
        let reach = Complexity::of(&crash.case).greatest();
        let (mut simplest, mut starts) = (crash, 0);
        'simpler: loop {
            let candidates: Vec<Case> = simpler(&simplest.case, reach).collect();
            for case in candidates {
                if starts == MOST_STARTS {
                    report.extent = ShrinkExtent::Starts;
                    return Ok(());
                }
                starts += 1;
                match self.asker.ask_alone(&self.line(&case, 1))? {
                    Asked::Crashed(crash) => {
                        simplest = CrashingPair { case, crash, ..simplest };
                        report.examples = vec![simplest.example()];
                        continue 'simpler;
                    }
                    Asked::Answered(_) => {}
                    Asked::Interrupted => {
                        report.extent = ShrinkExtent::at(&self.asker);
                        return Ok(());
                    }
                }
            }
            return Ok(());
        }
    }
}

impl CrashingPair {
    fn example(&self) -> TryExample {
        let class = (Agreement::Wrong, Some(Cause::Crash));
        let how = format!("{} {}", self.crash.sentence(), self.place);
        let oddity = Some(Oddity::Crashed(how.trim_end().to_owned()));
        TryExample { class, case: self.case.clone(), answer: None, oddity }
    }
}

/// If no experiment names one mistake, but a test in floats with a known one answers like the program
/// on every pair, that mistake is named: one is more likely than two changes that fit by chance.
fn name_by_likeness(report: &mut TryReport) {
    let is_open =
        |it: &ProgramFinding| matches!(it.claim, Claim::NotNamed { .. } | Claim::TwoPlaces { .. });
    let likeness = report.tally.likenesses.most().filter(|it| it.alike == it.pairs);
    let divides =
        likeness.is_some_and(|it| matches!(it.known, KnownAnswer::Mistake(Mistake::ZeroByZero, _)));
    let found = &mut report.findings.found;
    if found.is_empty() || !divides || !found.iter().all(is_open) {
        return;
    }
    let explains = found.iter().map(|it| it.explains).sum();
    let example = found.first().and_then(|it| it.example.clone());
    let mistake = Blunder::Usual(ZERO_BY_ZERO);
    let (built, same_as, facts) = (Vec::new(), Vec::new(), Vec::new());
    let claim = Claim::Usual { mistake, built, same_as, confirmed: 0, facts };
    *found = vec![ProgramFinding { claim, explains, example, proof: Proof::Wrong }];
}

/// What a smaller pair must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Goal {
    /// An answer of this class.
    Class(AnswerClass),
    /// What the finding with this index claims.
    Finding(usize),
}

impl Goal {
    fn is_shown(
        &self,
        case: &Case,
        answer: &OwnAnswer,
        findings: &Findings,
        kind: PairKind,
        rules: JudgingRules,
    ) -> bool {
        match self {
            Self::Class(class) => class_of(case, answer, rules) == *class,
            Self::Finding(index) => {
                let rules = JudgingRules { contact: ContactRule::Any, ..rules };
                let asked = PairNumbers::of(case, kind)
                    .and_then(|pair| experiments::Asked::judged(pair, *answer, rules));
                let proof = findings.found.get(*index).map(|finding| &finding.proof);
                asked.zip(proof).is_some_and(|(asked, proof)| proof.is_shown_by(&asked))
            }
        }
    }
}

/// The pairs to minimise: those of each convention, and the example of each finding. If nothing was
/// found out, those of wrong answers, too.
fn starts(report: &TryReport) -> Vec<(Goal, AnsweredCase)> {
    let is_explained = !report.findings.found.is_empty();
    let classes = report.tally.classes().iter();
    let classes = classes.filter(|(class, _)| !is_explained || **class != WRONG);
    let of_classes = classes.flat_map(|(&class, counts)| {
        counts.starts.iter().map(move |shown| (Goal::Class(class), shown.clone()))
    });
    let of_findings = report.findings.found.iter().enumerate().filter_map(|(index, finding)| {
        let asked = finding.example.as_ref()?;
        let case = asked.pair.case()?;
        let can_shrink = finding.proof.is_shown_by(asked);
        can_shrink.then_some((Goal::Finding(index), AnsweredCase { case, answer: asked.answer }))
    });
    of_classes.chain(of_findings).collect()
}

/// The class of wrong answers, whose reasons experiments find.
const WRONG: AnswerClass = (Agreement::Wrong, None);

/// The first pair of each class, which is its simplest.
fn examples_of(starts: &[(Goal, AnsweredCase)]) -> Vec<TryExample> {
    let of_goals = starts.chunk_by(|(one, _), (other, _)| one == other);
    let example = |of: &[(Goal, AnsweredCase)]| match &of[0] {
        (Goal::Class(class), shown) => Some(TryExample::of(*class, shown.clone())),
        (Goal::Finding(_), _) => None,
    };
    of_goals.filter_map(example).collect()
}

/// The answers of a round up to the first that is none.
fn answers_of(asked: Result<Asked, crate::host::program::ProgramFault>) -> Vec<OwnAnswer> {
    let Ok(Asked::Answered(replies)) = asked else { return Vec::new() };
    let answer = |reply| match reply {
        OwnReply::Answer(answer) => Some(answer),
        OwnReply::Unknown => None,
    };
    replies.into_iter().map_while(answer).collect()
}

/// What else the lines of given pairs say, by their lines for a program; the first of equal ones.
fn fields_of(given: &GivenPairs) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (line, fields) in given.pairs.iter().filter_map(|pair| pair.with_fields()) {
        all.entry(line).or_insert_with(|| fields.to_owned());
    }
    all
}

/// The named pairs of all kinds, one per line: kind, name, and the line for a program.
const NAMED: &str = include_str!("named.txt");

/// The pairs that every trial of a plan starts with, in order, each with the name of its special
/// property, such as `end-on-corner`; and how many of its kind are left out: with a step of whole
/// units, those with decimals.
fn named(plan: &ComparePlan) -> (Vec<(&'static str, Case)>, usize) {
    let mut pairs = of_kind(plan.kind);
    let all = pairs.len();
    if plan.step.thousandths() % 1000 == 0 {
        pairs.retain(|(_, case)| Complexity::of(case).is_whole());
    }
    let left_out = all - pairs.len();
    (pairs, left_out)
}

fn of_kind(kind: ComparedPair) -> Vec<(&'static str, Case)> {
    let of_kind = NAMED.lines().filter_map(|each| {
        let (of, rest) = each.split_once(' ')?;
        let (name, pair) = rest.split_once(' ')?;
        (of == kind.token()).then(|| line::parse(pair).map(|case| (name, case)))?
    });
    of_kind.collect()
}

/// How many random pairs a trial in the background asks.
const IN_BACKGROUND: u64 = 3200;

/// The pairs of a trial of a kind in the background: those of a trial without options.
pub(in crate::cli) fn trial_pairs(kind: PairKind) -> Vec<Case> {
    let plan = ComparePlan::usual(kind, IN_BACKGROUND);
    let (named, _) = named(&plan);
    let random = random(&plan, 0..IN_BACKGROUND);
    named.into_iter().map(|(_, case)| case).chain(random).collect()
}

/// The random pairs of a plan with these numbers.
pub fn random(plan: &ComparePlan, numbers: std::ops::Range<u64>) -> Vec<Case> {
    let generator = Generator::new(plan);
    numbers.map(|number| generator.pair(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn every_named_pair_round_trips() {
        let all: Vec<_> =
            ComparedPair::value_variants().iter().flat_map(|&kind| of_kind(kind)).collect();
        assert_eq!(all.len(), NAMED.lines().count());
        for ((_, case), listed) in all.iter().zip(in_order_of_kinds()) {
            assert!(listed.ends_with(&format!(" {}", line::text(case))), "{listed}");
        }
    }

    #[test]
    fn each_kind_has_named_pairs_with_decimals_and_more_without() {
        for &kind in ComparedPair::value_variants() {
            let all = of_kind(kind);
            let whole = all.iter().filter(|(_, case)| Complexity::of(case).is_whole()).count();
            assert!(whole > 10 && all.len() - whole >= 2, "{}: {whole}", kind.token());
        }
    }

    fn in_order_of_kinds() -> Vec<&'static str> {
        let of = |kind: &ComparedPair| {
            let start = format!("{} ", kind.token());
            NAMED.lines().filter(move |line| line.starts_with(&start))
        };
        ComparedPair::value_variants().iter().flat_map(of).collect()
    }
}
