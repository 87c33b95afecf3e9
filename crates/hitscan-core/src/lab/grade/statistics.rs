//! What a class got wrong, what it believes, and for which tasks it opened the last hint.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::belief::BeliefKey;
use super::{ClassReport, GradedStep, StepGrade, StepProgress, Student, StudentStanding, Syllabus};
use crate::lab::pack::StepKind;

/// What the class got wrong and believed, and which hints it needed. Every student with a file
/// counts here, even if their points do not.
#[derive(Clone, Debug)]
pub struct Statistics<'c> {
    /// All questions, in order.
    pub questions: Vec<QuestionCount<'c>>,
    /// All beliefs behind wrong answers, the most frequent first.
    pub beliefs: Vec<BeliefCount>,
    /// The tasks whose last hint was opened, in order.
    pub last_hints: Vec<LastHintCount<'c>>,
}

/// The answers to a question.
#[derive(Clone, Debug)]
pub struct QuestionCount<'c> {
    /// The question.
    pub step: GradedStep<'c>,
    /// How many students answered it.
    pub answered: usize,
    /// How many answered it right.
    pub right: usize,
    /// The wrong answers, each with the number of students who gave it.
    pub said: BTreeMap<String, usize>,
    /// The beliefs behind them, each with the number of answers.
    pub beliefs: BTreeMap<String, usize>,
}

/// The wrong answers that a belief leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeliefCount {
    /// The belief, with its lesson if the id also means something elsewhere.
    pub belief: String,
    /// Its description; empty if its lesson has none.
    pub text: String,
    /// How many answers it leads to.
    pub answers: usize,
    /// How many students gave such an answer.
    pub students: usize,
}

/// A task whose last hint was opened.
#[derive(Clone, Debug)]
pub struct LastHintCount<'c> {
    /// The task.
    pub step: GradedStep<'c>,
    /// How many students opened its last hint.
    pub students: usize,
    /// How many students completed it, with or without the hint.
    pub done: usize,
    /// How many students have a file.
    pub of: usize,
}

impl<'c> Statistics<'c> {
    /// Counts a class.
    #[must_use]
    pub fn of(syllabus: &Syllabus<'c>, class: &ClassReport) -> Self {
        let students: Vec<&Student> =
            class.students.iter().filter(|it| it.standing != StudentStanding::NoFile).collect();
        let (mut questions, mut last_hints) = (Vec::new(), Vec::new());
        let mut believers = Believers::new();
        for (index, step) in syllabus.steps.iter().enumerate() {
            let grades: Vec<(&str, &StepGrade)> = students
                .iter()
                .filter_map(|student| Some((student.id.as_str(), student.steps.get(index)?)))
                .collect();
            match step.step.kind {
                StepKind::Card => {}
                StepKind::Question(_) => {
                    questions.push(question(syllabus, *step, &grades, &mut believers));
                }
                StepKind::Task(_) => last_hints.extend(last_hint(*step, &grades)),
            }
        }
        let mut beliefs: Vec<_> = believers
            .into_iter()
            .map(|(belief, (answers, students))| BeliefCount {
                belief: syllabus.belief_name(belief),
                text: syllabus.belief_sentence(belief),
                answers,
                students: students.len(),
            })
            .collect();
        beliefs.sort_by_key(|count| Reverse((count.answers, count.students)));
        Self { questions, beliefs, last_hints }
    }

    /// The questions with wrong answers, starting with the smallest share of right ones; ties start
    /// with the most wrong answers.
    #[must_use]
    pub fn missed(&self) -> Vec<&QuestionCount<'c>> {
        let mut missed: Vec<_> =
            self.questions.iter().filter(|it| it.right < it.answered).collect();
        missed.sort_by(|one, other| {
            let share = (one.right * other.answered).cmp(&(other.right * one.answered));
            share.then(other.answered.cmp(&one.answered))
        });
        missed
    }
}

/// How many answers each belief leads to, and which students gave them.
type Believers<'s> = BTreeMap<BeliefKey<'s>, (usize, BTreeSet<&'s str>)>;

fn question<'c: 's, 's>(
    syllabus: &Syllabus<'c>,
    step: GradedStep<'c>,
    grades: &[(&'s str, &'s StepGrade)],
    believers: &mut Believers<'s>,
) -> QuestionCount<'c> {
    let (mut answered, mut right) = (0, 0);
    let (mut said_instead, mut led_by) = (BTreeMap::new(), BTreeMap::new());
    for (student, grade) in grades {
        let StepProgress::Answered { said, is_right, beliefs, .. } = &grade.state else { continue };
        answered += 1;
        if *is_right {
            right += 1;
            continue;
        }
        *said_instead.entry(said.to_string()).or_default() += 1;
        for belief in beliefs {
            *led_by.entry(belief.clone()).or_default() += 1;
            let (answers, students) =
                believers.entry(syllabus.belief(step.lesson, belief)).or_default();
            *answers += 1;
            students.insert(student);
        }
    }
    QuestionCount { step, answered, right, said: said_instead, beliefs: led_by }
}

fn last_hint<'c>(step: GradedStep<'c>, grades: &[(&str, &StepGrade)]) -> Option<LastHintCount<'c>> {
    let told = |grade: &StepGrade| grade.work().is_some_and(|work| work.has_last_hint);
    let students = grades.iter().filter(|(_, grade)| told(grade)).count();
    let done = grades.iter().filter(|(_, grade)| grade.is_passed()).count();
    (students > 0).then_some(LastHintCount { step, students, done, of: grades.len() })
}
