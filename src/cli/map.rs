//! `hitscan map`: what the answer would be if an object were elsewhere, cell by cell,
//! as a picture or as data.

mod args;
mod report;

use std::io::Write;
use std::path::Path;

pub use args::{MapArgs, MapFormat};

use super::map_options::named;
use super::options::{Shows, write_picture};
use super::{CliError, ExitStatus, print};
use crate::app::{App, MapSetup};
use crate::host::pictures::{Coloring, arena_picture};
use crate::view::ArenaParts;
use hitscan_core::engine::map::Map;
use hitscan_core::methods::Method;

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
        let by_name: (fn(&Path) -> Option<MapFormat>, _) = (MapFormat::of_name, MapFormat::ENDINGS);
        let format = self.picture.format_or(self.format, MapFormat::Text, by_name)?;
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
        let look = (self.picture.ground(), self.picture.look.coloring(default_coloring));
        let text = match (format.picture(), format) {
            (Some(picture), _) => arena_picture(&app, parts, picture, look),
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
        let size = self.picture.size_or((43, 20), ((1, 1), "a map"))?;
        let found = self.picture.rounding.find(&self.scene)?;
        let mut app = self.picture.app(found, SCREEN, (shows, self.picture.ground()))?;
        let axes = app.engine.world().settings().axes;
        let setup = MapSetup {
            select: self.picture.select.as_deref().map(named).transpose()?,
            size: Some(size),
            ..self.picture.map.setup(axes)?
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
        if view.layer().arithmetic().is_none() && !self.picture.methods.method.is_empty() {
            return Err(CliError::other(format_args!(
                "--method: the layer {} does not depend on a method; --layer method does",
                view.layer().token()
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
