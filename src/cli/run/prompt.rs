//! Typing commands at a terminal: with line editing, history and completion,
//! or plainly, for terminals and readers that want nothing but lines.

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

/// What stands before the cursor where nothing is asked.
const PROMPT: &str = "> ";
/// What Enter alone means while a pair is covered.
const SKIP: &str = "skip";

/// Asks for commands with line editing until the user leaves.
///
/// # Errors
/// When the terminal refuses.
pub(super) fn edited<W: Write>(session: &Mutex<Session<W>>) -> io::Result<()> {
    // Where colours are off, it would draw what must not be drawn.
    let config = Config::builder().auto_add_history(true).color_mode(ColorMode::Forced).build();
    let mut editor = Editor::with_history(config, MemHistory::new()).map_err(io::Error::other)?;
    editor.set_helper(Some(Line::default()));
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
            // The line is given up, not the session.
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

/// Carries out what was typed: several lines, where they were pasted.
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

/// Whether prompts are written: only a person reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prompts {
    /// They are.
    Written,
    /// They are left out.
    LeftOut,
}

/// Asks for commands a line at a time; nothing that was written is ever
/// written over.
///
/// # Errors
/// When the terminal refuses.
pub(super) fn plain<W: Write>(
    session: &Mutex<Session<W>>,
    input: impl BufRead,
    prompts: Prompts,
) -> io::Result<()> {
    let mut lines = Lines::new(input);
    loop {
        if prompts == Prompts::Written {
            let mut session = lock(session);
            // From here on an interruption is of nothing that goes on.
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

/// The session, once it has done what it does.
pub(super) fn lock<W>(session: &Mutex<Session<W>>) -> MutexGuard<'_, Session<W>> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What stands before the cursor: what is asked, if anything is.
pub(super) fn text<W: Write>(session: &Session<W>) -> String {
    let asked = session.questions.asked().map(|pair| format!("{pair}? "));
    asked.or_else(|| session.lab_prompt()).unwrap_or_else(|| PROMPT.to_owned())
}

/// Enter alone skips what is asked, as at the screen.
fn skips<W: Write>(session: &Session<W>, line: &str) -> bool {
    line.trim().is_empty() && session.questions.asked().is_some()
}

/// The line that is being typed: it completes commands, names and the words
/// that the syntax has.
#[derive(Default)]
struct Line {
    names: Vec<String>,
    /// Whether there is anything in it.
    is_begun: Cell<bool>,
}

impl Completer for Line {
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

impl Helper for Line {}
/// What is typed or pasted is shown without characters that act on the terminal:
/// control characters as `?`, and those without a width, Esc among them, not at
/// all. The line itself stays as it was typed.
impl Highlighter for Line {
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

    /// A character at the end of the line is otherwise written as it is.
    fn highlight_char(&self, line: &str, _: usize, _: CmdKind) -> bool {
        line.chars().any(is_forbidden)
    }
}

impl Validator for Line {}
impl Hinter for Line {
    type Hint = String;

    /// Hints at nothing; but it is asked whenever the line has changed, and an
    /// interruption does not tell what it has interrupted.
    fn hint(&self, line: &str, _: usize, _: &Context<'_>) -> Option<String> {
        self.is_begun.set(!line.is_empty());
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::run::Options;
    use hitscan_core::scene::{Scene, Source};

    /// What is printed at a prompt that these lines come to.
    fn typed(input: &[u8]) -> String {
        let mut output = Vec::new();
        let scene = (Scene::default(), Source::New);
        let session = Session::new(scene, &mut output, Options::default()).expect("it begins");
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
