//! Reads commands at a terminal: with line editing, history and completion, or plainly, for
//! terminals and screen readers that need simple lines.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, Config, Context, Editor, Helper};

use super::session::Session;
use hitscan_core::command::completions;
use hitscan_core::command::lines::Lines;
use hitscan_core::scene::is_forbidden;

/// The default prompt.
const PROMPT: &str = "> ";
/// What Enter by itself means while a pair is covered.
const SKIP: &str = "skip";

/// Reads commands with line editing until the user leaves.
///
/// # Errors
/// When the terminal fails.
pub(super) fn edited<W: Write>(session: &Mutex<Session<W>>) -> io::Result<()> {
    // If colours are off, rustyline prints the line without the highlighter, which escapes control
    // characters.
    let config = Config::builder().auto_add_history(true).color_mode(ColorMode::Forced).build();
    let mut editor = Editor::with_history(config, MemHistory::new()).map_err(io::Error::other)?;
    editor.set_helper(Some(PromptLine::default()));
    loop {
        let text = {
            let session = lock(session);
            if let Some(line) = editor.helper_mut() {
                let objects = session.engine.sandbox().world().objects();
                line.names = objects.map(|(_, object)| object.name.to_string()).collect();
                line.is_begun.set(false);
            }
            text(&session)
        };
        match editor.readline(&text) {
            Ok(lines) => {
                lock(session).answer_enter(&lines)?;
                if carry_out(session, &lines)?.is_break() {
                    return Ok(());
                }
            }
            // Only the line is abandoned, not the session.
            Err(ReadlineError::Interrupted) => {
                if !editor.helper().is_some_and(|line| line.is_begun.get()) {
                    lock(session).say_how_to_leave()?;
                }
            }
            Err(ReadlineError::Eof) => return Ok(()),
            Err(ReadlineError::Io(fault)) => return Err(fault),
            Err(fault) => return Err(io::Error::other(fault)),
        }
    }
}

/// Executes input: several lines, if they were pasted.
fn carry_out<W: Write>(session: &Mutex<Session<W>>, lines: &str) -> io::Result<ControlFlow<()>> {
    if skips(&lock(session), lines) {
        return lock(session).execute_line(None, SKIP, None);
    }
    for line in lines.lines() {
        let mut session = lock(session);
        if session.execute_line(None, line, None)?.is_break() {
            return Ok(Break(()));
        }
        if session.interruption.is_raised() {
            break;
        }
    }
    Ok(Continue(()))
}

/// Whether to print prompts: only a person reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prompts {
    /// Yes.
    Written,
    /// No.
    LeftOut,
}

/// Reads commands line by line; output is never overwritten.
///
/// # Errors
/// When the terminal fails.
pub(super) fn plain<W: Write>(
    session: &Mutex<Session<W>>,
    input: impl BufRead,
    prompts: Prompts,
) -> io::Result<()> {
    let mut lines = Lines::new(input);
    loop {
        if prompts == Prompts::Written {
            let mut session = lock(session);
            // From here on there is no command to interrupt.
            session.interruption.forget();
            let text = text(&session);
            session.printer.prompt(&text)?;
        }
        let Some((_, line)) = lines.next_line()? else { return Ok(()) };
        if let (Ok(text), Prompts::Written) = (line.text(), prompts) {
            lock(session).answer_enter(text)?;
        }
        match line.text() {
            Ok(text) if carry_out(session, text)?.is_break() => return Ok(()),
            Ok(_) => {}
            Err(why) => lock(session).refuse(why),
        }
    }
}

/// Locks the session, waiting for its current command.
pub(super) fn lock<W>(session: &Mutex<Session<W>>) -> MutexGuard<'_, Session<W>> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The prompt: a pending question, or the default.
pub(super) fn text<W: Write>(session: &Session<W>) -> String {
    let asked = session.questions.asked().map(|pair| format!("{pair}? "));
    asked.or_else(|| session.lab_prompt()).unwrap_or_else(|| PROMPT.to_owned())
}

/// Whether Enter by itself skips a question, as on the screen.
fn skips<W: Write>(session: &Session<W>, line: &str) -> bool {
    line.trim().is_empty() && session.questions.asked().is_some()
}

/// The line being edited: completes commands, names and the words of the syntax.
#[derive(Default)]
struct PromptLine {
    names: Vec<String>,
    /// Whether it has any text.
    is_begun: Cell<bool>,
}

impl Completer for PromptLine {
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

impl Helper for PromptLine {}
/// Shows input without characters that would act on the terminal: control characters as `?`, and
/// those without a width, including Esc, not at all. The line itself stays unchanged.
impl Highlighter for PromptLine {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if !line.chars().any(is_forbidden) {
            return Cow::Borrowed(line);
        }
        let shown = |c: char| match c {
            '\u{1b}' => None,
            c if c.is_control() => Some('?'),
            c if is_forbidden(c) => None,
            c => Some(c),
        };
        Cow::Owned(line.chars().filter_map(shown).collect())
    }

    /// Otherwise rustyline writes a character at the end of the line directly.
    fn highlight_char(&self, line: &str, _: usize, _: CmdKind) -> bool {
        line.chars().any(is_forbidden)
    }
}

impl Validator for PromptLine {}
impl Hinter for PromptLine {
    type Hint = String;

    /// Gives no hints. It is called whenever the line changes, and an interruption does not say
    /// which line it interrupted, so it notes here whether there is text.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.is_begun.set(!line.is_empty());
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::run::RunOptions;
    use hitscan_core::scene::{Scene, SceneSource};

    /// The output at a prompt for these lines.
    fn typed(input: &[u8]) -> String {
        let mut output = Vec::new();
        let (scene, source) = (Scene::default(), SceneSource::New);
        let session = Session::new(scene, source, &mut output, RunOptions::default());
        let session = session.expect("it begins");
        let session = Mutex::new(session);
        plain(&session, input, Prompts::Written).expect("it goes on");
        lock(&session).printer.flush().expect("memory");
        drop(session);
        String::from_utf8(output).expect("it is text")
    }

    #[test]
    fn a_line_that_cannot_be_read_is_refused_and_the_next_one_is_executed() {
        let before = typed(b"box A 0 0 4 4\ndescribe A\n");
        let long = "x".repeat(5 << 20);
        let said = typed(format!("\u{feff}box A 0 0 4 4\r\n{long}\ndescribe A\n").as_bytes());
        let told: Vec<_> = said.split("> ").collect();
        assert_eq!(told[2], "ERROR the line is longer than 1048576 bytes (1 MiB)\n", "{said}");
        assert_eq!(told[3], before.split("> ").nth(2).expect("an answer"), "{said}");
        let said = typed(b"box A 0 0 4 4\n\xff\xfe\ndescribe A\n");
        assert!(said.contains("ERROR the line is not UTF-8 text\n> A box x 0..4"), "{said}");
    }
}
