//! The words around a question: its choices for display, and after an answer the correction, the
//! truth, and for a reason its sentence.

use super::condition::{answer, examined_by};
use super::question::{
    AGREES, Ask, IT_IS_RIGHT, LessonAnswer, LessonQuestion, NO_SIDE, SIGNS, found, labels_note,
    plainly,
};
use crate::engine::Sandbox;
use crate::methods::{Agreement, Method, Reason};
use crate::words::{
    frame_sentence, overlap_reason, sentence_of_reason, side_reason, standing_sentence,
};

impl LessonQuestion {
    /// `you said hit; edges says miss`: a wrong answer next to the right one.
    pub fn correction(&self, said: &LessonAnswer, right: &LessonAnswer) -> String {
        let [said, right] = [said, right].map(|answer| self.read_aloud(answer));
        let truth = match &self.ask {
            Ask::Result(_) | Ask::Relation(_) | Ask::Sign(_) | Ask::Number(_) => {
                format!("it is {right}")
            }
            Ask::Side([_, b]) if right == NO_SIDE => format!("no side of {b} is hit"),
            Ask::Side([_, b]) => format!("{b} is hit at {right}"),
            Ask::Says(_, method, _) => format!("{} says {right}", method.id()),
            Ask::Reason(_, method, _) if right == AGREES => {
                format!("{} is right here", method.id())
            }
            Ask::Reason(..) => format!("the reason is {right}"),
        };
        format!("you said {said}; {truth}")
    }

    /// An answer as displayed to a student.
    pub fn read_aloud(&self, answer: &LessonAnswer) -> String {
        match answer {
            LessonAnswer::Word(word) => self.label(word).to_owned(),
            LessonAnswer::Number(..) => answer.to_string(),
        }
    }

    /// The display form of a choice: `above 0`; most are displayed as they are written.
    pub fn label<'w>(&self, choice: &'w str) -> &'w str {
        let is_sign = matches!(self.ask, Ask::Sign(_));
        let sign = SIGNS.iter().find(|(word, _)| is_sign && *word == choice);
        sign.map_or(choice, |(_, read)| read)
    }

    /// The description of a choice, if it has one: for a reason, a sentence.
    pub fn meaning(&self, choice: &str) -> Option<&'static str> {
        if !matches!(self.ask, Ask::Reason(..)) {
            return None;
        }
        if choice == AGREES { Some(IT_IS_RIGHT) } else { reason_of(choice).map(plainly) }
    }

    /// `L and A are a HIT: L lies inside A.`: the truth, if a method was asked about
    /// and says otherwise.
    pub fn truth(&self, after: &Sandbox) -> Option<String> {
        let (Ask::Says(pair, method, arithmetic) | Ask::Reason(pair, method, arithmetic)) =
            &self.ask
        else {
            return None;
        };
        let says = answer(after, *pair, *method, *arithmetic)?;
        let pair = found(after, *pair).ok()?;
        match says.against {
            Agreement::Agrees | Agreement::NotApplicable => None,
            Agreement::Convention | Agreement::Wrong if method.overlap_test().is_some() => {
                Some(standing_sentence([&pair.a, &pair.b], &pair.pair_result.meeting))
            }
            Agreement::Convention | Agreement::Wrong => {
                Some(frame_sentence([&pair.a, &pair.b], &pair.pair_result))
            }
        }
    }

    /// The moment of a frame that it asks about, if not the whole frame.
    pub const fn moment(&self) -> Option<&'static str> {
        match &self.ask {
            Ask::Relation(_) => Some("Asked: how they stand at the end of the frame."),
            Ask::Result(_)
            | Ask::Side(_)
            | Ask::Says(..)
            | Ask::Reason(..)
            | Ask::Sign(_)
            | Ask::Number(_) => None,
        }
    }

    /// Explains those of the answers that could be confused.
    pub fn answers_note(&self) -> Option<&'static str> {
        match &self.ask {
            Ask::Side(_) => Some("Two sides, such as left+top: a corner, both at once."),
            Ask::Says(_, method, _) => labels_note(*method),
            Ask::Number(_) => Some("A rounded number needs two decimals: 0.33 for 1/3."),
            Ask::Result(_) | Ask::Relation(_) | Ask::Reason(..) | Ask::Sign(_) => None,
        }
    }

    /// Why the method in the question differs here, in a sentence.
    pub fn explanation(&self, after: &Sandbox) -> Option<String> {
        let Ask::Reason(pair, method, arithmetic) = &self.ask else { return None };
        let examined = examined_by(after, *pair, *method)?;
        let (a, b) = (&examined.pair.a, &examined.pair.b);
        let overlap = examined
            .overlap
            .iter()
            .find(|verdict| (verdict.method, verdict.arithmetic) == (*method, *arithmetic));
        if let Some(verdict) = overlap {
            let told = overlap_reason(a, b, verdict)?;
            return Some(sentence_of_reason(told, *method, verdict.reason?));
        }
        let reason = examined.frame.as_ref()?.of(*method)?.reason?;
        let frame = examined.pair.pair_result.frame?;
        Some(sentence_of_reason(side_reason(a, b, &frame, *method, reason), *method, reason))
    }
}

