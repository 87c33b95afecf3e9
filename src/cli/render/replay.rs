//! Replays a recording on a screen, up to a frame.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow::Continue;
use std::path::Path;

use ratatui::buffer::Buffer;

use super::{RenderArgs, arrange, press, refused, unreplayed};
use crate::app::{App, Message};
use crate::cli::CliError;
use crate::cli::run::opened;
use crate::host::pictures::{Coloring, Format, animation as drawn, screen_of};
use hitscan_core::command::{Command, HistoryPlace};
use hitscan_core::engine::recording::{CUT_OFF, Item, Kind, replay};
use hitscan_core::scene::{SceneSource, printable};

/// Brings the app to the end of a recording, or to the end of one of its frames. Calls `each` after
/// every command, and after every frame of a command that makes several.
///
/// # Errors
/// When the file is not a recording, a line of it fails, or the frame does not exist.
pub(super) fn go_through(
    app: &mut App,
    path: &Path,
    frame: Option<u64>,
    each: &mut dyn FnMut(&App) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let shown = printable(&path.to_string_lossy());
    let end = replay(opened(path)?, Kind::Recording, |number, item| {
        let done = match item {
            Ok(Item::Line(line)) => line_of(app, line, each),
            Ok(Item::Rules(rules)) => {
                app.engine.set_rules(rules);
                Ok(())
            }
            Ok(Item::Scene(scene)) => {
                app.open(*scene, SceneSource::File(path.to_owned())).map_err(ReplayStop::fault)
            }
            Err(fault) => Err(ReplayStop::fault(fault)),
        };
        done.map(Continue).map_err(|stop| match stop {
            ReplayStop::Fault(why) => CliError::InFile(format!("{shown}:{number}: {why}")),
            ReplayStop::Seen(why) => why,
        })
    })?;
    if let Some(number) = end.cut_off {
        // If this message cannot be written, the picture still shows everything else.
        let _ = writeln!(io::stderr(), "{shown}:{number}: {CUT_OFF}");
    }
    if let Some(frame) = frame {
        app.execute(&Command::Seek(HistoryPlace::Frame(frame))).map_err(CliError::in_file)?;
    }
    // Everything is in the file: there is nothing to save.
    app.engine.saved(path.to_owned());
    Ok(())
}

/// Why a line ends the replay.
enum ReplayStop {
    /// The line fails.
    Fault(String),
    /// The caller has seen enough.
    Seen(CliError),
}

impl ReplayStop {
    fn fault(why: impl Display) -> Self {
        Self::Fault(why.to_string())
    }
}

fn line_of(
    app: &mut App,
    line: &str,
    each: &mut dyn FnMut(&App) -> Result<(), CliError>,
) -> Result<(), ReplayStop> {
    let settings = app.engine.sandbox().world().settings();
    let parsed = Command::parse(line, settings).map_err(ReplayStop::fault)?;
    let Some(command) = parsed else { return Ok(()) };
    if let Some(name) = app.engine.missing_own_method(&command) {
        // The picture shows everything else.
        let _ = writeln!(io::stderr(), "method {name}: not available, skipped");
        return Ok(());
    }
    let (command, times) =
        if let Command::Step(frames) = command { (Command::Step(1), frames) } else { (command, 1) };
    for _ in 0..times {
        app.screen.clear_message();
        app.replay(&command).map_err(ReplayStop::fault)?;
        if let Some(Message::Fault(why)) = app.screen.message.as_ref() {
            return Err(ReplayStop::Fault(why.clone()));
        }
        each(app).map_err(ReplayStop::Seen)?;
    }
    Ok(())
}

// `--animate`: every frame of a recording, or what each key leads to, for one animated picture. How
// long each is shown is in `host/pictures/svg/animation.rs`.

/// The most screens of an animation.
pub(in crate::cli) const MOST_SCREENS: usize = 500;

/// The screens of an animation, without those that show nothing new.
struct Screens {
    shown: Vec<Buffer>,
    coloring: Coloring,
}

impl Screens {
    fn add(&mut self, app: &App) -> Result<(), CliError> {
        let screen = screen_of(app, self.coloring);
        if self.shown.last() != Some(&screen) {
            self.shown.push(screen);
        }
        if self.shown.len() > MOST_SCREENS {
            let why = format!("over {MOST_SCREENS} screens; an animation may have no more");
            return Err(refused(why));
        }
        Ok(())
    }
}

/// The picture, and the file that it shows.
///
/// # Errors
/// When the recording cannot be replayed or the options do not fit it, or when there is nothing
/// that moves.
pub(super) fn animation(
    args: &RenderArgs,
    coloring: Coloring,
) -> Result<(String, SceneSource), CliError> {
    if args.picture.methods.own().next().is_some() {
        return Err(refused("--method NAME=COMMAND: an animation cannot run programs"));
    }
    let mut app = unreplayed(args, Format::Svg)?;
    let mut screens = Screens { shown: Vec::new(), coloring };
    match (&args.replay, args.keys()) {
        (Some(path), keys) => go_through(&mut app, path, None, &mut |app| {
            let mut app = app.clone();
            arrange(&mut app, args)?;
            keys.iter().try_for_each(|&key| press(&mut app, key))?;
            screens.add(&app)
        })?,
        (None, []) => return Err(refused("--animate: nothing moves without --replay or --press")),
        (None, keys) => {
            arrange(&mut app, args)?;
            screens.add(&app)?;
            for &key in keys {
                press(&mut app, key)?;
                app.finish_map().map_err(refused)?;
                screens.add(&app)?;
            }
        }
    }
    let title = app.engine.sandbox().world().title();
    let picture = drawn(&screens.shown, title, args.ground(), coloring)
        .ok_or_else(|| refused("the recording shows nothing: it has no commands"))?;
    Ok((picture, app.engine.source().clone()))
}
