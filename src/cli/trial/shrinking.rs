//! Simplifying examples by asking: the candidates for all reasons go to the
//! program together, so that it is asked in few rounds.

use super::fault::Fault;
use super::tally::{Class, Rules, Shown};
use crate::cli::compare::{Case, Measure, further, simpler};
use crate::host::program::{Asked, Asker};
use hitscan_core::methods::{Judgement, OwnAnswer, Reply};

/// The most lines of a round.
pub(super) const MOST_LINES: usize = 4096;

/// The most rounds; after them the simplest pairs so far are shown.
const MOST_ROUNDS: usize = 60;

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
pub(super) enum Shrunk {
    /// The simplest case for each class.
    Examples(Vec<(Class, Shown)>),
    /// The program crashed, or was interrupted, on the way; these are the
    /// simplest so far.
    CutShort(Vec<(Class, Shown)>),
}

/// Simplifies one pair of each class; of several starts of a class, the simplest
/// result is kept.
///
/// # Errors
/// When the program does not keep to the protocol.
pub(super) fn shrink(
    asker: &mut Asker<'_>,
    rules: &Rules,
    line: impl Fn(&Case, usize) -> String,
    starts: Vec<(Class, Shown)>,
) -> Result<Shrunk, Fault> {
    let mut all: Vec<_> =
        starts.into_iter().map(|(class, shown)| Shrinking::new(class, shown)).collect();
    for _ in 0..MOST_ROUNDS {
        let active = all.iter().filter(|each| !each.is_done()).count();
        if active == 0 {
            break;
        }
        let share = MOST_LINES / active;
        let asked: Vec<(usize, Case)> = all
            .iter()
            .enumerate()
            .flat_map(|(index, each)| each.next(share).map(move |case| (index, case.clone())))
            .collect();
        let lines: Vec<String> =
            asked.iter().enumerate().map(|(index, (_, case))| line(case, index + 1)).collect();
        let replies = match asker.ask(&lines)? {
            Asked::Answered(replies) => replies,
            Asked::Crashed { .. } | Asked::Interrupted => {
                return Ok(Shrunk::CutShort(simplest(all)));
            }
        };
        let mut replies = asked.iter().zip(replies).peekable();
        for (index, each) in all.iter_mut().enumerate() {
            let mut shows = Vec::new();
            while let Some(((_, case), reply)) = replies.next_if(|((of, _), _)| *of == index) {
                shows.push(each.shows(case, reply, rules));
            }
            each.go_on(&shows);
        }
    }
    Ok(Shrunk::Examples(simplest(all)))
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
    fn shows(&self, case: &Case, reply: Reply, rules: &Rules) -> Option<OwnAnswer> {
        let Reply::Answer(answer) = reply else { return None };
        (self.class == class(rules, case, &answer)).then_some(answer)
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
                    self.simplest = Shown { case: cases.swap_remove(last), answer };
                }
                self.stage = Stage::step(&self.simplest.case, self.reach);
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

/// What an answer comes to.
pub(super) fn class(rules: &Rules, case: &Case, answer: &OwnAnswer) -> Class {
    let Judgement { agreement, cause } = rules.judge(case, answer);
    (agreement, cause)
}
