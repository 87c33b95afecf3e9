//! Minimises examples by asking the program about simpler candidates. Those of all reasons are
//! asked together, so that few rounds are needed.
//!
//! With a slow program this could take hours, so the cost is limited, and the report says if
//! minimising was cut short.

use std::time::{Duration, Instant};

use super::report::TryFault;
use super::run::{Follower, Stage};
use super::tally::AnsweredCase;
use crate::host::program::{Asked, Asker, ReadingMode};
use hitscan_core::methods::{Case, Complexity, OwnAnswer, OwnReply, further, simpler};

/// The most lines of a round.
pub(super) const MOST_LINES: usize = 4096;

/// The most lines of a round for a program that answers as it reads: the first answers often make
/// the others superfluous.
const FEW_LINES: usize = 64;

/// After this many rounds of [`FEW_LINES`] the simplest pairs so far are shown.
const MOST_ROUNDS: usize = 60;

/// If a program takes longer than this for an answer, each round has only one candidate of each
/// example, so that no answer is wasted.
const SLOW: Duration = Duration::from_millis(4);

/// The most starts of a program that has crashed, to minimise the pair.
pub(in crate::cli) const MOST_STARTS: usize = 400;

/// An example being minimised.
#[derive(Debug)]
struct Shrinking<K> {
    /// What a simpler pair must show, too.
    shows: K,
    simplest: AnsweredCase,
    /// No number of a candidate may exceed this.
    reach: u32,
    next: Next,
}

/// What to ask next.
#[derive(Debug)]
enum Next {
    /// Simpler cases; the first that shows the same is taken.
    Step(Vec<Case>),
    /// A step that worked, repeated; taken as far as every case shows the same.
    Further(Vec<Case>),
    /// Nothing: no simpler case shows the same.
    Done,
}

/// How far examples were minimised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ShrinkExtent {
    /// As far as rounds of lines could lead, or until a fault of the program.
    #[default]
    Far,
    /// Until the time was up.
    Time,
    /// Until the program had been started [`MOST_STARTS`] times.
    Starts,
    /// Until the program crashed.
    Crashed,
    /// Until the user stopped it.
    Stopped,
}

impl ShrinkExtent {
    /// Why a round was interrupted.
    pub(super) fn at(asker: &Asker<'_>) -> Self {
        if asker.is_stopped() { Self::Stopped } else { Self::Time }
    }
}

/// Simplifies pairs as long as `is_shown` says that a simpler one shows the same; from several
/// starting pairs of what is shown, the simplest result is kept. Returns these, and how far they
/// were simplified, or which fault of the program ended it.
pub(super) fn shrink<K: Copy + Ord>(
    asker: &mut Asker<'_>,
    follower: &Follower,
    stage: Stage,
    is_shown: impl Fn(&K, &Case, &OwnAnswer) -> bool,
    line: impl Fn(&Case, usize) -> String,
    starts: Vec<(K, AnsweredCase)>,
) -> (Vec<(K, AnsweredCase)>, Result<ShrinkExtent, TryFault>) {
    let mut all: Vec<_> =
        starts.into_iter().map(|(shows, shown)| Shrinking::new(shows, shown)).collect();
    let extent = shrink_all(asker, follower, stage, is_shown, line, &mut all);
    (simplest(all), extent)
}

fn shrink_all<K: Copy + Ord>(
    asker: &mut Asker<'_>,
    follower: &Follower,
    stage: Stage,
    is_shown: impl Fn(&K, &Case, &OwnAnswer) -> bool,
    line: impl Fn(&Case, usize) -> String,
    all: &mut [Shrinking<K>],
) -> Result<ShrinkExtent, TryFault> {
    let mut lines_left = MOST_ROUNDS * MOST_LINES;
    let mut is_slow = false;
    loop {
        let active = all.iter().filter(|each| !each.is_done()).count();
        if active == 0 || lines_left == 0 {
            return Ok(ShrinkExtent::Far);
        }
        let most = match asker.mode() {
            ReadingMode::Batch | ReadingMode::Unknown => MOST_LINES,
            ReadingMode::Live if is_slow => active,
            ReadingMode::Live => FEW_LINES,
        };
        let share = (most / active).max(1);
        let asked: Vec<(usize, Case)> = all
            .iter()
            .enumerate()
            .flat_map(|(index, each)| each.next(share).map(move |case| (index, case.clone())))
            .take(most)
            .collect();
        let lines: Vec<String> =
            asked.iter().enumerate().map(|(index, (_, case))| line(case, index + 1)).collect();
        match asker.mode() {
            ReadingMode::Live => lines_left = lines_left.saturating_sub(lines.len()),
            ReadingMode::Batch | ReadingMode::Unknown => {
                lines_left = lines_left.saturating_sub(MOST_LINES);
            }
        }
        let begun = Instant::now();
        follower.begin(stage);
        let (replies, cut_short) = match asker.ask(&lines)? {
            Asked::Answered(replies) => (replies, None),
            Asked::Interrupted => (follower.take(), Some(ShrinkExtent::at(asker))),
            Asked::Crashed(_) => return Ok(ShrinkExtent::Crashed),
        };
        is_slow = begun.elapsed() > SLOW.saturating_mul(u32::try_from(lines.len()).unwrap_or(1));
        take_in(all, &asked, replies, &is_shown);
        if let Some(extent) = cut_short {
            return Ok(extent);
        }
    }
}

