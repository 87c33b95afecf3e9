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
use crate::script::commands::COMMANDS;
use crate::script::{Command, split};

/// What stands before the cursor.
const PROMPT: &str = "> ";

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
        match editor.readline(PROMPT) {
            Ok(line) => {
                if engine.line(None, &line)? == Next::Quit {
                    return Ok(());
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
        engine.prompt(PROMPT)?;
        line.clear();
        if input.read_line(&mut line)? == 0 || engine.line(None, &line)? == Next::Quit {
            return Ok(());
        }
    }
}

/// Completes commands, names and the words that the syntax has.
#[derive(Default)]
struct Completion {
    names: Vec<String>,
}

impl Completion {
    /// Where the word at the end of `line` begins, and what it may become.
    fn candidates(&self, line: &str) -> (usize, Vec<String>) {
        let words = split(line);
        let is_new = line.ends_with(char::is_whitespace) || line.is_empty();
        let (begins, typed) = match words.last() {
            Some(word) if !is_new => (word.span.start, word.text.as_str()),
            _ => (line.len(), ""),
        };
        let is_command = words.len() + usize::from(is_new) <= 1;
        let mut candidates: Vec<String> = if is_command {
            COMMANDS.iter().map(|spec| spec.name.to_owned()).collect()
        } else {
            let syntax = Command::typing(line, line.len()).and_then(|(_, label)| label);
            let tokens = syntax.into_iter().flat_map(|label| label.split('|'));
            let is_token = |token: &&str| token.starts_with(|c: char| c.is_ascii_lowercase());
            tokens.filter(is_token).map(str::to_owned).chain(self.names.iter().cloned()).collect()
        };
        candidates.retain(|candidate| candidate.starts_with(typed));
        (begins, candidates)
    }
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.candidates(line.get(..at).unwrap_or(line)))
    }
}

impl Helper for Completion {}
impl Highlighter for Completion {}
impl Validator for Completion {}
impl Hinter for Completion {
    type Hint = String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_names_and_tokens_are_completed_where_they_belong() {
        let completion = Completion { names: vec!["ball".to_owned(), "wall".to_owned()] };
        let candidates = |line| completion.candidates(line);
        assert_eq!(candidates("vel"), (0, vec!["velocity".to_owned()]));
        assert_eq!(candidates("move b"), (5, vec!["ball".to_owned()]));
        assert_eq!(candidates("response push"), (9, vec!["push-out".to_owned()]));
        assert_eq!(candidates("move "), (5, completion.names.clone()));
        assert_eq!(candidates("").1.len(), COMMANDS.len());
    }
}
