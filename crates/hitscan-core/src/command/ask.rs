//! The arguments of the commands that ask something and change no world.

use super::args::{Args, shown};
use super::table::value;
use super::{Claim, Command, CommandError, Page};
use crate::words::nearest;
use crate::world::{Name, TestResult};
use hitscan_geom::{Approach, Direction, Side};

/// `METHOD|truth`.
pub(super) fn page(args: &mut Args<'_>) -> Result<Page, CommandError> {
    let choices: Vec<_> = Page::all().map(|page| (page.token(), page)).collect();
    args.one_of("METHOD|truth", &choices)
}

/// `hit|touch|miss`.
pub(super) fn outcome(args: &mut Args<'_>) -> Result<TestResult, CommandError> {
    let choices = TestResult::ALL.map(|outcome| (outcome.token(), outcome));
    args.one_of("hit|touch|miss", &choices)
}

/// `[A B]` where an outcome is to follow. Objects may be called as outcomes are,
/// so that the third word tells before the first.
pub(super) fn pair_before_outcome(args: &mut Args<'_>) -> Result<Option<[Name; 2]>, CommandError> {
    let is_outcome = |text: &str| TestResult::ALL.into_iter().any(|known| known.token() == text);
    let is_left_out = match args.next_texts() {
        [_, _, Some(third)] if is_outcome(third) => false,
        [Some(first), Some(second), _] => is_outcome(first) || Direction::parse(second).is_some(),
        _ => true,
    };
    if is_left_out { Ok(None) } else { args.pair().map(Some) }
}

/// `[SIDE]`.
pub(super) fn optional_side(args: &mut Args<'_>) -> Result<Option<Direction>, CommandError> {
    if args.may_end("SIDE") {
        return Ok(None);
    }
    let word = args.need("SIDE")?;
    Direction::parse(&word.text).map(Some).ok_or_else(|| {
        let tokens = Side::ALL.map(Side::token).into_iter();
        let tokens = tokens.chain(Approach::ALL.map(Approach::token)).chain(["inside"]);
        let message = format!(
            "{}: a side is left, top, left+top, from-left, on-line, edge-2 or inside",
            shown(&word.text)
        );
        CommandError::at(word.span.clone(), message).meaning(nearest(&word.text, tokens))
    })
}

/// `A B RESULT [SIDE]`, or `NAME.FIELD VALUE`.
pub(super) fn claim(args: &mut Args<'_>) -> Result<Command, CommandError> {
    if args.next_text().is_some_and(|text| text.contains('.')) {
        let (name, field, value) = value(args)?;
        return Ok(Command::Assert(Claim::Value(name, field, value)));
    }
    let (pair, outcome) = (args.pair()?, outcome(args)?);
    Ok(Command::Assert(Claim::Result(pair, outcome, optional_side(args)?)))
}
