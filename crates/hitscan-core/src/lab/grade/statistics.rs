//! What a class got wrong, what it believes, and for which tasks it opened the last hint.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::super::expression::Scope;
use super::super::pack::Lesson;
use super::super::question::TRUTH;
use super::super::text::Template;
use super::{GradedStep, StepGrade, StepProgress, Student, StudentStanding, Syllabus};
use crate::engine::Sandbox;
use crate::lab::pack::StepKind;
use crate::lab::progress::Answered;
use crate::methods::Method;

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
    pub fn of(syllabus: &Syllabus<'c>, class: &[Student]) -> Self {
        let students: Vec<&Student> =
            class.iter().filter(|it| it.standing != StudentStanding::NoFile).collect();
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
        let StepProgress::Answered(Answered { said, is_right, beliefs, .. }) = &grade.state else {
            continue;
        };
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

/// A belief specific to a lesson, or one shared by all lessons: that a method is the truth, or says
/// what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BeliefKey<'s> {
    id: &'s str,
    /// The lesson, if the belief is specific to it.
    lesson: Option<&'s str>,
}

impl Syllabus<'_> {
    /// The belief with this id, held in a question of this lesson.
    pub(super) fn belief<'s>(&self, lesson: &'s Lesson, id: &'s str) -> BeliefKey<'s> {
        BeliefKey { id, lesson: self.has_own(lesson, id).then_some(lesson.id.as_str()) }
    }

    /// Its name, as in [`super::BeliefCount::belief`].
    pub fn belief_in(&self, lesson: &Lesson, id: &str) -> String {
        self.belief_name(self.belief(lesson, id))
    }

    /// Whether a lesson names this belief or explains it.
    fn has_own(&self, lesson: &Lesson, id: &str) -> bool {
        let names = lesson.steps.iter().any(|step| match &step.kind {
            StepKind::Question(question) => question.beliefs.iter().any(|named| named.id == id),
            StepKind::Card | StepKind::Task(_) => false,
        });
        names || self.belief_template(lesson, id).is_some()
    }

    /// `gap`, or `centres/gap` if the id also means something elsewhere. Lessons that do not count
    /// are considered too, so that names are always the same.
    pub(super) fn belief_name(&self, key: BeliefKey<'_>) -> String {
        let BeliefKey { id, lesson } = key;
        let is_shared = || {
            let lessons = self.courses.iter().flat_map(|course| &course.pack.lessons);
            let elsewhere = |other: &Lesson| Some(other.id.as_str()) != lesson;
            let mut elsewhere = lessons.filter(|other| elsewhere(other));
            is_general(id) || elsewhere.any(|other| self.has_own(other, id))
        };
        match lesson {
            Some(lesson) if is_shared() => format!("{lesson}/{id}"),
            _ => id.to_owned(),
        }
    }

    /// A description of a belief: the first sentence of its lesson's text about it, with the
    /// numbers of the lesson's example, or else the general meaning of the id.
    pub(super) fn belief_sentence(&self, key: BeliefKey<'_>) -> String {
        let BeliefKey { id, lesson } = key;
        let own = self.lessons.iter().find(|known| Some(known.id.as_str()) == lesson);
        match own.and_then(|lesson| self.belief_text(lesson, id)) {
            Some(text) => first_sentence(&text).to_owned(),
            None if id == TRUTH => "the method was taken for the truth".to_owned(),
            None if is_method(id) => format!("as {id} says"),
            None => String::new(),
        }
    }

    fn belief_template(&self, lesson: &Lesson, id: &str) -> Option<&Template> {
        let course = self.courses.iter().find(|course| course.pack.lesson(&lesson.id).is_some())?;
        course.text(lesson)?.get(&format!("belief {id}"))
    }

    /// The text of a lesson about a belief.
    fn belief_text(&self, lesson: &Lesson, id: &str) -> Option<String> {
        let text = self.belief_template(lesson, id)?;
        let example = lesson.with(lesson.example.clone()).ok()?;
        let sandbox = Sandbox::untested(example.scene.clone()).ok();
        text.line(Scope { values: &example.values, sandbox: sandbox.as_ref() }).ok()
    }
}

/// Whether an id means the same in all lessons.
fn is_general(id: &str) -> bool {
    id == TRUTH || is_method(id)
}

fn is_method(id: &str) -> bool {
    Method::all().any(|method| method.id() == id)
}

/// The text up to and including the first sign that ends a sentence.
fn first_sentence(text: &str) -> &str {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    let ends = |(at, sign): (usize, char)| {
        let end = at + sign.len_utf8();
        let ends = match sign {
            '.' | '?' | '!' => line[end..].chars().next().is_none_or(char::is_whitespace),
            // Chinese and Japanese, where no space follows.
            '\u{3002}' | '\u{ff1f}' | '\u{ff01}' => true,
            _ => false,
        };
        ends.then_some(end)
    };
    line.char_indices().find_map(ends).map_or(line, |end| &line[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::course::Course;
    use crate::lab::pack::Pack;
    use crate::lab::pack::builtin_file;

    #[test]
    fn shared_beliefs_are_named_without_a_lesson() {
        let pack = Pack::builtin().expect("another test reads it");
        let file = |path: &str| builtin_file(path).map(str::to_owned);
        let courses = [Course::read(pack, "en", &file).expect("another test reads it")];
        let syllabus = Syllabus::of(&courses);
        let told = |id: &str| {
            let key = BeliefKey { id, lesson: None };
            (syllabus.belief_name(key), syllabus.belief_sentence(key))
        };
        let expected = |id: &str, text: &str| (id.to_owned(), text.to_owned());
        assert_eq!(told(TRUTH), expected(TRUTH, "the method was taken for the truth"));
        assert_eq!(told("edges"), expected("edges", "as edges says"));
        let own = BeliefKey { id: TRUTH, lesson: Some("inside") };
        assert_eq!(syllabus.belief_name(own), "inside/truth", "it means something elsewhere");
    }

    #[test]
    fn a_sentence_ends_at_its_stop_and_not_within_a_number() {
        for (text, expected) in [
            ("Half of 7 is 3.5. It is no whole number.", "Half of 7 is 3.5."),
            ("How many pairs? Count.", "How many pairs?"),
            ("none would be right", "none would be right"),
            ("\n  Look at L.1 again!\nThen go on.", "Look at L.1 again!"),
            ("\u{9055}\u{3046}\u{3002}\u{6b21}", "\u{9055}\u{3046}\u{3002}"),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), expected);
        }
    }
}
