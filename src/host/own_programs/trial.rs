//! A trial in the background: the program of the own method in view is asked random pairs of the
//! kind in view while nothing else is asked, and its answers are then searched for usual mistakes,
//! in a thread of their own.

use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use hitscan_core::diagnosis::{Findings, PairKind, PairNumbers, explain_answers};
use hitscan_core::methods::{Case, JudgingRules, OwnAnswer, OwnReply, question_line};

/// The pairs of a trial of a kind.
pub(super) type TrialPairs = fn(PairKind) -> Vec<Case>;

/// How many pairs the first round asks, and the most in one.
const FIRST_ROUND: usize = 10;
const MOST_IN_A_ROUND: usize = 400;

/// How long a round should take: a question about the pair in view interrupts it.
const ROUND_TIME: Duration = Duration::from_millis(30);

/// A program that takes longer for an answer is not tried.
const MOST_PER_ANSWER: Duration = Duration::from_millis(40);

/// A trial in progress.
#[derive(Debug)]
pub(super) struct BackgroundTrial {
    kind: PairKind,
    cases: Vec<Case>,
    answers: Vec<OwnAnswer>,
    /// How many pairs the next round asks.
    round: usize,
    /// Where the findings arrive, once the search runs.
    search: Option<Receiver<Findings>>,
}

/// How a trial goes on.
pub(super) enum TrialState {
    /// It has more to ask.
    Open,
    /// All is asked, or the search runs.
    Asked,
    /// The search has ended.
    Explained(PairKind, Findings),
    /// It ends without findings.
    GivenUp,
}

impl BackgroundTrial {
    pub(super) fn new(kind: PairKind, pairs: TrialPairs) -> Self {
        let answers = Vec::new();
        Self { kind, cases: pairs(kind), answers, round: FIRST_ROUND, search: None }
    }

    /// What to ask next.
    pub(super) fn lines(&self) -> Vec<String> {
        let rest = self.cases.iter().skip(self.answers.len());
        rest.take(self.round).map(|case| question_line(case.pair())).collect()
    }

    /// Takes the answers of a round, which took this long. Returns whether the trial goes on: a
    /// program that does not know such pairs, or is slow, is tried no further.
    pub(super) fn hear(&mut self, replies: &[OwnReply], since: Instant) -> bool {
        let took = since.elapsed();
        let count = u32::try_from(replies.len()).unwrap_or(u32::MAX).max(1);
        for reply in replies {
            match reply {
                OwnReply::Answer(answer) => self.answers.push(*answer),
                OwnReply::Unknown => return false,
            }
        }
        self.round = if took < ROUND_TIME {
            (self.round * 2).min(MOST_IN_A_ROUND)
        } else {
            (self.round / 2).max(FIRST_ROUND)
        };
        took / count <= MOST_PER_ANSWER
    }

    /// How the trial goes on; begins the search once all is answered. `wakes` is written to when
    /// that ends.
    pub(super) fn state(&mut self, rules: JudgingRules, wakes: &UnixStream) -> TrialState {
        if let Some(search) = &self.search {
            return match search.try_recv() {
                Ok(findings) => TrialState::Explained(self.kind, findings),
                Err(TryRecvError::Empty) => TrialState::Asked,
                Err(TryRecvError::Disconnected) => TrialState::GivenUp,
            };
        }
        if self.answers.len() < self.cases.len() {
            return TrialState::Open;
        }
        match self.begin_search(rules, wakes) {
            Ok(search) => {
                self.search = Some(search);
                TrialState::Asked
            }
            Err(_) => TrialState::GivenUp,
        }
    }

    fn begin_search(
        &self,
        rules: JudgingRules,
        wakes: &UnixStream,
    ) -> io::Result<Receiver<Findings>> {
        let kind = self.kind;
        let answered = self.cases.iter().zip(&self.answers);
        let answered =
            answered.filter_map(|(case, answer)| Some((PairNumbers::of(case, kind)?, *answer)));
        let answered: Vec<_> = answered.collect();
        let mut wakes = wakes.try_clone()?;
        let (says, heard) = channel();
        // It asks nothing and ends by itself, so nobody waits for it; its result may be unwanted.
        thread::Builder::new().name("mistakes".to_owned()).spawn(move || {
            if says.send(explain_answers(kind, answered, rules)).is_ok() {
                // If the pipe is full, the loop is already awake.
                let _: io::Result<usize> = wakes.write(&[0]);
            }
        })?;
        Ok(heard)
    }
}
