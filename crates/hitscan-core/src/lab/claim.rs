//! What a student's own program said about a pair: a line of a submission that is compared with the
//! truth. The line itself is trusted, since grading starts no programs.

use std::collections::BTreeMap;
use std::fmt;

use crate::command::CommandError;
use crate::engine::Sandbox;
use crate::methods::{Judgement, JudgingRules, OwnAnswer, OwnPair, OwnQuestion, OwnReply};
use crate::world::Name;

/// A program's statement about a pair: `own NAME K L miss`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnClaim {
    /// The name of the program.
    pub program: Name,
    /// The pair.
    pub pair: [Name; 2],
    /// Its answer.
    pub answer: OwnAnswer,
}

/// The answers about each pair at each moment; the last one about a pair counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    said: BTreeMap<(usize, [Name; 2]), OwnAnswer>,
}

impl OwnClaim {
    /// Parses a line, if it is a claim.
    ///
    /// # Errors
    /// When it starts like a claim but is not a valid one.
    pub fn parse(line: &str) -> Option<Result<Self, CommandError>> {
        let line = line.trim_start();
        let rest = line.strip_prefix("own")?;
        if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            return None;
        }
        let read = Self::parts(rest);
        Some(read.ok_or_else(|| {
            CommandError::new("own: a program, two objects and an answer, such as own P K L miss")
        }))
    }

    fn parts(rest: &str) -> Option<Self> {
        let (mut rest, mut names) = (rest.trim_start(), Vec::new());
        for _ in 0..3 {
            let (name, after) = rest.split_once(char::is_whitespace)?;
            names.push(Name::new(name).ok()?);
            rest = after.trim_start();
        }
        let [program, a, b] = names.try_into().ok()?;
        match OwnReply::from_text(rest)? {
            OwnReply::Answer(answer) if a != b => Some(Self { program, pair: [a, b], answer }),
            OwnReply::Answer(_) | OwnReply::Unknown => None,
        }
    }
}

/// The line in a submission.
impl fmt::Display for OwnClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { program, pair: [a, b], answer } = self;
        write!(f, "own {program} {a} {b} {answer}")
    }
}

/// What a program is asked about the current state of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimQuestion {
    /// The pair.
    pub pair: [Name; 2],
    question: OwnQuestion,
    /// The two names, in the order in which they are asked about.
    names: [Name; 2],
}

impl ClaimQuestion {
    /// The question about a pair; `None` if an object is missing.
    pub(super) fn about(pair: [Name; 2], sandbox: &Sandbox) -> Option<Self> {
        let [a, b] = pair.map(|name| sandbox.world().find(&name));
        let (a, b) = (a?, b?);
        let found = sandbox.pair(a, b)?;
        let found = if found.a.id == a { found } else { found.reversed() };
        let question = OwnQuestion::from(&found);
        let [first, _] = found.asked_names(question.decisive());
        let names = if first == pair[0].as_str() { pair } else { [pair[1], pair[0]] };
        Some(Self { pair, question, names })
    }

    /// The pair to ask about: boxes in motion as a frame.
    pub const fn asked(&self) -> OwnPair<'_> {
        self.question.decisive()
    }

    /// The names of the two, in the order in which they are asked about.
    pub fn names(&self) -> [&str; 2] {
        self.names.each_ref().map(Name::as_str)
    }

    /// Judges an answer. Touching may or may not count, and a time may be off by the rounding
    /// of a float.
    pub fn judge(&self, answer: &OwnAnswer) -> Judgement {
        self.asked().judge(answer, JudgingRules::default())
    }
}

impl Claims {
    /// Accepts a claim at this position of the history.
    pub(super) fn take(&mut self, position: usize, claim: &OwnClaim) {
        self.said.insert((position, claim.pair), claim.answer);
    }

    /// Drops claims after this position.
    pub(super) fn drop_undone(&mut self, position: usize) {
        while self.said.last_key_value().is_some_and(|((at, _), _)| *at > position) {
            self.said.pop_last();
        }
    }

    /// How the claim about a pair at this position compares with the current truth.
    pub(super) fn judgement(
        &self,
        position: usize,
        pair: [Name; 2],
        sandbox: &Sandbox,
    ) -> Option<Judgement> {
        let answer = self.said.get(&(position, pair))?;
        Some(ClaimQuestion::about(pair, sandbox)?.judge(answer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Says;

    #[test]
    fn a_claim_names_a_program_two_objects_and_an_answer() {
        let claim = OwnClaim::parse("own mine K L hit left").expect("a claim").expect("whole");
        assert_eq!(claim.program.as_str(), "mine");
        assert_eq!(claim.pair.map(|name| name.as_str().to_owned()), ["K", "L"]);
        assert_eq!(claim.answer.says, Says::Hit);
        for line in ["own mine K L hit left", "own p K L miss", "own p L K hit left top 2/3"] {
            let claim = OwnClaim::parse(line).expect("a claim").expect("whole");
            assert_eq!(claim.to_string(), line);
        }
        for other in ["owner K", "move own 1 0", "", "# own p K L hit"] {
            assert_eq!(OwnClaim::parse(other), None, "{other}");
        }
        for wrong in ["own", "own p K L", "own p K K hit", "own p K L maybe", "own p K L ?"] {
            assert!(OwnClaim::parse(wrong).is_some_and(|read| read.is_err()), "{wrong}");
        }
    }
}
