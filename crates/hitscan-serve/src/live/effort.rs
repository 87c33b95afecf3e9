//! What a student tries at the open step, and what they said first to each question: by this a
//! teacher sees who is stuck, and on what.

use std::sync::Arc;

use hitscan_core::lab::{Given, Learning, Lesson, Pack, Progress, Step, StepKind, TRUTH};
use hitscan_core::methods::Method;

/// What a student tries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Changes and wrong answers since something was settled last.
    pub tries: u32,
    /// How often the open question was answered since it was come to.
    pub answers: u32,
    /// What was said to it last, as it is read.
    pub said: Option<String>,
    /// What leads to that, in a sentence, where it is wrong and the lesson tells it.
    pub belief: Option<String>,
    /// Whether the answer is still on the screen: it counts once.
    pub is_shown: bool,
}

/// What a student said first to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstAnswer {
    /// `inside/edges`
    pub question: String,
    /// What was said, where that was wrong.
    pub wrong: Option<String>,
}

impl Effort {
    /// Looks whether an answer was given just now.
    pub(super) fn look(&mut self, learning: &Learning) {
        let report = learning.told();
        if let Some(report) = report.filter(|_| !self.is_shown) {
            let answered = &report.answered;
            self.answers = self.answers.saturating_add(1);
            self.said = Some(report.said.clone());
            self.tries = self.tries.saturating_add((!answered.is_right).into());
            self.belief = answered.beliefs.first().and_then(|id| sentence_of(learning, id));
        }
        self.is_shown = report.is_some();
    }

    /// What a file tells of the open question: how often it was answered, and what was said.
    #[must_use]
    pub fn in_file(file: &[u8], learning: &Learning) -> Self {
        let (lesson, step) = (learning.lesson(), learning.step());
        let Some(question) = step.question() else { return Self::default() };
        let (mut effort, mut is_there) = (Self::default(), false);
        for line in file.split(|&byte| byte == b'\n').filter_map(|line| str::from_utf8(line).ok()) {
            if let Some(opened) = line.strip_prefix("lesson ") {
                is_there = opened.split(' ').take(2).eq([&lesson.id, &step.id]);
                if !is_there {
                    effort = Self::default();
                }
            } else if let Some(said) = answer_in(line, &step.id).filter(|_| is_there) {
                effort.answers = effort.answers.saturating_add(1);
                effort.said = Some(question.label(said).to_owned());
            }
        }
        effort.belief = effort.said.as_ref().and_then(|said| belief_behind(said, learning));
        effort
    }
}

/// `hit` of `answer edges hit`.
fn answer_in<'l>(line: &'l str, step: &str) -> Option<&'l str> {
    line.strip_prefix("answer ")?.strip_prefix(step)?.strip_prefix(' ')
}

/// What leads to a wrong answer to the open question, where it is the first that was given.
fn belief_behind(said: &str, learning: &Learning) -> Option<String> {
    let (lesson, step) = (learning.lesson(), learning.step());
    let first = learning.progress().step(&lesson.id, &step.id)?.answer.as_ref()?;
    let Given::Said { answer, beliefs, .. } = first else { return None };
    let is_the_same = step.question()?.read_aloud(answer) == said;
    sentence_of(learning, beliefs.first().filter(|_| is_the_same)?)
}

/// What a belief is: the first sentence that its lesson says of it, to stand in another one.
fn sentence_of(learning: &Learning, id: &str) -> Option<String> {
    if let Some(text) = learning.text(&format!("belief {id}"), &|_| None) {
        let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
        let sentence = line.find(". ").map_or(line, |end| &line[..end]);
        return Some(sentence.trim_end_matches('.').to_owned());
    }
    match id {
        TRUTH => Some("the method tells the truth".to_owned()),
        _ => Method::find(id).map(|method| format!("as {} says", method.id())),
    }
}

/// What was said first to each question, in the order of the pack; shared with before, where it
/// is the same.
pub(super) fn first_answers(
    (pack, progress): (&Pack, &Progress),
    before: Option<&Arc<[FirstAnswer]>>,
) -> Arc<[FirstAnswer]> {
    let steps =
        pack.lessons.iter().flat_map(|lesson| lesson.steps.iter().map(move |it| (lesson, it)));
    let first = |(lesson, step): (&Arc<Lesson>, &Arc<Step>)| first_answer(progress, lesson, step);
    // First answers stay as they are: as many are the same ones.
    let is_answered = |(lesson, step): &(&Arc<Lesson>, &Arc<Step>)| {
        let reached = progress.step(&lesson.id, &step.id);
        matches!(reached.and_then(|it| it.answer.as_ref()), Some(Given::Said { .. }))
    };
    let count = steps.clone().filter(is_answered).count();
    let same = before.filter(|before| before.len() == count);
    same.map_or_else(|| steps.filter_map(first).collect(), Arc::clone)
}

fn first_answer(progress: &Progress, lesson: &Lesson, step: &Step) -> Option<FirstAnswer> {
    let StepKind::Question(question) = &step.kind else { return None };
    let given = progress.step(&lesson.id, &step.id)?.answer.as_ref()?;
    let Given::Said { answer, is_right, .. } = given else { return None };
    let wrong = (!is_right).then(|| question.read_aloud(answer));
    Some(FirstAnswer { question: format!("{}/{}", lesson.id, step.id), wrong })
}
