//! Typing commands at a terminal: with line editing, history and completion,
//! or plainly, for terminals and readers that want nothing but lines.

use std::io::{self, BufRead, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::engine::{Engine, Next};
use crate::script::completions;

/// What stands before the cursor where nothing is asked.
const PROMPT: &str = "> ";
/// What Enter alone means while a pair is covered.
const SKIP: &str = "skip";

/// Asks for commands with line editing until somebody leaves.
///
/// # Errors
/// When the terminal refuses.
pub(super) fn edited<W: Write>(engine: &mut Engine<W>) -> io::Result<()> {
    let config = Config::builder().auto_add_history(true).build();
    let mut editor = Editor::with_history(config, MemHistory::new()).map_err(io::Error::other)?;
    editor.set_helper(Some(Completion::default()));
    loop {
        if let Some(completion) = editor.helper_mut() {
            let objects = engine.sandbox().world().objects();
            completion.names = objects.map(|(_, object)| object.name.to_string()).collect();
        }
        match editor.readline(&prompt(engine)) {
            Ok(line) if skips(engine, &line) => {
                engine.line(None, SKIP)?;
            }
            // Several, where they were pasted.
            Ok(lines) => {
                for line in lines.lines() {
                    if engine.line(None, line)? == Next::Quit {
                        return Ok(());
                    }
                }
            }
            // The line is given up, not the session.
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(()),
            Err(ReadlineError::Io(fault)) => return Err(fault),
            Err(fault) => return Err(io::Error::other(fault)),
        }
    }
}

/// Asks for commands a line at a time; nothing that was written is ever
/// written over.
///
/// # Errors
/// When the terminal refuses.
pub(super) fn plain<W: Write>(engine: &mut Engine<W>, mut input: impl BufRead) -> io::Result<()> {
    let mut line = String::new();
    loop {
        let text = prompt(engine);
        engine.prompt(&text)?;
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let line = if skips(engine, &line) { SKIP } else { &line };
        if engine.line(None, line)? == Next::Quit {
            return Ok(());
        }
    }
}

/// What stands before the cursor: what is asked, if anything is.
fn prompt<W: Write>(engine: &Engine<W>) -> String {
    engine.asked().map_or_else(|| PROMPT.to_owned(), |pair| format!("{pair}? "))
}

/// Enter alone skips what is asked, as at the screen.
fn skips<W: Write>(engine: &Engine<W>, line: &str) -> bool {
    line.trim().is_empty() && engine.asked().is_some()
}

/// Completes commands, names and the words that the syntax has.
#[derive(Default)]
struct Completion {
    names: Vec<String>,
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let (begins, mut found) = completions(line.get(..at).unwrap_or(line), &self.names);
        if let [only] = found.as_mut_slice()
            && !only.ends_with('.')
        {
            only.push(' ');
        }
        Ok((begins, found))
    }
}

impl Helper for Completion {}
impl Highlighter for Completion {}
impl Validator for Completion {}
impl Hinter for Completion {
    type Hint = String;
}
