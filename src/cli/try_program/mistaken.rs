//! A right test with usual mistakes, as a program: it reads lines and answers them like that test,
//! so that what `hitscan try` names can be tried on every mistake that it knows.

use std::io::{self, BufRead, Write};
use std::str::FromStr;

use super::line;
use hitscan_core::diagnosis::{
    Form, PairKind, PairNumbers, Said, SaidMoment, Switches, Variant, mistakes_of,
};
use hitscan_core::scene::printable;

/// The most halvings of a pair whose numbers are multiplied until thousandths hold them.
const MOST_HALVINGS: u32 = 40;

/// A right test of a kind of pair with some usual mistakes: `box-laser:rest-untested+beyond`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MistakenTest {
    kind: PairKind,
    variant: Variant,
    /// Whether its answers depend on the scale of a pair.
    cuts_off: bool,
}

impl FromStr for MistakenTest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let right = "expected a kind and codes, such as box-laser:rest-untested+beyond";
        let (kind, codes) = text.split_once(':').ok_or(right)?;
        let kind = PairKind::ALL.into_iter().find(|it| it.token() == kind).ok_or(right)?;
        let all = mistakes_of(kind);
        // In a frame, boxes that slide along each other only touch.
        let form = if kind == PairKind::Frame { Form::Open } else { Form::Closed };
        let mut test =
            Self { kind, variant: Variant { form, ..Variant::default() }, cuts_off: false };
        for code in codes.split('+') {
            let Some(at) = all.iter().position(|mistake| mistake.code == code) else {
                return Err(format!("{} has no mistake {}", kind.token(), printable(code)));
            };
            test.variant.switches = test.variant.switches.with(Switches::one(at));
            test.cuts_off |= all[at].cuts_off;
        }
        Ok(test)
    }
}

impl MistakenTest {
    /// Answers lines until the end of the input.
    pub(super) fn answer_lines(
        &self,
        input: impl BufRead,
        output: &mut impl Write,
    ) -> io::Result<()> {
        for line in input.lines() {
            let answer = self.pair(&line?).map_or_else(
                || "?".to_owned(),
                |pair| {
                    let [_, with_touching] = self.variant.says(&pair);
                    answer(with_touching)
                },
            );
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
        Ok(())
    }

    /// The pair in a line; `None` if it is of another kind or too fine.
    fn pair(&self, line: &str) -> Option<PairNumbers> {
        let case = match line::parse(line) {
            Some(case) => case,
            // Elsewhere, scaling changes nothing.
            None if !self.cuts_off => line::parse(&enlarged(line)?)?,
            None => return None,
        };
        let pair = PairNumbers::of(&case, self.kind)?;
        // A pair of another kind has other shapes.
        (pair.case()? == case).then_some(pair)
    }
}

/// The line with all numbers times the least power of two that thousandths hold.
fn enlarged(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let is_number = |at: usize| {
        words[at].starts_with(|first: char| first == '-' || first.is_ascii_digit())
            && !(at > 0 && words[at - 1] == "polygon")
    };
    let numbers = (0..words.len()).filter(|&at| is_number(at)).map(|at| words[at]);
    let places = |word: &str| word.split_once('.').map_or(0, |(_, behind)| behind.len());
    let most = numbers.clone().map(places).max()?;
    let unit = 10_i128.checked_pow(u32::try_from(most).ok()?)?;
    let whole = |word: &str| {
        let (before, behind) = word.split_once('.').unwrap_or((word, ""));
        format!("{before}{behind:0<most$}").parse::<i128>().ok()
    };
    let thousandths = |word: &str, halvings: u32| {
        let over = whole(word)?.checked_mul(1000)?.checked_mul(1 << halvings)?;
        (over % unit == 0).then_some(over / unit)
    };
    let halvings = (0..=MOST_HALVINGS)
        .find(|&halvings| numbers.clone().all(|it| thousandths(it, halvings).is_some()))?;
    let mut enlarged = Vec::new();
    for (at, &word) in words.iter().enumerate() {
        enlarged.push(if is_number(at) {
            let number = thousandths(word, halvings)?;
            let sign = if number < 0 { "-" } else { "" };
            let number = number.unsigned_abs();
            format!("{sign}{}.{:03}", number / 1000, number % 1000)
        } else {
            word.to_owned()
        });
    }
    Some(enlarged.join(" "))
}

/// What the test says, as a program prints it.
fn answer(said: Said) -> String {
    if !said.hit {
        return "miss".to_owned();
    }
    let sides = said.sides.map_or_else(String::new, |sides| format!(" {sides}"));
    let time = said.at.and_then(SaidMoment::fraction);
    let time = time.map_or_else(String::new, |time| format!(" {time}"));
    format!("hit{sides}{time}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(test: &str, line: &str) -> String {
        let test: MistakenTest = test.parse().expect("a test");
        let mut output = Vec::new();
        test.answer_lines(line.as_bytes(), &mut output).expect("it can be written");
        String::from_utf8(output).expect("UTF-8")
    }

    #[test]
    fn it_answers_as_a_test_with_the_mistakes_would() {
        let beside = "box 0 0 1 1 laser 0 2 0 2\n";
        assert_eq!(says("box-laser:beyond", beside), "miss\n");
        assert!(says("box-laser:rest-untested", beside).starts_with("hit inside 0"));
        assert!(says("box-laser:beyond+rest-untested", beside).starts_with("hit"));
        assert_eq!(says("box-box:x-only", "box 0 0 1 1 box 0 5 1 6\n"), "hit\n");
    }

    #[test]
    fn finer_numbers_are_read_unless_they_change_the_answer() {
        let fine = "box 0 0 0.0009765625 1 box 0 5 0.0009765625 6\n";
        assert_eq!(says("box-box:x-only", fine), "hit\n");
        assert_eq!(says("box-box:c-int", fine), "?\n");
        assert_eq!(says("box-box:x-only", "laser 0 0 1 1 laser 0 5 1 6\n"), "?\n");
    }

    #[test]
    fn unknown_codes_and_kinds_are_refused() {
        for text in ["x-only", "box:x-only", "box-box:", "box-box:x-only+", "box-box:no\u{1b}"] {
            let refused = text.parse::<MistakenTest>().expect_err(text);
            assert!(!refused.contains('\u{1b}'), "{refused}");
        }
    }
}
