//! Simplifying examples by asking: the candidates for all reasons go to the
//! program together, so that it is asked in few rounds.
//!
//! A program that takes its time would be asked for hours: what simplifying may cost
//! is bounded, and the report says when it was cut short.

use std::time::{Duration, Instant};

use super::fault::Fault;
use super::tally::{Class, Judge, Shown};
use crate::cli::compare::{Case, Measure, further, simpler};
use crate::host::program::{Asked, Asker, Mode};
use hitscan_core::methods::{OwnAnswer, Reply};

/// The most lines of a round.
pub(super) const MOST_LINES: usize = 4096;

/// The most lines of a round of a program that answers as it reads: the first answers
/// often make the others superfluous.
const FEW_LINES: usize = 64;

/// After this many rounds of [`FEW_LINES`] the simplest pairs so far are shown.
const MOST_ROUNDS: usize = 60;

/// How long examples are simplified.
pub(in crate::cli) const MOST_TIME: Duration = Duration::from_secs(10);

/// How often a program that has crashed is started to simplify the pair.
pub(in crate::cli) const MOST_STARTS: usize = 400;

/// An example on its way to its simplest form.
#[derive(Debug)]
struct Shrinking {
    class: Class,
    simplest: Shown,
    /// No number of a candidate exceeds this.
    reach: u32,
    stage: Stage,
}

/// What is asked next.
#[derive(Debug)]
enum Stage {
    /// Simpler cases; the first that shows the same is taken.
    Step(Vec<Case>),
    /// What worked, repeated; as far as all show the same.
    Further(Vec<Case>),
    /// Nothing: no simpler case shows the same.
    Done,
}

/// What came of simplifying.
#[derive(Debug)]
pub(super) struct Shrunk {
    /// The simplest case for each class.
    pub(super) examples: Vec<(Class, Shown)>,
    pub(super) extent: Extent,
}

/// How far examples were simplified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Extent {
    /// As far as rounds of lines lead, until the program crashed, or until the user
    /// stopped it.
    #[default]
    Far,
    /// Until [`MOST_TIME`] was over.
    Time,
    /// Until the program was started [`MOST_STARTS`] times.
    Starts,
}

/// Simplifies one pair of each class; of several starts of a class, the simplest
/// result is kept.
///
/// # Errors
/// When the program does not keep to the protocol.
pub(super) fn shrink(
    asker: &mut Asker<'_>,
    judge: &Judge,
    line: impl Fn(&Case, usize) -> String,
    starts: Vec<(Class, Shown)>,
) -> Result<Shrunk, Fault> {
    let mut all: Vec<_> =
        starts.into_iter().map(|(class, shown)| Shrinking::new(class, shown)).collect();
    asker.end_rounds_at(Some(Instant::now() + MOST_TIME));
    let extent = shrink_all(asker, judge, line, &mut all);
    asker.end_rounds_at(None);
    Ok(Shrunk { extent: extent?, examples: simplest(all) })
}

fn shrink_all(
    asker: &mut Asker<'_>,
    judge: &Judge,
    line: impl Fn(&Case, usize) -> String,
    all: &mut [Shrinking],
) -> Result<Extent, Fault> {
    let mut lines_left = MOST_ROUNDS * MOST_LINES;
    loop {
        let active = all.iter().filter(|each| !each.is_done()).count();
        if active == 0 || lines_left == 0 {
            return Ok(Extent::Far);
        }
        let most = match asker.mode() {
            Mode::Batch | Mode::Unknown => MOST_LINES,
            Mode::Live => FEW_LINES,
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
            Mode::Live => lines_left = lines_left.saturating_sub(lines.len()),
            Mode::Batch | Mode::Unknown => lines_left = lines_left.saturating_sub(MOST_LINES),
        }
        let replies = match asker.ask(&lines)? {
            Asked::Answered(replies) => replies,
            Asked::Interrupted if !asker.is_stopped() => return Ok(Extent::Time),
            Asked::Crashed(_) | Asked::Interrupted => return Ok(Extent::Far),
        };
        let mut replies = asked.iter().zip(replies).peekable();
        for (index, each) in all.iter_mut().enumerate() {
            let mut shows = Vec::new();
            while let Some(((_, case), reply)) = replies.next_if(|((of, _), _)| *of == index) {
                shows.push(each.shows(case, reply, judge));
            }
            if !shows.is_empty() {
                each.go_on(&shows);
            }
        }
    }
}

/// The simplest case of each class, in the order of the classes.
fn simplest(all: Vec<Shrinking>) -> Vec<(Class, Shown)> {
    let mut all: Vec<_> = all.into_iter().map(|each| (each.class, each.simplest)).collect();
    all.sort_by_cached_key(|(class, shown)| (*class, Measure::of(&shown.case)));
    all.dedup_by_key(|(class, _)| *class);
    all
}

impl Shrinking {
    fn new(class: Class, simplest: Shown) -> Self {
        let reach = Measure::of(&simplest.case).greatest();
        let stage = Stage::step(&simplest.case, reach);
        Self { class, simplest, reach, stage }
    }

    const fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done)
    }

    /// What to ask next, at most so much of it.
    fn next(&self, most: usize) -> impl Iterator<Item = &Case> {
        let cases = match &self.stage {
            Stage::Step(cases) | Stage::Further(cases) => cases.as_slice(),
            Stage::Done => &[],
        };
        cases.iter().take(most)
    }

    /// The answer to this case, if it comes to the same as that to the start.
    fn shows(&self, case: &Case, reply: Reply, judge: &Judge) -> Option<OwnAnswer> {
        let Reply::Answer(answer) = reply else { return None };
        (self.class == judge.class(case, &answer)).then_some(answer)
    }

    /// Goes on after the first of what was to be asked next was.
    fn go_on(&mut self, shows: &[Option<OwnAnswer>]) {
        match &mut self.stage {
            Stage::Step(cases) => {
                let first = shows.iter().enumerate().find_map(|(at, &shown)| Some((at, shown?)));
                if let Some((at, answer)) = first {
                    let case = cases.swap_remove(at);
                    let chain: Vec<_> = further(&self.simplest.case, &case, self.reach).collect();
                    self.simplest = Shown { case, answer };
                    self.stage = if chain.is_empty() {
                        Stage::step(&self.simplest.case, self.reach)
                    } else {
                        Stage::Further(chain)
                    };
                } else {
                    cases.drain(..shows.len());
                    if cases.is_empty() {
                        self.stage = Stage::Done;
                    }
                }
            }
            Stage::Further(cases) => {
                let worked = shows.iter().map_while(|&shown| shown).enumerate().last();
                if let Some((last, answer)) = worked {
                    self.simplest = Shown { case: cases[last].clone(), answer };
                }
                let all_work = worked.is_some_and(|(last, _)| last + 1 == shows.len());
                cases.drain(..shows.len());
                if !all_work || cases.is_empty() {
                    self.stage = Stage::step(&self.simplest.case, self.reach);
                }
            }
            Stage::Done => {}
        }
    }
}

impl Stage {
    fn step(case: &Case, reach: u32) -> Self {
        let cases: Vec<_> = simpler(case, reach).collect();
        if cases.is_empty() { Self::Done } else { Self::Step(cases) }
    }
}
