//! What is still missing in a task that is not done, in one sentence.
//!
//! It states how things are and how they should be, never a place or a command that leads there, so
//! it is not a hint. It is not used for judging ([`super::task`] is).

use hitscan_geom::{Direction, Fraction, Relation, Sides};

use super::condition::{
    Condition, MethodAnswer, MethodCondition, Moment, PairCondition, Setting, all_hold, answer_of,
};
use super::expression::{Expression, Scope, written};
use super::task::{Task, TaskProgress};
use super::text::KeyOf;
use crate::engine::expect::{Examined, ExpectResult, Key, held_now};
use crate::methods::{Agreement, Arithmetic, BoundaryRule, Method, Reason};
use crate::scene::{Expect, ExpectedTime, SweptOutcome};
use crate::words::standing;
use crate::world::{Name, TestResult, World};

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
    pub fn sentence(&self, key_of: KeyOf<'_>) -> String {
        let obstacle = self.obstacle.as_ref().map(|obstacle| obstacle.sentence(key_of));
        let reached = self.reached.map(|(some, all)| format!("{some} of {all} reached"));
        reached.into_iter().chain(obstacle).collect::<Vec<_>>().join("; ")
    }

    /// The line for a front end without keys; without a sentence it only says "not yet": `NOT YET:
    /// A is hit at left; wanted left+bottom`.
    pub fn line(shortfall: Option<&Self>) -> String {
        let sentence = shortfall.map(|it| format!(": {}", it.sentence(&|_| None)));
        format!("NOT YET{}", sentence.unwrap_or_default())
    }

    /// The sentence for a narrow row, without its subject: `left; wanted left+bottom`.
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

/// The actual state, and the wanted one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Unmet {
    is: String,
    /// The actual state without its subject.
    is_in_brief: String,
    /// `None` if it would give the solution away.
    wanted: Option<String>,
}

impl Unmet {
    /// A condition that does not hold; `None` if there is no sentence for it.
    fn of(condition: &Condition, moment: Moment<'_>) -> Option<Self> {
        match condition {
            Condition::Pair(pair) => of_pair(pair, moment),
            Condition::Value { of, from, to } => {
                of_value(of, [from, to].map(Option::as_ref), moment)
            }
            Condition::Setting(setting) => Some(of_setting(*setting, moment)),
            Condition::Commands(_)
            | Condition::Frames(_)
            | Condition::Same(_)
            | Condition::Still(_)
            | Condition::Check
            | Condition::Own(..)
            | Condition::Any(_)
            | Condition::Not(_) => None,
        }
    }

    fn new(is: String, brief: impl Into<String>, wanted: impl Into<String>) -> Self {
        Self { is, is_in_brief: brief.into(), wanted: Some(wanted.into()) }
    }

    fn sentence(&self) -> String {
        self.with_wanted(&self.is)
    }

    fn brief(&self) -> String {
        self.with_wanted(&self.is_in_brief)
    }

    fn with_wanted(&self, is: &str) -> String {
        let wanted = self.wanted.as_ref().map(|wanted| format!("; wanted {wanted}"));
        format!("{is}{}", wanted.unwrap_or_default())
    }
}

fn of_pair(pair: &PairCondition, moment: Moment<'_>) -> Option<Unmet> {
    let examined = pair.examined(moment.sandbox)?;
    let of_expect = || of_expect(&pair.expect, &examined, moment);
    let of_time = || of_time(pair.time?, &examined);
    let of_method = || of_method(pair.method.as_ref()?, &examined);
    of_expect().or_else(of_time).or_else(of_method)
}

/// The first key of an expectation that does not hold and has a sentence.
fn of_expect(expect: &Expect, examined: &Examined, moment: Moment<'_>) -> Option<Unmet> {
    const TOLD: [Key; 5] =
        [Key::Relation, Key::Result, Key::TestResult, Key::Sides, Key::Direction];
    let ExpectResult::Differs(differences) = held_now(moment.sandbox, expect) else { return None };
    let key = TOLD.into_iter().find(|key| differences.iter().any(|other| other.key == *key))?;
    let (found, [a, b]) = (&examined.pair.pair_result, expect.pair()?);
    let both = |verb: &str, wanted: &str| Unmet::new(format!("{a} and {b} {verb}"), verb, wanted);
    match key {
        Key::Relation => {
            let relation = found.meeting.relation;
            let wanted = expect.relation?.token();
            Some(Unmet::new(stands([a, b], relation), standing(relation), wanted))
        }
        Key::Result => Some(both(result_verb(found.outcome), expect.result?.token())),
        Key::TestResult => {
            Some(both(outcome_verb(SweptOutcome::from(found.swept?)), expect.outcome?.token()))
        }
        Key::Sides => {
            let sides = found.sides();
            Some(entered(b, &sides_word(sides), sides_word(expect.sides?)))
        }
        Key::Direction => {
            let asked = expect.direction?;
            Some(entered(b, &direction_word(found.meeting.direction), asked.to_string()))
        }
        Key::Edges
        | Key::Corners
        | Key::Normals
        | Key::Responded
        | Key::T
        | Key::Reasons
        | Key::Wrong
        | Key::Says
        | Key::First => None,
    }
}

/// `A is hit at left`, or `A is not hit` if the word is empty.
fn entered(name: Name, place: &str, wanted: String) -> Unmet {
    match place {
        "" => Unmet::new(format!("{name} is not hit"), "not hit", wanted),
        "inside" => Unmet::new(format!("the laser starts inside {name}"), place, wanted),
        // `from-left` includes its own preposition.
        from if from.starts_with("from-") => {
            Unmet::new(format!("{name} is hit {from}"), from, wanted)
        }
        at => Unmet::new(format!("{name} is hit at {at}"), at, wanted),
    }
}

