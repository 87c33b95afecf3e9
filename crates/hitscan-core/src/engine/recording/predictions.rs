//! The predictions made during a recording, and the truth.

use std::io::BufRead;

use crate::command::{Command, CommandError};
use crate::engine::{Engine, Outcome, Prediction, Show, silent};
use crate::scene::{Scene, SceneSource};
use crate::words::written_order;
use crate::world::{Name, TestResult};
use hitscan_geom::Direction;

/// The comment for a skipped question in old recordings. Now there is a command for it.
const SKIPPED: &str = "# skipped ";

/// One question of predict mode, with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedQuestion {
    /// The frame that was asked about.
    pub frame: u64,
    /// The pair; sides are those of the second.
    pub pair: [Name; 2],
    /// The truth about it.
    pub truth: (TestResult, Option<Direction>),
    /// The prediction; `None` if it was skipped.
    pub said: Option<Said>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The result, and the side if one was given.
    pub words: (TestResult, Option<Direction>),
    /// Whether it is right.
    pub is_right: bool,
}

/// The questions of a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedPredictions {
    /// In the order in which they were asked.
    pub questions: Vec<RecordedQuestion>,
    /// The number of the last line, if it is cut off and ignored.
    pub cut_off: Option<u64>,
}

/// Collects the questions of a recording.
///
/// # Errors
/// Which line cannot be parsed or executed, and why.
pub fn predictions(recording: impl BufRead) -> Result<RecordedPredictions, String> {
    let empty = Engine::new(Scene::default(), SceneSource::New);
    let mut engine = empty.map_err(|error| error.to_string())?;
    let mut questions = Vec::new();
    let cut_off = engine.go_through(recording, &mut silent, |engine, (line, command), _| {
        questions.extend(execute_line(engine, line, command)?);
        Ok(())
    })?;
    Ok(RecordedPredictions { questions, cut_off })
}

/// Executes one line; returns the question that it answers, if any.
fn execute_line(
    engine: &mut Engine,
    line: &str,
    command: Option<Command>,
) -> Result<Option<RecordedQuestion>, CommandError> {
    if let Some(names) = line.strip_prefix(SKIPPED) {
        // In a handwritten comment the words may mean something else.
        let names = names_in(names);
        let skipped = names.and_then(|names| engine.sandbox().predicted(Some(&names), None).ok());
        return Ok(skipped.map(|skipped| question(engine, &skipped)));
    }
    let Some(mut command) = command else { return Ok(None) };
    // If the command names no pair, use the names next to the truth in the comment. A command typed
    // without that comment means the selection and its partner.
    if let Command::Predict(names @ None, _) = &mut command {
        let beside = line.split_once('#').and_then(|(_, truth)| names_in(truth));
        *names = beside.filter(|names| engine.sandbox().found(Some(names)).is_ok());
    }
    match engine.execute(&command, &mut silent)? {
        Outcome::Show(Show::Prediction(prediction)) => Ok(Some(question(engine, &prediction))),
        _ => Ok(None),
    }
}

fn question(engine: &Engine, prediction: &Prediction) -> RecordedQuestion {
    let (x, y) = written_order(&prediction.pair.a, &prediction.pair.b);
    RecordedQuestion {
        frame: engine.world().frame(),
        // In display order: a laser before a region.
        pair: [x.name, y.name],
        truth: prediction.truth(),
        said: prediction.said.map(|words| Said { words, is_right: prediction.is_right }),
    }
}

fn names_in(text: &str) -> Option<[Name; 2]> {
    let mut words = text.split_whitespace().map(Name::new);
    Some([words.next()?.ok()?, words.next()?.ok()?])
}
