//! The questions that the class missed most.

use std::collections::BTreeMap;

use crate::live::FirstAnswer;

/// A question with wrong answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// `inside/edges`
    pub question: String,
    /// How many students got it wrong at first.
    pub wrong: usize,
    /// How many students answered it.
    pub answered: usize,
    /// The wrong answer, if all wrong answers were the same.
    pub said: Option<String>,
}

impl Missed {
    /// `inside/edges 9 of 14 said hit`
    pub fn sentence(&self) -> String {
        let Self { question, wrong, answered, said } = self;
        let said = said.as_ref().map(|said| format!(" said {said}")).unwrap_or_default();
        format!("{question} {wrong} of {answered}{said}")
    }
}

/// The questions with wrong first answers, most wrong answers first. Ties: the one with the fewest
/// answers first, then by name.
pub fn missed_most<'a>(answers: impl IntoIterator<Item = &'a FirstAnswer>) -> Vec<Missed> {
    let mut given: BTreeMap<&str, Vec<Option<&str>>> = BTreeMap::new();
    for FirstAnswer { question, wrong } in answers {
        given.entry(question).or_default().push(wrong.as_deref());
    }
    let of = given.into_iter().filter_map(|(question, given)| {
        let wrong: Vec<&str> = given.iter().copied().flatten().collect();
        let (said, others) = wrong.split_first()?;
        let is_unanimous = others.iter().all(|other| other == said);
        Some(Missed {
            question: question.to_owned(),
            wrong: wrong.len(),
            answered: given.len(),
            said: is_unanimous.then(|| (*said).to_owned()),
        })
    });
    let mut missed: Vec<_> = of.collect();
    missed
        .sort_by(|one, other| other.wrong.cmp(&one.wrong).then(one.answered.cmp(&other.answered)));
    missed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(question: &str, said: &[(Option<&str>, usize)]) -> Vec<FirstAnswer> {
        let of = |(wrong, times): &(Option<&str>, usize)| {
            let wrong = wrong.map(str::to_owned);
            vec![FirstAnswer { question: question.to_owned(), wrong }; *times]
        };
        said.iter().flat_map(of).collect()
    }

    #[test]
    fn the_most_wrong_answers_come_first_and_a_unanimous_answer_is_named() {
        let all = [
            answers("apart/one", &[(None, 20)]),
            answers("zeros/why", &[(None, 14), (Some("parallel"), 5), (Some("touching"), 1)]),
            answers("inside/edges", &[(None, 5), (Some("hit"), 9)]),
            answers("floor/few", &[(Some("11"), 6)]),
        ]
        .concat();
        let told: Vec<_> = missed_most(&all).iter().map(Missed::sentence).collect();
        let expected =
            ["inside/edges 9 of 14 said hit", "floor/few 6 of 6 said 11", "zeros/why 6 of 20"];
        assert_eq!(told, expected);
    }
}
