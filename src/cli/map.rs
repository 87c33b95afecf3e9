//! `hitscan map`: what the answer would be if an object were elsewhere, cell by cell,
//! as a picture or as data.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `report` | every cell with its position and its answer, as CSV and as NDJSON |
//!
//! This file has the options and makes the map; then it calls `report`, or draws.

mod report;

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use super::map_options::named;
use super::options::{PictureArgs, Shows, write_picture};
use super::{CliError, ExitStatus, print};
use crate::app::{App, MapSetup};
use crate::host::pictures::{Coloring, Format, arena_picture, map_at_terminal};
use crate::view::ArenaParts;
use hitscan_core::engine::map::Map;
use hitscan_core::methods::Method;
use hitscan_core::scene::OPENING;

impl MapArgs {
    /// Prints the map to `output`; in `default_coloring` unless an option says otherwise. Reports a
    /// faulty program on `errors`.
    ///
    /// # Errors
    /// When the scene cannot be read, or has no such map.
    pub fn run(
        &self,
        default_coloring: Coloring,
        output: impl Write,
        mut errors: impl Write,
    ) -> Result<ExitStatus, CliError> {
        let (by_name, endings) = (MapFormat::of_name, MapFormat::ENDINGS);
        // A terminal shows the colours of the classes.
        let is_shown =
            self.format.is_none() && self.picture.output.is_none() && io::stdout().is_terminal();
        let usual = if is_shown { MapFormat::Ansi } else { MapFormat::Text };
        let format = self.picture.format_or(self.format, usual, by_name, endings)?;
        let (shows, token) = format.shows();
        self.picture.check_look(shows, token)?;
        if self.objects && shows == Shows::Nothing {
            return Err(CliError::other(format_args!("--objects: --format {token} draws none")));
        }
        let app = self.app(shows)?;
        if let Some(why) = app.model().why_no_cells() {
            writeln!(errors, "error: {why}")?;
            return Ok(ExitStatus::ProgramAtFault);
        }
        let parts = if self.objects { ArenaParts::Objects } else { ArenaParts::Map };
        let (ground, coloring) =
            (self.picture.ground(), self.picture.look.coloring(default_coloring));
        let text = match (format.picture(), format) {
            _ if is_shown => map_at_terminal(&app, parts, coloring),
            (Some(picture), _) => arena_picture(&app, parts, picture, ground, coloring),
            (None, MapFormat::Csv) => report::csv(&app),
            (None, _) => report::ndjson(&app),
        };
        match &self.picture.output {
            None => print(text, output),
            Some(path) => {
                write_picture(path, &text, app.engine.source())?;
                Ok(ExitStatus::Success)
            }
        }
    }

    /// An app with the map on.
    fn app(&self, shows: Shows) -> Result<App, CliError> {
        /// The size of the screen if its arena has the default size of a map.
        const SCREEN: (u16, u16) = (80, 24);
        let size = self.picture.size_or((43, 20), (1, 1), "a map")?;
        let (scene, source) = self.picture.rounding.find(&self.scene)?;
        let mut app = self.picture.app(scene, source, SCREEN, shows, self.picture.ground())?;
        let setup = MapSetup {
            select: self.picture.select.as_deref().map(named).transpose()?,
            size: Some(size),
            ..self.picture.map.setup(app.engine.world().settings())?
        };
        if let Some(method) = self.picture.methods.in_view().last() {
            app.engine.focus_mut().open_with(Some(method).into());
        }
        let (mut app, mut programs) = self.picture.methods.programs(app, &[])?;
        setup.open_in(&mut app).map_err(CliError::other)?;
        self.check_method(&app)?;
        programs.ask_patiently(&mut app);
        app.screen.clear_message();
        app.monitored.monitor = None;
        Ok(app)
    }

    /// Checks that the map is about the named method.
    fn check_method(&self, app: &App) -> Result<(), CliError> {
        let Some(view) = app.model().map() else { return Ok(()) };
        if view.layer.arithmetic().is_none() && !self.picture.methods.method.is_empty() {
            return Err(CliError::other(format_args!(
                "--method: the layer {} does not depend on a method; --layer method does",
                view.layer.token()
            )));
        }
        let Some(wanted) = self.picture.methods.in_view().last() else { return Ok(()) };
        let Some(question) = view.map().map(Map::question) else { return Ok(()) };
        if question.asked.method.is_some_and(|method| method.id() == wanted.id()) {
            return Ok(());
        }
        let (a, b) = (question.subject.object.kind(), question.subject.partner.kind());
        let ids = Method::all()
            .filter(|method| *method != Method::SWEPT && method.applies_to(a, b))
            .map(Method::id);
        let ids = hitscan_core::words::all_of(ids);
        Err(CliError::other(format_args!(
            "--method {}: the methods for this pair: {ids}",
            wanted.id()
        )))
    }
}

const EXAMPLES: &str = "\
Examples:
  hitscan map start                              where B would meet A
  hitscan map start --objects                    the same with the objects
  hitscan map off-45 --edit speed --layer side   which side each velocity hits
  hitscan map inside --select L --edit end --end 2 --layer method --method edges
  hitscan map start --format csv > start.csv     a line for each cell
  hitscan map inside --layer method --method my_hit='python3 my_hit.py'
  hitscan map touch --zoom 16 --at 20,10         closer, about a point

Each cell has one exact place: put, end, point or velocity go there. In csv and
ndjson x and y are the numbers that this command takes.

A program that is a method is asked about all cells in one round, as hitscan try
asks.

Exit status: 0 if the map was made, 2 if the command line is wrong, the scene
cannot be read or has no such map, or the file cannot be written, 3 if the
program is at fault.";

/// What is mapped, and how it is printed.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct MapArgs {
    /// A scene file, or the name of a built-in scene
    #[arg(default_value = OPENING)]
    pub scene: String,

    /// Draw the objects, too
    #[arg(long)]
    pub objects: bool,

    /// The format of the output [default: by the name of --output, else text]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<MapFormat>,

    /// The picture, and where it goes.
    #[command(flatten)]
    pub picture: PictureArgs,
}

/// How a map is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum MapFormat {
    /// A character for each cell.
    Text,
    /// The same in colour.
    Ansi,
    /// A drawing.
    Svg,
    /// A line for each cell.
    Csv,
    /// A JSON object for the map, each cell and each class.
    Ndjson,
}

impl MapFormat {
    /// The file extensions that [`Self::of_name`] accepts.
    const ENDINGS: &str = ".svg, .txt, .ansi, .csv and .ndjson";

    /// The format for a file name.
    fn of_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "ndjson" => Some(Self::Ndjson),
            _ => Format::of_name(path).map(|picture| match picture {
                Format::Text => Self::Text,
                Format::Ansi => Self::Ansi,
                Format::Svg => Self::Svg,
            }),
        }
    }

    /// The format of the picture, if it is one.
    const fn picture(self) -> Option<Format> {
        match self {
            Self::Text => Some(Format::Text),
            Self::Ansi => Some(Format::Ansi),
            Self::Svg => Some(Format::Svg),
            Self::Csv | Self::Ndjson => None,
        }
    }

    /// What it shows of the look, and its token.
    fn shows(self) -> (Shows, &'static str) {
        match (self.picture(), self) {
            (Some(picture), _) => (Shows::of(picture), picture.token()),
            (None, Self::Csv) => (Shows::Nothing, "csv"),
            (None, _) => (Shows::Nothing, "ndjson"),
        }
    }
}