/// Advances each example by the replies to its candidates, of which some may be missing.
fn take_in<K: Copy + Ord>(
    all: &mut [Shrinking<K>],
    asked: &[(usize, Case)],
    replies: Vec<OwnReply>,
    is_shown: &impl Fn(&K, &Case, &OwnAnswer) -> bool,
) {
    let mut replies = asked.iter().zip(replies).peekable();
    for (index, each) in all.iter_mut().enumerate() {
        let mut shows = Vec::new();
        while let Some(((_, case), reply)) = replies.next_if(|((of, _), _)| *of == index) {
            let OwnReply::Answer(answer) = reply else {
                shows.push(None);
                continue;
            };
            shows.push(is_shown(&each.shows, case, &answer).then_some(answer));
        }
        if !shows.is_empty() {
            each.go_on(&shows);
        }
    }
}

/// The simplest case of what each shows, in that order.
fn simplest<K: Copy + Ord>(all: Vec<Shrinking<K>>) -> Vec<(K, AnsweredCase)> {
    let mut all: Vec<_> = all.into_iter().map(|each| (each.shows, each.simplest)).collect();
    all.sort_by_cached_key(|(shows, shown)| (*shows, Complexity::of(&shown.case)));
    all.dedup_by_key(|(shows, _)| *shows);
    all
}

impl<K> Shrinking<K> {
    fn new(shows: K, simplest: AnsweredCase) -> Self {
        let reach = Complexity::of(&simplest.case).greatest();
        let next = Next::step(&simplest.case, reach);
        Self { shows, simplest, reach, next }
    }

    const fn is_done(&self) -> bool {
        matches!(self.next, Next::Done)
    }

    /// The next cases to ask, at most this many.
    fn next(&self, most: usize) -> impl Iterator<Item = &Case> {
        let cases = match &self.next {
            Next::Step(cases) | Next::Further(cases) => cases.as_slice(),
            Next::Done => &[],
        };
        cases.iter().take(most)
    }

    /// Advances, given the answers to the first of the next cases.
    fn go_on(&mut self, shows: &[Option<OwnAnswer>]) {
        match &mut self.next {
            Next::Step(cases) => {
                let first = shows.iter().enumerate().find_map(|(at, &shown)| Some((at, shown?)));
                if let Some((at, answer)) = first {
                    let case = cases.swap_remove(at);
                    let chain: Vec<_> = further(&self.simplest.case, &case, self.reach).collect();
                    self.simplest = AnsweredCase { case, answer };
                    self.next = if chain.is_empty() {
                        Next::step(&self.simplest.case, self.reach)
                    } else {
                        Next::Further(chain)
                    };
                } else {
                    cases.drain(..shows.len());
                    if cases.is_empty() {
                        self.next = Next::Done;
                    }
                }
            }
            Next::Further(cases) => {
                let worked = shows.iter().map_while(|&shown| shown).enumerate().last();
                if let Some((last, answer)) = worked {
                    self.simplest = AnsweredCase { case: cases[last].clone(), answer };
                }
                let all_work = worked.is_some_and(|(last, _)| last + 1 == shows.len());
                cases.drain(..shows.len());
                if !all_work || cases.is_empty() {
                    self.next = Next::step(&self.simplest.case, self.reach);
                }
            }
            Next::Done => {}
        }
    }
}

impl Next {
    fn step(case: &Case, reach: u32) -> Self {
        let cases: Vec<_> = simpler(case, reach).collect();
        if cases.is_empty() { Self::Done } else { Self::Step(cases) }
    }
}
