//! Options that several subcommands share: each is declared once, and has one meaning.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::{fs, io};

use super::CliError;
use super::map_options::{MapOptions, columns_and_rows};
use super::progress::TerminalProgress;
use crate::app::config::{ColorChoice, Config, OwnMethodSpec};
use crate::app::{App, Background, ColorDepth, GlyphSet, ThemeName};
use crate::host::files::reason_not_written;
use crate::host::pictures::{Coloring, Format, SvgGround};
use crate::host::{Desk, OwnPrograms, files};
use crate::term::{MAX_COLUMNS, MAX_ROWS};
use clap::builder::Resettable;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use hitscan_core::engine::{Engine, Tell};
use hitscan_core::methods::{Method, Requested, Tolerance};
use hitscan_core::scene::{ReadOptions, Rounding, Scene, SceneSource, printable};
use hitscan_core::words::{all_of, nearest};
use hitscan_core::world::{MemoryLimit, Name};

/// What characters and colours there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct LookArgs {
    /// The characters to draw with [default: lines; on the screen ascii, unless the locale
    /// is UTF-8]
    #[arg(long, value_name = "SET")]
    pub glyphs: Option<GlyphSet>,

    /// Which colours to use [default: terminal; on the screen light or dark, as the
    /// terminal says]
    #[arg(long, value_name = "THEME")]
    pub theme: Option<ThemeName>,

    /// How many colours to use.
    #[arg(
        long,
        value_name = "WHEN",
        help = "How many colours to use [default: 16, in svg all; never where NO_COLOR is set]"
    )]
    pub color: Option<ColorChoice>,
}

impl LookArgs {
    /// As the option says, or the default.
    pub fn coloring(self, default: Coloring) -> Coloring {
        match self.color {
            Some(ColorChoice::Never) => Coloring::Uncolored,
            Some(_) => Coloring::Colored,
            None => default,
        }
    }

    /// Which of the options is given, if any.
    pub fn given(self) -> Option<&'static str> {
        let glyphs = self.glyphs.map(|_| "--glyphs");
        glyphs.or_else(|| self.given_of_colors())
    }

    fn given_of_colors(self) -> Option<&'static str> {
        let color = self.color.filter(|&color| color != ColorChoice::Never);
        self.theme.map(|_| "--theme").or(color.map(|_| "--color"))
    }
}

/// What `--method` means: a method in view, or a program that becomes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MethodArg {
    /// A method of the catalogue.
    InView(Method),
    /// A program.
    Own(OwnMethodSpec),
}

impl MethodArg {
    /// Reads `ID` or `NAME=COMMAND`.
    fn parse(text: &str) -> Result<Self, String> {
        if text.contains('=') {
            return OwnMethodSpec::parse(text).map(Self::Own);
        }
        Method::find(text).map(Self::InView).ok_or_else(|| {
            let near = nearest(text, Method::all().map(Method::id));
            let meant = near.map(|near| format!("; did you mean {near}?"));
            let meant = meant.as_deref().unwrap_or("; a program is NAME=COMMAND");
            format!("no method has that id{meant}")
        })
    }
}

/// Methods to look at, and programs that become methods.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct MethodArgs {
    /// The method in view, or a program that becomes one; repeat for more
    #[arg(long, value_name = "ID|NAME=COMMAND", value_parser = MethodArg::parse)]
    pub method: Vec<MethodArg>,

    /// How far a time that a program says may be off [default: 0.00001, or as your config
    /// says]
    #[arg(long, value_name = "T")]
    pub tolerance: Option<Tolerance>,
}

impl MethodArgs {
    /// Why a tolerance is refused without a program.
    pub const NO_PROGRAM: &str =
        "--tolerance is for what a program says; --method NAME=COMMAND adds one";

