//! hitscan on the command line: arguments in, exit code out.

use hitscan::host::files;
use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use hitscan::app::config::{self, Config};
use hitscan::app::{App, ColorDepth, GlyphSet};
use hitscan::cli::check::{self, CheckArgs};
use hitscan::cli::compare::{self, CompareArgs, RunError, Watcher};
use hitscan::cli::config::{self as settings, ConfigFrom};
use hitscan::cli::generate;
use hitscan::cli::query::{self, Detail, Flush, Options, Outcome};
use hitscan::cli::render::{self, RenderArgs, RenderError};
use hitscan::cli::run::{self, Manner, RunArgs, RunError as Fault, StartError};
use hitscan::cli::scenes::{self, ScenesArgs};
use hitscan::cli::{Args, CastVersion, GlyphChoice, Task, task_meant};
use hitscan::host::pictures::Coloring;
use hitscan::host::{self, CrashRecovery, Keeper, Leaving};
use hitscan::term::{self, Capabilities, Cast, Charset, Colors, Line, LineGlyphs};
use hitscan_core::scene;

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match &args.task {
        Some(Task::Query { explain }) => query(*explain),
        Some(Task::Run(args)) => run(args, None),
        Some(Task::Check(args)) => check(args),
        Some(Task::Render(args)) => render(args),
        Some(Task::Compare(args)) => compare(args),
        Some(Task::Scenes(args)) => scenes(*args),
        Some(Task::Config(args)) => match settings::config(args) {
            Some(text) => print(&text),
            None => Err(Lines::of_ours("there is no home directory to look in")),
        },
        Some(Task::Keys(from)) => configuration(from).and_then(|of| print(&settings::keys(&of))),
        Some(Task::Man) => written(generate::man(io::stdout().lock())),
        Some(Task::Completions { shell }) => {
            written(generate::completions(*shell, io::stdout().lock()))
        }
        Some(Task::Guide { page }) => print(page.text()),
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

impl From<files::LoadError> for Lines {
    /// They begin with the file, as other tools expect of such lines.
    fn from(fault: files::LoadError) -> Self {
        Self(fault.to_string())
    }
}

impl From<host::ConfigError> for Lines {
    fn from(fault: host::ConfigError) -> Self {
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
    let config = configuration(&args.config)?;
    let config = Config {
        theme: args.theme.map_or(config.theme, Into::into),
        color: args.color.map(Into::into).or(config.color),
        ..config
    };
    let (scene, source) = files::find(&args.scene).map_err(|fault| told(&fault, &args.scene))?;
    if let Some(why) = wants_lines() {
        if args.cast.is_some() {
            return Err(Lines::of_ours(format_args!("{why}: --cast has no screen to record")));
        }
        let greeting = format!("{why}: this is hitscan run, line by line");
        let args = RunArgs {
            scene: Some(args.scene.clone()),
            record: args.record.clone(),
            predict: args.predict,
            ..RunArgs::default()
        };
        return run(&args, Some(&greeting));
    }
    term::require_screen(env::var_os("TERM").as_deref()).map_err(|why| {
        Lines::of_ours(format_args!("{why}; hitscan run takes commands from a pipe or a file"))
    })?;
    let capabilities = capabilities(args, config.color, config.glyphs);
    let glyphs = glyphs(args, config.glyphs, capabilities.charset);
    let app = App::new(scene, source, term::size(), glyphs).map_err(Lines::of_ours)?;
    let mut app = app.with_config(&config, depth());
    if args.predict {
        app = app.predicting();
    }
    let cast = args
        .cast
        .as_deref()
        .map(|path| {
            let title = app.sandbox().world().title();
            Cast::begin(path, cast_version(args), app.size(), title).map_err(Lines)
        })
        .transpose()?;
    let mut keeper = Keeper::new(CrashRecovery::of_this_user());
    if let Some(path) = &args.record {
        keeper.record(&mut app, path).map_err(Lines)?;
    }
    keeper.offer(&mut app);
    let end = term::run(&mut app, &mut keeper, capabilities, cast, || once_drawn(args));
    leave(&mut app, keeper, end)
}

/// What is taken for a scene may be a slip in the name of a subcommand.
fn told(fault: &files::LoadError, scene: &str) -> Lines {
    match (&fault.refusal, task_meant(scene)) {
        (files::Refusal::NotFound(None), Some(task)) => {
            let scene = scene::printable(scene);
            Lines(format!("{scene}: no such file or built-in scene; did you mean hitscan {task}?"))
        }
        _ => Lines(fault.to_string()),
    }
}

fn cast_version(args: &Args) -> term::CastVersion {
    match args.cast_version {
        CastVersion::Two => term::CastVersion::Two,
        CastVersion::Three => term::CastVersion::Three,
    }
}

/// What was done is kept, and the status says how it ended.
fn leave(app: &mut App, keeper: Keeper, end: io::Result<term::End>) -> Result<ExitCode, Lines> {
    let leaving = match end {
        Ok(term::End::Quit) => Leaving::ByChoice,
        Ok(term::End::Signal(_) | term::End::HungUp) | Err(_) => Leaving::CutOff,
    };
    let left = keeper.leave(app, leaving);
    let end = end.map_err(Lines::of_ours)?;
    match (left, leaving) {
        (Err(fault), Leaving::ByChoice) => Err(Lines::of_ours(fault)),
        (Err(fault), Leaving::CutOff) => {
            // The status tells how it ended, and nobody may be left to read this.
            let _ = writeln!(io::stderr(), "hitscan: {fault}");
            Ok(end.into())
        }
        (Ok(()), _) => Ok(end.into()),
    }
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
        Ok(run::Outcome::SomeAtError) => Ok(ExitCode::FAILURE),
        Ok(run::Outcome::CutOff(signal)) => Ok(term::End::Signal(signal).into()),
        Err(StartError::Run(Fault::Io(fault))) => not_written(&fault),
        Err(StartError::Load(fault)) => Err(fault.into()),
        Err(fault) => Err(Lines(fault.to_string())),
    }
}

fn configuration(from: &ConfigFrom) -> Result<Config, Lines> {
    Ok(host::load_config(from.wanted())?)
}

fn print(text: &str) -> Result<ExitCode, Lines> {
    written(io::stdout().lock().write_all(text.as_bytes()))
}

fn written(done: io::Result<()>) -> Result<ExitCode, Lines> {
    done.map(|()| ExitCode::SUCCESS).or_else(|fault| not_written(&fault))
}

/// Whether there are to be colours where nobody says anything else
/// (<https://no-color.org>).
fn coloring() -> Coloring {
    let is_set = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if is_set { Coloring::Uncolored } else { Coloring::Colored }
}

/// How many colours there are, as the environment says.
fn depth() -> ColorDepth {
    let says = |name: &str, what: &[&str]| {
        let value = env::var_os(name).unwrap_or_default();
        let value = value.to_string_lossy().to_ascii_lowercase();
        what.iter().any(|what| value.contains(what))
    };
    if says("COLORTERM", &["truecolor", "24bit"]) {
        ColorDepth::Rgb
    } else if says("TERM", &["256color", "direct"]) {
        ColorDepth::Indexed
    } else {
        ColorDepth::Sixteen
    }
}

fn capabilities(
    args: &Args,
    color: Option<config::ColorChoice>,
    glyphs: Option<GlyphSet>,
) -> Capabilities {
    let colors = match color {
        Some(config::ColorChoice::Never) => Colors::None,
        None if coloring() == Coloring::Uncolored => Colors::None,
        Some(config::ColorChoice::Sixteen) | None => Colors::Sixteen,
        Some(config::ColorChoice::Indexed) => Colors::Indexed,
        Some(config::ColorChoice::Rgb) => Colors::Rgb,
    };
    // Whoever asks for lines knows better than the locale.
    let charset = match (args.glyphs, glyphs) {
        (Some(GlyphChoice::Lines | GlyphChoice::Braille), _)
        | (None, Some(GlyphSet::Lines | GlyphSet::Braille)) => Charset::Utf8,
        _ => term::locale_charset(|name| env::var_os(name)),
    };
    let line = if args.gate || env::var_os("SSH_CONNECTION").is_some() {
        Line::Remote
    } else {
        Line::Local
    };
    let shifts = term::shifts(env::var_os("TERM").as_deref());
    let is_doubtful =
        args.glyphs.is_none() && glyphs.is_none() && term::locale_is_wide(|name| env::var_os(name));
    let line_glyphs = match (charset, is_doubtful) {
        (Charset::Utf8, true) => LineGlyphs::Doubtful,
        _ => LineGlyphs::Narrow,
    };
    Capabilities { colors, charset, line, shifts, line_glyphs }
}

fn glyphs(args: &Args, settled: Option<GlyphSet>, charset: Charset) -> GlyphSet {
    let asked = match args.glyphs {
        Some(GlyphChoice::Lines) => Some(GlyphSet::Lines),
        Some(GlyphChoice::Braille) => Some(GlyphSet::Braille),
        Some(GlyphChoice::Ascii) => Some(GlyphSet::Ascii),
        None => settled,
    };
    asked.unwrap_or(match charset {
        Charset::Utf8 => GlyphSet::Lines,
        Charset::Ascii => GlyphSet::Ascii,
    })
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
        Ok(Outcome::SomeAtError) => Ok(ExitCode::FAILURE),
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
    match render::run(args, coloring(), io::stdout().lock()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(RenderError::Output(fault)) => not_written(&fault),
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
        Err(RunError::Output(fault)) if fault.kind() == io::ErrorKind::BrokenPipe => {
            Ok(ExitCode::FAILURE)
        }
        Err(fault) => Err(Lines::of_ours(fault)),
    }
}
