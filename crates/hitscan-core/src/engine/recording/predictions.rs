//! What somebody predicted while a recording was made, held against the truth.

use std::io::BufRead;

use super::reader::{Item, Kind, Reader};
use crate::command::Command;
use crate::engine::{Prediction, Sandbox};
use crate::scene::Scene;
use crate::words::written_order;
use crate::world::{Name, TestResult};
use hitscan_geom::Direction;

/// How recordings once said of a pair that it was uncovered without an answer: in
/// what is a comment to everybody else. Now there is a command for it.
const SKIPPED: &str = "# skipped ";

/// One question of predict mode, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The frame that was asked about.
    pub frame: u64,
    /// The pair; sides are those of the second.
    pub pair: [Name; 2],
    /// What it is.
    pub truth: (TestResult, Option<Direction>),
    /// What was said of it; nothing where it was skipped.
    pub said: Option<Said>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The word, and the side where one was said.
    pub words: (TestResult, Option<Direction>),
    /// Whether it is so.
    pub is_right: bool,
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
        let skipped = names_in(names).and_then(|names| sandbox.predicted(Some(&names), None).ok());
        return Ok(skipped.map(|skipped| question(sandbox, &skipped)));
    }
    let axes = sandbox.world().settings().axes;
    let parsed = Command::parse(line, axes).map_err(|fault| fault.to_string())?;
    let Some(command) = parsed else { return Ok(None) };
    let Command::Predict(named, said) = command else {
        return sandbox.apply(&command).map(|_| None).map_err(|fault| fault.to_string());
    };
    // Where the command names no pair, the truth that stands beside it does; one
    // typed without it means the selection and its partner.
    let beside = || line.split_once('#').and_then(|(_, truth)| names_in(truth));
    let names = named.or_else(|| beside().filter(|names| sandbox.found(Some(names)).is_ok()));
    let prediction = sandbox.predicted(names.as_ref(), said).map_err(|fault| fault.to_string())?;
    Ok(Some(question(sandbox, &prediction)))
}

fn question(sandbox: &Sandbox, prediction: &Prediction) -> Question {
    let (x, y) = written_order(&prediction.pair.a, &prediction.pair.b);
    Question {
        frame: sandbox.world().frame(),
        // As the screen shows them: a laser before a region.
        pair: [x.name, y.name],
        truth: prediction.truth(),
        said: prediction.said.map(|words| Said { words, is_right: prediction.is_right }),
    }
}

fn names_in(text: &str) -> Option<[Name; 2]> {
    let mut words = text.split_whitespace().map(Name::new);
    Some([words.next()?.ok()?, words.next()?.ok()?])
}
