//! The command line: each option is documented once, where it is declared.
//!
//! Arguments are parsed here and in the `args` of each subcommand, then run themselves.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use super::check::CheckArgs;
use super::compare::CompareArgs;
use super::config::{ConfigArgs, KeysArgs};
use super::grade::GradeArgs;
use super::guide::GuideArgs;
use super::import::ImportArgs;
use super::learn::LearnArgs;
use super::lesson::LessonArgs;
use super::map::MapArgs;
use super::options::{Deferred, LookArgs};
use super::paper::{Printed, Shown};
use super::query::QueryArgs;
use super::render::RenderArgs;
use super::run::RunArgs;
use super::scenes::ScenesArgs;
use super::screen::ScreenArgs;
use super::stats::StatsArgs;
use super::try_program::TryArgs;
use super::{CliError, Environment, ExitStatus, ListFormat, ReportFormat, ServeArgs, generate};
use hitscan_core::words::nearest;

const EXAMPLES: &str = "\
Examples:
  hitscan                        two boxes and a laser: push them with arrows
  hitscan lab.toml               your own scene
  hitscan breakout               a built-in scene (list: hitscan scenes)
  hitscan --cast lesson.cast     record the session, with a marker at each hit
  hitscan --glyphs ascii         if lines and arrows look broken
  hitscan --theme color-blind    colours for any kind of colour vision
  hitscan config > FILE          every setting and key, to edit
  hitscan query < pairs.ndjson   one test a line in, one exact answer a line out
  hitscan run start              line by line, for pipes and screen readers
  hitscan check *.toml           check scenes against their expectations
  hitscan render start > start.txt   the screen as a picture

Exit status: 0 if all went well, 1 if something is not as expected or a line is
wrong, 2 if the command line or the scene is wrong and nothing was done, 3 if
your program is at fault, 128 and the number of the signal that ended it.";

/// A terminal sandbox for 2D collision tests.
///
/// Boxes, lasers and polygons lie on a character grid and move under the
/// keyboard. Every test is logged with its exact result, the side that was hit
/// and the reason, in numbers. Press ? on the screen to list all keys.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct Args {
    /// What to do instead of showing the screen.
    #[command(subcommand)]
    pub task: Option<CliTask>,

    /// What the screen shows.
    #[command(flatten)]
    pub screen: ScreenArgs,
}

/// What runs without a screen.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum CliTask {
    /// Answer collision tests from standard input, one JSON object a line
    Query(Deferred<QueryArgs>),
    /// Run commands without a screen, printing a line for each test
    Run(Deferred<RunArgs>),
    /// Check scenes against their expectations, and list what every method says
    Check(Deferred<Shown<CheckArgs>>),
    /// Draw the screen of a scene, as text or as SVG
    Render(Deferred<RenderArgs>),
    /// Compare the methods with the exact answer on many random pairs
    Compare(Deferred<Shown<CompareArgs>>),
    /// Test your own collision code against the exact answer
    Try(Deferred<Shown<TryArgs>>),
    /// Make a scene from a map of Tiled or LDtk
    Import(Deferred<ImportArgs>),
    /// Map what the answer would be if an object were elsewhere
    Map(Deferred<MapArgs>),
    /// Learn collision tests in sixteen lessons that grade themselves
    #[command(alias = "lessons")]
    Learn(Deferred<LearnArgs>),
    /// Write lessons: a pack to start from, its check, and the answers for a student
    Lesson(LessonArgs),
    /// Grade what students handed in
    Grade(Deferred<GradeArgs>),
    /// Serve classes over SSH, by the program hitscan-serve
    #[command(disable_help_flag = true)]
    Serve(Deferred<ServeArgs>),
    /// Measure what each broad phase costs in a scene
    Stats(Deferred<StatsArgs>),
    /// List the built-in scenes
    Scenes(Deferred<Shown<ScenesArgs>>),
    /// Print a page: the first five minutes, or one about a subject
    Guide(Deferred<Shown<GuideArgs>>),
    /// Print the default configuration with comments, to edit
    Config(Deferred<ConfigArgs>),
    /// List the keys in your configuration
    Keys(Deferred<Shown<KeysArgs>>),
    /// Print the manual page, for man -l -
    Man {
        /// Write it into this directory, and name the file
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
    /// Print shell completions
    Completions {
        /// Which shell
        shell: Shell,
    },
}

impl Args {
    /// Parses the command line.
    ///
    /// # Errors
    /// When it is invalid; also for `--help` and `--version`.
    pub fn from_command_line() -> Result<Self, CliError> {
        Ok(Self::parse_words(behind_task(std::env::args_os().collect()))?)
    }

    /// Parses words, of which the first is the name of the program.
    ///
    /// # Errors
    /// When they are invalid; also for `--help` and `--version`.
    pub fn parse_words(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        Self::try_parse_from(words).map_err(unexpected_argument)
    }