fn sides_word(sides: Sides) -> String {
    sides.to_string()
}

fn direction_word(direction: Direction) -> String {
    match direction {
        Direction::None => String::new(),
        Direction::Sides(sides) => sides_word(sides),
        Direction::Approach(_)
        | Direction::Edges(..)
        | Direction::Corner(_)
        | Direction::Inside => direction.to_string(),
    }
}

fn stands([a, b]: [Name; 2], relation: Relation) -> String {
    match relation {
        Relation::Disjoint => format!("{a} and {b} are apart"),
        Relation::Touches => format!("{a} and {b} touch"),
        Relation::Crosses => format!("{a} and {b} cross"),
        Relation::Overlaps => format!("{a} and {b} overlap"),
        Relation::Within => format!("{a} lies inside {b}"),
        Relation::Contains => format!("{b} lies inside {a}"),
        Relation::Equals => format!("{a} and {b} are equal"),
    }
}

const fn result_verb(result: TestResult) -> &'static str {
    match result {
        TestResult::Hit => "hit",
        TestResult::Touch => "touch",
        TestResult::Miss => "miss",
    }
}

const fn outcome_verb(outcome: SweptOutcome) -> &'static str {
    // Each token works as a verb.
    outcome.token()
}

fn of_time([from, to]: [Fraction; 2], examined: &Examined) -> Option<Unmet> {
    let wanted = if from == to { from.to_string() } else { format!("{from} to {to}") };
    match examined.truth().t {
        Some(ExpectedTime::Frame(t)) if from <= t && t <= to => None,
        Some(ExpectedTime::Frame(t)) => {
            Some(Unmet::new(format!("t is {t}"), format!("t {t}"), wanted))
        }
        Some(ExpectedTime::Segment(_)) | None => {
            Some(Unmet::new("there is no t".to_owned(), "no t", wanted))
        }
    }
}

fn of_method(asked: &MethodCondition, examined: &Examined) -> Option<Unmet> {
    let MethodCondition { method, arithmetic, says, against, reason } = asked;
    let subject = subject(*method, *arithmetic);
    let answer = answer_of(examined, *method, *arithmetic);
    let Some(MethodAnswer { says: said, against: found, reason: why }) = answer else {
        let wanted = says.as_deref().or_else(|| against.map(Agreement::token));
        let wanted = wanted.or_else(|| reason.map(Reason::code))?;
        return Some(Unmet::new(format!("{subject} says nothing"), "nothing", wanted));
    };
    let of_says = says.as_ref().filter(|wanted| *wanted != said);
    let of_says = of_says.map(|wanted| Unmet::new(format!("{subject} says {said}"), said, wanted));
    let of_against = || {
        let wanted = against.filter(|wanted| *wanted != found)?.token();
        let [compares, brief] = compares(found);
        Some(Unmet::new(format!("{subject} {compares}"), brief, wanted))
    };
    let of_reason = || {
        let wanted = reason.filter(|wanted| why != Some(*wanted))?.code();
        Some(match (found, why) {
            (Agreement::Wrong | Agreement::Convention, Some(why)) => {
                Unmet::new(format!("{} by {}", found.token(), why.code()), why.code(), wanted)
            }
            (Agreement::Agrees | Agreement::NotApplicable, _) | (_, None) => {
                let [compares, brief] = compares(found);
                Unmet::new(format!("{subject} {compares}"), brief, wanted)
            }
        })
    };
    of_says.or_else(of_against).or_else(of_reason)
}

/// The subject of a comparison: `straddle in f32`.
fn subject(method: Method, arithmetic: Arithmetic) -> String {
    match arithmetic {
        Arithmetic::Exact => method.id().to_owned(),
        single_or_double => format!("{} in {}", method.id(), single_or_double.token()),
    }
}

/// How a method compares with the truth, with and without a subject.
const fn compares(agreement: Agreement) -> [&'static str; 2] {
    match agreement {
        Agreement::Agrees => ["agrees"; 2],
        Agreement::Convention => ["differs by convention", "convention"],
        Agreement::Wrong => ["is wrong", "wrong"],
        Agreement::NotApplicable => ["has nothing to judge", "nothing to judge"],
    }
}

/// The wanted value of a setting is not revealed: it would give the solution away.
fn of_setting(setting: Setting, moment: Moment<'_>) -> Unmet {
    let settings = moment.now().settings();
    let (what, brief, is) = match setting {
        Setting::Response(_) => ("response", "response", settings.response.token()),
        Setting::Side(_) => ("side method", "side", settings.side.id()),
        Setting::Contact(_) => {
            ("contact rule", "contact", BoundaryRule::token(settings.boundary_rule))
        }
    };
    Unmet { is: format!("the {what} is {is}"), is_in_brief: format!("{brief} {is}"), wanted: None }
}

/// For a value that is a single field of an object; other values have no sentence.
fn of_value(
    of: &Expression,
    [from, to]: [Option<&Expression>; 2],
    moment: Moment<'_>,
) -> Option<Unmet> {
    let Expression::Field(name, field) = of else { return None };
    let scope = Scope { values: moment.values, sandbox: Some(moment.sandbox) };
    let value = |of: &Expression| of.value(scope).ok();
    let is = written(value(of)?);
    let wanted = match (from, to) {
        (Some(from), Some(to)) if from == to => written(value(from)?),
        (Some(from), Some(to)) => format!("{} to {}", written(value(from)?), written(value(to)?)),
        (Some(from), None) => format!("at least {}", written(value(from)?)),
        (None, Some(to)) => format!("at most {}", written(value(to)?)),
        (None, None) => return None,
    };
    Some(Unmet::new(format!("{name}.{field} is {is}"), is, wanted))
}
