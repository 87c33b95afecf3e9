//! What is still missing in a task that is not done, in one sentence.
//!
//! It states how things are and how they should be, never a place or a command that leads there, so
//! it is not a hint. It is not used for judging ([`super::task`] is).

mod unmet;

use super::condition::{Condition, Moment, all_hold};
use super::task::{Task, TaskProgress};
use super::template::KeyOf;
use crate::world::{Name, World};
use unmet::Unmet;

/// What is still missing in a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortfall {
    /// How many of how many moments are reached, if it asks for several.
    reached: Option<(usize, usize)>,
    obstacle: Option<Obstacle>,
}

/// The first obstacle.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Obstacle {
    /// Something that must never hold did hold, in this frame.
    Broken(usize),
    /// More of these were made than allowed.
    TooMany { what: &'static str, made: usize, most: usize },
    /// An object was changed in more than its position, or was moved.
    Altered(Name, &'static str),
    /// An object that existed at the start is gone.
    Gone(Name),
    /// An object does not exist yet.
    Absent(Name),
    /// A condition does not hold.
    Unmet(Unmet),
}

/// The action that undoes the last change.
const UNDO: &str = "undo";

impl Shortfall {
    /// The current obstacle; `None` if there is no sentence for it.
    #[must_use]
    pub(super) fn of(task: &Task, progress: &TaskProgress, moment: Moment<'_>) -> Option<Self> {
        let pending = Pending::of(task, progress, moment);
        let broken = progress.broken_in(moment.position).map(Obstacle::Broken);
        if let Some(obstacle) = broken.or_else(|| pending.departure(moment)) {
            return Some(Self { reached: None, obstacle: Some(obstacle) });
        }
        let reached = progress.reached(task, moment.position);
        let obstacle = pending.unmet(moment);
        (reached.is_some() || obstacle.is_some()).then_some(Self { reached, obstacle })
    }

    /// The sentence: `A is hit at left; wanted left+bottom`. Where there are keys, it names them
    /// instead of commands.
    #[must_use]
    pub fn sentence(&self, key_of: KeyOf<'_>) -> String {
        let obstacle = self.obstacle.as_ref().map(|obstacle| obstacle.sentence(key_of));
        let reached = self.reached.map(|(some, all)| format!("{some} of {all} reached"));
        reached.into_iter().chain(obstacle).collect::<Vec<_>>().join("; ")
    }

    /// The line for a front end without keys; without a sentence it only says "not yet": `NOT YET:
    /// A is hit at left; wanted left+bottom`.
    #[must_use]
    pub fn line(shortfall: Option<&Self>) -> String {
        let sentence = shortfall.map(|it| format!(": {}", it.sentence(&|_| None)));
        format!("NOT YET{}", sentence.unwrap_or_default())
    }

    /// The sentence for a narrow row, without its subject: `left; wanted left+bottom`.
    #[must_use]
    pub fn brief(&self, key_of: KeyOf<'_>) -> String {
        let obstacle = self.obstacle.as_ref().map(|obstacle| obstacle.brief(key_of));
        let reached = self.reached.map(|(some, all)| format!("{some} of {all}"));
        reached.into_iter().chain(obstacle).collect::<Vec<_>>().join("; ")
    }
}

impl Obstacle {
    fn sentence(&self, key_of: KeyOf<'_>) -> String {
        let undo = || key_of(UNDO).unwrap_or_else(|| UNDO.to_owned());
        match self {
            Self::Broken(frame) => format!("broken in frame {frame}; {} mends it", undo()),
            Self::TooMany { what, made, most } => {
                // Where there are keys, commands are typed after a colon.
                let colon = if key_of(UNDO).is_some() { ":" } else { "" };
                format!("{} made, {most} at most; {colon}reset begins again", counted(*made, what))
            }
            Self::Altered(name, how) => format!("{name} was {how}; {} undoes it", undo()),
            Self::Gone(name) => format!("{name} is gone; {} brings it back", undo()),
            Self::Absent(name) => format!("there is no {name} yet"),
            Self::Unmet(unmet) => unmet.sentence(),
        }
    }

    fn brief(&self, key_of: KeyOf<'_>) -> String {
        let undo = || key_of(UNDO).unwrap_or_else(|| UNDO.to_owned());
        match self {
            Self::Broken(_) => format!("broken; {} mends it", undo()),
            Self::TooMany { what, made, most } => {
                format!("{}, {most} at most", counted(*made, what))
            }
            Self::Altered(_, how) => format!("{how}; {} undoes it", undo()),
            Self::Gone(_) => format!("gone; {} brings it back", undo()),
            Self::Absent(_) => self.sentence(key_of),
            Self::Unmet(unmet) => unmet.brief(),
        }
    }
}

/// The conditions that are due next.
struct Pending<'t> {
    /// The first list that was not reached; `None` if all were.
    ever: Option<&'t [Condition]>,
    now: &'t [Condition],
    /// Conditions that must hold more often.
    count: &'t [Condition],
}

