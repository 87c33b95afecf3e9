//! The beliefs that a lesson can have a text for: those that can lead to a wrong answer.

use super::choices::{labels, same_sides};
use super::pack::Lesson;
use super::question::{Ask, LessonQuestion, TRUTH};
use crate::methods::{Arithmetic, ListedWhen, Method};
use crate::world::{Name, TestResult};
use hitscan_geom::ShapeKind;

/// Whether a belief can lead to a wrong answer to a question of the lesson: the author named it, or
/// it is that a method tells the truth, or it is the answer of another method.
pub(super) fn can_come_of(belief: &str, lesson: &Lesson) -> bool {
    let mut questions = lesson.steps.iter().filter_map(|step| step.question());
    let is_named = |question: &LessonQuestion| question.beliefs.iter().any(|own| own.id == belief);
    let leads_to = |question: &LessonQuestion| match belief {
        TRUTH => matches!(question.ask, Ask::Says(..)),
        _ => Method::find(belief).is_some_and(|method| can_mean(lesson, question, method)),
    };
    questions.any(|question| is_named(question) || leads_to(question))
}

/// Whether the answer of a method about the pair of a question can be a wrong answer to
/// that question.
fn can_mean(lesson: &Lesson, question: &LessonQuestion, method: Method) -> bool {
    let words: &[&str] = match &question.ask {
        Ask::Result(_) => &[TestResult::Hit.token(), TestResult::Miss.token()],
        Ask::Side(_) => labels(Method::SWEPT),
        // Its answer is right, but may be given for another arithmetic.
        Ask::Says(_, asked, Arithmetic::Exact) if *asked == method => return false,
        Ask::Says(_, asked, _) => labels(*asked),
        Ask::Relation(_) | Ask::Reason(..) | Ask::Sign(_) | Ask::Number(_) => return false,
    };
    let is_asked = |label: &&str| words.iter().any(|word| same_sides(word, label));
    let kinds = question.pair().and_then(|pair| kinds_of(lesson, pair));
    method.row().shown == ListedWhen::Always
        && kinds.is_none_or(|[a, b]| method.applies_to(a, b))
        && labels(method).iter().any(is_asked)
}

/// The kinds of two objects in the scene of a lesson, if both belong to it.
fn kinds_of(lesson: &Lesson, pair: [Name; 2]) -> Option<[ShapeKind; 2]> {
    let scene = &lesson.with(lesson.example.clone()).ok()?.scene;
    let kind = |name: Name| {
        let object = scene.objects.iter().find(|object| object.name == name);
        object.map(|object| object.shape.kind())
    };
    let [a, b] = pair.map(kind);
    Some([a?, b?])
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Pack;

    #[test]
    fn a_lesson_has_texts_only_for_beliefs_that_can_lead_to_its_answers() {
        let pack = Pack::builtin().expect("it reads");
        let lesson = |id: &str| pack.lesson(id).expect("a lesson");
        for (id, belief, is_known) in [
            ("inside", "truth", true),
            ("inside", "one-line", true),
            ("inside", "straddle", false),
            ("inside", "edges", false),
            ("strict", "center-distance", true),
            ("strict", "edge-relations", true),
            ("strict", "least-overlap", false),
            ("came-from", "relative-velocity", true),
            ("came-from", "truth", false),
            ("origins", "truth", false),
            ("corner", "relative-velocity", true),
            ("corner", "edges", false),
        ] {
            assert_eq!(can_come_of(belief, lesson(id)), is_known, "{id} {belief}");
        }
    }
}
