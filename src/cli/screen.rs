//! `hitscan` without a subcommand: the sandbox on the screen.

use std::path::PathBuf;
use std::rc::Rc;

use super::config::ConfigFrom;
use super::guide::explained;
use super::options::{DeskArg, LookArgs, MethodArgs, RoundArg, SessionArgs};
use super::progress::TerminalProgress;
use super::run::{RunArgs, engine_of};
use super::try_program::trial_pairs;
use super::{CliError, Environment, ExitStatus};
use crate::app::config::{ColorChoice, Config};
use crate::app::{App, ColorDepth, Connection, GlyphSet, ThemeName};
use crate::host::files::{LoadError, Refusal};
use crate::host::pictures::Coloring;
use crate::host::{self, CourseOpener, Ending, NOT_HERE, OwnPrograms, SessionFiles, Submission};
use crate::term::{self, Capabilities, Cast, CastVersion, Charset, Colors, Ended, Look, Terminal};
use hitscan_core::engine::{Engine, silent};
use hitscan_core::lab::Learning;
use hitscan_core::scene::{OPENING, Scene, SceneSource, printable};
use hitscan_core::words::moves_not_saved;
use hitscan_core::world::MemoryLimit;

/// What the screen shows, and how.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ScreenArgs {
    /// A scene file, or the name of a built-in scene
    #[arg(default_value = OPENING)]
    pub scene: String,

    /// Which scenes there are.
    #[command(flatten)]
    pub desk: DeskArg,

    /// Which configuration is read.
    #[command(flatten)]
    pub config: ConfigFrom,

    /// Characters and colours.
    #[command(flatten)]
    pub look: LookArgs,

    /// Hide each answer until you have predicted it
    #[arg(long)]
    pub predict: bool,

    /// Methods to look at.
    #[command(flatten)]
    pub methods: MethodArgs,

    /// While playing, wait for the terminal between frames, as over SSH
    #[arg(long)]
    pub gate: bool,

    /// Record the terminal's output in a new file, for asciinema to play
    #[arg(long, value_name = "FILE")]
    pub cast: Option<PathBuf>,

    /// The format of the asciinema recording
    #[arg(long, value_name = "N", default_value = "3", requires = "cast")]
    pub cast_version: CastVersion,

    /// What is kept.
    #[command(flatten)]
    pub session: SessionArgs,

    /// Numbers from elsewhere.
    #[command(flatten)]
    pub rounding: RoundArg,

    /// Panic after the first frame, to test that the terminal is restored.
    #[cfg(debug_assertions)]
    #[arg(long, hide = true)]
    pub panic_for_test: bool,
}

impl ScreenArgs {
    /// Shows the sandbox until the user quits. `task_meant` finds a subcommand whose name is close
    /// to that of a missing scene; `opener` opens the lessons.
    ///
    /// # Errors
    /// When a file cannot be used, or there is no terminal to draw on.
    pub fn run(
        self,
        environment: &Environment,
        task_meant: fn(&str) -> Option<String>,
        opener: CourseOpener,
    ) -> Result<ExitStatus, CliError> {
        // The scene first: its errors need no terminal, and must not flash by on another screen.
        let desk = self.desk.desk()?;
        let (config, notice) = self.config()?;
        let mut rounding = self.rounding.begun();
        let shown = desk
            .find_or_new(&self.scene, &mut rounding)
            .map_err(|error| not_found(error, &self.scene, task_meant))?;
        if let Some(why) = environment.wants_lines() {
            let memory = self.session.memory.unwrap_or(config.memory);
            return self.run_as_lines(why, memory, environment);
        }
        let memory = self.session.memory.unwrap_or(config.memory);
        let mut engine = TerminalProgress::during("open", |tell| engine_of(shown, memory, tell))?;
        engine.set_rounding(rounding);
        let (mut app, mut programs, capabilities) = self.prepared(engine, &config, environment)?;
        let cast = self.begin_cast(&app)?;
        let mut files = SessionFiles::on(desk);
        if self.desk.folder.is_none() {
            files.learn_by(opener);
        }
        if let Some(recovery) = files.desk().recovery() {
            files.recover_in(recovery);
        }
        app.monitored.hear = Some(Rc::new(files.listener()));
        if let Some(path) = &self.session.record {
            files.record(&mut app.engine, path, &mut silent).map_err(CliError::InFile)?;
        }
        self.methods.turn(&mut app)?;
        app.screen.say_if_new(&app.engine, &app.input.keymap);
        if let Some(told) = rounding.told() {
            app.screen.say(told);
        }
        if let Some(notice) = notice {
            app.fail(notice);
        }
        host::offer_recovery(&mut app, &files);
        let (own, once_drawn) = (Terminal::Own, || self.once_drawn());
        let ended =
            term::run(&mut app, &mut files, &mut programs, own, capabilities, cast, once_drawn);
        if let (Ending::ByChoice, Some(file)) = (ended.ending(), app.engine.file_without_moves()) {
            let said = moves_not_saved(&printable(&file.to_string_lossy()));
            term::say_at_the_end(&format!("hitscan: {said}"));
        }
        say_what_is_handed_in(&mut app, &files, &ended);
        if let (Ending::ByChoice, Some(score)) = (ended.ending(), app.engine.score())
            && score.made > 0
        {
            term::say_at_the_end(&score.line());
        }
        status(ended)
    }