    /// The named methods of the registry.
    pub fn in_view(&self) -> impl Iterator<Item = Method> + '_ {
        self.method.iter().filter_map(|method| match method {
            MethodArg::InView(method) => Some(*method),
            MethodArg::Own(_) => None,
        })
    }

    /// The programs that become methods.
    pub fn own(&self) -> impl Iterator<Item = &OwnMethodSpec> {
        self.method.iter().filter_map(|method| match method {
            MethodArg::Own(spec) => Some(spec),
            MethodArg::InView(_) => None,
        })
    }

    /// The app with these programs, and those of the configuration.
    ///
    /// # Errors
    /// When there are too many, or a tolerance is given without a program.
    pub fn programs(
        &self,
        app: App,
        listed: &[OwnMethodSpec],
    ) -> Result<(App, OwnPrograms), CliError> {
        let own: Vec<_> = self.own().cloned().collect();
        if self.tolerance.is_some() && own.is_empty() && listed.is_empty() {
            return Err(CliError::other(Self::NO_PROGRAM));
        }
        let programs = OwnPrograms::of(app, listed, &own);
        programs.map_err(|why| CliError::other(format_args!("--method {why}")))
    }

    /// Switches to the named methods, one after the other.
    ///
    /// # Errors
    /// When one does not apply to the pair in view.
    pub fn turn(&self, app: &mut App) -> Result<(), CliError> {
        for wanted in self.in_view() {
            let Some(pair) = app.engine.pair_in_focus() else {
                return Err(CliError::other("--method: the scene has no pair of objects"));
            };
            let methods = pair.methods();
            if !methods.contains(&wanted) {
                let (a, b) = (&pair.a.name, &pair.b.name);
                let ids = all_of(methods.iter().map(|method| method.id()));
                return Err(CliError::other(format_args!(
                    "--method {}: the methods for {a} and {b}: {ids}",
                    wanted.id()
                )));
            }
            app.engine.focus_mut().open_with(Some(wanted).into());
            app.screen.page_is_turned(&app.engine);
        }
        Ok(())
    }
}

/// What is kept of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct SessionArgs {
    /// Record the session in a new file
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// How much memory the scene and its history may take [default: 256 MB]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<MemoryLimit>,
}

/// Which scenes there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct DeskArg {
    /// Keep to the scenes and the work in this folder, by plain names: for accounts of students
    #[arg(id = "desk", long = "desk", value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

impl DeskArg {
    /// The scenes in the folder, or any.
    ///
    /// # Errors
    /// When there is no such folder.
    pub fn desk(&self) -> Result<Desk, CliError> {
        match &self.folder {
            None => Ok(Desk::Anywhere),
            Some(folder) if folder.is_dir() => Ok(Desk::folder(folder)),
            Some(folder) => {
                let folder = printable(&folder.to_string_lossy());
                Err(CliError::other(format_args!("--desk {folder}: there is no such folder")))
            }
        }
    }
}

/// How wide lines are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct WidthArg {
    /// How many cells wide lines of text may be, 0 for any [default: as the terminal, any in a pipe]
    #[arg(long, value_name = "CELLS")]
    pub width: Option<usize>,
}

/// Numbers from elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct RoundArg {
    /// Round numbers that are finer than thousandths or have an exponent, half to even
    #[arg(long)]
    pub round: bool,
}

impl RoundArg {
    /// The rounding so far: none.
    pub const fn begun(self) -> Rounding {
        Rounding::of(self.round)
    }

    /// Finds a scene, and reports on standard error what was rounded in it.
    ///
    /// # Errors
    /// As [`files::find`].
    pub fn find(self, target: &str) -> Result<(Scene, SceneSource), files::LoadError> {
        self.find_knowing(target, None)
    }

