//! The beliefs behind wrong answers, in the words of the lessons.

use super::Syllabus;
use crate::engine::Sandbox;
use crate::lab::expression::Scope;
use crate::lab::pack::{Lesson, StepKind};
use crate::lab::question::TRUTH;
use crate::lab::template::Template;
use crate::methods::Method;

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
    #[must_use]
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
    use crate::lab::builtin::builtin_file;
    use crate::lab::course::Course;
    use crate::lab::pack::Pack;

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
