//! `hitscan render`: the screen of a scene, or of a frame of a recording, as a
//! picture.

mod args;
mod lesson;
mod recorded_frames;
mod replay;
mod steps;

use std::io::Write;
use std::path::Path;

pub use args::{RenderArgs, RenderLayer};
pub(in crate::cli) use recorded_frames::MOST_SCREENS;

use super::map_options::{MapOptions, named};
use super::options::{Shows, write_picture};
use super::{CliError, ExitStatus, print};
use crate::app::{Action, App, Layout, Tab};
use crate::host::pictures::{Coloring, Format, Ground, picture};
use hitscan_core::command::Command;
use hitscan_core::scene::{OPENING, Scene, SceneSource};

impl RenderArgs {
    /// Draws the screen, to the file of the options or to `output`; in `default_coloring` unless an
    /// option says otherwise.
    ///
    /// # Errors
    /// When a file cannot be used or the options do not fit the scene; an existing file then stays
    /// as it was.
    pub fn run(
        &self,
        default_coloring: Coloring,
        output: impl Write,
    ) -> Result<ExitStatus, CliError> {
        let format = self.picture_format()?;
        let coloring = self.picture.look.coloring(default_coloring);
        let (picture, source) = if self.animate {
            if format != Format::Svg {
                return Err(refused("--animate makes an SVG; end the name of --output in .svg"));
            }
            recorded_frames::animation(self, coloring)?
        } else {
            let app = app(self, format)?;
            let picture = picture(&app, format, self.ground(), coloring);
            (picture, app.engine.source().clone())
        };
        match &self.picture.output {
            None => print(picture, output),
            Some(path) => {
                write_picture(path, &picture, &source)?;
                Ok(ExitStatus::Success)
            }
        }
    }

    fn ground(&self) -> Ground {
        self.background.unwrap_or_else(|| self.picture.ground())
    }

    /// The requested format, or the one that the file name implies.
    fn picture_format(&self) -> Result<Format, CliError> {
        let usual = if self.animate { Format::Svg } else { Format::Text };
        let by_name: (fn(&Path) -> Option<Format>, _) = (Format::of_name, ".svg, .txt and .ansi");
        let format = self.picture.format_or(self.format, usual, by_name)?;
        self.picture.check_look(Shows::of(format), format.token())?;
        if self.background.is_some() && format != Format::Svg {
            return Err(refused("--background: only an SVG has one; --format svg"));
        }
        Ok(format)
    }
}

/// The app as described by the options.
fn app(args: &RenderArgs, format: Format) -> Result<App, CliError> {
    let mut app = unreplayed(args, format)?;
    if let Some(path) = &args.replay {
        replay::go_through(&mut app, path, args.seek, &mut |_| Ok(()))?;
    }
    steps::run(&mut app, &args.after)?;
    let (mut app, mut programs) = args.picture.methods.programs(app, &[])?;
    arrange(&mut app, args)?;
    // Keys may have turned the map on.
    app.finish_map().map_err(refused)?;
    programs.ask_patiently(&mut app);
    app.monitored.monitor = None;
    Ok(app)
}

/// The app with the scene of the options, before any replay.
fn unreplayed(args: &RenderArgs, format: Format) -> Result<App, CliError> {
    if args.picture.rounding.round && (args.replay.is_some() || args.lesson.is_some()) {
        return Err(refused("--round is for a scene: no number here is too fine"));
    }
    let found = match &args.scene {
        None if args.replay.is_some() || args.lesson.is_some() => {
            (Scene::default(), SceneSource::New)
        }
        target => args.picture.rounding.find(target.as_deref().unwrap_or(OPENING))?,
    };
    let size = args.picture.size_or((80, 24), (Layout::LEAST, "the screen"))?;
    let app = args.picture.app(found, size, (Shows::of(format), args.ground()))?;
    match &args.lesson {
        Some(lesson) => lesson::open(app, lesson),
        None => Ok(app),
    }
}

/// Selects and shows what the options ask for.
fn arrange(app: &mut App, args: &RenderArgs) -> Result<(), CliError> {
    if let Some(name) = &args.picture.select {
        app.execute(&Command::Select(named(name)?)).map_err(CliError::in_file)?;
    }
    args.picture.methods.turn(app)?;
    for &layer in &args.overlay {
        match layer {
            RenderLayer::Overlay(overlay) if app.model().shows(overlay) => {}
            RenderLayer::Overlay(overlay) => drop(app.act(Action::Toggle(overlay))),
            RenderLayer::Map => {
                let setup = args.picture.map.setup(app.engine.world().settings().axes)?;
                setup.open_in(app).map_err(refused)?;
            }
        }
    }
    if args.picture.map != MapOptions::default() && !args.overlay.contains(&RenderLayer::Map) {
        return Err(refused("these options are of a map: add --overlay map"));
    }
    show_panel(app, args.panel)?;
    app.screen.clear_message();
    args.press.as_ref().map_or(Ok(()), |pressed| steps::press(app, pressed))
}

/// Shows a view of the panel.
fn show_panel(app: &mut App, tab: Option<Tab>) -> Result<(), CliError> {
    // Showing the log again would filter it, and showing the map again would change its layer.
    match tab.filter(|&tab| tab != app.screen.panel.tab) {
        None => {}
        Some(Tab::Log) => drop(app.act(Action::ShowLog)),
        Some(Tab::Methods) => drop(app.act(Action::ShowMethods)),
        Some(Tab::Why) => drop(app.act(Action::ShowWhy)),
        Some(Tab::Object) => drop(app.act(Action::ShowObject)),
        Some(Tab::Signs) => drop(app.act(Action::ShowSigns)),
        Some(Tab::Lab) => return Err(refused("--panel lab: it is there with --lesson LESSON")),
        Some(Tab::Map) if app.model().map().is_some() => drop(app.act(Action::ShowMap)),
        Some(Tab::Map) => return Err(refused("--panel map: there is a map with --overlay map")),
    }
    Ok(())
}

fn refused(why: impl std::fmt::Display) -> CliError {
    CliError::other(why)
}
