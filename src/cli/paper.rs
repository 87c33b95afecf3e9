//! Text for people at a terminal: wrapped at words, with headings, keys and commands set off, and
//! through a pager if it is longer than the screen. In a pipe or a file, text stays as it is.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `layout` | pages, lists and reports as rows of a terminal |
//!
//! This file has the terminal, the pager and the colours; it calls `layout`.

mod layout;

use std::env;
use std::io::{self, IsTerminal, Write};

use rustix::termios::tcgetwinsize;

use super::options::Deferred;
use super::{CliError, Environment, ExitStatus};
use crate::app::config::ColorChoice;
use crate::host::pictures::Coloring;
use crate::host::program::feed_program;
pub(super) use layout::Printed;
use layout::{TextRole, rows};

/// The arguments of a subcommand, and how a terminal shows its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Shown<T: clap::Args> {
    /// What it does.
    #[command(flatten)]
    pub task: T,

    /// How its text is shown.
    #[command(flatten)]
    pub paper: PaperArgs,
}

/// How a terminal shows text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct PaperArgs {
    /// Print text at once, even if it is longer than the terminal
    #[arg(long)]
    pub no_pager: bool,

    /// How many colours text has in a terminal
    #[arg(
        long,
        value_name = "WHEN",
        help = "How many colours to use [default: 16, in svg all; never where NO_COLOR is set]"
    )]
    pub color: Option<ColorChoice>,
}

/// A terminal that text goes to.
#[derive(Clone, Copy, Debug)]
struct TextTerminal {
    cols: usize,
    rows: usize,
    is_colored: bool,
    /// Whether the terminal can do more than print: bold text, a pager.
    is_plain: bool,
    has_pager: bool,
}

impl TextTerminal {
    /// Standard output, if it is a terminal.
    fn of(args: PaperArgs, environment: &Environment) -> Option<Self> {
        const USUAL: (usize, usize) = (80, 24);
        if !io::stdout().is_terminal() {
            return None;
        }
        let size = tcgetwinsize(io::stdout()).ok().filter(|size| size.ws_col > 0);
        let told = size.map(|size| (usize::from(size.ws_col), usize::from(size.ws_row)));
        let (cols, rows) = told.unwrap_or(USUAL);
        let set = env::var("COLUMNS").ok().and_then(|set| set.trim().parse().ok());
        let is_plain = environment.wants_lines().is_some()
            || environment.term.is_empty()
            || environment.term == "dumb";
        let is_colored = match args.color {
            Some(choice) => choice != ColorChoice::Never,
            None => environment.coloring == Coloring::Colored,
        };
        Some(Self {
            cols: set.filter(|&cols| cols > 0).unwrap_or(cols),
            rows,
            is_colored,
            is_plain,
            has_pager: !args.no_pager && !is_plain,
        })
    }

    /// A text as it goes to the terminal, and how many rows it has.
    fn laid_out(self, text: &str, printed: Printed) -> (String, usize) {
        let rows = rows(text, printed, self.cols);
        let mut out = String::new();
        for row in &rows {
            let mut last = TextRole::Plain;
            for &(c, ink) in row {
                if ink != last && !self.is_plain {
                    out.push_str("\x1b[0m");
                    out.push_str(ink.sequence(self.is_colored));
                    last = ink;
                }
                out.push(c);
            }
            if last != TextRole::Plain {
                out.push_str("\x1b[0m");
            }
            out.push('\n');
        }
        (out, rows.len())
    }

    /// Shows a text, through a pager if it is longer than the screen.
    fn show(self, text: &str, printed: Printed) -> io::Result<()> {
        let (text, rows) = self.laid_out(text, printed);
        if self.has_pager && rows >= self.rows && page(&text) {
            return Ok(());
        }
        let mut output = io::stdout().lock();
        output.write_all(text.as_bytes())?;
        output.flush()
    }
}

impl TextRole {
    /// What sets it off: the colours of the sandbox in the terminal's own sixteen.
    const fn sequence(self, is_colored: bool) -> &'static str {
        match (self, is_colored) {
            (Self::Plain, _) => "",
            (Self::Heading, _) | (Self::Hit | Self::Wrong, false) => "\x1b[1m",
            (Self::Accent, true) => "\x1b[36m",
            (Self::Accent, false) => "\x1b[4m",
            (Self::Hit, true) => "\x1b[31m",
            (Self::Touch, _) => "\x1b[1;4m",
            (Self::Wrong, true) => "\x1b[95m",
        }
    }
}

