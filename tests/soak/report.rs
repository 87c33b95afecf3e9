//! The figures of a run, and what failed.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::machine::Elapsed;

/// A violated requirement, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault(pub(crate) String);

/// What was done, and the maximum costs.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) sessions: u64,
    pub(crate) starts: u64,
    pub(crate) events: u64,
    /// The number of events of each kind.
    kinds: BTreeMap<&'static str, u64>,
    /// The number of runs that ended in each way.
    ends: BTreeMap<String, u64>,
    pub(crate) recordings_replayed: u64,
    pub(crate) kept_replayed: u64,
    /// Marks that were looked for after the end, and found.
    pub(crate) marks_found: u64,
    /// Marks that `recover` may have resumed or dropped.
    pub(crate) marks_released: u64,
    /// Saves that were checked after a kill, and found.
    pub(crate) saves_found: u64,
    /// How often programs of each kind of behaviour were queried.
    programs: BTreeMap<&'static str, u64>,
    /// Files of students that were graded.
    pub(crate) graded: u64,
    /// Answers and tasks that had been shown as accepted, and were graded accordingly.
    pub(crate) taken: u64,
    /// How often the file of a student was replaced or taken away.
    pub(crate) replaced: u64,
    /// Runs in which no mark could be made.
    pub(crate) marks_refused: u64,
    answers: u64,
    slowest_answer: Duration,
    /// The slowest answer, without the time that the machine took away.
    slowest_corrected: Duration,
    most_kilobytes: u64,
}

impl Figures {
    /// Counts an event.
    pub(crate) fn happened(&mut self, kind: &'static str) {
        self.events += 1;
        *self.kinds.entry(kind).or_default() += 1;
    }

    /// Counts a program with this behaviour.
    pub(crate) fn asked(&mut self, answers: &'static str) {
        *self.programs.entry(answers).or_default() += 1;
    }

    /// Counts an end.
    pub(crate) fn ended(&mut self, how: String) {
        *self.ends.entry(how).or_default() += 1;
    }

    /// Notes the time of an answer.
    pub(crate) fn answered(&mut self, time: Elapsed) {
        self.answers += 1;
        self.slowest_answer = self.slowest_answer.max(time.raw);
        self.slowest_corrected = self.slowest_corrected.max(time.corrected);
    }

    /// Notes the memory of a program.
    pub(crate) fn took_memory(&mut self, kilobytes: u64) {
        self.most_kilobytes = self.most_kilobytes.max(kilobytes);
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sessions, starts, events, .. } = self;
        writeln!(f, "{sessions} sessions, {starts} starts, {events} events")?;
        for (kind, count) in &self.kinds {
            writeln!(f, "  {count:>8} {kind}")?;
        }
        writeln!(f, "ends:")?;
        for (how, count) in &self.ends {
            writeln!(f, "  {count:>8} {how}")?;
        }
        if !self.programs.is_empty() {
            let programs = self.programs.iter().map(|(how, count)| format!("{count} {how}"));
            let programs: Vec<_> = programs.collect();
            writeln!(f, "programs asked: {}", programs.join(", "))?;
        }
        let Self { graded, taken, replaced, .. } = self;
        writeln!(
            f,
            "files of students graded {graded} times, with {taken} answers and tasks that were \
             shown; replaced {replaced} times"
        )?;
        let Self { recordings_replayed, kept_replayed, .. } = self;
        writeln!(f, "{recordings_replayed} recordings and {kept_replayed} kept sessions replayed")?;
        let Self { marks_found, marks_released, marks_refused, saves_found, .. } = self;
        writeln!(
            f,
            "work found again after {marks_found} ends, saves after {saves_found} kills; \
             {marks_released} free to `recover`; none could be done before {marks_refused}"
        )?;
        let Self { answers, slowest_answer: raw, slowest_corrected: corrected, .. } = self;
        writeln!(
            f,
            "{answers} answers, the slowest after {raw:?}, {corrected:?} without what the machine took"
        )?;
        write!(f, "at most {} MB of memory", self.most_kilobytes / 1024)
    }
}

/// A session that failed.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) seed: u64,
    pub(crate) session: u64,
    /// The number of the event in the session, from 1.
    pub(crate) event: usize,
    pub(crate) fault: Fault,
    /// What happened last.
    pub(crate) story: Vec<String>,
    pub(crate) screen: Vec<String>,
    /// Where its files are.
    pub(crate) scratch: PathBuf,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LAST: usize = 200;
        let Self { seed, session, event, fault: Fault(fault), .. } = self;
        writeln!(f, "FAILED: {fault}")?;
        writeln!(
            f,
            "in session {session}, at event {event}; again: --seed {seed} --session {session}"
        )?;
        writeln!(f, "its files: {}", self.scratch.display())?;
        for line in &self.story[self.story.len().saturating_sub(LAST)..] {
            writeln!(f, "  {line}")?;
        }
        for row in &self.screen {
            writeln!(f, "  |{row}")?;
        }
        Ok(())
    }
}
