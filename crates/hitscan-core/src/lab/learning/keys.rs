//! The keys that texts of the open lesson have named so far, and what to explain first in a step.

use super::Learning;
use super::needed::heading;
use crate::lab::condition::Condition;
use crate::lab::pack::{LessonStep, StepKind};
use crate::lab::progress::FirstReply;
use crate::lab::question::{Ask, LessonQuestion};
use crate::lab::template::Template;
use crate::methods::Method;
use crate::world::Name;

/// A key named in a text: the id of its action, and the corresponding command.
pub type KeyCommand<'t> = (&'t str, &'t str);

impl Learning {
    /// The keys that the texts of the lesson have named up to the open step, including feedback on
    /// answers and opened hints. The newest text comes first; each action has its newest command.
    #[must_use]
    pub fn key_commands(&self) -> Vec<KeyCommand<'_>> {
        let mut known: Vec<KeyCommand<'_>> = Vec::new();
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
    #[must_use]
    pub fn command_at(&self, action: &str) -> Option<&str> {
        let named = self.key_commands().into_iter().find(|(named, _)| *named == action);
        named.map(|(_, command)| command)
    }

    /// The pair that the open step asks about, and the method, if it asks about one: those of a
    /// question, or of the first condition of a task that has a method.
    #[must_use]
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
        let Some(reached) = self.progress().step(&self.lesson().id, id) else {
            return vec![heading(step)];
        };
        let is_settled = reached.answer.is_some() || reached.done.is_some();
        let after = is_settled.then(|| format!("after {id}"));
        let beliefs = match &reached.answer {
            Some(FirstReply::Said { beliefs, .. }) => beliefs.as_slice(),
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
