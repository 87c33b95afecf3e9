//! `hitscan map`: what the answer would be if an object were elsewhere, cell by cell,
//! as a picture or as data.

mod args;
mod report;

use std::io::Write;

pub use args::{MapArgs, MapFormat, MapOptions};
pub(in crate::cli) use args::{columns_and_rows, named};

use super::config::tolerance_of;
use super::{CliError, ExitStatus, print};
use crate::app::config::{ColorChoice, Config, OwnMethodSpec};
use crate::app::{App, ColorDepth, MapSetup};
use crate::host::pictures::{Coloring, Format, Ground, arena_picture};
use crate::host::{OwnPrograms, files};
use crate::view::ArenaParts;
use hitscan_core::engine::map::Map;
use hitscan_core::methods::Method;
use hitscan_core::scene::printable;

impl MapArgs {
    /// Prints the map to `output`; in `default_coloring` where no option says
    /// otherwise.
    ///
    /// # Errors
    /// When the scene cannot be read, or has no such map. A program at fault is told of
    /// on `errors`.
    pub fn run(
        &self,
        default_coloring: Coloring,
        output: impl Write,
        mut errors: impl Write,
    ) -> Result<ExitStatus, CliError> {
        let coloring = coloring(self.color, default_coloring);
        let app = self.app()?;
        if let Some(why) = app.model().why_no_cells() {
            writeln!(errors, "hitscan: {why}")?;
            return Ok(ExitStatus::ProgramAtFault);
        }
        let parts = if self.objects { ArenaParts::Objects } else { ArenaParts::Map };
        let look = (Ground::default(), coloring);
        let text = match self.format {
            MapFormat::Text => arena_picture(&app, parts, Format::Text, look),
            MapFormat::Ansi => arena_picture(&app, parts, Format::Ansi, look),
            MapFormat::Svg => arena_picture(&app, parts, Format::Svg, look),
            MapFormat::Csv => report::csv(&app),
            MapFormat::Ndjson => report::ndjson(&app),
        };
        print(text, output)
    }

    /// An app with the map on.
    fn app(&self) -> Result<App, CliError> {
        /// A screen whose arena is as large as the map is unless told.
        const SCREEN: (u16, u16) = (80, 24);
        let (scene, source) = files::find(&self.scene)?;
        let tolerance = tolerance_of(self.tolerance)?;
        let config = Config { color: self.color, tolerance, ..Config::default() };
        let depth = match self.format {
            MapFormat::Svg => ColorDepth::Rgb,
            _ => ColorDepth::Sixteen,
        };
        let mut app = App::new(scene, source, SCREEN, self.glyphs)?.with_config(&config, depth);
        let axes = app.engine().world().settings().axes;
        let setup = MapSetup {
            select: self.select.as_deref().map(named).transpose()?,
            size: Some(self.size),
            ..self.map.setup(axes)?
        };
        if let Some(id) = self.catalogued() {
            app.turn_to(Some(method(id)?));
        }
        let (mut app, mut programs) = with_own_methods(app, self.method.as_slice())?;
        app.open_map(&setup).map_err(CliError::InFile)?;
        self.check_method(&app)?;
        programs.ask_patiently(&mut app);
        app.clear_message();
        Ok(app)
    }

    /// The id of a method of the catalogue.
    fn catalogued(&self) -> Option<&str> {
        self.method.as_deref().filter(|method| !method.contains('='))
    }

    /// Whether the map is about the method that was named.
    fn check_method(&self, app: &App) -> Result<(), CliError> {
        let Some(id) = self.catalogued() else { return Ok(()) };
        let map = app.model().map().and_then(|view| view.map());
        let Some(question) = map.map(Map::question) else { return Ok(()) };
        if question.asked.method.is_some_and(|method| method.id() == id) {
            return Ok(());
        }
        let (a, b) = (question.subject.object.kind(), question.subject.partner.kind());
        let ids = Method::all()
            .filter(|method| *method != Method::SWEPT && method.applies_to(a, b))
            .map(Method::id);
        let ids = hitscan_core::words::all_of(ids);
        Err(CliError::InFile(format!(
            "--method {}: the methods for this pair: {ids}",
            printable(id)
        )))
    }
}

/// As the option says, or by default.
pub(in crate::cli) fn coloring(color: Option<ColorChoice>, default: Coloring) -> Coloring {
    match color {
        Some(ColorChoice::Never) => Coloring::Uncolored,
        Some(_) => Coloring::Colored,
        None => default,
    }
}

/// The app with those methods of `--method` that are programs.
pub(in crate::cli) fn with_own_methods(
    app: App,
    methods: &[String],
) -> Result<(App, OwnPrograms), CliError> {
    let own = methods.iter().filter(|method| method.contains('='));
    let own = own.map(|text| OwnMethodSpec::parse(text)).collect::<Result<Vec<_>, _>>();
    let own = own.and_then(|own| OwnPrograms::of(app, &[], &own));
    own.map_err(|why| CliError::InFile(format!("--method {why}")))
}

fn method(id: &str) -> Result<Method, CliError> {
    Method::find(id).ok_or_else(|| {
        let ids = Method::all().map(Method::id);
        let near = hitscan_core::words::nearest(id, ids);
        let meant = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
        CliError::InFile(format!("--method {}: no method has that id{meant}", printable(id)))
    })
}
