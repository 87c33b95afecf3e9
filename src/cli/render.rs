//! `hitscan render`: the screen of a scene, or of a moment in a recording, as a
//! picture, without a terminal.

mod args;
mod replay;

use crate::host::files;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

pub use args::{Background, FormatChoice, Panel, RenderArgs, Size};

use super::{ColorChoice, GlyphChoice};
use crate::app::config::Config;
use crate::app::{Action, App, ColorDepth, GlyphSet, ThemeName};
use crate::host::files::{LoadError, reason_not_written};
use crate::host::pictures::{Coloring, Format, Ground, picture};
use hitscan_core::command::{Command, CommandError};
use hitscan_core::scene::{Scene, Source, printable};
use hitscan_core::world::{ChangeError, Name};

/// Why there is no picture; fit to be printed.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The scene could not be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The objects make no world.
    #[error(transparent)]
    World(#[from] ChangeError),
    /// What was asked for does not go with the scene.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// What was asked for is not there, or the file is not written.
    #[error("{0}")]
    Refused(String),
    /// Standard output does not take it.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Draws what the options say, to their file or to `output`; `unasked` is how,
/// where no option says whether there are colours.
///
/// # Errors
/// Says why not; a file that was there stays as it was then.
pub fn run(
    args: &RenderArgs,
    unasked: Coloring,
    mut output: impl Write,
) -> Result<(), RenderError> {
    let format = format(args)?;
    let app = app(args, format)?;
    let coloring = match args.color {
        Some(ColorChoice::Never) => Coloring::Uncolored,
        Some(_) => Coloring::Colored,
        None => unasked,
    };
    let picture = picture(&app, format, coloring);
    match &args.output {
        None => {
            output.write_all(picture.as_bytes())?;
            output.flush()?;
        }
        Some(path) => write_file(path, &picture, app.source())?,
    }
    Ok(())
}

/// As asked for, else as the name of the file says.
fn format(args: &RenderArgs) -> Result<Format, RenderError> {
    let ground = match (args.background, args.theme.map(ThemeName::from)) {
        (Some(background), _) => background.into(),
        (None, Some(ThemeName::Light)) => Ground::Light,
        (None, _) => Ground::Dark,
    };
    match (args.format, &args.output) {
        (Some(FormatChoice::Text), _) | (None, None) => Ok(Format::Text),
        (Some(FormatChoice::Ansi), _) => Ok(Format::Ansi),
        (Some(FormatChoice::Svg), _) => Ok(Format::Svg(ground)),
        (None, Some(path)) => match Format::of_name(path) {
            Some(Format::Svg(_)) => Ok(Format::Svg(ground)),
            Some(format) => Ok(format),
            None => {
                let path = printable(&path.to_string_lossy());
                Err(RenderError::Refused(format!(
                    "{path}: its name ends in none of .svg, .txt and .ansi; --format would say \
                     what to write"
                )))
            }
        },
    }
}

/// The screen as the options have it.
fn app(args: &RenderArgs, format: Format) -> Result<App, RenderError> {
    let (scene, source) = match &args.scene {
        Some(target) => files::find(target)?,
        None => (Scene::default(), Source::New),
    };
    let glyphs = match args.glyphs {
        GlyphChoice::Lines => GlyphSet::Lines,
        GlyphChoice::Braille => GlyphSet::Braille,
        GlyphChoice::Ascii => GlyphSet::Ascii,
    };
    let config = Config {
        theme: args.theme.map_or(ThemeName::default(), Into::into),
        color: args.color.map(Into::into),
        ..Config::default()
    };
    // Nobody knows which terminal will show it; a drawing needs none.
    let depth = match format {
        Format::Svg(_) => ColorDepth::Rgb,
        Format::Ansi | Format::Text => ColorDepth::Sixteen,
    };
    let mut app = App::new(scene, source, args.size, glyphs)?.with_config(&config, depth);
    if let Some(path) = &args.replay {
        replay::go_through(&mut app, path, args.seek)?;
    }
    if let Some(name) = &args.select {
        let name = Name::new(name).map_err(|why| refused(format!("{}: {why}", printable(name))))?;
        app.carry_out(&Command::Select(name))?;
    }
    match args.panel {
        // It is shown at first, and showing it once more filters it.
        Panel::Log => {}
        Panel::Methods => drop(app.act(Action::ShowMethods)),
        Panel::Why => drop(app.act(Action::ShowWhy)),
        Panel::Object => drop(app.act(Action::ShowObject)),
    }
    if let Some(id) = &args.method {
        turn_to(&mut app, id)?;
    }
    for &overlay in &args.overlay {
        if !app.shows(overlay) {
            app.act(Action::Toggle(overlay));
        }
    }
    app.hush();
    Ok(app)
}

/// Turns to a method, as with `n`.
fn turn_to(app: &mut App, id: &str) -> Result<(), RenderError> {
    let Some(pair) = app.pair() else {
        return Err(refused("--method: there is no pair of objects to ask a method about"));
    };
    let methods = pair.methods();
    let Some(wanted) = methods.iter().copied().find(|method| method.id() == id) else {
        let (a, b) = (&pair.a.name, &pair.b.name);
        let ids = hitscan_core::words::all_of(methods.iter().map(|method| method.id()));
        let id = printable(id);
        return Err(refused(format!("--method {id}: what is asked of {a} and {b} is {ids}")));
    };
    // One more for the page without a method.
    for _ in 0..=methods.len() {
        if app.method() == Some(wanted) {
            break;
        }
        app.act(Action::NextMethod);
    }
    Ok(())
}

/// Pictures are made again and again, so an older one is written over; the
/// scene or recording that it was made of never is.
fn write_file(path: &Path, picture: &str, source: &Source) -> Result<(), RenderError> {
    let shown = printable(&path.to_string_lossy());
    let is_scene = match (source, fs::canonicalize(path)) {
        (Source::File(scene), Ok(path)) => fs::canonicalize(scene).is_ok_and(|scene| scene == path),
        _ => false,
    };
    if is_scene {
        return Err(refused(format!("{shown}: not written: it is what the picture is made of")));
    }
    files::replace_file(path, picture.as_bytes())
        .map_err(|fault| refused(format!("{shown}: not written: {}", reason_not_written(&fault))))
}

fn refused(why: impl Into<String>) -> RenderError {
    RenderError::Refused(why.into())
}
