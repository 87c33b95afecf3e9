//! The answers of own methods about expected pairs. The caller asks the programs.

use super::{Finding, Judged};
use crate::methods::{Agreement, JudgingRules, OwnQuestion, OwnReply, question_line};
use crate::words::own_judgement;
use crate::world::Name;

impl Finding {
    /// The question for own methods; `None` if the expectation does not say which
    /// methods are wrong.
    #[must_use]
    pub fn own_question(&self) -> Option<OwnQuestion> {
        self.judged.as_ref().map(|judged| OwnQuestion::from(&judged.pair))
    }

    /// Adds the answers of own methods to the finding's question: each wrong one counts like one
    /// of the catalogue.
    #[must_use]
    pub fn with_own_answers(
        mut self,
        answers: &[(Name, Vec<OwnReply>)],
        rules: JudgingRules,
    ) -> Self {
        let Some(judged) = &mut self.judged else { return self };
        let said = answers.iter().filter_map(|(name, replies)| {
            Some((*name, judged.wrong_answer(*name, replies, rules)?))
        });
        let (wrong, said) = said.unzip();
        judged.truth.own_wrong = wrong;
        self.held = judged.result(&self.expect);
        Self { own_said: said, ..self }
    }
}

impl Judged {
    /// `my_hit says miss, wrong: inside-unseen, to box 0 0 4 4 laser 1 1 2 2`: the first wrong
    /// answer, if any.
    fn wrong_answer(
        &self,
        name: Name,
        replies: &[OwnReply],
        rules: JudgingRules,
    ) -> Option<String> {
        let question = OwnQuestion::from(&self.pair);
        question.pairs().zip(replies).find_map(|(pair, reply)| {
            let OwnReply::Answer(answer) = reply else { return None };
            let judgement = pair.judge(answer, rules);
            (judgement.agreement == Agreement::Wrong).then(|| {
                let (judged, line) = (own_judgement(judgement), question_line(pair));
                format!("{name} says {answer}, {judged}, to {line}")
            })
        })
    }
}