    /// Does what the arguments say.
    ///
    /// # Errors
    /// When the work could not be done.
    pub fn run(self, environment: &Environment) -> Result<ExitStatus, CliError> {
        let output = io::stdout();
        match self.task {
            None => self.screen.run(environment, task_meant, LearnArgs::OPENER),
            Some(CliTask::Query(args)) => args.0.run(output.lock()),
            Some(CliTask::Run(args)) => args.0.run(environment, None),
            Some(CliTask::Check(args)) => args.stream(
                environment,
                |args| (args.format == ReportFormat::Text).then_some(Printed::Report),
                |args, output| args.run(output),
            ),
            Some(CliTask::Render(args)) => args.0.run(environment.coloring, output.lock()),
            Some(CliTask::Compare(args)) => args.print(
                environment,
                |args| (args.format == ListFormat::Text).then_some(Printed::Report),
                |args, output| args.run(output, io::stderr()),
            ),
            Some(CliTask::Try(args)) => try_program(args, environment),
            Some(CliTask::Import(args)) => args.0.run(output.lock(), io::stderr()),
            Some(CliTask::Map(args)) => {
                args.0.run(environment.coloring, output.lock(), io::stderr())
            }
            Some(CliTask::Learn(args)) => args.0.run(environment),
            Some(CliTask::Lesson(args)) => args.run(output.lock()),
            Some(CliTask::Grade(args)) => args.0.run(output.lock()),
            Some(CliTask::Serve(args)) => args.0.run(),
            Some(CliTask::Stats(args)) => args.0.run(output.lock()),
            Some(CliTask::Scenes(args)) => args.print(
                environment,
                |args| (args.format == ListFormat::Text).then_some(Printed::List),
                |args, output| args.run(output),
            ),
            Some(CliTask::Guide(args)) => args.print(
                environment,
                |_| Some(Printed::Markdown),
                |args, output| args.page.run(output),
            ),
            Some(CliTask::Config(args)) => args.0.run(output.lock()),
            Some(CliTask::Keys(args)) => {
                args.print(environment, |_| Some(Printed::List), |args, output| args.run(output))
            }
            Some(CliTask::Man { dir }) => {
                generate::man(dir.as_deref(), output.lock(), io::stderr())
            }
            Some(CliTask::Completions { shell }) => {
                generate::completions(Self::command(), shell, output.lock())
            }
        }
    }
}

/// Tries a program, and shows what it leads to.
fn try_program(
    args: Deferred<Shown<TryArgs>>,
    environment: &Environment,
) -> Result<ExitStatus, CliError> {
    let color = args.0.paper.color;
    let printed = |args: &TryArgs| args.prints_text().then_some(Printed::Report);
    args.stream(environment, printed, |args, output| {
        args.run(output, io::stderr(), |scene| {
            let words = [OsString::from("hitscan"), scene.into_os_string()];
            let mut opened = Args::parse_words(words)?;
            let TryArgs { glyphs, theme, .. } = args;
            opened.screen.look = LookArgs { glyphs, theme, color };
            opened.screen.config.config.clone_from(&args.config);
            opened.screen.run(environment, task_meant, LearnArgs::OPENER)
        })
    })
}

/// The words with options of the look that stand before a subcommand behind it, if it takes them:
/// `hitscan --theme dark learn` is `hitscan learn --theme dark`.
fn behind_task(mut words: Vec<OsString>) -> Vec<OsString> {
    const WITH_VALUE: [&str; 4] = ["theme", "color", "glyphs", "config"];
    let option = |word: &OsString| word.to_str()?.strip_prefix("--").map(str::to_owned);
    let mut given = Vec::new();
    let mut at = 1;
    while let Some(name) = words.get(at).and_then(option) {
        let (name, value) = name.split_once('=').map_or((&*name, None), |(a, b)| (a, Some(b)));
        if !WITH_VALUE.contains(&name) {
            return words;
        }
        given.push(name.to_owned());
        at += if value.is_some() { 1 } else { 2 };
    }
    let Some(task) = words.get(at).and_then(|word| word.to_str()).filter(|_| at > 1) else {
        return words;
    };
    let mut command = Args::command();
    command.build();
    let takes = |task: &clap::Command, name: &String| {
        task.get_arguments().any(|arg| arg.get_long() == Some(name))
    };
    let takes_all = command
        .find_subcommand(task)
        .is_some_and(|task| given.iter().all(|name| takes(task, name)));
    if takes_all {
        words[1..=at].rotate_right(1);
    }
    words
}

/// A second scene is not a misplaced subcommand, which clap would suggest.
fn unexpected_argument(error: clap::Error) -> clap::Error {
    let named = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(named)) => named.clone(),
        _ => return error,
    };
    let mut command = Args::command();
    command.build();
    if error.kind() != ErrorKind::ArgumentConflict || command.find_subcommand(&named).is_some() {
        return error;
    }
    let mut error = clap::Error::new(ErrorKind::UnknownArgument).with_cmd(&command);
    error.insert(ContextKind::InvalidArg, ContextValue::String(named));
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.render_usage()));
    error
}

