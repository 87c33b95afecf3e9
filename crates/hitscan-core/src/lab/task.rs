//! Tasks: what must hold at which moments, and the moments so far.

use std::collections::BTreeMap;

use super::condition::{Condition, Moment, all_hold};
use super::pack::Solution;
use crate::world::Name;

/// The goal of a task. It is done once all of this holds, and then stays done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// The conditions of each list must hold together at some moment, even one that was undone,
    /// in any order.
    pub ever: Vec<Vec<Condition>>,
    /// Conditions that must hold now.
    pub now: Vec<Condition>,
    /// Conditions that must not hold at any moment so far.
    pub never: Vec<Condition>,
    /// Conditions that must hold together at several moments.
    pub count: Option<Count>,
}

/// How often conditions must hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The minimum number of moments.
    pub least: usize,
    /// The conditions.
    pub of: Vec<Condition>,
}

/// The judgement of one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct JudgedMoment {
    /// The length of the history at that moment.
    position: usize,
    breaks_never: bool,
    counts: bool,
    arrival: Arrival,
    /// The sums up to and including this moment.
    so_far: Sums,
}

/// How many moments are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    /// They start a command that changed the world.
    commands: usize,
    /// They end a frame.
    frames: usize,
    /// The conditions of `count` hold.
    counted: usize,
    /// A condition of `never` holds.
    broken: usize,
}

impl Sums {
    fn with(self, moment: &JudgedMoment) -> Self {
        Self {
            commands: self.commands + usize::from(moment.arrival.begins_command()),
            frames: self.frames + usize::from(moment.arrival.is_frame()),
            counted: self.counted + usize::from(moment.counts),
            broken: self.broken + usize::from(moment.breaks_never),
        }
    }
}

/// How a moment arises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// The step opened.
    Opening,
    /// By a command that changed the world.
    Command,
    /// By the first frame of a command.
    FirstFrame,
    /// By a further frame of the same command.
    NextFrame,
    /// By moving through time.
    Travel,
    /// Nothing changed, but the student's program made a claim about it.
    Claim,
}

impl Arrival {
    const fn begins_command(self) -> bool {
        matches!(self, Self::Command | Self::FirstFrame)
    }

    const fn is_frame(self) -> bool {
        matches!(self, Self::FirstFrame | Self::NextFrame)
    }
}

/// A task in progress: the judged moments that led to the current state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskProgress {
    /// In the order of their positions.
    moments: Vec<JudgedMoment>,
    /// Which lists of `ever` have been reached.
    ever: Vec<bool>,
    /// Whether the task is done.
    pub(super) is_done: bool,
}

impl Task {
    /// The pairs that the student's program is asked about, in the order of the file.
    pub fn claimed_pairs(&self) -> Vec<[Name; 2]> {
        let mut pairs = Vec::new();
        self.conditions().for_each(|condition| condition.add_claimed_pairs(&mut pairs));
        pairs
    }

    /// All conditions: those of `ever`, `now`, `never` and `count`.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let count = self.count.iter().flat_map(|count| &count.of);
        self.ever.iter().flatten().chain(&self.now).chain(&self.never).chain(count)
    }

    /// How many tests of pairs it counts to judge a moment.
    pub(super) fn tests(&self, moment: Moment<'_>) -> u64 {
        1 + self.conditions().map(|condition| condition.tests(moment)).sum::<u64>()
    }

    /// Whether it depends on claims of the student's program, which are not tried again.
    pub fn rests_on_claims(&self) -> bool {
        !self.claimed_pairs().is_empty()
    }
}

