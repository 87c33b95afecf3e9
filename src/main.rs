//! hitscan on the command line: arguments in, exit code out.

use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use hitscan::app::{App, GlyphSet};
use hitscan::cli::check::{self, CheckArgs};
use hitscan::cli::compare::{self, CompareArgs, RunFault, Watcher};
use hitscan::cli::query::{self, Detail, Flush, Options, Outcome};
use hitscan::cli::render::{self, RenderArgs, RenderFault};
use hitscan::cli::run::{self, Manner, RunArgs, RunFault as Fault, StartFault};
use hitscan::cli::scenes::{self, ScenesArgs};
use hitscan::cli::{Args, ColorChoice, GlyphChoice, Task};
use hitscan::scene;
use hitscan::term::{self, Capabilities, Cast, Charset, Colors, Line, LineGlyphs};

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match &args.task {
        Some(Task::Query { explain }) => query(*explain),
        Some(Task::Run(args)) => run(args, None),
        Some(Task::Check(args)) => check(args),
        Some(Task::Render(args)) => render(args),
        Some(Task::Compare(args)) => compare(args),
        Some(Task::Scenes(args)) => scenes(*args),
        None => show(&args),
    };
    done.unwrap_or_else(|Lines(fault)| {
        // Nobody listens when standard error is closed: the status says it.
        let _ = writeln!(io::stderr(), "{fault}");
        ExitCode::FAILURE
    })
}

/// What is wrong, for people; one line for each thing that is.
struct Lines(String);

impl From<scene::LoadFault> for Lines {
    /// They begin with the file, as other tools expect of such lines.
    fn from(fault: scene::LoadFault) -> Self {
        Self(fault.to_string())
    }
}

impl Lines {
    fn of_ours(fault: impl Display) -> Self {
        Self(format!("hitscan: {fault}"))
    }
}

fn show(args: &Args) -> Result<ExitCode, Lines> {
    // The scene first: whoever checks a file need not have a terminal, and a
    // fault is not to flash by on another screen.
    let (scene, source) = scene::find(&args.scene)?;
    if let Some(why) = wants_lines() {
        if args.cast.is_some() {
            return Err(Lines::of_ours(format_args!("{why}: --cast has no screen to record")));
        }
        let greeting = format!("{why}: this is hitscan run, line by line");
        let args = RunArgs { scene: Some(args.scene.clone()), ..RunArgs::default() };
        return run(&args, Some(&greeting));
    }
    term::require_screen(env::var_os("TERM").as_deref()).map_err(Lines::of_ours)?;
    let capabilities = capabilities(args);
    let glyphs = glyphs(args, capabilities.charset);
    let mut app = App::new(scene, source, term::size(), glyphs).map_err(Lines::of_ours)?;
    if args.predict {
        app = app.predicting();
    }
    let cast = args
        .cast
        .as_deref()
        .map(|path| Cast::begin(path, app.size(), app.sandbox().world().title()).map_err(Lines));
    let end = term::run(&mut app, capabilities, cast.transpose()?, || once_drawn(args));
    Ok(end.map_err(Lines::of_ours)?.into())
}

/// Why somebody at a terminal is to get lines in the place of a screen.
fn wants_lines() -> Option<&'static str> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return None;
    }
    let is_accessible = env::var_os("ACCESSIBLE").is_some_and(|v| !v.is_empty() && v != "0");
    let is_dumb = env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    match (is_accessible, is_dumb) {
        (true, _) => Some("ACCESSIBLE is set"),
        (false, true) => Some("this terminal cannot move its cursor"),
        (false, false) => None,
    }
}

fn run(args: &RunArgs, greeting: Option<&str>) -> Result<ExitCode, Lines> {
    let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let manner = match (at_terminal, wants_lines()) {
        (false, _) => Manner::Piped,
        (true, Some(_)) => Manner::Plain,
        (true, None) => Manner::Edited,
    };
    let charset = term::locale_charset(|name| env::var_os(name));
    match run::start(args, (manner, charset), greeting, io::stdout()) {
        Ok(run::Outcome::Well) => Ok(ExitCode::SUCCESS),
        Ok(run::Outcome::SomeAtFault) => Ok(ExitCode::FAILURE),
        Err(StartFault::Run(Fault::Io(fault))) => not_written(&fault),
        Err(StartFault::Load(fault)) => Err(fault.into()),
        Err(fault) => Err(Lines(fault.to_string())),
    }
}

