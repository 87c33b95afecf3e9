//! What somebody predicted while a recording was made, held against the truth.

use std::io::BufRead;

use super::reader::{Item, Kind, Reader};
use crate::geom::Direction;
use crate::scene::Scene;
use crate::script::{Command, Pair, Prediction, Sandbox};
use crate::words::written_order;
use crate::world::{Judgement, Name, Outcome};

/// What a line says of a pair that was uncovered without an answer; a comment
/// to everybody else.
const SKIPPED: &str = "# skipped ";

/// One question of predict mode, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The frame that was asked about.
    pub frame: u64,
    /// The pair; sides are those of the second.
    pub pair: [Name; 2],
    /// What it is.
    pub truth: (Outcome, Option<Direction>),
    /// What was said of it; nothing where it was skipped.
    pub said: Option<Said>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The word, and the side where one was said.
    pub words: (Outcome, Option<Direction>),
    /// Whether it is so.
    pub is_right: bool,
}

/// A line for a recording: this pair was uncovered without an answer.
#[must_use]
pub fn skipped([a, b]: &[Name; 2]) -> String {
    format!("{SKIPPED}{a} {b}")
}

/// Goes through a recording and gathers its questions, in the order in which
/// they were asked.
///
/// # Errors
/// Says in which line it cannot be read or carried out, and why.
pub fn predictions(recording: impl BufRead) -> Result<Vec<Question>, String> {
    let mut reader = Reader::new(recording, Kind::Recording);
    let empty = Sandbox::new(Scene::default());
    let mut sandbox = empty.map_err(|fault| fault.to_string())?;
    let mut questions = Vec::new();
    while let Some((number, item)) = reader.next_item().map_err(|fault| fault.to_string())? {
        let at_line = |why: String| format!("line {number}: {why}");
        match item.map_err(|fault| at_line(fault.to_string()))? {
            Item::Scene(scene) => {
                sandbox = Sandbox::new(scene).map_err(|fault| at_line(fault.to_string()))?;
            }
            Item::Line(line) => {
                let asked = take_line(&mut sandbox, line).map_err(at_line)?;
                questions.extend(asked);
            }
            Item::Digest(_) => {}
        }
    }
    Ok(questions)
}

/// Carries out one line; gives the question it answers, if it does.
fn take_line(sandbox: &mut Sandbox, line: &str) -> Result<Option<Question>, String> {
    if let Some(names) = line.strip_prefix(SKIPPED) {
        // Who writes such a comment by hand may mean something else by it.
        let found = names_in(names).and_then(|names| sandbox.found(Some(&names)).ok());
        return Ok(found.map(|pair| Question {
            frame: sandbox.world().frame(),
            pair: in_order(&pair),
            truth: told(&pair.judgement),
            said: None,
        }));
    }
    let axes = sandbox.world().settings().axes;
    let parsed = Command::parse(line, axes).map_err(|fault| fault.to_string())?;
    let Some(command) = parsed else { return Ok(None) };
    let Command::Predict(outcome, side) = command else {
        return sandbox.apply(&command).map(|_| None).map_err(|fault| fault.to_string());
    };
    // The truth that stands beside it names the pair that was looked at; one
    // typed without it means the selection and its partner.
    let names = line.split_once('#').and_then(|(_, truth)| names_in(truth));
    let names = names.filter(|names| sandbox.found(Some(names)).is_ok());
    let prediction = sandbox.predicted(names.as_ref(), (outcome, side));
    let Prediction { pair, said, is_right } = prediction.map_err(|fault| fault.to_string())?;
    Ok(Some(Question {
        frame: sandbox.world().frame(),
        pair: in_order(&pair),
        truth: told(&pair.judgement),
        said: Some(Said { words: said, is_right }),
    }))
}

/// The two as the screen shows them: a laser before a region, the mover first.
fn in_order(pair: &Pair) -> [Name; 2] {
    let (x, y) = written_order(&pair.a, &pair.b);
    [x.name, y.name]
}

fn names_in(text: &str) -> Option<[Name; 2]> {
    let mut words = text.split_whitespace().map(Name::new);
    Some([words.next()?.ok()?, words.next()?.ok()?])
}

fn told(judgement: &Judgement) -> (Outcome, Option<Direction>) {
    let named = Some(judgement.named()).filter(|named| *named != Direction::None);
    (judgement.outcome, named)
}
