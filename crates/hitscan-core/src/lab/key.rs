//! The answer key of a lesson: its scene and the right answers for one seed.

use std::collections::BTreeMap;
use std::sync::Arc;

use unicode_width::UnicodeWidthStr as _;

use super::attempt::{Attempt, NotOpened};
use super::expression::Scope;
use super::pack::{Drawn, Lesson, StepKind};
use super::question::{Belief, LessonAnswer, LessonQuestion};
use crate::engine::Engine;
use crate::words::object_line;

/// The right answer of a question, and the wrong ones that beliefs lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyLine {
    /// The id of the step.
    pub step: String,
    /// The right answer.
    pub right: LessonAnswer,
    /// Wrong answers, each with the beliefs behind it.
    pub wrong: Vec<(String, Vec<String>)>,
}

/// The right answers of a lesson with these numbers, in the order of its steps.
///
/// # Errors
/// When a step of the lesson cannot be opened.
pub fn answers(lesson: &Arc<Lesson>, drawn: &Arc<Drawn>) -> Result<Vec<KeyLine>, NotOpened> {
    let questions = lesson.steps.iter().filter_map(|step| match &step.kind {
        StepKind::Question(question) => Some((step, question)),
        StepKind::Card | StepKind::Task(_) => None,
    });
    let lines = questions.map(|(step, question)| {
        let (attempt, engine) = Attempt::open(lesson, drawn, step)?;
        let right = attempt.right(question, &engine)?;
        let wrong = wrong_answers(&attempt, &engine, question, &right)?;
        Ok(KeyLine { step: step.id.clone(), right, wrong })
    });
    lines.collect()
}

fn wrong_answers(
    attempt: &Attempt,
    engine: &Engine,
    question: &LessonQuestion,
    right: &LessonAnswer,
) -> Result<Vec<(String, Vec<String>)>, NotOpened> {
    let world = engine.sandbox();
    let scope = Scope { values: &attempt.drawn.values, sandbox: Some(world) };
    let choices =
        question.choices(world.world()).into_iter().map(|word| LessonAnswer::Word(word.to_owned()));
    let numbers = question.beliefs.iter().filter_map(|named| match &named.belief {
        Belief::Value(of) => of.value(scope).ok().map(|value| LessonAnswer::Number(value, 0)),
        Belief::Word(_) => None,
    });
    let mut wrong: Vec<(String, Vec<String>)> = Vec::new();
    for said in choices.chain(numbers).filter(|said| !said.matches(right)) {
        let beliefs = attempt.beliefs_behind(question, &said, engine)?;
        let said = said.to_string();
        if !beliefs.is_empty() && wrong.iter().all(|(known, _)| *known != said) {
            wrong.push((said, beliefs));
        }
    }
    Ok(wrong)
}

/// The key as lines: lesson and seed, the objects, then the answers in columns.
///
/// # Errors
/// As [`answers`].
pub fn key(
    lesson: &Arc<Lesson>,
    title: &str,
    drawn: &Arc<Drawn>,
    seed: &str,
) -> Result<Vec<String>, NotOpened> {
    let rounds = match drawn.rounds {
        Some(1) => "drawn at the first try".to_owned(),
        Some(rounds) => format!("drawn at try {rounds}"),
        None => "the example, since nothing drawn fits".to_owned(),
    };
    let mut lines = vec![format!("{}: {title}   seed {seed}, {rounds}", lesson.id)];
    let settings = &drawn.scene.settings;
    lines.extend(drawn.scene.objects.iter().map(|object| object_line(object, settings)));
    let answers = answers(lesson, drawn)?;
    let right: BTreeMap<_, _> =
        answers.iter().map(|line| (line.step.as_str(), line.right.to_string())).collect();
    let steps = right.keys().map(|step| step.width()).max().unwrap_or_default();
    let rights = right.values().map(|right| right.width()).max().unwrap_or_default();
    for line in &answers {
        let wrong = line.wrong.iter().map(|(said, by)| format!("{said}: {}", by.join(" ")));
        let wrong = wrong.collect::<Vec<_>>().join(", ");
        let said = line.right.to_string();
        let line = format!("{:steps$}  {said:rights$}  {wrong}", line.step);
        lines.push(line.trim_end().to_owned());
    }
    Ok(lines)
}