fn reason_of(code: &str) -> Option<Reason> {
    Method::reasons().into_iter().find(|reason| reason.code() == code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::lab::Lesson;
    use crate::scene::{Scene, SceneSource};
    use hitscan_geom::Fraction;

    const OF_EDGES: &str = r#"ask = "reason"
method = "edges"
pair = ["L", "A"]"#;

    /// A question about boxes A and B and a laser L.
    fn question(ask: &str) -> LessonQuestion {
        let text = format!(
            r#"format = 1
id = "made"
[[scene.box]]
name = "A"
at = [0, 0]
size = [10, 10]
[[scene.box]]
name = "B"
at = [20, 0]
size = [4, 4]
[[scene.laser]]
name = "L"
from = [40, 5]
to = [50, 5]
[[step]]
id = "question"
{ask}
"#
        );
        let lesson = Lesson::parse(&text).unwrap_or_else(|faults| panic!("{faults:?}"));
        lesson.steps[0].question().expect("a question").clone()
    }

    #[test]
    fn a_correction_states_the_given_answer_and_the_right_one() {
        for (ask, said, right, told) in [
            (r#"ask = "result""#, "hit", "miss", "you said hit; it is miss"),
            (r#"ask = "relation""#, "touches", "within", "you said touches; it is within"),
            (r#"ask = "side""#, "left", "left+top", "you said left; A is hit at left+top"),
            (r#"ask = "side""#, "left", "none", "you said left; no side of A is hit"),
            ("ask = \"says\"\nmethod = \"edges\"", "hit", "miss", "you said hit; edges says miss"),
        ] {
            let pair = if ask.contains("edges") { r#"["L", "A"]"# } else { r#"["B", "A"]"# };
            let question = question(&format!("{ask}\npair = {pair}"));
            let [said, right] = [said, right].map(|word| LessonAnswer::Word(word.to_owned()));
            assert_eq!(question.correction(&said, &right), told);
        }
        let reason = question(OF_EDGES);
        let words = |word: &str| LessonAnswer::Word(word.to_owned());
        let told = reason.correction(&words("flush"), &words("agrees"));
        assert_eq!(told, "you said flush; edges is right here");
        let told = reason.correction(&words("agrees"), &words("inside-unseen"));
        assert_eq!(told, "you said agrees; the reason is inside-unseen");
        let number = question("ask = \"number\"\nof = \"1\"");
        let [said, right] = [(23, 1), (23, 2)].map(|(n, d)| Fraction::new(n, d).expect("one"));
        let told =
            number.correction(&LessonAnswer::Number(said, 0), &LessonAnswer::Number(right, 0));
        assert_eq!(told, "you said 23; it is 11.5");
        let sign = question("ask = \"sign\"\nof = \"1\"");
        let told = sign.correction(&words("zero"), &words("below"));
        assert_eq!(told, "you said 0; it is below 0");
    }

    #[test]
    fn a_sign_is_accepted_as_displayed_and_as_written() {
        let sign = question("ask = \"sign\"\nof = \"1\"");
        let nothing = Engine::new(Scene::default(), SceneSource::New).expect("a world");
        let world = nothing.world();
        for (said, word) in
            [("above 0,above,1", "above"), ("0,zero,2", "zero"), ("below 0", "below")]
        {
            for said in said.split(',') {
                assert_eq!(
                    sign.read(said, world),
                    Some(LessonAnswer::Word(word.to_owned())),
                    "{said}"
                );
            }
        }
        for none in ["00", "4", "above 1", "hit"] {
            assert_eq!(sign.read(none, world), None, "{none}");
        }
    }

    #[test]
    fn a_reason_choice_is_plain_and_its_token_may_be_typed() {
        let reason = question(OF_EDGES);
        let reasons = "collinear-apart: they lie apart, in one line; zero-length: one is a point; \
            touching: they only touch; parallel: they are parallel; \
            inside-unseen: one lies inside the other; rounding: a number was rounded; \
            tunnelled: they meet between the two moments only; \
            flush: one slides along the other; corner-tie: two sides at once; \
            square-overlap: the depths are equal; labels-swapped: two labels are exchanged; \
            axis-guess: the smaller depth decides; no-motion: nothing moves; \
            agrees: it is right";
        for (token, told) in
            reasons.split("; ").map(|reason| reason.split_once(": ").expect(reason))
        {
            assert_eq!(reason.meaning(token), Some(told));
        }
        let mut reasons = Method::reasons();
        reasons.retain(|reason| !matches!(reason, Reason::OfMethod(_)));
        for (index, one) in reasons.iter().enumerate() {
            let is_alike = |other: &Reason| plainly(*other) == plainly(*one);
            assert!(!reasons[..index].iter().any(is_alike), "{} is not told apart", one.code());
        }
        let side = question("ask = \"side\"\npair = [\"B\", \"A\"]");
        assert_eq!(side.meaning("left"), None);
    }
}