    /// Without options.
    pub(super) fn plain() -> Self {
        Self { scene: OPENING.to_owned(), ..Self::default() }
    }

    /// Shows a course until the student quits.
    ///
    /// # Errors
    /// As [`ScreenArgs::run`].
    pub(super) fn learn(
        self,
        course: (Learning, Engine),
        work: Submission,
        environment: &Environment,
    ) -> Result<ExitStatus, CliError> {
        let (config, notice) = self.config()?;
        let memory = self.session.memory.unwrap_or(config.memory);
        let blank = Engine::within(memory, Scene::default(), SceneSource::New)?;
        let (mut app, mut programs, capabilities) = self.prepared(blank, &config, environment)?;
        let (learning, engine) = course;
        let about_changes = learning.about_changes();
        app.begin_course(learning, engine);
        let mut files = SessionFiles::on(self.desk.desk()?);
        files.hand_in(work);
        for notice in notice.into_iter().chain(about_changes) {
            app.fail(notice);
        }
        let (own, once_drawn) = (Terminal::Own, || self.once_drawn());
        let ended =
            term::run(&mut app, &mut files, &mut programs, own, capabilities, None, once_drawn);
        say_what_is_handed_in(&mut app, &files, &ended);
        status(ended)
    }

    /// The app for an engine, set up by options, configuration and terminal, with the programs of
    /// own methods.
    fn prepared(
        &self,
        engine: Engine,
        config: &Config,
        environment: &Environment,
    ) -> Result<(App, OwnPrograms, Capabilities), CliError> {
        term::require_screen(Some(&environment.term)).map_err(|why| {
            CliError::other(format_args!("{why}; hitscan run takes commands from a pipe or a file"))
        })?;
        let capabilities = self.capabilities(config, environment);
        let glyphs = self.look.glyphs.or(config.glyphs);
        let glyphs =
            glyphs.unwrap_or_else(|| term::usual_glyphs(capabilities.charset, &environment.term));
        let look = Look { capabilities, glyphs, depth: environment.depth };
        let app = look.app(engine, &Terminal::Own, config);
        let (mut app, programs) = self.methods.programs(app, &config.own_methods)?;
        let programs = programs.with_trials(trial_pairs);
        if self.predict {
            app = app.predicting();
        }
        Ok((app, programs, capabilities))
    }

    /// The configuration, overridden by the options of the command line.
    fn config(&self) -> Result<(Config, Option<String>), CliError> {
        let (config, notice) = match self.refused_on_desk() {
            Some(option) if self.desk.folder.is_some() => {
                return Err(CliError::other(format_args!("{option}: {NOT_HERE}")));
            }
            _ if self.desk.folder.is_some() => Default::default(),
            _ => self.config.load()?,
        };
        let theme = self.look.theme.or(config.theme);
        let (color, tolerance) =
            (self.look.color.or(config.color), self.methods.tolerance.unwrap_or(config.tolerance));
        let config = Config { theme, color, tolerance, ..config };
        Ok((config, notice))
    }