/// The subcommand whose name is close to the name of a scene, if any.
fn task_meant(scene: &str) -> Option<String> {
    let mut tasks = Args::command();
    // Adds `help` to the subcommands.
    tasks.build();
    let meant = nearest(scene, tasks.get_subcommands().map(clap::Command::get_name));
    meant.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::GlyphSet;
    use crate::app::config::ColorChoice;
    use crate::cli::options::{MethodArgs, RoundArg};

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn without_words_the_start_scene_is_shown() {
        let args = Args::try_parse_from(["hitscan"]).expect("nothing is needed");
        assert_eq!((args.task, args.screen.scene.as_str()), (None, "start"));
        assert_eq!((args.screen.look.glyphs, args.screen.look.color), (None, None));
    }

    #[test]
    fn a_second_scene_is_an_unexpected_argument() {
        let message = |words: &str| {
            let words = words.split(' ').map(OsString::from);
            Args::parse_words(words).map(|_| ()).expect_err("one scene is enough").to_string()
        };
        let said = message("hitscan start extra");
        assert!(said.starts_with("error: unexpected argument 'extra' found\n"), "{said}");
        let said = message("hitscan start check");
        assert!(said.contains("the subcommand 'check' cannot be used with"), "{said}");
    }

    #[test]
    fn a_mistyped_subcommand_is_not_a_scene() {
        assert_eq!(task_meant("chekc").as_deref(), Some("check"));
        assert_eq!(task_meant("hepl").as_deref(), Some("help"));
        assert_eq!(task_meant("lab.toml"), None);
    }

    #[test]
    fn a_query_takes_no_scene_and_no_screen() {
        let args = Args::try_parse_from(["hitscan", "query"]).expect("query stands alone");
        assert_eq!(args.task, Some(CliTask::Query(Deferred(QueryArgs::default()))));
        assert!(Args::try_parse_from(["hitscan", "query", "a.toml"]).is_err());
    }

    #[test]
    fn a_check_takes_one_file_or_more() {
        let parsed = |words: &[&str]| {
            let words = ["hitscan", "check"].iter().chain(words);
            Args::try_parse_from(words).map(|args| args.task)
        };
        let task = CheckArgs {
            files: vec!["a.toml".to_owned(), "inside".to_owned()],
            format: crate::cli::ReportFormat::Tap,
            replay: Vec::new(),
            all: true,
            methods: MethodArgs::default(),
            rounding: RoundArg::default(),
        };
        let words = ["a.toml", "--format", "tap", "inside", "--all"];
        let args = Shown { task, ..Shown::default() };
        assert_eq!(parsed(&words).expect("all are known"), Some(CliTask::Check(Deferred(args))));
        assert!(parsed(&[]).is_err() && parsed(&["--format", "xml", "a.toml"]).is_err());
    }

    #[test]
    fn options_of_the_look_stand_before_or_after_the_subcommand() {
        let put = |line: &str| {
            let words = behind_task(line.split(' ').map(OsString::from).collect());
            words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
        };
        for (line, expected) in [
            (
                "hitscan --theme dark --glyphs=ascii learn inside",
                "hitscan learn --theme dark --glyphs=ascii inside",
            ),
            ("hitscan --config my.toml learn", "hitscan learn --config my.toml"),
            ("hitscan --color never check a", "hitscan check --color never a"),
            // This one shows nothing.
            ("hitscan --theme dark query", "hitscan --theme dark query"),
            ("hitscan --theme dark start", "hitscan --theme dark start"),
            ("hitscan --theme", "hitscan --theme"),
            ("hitscan --predict --theme dark learn", "hitscan --predict --theme dark learn"),
        ] {
            assert_eq!(put(line), expected);
        }
    }

    #[test]
    fn options_take_only_their_own_arguments() {
        let words = ["hitscan", "--glyphs", "ascii", "--color", "16", "a.toml"];
        let args = Args::try_parse_from(words).expect("all are known");
        assert_eq!(args.screen.look.glyphs, Some(GlyphSet::Ascii));
        assert_eq!(args.screen.look.color, Some(ColorChoice::Sixteen));
        let color = |word| {
            Args::try_parse_from(["hitscan", "--color", word]).map(|args| args.screen.look.color)
        };
        assert_eq!(color("256").expect("it is known"), Some(ColorChoice::Indexed));
        assert_eq!(color("true").expect("it is known"), Some(ColorChoice::Rgb));
        assert!(color("always").is_err());
        assert!(Args::try_parse_from(["hitscan", "a.toml", "b.toml"]).is_err());
    }
}