    /// Like [`Self::find`]. Expectations may name these methods of the user's own; `None` allows
    /// any.
    ///
    /// # Errors
    /// As [`files::find`].
    pub fn find_knowing(
        self,
        target: &str,
        own_methods: Option<&[Name]>,
    ) -> Result<(Scene, SceneSource), files::LoadError> {
        let mut reading = ReadOptions { rounding: self.begun(), own_methods };
        let found = files::find_as(target, &mut reading)?;
        tell(&reading.rounding);
        Ok(found)
    }
}

/// Reports on standard error what was rounded, if anything.
pub(super) fn tell(rounding: &Rounding) {
    if let Some(told) = rounding.told() {
        // If standard error is closed, there is no reader.
        let _ = writeln!(io::stderr(), "{told}");
    }
}

/// Which methods answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct MethodsArg {
    /// Add what methods say: those that are always listed; with ids, these as well; or all
    ///
    /// Ids stand with commas between them, as in --methods=sat,slab. `hitscan guide
    /// methods` lists them.
    #[arg(
        long,
        value_name = "all|listed|ID,...",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "listed",
        value_parser = Requested::parse
    )]
    pub methods: Option<Requested>,
}

/// Which methods answer, and what the articles print.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct AnswersArgs {
    /// Which methods answer.
    #[command(flatten)]
    pub of: MethodsArg,

    /// Add what the articles print where their code says something else
    #[arg(long)]
    pub readings: bool,
}

/// Pictures of an app, and where they go.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct PictureArgs {
    /// Columns and rows [default: 80x24; of hitscan map 43x20]
    #[arg(long, value_name = "COLSxROWS", value_parser = size)]
    pub size: Option<(u16, u16)>,

    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// The selected object [default: as the scene opens, else the first that can move]
    #[arg(long, value_name = "NAME")]
    pub select: Option<String>,

    /// Of what a map is, and of which part of the plane.
    #[command(flatten)]
    pub map: MapOptions,

    /// Methods to look at.
    #[command(flatten)]
    pub methods: MethodArgs,

    /// Characters and colours.
    #[command(flatten)]
    pub look: LookArgs,

    /// Numbers from elsewhere.
    #[command(flatten)]
    pub rounding: RoundArg,
}

fn size(text: &str) -> Result<(u16, u16), String> {
    match columns_and_rows(text) {
        None => Err("expected columns and rows, such as 100x40".to_owned()),
        Some((columns, rows)) if columns > MAX_COLUMNS || rows > MAX_ROWS => {
            Err(format!("there are at most {MAX_COLUMNS}x{MAX_ROWS}"))
        }
        Some(size) => Ok(size),
    }
}

/// What a format shows of the look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Characters alone.
    Characters,
    /// Characters in the terminal's colours.
    Colors,
    /// A drawing.
    Drawing,
    /// Neither: data.
    Nothing,
}

impl Shows {
    /// What a picture shows.
    pub const fn of(format: Format) -> Self {
        match format {
            Format::Text => Self::Characters,
            Format::Ansi => Self::Colors,
            Format::Svg => Self::Drawing,
        }
    }
}

impl PictureArgs {
    /// The requested size, or this one.
    ///
    /// # Errors
    /// When it is less than the minimum.
    pub fn size_or(
        &self,
        size: (u16, u16),
        least: (u16, u16),
        what: &str,
    ) -> Result<(u16, u16), CliError> {
        let (columns, rows) = self.size.unwrap_or(size);
        if columns < least.0 || rows < least.1 {
            return Err(CliError::other(format_args!(
                "--size {columns}x{rows}: {what} has at least {}x{}",
                least.0, least.1
            )));
        }
        Ok((columns, rows))
    }

