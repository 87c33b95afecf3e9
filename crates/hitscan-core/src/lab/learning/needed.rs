//! The commands that a step needs, for a short help.

use super::super::progress::FirstReply;
use super::super::question::{Ask, LessonQuestion};
use super::super::text::Template;
use super::Learning;
use crate::command::{COMMANDS, CommandSpec};
use crate::lab::condition::{Condition, Setting};
use crate::lab::pack::{LessonStep, StepKind};
use crate::methods::Method;
use crate::world::Name;
use hitscan_geom::{Shape, Vector};

/// The word that precedes a command where a text introduces it: `the command response`.
const INTRODUCTION: &str = "command";

impl Learning {
    /// The commands that the open step needs: those for its objects and its conditions, and those
    /// that the texts of the lesson have introduced so far.
    pub fn needed_commands(&self) -> Vec<&'static CommandSpec> {
        let mut names = Vec::new();
        if let StepKind::Task(task) = &self.attempt.step.kind {
            names.extend(["move", "set", "undo", "why"]);
            let objects = &self.attempt.drawn.scene.objects;
            names.extend(objects.iter().flat_map(|object| shape_commands(&object.shape)));
            if objects.iter().any(|object| object.velocity != Vector::ZERO) {
                names.extend(["velocity", "step"]);
            }
            names.extend(task.conditions().filter_map(Condition::command));
            let is_there = |name: &Name| objects.iter().any(|object| object.name == *name);
            if task.conditions().flat_map(Condition::objects).any(|name| !is_there(&name)) {
                names.extend(["box", "laser", "polygon"]);
            }
        }
        let introduced = self.introduced();
        let is_introduced = |name: &str| introduced.iter().any(|word| word == name);
        let is_needed = |name: &str| names.contains(&name) || is_introduced(name);
        COMMANDS.iter().filter(|spec| is_needed(spec.name)).collect()
    }

    /// The words that the texts up to the open step have introduced as commands.
    fn introduced(&self) -> Vec<String> {
        let so_far = self.attempt.lesson.steps.iter().take(self.step_number());
        let mut introduced = Vec::new();
        for text in so_far.filter_map(|step| self.text(&heading(step), &|_| None)) {
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
            let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
            let pairs = words.windows(2).filter(|pair| pair[0] == INTRODUCTION);
            introduced.extend(pairs.map(|pair| pair[1].to_owned()));
        }
        introduced
    }
}

/// The heading of the text of a step.
pub(super) fn heading(step: &LessonStep) -> String {
    let word = match step.kind {
        StepKind::Card => "card",
        StepKind::Question(_) => "ask",
        StepKind::Task(_) => "win",
    };
    format!("{word} {}", step.id)
}

/// The commands that turn or reshape an object of this shape.
const fn shape_commands(shape: &Shape) -> &'static [&'static str] {
    match shape {
        Shape::Box(_) => &[],
        Shape::Segment(_) => &["turn", "length", "end"],
        Shape::Polygon(_) => &["turn", "end"],
    }
}

impl Condition {
    /// The objects that it is about.
    pub(in crate::lab) fn objects(&self) -> Vec<Name> {
        match self {
            Self::Pair(pair) => pair.expect.subject.names().to_vec(),
            Self::Value { of, .. } => of.objects(),
            Self::Same(names) | Self::Still(names) => names.clone(),
            Self::Own(pair, _) => pair.to_vec(),
            Self::Any(lists) => lists.iter().flatten().flat_map(Self::objects).collect(),
            Self::Not(condition) => condition.objects(),
            Self::Setting(_) | Self::Commands(_) | Self::Frames(_) | Self::Check => Vec::new(),
        }
    }

    /// The command that sets what it asks for.
    fn command(&self) -> Option<&'static str> {
        match self {
            Self::Setting(Setting::Response(_)) => Some("response"),
            Self::Setting(Setting::Side(_)) => Some("side"),
            Self::Setting(Setting::Contact(_)) => Some("contact"),
            Self::Frames(_) => Some("step"),
            Self::Any(lists) => lists.iter().flatten().find_map(Self::command),
            Self::Not(condition) => condition.command(),
            Self::Pair(_)
            | Self::Value { .. }
            | Self::Commands(_)
            | Self::Same(_)
            | Self::Still(_)
            | Self::Check
            | Self::Own(..) => None,
        }
    }
}

impl Learning {
    /// The keys that the texts of the lesson have named up to the open step, including feedback on
    /// answers and opened hints: the ids of their actions, each with its newest command, those of
    /// the newest text first.
    pub fn key_commands(&self) -> Vec<(&str, &str)> {
        let mut known: Vec<(&str, &str)> = Vec::new();
        for text in self.texts_so_far() {
            let newer = known.len();
            for (action, command) in text.keys() {
                match known.iter().position(|(other, _)| *other == action) {
                    Some(at) if at < newer => {}
                    Some(at) => known[at].1 = command,
                    None => known.push((action, command)),
                }
            }
        }
        known
    }

    /// The command for the key of an action, if a text named it.
    pub fn command_at(&self, action: &str) -> Option<&str> {
        let named = self.key_commands().into_iter().find(|(named, _)| *named == action);
        named.map(|(_, command)| command)
    }

    /// The pair that the open step asks about, and the method, if it asks about one: those of a
    /// question, or of the first condition of a task that has a method.
    pub fn pair_asked(&self) -> Option<([Name; 2], Option<Method>)> {
        match &self.step().kind {
            StepKind::Card => None,
            StepKind::Question(question) => Some((question.pair()?, method(question))),
            StepKind::Task(task) => task.conditions().find_map(|condition| match condition {
                Condition::Pair(of) => Some((of.expect.pair()?, Some(of.method.as_ref()?.method))),
                _ => None,
            }),
        }
    }

    /// The texts that the student has read, the newest first.
    fn texts_so_far(&self) -> impl Iterator<Item = &Template> {
        let lesson = self.lesson();
        let texts = self.course.text(lesson);
        let steps = lesson.steps.get(..self.step_number()).unwrap_or_default();
        let headings = steps.iter().rev().flat_map(|step| self.headings_of(step));
        let headings = headings.chain(["goal".to_owned()]);
        headings.filter_map(move |heading| texts?.get(&heading))
    }

    /// The headings of the texts shown for a step, the newest first.
    fn headings_of(&self, step: &LessonStep) -> Vec<String> {
        let id = &step.id;
        let Some(reached) = self.progress.step(&self.lesson().id, id) else {
            return vec![heading(step)];
        };
        let is_settled = reached.answer.is_some() || reached.done.is_some();
        let after = is_settled.then(|| format!("after {id}"));
        let beliefs = match &reached.answer {
            Some(FirstReply::Said(answered)) => answered.beliefs.as_slice(),
            Some(FirstReply::Skipped) | None => &[],
        };
        let beliefs = beliefs.iter().map(|belief| format!("belief {belief}"));
        let hints = (1..=reached.hints.opened()).rev().map(|number| format!("hint {id} {number}"));
        after.into_iter().chain(beliefs).chain(hints).chain([heading(step)]).collect()
    }
}

/// The method that a question is about, if it is about one.
const fn method(question: &LessonQuestion) -> Option<Method> {
    match &question.ask {
        Ask::Says(_, method, _) | Ask::Reason(_, method, _) => Some(*method),
        Ask::Result(_) | Ask::Relation(_) | Ask::Side(_) | Ask::Sign(_) | Ask::Number(_) => None,
    }
}