/// Shows a text by the pager of the user, or by `less`; returns whether there is one.
fn page(text: &str) -> bool {
    let chosen = env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    let chosen = chosen.unwrap_or_else(|| "less -FRX".to_owned());
    let words: Vec<&str> = chosen.split_whitespace().collect();
    // So that a plain `less` shows colours and leaves what fits.
    let usual = env::var_os("LESS").is_none().then_some(("LESS", "FRX"));
    words.first() != Some(&"cat") && feed_program(&words, usual, text)
}

impl<T: clap::Args> Deferred<Shown<T>> {
    /// Runs the subcommand. At a terminal, what it prints is laid out, if it prints text at all;
    /// elsewhere, it goes to standard output as it is.
    pub(super) fn print(
        self,
        environment: &Environment,
        printed: impl FnOnce(&T) -> Option<Printed>,
        run: impl FnOnce(T, &mut dyn Write) -> Result<ExitStatus, CliError>,
    ) -> Result<ExitStatus, CliError> {
        let Shown { task, paper } = self.0;
        let printed = printed(&task);
        let (Some(paper), Some(printed)) = (TextTerminal::of(paper, environment), printed) else {
            return run(task, &mut io::stdout().lock());
        };
        let mut text = Vec::new();
        let status = run(task, &mut text);
        paper.show(&String::from_utf8_lossy(&text), printed)?;
        status
    }

    /// The same for work that prints while it lasts: part by part, and only a part that is longer
    /// than the screen through a pager.
    pub(super) fn stream(
        self,
        environment: &Environment,
        printed: impl FnOnce(&T) -> Option<Printed>,
        run: impl FnOnce(T, &mut dyn Write) -> Result<ExitStatus, CliError>,
    ) -> Result<ExitStatus, CliError> {
        let Shown { task, paper } = self.0;
        let printed = printed(&task);
        let (Some(paper), Some(printed)) = (TextTerminal::of(paper, environment), printed) else {
            return run(task, &mut io::stdout().lock());
        };
        let mut lines = PaperLines { paper, printed, begun: Vec::new() };
        let status = run(task, &mut lines);
        lines.flush()?;
        status
    }
}

/// Lays out parts as they are written.
struct PaperLines {
    paper: TextTerminal,
    printed: Printed,
    begun: Vec<u8>,
}

impl Write for PaperLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend(bytes);
        Ok(bytes.len())
    }

    /// Shows what was written since the last time.
    fn flush(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.begun);
        if text.is_empty() {
            return Ok(());
        }
        self.paper.show(&String::from_utf8_lossy(&text), self.printed)
    }
}

/// `error:` at the beginning of a line on standard error, as clap shows it.
pub(super) fn error_prefix() -> &'static str {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
    if io::stderr().is_terminal() && !is_set("NO_COLOR") && !is_dumb {
        "\x1b[1m\x1b[31merror:\x1b[0m"
    } else {
        "error:"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: TextTerminal =
        TextTerminal { cols: 40, rows: 24, is_colored: true, is_plain: false, has_pager: false };

    #[test]
    fn a_plain_terminal_gets_no_sequences() {
        let text = "# A\n\n`b` HIT\n";
        let (plain, _) = TextTerminal { is_plain: true, ..PAPER }.laid_out(text, Printed::Markdown);
        assert_eq!(plain, "A\n\nb HIT\n");
        let (colored, rows) = PAPER.laid_out(text, Printed::Markdown);
        assert_eq!(colored, "\x1b[0m\x1b[1mA\x1b[0m\n\n\x1b[0m\x1b[36mb\x1b[0m HIT\n");
        assert_eq!(rows, 3);
        let (bold, _) =
            TextTerminal { is_colored: false, ..PAPER }.laid_out(text, Printed::Markdown);
        assert!(!bold.contains("[36m"), "{bold}");
    }

    #[test]
    fn verdicts_have_their_colours() {
        let report = "A>B  HIT  overlaps\n  edges says MISS: wrong, inside\n";
        let (colored, _) = PAPER.laid_out(report, Printed::Report);
        assert!(colored.contains("\x1b[31mHIT\x1b[0m"), "{colored}");
        assert!(colored.contains("\x1b[95mwrong\x1b[0m"), "{colored}");
    }
}