    /// The requested format, or the one that the file name implies.
    ///
    /// # Errors
    /// When the name implies none.
    pub fn format_or<F>(
        &self,
        asked: Option<F>,
        default: F,
        of_name: fn(&Path) -> Option<F>,
        endings: &str,
    ) -> Result<F, CliError> {
        match (asked, &self.output) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(default),
            (None, Some(path)) => of_name(path).ok_or_else(|| {
                let path = printable(&path.to_string_lossy());
                CliError::other(format_args!(
                    "{path}: the name ends in none of {endings}; choose a --format"
                ))
            }),
        }
    }

    /// Checks that the format shows what the options ask of the look.
    ///
    /// # Errors
    /// Names the option that would have no effect.
    pub fn check_look(&self, shows: Shows, format: &str) -> Result<(), CliError> {
        let (given, lack) = match shows {
            Shows::Characters => (self.look.given_of_colors(), "colours; ansi and svg have"),
            Shows::Nothing => (self.look.given(), "characters to draw; text, ansi and svg have"),
            Shows::Colors | Shows::Drawing => (None, ""),
        };
        given.map_or(Ok(()), |option| {
            Err(CliError::other(format_args!("{option}: --format {format} has no {lack}")))
        })
    }

    /// An app with this scene, with the look of the options.
    ///
    /// # Errors
    /// When the configuration has errors.
    pub fn app(
        &self,
        scene: Scene,
        source: SceneSource,
        size: (u16, u16),
        shows: Shows,
        ground: SvgGround,
    ) -> Result<App, CliError> {
        let tolerance = super::config::tolerance_of(self.methods.tolerance)?;
        let LookArgs { glyphs, theme, color } = self.look;
        let config = Config { theme, color, tolerance, ..Config::default() };
        // The terminal that will show the picture is unknown; a drawing needs none.
        let depth = if shows == Shows::Drawing { ColorDepth::Rgb } else { ColorDepth::Sixteen };
        let memory = MemoryLimit::default();
        let begun = |tell: &mut Tell<'_>| Engine::begun(memory, (scene, source), tell);
        let engine = TerminalProgress::during("open", begun)?;
        let app = App::showing(engine, size, glyphs.unwrap_or(GlyphSet::Lines));
        let mut app = app.with_config(&config, depth);
        app.monitored.monitor = Some(Rc::new(TerminalProgress::of("map")));
        if theme == Some(ThemeName::ColorBlind) {
            app.screen.set_background(match ground {
                SvgGround::Dark => Background::Dark,
                SvgGround::Light => Background::Light,
            });
        }
        Ok(app)
    }

    /// The background of an SVG.
    pub fn ground(&self) -> SvgGround {
        SvgGround::of(self.look.theme.unwrap_or_default())
    }
}

/// Writes a picture over an older one, but never over the scene or recording that it shows.
///
/// # Errors
/// Why it cannot be written.
pub(super) fn write_picture(
    path: &Path,
    picture: &str,
    source: &SceneSource,
) -> Result<(), CliError> {
    let shown = printable(&path.to_string_lossy());
    let is_scene = match (source, fs::canonicalize(path)) {
        (SceneSource::File(scene), Ok(path)) => {
            fs::canonicalize(scene).is_ok_and(|scene| scene == path)
        }
        _ => false,
    };
    if is_scene {
        return Err(CliError::other(format_args!(
            "{shown}: not written: this is the file that the picture shows"
        )));
    }
    files::replace_file(path, picture.as_bytes()).map_err(|fault| {
        CliError::other(format_args!("{shown}: not written: {}", reason_not_written(&fault)))
    })
}

/// The arguments of a subcommand, passed to clap only when they are needed.
///
/// Most starts use no subcommand, so describing them all would waste time and memory. This does not
/// work for arguments with subcommands of their own: completions of `help` would lack them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deferred<T>(pub T);

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| keeping_about(command, T::augment_args))
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(|command| keeping_about(command, T::augment_args_for_update))
    }
}

/// Keeps the description of the subcommand in the list of subcommands, instead of that of its
/// arguments.
fn keeping_about(command: Command, augment: fn(Command) -> Command) -> Command {
    let about = Resettable::from(command.get_about().cloned());
    let long = Resettable::from(command.get_long_about().cloned());
    augment(command).about(about).long_about(long)
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
