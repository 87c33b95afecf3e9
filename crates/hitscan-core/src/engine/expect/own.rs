//! What methods of the user's own say of the pairs that are expected. The caller asks the
//! programs.

use super::{ExpectResult, Finding, Judged};
use crate::methods::{Agreement, JudgingRules, OwnQuestion, Reply, question_line};
use crate::words::own_judgement;
use crate::world::Name;

impl Finding {
    /// What own methods are asked; `None` where it is not said which methods are wrong.
    #[must_use]
    pub fn own_question(&self) -> Option<OwnQuestion> {
        self.judged.as_ref().map(|judged| OwnQuestion::from(&judged.pair))
    }

    /// The finding with what own methods answered to its question: each that is wrong counts
    /// like one of the catalogue.
    #[must_use]
    pub fn with_own_answers(mut self, answers: &[(Name, Vec<Reply>)], rules: JudgingRules) -> Self {
        let Some(judged) = &mut self.judged else { return self };
        let said = answers.iter().filter_map(|(name, replies)| {
            Some((*name, judged.wrong_answer(*name, replies, rules)?))
        });
        let (wrong, said) = said.unzip();
        judged.truth.own_wrong = wrong;
        self.held = ExpectResult::of(&self.expect, &judged.truth);
        Self { own_said: said, ..self }
    }
}

impl Judged {
    /// `my_hit says miss, wrong: inside-unseen, to box 0 0 4 4 laser 1 1 2 2`: the first
    /// wrong answer, if one is.
    fn wrong_answer(&self, name: Name, replies: &[Reply], rules: JudgingRules) -> Option<String> {
        let question = OwnQuestion::from(&self.pair);
        question.pairs().zip(replies).find_map(|(pair, reply)| {
            let Reply::Answer(answer) = reply else { return None };
            let judgement = pair.judge(answer, rules);
            (judgement.agreement == Agreement::Wrong).then(|| {
                let (judged, line) = (own_judgement(judgement), question_line(pair));
                format!("{name} says {answer}, {judged}, to {line}")
            })
        })
    }
}