impl TaskProgress {
    /// The lists of `ever` that have not been reached.
    pub(super) fn not_reached<'t>(&self, task: &'t Task) -> impl Iterator<Item = &'t [Condition]> {
        let is_reached = |index: usize| self.ever.get(index).copied().unwrap_or_default();
        let lists = task.ever.iter().enumerate().filter(move |(index, _)| !is_reached(*index));
        lists.map(|(_, list)| list.as_slice())
    }

    /// How many of how many moments were reached, if a task asks for several.
    pub fn reached(&self, task: &Task, position: usize) -> Option<(usize, usize)> {
        let ever = || (self.ever.iter().filter(|reached| **reached).count(), task.ever.len());
        match &task.count {
            Some(count) => Some((self.sums(position).counted.min(count.least), count.least)),
            None => (task.ever.len() > 1).then(ever),
        }
    }

    /// How many commands have changed the world up to this position, and how many frames were made.
    pub fn so_far(&self, position: usize) -> (usize, usize) {
        let sums = self.sums(position);
        (sums.commands, sums.frames)
    }

    /// The frame, from 0, in which a condition of `never` held, if one did.
    pub(super) fn broken_in(&self, position: usize) -> Option<usize> {
        let so_far = &self.moments[..self.len_at(position)];
        so_far.iter().find(|moment| moment.breaks_never).map(|moment| moment.so_far.frames)
    }

    /// How many of the moments lie up to this position.
    fn len_at(&self, position: usize) -> usize {
        self.moments.partition_point(|moment| moment.position <= position)
    }

    fn sums(&self, position: usize) -> Sums {
        let last = self.len_at(position).checked_sub(1);
        last.map_or(Sums::default(), |last| self.moments[last].so_far)
    }

    /// Recomputes the sums from this moment on.
    fn add_up_from(&mut self, first: usize) {
        let before = first.checked_sub(1).map(|before| self.moments[before].so_far);
        let mut sums = before.unwrap_or_default();
        for moment in &mut self.moments[first..] {
            sums = sums.with(moment);
            moment.so_far = sums;
        }
    }

    /// Removes the moments after the position where a new change starts: they have been undone.
    pub(super) fn drop_undone(&mut self, position: usize) {
        self.moments.truncate(self.len_at(position));
    }

    /// Judges the moment at this position of the history.
    pub(super) fn judge(
        &mut self,
        task: &Task,
        position: usize,
        arrival: Arrival,
        moment: Moment<'_>,
    ) {
        self.ever.resize(task.ever.len(), false);
        let (commands, frames) = self.so_far(position);
        let moment = Moment {
            commands: commands + usize::from(arrival.begins_command()),
            frames: frames + usize::from(arrival.is_frame()),
            ..moment
        };
        for (reached, conditions) in self.ever.iter_mut().zip(&task.ever) {
            *reached |= all_hold(conditions, moment);
        }
        let judged = || JudgedMoment {
            position,
            breaks_never: task.never.iter().any(|condition| condition.holds(moment)),
            counts: task.count.as_ref().is_some_and(|count| all_hold(&count.of, moment)),
            arrival,
            so_far: Sums::default(),
        };
        match arrival {
            Arrival::Travel => {}
            Arrival::Claim => {
                let same = self.moments.binary_search_by_key(&position, |known| known.position);
                if let Ok(at) = same {
                    self.moments[at] =
                        JudgedMoment { arrival: self.moments[at].arrival, ..judged() };
                    self.add_up_from(at);
                }
            }
            Arrival::Opening | Arrival::Command | Arrival::FirstFrame | Arrival::NextFrame => {
                self.moments.push(judged());
                self.add_up_from(self.moments.len() - 1);
            }
        }
        let sums = self.sums(position);
        let is_clean = sums.broken == 0;
        let is_enough = task.count.as_ref().is_none_or(|count| sums.counted >= count.least);
        self.is_done |= self.ever.iter().all(|reached| *reached)
            && all_hold(&task.now, moment)
            && is_clean
            && is_enough;
    }
}

/// The solutions of a lesson, by the ids of its tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions(pub BTreeMap<String, Solution>);

/// The state of a task's hints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    opened: usize,
    /// Whether the world has changed since the last one.
    has_changed: bool,
    /// Whether the last one has been requested once.
    was_warned: bool,
    /// Whether the last one is open.
    tells_way: bool,
}

/// Why no further hint opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintRefused {
    /// The world has not changed since the last hint.
    ChangeFirst,
    /// The next hint gives the solution away; a second request opens it.
    TellsTheWay,
}

impl HintRefused {
    /// The message for a task with this name.
    pub fn message(self, task: &str) -> String {
        let points = Task::POINTS_AFTER_LAST_HINT;
        match self {
            Self::ChangeFirst => "change something first; then the next hint opens".to_owned(),
            Self::TellsTheWay => {
                format!("the next hint tells the way, and {task} counts {points}; hint again")
            }
        }
    }
}

impl Hints {
    /// How many have been opened.
    pub const fn opened(self) -> usize {
        self.opened
    }

    /// Whether the last one, which gives the solution away, is open.
    pub const fn tells_way(self) -> bool {
        self.tells_way
    }

    /// Whether the world has to change before the next one opens.
    pub const fn needs_change(self) -> bool {
        self.opened > 0 && !self.has_changed
    }

    /// Records a change to the world.
    pub const fn world_changed(&mut self) {
        self.has_changed = true;
    }

    /// Opens the next of `of` hints and returns its number, from 1. Once all are open, it returns
    /// the last one again.
    ///
    /// # Errors
    /// When it does not open yet.
    pub fn open(&mut self, of: usize) -> Result<usize, HintRefused> {
        if self.opened >= of {
            return Ok(of);
        }
        if self.needs_change() {
            return Err(HintRefused::ChangeFirst);
        }
        let is_last = self.opened + 1 == of;
        if is_last && !self.was_warned {
            self.was_warned = true;
            return Err(HintRefused::TellsTheWay);
        }
        self.opened += 1;
        self.has_changed = false;
        self.tells_way = is_last;
        Ok(self.opened)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_opens_after_a_change_and_the_last_one_on_a_second_request() {
        let mut hints = Hints::default();
        assert_eq!(hints.open(3), Ok(1));
        assert_eq!(hints.open(3), Err(HintRefused::ChangeFirst));
        hints.world_changed();
        assert_eq!(hints.open(3), Ok(2));
        hints.world_changed();
        assert_eq!(hints.open(3), Err(HintRefused::TellsTheWay));
        assert_eq!([hints.open(3), hints.open(3)], [Ok(3), Ok(3)]);
        let why = HintRefused::TellsTheWay.message("task 1");
        assert_eq!(why, "the next hint tells the way, and task 1 counts 2; hint again");
    }
}