fn capabilities(args: &Args) -> Capabilities {
    let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colors = match args.color {
        Some(ColorChoice::Never) => Colors::None,
        None if no_color => Colors::None,
        Some(ColorChoice::Sixteen) | None => Colors::Sixteen,
        Some(ColorChoice::Indexed) => Colors::Indexed,
        Some(ColorChoice::Rgb) => Colors::Rgb,
    };
    // Whoever asks for lines knows better than the locale.
    let charset = match args.glyphs {
        Some(GlyphChoice::Lines) => Charset::Utf8,
        Some(GlyphChoice::Ascii) | None => term::locale_charset(|name| env::var_os(name)),
    };
    let line = match env::var_os("SSH_CONNECTION") {
        Some(_) => Line::Remote,
        None => Line::Local,
    };
    let shifts = term::shifts(env::var_os("TERM").as_deref());
    let is_doubtful = args.glyphs.is_none() && term::locale_is_wide(|name| env::var_os(name));
    let line_glyphs = match (charset, is_doubtful) {
        (Charset::Utf8, true) => LineGlyphs::Doubtful,
        _ => LineGlyphs::Narrow,
    };
    Capabilities { colors, charset, line, shifts, line_glyphs }
}

fn glyphs(args: &Args, charset: Charset) -> GlyphSet {
    match (args.glyphs, charset) {
        (Some(GlyphChoice::Lines), _) | (None, Charset::Utf8) => GlyphSet::Lines,
        (Some(GlyphChoice::Ascii), _) | (None, Charset::Ascii) => GlyphSet::Ascii,
    }
}

#[cfg(debug_assertions)]
fn once_drawn(args: &Args) {
    assert!(!args.panic_for_test, "this panic was asked for");
}

#[cfg(not(debug_assertions))]
fn once_drawn(_: &Args) {}

fn query(explain: bool) -> Result<ExitCode, Lines> {
    let stdin = io::stdin().lock();
    let flush = if stdin.is_terminal() { Flush::EachLine } else { Flush::Blocks };
    let detail = if explain { Detail::Steps } else { Detail::Answer };
    match query::run(stdin, io::stdout().lock(), Options { flush, detail }) {
        Ok(Outcome::AllAnswered) => Ok(ExitCode::SUCCESS),
        Ok(Outcome::SomeAtFault) => Ok(ExitCode::FAILURE),
        Err(fault) => not_written(&fault),
    }
}

fn check(args: &CheckArgs) -> Result<ExitCode, Lines> {
    match check::run(args, io::stdout().lock()) {
        Ok(check::Outcome::AllAsExpected) => Ok(ExitCode::SUCCESS),
        Ok(check::Outcome::SomeNot) => Ok(ExitCode::FAILURE),
        Err(fault) => not_written(&fault),
    }
}

fn scenes(args: ScenesArgs) -> Result<ExitCode, Lines> {
    match scenes::run(args, io::stdout().lock()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(fault) => not_written(&fault),
    }
}

fn render(args: &RenderArgs) -> Result<ExitCode, Lines> {
    match render::run(args, io::stdout().lock()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(RenderFault::Output(fault)) => not_written(&fault),
        Err(fault) => Err(Lines(fault.to_string())),
    }
}

fn not_written(fault: &io::Error) -> Result<ExitCode, Lines> {
    match fault.kind() {
        // Whoever read it has seen enough, as `head` does.
        io::ErrorKind::BrokenPipe => Ok(ExitCode::FAILURE),
        _ => Err(Lines::of_ours(fault)),
    }
}

fn compare(args: &CompareArgs) -> Result<ExitCode, Lines> {
    let plan = args.plan().unwrap_or_else(|fault| {
        // Said as a fault of a single option is, with the same exit status.
        clap::Error::raw(
            ErrorKind::ValueValidation,
            format!("{fault}\n\nFor more information, try '--help'.\n"),
        )
        .exit()
    });
    let mut terminal = io::stderr();
    let watcher =
        if terminal.is_terminal() { Watcher::Terminal(&mut terminal) } else { Watcher::Nobody };
    match compare::run(args, &plan, watcher, io::stdout().lock(), io::stderr()) {
        Ok(compare::Outcome::Done) => Ok(ExitCode::SUCCESS),
        Ok(compare::Outcome::NotAllSaved) => Ok(ExitCode::FAILURE),
        // Whoever read the report has seen enough.
        Err(RunFault::Output(fault)) if fault.kind() == io::ErrorKind::BrokenPipe => {
            Ok(ExitCode::FAILURE)
        }
        Err(fault) => Err(Lines::of_ours(fault)),
    }
}