    /// A given option that reads or writes files other than scenes.
    fn refused_on_desk(&self) -> Option<&'static str> {
        let given = [
            self.config.config.as_ref().map(|_| "--config"),
            self.cast.as_ref().map(|_| "--cast"),
            self.session.record.as_ref().map(|_| "--record"),
            self.methods.own().next().map(|_| "--method NAME=COMMAND"),
        ];
        given.into_iter().flatten().next()
    }

    fn run_as_lines(
        self,
        why: &str,
        memory: MemoryLimit,
        environment: &Environment,
    ) -> Result<ExitStatus, CliError> {
        if let Some(option) = self.of_the_screen() {
            return Err(CliError::other(format_args!("{why}: {option} is for the screen")));
        }
        let greeting = format!("{why}: this is hitscan run, line by line");
        let args = RunArgs {
            scene: Some(self.scene),
            desk: self.desk,
            new: true,
            predict: self.predict,
            session: SessionArgs { memory: Some(memory), ..self.session },
            rounding: self.rounding,
            ..RunArgs::default()
        };
        args.run(environment, Some(&greeting))
    }

    /// A given option that has no effect on a session of lines.
    fn of_the_screen(&self) -> Option<&'static str> {
        let MethodArgs { method, tolerance } = &self.methods;
        let given = [
            self.cast.as_ref().map(|_| "--cast"),
            self.look.given(),
            (!method.is_empty()).then_some("--method"),
            tolerance.map(|_| "--tolerance"),
            self.gate.then_some("--gate"),
        ];
        given.into_iter().flatten().next()
    }

    fn begin_cast(&self, app: &App) -> Result<Option<Cast>, CliError> {
        let Some(path) = &self.cast else { return Ok(None) };
        let title = app.engine.sandbox().world().title();
        let cast = Cast::begin(path, self.cast_version, app.screen.size.into(), title);
        cast.map(Some).map_err(CliError::InFile)
    }

    fn capabilities(&self, config: &Config, environment: &Environment) -> Capabilities {
        let colors = match config.color {
            Some(ColorChoice::Never) => Colors::None,
            None if environment.coloring == Coloring::Uncolored => Colors::None,
            Some(ColorChoice::Sixteen) | None => Colors::Sixteen,
            Some(ColorChoice::Indexed) => Colors::Indexed,
            Some(ColorChoice::Rgb) => Colors::Rgb,
        };
        // A user who asks for lines knows better than the locale.
        let glyphs = self.look.glyphs.or(config.glyphs);
        let charset = match glyphs {
            Some(GlyphSet::Lines | GlyphSet::Basic | GlyphSet::Braille) => Charset::Utf8,
            Some(GlyphSet::Ascii) | None => environment.charset,
        };
        let is_chosen = charset != Charset::Utf8 || glyphs.is_some();
        let doubts_line_glyphs = !is_chosen && environment.doubts_line_glyphs;
        let line = if self.gate { Connection::Remote } else { environment.line };
        let shifts = term::shifts(Some(&environment.term));
        let depends = matches!(config.theme, None | Some(ThemeName::ColorBlind));
        let depth = config.color.map_or(environment.depth, ColorChoice::depth);
        let has_colors = colors != Colors::None && depth != ColorDepth::Sixteen;
        let asks_background = term::asks_background(depends && has_colors, &environment.term, line);
        Capabilities { colors, charset, line, shifts, doubts_line_glyphs, asks_background }
    }

    #[cfg(debug_assertions)]
    fn once_drawn(&self) {
        assert!(!self.panic_for_test, "this panic was asked for");
    }

    #[cfg(not(debug_assertions))]
    #[expect(clippy::unused_self, reason = "the option exists only in debug builds")]
    const fn once_drawn(&self) {}
}

/// Says at the end of a course where the work is.
fn say_what_is_handed_in(app: &mut App, files: &SessionFiles, ended: &Ended) {
    let said = app.lab.as_ref().and_then(|lab| files.about_submission(&lab.learning));
    if let (Ending::ByChoice, Ok(()), Some(said)) = (ended.ending(), &ended.kept, said) {
        term::say_at_the_end(&said);
    }
}

/// What looks like a scene may be a mistyped subcommand.
fn not_found(error: LoadError, scene: &str, task_meant: fn(&str) -> Option<String>) -> CliError {
    match (&error.refusal, task_meant(scene)) {
        (Refusal::NotFound(None), Some(task)) if explained(scene).is_none() => {
            CliError::InFile(format!(
                "{}: no such file or built-in scene; did you mean hitscan {task}?",
                printable(scene)
            ))
        }
        _ => error.into(),
    }
}

/// The exit status, by how the session ended.
fn status(ended: Ended) -> Result<ExitStatus, CliError> {
    let ending = ended.ending();
    let status = ExitStatus::Ended(ended.end?);
    match (ended.kept, ending) {
        (Err(error), Ending::ByChoice) => Err(CliError::other(error)),
        (Err(error), Ending::CutOff) => {
            term::say_at_the_end(&format!("hitscan: {error}"));
            Ok(status)
        }
        (Ok(()), _) => Ok(status),
    }
}