impl<'t> Pending<'t> {
    fn of(task: &'t Task, progress: &TaskProgress, moment: Moment<'_>) -> Self {
        let is_short = |reached: Option<(usize, usize)>| reached.is_some_and(|(is, of)| is < of);
        let count = task.count.as_ref();
        let count = count.filter(|_| is_short(progress.reached(task, moment.position)));
        Self {
            ever: progress.not_reached(task).next(),
            now: &task.now,
            count: count.map_or(&[], |count| &count.of),
        }
    }

    /// An obstacle that an undo or a restart removes.
    fn departure(&self, moment: Moment<'_>) -> Option<Obstacle> {
        let lists = self.ever.into_iter().chain([self.now, self.count]);
        let conditions: Vec<_> = lists.flatten().collect();
        let first = |of: fn(&Condition, Moment<'_>) -> Option<Obstacle>| {
            conditions.iter().find_map(|condition| of(condition, moment))
        };
        first(excess).or_else(|| first(alteration)).or_else(|| first(loss))
    }

    /// The first condition that does not hold and has a sentence.
    fn unmet(&self, moment: Moment<'_>) -> Option<Obstacle> {
        let list = self.ever.unwrap_or(self.now);
        let list = if all_hold(list, moment) { self.count } else { list };
        let condition = list.iter().find(|condition| !condition.holds(moment))?;
        if !is_plain(condition) {
            return None;
        }
        let absent = condition.objects().into_iter().find(|name| !is_in(moment.now(), name));
        let unmet = || Unmet::of(condition, moment).map(Obstacle::Unmet);
        absent.map(Obstacle::Absent).or_else(unmet)
    }
}

fn excess(condition: &Condition, moment: Moment<'_>) -> Option<Obstacle> {
    let (what, made, most) = match condition {
        Condition::Commands(most) => ("command", moment.commands, *most),
        Condition::Frames(most) => ("frame", moment.frames, *most),
        _ => return None,
    };
    (made > most).then_some(Obstacle::TooMany { what, made, most })
}

fn alteration(condition: &Condition, moment: Moment<'_>) -> Option<Obstacle> {
    let (names, how) = match condition {
        Condition::Same(names) => (names, "changed"),
        Condition::Still(names) => (names, "moved"),
        _ => return None,
    };
    let holds_of = |name: &Name| match condition {
        Condition::Same(_) => Condition::Same(vec![*name]).holds(moment),
        _ => Condition::Still(vec![*name]).holds(moment),
    };
    // An object that is gone has its own sentence.
    let mut there = names.iter().filter(|name| is_in(moment.now(), name));
    there.find(|name| !holds_of(name)).map(|name| Obstacle::Altered(*name, how))
}

fn loss(condition: &Condition, moment: Moment<'_>) -> Option<Obstacle> {
    let is_gone = |name: &Name| is_in(moment.opening, name) && !is_in(moment.now(), name);
    let gone = || condition.objects().into_iter().find(is_gone);
    if is_plain(condition) && !condition.holds(moment) { gone().map(Obstacle::Gone) } else { None }
}

/// Whether it is about the objects it names, rather than about alternatives of which one is enough.
const fn is_plain(condition: &Condition) -> bool {
    !matches!(condition, Condition::Any(_) | Condition::Not(_))
}

/// `1 command`, `3 frames`.
fn counted(made: usize, what: &str) -> String {
    format!("{made} {what}{}", if made == 1 { "" } else { "s" })
}

fn is_in(world: &World, name: &Name) -> bool {
    world.find(name).is_some()
}
