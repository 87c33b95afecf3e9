//! `hitscan render`: the screen of a scene, or of a frame of a recording, as a
//! picture.

mod animate;
mod args;
mod lesson;
mod replay;
mod steps;

use std::fs;
use std::io::Write;
use std::path::Path;

pub(in crate::cli) use animate::MOST_SCREENS;
pub use args::{RenderArgs, RenderLayer};

use super::config::tolerance_of;
use super::map::{MapOptions, coloring, named, with_own_methods};
use super::{CliError, ExitStatus, print};
use crate::app::config::Config;
use crate::app::{Action, App, Background, ColorDepth, Tab, ThemeName};
use crate::host::files::{self, reason_not_written};
use crate::host::pictures::{Coloring, Format, Ground, picture};
use hitscan_core::command::Command;
use hitscan_core::scene::{Scene, Source, printable};

impl RenderArgs {
    /// Draws the screen, to the file of the options or to `output`; in
    /// `default_coloring` where no option says otherwise.
    ///
    /// # Errors
    /// When a file cannot be used or the options do not fit the scene; a file
    /// that was there then stays as it was.
    pub fn run(
        &self,
        default_coloring: Coloring,
        output: impl Write,
    ) -> Result<ExitStatus, CliError> {
        let format = self.picture_format()?;
        let coloring = coloring(self.color, default_coloring);
        let (picture, source) = if self.animate {
            if format != Format::Svg {
                return Err(refused("--animate makes an SVG; end the name of --output in .svg"));
            }
            animate::animation(self, coloring)?
        } else {
            let app = app(self, format)?;
            let picture = picture(&app, format, self.ground(), coloring);
            (picture, app.engine().source().clone())
        };
        match &self.output {
            None => print(picture, output),
            Some(path) => {
                write_file(path, &picture, &source)?;
                Ok(ExitStatus::Success)
            }
        }
    }

    fn ground(&self) -> Ground {
        self.background.unwrap_or_else(|| Ground::of(self.theme.unwrap_or_default()))
    }

    /// The format asked for, else the one that the name of the file implies.
    fn picture_format(&self) -> Result<Format, CliError> {
        match (self.format, &self.output) {
            (Some(format), _) => Ok(format),
            (None, None) if self.animate => Ok(Format::Svg),
            (None, None) => Ok(Format::Text),
            (None, Some(path)) => Format::of_name(path).ok_or_else(|| {
                let path = printable(&path.to_string_lossy());
                refused(format!(
                    "{path}: the name ends in none of .svg, .txt and .ansi; choose a --format"
                ))
            }),
        }
    }
}

/// The app as the options describe it.
fn app(args: &RenderArgs, format: Format) -> Result<App, CliError> {
    let mut app = unreplayed(args, format)?;
    if let Some(path) = &args.replay {
        replay::go_through(&mut app, path, args.seek, &mut |_| Ok(()))?;
    }
    steps::run(&mut app, &args.after)?;
    let (mut app, mut programs) = with_own_methods(app, &args.method)?;
    arrange(&mut app, args)?;
    // Keys may have turned it on.
    app.finish_map().map_err(refused)?;
    programs.ask_patiently(&mut app);
    Ok(app)
}

/// The app with the scene of the options, before any replay.
fn unreplayed(args: &RenderArgs, format: Format) -> Result<App, CliError> {
    let (scene, source) = match &args.scene {
        Some(target) => files::find(target)?,
        None => (Scene::default(), Source::New),
    };
    let tolerance = tolerance_of(args.tolerance)?;
    let (theme, color) = (args.theme, args.color);
    let config = Config { theme, color, tolerance, ..Config::default() };
    // The terminal that will show the picture is not known; a drawing needs none.
    let depth = match format {
        Format::Svg => ColorDepth::Rgb,
        Format::Ansi | Format::Text => ColorDepth::Sixteen,
    };
    let mut app = App::new(scene, source, args.size, args.glyphs)?.with_config(&config, depth);
    if args.theme == Some(ThemeName::ColorBlind) {
        app.on_background(match args.ground() {
            Ground::Dark => Background::Dark,
            Ground::Light => Background::Light,
        });
    }
    match &args.lesson {
        Some(lesson) => lesson::open(app, lesson),
        None => Ok(app),
    }
}

/// Selects and shows what the options ask for.
fn arrange(app: &mut App, args: &RenderArgs) -> Result<(), CliError> {
    if let Some(name) = &args.select {
        app.execute(&Command::Select(named(name)?)).map_err(CliError::in_file)?;
    }
    for id in args.method.iter().filter(|method| !method.contains('=')) {
        turn_to(app, id)?;
    }
    for &layer in &args.overlay {
        match layer {
            RenderLayer::Overlay(overlay) if app.model().shows(overlay) => {}
            RenderLayer::Overlay(overlay) => drop(app.act(Action::Toggle(overlay))),
            RenderLayer::Map => {
                let setup = args.map.setup(app.engine().world().settings().axes)?;
                app.open_map(&setup).map_err(refused)?;
            }
        }
    }
    if args.map != MapOptions::default() && !args.overlay.contains(&RenderLayer::Map) {
        return Err(refused("these options are of a map: add --overlay map"));
    }
    show_panel(app, args.panel)?;
    app.clear_message();
    args.press.as_ref().map_or(Ok(()), |pressed| steps::press(app, pressed))
}

/// Shows a view of the panel.
fn show_panel(app: &mut App, tab: Option<Tab>) -> Result<(), CliError> {
    // Showing the log once more would filter it, and the map once more its next layer.
    match tab.filter(|&tab| tab != app.screen().panel.tab) {
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

/// Turns to a method by its id.
fn turn_to(app: &mut App, id: &str) -> Result<(), CliError> {
    let Some(pair) = app.engine().pair_in_focus() else {
        return Err(refused("--method: the scene has no pair of objects"));
    };
    let methods = pair.methods();
    let Some(wanted) = methods.iter().copied().find(|method| method.id() == id) else {
        let (a, b) = (&pair.a.name, &pair.b.name);
        let ids = hitscan_core::words::all_of(methods.iter().map(|method| method.id()));
        let id = printable(id);
        return Err(refused(format!("--method {id}: the methods for {a} and {b}: {ids}")));
    };
    app.turn_to(Some(wanted));
    Ok(())
}

/// Writes a picture over an older one, but never over the scene or recording
/// that it shows.
fn write_file(path: &Path, picture: &str, source: &Source) -> Result<(), CliError> {
    let shown = printable(&path.to_string_lossy());
    let is_scene = match (source, fs::canonicalize(path)) {
        (Source::File(scene), Ok(path)) => fs::canonicalize(scene).is_ok_and(|scene| scene == path),
        _ => false,
    };
    if is_scene {
        return Err(refused(format!(
            "{shown}: not written: this is the file that the picture shows"
        )));
    }
    files::replace_file(path, picture.as_bytes())
        .map_err(|fault| refused(format!("{shown}: not written: {}", reason_not_written(&fault))))
}

fn refused(why: impl Into<String>) -> CliError {
    CliError::InFile(why.into())
}
